/** The demo's recording as an endpoint in a process of its own: `recorded-endpoint.ts PORT LOG`; logs what it was paid for. */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashOf } from '../../src/core/hash.ts';
import { readLog } from '../../src/store/load-run.ts';

const [port = '0', log = '/dev/null'] = process.argv.slice(2);
const questionOf = (messages: readonly { readonly role: string; readonly content: string }[], seed: unknown) =>
  hashOf(
    messages.map(({ role, content }) => [role, content]),
    seed,
  );
const replies = new Map(
  (await readLog('data/recordings/starter-smollm2-135m', 'replies')).map(({ request, reply }) => [
    questionOf(request.messages, request.seed),
    reply,
  ]),
);

const server = createServer(async (incoming, response) => {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  const { messages, seed } = JSON.parse(text);
  const question = questionOf(messages, seed);
  const reply = replies.get(question);
  await sleep(20 + Math.random() * 80);
  if (!reply) {
    response.writeHead(400).end('{"error": {"message": "not recorded", "code": null}}');
    return;
  }
  // Paid from here on, whether the answer arrives or not.
  appendFileSync(log, `${question}\n`);
  response.once('finish', () => appendFileSync(`${log}.sent`, '.'));
  const finish = reply.status === 'truncated' ? 'length' : 'stop';
  const { inputTokens, outputTokens } = reply.usage ?? { inputTokens: 0, outputTokens: 0 };
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      choices: [{ index: 0, message: { role: 'assistant', content: reply.text }, finish_reason: finish }],
      usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens },
    }),
  );
});
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
