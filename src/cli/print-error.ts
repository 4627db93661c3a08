import { CommanderError } from 'commander';
import { EXIT, type ExitCode, InterruptedError, MutagreeError } from '../core/errors.ts';
import type { Io } from './io.ts';

/**
 * Flags of the command line that fix a failure, by its code: the library's own words name settings, since programs that
 * call it have no flags. A verb's message names those that it has.
 */
export const HINT_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'ablation-arms': ['--arms', '--ablate'],
  'api-key-missing': ['--api-key', '--host'],
  'base-url-invalid': ['--base-url'],
  'collect-package': ['--package', '--version-of-package'],
  'collect-sandbox': ['--verify'],
  'dataset-repository': ['--in'],
  'directory-locked': ['--out'],
  'examples-unused': ['--prompting', '--examples'],
  'file-exists': ['--force', '--output', '--out'],
  'folder-not-ours': ['--out', '--output'],
  'function-unknown': ['--function'],
  'gguf-extras': ['--extra-body'],
  'given-missing': ['--given'],
  'image-missing': ['--image', '--sandbox'],
  'matrix-unjudged': ['--official', '--matrix-out'],
  'model-missing': ['--model', '--base-url'],
  'model-unreachable': ['--base-url'],
  'mutations-none': ['--mutators', '--keep-unchanged'],
  'no-tasks': ['--tasks', '--limit', '--since', '--until'],
  'output-is-input': ['--out', '--output', '--matrix-out'],
  'output-missing': ['--output', '--replies'],
  'packages-missing': ['--python', '--sandbox', '--image', '--partial'],
  'port-taken': ['--port'],
  'price-incomplete': ['--price-input', '--price-output'],
  'price-unknown': ['--price-input', '--price-output'],
  'pytest-missing': ['--python'],
  'recording-empty': ['--recording', '--variants-from'],
  'recording-missing': ['--recording', '--variants-from'],
  'reference-fails': ['--python', '--tasks'],
  'repository-import': ['--python'],
  'rival-arms': ['--arms'],
  'samples-are-replies': ['--extract'],
  'samples-missing': ['--partial', '--tasks', '--limit'],
  'samples-model-unknown': ['--model'],
  'samples-unjoined': ['--dataset'],
  'sandbox-repository': ['--sandbox'],
  'sandbox-unavailable': ['--sandbox'],
  'select-input-missing': ['--dataset', '--solutions', '--tests', '--matrix'],
  'sheet-exists': ['--out'],
  'threshold-unknown': ['--k'],
  'unknown-task': ['--tasks'],
  'worker-sandbox': ['--sandbox'],
};

/** The flags with which the verb can fix a failure, except those in its message; null if there are none. */
function hintFlags(code: string, message: string, known: ReadonlySet<string>): string | null {
  const flags = (HINT_FLAGS[code] ?? []).filter((flag) => known.has(flag) && !message.includes(flag));
  return flags.length === 0 ? null : `Flags: ${flags.join(', ')}`;
}

function isAbort(error: unknown): boolean {
  return error instanceof InterruptedError || (error instanceof Error && error.name === 'AbortError');
}

/** The document of `--json` if there is no other, and the last fields of an unfinished document. */
export interface FailureDocument {
  readonly error: {
    /** Such as `ConfigError`; `Error` for a bug of ours. */
    readonly class: string;
    /** Stable and kebab-case; `bug` for a bug of ours. */
    readonly code: string;
    readonly message: string;
    readonly hint: string | null;
  };
  readonly exitCode: ExitCode;
}

const NO_FLAGS: ReadonlySet<string> = new Set();

/** The hint, with the flags of the verb that apply it. */
function hintOf({ code, message, hint }: MutagreeError, flags: ReadonlySet<string>): string | null {
  const lines = [hint, hintFlags(code, `${message} ${hint ?? ''}`, flags)].filter((line) => line != null);
  return lines.length === 0 ? null : lines.join('\n');
}

/** A failure as a document, for programs. @param flags of the verb that failed */
export function failureDocument(error: unknown, exitCode: ExitCode, flags = NO_FLAGS): FailureDocument {
  if (exitCode === EXIT.interrupted) {
    const { name, code, message } = new InterruptedError();
    return { error: { class: name, code, message, hint: null }, exitCode };
  }
  if (error instanceof CommanderError) {
    const code = error.code.replace(/^commander\./, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const message = error.message.replace(/^error: /, '');
    return { error: { class: 'UsageError', code, message, hint: 'Add --help for the flags of this verb.' }, exitCode };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const known = error instanceof MutagreeError ? error : null;
  return { error: { class: name, code: known?.code ?? 'bug', message, hint: known && hintOf(known, flags) }, exitCode };
}

/** The exit code of a failure. */
export function exitCodeOf(error: unknown, { signal }: Pick<Io, 'signal'>): ExitCode {
  if (signal.aborted && isAbort(error)) return EXIT.interrupted;
  return error instanceof MutagreeError ? error.exitCode : EXIT.bug;
}

/**
 * Prints an error and its hint; a stack only for bugs of ours.
 *
 * @param flags of the verb that failed
 * @returns the exit code
 */
export function printError(error: unknown, io: Io, flags = NO_FLAGS): ExitCode {
  const exitCode = exitCodeOf(error, io);
  if (exitCode === EXIT.interrupted) return exitCode;
  if (error instanceof MutagreeError) {
    const hint = hintOf(error, flags);
    const indented = hint ? `\n  hint: ${hint.replaceAll('\n', '\n        ')}` : '';
    io.stderr(`mutagree: ${error.message}${indented}\n`);
    if (exitCode === EXIT.bug && error.stack) io.stderr(`${error.stack}\n`);
    return exitCode;
  }
  io.stderr(`mutagree: a bug of ours: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCode;
}
