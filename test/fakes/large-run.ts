import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { findScorer } from '../../agreement/index.ts';
import { USUAL_ARMS } from '../../src/core/arm.ts';
import type { ReplyPurpose, ReplyRecord } from '../../src/core/chat.ts';
import { applyEdits, type Edit } from '../../src/core/edit.ts';
import { hashOf } from '../../src/core/hash.ts';
import { restrictMatrix } from '../../src/core/matrix.ts';
import type { MutatorFamily } from '../../src/core/mutation.ts';
import type { Origin } from '../../src/core/program.ts';
import { createRng, type Rng } from '../../src/core/random.ts';
import type { Verdict } from '../../src/core/sandbox.ts';
import { DATA_TYPES, ML_TASKS, STAGES } from '../../src/core/task.ts';
import type { RankingRecord } from '../../src/records/run-record.ts';
import type { RunLogs } from '../../src/records/run-store.ts';
import { runManifest } from './run-manifest.ts';

export interface LargeRunSize {
  readonly tasks: number;
  /** Prompts per task, the original included. */
  readonly variants: number;
  readonly samplesPerVariant: number;
  /** Distinct programs and distinct generated tests per task. */
  readonly programs: number;
  readonly tests: number;
  readonly seed?: number;
  readonly model?: string;
}

const FAMILIES: readonly Exclude<MutatorFamily, 'llm'>[] = ['lexical', 'grammatical', 'naming', 'layout'];
const SUBJECTS = ['tensor', 'batch', 'gradient', 'image', 'label', 'sequence', 'kernel', 'loss'] as const;
const SENTENCES = [
  'Return the mean of every row, ignoring the rows that hold no number.',
  'If the list is empty, return an empty list; the order of equal entries is kept.',
  'Each value must be clipped to the range from -limit to limit before it is summed.',
  'The result has as many entries as the input and never changes the input itself.',
  'Raise a ValueError when the two arguments differ in length.',
] as const;

function promptOf(task: number): string {
  const subject = SUBJECTS[task % SUBJECTS.length];
  const prose = Array.from({ length: 6 }, (_, at) => `    ${SENTENCES[(task + at) % SENTENCES.length]}`).join('\n');
  return `def reduce_${subject}_${task}(values, limit=${task % 9}):\n    """Reduce a ${subject}.\n\n${prose}\n\n    >>> reduce_${subject}_${task}([1, 2], 3)\n    ${task % 7}\n    """\n`;
}

function editsOf(prompt: string, variant: number, rng: Rng): Edit[] {
  const words = [...prompt.matchAll(/[a-z]{4,}/g)];
  const first = rng.below(words.length - 8);
  return [0, 3, 6].map((gap) => {
    const word = words[first + gap] as RegExpMatchArray;
    return {
      start: word.index as number,
      end: (word.index as number) + word[0].length,
      replacement: `w${variant}${word[0]}`,
    };
  });
}

function programOf(task: number, program: number): string {
  const lines = Array.from(
    { length: 10 },
    (_, at) => `    step_${at} = [value + ${(program * 7 + at) % 23} for value in values if value != ${at}]`,
  );
  return `def reduce_${SUBJECTS[task % SUBJECTS.length]}_${task}(values, limit=${task % 9}):\n${lines.join('\n')}\n    return step_9[:limit] or ${program}\n`;
}

const VERDICTS: readonly Verdict[] = ['pass', 'fail', 'pass', 'error', 'fail', 'timeout', 'pass', 'fail'];

/** All records of one task, by log. */
function taskRecords(
  task: number,
  size: LargeRunSize,
): { [K in Exclude<keyof RunLogs, 'calls' | 'batches'>]: RunLogs[K][] } {
  const taskId = `large/${String(task).padStart(3, '0')}`;
  const rng = createRng(size.seed ?? 0).fork(taskId);
  const prompt = promptOf(task);
  const entryPoint = `reduce_${SUBJECTS[task % SUBJECTS.length]}_${task}`;
  const variants = Array.from({ length: size.variants }, (_, at) => {
    if (at === 0) return { id: `${taskId}::original`, taskId, prompt, mutation: null };
    const edits = editsOf(prompt, at, createRng(0).fork(taskId, at));
    const mutator = `mutator-${String(at).padStart(2, '0')}`;
    const family = FAMILIES[at % FAMILIES.length] as MutatorFamily;
    return {
      id: `${taskId}::${mutator}::s0.0`,
      taskId,
      prompt: applyEdits(prompt, edits),
      mutation: { mutator, family, preserves: 'paraphrase' as const, seed: 0, edits, renames: {} },
    };
  });
  const budget = size.variants * size.samplesPerVariant;
  const single = Array.from({ length: budget }, (_, sample) => ({ variantId: variants[0]?.id as string, sample }));
  const spread = variants.flatMap(({ id }) =>
    Array.from({ length: size.samplesPerVariant }, (_, sample) => ({ variantId: id, sample })),
  );
  const armSamples = USUAL_ARMS.map((arm) => ({ arm, samples: arm === 'mutation-ensemble' ? spread : single }));
  const needed = [...new Map([...single, ...spread].map((origin) => [JSON.stringify(origin), origin])).values()];
  const programOrigins = Array.from({ length: size.programs }, (): Origin[] => []);
  const testOrigins = Array.from({ length: size.tests }, (): Origin[] => []);
  const ease = rng.next();
  for (const origin of needed) {
    const program = rng.next() < ease ? 0 : rng.below(size.programs);
    programOrigins[program]?.push(origin);
    for (let written = 0; written < 3; written++) testOrigins[rng.below(size.tests)]?.push(origin);
  }
  const present = <T extends { origins: readonly Origin[] }>(items: T[]) =>
    items.filter(({ origins }) => origins.length > 0);
  const candidates = present(
    programOrigins.map((origins, at) => ({
      id: hashOf(taskId, 'program', at),
      taskId,
      code: programOf(task, at),
      origins,
      at,
    })),
  );
  const tests = present(
    testOrigins.map((origins, at) => ({
      id: hashOf(taskId, 'test', at),
      taskId,
      origins: [...new Set(origins)],
      body: { kind: 'assertion' as const, code: `assert ${entryPoint}([${at}, ${at + 1}], ${at % 5}) == [${at}]` },
      at,
    })),
  );
  const verdicts = candidates.map((candidate) =>
    tests.map(
      (one): Verdict =>
        candidate.at === 0
          ? one.at % 4 === 0
            ? 'fail'
            : 'pass'
          : (VERDICTS[(candidate.at * 5 + one.at * 3) % VERDICTS.length] as Verdict),
    ),
  );
  const entry = ({ id, origins }: { id: string; origins: readonly Origin[] }) => ({
    id,
    origins,
    weight: origins.length,
  });
  const matrix = { taskId, candidates: candidates.map(entry), tests: tests.map(entry), verdicts };
  const rankings = armSamples.slice(1).map(({ arm, samples }): RankingRecord & { key: string } => {
    const mine = new Set(samples.map((origin) => JSON.stringify([origin.variantId, origin.sample])));
    const inArm = ({ variantId, sample }: Origin) => mine.has(JSON.stringify([variantId, sample]));
    const part = restrictMatrix(matrix, { program: inArm, test: inArm });
    const { sets } = findScorer('codet').rank(part);
    const toIds = (entries: readonly { id: string }[], at: readonly number[]) =>
      at.map((index) => entries[index]?.id as string);
    const tiedIds = sets
      .filter(({ score }) => score === sets[0]?.score)
      .flatMap((set) => toIds(part.candidates, set.candidates));
    return {
      key: hashOf(taskId, arm),
      taskId,
      arm,
      scorer: 'codet',
      sets: sets.map((set) => ({
        candidateIds: toIds(part.candidates, set.candidates),
        testIds: toIds(part.tests, set.tests),
        score: set.score,
      })),
      tiedIds,
      pickedId: tiedIds[0] ?? part.candidates[0]?.id ?? null,
      abstained: sets.length === 0,
      confidence: sets.length === 0 ? null : 0.2 + 0.7 * rng.next(),
    };
  });
  const model = size.model ?? 'large-model';
  const reply = ({ variantId, sample }: Origin, purpose: ReplyPurpose): ReplyRecord => ({
    key: hashOf(taskId, variantId, sample, purpose),
    model,
    taskId,
    variantId,
    purpose,
    request: {
      messages: [{ role: 'user', content: `Write the program.\n${prompt}` }],
      temperature: 0.8,
      topP: 0.95,
      maxTokens: 400,
      sample,
    },
    reply: {
      status: 'completed',
      text: programOf(task, sample % size.programs),
      usage: { inputTokens: 220, outputTokens: 180 },
    },
    replayed: true,
  });
  return {
    explanations: [],
    solutions: [],
    tasks: [
      {
        key: hashOf(taskId),
        taskId,
        promptText: prompt,
        entryPoint,
        labels: {
          stage: STAGES[task % STAGES.length] as (typeof STAGES)[number],
          mlTask: ML_TASKS[task % ML_TASKS.length] as (typeof ML_TASKS)[number],
          dataType: DATA_TYPES[task % DATA_TYPES.length] as (typeof DATA_TYPES)[number],
        },
        refusals: [{ taskId, mutator: 'gram-future', refused: 'no-place' }],
        armSamples,
      },
    ],
    variants,
    replies: needed.flatMap((origin) => [reply(origin, 'program'), reply(origin, 'tests')]),
    candidates: [
      { key: hashOf(taskId, 'c'), taskId, candidates: candidates.map(({ at: _, ...rest }) => rest), problems: [] },
    ],
    tests: [{ key: hashOf(taskId, 't'), taskId, tests: tests.map(({ at: _, ...rest }) => rest), problems: [] }],
    verdicts: candidates.map(({ id }, row) => ({
      key: hashOf(taskId, id, 'row'),
      taskId,
      candidateId: id,
      testIds: tests.map((test) => test.id),
      verdicts: verdicts[row] as Verdict[],
      outputs: tests.map((test) => `[${test.at}, ${row}]`),
      details: tests.map((_, column) => (verdicts[row]?.[column] === 'pass' ? null : 'AssertionError')),
      weak: tests.map(() => false),
      cpuMs: 12,
    })),
    rankings,
    failures: [],
    ablation: [],
    draws: [],
    reference: [],
    efficiency: [],
    official: candidates.map(({ id, at }) => ({
      key: hashOf(taskId, id, 'official'),
      taskId,
      candidateId: id,
      passed: at % 6 === 0,
      verdict: at % 6 === 0 ? ('pass' as const) : ('fail' as const),
      detail: at % 6 === 0 ? null : 'AssertionError: expected [1, 2]',
    })),
  };
}

/** Writes a finished run of any size as a run directory, task by task, so that writing it costs no memory. */
export async function writeLargeRun(directory: string, size: LargeRunSize): Promise<void> {
  await mkdir(directory, { recursive: true });
  const model = size.model ?? 'large-model';
  const manifest = runManifest({
    status: 'finished',
    dataset: { name: 'large', format: 'mutagree', sha256: 'b'.repeat(64), tasks: size.tasks },
    model: { id: model, endpoint: null },
    samplesPerArm: size.variants * size.samplesPerVariant,
    k: [1, 5],
  });
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest));
  const names = ['tasks', 'variants', 'replies', 'candidates', 'tests', 'verdicts', 'rankings', 'official'] as const;
  const files = new Map(names.map((name) => [name, createWriteStream(join(directory, `${name}.jsonl`))]));
  for (let task = 0; task < size.tasks; task++) {
    const records = taskRecords(task, size);
    for (const name of names) {
      const file = files.get(name);
      for (const record of records[name]) {
        if (!file?.write(`${JSON.stringify(record)}\n`))
          await new Promise((resolve) => file?.once('drain', () => resolve(null)));
      }
    }
  }
  await Promise.all([...files.values()].map((file) => finished(file.end())));
}
