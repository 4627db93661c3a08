import { type TaxonomyExample, taxonomyExamples } from '../../analysis/taxonomy/taxonomy-examples.ts';
import { testText } from '../../core/program.ts';
import type { Study } from '../../records/study.ts';
import { type Block, codeBlock, diffBlock, heading, type Section, tableBlock, text } from '../document.ts';
import { taxonomyTables } from '../tables/mutation-tables.ts';

const HEADINGS: readonly (readonly [TaxonomyExample['effect'], string])[] = [
  ['helps', 'Where a mutation helps'],
  ['harms', 'Where a mutation harms'],
  ['neutral', 'Largest shifts under mutations without a shown effect'],
];

const verdictOf = (program: TaxonomyExample['originalProgram']) =>
  program ? (program.passed ? 'passes' : `fails (${program.verdict})`) : 'none';

function card(example: TaxonomyExample): Block {
  const { mutator, model, taskId, originalRight, variantRight, originalProgram, variantProgram, flipped } = example;
  const flips = flipped.map(({ test, before, after }) => `${before} -> ${after}: ${testText(test.body)}`);
  return {
    kind: 'card',
    title: `${mutator} on ${taskId}, ${model}: right ${originalRight.right}/${originalRight.samples} → ${variantRight.right}/${variantRight.samples}`,
    blocks: [
      diffBlock('The prompt', example.before, example.after),
      text(
        `Official tests of a program of the original: ${verdictOf(originalProgram)}; of the variant: ${verdictOf(variantProgram)}.`,
      ),
      ...(originalProgram && variantProgram
        ? [diffBlock('The program', originalProgram.code, variantProgram.code)]
        : []),
      ...(flips.length > 0 ? [codeBlock('Generated tests that flip', flips.join('\n'))] : []),
    ],
  };
}

/** Real cases of mutations that help, harm and do neither. */
function exampleBlocks(study: Study): readonly Block[] {
  const examples = taxonomyExamples(study);
  return HEADINGS.flatMap(([effect, title]) => {
    const own = examples.filter((example) => example.effect === effect);
    return [heading(title), ...(own.length > 0 ? own.map(card) : [text('No mutation is in this class.')])];
  });
}

/** The effect of each mutator, with real examples; null if no variant was sampled. */
export function mutationsSection(study: Study): Section | null {
  const tables = taxonomyTables(study);
  if (tables.length === 0) return null;
  const blocks = [...tables.map(tableBlock), ...exampleBlocks(study)];
  return { id: 'mutations', title: 'What mutations do', name: 'Mutations', blocks };
}
