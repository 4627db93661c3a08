import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { loadRun } from '../../src/store/load-run.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const readme = readFileSync('README.md', 'utf8');

test('the demo replays every recorded reply offline, with the figures that the README names, and does it again from its record', async () => {
  const out = await tempPath('demo');
  const io = fakeIo();
  expect(await runCli(['run', '--config', 'data/demo.yaml', '--out', out], io)).toBe(0);
  const record = await loadRun(out);
  expect(record.replies.length).toBeGreaterThan(400);
  expect(record.replies.every(({ replayed }) => replayed)).toBe(true);

  const printed = io.out.join('');
  const shares = [...printed.matchAll(/^ {2}(?:baseline|self-agreement|mutation-ensemble) +([\d.]+) \[/gm)].map(
    ([, share]) => `${share} %`,
  );
  const [blind, agreed, mutated] = shares;
  expect(shares).toHaveLength(3);
  expect(readme.replace(/\s+/g, ' ')).toContain(
    `one sample ${blind}, the pick among five ${agreed}, four of them from variants ${mutated}`,
  );

  const html = readFileSync(join(out, 'report.html'), 'utf8');
  const again = fakeIo();
  expect(await runCli(['report', out, '--json'], again)).toBe(0);
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toBe(html);
}, 300_000);

test('its second study, of programs that exist, prints what the README shows', async () => {
  const out = await tempPath('selection');
  const io = fakeIo();
  expect(await runCli(['run', '--config', 'data/selection.yaml', '--out', out], io)).toBe(0);
  const shown = /## What the demo prints\s+```\n([\s\S]*?) *…\n```/.exec(readme)?.[1] ?? '';
  const lines = shown.split('\n').filter((line) => !['', '…'].includes(line.trim()));
  expect(lines).toHaveLength(4);
  const printed = io.out.join('').split('\n');
  expect(printed.filter((line) => lines.includes(line))).toEqual(lines);
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('no model was asked');
}, 300_000);
