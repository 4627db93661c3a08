import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { MutagreeError } from '../core/errors.ts';
import { closeServer, isOurHost, LOCAL_HOST, listenLocally, send, sendText } from './local-http.ts';
import { ReportSource, readServedFile, SERVED_FILES } from './report-source.ts';
import { RunFolder } from './run-folder.ts';
import { LIST_POLICY, viewPage } from './view-page.ts';

/** After so many seconds the browser loads the list again. */
const REFRESH_SECONDS = '2';

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

/**
 * Serves the runs of a folder on 127.0.0.1: `/` lists them, `/runs/<id>/report.html` shows one, and
 * behind it the runs that a study's report leads to. Nothing but the report files of listed runs can be read, whatever the path; only GET, only for our own Host.
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
      const headers = { 'content-security-policy': LIST_POLICY, refresh: REFRESH_SECONDS };
      return send(response, 200, 'text/html; charset=utf-8', viewPage(root, await folder.list()), headers);
    }
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
    close: () => closeServer(server),
  };
}
