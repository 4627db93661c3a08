import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rivals } from '../../../agreement/rivals/index.ts';
import { fieldOf, tournament } from '../../../agreement/rivals/tournament.ts';
import { runConfigSchema } from '../../../src/app/settings/config.ts';
import { rivalsOf } from '../../../src/app/study/rival-arms.ts';
import { RIVAL_ARMS } from '../../../src/core/arm.ts';
import { ConfigError } from '../../../src/core/errors.ts';
import type { Arena, Contender } from '../../../src/core/rival.ts';

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

describe('a tournament', () => {
  const contenders = ['1', '2', '3', '4'].map((code): Contender => ({ code, samples: 1, candidates: [Number(code)] }));
  const arena = (questions: number, answer: (a: string, b: string) => string) => {
    const asked: string[] = [];
    const whole: Arena = {
      promptText: '',
      entryPoint: 'f',
      contenders,
      questions,
      parting: (first, second) => [{ input: 'f(0)', outputs: [first.code, second.code] }],
      ask: async (_, messages) => {
        const [, a = '', b = ''] = /A: (\d)\n\nB: (\d)/.exec(messages[0]?.content ?? '') ?? [];
        asked.push([a, b].sort().join(''));
        return answer(a, b);
      },
    };
    return { whole, asked };
  };
  const knowing = (right: string) => (a: string, b: string) =>
    a === right ? 'Answer: A' : b === right ? 'Answer: B' : '';

  test('lets as many meet as the questions allow, and finds the one that is right among them', async () => {
    expect([0, 1, 2, 3, 5, 6, 10].map(fieldOf)).toEqual([1, 2, 2, 3, 3, 4, 5]);
    for (const [at, right] of ['1', '2', '3'].entries()) {
      const { whole, asked } = arena(3, knowing(right));
      expect(await tournament(whole)).toBe(at);
      expect(asked.sort()).toEqual(['12', '13', '23']);
    }
    const { whole } = arena(3, knowing('4'));
    expect(await tournament(whole)).toBe(0);
  });

  test('goes by the ranking where replies say nothing or contradict each other, and asks nothing where nothing parts', async () => {
    expect(await tournament(arena(3, () => 'who knows').whole)).toBe(0);
    const { whole, asked } = arena(3, () => 'Answer: A');
    expect(await tournament({ ...whole, parting: () => [] })).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('rivals in the settings of a run', () => {
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
});
