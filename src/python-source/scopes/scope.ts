import type { PythonNode } from '../syntax/python-tree.ts';

/** A Python name space: where a name that is bound here is looked up. */
export interface Scope {
  readonly kind: 'module' | 'function' | 'lambda' | 'class' | 'comprehension';
  readonly node: PythonNode;
  readonly parent: Scope | null;
  /** Names bound here, with how: `parameter`, `definition`, `import` or `variable` (the first binding counts). */
  readonly bound: ReadonlyMap<string, BindingKind>;
  readonly globals: ReadonlySet<string>;
  readonly nonlocals: ReadonlySet<string>;
}

export type BindingKind = 'parameter' | 'definition' | 'import' | 'variable';

/** The name of a keyword argument, with its call. */
export interface KeywordOccurrence {
  readonly node: PythonNode;
  readonly name: string;
  readonly call: PythonNode;
}

/** A scope while its names are being found. */
export interface MutableScope extends Scope {
  readonly parent: MutableScope | null;
  readonly bound: Map<string, BindingKind>;
  readonly globals: Set<string>;
  readonly nonlocals: Set<string>;
}
