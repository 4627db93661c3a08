import { scorers } from '../../../agreement/index.ts';
import { mutators } from '../../../mutators/index.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { Citation, Mutator } from '../../core/mutation.ts';
import { bundledDatasets, datasetFormats } from '../../datasets/index.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import { bundledEffects } from '../bundled-effects.ts';
import { type Io, printJson } from '../io.ts';
import { table } from '../table.ts';

const cite = (source: Citation | 'original') =>
  source === 'original' ? 'original' : `${source.title} (${source.url})`;

function mutatorRow({ name, family, preserves, summary, example, source }: Mutator) {
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
    const effects = await bundledEffects(mutators);
    const bundledOf = (name: string) => {
      const { tasks = 0, applicable = 0 } = effects.get(name) ?? {};
      return { tasks, applicable };
    };
    if (json)
      printJson(io, {
        mutators: mutators.map((mutator) => ({ ...mutatorRow(mutator), bundled: bundledOf(mutator.name) })),
      });
    else {
      for (const mutator of mutators as readonly Mutator[]) {
        const { tasks, applicable } = bundledOf(mutator.name);
        io.stdout(
          `${mutator.name}  (${mutator.family}, ${mutator.preserves})\n  ${mutator.summary}\n${example(mutator.example)}\n  Applies to ${applicable}/${tasks} bundled tasks. Source: ${cite(mutator.source)}\n\n`,
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
