import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** Longer lines are no call of a tool. */
const LONGEST_LINE = 32 * 2 ** 20;

/**
 * A message per line on two streams. An invalid line is answered with an error, and when the input ends, earlier
 * messages are answered before the transport closes.
 *
 * @param hint changes a message before it is understood
 */
export function lineTransport(
  input: Readable,
  output: Writable,
  hint: (message: JSONRPCMessage) => JSONRPCMessage,
): Transport {
  const inner = new StdioServerTransport(input, output, { maxBufferSize: LONGEST_LINE });
  /** Requests without an answer. */
  const open = new Set<unknown>();
  let isEnded = false;
  const closeIfDone = () => void (isEnded && open.size === 0 && outer.close());
  const outer: Transport = {
    start() {
      inner.onclose = () => outer.onclose?.();
      inner.onerror = (error) => {
        const code = error instanceof SyntaxError ? PARSE_ERROR : INVALID_REQUEST;
        const message = code === PARSE_ERROR ? 'the line is not JSON' : 'the line is no message of JSON-RPC';
        output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
      };
      inner.onmessage = (message) => {
        if ('method' in message && 'id' in message) open.add(message.id);
        // A call that the client gives up has no answer.
        if ('method' in message && message.method === 'notifications/cancelled')
          open.delete(message.params?.['requestId']);
        outer.onmessage?.(hint(message));
      };
      for (const event of ['end', 'close']) {
        input.once(event, () => {
          isEnded = true;
          closeIfDone();
        });
      }
      output.once('error', () => void outer.close());
      return inner.start();
    },
    async send(message) {
      await inner.send(message);
      if (!('method' in message)) open.delete(message.id);
      closeIfDone();
    },
    close: () => inner.close(),
  };
  return outer;
}
