import { RIVAL_ARMS, rivalVariant } from '../../core/arm.ts';
import type { ReplyRecord } from '../../core/chat.ts';
import { sampleKey } from '../../core/program.ts';
import type { ArmSamples } from '../../records/run-record.ts';

/**
 * Whether a reply about a task is part of what an arm costs on its own: its programs (with their plans), its test
 * replies unless it is `baseline`, the rewrites of the ensemble, and what a rival asks beside.
 */
export function armReplies(
  taskId: string,
  { arm, samples, tests = samples }: ArmSamples,
): (reply: Pick<ReplyRecord, 'purpose' | 'variantId' | 'request'>) => boolean {
  const programs = new Set(samples.map(sampleKey));
  const replies = new Set(arm === 'baseline' ? [] : tests.map(sampleKey));
  const rival = RIVAL_ARMS.find((name) => name === arm);
  const own = rival && rivalVariant(taskId, rival);
  return ({ purpose, variantId, request }) => {
    const key = sampleKey({ variantId, sample: request.sample });
    // Its samples are spread over the variants: writing these is part of what it costs.
    if (purpose === 'mutation') return arm === 'mutation-ensemble';
    if (purpose === 'repair' || purpose === 'question') return variantId === own;
    if (purpose === 'tests') return replies.has(key);
    return programs.has(key);
  };
}
