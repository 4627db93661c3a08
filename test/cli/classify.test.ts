import { describe, expect, it } from 'vitest';
import { asJsonLines, type JsonObject, temporaryFile } from '../datasets/example-files.ts';
import { cli } from '../fakes/cli.ts';

const failure = {
  id: 'a',
  prompt: 'Scale rows.',
  generated: 'def f(x):\n    return x.scaled()\n',
  pytest_output:
    "E       AttributeError: 'Rows' object has no attribute 'scaled'\n\nsrc/f.py:2: AttributeError\n1 failed",
};

/** What a verb prints with these flags. */
async function ran(verb: string, flags: Readonly<Record<string, string | true>>, expected = 0) {
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, ...(value === true ? [] : [value])]);
  const { code, out, err } = await cli(verb, ...words);
  expect(code, err).toBe(expected);
  return expected === 0 ? out : err;
}

const fileOf = (...records: JsonObject[]) => temporaryFile('failures.jsonl', asJsonLines(records));

describe('mutagree classify', () => {
  it('prints one document with ranked labels, evidence and the agreement that was asked for', async () => {
    const failures = await fileOf({ ...failure, label: 15, second_label: null });
    const printed = JSON.parse(await ran('classify', { failures, gold: true, json: true }));
    expect(printed.failures[0].labels).toHaveLength(14);
    expect(printed.failures[0].labels[0]).toMatchObject({ label: 8, name: 'Wrong Attribute' });
    expect(printed.failures[0].evidence[0].text).toContain("no attribute 'scaled'");
    expect(printed.agreement).toMatchObject({ n: 1, top1: 1, top2: 1 });
  });

  it('shows two sets side by side', async () => {
    const files = { failures: await fileOf(failure), against: await fileOf(failure, failure) };
    expect(await ran('classify', files)).toMatch(/8 +Wrong Attribute +1\/1 \(100\.0 %\) +2\/2 \(100\.0 %\)/);
  });

  it('says undecided of a failure that nothing is known of, instead of the first kind of the list', async () => {
    const silent = { id: 'b', prompt: 'Add.', generated: 'def f(x):\n    return x\n', pytest_output: '' };
    const out = await ran('classify', { failures: await fileOf(silent, failure) });
    expect(out).toMatch(/^b: undecided/m);
    expect(out).toMatch(/undecided +1\/2 \(50\.0 %\)/);
    expect(out).toMatch(/Misinterpretation +0\/2 \(0\.0 %\)/);
  });

  it('names file, line and field of what is wrong', async () => {
    const { prompt: _, ...rest } = failure;
    const failures = await fileOf(failure, rest);
    const refusal = (flags: Parameters<typeof ran>[1]) => ran('classify', flags, 2);
    expect(await refusal({ failures })).toMatch(/line 2: field "prompt" is missing/);
    const unlabelled = await fileOf(failure);
    expect(await refusal({ failures: unlabelled, gold: true })).toContain('"label"');
    expect(await refusal({})).toContain('either a file or a run');
  });
});

describe('mutagree profile', () => {
  it('finds every prompt of a set in itself, and ranks the models alike', async () => {
    const outcomes = await fileOf(
      { model: 'a', status: 'pass' },
      { model: 'b', status: 'fail' },
      { model: 'c', status: 'pass' },
      { model: 'c', status: 'fail' },
    );
    const files = { outcomes, 'against-outcomes': outcomes };
    const flags = { dataset: 'starter', against: 'starter', ...files, json: true } as const;
    const { comparison, modelRanks, figures } = JSON.parse(await ran('profile', flags));
    expect(comparison.neighbours.every(({ cosine }: { cosine: number }) => cosine > 0.999)).toBe(true);
    expect(comparison.cohensD.promptTokens).toBe(0);
    expect(modelRanks).toMatchObject({ models: 3, spearman: { value: 1 } });
    expect(figures.referenceCodeLines.tasks).toBe(48);
  });
});
