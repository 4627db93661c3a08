import { z } from 'zod';
import { loadLexicon } from './lexicon.ts';

const lexicon = loadLexicon(
  'verb-forms',
  z.object({
    verbs: z.array(z.string()),
    doubling: z.array(z.string()),
    participles: z.record(z.string(), z.string()),
    nounLike: z.array(z.string()),
  }),
);
const DOUBLING: ReadonlySet<string> = new Set(lexicon.doubling);
const PARTICIPLES: ReadonlyMap<string, string> = new Map(Object.entries(lexicon.participles));
const NOUN_LIKE: ReadonlySet<string> = new Set(lexicon.nounLike);

/** "returns", of the base form "return". */
export function thirdPerson(base: string): string {
  if (base === 'have') return 'has';
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

/** "returning". */
export function gerund(base: string): string {
  if (base.endsWith('ie')) return `${base.slice(0, -2)}ying`;
  return `${/[^eoy]e$/.test(base) ? base.slice(0, -1) : stem(base)}ing`;
}

/** "returned", "written". */
export function pastParticiple(base: string): string {
  const irregular = PARTICIPLES.get(base);
  if (irregular !== undefined) return irregular;
  if (base.endsWith('e')) return `${base}d`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${stem(base)}ed`;
}

function stem(base: string): string {
  return DOUBLING.has(base) ? base + base.slice(-1) : base;
}

export type VerbForm = 'base' | 'third' | 'gerund' | 'participle';

const basesOf: Readonly<Record<VerbForm, ReadonlyMap<string, string>>> = {
  base: new Map(lexicon.verbs.map((base) => [base, base])),
  third: new Map(lexicon.verbs.map((base) => [thirdPerson(base), base])),
  gerund: new Map(lexicon.verbs.map((base) => [gerund(base), base])),
  participle: new Map(lexicon.verbs.map((base) => [pastParticiple(base), base])),
};

/** The base form of a word that can be this form of a known verb, else null; letter case is ignored. */
export function baseOf(word: string, form: VerbForm): string | null {
  return basesOf[form].get(word.toLowerCase()) ?? null;
}

/** Whether the base or -s form of a verb is also a common noun or adjective ("count", "values"). */
export function isNounLike(base: string): boolean {
  return NOUN_LIKE.has(base);
}
