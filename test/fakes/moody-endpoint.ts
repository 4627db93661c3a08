import { type FakeAnswer, type FakeEndpoint, type FakeRequest, httpError, startFakeEndpoint } from './fake-endpoint.ts';

/** Any of these tasks is served badly where a mood is about single prompts. */
export const isBadTask = (index: number) => index % 20 === 7;

/** What a mood does to one request. */
export interface Asked {
  readonly body: Readonly<Record<string, unknown>>;
  /** How often this very question came before. */
  readonly before: number;
  readonly isBad: boolean;
  readonly good: FakeAnswer;
}

/** An answer, and whether its tokens are on the bill. */
type Answered = readonly [answer: FakeAnswer, paid: boolean];

export interface Mood {
  readonly name: string;
  /** `fine`: every call is answered. `goes-on`: bad tasks are lost and the run ends well. `ends`: with that exit code. */
  readonly outcome: 'fine' | 'goes-on' | 'ends';
  /** Of the failures, or of the error; of the replies that are left out: their status. */
  readonly code?: string;
  readonly exitCode?: number;
  readonly retries?: number;
  readonly timeoutMs?: number;
  answer(asked: Asked): Answered;
}

const TEXT = '```python\ndef f(x):\n    return sum(x)\n```\nassert f([1]) == 1';
const usage = { prompt_tokens: 7, completion_tokens: 3 };
const choice = (change: object = {}) => ({
  index: 0,
  message: { role: 'assistant', content: TEXT },
  finish_reason: 'stop',
  ...change,
});
const completion = (choices: readonly unknown[], more: object = { usage }): FakeAnswer => ({
  kind: 'json',
  value: { choices, ...more },
});
const coded = (status: number, code: string, message: string): FakeAnswer => ({
  kind: 'json',
  status,
  value: { error: { message, type: 'invalid_request_error', code, param: null } },
});
const HTML: FakeAnswer = { kind: 'raw', body: '<!DOCTYPE html><html><body>Sign in</body></html>' };

type MoodSettings = Partial<Omit<Mood, 'name' | 'answer' | 'outcome'>>;

/** The first time each question is asked, then well. */
const once = (name: string, answer: FakeAnswer, settings: MoodSettings = {}): Mood => ({
  name,
  outcome: 'fine',
  ...settings,
  answer: ({ before, isBad, good }) =>
    before === 0 && (isBad || settings.timeoutMs === undefined) ? [answer, false] : [good, true],
});
/** For bad tasks, always. */
const bad = (name: string, code: string, answer: FakeAnswer, paid = false, settings: MoodSettings = {}): Mood => ({
  name,
  outcome: 'goes-on',
  code,
  ...settings,
  answer: ({ isBad, good }) => (isBad ? [answer, paid] : [good, true]),
});
/** For every question. */
const every = (
  name: string,
  code: string,
  exitCode: number,
  answer: FakeAnswer,
  settings: MoodSettings = {},
): Mood => ({ name, outcome: 'ends', code, exitCode, ...settings, answer: () => [answer, false] });
const always = (name: string, answer: FakeAnswer): Mood => ({ name, outcome: 'fine', answer: () => [answer, true] });

const TIMEOUT = { timeoutMs: 2500, retries: 1 };

/** Everything that an endpoint was seen to do. */
export const moods: readonly Mood[] = [
  always('well', completion([choice()])),
  once('429 with retry-after', httpError(429, 'Slow down', { 'retry-after': '0' })),
  once('429 without retry-after', httpError(429, 'Slow down')),
  every('429 for good', 'model-rate-limited', 5, httpError(429, 'Slow down'), { retries: 2 }),
  every('429, quota used up', 'model-quota', 2, coded(429, 'insufficient_quota', 'You exceeded your quota')),
  once('500', httpError(500, 'Oops')),
  bad('500 for good', 'model-server-error', httpError(500, 'Oops'), false, { retries: 2 }),
  once('502 HTML', { kind: 'raw', status: 502, body: '<html>Bad gateway</html>' }),
  once('502 in a 200', { kind: 'json', value: { error: { message: 'upstream', code: 502 } } }),
  every('200 HTML', 'model-not-json', 5, HTML),
  once('nothing in a 200', { kind: 'raw', body: '' }),
  once('cut JSON', { kind: 'raw', body: '{"choices": [{"mess', contentType: 'application/json' }),
  bad('cut JSON for good', 'model-broken-json', { kind: 'raw', body: '{"choices": [{"mess' }),
  bad('empty choices', 'model-no-message', completion([]), true),
  bad('null content', 'model-no-message', completion([choice({ message: { content: null } })]), true),
  bad('empty content', 'completed', completion([choice({ message: { content: '' } })]), true),
  always(
    'content parts',
    completion([choice({ message: { content: [{ type: 'thinking' }, { type: 'text', text: TEXT }] } })]),
  ),
  bad('refusal field', 'refused', completion([choice({ message: { content: null, refusal: 'No.' } })]), true),
  bad('content_filter finish', 'refused', completion([choice({ finish_reason: 'content_filter' })]), true),
  bad('400 content filter', 'model-content-filtered', coded(400, 'content_filter', 'The prompt was filtered')),
  bad('context_length_exceeded', 'model-context-exceeded', coded(400, 'context_length_exceeded', 'Too long')),
  bad('length finish', 'truncated', completion([choice({ finish_reason: 'length', message: { content: '' } })]), true),
  always('slow first byte', { kind: 'slow', ms: 150, text: TEXT }),
  once('hang', { kind: 'hang' }, TIMEOUT),
  bad('hang for good', 'model-timeout', { kind: 'hang' }, false, TIMEOUT),
  once('half a body, then nothing', { kind: 'half-body' }, TIMEOUT),
  once('reset in mid-body', { kind: 'reset' }),
  bad('reset for good', 'model-connection-lost', { kind: 'reset' }, false, { retries: 2 }),
  once('dropped connection', { kind: 'drop' }),
  always('wrong content type', {
    kind: 'raw',
    contentType: 'text/html',
    body: JSON.stringify({ choices: [choice()], usage }),
  }),
  always('duplicated choices', completion([choice(), choice({ index: 1, message: { content: 'another' } })])),
  always('missing usage', completion([choice()], {})),
  every('401', 'model-key-missing', 2, httpError(401, 'No key')),
  every('403', 'model-forbidden', 2, httpError(403, 'Country not supported')),
  every('404 model', 'model-unknown', 2, coded(404, 'model_not_found', 'The model m does not exist')),
  bad('413', 'model-request-refused', httpError(413, 'Payload too large')),
  every('400 for all', 'model-calls-failed', 5, httpError(400, 'Bad request')),
];

export interface MoodyEndpoint extends FakeEndpoint {
  /** How often the tokens of an answer to a question went on the bill. */
  readonly paid: ReadonlyMap<string, number>;
  setMood(mood: Mood): void;
}

/** An endpoint of one mood at a time. */
export async function startMoodyEndpoint(first: Mood): Promise<MoodyEndpoint> {
  let mood = first;
  const asked = new Map<string, number>();
  const paid = new Map<string, number>();
  const endpoint = await startFakeEndpoint((_, { body }: FakeRequest) => {
    const question = JSON.stringify(body['messages']);
    const before = asked.get(question) ?? 0;
    asked.set(question, before + 1);
    const index = Number(/<(\d+)>/.exec(question)?.[1]);
    const good = completion([choice()]);
    const [answer, isPaid] = mood.answer({ body, before, isBad: isBadTask(index), good });
    if (isPaid) paid.set(question, (paid.get(question) ?? 0) + 1);
    return answer;
  });
  return {
    ...endpoint,
    paid,
    setMood(next) {
      mood = next;
      asked.clear();
    },
  };
}
