import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LARGEST, type ScriptedUpstream, startScriptedUpstream } from '../../bench/serve/scripted-upstream.ts';
import { packageRoot } from '../../src/package-root.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import { diffOf, folderOf } from '../app/patches/patch-files.ts';

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

/** The SDK's own client, with the command line as it starts it. */
async function connected(args: readonly string[]): Promise<Client> {
  const command = [join(packageRoot(), 'dist/src/cli/main.js'), 'mcp', '--sandbox', 'process', '--jobs', '1', ...args];
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: command, stderr: 'inherit' }));
  return client;
}

const probe = await bubblewrapSandbox.probe();
if (!probe.available) console.warn(`skipped: needs bubblewrap: ${probe.detail}`);

let upstream: ScriptedUpstream;
let client: Client;
beforeAll(async () => {
  upstream = await startScriptedUpstream(LARGEST);
  client = await connected(['--model', 'm', '--base-url', upstream.baseUrl, '--samples', '6']);
});
afterAll(async () => {
  await client.close();
  await upstream.close();
});
const call = (name: string, args: Record<string, unknown>, onprogress?: (text: string) => void) =>
  client.callTool({ name, arguments: args }, undefined, {
    timeout: 60_000,
    ...(onprogress ? { onprogress: ({ message }) => onprogress(message ?? '') } : {}),
  }) as Promise<Result>;

test('solve_python gives the program and how sure it is, and tells how far it is', async () => {
  const heard: string[] = [];
  const prompt = 'def largest(numbers):\n    """Return the largest number, or None."""\n';
  const result = await call('solve_python', { prompt }, (text) => heard.push(text));
  expect(result.content[0]?.text).toContain('max(numbers, default=None)');
  expect(result.structuredContent).toMatchObject({
    tests_passed: 4,
    program: expect.stringContaining('def largest'),
  });
  expect(heard.some((text) => /samples/.test(text))).toBe(true);
});

test('agree picks among programs, run_tests gives a verdict per test', async () => {
  const programs = ['def f(x):\n    return x + 1', 'def f(n):\n    return n + 1', 'def f(x):\n    return x'];
  const agreed = await call('agree', { programs, tests: ['assert f(1) == 2', 'assert f(0) == 1'], entry_point: 'f' });
  expect(agreed.structuredContent).toMatchObject({ votes: 2, programs: 3, tests_passed: 2 });
  const ran = await call('run_tests', { program: programs[2], tests: ['assert f(1) == 1', 'assert f(1) == 2'] });
  expect(ran.structuredContent).toMatchObject({ passed: 1 });
  expect(ran.content[0]?.text).toMatch(/^1 of 2 pass\npass: .*\nfail: /);
});

test.skipIf(!probe.available)('agree_on_patch picks among diffs, and leaves the tree alone', async () => {
  const refused = await call('agree_on_patch', { repo: folderOf({ 'a.py': '' }), patches: ['x'] });
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/not in process/) }] });
  const bare = await connected(['--sandbox', 'bubblewrap']);
  onTestFinished(() => bare.close());
  const agreed = (args: Record<string, unknown>) =>
    bare.callTool({ name: 'agree_on_patch', arguments: args }) as Promise<Result>;
  const repo = folderOf({ 'a.py': 'def f(x):\n    return x\n' });
  const patch = (line: string) => diffOf('a.py', 'def f(x):\n    return x\n', `def f(x):\n    ${line}\n`);
  const patches = [patch('return x - 1'), patch('return x + 1')];
  const tests = ['from a import f\ndef test_f():\n    assert f(1) == 2\n'];
  const { structuredContent, content } = await agreed({ repo, patches, tests });
  expect(structuredContent).toMatchObject({ patch: patches[1], votes: 1 });
  expect(content[0]?.text).toContain('Runner-up: patch 0');
  expect(readFileSync(join(repo, 'a.py'), 'utf8')).toContain('return x\n');
  const missing = await agreed({ repo: join(repo, 'none'), patches });
  expect(missing).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/is no folder/) }] });
});

test('what goes wrong is told with the fix', async () => {
  const result = await call('solve_python', { prompt: 'Write a function in Rust that adds.' });
  expect(result).toMatchObject({ isError: true });
  expect(result.content[0]?.text).toMatch(/only Python.*Ask for Python/);
  const wrong = await call('agree', { programs: [], tests: [] });
  expect(wrong.isError).toBe(true);
});

test('without a model there are the tools that need none', async () => {
  const bare = await connected([]);
  try {
    const { tools } = await bare.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['agree', 'agree_on_patch', 'run_tests']);
  } finally {
    await bare.close();
  }
});
