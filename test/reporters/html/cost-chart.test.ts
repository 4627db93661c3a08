import fc from 'fast-check';
import { expect, it } from 'vitest';
import { besideEachOther } from '../../../src/reporters/html/cost-chart.ts';

it('writes the names of all arms where no two lie upon each other and none leaves the picture', () => {
  const place = fc.record({ x: fc.integer({ min: 64, max: 460 }), y: fc.integer({ min: 16, max: 316 }) });
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 12 }), (places) => {
      const named = besideEachOther(places);
      expect(named).toHaveLength(places.length);
      const heights = named.map(({ at }) => at).sort((a, b) => a - b);
      for (const [index, at] of heights.entries()) {
        expect(at).toBeGreaterThanOrEqual(16);
        expect(at).toBeLessThanOrEqual(316);
        if (index > 0) expect(at - (heights[index - 1] as number)).toBeGreaterThanOrEqual(18);
      }
      // A higher dot never has the lower name.
      for (const a of named) for (const b of named) if (a.y < b.y) expect(a.at).toBeLessThan(b.at);
    }),
  );
});
