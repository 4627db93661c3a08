import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRng } from '../../src/core/random.ts';
import { packageRoot } from '../../src/package-root.ts';
import { type FakeEndpoint, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { tempDir, tempPath } from '../fakes/temp-dir.ts';
import { HOSTILE_SHAPES } from '../hostile/hostile-shapes.ts';

const MAIN = join(packageRoot(), 'dist/src/cli/main.js');
const MOMENTS = Number(process.env['MUTAGREE_SIGNAL_MOMENTS'] ?? 6);
if (!existsSync(MAIN)) console.warn('skipped: no build; npm run build makes one');

interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  readonly seconds: number;
  readonly stderr: string;
}

/** From the signal to the end, of everything that writes to its output. */
async function endAfter(
  argv: readonly string[],
  waitMs: number,
  signals: readonly (readonly [signal: NodeJS.Signals, afterMs: number])[],
): Promise<Ending> {
  const child = spawn(process.execPath, [MAIN, ...argv], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  await sleep(waitMs);
  const start = performance.now();
  for (const [signal, afterMs] of signals) {
    await sleep(afterMs);
    child.kill(signal);
  }
  const [code, signal] = await ended;
  return { code, signal, seconds: (performance.now() - start) / 1000, stderr };
}

describe.skipIf(!existsSync(MAIN))('signals, hostile replies in work', () => {
  let endpoint: FakeEndpoint;
  beforeAll(async () => {
    endpoint = await startFakeEndpoint((index) => ({
      kind: 'reply',
      text: HOSTILE_SHAPES[index % HOSTILE_SHAPES.length]?.write(300_000) ?? '',
    }));
  });

  const runInto = (out: string) => [
    ...['run', '--dataset', 'starter', '--model', 'fake', '--base-url', endpoint.baseUrl, '--out', out],
    ...['--sandbox', 'process', '--variants', '4', '--samples', '4'],
  ];

  test(`${MOMENTS} random moments: over within three seconds, with the exit code of an interrupt`, async () => {
    const rng = createRng(7);
    const seconds: number[] = [];
    for (let moment = 0; moment < MOMENTS; moment++) {
      const signal = rng.pick(['SIGTERM', 'SIGINT', 'SIGHUP'] as const);
      const out = await tempPath('run');
      const ending = await endAfter(runInto(out), 1500 + rng.below(12_000), [[signal, 0]]);
      seconds.push(ending.seconds);
      expect({ ...ending, inTime: ending.seconds < 3 }, ending.stderr).toMatchObject({ code: 130, inTime: true });
    }
    console.log(`from signal to end, s: ${seconds.map((each) => each.toFixed(2)).join(' ')}`);
  });

  test('while the main thread is in a loop: within three seconds, at a second signal at once', async () => {
    const folder = await tempDir();
    const file = join(folder, 'tasks.jsonl');
    const sentence = 'Given a list of numbers x, return the largest one that is at most 10, and ignore the others. ';
    const record = (id: number) =>
      JSON.stringify({
        task_id: `t/${id}`,
        prompt: `def f(x):\n    """${sentence.repeat(900)}"""\n`,
        entry_point: 'f',
        canonical_solution: '    return max(x)\n',
        test: 'def check(candidate):\n    assert candidate([1, 2]) == 2\n',
      });
    await writeFile(file, `${Array.from({ length: 60 }, (_, id) => record(id)).join('\n')}\n`);
    const mutate = (name: string) => ['mutate', '--dataset', file, '-o', join(folder, name)];
    const single = await endAfter(mutate('a.jsonl'), 4000, [['SIGTERM', 0]]);
    expect({ ...single, inTime: single.seconds < 3 }, single.stderr).toMatchObject({ code: 130, inTime: true });
    const twice = await endAfter(mutate('b.jsonl'), 4000, [
      ['SIGINT', 0],
      ['SIGINT', 300],
    ]);
    expect({ ...twice, inTime: twice.seconds < 1.2 }, twice.stderr).toMatchObject({ code: 130, inTime: true });
  });
});
