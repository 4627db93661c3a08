const READ_CHARACTERS = 20_000;
const DEPTH = 6;
/** Fields in which endpoints put their message, the likeliest first. */
const SAYING = ['error', 'message', 'detail', 'details', 'errors', 'msg', 'error_description', 'title', 'reason'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;

/** A complaint with where it is about, such as FastAPI's `{"loc": ["body", "seed"], "msg": …}`. */
function located(value: Record<string, unknown>, message: string): string {
  const place = Array.isArray(value.loc) ? value.loc.join('.') : textOf(value.param ?? value.field);
  return place && !message.includes(place) ? `${message} (${place})` : message;
}

function sayingOf(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() || null;
  if (depth > DEPTH) return null;
  if (Array.isArray(value)) {
    const parts = value.flatMap((each) => sayingOf(each, depth + 1) ?? []);
    return parts.length > 0 ? parts.join('; ') : null;
  }
  if (!isObject(value)) return null;
  for (const field of SAYING) {
    const found = sayingOf(value[field], depth + 1);
    if (found !== null) return located(value, found);
  }
  return null;
}

function pageText(html: string): string {
  const title = /<title[^>]*>([^<]*)</i.exec(html)?.[1]?.trim();
  const text = html.replace(/<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)>|<[^>]*>/gi, ' ');
  return title || text.replace(/\s+/g, ' ').trim();
}

/** The message in an error's body of any shape (JSON of any API, a page, plain text), and its fields; null if it is empty. */
export function endpointError(body: string): { readonly message: string; readonly [field: string]: unknown } | null {
  const text = body.slice(0, READ_CHARACTERS).trim();
  if (text === '') return null;
  if (text.startsWith('<')) return { message: pageText(text) };
  try {
    const value: unknown = JSON.parse(body);
    const said = isObject(value) && isObject(value.error) ? value.error : value;
    return { ...(isObject(said) ? said : {}), message: sayingOf(value) ?? text };
  } catch {
    return { message: text };
  }
}
