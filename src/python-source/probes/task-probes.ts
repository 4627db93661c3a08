import type { TestBody } from '../../core/program.ts';
import type { Rng } from '../../core/random.ts';
import { distinctTexts, makeProbes } from './make-probes.ts';
import { callsInProse, callsOfTests } from './seed-calls.ts';

/** Characters of one input; longer seeds are left alone. */
const INPUT_CHARACTERS = 2000;
const STEPS = 3;
const TOKEN = /\S+/g;

/** Tokens that may change: not those that count later input (lines, tokens of the next line, its length). */
function freeTokens(input: string) {
  const lines = input.split('\n');
  const free: { start: number; text: string }[] = [];
  let start = 0;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1] ?? '';
    const rest = lines.slice(at + 1).filter((each) => each.trim() !== '').length;
    const counts = new Set([rest, rest / 2, next.split(/\s+/).filter(Boolean).length, next.trim().length].map(String));
    const tokens = [...line.matchAll(TOKEN)];
    const isShape = tokens.length <= 3 && rest > 0 && tokens.some(([text]) => counts.has(text));
    if (!isShape) for (const match of tokens) free.push({ start: start + match.index, text: match[0] });
    start += line.length + 1;
  }
  return free;
}

/** Another token of the same kind: an integer of like size and sign, a decimal, a word of the same length and letters. */
function mutateToken(text: string, all: readonly string[], rng: Rng): string {
  if (/^-?\d{1,15}$/.test(text)) {
    const value = Number(text);
    const numbers = all.filter((each) => /^-?\d{1,15}$/.test(each)).map(Number);
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    const moved = rng.pick([value + 1, value - 1, value + rng.below(11) - 5, rng.pick(numbers), Math.trunc(value / 2)]);
    return `${Math.min(high, Math.max(low, moved))}`;
  }
  if (/^-?\d+\.\d+$/.test(text)) {
    const digits = text.length - text.indexOf('.') - 1;
    const moved = Number(text) + rng.pick([0.5, -0.5, 1, -1, 0.1]);
    return (text.startsWith('-') ? moved : Math.abs(moved)).toFixed(digits);
  }
  const words = all.filter((each) => /[^\d.-]/.test(each));
  const letters = [...rng.pick(words.length > 0 ? words : [text])];
  const characters = [...text];
  const at = rng.below(characters.length);
  return characters.with(at, rng.pick(letters)).join('');
}

/**
 * Up to `count` new inputs of a script: seeds in which numbers and words changed in place, so that lines, and tokens
 * of a line, stay as many as a count before them says. Distinct, none of them a seed; numbers stay within those seen.
 */
export function makeInputs(seeds: readonly string[], count: number, rng: Rng): readonly string[] {
  const usable = [...new Set(seeds)].filter((seed) => seed.length <= INPUT_CHARACTERS && freeTokens(seed).length > 0);
  if (usable.length === 0) return [];
  const make = () => {
    let input = rng.pick(usable);
    const steps = 1 + rng.below(STEPS);
    for (let step = 0; step < steps; step++) {
      const tokens = freeTokens(input);
      if (tokens.length === 0) break;
      const { start, text } = rng.pick(tokens);
      const all = tokens.map((token) => token.text);
      input = input.slice(0, start) + mutateToken(text, all, rng) + input.slice(start + text.length);
    }
    return input;
  };
  return distinctTexts(make, count, new Set(seeds));
}

/** The function under test (null for a script), the text that shows examples, and tests. */
type ProbeSource = { readonly entryPoint: string | null; readonly prompt: string; readonly tests: readonly TestBody[] };

/**
 * Up to `count` inputs of the function (calls, as Python writes them) or script (texts of stdin), near those of tests
 * and of the prompt's examples.
 */
export function taskProbes({ entryPoint, prompt, tests }: ProbeSource, count: number, rng: Rng): readonly string[] {
  if (count <= 0) return [];
  if (entryPoint === null) {
    const seeds = tests.flatMap((body) => (body.kind === 'stdio' ? [body.stdin] : []));
    return makeInputs(seeds, count, rng);
  }
  return makeProbes([...callsInProse(prompt, entryPoint), ...callsOfTests(tests, entryPoint)], entryPoint, count, rng);
}

/** A probe as a test without an expectation: the program's return value or output is recorded. */
export const probeBody = (input: string, entryPoint: string | null): TestBody =>
  entryPoint === null ? { kind: 'stdio', stdin: input, expectedStdout: '' } : { kind: 'assertion', code: input };
