import { describe, expect, it } from 'vitest';
import { BUG_KINDS, bugLabelOf } from '../../src/taxonomy/bug-kinds.ts';

describe('bug kinds', () => {
  it('are fourteen, numbered in order, with eighteen different sub-kinds', () => {
    expect(BUG_KINDS.map(({ label }) => label)).toEqual(Array.from({ length: 14 }, (_, at) => at + 1));
    const names = BUG_KINDS.flatMap(({ subKinds }) => subKinds);
    expect(names).toHaveLength(18);
    expect(new Set(names).size).toBe(18);
  });

  it('read code 15 as 8 and refuse what is not a code', () => {
    expect([15, 8, 1, 0, 16, 2.5].map(bugLabelOf)).toEqual([8, 8, 1, null, null, null]);
  });
});
