import type { Span } from '../../src/core/span.ts';

/** A word of a sentence with its part of speech. Spans are those of the prompt. */
export interface Term extends Span {
  readonly text: string;
  /** The tags of compromise after our own lexicon's corrections; a protected span is one `Noun`, `Singular`. */
  readonly tags: ReadonlySet<string>;
  readonly protected: boolean;
}
