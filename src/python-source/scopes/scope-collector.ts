import type { PythonNode } from '../syntax/python-tree.ts';
import type { BindingKind, KeywordOccurrence, MutableScope, Scope } from './scope.ts';

const COMPREHENSIONS = new Set([
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);

/** Node types whose names are bound wherever they are targets. */
const PATTERNS = new Set([
  'pattern_list',
  'tuple_pattern',
  'list_pattern',
  'list_splat_pattern',
  'as_pattern_target',
  'tuple',
  'list',
  'list_splat',
  'expression_list',
  'parenthesized_expression',
]);

/** Walks a tree once and collects scopes, the names that each binds, and their occurrences. */
export class ScopeCollector {
  readonly scopes: MutableScope[] = [];
  readonly found: { node: PythonNode; name: string; scope: MutableScope }[] = [];
  readonly keywords: KeywordOccurrence[] = [];

  open(kind: Scope['kind'], node: PythonNode, parent: MutableScope | null): MutableScope {
    const scope = { kind, node, parent, bound: new Map(), globals: new Set<string>(), nonlocals: new Set<string>() };
    this.scopes.push(scope);
    return scope;
  }

  private refer(node: PythonNode, scope: MutableScope): string {
    const name = node.text;
    this.found.push({ node, name, scope });
    return name;
  }

  private bind(node: PythonNode, scope: MutableScope, kind: BindingKind): void {
    const name = this.refer(node, scope);
    if (!scope.bound.has(name)) scope.bound.set(name, kind);
  }

  private target(node: PythonNode, scope: MutableScope): void {
    if (node.type === 'identifier') this.bind(node, scope, 'variable');
    else if (PATTERNS.has(node.type)) for (const child of node.children) this.target(child, scope);
    else this.walk(node, scope);
  }

  private all(nodes: readonly (PythonNode | null)[], scope: MutableScope): void {
    for (const node of nodes) if (node) this.walk(node, scope);
  }

  walk(node: PythonNode, scope: MutableScope): void {
    if (COMPREHENSIONS.has(node.type)) {
      this.comprehension(node, scope);
      return;
    }
    switch (node.type) {
      case 'identifier':
        this.refer(node, scope);
        return;
      case 'comment':
        return;
      case 'attribute':
        this.all([node.child('object')], scope);
        return;
      case 'keyword_argument':
        this.keywordArgument(node, scope);
        return;
      case 'function_definition':
        this.definition(node, scope);
        return;
      case 'lambda':
        this.callable(node, this.open('lambda', node, scope), scope);
        return;
      case 'class_definition':
        this.classDefinition(node, scope);
        return;
      case 'assignment':
      case 'augmented_assignment':
      case 'for_statement':
      case 'for_in_clause':
        for (const child of node.children) {
          if (child.field === 'left') this.target(child, scope);
          else this.walk(child, scope);
        }
        return;
      case 'named_expression':
        this.namedExpression(node, scope);
        return;
      case 'as_pattern':
        this.asPattern(node, scope);
        return;
      case 'delete_statement':
        for (const child of node.children) this.target(child, scope);
        return;
      case 'global_statement':
      case 'nonlocal_statement':
        this.declaration(node, scope);
        return;
      case 'import_statement':
      case 'import_from_statement':
      case 'future_import_statement':
        this.importStatement(node, scope);
        return;
      case 'case_pattern':
      case 'splat_pattern':
        this.capture(node, scope);
        return;
      case 'class_pattern':
      case 'keyword_pattern':
        this.classPattern(node, scope);
        return;
      default:
        this.all(node.children, scope);
        return;
    }
  }

  private keywordArgument(node: PythonNode, scope: MutableScope): void {
    const name = node.child('name');
    const call = node.parent?.parent;
    if (name && call) this.keywords.push({ node: name, name: name.text, call });
    this.all([node.child('value')], scope);
  }

  private definition(node: PythonNode, scope: MutableScope): void {
    const name = node.child('name');
    if (name) this.bind(name, scope, 'definition');
    this.all([node.child('type_parameters')], scope);
    this.callable(node, this.open('function', node, scope), scope);
    this.all([node.child('return_type')], scope);
  }

  /** Parameters belong to the inner scope; their defaults and annotations are evaluated in the outer one. */
  private callable(node: PythonNode, inner: MutableScope, outer: MutableScope): void {
    const parameters = node.child('parameters');
    for (const parameter of parameters?.children ?? []) this.parameter(parameter, inner, outer);
    this.all([node.child('body')], inner);
  }

  private parameter(node: PythonNode, inner: MutableScope, outer: MutableScope): void {
    if (node.type === 'identifier') {
      this.bind(node, inner, 'parameter');
      return;
    }
    for (const child of node.children) {
      const isName = child.field === 'name' || (child.field === null && node.type !== 'default_parameter');
      if (!child.named || child.type === 'comment') continue;
      if (isName) this.parameter(child, inner, outer);
      else this.walk(child, outer);
    }
  }

  private classDefinition(node: PythonNode, scope: MutableScope): void {
    const name = node.child('name');
    if (name) this.bind(name, scope, 'definition');
    this.all([node.child('type_parameters'), node.child('superclasses')], scope);
    this.all([node.child('body')], this.open('class', node, scope));
  }

  /** The first iterable is evaluated outside. */
  private comprehension(node: PythonNode, scope: MutableScope): void {
    const inner = this.open('comprehension', node, scope);
    const first = node.children.find((child) => child.type === 'for_in_clause');
    for (const child of node.children) {
      if (child !== first) {
        this.walk(child, inner);
        continue;
      }
      for (const part of child.children) {
        if (part.field === 'left') this.target(part, inner);
        else this.walk(part, part.field === 'right' ? scope : inner);
      }
    }
  }

  /** Binds in the nearest scope that is not a comprehension. */
  private namedExpression(node: PythonNode, scope: MutableScope): void {
    const name = node.child('name');
    let owner = scope;
    while (owner.kind === 'comprehension' && owner.parent) owner = owner.parent;
    if (name?.type === 'identifier') {
      this.refer(name, scope);
      const text = name.text;
      if (!owner.bound.has(text)) owner.bound.set(text, 'variable');
    }
    this.all([node.child('value')], scope);
  }

  private asPattern(node: PythonNode, scope: MutableScope): void {
    const last = node.children.at(-1);
    for (const child of node.children) {
      if (child.named && child === last) this.target(child, scope);
      else this.walk(child, scope);
    }
  }

  private declaration(node: PythonNode, scope: MutableScope): void {
    for (const child of node.children) {
      if (child.type !== 'identifier') continue;
      const name = this.refer(child, scope);
      (node.type === 'global_statement' ? scope.globals : scope.nonlocals).add(name);
    }
  }

  private importStatement(node: PythonNode, scope: MutableScope): void {
    for (const child of node.children) {
      if (child.field !== 'name') continue;
      const bound = child.type === 'aliased_import' ? child.child('alias') : child.children[0];
      if (bound?.type === 'identifier') this.bind(bound, scope, 'import');
    }
  }

  /** A bare name in a `case` captures, a dotted one refers. */
  private capture(node: PythonNode, scope: MutableScope): void {
    for (const child of node.children) {
      const names = child.type === 'dotted_name' ? child.children : [child];
      const first = names[0];
      if (first?.type !== 'identifier') this.walk(child, scope);
      else if (names.length > 1) this.refer(first, scope);
      else if (first.text !== '_') this.bind(first, scope, 'variable');
    }
  }

  private classPattern(node: PythonNode, scope: MutableScope): void {
    const [head, ...rest] = node.children;
    if (node.type === 'class_pattern' && head?.children[0]) this.refer(head.children[0], scope);
    for (const child of rest) {
      const names = child.type === 'dotted_name' ? child.children : [child];
      if (node.type === 'keyword_pattern' && names[0]?.type === 'identifier') {
        if (names.length > 1) this.refer(names[0], scope);
        else this.bind(names[0], scope, 'variable');
      } else this.walk(child, scope);
    }
  }
}
