import type { AnswerComparison } from '../../core/sandbox.ts';
import { elementSources, fieldSources } from '../reading/json-source.ts';

/** Converts the arguments of one input, each as JSON text, from lists to the types that MBPP's references expect. */
type Shape = (inputs: readonly string[]) => readonly string[];

const isList = (value: string) => value.startsWith('[');
const tuple = (value: string) => `{"@tuple":${value}}`;
const listOf = (items: readonly string[]) => `[${items.join(',')}]`;
const items = (value: string, change: (item: string) => string) => listOf(elementSources(value).map(change));
const text = (value: string) => (value.startsWith('"') ? value : JSON.stringify(value));
const complex = (value: string) => `{"@complex":${text(value)}}`;

/** Changes every argument, or the one at a position. */
const each =
  (change: (value: string) => string, position?: number): Shape =>
  (inputs) =>
    inputs.map((value, index) => (index === (position ?? index) ? change(value) : value));

const deepTuple = (value: string): string => (isList(value) ? tuple(items(value, deepTuple)) : value);
const setOrNothing = (value: string) =>
  isList(value) && elementSources(value).length > 0 ? `{"@set":${value}}` : '{}';
const tuplesInside = (value: string) => items(value, tuple);

function tupleValues(value: string): string {
  const fields = [...fieldSources(value)].map(([key, source]) => `[${JSON.stringify(key)},${tuple(source)}]`);
  return `{"@dict":${listOf(fields)}}`;
}

/** By task number, after `mbpp_deserialize_inputs` of evalplus/data/mbpp.py. */
const SHAPES: readonly (readonly [readonly number[], Shape])[] = [
  [
    [2, 116, 132, 143, 222, 261, 273, 394, 399, 421, 424, 429, 470, 560, 579, 596, 616, 630, 726, 740, 744, 809],
    each(tuple),
  ],
  [[63, 64, 70, 94, 120, 237, 272, 299, 400, 409, 417, 438, 473, 614, 780], each(tuplesInside)],
  [[75, 413, 444, 753], each(tuplesInside, 0)],
  [[106, 750], each(tuple, 1)],
  [[115], each((value) => items(value, setOrNothing), 0)],
  [[124], (inputs) => inputs.map((value, index) => (index === 0 ? `{"@float":${text(value)}}` : complex(value)))],
  [[250, 405, 446, 617, 720, 763, 808, 307], each(tuple, 0)],
  [[259, 401, 445], each((value) => tuple(tuplesInside(value)))],
  [[278], each((value) => tuple(items(value, (item) => (isList(item) ? tuple(item) : item))))],
  [[722], each(tupleValues, 0)],
  [[252], each(complex, 0)],
  [[580, 615, 791], each(deepTuple)],
];

const shapeOfTask = new Map(SHAPES.flatMap(([ids, shape]) => ids.map((id) => [id, shape] as const)));

/** The number of an MBPP+ task; -1 for tasks of other sets. */
const mbppNumber = (taskId: string): number => Number(/^mbpp\/(\d+)$/i.exec(taskId)?.[1] ?? -1);

/**
 * The argument lists of `base_input` or `plus_input`, each as JSON for `CallsBody.inputs`, with the tuples, sets and
 * complex numbers that MBPP+ files spell as lists and texts.
 *
 * @param source the field as the file spells it; a valid JSON list of lists
 */
export function evalPlusInputs(taskId: string, source: string): string[] {
  const shape = shapeOfTask.get(mbppNumber(taskId));
  const inputs = elementSources(source);
  return shape ? inputs.map((input) => listOf(shape(elementSources(input)))) : inputs;
}

type Rule = AnswerComparison['rule'];

/** After evalplus/eval/_special_oracle.py and `unsafe_execute`; by task number, which a renaming leaves alone. */
const MBPP_RULES: readonly (readonly [readonly number[], Rule])[] = [
  [[2, 7, 111, 140, 232, 249, 579, 769], 'members'],
  [[164], 'any'],
  [[737, 794], 'presence'],
];

const ruleOfTask = new Map(MBPP_RULES.flatMap(([ids, rule]) => ids.map((id) => [id, rule] as const)));

/** Functions whose references return a match object or text, of which only the presence counts. */
const PRESENCE = new Set(['check_str', 'text_match_three', 'text_starta_endb']);

/** Readings of the task that its reference does not share. */
const MBPP_ALTERNATIVES: Readonly<Record<number, (name: string) => string>> = {
  295: (name) => `def ${name}(*_):\n    return 0\n`,
  581: (name) =>
    `def ${name}(base_edge, height):\n` +
    '    slant = ((base_edge / 2) ** 2 + height ** 2) ** 0.5\n' +
    '    return round(base_edge ** 2 + 2 * base_edge * slant)\n',
  558: (name) =>
    `def ${name}(first, second):\n` +
    '    width = max(len(str(first)), len(str(second)))\n' +
    '    pairs = zip(str(first).zfill(width), str(second).zfill(width))\n' +
    '    return sum(abs(int(one) - int(other)) for one, other in pairs)\n',
};

/**
 * How EvalPlus judges a task, and other programs (each defines the task's function) whose answers it takes for right as
 * well: its special oracles: `find_zero` takes any root, eight MBPP tasks compare sets, three look at None only,
 * `are_equivalent` takes anything, and three accept a second reading.
 */
export function evalPlusComparison(
  taskId: string,
  entryPoint: string,
  tolerance: number,
): { comparison: AnswerComparison; alternatives: string[] } {
  const mbpp = mbppNumber(taskId);
  if (/^humaneval\/32$/i.test(taskId)) return { comparison: { rule: 'root', tolerance }, alternatives: [] };
  const rule = ruleOfTask.get(mbpp) ?? (mbpp >= 0 && PRESENCE.has(entryPoint) ? 'presence' : 'equal');
  const alternative = MBPP_ALTERNATIVES[mbpp];
  return { comparison: { rule, tolerance }, alternatives: alternative ? [alternative(entryPoint)] : [] };
}
