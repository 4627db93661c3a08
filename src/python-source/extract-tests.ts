import type { TestBody } from '../core/program.ts';
import { longestValidPrefix, topLevelChunks } from './code-chunks.ts';
import { isValidPython } from './parse-python.ts';
import { holdsCode } from './program-statements.ts';
import { parametersOf } from './python-names.ts';
import { childOf, namedChildren, type PythonNode, parsePython, textOf } from './python-tree.ts';
import { cleanReply, splitFences } from './reply-text.ts';
import { readTestLines } from './test-lines.ts';
import { definitionOf, functionsIn, isLostMethod, methodsOf, withTestClasses } from './test-methods.ts';
import { cleanTestModule } from './test-module.ts';
import { isTrivial, type TestSource, type TestUnit, testSource, unitsOf } from './test-units.ts';

export interface TestExtraction {
  /** The function under test, as the prompt names it. Without one there is nothing that a test could call. */
  readonly entryPoint: string | null;
  /** Whether the token limit cut the reply. */
  readonly truncated: boolean;
}

export interface ExtractedTests {
  /** In the order of the reply; equal ones are kept. */
  readonly tests: readonly TestBody[];
  /** One id for each thing left out: `syntax-error`, `entry-not-called`, `trivial`, `needs-fixture`. */
  readonly problems: readonly string[];
}

/** Everything of the reply that is valid Python at the top level, tests in prose made asserts, as one module. */
function moduleOf(text: string, entryPoint: string, problems: string[]): string {
  const parts: string[] = [];
  const readSegment = (segment: string) => {
    if (segment.trim() === '') return;
    let talk: string[] = [];
    const readTalk = () => {
      const read = readTestLines(talk.join('\n'), entryPoint);
      parts.push(...read.statements);
      problems.push(...read.problems);
      talk = [];
    };
    for (const { text: chunk, valid } of topLevelChunks(segment)) {
      const isBroken = !valid && /^(?:class|def|@)/.test(chunk);
      if (!isBroken && !(valid && holdsCode(chunk))) {
        talk.push(chunk);
        continue;
      }
      readTalk();
      const code = isBroken ? longestValidPrefix(chunk, holdsCode) : chunk;
      if (isBroken) problems.push('syntax-error');
      if (code !== null) parts.push(code);
    }
    readTalk();
  };
  const { blocks, between } = splitFences(text);
  between.forEach((before, index) => {
    readSegment(before);
    readSegment(blocks[index]?.code ?? '');
  });
  return `${parts.join('\n')}\n`;
}

/** A reply that was cut ends in the middle of a line, which may look complete and say something else. */
function withoutCutLine(text: string, truncated: boolean): string {
  return truncated && !text.endsWith('\n') ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
}

/** The module's statements, the bodies of its test functions among them. */
function allUnits(source: TestSource, entryPoint: string, problems: string[]): TestUnit[] {
  const { tree } = source;
  const top = namedChildren(tree.root);
  const atTop = new Map(unitsOf(source, top).map((unit) => [unit.check, unit]));
  return top.flatMap((node) => {
    const unit = atTop.get(node);
    if (unit) return [unit];
    const definition = definitionOf(node);
    if (definition.type === 'class_definition' || isLostMethod(source, node)) return [];
    if (definition.type !== 'function_definition') return [];
    return unitsInFunction(source, definition, top, entryPoint, problems);
  });
}

/** `def check(candidate)` is given the function; other parameters would need a fixture. */
function unitsInFunction(
  source: TestSource,
  definition: PythonNode,
  top: readonly PythonNode[],
  entryPoint: string,
  problems: string[],
): TestUnit[] {
  const body = childOf(definition, 'body');
  const units = body ? unitsOf(source, namedChildren(body), top) : [];
  const [first, ...others] = parametersOf(childOf(definition, 'parameters'), source.tree);
  if (units.length === 0 || !first) return units;
  if (others.length > 0 || !new RegExp(`\\b${first.name}\\s*\\(`).test(textOf(source.tree, definition))) {
    problems.push('needs-fixture');
    return [];
  }
  return units.map((unit) => {
    const names = new Set([...unit.names, entryPoint]);
    return unit.names.has(first.name) ? { ...unit, names, code: `${first.name} = ${entryPoint}\n${unit.code}` } : unit;
  });
}

function toBodies(source: TestSource, units: readonly TestUnit[], entryPoint: string, problems: string[]): TestBody[] {
  return units.flatMap(({ code, check, names }): TestBody[] => {
    if (isTrivial(source.tree, check)) problems.push('trivial');
    else if (!names.has(entryPoint)) problems.push('entry-not-called');
    else if (!isValidPython(code)) problems.push('syntax-error');
    else return [{ kind: 'assertion', code }];
    return [];
  });
}

/**
 * Finds the tests in a reply: single checks as programs of their own, with the assignments, imports and helpers that
 * they need, and the methods of unittest classes with their module. The reply's own version of the function under test
 * is removed.
 */
export function extractTests(reply: string, { entryPoint, truncated }: TestExtraction): ExtractedTests {
  const problems: string[] = [];
  if (entryPoint === null) return { tests: [], problems };
  const text = withoutCutLine(cleanReply(reply), truncated);
  const module = cleanTestModule(moduleOf(text, entryPoint, problems), entryPoint);
  const source = testSource(parsePython(module));
  const assertions = toBodies(source, allUnits(source, entryPoint, problems), entryPoint, problems);
  const hasClasses =
    /^class\s+\w*Test|TestCase\b/m.test(module) ||
    functionsIn(source.tree.root).some((node) => isLostMethod(source, node));
  if (!hasClasses) return { tests: assertions, problems };
  const whole = withTestClasses(module, source);
  const methods = methodsOf(whole, testSource(parsePython(whole)), entryPoint);
  return { tests: [...assertions, ...methods.tests], problems: [...problems, ...methods.problems] };
}
