/** The message of an error's body in the one shape that OpenAI's client reads. */
interface EndpointError {
  readonly message: string;
  readonly code?: string | null;
  readonly param?: string | null;
  readonly type?: string | null;
}

/** Bodies of errors are read so far. */
const READ_CHARACTERS = 20_000;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.trim() || null : typeof value === 'number' ? String(value) : null;

/** The title of a page, else its text. */
function pageText(html: string): string {
  const title = /<title[^>]*>([^<]*)</i.exec(html)?.[1]?.trim();
  const text = html.replace(/<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)>|<[^>]*>/gi, ' ');
  return title || text.replace(/\s+/g, ' ').trim();
}

/** The message of an error's body, else all of its text: JSON of any API, a page, plain text; null if it is empty. */
export function endpointError(body: string): EndpointError | null {
  const text = body.slice(0, READ_CHARACTERS).trim();
  if (text === '') return null;
  if (text.startsWith('<')) return { message: pageText(text) };
  try {
    // Google's errors are lists of one.
    const [value] = [JSON.parse(body) as unknown].flat() as { error?: unknown }[];
    const said = (value?.error ?? value) as Record<string, unknown> | string;
    if (typeof said === 'string') return { message: said };
    const { message, detail, code, status, param, type } = said;
    const words = textOf(message) ?? textOf(detail) ?? text;
    return { message: words, code: textOf(code) ?? textOf(status), param: textOf(param), type: textOf(type) };
  } catch {
    return { message: text };
  }
}

/** `fetch`, of which OpenAI's client understands every error: it knows bodies of the form `{"error": {"message"}}` alone. */
export const fetchWithReadableErrors: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.ok) return response;
  const error = endpointError(await response.text().catch(() => ''));
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  const { status, statusText } = response;
  return new Response(JSON.stringify({ error: error ?? { message: `${statusText} (no body)`.trim() } }), {
    status,
    statusText,
    headers,
  });
};
