import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { extractProgram } from '../../../src/python-source/replies/extract-program.ts';
import { readJsonLines } from '../../datasets/example-files.ts';

/** A reply, and the program that a person takes from it; null where it holds none. */
interface CorpusReply {
  readonly kind: string;
  readonly name: string;
  readonly entryPoint: string | null;
  readonly prompt: string;
  readonly completes?: boolean;
  readonly truncated?: boolean;
  readonly reply: string;
  readonly program: string | null;
}

const FOLDER = new URL('corpus/', import.meta.url);

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const replies = readJsonLines<CorpusReply>(new URL(file, FOLDER));

  test.each(replies.map((reply) => [reply.kind, reply.name, reply] as const))('%s: %s', (_kind, _name, reply) => {
    const { entryPoint, prompt: promptText, completes: completesPrompt = false, truncated = false } = reply;
    const found = extractProgram(reply.reply, { entryPoint, promptText, completesPrompt, truncated });
    expect('code' in found ? found.code.trim() : null).toBe(reply.program?.trim() ?? null);
  });
});
