import { expect } from 'vitest';
import { guards } from '../../mutators/guards/index.ts';
import { protectedSpans } from '../../mutators/parsers/protected-spans.ts';
import type { Mutator, Variant } from '../../src/core/mutation.ts';
import type { Task } from '../../src/core/task.ts';
import { applyEdits } from '../../src/core/text.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { isValidPython } from '../../src/python-source/syntax/parse-python.ts';
import { findFunction } from '../../src/python-source/syntax/python-names.ts';
import { invertEdits } from '../fakes/invert-edits.ts';

export const SEED = 7;

/** The variants that a mutator makes of a task, the original left out. */
export function variantsBy(mutator: Mutator, task: Task, seed = SEED): Variant[] {
  return mutatePrompts(task, { mutators: [mutator], guards, seed, perMutator: 3 }).variants.slice(1);
}

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** `text` with every renamed word turned back. */
function undone(text: string, { mutation }: Variant): string {
  const oldByNew = new Map(Object.entries(mutation?.renames ?? {}).map(([old, fresh]) => [fresh, old]));
  return text.replace(/[\p{L}\p{N}_]+/gu, (word) => oldByNew.get(word) ?? word);
}

/**
 * P1-P3, P5-P9, P11 and P12 of one variant, checked without the guards: on the two texts alone. P4 and P13 are checked
 * for many prompts at once.
 */
export function checkVariant(mutator: Mutator, task: Task, variant: Variant): void {
  const before = task.prompt.text;
  const after = variant.prompt;
  const edits = variant.mutation?.edits ?? [];
  const declares = (declaration: string) => mutator.declares?.some((known) => known === declaration) ?? false;
  const restored = undone(after, variant);
  const named = Object.keys(variant.mutation?.renames ?? {}).length > 0;

  // P7: a mutant is another text.
  expect(after).not.toBe(before);
  // P9: the edit log leads there and back.
  expect(applyEdits(before, edits)).toBe(after);
  expect(applyEdits(after, invertEdits(before, edits))).toBe(before);
  // A frame leaves the prompt in one piece; its own tests hold the rest.
  if (declares('frames')) {
    expect(after).toContain(before);
    return;
  }
  // What a declaration frees, where an edit lies; the guards' own tests hold that edits stay within declared pairs.
  // Identifiers and digits are free nowhere: "e.g." has the form of one.
  const mayReword = (kind: string, text: string) =>
    (declares('operator-synonyms') && /^(?:operator|number-word)$/.test(kind)) ||
    (declares('number-words') && (kind === 'number' || kind === 'number-word')) ||
    (declares('short-forms') && /^(?:e\.g|i\.e|etc|vs|[egi])\.?$/i.test(text));
  // P1: the protected texts are found again, one behind the other.
  let at = 0;
  for (const { start, end, kind } of protectedSpans(task.prompt, task.entryPoint)) {
    const text = before.slice(start, end);
    if (mayReword(kind, text) && edits.some((edit) => edit.start < end && start < edit.end)) continue;
    const loose = kind === 'operator' || kind === 'number-word' || kind === 'name';
    if (kind === 'code' && declares('layout-white-space')) continue;
    if (declares('comment-lines') && kind === 'example') continue;
    if (kind === 'operator' && declares('quantifiers') && /^(?:each|every|all)$/i.test(text)) continue;
    const found = (loose ? restored.toLowerCase() : restored).indexOf(loose ? text.toLowerCase() : text, at);
    expect(found, `${kind} "${text}"`).toBeGreaterThanOrEqual(at);
    at = found + text.length;
  }
  // P2: the digits, quotes, brackets and signs are the same.
  const inDigits = (text: string) =>
    declares('number-words')
      ? text.replace(/\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi, (word) =>
          String(NUMBERS.indexOf(word.toLowerCase()) + 2),
        )
      : text;
  const signs = (text: string) => {
    const plain = inDigits(declares('emphasis') ? text.replace(/\*\*(?=\p{L})|(?<=\p{L})\*\*/gu, '') : text);
    const found = plain.match(/\d+|[^\w\s.,;:?!'’\p{L}\p{M}-]/gu) ?? [];
    return found.join(' ');
  };
  if (!named && !declares('comment-lines')) expect(signs(after)).toBe(signs(before));
  // A docstring that goes on in comments is the same text without their signs and without the quotes.
  const uncommented = (text: string) => text.replace(/^[^\S\n]*#[# ]*/gm, '').replace(/"""|'''|\s+/g, '');
  if (declares('comment-lines')) expect(uncommented(after)).toBe(uncommented(before));
  // P3: so are the words that decide what is asked for.
  const operators = (text: string) => {
    const words =
      text
        .toLowerCase()
        .replace(declares('quantifiers') ? /\b(?:each|every|all)\b/g : /(?!)/, 'all')
        .match(
          /\b(?:not|never|no|only|except|unless|otherwise|least|most|first|last|even|odd|and|or|if|before|after|ascending|descending|distinct|unique|strictly)\b/g,
        ) ?? [];
    return words.join(' ');
  };
  if (!declares('operator-synonyms')) expect(operators(restored)).toBe(operators(before));
  // P5: the signature is the same, byte by byte.
  const signature = (text: string, name: string) => {
    const found = findFunction(text, name);
    return found ? text.slice(found.signature.start, found.signature.end) : null;
  };
  if (task.entryPoint !== null && task.prompt.regions.some(({ kind }) => kind === 'signature')) {
    const newName = variant.mutation?.renames[task.entryPoint] ?? task.entryPoint;
    const was = isValidPython(before) ? signature(before, task.entryPoint) : null;
    const now = signature(after, newName);
    if (was !== null) expect(now === null ? null : undone(now, variant)).toBe(was);
    // In a free text no parser of Python finds the signature for sure: its region stands for it.
    for (const { kind, start, end } of task.prompt.regions) {
      if (was === null && kind === 'signature') expect(restored).toContain(before.slice(start, end));
    }
  }
  // P6: doctests are the same.
  const bare = (line: string) => (declares('comment-lines') ? line.replace(/^([^\S\n]*)# /, '$1') : line);
  const doctests = (text: string) =>
    text
      .split('\n')
      .map(bare)
      .filter((line) => line.trimStart().startsWith('>>>'));
  expect(doctests(restored)).toEqual(doctests(before));
  // P8: nothing leaks, and the white space stays.
  expect(after).not.toMatch(/[\uE000-\uF8FF]/);
  if (!declares('layout-white-space')) expect(after.replace(/[^\n\r\t]/g, '')).toBe(before.replace(/[^\n\r\t]/g, ''));
  // P11: parameters are first named in the same order.
  const parameters = task.entryPoint === null ? [] : (findFunction(before, task.entryPoint)?.parameters ?? []);
  const order = (text: string) => [
    ...new Set((text.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => parameters.some(({ name }) => name === word))),
  ];
  expect(order(restored)).toEqual(order(before));
  // P12
  expect(after.length / before.length).toBeGreaterThanOrEqual(0.7);
  expect(after.length / before.length).toBeLessThanOrEqual(1.5);
}
