import type { Citation } from '../../core/mutation.ts';
import { table } from '../../reporters/columns.ts';
import type { describeMutator, listDatasets, listMutators, listScorers } from '../list-catalogue.ts';

const cite = (source: Citation | { readonly title: string } | 'original') => {
  if (source === 'original') return source;
  return 'url' in source ? `${source.title} (${source.url})` : source.title;
};

type Listed<List extends (...given: never[]) => unknown> = Awaited<ReturnType<List>>;

function mutatorText({
  id,
  family,
  preserves,
  summary,
  example,
  bundled,
  source,
}: Listed<typeof listMutators>[number]): string {
  const reach = bundled ? `Applies to ${bundled.applicable}/${bundled.tasks} bundled tasks` : 'Needs a model';
  const shown = `    ${example.before}\n -> ${example.after}`;
  return `${id}  (${family}, ${preserves})\n  ${summary}\n${shown}\n  ${reach}. Source: ${cite(source)}\n\n`;
}

/** Every mutator, for people. */
export const mutatorsText = (mutators: Listed<typeof listMutators>): string => mutators.map(mutatorText).join('');

/** Every rule that picks a program, for people. */
export const scorersText = (scorers: Listed<typeof listScorers>): string =>
  table(scorers.map(({ name, summary, source }) => [name, summary, cite(source)]));

/** Task sets and file formats, for people. */
export function datasetsText({ bundled, formats }: Listed<typeof listDatasets>): string {
  const sets = table(bundled.map(({ name, tasks, format }) => [`  ${name}`, `${tasks} tasks`, format]));
  const read = table(formats.map(({ name, title, source }) => [`  ${name}`, title, source.url]));
  return `Bundled:\n${sets}\nFile formats (recognised by their fields; .jsonl, .json, .gz):\n${read}`;
}

/** What one mutator does on the bundled tasks, and why it refuses the others, for people. */
export function describedText(described: Listed<typeof describeMutator>): string {
  const { id, family, preserves, summary, source, bundled, examples } = described;
  const indented = (text: string) => text.replace(/^/gm, '    ');
  const reasons = Object.entries(bundled.refused).map(([reason, count]) => `  ${reason}: ${count}\n`);
  return [
    `${id}  (${family}, ${preserves})\n${summary}\nSource: ${cite(source)}\n\n`,
    `Applies to ${bundled.applicable}/${bundled.tasks} bundled tasks (seed 0).\n`,
    ...examples.map(({ taskId, before, after }) => `\n${taskId}\n${indented(before)}\n ->\n${indented(after)}\n`),
    reasons.length > 0 ? `\nRefused:\n${reasons.join('')}` : '',
  ].join('');
}
