import { oncePer } from '../../src/core/once-per.ts';
import { overlapsInOrder, type Prompt, type Span } from '../../src/core/text.ts';
import { promptFunctions } from './prompt-names.ts';
import { proseBlocks } from './prose-blocks.ts';
import { tokenizeProse } from './prose-tokens.ts';
import { type ProtectedSpan, protectedSpans } from './protected-spans.ts';

/** A piece of a block of running text, white space left out. */
export interface RunningToken extends Span {
  /** `word`: also short forms such as "e.g."; `number`, `name`: a whole protected span; `label`: a field's head. */
  readonly kind: 'word' | 'sign' | 'number' | 'name' | 'label';
  readonly text: string;
  readonly lower: string;
  /** Whether no protected span holds it, operator and number words aside. */
  readonly free: boolean;
  /** Whether a sentence, a list item or a field begins with it. */
  readonly opens: boolean;
}

/** The tokens of every block of a prompt's prose, in order. Linear. */
export const runningText = oncePer((prompt: Prompt, entryPoint: string | null) => {
  const hardIn = overlapsInOrder(hardSpans(prompt, entryPoint));
  return proseBlocks(prompt, entryPoint).map((block): readonly RunningToken[] =>
    readBlock(prompt.text, block, hardIn(block)),
  );
});

/** Words that the prompt uses as names: of its functions and parameters, in backticks, in quotes; lower case. */
export function namesInUse(prompt: Prompt, entryPoint: string | null): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, start, end } of hardSpans(prompt, entryPoint)) {
    if (kind === 'code' || kind === 'example' || kind === 'number' || end - start > LONGEST_NAME) continue;
    const word = /^\W*(\w+)\W*$/.exec(prompt.text.slice(start, end))?.[1];
    if (word === undefined || (kind === 'identifier' && SHORT_FORM.test(word))) continue;
    names.add(word.toLowerCase());
  }
  for (const { name, parameters } of promptFunctions(prompt)) {
    names.add(name.toLowerCase());
    for (const parameter of parameters) names.add(parameter.name.toLowerCase());
  }
  return names;
}

const LONGEST_NAME = 40;

/** Such as "int", "2D" or "L2": bare, it is as likely a word as a name, and the signature tells its own names. */
const SHORT_FORM = /^(?:[a-z]{2,5}|\dd|l[12])$/i;

function hardSpans(prompt: Prompt, entryPoint: string | null): ProtectedSpan[] {
  return protectedSpans(prompt, entryPoint).filter(({ kind }) => kind !== 'operator' && kind !== 'number-word');
}

/** Short forms with full stops in or after them, which would fall apart into signs and one-letter names. */
const DOTTED = /(?:e\.g\.|i\.e\.|w\.r\.t\.|(?:etc|vs|approx|resp)\.)/iy;

function readBlock(text: string, block: Span, hard: readonly ProtectedSpan[]): RunningToken[] {
  const tokens: RunningToken[] = [];
  let hole = 0;
  let at = block.start;
  const add = (kind: RunningToken['kind'], end: number, start: number, free: boolean) => {
    const piece = text.slice(start, end);
    const before = tokens.at(-1);
    const opens = before === undefined || before.kind === 'label' || /^[.?!:]$/.test(before.text);
    tokens.push({ kind, start, end, text: piece, lower: piece.toLowerCase().replace(/’/g, "'"), free, opens });
    at = end;
  };
  for (const token of tokenizeProse(text, block)) {
    if (token.start < at || token.kind === 'space') continue;
    while (hole < hard.length && (hard[hole] as ProtectedSpan).end <= token.start) hole += 1;
    const inside = hard[hole];
    const dotted = token.kind === 'word' ? dottedEnd(text, token.start) : null;
    if (dotted !== null && dotted <= block.end && !(inside && inside.start < token.start)) {
      add('word', dotted, token.start, !(inside && inside.start < dotted));
    } else if (inside && inside.start <= token.start) {
      const kind = inside.kind === 'number' || inside.kind === 'label' ? inside.kind : 'name';
      add(kind, Math.min(inside.end, block.end), token.start, false);
    } else {
      add(token.kind === 'word' ? 'word' : 'sign', token.end, token.start, true);
    }
  }
  return tokens;
}

/** Where a short form that starts at `at` ends; a full stop that also closes the sentence is none of its own. */
function dottedEnd(text: string, at: number): number | null {
  DOTTED.lastIndex = at;
  const match = DOTTED.exec(text);
  if (!match || /[\p{L}\p{N}_]/u.test(text[at - 1] ?? ' ') || /[\p{L}\p{N}_]/u.test(text[DOTTED.lastIndex] ?? ' '))
    return null;
  const end = at + match[0].length;
  const closes =
    /^(?:etc|approx|resp)/i.test(match[0]) &&
    /^(?:["'”)]*\s+\p{Lu}|\s*$|[^\S\n]*\n\s*\n)/u.test(text.slice(end, end + 60));
  return closes ? null : end;
}
