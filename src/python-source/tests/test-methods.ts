import type { TestBody } from '../../core/program.ts';
import { freeNames } from '../scopes/import-bindings.ts';
import { analyseScopes } from '../scopes/scopes.ts';
import { definedNames } from '../syntax/python-names.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
import { replacesSubject, subjectFinder, type TestSubject } from './test-subject.ts';

const isTest = ({ name }: PythonNode): boolean => name.startsWith('test');

/** The module's classes whose methods `unittest` would run: subclasses of `TestCase`, also indirect ones. */
export function testCases(root: PythonNode): PythonNode[] {
  const names = new Set<string>();
  return root.namedChildren.filter(({ undecorated: definition }) => {
    const parents = definition.type === 'class_definition' ? definition.childText('superclasses') : '';
    const isCase = (parents.match(/\w+/g) ?? []).some((name) => name.endsWith('TestCase') || names.has(name));
    if (isCase) names.add(definition.name);
    return isCase;
  });
}

export interface ExtractedTests {
  /** In the order of the reply; equal ones are kept. */
  readonly tests: readonly TestBody[];
  /** One id for each thing left out: `syntax-error`, `entry-not-called`, `entry-replaced`, `trivial`, `needs-fixture`, `test-too-long`, `too-many-tests`. */
  readonly problems: readonly string[];
}

/** Functions of a class or a module body, decorated ones included. */
export const functionsIn = (body: PythonNode | null): PythonNode[] =>
  (body?.namedChildren ?? []).filter((node) => node.undecorated.type === 'function_definition');

/**
 * The methods of the module's unittest classes, each one test in the whole module. A method counts when it, its class's
 * set-up and helpers, or functions of the module that it calls use the function under test, and nothing puts another
 * function in its place.
 */
export function methodsOf(module: string, subject: TestSubject): ExtractedTests {
  const scopes = analyseScopes(parsePython(module));
  const { root } = scopes;
  const uses = subjectFinder(scopes, subject);
  const replaces = (node: PythonNode) => replacesSubject(scopes, node, subject);
  const cases = new Set(testCases(root));
  const others = root.namedChildren.filter((node) => !cases.has(node));
  const helpers = new Set(others.filter(uses).flatMap(definedNames));
  const tests: TestBody[] = [];
  const problems: string[] = [];
  for (const node of cases) {
    const methods = new Set(functionsIn(node.undecorated.child('body')).filter(isTest));
    const shared = node.undecorated.childrenIn('body').filter((member) => !methods.has(member));
    const isShared = shared.some(uses);
    const isReplaced = shared.some(replaces);
    for (const method of methods) {
      const callsHelper = () => method.text.match(/(?<![\w.])\w+/g)?.some((word) => helpers.has(word)) ?? false;
      if (isReplaced || replaces(method)) problems.push('entry-replaced');
      else if (!isShared && !uses(method) && !callsHelper()) problems.push('entry-not-called');
      else tests.push({ kind: 'method', module, method: `${node.name}.${method.name}` });
    }
  }
  return { tests, problems };
}

const hasSelf = (node: PythonNode): boolean =>
  /^(?:self|cls)$/.test(node.undecorated.childrenIn('parameters')[0]?.text ?? '');

/** Whether the function is a test method that has lost its class: `def test_x(self)` at the margin. */
export const isLostMethod = (node: PythonNode): boolean => hasSelf(node) && isTest(node);

/** Whether the module holds anything that `unittest` could run, once its classes are put right. */
export const holdsMethods = (root: PythonNode): boolean =>
  /^class\s+\w*Test|TestCase\b/m.test(root.source) || functionsIn(root).some(isLostMethod);

/** Gives methods that have lost their class a new one, and gives plain test classes `TestCase`. */
function withTestClasses(module: string): string {
  const { root } = parsePython(module);
  const top = functionsIn(root);
  let text = module;
  if (top.some(isLostMethod)) {
    const isFixture = (node: PythonNode) => hasSelf(node) && /^(?:setUp|tearDown)/.test(node.name);
    const lost = new Set(top.filter((node) => isLostMethod(node) || isFixture(node)));
    const kept = root.namedChildren.filter((node) => !lost.has(node)).map((node) => node.text);
    const members = [...lost].map((node) => node.text.replace(/^(?=.)/gm, '    '));
    text = `${kept.join('\n')}\n\nclass TestGenerated(unittest.TestCase):\n${members.join('\n\n')}\n`;
  }
  return text.replace(/^class (Test\w*)(?:\(\s*(?:object\s*)?\))?:/gm, 'class $1(unittest.TestCase):');
}

/** Names that a test module may use without having imported them, by the module that they are from. */
const UNITTEST = {
  unittest: ['TestCase', 'mock'],
  'unittest.mock': ['patch', 'Mock', 'MagicMock', 'AsyncMock', 'PropertyMock', 'mock_open', 'call', 'ANY', 'sentinel'],
};

/** The module with its test classes put right and the imports of `unittest` that it lacks. */
export function asUnittest(module: string): string {
  const classes = withTestClasses(module);
  const free = freeNames(classes);
  const imports = Object.entries(UNITTEST).flatMap(([from, names]) =>
    names.filter((name) => free.has(name)).map((name) => `from ${from} import ${name}\n`),
  );
  return [free.has('unittest') ? 'import unittest\n' : '', ...imports, classes].join('');
}
