import { describeMutator, listDatasets, listMutators, listScorers } from '../../app/list-catalogue.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { Citation } from '../../core/mutation.ts';
import { table } from '../../reporters/columns.ts';
import { type Io, printJson } from '../io.ts';

const cite = (source: Citation | { readonly title: string } | 'original') => {
  if (source === 'original') return source;
  return 'url' in source ? `${source.title} (${source.url})` : source.title;
};

type ListedMutator = Awaited<ReturnType<typeof listMutators>>[number];

function mutatorText({ id, family, preserves, summary, example, bundled, source }: ListedMutator): string {
  const reach = bundled ? `Applies to ${bundled.applicable}/${bundled.tasks} bundled tasks` : 'Needs a model';
  const shown = `    ${example.before}\n -> ${example.after}`;
  return `${id}  (${family}, ${preserves})\n  ${summary}\n${shown}\n  ${reach}. Source: ${cite(source)}\n\n`;
}

/** `mutagree mutators | scorers | datasets`. */
export async function catalogueScreen(
  kind: 'mutators' | 'scorers' | 'datasets',
  { json }: { json?: true },
  io: Io,
): Promise<ExitCode> {
  if (kind === 'mutators') {
    const mutators = await listMutators();
    if (json) printJson(io, { mutators });
    else for (const mutator of mutators) io.stdout(mutatorText(mutator));
  } else if (kind === 'scorers') {
    const scorers = listScorers();
    if (json) printJson(io, { scorers });
    else io.stdout(table(scorers.map(({ name, summary, source }) => [name, summary, cite(source)])));
  } else {
    const sets = await listDatasets();
    if (json) printJson(io, sets);
    else {
      io.stdout(`Bundled:\n${table(sets.bundled.map((set) => [`  ${set.name}`, `${set.tasks} tasks`, set.format]))}\n`);
      io.stdout(
        `File formats (recognised by their fields; .jsonl, .json, .gz):\n${table(sets.formats.map(({ name, title, source }) => [`  ${name}`, title, source.url]))}`,
      );
    }
  }
  return EXIT.done;
}

/** `mutagree mutators show ID`: what a mutator does, on the bundled tasks, and why it refuses the others. */
export async function mutatorScreen(name: string, { json }: { json?: true }, io: Io): Promise<ExitCode> {
  const described = await describeMutator(name);
  if (json) {
    printJson(io, described);
    return EXIT.done;
  }
  const { id, family, preserves, summary, source, bundled, examples } = described;
  const indented = (text: string) => text.replace(/^/gm, '    ');
  io.stdout(`${id}  (${family}, ${preserves})\n${summary}\n`);
  io.stdout(`Source: ${cite(source)}\n\n`);
  io.stdout(`Applies to ${bundled.applicable}/${bundled.tasks} bundled tasks (seed 0).\n`);
  for (const { taskId, before, after } of examples) {
    io.stdout(`\n${taskId}\n${indented(before)}\n ->\n${indented(after)}\n`);
  }
  const reasons = Object.entries(bundled.refused);
  if (reasons.length > 0)
    io.stdout(`\nRefused:\n${reasons.map(([reason, count]) => `  ${reason}: ${count}\n`).join('')}`);
  return EXIT.done;
}
