import { describeMutator, listDatasets, listMutators, listScorers } from '../../app/list-catalogue.ts';
import { datasetsText, describedText, mutatorsText, scorersText } from '../../app/texts/catalogue-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printResult } from '../io.ts';

/** `mutagree mutators | scorers | datasets`. */
export async function catalogueScreen(
  kind: 'mutators' | 'scorers' | 'datasets',
  { json }: { json?: true },
  io: Io,
): Promise<ExitCode> {
  if (kind === 'mutators') {
    const mutators = await listMutators();
    printResult(io, json, { mutators }, () => mutatorsText(mutators));
  } else if (kind === 'scorers') {
    const scorers = listScorers();
    printResult(io, json, { scorers }, () => scorersText(scorers));
  } else {
    const sets = await listDatasets();
    printResult(io, json, sets, () => datasetsText(sets));
  }
  return EXIT.done;
}

/** `mutagree mutators show ID`: what a mutator does, on the bundled tasks, and why it refuses the others. */
export async function mutatorScreen(name: string, { json }: { json?: true }, io: Io): Promise<ExitCode> {
  const described = await describeMutator(name);
  printResult(io, json, described, () => describedText(described));
  return EXIT.done;
}
