import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { fakeIo } from '../fakes/fake-io.ts';

const FILES = '../shared/codet';
const present = existsSync(`${FILES}/tests.jsonl`);
if (!present) console.warn(`skipped: ${FILES} is missing (CodeT's samples; not part of this repository)`);
const bubblewrap = await bubblewrapSandbox.probe();
if (!bubblewrap.available) console.warn(`skipped: ${bubblewrap.detail}. ${bubblewrap.hint}`);

/** The papers, and what a prototype of the rules gave, in percent, on the 82 tasks of even number. */
const PUBLISHED: readonly (readonly [scorer: string, k: string, percent: number])[] = [
  ['codet', '1', 38.16],
  ['codet', '2', 48.13],
  ['codet', '10', 64.12],
  ['max-pass', '1', 19.5],
  ['srank', '1', 44.3],
  ['b4', '1', 45.1],
  ['fusion', '1', 45.5],
];

test.skipIf(!present || !bubblewrap.available)(
  'one command gives every published figure within a point, and fusion beats codet',
  async () => {
    const files = ['--dataset', `${FILES}/tasks.jsonl`, '--solutions', `${FILES}/solutions.jsonl`];
    const io = fakeIo();
    const options = ['--timeout-ms', '100', '--scorer', 'all', '--official', '--as-codet', '--json'];
    expect(await runCli(['select', ...files, '--tests', `${FILES}/tests.jsonl`, ...options], io)).toBe(0);
    const { random, scorers, comparisons } = JSON.parse(io.out.join(''));
    expect(Math.abs(100 * random['1'].value - 23.45)).toBeLessThan(1);
    for (const [scorer, k, percent] of PUBLISHED) {
      expect(Math.abs(100 * scorers[scorer][k].value - percent), `${scorer} pass@${k}`).toBeLessThan(1);
    }
    const fusion = comparisons.find(({ scorer }: { scorer: string }) => scorer === 'fusion');
    expect(fusion.difference.low).toBeGreaterThan(0);
  },
  1_800_000,
);
