import { rewriteByModel } from '../rewriting/rewrite-by-model.ts';

/** The model replaces verbs by verbs of like meaning. */
export const llmSimilarVerbMutator = rewriteByModel({
  name: 'llm-similar-verb',
  summary: 'Verbs give way to verbs of like meaning, written by a model.',
  example: { before: 'Remove the URLs and plot the words.', after: 'Eliminate the URLs and draw the words.' },
  instruction: 'Replace the verbs by other verbs of the same meaning and change nothing else.',
});
