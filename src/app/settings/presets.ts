import type { z } from 'zod';
import { unknownName } from '../../core/errors.ts';
import type { runConfigSchema } from './config.ts';

/** Settings that a preset stands for; the config file and flags win over it. */
export interface Preset {
  readonly name: string;
  readonly summary: string;
  readonly settings: Partial<z.input<typeof runConfigSchema>>;
}

/** One prompt, the original; nothing is selected, so no tests are asked for. */
const PLAIN = { mutators: 'none', variants: 1, arms: ['baseline'] } satisfies Preset['settings'];

/**
 * How DL-Bench measures (its paper, section on evaluation): T 0 in five runs with mean, variance and standard deviation;
 * T 0.3 with pass@1, 3 and 5; three examples as the mean of two runs. It names no top-p; 1 leaves sampling untouched.
 */
export const presets: readonly Preset[] = [
  {
    name: 'dl-bench-zero-shot',
    summary: 'temperature 0, one program per task, five runs',
    settings: { ...PLAIN, prompting: 'zero-shot', temperature: 0, topP: 1, samples: 1, repeats: 5 },
  },
  {
    name: 'dl-bench-pass-k',
    summary: 'temperature 0.3, five programs per task, pass@1, 3 and 5',
    settings: { ...PLAIN, prompting: 'zero-shot', temperature: 0.3, topP: 1, samples: 5, k: [1, 3, 5] },
  },
  {
    name: 'dl-bench-three-shot',
    summary: 'temperature 0, three random examples, two runs',
    settings: { ...PLAIN, prompting: 'random-shot', temperature: 0, topP: 1, samples: 1, repeats: 2 },
  },
  {
    name: 'dl-bench-three-shot-stage',
    summary: 'temperature 0, three examples of the predicted stage, two runs',
    settings: { ...PLAIN, prompting: 'stage-shot', temperature: 0, topP: 1, samples: 1, repeats: 2 },
  },
];

/** @throws ConfigError `unknown-preset` with the nearest name. */
export function findPreset(name: string): Preset {
  const found = presets.find((preset) => preset.name === name);
  if (found) return found;
  throw unknownName(
    'preset',
    name,
    presets.map((preset) => preset.name),
  );
}
