import { scorers } from '../../../agreement/index.ts';
import { mutators as ruleBased } from '../../../mutators/index.ts';
import { modelMutators } from '../../../mutators/llm/index.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { Citation, ModelMutator, Mutator } from '../../core/mutation.ts';
import { bundledDatasets, datasetFormats } from '../../datasets/index.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import { bundledEffects } from '../bundled-effects.ts';
import { type Io, printJson } from '../io.ts';
import { table } from '../table.ts';

const mutators: readonly (Mutator | ModelMutator)[] = [...ruleBased, ...modelMutators];

const cite = (source: Citation | { readonly title: string } | 'original') => {
  if (source === 'original') return source;
  return 'url' in source ? `${source.title} (${source.url})` : source.title;
};

function mutatorRow({ name, family, preserves, summary, example, source }: Mutator | ModelMutator) {
  return { id: name, family, preserves, summary, example, source };
}

async function datasetCatalogue() {
  const bundled = await Promise.all(
    Object.keys(bundledDatasets).map(async (name) => {
      const { tasks, format } = await readDataset(name);
      return { name, format, tasks: tasks.length };
    }),
  );
  return { bundled, formats: datasetFormats.map(({ name, title, source }) => ({ name, title, source })) };
}

function example({ before, after }: Mutator['example']): string {
  return `    ${before}\n -> ${after}`;
}

/** `mutagree mutators | scorers | datasets`. */
export async function catalogue(
  kind: 'mutators' | 'scorers' | 'datasets',
  { json }: { json?: true },
  io: Io,
): Promise<ExitCode> {
  if (kind === 'mutators') {
    const effects = await bundledEffects(ruleBased);
    /** null for those that need a model. */
    const bundledOf = (name: string) => {
      const effect = effects.get(name);
      return effect ? { tasks: effect.tasks, applicable: effect.applicable } : null;
    };
    if (json)
      printJson(io, {
        mutators: mutators.map((mutator) => ({ ...mutatorRow(mutator), bundled: bundledOf(mutator.name) })),
      });
    else {
      for (const mutator of mutators) {
        const bundled = bundledOf(mutator.name);
        const reach = bundled ? `Applies to ${bundled.applicable}/${bundled.tasks} bundled tasks` : 'Needs a model';
        io.stdout(
          `${mutator.name}  (${mutator.family}, ${mutator.preserves})\n  ${mutator.summary}\n${example(mutator.example)}\n  ${reach}. Source: ${cite(mutator.source)}\n\n`,
        );
      }
    }
  } else if (kind === 'scorers') {
    const rows = scorers.map(({ name, summary, source }) => ({ name, summary, source }));
    if (json) printJson(io, { scorers: rows });
    else io.stdout(table(rows.map(({ name, summary, source }) => [name, summary, cite(source)])));
  } else {
    const sets = await datasetCatalogue();
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
