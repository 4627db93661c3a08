import { z } from 'zod';
import { readData } from '../package-root.ts';
import { dedent } from '../python-source/syntax/indentation.ts';
import { codeAlone } from '../python-source/syntax/program-statements.ts';

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

/** The words of a text, lower case; parts of snake_case and camelCase names count by themselves. */
export function wordsOf(text: string): string[] {
  return (text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? []).map((word) => word.toLowerCase());
}

const tokensIn = (text: string) => text.match(/[\p{L}_][\p{L}\p{N}_]*|\p{N}+|[^\s\p{L}\p{N}_]/gu)?.length ?? 0;
const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;

const { words: deepLearning } = readData('lexicons/deep-learning-words.json', z.object({ words: z.array(z.string()) }));
export const DEEP_LEARNING_WORDS: ReadonlySet<string> = new Set(deepLearning);

/** Whether a word, in lower case and any number, belongs to deep learning. */
const isDeepLearningWord = (word: string): boolean =>
  DEEP_LEARNING_WORDS.has(word) || DEEP_LEARNING_WORDS.has(word.replace(/s$/, ''));

function deepLearningShare(text: string): number {
  const words = wordsOf(text);
  return words.filter(isDeepLearningWord).length / Math.max(1, words.length);
}

/** A task, and its reference without docstrings and comments. */
interface Measured extends ProfiledTask {
  readonly code: string | null;
}

const measured = (text: string | null, measure: (text: string) => number) => (text === null ? null : measure(text));

/** The figures of a task, in the order of a profile's table; those of the program are null without a reference. */
const MEASURES = {
  /** Words, numbers and single signs; independent of any model's tokenizer. */
  promptTokens: ({ prompt }: Measured) => tokensIn(prompt),
  /** Lines that hold something. */
  promptLines: ({ prompt }: Measured) => linesIn(prompt),
  /** Of the prompt's words; in [0, 1]. */
  deepLearningShare: ({ prompt }: Measured) => deepLearningShare(prompt),
  tests: ({ tests = null }: Measured) => tests,
  referenceTokens: ({ reference }: Measured) => measured(reference, tokensIn),
  /** Lines that hold something, docstrings and comments included. */
  referenceLines: ({ reference }: Measured) => measured(reference, linesIn),
  /** Lines that hold code: no docstring, no comment, nothing empty. */
  referenceCodeLines: ({ code }: Measured) => measured(code, linesIn),
  /** Of the words of the code alone; in [0, 1]. */
  referenceDeepLearningShare: ({ code }: Measured) => measured(code, deepLearningShare),
};

export type FigureName = keyof typeof MEASURES;
export const FIGURES = Object.keys(MEASURES) as readonly FigureName[];

/** One record with a value per figure. */
export const byFigure = <T>(make: (name: FigureName) => T) =>
  Object.fromEntries(FIGURES.map((name) => [name, make(name)])) as Record<FigureName, T>;

export function measureTask(task: ProfiledTask): Record<FigureName, number | null> {
  const { reference } = task;
  const code = reference === null ? null : codeAlone(dedent(reference));
  return byFigure((name) => MEASURES[name]({ ...task, code }));
}
