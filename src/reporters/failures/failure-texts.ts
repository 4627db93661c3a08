import type { FailureExample } from '../../analysis/failures/failure-examples.ts';
import type { SharedMisreading } from '../../analysis/failures/shared-misreadings.ts';
import { shortened } from '../../core/explanation.ts';
import type { FailureKinds, WordingShare } from '../../records/report/failures-schema.ts';
import { type Block, codeBlock } from '../document.ts';
import { count, plural } from '../figures.ts';

/** Longest texts of an example in a report, in characters. */
const LONGEST = { prompt: 2000, program: 3000, reference: 2000, words: 80, name: 200 } as const;

/** How many shared misreadings a report shows, and how many wordings of each. */
export const SHOWN = { misreadings: 10, wordings: 8 } as const;

/** A part of an example, of bounded length. */
function part(title: string, text: string | null | undefined, longest: number): Block[] {
  return text ? [codeBlock(title, shortened(text, longest))] : [];
}

/** Wording, program, failing test, values, traceback and reference of an example. */
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
  const wording = sample.variant.mutation?.mutator ?? 'original prompt';
  return `${kind}: ${shortened(sample.task.taskId, LONGEST.name)}, ${wording}, ${sample.run.manifest.model.id}`;
}

const words = (text: string) => (text.trim() === '' ? 'nothing' : `“${shortened(text.trim(), LONGEST.words)}”`);

/** Such as `lex-synonyms 0/4 (“largest” → “biggest”)`. */
export function wordingText({ mutator, showing, samples, changes }: WordingShare): string {
  const shown = changes.slice(0, 3).map(({ before, after }) => `${words(before)} → ${words(after)}`);
  const more = changes.length > shown.length ? `, ${changes.length - shown.length} more` : '';
  const details = shown.length > 0 ? ` (${shown.join(', ')}${more})` : '';
  return `${mutator ?? 'original prompt'} ${showing}/${samples}${details}`;
}

/** The dependence of the answer, as far as counts show it. */
export function hangsOnText({ hangsOn, wordings }: SharedMisreading): string {
  if (hangsOn.length === 0) return 'It depends on no variant that the counts show.';
  const original = wordings.find(({ mutator }) => mutator === null);
  const never = original !== undefined && original.showing > 0;
  const named = hangsOn.slice(0, 4).map(wordingText).join('; ');
  return never ? `It never comes under ${named}.` : `The original never gives it; it comes under ${named}.`;
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
  return `${count(failures)} failing samples of ${count(programs)} distinct programs. Kinds are those of the DL-Bench paper, said by ${by === 'rules' ? 'rules' : by} only where failures with such errors were mostly of one; a failure with several kinds counts under each. Of what the rules said of DL-Bench's failures, with their repository left out, 58 % was right (25 of 43, docs/dl-bench.md): read the examples, not the shares alone.`;
}
