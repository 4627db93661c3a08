import { readFile } from 'node:fs/promises';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { ConfigError } from '../../core/errors.ts';

/** The name of a file in errors, and the hint if it is missing. */
export interface YamlKind {
  readonly what: string;
  readonly hint: string;
}

async function textOf(file: string, { what, hint }: YamlKind): Promise<string> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const problem = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`;
    throw new ConfigError(`${what}-unreadable`, `${what} file ${file} ${problem}`, { hint, cause });
  });
}

/** The value of a document. Nested aliases can expand to more values than any memory holds. @throws ConfigError */
function documentValue(document: Document.Parsed, file: string, what: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new ConfigError(`${what}-invalid`, `${file}: ${(cause as Error).message}`, {
      hint: `A ${what} needs no aliases: write the values out.`,
      cause,
    });
  }
}

/** The "name: value" lines of a YAML file. @throws ConfigError naming file and line. */
export async function readYaml(file: string, kind: YamlKind): Promise<Record<string, unknown>> {
  const { what, hint } = kind;
  const lines = new LineCounter();
  const document = parseDocument(await textOf(file, kind), { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) {
    throw new ConfigError(`${what}-invalid`, `${file} line ${lines.linePos(broken.pos[0]).line}: ${broken.message}`, {
      hint: 'Correct the YAML.',
    });
  }
  const value: unknown = documentValue(document, file, what) ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(`${what}-invalid`, `${file}: a ${what} file holds "name: value" lines`, { hint });
  }
  return value as Record<string, unknown>;
}
