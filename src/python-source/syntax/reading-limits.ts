/** Most characters of a reply, without its reasoning, that are searched for code. */
export const READ_CHARACTERS = 100_000;

/** Most characters of a program, test or patch that is parsed; longer ones are compared as text and take no patch. */
export const PROGRAM_CHARACTERS = 100_000;

/** Fenced blocks of a reply that are read: of more than that the first half and the last half. */
export const READ_BLOCKS = 64;

/** Tests taken from one reply. */
export const READ_TESTS = 200;

/** Characters of one test, its module included; longer ones are left out. */
export const TEST_CHARACTERS = 30_000;

/** Characters of all tests of one reply together. */
export const ALL_TEST_CHARACTERS = 500_000;

/** Definitions that a program takes over from other blocks of its reply. */
export const BORROWED_DEFINITIONS = 64;

/** Functions of one name whose parameters get their old names back. */
export const RENAMED_FUNCTIONS = 8;

/**
 * How much text may be checked while guessing where code begins and ends. Guesses overlap: without a common limit a
 * text of which no part is Python would be parsed hundreds of times. Honest replies use a small part of it.
 */
export class SyntaxBudget {
  #left: number;

  /** @param length of the whole text, in characters */
  constructor(length: number) {
    this.#left = 150_000 + 2 * length;
  }

  /** Whether a text of that length may still be checked; counts it. */
  allows(length: number): boolean {
    this.#left -= length + SMALLEST_COST;
    return !this.isSpent;
  }

  /** Whether any further check is refused. */
  get isSpent(): boolean {
    return this.#left < 0;
  }
}

/** A parse of nothing costs as much as one of so many characters. */
const SMALLEST_COST = 60;
