import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/** The id under which the endpoint writes tests. */
export const EXAMPLES = 'docstring-examples';

const question = z.looseObject({ model: z.string(), messages: z.array(z.looseObject({ content: z.string() })) });
const task = z.object({ id: z.string(), path: z.string(), function: z.string() });
const given = z.object({ task_id: z.string(), module: z.string() });

const linesOf = <T>(file: string, shape: z.ZodType<T>): T[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => shape.parse(JSON.parse(line)));

export interface ExamplesOptions {
  readonly port: number;
  /** Task file, whose `path` and `function` a request names. */
  readonly tasks: string;
  /** `{task_id, module}` per line. */
  readonly tests: string;
  /** Ends in `/v1`: who answers for other models. */
  readonly upstream: string;
}

/**
 * An endpoint that answers requests for tests with the examples of the function's docstring, whatever the wording, and
 * with nothing where there are none; other models' requests go on to `upstream`.
 */
export async function serveExamples({ port, tasks, tests, upstream }: ExamplesOptions) {
  const modules = new Map(linesOf(tests, given).map(({ task_id, module }) => [task_id, module]));
  const known = linesOf(tasks, task);
  const answer = (text: string): string => {
    const asked = known.find(
      ({ path, function: name }) =>
        text.includes(`\`${path.replace(/\.py$/, '').replaceAll('/', '.')}\``) && text.includes(`\`${name}\``),
    );
    const module = asked && modules.get(asked.id);
    return module ? `\`\`\`python\n${module}\`\`\`` : 'There is no example.';
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const parsed = question.safeParse(text === '' ? null : JSON.parse(text));
    if (parsed.success && parsed.data.model === EXAMPLES) {
      const content = answer(parsed.data.messages.map((message) => message.content).join('\n'));
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'examples', object: 'chat.completion', created: 0, model: EXAMPLES, choices }));
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
