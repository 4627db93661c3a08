import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { loadRun } from '../../src/store/load-run.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

test('the demo replays every recorded reply offline, prints what the README shows, and does it again from its record', async () => {
  const out = join(await tempDir(), 'demo');
  const io = fakeIo();
  expect(await runCli(['run', '--config', 'data/demo.yaml', '--out', out], io)).toBe(0);
  const record = await loadRun(out);
  expect(record.replies.length).toBeGreaterThan(1000);
  expect(record.replies.every(({ replayed }) => replayed)).toBe(true);

  const shown = /## What the demo prints\s+```\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
  const lines = (text: string) =>
    text.split('\n').filter((line) => line.trim() !== '' && !line.includes('sandbox') && !line.startsWith('Report:'));
  expect(lines(shown).length).toBeGreaterThan(8);
  // Long warnings are left out there.
  const [before = '', after = ''] = shown.split(/^ *…$/m);
  const printed = lines(io.out.join(''));
  expect(printed.slice(0, lines(before).length)).toEqual(lines(before));
  expect(printed.slice(-lines(after).length)).toEqual(lines(after));
  const left = printed.slice(lines(before).length, -lines(after).length);
  expect(left.map((line) => line.includes('figures of this run are about these too'))).toEqual([true, true]);

  const html = readFileSync(join(out, 'report.html'), 'utf8');
  const again = fakeIo();
  expect(await runCli(['report', out, '--json'], again)).toBe(0);
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toBe(html);
}, 300_000);
