import type { Span } from './span.ts';

/**
 * The kind of a part of a prompt: running text, code, the signature of the function to write, example calls with their
 * results, or a constraint line of a competition statement.
 */
export type RegionKind = 'prose' | 'code' | 'signature' | 'example' | 'constraint';

export interface Region extends Span {
  readonly kind: RegionKind;
}

/** A prompt with its regions: in order, without gaps or overlap, together the whole text. */
export interface Prompt {
  readonly text: string;
  readonly regions: readonly Region[];
}
