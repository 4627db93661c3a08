import { taskResults } from '../../analysis/arms/task-results.ts';
import type { ReplyRecord } from '../../core/chat.ts';
import { countsOf } from '../../core/counts-of.ts';
import { groupByTask } from '../../core/group-by.ts';
import type { Variant } from '../../core/mutation.ts';
import type { Origin } from '../../core/program.ts';
import type { RunRecord, TaskRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { type Block, codeBlock, tableBlock, text, texts } from '../document.ts';
import { plural } from '../figures.ts';
import { runNames } from '../names.ts';
import { labelText, studyTasks } from '../sections/tasks-section.ts';
import {
  armPicks,
  type NamedProgram,
  namedPrograms,
  picksTable,
  setsTable,
  type TaskRun,
  testsTable,
} from '../tables/task-tables.ts';
import { html, type Markup } from './markup.ts';
import { blockMarkup } from './section-markup.ts';
import { variantDiff } from './variant-diff.ts';

/** Replies that gave nothing, of a task and run, and characters of each. */
const MOST_REPLIES = 5;
const LONGEST_REPLY = 4000;

const LISTS = [
  'replies',
  'variants',
  'refusals',
  'candidates',
  'tests',
  'problems',
  'matrices',
  'armSamples',
  'rankings',
  'official',
] as const;

/** The run of each task, by its id. */
function runByTask(record: RunRecord): (taskId: string) => TaskRun {
  const groups = LISTS.map((name) => [name, groupByTask<{ readonly taskId: string }>(record[name])] as const);
  const results = groupByTask(taskResults(record));
  return (taskId) => {
    const lists = Object.fromEntries(groups.map(([name, group]) => [name, group.get(taskId) ?? []]));
    return { ...record, ...lists, results: results.get(taskId) ?? [] };
  };
}

const variantName = ({ mutation }: Pick<Variant, 'mutation'>) => mutation?.mutator ?? 'original';

/** Such as `8 programs, 1 right`, over all runs. */
function sampleText({ id }: Variant, runs: readonly TaskRun[]): string {
  const own = runs.flatMap(({ candidates, official }) => {
    const right = new Set(official.filter(({ passed }) => passed).map(({ candidateId }) => candidateId));
    return candidates.flatMap((candidate) =>
      candidate.origins.filter(({ variantId }) => variantId === id).map(() => right.has(candidate.id)),
    );
  });
  return `${plural(own.length, 'program')}, ${own.filter((isRight) => isRight).length} right`;
}

/** The original prompt, or a variant as a folded diff against it. */
function variantMarkup(variant: Variant, prompt: string, runs: readonly TaskRun[]): Markup {
  const { mutation } = variant;
  const facts = [mutation?.family, mutation?.preserves, sampleText(variant, runs)].filter(Boolean).join(', ');
  const renames = Object.entries(mutation?.renames ?? {}).map(([from, to]) => `${from} to ${to}`);
  const name = variantName(variant);
  return html`<details class="card"${mutation === null && html` open`}><summary><strong>${name}</strong> <span class="quiet">${facts}</span></summary>
${renames.length > 0 && html`<p>Renamed, and undone in programs and tests: <code>${renames.join(', ')}</code></p>`}
<pre class="prompt" tabindex="0" aria-label="Prompt: ${name}">${variantDiff(prompt, mutation?.edits ?? [])}</pre>
</details>
`;
}

function refusalBlocks(refusals: RunRecord['refusals']): Block[] {
  const counts = countsOf(refusals.map(({ mutator, refused }) => `${mutator}: ${refused}`));
  const items = [...counts].map(([reason, times]) => (times > 1 ? `${reason} (${times} times)` : reason));
  return items.length === 0 ? [] : [{ kind: 'card', title: 'Refusals', blocks: [{ kind: 'list', items }] }];
}

function programBlock({ name, candidate, official, pickedBy }: NamedProgram, from: string): Block {
  const { passed, verdict, detail } = official ?? {};
  const fails = verdict === 'fail' ? '✗ fails the official tests' : `✗ fails the official tests (${verdict})`;
  const judged = official === undefined ? 'not evaluated' : passed ? '✓ passes the official tests' : fails;
  const picked = pickedBy.length > 0 ? `, picked by ${pickedBy.join(', ')}` : '';
  return {
    kind: 'card',
    title: `${name} ${judged}, ${plural(candidate.origins.length, 'sample')}${picked}`,
    open: pickedBy.length > 0,
    blocks: [
      codeBlock('Program', candidate.code),
      ...texts([detail ? `Official tests: ${detail}` : null, `From ${from}.`], 'quiet'),
    ],
  };
}

/** Replies without a program or test: their reasons, and the first of them. */
function problemBlocks({ problems, replies }: RunRecord, nameOf: (origin: Origin) => string): Block[] {
  if (problems.length === 0) return [];
  const reasons = countsOf(problems.map(({ purpose, problem }) => `no ${purpose}: ${problem}`));
  const counted = [...reasons].map(([reason, times]) => `${reason} (${times})`).join(', ');
  const textOf = ({ reply }: ReplyRecord) => {
    const left = reply.text.length - LONGEST_REPLY;
    return left > 0 ? `${reply.text.slice(0, LONGEST_REPLY)}\n… ${plural(left, 'character')} more` : reply.text;
  };
  const cards = problems.slice(0, MOST_REPLIES).flatMap(({ variantId, sample, purpose, problem }): Block[] => {
    const found = replies.find(
      (one) => one.variantId === variantId && one.request.sample === sample && one.purpose === purpose,
    );
    const title = `${nameOf({ variantId, sample })}, ${purpose}: ${problem}`;
    return found ? [{ kind: 'card', title, blocks: [codeBlock('Reply', textOf(found))] }] : [];
  });
  return [text(`Replies that could not be used: ${counted}`, 'quiet'), ...cards];
}

/** What one run made of a task. */
function runBlocks(run: TaskRun): Block[] {
  if (run.candidates.length + run.problems.length === 0)
    return [text('Nothing was generated for this task yet.', 'note')];
  const picks = armPicks(run);
  const programs = namedPrograms(run, picks);
  const names = new Map(run.variants.map((variant) => [variant.id, variantName(variant)]));
  const nameOf = ({ variantId, sample }: Origin) => `${names.get(variantId) ?? variantId} #${sample}`;
  const tables = [picksTable(picks, programs), setsTable(picks, programs, run), testsTable(programs, run)];
  return [
    ...tables.filter(({ rows }) => rows.length > 0).map(tableBlock),
    { kind: 'heading', text: 'Programs' },
    ...programs.map((program) => programBlock(program, program.candidate.origins.map(nameOf).join(', '))),
    ...problemBlocks(run, nameOf),
  ];
}

/** The view of a task: its prompt and variants, then arms, sets, matrix, programs and lost replies of every run. */
function taskPage(
  task: TaskRecord,
  index: number,
  isLast: boolean,
  names: readonly string[],
  runs: readonly TaskRun[],
): Markup {
  const variants = [...new Map(runs.flatMap((run) => run.variants.map((one) => [one.id, one]))).values()];
  const views = runs.map((run) => runBlocks(run).map(blockMarkup));
  const body =
    views.length === 1
      ? html`${views.flat()}`
      : html`${views.map(
          (view, at) => html`<details${at === 0 && html` open`}><summary><strong>${names[at] ?? ''}</strong></summary>
${view}</details>
`,
        )}`;
  return html`<nav class="task-nav" aria-label="Between tasks"><a href="#tasks">← All tasks</a>
${index > 0 && html`<a href="#task/${index - 1}">Previous</a>`}
${!isLast && html`<a href="#task/${index + 1}">Next</a>`}</nav>
<h2>${task.taskId}</h2>
<p class="quiet">${labelText(task)}</p>
<h3>Prompt</h3>
${variants.length === 0 && html`<pre class="prompt" tabindex="0" aria-label="Prompt">${task.promptText}</pre>`}
${variants.map((variant) => variantMarkup(variant, task.promptText, runs))}
${refusalBlocks(runs[0]?.refusals ?? []).map(blockMarkup)}
${body}`;
}

/** The view of every task of a study, in order. */
export function* taskPages(study: Study): Generator<Markup> {
  const runs = study.runs.map(runByTask);
  const names = runNames(study);
  const tasks = studyTasks(study);
  for (const [index, task] of tasks.entries()) {
    const own = runs.map((runOf) => runOf(task.taskId));
    yield taskPage(task, index, index === tasks.length - 1, names, own);
  }
}
