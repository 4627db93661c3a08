import type { Readable, Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { JSONRPCMessage, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { MutagreeError } from '../core/errors.ts';
import { lineTransport } from './line-transport.ts';

export interface ToolResult {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ToolUse {
  readonly signal: AbortSignal;
  /** Tells the client how far the work is, in words. */
  note(text: string): void;
}

export interface ToolStreams {
  readonly input: Readable;
  readonly output: Writable;
}

const MOST_TEXT = 200_000;
const text = (about: string) => z.string().max(MOST_TEXT).describe(about);
const texts = (about: string, most: number) => z.array(z.string().max(MOST_TEXT)).min(1).max(most).describe(about);
const entryPoint = text('The function that the tests call').optional();
const tests = texts('Python assertions, one per entry, such as "assert f(1) == 2"', 1000);

const TOOLS = {
  solve_python: {
    title: 'Solve in Python',
    description:
      'Writes a Python program: many programs and tests are written for several variants of the prompt, all programs run on all tests in a sandbox, and the one on which most agree comes back with how likely it is right.',
    inputSchema: z.object({
      prompt: text('What the program should do: prose, or a stub with its docstring'),
      function: text('The function to write, where the prompt does not name it').optional(),
      examples: z.array(text('f([]) == 0')).max(100).optional().describe('Calls with results that must hold'),
      tests: text('Python tests that must hold: assertions, unittest or pytest functions').optional(),
      samples: z.int().min(1).max(1000).optional().describe('Most programs asked for'),
      max_cost: z.number().positive().optional().describe('USD that this question may cost'),
    }),
  },
  agree: {
    title: 'Pick by agreement',
    description:
      'Runs programs that you have on tests that you have, and picks the one on which most agree. No model is asked.',
    inputSchema: z.object({
      programs: texts('Complete Python programs; equal ones count as often as they occur', 1000),
      tests,
      entry_point: entryPoint,
      scorer: text('The rule that picks').optional(),
    }),
  },
  agree_on_patch: {
    title: 'Pick a patch',
    description:
      'Applies patches that you have to copies of a Python repository, runs pytest on each, and picks the one on which most agree. No model is asked.',
    inputSchema: z.object({
      repo: text('Folder of the tree; it is not changed'),
      patches: texts('Diffs, each as git writes it; those with the same result count as votes', 1000),
      tests: texts('Files of pytest that were written for the issue, each as text', 1000).optional(),
      regression: texts("Tests of the tree that must still pass: globs or pytest's ids", 100).optional(),
    }),
  },
  run_tests: {
    title: 'Run tests',
    description: 'Runs one Python program on tests in a sandbox without network: a verdict per test.',
    inputSchema: z.object({ program: text('A complete Python program'), tests, entry_point: entryPoint }),
  },
} as const;

/** The value of a text that is JSON; the text itself where it is none. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const ALIASES: Readonly<Record<string, string>> = { function: 'entry_point', entry_point: 'function' };

/** Repairs arguments that a client sends as texts of JSON, or the function by its other name. */
function withToolArguments(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message)) return message;
  const { name, arguments: sent } = message.params ?? {};
  const given = z.looseObject({}).safeParse(unpacked(sent ?? {})).data;
  const tool = Object.entries(TOOLS).find(([own]) => own === name)?.[1];
  if (message.method !== 'tools/call' || !tool || !given) return message;
  const fields: Readonly<Record<string, z.ZodType>> = tool.inputSchema.shape;
  const repaired = Object.entries(given).map(([field, value]) => {
    const own = field in fields ? field : (ALIASES[field] ?? field);
    const readings = [value, unpacked(value), [value]];
    return [own, readings.find((reading) => fields[own]?.safeParse(reading).success) ?? value];
  });
  return { ...message, params: { ...message.params, arguments: Object.fromEntries(repaired) } };
}

/** What does the work of each tool; `solve_python` is null where there is no model. */
export type Tools = {
  readonly [Name in keyof typeof TOOLS]: ToolWork<Name> | (Name extends 'solve_python' ? null : never);
};
export type ToolWork<Name extends keyof typeof TOOLS> = (
  given: Readonly<z.infer<(typeof TOOLS)[Name]['inputSchema']>>,
  use: ToolUse,
) => Promise<ToolResult>;

function useOf({ signal, _meta, sendNotification }: RequestHandlerExtra<ServerRequest, ServerNotification>): ToolUse {
  const token = _meta?.progressToken;
  let progress = 0;
  return {
    signal,
    note: (message) => {
      progress += 1;
      if (token === undefined) return;
      // A client that is gone hears nothing more; its call is ended by the signal.
      sendNotification({ method: 'notifications/progress', params: { progressToken: token, progress, message } }).catch(
        () => {},
      );
    },
  };
}

/** The result in the protocol's form; the calling model gets errors with their hint. */
async function answered(work: () => Promise<ToolResult>) {
  try {
    const { text: words, data } = await work();
    return { content: [{ type: 'text' as const, text: words }], structuredContent: { ...data } };
  } catch (error) {
    if (!(error instanceof MutagreeError)) throw error;
    const words = error.hint ? `${error.message}. ${error.hint}` : error.message;
    return { content: [{ type: 'text' as const, text: words }], isError: true };
  }
}

/** Speaks MCP on two streams; `ended` resolves when the client has closed its side and has all its answers. */
export async function startToolServer(tools: Tools, { input, output }: ToolStreams, version: string) {
  const server = new McpServer({ name: 'mutagree', version });
  for (const [name, { inputSchema, ...words }] of Object.entries(TOOLS)) {
    const work = tools[name as keyof Tools] as ((given: object, use: ToolUse) => Promise<ToolResult>) | null;
    if (!work) continue;
    server.registerTool(name, { ...words, inputSchema: inputSchema as z.ZodObject }, (given, extra) =>
      answered(() => work(given, useOf(extra))),
    );
  }
  const ended = new Promise<void>((done) => {
    server.server.onclose = done;
  });
  await server.connect(lineTransport(input, output, withToolArguments));
  return { ended, close: () => server.close() };
}
