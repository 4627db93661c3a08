import { codeAlone } from '../python-source/syntax/code-alone.ts';
import { dedent } from '../python-source/syntax/dedent.ts';
import { isDeepLearningWord } from './deep-learning-words.ts';

export interface ProfiledTask {
  readonly id: string;
  readonly prompt: string;
  /** A right program; null where the set has none. */
  readonly reference: string | null;
  /** Official tests, where the file tells them; null or absent else. */
  readonly tests?: number | null;
  /** `stage: Training` and the like. */
  readonly labels: readonly string[];
}

/** One task in numbers; those of the program are null without a reference. */
export interface TaskFigures {
  /** Words, numbers and single signs; independent of any model's tokenizer. */
  readonly promptTokens: number;
  readonly promptLines: number;
  /** Of the prompt's words; in [0, 1]. */
  readonly deepLearningShare: number;
  readonly tests: number | null;
  readonly referenceTokens: number | null;
  /** Of the words of the reference without its docstrings and comments; in [0, 1]. */
  readonly referenceDeepLearningShare: number | null;
  /** Lines of the reference that hold something; docstrings and comments included. */
  readonly referenceLines: number | null;
  /** Lines of the reference that hold code: no docstring, no comment, nothing empty. */
  readonly referenceCodeLines: number | null;
}

/** The words of a text, lower case; parts of snake_case and camelCase names count by themselves. */
export function wordsOf(text: string): string[] {
  return (text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? []).map((word) => word.toLowerCase());
}

const tokensIn = (text: string) => text.match(/[\p{L}_][\p{L}\p{N}_]*|\p{N}+|[^\s\p{L}\p{N}_]/gu)?.length ?? 0;
const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;

const deepLearningShare = (words: readonly string[]) =>
  words.filter(isDeepLearningWord).length / Math.max(1, words.length);

export function measureTask({ prompt, reference, tests = null }: ProfiledTask): TaskFigures {
  const words = wordsOf(prompt);
  const code = reference === null ? null : codeAlone(dedent(reference));
  return {
    promptTokens: tokensIn(prompt),
    promptLines: linesIn(prompt),
    deepLearningShare: deepLearningShare(words),
    tests,
    referenceTokens: reference === null ? null : tokensIn(reference),
    referenceDeepLearningShare: code === null ? null : deepLearningShare(wordsOf(code)),
    referenceCodeLines: code === null ? null : linesIn(code),
    referenceLines: reference === null ? null : linesIn(reference),
  };
}
