import { once } from 'node:events';
import { constants } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MutagreeError } from '../core/errors.ts';
import { PLAIN_POLICY } from '../reporters/html/html-document.ts';
import { htmlReporter } from '../reporters/html-reporter.ts';
import { readRegular } from '../store/files.ts';
import { readManifest } from '../store/run-directory.ts';
import { loadStudy, readStudyManifest } from '../store/study-directory.ts';
import { RunFolder } from './run-folder.ts';
import { viewPage } from './view-page.ts';

/** After so many seconds the browser loads the list again. */
const REFRESH_SECONDS = '2';

const LOCAL_HOST = '127.0.0.1';

type Headers = Readonly<Record<string, string>>;

/** Answers with headers that keep a page to itself; `headers` win over them. */
function send(response: ServerResponse, status: number, type: string, text: string, headers: Headers = {}): void {
  response
    .writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "frame-ancestors 'none'",
      ...headers,
    })
    .end(text);
}

const sendText = (response: ServerResponse, status: number, text: string, headers: Headers = {}): void =>
  send(response, status, 'text/plain; charset=utf-8', `${text}\n`, headers);

/**
 * For files of a run directory, which anybody may have written: scripts of the page itself run, in an origin of their
 * own that neither this server nor any other answers to.
 */
const STORED_FILE_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Files of a run directory that are served as they are, with their types. */
const SERVED_FILES: Readonly<Record<string, string>> = {
  'report.html': 'text/html; charset=utf-8',
  'report.md': 'text/markdown; charset=utf-8',
  'report.json': 'application/json',
  'tasks.csv': 'text/csv; charset=utf-8',
};

/** A file's text, or null where there is none; a link is not followed. */
export async function readServedFile(directory: string, name: string): Promise<string | null> {
  return readRegular(join(directory, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
}

/**
 * The stored report of a finished run, otherwise an interim one.
 *
 * @throws StoreError where the directory holds no run that can be read.
 */
export async function reportOf(directory: string): Promise<string> {
  const manifest = (await readStudyManifest(directory)) ?? (await readManifest(directory));
  const stored = manifest?.status === 'finished' ? await readServedFile(directory, 'report.html') : null;
  return stored ?? htmlReporter.render(await loadStudy(directory));
}

/** What `/runs/<encoded id>/[<run of a study>/]<file>` names, or null; `part` is null for the report itself. */
function reportPath(path: string) {
  const match = /^\/runs\/([^/]+)\/(?:(.+)\/)?([^/]+)$/.exec(path);
  if (!match) return null;
  try {
    const [id, part] = match.slice(1, 3).map((text) => (text === undefined ? null : decodeURIComponent(text)));
    return { id: id ?? '', part: part ?? null, file: match[3] as string };
  } catch {
    return null;
  }
}

/**
 * Serves the runs of a folder on 127.0.0.1: `/` lists them, `/runs/<id>/report.html` shows one, and below it the runs
 * that a study's report links to. Only report files of listed runs can be read, whatever the path; only GET, only for
 * our own Host.
 *
 * @param port 0 picks a free one
 * @param onFault called with unexpected errors; the browser gets no details
 */
export async function startViewServer(root: string, port: number, onFault: (fault: unknown) => void) {
  const folder = new RunFolder(root);
  let bound = port;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another Host header is another site's (DNS rebinding).
    if (![`${LOCAL_HOST}:${bound}`, `localhost:${bound}`].includes(request.headers.host ?? ''))
      return sendText(response, 403, 'This server answers only to 127.0.0.1 and localhost.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response, 405, 'Only GET.', { allow: 'GET, HEAD' });
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/') {
      const headers = {
        'content-security-policy': `${PLAIN_POLICY}; frame-ancestors 'none'`,
        refresh: REFRESH_SECONDS,
      };
      return send(response, 200, 'text/html; charset=utf-8', viewPage(root, await folder.list()), headers);
    }
    const wanted = reportPath(path);
    const type = wanted && Object.hasOwn(SERVED_FILES, wanted.file) ? SERVED_FILES[wanted.file] : undefined;
    if (!wanted || type === undefined) return sendText(response, 404, 'There is no such run or report.');
    const { id, part, file } = wanted;
    const directory = await (part === null ? folder.find(id) : folder.findPart(id, part));
    if (directory === null) return sendText(response, 404, 'There is no such run or report.');
    const text = file === 'report.html' ? await reportOf(directory) : await readServedFile(directory, file);
    if (text === null) return sendText(response, 404, 'This run has no such report yet.');
    return send(response, 200, type, text, { 'content-security-policy': STORED_FILE_POLICY });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const isKnown = error instanceof MutagreeError;
      const message = isKnown ? error.message : 'The page could not be made; see where the server was started.';
      if (!isKnown) onFault(error);
      if (!response.headersSent) sendText(response, 500, message);
    });
  });
  server.listen(port, LOCAL_HOST);
  await once(server, 'listening');
  bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${LOCAL_HOST}:${bound}/`,
    /** Ends the server and every connection to it. */
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export type ViewServer = Awaited<ReturnType<typeof startViewServer>>;
