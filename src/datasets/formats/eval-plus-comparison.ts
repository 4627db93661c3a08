import type { AnswerComparison } from '../../core/sandbox.ts';
import { mbppNumber } from './eval-plus-inputs.ts';

/** How EvalPlus judges a task, and other programs whose answers it takes for right as well. */
export interface EvalPlusComparison {
  readonly comparison: AnswerComparison;
  /** Python that defines the task's function, under its own name. */
  readonly alternatives: readonly string[];
}

type Rule = AnswerComparison['rule'];

/** After evalplus/eval/_special_oracle.py and `unsafe_execute`; by task number, which a renaming leaves alone. */
const MBPP_RULES: Readonly<Record<number, Rule>> = {
  2: 'members',
  7: 'members',
  111: 'members',
  140: 'members',
  232: 'members',
  249: 'members',
  579: 'members',
  769: 'members',
  164: 'any',
  737: 'presence',
  794: 'presence',
};

/** Functions whose references return a match object or text, of which only the presence counts. */
const PRESENCE = new Set(['check_str', 'text_match_three', 'text_starta_endb']);

/** Readings of the task that its reference does not share. */
const MBPP_ALTERNATIVES: Readonly<Record<number, (name: string) => string>> = {
  295: (name) => `def ${name}(*_):\n    return 0\n`,
  581: (name) =>
    `def ${name}(base_edge, height):\n` +
    '    slant = ((base_edge / 2) ** 2 + height ** 2) ** 0.5\n' +
    '    return round(base_edge ** 2 + 2 * base_edge * slant)\n',
  558: (name) =>
    `def ${name}(first, second):\n` +
    '    width = max(len(str(first)), len(str(second)))\n' +
    '    pairs = zip(str(first).zfill(width), str(second).zfill(width))\n' +
    '    return sum(abs(int(one) - int(other)) for one, other in pairs)\n',
};

/**
 * EvalPlus's special oracles: `find_zero` takes any root, eight MBPP tasks compare sets, three look at None only,
 * `are_equivalent` takes anything, and three accept a second reading.
 */
export function evalPlusComparison(taskId: string, entryPoint: string, tolerance: number): EvalPlusComparison {
  const mbpp = mbppNumber(taskId);
  if (/^humaneval\/32$/i.test(taskId)) return { comparison: { rule: 'root', tolerance }, alternatives: [] };
  const rule = mbpp === null ? 'equal' : (MBPP_RULES[mbpp] ?? (PRESENCE.has(entryPoint) ? 'presence' : 'equal'));
  const alternative = mbpp === null ? undefined : MBPP_ALTERNATIVES[mbpp];
  return { comparison: { rule, tolerance }, alternatives: alternative ? [alternative(entryPoint)] : [] };
}
