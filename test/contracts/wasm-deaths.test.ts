import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SandboxJob, SandboxResult } from '../../src/core/sandbox.ts';
import { runCanary } from '../../src/sandbox/pool/canary.ts';
import { SandboxPool } from '../../src/sandbox/pool/sandbox-pool.ts';
import {
  findWasmInstallation,
  type InterpreterProcess,
  interpretersFromImage,
  type WasmRole,
} from '../../src/sandbox/wasm/wasm-process.ts';
import { WasmWorker } from '../../src/sandbox/wasm/wasm-worker.ts';

const { signal } = new AbortController();
const ROLES: readonly WasmRole[] = ['judge', 'candidate'];
/** More than the judge keeps at a time. */
const SUITES = 80;

/** Real interpreters of which one is killed from outside before certain frames. */
class Saboteur {
  readonly #start = interpretersFromImage(findWasmInstallation());
  readonly #live = new Map<WasmRole, Set<InterpreterProcess>>(ROLES.map((role) => [role, new Set()]));
  /** Frame of the job that is running -> who is killed before it. */
  plan: ReadonlyMap<number, WasmRole> = new Map();
  frames = 0;
  kills = 0;

  begin(plan: ReadonlyMap<number, WasmRole>): void {
    this.plan = plan;
    this.frames = 0;
  }

  async start(role: WasmRole): Promise<InterpreterProcess> {
    const inner = await this.#start(role);
    this.#live.get(role)?.add(inner);
    return {
      get spent() {
        return inner.spent;
      },
      get cpuMs() {
        return inner.cpuMs;
      },
      say: (header, body) => {
        // Not waited for: the frame goes into the pipe of a process that is dying.
        void this.#strike();
        inner.say(header, body);
      },
      hear: async (patienceMs) => {
        const frame = await inner.hear(patienceMs);
        if (frame) await this.#strike();
        return frame;
      },
      close: () => {
        this.#live.get(role)?.delete(inner);
        return inner.close();
      },
    };
  }

  async #strike(): Promise<void> {
    const role = this.plan.get(this.frames++);
    if (role === undefined) return;
    for (const process of this.#live.get(role) ?? []) {
      if (process.spent) continue;
      this.kills++;
      await process.close();
    }
  }
}

const LIMITS = { timeoutMs: 2000, memoryMib: 128 };
const CODE = `
seen = []
def f(x):
    seen.append(x)
    return [x * 2, len(seen)]
`;
const KINDS = ['assert f(3) == [6, 2]', 'class A:\n    n = 2\nassert f(A.n) == [4, 1]'];

function job(number: number, kinds: readonly string[] = KINDS): SandboxJob {
  const tests = [...kinds, `assert f(${number}) == [${number * 2}, 1]`].map((code, index) => ({
    id: `${index}`,
    body: { kind: 'assertion', code } as const,
  }));
  const id = `suite ${number} of ${kinds.length}`;
  return { id: `${number}`, code: CODE, suite: { id, entryPoint: 'f', tests }, limits: LIMITS };
}
const SCRIPT: SandboxJob = {
  id: 'script',
  code: 'print(int(input()) * 2)',
  suite: {
    id: 'script',
    entryPoint: null,
    tests: [{ id: '0', body: { kind: 'stdio', stdin: '3\n', expectedStdout: '7' } }],
  },
  limits: LIMITS,
};

const told = ({ verdicts, outputs, details, weak }: SandboxResult) => ({ verdicts, outputs, details, weak });

const saboteur = new Saboteur();
const sandbox = new SandboxPool({
  name: 'wasm',
  size: 1,
  startWorker: () => WasmWorker.start((role) => saboteur.start(role)),
});

beforeAll(() => runCanary(sandbox, signal), 600_000);
afterAll(() => sandbox.close());

async function run(work: SandboxJob, plan: ReadonlyMap<number, WasmRole> = new Map()) {
  saboteur.begin(plan);
  return told(await sandbox.run(work, signal));
}

/** Kills each role before each frame of a job, which must end as if nothing had been. */
async function killEverywhere(work: SandboxJob): Promise<void> {
  const undisturbed = await run(work);
  expect(await run(work)).toEqual(undisturbed);
  const { frames } = saboteur;
  const before = saboteur.kills;
  for (let frame = 0; frame < frames; frame++) {
    for (const role of ROLES) {
      const result = await run(work, new Map([[frame, role]]));
      expect({ frame, role, result }).toEqual({ frame, role, result: undisturbed });
    }
  }
  expect(saboteur.kills - before).toBeGreaterThan(frames);
}

test('value and together: the verdicts are those that the tests deserve', async () => {
  const { verdicts, weak } = await run(job(5));
  expect(verdicts).toEqual(['fail', 'pass', 'pass']);
  expect(weak).toEqual([false, true, false]);
});

test('one kill of any process before any frame changes nothing', () => killEverywhere(job(7)), 3_600_000);

test('the same of scripts', () => killEverywhere(SCRIPT), 1_800_000);

test('more suites than the judge keeps, and the first ones again, with two kills', async () => {
  const short = (number: number) => job(number, KINDS.slice(0, 1));
  const first = await run(short(0));
  const expected = (number: number) => ({ ...first, outputs: [first.outputs[0], `[${number * 2}, 1]`] });
  for (let number = 1; number < SUITES; number++) expect(await run(short(number))).toEqual(expected(number));
  for (const number of [0, 1, 2]) {
    const plan = new Map([[number, 'judge'] as const, [number + 3, 'candidate'] as const]);
    const { verdicts, details } = await run(short(number), plan);
    // Right, or an error of that job; nothing of it is left in the next one.
    for (const [at, verdict] of verdicts.entries())
      expect(verdict).toBe(details[at]?.includes('killed') ? 'error' : expected(number).verdicts[at]);
    expect(await run(short(number))).toEqual(expected(number));
  }
}, 600_000);
