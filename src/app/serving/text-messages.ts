import type { ChatMessage } from '../../core/chat.ts';
import type { Call } from '../../serve/answerer.ts';

const TEXT_PARTS = ['text', 'input_text', 'output_text'];
const ROLES = ['system', 'user', 'assistant'];

/** The text of a message; null where it holds more than text. */
function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const parts = content.map((part: { type?: unknown; text?: unknown }) =>
    TEXT_PARTS.includes(String(part.type)) && typeof part.text === 'string' ? part.text : null,
  );
  return parts.includes(null) ? null : parts.join('\n');
}

/** The messages of a request as text; null if it has other content or other speakers. */
export function textMessages({ messages }: Pick<Call, 'messages'>): readonly ChatMessage[] | null {
  const read = messages.map(({ role, content }) => {
    const text = textOf(content);
    const known = role === 'developer' ? 'system' : role;
    return text !== null && ROLES.includes(known) ? { role: known as ChatMessage['role'], content: text } : null;
  });
  return read.includes(null) ? null : (read as ChatMessage[]);
}
