import { hashOf } from '../core/hash.ts';
import { isShared } from '../core/imported-samples.ts';
import type { Candidate } from '../core/program.ts';
import { normaliseTest } from '../python-source/renaming/normalise.ts';
import type { ExtractionProblem } from '../records/run-record.ts';
import { type AskDeps, askForSamples, forAllTasks, type SampledReply } from './ask-model.ts';
import { type Deps, keepRecord, type PlannedTask, type StageStore } from './deps.ts';
import { mergeById } from './merge-origins.ts';
import { neededSamples } from './plan-samples.ts';
import { programIn, testsIn } from './reading/read-reply.ts';

type GenerateDeps = AskDeps & Pick<Deps, 'imported' | 'reader'> & StageStore;
type Purpose = 'program' | 'tests';
type OfTask = Pick<Candidate, 'taskId' | 'origins'>;

/** The imported texts of a task, in place of a model's replies; undefined where the model is asked. */
const importedTexts = ({ task }: PlannedTask, purpose: Purpose, { imported }: GenerateDeps) =>
  imported && (imported.tasks.get(task.id)?.[purpose === 'program' ? 'programs' : 'tests'] ?? []);

/** Replies of one task: asked for, or imported. */
async function repliesOf(planned: PlannedTask, purpose: Purpose, deps: GenerateDeps): Promise<readonly SampledReply[]> {
  const texts = importedTexts(planned, purpose, deps);
  if (!texts) return askForSamples(planned, purpose, deps);
  const { task, variants } = planned;
  deps.progress.advance(texts.length);
  return texts.flatMap(({ variantId, sample, text }) => {
    const variant = variants.find(({ id }) => id === variantId) ?? (isShared({ variantId }) ? variants[0] : undefined);
    if (!variant) return [];
    // If the variant's text is unknown, omitted parts of a program come from the task's own prompt.
    const known = variant.prompt === '' ? { ...variant, prompt: task.prompt.text } : variant;
    return [{ variantId, sample, variant: known, reply: { status: 'completed', text, usage: null } }];
  });
}

/** The distinct items in the replies of every task, with where each is from. */
async function collect<Item extends { readonly id: string }>(
  tasks: readonly PlannedTask[],
  purpose: Purpose,
  deps: GenerateDeps,
  read: (reply: SampledReply, planned: PlannedTask) => Promise<{ items: readonly Item[]; problems: readonly string[] }>,
  keep: (taskId: string, items: readonly (Item & OfTask)[], problems: readonly ExtractionProblem[]) => Promise<void>,
): Promise<readonly (readonly (Item & OfTask)[])[]> {
  const repliesFor = (each: PlannedTask) => importedTexts(each, purpose, deps) ?? neededSamples(each.arms, purpose);
  const stage = `${deps.imported ? 'read' : 'generate'} ${purpose === 'program' ? 'programs' : 'tests'}`;
  const replies = tasks.reduce((sum, each) => sum + repliesFor(each).length, 0);
  deps.progress.start(stage, replies);
  return forAllTasks(tasks, deps.signal, async (planned, signal) => {
    const taskId = planned.task.id;
    const found: (Item & OfTask)[] = [];
    const problems: ExtractionProblem[] = [];
    for (const reply of await repliesOf(planned, purpose, { ...deps, signal })) {
      const { variantId, sample } = reply;
      const own = await read(reply, planned);
      found.push(...own.items.map((item) => ({ ...item, taskId, origins: [{ variantId, sample }] })));
      problems.push(...own.problems.map((problem) => ({ taskId, variantId, sample, purpose, problem })));
    }
    const items = mergeById(found);
    await keep(taskId, items, problems);
    return items;
  });
}

/** Stage 3. Asks for programs, one per sample, and keeps the distinct ones of each task, renames undone. */
export function generateCode(tasks: readonly PlannedTask[], deps: GenerateDeps) {
  return collect(
    tasks,
    'program',
    deps,
    async ({ reply, variant }, { task }) => {
      const program = await programIn(reply, task, deps.reader, variant);
      return 'problem' in program ? { items: [], problems: [program.problem] } : { items: [program], problems: [] };
    },
    (taskId, candidates, problems) => keepRecord(deps.store.log('candidates'), { taskId, candidates, problems }),
  );
}

/** Stage 4. The same for tests: several per sample, of which the first `testsPerSample` count. */
export function generateTests(tasks: readonly PlannedTask[], deps: GenerateDeps) {
  const most = deps.imported ? Number.POSITIVE_INFINITY : deps.plan.testsPerSample;
  return collect(
    tasks,
    'tests',
    deps,
    async ({ reply, variant }, planned) => {
      const { tests: found, problems } = await testsIn(reply, planned.task, deps.reader, variant);
      if (found.length === 0)
        return { items: [], problems: problems.length > 0 ? [...new Set(problems)] : ['no-tests'] };
      // The official test that the requests show: written back, it is no evidence of the model's own.
      const code = planned.task.interfaceHint?.exampleTest;
      const shown = code === undefined ? null : hashOf(normaliseTest({ kind: 'assertion', code }));
      const counted = found.slice(0, most);
      const items = counted.filter(({ id }) => id !== shown);
      return { items, problems: counted.slice(items.length).map(() => 'shown-test') };
    },
    (taskId, own, problems) => keepRecord(deps.store.log('tests'), { taskId, tests: own, problems }),
  );
}
