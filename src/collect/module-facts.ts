/** A function or method of a module, as far as the call graph needs it; plain data, so that it can be stored. */
export interface FunctionFacts {
  readonly name: string;
  /** `A.B` for a class in a class; null for a function of the module. */
  readonly className: string | null;
  /** From 1, of `def`. */
  readonly line: number;
  readonly parameters: readonly string[];
  /** Names that its loops bind. */
  readonly loopNames: readonly string[];
  /** Texts without `@`. */
  readonly decorators: readonly string[];
  /** Without its quotes; null without one. */
  readonly docstring: string | null;
  /** Statements of the body, those in blocks included, without the docstring. */
  readonly statements: number;
  /** Chains of names that it mentions: `np.mean`, `self.f`, `Model().fit` (`()` is a call), decorators included. */
  readonly mentions: readonly string[];
  /** What is assigned to names and to attributes of `self`: chain of the value. */
  readonly assigned: Readonly<Record<string, string>>;
  /** Chains of what it returns or yields, and its return annotation as a call of it. */
  readonly returns: readonly string[];
}

export interface ClassFacts {
  /** `A.B` for a class in a class. */
  readonly name: string;
  /** Chains. */
  readonly bases: readonly string[];
}

/** What a module defines, imports and mentions. */
export interface ModuleFacts {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Local name -> module, or module and name in it; absolute. */
  readonly imports: Readonly<Record<string, { readonly module: string; readonly name?: string }>>;
  /** Modules of `from m import *`. */
  readonly stars: readonly string[];
  readonly functions: readonly FunctionFacts[];
  readonly classes: readonly ClassFacts[];
  /** Names that the module assigns: chains that the value mentions, the value's own first. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** The dotted name of a file's module, by its path below the folder on `sys.path`; a folder `src` is not part of it. */
export function moduleOf(path: string): string {
  return path
    .replace(/^src\//, '')
    .replace(/\.py$/, '')
    .replace(/(?:^|\/)__init__$/, '')
    .replaceAll('/', '.');
}

/** `A.f`, or `f`. */
export const ownedName = ({ name, className }: Pick<FunctionFacts, 'name' | 'className'>): string =>
  className === null ? name : `${className}.${name}`;
