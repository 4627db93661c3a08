/**
 * One way to spend N program samples and N test replies per task: `baseline` takes a program of the original prompt
 * without selection; `self-agreement` selects among N samples of the original prompt; `mutation-ensemble` selects
 * among N samples spread over the variants, the original included.
 */
export const USUAL_ARMS = ['baseline', 'self-agreement', 'mutation-ensemble'] as const;

/** Other ways to spend as much (agreement/rivals); none of them is in a run that does not name it. */
export const RIVAL_ARMS = ['examples-first', 'more-tests', 'self-repair', 'judge', 'distinguish'] as const;
export type RivalArm = (typeof RIVAL_ARMS)[number];

export const ARMS = [...USUAL_ARMS, ...RIVAL_ARMS] as const;
export type Arm = (typeof ARMS)[number];

/** The name under which the further calls of a rival are kept: they are made for no variant. */
export const rivalVariant = (taskId: string, arm: RivalArm): string => `${taskId}::rival::${arm}`;

export const isRivalVariant = (variantId: string): boolean => variantId.includes('::rival::');

/** Where a pool of samples comes from: N of the original prompt, or N spread over the variants, the original included. */
export const POOLS = ['original', 'mutated'] as const;
export type Pool = (typeof POOLS)[number];
