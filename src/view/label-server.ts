import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { MutagreeError } from '../core/errors.ts';
import type { LabelDesk } from './label-desk.ts';
import { labelMarkup } from './label-markup.ts';
import { closeServer, isOurHost, LOCAL_HOST, listenLocally, send, sendText } from './local-http.ts';
import type { ViewServer } from './view-server.ts';

const MOST_BYTES = 64 * 1024;

const ratingSchema = z.strictObject({
  id: z.string(),
  labels: z.array(z.string()).max(100),
  note: z.string().max(20_000),
});

/** The body of a request; null where it is longer than any rating. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsedRating(text: string): z.output<typeof ratingSchema> | null {
  try {
    return ratingSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Another site's page may send requests here; browsers say whose it is, and only ours sends JSON. */
function isOurPage({ headers }: IncomingMessage, port: number): boolean {
  const { origin } = headers;
  const isOurs = origin === undefined || [`http://${LOCAL_HOST}:${port}`, `http://localhost:${port}`].includes(origin);
  return isOurs && /^application\/json\b/.test(headers['content-type'] ?? '');
}

async function keep(desk: LabelDesk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await bodyOf(request);
  if (text === null) return sendText(response, 413, 'The rating is too long.', { connection: 'close' });
  const rating = parsedRating(text);
  if (rating === null) return sendText(response, 400, 'Expected {"id", "labels", "note"}.');
  const suggestion = await desk.save(rating);
  return send(response, 200, 'application/json', JSON.stringify({ suggestion }));
}

/**
 * Serves a page for labelling on 127.0.0.1: `/` is the page, `/rating` keeps one rating. Only for our own Host and our
 * own page.
 *
 * @param port 0 takes a free one
 * @param tellFault hears what went wrong and is no error that the page is told
 */
export async function startLabelServer(
  desk: LabelDesk,
  port: number,
  tellFault: (fault: unknown) => void,
): Promise<ViewServer> {
  let bound = port;
  const ratings = new Map(desk.ratings.map((rating) => [rating.id, rating]));
  const keeping: LabelDesk = {
    ...desk,
    save: async (rating) => {
      const suggestion = await desk.save(rating);
      ratings.set(rating.id, rating);
      return suggestion;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOurHost(request, bound))
      return sendText(response, 403, 'This server answers only to 127.0.0.1 and localhost.');
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/rating') {
      if (request.method !== 'POST') return sendText(response, 405, 'Only POST.', { allow: 'POST' });
      if (!isOurPage(request, bound)) return sendText(response, 403, 'Only the page of this server may label.');
      return keep(keeping, request, response);
    }
    if (path !== '/') return sendText(response, 404, 'There is only one page.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response, 405, 'Only GET.', { allow: 'GET, HEAD' });
    const { text, policy } = labelMarkup({ ...desk, ratings: [...ratings.values()] });
    return send(response, 200, 'text/html; charset=utf-8', text, { 'content-security-policy': policy });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const isTold = error instanceof MutagreeError;
      if (!isTold) tellFault(error);
      const message = isTold ? error.message : 'It could not be kept; see where the server was started.';
      if (!response.headersSent) sendText(response, isTold ? 400 : 500, message);
    });
  });
  bound = await listenLocally(server, port);
  return { url: `http://${LOCAL_HOST}:${bound}/`, close: () => closeServer(server) };
}
