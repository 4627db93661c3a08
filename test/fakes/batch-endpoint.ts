import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './fake-endpoint.ts';

type Body = Readonly<Record<string, unknown>>;

/** One sample of an answer, with the tokens that it is charged for. */
export interface MeteredSample {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly finishReason?: string;
}

/** What becomes of a line of a batch. `missing`: no line at all; `broken`: half a line; `twice`: answered two times. */
export type LineFate = 'answered' | 'refused' | 'missing' | 'broken' | 'twice';

export interface BatchEndpointScript {
  answer(body: Body): MeteredSample;
  /** Refuses `max_tokens` by name. */
  readonly wantsCompletionTokens?: boolean;
  /** Of the body at a place of a batch. */
  fateOf?(body: Body, at: number): LineFate;
  /** How batches end; those that expire or are cancelled leave the second half of their lines unasked. */
  readonly end?: 'completed' | 'expired' | 'cancelled' | 'failed';
  /** Looks before a batch has ended. */
  readonly looks?: number;
  /** What happens when a batch is handed in: `lost-answer`: it is taken, and the connection breaks; `busy`: 503. */
  onCreate?(time: number): 'taken' | 'lost-answer' | 'busy';
  /** Without batches at all. */
  readonly without?: boolean;
}

interface Line {
  readonly custom_id: string;
  readonly body: Body;
}

interface StoredBatch {
  readonly id: string;
  readonly input_file_id: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created_at: number;
  looks: number;
  status: string;
  counts: { total: number; completed: number; failed: number };
  output_file_id?: string;
  error_file_id?: string;
  errors?: { readonly data: readonly { readonly code: string; readonly message: string }[] };
}

async function bytesOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** The content of the one file in a multipart body. */
function fileIn(text: string, contentType: string): string {
  const boundary = `--${/boundary=(.+)$/.exec(contentType)?.[1]}`;
  const part = text.split(boundary).find((each) => /name="file"/.test(each)) ?? '';
  return part.slice(part.indexOf('\r\n\r\n') + 4, part.lastIndexOf('\r\n'));
}

/**
 * An endpoint with chat completions, files and batches that keeps the protocol's states: validating, in_progress,
 * finalizing, then completed, expired, cancelled or failed; output and error files as JSON lines; pages of two in the
 * list. Everything that is answered is counted.
 */
export async function startBatchEndpoint(script: BatchEndpointScript) {
  const files = new Map<string, string>();
  const batches: StoredBatch[] = [];
  const single = { calls: 0 };
  const batched = { calls: 0 };
  /** How often each question was paid for. */
  const paid = new Map<string, number>();
  let creations = 0;
  const { end = 'completed', looks = 2 } = script;

  const complete = (body: Body, meter: { calls: number }) => {
    const { text, inputTokens, outputTokens, finishReason = 'stop' } = script.answer(body);
    meter.calls += 1;
    const question = JSON.stringify([body['messages'], body['seed']]);
    paid.set(question, (paid.get(question) ?? 0) + 1);
    return {
      id: 'chatcmpl-fake',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finishReason }],
      usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens },
    };
  };

  const linesIn = (file = '') =>
    (files.get(file) ?? '').split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));

  const finish = (batch: StoredBatch) => {
    const lines = linesIn(batch.input_file_id);
    const output: string[] = [];
    const errors: string[] = [];
    const reached = end === 'completed' ? lines.length : Math.ceil(lines.length / 2);
    for (const [at, { custom_id, body }] of lines.entries()) {
      const fate = script.fateOf?.(body, at) ?? 'answered';
      if (at >= reached) {
        const error = { code: `batch_${end}`, message: `This request was not executed: the batch ${end}.` };
        errors.push(JSON.stringify({ id: `r${at}`, custom_id, response: null, error }));
      } else if (fate === 'refused') {
        const response = { status_code: 400, request_id: 'x', body: { error: { message: 'bad line', code: null } } };
        errors.push(JSON.stringify({ id: `r${at}`, custom_id, response, error: null }));
      } else if (fate !== 'missing') {
        const response = { status_code: 200, request_id: 'x', body: complete(body, batched) };
        const whole = JSON.stringify({ id: `r${at}`, custom_id, response, error: null });
        output.push(fate === 'broken' ? whole.slice(0, whole.length / 2) : whole);
        if (fate === 'twice') output.push(whole);
      }
    }
    batch.status = end;
    batch.counts = { total: lines.length, completed: output.length, failed: errors.length };
    // Answers come in no order.
    files.set(`out-${batch.id}`, `${output.reverse().join('\n')}\n`);
    batch.output_file_id = `out-${batch.id}`;
    if (errors.length > 0) {
      files.set(`err-${batch.id}`, `${errors.join('\n')}\n`);
      batch.error_file_id = `err-${batch.id}`;
    }
  };

  const look = (batch: StoredBatch) => {
    batch.looks += 1;
    if (end === 'failed' && batch.looks > 1) {
      batch.status = 'failed';
      batch.errors = { data: [{ code: 'token_limit_exceeded', message: 'Enqueued token limit reached' }] };
    } else if (batch.status === 'in_progress' && batch.looks > looks) finish(batch);
    else if (batch.status === 'validating') batch.status = 'in_progress';
  };
  const shown = ({ looks: _looks, counts, ...batch }: StoredBatch) => ({
    object: 'batch',
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    ...batch,
    request_counts: counts,
  });

  const send = (response: ServerResponse, status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const refuse = (response: ServerResponse, status: number, message: string) =>
    send(response, status, { error: { message, type: 'error', code: null, param: null } });

  const chat = (body: Body, response: ServerResponse) => {
    if (script.wantsCompletionTokens && 'max_tokens' in body) {
      return refuse(response, 400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
    }
    return send(response, 200, complete(body, single));
  };
  const create = (body: { input_file_id: string; metadata?: Record<string, string> }, response: ServerResponse) => {
    const outcome = script.onCreate?.(creations++) ?? 'taken';
    if (outcome === 'busy') return refuse(response, 503, 'Overloaded');
    const batch: StoredBatch = {
      id: `batch_${batches.length}`,
      input_file_id: body.input_file_id,
      metadata: body.metadata ?? {},
      created_at: batches.length,
      looks: 0,
      status: 'validating',
      counts: { total: 0, completed: 0, failed: 0 },
    };
    batches.push(batch);
    if (outcome === 'lost-answer') return response.destroy();
    return send(response, 200, shown(batch));
  };

  const server = createServer(async (incoming, response) => {
    const { method, headers } = incoming;
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://x');
    const path = pathname.replace(/^\/v1/, '');
    const text = await bytesOf(incoming);
    if (path === '/chat/completions') return chat(JSON.parse(text), response);
    if (script.without) return refuse(response, 404, 'Not found');
    if (path === '/files' && method === 'POST') {
      const id = `file-${files.size}`;
      files.set(id, fileIn(text, headers['content-type'] ?? ''));
      return send(response, 200, { id, object: 'file', purpose: 'batch' });
    }
    const file = /^\/files\/([^/]+)\/content$/.exec(path)?.[1];
    if (file !== undefined) return response.writeHead(200).end(files.get(file) ?? '');
    if (path === '/batches' && method === 'POST') return create(JSON.parse(text), response);
    if (path === '/batches') {
      const newest = [...batches].reverse();
      const from = newest.findIndex(({ id }) => id === searchParams.get('after')) + 1;
      const data = newest.slice(from, from + 2).map(shown);
      return send(response, 200, { object: 'list', data, has_more: from + 2 < newest.length });
    }
    const found = batches.find(({ id }) => path === `/batches/${id}`);
    if (!found) return refuse(response, 404, 'No such batch');
    look(found);
    return send(response, 200, shown(found));
  });
  return {
    ...(await listening(server)),
    single,
    batched,
    paid: paid as ReadonlyMap<string, number>,
    batches: batches as readonly Readonly<StoredBatch>[],
    /** What a batch was handed in with. */
    linesOf: (at: number) => linesIn(batches[at]?.input_file_id),
  };
}
