import { type TestBody, testText } from '../../core/program.ts';
import { analyseScopes, type ScopeAnalysis } from '../scopes/scopes.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { holdsCode } from '../syntax/program-statements.ts';
import { parametersOf } from '../syntax/python-names.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
import {
  ALL_TEST_CHARACTERS,
  READ_CHARACTERS,
  READ_TESTS,
  SyntaxBudget,
  TEST_CHARACTERS,
} from '../syntax/reading-limits.ts';
import { stdioExamples } from '../tests/prompt-examples.ts';
import { readTestLines } from '../tests/test-lines.ts';
import { asUnittest, type ExtractedTests, holdsMethods, isLostMethod, methodsOf } from '../tests/test-methods.ts';
import { cleanTestModule } from '../tests/test-module.ts';
import {
  type EntryLocation,
  replacesSubject,
  subjectFinder,
  type TestSubject,
  testSubject,
} from '../tests/test-subject.ts';
import { isTrivial, type TestUnit, unitFinder } from '../tests/test-units.ts';
import { futureFirst, withoutTags } from './extract-program.ts';
import { splitFences } from './find-blocks.ts';
import { longestValidPrefix, repairedSo, type Search, topLevelChunks } from './read-code.ts';
import { replyText } from './reply-text.ts';

/** Without an entry point, tests are pairs of input and output. */
export interface TestExtraction extends Omit<Search, 'budget'> {
  /** Where tests import the function from; absent: they are given it, as sandboxes do. */
  readonly location?: EntryLocation;
}

/** Everything of the reply that is valid Python at the top level, tests in prose made asserts, as one module. */
function moduleOf(text: string, entryPoint: string, problems: string[]): string {
  const parts: string[] = [];
  const budget = new SyntaxBudget(text.length);
  const readSegment = (segment: string) => {
    if (segment.trim() === '') return;
    let talk: string[] = [];
    const readTalk = () => {
      const read = readTestLines(talk.join('\n'), entryPoint, budget);
      parts.push(...read.statements);
      problems.push(...read.problems);
      talk = [];
    };
    for (const { text: chunk, valid } of topLevelChunks(segment, budget)) {
      const isBroken = !valid && /^(?:class|def|@)/.test(chunk);
      if (!isBroken && !(valid && holdsCode(chunk))) {
        talk.push(chunk);
        continue;
      }
      readTalk();
      const code = isBroken ? longestValidPrefix(chunk, holdsCode, budget) : chunk;
      if (isBroken) problems.push('syntax-error');
      if (code !== null) parts.push(code);
    }
    readTalk();
  };
  const { blocks, between } = splitFences(text);
  between.forEach((before, index) => {
    readSegment(before);
    readSegment(repairedSo(blocks[index]?.code ?? '', budget, isValidPython));
  });
  return `${parts.join('\n')}\n`;
}

/** A reply that was cut ends in the middle of a line, which may look complete and say something else. */
const withoutCutLine = (text: string, truncated: boolean): string =>
  truncated && !text.endsWith('\n') ? text.slice(0, text.lastIndexOf('\n') + 1) : text;

/** The checks among the module's statements and in the bodies of its test functions. */
function allUnits(scopes: ScopeAnalysis, entryPoint: string, problems: string[]): TestUnit[] {
  const top = scopes.root.namedChildren;
  const unitsIn = unitFinder(scopes);
  const atTop = new Map(unitsIn(top).map((unit) => [unit.check, unit]));
  const units: TestUnit[] = [];
  for (const node of top) {
    if (units.length > READ_TESTS) break;
    const unit = atTop.get(node);
    if (unit) units.push(unit);
    else if (node.undecorated.type === 'function_definition' && !isLostMethod(node))
      units.push(
        ...forFunction(node.undecorated, unitsIn(node.undecorated.childrenIn('body'), top), entryPoint, problems),
      );
  }
  return units;
}

/** `def check(candidate)` is given the function; other parameters would need a fixture. */
function forFunction(definition: PythonNode, units: TestUnit[], entryPoint: string, problems: string[]): TestUnit[] {
  const [first, ...others] = parametersOf(definition.child('parameters'));
  if (units.length === 0 || !first) return units;
  if (others.length > 0 || !new RegExp(`\\b${first.name}\\s*\\(`).test(definition.text)) {
    problems.push('needs-fixture');
    return [];
  }
  return units.map((unit) => {
    const names = new Set([...unit.names, entryPoint]);
    return unit.names.has(first.name) ? { ...unit, names, code: `${first.name} = ${entryPoint}\n${unit.code}` } : unit;
  });
}

function toBodies(scopes: ScopeAnalysis, subject: TestSubject, problems: string[]): TestBody[] {
  const isUsed = subjectFinder(scopes, subject);
  return allUnits(scopes, subject.name, problems).flatMap(({ code, check, names }): TestBody[] => {
    if (isTrivial(check)) problems.push('trivial');
    else if (!names.has(subject.name) && !isUsed(check)) problems.push('entry-not-called');
    else if (!isValidPython(code)) problems.push('syntax-error');
    else if (definesSubject(code, subject)) problems.push('entry-replaced');
    else return [{ kind: 'assertion', code: withSubject(code, subject) }];
    return [];
  });
}

/** Whether a test brings its own version of the function. */
function definesSubject(code: string, subject: TestSubject): boolean {
  const scopes = analyseScopes(parsePython(code));
  return scopes.module.bound.has(subject.name) || replacesSubject(scopes, scopes.root, subject);
}

/** The test with the import by which it gets the function. */
const withSubject = (code: string, { imported, module, name }: TestSubject): string =>
  imported ? futureFirst(`from ${module} import ${name}\n${code}`) : code;

/** Rewrites calls of methods of `Solution`, competition programs' class, to calls of the function in their place. */
function withoutSolution(text: string, entryPoint: string): string {
  if (!text.includes('Solution(')) return text;
  const objects = [...text.matchAll(/^[ \t]*((?:self\.)?\w+)[ \t]*=[ \t]*Solution\(\)[ \t]*$/gm)].map(
    ([, name]) => name ?? '',
  );
  const owners = ['Solution\\(\\)', ...new Set(objects.map((name) => name.replace('.', '\\.')))].slice(0, 20);
  return text.replace(new RegExp(`(?<![\\w.])(?:${owners.join('|')})\\.(?=${entryPoint}\\s*\\()`, 'gu'), '');
}

/**
 * Finds the tests in a reply: single checks as programs of their own, with the assignments, imports and helpers that
 * they need, and the methods of unittest classes with their module. The reply's own version of the function under test
 * is removed, missing modules are replaced by the program's, and tests of another subject are left out.
 */
export function extractTests(reply: string, { entryPoint, location, truncated }: TestExtraction): ExtractedTests {
  const problems: string[] = [];
  const cleaned = replyText(reply);
  const readable = cleaned.slice(0, READ_CHARACTERS);
  const whole = withoutCutLine(readable, truncated || readable.length < cleaned.length);
  if (entryPoint === null) return bounded(stdioExamples(whole), []);
  const subject = testSubject(entryPoint, location);
  const plain = withoutTags(whole);
  const text = location ? plain : withoutSolution(plain, entryPoint);
  const module = cleanTestModule(moduleOf(text, entryPoint, problems), subject);
  const scopes = analyseScopes(parsePython(module));
  const assertions = toBodies(scopes, subject, problems);
  if (!holdsMethods(scopes.root)) return bounded(assertions, problems);
  const methods = methodsOf(withSubject(asUnittest(module), subject), subject);
  return bounded([...assertions, ...methods.tests], [...problems, ...methods.problems]);
}

/** The first tests, as many as the limits allow. */
export function bounded(tests: readonly TestBody[], problems: readonly string[]): ExtractedTests {
  const lengthOf = (body: TestBody) => (body.kind === 'stdio' ? 0 : testText(body).length);
  const short = tests.filter((body) => lengthOf(body) <= TEST_CHARACTERS);
  let characters = 0;
  const kept = short.slice(0, READ_TESTS).filter((body) => {
    characters += lengthOf(body);
    return characters <= ALL_TEST_CHARACTERS;
  });
  const times = (problem: string, count: number): string[] => Array(count).fill(problem);
  const long = times('test-too-long', tests.length - short.length);
  return { tests: kept, problems: [...problems, ...long, ...times('too-many-tests', short.length - kept.length)] };
}
