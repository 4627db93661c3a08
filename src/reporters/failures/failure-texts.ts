import type { FailureExample } from '../../analysis/failures/failing-samples.ts';
import type { FailureKinds } from '../../analysis/failures/failure-kinds.ts';
import type { SharedMisreading, WordingShare } from '../../analysis/failures/shared-misreadings.ts';
import { shortened } from '../../core/explanation.ts';
import { type Block, codeBlock } from '../document.ts';
import { count, plural } from '../figures.ts';

/** Longest texts of an example in a report, in characters. */
const LONGEST = { prompt: 2000, program: 3000, reference: 2000, words: 80, name: 200 } as const;

/** How many shared misreadings a report shows, and how many variants of each. */
export const SHOWN = { misreadings: 10, variants: 8 } as const;

/** A part of an example, of bounded length. */
function part(title: string, text: string | null | undefined, longest: number): Block[] {
  return text ? [codeBlock(title, shortened(text, longest))] : [];
}

/** Prompt, program, failing test, values, traceback and reference of an example. */
export function exampleParts({ sample, reference }: FailureExample): readonly Block[] {
  const { variant, candidate, official, explained } = sample;
  const { failed } = official;
  return [
    ...part('Prompt', variant.prompt, LONGEST.prompt),
    ...part('Program', candidate.code, LONGEST.program),
    ...part('Failing test', failed?.test, LONGEST.program),
    ...part('Expected', failed?.expected, LONGEST.reference),
    ...part('Returned', failed?.returned, LONGEST.reference),
    ...part('Traceback', explained.traceback ?? official.detail, LONGEST.program),
    ...part('Reference', reference, LONGEST.reference),
  ];
}

/** Failing test, values and one program of a shared misreading. */
export function misreadingParts({ failed, program, traceback }: SharedMisreading): readonly Block[] {
  return [
    ...part('Failing test', failed.test, LONGEST.program),
    ...part('Expected', failed.expected, LONGEST.reference),
    ...part('They return', failed.returned, LONGEST.reference),
    ...part('One of the programs', program, LONGEST.program),
    ...part('Its traceback', traceback, LONGEST.program),
  ];
}

/** Such as `Wrong Attribute: starter/05, original prompt, model x`. */
export function exampleTitle({ kind, sample }: FailureExample): string {
  const variant = sample.variant.mutation?.mutator ?? 'original prompt';
  return `${kind}: ${shortened(sample.task.taskId, LONGEST.name)}, ${variant}, ${sample.run.manifest.model.id}`;
}

const words = (text: string) => (text.trim() === '' ? 'nothing' : `“${shortened(text.trim(), LONGEST.words)}”`);

/** Such as `lex-synonyms 0/4 (“largest” → “biggest”)`. */
export function variantText({ mutator, showing, samples, changes }: WordingShare): string {
  const shown = changes.slice(0, 3).map(({ before, after }) => `${words(before)} → ${words(after)}`);
  const more = changes.length > shown.length ? `, ${changes.length - shown.length} more` : '';
  const details = shown.length > 0 ? ` (${shown.join(', ')}${more})` : '';
  return `${mutator ?? 'original prompt'} ${showing}/${samples}${details}`;
}

/** The variants on which the answer depends, as far as counts show it. */
export function dependenceText({ hangsOn, wordings }: SharedMisreading): string {
  if (hangsOn.length === 0) return 'The counts show no dependence on a variant.';
  const original = wordings.find(({ mutator }) => mutator === null);
  const never = original !== undefined && original.showing > 0;
  const named = hangsOn.slice(0, 4).map(variantText).join('; ');
  return never ? `Never under ${named}.` : `Never under the original prompt, but under ${named}.`;
}

/** Such as `4 programs (7 samples) of 2 models return the same wrong answer`. */
export function misreadingTitle({ taskId, programs, samples, models }: SharedMisreading): string {
  const of = models.length > 1 ? ` of ${plural(models.length, 'model')}` : '';
  return `${shortened(taskId, LONGEST.name)}: ${plural(programs, 'program')} (${plural(samples, 'sample')})${of} with the same wrong answer`;
}

/** Explains the counts of the tables and their limits. */
export function kindsNote(results: readonly FailureKinds[]): string {
  const failures = results.reduce((sum, { all }) => sum + all.failures, 0);
  const programs = results.reduce((sum, result) => sum + result.programs, 0);
  const by = [...new Set(results.flatMap((result) => result.by))].join(', ');
  return `${count(failures)} failing samples of ${count(programs)} distinct programs. Kinds follow the DL-Bench paper, assigned by ${by} only if most known failures with such errors have the kind; a failure with several kinds counts under each. On DL-Bench's failures, with their repository left out, 58 % of the assigned kinds were right (25 of 43, docs/dl-bench.md): read the examples, not only the shares.`;
}
