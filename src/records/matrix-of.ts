import { type ExecutionMatrix, weakPasses } from '../core/matrix.ts';
import type { Candidate } from '../core/program.ts';
import type { RunLogs } from './run-store.ts';

type Sampled = Pick<Candidate, 'id' | 'origins'>;
type Row = RunLogs['verdicts'];

/** The matrix of a task's rows, in the order of the candidates; what only some of them have is left out. */
export function matrixOf(
  taskId: string,
  candidates: readonly Sampled[],
  tests: readonly Sampled[],
  rows: readonly Row[],
): ExecutionMatrix {
  const entry = ({ id, origins }: Sampled) => ({ id, origins, weight: origins.length });
  const verdicts = rows.map((row) => row.verdicts);
  const outputs = rows.flatMap((row) => (row.outputs ? [row.outputs] : []));
  const [first] = rows;
  const { inputs } = first?.probes ?? {};
  const { tests: given } = first?.given ?? {};
  const isShared = (listOf: (row: Row) => unknown, list: unknown) =>
    rows.every((row) => JSON.stringify(listOf(row)) === JSON.stringify(list));
  return {
    taskId,
    candidates: candidates.map(entry),
    tests: tests.map(entry),
    verdicts,
    weak: weakPasses(
      verdicts,
      rows.map((row) => row.weak),
    ),
    outputs: outputs.length === rows.length ? outputs : undefined,
    probes:
      inputs && isShared(({ probes }) => probes?.inputs, inputs)
        ? { inputs, outputs: rows.map(({ probes }) => probes?.outputs ?? []) }
        : undefined,
    given:
      given && isShared((row) => row.given?.tests, given)
        ? { tests: given, passed: rows.map((row) => row.given?.passed ?? false) }
        : undefined,
  };
}
