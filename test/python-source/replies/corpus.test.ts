import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { extractProgram } from '../../../src/python-source/replies/extract-program.ts';
import { readJsonLines } from '../../datasets/example-files.ts';

/** Replies by name, and the program that a person takes from each of them; null where they hold none. */
interface CorpusRow {
  readonly kind: string;
  readonly entryPoint: string | null;
  readonly prompt: string;
  readonly completes?: boolean;
  readonly truncated?: boolean;
  readonly replies: Readonly<Record<string, string>>;
  readonly program: string | null;
}

const FOLDER = new URL('corpus/', import.meta.url);

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const rows = readJsonLines<CorpusRow>(new URL(file, FOLDER)).flatMap(({ kind, replies, ...row }) =>
    Object.entries(replies).map(([name, reply]) => [kind, name, reply, row] as const),
  );

  test.each(rows)('%s: %s', (_kind, _name, reply, row) => {
    const { entryPoint, prompt: promptText, completes: completesPrompt = false, truncated = false, program } = row;
    const found = extractProgram(reply, { entryPoint, promptText, completesPrompt, truncated });
    expect('code' in found ? found.code.trim() : null).toBe(program?.trim() ?? null);
  });
});
