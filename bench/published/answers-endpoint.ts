import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const question = z.looseObject({ model: z.string(), messages: z.array(z.looseObject({ content: z.string() })) });
const task = z.object({ id: z.string(), path: z.string(), function: z.string() });

/** The records of a JSONL file. */
export const linesOf = <T>(file: string, shape: z.ZodType<T>): T[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => shape.parse(JSON.parse(line)));

export interface AnswersOptions {
  readonly port: number;
  /** Task file, whose `path` and `function` a request names. */
  readonly tasks: string;
  /** By the model's id, then by the task's: the code that this model answers with. */
  readonly answers: Readonly<Record<string, ReadonlyMap<string, string>>>;
  /** Ends in `/v1`: who answers for other models. */
  readonly upstream: string;
}

/**
 * An endpoint of scripted models on tasks of repositories: each answers with the code that it has for the task, whatever
 * the wording, and says that it has none otherwise. Other models' requests go on to `upstream`.
 */
export async function serveAnswers({ port, tasks, answers, upstream }: AnswersOptions) {
  const known = linesOf(tasks, task);
  const answer = (codes: ReadonlyMap<string, string>, text: string): string => {
    const asked = known.find(
      ({ path, function: name }) =>
        text.includes(`\`${path.replace(/\.py$/, '').replaceAll('/', '.')}\``) && text.includes(`\`${name}\``),
    );
    const code = asked && codes.get(asked.id);
    return code ? `\`\`\`python\n${code}\n\`\`\`` : 'There is none.';
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const parsed = question.safeParse(text === '' ? null : JSON.parse(text));
    const codes = parsed.success ? answers[parsed.data.model] : undefined;
    if (parsed.success && codes) {
      const { model, messages } = parsed.data;
      const content = answer(codes, messages.map((message) => message.content).join('\n'));
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'answer', object: 'chat.completion', created: 0, model, choices }));
      return;
    }
    const path = (request.url ?? '').replace(/^\/v1/, '');
    const body = request.method === 'POST' ? { method: 'POST', body: text } : {};
    const passed = await fetch(`${upstream}${path}`, { ...body, headers: { 'content-type': 'application/json' } });
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => void server.close(),
  };
}
