import { findScorer, scorers } from '../../../agreement/index.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import type { ExecutionMatrix, Scorer } from '../../core/matrix.ts';
import type { OfficialRecord, RankingRecord } from '../../core/run-record.ts';
import type { Estimate } from '../../core/statistics/estimate.ts';
import { expectedPassAtK } from '../../core/statistics/expected-pass-at-k.ts';
import { meanInterval } from '../../core/statistics/mean-interval.ts';
import { passAtK } from '../../core/statistics/pass-at-k.ts';
import { readDataset } from '../../datasets/read-dataset.ts';
import { requireOfficialTests } from '../../datasets/require-official-tests.ts';
import { selectTasks } from '../../pipeline/1-load-tasks.ts';
import { executeMatrices } from '../../pipeline/5-execute-matrix.ts';
import { rankMatrix } from '../../pipeline/6-rank-candidates.ts';
import { evaluateOfficially } from '../../pipeline/7-evaluate-officially.ts';
import { terminalProgress } from '../../reporters/terminal-progress.ts';
import { type CollectedTask, collectSamples } from '../collect-samples.ts';
import { type Io, printJson } from '../io.ts';
import { openSandbox } from '../open-sandbox.ts';
import { table } from '../table.ts';
import { writeLines } from '../write-lines.ts';
import { formatEstimate } from './evaluate.ts';

export interface SelectFlags {
  readonly dataset: string;
  readonly solutions: string;
  readonly tests: string;
  readonly scorer: string;
  readonly testsPerSample: number;
  readonly official?: true;
  readonly k: readonly number[];
  readonly seed: number;
  readonly sandbox: string;
  readonly timeoutMs: number;
  readonly memoryMib: number;
  readonly giveUpAfterTimeouts?: number;
  readonly jobs?: number;
  readonly python?: string;
  readonly image?: string;
  readonly limit?: number;
  readonly tasks?: readonly string[];
  readonly output?: string;
  readonly json?: true;
}

/** Programs are picked one sample at a time, so the official verdicts of one task count by weight. */
interface JudgedMatrix {
  readonly matrix: ExecutionMatrix;
  readonly passed: ReadonlySet<string>;
}

function samplesOf(
  { matrix, passed }: JudgedMatrix,
  ids: ReadonlySet<string> | null,
): { samples: number; correct: number } {
  const chosen = matrix.candidates.filter(({ id }) => ids === null || ids.has(id));
  const weight = (entries: typeof chosen) => entries.reduce((sum, entry) => sum + entry.weight, 0);
  return { samples: weight(chosen), correct: weight(chosen.filter(({ id }) => passed.has(id))) };
}

function randomPassAtK(judged: readonly JudgedMatrix[], ks: readonly number[]): Record<string, Estimate> {
  const counts = judged.map((task) => samplesOf(task, null));
  const usable = ks.filter((k) => counts.every(({ samples }) => samples >= k));
  return Object.fromEntries(
    usable.map((k) => [String(k), meanInterval(counts.map(({ samples, correct }) => passAtK(samples, correct, k)))]),
  );
}

function scorerPassAtK(
  judged: readonly JudgedMatrix[],
  rankings: ReadonlyMap<string, RankingRecord>,
  ks: readonly number[],
): Record<string, Estimate> {
  const values = (k: number) =>
    judged.map((task) => {
      const sets = (rankings.get(task.matrix.taskId) as RankingRecord).sets.map(({ candidateIds, score }) => ({
        score,
        ...samplesOf(task, new Set(candidateIds)),
      }));
      return expectedPassAtK(sets, samplesOf(task, null), k);
    });
  return Object.fromEntries(ks.map((k) => [String(k), meanInterval(values(k))]));
}

/** What was picked; `candidateIds` are all that share the best score, the drawn one first. */
function pickOf({ taskId, scorer, sets, tiedIds, pickedId }: RankingRecord) {
  const best = sets.find(({ candidateIds }) => pickedId !== null && candidateIds.includes(pickedId)) ?? null;
  return {
    taskId,
    scorer,
    candidateIds: pickedId === null ? [] : [pickedId, ...tiedIds.filter((id) => id !== pickedId)],
    score: best?.score ?? null,
    consensus: best ? { candidates: best.candidateIds.length, tests: best.testIds.length } : null,
    tied: tiedIds.length,
    confidence: null,
  };
}

async function writePicks(
  file: string,
  picks: readonly RankingRecord[],
  tasks: readonly CollectedTask[],
): Promise<void> {
  const byTask = new Map(tasks.map((task) => [task.taskId, task]));
  const lines = picks.flatMap(({ taskId, pickedId }) => {
    const sample = pickedId === null ? undefined : byTask.get(taskId)?.sampleOf.get(pickedId);
    return sample ? [sample.record] : [];
  });
  await writeLines(file, lines);
}

/** `mutagree select`: a consensus program for every task, from generations that exist. */
export async function select(flags: SelectFlags, io: Io): Promise<ExitCode> {
  const chosen: readonly Scorer[] = flags.scorer === 'all' ? scorers : [findScorer(flags.scorer)];
  const dataset = await readDataset(flags.dataset);
  const wanted = selectTasks(dataset.tasks, {
    ...(flags.limit ? { limit: flags.limit } : {}),
    ...(flags.tasks ? { taskIds: flags.tasks } : {}),
  });
  if (flags.official) requireOfficialTests(dataset, wanted);
  const collected = (await collectSamples(dataset.tasks, wanted, flags)).filter(
    ({ candidates }) => candidates.length > 0,
  );

  const { sandbox } = await openSandbox(flags, io);
  const progress = terminalProgress({ write: io.stderr, isTerminal: io.stderrIsTerminal });
  const common = { sandbox, progress, signal: io.signal, rows: null };
  const { timeoutMs, memoryMib, giveUpAfterTimeouts, seed } = flags;
  try {
    const started = performance.now();
    const limits = { timeoutMs, memoryMib, ...(giveUpAfterTimeouts ? { giveUpAfterTimeouts } : {}) };
    const matrices = await executeMatrices(collected, { ...common, limits });
    const matrixMs = Math.round(performance.now() - started);
    const rankings = new Map(
      chosen.map((scorer) => {
        const records = matrices.map((matrix) => rankMatrix(matrix, { arm: 'self-agreement', scorer, seed }));
        return [scorer.name, new Map(records.map((record) => [record.taskId, record]))] as const;
      }),
    );
    const judging = performance.now();
    const official: readonly OfficialRecord[] = flags.official
      ? await evaluateOfficially(collected, dataset.oracles, { ...common, memoryMib: Math.max(memoryMib, 1024) })
      : [];
    const officialMs = Math.round(performance.now() - judging);
    progress.finish();

    const judged = matrices.map((matrix) => ({
      matrix,
      passed: new Set(
        official
          .filter(({ taskId, passed }) => passed && taskId === matrix.taskId)
          .map(({ candidateId }) => candidateId),
      ),
    }));
    const picks = [...rankings.values()].flatMap((byTask) => [...byTask.values()]);
    const [first] = chosen;
    if (flags.output !== undefined && first)
      await writePicks(flags.output, [...(rankings.get(first.name)?.values() ?? [])], collected);
    const document = {
      tasks: matrices.length,
      candidates: matrices.reduce((sum, matrix) => sum + matrix.candidates.length, 0),
      tests: matrices.reduce((sum, matrix) => sum + matrix.tests.length, 0),
      cells: matrices.reduce((sum, matrix) => sum + matrix.candidates.length * matrix.tests.length, 0),
      ...(flags.official
        ? {
            random: randomPassAtK(judged, flags.k),
            scorers: Object.fromEntries(
              [...rankings].map(([name, byTask]) => [name, scorerPassAtK(judged, byTask, flags.k)]),
            ),
          }
        : {}),
      picks: picks.map(pickOf),
      timings: { matrixMs, ...(flags.official ? { officialMs } : {}) },
    };
    if (flags.json) printJson(io, document);
    else printSelection(document, flags, io);
  } finally {
    progress.finish();
    await sandbox.close();
  }
  return EXIT.done;
}

interface SelectionDocument {
  readonly tasks: number;
  readonly candidates: number;
  readonly tests: number;
  readonly cells: number;
  readonly random?: Record<string, Estimate>;
  readonly scorers?: Record<string, Record<string, Estimate>>;
  readonly picks: readonly ReturnType<typeof pickOf>[];
  readonly timings: { readonly matrixMs: number };
}

function printSelection(
  { tasks, candidates, tests, cells, random, scorers: scores, picks, timings }: SelectionDocument,
  flags: SelectFlags,
  io: Io,
): void {
  io.stdout(
    `${tasks} tasks, ${candidates} distinct programs, ${tests} distinct tests, ${cells} cells in ${(timings.matrixMs / 1000).toFixed(1)} s\n\n`,
  );
  if (random && scores) {
    const ks = flags.k.map(String);
    const row = (name: string, estimates: Record<string, Estimate>) => [
      name,
      ...ks.map((k) => (estimates[k] ? formatEstimate(estimates[k]) : '-')),
    ];
    io.stdout(
      table([
        ['', ...ks.map((k) => `pass@${k}`)],
        row('random', random),
        ...Object.entries(scores).map(([name, of]) => row(name, of)),
      ]),
    );
  } else {
    const rows = picks.map(({ taskId, scorer, candidateIds, consensus, tied }) => [
      taskId,
      scorer,
      candidateIds[0] ?? 'no program',
      consensus ? `${consensus.candidates} programs agree on ${consensus.tests} tests` : 'nothing passes: a plain draw',
      tied > 1 ? `${tied} tied` : '',
    ]);
    io.stdout(table(rows));
  }
  if (flags.output !== undefined) io.stdout(`\nPicked programs: ${flags.output}\n`);
}
