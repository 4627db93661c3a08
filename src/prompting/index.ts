import type { PromptingStrategy } from '../core/chat.ts';
import { unknownName } from '../core/unknown-name.ts';
import { zeroShotPrompting } from './zero-shot-prompting.ts';

/** Every way to turn a task into messages; adding one is a file and a line here. */
export const promptings = [zeroShotPrompting] as const satisfies readonly PromptingStrategy[];

/** @throws ConfigError `unknown-prompting` with the nearest name. */
export function findPrompting(name: string): PromptingStrategy {
  const found = promptings.find((prompting) => prompting.name === name);
  if (found) return found;
  throw unknownName(
    'prompting',
    name,
    promptings.map((prompting) => prompting.name),
  );
}
