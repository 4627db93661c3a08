import type { Study } from '../../records/study.ts';
import { type Section, tableBlock, text } from '../document.ts';
import { duration } from '../figures.ts';
import { namedRuns, prefixed } from '../names.ts';
import { runFacts } from '../run-facts.ts';
import { generatedFigures } from '../sentences.ts';

/** Everything about the runs that is not a result. */
export function runSection(study: Study): Section {
  return {
    id: 'run',
    title: study.runs.length === 1 ? 'The run' : 'The runs',
    name: 'Run',
    blocks: namedRuns(study).flatMap(({ name, record }) => [
      text(prefixed(name, `${generatedFigures(record)}.`)),
      tableBlock({
        id: 'facts',
        caption: name ?? 'Facts',
        note: '',
        head: ['fact', 'value'],
        rows: [
          ...runFacts(record),
          ...Object.entries(record.manifest.stageMs).map(([stage, ms]) => [`time: ${stage}`, duration(ms)]),
        ],
      }),
    ]),
  };
}
