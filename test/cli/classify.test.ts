import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classifyScreen } from '../../src/cli/screens/classify-screen.ts';
import { profileScreen } from '../../src/cli/screens/profile-screen.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const failure = {
  id: 'a',
  prompt: 'Scale rows.',
  generated: 'def f(x):\n    return x.scaled()\n',
  pytest_output:
    "E       AttributeError: 'Rows' object has no attribute 'scaled'\n\nsrc/f.py:2: AttributeError\n1 failed",
};

async function fileOf(...records: object[]): Promise<string> {
  const file = join(await tempDir(), 'failures.jsonl');
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  return file;
}

describe('mutagree classify', () => {
  it('prints one document with ranked labels, evidence and the agreement that was asked for', async () => {
    const io = fakeIo();
    const failures = await fileOf({ ...failure, label: 15, second_label: null });
    expect(await classifyScreen({ failures, gold: true, judge: 'rules', json: true }, io)).toBe(0);
    const printed = JSON.parse(io.out.join(''));
    expect(printed.failures[0].labels).toHaveLength(14);
    expect(printed.failures[0].labels[0]).toMatchObject({ label: 8, name: 'Wrong Attribute' });
    expect(printed.failures[0].evidence[0].text).toContain("no attribute 'scaled'");
    expect(printed.agreement).toMatchObject({ n: 1, top1: 1, top2: 1 });
  });

  it('shows two sets side by side', async () => {
    const io = fakeIo();
    await classifyScreen(
      { failures: await fileOf(failure), against: await fileOf(failure, failure), judge: 'rules' },
      io,
    );
    expect(io.out.join('')).toMatch(/8 +Wrong Attribute +1\/1 \(100\.0 %\) +2\/2 \(100\.0 %\)/);
  });

  it('says undecided of a failure that nothing is known of, instead of the first kind of the list', async () => {
    const io = fakeIo();
    const silent = { id: 'b', prompt: 'Add.', generated: 'def f(x):\n    return x\n', pytest_output: '' };
    await classifyScreen({ failures: await fileOf(silent, failure), judge: 'rules' }, io);
    const out = io.out.join('');
    expect(out).toMatch(/^b: undecided/m);
    expect(out).toMatch(/undecided +1\/2 \(50\.0 %\)/);
    expect(out).toMatch(/Misinterpretation +0\/2 \(0\.0 %\)/);
  });

  it('names file, line and field of what is wrong', async () => {
    const { prompt: _, ...rest } = failure;
    const failures = await fileOf(failure, rest);
    await expect(classifyScreen({ failures, judge: 'rules' }, fakeIo())).rejects.toThrow(
      /line 2: field "prompt" is missing/,
    );
    const unlabelled = await fileOf(failure);
    await expect(classifyScreen({ failures: unlabelled, gold: true, judge: 'rules' }, fakeIo())).rejects.toThrow(
      /"label"/,
    );
    await expect(classifyScreen({ judge: 'rules' }, fakeIo())).rejects.toThrow('either a file or a run');
    await expect(classifyScreen({ failures: unlabelled, judge: 'model' }, fakeIo())).rejects.toThrow(
      'a model is to judge',
    );
  });
});

describe('mutagree profile', () => {
  it('finds every prompt of a set in itself, and ranks the models alike', async () => {
    const io = fakeIo();
    const outcomes = await fileOf(
      { model: 'a', status: 'pass' },
      { model: 'b', status: 'fail' },
      { model: 'c', status: 'pass' },
      { model: 'c', status: 'fail' },
    );
    await profileScreen(
      { dataset: 'starter', against: 'starter', outcomes, againstOutcomes: outcomes, json: true },
      io,
    );
    const { comparison, modelRanks, figures } = JSON.parse(io.out.join(''));
    expect(comparison.neighbours.every(({ cosine }: { cosine: number }) => cosine > 0.999)).toBe(true);
    expect(comparison.cohensD.promptTokens).toBe(0);
    expect(modelRanks).toMatchObject({ models: 3, spearman: { value: 1 } });
    expect(figures.cyclomatic.tasks).toBe(48);
  });

  it('shows the figures of the paper as a column, for its own files and on demand', async () => {
    const shown = async (settings: Parameters<typeof profileScreen>[0]) => {
      const io = fakeIo();
      await profileScreen(settings, io);
      return io.out.join('');
    };
    expect(await shown({ dataset: 'starter' })).not.toContain('DL-Bench paper');
    const text = await shown({ dataset: 'starter', published: true });
    expect(text).toMatch(/reference, code lines .* 14\.8\n/);
    expect(text).toMatch(/official tests .* 6\n/);
  });
});
