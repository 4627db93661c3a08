/** Ways to spend N program samples and N test replies per task; docs/architecture.md#words says which is which. */
export const USUAL_ARMS = ['baseline', 'self-agreement', 'mutation-ensemble'] as const;

/** Other ways to spend as much (agreement/rivals); none of them is in a run that does not name it. */
export const RIVAL_ARMS = ['examples-first', 'more-tests', 'self-repair', 'judge', 'distinguish'] as const;
export type RivalArm = (typeof RIVAL_ARMS)[number];

export const ARMS = [...USUAL_ARMS, ...RIVAL_ARMS] as const;
export type Arm = (typeof ARMS)[number];

export const rivalVariant = (taskId: string, arm: RivalArm): string => `${taskId}::rival::${arm}`;

export const isRivalVariant = (variantId: string): boolean => variantId.includes('::rival::');

/** Of the original prompt, or spread over the variants, the original included. */
export const POOLS = ['original', 'mutated'] as const;
export type Pool = (typeof POOLS)[number];
