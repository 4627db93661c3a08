import { oncePer } from '../../src/core/once-per.ts';
import type { Prompt } from '../../src/core/text.ts';
import { isKnownPackage, PYTHON_BUILTINS, PYTHON_KEYWORDS } from '../../src/python-source/syntax/python-words.ts';
import { protectedSpans } from './protected-spans.ts';
import { namesInUse, runningText } from './running-text.ts';
import { NUMBER_WORDS, OPERATOR_WORDS } from './word-lists.ts';

/** Signs that bind a word into a longer name. */
const COMPOUND = /[-/\\_@#~*[\]{}<>=]/;

/** Names in code: whole words that it imports, defines, assigns, calls or accesses. */
const CODE_NAME = /(?<![\p{L}\p{N}_])\p{L}[\p{L}\p{N}_]*/gu;

/**
 * The words of running text that name nothing, here or elsewhere in the prompt, and decide nothing: no operator or
 * number word, module, capitalised word inside a sentence, or word that code, examples or backticks hold. Linear.
 */
export const plainWords = oncePer((prompt: Prompt, entryPoint: string | null) => {
  const names = namesInUse(prompt, entryPoint);
  const coded = namesInCode(prompt, entryPoint);
  return runningText(prompt, entryPoint)
    .flat()
    .filter(
      ({ kind, free, text, lower, start, end, opens }) =>
        kind === 'word' &&
        free &&
        /^\p{Lu}?\p{Ll}+$/u.test(text) &&
        (opens || text === lower) &&
        !OPERATOR_WORDS.has(lower) &&
        !NUMBER_WORDS.has(lower) &&
        !names.has(lower) &&
        !coded.has(text) &&
        !PYTHON_BUILTINS.has(text) &&
        !isModule(prompt.text, lower, end) &&
        !COMPOUND.test(`${prompt.text[start - 1] ?? ' '}${prompt.text[end] ?? ' '}`),
    );
});

/** Modules whose names are everyday words, which only a list of requirements means. */
const EVERYDAY =
  /^(?:array|calendar|code|copy|email|queue|random|select|signal|site|statistics|string|this|time|token|types|numbers|operator|mock|datasets|requests|resource|test|inspect|parser|symbol|trace|platform|locale|keyword|shelve|secrets|profile|pipes|struct)$/;

/** Whether a word names a module: any that is not an everyday word, or one alone on its line. */
function isModule(text: string, word: string, end: number): boolean {
  return isKnownPackage(word) && (!EVERYDAY.test(word) || /^[^\S\n]*(?:\n|$)/.test(text.slice(end, end + 8)));
}

const HOLDS_CODE: ReadonlySet<string> = new Set(['code', 'example', 'quote', 'expression', 'math']);

/** Words of code, examples, quotations and formulas, keywords left out. */
export function namesInCode(prompt: Prompt, entryPoint: string | null): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { kind, start, end } of protectedSpans(prompt, entryPoint)) {
    if (!HOLDS_CODE.has(kind)) continue;
    const code = kind === 'code' ? withoutComments(prompt.text.slice(start, end)) : prompt.text.slice(start, end);
    for (const [word] of code.matchAll(CODE_NAME)) if (!PYTHON_KEYWORDS.has(word)) words.add(word);
  }
  return words;
}

/** Returns the code without the text after `#`, which is running text. */
function withoutComments(code: string): string {
  return code.replace(/#[^\n]*/g, '');
}
