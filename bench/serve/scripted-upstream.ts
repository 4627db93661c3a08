import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an upstream says to a chat request with these messages; the n-th request of its life. */
export type Script = (text: string, at: number) => string;

export interface ScriptedUpstream {
  readonly baseUrl: string;
  /** Requests so far, and those that were broken off by us. */
  readonly counts: { asked: number; brokenOff: number };
  close(): Promise<void>;
}

/** An OpenAI-compatible endpoint that answers by a script after a while. */
export async function startScriptedUpstream(script: Script, { afterMs = 0 } = {}): Promise<ScriptedUpstream> {
  const counts = { asked: 0, brokenOff: 0 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const at = counts.asked;
    counts.asked += 1;
    response.once('close', () => {
      if (!response.writableFinished) counts.brokenOff += 1;
    });
    const { messages = [], model } = JSON.parse(body) as { messages?: { content: string }[]; model: string };
    const text = script(messages.at(-1)?.content ?? '', at);
    setTimeout(() => {
      const usage = { prompt_tokens: Math.ceil(body.length / 4), completion_tokens: Math.ceil(text.length / 4) };
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          id: `chatcmpl-${at}`,
          object: 'chat.completion',
          created: 0,
          model,
          choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
          usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
        }),
      );
    }, afterMs);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    counts,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const RIGHT = 'def largest(numbers):\n    return max(numbers, default=None)';
const WRONG = 'def largest(numbers):\n    return numbers[0] if numbers else None';
const TESTS =
  'assert largest([5]) == 5\nassert largest([]) is None\nassert largest([2, 9, 4]) == 9\nassert largest([-3, -1]) == -1';

/** Three of four programs are right; under the name that the wording gives the function. */
export const LARGEST: Script = (text, at) => {
  if (!/def \w+\(|largest/.test(text)) return `echo ${text}`;
  const name = /def (\w+)\(/.exec(text)?.[1] ?? 'largest';
  const reply = /assert statements/.test(text) ? TESTS : `\`\`\`python\n${at % 4 === 3 ? WRONG : RIGHT}\n\`\`\``;
  return reply.replaceAll('largest', name);
};

export const LARGEST_PROMPT = `Complete this function:
\`\`\`python
def largest(numbers):
    """Return the largest of the numbers, or None where there are none."""
\`\`\``;
