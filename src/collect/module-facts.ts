/** The names that a piece of code mentions. */
export interface Mentions {
  readonly names: readonly string[];
  /** Names after a dot, of whatever object. */
  readonly attributes: readonly string[];
}

/** A function or method of a module; plain data, so that it can be stored. */
export interface FunctionFacts extends Mentions {
  readonly name: string;
  /** `A.B` for a class in a class; null for a function of the module. */
  readonly className: string | null;
  readonly parameters: readonly string[];
  readonly decorators: readonly string[];
  /** Without its quotes; null without one. */
  readonly docstring: string | null;
  /** Statements of the body, those in blocks included, without the docstring. */
  readonly statements: number;
}

export interface ClassFacts {
  /** `A.B` for a class in a class. */
  readonly name: string;
  readonly bases: Mentions;
}

/** The names that a module defines, imports and mentions. */
export interface ModuleFacts {
  readonly path: string;
  /** Local name -> module, or module and name in it; absolute. */
  readonly imports: Readonly<Record<string, { readonly module: string; readonly name?: string }>>;
  /** Modules of `from m import *`. */
  readonly stars: readonly string[];
  readonly functions: readonly FunctionFacts[];
  readonly classes: readonly ClassFacts[];
  /** Names that the module assigns, those of classes as `A.x`, with the names that their values mention. */
  readonly values: Readonly<Record<string, Mentions>>;
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
