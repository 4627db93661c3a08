import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, SandboxError } from '../../src/core/errors.ts';
import type { SandboxPlugin, Verdict } from '../../src/core/sandbox.ts';
import { packageRoot } from '../../src/package-root.ts';
import { chooseSandbox, sandboxes } from '../../src/sandbox/index.ts';
import { runCanary } from '../../src/sandbox/pool/canary.ts';
import { fakeSandbox } from '../fakes/fake-sandbox.ts';

const plugin = (name: string, available: boolean, isolates = true): SandboxPlugin => ({
  name,
  summary: name,
  isolates,
  probe: async () =>
    available ? { available, detail: `${name} 1.0` } : { available, detail: `${name} is missing`, hint: `get ${name}` },
  open: () => Promise.reject(new Error('not opened here')),
});

describe('chooseSandbox', () => {
  test('auto takes the first isolating one that works, and says why', async () => {
    const plugins = [plugin('one', false), plugin('none', true, false), plugin('two', true), plugin('three', true)];
    const { plugin: chosen, reason } = await chooseSandbox('auto', plugins);
    expect(chosen.name).toBe('two');
    expect(reason).toBe('two: two 1.0 (not one: one is missing)');
  });

  test('auto never takes one that isolates nothing', async () => {
    const attempt = chooseSandbox('auto', [plugin('one', false), plugin('process', true, false)]);
    await expect(attempt).rejects.toThrow(SandboxError);
    await expect(attempt).rejects.toMatchObject({ code: 'sandbox-unavailable' });
  });

  test('a name is taken at its word', async () => {
    expect((await chooseSandbox('process', [plugin('process', true, false)])).plugin.name).toBe('process');
    await expect(chooseSandbox('one', [plugin('one', false)])).rejects.toMatchObject({ hint: 'get one' });
    const unknown = chooseSandbox('bubblewarp', sandboxes);
    await expect(unknown).rejects.toThrow(ConfigError);
    await expect(unknown).rejects.toMatchObject({ hint: expect.stringMatching(/"bubblewrap"/) });
  });

  test('every sandbox file is in the registry', () => {
    const files = readdirSync(join(packageRoot(), 'src', 'sandbox'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('-sandbox.ts'),
    );
    const names = files.map((name) => basename(name, '-sandbox.ts')).filter((name) => name !== 'native');
    expect(sandboxes.map(({ name }) => name).sort()).toEqual(names.sort());
  });
});

describe('runCanary', () => {
  const HONEST = { while: 'timeout', bytearray: 'out-of-memory', '+ 1': 'pass' } as const;
  const honest = (code: string): Verdict => Object.entries(HONEST).find(([word]) => code.includes(word))?.[1] ?? 'fail';
  const signal = new AbortController().signal;

  test('an honest sandbox passes', () => runCanary(fakeSandbox(honest), signal));

  test.each(['pass', 'fail', 'timeout', 'out-of-memory'] as const)(
    'one that is wrong about "%s" does not',
    async (right) => {
      const wrong = fakeSandbox((code) => (honest(code) === right ? 'error' : honest(code)));
      await expect(runCanary(wrong, signal)).rejects.toMatchObject({
        code: 'canary-wrong',
        message: expect.stringContaining(`must be "${right}"`),
      });
    },
  );
});
