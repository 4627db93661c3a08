import { createTwoFilesPatch } from 'diff';
import { type TaxonomyExample, taxonomyExamples } from '../../analysis/taxonomy/taxonomy-examples.ts';
import type { TestBody } from '../../core/program.ts';
import type { Study } from '../../records/study.ts';
import { codeBlock } from './code-block.ts';
import { markdownText } from './markdown-text.ts';

/** A unified diff of two texts, without its file names. */
function diffText(before: string, after: string): string {
  const patch = createTwoFilesPatch('a', 'b', before, after, '', '', { context: 1 });
  return patch
    .split('\n')
    .slice(3)
    .filter((line) => !line.startsWith('\\ No newline'))
    .join('\n')
    .trimEnd();
}

function testText(body: TestBody): string {
  if (body.kind === 'assertion') return body.code;
  if (body.kind === 'method') return body.method;
  return `input ${JSON.stringify(body.stdin)}, output ${JSON.stringify(body.expectedStdout)}`;
}

function exampleText(example: TaxonomyExample): string {
  const { mutator, model, taskId, originalRight, variantRight, originalProgram, variantProgram, flipped } = example;
  const verdictOf = (program: TaxonomyExample['originalProgram']) =>
    program ? `${program.passed ? 'passes' : `fails (${markdownText(program.verdict)})`}` : 'none';
  return [
    `${codeBlock(`${mutator} on task ${taskId}, ${model}`, 'text')}`,
    `Right samples: ${originalRight.right}/${originalRight.samples} under the original, ${variantRight.right}/${variantRight.samples} under the variant. The prompt:\n`,
    codeBlock(diffText(example.before, example.after), 'diff'),
    `A program of the original ${verdictOf(originalProgram)}, one of the variant ${verdictOf(variantProgram)} the official tests:\n`,
    ...(originalProgram && variantProgram
      ? [codeBlock(diffText(originalProgram.code, variantProgram.code), 'diff')]
      : []),
    ...(flipped.length > 0
      ? [
          'Generated tests that tell them apart:\n',
          codeBlock(
            flipped.map(({ test, before, after }) => `${before} -> ${after}: ${testText(test.body)}`).join('\n'),
            'text',
          ),
        ]
      : []),
  ].join('\n');
}

const TITLES = {
  helps: 'Where a mutation helps',
  harms: 'Where a mutation harms',
  neutral: 'Largest shifts under mutations without a shown effect',
} as const;

/** Up to three real cases per class, as Markdown; texts of data and model stand in fenced blocks. */
export function taxonomyExamplesText(study: Study): string {
  const examples = taxonomyExamples(study);
  return (['helps', 'harms', 'neutral'] as const)
    .map((effect) => {
      const own = examples.filter((example) => example.effect === effect);
      const text = own.length > 0 ? own.map(exampleText).join('\n') : 'No mutation is in this class.\n';
      return `## ${TITLES[effect]}\n\n${text}`;
    })
    .join('\n');
}
