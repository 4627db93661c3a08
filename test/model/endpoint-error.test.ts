import { expect, test } from 'vitest';
import { endpointError } from '../../src/model/endpoint-error.ts';

const refusal = [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted', input: 7 }];

test.each([
  ["OpenAI's", { error: { message: 'No such thing', code: 'x', param: 'seed' } }, 'No such thing (seed)'],
  ['a text', { error: 'No such thing' }, 'No such thing'],
  ["FastAPI's", { detail: refusal }, 'Extra inputs are not permitted (body.seed)'],
  ["FastAPI's text", { detail: 'Not authenticated' }, 'Not authenticated'],
  ["Mistral's", { object: 'error', message: { detail: refusal } }, 'Extra inputs are not permitted (body.seed)'],
  ["vLLM's older", { object: 'error', message: 'context length is 512', code: 400 }, 'context length is 512'],
  ["Google's list", [{ error: { code: 400, message: 'API key not valid.' } }], 'API key not valid.'],
  ['several', { errors: [{ message: 'one' }, { message: 'two' }] }, 'one; two'],
  ['another', { status: 'bad', hint: 'see the log' }, '{"status":"bad","hint":"see the log"}'],
])('%s body is read', (_, body, message) => {
  expect(endpointError(JSON.stringify(body))?.message).toBe(message);
});

test('a page says its title or its text, a text itself, nothing is nothing', () => {
  expect(endpointError('<html><head><title>502 Bad Gateway</title></head></html>')?.message).toBe('502 Bad Gateway');
  expect(endpointError('<p>Sign <b>in</b></p><script>x()</script>')?.message).toBe('Sign in');
  expect(endpointError('upstream connect error')?.message).toBe('upstream connect error');
  expect(endpointError(' \n')).toBeNull();
  expect(endpointError('{"detail": ')?.message).toBe('{"detail":');
});

test('the code and the parameter stay with their message', () => {
  const fields = { code: 'quota', param: 'seed' };
  expect(endpointError(JSON.stringify({ error: { message: 'm', ...fields } }))).toMatchObject(fields);
  expect(endpointError(JSON.stringify({ message: 'm', ...fields }))).toMatchObject(fields);
});
