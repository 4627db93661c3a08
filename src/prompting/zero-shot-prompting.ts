import type { PromptingStrategy } from '../core/chat.ts';
import { ask, hintParts, programRequest, taskText } from './task-text.ts';

/** The prompt stays verbatim; the wording was chosen by measurement (docs/adr/0003-test-prompt.md). */
export const zeroShotPrompting: PromptingStrategy = {
  name: 'zero-shot',
  summary: 'the prompt and one short request',
  source: 'original',
  calls: 1,
  programMessages: (input) => ask(programRequest(input), taskText(input), ...hintParts(input)),
};
