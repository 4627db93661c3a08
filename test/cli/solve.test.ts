import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asJsonLines, readJsonLines, temporaryFile } from '../datasets/example-files.ts';
import { cli, cliWith } from '../fakes/cli.ts';
import { type FakeEndpoint, startFakeEndpoint } from '../fakes/fake-endpoint.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const RIGHT =
  '```python\ndef median(numbers):\n    s = sorted(numbers)\n    m = len(s) // 2\n    return s[m] if len(s) % 2 else (s[m - 1] + s[m]) / 2\n```';
const WRONG = '```python\ndef median(numbers):\n    return sorted(numbers)[len(numbers) // 2]\n```';
const TESTS =
  'assert median([1, 2, 3]) == 2\nassert median([5]) == 5\nassert median([1, 2]) == 1.5\nassert median([4, 1]) == 2.5\nassert median([3, 1, 2]) == 2';
const PROMPT = 'Write a function median(numbers) that returns the middle value.';

let endpoint: FakeEndpoint;

/** Flags for an endpoint whose programs are right in three of four cases. */
async function upstream(tests = TESTS): Promise<string[]> {
  let next = 0;
  endpoint = await startFakeEndpoint((_, body) => ({
    kind: 'reply',
    text: /assert statements/.test(JSON.stringify(body)) ? tests : next++ % 4 === 1 ? WRONG : RIGHT,
  }));
  const flags = ['--sandbox', 'process', '--mutators', 'none', '--samples', '8'];
  return ['--model', 'fake', '--base-url', endpoint.baseUrl, ...flags];
}

test('the program on stdout, what there is to know on stderr', async () => {
  const { code, out, err } = await cli('solve', PROMPT, ...(await upstream()), '--explain');
  expect(code).toBe(0);
  expect(out).toBe(`${RIGHT.slice(10, -4)}\n`);
  expect(err).toMatch(/\d of \d programs agree, on 5 of 5 tests; from 1 variant\n/);
  expect(err).toContain('does something else on median([1, 2]):\n  the pick gives 1.5\n  the runner-up gives 2\n');
  expect(err).toMatch(/program +1 {2}x\d +\.{5}\n/);
  expect(err).toMatch(/cost: \d+ calls, \d+ tokens in, \d+ out\n/);
});

test('from a file, as one document, with the next set', async () => {
  const flags = await upstream();
  const { code, out } = await cli('solve', await temporaryFile('task.md', PROMPT), ...flags, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ problem: null, entryPoint: 'median', sets: [{ tests: 5 }, { tests: 3 }] });
  const report = await tempPath('page');
  expect((await cli('solve', `${PROMPT} <script>alert(1)</script>`, ...flags, '--report', report)).code).toBe(0);
  const page = await readFile(join(report, 'solution.html'), 'utf8');
  expect(page).toContain('s[m] if len(s) % 2');
  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toContain('<script>');
  expect((await cli('solve', PROMPT, ...flags, '--top', '2')).out).toMatch(/# --- set 2: \d programs?, 3 tests\n/);
});

test('no program: exit code 3, nothing on stdout, and why', async () => {
  const flags = await upstream();
  const contradicted = await cli('solve', PROMPT, ...flags, '--example', 'median([1]) == 7');
  expect(contradicted).toMatchObject({ code: 3, out: '' });
  expect(contradicted.err).toContain('assert median([1]) == 7\nDo these contradict');
  const unsure = await cli('solve', PROMPT, ...flags, '--min-confidence', '1');
  expect(unsure).toMatchObject({ code: 3, out: '' });
  expect(unsure.err).toMatch(/right with a probability of only \d+ %/);
});

test('an endpoint that answers nothing: its own reason, exit code 5', async () => {
  const flags = await upstream();
  const endpoint = await startFakeEndpoint(() => ({
    kind: 'json',
    status: 400,
    value: { error: { message: 'too odd' } },
  }));
  const failed = await cli('solve', PROMPT, ...flags, '--base-url', endpoint.baseUrl);
  expect(failed).toMatchObject({ code: 5, out: '' });
  expect(failed.err).toMatch(/all 4 calls failed: .*too odd/);
});

test('tests that nobody wrote: the program is called a draw', async () => {
  const { code, out, err } = await cli('solve', PROMPT, ...(await upstream('I have none.')));
  expect(code).toBe(0);
  expect([WRONG, RIGHT].map((text) => `${text.slice(10, -4)}\n`)).toContain(out);
  expect(err).toContain('no test could be read in what the model wrote: this program is a draw among 8 samples\n');
});

test('a whole file, resumed', async () => {
  const output = await tempPath('solved.jsonl');
  const tests = ['assert median([1]) == 1'];
  const tasks = [1, 2].map((id) => ({ task_id: `t/${id}`, prompt: `${PROMPT} (${id})`, tests }));
  const dataset = await temporaryFile('tasks.jsonl', asJsonLines(tasks));
  const flags = await upstream();
  const first = await cli('solve', '--dataset', dataset, '-o', output, ...flags, '--limit', '1');
  expect(first).toMatchObject({ code: 0, out: `1 of 1 tasks have a program: ${output}\n` });
  const asked = endpoint.requests.length;
  expect(await cli('solve', '--dataset', dataset, '-o', output, ...flags)).toMatchObject({ code: 0 });
  const lines = readJsonLines<{ task_id: string; solution: string }>(output);
  expect(lines.map(({ task_id }) => task_id)).toEqual(['t/1', 't/2']);
  expect(lines.every(({ solution }) => solution.includes('def median'))).toBe(true);
  const both = endpoint.requests.length;
  expect(both).toBeGreaterThan(asked);
  await cli('solve', '--dataset', dataset, '-o', output, ...flags);
  expect(endpoint.requests.length).toBe(both);
});

test.each<[string, string[], string]>([
  ['nothing', [], 'there is nothing to solve'],
  ['two ways', ['x', '--dataset', 'y'], '<prompt> and --dataset exclude each other'],
  ['a flag of another way', ['x', '--apply'], '--apply needs --in'],
  ['an output for one prompt', ['x', '-o', 'f'], '--output needs --dataset'],
  [
    'an example for a whole file',
    ['--dataset', 'x', '-o', 'f', '--example', 'f(1) == 2'],
    '--example and --dataset exclude each other',
  ],
  ['a name beside a place', ['--in', 'x.py::f', '--function', 'g'], '--function and --in exclude each other'],
  ['a folder', ['src', '--model', 'm'], 'src is a folder, not a prompt'],
  ['bytes that are no text', ['docs/report.png', '--model', 'm'], 'is not UTF-8'],
  ['a file that is not there', ['none.md'], 'there is no file none.md'],
  ['tests that are not there', ['x', '--tests', 'none.py'], 'there is no file none.py'],
  ['no model', [PROMPT], 'no model is named'],
  ['an empty prompt', [' ', '--model', 'm'], 'the prompt is empty'],
  ['a file without the function', ['--in', 'package.json::f', '--model', 'm'], 'has no function f'],
  ['a place without a name', ['--in', 'x.py', '--model', 'm'], 'does not name a function'],
  ['many without a file', ['--dataset', 'starter', '--model', 'm'], 'need a file to go into'],
  ['an unknown rule', ['x', '--model', 'm', '--scorer', 'fusoin'], 'fusion'],
])('%s: one message with the hint, exit code 2', async (_, argv, message) => {
  const { code, out, err } = await cliWith({ OPENAI_API_KEY: 'x' })('solve', ...argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  expect(err.trimEnd().split('\n').length).toBeGreaterThan(1);
});
