import type { ServerResponse } from 'node:http';
import { ApiError, toApiError } from './api-error.ts';
import type { Call } from './read-call.ts';

/** Proxies and clients give a connection up that is silent for longer than some ten seconds. */
const KEEP_ALIVE_MS = 5000;

/** Long enough to be shown as it comes; a program is not cut within a line. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

export function eventText(event: Readonly<Record<string, unknown>>): string {
  const type = event['type'];
  return `${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
}

/** The end of a stream; a response ends with its last event. */
export const endText = ({ kind }: Pick<Call, 'kind'>): string => (kind === 'response' ? '' : 'data: [DONE]\n\n');

/** An error among the events, where the status has gone out already. */
function errorText({ kind }: Pick<Call, 'kind'>, error: ApiError): string {
  if (kind !== 'response') return eventText(error.toBody());
  const { message, code, param } = error;
  return eventText({ type: 'error', code, message, param, sequence_number: 0 });
}

/** Server-sent events: keep-alive comments until the first one is ready. */
export async function sendEvents(
  response: ServerResponse,
  call: Pick<Call, 'kind'>,
  events: () => Promise<Iterable<Readonly<Record<string, unknown>>>>,
  keepAliveMs = KEEP_ALIVE_MS,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
  });
  // Nothing is written to a closed connection.
  response.on('error', () => {});
  const write = (text: string) => response.destroyed || response.write(text);
  write(': at work\n\n');
  const timer = setInterval(() => write(': at work\n\n'), keepAliveMs);
  try {
    const found = await events();
    clearInterval(timer);
    for (const event of found) write(eventText(event));
    write(endText(call));
  } catch (error) {
    const known = toApiError(error) ?? new ApiError(500, 'internal error');
    write(errorText(call, known));
    throw error;
  } finally {
    clearInterval(timer);
    response.end();
  }
}
