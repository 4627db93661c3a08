import type { TestBody } from '../../core/program.ts';
import type { Rng } from '../../core/random.ts';
import { type PythonNode, parsePython } from '../syntax/python-tree.ts';
import { makeProbes } from './make-probes.ts';
import type { PythonValue } from './python-value.ts';
import { callsInProse, callsOfTests, type SeedCall } from './seed-calls.ts';
import { makeInputs } from './stdin-probes.ts';

/** The input of one task's probes. */
export interface ProbeSource {
  /** The function under test; null for a script. */
  readonly entryPoint: string | null;
  /** Shows examples, and the signature. */
  readonly prompt: string;
  readonly tests: readonly TestBody[];
}

/**
 * Up to `count` inputs of the function (calls, as Python writes them) or script (texts of stdin): near those of tests
 * and of the prompt's examples, else after the signature.
 */
export function taskProbes({ entryPoint, prompt, tests }: ProbeSource, count: number, rng: Rng): readonly string[] {
  if (count <= 0) return [];
  if (entryPoint === null) {
    return makeInputs(
      tests.flatMap((body) => (body.kind === 'stdio' ? [body.stdin] : [])),
      count,
      rng,
    );
  }
  const seeds = [...callsInProse(prompt, entryPoint), ...callsOfTests(tests, entryPoint)];
  return makeProbes(seeds.length > 0 ? seeds : signatureSeeds(prompt, entryPoint), entryPoint, count, rng);
}

/** A probe as a test without an expectation: the program's return value or output is recorded. */
export function probeBody(input: string, entryPoint: string | null): TestBody {
  return entryPoint === null ? { kind: 'stdio', stdin: input, expectedStdout: '' } : { kind: 'assertion', code: input };
}

const int = (value: number): PythonValue => ({ kind: 'int', value });
const float = (value: number): PythonValue => ({ kind: 'float', value });
const str = (value: string): PythonValue => ({ kind: 'str', value });

/** A few values of each plain type, from the empty and small ones on. */
const PLAIN: Readonly<Record<string, readonly PythonValue[]>> = {
  int: [0, 1, 2, 5, 10].map(int),
  float: [0, 1, 2.5, 10].map(float),
  str: ['', 'a', 'abc', 'Hello world', 'abcba'].map(str),
  bool: [true, false].map((value): PythonValue => ({ kind: 'bool', value })),
  None: [{ kind: 'none' }],
};
const GENERIC = /^(?:typing\.)?(list|List|Sequence|Iterable|set|Set|dict|Dict|tuple|Tuple|Optional)\[([\s\S]*)\]$/;

/** Parts of a type's arguments, at the commas outside brackets. */
function splitArguments(text: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const character of text) {
    if (character === '[') depth++;
    if (character === ']') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Values of an annotation; null where it is not a plain type. */
function valuesOf(type: string): readonly PythonValue[] | null {
  const plain = PLAIN[type];
  if (plain) return plain;
  const [, name = '', inner = ''] = GENERIC.exec(type) ?? [];
  const parts = splitArguments(inner).map((part) => (part === '...' ? [] : valuesOf(part)));
  const [first, second] = parts;
  if (name === '' || !first || parts.some((part) => part === null)) return null;
  if (name === 'Optional') return [...first, { kind: 'none' }];
  if (/^[tT]uple$/.test(name)) {
    const columns = parts as PythonValue[][];
    return [0, 1, 2].map((at) => ({
      kind: 'tuple',
      items: columns.flatMap((column) => column[at % Math.max(1, column.length)] ?? []),
    }));
  }
  if (/^[dD]ict$/.test(name)) {
    if (!second) return null;
    const pairs = first.map((key, at) => [key, second[at % second.length] as PythonValue] as const);
    return [0, 1, 3].map((size) => ({ kind: 'dict', entries: pairs.slice(0, size) }));
  }
  const kind = /^[sS]et$/.test(name) ? 'set' : 'list';
  return [first.slice(0, 1), first.slice(0, 3), first, first.toReversed()].map((items) => ({ kind, items }));
}

/** Calls after a signature whose required parameters all have plain types; none where one has not, or there are none. */
export function signatureSeeds(text: string, entryPoint: string): SeedCall[] {
  const isWanted = (node: PythonNode) => node.type === 'function_definition' && node.name === entryPoint;
  const parameters = parsePython(text).root.findAll(isWanted)[0]?.childrenIn('parameters') ?? [];
  const required = parameters.filter(({ type }) => !/^(?:typed_)?default_parameter$/.test(type));
  const columns = required.map((node) => valuesOf(node.childText('type').trim()));
  if (columns.length === 0 || !columns.every((column) => column !== null)) return [];
  return Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, at) =>
    columns.map((column, index) => ({ name: null, value: column[(at + index) % column.length] as PythonValue })),
  );
}
