import { importedNames, importsIn, wildcardModule } from '../python-source/scopes/import-bindings.ts';
import { analyseScopes, occurrencesIn, type ScopeAnalysis } from '../python-source/scopes/scopes.ts';
import { docstringOf, docstringText, flattenConditionals, parametersOf } from '../python-source/syntax/python-names.ts';
import { type PythonNode, parsePython } from '../python-source/syntax/python-tree.ts';

/** The names that a piece of code takes from its module, and those after a dot, of whatever object. */
export interface Mentions {
  readonly names: readonly string[];
  readonly attributes: readonly string[];
}

export interface ModuleFacts {
  readonly path: string;
  /** Local name -> module, or module and name in it; absolute. */
  readonly imports: ReadonlyMap<string, { readonly module: string; readonly name?: string }>;
  /** Modules of `from m import *`. */
  readonly stars: readonly string[];
  /** By their names (`f`, `A`, `A.f`); of several definitions in one place the last, as Python would have it. */
  readonly definitions: ReadonlyMap<string, Definition>;
}

/** Something that a module names: a function, a class with the mentions of its bases, or an assigned value. */
export interface Definition {
  readonly kind: 'function' | 'class' | 'value';
  readonly module: ModuleFacts;
  readonly name: string;
  /** `A.B` for a class in a class; null for a function of the module. */
  readonly className: string | null;
  readonly mentions: Mentions;
  readonly parameters: readonly string[];
  readonly decorators: readonly string[];
  /** Without its quotes; null without one. */
  readonly docstring: string | null;
  /** Those in blocks included, without the docstring. */
  readonly statements: number;
}

/** `A.f`, or `f`. */
export const ownedName = ({ name, className }: Pick<Definition, 'name' | 'className'>): string =>
  className === null ? name : `${className}.${name}`;

/** The absolute module of `from ..a import b` in a file. */
function absoluteModule(written: string, path: string): string {
  const dots = /^\.*/.exec(written)?.[0].length ?? 0;
  if (dots === 0) return written;
  const folders = path
    .replace(/^src\//, '')
    .split('/')
    .slice(0, -dots);
  return [...folders, ...written.slice(dots).split('.')].filter((part) => part !== '').join('.');
}

/** Imports anywhere in a file: those of a function are taken for the module's. */
function readImports(root: PythonNode, path: string): Pick<ModuleFacts, 'imports' | 'stars'> {
  const imports = new Map<string, { module: string; name?: string }>();
  const stars: string[] = [];
  const squeezed = (text: string) => text.replace(/\s+/g, '');
  for (const node of importsIn(root)) {
    const star = wildcardModule(node);
    if (star !== null) stars.push(absoluteModule(star, path));
    const from = node.child('module_name');
    for (const { name, bound } of importedNames(node)) {
      const module = squeezed(from ? from.text : name);
      const [root = module] = module.split('.');
      if (from) imports.set(bound, { module: absoluteModule(module, path), name });
      else if (bound === name) imports.set(root, { module: root });
      else imports.set(bound, { module });
    }
  }
  return { imports, stars };
}

function mentionsIn(nodes: readonly (PythonNode | null)[], analysis: ScopeAnalysis): Mentions {
  const parts = nodes.filter((node) => node !== null);
  const isOfModule = ({ home, name }: ScopeAnalysis['occurrences'][number]) =>
    home === null || home === analysis.module || home.bound.get(name) === 'import';
  const used = parts.flatMap((node) => occurrencesIn(analysis, node)).filter((each) => !each.binds && isOfModule(each));
  const attributes = parts.flatMap((node) => node.findAll(({ member }) => member !== null));
  return {
    names: [...new Set(used.map(({ name }) => name))],
    attributes: [...new Set(attributes.map(({ member }) => member?.name.text ?? ''))],
  };
}

const STATEMENT = /(?:_statement|_definition)$/;

function statementsIn(body: PythonNode | null): number {
  const docstring = docstringOf(body)?.parent;
  return body?.findAll((node) => node !== docstring && STATEMENT.test(node.type)).length ?? 0;
}

/** Reads a file's source for the call graph. Never throws; text that is not Python yields few facts. */
export function readModule(path: string, source: string): ModuleFacts {
  const tree = parsePython(source);
  const analysis = analyseScopes(tree);
  const definitions = new Map<string, Definition>();
  const module: ModuleFacts = { path, ...readImports(tree.root, path), definitions };
  const noFunction = { module, parameters: [], decorators: [], docstring: null, statements: 0 };

  const readBlock = (block: PythonNode, className: string | null): void => {
    const add = (each: Definition) => definitions.set(ownedName(each), each);
    for (const statement of flattenConditionals(block)) {
      const node = statement.undecorated;
      const { name } = node;
      const [body, assignment] = [node.child('body'), node.children[0]];
      if (node.type === 'function_definition') {
        const decorators = statement.children.filter(({ type }) => type === 'decorator');
        add({
          kind: 'function',
          module,
          name,
          className,
          mentions: mentionsIn([body, node.child('return_type'), ...decorators], analysis),
          parameters: parametersOf(node.child('parameters')).map((parameter) => parameter.name),
          decorators: decorators.map(({ text }) => text.replace(/^@\s*/, '').trim()),
          docstring: docstringText(body),
          statements: statementsIn(body),
        });
      } else if (node.type === 'class_definition') {
        const mentions = mentionsIn([node.child('superclasses')], analysis);
        add({ kind: 'class', name, className, mentions, ...noFunction });
        if (body) readBlock(body, ownedName({ name, className }));
      } else if (node.type === 'expression_statement' && assignment?.type === 'assignment') {
        const [left, right] = [assignment.child('left'), assignment.child('right')];
        if (left?.type !== 'identifier' || !right) continue;
        const known = definitions.get(ownedName({ name: left.text, className }));
        // `f = decorated(f)` is still the function.
        if (known && known.kind !== 'value') continue;
        add({ kind: 'value', name: left.text, className, mentions: mentionsIn([right], analysis), ...noFunction });
      }
    }
  };
  readBlock(tree.root, null);
  return module;
}
