import { PLACEHOLDER } from '../../mutators/parsers/prose-sentences.ts';
import { applyEdits, invertEdits } from '../../src/core/edit.ts';
import type { Guard, Mutator } from '../../src/core/mutation.ts';
import type { Rng } from '../../src/core/random.ts';
import { mutatePrompts } from '../../src/pipeline/2-mutate/mutate-prompts.ts';
import { parsePrompt } from '../../src/python-source/prompts/parse-prompt.ts';

/** A prompt to be mutilated. */
export interface FuzzSource {
  readonly text: string;
  readonly entryPoint: string | null;
}

const SIGNS =
  '`|``|```|"|\'|"""|\'\'\'|$|\\|\\(|(|)|[|]|{|}|:|::|>>>|...|->|==|\n|\n\n|\r\n|\t|\u00a0|\u2028|\ud800|\udc00|🙂|é|e\u0301|ß|İ|ﬁ|漢|\u200d|\u202e|\0|#|# |- |1. |def |class |not |if |and |Input|Output|\ue000'.split(
    '|',
  );

function randomText(rng: Rng): string {
  const length = rng.below(200);
  return Array.from({ length }, () =>
    rng.next() < 0.3
      ? rng.pick(SIGNS)
      : String.fromCodePoint(rng.next() < 0.7 ? 32 + rng.below(95) : rng.below(0x11_0000)),
  ).join('');
}

/** One wound: a piece cut out, doubled, moved, upper-cased or reversed, a sign thrown in, or another prompt spliced in. */
function mutilate(text: string, sources: readonly FuzzSource[], rng: Rng): string {
  const at = rng.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + rng.below(rng.next() < 0.7 ? 8 : 200));
  const piece = text.slice(at, end);
  switch (rng.below(7)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, at) + piece.repeat(1 + rng.below(4)) + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(end) + piece;
    case 3:
      return text.slice(0, at) + piece.toUpperCase() + text.slice(end);
    case 4:
      return text.slice(0, at) + [...piece].reverse().join('') + text.slice(end);
    case 5: {
      const other = rng.pick(sources).text;
      return text.slice(0, at) + other.slice(rng.below(other.length + 1));
    }
    default:
      return text.slice(0, at) + rng.pick(SIGNS) + text.slice(at);
  }
}

/** A real prompt with one to twelve wounds, or now and then a random text; entry points are kept, dropped or wrong. */
export function fuzzPrompt(sources: readonly FuzzSource[], rng: Rng): FuzzSource {
  if (rng.next() < 0.1) return { text: randomText(rng), entryPoint: rng.pick([null, 'f', '']) };
  const source = rng.pick(sources);
  let { text } = source;
  for (let wounds = 1 + rng.below(12); wounds > 0; wounds--) text = mutilate(text, sources, rng);
  const entryPoint = rng.pick([source.entryPoint, source.entryPoint, null, 'the']);
  return { text: text.slice(0, 20_000), entryPoint };
}

export interface FuzzOutcome {
  readonly prompts: number;
  readonly variants: number;
  readonly slowestMs: number;
  /** Processor time of all. */
  readonly cpuMs: number;
  readonly faults: readonly { readonly what: string; readonly text: string }[];
}

const PRIVATE_USE = /[\uE000-\uF8FF]/g;
const count = (text: string, part: string) => text.toLowerCase().split(part).length - 1;

/** A prompt with its number, which seeds what mutators draw; counted from 0 where none is given. */
export interface NumberedPrompt extends FuzzSource {
  readonly index?: number;
}

/** Runs every prompt through all mutators and guards; a crash, a leak, a broken log or a slow prompt is a fault. */
export function fuzzPrompts(
  prompts: Iterable<NumberedPrompt>,
  {
    mutators,
    guards,
    slowMs,
  }: { readonly mutators: readonly Mutator[]; readonly guards: readonly Guard[]; readonly slowMs: number },
): FuzzOutcome {
  const faults: { what: string; text: string }[] = [];
  let variants = 0;
  let slowestMs = 0;
  let cpuMs = 0;
  let done = 0;
  for (const { text, entryPoint, index = done } of prompts) {
    const start = process.cpuUsage();
    try {
      const prompt = parsePrompt(text, entryPoint);
      const task = { id: `${index}`, prompt, entryPoint, completesPrompt: false, labels: {}, reservedNames: [] };
      for (const { prompt: after, mutation } of mutatePrompts(task, { mutators, guards, seed: index, perMutator: 1 })
        .variants) {
        if (!mutation) continue;
        variants += 1;
        const { mutator, edits } = mutation;
        if (count(after, PLACEHOLDER) > count(text, PLACEHOLDER))
          faults.push({ what: `${mutator} leaks a placeholder`, text });
        if ((after.match(PRIVATE_USE)?.length ?? 0) > (text.match(PRIVATE_USE)?.length ?? 0))
          faults.push({ what: `${mutator} leaks a private sign`, text });
        if (applyEdits(after, invertEdits(text, edits)) !== text)
          faults.push({ what: `${mutator} cannot be undone`, text });
      }
    } catch (error) {
      faults.push({ what: error instanceof Error ? error.message : String(error), text });
    }
    done += 1;
    const ms = process.cpuUsage(start).user / 1000;
    cpuMs += ms;
    slowestMs = Math.max(slowestMs, ms);
    if (ms > slowMs) faults.push({ what: `took ${ms.toFixed(0)} ms`, text });
  }
  return { prompts: done, variants, slowestMs, cpuMs, faults };
}
