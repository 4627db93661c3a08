/** A program that failed its official tests, as the explainer of failures is given it. */
export interface FailureSighting {
  readonly taskId: string;
  readonly prompt: string;
  readonly program: string;
  readonly reference?: string | undefined;
  /** The first official test that it did not pass, as Python or as text; null where none is known by itself. */
  readonly test: string | null;
  readonly expected: string | null;
  /** Canonical text of the program's return value there; null if it returned nothing. */
  readonly returned: string | null;
  readonly detail: string | null;
  readonly traceback: string | null;
}

export interface FailureKind {
  readonly label: number;
  readonly name: string;
  readonly subKind?: string | undefined;
}

export interface FailureExplainer {
  readonly name: string;
  explain(failure: FailureSighting): {
    /** The kinds that hold, the surest first; empty where nothing distinguishes them. */
    readonly kinds: readonly FailureKind[];
    /** Lines of the program or the traceback that support it, strongest first. */
    readonly evidence: readonly string[];
  };
}

/** Longest texts of a failure that a run keeps, in characters. */
export const LONGEST_SIGHTING = { test: 1500, value: 600, traceback: 3000 } as const;

/** A text with its middle left out where it is longer than so many characters. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor((longest - 3) / 2);
  return `${text.slice(0, half).replace(/[\ud800-\udbff]$/, '')}[…]${text.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}

/** Of one line `assert call == value` the value; null for every other test. */
export function assertedValue(test: string): string | null {
  const line = test.trim();
  const cut = line.lastIndexOf(' == ');
  return line.startsWith('assert ') && !line.includes('\n') && cut > 0 ? line.slice(cut + 4) : null;
}
