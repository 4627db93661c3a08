import { type Pick, pickName, pickParameter, scopedCode } from '../../src/python-source/renaming/rename.ts';
import type { ScopeAnalysis } from '../../src/python-source/scopes/scopes.ts';
import { docstringOf } from '../../src/python-source/syntax/python-names.ts';
import type { PythonNode } from '../../src/python-source/syntax/python-tree.ts';

/**
 * The role of a name's place in code, relative to the variable in question: `own` is the variable itself, or a keyword
 * that passes it; `attribute` also includes other callees' keywords. Undefined where the code is too broken.
 */
export type RoleAt = (
  start: number,
) => 'own' | 'other-variable' | 'attribute' | 'comment' | 'docstring' | 'string' | undefined;

/** Roles of a function's name, also in incomplete code; `own` where the module binds or frees it. */
export function functionRoles(code: string, name: string): RoleAt {
  const scoped = scopedCode(code);
  return roles(scoped, pickName(scoped, name, scoped.module));
}

/**
 * Roles of a parameter's name; `own` in the function whose name is at `functionAt`, and as a keyword in calls of it. None
 * if no function's name is there.
 */
export function parameterRoles(code: string, functionAt: number, name: string): RoleAt {
  const scoped = scopedCode(code);
  const owner = scoped.scopes.find(({ kind, node }) => kind === 'function' && node.child('name')?.start === functionAt);
  return owner ? roles(scoped, pickParameter(scoped, owner, name)) : () => undefined;
}

const roles = ({ root, occurrenceAt }: ScopeAnalysis, { nodes }: Pick): RoleAt => {
  const own = new Set(nodes.map(({ start }) => start));
  return (start) => {
    const { type, parent } = deepestAt(root, start);
    if (type === 'identifier') return own.has(start) ? 'own' : occurrenceAt.has(start) ? 'other-variable' : 'attribute';
    if (type !== 'string') return type === 'comment' ? type : undefined;
    const body = parent?.parent ?? null;
    const isDocstring = /_definition$/.test(body?.parent?.type ?? '') && docstringOf(body)?.parent === parent;
    return isDocstring ? 'docstring' : type;
  };
};

/** The identifier, comment or string at a place; a string's own text is the whole string, its expressions are apart. */
function deepestAt(root: PythonNode, at: number): PythonNode {
  let node = root;
  for (let next: PythonNode | undefined = root; next; ) {
    node = next;
    next = node.children.find(({ start, end, type }) => start <= at && at < end && !/^string_/.test(type));
  }
  return node;
}
