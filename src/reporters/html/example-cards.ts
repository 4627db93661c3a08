import type { TaxonomyExample } from '../../analysis/taxonomy/taxonomy-examples.ts';
import { taxonomyExamples } from '../../analysis/taxonomy/taxonomy-examples.ts';
import type { Study } from '../../records/study.ts';
import { html, type Markup } from './markup.ts';
import { testText } from './task-page-data.ts';
import { programDiff, promptDiff } from './text-diff.ts';

const HEADINGS: Readonly<Record<TaxonomyExample['effect'], string>> = {
  helps: 'Where a mutation helps',
  harms: 'Where a mutation harms',
  neutral: 'Largest changes of mutations without a shown effect: what chance does',
};

const share = ({ right, samples }: TaxonomyExample['originalRight']) => `${right} of ${samples} right`;

function programPart({ originalProgram, variantProgram }: TaxonomyExample): Markup {
  if (!originalProgram || !variantProgram) {
    return html`<p class="quiet">${originalProgram ? 'The variant' : variantProgram ? 'The original prompt' : 'Neither prompt'} gave no program here.</p>`;
  }
  const said = ({ passed, detail }: typeof originalProgram) =>
    passed ? 'passes' : `fails${detail ? `: ${detail}` : ''}`;
  return html`<h5>Program</h5>
<p class="quiet">Official tests: under the original ${said(originalProgram)}; under the variant ${said(variantProgram)}.</p>
<pre tabindex="0" aria-label="Difference of the programs">${originalProgram.code === variantProgram.code ? html`${variantProgram.code}` : programDiff(originalProgram.code, variantProgram.code)}</pre>`;
}

function flippedPart({ flipped }: TaxonomyExample): Markup | null {
  if (flipped.length === 0) return null;
  return html`<h5>Generated tests that flip</h5>
<ul class="flips">${flipped.map(({ test, before, after }) => html`<li><span class="quiet">${before} → ${after}</span> <code>${testText(test.body)}</code></li>`)}</ul>`;
}

function card(example: TaxonomyExample, models: number): Markup {
  const { mutator, taskId, model, originalRight, variantRight, before, after } = example;
  return html`<details class="card">
<summary><strong>${mutator}</strong> on ${taskId} <span class="quiet">${models > 1 && `${model}, `}${share(originalRight)} → ${share(variantRight)}</span></summary>
<pre class="prompt" tabindex="0" aria-label="Difference of the prompts">${promptDiff(before, after)}</pre>
${programPart(example)}
${flippedPart(example)}
</details>
`;
}

/** Real examples, up to three per class: the prompts' difference, what it did to the program, which tests flip. */
export function exampleCards(study: Study): Markup {
  const examples = taxonomyExamples(study);
  const models = new Set(study.runs.map(({ manifest }) => manifest.model.id)).size;
  return html`${(['helps', 'harms', 'neutral'] as const).map((effect) => {
    const own = examples.filter((example) => example.effect === effect);
    return own.length === 0
      ? html``
      : html`<h3>${HEADINGS[effect]}</h3>
${own.map((example) => card(example, models))}`;
  })}`;
}
