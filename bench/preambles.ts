/**
 * What a line in front of a program costs: CPU of the sandbox's processes per (program, test) cell, for each of the
 * preambles below put before the same plain programs, beside these programs without it. Preambles take turns, so that
 * other work on the machine meets all of them; every program and every call is another one, so that nothing is answered
 * from memory.
 *
 * npx tsx bench/preambles.ts [--sandbox bubblewrap,wasm,docker] [--only NAME,…] [--tasks 10] [--programs 25] [--calls 40]
 *   [--rounds 1] [--python FILE] [--json]
 *
 * Ends with 1 where a preamble that changes nothing shared costs more than twice the plain cell.
 */
import { parseArgs } from 'node:util';
import { hashOf } from '../src/core/hash.ts';
import type { Sandbox, TestSuite } from '../src/core/sandbox.ts';
import { chooseSandbox } from '../src/sandbox/index.ts';
import { type Preamble, preambles } from './preambles/preambles.ts';
import { median, textTable } from './statistics.ts';

const ALLOWED = 2;
const LIMITS = { timeoutMs: 1000, memoryMib: 256 };
const { signal } = new AbortController();

interface Size {
  readonly tasks: number;
  readonly programs: number;
  readonly calls: number;
}

/** Right in one program of two. */
function program(preamble: Preamble, index: number, salt: number): string {
  const body = `total = ${salt}
    for number in numbers:
        total = (total * 31 + number * ${index + 1}) % 1000003
    return len(numbers)${index % 2 ? '' : ' + 1'}`;
  if (!preamble.isMethod) return `${preamble.code}\ndef f(numbers):\n    ${body}\n`;
  return `${preamble.code}\n    def g(self, numbers):\n        ${body.replaceAll('\n', '\n    ')}\ndef f(numbers):\n    return Solution().g(numbers)\n`;
}

function suiteOf(calls: number, salt: number): TestSuite {
  const content = {
    tests: Array.from({ length: calls }, (_, index) => ({
      id: `${index}`,
      body: { kind: 'assertion', code: `assert f(list(range(${index + salt}, ${index + salt + 12}))) == 12` } as const,
    })),
    entryPoint: 'f',
  };
  return { id: hashOf(content), ...content };
}

/** Microseconds of CPU per cell. @throws Error at a verdict that is not the right one. */
async function measure(sandbox: Sandbox, preamble: Preamble, size: Size, round: number): Promise<number> {
  let cpuMs = 0;
  for (let task = 0; task < size.tasks; task++) {
    const salt = (round * size.tasks + task) * 100;
    const suite = suiteOf(size.calls, salt);
    const runs = Array.from({ length: size.programs }, (_, index) =>
      sandbox.run({ id: `${index}`, code: program(preamble, index, salt), suite, limits: LIMITS }, signal),
    );
    for (const [index, result] of (await Promise.all(runs)).entries()) {
      const expected = index % 2 ? 'pass' : 'fail';
      const wrong = result.verdicts.findIndex((verdict) => verdict !== expected);
      if (wrong >= 0) {
        throw new Error(`${sandbox.name}, ${preamble.name}: ${result.verdicts[wrong]} (${result.details[wrong]})`);
      }
      cpuMs += result.cpuMs;
    }
  }
  return (cpuMs * 1000) / (size.tasks * size.programs * size.calls);
}

async function compare(name: string, chosen: readonly Preamble[], size: Size, rounds: number, python?: string) {
  const { plugin } = await chooseSandbox(name);
  const sandbox = await plugin.open({ jobs: 1, ...(python ? { python } : {}) });
  const costs = chosen.map((): number[] => []);
  const left: Preamble[] = [];
  await measure(sandbox, { name: 'plain', code: '' }, { ...size, tasks: 1 }, rounds + 1);
  for (let round = 0; round < rounds; round++) {
    for (const [at, preamble] of chosen.entries()) {
      if (left.includes(preamble)) continue;
      try {
        costs[at]?.push(await measure(sandbox, preamble, size, round));
      } catch (error) {
        if (!preamble.mayLack) throw error;
        left.push(preamble);
      }
    }
  }
  await sandbox.close();
  const plain = median(costs[0] ?? []);
  return chosen
    .map((preamble, at) => ({ preamble, micros: costs[at] ?? [] }))
    .filter(({ micros }) => micros.length > 0)
    .map(({ preamble, micros }) => ({
      sandbox: name,
      ...preamble,
      micros: median(micros),
      times: median(micros) / plain,
    }));
}

async function main() {
  const { values } = parseArgs({
    options: {
      sandbox: { type: 'string', default: 'bubblewrap,wasm' },
      only: { type: 'string' },
      tasks: { type: 'string', default: '10' },
      programs: { type: 'string', default: '25' },
      calls: { type: 'string', default: '40' },
      rounds: { type: 'string', default: '1' },
      python: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const size = { tasks: Number(values.tasks), programs: Number(values.programs), calls: Number(values.calls) };
  const only = values.only?.split(',');
  const chosen = preambles.filter(({ name }) => name === 'plain' || !only || only.includes(name));
  const found: Awaited<ReturnType<typeof compare>> = [];
  for (const name of values.sandbox.split(',')) {
    found.push(...(await compare(name, chosen, size, Number(values.rounds), values.python)));
  }
  if (values.json) process.stdout.write(`${JSON.stringify(found)}\n`);
  else {
    const rows = found.map(({ sandbox, name, micros, times, shares }) => [
      `${sandbox}: ${name}`,
      micros.toFixed(1),
      times.toFixed(2),
      shares ? `changes what is shared: ${shares}` : times > ALLOWED ? 'MORE' : '',
    ]);
    process.stdout.write(
      `µs of CPU per cell, ${size.programs} programs x ${size.calls} calls x ${size.tasks} tasks, ` +
        `median of ${values.rounds} rounds, one worker\n${textTable([['preamble', 'µs/cell', 'x plain', ''], ...rows])}\n`,
    );
  }
  if (found.some(({ times, shares }) => times > ALLOWED && !shares)) process.exitCode = 1;
}

await main();
