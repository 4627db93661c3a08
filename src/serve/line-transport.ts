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

/** Longer lines are no call of a tool. */
const LONGEST_LINE = 32 * 2 ** 20;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** The message in a line, or the answer to one that is none. */
function parseLine(line: string): RpcMessage | { readonly refusal: object } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { refusal: { jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: 'the line is not JSON' } } };
  }
  const { success, data } = messageSchema.safeParse(value);
  if (success) return data;
  const id = z.looseObject({ id: messageSchema.shape.id }).safeParse(value).data?.id ?? null;
  const message = 'the line is not one message of JSON-RPC 2.0';
  return { refusal: { jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } } };
}

/** A message per line. When the input ends, earlier messages are answered before the transport closes. */
export class LineTransport {
  onmessage?: (message: RpcMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** Requests without an answer. */
  readonly #open = new Set<string>();
  #ended = false;
  #closed = false;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    /** Changes a message before it is understood. */
    private readonly hint: (message: RpcMessage) => RpcMessage,
  ) {}

  async start(): Promise<void> {
    // Not by readline, to which U+2028 within a string of JSON ends a line, too.
    let rest = '';
    this.input.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) rest = '';
      for (const line of lines) this.#read(line);
    });
    const end = () => {
      this.#read(rest);
      rest = '';
      this.#ended = true;
      this.#closeIfDone();
    };
    this.input.once('end', end);
    this.input.once('close', end);
    for (const stream of [this.input, this.output]) stream.once('error', () => void this.close());
  }

  #read(line: string): void {
    if (line.trim() === '') return;
    const parsed = parseLine(line);
    if ('refusal' in parsed) {
      this.output.write(`${JSON.stringify(parsed.refusal)}\n`);
      return;
    }
    const message = this.hint(parsed as RpcMessage);
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
