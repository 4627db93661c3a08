import type { BugLabel } from './bug-kinds.ts';
import type { FailedProgram } from './failed-program.ts';

/** One kind of bug with its place in the ranking. */
export interface RankedLabel {
  readonly label: BugLabel;
  readonly name: string;
  /** In [0, 1]; over all fourteen kinds they add up to 1. */
  readonly score: number;
  /** The deep-learning sub-kind, where one applies. */
  readonly subKind?: string;
}

/** What speaks for a kind. */
export interface Evidence {
  readonly label: BugLabel;
  readonly text: string;
}

export interface Classification {
  readonly id: string;
  /** All fourteen, best first. */
  readonly labels: readonly RankedLabel[];
  /** What speaks most for the first labels, strongest first. */
  readonly evidence: readonly Evidence[];
  /** Kinds that something shows by their very definition, such as a module that is not there; absent without any. */
  readonly alsoHolds?: readonly BugLabel[];
  /** How far the first label must be ahead of the second to be said, in shares; 0 by default. */
  readonly leastLead?: number;
}

/** What `isUndecided` looks at. */
export type Decision = Pick<Classification, 'labels' | 'evidence' | 'leastLead'>;

/** Whether nothing speaks for the first kind, or too little more for it than for the second: then there is no first. */
export function isUndecided({ labels, evidence, leastLead = 0 }: Decision): boolean {
  const [first, second] = labels;
  if (first === undefined || !evidence.some(({ label }) => label === first.label)) return true;
  const lead = first.score - (second?.score ?? 0);
  return lead <= 0 || lead < leastLead;
}

/** The kinds that hold, the surest first: the first where it is decided, and every one that is shown by its definition. */
export function kindsThatHold(classification: Decision & Pick<Classification, 'alsoHolds'>): readonly RankedLabel[] {
  const { labels, alsoHolds = [] } = classification;
  const decided = !isUndecided(classification);
  return labels.filter(({ label }, at) => (at === 0 && decided) || alsoHolds.includes(label));
}

/** Gives failed programs ranked bug kinds. */
export interface BugClassifier {
  readonly name: string;
  readonly summary: string;
  classify(failure: FailedProgram, signal: AbortSignal): Promise<Classification>;
}
