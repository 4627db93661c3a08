import type { Span } from './span.ts';

/** `example`: calls with their results; `constraint`: a line of a competition statement. */
export type RegionKind = 'prose' | 'code' | 'signature' | 'example' | 'constraint';

export interface Region extends Span {
  readonly kind: RegionKind;
}

/** A prompt with its regions: in order, without gaps or overlap, together the whole text. */
export interface Prompt {
  readonly text: string;
  readonly regions: readonly Region[];
}
