import type { Origin } from './program.ts';

/** One text per sample of a task, for sets and maps: the reply that a program or test came from. */
export const sampleKey = ({ variantId, sample }: Origin): string => JSON.stringify([variantId, sample]);
