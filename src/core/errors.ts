import { closest, distance } from 'fastest-levenshtein';
import type { TokenUsage } from './stored.ts';

export const EXIT = {
  done: 0,
  bug: 1,
  usage: 2,
  threshold: 3,
  budget: 4,
  infrastructure: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface ErrorDetails {
  readonly hint?: string | undefined;
  readonly cause?: unknown | undefined;
}

/** A failure of our machinery or our input; a candidate's failure is a verdict, never an error. */
export class MutagreeError extends Error {
  readonly exitCode: ExitCode = EXIT.bug;
  readonly hint: string | undefined;

  /** @param code stable, kebab-case; safe to match on. */
  constructor(
    readonly code: string,
    message: string,
    { hint, cause }: ErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.hint = hint;
  }
}

export class ConfigError extends MutagreeError {
  override readonly exitCode = EXIT.usage;
}

export interface FilePlace {
  readonly file: string;
  /** From 1. */
  readonly line?: number | undefined;
  readonly field?: string | undefined;
}

/** The message names file, line and field. */
export class DatasetError extends MutagreeError {
  override readonly exitCode = EXIT.usage;

  constructor(
    code: string,
    readonly place: FilePlace,
    problem: string,
    details: ErrorDetails = {},
  ) {
    const line = place.line === undefined ? '' : ` line ${place.line}`;
    const field = place.field === undefined ? '' : ` field "${place.field}"`;
    super(code, `${place.file}${line}:${field} ${problem}`, details);
  }
}

/** A sandbox could not do its work; never a verdict on a candidate. */
export class SandboxError extends MutagreeError {
  override readonly exitCode = EXIT.infrastructure;
}

interface ModelErrorDetails extends ErrorDetails {
  readonly retryable?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly mostTries?: number | undefined;
  readonly concernsAll?: boolean | undefined;
  readonly usage?: TokenUsage | null | undefined;
}

/** A model endpoint could not be asked or did not answer as agreed. */
export class ModelError extends MutagreeError {
  override readonly exitCode: ExitCode = EXIT.infrastructure;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  /** Calls in all that are worth making, where fewer than usual are; undefined: as many as the settings say. */
  readonly mostTries: number | undefined;
  /** Whether every other call would fail alike, so that the run ends; else this call alone is lost. */
  readonly concernsAll: boolean;
  readonly usage: TokenUsage | null;

  constructor(code: string, message: string, details: ModelErrorDetails = {}) {
    super(code, message, details);
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.mostTries = details.mostTries;
    this.concernsAll = details.concernsAll ?? false;
    this.usage = details.usage ?? null;
  }
}

/** No key, a wrong key, no such model, an offline miss. */
export class ModelConfigError extends ModelError {
  override readonly exitCode = EXIT.usage;

  constructor(code: string, message: string, details: ModelErrorDetails = {}) {
    super(code, message, { concernsAll: true, ...details });
  }
}

/** The next call could exceed the budget; stored results stay and the run resumes. */
export class BudgetError extends MutagreeError {
  override readonly exitCode = EXIT.budget;
}

/** The run directory cannot be used: locked, of another run, full or read-only disk. */
export class StoreError extends MutagreeError {
  override readonly exitCode: ExitCode = EXIT.infrastructure;
}

/** A threshold of `--fail-under` was missed. */
export class ThresholdError extends MutagreeError {
  override readonly exitCode = EXIT.threshold;
}

/** Ctrl-C or SIGTERM; stored results stay and the run resumes. */
export class InterruptedError extends MutagreeError {
  override readonly exitCode = EXIT.interrupted;

  constructor() {
    super('interrupted', 'interrupted');
  }
}

/** The known name that few edits lead to; of equals the first by alphabet. Null if none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const nearest = closest(name, [...known].sort());
  return distance(name, nearest) <= Math.max(2, Math.ceil(nearest.length / 3)) ? nearest : null;
}

/** Names the nearest known name; `kind`, such as `mutator`, becomes the code `unknown-<kind>`. */
export function unknownName(kind: string, name: string, known: readonly string[]): ConfigError {
  const nearest = nearestName(name, known);
  const suggestion = nearest === null ? '' : `Did you mean "${nearest}"? `;
  return new ConfigError(`unknown-${kind.replaceAll(' ', '-')}`, `there is no ${kind} "${name}"`, {
    hint: `${suggestion}Known: ${known.join(', ')}.`,
  });
}

/** The item of a registry with that name. @throws ConfigError `unknown-<kind>` with the nearest name */
export function findNamed<Item extends { readonly name: string }>(kind: string, items: readonly Item[], name: string) {
  const names = items.map((item) => item.name);
  const found = items[names.indexOf(name)];
  if (found) return found;
  throw unknownName(kind, name, names);
}
