/**
 * From SIGINT, SIGTERM or SIGHUP to the end of a run that reads hostile replies, at random moments: until the process has
 * ended, and until everything that writes to its output has. Beside each a control tells what the machine makes of the
 * same wait: a process that does nothing but end 2.3 s after it is told to. Ends with 1 where a run ends later than 3 s
 * after the signal and its control is in time. Needs `npm run build`.
 *
 *   npx tsx bench/signals.ts [--moments 20] [--seed 7] [--sandbox process]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRng } from '../src/core/random.ts';
import { packageRoot } from '../src/package-root.ts';
import { startFakeEndpoint } from '../test/fakes/fake-endpoint.ts';
import { HOSTILE_SHAPES } from './hostile/hostile-shapes.ts';
import { textTable } from './statistics.ts';

const MAIN = join(packageRoot(), 'dist/src/cli/main.js');
const LIMIT_S = 3;
/** The supervisor's own wait (`src/supervision/supervise.ts`: 3,000 less 700). */
const CONTROL =
  'process.once("SIGTERM", () => setTimeout(() => process.exit(130), 2300)); setInterval(() => {}, 1000); console.log("ready")';
const { values } = parseArgs({
  options: {
    moments: { type: 'string', default: '20' },
    seed: { type: 'string', default: '7' },
    sandbox: { type: 'string', default: 'process' },
  },
});
const rng = createRng(Number(values.seed));
const endpoint = await startFakeEndpoint((index) => ({
  kind: 'reply',
  text: HOSTILE_SHAPES[index % HOSTILE_SHAPES.length]?.write(300_000) ?? '',
}));

/** Seconds until a child has ended, and until its output is closed. */
async function secondsOf(
  child: ChildProcess,
  since: number,
): Promise<{ readonly exit: number; readonly close: number }> {
  const exit = once(child, 'exit').then(() => (performance.now() - since) / 1000);
  const close = once(child, 'close').then(() => (performance.now() - since) / 1000);
  return { exit: await exit, close: await close };
}

const rows = [['moment', 'after s', 'signal', 'exit code', 'ended s', 'output closed s', 'control s', 'load']];
let late = 0;
let lateAlone = 0;
for (let moment = 1; moment <= Number(values.moments); moment++) {
  const signal = rng.pick(['SIGTERM', 'SIGINT', 'SIGHUP'] as const);
  const waitMs = 1500 + rng.below(12_000);
  const folder = mkdtempSync(join(tmpdir(), 'mutagree-signals-'));
  const argv = [
    ...['run', '--dataset', 'starter', '--model', 'fake', '--base-url', endpoint.baseUrl, '--out', join(folder, 'run')],
    ...['--sandbox', values.sandbox, '--variants', '4', '--samples', '4'],
  ];
  const control = spawn(process.execPath, ['-e', CONTROL], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(control.stdout as NonNullable<typeof control.stdout>, 'data');
  const child = spawn(process.execPath, [MAIN, ...argv], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr?.resume();
  await sleep(waitMs);
  const since = performance.now();
  const ended = secondsOf(child, since);
  const controlled = secondsOf(control, since);
  child.kill(signal);
  control.kill('SIGTERM');
  const [{ exit, close }, { exit: alone }] = [await ended, await controlled];
  if (close >= LIMIT_S) late += 1;
  if (close >= LIMIT_S && alone < LIMIT_S) lateAlone += 1;
  rows.push([
    ...[String(moment), (waitMs / 1000).toFixed(1), signal, `${child.exitCode}`, exit.toFixed(2), close.toFixed(2)],
    ...[alone.toFixed(2), (loadavg()[0] ?? 0).toFixed(1)],
  ]);
  rmSync(folder, { recursive: true, force: true });
}
await endpoint.close();
console.log(textTable(rows));
console.log(
  `${values.moments} moments: ${late} later than ${LIMIT_S} s, of which ${lateAlone} while the control was in time`,
);
process.exitCode = lateAlone > 0 ? 1 : 0;
