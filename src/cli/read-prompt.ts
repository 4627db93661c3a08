import { existsSync, readFileSync, statSync } from 'node:fs';
import { text as wholeText } from 'node:stream/consumers';
import { ConfigError } from '../core/errors.ts';

const LOOKS_LIKE_FILE = /^[^\s]+\.(?:md|txt|py|rst)$/;

/** @throws ConfigError for bytes that are not text: a model would be asked about what nobody wrote */
function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new ConfigError('file-encoding', `${file} is not UTF-8`, { mend: 'Save it as UTF-8.', cause });
  }
}

/** The prompt itself, from wherever it is said to be: a file, `-` for standard input, or the words. @throws ConfigError */
export async function promptOf(given: string): Promise<string> {
  if (given === '-') return wholeText(process.stdin);
  const found = existsSync(given) ? statSync(given) : null;
  if (found?.isFile()) return readText(given);
  if (found?.isDirectory()) {
    throw new ConfigError('prompt-folder', `${given} is a folder, not a prompt`, {
      mend: 'Name the file with the prompt, or write the prompt in quotes.',
    });
  }
  if (!LOOKS_LIKE_FILE.test(given)) return given;
  throw new ConfigError('file-missing', `there is no file ${given}`, {
    mend: 'Name a file that is there, or write the prompt in quotes.',
  });
}

/** The tests of `--tests`. @throws ConfigError for a file that is missing, or not text */
export function readTests(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new ConfigError('file-missing', `there is no file ${file}`, { mend: 'See --tests.' });
  return readText(file);
}
