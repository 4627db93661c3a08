import type { BugLabel } from './bug-kinds.ts';
import type { RaisedError } from './pytest-failure.ts';
import type { ProgramFacts, ReadFailure } from './read-failure.ts';

/** A kind of error that exception and message identify. */
export interface ErrorFamily {
  /** Stable, kebab-case: the fitted table knows families by it. */
  readonly name: string;
  /**
   * The kinds that the definitions give to such an error, as shares that add up to 1; empty where they give none. For
   * shapes they are those of the sub-kinds in the paper's table 6 that speak of shapes (45, 28, 15, 3).
   */
  readonly kinds: Readonly<Partial<Record<BugLabel, number>>>;
  /** The kind that such an error shows by its very definition, whatever else is wrong. */
  readonly defines?: BugLabel | undefined;
  /** Absent where no single error shows the family. */
  matches?(error: RaisedError, program: ProgramFacts): boolean;
}

const CALL =
  /unexpected keyword|missing \d+ required|takes .* positional argument|takes no arguments|multiple values for/;
const DTYPE = /dtype|DoubleTensor|FloatTensor|scalar type|\bint64\b|\bfloat64\b|\bdouble\b|\bFloat\b|\bLong\b/i;
const SHAPE = /\bsizes?\b|shapes?\b|dimensions?\b|broadcast|expand|unpack|not aligned|multiplied/i;
const SHAPE_OF_RESULT = /shape|Size\(\[/;
const VALUES =
  /not close|not equal|Mismatched elements|allclose|Max diff|!= |almost equal|assert [-\d.e]+ ==|greatest (absolute|relative)|tensor\(/i;
/** Objects of Python and of well-known libraries. */
const FOREIGN_OBJECT =
  /'(Tensor|Image|float|int|str|list|tuple|dict|ndarray|NoneType|function|bool|DataFrame|Series|numpy\.\w+)' object/;
const OWN_OBJECT = /'(?!Tensor|Image|NoneType|DataFrame|Series)[A-Z]\w+' object has no/;
const MISSING_MODULE = /No module named '?(\w+)/;
const EXHAUSTED = /timed? ?out|out of memory|MemoryError/i;

const wholeText = ({ message, detail }: RaisedError) => `${message}\n${detail.slice(0, 600)}`;
const raises =
  (...types: string[]) =>
  (error: RaisedError) =>
    types.includes(error.type);
const lacksAttribute = ({ type, message }: RaisedError) =>
  type === 'AttributeError' || message.includes('has no attribute');
const isAssertion = raises('AssertionError', 'Failed');
const isOperation = raises('RuntimeError', 'ValueError', 'IndexError');

/** The program is no Python; then its errors say nothing else. */
const INVALID = 'invalid-python';
const NO_ERROR = 'no-error';

/** All families; an error belongs to the first one that matches. */
export const ERROR_FAMILIES: readonly ErrorFamily[] = [
  { name: INVALID, kinds: { 2: 1 }, defines: 2 },
  {
    name: 'out-of-time-or-memory',
    kinds: { 13: 1 },
    defines: 13,
    matches: ({ type, message }) => EXHAUSTED.test(`${type}: ${message}`),
  },
  {
    name: 'no-module',
    kinds: { 7: 0.8, 8: 0.2 },
    defines: 7,
    // A module that only the tests import depends on their environment.
    matches: ({ message }, { importRoots }) => importRoots.includes(MISSING_MODULE.exec(message)?.[1] ?? ''),
  },
  { name: 'cannot-import', kinds: { 8: 0.6, 7: 0.4 }, matches: raises('ImportError') },
  {
    name: 'name-not-defined',
    kinds: { 7: 0.4, 11: 0.35, 8: 0.25 },
    matches: raises('NameError', 'UnboundLocalError'),
  },
  {
    name: 'own-object-lacks-attribute',
    kinds: { 8: 1 },
    defines: 8,
    matches: (error) => lacksAttribute(error) && OWN_OBJECT.test(error.message),
  },
  {
    name: 'foreign-object-lacks-attribute',
    kinds: { 6: 0.5, 8: 0.5 },
    matches: (error) => lacksAttribute(error) && FOREIGN_OBJECT.test(error.message),
  },
  { name: 'module-lacks-attribute', kinds: { 8: 0.6, 7: 0.4 }, matches: lacksAttribute },
  {
    name: 'call-does-not-fit',
    kinds: { 6: 0.6, 1: 0.4 },
    matches: ({ type, message }) => type === 'TypeError' && CALL.test(message),
  },
  { name: 'wrong-type', kinds: { 6: 0.6, 1: 0.4 }, matches: raises('TypeError') },
  {
    name: 'expected-error-missing',
    kinds: { 5: 0.5, 1: 0.5 },
    matches: ({ type, message }) => type === 'Failed' && message.includes('DID NOT'),
  },
  {
    name: 'shape-of-result',
    kinds: { 1: 0.7, 10: 0.3 },
    matches: (error) => isAssertion(error) && SHAPE_OF_RESULT.test(wholeText(error)),
  },
  {
    name: 'values-differ',
    kinds: { 10: 0.6, 1: 0.4 },
    matches: (error) => isAssertion(error) && VALUES.test(wholeText(error)),
  },
  { name: 'assertion-fails', kinds: { 1: 0.6, 10: 0.4 }, matches: isAssertion },
  {
    name: 'data-type',
    kinds: { 6: 0.5, 10: 0.3, 5: 0.2 },
    matches: (error) => isOperation(error) && DTYPE.test(error.message),
  },
  {
    name: 'shapes-in-operation',
    kinds: { 1: 45 / 91, 10: 28 / 91, 5: 15 / 91, 6: 3 / 91 },
    matches: (error) => isOperation(error) && SHAPE.test(error.message),
  },
  { name: 'wrong-value', kinds: { 6: 0.4, 1: 0.4, 5: 0.2 }, matches: raises('ValueError') },
  { name: 'fails-while-running', kinds: {}, matches: isOperation },
  { name: 'another-error', kinds: {}, matches: () => true },
  { name: NO_ERROR, kinds: {} },
];

/** How strongly a failure belongs to a family, and the text to show. */
export interface FamilySighting {
  readonly family: ErrorFamily;
  /** In (0, 1]; over all families of a failure they add up to 1. */
  readonly share: number;
  /** Null where there is nothing to quote. */
  readonly text: string | null;
}

/** How an error reads in a report. */
function quote({ type, message, raisedIn, sourceLine }: RaisedError): string {
  const place = raisedIn === 'unknown' ? '' : `, raised in the ${raisedIn === 'candidate' ? 'program' : raisedIn}`;
  const line = sourceLine === null ? '' : `, at: ${sourceLine.slice(0, 160)}`;
  return `${type}: ${message.slice(0, 200)}${place}${line}`;
}

const named = (name: string) => ERROR_FAMILIES.find((family) => family.name === name) as ErrorFamily;

/** The families of a failure's errors, most frequent first; each error counts alike. */
export function familiesOf({ program, output }: ReadFailure): readonly FamilySighting[] {
  if (!program.isValid) return [{ family: named(INVALID), share: 1, text: 'the program does not parse' }];
  const errors = output.errors.map((error) => ({
    error,
    family: ERROR_FAMILIES.find(({ matches }) => matches?.(error, program)) as ErrorFamily,
  }));
  if (errors.length === 0) return [{ family: named(NO_ERROR), share: 1, text: null }];
  return ERROR_FAMILIES.flatMap((family) => {
    const own = errors.filter((each) => each.family === family);
    const [first] = own;
    return first ? [{ family, share: own.length / errors.length, text: quote(first.error) }] : [];
  }).sort((a, b) => b.share - a.share);
}
