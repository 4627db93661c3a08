import type { listDatasets, listMutators, listScorers } from '../../app/list-catalogue.ts';
import type { Citation } from '../../core/mutation.ts';
import { table } from '../../reporters/columns.ts';
import { printResult } from '../io.ts';
import { verb } from '../verb.ts';

const cite = (source: Citation | { readonly title: string } | 'original') => {
  if (source === 'original') return source;
  return 'url' in source ? `${source.title} (${source.url})` : source.title;
};

type Listed<List extends (...given: never[]) => unknown> = Awaited<ReturnType<List>>;

function mutatorText(mutator: Listed<typeof listMutators>[number]): string {
  const { id, family, preserves, summary, example, bundled, source } = mutator;
  const reach = bundled ? `Applies to ${bundled.applicable}/${bundled.tasks} bundled tasks` : 'Needs a model';
  const shown = `    ${example.before}\n -> ${example.after}`;
  return `${id}  (${family}, ${preserves})\n  ${summary}\n${shown}\n  ${reach}. Source: ${cite(source)}\n\n`;
}

const scorersText = (scorers: Listed<typeof listScorers>): string =>
  table(scorers.map(({ name, summary, source }) => [name, summary, cite(source)]));

function datasetsText({ bundled, formats }: Listed<typeof listDatasets>): string {
  const sets = table(bundled.map(({ name, tasks, format }) => [`  ${name}`, `${tasks} tasks`, format]));
  const read = table(formats.map(({ name, title, source }) => [`  ${name}`, title, source.url]));
  return `Bundled:\n${sets}\nFile formats (recognised by their fields; .jsonl, .json, .gz):\n${read}`;
}

export const mutatorsVerb = verb({
  name: 'mutators',
  summary: 'List the mutators of prompts',
  examples: ['mutagree mutators', 'mutagree mutators --json'],
  act: async ({ json }, io) => {
    const { listMutators } = await import('../../app/list-catalogue.ts');
    const mutators = await listMutators();
    printResult(io, json, { mutators }, () => mutators.map(mutatorText).join(''));
  },
});

export const scorersVerb = verb({
  name: 'scorers',
  summary: 'List the rules that pick a program',
  examples: ['mutagree scorers', 'mutagree scorers --json'],
  act: async ({ json }, io) => {
    const { listScorers } = await import('../../app/list-catalogue.ts');
    const scorers = listScorers();
    printResult(io, json, { scorers }, () => scorersText(scorers));
  },
});

export const datasetsVerb = verb({
  name: 'datasets',
  summary: 'List the bundled task sets and the file formats',
  examples: ['mutagree datasets', 'mutagree datasets --json'],
  act: async ({ json }, io) => {
    const { listDatasets } = await import('../../app/list-catalogue.ts');
    const sets = await listDatasets();
    printResult(io, json, sets, () => datasetsText(sets));
  },
});
