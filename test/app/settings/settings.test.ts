import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseThreshold, shortfallBelow } from '../../../src/app/settings/check-settings.ts';
import { runConfigSchema, studySettings } from '../../../src/app/settings/config.ts';
import { readStudyConfig } from '../../../src/app/settings/read-config.ts';
import { jsonOf, metaOf } from '../../../src/app/settings/setting.ts';
import { identityOf } from '../../../src/app/study/study-plan.ts';
import { commentedConfig } from '../../../src/app/write-config.ts';
import { verbs } from '../../../src/cli/run-cli.ts';
import type { Verb } from '../../../src/cli/verb.ts';
import { ConfigError, ThresholdError } from '../../../src/core/errors.ts';
import { temporaryFile } from '../../datasets/example-files.ts';

const configFile = (text: string) => temporaryFile('study.yaml', text);

describe('config', () => {
  test('flags win over the file, the file over the defaults', async () => {
    const file = await configFile('dataset: starter\nmodel: m\nvariants: 4\nseed: 5\n');
    const config = await readStudyConfig({ seed: 9 }, file);
    expect(config).toMatchObject({ dataset: 'starter', variants: 4, seed: 9, samples: 1 });
  });

  test.each([
    ['variant: 4', /study\.yaml: unknown setting "variant"/],
    ['variants: many', /study\.yaml: variants: /],
    ['variants: [', /study\.yaml line \d+: /],
    ['- 1', /holds "name: value" lines/],
  ])('%s is an error that names the place', async (line, message) => {
    const file = await configFile(`${line}\n`);
    await expect(readStudyConfig({ dataset: 'starter', model: 'm' }, file)).rejects.toThrow(message);
  });

  test('aliases that stand for more than memory holds are refused with the file', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`,
    );
    const file = await configFile(`a0: &a0 [lol]\n${levels.join('\n')}\n`);
    await expect(readStudyConfig({}, file)).rejects.toThrow(/study\.yaml: .*alias/);
  });

  test('a missing setting and a wrong flag are named as flags', async () => {
    await expect(readStudyConfig({ dataset: 'starter', topP: 3 }, undefined)).rejects.toThrow(
      /--model is missing[\s\S]*--top-p|--top-p[\s\S]*--model is missing/,
    );
    await expect(readStudyConfig({}, '/nowhere/x.yaml')).rejects.toThrow(ConfigError);
  });

  test('an unknown setting of a caller without a file is named as it is', async () => {
    await expect(readStudyConfig({ dataset: 'starter', model: 'm', foo: 1 }, undefined)).rejects.toThrow(
      /^unknown setting "foo"/,
    );
  });

  test('what cannot change a reply or a verdict is not part of the run’s identity', () => {
    const base = { dataset: 'starter', model: 'm' };
    const one = runConfigSchema.parse({ ...base, jobs: 1, offline: true, maxCost: 1, out: 'a' });
    const two = runConfigSchema.parse({ ...base, jobs: 2, concurrency: 3 });
    expect(identityOf(one)).toEqual(identityOf(two));
    expect(identityOf(runConfigSchema.parse({ ...base, seed: 1 }))).not.toEqual(identityOf(one));
  });

  test.each([
    [{ batch: true, adaptive: true }, /--batch and --adaptive exclude each other/],
    [{ samplesFile: 'a.jsonl', testsFile: 'b.jsonl', repeats: 2 }, /--samples FILE and --repeats exclude each other/],
    [{ draws: 3 }, /--draws needs --samples FILE/],
  ])('%j is refused', async (settings, message) => {
    await expect(readStudyConfig({ dataset: 'starter', model: 'm', ...settings }, undefined)).rejects.toThrow(message);
  });

  test('settings that a conflict names exist', () => {
    const named = Object.values(studySettings).flatMap((schema) => {
      const { excludes = [], needs } = metaOf(schema);
      return [...excludes, ...(needs ? [needs] : [])];
    });
    expect(named.filter((name) => !Object.hasOwn(studySettings, name))).toEqual([]);
  });

  test('every verb and flag has a line of help of at most 60 characters', () => {
    const linesOf = ({ summary, settings = {}, verbs: below = [] }: Verb): string[] => [
      summary,
      ...Object.values(settings).map((schema) => jsonOf(schema).description ?? ''),
      ...below.flatMap(linesOf),
    ];
    expect(verbs.flatMap(linesOf).filter((line) => !/^["'A-Z{]?\S.{0,59}$/.test(line))).toEqual([]);
  });

  test('the file that init writes is valid and names every setting', () => {
    const text = commentedConfig();
    expect(runConfigSchema.safeParse(parse(text)).success).toBe(true);
    for (const name of Object.keys(runConfigSchema.shape)) expect(text).toMatch(new RegExp(`^(# )?${name}:`, 'm'));
  });
});

describe('--fail-under', () => {
  test('reads an arm, a k and a fraction', () => {
    expect(parseThreshold('pass@1=0.30')).toEqual({ arm: null, k: 1, atLeast: 0.3 });
    expect(parseThreshold('self-agreement:pass@10=1')).toEqual({ arm: 'self-agreement', k: 10, atLeast: 1 });
  });

  test.each(['pass@1=30', 'pass@0=0.1', 'pass=0.1', 'best:pass@1=0.1', ''])('refuses %j', (text) => {
    expect(() => parseThreshold(text)).toThrow(ConfigError);
  });

  test('misses below, not at, the threshold', () => {
    const threshold = parseThreshold('pass@1=0.3');
    expect(shortfallBelow(threshold, 0.3, 'baseline')).toBeNull();
    expect(shortfallBelow(threshold, 0.2999, 'baseline')).toBeInstanceOf(ThresholdError);
    expect(shortfallBelow(threshold, undefined, 'baseline')?.message).toMatch(/has no pass@1/);
  });
});
