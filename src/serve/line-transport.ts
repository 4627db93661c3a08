import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

const messageSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
});

/** A message of JSON-RPC: a request, a notification without an id, or an answer without a method. */
export type RpcMessage = z.infer<typeof messageSchema>;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** Longer lines are no call of a tool. */
const LONGEST_LINE = 32 * 2 ** 20;

/** The error of a frame, as an answer to it; null if it is valid. */
function refusalOf(line: string): { readonly id: unknown; readonly code: number; readonly message: string } | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { id: null, code: PARSE_ERROR, message: 'the line is not JSON' };
  }
  if (Array.isArray(value)) {
    return {
      id: null,
      code: INVALID_REQUEST,
      message: 'batches are not part of the protocol: send a message per line',
    };
  }
  if (messageSchema.safeParse(value).success) return null;
  const { id = null, jsonrpc } = (value ?? {}) as { readonly id?: unknown; readonly jsonrpc?: unknown };
  const message = jsonrpc === '2.0' ? 'the message is no request of JSON-RPC' : '"jsonrpc" is not "2.0"';
  return { id: typeof id === 'string' || typeof id === 'number' ? id : null, code: INVALID_REQUEST, message };
}

/**
 * A message per line on two streams. Every invalid frame is answered with an error, and when the input ends, earlier
 * messages are answered before the transport closes.
 */
export class LineTransport {
  onmessage?: (message: RpcMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Requests without an answer. */
  readonly #open = new Set<string>();
  #rest = '';
  #ended = false;
  #closed = false;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    /** Changes a message before it is understood. */
    private readonly hint: (message: RpcMessage) => RpcMessage,
  ) {}

  async start(): Promise<void> {
    this.input.setEncoding('utf8');
    this.input.on('data', (chunk: string) => this.#read(chunk));
    for (const event of ['end', 'close']) {
      this.input.once(event, () => {
        if (this.#rest.trim() !== '') this.#read('\n');
        this.#ended = true;
        this.#closeIfDone();
      });
    }
    for (const stream of [this.input, this.output]) stream.once('error', () => void this.close());
  }

  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > LONGEST_LINE) this.#rest = '';
    for (const line of lines) if (line.trim() !== '') this.#readLine(line);
  }

  #readLine(line: string): void {
    const refusal = refusalOf(line);
    if (refusal) {
      const { id, code, message } = refusal;
      this.output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
      return;
    }
    const message = this.hint(messageSchema.parse(JSON.parse(line)));
    if (message.method !== undefined && message.id !== undefined) this.#open.add(String(message.id));
    // A call that the client gives up has no answer.
    if (message.method === 'notifications/cancelled') this.#open.delete(String(message.params?.['requestId']));
    this.onmessage?.(message);
  }

  async send(message: RpcMessage): Promise<void> {
    await new Promise<void>((done) => this.output.write(`${JSON.stringify(message)}\n`, () => done()));
    if (message.method === undefined) this.#open.delete(String(message.id));
    this.#closeIfDone();
  }

  #closeIfDone(): void {
    if (this.#ended && this.#open.size === 0) void this.close();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.input.pause();
    this.onclose?.();
  }
}
