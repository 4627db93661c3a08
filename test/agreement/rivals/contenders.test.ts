import { describe, expect, test } from 'vitest';
import { contendersOf, partingInputs } from '../../../agreement/rivals/contenders.ts';
import { matrixOf, outputsOf, probed } from '../random-matrix.ts';

const contender = (candidate: number) => ({ code: '', samples: 1, candidates: [candidate] });

describe('contenders', () => {
  const weights = { candidateWeights: [1, 4, 2, 9] };
  const matrix = probed(matrixOf(['pp', 'pp', 'pp', 'p.'], weights), outputsOf('1', '1', '2', '1'));
  const set = (...candidates: number[]) => ({ candidates, tests: [0], score: 1 });

  test('of one behaviour the program with most samples speaks, with the samples of all', () => {
    expect(contendersOf(matrix, { sets: [set(2, 0, 1), set(3)] }, (row) => `program ${row}`)).toEqual([
      { code: 'program 1', samples: 5, candidates: [0, 1] },
      { code: 'program 2', samples: 2, candidates: [2] },
      { code: 'program 3', samples: 9, candidates: [3] },
    ]);
  });

  test('a behaviour that stands in two sets is a contender once, where it ranks first', () => {
    expect(contendersOf(matrix, { sets: [set(0), set(2, 1)] }, String)).toEqual([
      { code: '0', samples: 1, candidates: [0] },
      { code: '2', samples: 2, candidates: [2] },
    ]);
  });

  test('outputs part programs that pass the same tests and return the same on probes', () => {
    const parted = { ...matrixOf(['p', 'p']), outputs: [['1'], ['2']] };
    expect(contendersOf(parted, { sets: [set(0, 1)] }, String)).toHaveLength(2);
    const same = { ...matrixOf(['p', 'p']), outputs: [['1'], ['1']] };
    expect(contendersOf(same, { sets: [set(0, 1)] }, String)).toHaveLength(1);
  });
});

describe('inputs that part two contenders', () => {
  const inputsOf = (rows: readonly (string | null)[][], inputs?: readonly string[]) => {
    const matrix = probed(matrixOf(['p', 'p']), rows);
    const probes = inputs ? { inputs, outputs: rows } : matrix.probes;
    return partingInputs(probes ? { probes } : {}, contender(0), contender(1)).map(({ input }) => input);
  };

  test('the short ones first, counting the input and both outputs; silent ones last however short', () => {
    // 4 + 6, 4 + 4, 4 + 2 characters, and one that raises.
    expect(inputsOf(outputsOf('12345 1 1 -', '6 222 2 1'))).toEqual(['f(2)', 'f(1)', 'f(0)', 'f(3)']);
    // The input counts, too: 12 + 2 against 4 + 4.
    const inputs = ['f(12345678)', 'f(1)'];
    expect(inputsOf(outputsOf('1 111', '2 2'), inputs)).toEqual(['f(1)', 'f(12345678)']);
  });

  test('2,000 characters in all may be asked about, one more may not', () => {
    expect(inputsOf([['x'.repeat(1995)], ['y']])).toEqual(['f(0)']);
    expect(inputsOf([['x'.repeat(1996)], ['y']])).toEqual([]);
    expect(inputsOf([['x'.repeat(1000)], ['y'.repeat(997)]])).toEqual([]);
    expect(inputsOf([['1'], ['2']], ['x'.repeat(1999)])).toEqual([]);
  });

  test('there are none where nothing was probed', () => {
    expect(partingInputs({}, contender(0), contender(1))).toEqual([]);
  });
});
