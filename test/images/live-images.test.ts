import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeIo } from '../fakes/fake-io.ts';

const DATASET = '../shared/dlbench/live.jsonl';
if (!existsSync(DATASET)) console.warn(`skipped: ${DATASET} is missing (not part of this repository)`);

test.skipIf(!existsSync(DATASET))('every image of the live set builds from its set-up alone', async () => {
  const io = fakeIo();
  const code = await runCli(['images', 'build', '--dataset', DATASET, '--json'], io);
  expect(code, io.err.slice(-20).join('')).toBe(0);
  const { images, failed } = JSON.parse(io.out.join('')) as { images: { name: string }[]; failed: string[] };
  for (const image of images) console.log(JSON.stringify(image));
  expect(failed).toEqual([]);
  expect(images.length).toBeGreaterThan(0);
});
