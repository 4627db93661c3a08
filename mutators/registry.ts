/** Every rule-based mutator with a file of its own, one line each; `index.ts` adds the tables. */

export { activePassiveMutator } from './grammatical/active-passive-mutator.ts';
export { imperativeDeclarativeMutator } from './grammatical/imperative-declarative-mutator.ts';
export { imperativeInterrogativeMutator } from './grammatical/imperative-interrogative-mutator.ts';
export { caseEmphasisMutator } from './layout/case-emphasis-mutator.ts';
export { docToCommentsMutator } from './layout/doc-to-comments-mutator.ts';
export { newlinesMutator } from './layout/newlines-mutator.ts';
export { reflowMutator } from './layout/reflow-mutator.ts';
export { numberWordMutator } from './lexical/number-word-mutator.ts';
export { politenessMutator } from './lexical/politeness-mutator.ts';
export { taskVerbMutator } from './lexical/task-verb-mutator.ts';
