import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LARGEST, type ScriptedUpstream, startScriptedUpstream } from '../../bench/serve/scripted-upstream.ts';
import { serve } from '../../src/app/serve-model.ts';
import { packageRoot } from '../../src/package-root.ts';
import type { ModelServer } from '../../src/serve/http-server.ts';
import { asJsonLines, readJsonLines, temporaryFile } from '../datasets/example-files.ts';
import { tempDir } from '../fakes/temp-dir.ts';

// Clients written by others, from PyPI: python3 -m venv .cache/clients && .cache/clients/bin/pip install openai evalplus
const bin = join(packageRoot(), '.cache/clients/bin');
const missing = !existsSync(join(bin, 'evalplus.codegen'));
if (missing) console.warn('skipped: the Python clients are missing; CONTRIBUTING.md says how to get them');
const run = promisify(execFile);

describe.skipIf(missing)('clients of others', () => {
  let upstream: ScriptedUpstream;
  let server: ModelServer;
  beforeAll(async () => {
    upstream = await startScriptedUpstream(LARGEST);
    const settings = { model: 'm', sandbox: 'process', samples: 6, port: 0 } as const;
    server = await serve({ ...settings, baseUrl: upstream.baseUrl });
  });
  afterAll(async () => {
    await server.close();
    await upstream.close();
  });

  test("EvalPlus's own code generation, by OpenAI's client for Python, writes the consensus into its samples", async () => {
    const folder = await tempDir();
    const task = {
      task_id: 'HumanEval/0',
      entry_point: 'largest',
      atol: 0,
      contract: '',
      prompt: 'def largest(numbers):\n    """Return the largest number, or None."""\n',
      canonical_solution: '    return max(numbers, default=None)\n',
      test: 'def check(candidate):\n    assert candidate([1]) == 1\n',
      base_input: [[[1]]],
      plus_input: [[[]]],
    };
    const tasks = await temporaryFile('tasks.jsonl', asJsonLines([task]));
    mkdirSync(join(folder, 'out'));
    const flags = ['--model', 'm', '--dataset', 'humaneval', '--backend', 'openai', '--base-url', server.baseUrl];
    const env = { ...process.env, HUMANEVAL_OVERRIDE_PATH: tasks, OPENAI_API_KEY: 'any', HOME: folder };
    const argv = [...flags, '--greedy', '--root', join(folder, 'out')];
    await run(join(bin, 'evalplus.codegen'), argv, { cwd: folder, env });
    const [sample] = readJsonLines(join(folder, 'out/humaneval/m_openai_temp_0.0.jsonl'));
    expect(sample).toMatchObject({ task_id: 'HumanEval/0', solution: expect.stringContaining('default=None') });
  });
});
