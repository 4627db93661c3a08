import { type ProtectedSpan, protectedSpans } from '../../../../mutators/parsers/protected-spans.ts';
import type { Edit } from '../../../core/edit.ts';
import type { Prompt } from '../../../core/prompt.ts';
import { overlaps } from '../../../core/span.ts';

/** Protected words that a damage may hit, since they are what decides the meaning. */
const OPEN: ReadonlySet<ProtectedSpan['kind']> = new Set(['operator', 'number-word', 'number']);

/** One way to change what a prompt asks for. */
export interface Damage {
  readonly kind: 'changed-bound' | 'dropped-condition' | 'swapped-role' | 'lost-negation';
  readonly edit: Edit;
}

interface Rule {
  readonly kind: Damage['kind'];
  readonly pattern: RegExp;
  /** The new text of a match; null where it would change nothing or read as a slip. */
  replace(found: string): string | null;
}

const swap = (pairs: Readonly<Record<string, string>>) => (found: string) => {
  const word = found.toLowerCase();
  const other = pairs[word] ?? Object.keys(pairs).find((key) => pairs[key] === word);
  if (other === undefined) return null;
  return /^\p{Lu}/u.test(found) ? (other[0] ?? '').toUpperCase() + other.slice(1) : other;
};
const anyOf = (pairs: Readonly<Record<string, string>>) =>
  new RegExp(`(?<![\\w-])(?:${[...Object.keys(pairs), ...Object.values(pairs)].join('|')})(?![\\w-])`, 'gi');

const BOUNDS = {
  'at least': 'more than',
  'at most': 'less than',
  'greater than or equal to': 'greater than',
  'less than or equal to': 'less than',
  'no more than': 'fewer than',
};
const ROLES = {
  ascending: 'descending',
  increasing: 'decreasing',
  largest: 'smallest',
  maximum: 'minimum',
  highest: 'lowest',
  longest: 'shortest',
  greater: 'less',
  even: 'odd',
  first: 'last',
  uppercase: 'lowercase',
  positive: 'negative',
  leftmost: 'rightmost',
};
/** A place where the opposite word stands near by contrasts the two; a swap there would read as a slip. */
const NEAR = 100;

/** No condition of "checks if ...", which would leave half a sentence. */
const CONDITION =
  /(?<!\b(?:checks?|checking|determines?|decides?|tests?|verif(?:y|ies)|sees?|is|and|or|even|but|as)),? (?:if|when|unless|except|only if|only when|as long as|provided that|such that|excluding|ignoring) [^.,;:()\n"`]{15,70}(?=[.,;])/g;

const RULES: readonly Rule[] = [
  { kind: 'changed-bound', pattern: anyOf(BOUNDS), replace: swap(BOUNDS) },
  // A number of the running text, alone between blanks, no list item and no part of an expression.
  {
    kind: 'changed-bound',
    pattern:
      /(?<=(?:than|least|most|exactly|first|last|every|to|of|by|next|only|least) )(?:[2-9]|[1-9]\d{1,2})(?= [a-z]|\. )/g,
    replace: (found) => String(Number(found) + (Number(found) % 2 === 0 ? 1 : -1)),
  },
  { kind: 'dropped-condition', pattern: CONDITION, replace: () => '' },
  {
    kind: 'dropped-condition',
    pattern:
      /(?<=\b(?:the|all|each|every|any|only|number of) )(?:distinct|unique|consecutive|even|odd|prime|non-zero|common|repeated|alphabetic) (?=[a-z]+)/g,
    replace: () => '',
  },
  { kind: 'swapped-role', pattern: anyOf(ROLES), replace: swap(ROLES) },
  {
    kind: 'lost-negation',
    pattern: /\b(?:is|are|was|does|do|should|must|can|could|will|would|has|have) ?not (?=[a-z])/g,
    replace: (found) => (/^(?:do|does)/.test(found) ? null : found.replace(/ ?not $/, ' ')),
  },
  { kind: 'lost-negation', pattern: /\bwithout (?=[a-z])/g, replace: () => 'with ' },
  { kind: 'lost-negation', pattern: /\bnon-(?=[a-z]{4})/g, replace: () => '' },
  {
    kind: 'lost-negation',
    pattern: /\b(?:isn|aren|doesn|don|shouldn|can|won)['’]t (?=[a-z])/g,
    replace: (found) =>
      found.startsWith('can') ? 'can ' : /^(?:do|won)/.test(found) ? null : found.replace(/n['’]t/, ''),
  },
];

/** Whether the word that the swap brings in stands close to it already. */
function contrasts(text: string, { start, end, replacement }: Edit): boolean {
  const around = text.slice(Math.max(0, start - NEAR), start) + text.slice(end, end + NEAR);
  return around.toLowerCase().includes(replacement.toLowerCase());
}

/** Every place of the running text where a rule can make the prompt ask for something else. */
export function damagesOf(prompt: Prompt, entryPoint: string | null): Damage[] {
  const { text, regions } = prompt;
  const closed = protectedSpans(prompt, entryPoint).filter(({ kind }) => !OPEN.has(kind));
  const prose = regions.filter(({ kind }) => kind === 'prose');
  return RULES.flatMap(({ kind, pattern, replace }) =>
    prose.flatMap((region) =>
      [...text.slice(region.start, region.end).matchAll(pattern)].flatMap((match): Damage[] => {
        const replacement = replace(match[0]);
        const start = region.start + match.index;
        if (replacement === null || replacement === match[0]) return [];
        const edit = { start, end: start + match[0].length, replacement };
        if (kind === 'swapped-role' && contrasts(text, edit)) return [];
        // A condition goes with all that it names; every other damage hits plain words.
        if (kind !== 'dropped-condition' && closed.some((span) => overlaps(span, edit))) return [];
        return [{ kind, edit }];
      }),
    ),
  );
}
