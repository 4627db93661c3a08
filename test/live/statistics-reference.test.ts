import { execFile, spawn } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { cohenKappa } from '../../src/statistics/cohen-kappa.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { holmAdjust } from '../../src/statistics/holm.ts';
import { logBeta } from '../../src/statistics/log-beta.ts';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { pairedBootstrap } from '../../src/statistics/paired-bootstrap.ts';
import { passAtK } from '../../src/statistics/pass-at-k.ts';
import { signFlipTest } from '../../src/statistics/sign-flip-test.ts';
import { spearman } from '../../src/statistics/spearman.ts';
import { stratifiedExactTest } from '../../src/statistics/stratified-exact-test.ts';
import { cohensD, fisherRatio } from '../../src/statistics/two-samples.ts';
import { wilsonInterval } from '../../src/statistics/wilson.ts';

/** From PyPI, once; beside the repository's other caches. */
const PACKAGES = ['numpy', 'scipy', 'statsmodels'];
const folder = join(import.meta.dirname, '../../.cache/statistics-reference');
const script = join(import.meta.dirname, 'statistics_reference.py');

type Value = number | readonly (number | null)[] | null;

interface Case {
  readonly name: string;
  /** As the reference takes them. */
  readonly given: readonly unknown[];
  readonly ours: Value;
}

const rng = createRng(8).fork('statistics-reference');
const below = (bound: number) => rng.below(bound);
const list = <T>(length: number, of: (index: number) => T) => Array.from({ length }, (_, index) => of(index));
const ends = ({ low, high }: Pick<Estimate, 'low' | 'high'>) => [low, high];
const normalLike = () => list(12, () => rng.next()).reduce((sum, value) => sum + value, -6);

function exactCases(): Case[] {
  const cases: Case[] = [];
  const add = (name: string, given: readonly unknown[], ours: Value) => cases.push({ name, given, ours });
  for (let round = 0; round < 40; round++) {
    const trials = 1 + below(600);
    const successes = below(trials + 1);
    add('wilson', [successes, trials], ends(wilsonInterval(successes, trials)));
    const [samples, k] = [1 + below(200), 1 + below(10)];
    const correct = below(samples + 1);
    add('passAtK', [samples, correct, Math.min(k, samples)], passAtK(samples, correct, Math.min(k, samples)));
    const [onlyFirst, onlySecond] = [below(300), 1 + below(300)];
    add('mcnemar', [onlyFirst, onlySecond], mcnemarExact({ onlyFirst, onlySecond }));
    const pValues = list(1 + below(60), () => rng.next() ** 3);
    add('holm', [pValues], holmAdjust(pValues));
    const [first, second] = [list(5 + below(40), normalLike), list(5 + below(40), () => 0.4 + normalLike())];
    add('cohensD', [first, second], cohensD(first, second));
    add('fisherRatio', [first, second], fisherRatio(first, second));
    const paired = list(5 + below(40), () => [below(8), below(8)] as const);
    const [left, right] = [paired.map(([a]) => a), paired.map(([a, b]) => a + b)];
    const ranks = spearman(left, right);
    if (ranks && Math.abs(ranks.value) < 0.999) add('spearman', [left, right], [ranks.value, ...ends(ranks)]);
    const labels = list(40, () => [below(5), below(3)] as const);
    const [one, other] = [labels.map(([a]) => a), labels.map(([a, b]) => (b === 0 ? (a + 1) % 5 : a))];
    add('kappa', [one, other], cohenKappa(one, other));
    const tasks = list(1 + below(60), () => {
      const [original, variant] = [1 + below(20), 1 + below(5)];
      return {
        original: { samples: original, right: below(original + 1) },
        variant: { samples: variant, right: below(variant + 1) },
      };
    });
    const strata = tasks.map(({ original, variant }) => [
      original.samples + variant.samples,
      original.right + variant.right,
      variant.samples,
      variant.right,
    ]);
    add('stratified', [strata], stratifiedExactTest(tasks));
    // All 2^n assignments of signs: few enough for the reference.
    const tenths = list(5 + below(8), () => below(11) - 4);
    // The same p in tenths as in wholes; scipy tells equal sums of tenths apart by their last digits.
    add('signFlip', [tenths], signFlipTest(tenths.map((value) => value / 10)));
    const [a, b] = [10 ** (6 * rng.next() - 1), 10 ** (6 * rng.next() - 1)];
    add('logBeta', [a, b], logBeta(a, b));
  }
  return cases;
}

/** A bootstrap of 20,000 resamples, on values without ties: on a grid, ends jump by whole steps. */
function drawnCases(): Case[] {
  const own = rng.fork('values');
  return list(6, (round) => {
    const values = list(30 + 20 * round, () => (own.next() < 0.5 ? 0 : own.next()));
    const against = values.map((value) => (own.next() < 0.2 ? 1 - value : value));
    const options = { rng: rng.fork('drawn', round), resamples: 20_000 };
    return { name: 'paired', given: [values, against, round], ours: ends(pairedBootstrap(values, against, options)) };
  });
}

async function askReference(cases: readonly Case[]): Promise<Value[]> {
  const child = spawn('python3', [script], { env: { ...process.env, PYTHONPATH: folder } });
  child.stdin.end(JSON.stringify(cases.map(({ name, given }) => [name, given])));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Value[];
}

/** The largest difference by function, each relative to the size of the value where that is above 1. */
function largestDifferences(cases: readonly Case[], reference: readonly Value[]): Map<string, number> {
  const largest = new Map<string, number>();
  for (const [at, { name, ours }] of cases.entries()) {
    const [mine, theirs] = [[ours].flat(), [reference[at] as Value].flat()];
    for (const [part, value] of mine.entries()) {
      const expected = theirs[part];
      const gap =
        typeof value === 'number' && typeof expected === 'number'
          ? Math.abs(value - expected) / Math.max(1, Math.abs(expected))
          : Number.POSITIVE_INFINITY;
      largest.set(name, Math.max(largest.get(name) ?? 0, gap));
    }
  }
  return largest;
}

const available = await promisify(execFile)('python3', ['-m', 'pip', '--version']).then(
  () => true,
  () => false,
);

beforeAll(async () => {
  if (
    !available ||
    (await access(join(folder, 'statsmodels')).then(
      () => true,
      () => false,
    ))
  )
    return;
  await mkdir(folder, { recursive: true });
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', folder, ...PACKAGES];
  await promisify(execFile)('python3', install);
}, 600_000);

test.skipIf(!available)('agrees with scipy and statsmodels to 1e-9 (needs python3 with pip)', async () => {
  const cases = exactCases();
  const largest = largestDifferences(cases, await askReference(cases));
  console.log([...largest].map(([name, gap]) => `${name.padEnd(16)} ${gap.toExponential(1)}`).join('\n'));
  expect(largest.size).toBe(11);
  expect([...largest].filter(([, gap]) => !(gap <= 1e-9))).toEqual([]);
});

test.skipIf(!available)('bootstraps agree within a thirtieth of the width of their interval', async () => {
  const cases = drawnCases();
  const reference = await askReference(cases);
  const gaps = cases.flatMap(({ name, ours }, at) => {
    const [low, high] = ours as readonly [number, number];
    const [theirLow, theirHigh] = reference[at] as readonly [number, number];
    const width = theirHigh - theirLow;
    return [low - theirLow, high - theirHigh].map((gap) => ({ name, gap: Math.abs(gap) / width }));
  });
  for (const name of ['bca', 'paired']) {
    const most = Math.max(...gaps.filter((each) => each.name === name).map(({ gap }) => gap));
    console.log(`${name}: ends differ by up to ${(100 * most).toFixed(2)} % of the width`);
    expect(most).toBeLessThan(1 / 30);
  }
});
