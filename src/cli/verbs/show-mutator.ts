import { selectMutators } from '../../../mutators/index.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import { bundledEffects } from '../bundled-effects.ts';
import { changedLines } from '../changed-lines.ts';
import { type Io, printJson } from '../io.ts';

/** Mutants shown. */
const SHOWN = 3;

/** `mutagree mutators show ID`: what a mutator does, on the bundled tasks, and why it refuses the others. */
export async function showMutator(id: string, { json }: { json?: true }, io: Io): Promise<ExitCode> {
  const [mutator, ...others] = selectMutators(id, { includeAdversarial: true });
  if (!mutator || others.length > 0) {
    throw new ConfigError('one-mutator', `"${id}" is not one mutator`, { mend: 'Name one of "mutagree mutators".' });
  }
  const effect = (await bundledEffects([mutator])).get(mutator.name);
  const { tasks = 0, applicable = 0, refused = {}, mutants = [] } = effect ?? {};
  const examples = mutants.slice(0, SHOWN).map(({ task, variant }) => ({
    taskId: task.id,
    ...changedLines(task.prompt.text, variant.mutation?.edits ?? []),
    renames: variant.mutation?.renames ?? {},
  }));
  const reasons = Object.entries(refused).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const { name, family, preserves, summary, example, touches, declares = [], source } = mutator;
  if (json) {
    const bundled = { tasks, applicable, refused: Object.fromEntries(reasons) };
    printJson(io, { id: name, family, preserves, summary, example, touches, declares, source, bundled, examples });
    return EXIT.done;
  }
  const indented = (text: string) => text.replace(/^/gm, '    ');
  io.stdout(`${name}  (${family}, ${preserves})\n${summary}\n`);
  io.stdout(`Source: ${source === 'original' ? source : `${source.title} (${source.url})`}\n\n`);
  io.stdout(`Applies to ${applicable}/${tasks} bundled tasks (seed 0).\n`);
  for (const { taskId, before, after } of examples) {
    io.stdout(`\n${taskId}\n${indented(before)}\n ->\n${indented(after)}\n`);
  }
  if (reasons.length > 0)
    io.stdout(`\nRefused:\n${reasons.map(([reason, count]) => `  ${reason}: ${count}\n`).join('')}`);
  return EXIT.done;
}
