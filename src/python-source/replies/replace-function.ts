import { applyEdits, type Edit } from '../../core/text.ts';
import { reachable } from '../scopes/scopes.ts';
import { indentationAt, lineEnding, reindented, unixLines } from '../syntax/indentation.ts';
import { locateFunction, membersOfClass, methodsOfClass } from '../syntax/locate-function.ts';
import { isValidPython } from '../syntax/parse-python.ts';
import { docstringOf, docstringText, isStub } from '../syntax/python-names.ts';
import { type PythonNode, type PythonTree, parsePython } from '../syntax/python-tree.ts';
import { PROGRAM_CHARACTERS } from '../syntax/reading-limits.ts';
import { fitCandidate } from './candidate-support.ts';
import { extractProgram } from './extract-program.ts';
import { replyText } from './reply-text.ts';

/** Which function of a file is replaced. */
export interface ReplacedFunction {
  readonly name: string;
  /** `A.B` for a class in a class; null for a function. */
  readonly className: string | null;
}

/** `no-code`: the candidate holds no function at all; `patch-impossible`: it cannot take the place of this one. */
export type PatchProblem = 'no-code' | 'patch-impossible';

export type PatchedFile =
  | { readonly source: string }
  | { readonly problem: PatchProblem /** For people. */; readonly reason: string };

/** A candidate may be a program, or a reply with one in it. */
function programOf(text: string, name: string): string {
  const clean = replyText(text);
  if (isValidPython(clean)) return clean;
  const found = extractProgram(text, { entryPoint: name, promptText: '', completesPrompt: false, truncated: false });
  return 'code' in found ? found.code : clean;
}

/** The candidate's version of the function: in the class of that name, in any class, or on its own. */
export const locateCandidate = (tree: PythonTree, { name, className }: ReplacedFunction): PythonNode | null =>
  (className ? locateFunction(tree, name, className) : null) ?? locateFunction(tree, name, null);

/** Names that a method reaches through `self`, `cls` or its class. */
function ownMembers({ whole, owner }: PythonNode): Set<string> {
  const objects = new Set(['self', 'cls', owner?.name]);
  const members = whole.findAll(({ member }) => objects.has(member?.object.text));
  return new Set(members.map(({ member }) => member?.name.text ?? ''));
}

/** Methods of the candidate's class that its function needs and the file's class does not have. */
function helperMethods(found: PythonNode, taken: ReadonlySet<string>): PythonNode[] {
  const methods = found.owner ? methodsOfClass(found.owner) : new Map<string, PythonNode>();
  const helpersOf = (method: PythonNode) =>
    [...ownMembers(method)].flatMap((name) => {
      const helper = taken.has(name) ? undefined : methods.get(name);
      return helper && !isStub(helper) ? [helper] : [];
    });
  return [...reachable([found], helpersOf)].slice(1);
}

function syntaxError(code: string): PatchedFile {
  const { firstError } = parsePython(code);
  const line = firstError === null ? '' : ` near line ${code.slice(0, firstError).split('\n').length}`;
  return { problem: 'patch-impossible', reason: `syntax error in the candidate${line}` };
}

function missing(code: string, { name }: ReplacedFunction): PatchedFile {
  const holds = /^[ \t]*(?:async\s+def|def|class)\s+\w/m.test(code);
  if (!holds) return { problem: 'no-code', reason: 'the candidate defines nothing' };
  return isValidPython(code)
    ? { problem: 'patch-impossible', reason: `the candidate does not define ${name}` }
    : syntaxError(code);
}

/** The edits that replace the file's function by the candidate's, with the definitions that it needs. */
function editsFor(target: PythonNode, [found, ...helpers]: readonly PythonNode[], support: readonly string[]): Edit[] {
  if (!found) return [];
  const file = target.source;
  const indentation = indentationAt(file, target.whole.start) ?? '';
  const inFile = (text: string) => text.replace(/\n/g, lineEnding(file));
  const [place, part] = found.whole === found ? [target, found] : [target.whole, found.whole];
  const methods = helpers.map(({ whole }) => `\n\n${indentation}${reindented(whole, indentation)}`);
  const text = reindented(part, indentation).trimEnd() + methods.join('');
  const before = support.map((statement) => `${statement.trimEnd()}\n`).join('');
  const { start } = target.outermost;
  // The grammar includes a carriage return in the statement that it ends.
  const end = place.start + place.text.trimEnd().length;
  return [
    ...(before === '' ? [] : [{ start, end: start, replacement: inFile(`${before}\n\n`) }]),
    { start: place.start, end, replacement: inFile(text) },
  ];
}

/**
 * Replaces a file's function by a candidate's: byte for byte the same file outside the function and the added
 * statements. Decorators of the file's function stay if the candidate's has none; needed imports, helpers and constants
 * come before the outermost statement around it, under other names if theirs are taken; helper methods follow it.
 *
 * @param source the file, its line ends unchanged
 * @param candidate a program, or a model's reply that holds one
 */
export function replaceFunction(source: string, wanted: ReplacedFunction, candidate: string): PatchedFile {
  const file = parsePython(source);
  const target = locateFunction(file, wanted.name, wanted.className);
  if (!target) {
    const where = wanted.className ? `${wanted.className}.${wanted.name}` : wanted.name;
    return { problem: 'patch-impossible', reason: `the file has no function ${where}, or several` };
  }
  if (candidate.length > PROGRAM_CHARACTERS) {
    return { problem: 'patch-impossible', reason: `the candidate is longer than ${PROGRAM_CHARACTERS} characters` };
  }
  const program = programOf(candidate, wanted.name);
  if (!locateCandidate(parsePython(program), wanted)) return missing(program, wanted);
  if (!isValidPython(program)) return syntaxError(program);
  const taken = target.owner ? membersOfClass(target.owner) : new Set<string>();
  const partsIn = (tree: PythonTree) => {
    const found = locateCandidate(tree, wanted);
    return found ? [found, ...helperMethods(found, taken)] : [];
  };
  const { code, support } = fitCandidate(file, program, partsIn);
  const patched = applyEdits(source, editsFor(target, partsIn(parsePython(code)), support));
  if (isValidPython(source) && !isValidPython(patched)) {
    return { problem: 'patch-impossible', reason: 'the candidate does not fit into the file' };
  }
  return { source: patched };
}

/** Adds the docstring of the file's function to a valid program without: models are not asked for documentation. */
export function keepDocstring(source: string, wanted: ReplacedFunction, program: string): string {
  const file = parsePython(unixLines(source));
  const old = locateFunction(file, wanted.name, wanted.className);
  const docstring = old && docstringOf(old.child('body'));
  if (!docstring) return program;
  const tree = parsePython(program);
  const found = locateCandidate(tree, wanted);
  const body = found?.child('body');
  const first = body?.namedChildren[0];
  if (!first || docstringOf(body)) return program;
  const indentation = indentationAt(program, first.start);
  const text = docstring.text;
  // A body on its function's own line continues there.
  const replacement = indentation === null ? `${text}; ` : `${text}\n${indentation}`;
  return applyEdits(program, [{ start: first.start, end: first.start, replacement }]);
}

/** A function of a file as a program of its own; null where the file has no such function, or several. */
export function liftFunction(source: string, functionName: string, className: string | null) {
  const tree = parsePython(unixLines(source));
  const found = locateFunction(tree, functionName, className);
  if (!found) return null;
  const reference = reindented(found.whole, '');
  const lifted = parsePython(reference);
  const alone = locateFunction(lifted, functionName, null);
  const body = alone?.child('body');
  if (!alone || !body) return null;
  const head = reference.slice(alone.whole.start, body.start).trimEnd();
  return {
    reference,
    /** Raises, so that a test that runs it cannot pass. */
    stub: `${head}\n    raise NotImplementedError\n`,
    /** Most documentation of `__init__` belongs to it; null without one. */
    classDocstring: found.owner ? docstringText(found.owner.child('body')) : null,
  };
}
