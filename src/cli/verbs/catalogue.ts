import type { Citation } from '../../core/mutation.ts';
import { table } from '../../reporters/columns.ts';
import { useVerb } from '../verb.ts';

const cite = (source: Citation | { readonly title: string } | 'original') => {
  if (source === 'original') return source;
  return 'url' in source ? `${source.title} (${source.url})` : source.title;
};

export const mutatorsVerb = useVerb({
  name: 'mutators',
  summary: 'List the prompt mutators',
  examples: ['mutagree mutators', 'mutagree mutators --json'],
  use: async () => (await import('../../app/list-catalogue.ts')).listMutators,
  document: (mutators) => ({ mutators }),
  text: (mutators) =>
    mutators
      .map(({ id, family, preserves, summary, example, bundled, source }) => {
        const reach = bundled ? `Applies to ${bundled.applicable}/${bundled.tasks} bundled tasks` : 'Needs a model';
        const shown = `    ${example.before}\n -> ${example.after}`;
        return `${id}  (${family}, ${preserves})\n  ${summary}\n${shown}\n  ${reach}. Source: ${cite(source)}\n\n`;
      })
      .join(''),
});

export const scorersVerb = useVerb({
  name: 'scorers',
  summary: 'List the rules that pick a program',
  examples: ['mutagree scorers', 'mutagree scorers --json'],
  use: async () => (await import('../../app/list-catalogue.ts')).listScorers,
  document: (scorers) => ({ scorers }),
  text: (scorers) => table(scorers.map(({ name, summary, source }) => [name, summary, cite(source)])),
});

export const datasetsVerb = useVerb({
  name: 'datasets',
  summary: 'List the bundled task sets and the file formats',
  examples: ['mutagree datasets', 'mutagree datasets --json'],
  use: async () => (await import('../../app/list-catalogue.ts')).listDatasets,
  text: ({ bundled, formats }) => {
    const sets = table(bundled.map(({ name, tasks, format }) => [`  ${name}`, `${tasks} tasks`, format]));
    const read = table(formats.map(({ name, title, source }) => [`  ${name}`, title, source.url]));
    return `Bundled:\n${sets}\nFile formats (recognised by their fields; .jsonl, .json, .gz):\n${read}`;
  },
});
