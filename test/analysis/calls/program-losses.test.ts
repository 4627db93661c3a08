import { expect, test } from 'vitest';
import { summariseArms } from '../../../src/analysis/arms/arm-results.ts';
import { programLosses } from '../../../src/analysis/calls/call-outcomes.ts';
import { compareStudies } from '../../../src/analysis/comparison/compare-sides.ts';
import type { RunRecord } from '../../../src/records/run-record.ts';
import { studyOf } from '../../../src/records/study.ts';
import { htmlReporter } from '../../../src/reporters/html-reporter.ts';
import { markdownReporter } from '../../../src/reporters/markdown-reporter.ts';
import { renderStudySummary } from '../../../src/reporters/terminal-summary.ts';
import { syntheticRun } from '../../fakes/run-record.ts';

/** The same run, of whose program replies so many ended in a problem. */
function withProblems(run: RunRecord, problem: string, times: number): RunRecord {
  const [task] = run.tasks;
  const one = { taskId: task?.taskId ?? '', variantId: 'v', purpose: 'program' as const, problem };
  return { ...run, problems: [...run.problems, ...Array.from({ length: times }, (_, sample) => ({ ...one, sample }))] };
}

const terminal = (run: RunRecord) => renderStudySummary(studyOf(run), { color: true });

test('where more than 5 % of the programs were lost, a red line comes first and nothing is a finding', () => {
  const sound = syntheticRun({ tasks: 60, samples: 10 });
  const { replies } = programLosses(sound);
  const found = summariseArms(sound).comparisons.filter(({ finding }) => finding);
  expect(found.length).toBeGreaterThan(0);
  const few = withProblems(sound, 'program-lost', Math.floor(replies * 0.05));
  expect(programLosses(few)).toMatchObject({ alarming: false });
  expect(terminal(few)).toContain('the program was lost in extraction');
  const many = withProblems(sound, 'program-lost', Math.ceil(replies * 0.06));
  expect(programLosses(many)).toMatchObject({ alarming: true });
  expect(summariseArms(many).comparisons.filter(({ finding }) => finding)).toEqual([]);
  expect(terminal(many)).toMatch(/^[^\n]{0,10}Programs were lost: /);
  expect(terminal(many).slice(0, 12)).toContain('[31m');
  expect(markdownReporter.render(studyOf(many)).split('\n')[2]).toMatch(/^\*\*Programs were lost: /);
  const page = htmlReporter.render(studyOf(many));
  expect(page.indexOf('class="alarm"')).toBeLessThan(page.indexOf('id="overview"'));
  expect(page).not.toContain('>a finding<');
});

test('nothing of two runs is a finding where one of them lost programs', () => {
  const [first, second] = [syntheticRun({ tasks: 60 }), syntheticRun({ tasks: 60, replySeed: 2, model: 'other' })];
  const lost = withProblems(second, 'program-lost', programLosses(second).replies);
  const { comparisons } = compareStudies(studyOf(first), studyOf(lost));
  const rows = comparisons.flatMap(({ arms, labels, mutators }) => [...arms, ...labels, ...mutators]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ finding }) => finding)).toEqual([]);
});

test('a model whose code does not parse is no alarm, but its share stands on the first screen', () => {
  const sound = syntheticRun({ tasks: 12 });
  const weak = withProblems(sound, 'syntax-error', programLosses(sound).replies);
  expect(programLosses(weak).alarming).toBe(false);
  expect(terminal(weak)).toMatch(/[\d,]+ of [\d,]+ replies \(\d+\.\d %\) contain no program that parses/);
});
