import type { ChatModel, FailedCall } from '../../core/chat.ts';
import { withFailures } from '../../model/with-failures.ts';
import { withLimit } from '../../model/with-limit.ts';
import { withRetry } from '../../model/with-retry.ts';
import type { Context } from '../context.ts';
import { endpointUrl } from '../settings/endpoint-url.ts';
import { openEndpoint } from './model-stack.ts';

/** Of a call. */
const RETRIES = 4;

/** A model that is asked a question now and then, and where it is. */
export interface JudgeSettings {
  readonly model: string;
  /** Its OpenAI-compatible endpoint. */
  readonly baseUrl?: string | undefined;
}

/**
 * A model that is asked one thing at a time; a single call that fails is reported and has no reply.
 *
 * @throws ModelConfigError where a key, a file or a package is missing
 */
export async function openJudge(
  { model, ...flags }: JudgeSettings,
  { env }: Pick<Context, 'env'>,
  onFailure: (failure: FailedCall['failure']) => void,
): Promise<ChatModel> {
  const baseUrl = endpointUrl(flags, env);
  const endpoint = await openEndpoint(model, { offline: false, ...(baseUrl ? { baseUrl } : {}) }, { env });
  const tried = withRetry(withLimit(endpoint, 1), { retries: RETRIES });
  return withFailures(tried, { find: () => undefined, put: async ({ failure }) => onFailure(failure) });
}
