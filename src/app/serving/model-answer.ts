import type { ChatMessage, ChatReply } from '../../core/chat.ts';
import { codeBlock } from '../../core/code-fence.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { findFunction } from '../../python-source/syntax/python-names.ts';
import type { Solution } from '../../records/solution.ts';
import { answerBody, answerEvents } from '../../serve/answer-body.ts';
import { ApiError } from '../../serve/api-error.ts';
import { endText, eventText } from '../../serve/event-stream.ts';
import type { Account, Answer, Call, Passed } from '../../serve/read-call.ts';
import type { Solver } from '../solve-question.ts';

/** Statements of the program in front of its function, but for those that the prompt has, moved into its body. */
function importsBefore(program: string, start: number, prompt: string): string[] {
  const known = new Set(prompt.split('\n').map((line) => line.trim()));
  const lines = program.slice(0, start).split('\n');
  return lines.map((line) => line.trim()).filter((line) => /^(?:import|from)\s/.test(line) && !known.has(line));
}

/**
 * The text after a prompt that ends inside a function: the body of that function, with the imports that the program
 * adds. If it needs more (helpers of its own, another docstring), the whole program follows and defines the function
 * again.
 */
function continuationOf(program: string, prompt: string, entryPoint: string): string {
  if (program.startsWith(prompt)) return program.slice(prompt.length);
  const whole = `\n\n${program}`;
  const found = findFunction(program, entryPoint);
  if (!found) return whole;
  const from = found.docstring ? found.docstring.end : found.signature.end;
  const body = program.slice(from, found.whole.end).replace(/^[^\S\n]*(?:#[^\n]*)?\n/, '');
  const indent = /^[^\S\n]*/.exec(body.split('\n').find((line) => line.trim() !== '') ?? '')?.[0] ?? '    ';
  const imports = importsBefore(program, found.whole.start, prompt).map((line) => `${indent}${line}\n`);
  const lead = prompt.endsWith('\n') ? '' : '\n';
  const continuation = `${lead}${imports.join('')}${body.trimEnd()}\n`;
  const after = program.slice(found.whole.end).trim();
  const before = program.slice(0, found.whole.start).replace(/^(?:import|from)\s[^\n]*$/gm, '');
  const isAlone = after === '' && before.split('\n').every((line) => line.trim() === '' || prompt.includes(line));
  return isAlone && isValidPython(prompt + continuation) ? continuation : whole;
}

/** The form of the answer: bare code, code within a fence, or the text after the prompt. */
export type AnswerForm = 'plain' | 'fenced' | 'continuation';

/** A program in a block that nothing in it ends. */
export function fenced(program: string): string {
  return codeBlock(program.trimEnd(), 'python').trimEnd();
}

/** A program as it was asked for. */
export function answerText(program: string, form: AnswerForm, prompt: string, entryPoint: string | null): string {
  if (form === 'fenced') return fenced(program);
  if (form === 'plain' || entryPoint === null) return `${program.trimEnd()}\n`;
  return continuationOf(program, prompt, entryPoint);
}

/** Cut in front of the first of the stop sequences, as the API does. */
export function untilStop(text: string, stops: readonly string[]): string {
  const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}

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
