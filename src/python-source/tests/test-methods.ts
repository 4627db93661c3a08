import type { TestBody } from '../../core/program.ts';
import { definedNames } from '../syntax/python-names.ts';
import type { PythonNode } from '../syntax/python-tree.ts';
import { replacesSubject, subjectFinder, type TestSubject } from './test-subject.ts';
import type { TestSource } from './test-units.ts';

const isTest = (method: PythonNode): boolean => method.name.startsWith('test');

/** The module's classes whose methods `unittest` would run: subclasses of `TestCase`, also indirect ones. */
export function testCases(source: TestSource): PythonNode[] {
  const { tree } = source;
  const names = new Set(['TestCase']);
  return tree.root.namedChildren.filter((node) => {
    const definition = node.undecorated;
    const parents = definition.type === 'class_definition' ? definition.childText('superclasses') : '';
    const isCase = (parents.match(/\w+/g) ?? []).some((name) => /TestCase$/.test(name) || names.has(name));
    if (isCase) names.add(node.name);
    return isCase;
  });
}

/** Functions of a class or a module body, decorated ones included. */
export function functionsIn(body: PythonNode): PythonNode[] {
  return body.namedChildren.filter((node) => node.undecorated.type === 'function_definition');
}

/** The methods of a module's unittest classes. */
export interface FoundMethods {
  readonly tests: readonly TestBody[];
  readonly problems: readonly string[];
}

/**
 * The methods of the module's unittest classes, each one test in the whole module. A method counts when it, its class's
 * set-up and helpers, or functions of the module that it calls use the function under test, and nothing puts another
 * function in its place.
 */
export function methodsOf(module: string, source: TestSource, subject: TestSubject): FoundMethods {
  const { tree, scopes } = source;
  const uses = subjectFinder(tree, scopes, subject);
  const replaces = (node: PythonNode) => replacesSubject(scopes, node, subject);
  const cases = new Set(testCases(source));
  const others = tree.root.namedChildren.filter((node) => !cases.has(node));
  const helpers = new Set(others.filter(uses).flatMap((node) => definedNames(node)));
  const replacedForAll = functionsIn(tree.root).some((node) => /^setUp/.test(node.name) && replaces(node));
  const tests: TestBody[] = [];
  const problems: string[] = [];
  for (const node of cases) {
    const body = node.undecorated.child('body');
    const members = body ? body.namedChildren : [];
    const methods = new Set(body ? functionsIn(body).filter((method) => isTest(method)) : []);
    const shared = members.filter((member) => !methods.has(member));
    const isShared = shared.some(uses);
    const decorators = node.namedChildren.filter(({ type }) => type === 'decorator');
    const isReplaced = replacedForAll || [...decorators, ...shared].some(replaces);
    for (const method of methods) {
      const callsHelper = () => method.text.match(/(?<![\w.])\w+/g)?.some((word) => helpers.has(word)) ?? false;
      if (isReplaced || replaces(method)) problems.push('entry-replaced');
      else if (isShared || uses(method) || callsHelper()) {
        tests.push({ kind: 'method', module, method: `${node.name}.${method.name}` });
      } else problems.push('entry-not-called');
    }
  }
  return { tests, problems };
}

function hasSelf(node: PythonNode): boolean {
  const [first] = node.undecorated.childrenIn('parameters');
  return first !== undefined && /^(?:self|cls)$/.test(first.text);
}

/** Whether the function is a test method that has lost its class: `def test_x(self)` at the margin. */
export function isLostMethod(node: PythonNode): boolean {
  return hasSelf(node) && isTest(node);
}

/** Whether the module holds anything that `unittest` could run, once its classes are put right. */
export function holdsMethods(module: string, source: TestSource): boolean {
  return (
    /^class\s+\w*Test|TestCase\b/m.test(module) || functionsIn(source.tree.root).some((node) => isLostMethod(node))
  );
}

/** Names that a test module may use without having imported them, with where they are from. */
const UNITTEST = [
  { module: 'unittest', name: 'TestCase' },
  ...['patch', 'Mock', 'MagicMock', 'AsyncMock', 'PropertyMock', 'mock_open', 'call', 'ANY', 'sentinel'].map(
    (name) => ({
      module: 'unittest.mock',
      name,
    }),
  ),
  { module: 'unittest', name: 'mock' },
];

/** Gives methods that have lost their class a new one, and gives plain test classes `TestCase`. */
export function withTestClasses(module: string, source: TestSource): string {
  const { tree } = source;
  const top = functionsIn(tree.root);
  const isFixture = (node: PythonNode) => hasSelf(node) && /^(?:setUp|tearDown)/.test(node.name);
  const hasLost = top.some((node) => isLostMethod(node));
  const lost = hasLost ? top.filter((node) => isLostMethod(node) || isFixture(node)) : [];
  let text = module;
  if (hasLost) {
    const gone = new Set(lost);
    const kept = tree.root.namedChildren.filter((node) => !gone.has(node));
    const indent = (node: PythonNode) => node.text.replace(/^(?=.)/gm, '    ');
    const members = lost.map(indent).join('\n\n');
    text = `${kept.map((node) => node.text).join('\n')}\n\nclass TestGenerated(unittest.TestCase):\n${members}\n`;
  }
  return text.replace(/^class (Test\w*)(?:\(\s*(?:object\s*)?\))?:/gm, 'class $1(unittest.TestCase):');
}

/** Adds the missing imports of `unittest` that the module uses. */
export function withUnittest(module: string, { scopes }: TestSource): string {
  const free = new Set(scopes.occurrences.filter(({ home }) => home === null).map(({ name }) => name));
  const lines = UNITTEST.filter(({ name }) => free.has(name)).map(
    (each) => `from ${each.module} import ${each.name}\n`,
  );
  if (free.has('unittest')) lines.unshift('import unittest\n');
  return lines.join('') + module;
}
