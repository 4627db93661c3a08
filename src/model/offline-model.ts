import type { ChatModel } from '../core/chat.ts';
import { ModelConfigError } from '../core/errors.ts';

/** Stands for a model that may not be asked: whatever is not stored is an error that names the question. */
export function createOfflineModel(id: string): ChatModel {
  return {
    id,
    complete: async ({ about, sample }) => {
      const question = about ? `${about.purpose} ${sample} of variant ${about.variantId}` : `sample ${sample}`;
      throw new ModelConfigError('offline-miss', `offline, and no stored reply of ${id} for ${question}`, {
        hint: 'Name the recording with --recording and --variants-from, or run without --offline.',
      });
    },
  };
}
