import { isRivalVariant } from '../core/arm.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import { type Candidate, type GeneratedTest, type Origin, testText } from '../core/program.ts';
import type { FailedTest, Rival } from '../core/rival.ts';
import type { ArmSamples, ExtractionProblem } from '../records/run-record.ts';
import { askModel, forAllTasks } from './ask-model.ts';
import { type Deps, type ExecutedTask, keepRecord, type StageStore } from './deps.ts';
import { mergeById } from './merge-origins.ts';
import { armMatrix } from './plan-samples.ts';
import { programIn } from './reading/read-reply.ts';

type RepairDeps = Pick<Deps, 'plan' | 'model' | 'recorded' | 'signal' | 'reader' | 'progress'> & StageStore;

/** The tests of an arm that one of its programs fails, those that most samples wrote first. */
function failedTests(part: ExecutionMatrix, row: number, tests: readonly GeneratedTest[]): readonly FailedTest[] {
  const bodies = new Map(tests.map(({ id, body }) => [id, body]));
  return part.tests
    .map(({ id, weight }, column) => ({ id, weight, column }))
    .filter(({ column }) => part.verdicts[row]?.[column] !== 'pass')
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ id, column }) => {
      const body = bodies.get(id);
      return body ? [{ test: testText(body), returned: part.outputs?.[row]?.[column] ?? null }] : [];
    });
}

async function repairsOf(executed: ExecutedTask, rival: Rival, plan: ArmSamples, deps: RepairDeps) {
  const { task, tests, candidates, matrix } = executed;
  const places = plan.samples.filter(({ variantId }) => isRivalVariant(variantId));
  const drawn = plan.samples.filter(({ variantId }) => !isRivalVariant(variantId));
  const part = armMatrix(matrix, drawn, plan.tests);
  const failing = part.candidates
    .map(({ id }, row) => ({ id, failed: failedTests(part, row, tests) }))
    .filter(({ failed }) => failed.length > 0)
    .slice(0, places.length);
  const codes = new Map(candidates.map(({ id, code }) => [id, code]));
  return Promise.all(
    failing.map(async ({ id, failed }, at) => {
      const origin = places[at] as Origin;
      const input = { promptText: task.prompt.text, entryPoint: task.entryPoint, code: codes.get(id) ?? '', failed };
      const messages = rival.repairMessages?.(input) ?? [];
      const reply = await askModel(deps.model, { ...origin, taskId: task.id }, 'repair', () => messages, deps);
      const program = await programIn(reply, task, deps.reader);
      return { origin, program };
    }),
  );
}

/** Between stages 5 and 6: the new programs join those of the task, and only the arm that paid for them has them. */
export async function repairPrograms(executed: readonly ExecutedTask[], deps: RepairDeps) {
  const repairing = (deps.plan.rivals ?? []).filter(({ repairMessages }) => repairMessages);
  const log = deps.store.log('candidates');
  deps.progress.start('repair programs', executed.length);
  return forAllTasks(executed, deps.signal, async (generated, signal) => {
    const taskId = generated.task.id;
    const repairs = repairing.flatMap((rival) => {
      const plan = generated.arms.find(({ arm }) => arm === rival.name);
      return plan ? [repairsOf(generated, rival, plan, { ...deps, signal })] : [];
    });
    const made = await Promise.all(repairs);
    deps.progress.advance();
    const problems: ExtractionProblem[] = [];
    const repaired = made.flat().flatMap(({ origin, program }): Candidate[] => {
      if ('code' in program) return [{ ...program, taskId, origins: [origin] }];
      problems.push({ taskId, ...origin, purpose: 'repair', problem: program.problem });
      return [];
    });
    if (repaired.length === 0 && problems.length === 0) return generated;
    const candidates = mergeById([...generated.candidates, ...repaired]);
    const before = log.all().findLast((stored) => stored.taskId === taskId)?.problems ?? [];
    const kept = before.filter(({ purpose }) => purpose !== 'repair');
    await keepRecord(log, { taskId, candidates, problems: [...kept, ...problems] });
    return { ...generated, candidates };
  });
}
