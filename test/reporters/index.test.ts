import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { studyOf } from '../../src/records/study.ts';
import { reporters } from '../../src/reporters/index.ts';
import { syntheticRun } from '../fakes/run-record.ts';

const folder = new URL('../../src/reporters/', import.meta.url);

test('every reporter file is registered, exports one thing, and is named after its reporter', async () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('-reporter.ts'));
  const names: string[] = [];
  for (const file of files) {
    const exported = Object.values((await import(new URL(file, folder).href)) as Record<string, unknown>);
    expect(exported, file).toHaveLength(1);
    expect(reporters, `${file} is not in src/reporters/index.ts`).toContain(exported[0]);
    names.push(file.replace('-reporter.ts', ''));
  }
  expect(reporters.map(({ name }) => name).sort()).toEqual(names.sort());
});

describe.each(reporters)('reporter $name', (reporter) => {
  test('writes a file of its own', () => {
    expect(reporters.filter(({ file }) => file === reporter.file)).toHaveLength(1);
    expect(reporter.summary).toMatch(/^[A-Z].*\.$/);
  });

  test('the same record gives the same text', () => {
    expect(reporter.render(studyOf(syntheticRun({ tasks: 3 })))).toBe(
      reporter.render(studyOf(syntheticRun({ tasks: 3 }))),
    );
  });

  test('survives a run that has only just begun', () => {
    const { manifest, tasks } = syntheticRun({ tasks: 2 });
    const empty = {
      variants: [],
      refusals: [],
      replies: [],
      candidates: [],
      tests: [],
      problems: [],
      matrices: [],
      armSamples: [],
      rankings: [],
      official: [],
    };
    const text = reporter.render(studyOf({ manifest: { ...manifest, status: 'interrupted' }, tasks, ...empty }));
    expect(text.replace(/<script>.*<\/script>/s, '')).not.toMatch(/NaN|undefined|Infinity/);
    // Samples per line: none yet.
    if (reporter.file.endsWith('.jsonl')) expect(text).toBe('');
    else expect(text.length).toBeGreaterThan(20);
  });
});
