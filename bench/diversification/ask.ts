/**
 * Asks the small model for one program per composition of `starter` tasks, for `report.ts`: the same request, sampling
 * and token limit as the recordings, which hold the samples of the same wording and of single mutators already. Goes on
 * where it was; task by task, so that whatever is there is whole tasks but one.
 *
 * npx tsx data/recordings/install-smollm2.ts
 * npx tsx bench/diversification/ask.ts --out FILE [--tasks 40] [--count 6] [--strengths medium,strong] [--minutes 5]
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installedModel } from '../../data/recordings/install-smollm2.ts';
import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import { createRng } from '../../src/core/random.ts';
import { compositionOf, type Strength } from '../../src/core/strength.ts';
import { kindOf } from '../../src/core/task.ts';
import { createGgufModel } from '../../src/model/gguf-model.ts';
import { composePrompts } from '../../src/pipeline/2-mutate/compose-mutations.ts';
import { zeroShotPrompting } from '../../src/prompting/zero-shot-prompting.ts';
import { realPromptSets } from '../real-prompts.ts';
import type { AskedReply } from './programs.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    tasks: { type: 'string', default: '40' },
    count: { type: 'string', default: '6' },
    strengths: { type: 'string', default: 'medium,strong' },
    minutes: { type: 'string', default: '5' },
  },
});
const [file, until] = [values.out, Date.now() + 60_000 * Number(values.minutes)];
const path = installedModel();
if (!file || !path) throw new Error('--out FILE, and the model: npx tsx data/recordings/install-smollm2.ts');

const known = new Set(
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as AskedReply).variantId)
    : [],
);
const [starter] = await realPromptSets(['starter']);
const model = await createGgufModel({ path, sequences: 1, threads: 1 });
const mutators = selectMutators('all');
const { signal } = new AbortController();
let asked = 0;
ask: for (const task of starter?.dataset.tasks.slice(0, Number(values.tasks)) ?? []) {
  for (const strength of values.strengths.split(',') as Strength[]) {
    const options = { ...compositionOf({ strength }), mutators, guards, seed: 0, count: Number(values.count) };
    for (const variant of composePrompts(task, options).variants.slice(1)) {
      const variantId = `${strength}:${variant.id}`;
      if (known.has(variantId)) continue;
      if (Date.now() > until) break ask;
      const [message] = zeroShotPrompting.programMessages({
        promptText: variant.prompt,
        entryPoint: task.entryPoint,
        completesPrompt: task.completesPrompt,
        kind: kindOf(task),
      });
      const seed = createRng(0)
        .fork('diversification', variantId)
        .below(2 ** 31);
      const sampling = { temperature: 0.6, topP: 0.95, maxTokens: 160, seed, sample: 0 };
      const reply = await model.complete({ messages: message ? [message] : [], ...sampling }, signal);
      const { prompt, mutation } = variant;
      const record: AskedReply = {
        taskId: task.id,
        strength,
        variantId,
        prompt,
        renames: mutation?.renames ?? {},
        changedWords: mutation?.change?.changedWords ?? 0,
        text: reply.text,
        status: reply.status,
      };
      appendFileSync(file, `${JSON.stringify(record)}\n`);
      asked += 1;
    }
  }
}
await model.close();
console.log(`${asked} replies asked, ${known.size + asked} there`);
