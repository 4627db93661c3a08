import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

async function folderWithTasks(): Promise<string> {
  const folder = await tempDir();
  const tasks = IDS.map((id) => ({ id, prompt: `Write a function \`${id}(x)\` that scales the tensor x.` }));
  writeFileSync(join(folder, 'tasks.jsonl'), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  return folder;
}

const sheet = (folder: string, rater: string, labels: readonly string[]) => {
  const file = join(folder, `${rater}.csv`);
  writeFileSync(file, `id,labels\n${IDS.map((id, at) => `${id},${labels[at] ?? ''}\n`).join('')}`);
  return file;
};

describe('mutagree label', () => {
  it('merges sheets, prints agreement with intervals, and says what is left to settle', async () => {
    const folder = await folderWithTasks();
    const [t, i] = ['Training', 'Inference'];
    const sheets = [sheet(folder, 'ada', [t, t, i, i, t, i]), sheet(folder, 'ben', [t, t, i, i, t, t])];
    const io = fakeIo();
    const conflicts = join(folder, 'conflicts.csv');
    const words = ['label', 'merge', ...sheets, '--codebook', 'stage', '--conflicts', conflicts];
    expect(await runCli(words, io)).toBe(0);
    const text = io.out.join('');
    expect(text).toContain('6 items: 5 unanimous, 0 by majority, 0 settled, 1 in conflict');
    expect(text).toMatch(/Krippendorff's alpha, nominal: 0\.69 \[-?[\d.]+, 1\.00\]/);
    expect(text).toMatch(/ada, ben\s+6\s+83\.3 %\s+0\.67 \[/);
    expect(text).toContain(`${conflicts}: fill in its column "settled"`);
    const json = fakeIo();
    expect(await runCli([...words, '--json'], json)).toBe(0);
    expect(JSON.parse(json.out.join('')).agreement.raters).toEqual(['ada', 'ben']);
  });

  it('refuses a sheet that would hide suggestions it was given, and writes nothing', async () => {
    const folder = await folderWithTasks();
    const io = fakeIo();
    const out = join(folder, 'sheet.csv');
    const words = [
      '--codebook',
      'stage',
      '--dataset',
      join(folder, 'tasks.jsonl'),
      '-o',
      out,
      '--suggestions',
      'x.jsonl',
    ];
    expect(await runCli(['label', 'sheet', ...words], io)).toBe(2);
    expect(io.err.join('')).toContain('--show-suggestions');
    expect(() => readFileSync(out)).toThrow();
  });

  it('asks a model by the definitions of any codebook, and leaves out what names no label', async () => {
    const folder = await folderWithTasks();
    const replies = ['Structured Array', 'It takes in an **Image**.', '1. others', 'no idea', 'Text', 'Text'];
    const endpoint = await startFakeEndpoint((number) => ({
      kind: 'reply',
      text: replies[number] ?? 'Text',
    }));
    try {
      const io = fakeIo();
      const joined = join(folder, 'joined.jsonl');
      const words = ['label', 'predict', '--codebook', 'data-type', '--dataset', join(folder, 'tasks.jsonl')];
      const model = ['--model', 'fake', '--base-url', endpoint.baseUrl, '--joined', joined];
      expect(await runCli([...words, ...model], io)).toBe(0);
      const fields = readFileSync(joined, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).data);
      expect(fields).toEqual(['Structured Array', 'Image', 'Others', undefined, 'Text', 'Text']);
      expect(io.out.join('')).toContain('5 items, first label by model fake');
      const messages = endpoint.requests[0]?.body['messages'] as { content: string }[];
      expect(messages[0]?.content).toContain('- Image: Pictures or video');
      expect(messages[1]?.content).toContain('scales the tensor x');
    } finally {
      await endpoint.close();
    }
  });
});
