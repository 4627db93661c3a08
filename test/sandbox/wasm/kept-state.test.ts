import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/core/sandbox.ts';
import { wasmSandbox } from '../../../src/sandbox/wasm/wasm-sandbox.ts';

const probe = await wasmSandbox.probe();

/** Each answers "kept" where it finds what a cell before it has left. */
const LEAVERS: readonly (readonly [name: string, body: string])[] = [
  [
    'a file',
    "try: return open('/tmp/k').read()\n    except OSError: open('/tmp/k', 'w').write('kept')\n    return 'new'",
  ],
  [
    'the folder that it stands in',
    "if os.getcwd() != '/tmp': return 'kept'\n    os.mkdir('/tmp/d')\n    os.chdir('/tmp/d')\n    return 'new'",
  ],
  ['a descriptor', "try: os.fstat(9)\n    except OSError: os.dup2(1, 9)\n    else: return 'kept'\n    return 'new'"],
  [
    'the time of its scratch folder',
    "if os.stat('/tmp').st_mtime == 5: return 'kept'\n    os.utime('/tmp', (5, 5))\n    return 'new'",
  ],
  ['an attribute of a module', "if hasattr(json, 'left'): return 'kept'\n    json.left = 1\n    return 'new'"],
];

describe.skipIf(!probe.available)('state in the wasm sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await wasmSandbox.open({ jobs: 1 });
  }, 120_000);
  afterAll(() => sandbox.close());

  test.each(LEAVERS)('no cell finds %s of another', { timeout: 60_000 }, async (_, body) => {
    const code = `import os, json\ndef f(x):\n    ${body}\n`;
    const tests = [1, 2, 3].map((x) => ({
      id: `${x}`,
      body: { kind: 'assertion', code: `assert f(${x}) == 'new'` } as const,
    }));
    const suite = { id: code, tests, entryPoint: 'f' };
    const job = { id: 'leaves', code, suite, limits: { timeoutMs: 2000, memoryMib: 128 } };
    const { verdicts, details } = await sandbox.run(job, new AbortController().signal);
    expect({ verdicts, details }).toEqual({ verdicts: ['pass', 'pass', 'pass'], details: [null, null, null] });
  });
});

if (!probe.available) test.skip(`state in the wasm sandbox: ${probe.detail}. ${probe.hint}`, () => {});
