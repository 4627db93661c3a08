import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument } from 'yaml';
import { ConfigError } from '../../core/errors.ts';

/** The name of a file in errors, and the hint if it is missing. */
export interface YamlKind {
  readonly what: string;
  readonly hint: string;
}

/** The "name: value" lines of a YAML file. @throws ConfigError naming file and line. */
export async function readYaml(file: string, { what, hint }: YamlKind): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const problem = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`;
    throw new ConfigError(`${what}-unreadable`, `${what} file ${file} ${problem}`, { hint, cause });
  });
  const refuse = (problem: string, how: string, cause?: unknown): never => {
    throw new ConfigError(`${what}-invalid`, `${file}${problem}`, { hint: how, cause });
  };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) refuse(` line ${lines.linePos(broken.pos[0]).line}: ${broken.message}`, 'Correct the YAML.');
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (cause) {
    // Nested aliases can expand to more values than any memory holds.
    refuse(`: ${(cause as Error).message}`, `A ${what} needs no aliases: write the values out.`, cause);
  }
  if (typeof value !== 'object' || Array.isArray(value)) refuse(`: a ${what} file holds "name: value" lines`, hint);
  return value as Record<string, unknown>;
}
