/**
 * What every format's own small records (test/datasets) go through, as a table: loaded, rewritten by every mutator as task
 * files of their own, references judged in the first and in the rewritten files, a program that does nothing, and a whole
 * `run` in which the model answers with the reference.
 *
 * npx tsx bench/format-table.ts [--sandbox bubblewrap] [--formats apps,class-eval,…]
 *
 * Formats whose tasks need an image (DL-Bench) or libraries (BigCodeBench) are in the live tests instead.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCli } from '../src/cli/run-cli.ts';
import { readDataset } from '../src/datasets/read-dataset.ts';
import { ds1000Plain } from '../test/datasets/ds-1000-records.ts';
import { asJsonLines, exampleRecords, humanEvalRRecords, type JsonObject } from '../test/datasets/example-files.ts';
import { startFakeEndpoint } from '../test/fakes/fake-endpoint.ts';
import { fakeIo } from '../test/fakes/fake-io.ts';

const NEW = ['apps', 'class-eval', 'code-contests', 'coder-eval', 'multipl-e', 'nl-perturbator', 'repo-eval'];
const OLD = ['ds-1000', 'human-eval', 'mbpp', 'eval-plus', 'live-code-bench', 'mutagree'];
const { values } = parseArgs({
  options: {
    sandbox: { type: 'string', default: 'bubblewrap' },
    formats: { type: 'string', default: [...NEW, 'HumanEval-R', ...OLD].join(',') },
  },
});

/** MultiPL-E's files have no references. */
const OWN: Readonly<Record<string, string>> = {
  HumanEval_900_twice: 'def twice(x: int) -> int:\n    return 2 * x\n',
  HumanEval_901_last: 'from typing import List\n\ndef last(items: List[int]) -> int:\n    return items[-1]\n',
};

const recordsOf = (name: string): readonly JsonObject[] => {
  if (name === 'HumanEval-R') return humanEvalRRecords;
  return name === 'ds-1000' ? [...(exampleRecords[name] ?? []), ...ds1000Plain] : (exampleRecords[name] ?? []);
};

const folder = mkdtempSync(join(tmpdir(), 'format-table-'));

async function called(argv: readonly string[]) {
  const io = fakeIo({ env: { OPENAI_API_KEY: 'sk-none' } });
  const code = await runCli([...argv, '--json'], io);
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${io.err.join('')}`);
  return JSON.parse(io.out.join(''));
}

/** How many of a file's references pass, `n/n`, and how many programs that do nothing. */
async function references(file: string): Promise<{ right: string; empty: string }> {
  const { tasks, oracles } = await readDataset(file);
  const judged = async (what: string, codeOf: (id: string) => string) => {
    const samples = join(folder, `samples-${what}.jsonl`);
    const lines = tasks.map(({ id }) => ({ task_id: id, solution: codeOf(id) }));
    writeFileSync(samples, asJsonLines(lines));
    const told = await called(['evaluate', '--dataset', file, '--samples', samples, '--sandbox', values.sandbox]);
    return `${told.passed}/${told.judged}`;
  };
  const codeOf = (id: string) => oracles.open(id).reference ?? OWN[id.replace(/@.*$/, '')] ?? '';
  return { right: await judged('right', codeOf), empty: await judged('empty', () => 'pass\n') };
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z]{3,}/g));

/** `passed/programs` of a run on variants, answered with the reference of the task whose own words the request has most of. */
async function wholeRun(file: string, name: string): Promise<string> {
  const { tasks, oracles } = await readDataset(file);
  const solved = tasks.map(({ id, prompt }) => ({
    words: [...wordsOf(prompt.text)],
    code: oracles.open(id).reference ?? OWN[id] ?? '',
  }));
  const endpoint = await startFakeEndpoint((_at, { body }) => {
    const text = (body['messages'] as { content: string }[]).at(-1)?.content ?? '';
    const asked = wordsOf(text);
    const ownIn = (one: (typeof solved)[number]) =>
      one.words.filter(
        (word) => asked.has(word) && !solved.some((other) => other !== one && other.words.includes(word)),
      ).length;
    const [best] = solved.toSorted((a, b) => ownIn(b) - ownIn(a));
    const isTests = /assert statements|examples of its standard input/.test(text);
    return { kind: 'reply', text: isTests ? 'None.' : `\`\`\`python\n${best?.code}\n\`\`\`` };
  });
  const out = join(folder, `run-${name}`);
  try {
    await called([
      ...['run', '--dataset', file, '--model', 'm', '--base-url', endpoint.baseUrl, '--out', out],
      ...['--mutators', 'family:layout', '--variants', '2', '--sandbox', values.sandbox],
    ]);
  } finally {
    await endpoint.close();
  }
  const official = readFileSync(join(out, 'official.jsonl'), 'utf8').trim().split('\n');
  return `${official.filter((line) => JSON.parse(line).passed).length}/${official.length}`;
}

console.log('format\ttasks\tmutated files\tof their references pass\treferences\tdoing nothing\tin run');
for (const name of values.formats.split(',')) {
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, asJsonLines(recordsOf(name)));
  const mutated = join(folder, `mutated-${name}`);
  await called(['mutate', '--dataset', file, '--mutators', 'all', '--format', 'dataset', '-o', mutated]);
  const files = readdirSync(mutated).filter((entry) => /\.jsonl?$/.test(entry) && !entry.startsWith('manifest'));
  let pass = 0;
  let all = 0;
  for (const entry of files) {
    const [passed = 0, judged = 0] = (await references(join(mutated, entry))).right.split('/').map(Number);
    pass += passed;
    all += judged;
  }
  const { right, empty } = await references(file);
  const ran = await wholeRun(file, name);
  console.log([name, recordsOf(name).length, files.length, `${pass}/${all}`, right, empty, ran].join('\t'));
}
rmSync(folder, { recursive: true });
