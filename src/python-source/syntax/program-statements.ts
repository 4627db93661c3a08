import { definedNames, docstringOf } from './python-names.ts';
import { childOf, type PythonNode, type PythonTree, parsePython, textOf, visit } from './python-tree.ts';

const TALK = new Set(['print', 'input', 'breakpoint', 'exit', 'quit', 'help', 'display']);
const RUNS_TESTS = /^(?:unittest|pytest|doctest|nose|sys|os)\.(?:main|testmod|run_docstring_examples|run|exit|_exit)$/;

function mentions(tree: PythonTree, node: PythonNode, names: ReadonlySet<string>): boolean {
  let found = false;
  visit(node, (inner) => {
    found ||= inner.type === 'identifier' && inner.field !== 'attribute' && names.has(textOf(tree, inner));
    return !found;
  });
  return found;
}

/** Whether running the statement prints, asks, checks or ends the program; what its functions would do doesn't count. */
function isDemonstration(tree: PythonTree, node: PythonNode): boolean {
  let found = false;
  visit(node, (inner) => {
    if (inner.type === 'function_definition' || inner.type === 'lambda') return false;
    if (inner.type === 'assert_statement') found = true;
    const callee = inner.type === 'call' ? childOf(inner, 'function') : null;
    if (callee) found ||= TALK.has(textOf(tree, callee)) || RUNS_TESTS.test(textOf(tree, callee));
    return !found;
  });
  return found;
}

function isMainGuard(tree: PythonTree, node: PythonNode): boolean {
  const condition = node.type === 'if_statement' ? childOf(node, 'condition') : null;
  return condition !== null && /\b__name__\b/.test(textOf(tree, condition));
}

function isTestClass(tree: PythonTree, node: PythonNode): boolean {
  const parents = node.type === 'class_definition' ? childOf(node, 'superclasses') : null;
  return parents !== null && /\bTestCase\b/.test(textOf(tree, parents));
}

const DEFINITIONS = new Set(['function_definition', 'class_definition', 'decorated_definition']);
const IMPORTS = new Set(['import_statement', 'import_from_statement', 'future_import_statement']);

/** Reads the statements of a program in order, and tells which only show or test what it defines. */
class Cleaner {
  private readonly dropped: Set<string>;
  private defined = false;

  constructor(
    private readonly tree: PythonTree,
    private readonly entryPoint: string,
  ) {
    this.dropped = new Set([entryPoint]);
  }

  drops(node: PythonNode): boolean {
    const { tree } = this;
    const names = definedNames(node, tree);
    if (names.includes(this.entryPoint)) {
      this.defined = true;
      return false;
    }
    if (IMPORTS.has(node.type) || node.type === 'comment') return false;
    if (DEFINITIONS.has(node.type)) return isTestClass(tree, node);
    if (isMainGuard(tree, node) || isDemonstration(tree, node)) return this.remember(names);
    if (node.type === 'expression_statement' && names.length === 0) return this.dropsExpression(node);
    return mentions(tree, node, this.dropped) && this.defined ? this.remember(names) : false;
  }

  /** What needs a dropped variable goes too. */
  private remember(names: readonly string[]): true {
    for (const name of names) this.dropped.add(name);
    return true;
  }

  /** A call may set something up (`sys.setrecursionlimit`); a bare value, or a call of what is tested, does nothing. */
  private dropsExpression(node: PythonNode): boolean {
    const value = node.children[0];
    if (value?.type === 'assignment' || value?.type === 'augmented_assignment')
      return mentions(this.tree, node, this.dropped);
    if (value?.type === 'string' && docstringOf(node.parent) === value) return false;
    return value?.type !== 'call' || mentions(this.tree, node, this.dropped);
  }
}

/** The program without what follows from its writer's wish to show it: example calls, prints, asserts, main guards. */
export function withoutDemonstrations(code: string, entryPoint: string): string {
  const tree = parsePython(code);
  const cleaner = new Cleaner(tree, entryPoint);
  let kept = '';
  let at = 0;
  for (const statement of tree.root.children) {
    if (!cleaner.drops(statement)) continue;
    kept += code.slice(at, statement.start);
    at = statement.end;
    // A `;` that joined the statement to its neighbours goes with it.
    const joint = /^[ \t]*;[ \t]*/.exec(code.slice(at));
    if (joint) at += joint[0].length;
  }
  return `${(kept + code.slice(at)).trimEnd()}\n`;
}

/** Whether there is anything that runs: more than bare names and comparisons, which prose can be mistaken for. */
export function holdsCode(code: string): boolean {
  const tree = parsePython(code);
  return tree.root.children.some((statement) => {
    if (statement.type === 'comment' || !statement.named || statement.type === 'ERROR') return false;
    if (statement.type !== 'expression_statement') return true;
    return /^(call|assignment|augmented_assignment|await|yield)$/.test(statement.children[0]?.type ?? '');
  });
}
