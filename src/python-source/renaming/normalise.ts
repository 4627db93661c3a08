import { groupBy } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import type { TestBody } from '../../core/program.ts';
import { applyEdits } from '../../core/text.ts';
import { analyseScopes, type Occurrence, type Scope, seesOwnNames } from '../scopes/scopes.ts';
import { holdsProse, isValidPython } from '../syntax/parse-python.ts';
import { docstringOf, plainText } from '../syntax/python-names.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';
import { PROGRAM_CHARACTERS } from '../syntax/reading-limits.ts';

/** Differences that normalisation ignores; each drops or rewrites nodes while the tokens are written. */
interface Canon {
  /** New names by the start of the identifier. */
  readonly names: ReadonlyMap<number, string>;
  readonly dropMessages: boolean;
  /** `__doc__` occurs, so that docstrings count. */
  readonly keepDocstrings: boolean;
}

function canonicalText(node: PythonNode, canon: Canon): string {
  const tokens: string[] = [];
  write(node, canon, tokens);
  return tokens.join(' ');
}

function write(node: PythonNode, canon: Canon, tokens: string[]): void {
  const { type, children } = node;
  if (type === 'string') tokens.push(canonicalString(node, canon));
  else if (type === 'identifier') tokens.push(canon.names.get(node.start) ?? node.text);
  else if (type === 'module' || type === 'block') {
    // Brackets that no program holds show where blocks and statements end.
    tokens.push('⟦');
    const docstring = docstringOf(node)?.parent;
    for (const statement of node.namedChildren) {
      if (statement === docstring ? !canon.keepDocstrings : plainText(statement)) continue;
      write(statement, canon, tokens);
      tokens.push('⏎');
    }
    tokens.push('⟧');
  } else if (type === 'format_specifier') {
    // Mixed text and expressions, as after the colon in `{x:>{width}}`.
    let at = node.start;
    for (const child of children) {
      tokens.push(JSON.stringify(node.source.slice(at, child.start)));
      write(child, canon, tokens);
      at = child.end;
    }
    tokens.push(JSON.stringify(node.source.slice(at, node.end)));
  } else if (type === 'assert_statement' && canon.dropMessages) {
    tokens.push('assert');
    for (const child of node.namedChildren.slice(0, 1)) write(child, canon, tokens);
  } else if (children.length > 0) for (const child of withoutTrailingComma(node)) write(child, canon, tokens);
  else if (type !== 'comment' && type !== 'line_continuation' && !/^\s*;?$/.test(node.text)) tokens.push(node.text);
}

/** `f(1,)` calls as `f(1)` does, and `[1,]` is `[1]`; only a tuple lives by its comma. */
function withoutTrailingComma(node: PythonNode): readonly PythonNode[] {
  if (!/^(?:argument_list|list|dictionary|set|parameters)$/.test(node.type)) return node.children;
  const real = node.children.filter((child) => child.type !== 'comment');
  return real.at(-2)?.type === ',' ? [...real.slice(0, -2), real.at(-1) as PythonNode] : real;
}

/** Ways for a program to read its own lines, constants and names, also through an error. */
const READS_ITSELF =
  /__code__|\bco_\w+|_getframe|\b[ft]b?_lineno|\binspect\b|\btraceback\b|\bNameError\b|\bUnboundLocalError\b|\bgetattr\b/;

function normalise(code: string, { isTest }: { readonly isTest: boolean }): string {
  if (code.length > PROGRAM_CHARACTERS || (!isTest && READS_ITSELF.test(code)) || !isValidPython(code)) return code;
  const tree = parsePython(code);
  return canonicalText(tree.root, {
    names: renamedLocals(tree, { moduleToo: isTest }),
    dropMessages: isTest,
    keepDocstrings: /__doc__|getdoc|doctest/.test(code),
  });
}

/** Files of repositories are longer than programs of models. */
const FILE_CHARACTERS = 2_000_000;

/**
 * Text of a file without its comments and layout: two files with the same one are the same program, whatever it reads of
 * itself but its lines. Not Python, or too long to be read: the text itself.
 */
export function normaliseLayout(code: string): string {
  if (code.length > FILE_CHARACTERS) return code;
  const { root, hasError } = parsePython(code);
  return hasError ? code : canonicalText(root, { names: new Map(), dropMessages: false, keepDocstrings: true });
}

/**
 * Canonical text of a program: two programs with the same one behave equally, unless they read their own text in a way
 * that is not looked for (docs/sandbox.md). Comments, docstrings, layout, quotes and the names of
 * local variables don't count; names of the module, of classes, attributes and parameters of its functions do. Not Python,
 * or a program that can read its own text: the text itself. The canonical text is for comparing; it is not Python.
 */
export const normaliseProgram = (code: string): string => normalise(code, { isTest: false });

/** Canonical text of a test; the messages of its asserts don't count either, nor, in a plain assertion, its variables' names. */
export function normaliseTest(body: TestBody): string {
  switch (body.kind) {
    case 'assertion':
      return normalise(body.code, { isTest: true });
    case 'method':
      return `${body.method} ⟦ ${normalise(methodModule(body.module, body.method), { isTest: true })} ⟧`;
    case 'stdio':
      return JSON.stringify([body.stdin, body.expectedStdout]);
  }
}

/** The module without the other test methods of the class, which have no part in this test. */
function methodModule(module: string, method: string): string {
  if (module.length > PROGRAM_CHARACTERS || holdsProse(module)) return module;
  const [className, name] = method.split('.');
  const { root, hasError } = parsePython(module);
  if (hasError) return module;
  const owners = root.children.filter(
    (node) => node.undecorated.type === 'class_definition' && node.name === className,
  );
  const isOther = ({ name: own, undecorated: { type } }: PythonNode) =>
    type === 'function_definition' && own.startsWith('test') && own !== name;
  const others = owners.flatMap((owner) => owner.undecorated.childrenIn('body')).filter(isOther);
  const edits = others.map((node) => node.replacedBy(''));
  return applyEdits(module, edits);
}

/** Escapes with one plain meaning; all others stay as they are written, their backslash included. */
const SIMPLE: Readonly<Record<string, string>> = { "\\'": "'", '\\"': '"', '\\n': '\n', '\\t': '\t', '\\\n': '' };

/** One spelling for a string literal whatever its quotes; the expressions of an f-string are written as all others. */
function canonicalString({ text, source, start, end, children }: PythonNode, canon: Canon): string {
  const [opening, marks = '', quote = ''] = /^([a-zA-Z]*)("""|'''|"|')/.exec(text) ?? [];
  // The marks for expressions must not be taken for content.
  if (opening === undefined || /[⦃⦄]/.test(text)) return text;
  const prefix = [...marks.toLowerCase().replace('u', '')].sort().join('');
  const plain = (from: number, to: number) => {
    const content = source.slice(from, to);
    return prefix.includes('r') ? content : content.replace(/\\[\s\S]/g, (sequence) => SIMPLE[sequence] ?? sequence);
  };
  let content = '';
  let at = start + opening.length;
  for (const hole of children.filter(({ type }) => type === 'interpolation')) {
    // `{x = }` shows its own text.
    const shown = hole.children.some(({ type }) => type === '=') ? hole.text : '';
    const inner = hole.children.slice(1, -1).map((part) => canonicalText(part, canon));
    content += `${plain(at, hole.start)}⦃${shown}${inner.join(' ')}⦄`;
    at = hole.end;
  }
  return `${prefix}${JSON.stringify(content + plain(at, Math.max(at, end - quote.length)))}`;
}

/**
 * Names for local variables by order of appearance, by the start of the identifier. Parameters of the module's
 * functions and of methods keep theirs, since callers may pass them by keyword; so do those of a nested function that
 * is called with keywords; and so do classes, whose names their instances show. Empty if the program can see its own
 * names.
 *
 * @param moduleToo whether the module's variables are local as well, as in a standalone test
 */
function renamedLocals(tree: PythonTree, { moduleToo }: { readonly moduleToo: boolean }): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  if (seesOwnNames(tree.root)) return names;
  const { occurrences, keywords, occurrenceAt } = analyseScopes(tree);
  const bindings = byBinding(occurrences);
  const isPrivate = oncePer((home: Scope) => isPrivateFunction(home, occurrenceAt, bindings));
  const passedByKeyword = new Set(keywords.map(({ name }) => name));
  let next = 0;
  const nameOf = oncePer((_home: Scope, _name: string) => `§${next++}`);
  const classes = byBinding(occurrences.filter(({ node }) => isClassName(node)));
  const isLocal = ({ home, name }: Occurrence): boolean => {
    if (home === null || home.kind === 'class' || classes.get(home)?.has(name)) return false;
    const kind = home.bound.get(name);
    if (home.kind === 'module') return moduleToo && kind === 'variable';
    if (kind !== 'parameter') return kind !== 'import';
    return home.kind === 'lambda' ? !passedByKeyword.has(name) : isPrivate(home) && !passedByKeyword.has(name);
  };
  for (const occurrence of occurrences) {
    if (!isLocal(occurrence) || !occurrence.home) continue;
    names.set(occurrence.node.start, nameOf(occurrence.home, occurrence.name));
  }
  return names;
}

const isClassName = ({ field, parent }: PythonNode) => field === 'name' && parent?.type === 'class_definition';

/** Whether the function is nested and only called there, so that nobody else passes keywords. */
function isPrivateFunction(
  { kind, parent, node }: Scope,
  occurrenceAt: ReadonlyMap<number, Occurrence>,
  bindings: Bindings,
): boolean {
  if (kind !== 'function' || parent === null || parent.kind === 'module' || parent.kind === 'class') return false;
  const name = node.child('name');
  const own = name ? occurrenceAt.get(name.start) : undefined;
  if (!own || node.parent?.type === 'decorated_definition') return false;
  const all = bindings.get(own.home)?.get(own.name) ?? [];
  return all.every(({ node: at }) => at === name || (at.field === 'function' && at.parent?.type === 'call'));
}

/** Occurrences by the scope that binds them and by name. */
type Bindings = ReadonlyMap<Scope | null, ReadonlyMap<string, readonly Occurrence[]>>;

function byBinding(occurrences: readonly Occurrence[]): Bindings {
  const byScope = [...groupBy(occurrences, ({ home }) => home)];
  return new Map(byScope.map(([home, own]) => [home, groupBy(own, ({ name }) => name)]));
}
