import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { collectSamples } from '../../src/app/evaluation/read-evaluation-samples.ts';
import { hashOf } from '../../src/core/hash.ts';
import type { Candidate, GeneratedTest, Origin } from '../../src/core/program.ts';
import { silentProgress } from '../../src/core/progress.ts';
import { createRng } from '../../src/core/random.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { packageRoot } from '../../src/package-root.ts';
import { mergeById, mergeSamples } from '../../src/pipeline/merge-origins.ts';
import { directReader } from '../../src/pipeline/reading/read-reply.ts';
import { makeProbes } from '../../src/python-source/probes/make-probes.ts';
import { callsOfTests } from '../../src/python-source/probes/seed-calls.ts';
import { normaliseProgram } from '../../src/python-source/renaming/normalise.ts';
import { extractTests } from '../../src/python-source/replies/extract-tests.ts';
import { mentionsEntryPoint } from '../../src/python-source/tests/test-purpose.ts';

/** `difftrust` has the tests of two writers. */
export const SOURCES = ['codet', 'hardeval', 'difftrust'] as const;
export type Source = (typeof SOURCES)[number];

/** Everything of one task that is executed once; regimes take parts of it. */
export interface Pool {
  readonly taskId: string;
  readonly entryPoint: string;
  /** `variantId` of an origin says model, level and prompt. */
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
  /** Calls near those of all tests of the pool, those that a draw leaves out among them: no expected value is in them. */
  readonly probes: readonly GeneratedTest[];
  /** Ids of the programs that the official tests accept, where the file says so; null where they must run. */
  readonly passed: ReadonlySet<string> | null;
}

/** CodeT's budgets below the whole, each drawn so often. */
export const BUDGETS = [5, 10, 20, 50] as const;
export const DRAWS = 3;
export const WHOLE = 100;
/** More probes than any table takes by default; a row of fewer takes the first ones. */
export const PROBES = 100;
const SEED = 17;

export const shared = (...path: string[]) => join(packageRoot(), '..', 'shared', ...path);

export function readLines(path: string): Record<string, unknown>[] {
  const raw = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The samples of a draw; the whole is draw 0 of the budget 100. */
export function drawOf(taskId: string, budget: number, draw: number) {
  const rng = createRng(SEED).fork(taskId, budget, draw);
  const some = () => new Set(rng.shuffle(Array.from({ length: WHOLE }, (_, sample) => sample)).slice(0, budget));
  return { programs: some(), tests: some() };
}

const asProbe = (taskId: string, code: string, origin: Origin) => ({ taskId, code, origin });

function toProbes(taskId: string, calls: readonly ReturnType<typeof asProbe>[]): GeneratedTest[] {
  return mergeById(
    calls.map(({ code, origin }) => {
      return { id: `p${hashOf(code)}`, taskId, origins: [origin], body: { kind: 'assertion', code } };
    }),
  );
}

function probesOf(
  { taskId, entryPoint }: { taskId: string; entryPoint: string },
  tests: readonly GeneratedTest[],
  variantId: string,
) {
  const seeds = callsOfTests(
    tests.map(({ body }) => body),
    entryPoint,
  );
  const calls = makeProbes(seeds, entryPoint, PROBES, createRng(SEED).fork('probes', taskId));
  return calls.map((code, sample) => asProbe(taskId, code, { variantId, sample }));
}

async function readCodet(): Promise<Pool[]> {
  const dataset = await readDataset(shared('codet', 'tasks.jsonl'));
  const files = {
    solutions: shared('codet', 'solutions.jsonl'),
    tests: shared('codet', 'tests.jsonl'),
    testsPerSample: 5,
  };
  const collected = await collectSamples(dataset.tasks, dataset.tasks, files, {
    progress: silentProgress,
    reader: directReader,
  });
  return collected.map(({ taskId, entryPoint, candidates, tests: all }) => {
    const task = { taskId, entryPoint: entryPoint ?? '' };
    const tests = all.filter(({ body }) => mentionsEntryPoint(body, task.entryPoint));
    const calls = probesOf(task, tests, 'all');
    return { ...task, candidates, tests, probes: toProbes(taskId, calls), passed: null };
  });
}

/** The usual imports, which published programs leave out. */
const IMPORTS =
  'import math, re, string, itertools, collections, functools, heapq, copy\nfrom typing import *\nfrom collections import *\n';

interface Program {
  readonly code: string;
  readonly origin: Origin;
  readonly passed: boolean;
}

/** Whose tests judge programs of others; an origin's `variantId` of a test and of a probe. */
export const WRITERS = ['agentcoder', 'helia'] as const;
export type Writer = (typeof WRITERS)[number];

/** Test replies by task. */
function repliesOf(writer: Writer): ReadonlyMap<string, readonly string[]> {
  const replies = new Map<string, string[]>();
  const file = shared('strong', `${writer === 'helia' ? 'helia-tests' : writer}-humaneval-even.jsonl.gz`);
  for (const record of readLines(file)) {
    const own = replies.get(`${record['task_id']}`) ?? [];
    replies.set(`${record['task_id']}`, own);
    own.push(...(writer === 'helia' ? [`${record['module']}`] : (record['tests'] as string[])));
  }
  return replies;
}

/** Test replies of others, each with probes near its calls, and programs. */
function withTests(
  programs: ReadonlyMap<string, readonly Program[]>,
  { isJudged, writers }: { readonly isJudged: boolean; readonly writers: readonly Writer[] },
): Pool[] {
  const entryPoints = new Map(
    readLines(shared('codet', 'tasks.jsonl')).map((task) => [`${task['task_id']}`, `${task['entry_point']}`]),
  );
  const replies = new Map(writers.map((writer) => [writer, repliesOf(writer)]));
  return [...(replies.get(writers[0] as Writer) ?? [])].flatMap(([taskId]): Pool[] => {
    const own = programs.get(taskId);
    if (!own) return [];
    const entryPoint = entryPoints.get(taskId) ?? '';
    const byWriter = writers.map((writer) => {
      const bodies = (replies.get(writer)?.get(taskId) ?? []).flatMap((reply, sample) =>
        extractTests(reply, { entryPoint, truncated: false }).tests.map((body) => ({
          body,
          origin: { variantId: writer, sample },
        })),
      );
      const tests = mergeSamples(taskId, [], bodies).tests.map((test) => ({
        ...test,
        id: writer === 'helia' ? `h${test.id}` : test.id,
      }));
      return { tests, calls: probesOf({ taskId, entryPoint }, tests, writer) };
    });
    const merged = mergeById(
      own.map((program) => {
        const id = hashOf(normaliseProgram(program.code));
        return { ...program, id, taskId, code: IMPORTS + program.code, origins: [program.origin] };
      }),
    );
    return [
      {
        taskId,
        entryPoint,
        candidates: merged,
        tests: byWriter.flatMap(({ tests }) => tests),
        probes: toProbes(
          taskId,
          byWriter.flatMap(({ calls }) => calls),
        ),
        passed: isJudged ? new Set(merged.filter(({ passed }) => passed).map(({ id }) => id)) : null,
      },
    ];
  });
}

function byTask(
  records: readonly Record<string, unknown>[],
  variantOf: (record: Record<string, unknown>) => string | null,
) {
  const programs = new Map<string, Program[]>();
  for (const record of records) {
    const variantId = variantOf(record);
    if (variantId === null) continue;
    const taskId = `${record['task_id']}`;
    const own = programs.get(taskId) ?? [];
    programs.set(taskId, own);
    own.push({
      code: `${record['solution']}`,
      passed: record['passed'] === true,
      origin: { variantId, sample: Number(record['sample']) },
    });
  }
  return programs;
}

/** What of a source is executed; all by default. */
export interface PoolOptions {
  /** Levels of detail of HardEval's prompts. */
  readonly levels?: readonly number[];
  /** So many tasks alone, drawn by a seed; more of them begin with fewer. */
  readonly tasks?: number;
  /** Ids of tasks that are left out, such as those whose official tests take too long. */
  readonly without?: readonly string[];
}

const LEVEL = /^level (\d)$/;
/** Programs of each DiffTrust cell. */
export const DIFFTRUST_SAMPLES = 10;
/** And of those at temperature 0.6, where there are as many. */
export const MOST_SAMPLES = 50;
/** Models whose 50 programs at temperature 0.6 are a regime; of those that have as many, two have too many distinct ones to judge. */
export const DEEP_MODELS = ['claude_sonnet_4', 'deepseek_v3_0324', 'llama_4_maverick_17b', 'ministral_8b'] as const;
/** Its official tests return lists of up to a million numbers, so that judging it takes longer than all the others. */
export const UNJUDGED = 'HumanEval/130';
export const DIFFTRUST_MODELS = [
  'claude_sonnet_4',
  'claude_opus_4',
  'gpt_4o',
  'deepseek_v3_0324',
  'gemini_2_5_flash',
  'llama_4_maverick_17b',
  'ministral_8b',
  'llama_3_1_8b_instruct',
  'gpt_3_5',
] as const;

/** Reads the published files of one source as pools. */
export async function readPools(source: Source, options: PoolOptions = {}): Promise<readonly Pool[]> {
  const pools = await poolsOf(source, options);
  const drawn = createRng(SEED).fork('tasks').shuffle(pools);
  return drawn.filter(({ taskId }) => !options.without?.includes(taskId)).slice(0, options.tasks);
}

async function poolsOf(source: Source, { levels = [1, 2, 3] }: PoolOptions): Promise<readonly Pool[]> {
  if (source === 'codet') return readCodet();
  if (source === 'hardeval') {
    const records = readLines(shared('strong', 'hardeval-humanevalplus-even.jsonl.gz'));
    const level = ({ level: text, model, prompt }: Record<string, unknown>) => {
      const number = LEVEL.exec(`${text}`)?.[1];
      return number && levels.includes(Number(number)) ? `${model}/${number}/${prompt}` : null;
    };
    return withTests(byTask(records, level), { isJudged: true, writers: ['agentcoder'] });
  }
  const models = new Set<string>(DIFFTRUST_MODELS);
  const deep = new Set<string>(DEEP_MODELS);
  const records = readLines(shared('strong', 'difftrust-humaneval-even.jsonl.gz'));
  const cell = ({ task_id: taskId, model, temperature, sample }: Record<string, unknown>) => {
    const most = temperature === 0.6 && deep.has(`${model}`) ? MOST_SAMPLES : DIFFTRUST_SAMPLES;
    return taskId !== UNJUDGED && models.has(`${model}`) && Number(sample) < most ? `${model}/${temperature}` : null;
  };
  return withTests(byTask(records, cell), { isJudged: false, writers: WRITERS });
}
