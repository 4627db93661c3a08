import type { ModelMutator } from '../../src/core/mutation.ts';
import { RECODE, RENAMES, THESIS } from '../proposals.ts';
import { judgeEquivalence } from '../rewriting/judge-equivalence.ts';
import { proposeName } from '../rewriting/propose-name.ts';
import { proposeRewrite } from '../rewriting/propose-rewrite.ts';

type Words = Pick<ModelMutator, 'name' | 'summary' | 'example'>;

/** A model rewrites the prose by instructions, one after the other; another call judges the result. */
const rewrite = (
  words: Words & Partial<Pick<ModelMutator, 'preserves' | 'declares' | 'source'>>,
  ...instructions: readonly string[]
): ModelMutator => ({
  family: 'llm',
  touches: ['prose'],
  preserves: 'paraphrase',
  declares: ['free-wording'],
  source: THESIS,
  ...words,
  propose: (input, ask) => proposeRewrite(instructions, input, ask),
  confirm: judgeEquivalence,
});

/** A model thinks of a name for the function; the renaming is ours. */
const rename = (words: Words & Pick<ModelMutator, 'preserves'>, instruction: string): ModelMutator => ({
  ...words,
  ...RENAMES,
  family: 'llm',
  source: THESIS,
  propose: (input, ask) => proposeName(instruction, input, ask),
});

/** The seven kinds of the thesis. */
export const thesisMutators: readonly ModelMutator[] = [
  rewrite(
    {
      name: 'llm-active-passive',
      summary: 'Sentences in the active voice become passive, written by a model.',
      example: { before: 'Return the sum of the list.', after: 'The sum of the list is returned.' },
    },
    'Put every sentence that is in the active voice into the passive voice.',
  ),
  rewrite(
    {
      name: 'llm-declarative-interrogative',
      summary: 'Statements and requests become questions, written by a model.',
      example: { before: 'Return the sum of the list.', after: 'Can you return the sum of the list?' },
    },
    'Turn every statement and every request into a question that asks for the same thing.',
  ),
  rewrite(
    {
      name: 'llm-similar-verb',
      summary: 'Verbs give way to verbs of like meaning, written by a model.',
      example: { before: 'Remove the URLs and plot the words.', after: 'Eliminate the URLs and draw the words.' },
    },
    'Replace the verbs by other verbs of the same meaning and change nothing else.',
  ),
  // A rewrite that changes the case of anything protected is refused.
  rewrite(
    {
      name: 'llm-uppercase',
      summary: 'Running text in capitals, written by a model; protected text keeps its case.',
      example: { before: 'Return the sum of `xs`.', after: 'RETURN THE SUM OF `xs`.' },
      preserves: 'exact-meaning',
      declares: ['case'],
    },
    'Put the running text into capital letters; leave code, names, quoted texts and error messages in the case that they have.',
  ),
  rewrite(
    {
      name: 'llm-rephrase',
      summary: 'The whole text in other words, written by a model.',
      example: { before: 'Return the sum of the list.', after: 'Give back the total of the list.' },
    },
    'Say the same in other words.',
  ),
  rename(
    {
      name: 'llm-task-name',
      summary: 'A function name that describes the task, thought of by a model.',
      example: { before: 'def task_func(xs):', after: 'def sum_of_list(xs):' },
      preserves: 'exact-meaning',
    },
    'Think of a name that says what the function does.',
  ),
  rename(
    {
      name: 'llm-adversarial-name',
      summary: 'A function name that misleads about the task, thought of by a model.',
      example: { before: 'def task_func(xs):', after: 'def reverse_words(xs):' },
      preserves: 'adversarial',
    },
    'Think of a name that misleads: it says that the function does something else than it does.',
  ),
];

/**
 * Source: ReCode's back-translation, which a translation model does there without a check; here the guards and a second
 * call reject a text that lost a clause on the way.
 */
export const backTranslationMutator = rewrite(
  {
    name: 'llm-back-translation',
    summary: 'The text translated into German and back by a model.',
    example: { before: 'Return the sum of the list.', after: 'Give back the sum of the list.' },
    source: RECODE,
  },
  'Translate the running text into German.',
  'Translate the running text into English, in your own words.',
);
