import type { ChatMessage, ChatReply } from '../../core/chat.ts';
import type { Solution } from '../../records/solution.ts';
import { answerBody, answerEvents } from '../../serve/answer-body.ts';
import type { Account, Answer, Call, Passed } from '../../serve/answerer.ts';
import { ApiError } from '../../serve/api-error.ts';
import { endText, eventText } from '../../serve/event-stream.ts';
import type { Solver } from '../solving/solver.ts';

const TEXT_PARTS = ['text', 'input_text', 'output_text'];
const ROLES = ['system', 'user', 'assistant'];

function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const parts = content.map((part: { type?: unknown; text?: unknown }) =>
    TEXT_PARTS.includes(String(part.type)) && typeof part.text === 'string' ? part.text : null,
  );
  return parts.includes(null) ? null : parts.join('\n');
}

/** The messages of a request as text; null if it has other content or other speakers. */
export function textMessages({ messages }: Pick<Call, 'messages'>): readonly ChatMessage[] | null {
  const read = messages.map(({ role, content }) => {
    const text = textOf(content);
    const known = role === 'developer' ? 'system' : role;
    return text !== null && ROLES.includes(known) ? { role: known as ChatMessage['role'], content: text } : null;
  });
  return read.includes(null) ? null : (read as ChatMessage[]);
}

const TOKENS = 1024;

/** The account of an answer by a solution, or by single replies of the model. */
export function accountOf(solution: Solution | null, calls = solution?.cost.calls ?? 0): Account {
  return {
    confidence: solution?.confidence ?? null,
    votes: solution?.sets[0]?.votes ?? 0,
    samples: solution?.counts.programSamples ?? 0,
    tests_passed: solution?.sets[0]?.tests ?? 0,
    tests: solution?.counts.tests ?? 0,
    variants: solution?.counts.variants ?? 0,
    given_tests: solution?.given.tests.length ?? 0,
    given_passed_by: solution?.given.passedBy ?? 0,
    entry_point: solution?.entryPoint ?? null,
    problem: solution?.problem ?? null,
    calls,
    usd: solution?.cost.usd ?? null,
  };
}

/** The messages of a request that holds text alone. @throws ApiError 400 for anything else */
function messagesOf(call: Call): readonly ChatMessage[] {
  const { kind, body } = call;
  if (kind === 'completion' && typeof body['prompt'] === 'string') return [{ role: 'user', content: body['prompt'] }];
  const read = textMessages(call);
  if (read && read.length > 0) return read;
  throw new ApiError(400, 'a model in this process takes text alone: no tools, images or tokens', {
    code: 'content-unsupported',
  });
}

/** One reply of the model to the messages as they are. @throws ApiError, ModelError, BudgetError, InterruptedError */
export async function plainReply(call: Call, solver: Solver, sample: number, signal: AbortSignal): Promise<ChatReply> {
  const { body, maxTokens, stop } = call;
  const number = (field: string, otherwise: number) =>
    typeof body[field] === 'number' ? (body[field] as number) : otherwise;
  return solver.reply(
    {
      messages: messagesOf(call),
      temperature: number('temperature', 1),
      topP: number('top_p', 1),
      maxTokens: maxTokens ?? TOKENS,
      ...(stop.length > 0 ? { stop } : {}),
      sample,
    },
    signal,
  );
}

/** Answers an unsolved request with a model of this process, as an endpoint would. */
export async function answerByModel(call: Call, solver: Solver, signal: AbortSignal): Promise<Passed> {
  const replies: ChatReply[] = [];
  for (let at = 0; at < call.n; at += 1) replies.push(await plainReply(call, solver, at, signal));
  const counted = replies.every(({ usage }) => usage !== null);
  const sum = (of: 'inputTokens' | 'outputTokens') =>
    replies.reduce((total, { usage }) => total + (usage?.[of] ?? 0), 0);
  const answer: Answer = {
    texts: replies.map(({ text }) => text),
    model: solver.model,
    usage: counted ? { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') } : null,
    account: accountOf(null, replies.length),
  };
  if (!call.stream) {
    const text = JSON.stringify(answerBody(call, answer));
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: text };
  }
  const body = [...answerEvents(call, answer)].map(eventText).join('') + endText(call);
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' }, body };
}
