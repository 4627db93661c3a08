import { mutateTasks } from '../../app/mutate-tasks.ts';
import type { MutateSettings } from '../../app/mutation/mutation-settings.ts';
import { mutationText } from '../../app/texts/mutation-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';

/** `mutagree mutate`: rewrites prompts; only the mutators that let a model write need one. */
export async function mutateScreen(
  { json, ...settings }: MutateSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const outcome = await mutateTasks(settings, io.use);
  const { prompts, variants, mutators, wallMs, datasets, review } = outcome;
  const mutants = variants.filter(({ mutation }) => mutation !== null).length;
  if (json) {
    printJson(io, {
      ...{ prompts, variants: mutants, wallMs, mutators },
      ...(datasets ? { datasets } : {}),
      ...(review === null ? {} : { review }),
    });
    return EXIT.done;
  }
  io.stdout(mutationText(outcome, mutants, settings.output !== undefined));
  if (review !== null) io.stdout(`${settings.review}: ${review} mutants to read; fill in its last two columns.\n`);
  else if (settings.output === undefined) io.stderr('Nothing was written; give -o FILE to keep the variants.\n');
  return EXIT.done;
}
