import type { ServerResponse } from 'node:http';
import { ApiError, toApiError } from './api-error.ts';

/** Proxies and clients give a connection up that is silent for longer than some ten seconds. */
const KEEP_ALIVE_MS = 5000;

/** Server-sent events: keep-alive comments until the first one is there. */
export async function sendEvents(
  response: ServerResponse,
  events: () => Promise<Iterable<unknown>>,
  keepAliveMs = KEEP_ALIVE_MS,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
  });
  // Whoever has hung up is written to no more.
  response.on('error', () => {});
  const write = (text: string) => response.destroyed || response.write(text);
  write(': at work\n\n');
  const timer = setInterval(() => write(': at work\n\n'), keepAliveMs);
  try {
    const found = await events();
    clearInterval(timer);
    for (const event of found) write(`data: ${JSON.stringify(event)}\n\n`);
    write('data: [DONE]\n\n');
  } catch (error) {
    // The status has gone out already: clients look for an error among the events.
    const told = toApiError(error) ?? new ApiError(500, 'internal error');
    write(`data: ${JSON.stringify(told.toBody())}\n\n`);
    throw error;
  } finally {
    clearInterval(timer);
    response.end();
  }
}
