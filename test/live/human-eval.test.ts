import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const TASKS = '../shared/codet/tasks.jsonl';
const present = existsSync(TASKS);
if (!present) console.warn(`skipped: ${TASKS} is missing (82 HumanEval tasks; not part of this repository)`);
const bubblewrap = await bubblewrapSandbox.probe();
if (!bubblewrap.available) console.warn(`skipped: ${bubblewrap.detail}. ${bubblewrap.hint}`);

interface HumanEvalTask {
  readonly task_id: string;
  readonly canonical_solution: string;
}

async function evaluate(sandbox: string, completionOf: (task: HumanEvalTask) => string) {
  const tasks = readFileSync(TASKS, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as HumanEvalTask);
  const file = join(await tempDir(), 'samples.jsonl');
  writeFileSync(
    file,
    tasks.map((task) => `${JSON.stringify({ task_id: task.task_id, completion: completionOf(task) })}\n`).join(''),
  );
  const io = fakeIo();
  const code = await runCli(['evaluate', '--dataset', TASKS, '--samples', file, '--sandbox', sandbox, '--json'], io);
  expect(io.err.join('')).not.toMatch(/mutagree:/);
  expect(code).toBe(0);
  const results = readFileSync(`${file}_results.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    document: JSON.parse(io.out.join('')) as { tasks: number; passAtK: Record<string, { value: number }> },
    results,
  };
}

describe.skipIf(!present).each(['bubblewrap', 'wasm'])('the 82 HumanEval tasks of even number, in %s', (sandbox) => {
  test.skipIf(sandbox === 'bubblewrap' && !bubblewrap.available)(
    'every canonical solution passes, every empty body fails',
    async () => {
      const canonical = await evaluate(sandbox, (task) => task.canonical_solution);
      expect(canonical.document).toMatchObject({ tasks: 82, passAtK: { '1': { value: 1 } } });
      expect(
        canonical.results.every(
          (line) => line['passed'] === true && line['result'] === 'passed' && 'completion' in line,
        ),
      ).toBe(true);
      const empty = await evaluate(sandbox, () => '    pass\n');
      expect(empty.document.passAtK['1']?.value).toBe(0);
      expect(
        empty.results.every((line) => line['passed'] === false && String(line['result']).startsWith('failed: ')),
      ).toBe(true);
    },
    300_000,
  );
});
