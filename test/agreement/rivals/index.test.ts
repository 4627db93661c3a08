import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rivals } from '../../../agreement/rivals/index.ts';
import { rivalsOf } from '../../../src/app/assembly/compose.ts';
import { runConfigSchema } from '../../../src/app/settings/config.ts';
import { RIVAL_ARMS } from '../../../src/core/arm.ts';
import { ConfigError } from '../../../src/core/errors.ts';

const folder = new URL('../../../agreement/rivals/', import.meta.url);

test('every rival file is registered, exports one thing, is an arm, and is named after it', async () => {
  const names: string[] = [];
  for (const file of readdirSync(folder).filter((each) => each.endsWith('-rival.ts'))) {
    const exported = Object.values((await import(new URL(file, folder).href)) as Record<string, unknown>);
    expect(exported, file).toHaveLength(1);
    expect(rivals, `${file} is not in agreement/rivals/index.ts`).toContain(exported[0]);
    names.push(file.replace('-rival.ts', ''));
  }
  expect(rivals.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(rivals.map(({ name }) => name)).toEqual([...RIVAL_ARMS]);
});

test.each(rivals)('$name spends the calls of an arm, and says which paper it follows', (rival) => {
  expect(rival.summary).toMatch(/\.$/);
  expect(rival.source).toMatchObject({ url: expect.stringMatching(/^https:\/\/arxiv\.org\/abs\//) });
  for (let budget = rival.least; budget <= 40; budget++) {
    const { programs, testReplies, repairs = 0, questions = 0 } = rival.split(budget);
    expect(programs + testReplies + repairs + questions, `${budget}`).toBe(2 * budget);
    expect(Math.min(programs, testReplies)).toBeGreaterThan(0);
  }
});

const config = (settings: object) => runConfigSchema.parse({ dataset: 'd', model: 'm', ...settings });

test('a usual run has none', () => {
  expect(rivalsOf(config({}))).toEqual([]);
});

test.each([
  [{ arms: ['judge'], adaptive: true }, 'rival-arms'],
  [{ arms: ['judge'], samplesFile: 'x' }, 'rival-arms'],
  [{ arms: ['distinguish'], probes: 0 }, 'rival-arms'],
  [{ arms: ['judge'], variants: 2 }, 'rival-budget'],
  [{ arms: ['distinguish'], variants: 3 }, 'rival-budget'],
])('%j: %s', (settings, code) => {
  expect(() => rivalsOf(config(settings))).toThrow(ConfigError);
  expect(() => rivalsOf(config(settings))).toThrow(expect.objectContaining({ code }));
});
