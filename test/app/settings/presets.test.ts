import { expect, test } from 'vitest';
import { presets, readStudyConfig } from '../../../src/app/settings/read-config.ts';
import { prepareStudy } from '../../../src/app/study/prepare-study.ts';

test.each(presets.map(({ name }) => name))(
  '%s: every name in it exists, and nothing is selected',
  async (name) => {
    const { config, parts } = await prepareStudy({ preset: name, dataset: 'starter', model: 'm' });
    expect(config.arms).toEqual(['baseline']);
    expect(Math.max(...config.k)).toBeLessThanOrEqual(config.variants * config.samples);
    expect(parts.prompting.name).toBe(config.prompting);
  },
  60_000,
);

test('flags win over a preset; an unknown one names the nearest', async () => {
  const flags = { dataset: 'starter', model: 'm' };
  const config = await readStudyConfig({ ...flags, preset: 'dl-bench-zero-shot', repeats: 2 }, undefined);
  expect(config).toMatchObject({ temperature: 0, repeats: 2, variants: 1 });
  await expect(readStudyConfig({ ...flags, preset: 'dl-bench-zero-shots' }, undefined)).rejects.toMatchObject({
    code: 'unknown-preset',
    hint: expect.stringContaining('Did you mean "dl-bench-zero-shot"?'),
  });
});
