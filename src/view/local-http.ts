import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const LOCAL_HOST = '127.0.0.1';

/** The names by which a browser on this machine may ask: another Host header is another site's (DNS rebinding). */
export function isOurHost(request: IncomingMessage, port: number): boolean {
  return [`${LOCAL_HOST}:${port}`, `localhost:${port}`].includes(request.headers.host ?? '');
}

/** Answers with headers that keep a page to itself; `headers` win over them. */
export function send(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: Record<string, string> = {},
): void {
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

export const sendText = (
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void => send(response, status, 'text/plain; charset=utf-8', `${text}\n`, headers);

/** Listens on 127.0.0.1 alone. @returns the port */
export async function listenLocally(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOCAL_HOST, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Ends a server and every connection to it. */
export async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
