/**
 * Asks SmolLM2-135M-Instruct for a program per composition of the starter tasks, and some of the same wording anew, with
 * the settings of the recording `starter-smollm2-135m-n16`; `--pack` writes what there is into data/recordings. Stop it whenever you like: the same
 * command goes on where it was, with the wordings that it began with. Rounds go over all tasks, so that every round that
 * is complete gives each task the same number of samples.
 *
 * A second one may help with `--backwards`: it begins each round with the last task, and neither asks what is on record.
 *
 * npx tsx bench/diversification/record.ts [--run DIR] [--count 8] [--same 2] [--sequences 4] [--threads 1]
 * npx tsx bench/diversification/record.ts --run DIR --pack
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installModel, SMOLLM2 } from '../../data/recordings/install-smollm2.ts';
import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import { type ChatRequest, requestKey } from '../../src/core/chat.ts';
import type { Variant } from '../../src/core/mutation.ts';
import { compositionOf, type Strength } from '../../src/core/strength.ts';
import type { Task } from '../../src/core/task.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { createGgufModel } from '../../src/model/gguf-model.ts';
import { composePrompts } from '../../src/pipeline/2-mutate/compose-mutations.ts';
import { promptingInput, toRequest } from '../../src/pipeline/ask-model.ts';
import type { SamplingPlan } from '../../src/pipeline/deps.ts';
import { zeroShotPrompting } from '../../src/prompting/zero-shot-prompting.ts';
import { type ComposedVariant, packCompositions, type RecordedReply } from './recorded.ts';

const { values } = parseArgs({
  options: {
    run: { type: 'string', default: join(tmpdir(), 'mutagree-record-compositions') },
    count: { type: 'string', default: '8' },
    same: { type: 'string', default: '2' },
    sequences: { type: 'string', default: '4' },
    threads: { type: 'string', default: '1' },
    backwards: { type: 'boolean' },
    pack: { type: 'boolean' },
  },
});
const PLAN: Pick<SamplingPlan, 'temperature' | 'topP' | 'maxTokens' | 'seed'> = {
  temperature: 0.6,
  topP: 0.95,
  maxTokens: 160,
  seed: 0,
};
/** Samples of the same wording that the older recording has; those asked for here come after them. */
const RECORDED_SAMPLES = 16;
const STRENGTHS: readonly Strength[] = ['medium', 'strong'];

const variantFile = join(values.run, 'variants.jsonl');
const replyFile = join(values.run, 'replies.jsonl');
mkdirSync(values.run, { recursive: true });
const readLines = <Line>(file: string): Line[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line)
    : [];

function composed(task: Task, strength: Strength): ComposedVariant[] {
  const deps = { ...compositionOf({ strength }), mutators: selectMutators('all'), guards, seed: PLAN.seed };
  const { variants } = composePrompts(task, { ...deps, count: Number(values.count) });
  return variants.slice(1).map((variant) => ({ ...variant, id: `${variant.id}::${strength}`, strength }));
}

const { tasks } = await readDataset('starter');
if (!existsSync(variantFile)) {
  const made = tasks.flatMap((task) => STRENGTHS.flatMap((strength) => composed(task, strength)));
  writeFileSync(variantFile, made.map((variant) => `${JSON.stringify(variant)}\n`).join(''));
}
const variants = readLines<ComposedVariant>(variantFile);

interface Question {
  readonly task: Task;
  readonly variant: Variant;
  readonly request: ChatRequest;
}

function questionOf(task: Task, variant: Variant, sample: number): Question {
  const messages = zeroShotPrompting.programMessages(promptingInput(task, variant, []));
  const request = toRequest(messages, { variantId: variant.id, sample }, 'program', PLAN as SamplingPlan);
  return { task, variant, request };
}

/** Round after round over all tasks; the same wording in the first rounds. */
function* questions(): Iterable<Question> {
  for (let round = 0; round < Number(values.count); round++) {
    for (const task of values.backwards ? tasks.toReversed() : tasks) {
      for (const strength of STRENGTHS) {
        const own = variants.filter((variant) => variant.taskId === task.id && variant.strength === strength);
        if (own[round]) yield questionOf(task, own[round] as Variant, 0);
      }
      if (round >= Number(values.same)) continue;
      const original = { id: `${task.id}::original`, taskId: task.id, prompt: task.prompt.text, mutation: null };
      yield questionOf(task, original, RECORDED_SAMPLES + round);
    }
  }
}

/** Two that ask at once may ask the same: the first reply counts. */
const withoutDoubles = (replies: readonly RecordedReply[]) =>
  replies.filter(({ key }, at) => replies.findIndex((other) => other.key === key) === at);

const onRecord = () => new Set(readLines<RecordedReply>(replyFile).map(({ key }) => key));
const isOpen = ({ request }: Question) => !onRecord().has(requestKey(SMOLLM2.id, request));
const known = onRecord();
const open = [...questions()].filter(({ request }) => !known.has(requestKey(SMOLLM2.id, request)));
console.log(`${variants.length} compositions, ${known.size} replies on record, ${open.length} to ask for`);

if (open.length > 0 && !values.pack) {
  const sequences = Number(values.sequences);
  const model = await createGgufModel({ path: installModel(), sequences, threads: Number(values.threads) });
  const began = Date.now();
  let done = 0;
  const queue = open.values();
  const ask = async () => {
    for (const question of queue) {
      if (!isOpen(question)) continue;
      const { task, variant, request } = question;
      const reply = await model.complete(request, new AbortController().signal);
      const record: RecordedReply = {
        key: requestKey(SMOLLM2.id, request),
        model: SMOLLM2.id,
        taskId: task.id,
        variantId: variant.id,
        purpose: 'program',
        request,
        reply,
        replayed: false,
      };
      appendFileSync(replyFile, `${JSON.stringify(record)}\n`);
      done += 1;
      if (done % 20 === 0) console.log(`${done}/${open.length} in ${Math.round((Date.now() - began) / 1000)} s`);
    }
  };
  await Promise.all(Array.from({ length: sequences }, ask));
  await model.close();
}
if (values.pack) packCompositions(variants, withoutDoubles(readLines<RecordedReply>(replyFile)), PLAN);
