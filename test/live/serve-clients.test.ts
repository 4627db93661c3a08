import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LARGEST, type ScriptedUpstream, startScriptedUpstream } from '../../bench/serve/scripted-upstream.ts';
import { serve } from '../../src/app/serve-model.ts';
import { packageRoot } from '../../src/package-root.ts';
import type { ModelServer } from '../../src/serve/http-server.ts';
import { tempDir } from '../fakes/temp-dir.ts';

// Clients written by others, from PyPI: python3 -m venv .cache/clients && .cache/clients/bin/pip install openai evalplus
const bin = join(packageRoot(), '.cache/clients/bin');
const missing = !existsSync(join(bin, 'evalplus.codegen'));
if (missing) console.warn('skipped: the Python clients are missing; CONTRIBUTING.md says how to get them');
const run = promisify(execFile);

const PROGRAM = `
import os, sys, openai
client = openai.OpenAI(base_url=sys.argv[1], api_key="any")
messages = [{"role": "user", "content": 'def largest(numbers):\\n    """Return the largest number, or None."""\\n'}]
whole = client.chat.completions.create(model="m", messages=messages)
parts = [c.choices[0].delta.content or "" for c in client.chat.completions.create(model="m", messages=messages, stream=True)]
print(whole.choices[0].message.content == "".join(parts), whole.usage.total_tokens > 0, [m.id for m in client.models.list()])
print("default=None" in whole.choices[0].message.content)
try:
    client.chat.completions.create(model="m", messages=[])
except openai.BadRequestError as error:
    print(error.code, error.param)
`;

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

  test("OpenAI's client for Python: whole, streamed, an error", async () => {
    const { stdout } = await run(join(bin, 'python'), ['-c', PROGRAM, server.baseUrl]);
    expect(stdout.trim().split('\n')).toEqual(["True True ['m', 'mutagree']", 'True', 'request-invalid messages']);
  });

  test("EvalPlus's own code generation writes the consensus into its samples", async () => {
    const folder = await tempDir();
    const task = {
      task_id: 'HumanEval/0',
      prompt: 'def largest(numbers):\n    """Return the largest number, or None."""\n',
      entry_point: 'largest',
      canonical_solution: '    return max(numbers, default=None)\n',
      test: 'def check(candidate):\n    assert candidate([1]) == 1\n',
      base_input: [[[1]]],
      plus_input: [[[]]],
      atol: 0,
      contract: '',
    };
    const tasks = join(folder, 'tasks.jsonl');
    writeFileSync(tasks, `${JSON.stringify(task)}\n`);
    mkdirSync(join(folder, 'out'));
    await run(
      join(bin, 'evalplus.codegen'),
      [
        '--model',
        'm',
        '--dataset',
        'humaneval',
        '--backend',
        'openai',
        '--base-url',
        server.baseUrl,
        '--greedy',
        '--root',
        join(folder, 'out'),
      ],
      { cwd: folder, env: { ...process.env, HUMANEVAL_OVERRIDE_PATH: tasks, OPENAI_API_KEY: 'any', HOME: folder } },
    );
    const [line = ''] = readFileSync(join(folder, 'out/humaneval/m_openai_temp_0.0.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({
      task_id: 'HumanEval/0',
      solution: expect.stringContaining('default=None'),
    });
  });
});
