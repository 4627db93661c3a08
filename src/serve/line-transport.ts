import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema, RequestIdSchema } from '@modelcontextprotocol/sdk/types.js';

/** Longer lines are no call of a tool. */
const LONGEST_LINE = 32 * 2 ** 20;

const FIELDS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

interface Problem {
  readonly id: unknown;
  readonly error: { readonly code: number; readonly message: string };
}

/** Of an object the fields of a message; other values as they are. */
function knownFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isKnown = ([key, field]: [string, unknown]) => FIELDS.includes(key) && !(key === 'params' && field === null);
  return Object.fromEntries(Object.entries(value).filter(isKnown));
}

/** The message in a line, or the problem with it. */
function parseLine(line: string): JSONRPCMessage | Problem {
  let value: unknown;
  try {
    // Some clients add fields, or send "params": null; the protocol's schema refuses both.
    value = knownFields(JSON.parse(line));
  } catch {
    return { id: null, error: { code: -32700, message: 'the line is not JSON' } };
  }
  const { success, data } = JSONRPCMessageSchema.safeParse(value);
  if (success) return data;
  const id = RequestIdSchema.safeParse((value as { readonly id?: unknown } | null)?.id).data ?? null;
  return { id, error: { code: -32600, message: 'the line is not one message of JSON-RPC 2.0' } };
}

/**
 * A message per line of two streams. When the input ends, earlier messages are answered before the transport closes.
 *
 * @param hint changes a message before it is understood
 */
export function lineTransport(
  input: Readable,
  output: Writable,
  hint: (message: JSONRPCMessage) => JSONRPCMessage,
): Transport {
  /** Requests without an answer. */
  const open = new Set<unknown>();
  let rest = '';
  let hasEnded = false;
  let isClosed = false;
  const write = (message: object) =>
    new Promise<void>((done) => output.write(`${JSON.stringify(message)}\n`, () => done()));
  const closeIfDone = () => {
    if (hasEnded && open.size === 0) void transport.close();
  };
  const read = (line: string) => {
    if (line.trim() === '') return;
    const parsed = parseLine(line);
    if (!('jsonrpc' in parsed)) {
      void write({ jsonrpc: '2.0', ...parsed });
      return;
    }
    const message = hint(parsed);
    if ('method' in message && 'id' in message) open.add(message.id);
    // A call that the client gives up has no answer.
    if ('method' in message && message.method === 'notifications/cancelled') open.delete(message.params?.['requestId']);
    transport.onmessage?.(message);
  };
  const end = () => {
    read(rest);
    rest = '';
    hasEnded = true;
    closeIfDone();
  };
  const transport: Transport = {
    start: async () => {
      // Not by readline, to which U+2028 within a string of JSON ends a line, too.
      input.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        if (rest.length > LONGEST_LINE) rest = '';
        for (const line of lines) read(line);
      });
      input.once('end', end).once('close', end);
      for (const stream of [input, output]) stream.once('error', () => void transport.close());
    },
    send: async (message) => {
      await write(message);
      if (!('method' in message)) open.delete(message.id);
      closeIfDone();
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      input.pause();
      transport.onclose?.();
    },
  };
  return transport;
}
