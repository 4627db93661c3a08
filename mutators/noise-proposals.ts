import type { Citation, Mutator, NoiseSeverity } from '../src/core/mutation.ts';
import type { Rng } from '../src/core/random.ts';
import type { Edit, Prompt } from '../src/core/text.ts';
import { plainWords } from './parsers/plain-words.ts';
import type { RunningToken } from './parsers/running-text.ts';
import { propose, refuse } from './proposals.ts';

const NLPERTURBATOR: Citation = { title: 'NLPerturbator', url: 'https://arxiv.org/abs/2406.19783' };

/** A plain word and the plain word after it, separated by one blank; null if there is none. */
interface NoisePlace extends RunningToken {
  readonly next: RunningToken | null;
}

/** The edit of a slip at a place; null if the slip cannot occur there. */
export type Slip = (place: NoisePlace, rng: Rng) => Edit | null;

/** One slip for so many places, by severity. */
const PLACES_PER_SLIP: Readonly<Record<NoiseSeverity, number>> = { 1: 24, 2: 12, 3: 6 };

/** Different draws of one prompt. */
const DRAWS = 3;

/** Plain words with their next word. */
function placesOf(prompt: Prompt, entryPoint: string | null): NoisePlace[] {
  const words = plainWords(prompt, entryPoint);
  return words.map((word, index) => {
    const next = words[index + 1];
    return { ...word, next: next && next.start === word.end + 1 && prompt.text[word.end] === ' ' ? next : null };
  });
}

/**
 * Slips of these kinds at places that the draw chooses: never in protected text, names, operator or number words, and
 * never two that meet. At least one; severity 3 takes every sixth place.
 */
function noise(slips: readonly Slip[]): Required<Pick<Mutator, 'propose' | 'atSeverity'>> {
  const atSeverity = (severity: NoiseSeverity): Mutator['propose'] =>
    function* proposeNoise({ prompt, entryPoint }, rng) {
      const places = placesOf(prompt, entryPoint);
      let found = false;
      for (let draw = 0; draw < DRAWS; draw++) {
        const own = rng.fork('noise', draw);
        const count = Math.max(1, Math.round(places.length / PLACES_PER_SLIP[severity]));
        const edits: Edit[] = [];
        for (const place of own.shuffle(places)) {
          if (edits.length >= count) break;
          const edit = (slips[edits.length % slips.length] as Slip)(place, own);
          if (!edit || edits.some(({ start, end }) => edit.start <= end + 1 && start <= edit.end + 1)) continue;
          edits.push(edit);
        }
        if (edits.length === 0) continue;
        found = true;
        yield propose(edits.sort((a, b) => a.start - b.start));
      }
      if (!found) yield refuse('no-place-for-it');
    };
  return { propose: atSeverity(1), atSeverity };
}

/** The parts that differ between mutators that make slips. */
type NoiseEntry = Pick<Mutator, 'name' | 'summary' | 'example' | 'declares'> & {
  /** In turn; see `noise`. */
  readonly slips: readonly Slip[];
};

/** A mutator that types as people do; after NLPerturbator. */
export function noiseMutator({ slips, ...words }: NoiseEntry): Mutator {
  return { ...words, family: 'noise', touches: ['prose'], preserves: 'noise', source: NLPERTURBATOR, ...noise(slips) };
}
