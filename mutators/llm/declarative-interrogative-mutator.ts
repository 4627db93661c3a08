import { rewriteByModel } from '../rewriting/rewrite-by-model.ts';

/** The model turns statements and requests into questions. */
export const llmDeclarativeInterrogativeMutator = rewriteByModel({
  name: 'llm-declarative-interrogative',
  summary: 'Statements and requests become questions, written by a model.',
  example: { before: 'Return the sum of the list.', after: 'Can you return the sum of the list?' },
  instruction: 'Turn every statement and every request into a question that asks for the same thing.',
});
