import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/records/run-record.ts';
import { studyOf } from '../../src/records/study.ts';
import { markdownReporter } from '../../src/reporters/markdown-reporter.ts';
import { explainedRun } from '../fakes/explained-run.ts';

const HOSTILE = '<img src=x onerror=alert(1)>|`[a](javascript:b)\n\n# c &lt;';
/** Their values choose what is computed; text stands in all others. */
const CHOSEN = new Set(['status', 'arm', 'arms', 'verdict', 'purpose', 'kind', 'createdAt', 'updatedAt', 'scorer']);

/** Every text of a record that a file of somebody else's could hold, with markup behind it. */
function poisoned(value: unknown, key = ''): unknown {
  if (CHOSEN.has(key)) return value;
  if (typeof value === 'string') return `${value}${HOSTILE}`;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned(item, name)]));
}

test('no text of a record is markup in report.md, nor a fence that ends its block', () => {
  const study = studyOf(poisoned(explainedRun({ tasks: 4, hostile: '```' })) as RunRecord);
  const text = String(markdownReporter.render(study)).replace(/^(`{3,})[a-z]*\n[\s\S]*?^\1$/gm, '');
  expect(text).toContain('onerror');
  for (const markup of [/.{0,40}<.{0,40}/, /^# c/m, /.{0,40}(?<!\\)\[a\]\(javascript/]) {
    expect(markup.exec(text)?.[0]).toBeUndefined();
  }
});
