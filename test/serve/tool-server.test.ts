import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { startToolServer, type Tools } from '../../src/serve/tool-server.ts';

interface Heard {
  readonly id: number | string | null;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: { readonly content?: readonly { readonly text: string }[] };
}

const message = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const START = [
  message(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  }),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];
const call = (id: number, name: string, given: unknown) => message(id, 'tools/call', { name, arguments: given });

/** All that the server says to lines that come at once, before the input ends. */
async function said(lines: readonly unknown[]) {
  const given: unknown[] = [];
  const slow = async (each: unknown) => {
    given.push(each);
    await new Promise((done) => setTimeout(done, 50));
    return { text: 'done', data: {} };
  };
  const tools: Tools = { solve_python: slow, agree: slow, agree_on_patch: slow, run_tests: slow };
  const [input, output] = [new PassThrough(), new PassThrough()];
  const chunks: string[] = [];
  output.on('data', (chunk) => chunks.push(String(chunk)));
  const { ended } = await startToolServer(tools, { input, output }, '1');
  input.end(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  await ended;
  const heard = chunks
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Heard);
  return { heard, given };
}

test('calls that were read before the input ended are answered before it closes', async () => {
  // A separator of lines in Unicode ends no line of JSON.
  const run = { program: 'x = "\u2028"', tests: ['assert x'] };
  const { heard } = await said([
    ...START,
    call(2, 'run_tests', run),
    call(3, 'agree', { programs: ['x = 1'], tests: ['assert x'] }),
  ]);
  expect(heard.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(heard.every(({ result }) => result)).toBe(true);
});

test('a frame that is no message has an error for an answer', async () => {
  const { jsonrpc: _, ...bare } = call(7, 'run_tests', {});
  const { heard } = await said([...START, 'not JSON', [call(8, 'run_tests', {})], bare]);
  const errors = heard.filter(({ error }) => error).map(({ id, error }) => [id, error?.code, error?.message]);
  expect(errors).toEqual([
    [null, -32700, 'the line is not JSON'],
    [null, -32600, expect.stringContaining('JSON-RPC')],
    [7, -32600, expect.stringContaining('JSON-RPC')],
  ]);
});

test('fields of a frame that the protocol does not know are left out, and so are empty parameters', async () => {
  const run = { program: 'x = 1', tests: ['assert x'] };
  const { heard } = await said([
    ...START,
    { ...call(2, 'run_tests', run), trace: 'a' },
    { jsonrpc: '2.0', id: 3, method: 'tools/list', params: null },
    call(4, 'run_tests', null),
  ]);
  expect(JSON.stringify(heard.find(({ id }) => id === 4)?.result)).toContain('program');
  expect(heard.map(({ id, result }) => [id, result !== undefined]).sort()).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, true],
  ]);
});

test('arguments may be texts of JSON, and the function has either name', async () => {
  const { given } = await said([
    ...START,
    call(2, 'run_tests', { program: 'x = 1', tests: '["assert x", "assert x == 1"]', function: 'f' }),
    call(3, 'agree', JSON.stringify({ programs: ['x = 1'], tests: 'assert x', entry_point: 'f' })),
    call(4, 'solve_python', { prompt: 'Write f(x).', entry_point: 'f', samples: '4', examples: '["f(1) == 2"]' }),
  ]);
  expect(given).toEqual([
    { program: 'x = 1', tests: ['assert x', 'assert x == 1'], entry_point: 'f' },
    { programs: ['x = 1'], tests: ['assert x'], entry_point: 'f' },
    { prompt: 'Write f(x).', function: 'f', samples: 4, examples: ['f(1) == 2'] },
  ]);
});
