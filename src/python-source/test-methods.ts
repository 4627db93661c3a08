import type { TestBody } from '../core/program.ts';
import { definedNames } from './python-names.ts';
import { childOf, namedChildren, type PythonNode, parsePython, textOf } from './python-tree.ts';
import type { TestSource } from './test-units.ts';

function definitionOf(node: PythonNode): PythonNode {
  return (node.type === 'decorated_definition' ? childOf(node, 'definition') : null) ?? node;
}

function nameOf({ tree }: TestSource, node: PythonNode): string {
  const name = childOf(definitionOf(node), 'name');
  return name ? textOf(tree, name) : '';
}

/** Whether the node is a class whose methods `unittest` would run. */
export function isTestCase({ tree }: TestSource, node: PythonNode): boolean {
  const parents = definitionOf(node).type === 'class_definition' ? childOf(definitionOf(node), 'superclasses') : null;
  return parents !== null && /TestCase\b/.test(textOf(tree, parents));
}

/** Functions of a class or a module body, decorated ones included. */
export function functionsIn(body: PythonNode): PythonNode[] {
  return namedChildren(body).filter((node) => definitionOf(node).type === 'function_definition');
}

export { definitionOf, nameOf };

/** What a module's unittest classes hold. */
export interface FoundMethods {
  readonly tests: readonly TestBody[];
  readonly problems: readonly string[];
}

/**
 * The methods of the module's unittest classes, each one test in the whole module. A method counts when it, its class's
 * set-up and helpers, or the module's own functions mention the function under test.
 */
export function methodsOf(module: string, source: TestSource, entryPoint: string): FoundMethods {
  const { tree } = source;
  const mention = new RegExp(`(?<![\\w.])${entryPoint.replace(/[^\p{L}\p{N}_]/gu, '')}(?!\\w)`, 'u');
  const mentions = (node: PythonNode) => mention.test(textOf(tree, node));
  const helpers = namedChildren(tree.root)
    .filter((node) => !isTestCase(source, node) && mentions(node))
    .flatMap((node) => definedNames(node, tree));
  const tests: TestBody[] = [];
  const problems: string[] = [];
  for (const node of namedChildren(tree.root)) {
    const body = isTestCase(source, node) ? childOf(definitionOf(node), 'body') : null;
    if (!body) continue;
    const methods = functionsIn(body);
    const own = methods.filter((method) => !isTest(source, method));
    const shared =
      namedChildren(body).some((member) => !methods.includes(member) && mentions(member)) || own.some(mentions);
    for (const method of methods) {
      if (!isTest(source, method)) continue;
      const text = textOf(tree, method);
      if (shared || mentions(method) || helpers.some((helper) => text.includes(`${helper}(`))) {
        tests.push({ kind: 'method', module, method: `${nameOf(source, node)}.${nameOf(source, method)}` });
      } else problems.push('entry-not-called');
    }
  }
  return { tests, problems };
}

const isTest = (source: TestSource, method: PythonNode): boolean => nameOf(source, method).startsWith('test');

/** Whether the function is a method that has lost its class: `def test_x(self)` at the margin. */
export function isLostMethod(source: TestSource, node: PythonNode): boolean {
  const parameters = childOf(definitionOf(node), 'parameters');
  const first = parameters ? namedChildren(parameters)[0] : undefined;
  return first !== undefined && textOf(source.tree, first) === 'self' && isTest(source, node);
}

/** Gives methods that have lost their class a new one, gives plain test classes `TestCase`, and imports `unittest`. */
export function withTestClasses(module: string, source: TestSource): string {
  const { tree } = source;
  const lost = functionsIn(tree.root).filter((node) => isLostMethod(source, node));
  let text = module;
  if (lost.length > 0) {
    const kept = namedChildren(tree.root).filter((node) => !lost.includes(node));
    const indent = (node: PythonNode) => textOf(tree, node).replace(/^(?=.)/gm, '    ');
    const members = lost.map(indent).join('\n\n');
    text = `${kept.map((node) => textOf(tree, node)).join('\n')}\n\nclass TestGenerated(unittest.TestCase):\n${members}\n`;
  }
  text = text.replace(/^class (Test\w*)(?:\(\s*(?:object)?\s*\))?:/gm, 'class $1(unittest.TestCase):');
  const imported = parsePython(text).root.children.some((node) =>
    /^import unittest\b/.test(textOf(parsePython(text), node)),
  );
  return !imported && text.includes('unittest.') ? `import unittest\n${text}` : text;
}
