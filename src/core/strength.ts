import type { MutatorFamily, RuleFamily } from './mutation.ts';

export const STRENGTHS = ['light', 'medium', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

export const MOST_COMPONENTS = 9;

export interface CompositionSettings {
  readonly strength?: Strength | undefined;
  /** Mutators of one variant, at most; 1 to 9. */
  readonly compose?: number | undefined;
}

export interface Composition {
  readonly strength: Strength;
  readonly compose: number;
  /** Whether a component changes every place it can, instead of one proposal. */
  readonly everywhere: boolean;
  /** Mutators that apply among which a component is the one that changes most. */
  readonly choices: number;
}

const STRENGTH: Readonly<Record<Strength, Pick<Composition, 'compose' | 'everywhere' | 'choices'>>> = {
  light: { compose: 1, everywhere: false, choices: 1 },
  medium: { compose: 5, everywhere: true, choices: 4 },
  strong: { compose: 9, everywhere: true, choices: 8 },
};

/** The settings with defaults: `strength` decides the number of components, `compose` wins over it. */
export function compositionOf({ strength = 'medium', compose }: CompositionSettings): Composition {
  return { strength, ...STRENGTH[strength], ...(compose === undefined ? {} : { compose }) };
}

/** Whether every variant is one mutator's own, as it is without compositions. */
export const isAlone = ({ strength, compose }: Composition): boolean => strength === 'light' && compose === 1;

/** The role of a component of a composition: sentences first, words in them next, then names and layout. */
export type Role = 'sentence' | 'word' | 'surface';

const ROLES: Readonly<Record<Role, readonly RuleFamily[]>> = {
  sentence: ['grammatical'],
  word: ['lexical', 'tensor', 'noise'],
  surface: ['naming', 'layout'],
};

/** The roles of three to nine components, in the order in which they are applied: of sentences and of words in turn. */
export function rolesOf(components: number): readonly Role[] {
  const words = Math.max(1, Math.ceil((components - 1) / 2));
  const sentences = Math.max(1, components - 1 - words);
  return [...Array<Role>(sentences).fill('sentence'), ...Array<Role>(words).fill('word'), 'surface'];
}

export function familiesOf(role: Role): readonly MutatorFamily[] {
  return ROLES[role];
}
