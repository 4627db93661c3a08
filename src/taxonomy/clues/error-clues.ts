import type { RaisedError } from '../pytest-failure.ts';
import type { Clue, ReadFailure, Sighting } from './clue.ts';

/** How an error reads in a report. */
function quote({ type, message, raisedIn, sourceLine }: RaisedError): string {
  const place = raisedIn === 'unknown' ? '' : `, raised in the ${raisedIn === 'candidate' ? 'program' : raisedIn}`;
  const line = sourceLine === null ? '' : `, at: ${sourceLine.slice(0, 160)}`;
  return `${type}: ${message.slice(0, 200)}${place}${line}`;
}

/** The share of the visible errors that match, with the first of them. */
function amongErrors({ output }: ReadFailure, matches: (error: RaisedError) => boolean): Sighting | null {
  const found = output.errors.filter(matches);
  const first = found[0];
  return first ? { strength: found.length / output.errors.length, text: quote(first) } : null;
}

/** A clue on the text of an error; pytest's detail lines count as far as a reader would look. */
function said(name: string, pattern: RegExp, speaksFor: Clue['speaksFor']): Clue {
  const matches = ({ message, detail }: RaisedError) => pattern.test(`${message}\n${detail.slice(0, 600)}`);
  return { name, speaksFor, look: (read) => amongErrors(read, matches) };
}

function raised(type: RegExp, name: string, speaksFor: Clue['speaksFor']): Clue {
  return { name, speaksFor, look: (read) => amongErrors(read, (error) => type.test(error.type)) };
}

function failingTest(name: string, pattern: RegExp, speaksFor: Clue['speaksFor']): Clue {
  return {
    name,
    speaksFor,
    look: ({ output }) => {
      const test = output.failingTests.find((id) => pattern.test(id.toLowerCase()));
      return test === undefined ? null : { strength: 1, text: `the test ${test} fails` };
    },
  };
}

/** Objects of Python and of well-known libraries: asking them for what they lack is a matter of the wrong input. */
const FOREIGN_OBJECT =
  /'(Tensor|Image|float|int|str|list|tuple|dict|ndarray|NoneType|function|bool|DataFrame|Series|numpy\.\w+)' object/;

/** Clues in what pytest printed: the kind of exception, what it says, where it was raised, which tests fail. */
export const errorClues: readonly Clue[] = [
  raised(/^TypeError$/, 'raises-type-error', { 1: 0.7, 6: 0.5 }),
  raised(/^ValueError$/, 'raises-value-error', { 1: 0.4, 5: 0.3, 6: 0.4 }),
  raised(/^AssertionError$/, 'raises-assertion-error', { 1: 0.3, 10: 0.3 }),
  {
    name: 'raised-in-test',
    speaksFor: { 1: 0.5, 10: 0.5 },
    look: (read) => amongErrors(read, ({ raisedIn }) => raisedIn === 'test'),
  },
  said('no-module', /no module named/i, { 7: 2, 8: 0.5, 11: 0.5 }),
  said('cannot-import', /cannot import name/i, { 7: 1, 8: 1.5 }),
  said('no-attribute', /has no attribute/i, { 7: 0.5, 8: 1.5 }),
  said('module-lacks-attribute', /^module .* has no attribute/i, { 7: 1, 8: 0.5 }),
  said('foreign-object-lacks-attribute', FOREIGN_OBJECT, { 6: 1.2, 8: -0.7 }),
  said('own-object-lacks-attribute', /'(?!Tensor|Image|NoneType|DataFrame|Series)[A-Z]\w+' object has no/, { 8: 0.5 }),
  said('name-not-defined', /is not defined|referenced before assignment/i, { 7: 1, 8: 0.7, 11: 1 }),
  said('unexpected-keyword', /unexpected keyword/i, { 6: 1, 8: 0.5 }),
  said('missing-argument', /missing \d+ required/i, { 1: 1, 6: 0.5 }),
  said('too-many-arguments', /takes .* positional argument|takes no arguments/i, { 1: 0.7, 6: 0.7 }),
  said(
    'argument-of-wrong-type',
    /must be (a |an )?(Tensor|str|int|real|torch|numpy|ndarray|array|list|float)|argument .* must be|expected .* (but )?got|invalid combination of arguments|not iterable|unsupported operand|not callable|not subscriptable|can't convert|cannot convert|indices must be/i,
    { 1: 0.3, 5: 0.3, 6: 1 },
  ),
  said(
    'shapes-in-operation',
    /size of tensor|cannot be multiplied|expand\(|expanded size|must match the (existing )?size|same number of dimensions|could not be broadcast|not aligned|not compatible|too many values to unpack|not enough values/i,
    { 1: 0.3, 6: 0.5, 10: 0.8 },
  ),
  said(
    'shape-of-result',
    /Size\(\[[^\]]*\]\) [!=]= |attribute 'shape'|assert \([\d, ]+\) == \([\d, ]+\)|Tuples differ: \([\d, ]+\)|shape mismatch|shapes differ/i,
    { 1: 1, 10: 0.3 },
  ),
  said(
    'values-differ',
    /not close|not equal|Mismatched elements|allclose|Max diff|!= |almost equal|assert [-\d.e]+ ==/i,
    { 1: 0.5, 10: 1.2 },
  ),
  said('gradient', /grad|jacobian|in-?place/i, { 10: 0.7 }),
  said('not-finite', /\bnan\b|\binf\b|divide|division|ZeroDivision|singular/i, { 5: 1, 10: 0.7 }),
  said('expected-error-missing', /did not raise|not raised|did not warn/i, { 1: 0.6, 5: 0.6 }),
  said('recursion', /recursion/i, { 1: 0.5, 13: 1 }),
  said('numpy-in-message', /numpy|ndarray/i, { 1: 0.5, 6: 0.5 }),
  said('dtype', /dtype|DoubleTensor|FloatTensor|scalar type|\bint64\b|\bfloat64\b|complex/i, { 6: 0.5, 10: 0.2 }),
  said('scripting', /\bjit\b|TorchScript|Compiled functions|Unknown type name|aren't supported/i, { 7: 0.5, 8: 1 }),
  said('index-out-of-range', /out of (range|bounds)|KeyError/, { 5: 0.4, 8: 0.3, 10: 0.3 }),
  said('out-of-time-or-memory', /timed? ?out|out of memory|MemoryError/i, { 13: 2.5 }),
  {
    name: 'own-check-refuses',
    speaksFor: { 1: 0.4, 9: 0.7 },
    look: (read) =>
      amongErrors(
        read,
        ({ sourceLine }) =>
          sourceLine !== null &&
          /^raise\b/.test(sourceLine) &&
          read.failure.generated.includes(sourceLine.slice(0, 60)),
      ),
  },
  {
    name: 'one-test-fails',
    speaksFor: { 5: 0.3, 10: 0.3 },
    look: ({ output }) =>
      output.text !== '' && output.failed === 1 && output.passed > 0
        ? { strength: 1, text: `only ${output.failingTests[0] ?? 'one test'} fails, ${output.passed} pass` }
        : null,
  },
  {
    name: 'no-traceback',
    speaksFor: { 6: 0.3, 10: -0.4 },
    look: ({ output }) => (output.visible ? null : { strength: 1, text: 'the output holds no traceback' }),
  },
  failingTest('edge-test-fails', /empty|zero|none|edge|corner|nan|single|identity|scalar/, { 1: 0.3, 5: 0.5 }),
  failingTest('gradient-test-fails', /grad/, { 10: 0.4 }),
  failingTest('exception-test-fails', /exception|error|invalid|wrong|raise|warn/, { 1: 0.5, 5: 0.5 }),
  failingTest('shape-test-fails', /shape|cardinality|dim|batch|broadcast/, { 1: 0.4, 10: 0.2 }),
  failingTest('type-test-fails', /type|device|gpu|cuda/, { 6: 0.5 }),
];
