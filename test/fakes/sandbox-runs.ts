import { afterAll, beforeAll, describe, test } from 'vitest';
import { hashOf } from '../../src/core/hash.ts';
import type { Sandbox, SandboxLimits, SandboxPlugin, SandboxTest, TestSuite } from '../../src/core/sandbox.ts';
import { runCanary } from '../../src/sandbox/pool/canary.ts';

/** A body of a test; a text is an assertion. */
export type Check = string | SandboxTest['body'];

export function suiteOf(checks: readonly Check[], more: Partial<TestSuite> = {}): TestSuite {
  const bodies = checks.map((check) =>
    typeof check === 'string' ? ({ kind: 'assertion', code: check } as const) : check,
  );
  const content = {
    tests: bodies.map((body, index) => ({ id: `${index}`, body })),
    entryPoint: bodies.some(({ kind }) => kind === 'stdio') ? null : 'f',
    ...more,
  };
  return { id: hashOf(content), ...content };
}

/** Opens a sandbox while the tests of this block run; `run` runs a program on checks in it. */
export function openedSandbox(
  open: () => Promise<Sandbox>,
  usual: SandboxLimits = { timeoutMs: 2000, memoryMib: 256 },
) {
  let sandbox: Sandbox;
  const { signal } = new AbortController();
  beforeAll(async () => {
    sandbox = await open();
    // The first start on a machine may make an image, which no test's time limit has to allow for.
    await runCanary(sandbox, signal);
  }, 1_200_000);
  afterAll(() => sandbox?.close());
  type More = Partial<TestSuite> & { readonly limits?: Partial<SandboxLimits> };
  const run = (code: string, checks: readonly Check[], { limits = {}, ...suite }: More = {}) =>
    sandbox.run({ id: 'job', code, suite: suiteOf(checks, suite), limits: { ...usual, ...limits } }, signal);
  return { run };
}

/** Registers contracts of a sandbox, or one test that says why they are skipped. */
export async function whereAvailable(
  plugin: SandboxPlugin,
  ...contracts: readonly ((plugin: SandboxPlugin) => void)[]
): Promise<void> {
  const probe = await plugin.probe();
  if (probe.available) for (const contract of contracts) contract(plugin);
  else describe(`sandbox ${plugin.name}`, () => test.skip(`${probe.detail}. ${probe.hint}`, () => {}));
}
