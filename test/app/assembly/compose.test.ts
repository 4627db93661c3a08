import { expect, test } from 'vitest';
import { partsOf } from '../../../src/app/assembly/compose.ts';
import { runConfigSchema } from '../../../src/app/settings/config.ts';

const partsWith = (settings: object) => partsOf(runConfigSchema.parse({ dataset: 'starter', model: 'm', ...settings }));

test('settings of compositions are refused where nothing is composed', () => {
  for (const settings of [{ strength: 'light' }, { compose: 2 }])
    expect(() => partsWith(settings)).toThrow('apply to rewritings');
  expect(partsWith({ strength: 'light', mutators: 'all' }).mutators.length).toBeGreaterThan(4);
  expect(partsWith({}).mutators.map(({ family }) => family)).toEqual(Array(4).fill('approach'));
});
