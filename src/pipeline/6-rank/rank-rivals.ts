import { rivalVariant } from '../../core/arm.ts';
import { isUnanswered } from '../../core/chat.ts';
import type { Arena, Rival } from '../../core/rival.ts';
import type { ArmSamples, RankingRecord } from '../../records/run-record.ts';
import { askModel, forAllTasks } from '../ask-model.ts';
import { type Deps, type ExecutedTask, keepRecord, type StageStore } from '../deps.ts';
import { armMatrix } from '../plan-samples.ts';
import { rankMatrix } from './rank-candidates.ts';

type RankRivalDeps = StageStore &
  Pick<Deps, 'plan' | 'model' | 'recorded' | 'signal' | 'scorer' | 'confidence' | 'progress' | 'contenders'>;

/** The ranking with the winner's candidates in front of everything; their share of samples decides among them. */
function withWinner(ranking: RankingRecord, ids: readonly string[]): RankingRecord {
  const [first] = ranking.sets;
  const home = ranking.sets.find(({ candidateIds }) => ids.some((id) => candidateIds.includes(id)));
  if (!first || !home) return ranking;
  const rest = ranking.sets
    .map((set) => ({ ...set, candidateIds: set.candidateIds.filter((id) => !ids.includes(id)) }))
    .filter(({ candidateIds }) => candidateIds.length > 0);
  const ahead = { ...home, candidateIds: ids, score: first.score, tieBreak: (first.tieBreak ?? 0) + 1 };
  return { ...ranking, sets: [ahead, ...rest], tiedIds: [...ids].sort(), confidence: null };
}

/** Applies the rival's own rule and questions to one task. */
async function rankRival(rival: Rival, planned: ArmSamples, executed: ExecutedTask, deps: RankRivalDeps) {
  const { arm, samples, tests } = planned;
  const { task, candidates, matrix } = executed;
  const { plan, confidence, contenders: rules } = deps;
  const rule = rival.rule?.(deps.scorer) ?? deps.scorer;
  const part = armMatrix(matrix, samples, tests);
  const base = {
    ...rankMatrix(part, { arm, scorer: rule, seed: plan.seed, confidence }),
    scorer: deps.scorer.name,
    rule: rule.name === deps.scorer.name ? undefined : rule.name,
  };
  const { questions = 0 } = rival.split(samples.length);
  if (!rival.decide || !rules || questions === 0) return base;
  const codes = new Map(candidates.map(({ id, code }) => [id, code]));
  const idOf = (row: number) => part.candidates[row]?.id ?? '';
  const contenders = rules.contendersOf(part, rule.rank(part), (row) => codes.get(idOf(row)) ?? '');
  let asked = 0;
  const arena: Arena = {
    promptText: task.prompt.text,
    entryPoint: task.entryPoint,
    contenders,
    questions,
    parting: (first, second) => rules.partingInputs(part, first, second),
    ask: async (sample, messages) => {
      asked++;
      const ref = { taskId: task.id, variantId: rivalVariant(task.id, rival.name), sample };
      const reply = await askModel(deps.model, ref, 'question', () => messages, deps);
      return isUnanswered(reply) ? '' : reply.text;
    },
  };
  const winner = contenders[(await rival.decide(arena)) ?? -1];
  if (!winner) return { ...base, asked };
  const ids = winner.candidates.map(idOf);
  const decided = withWinner(base, ids);
  // Draws among equal programs, as everywhere, and keeps the present pick if it is among them.
  const pickedId = base.pickedId !== null && ids.includes(base.pickedId) ? base.pickedId : (ids[0] ?? null);
  return { ...decided, pickedId, asked };
}

/** Stage 6 for rival arms: each ranks by its rule, and asks the model where that is its way. */
export async function rankRivals(tasks: readonly ExecutedTask[], deps: RankRivalDeps): Promise<void> {
  deps.progress.start('rank rivals', tasks.length);
  await forAllTasks(tasks, deps.signal, async (of, signal) => {
    const ranking = of.arms.flatMap((planned) => {
      const rival = deps.plan.rivals?.find(({ name }) => name === planned.arm);
      return rival ? [rankRival(rival, planned, of, { ...deps, signal })] : [];
    });
    for (const record of await Promise.all(ranking)) await keepRecord(deps.store.log('rankings'), record);
    deps.progress.advance();
  });
}
