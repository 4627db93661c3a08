/**
 * EvalPlus's own code generation and evaluation through `mutagree serve`, beside the plain samples: the model behind both
 * is a script that answers with the published programs and tests of AgentCoder (gpt-3.5-turbo-1106, five of each per task;
 * ../shared/strong). Plain: five answers per task straight from the script. Through serve: one answer per task. Prints
 * pass@1 on base and on base and extra tests, the samples and the calls that each took; and of a plain draw among the
 * samples that pass the examples of their prompt, and through serve without these as tests: what each gains alone.
 *
 * npx tsx bench/serve/evalplus-through-serve.ts --python VENV/bin/python [--samples 5] [--limit N] [--sandbox NAME]
 *   [--scorer NAME] [--given examples,none] [--serve-only]
 *
 * `--python`: one with evalplus (`python3 -m venv .cache/clients && .cache/clients/bin/pip install openai evalplus`).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { toTask } from '../../src/app/mutate-prompt.ts';
import { serve } from '../../src/app/serve-model.ts';
import { givenTests } from '../../src/app/solving/given-tests.ts';
import { packageRoot } from '../../src/package-root.ts';
import { chooseSandbox } from '../../src/sandbox/index.ts';
import { textLines } from '../evalplus/mixed-samples.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: '.cache/clients/bin/python' },
    tasks: { type: 'string', default: '../shared/formats/humanevalplus.jsonl.gz' },
    published: { type: 'string', default: '../shared/strong/agentcoder-humaneval-even.jsonl.gz' },
    samples: { type: 'string', default: '5' },
    limit: { type: 'string' },
    sandbox: { type: 'string', default: 'auto' },
    scorer: { type: 'string' },
    given: { type: 'string', default: 'examples,none' },
    'serve-only': { type: 'boolean', default: false },
  },
});
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'mutagree-serve-evalplus-'));

interface Published {
  readonly task_id: string;
  readonly programs: readonly string[];
  readonly tests: readonly string[];
}
const published = textLines(await readFile(values.published), true)
  .map((line) => JSON.parse(line) as Published)
  .slice(0, values.limit === undefined ? undefined : Number(values.limit));
const wanted = new Set(published.map(({ task_id }) => task_id));
const lines = textLines(await readFile(values.tasks), true).filter((line) => wanted.has(JSON.parse(line).task_id));
const taskFile = join(folder, 'tasks.jsonl');
await writeFile(taskFile, lines.map((line) => `${line}\n`).join(''));
const tasks = lines.map((line) => JSON.parse(line) as { task_id: string; prompt: string; entry_point: string });

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
const known = tasks.map(({ task_id, prompt, entry_point }) => ({
  words: wordsOf(prompt),
  prompt,
  entryPoint: entry_point,
  answers: published.find((entry) => entry.task_id === task_id) as Published,
  asked: { programs: 0, tests: 0 },
}));
/** The task whose words a wording shares most of. */
function taskOf(text: string) {
  const words = wordsOf(text);
  const shared = known.map((task) => [...task.words].filter((word) => words.has(word)).length / task.words.size);
  return known[shared.indexOf(Math.max(...shared))] as (typeof known)[number];
}
/** A published program is a body, or whole. */
const wholeOf = (prompt: string, program: string) =>
  /^\s*(?:def|from|import|class)\b/.test(program) ? program : `${prompt}${program}`;

let calls = 0;
const model = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { messages, n = 1 } = JSON.parse(body) as { messages: { content: string }[]; n?: number };
  const text = messages.at(-1)?.content ?? '';
  const { answers, asked, entryPoint, prompt } = taskOf(text);
  const name = [...text.matchAll(/^def (\w+)\(/gm)].at(-1)?.[1] ?? entryPoint;
  calls += 1;
  const kind = /assert statements/.test(text) ? 'tests' : 'programs';
  const choices = Array.from({ length: n }, (_, index) => {
    const answer = answers[kind][asked[kind]++ % answers[kind].length] as string;
    const content = kind === 'tests' ? answer : `\`\`\`python\n${wholeOf(prompt, answer)}\n\`\`\``;
    const renamed = content.replaceAll(new RegExp(`\\b${entryPoint}\\b`, 'g'), name);
    return { index, message: { role: 'assistant', content: renamed }, finish_reason: 'stop' };
  });
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const answer = { id: `c-${calls}`, object: 'chat.completion', created: 0, model: 'published', choices, usage };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
await new Promise<void>((done) => model.listen(0, '127.0.0.1', done));
const direct = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;

const env = {
  ...process.env,
  HUMANEVAL_OVERRIDE_PATH: taskFile,
  OPENAI_API_KEY: 'any',
  XDG_CACHE_HOME: join(folder, 'cache'),
};
const python = resolve(values.python);
const bin = dirname(python);

async function generate(name: string, baseUrl: string, how: readonly string[]): Promise<string> {
  const root = join(folder, name);
  const args = [
    '--model',
    'published',
    '--dataset',
    'humaneval',
    '--backend',
    'openai',
    '--base-url',
    baseUrl,
    '--root',
    root,
  ];
  await run(join(bin, 'evalplus.codegen'), [...args, ...how], { env, cwd: folder, maxBuffer: 1e9 });
  const temperature = how.includes('--greedy') ? '0.0' : '0.8';
  return join(root, 'humaneval', `published_openai_temp_${temperature}.jsonl`);
}

interface Judged {
  readonly base_status: string;
  readonly plus_status: string;
}
type Shares = { readonly tasks: number; readonly base: number; readonly plus: number };
/** Shares over tasks of the mean over samples (those that `only` names, where it does), in %. */
async function judge(samples: string, only: ReadonlyMap<string, readonly boolean[]> = new Map()): Promise<Shares> {
  const script = join(packageRoot(), 'bench', 'evalplus', 'run_evalplus.py');
  await run(python, [script, samples, '2'], { env, cwd: folder, maxBuffer: 1e9 });
  const { eval: judged } = JSON.parse(await readFile(samples.replace('.jsonl', '_eval_results.json'), 'utf8')) as {
    eval: Record<string, Judged[]>;
  };
  const all = Object.entries(judged).map(([id, rows]) => rows.filter((_, at) => only.get(id)?.[at] ?? true));
  const mean = (ok: (one: Judged) => boolean) =>
    (100 * all.reduce((sum, ofTask) => sum + ofTask.filter(ok).length / ofTask.length, 0)) / all.length;
  return {
    tasks: all.length,
    base: mean(({ base_status }) => base_status === 'pass'),
    plus: mean((one) => one.base_status === 'pass' && one.plus_status === 'pass'),
  };
}
const say = (name: string, { tasks: n, base, plus }: Shares, spent: string) =>
  console.log(`${name}: ${n} tasks, pass@1 ${base.toFixed(1)} % base, ${plus.toFixed(1)} % plus; ${spent}`);

/** By task, which of its samples pass the examples that its prompt states; all where none does, or it states none. */
async function passingExamples(samples: string): Promise<ReadonlyMap<string, readonly boolean[]>> {
  const written = new Map<string, string[]>();
  for (const line of (await readFile(samples, 'utf8')).trim().split('\n')) {
    const { task_id, solution } = JSON.parse(line) as { task_id: string; solution: string };
    written.set(task_id, [...(written.get(task_id) ?? []), solution]);
  }
  const passed = new Map<string, readonly boolean[]>();
  const { plugin } = await chooseSandbox(values.sandbox);
  const sandbox = await plugin.open({ jobs: 1 });
  const { signal } = new AbortController();
  for (const { task_id, prompt, entry_point } of tasks) {
    const programs = written.get(task_id) ?? [];
    const tests = givenTests(toTask(prompt, entry_point), {}).map(({ id, body }) => ({ id, body }));
    if (tests.length === 0) continue;
    const suite = { id: task_id, tests, entryPoint: entry_point };
    const holds: boolean[] = [];
    for (const [at, code] of programs.entries()) {
      const job = { id: `${task_id} ${at}`, code, suite, limits: { timeoutMs: 1000, memoryMib: 512 } };
      const { verdicts } = await sandbox.run(job, signal);
      holds.push(verdicts.every((verdict) => verdict === 'pass'));
    }
    if (holds.includes(true)) passed.set(task_id, holds);
  }
  await sandbox.close();
  return passed;
}

if (!values['serve-only']) {
  const plain = await generate('plain', direct, ['--n-samples', '5', '--temperature', '0.8', '--bs', '5']);
  say('plain', await judge(plain), `5 samples per task, ${calls} calls`);
  const held = await passingExamples(plain);
  say(
    'plain draw among samples that pass the examples of their prompt',
    await judge(plain, held),
    `examples in ${held.size} prompts that a sample passes`,
  );
}
for (const given of values.given.split(',') as ('examples' | 'none')[]) {
  calls = 0;
  for (const { asked } of known) Object.assign(asked, { programs: 0, tests: 0 });
  const server = await serve({
    model: 'published',
    baseUrl: direct,
    port: 0,
    samples: Number(values.samples),
    variants: Math.min(10, Number(values.samples)),
    testsPerSample: 20,
    sandbox: values.sandbox,
    given,
    ...(values.scorer === undefined ? {} : { scorer: values.scorer }),
  });
  const from = performance.now();
  const through = await generate(`serve-${given}`, server.baseUrl, ['--greedy']);
  const seconds = (performance.now() - from) / 1000;
  say(
    `through serve, given ${given}`,
    await judge(through),
    `at most ${values.samples} samples per task, ${calls} calls, ${seconds.toFixed(0)} s`,
  );
  await server.close();
}
model.close();
console.log(folder);
