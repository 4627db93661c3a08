import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { MutagreeError } from '../core/errors.ts';
import { closeServer, isOurHost, LOCAL_HOST, listenLocally, send, sendText } from './local-http.ts';
import { ReportSource, readServedFile, SERVED_FILES } from './report-source.ts';
import { type ListedRun, RunFolder } from './run-folder.ts';
import { viewPage } from './view-page.ts';

const LOOK_EVERY_MS = 1000;

export interface ViewServer {
  readonly url: string;
  close(): Promise<void>;
}

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

interface ReportPath {
  readonly id: string;
  /** A run of a study, as links of its report name it; null for the report itself. */
  readonly part: string | null;
  readonly file: string;
}

/** What `/runs/<encoded id>/[<run of a study>/]<file>` names, or null. */
function reportPath(path: string): ReportPath | null {
  const match = /^\/runs\/([^/]+)\/(?:(.+)\/)?([^/]+)$/.exec(path);
  if (!match) return null;
  try {
    const [id, part] = match.slice(1, 3).map((text) => (text === undefined ? null : decodeURIComponent(text)));
    return { id: id ?? '', part: part ?? null, file: match[3] as string };
  } catch {
    return null;
  }
}

/** Tells every listener when the list has changed; looks only while somebody listens. */
class ListEvents {
  readonly #listeners = new Set<ServerResponse>();
  #timer: NodeJS.Timeout | null = null;
  #last = '';

  constructor(private readonly folder: RunFolder) {}

  add(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.write('retry: 2000\n\n');
    this.#listeners.add(response);
    response.once('close', () => this.#listeners.delete(response));
    this.#last = '';
    this.#timer ??= setTimeout(() => void this.#look(), 0);
  }

  async #look(): Promise<void> {
    const runs = await this.folder.list().catch((): readonly ListedRun[] => []);
    const text = JSON.stringify(runs);
    if (text !== this.#last) for (const listener of this.#listeners) listener.write(`data: ${text}\n\n`);
    this.#last = text;
    this.#timer = this.#listeners.size === 0 ? null : setTimeout(() => void this.#look(), LOOK_EVERY_MS);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.end();
  }
}

/**
 * Serves the runs of a folder on 127.0.0.1: `/` lists them, `/events` follows them, `/runs/<id>/report.html` shows one,
 * and behind it the runs that a study's report leads to. Nothing but the report files of listed runs can be read, whatever the path; only GET, only for our own Host.
 *
 * @param port 0 takes a free one.
 * @param tellFault hears what went wrong and is no error of a run's files: the browser is not told more than that.
 */
export async function startViewServer(
  root: string,
  port: number,
  tellFault: (fault: unknown) => void,
): Promise<ViewServer> {
  const folder = new RunFolder(root);
  const events = new ListEvents(folder);
  const reports = new ReportSource();
  const directoryOf = ({ id, part }: ReportPath) => (part === null ? folder.find(id) : folder.findPart(id, part));
  let bound = port;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOurHost(request, bound))
      return sendText(response, 403, 'This server answers only to 127.0.0.1 and localhost.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response, 405, 'Only GET.', { allow: 'GET, HEAD' });
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/') {
      const { text, policy } = viewPage(root, await folder.list());
      return send(response, 200, 'text/html; charset=utf-8', text, { 'content-security-policy': policy });
    }
    if (path === '/events') return events.add(response);
    if (path === '/api/runs') return send(response, 200, 'application/json', JSON.stringify(await folder.list()));
    const wanted = reportPath(path);
    const type = wanted && Object.hasOwn(SERVED_FILES, wanted.file) ? SERVED_FILES[wanted.file] : undefined;
    const directory = wanted && type !== undefined ? await directoryOf(wanted) : null;
    if (!wanted || type === undefined || directory === null)
      return sendText(response, 404, 'There is no such run or report.');
    const { file } = wanted;
    const text = file === 'report.html' ? await reports.reportOf(directory) : await readServedFile(directory, file);
    if (text === null) return sendText(response, 404, 'This run has no such report yet.');
    return send(response, 200, type, text, { 'content-security-policy': STORED_FILE_POLICY });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const isKnown = error instanceof MutagreeError;
      const message = isKnown ? error.message : 'The page could not be made; see where the server was started.';
      if (!isKnown) tellFault(error);
      if (!response.headersSent) sendText(response, 500, message);
    });
  });
  bound = await listenLocally(server, port);
  return {
    url: `http://${LOCAL_HOST}:${bound}/`,
    close: async () => {
      events.close();
      await closeServer(server);
    },
  };
}
