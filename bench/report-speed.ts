/**
 * How long `mutagree report` takes on a synthetic run directory, and how much memory: wall seconds, the
 * peak of the resident set (VmHWM of the child, read every 20 ms) and the size of report.html.
 *
 *     npx tsx bench/report-speed.ts [--tasks 500] [--variants 30] [--programs 20] [--tests 30] [--samples 1] [--keep DIR]
 *
 * Needs `npm run build`. `--samples` is samples per variant: 1 asks for 30 programs per task and arm, 20 for 600.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/package-root.ts';
import { writeLargeRun } from '../test/fakes/large-run.ts';

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '500' },
    variants: { type: 'string', default: '30' },
    programs: { type: 'string', default: '20' },
    tests: { type: 'string', default: '30' },
    samples: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});

const directory = values.keep ?? mkdtempSync(join(tmpdir(), 'mutagree-report-speed-'));
const size = {
  tasks: Number(values.tasks),
  variants: Number(values.variants),
  samplesPerVariant: Number(values.samples),
  programs: Number(values.programs),
  tests: Number(values.tests),
};
await writeLargeRun(directory, size);
const mebibytes = (file: string) => (statSync(join(directory, file)).size / 2 ** 20).toFixed(1);
console.log(`run directory: ${JSON.stringify(size)}, replies.jsonl ${mebibytes('replies.jsonl')} MiB`);

const started = performance.now();
const child = spawn(process.execPath, [join(packageRoot(), 'dist/src/cli/main.js'), 'report', directory, '--json'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
let peakKib = 0;
const watch = setInterval(() => {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peakKib = Math.max(peakKib, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  } catch {
    // Gone between two looks.
  }
}, 20);
const exitCode = await new Promise((resolve) => child.once('exit', resolve));
clearInterval(watch);
const wallMs = performance.now() - started;
console.log(
  `report: exit code ${exitCode}, ${(wallMs / 1000).toFixed(1)} s of wall time, peak ${(peakKib / 1024).toFixed(0)} MiB, ` +
    `report.html ${mebibytes('report.html')} MiB, report.json ${mebibytes('report.json')} MiB`,
);
if (!values.keep) rmSync(directory, { recursive: true, force: true });
