import type { PythonNode } from '../syntax/python-tree.ts';

/** A Python name space: where a name that is bound here is looked up. */
export interface Scope {
  readonly kind: 'module' | 'function' | 'lambda' | 'class' | 'comprehension';
  readonly node: PythonNode;
  readonly parent: Scope | null;
  /** Names bound here, with how; the first binding counts. */
  readonly bound: Map<string, BindingKind>;
  readonly globals: Set<string>;
  readonly nonlocals: Set<string>;
}

export type BindingKind = 'parameter' | 'definition' | 'import' | 'variable';

/** The name of a keyword argument, with its call. */
export interface KeywordOccurrence {
  readonly node: PythonNode;
  readonly name: string;
  readonly call: PythonNode;
}

/** Node types whose names are bound wherever they are targets. */
const PATTERN =
  /^(?:(?:pattern|expression)_list|(?:tuple|list|list_splat)(?:_pattern)?|as_pattern_target|parenthesized_expression)$/;

type Rule = (node: PythonNode, scope: Scope) => unknown;

const each = (types: string, rule: Rule) => types.split(' ').map((type) => [type, rule] as const);

/** Walks a tree once and collects scopes, the names that each binds, and their occurrences. */
export class ScopeCollector {
  readonly scopes: Scope[] = [];
  readonly found: { node: PythonNode; name: string; scope: Scope; binds: boolean }[] = [];
  readonly keywords: KeywordOccurrence[] = [];

  open(kind: Scope['kind'], node: PythonNode, parent: Scope | null): Scope {
    const scope = { kind, node, parent, bound: new Map(), globals: new Set<string>(), nonlocals: new Set<string>() };
    this.scopes.push(scope);
    return scope;
  }

  private refer(node: PythonNode, scope: Scope, binds = false): string {
    const name = node.text;
    this.found.push({ node, name, scope, binds });
    return name;
  }

  /** @param owner binds the name; the scope of its occurrence but for `:=` in a comprehension */
  private bind(node: PythonNode, scope: Scope, kind: BindingKind, owner = scope): void {
    const name = this.refer(node, scope, true);
    if (!owner.bound.has(name)) owner.bound.set(name, kind);
  }

  private target(node: PythonNode, scope: Scope): void {
    if (node.type === 'identifier') this.bind(node, scope, 'variable');
    else if (PATTERN.test(node.type)) for (const child of node.children) this.target(child, scope);
    else this.walk(node, scope);
  }

  private all(nodes: readonly (PythonNode | null)[], scope: Scope): void {
    for (const node of nodes) if (node) this.walk(node, scope);
  }

  /** At all other nodes, the children are walked. */
  private readonly rules: ReadonlyMap<string, Rule> = new Map([
    ...each('identifier', (node, scope) => void this.refer(node, scope)),
    ...each('comment', () => {}),
    ...each('attribute', (node, scope) => this.all([node.child('object')], scope)),
    ...each('keyword_argument', (node, scope) => this.keywordArgument(node, scope)),
    ...each('function_definition class_definition', (node, scope) => this.definition(node, scope)),
    ...each('lambda', (node, scope) => this.callable(node, this.open('lambda', node, scope), scope)),
    ...each('list_comprehension set_comprehension dictionary_comprehension generator_expression', (node, scope) =>
      this.all(node.children, this.open('comprehension', node, scope)),
    ),
    ...each('assignment augmented_assignment for_statement for_in_clause', (node, scope) =>
      this.assignment(node, scope),
    ),
    ...each('named_expression', (node, scope) => this.namedExpression(node, scope)),
    ...each('as_pattern', (node, scope) => {
      for (const child of node.children) {
        if (child.named && child === node.children.at(-1)) this.target(child, scope);
        else this.walk(child, scope);
      }
    }),
    ...each('delete_statement', ({ children }, scope) => children.map((child) => this.target(child, scope))),
    ...each('global_statement nonlocal_statement', ({ type, children }, scope) => {
      const declared = type === 'global_statement' ? scope.globals : scope.nonlocals;
      for (const child of children) if (child.type === 'identifier') declared.add(this.refer(child, scope));
    }),
    ...each('import_statement import_from_statement future_import_statement', (node, scope) =>
      this.importStatement(node, scope),
    ),
    ...each('case_pattern splat_pattern class_pattern keyword_pattern', (node, scope) => this.pattern(node, scope)),
  ]);

  walk(node: PythonNode, scope: Scope): void {
    const rule = this.rules.get(node.type);
    if (rule) rule(node, scope);
    else this.all(node.children, scope);
  }

  /** Of an assignment or a loop. */
  private assignment(node: PythonNode, scope: Scope): void {
    // The first iterable of a comprehension is evaluated outside.
    const isOutside =
      scope.kind === 'comprehension' && node === scope.node.children.find(({ type }) => type === 'for_in_clause');
    for (const child of node.children) {
      if (child.field === 'left') this.target(child, scope);
      else this.walk(child, (isOutside && child.field === 'right' && scope.parent) || scope);
    }
  }

  private keywordArgument(node: PythonNode, scope: Scope): void {
    const name = node.child('name');
    const call = node.parent?.parent;
    if (name && call) this.keywords.push({ node: name, name: name.text, call });
    this.all([node.child('value')], scope);
  }

  private definition(node: PythonNode, scope: Scope): void {
    const name = node.child('name');
    if (name) this.bind(name, scope, 'definition');
    this.all([node.child('type_parameters'), node.child('superclasses')], scope);
    if (node.type === 'class_definition') this.all([node.child('body')], this.open('class', node, scope));
    else this.callable(node, this.open('function', node, scope), scope);
    this.all([node.child('return_type')], scope);
  }

  /** Parameters belong to the inner scope; their defaults and annotations are evaluated in the outer one. */
  private callable(node: PythonNode, inner: Scope, outer: Scope): void {
    for (const parameter of node.child('parameters')?.children ?? []) this.parameter(parameter, inner, outer);
    this.all([node.child('body')], inner);
  }

  private parameter(node: PythonNode, inner: Scope, outer: Scope): void {
    if (node.type === 'identifier') {
      this.bind(node, inner, 'parameter');
      return;
    }
    for (const child of node.namedChildren) {
      const isName = child.field === 'name' || (child.field === null && node.type !== 'default_parameter');
      if (isName) this.parameter(child, inner, outer);
      else this.walk(child, outer);
    }
  }

  /** Binds in the nearest scope that is not a comprehension. */
  private namedExpression(node: PythonNode, scope: Scope): void {
    let owner = scope;
    while (owner.kind === 'comprehension' && owner.parent) owner = owner.parent;
    const name = node.child('name');
    if (name?.type === 'identifier') this.bind(name, scope, 'variable', owner);
    this.all([node.child('value')], scope);
  }

  private importStatement(node: PythonNode, scope: Scope): void {
    for (const child of node.children) {
      if (child.field !== 'name') continue;
      const bound = child.type === 'aliased_import' ? child.child('alias') : child.children[0];
      if (bound?.type === 'identifier') this.bind(bound, scope, 'import');
    }
  }

  /** In a `case`, a bare name captures and a dotted one refers; so does the class of a pattern, and no keyword does. */
  private pattern(node: PythonNode, scope: Scope): void {
    const [head, ...rest] = node.children;
    const hasHead = /^(?:class|keyword)_pattern$/.test(node.type);
    if (node.type === 'class_pattern' && head?.children[0]) this.refer(head.children[0], scope);
    for (const child of hasHead ? rest : node.children) {
      const names = child.type === 'dotted_name' ? child.children : [child];
      const first = node.type === 'class_pattern' ? undefined : names[0];
      if (first?.type !== 'identifier') this.walk(child, scope);
      else if (names.length > 1) this.refer(first, scope);
      else if (first.text !== '_') this.bind(first, scope, 'variable');
    }
  }
}
