/** mutagree as a library: the same mutators, sandboxes and scorers as the command line. */
export { scorers } from '../agreement/index.ts';
export { mutators } from '../mutators/index.ts';
export * from './core/errors.ts';
export type { ConsensusSet, ExecutionMatrix, Ranking, Scorer } from './core/matrix.ts';
export type { Mutation, Mutator, Variant } from './core/mutation.ts';
export type { Candidate, GeneratedTest, Origin, TestBody } from './core/program.ts';
export type { RankingRecord, RefusalRecord, RunRecord } from './core/run-record.ts';
export type { Verdict } from './core/sandbox.ts';
export type { Task, TaskLabels } from './core/task.ts';
export { readDataset } from './datasets/read-dataset.ts';
export {
  type MutateOptions,
  mutate,
  type SelectInput,
  type Selection,
  type SelectOptions,
  select,
  toTask,
} from './library.ts';
export { loadRun } from './store/load-run.ts';
