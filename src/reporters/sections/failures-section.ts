import { failureExamples } from '../../analysis/failures/failing-samples.ts';
import { failureKinds } from '../../analysis/failures/failure-kinds.ts';
import { sharedMisreadings } from '../../analysis/failures/shared-misreadings.ts';
import type { Study } from '../../records/study.ts';
import { type Block, heading, type Section, tableBlock, text } from '../document.ts';
import {
  dependenceText,
  exampleParts,
  exampleTitle,
  kindsNote,
  misreadingParts,
  misreadingTitle,
  SHOWN,
  variantText,
} from '../failures/failure-texts.ts';
import { groupTables, kindTable } from '../failures/kind-rows.ts';

function misreadingBlocks(study: Study): Block[] {
  const shared = sharedMisreadings(study);
  if (shared.length === 0) return [];
  const shown = shared.slice(0, SHOWN.misreadings);
  const which = shown.length < shared.length ? `the first ${shown.length} of ${shared.length}` : `all ${shared.length}`;
  return [
    heading('Shared misreadings'),
    text(
      `Distinct programs of one task that return the same wrong values on the same official tests. For each variant: samples that do so, of those with a program. These are counts, not a test; ${which} are shown.`,
    ),
    ...shown.map(
      (misreading): Block => ({
        kind: 'card',
        title: misreadingTitle(misreading),
        blocks: [
          text(dependenceText(misreading)),
          { kind: 'list', items: misreading.wordings.slice(0, SHOWN.variants).map(variantText) },
          ...misreadingParts(misreading),
        ],
      }),
    ),
  ];
}

function exampleBlocks(study: Study): Block[] {
  const examples = failureExamples(study);
  if (examples.length === 0) return [];
  return [
    heading('Example failures'),
    ...examples.map((example): Block => {
      const { evidence } = example.sample.explained;
      const seen = evidence.length > 0 ? [text(`Evidence: ${evidence.join('; ')}`, 'quiet')] : [];
      return { kind: 'card', title: exampleTitle(example), blocks: [...seen, ...exampleParts(example)] };
    }),
  ];
}

/** Kinds of bug by model, arm, mutator and stage, shared misreadings, examples; null if no failure was kept. */
export function failuresSection(study: Study): Section | null {
  const results = failureKinds(study);
  if (results.length === 0) return null;
  return {
    id: 'failures',
    title: 'What goes wrong',
    blocks: [
      text(kindsNote(results)),
      tableBlock(kindTable(results)),
      ...results.flatMap(groupTables).map(tableBlock),
      ...misreadingBlocks(study),
      ...exampleBlocks(study),
    ],
  };
}
