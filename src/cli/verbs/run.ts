import { join } from 'node:path';
import { z } from 'zod';
import type { CallOutcomes } from '../../analysis/calls/call-outcomes.ts';
import type { CostAccount, CostSum } from '../../analysis/cost/cost-account.ts';
import type { RunOutcome, StudyOutcome } from '../../app/run-study.ts';
import { studySettings } from '../../app/settings/config.ts';
import { setting } from '../../app/settings/setting.ts';
import type { Study } from '../../records/study.ts';
import { savingFigures } from '../../reporters/confidence-figures.ts';
import { usdText as amountText, count, estimateText, plural } from '../../reporters/figures.ts';
import { useVerb } from '../verb.ts';

/** Every setting of a study; those of `estimate` too. */
export const studyFlags = {
  config: setting(z.string().optional(), 'YAML settings; flags override them (mutagree init)', 'file'),
  ...studySettings,
};

/** USD with as many digits as small sums need. */
export function usdText(usd: number | null): string {
  return usd === null ? 'price unknown' : `${usd === 0 ? '0.00' : amountText(usd)} USD`;
}

const total = (sums: readonly CostSum[], of: Exclude<keyof CostSum, 'usd'>) =>
  sums.reduce((sum, each) => sum + (each[of] ?? 0), 0);

function tokensText(sums: readonly CostSum[]): string {
  const some = (of: Parameters<typeof total>[1], words: string) => {
    return total(sums, of) > 0 ? ` (${count(total(sums, of))} ${words})` : '';
  };
  const replies = `${count(total(sums, 'replies'))} replies${some('batched', 'by batch')}`;
  const input = `${count(total(sums, 'inputTokens'))} tokens in${some('cachedInputTokens', 'of them cached')}`;
  return `${replies}, ${input} and ${count(total(sums, 'outputTokens'))} out`;
}

function failedLine(outcomes: readonly CallOutcomes[]): string {
  const total = (of: 'failed' | 'calls') => outcomes.reduce((sum, each) => sum + each[of], 0);
  if (total('failed') === 0) return '';
  return `${count(total('failed'))} of ${plural(total('calls'), 'call')} failed and were left out; the same command with --retry-failed asks them again.\n`;
}

function accountLine(accounts: readonly CostAccount[]): string {
  const paid = accounts.map((account) => account.total.paid);
  const cached = accounts.map((account) => account.total.cached);
  const usd = paid.reduce<number | null>((sum, each) => (sum === null || each.usd === null ? null : sum + each.usd), 0);
  const lost = accounts.reduce((sum, account) => sum + account.lost.calls, 0);
  return [
    total(paid, 'replies') > 0 ? `Cost: ${usdText(usd)} for ${tokensText(paid)}` : 'Cost: nothing',
    ...(total(cached, 'replies') > 0 ? [`from recordings: ${tokensText(cached)}`] : []),
    ...(lost > 0 ? [`${plural(lost, 'call')} without a reply`] : []),
  ].join('; ');
}

function partLines(byPart: RunOutcome['byPart']): string {
  const lines = byPart.flatMap(([part, arms]) =>
    Object.entries(arms).flatMap(([arm, { '1': first }]) =>
      first ? [`${part.padEnd(10)} ${arm.padEnd(18)} pass@1  ${estimateText(first)}\n`] : [],
    ),
  );
  return lines.join('');
}

function outcomeDocument({ directory, reports, runs, isStudy }: StudyOutcome) {
  const [{ summary, byPart, adaptive, cost, calls }] = runs;
  const parts = byPart.length > 0 ? { passAtKByPart: Object.fromEntries(byPart) } : {};
  const rows = runs.map((run) => ({
    ...{ model: run.model, repeat: run.repeat, directory: run.directory },
    ...{ ...run.summary, cost: run.cost, calls: run.calls },
  }));
  const found = isStudy ? { runs: rows } : { ...summary, ...parts, adaptive, cost, calls };
  return { status: 'finished', directory, ...found, reports };
}

async function outcomeText({ directory, runs, isStudy }: StudyOutcome, color: boolean): Promise<string> {
  const { renderStudySummary } = await import('../../reporters/terminal-summary.ts');
  const [first, ...others] = runs;
  const records: Study['runs'] = [first.record, ...others.map(({ record }) => record)];
  return [
    `\n${renderStudySummary({ runs: records }, { color })}\n`,
    ...(isStudy ? [] : [partLines(first.byPart), first.adaptive ? `${savingFigures(first.adaptive)}\n` : '']),
    `${accountLine(runs.map(({ cost }) => cost))}\nReport: ${join(directory, 'report.html')}\n`,
    failedLine(runs.map(({ calls }) => calls)),
  ].join('');
}

export const runVerb = useVerb({
  name: 'run',
  summary: 'Run a study: mutate, generate, execute, agree, evaluate',
  settings: studyFlags,
  short: true,
  optional: true,
  examples: [
    'mutagree run --dataset starter --model gpt-4o-mini --variants 10 --max-cost 2',
    'mutagree run --dataset tasks.jsonl --model qwen2.5-coder --base-url http://127.0.0.1:11434/v1 --limit 5',
    'mutagree run --dataset starter --model gpt-4o-mini --model gpt-4o --repeats 3 --out runs/study',
    'mutagree run --config mutagree.yaml --out runs/study',
    'mutagree run --dataset HumanEvalPlus.jsonl.gz --samples programs.jsonl --tests tests.jsonl --out runs/given',
  ],
  use: async () => (await import('../../app/run-study.ts')).run,
  document: outcomeDocument,
  text: (outcome, _, { stdoutIsTerminal }) => outcomeText(outcome, stdoutIsTerminal),
  end: ({ shortfall }) => shortfall,
});
