import { ARMS, type Arm } from '../../core/arm.ts';
import { ConfigError, type MutagreeError, ThresholdError } from '../../core/errors.ts';

/** @throws ConfigError if the text is not `[ARM:]pass@K=FRACTION`. */
export function parseThreshold(text: string) {
  const match = /^(?:([a-z-]+):)?pass@(\d+)=(0?\.\d+|0|1|1\.0*)$/.exec(text.replaceAll(' ', ''));
  const arm = match?.[1] ?? null;
  if (!match || (arm !== null && !ARMS.includes(arm as Arm)) || Number(match[2]) < 1) {
    throw new ConfigError('threshold-invalid', `"${text}" is not a threshold`, {
      hint: `Write pass@1=0.30 (a fraction), or name the arm: ${ARMS.map((name) => `${name}:pass@1=0.30`).join(', ')}.`,
    });
  }
  /** `atLeast` is a fraction. */
  return { arm: arm as Arm | null, k: Number(match[2]), atLeast: Number(match[3]) };
}

/** The error (exit code 3) of a value below the threshold, or of none; null at or above it. */
export function shortfallBelow(
  { k, atLeast }: ReturnType<typeof parseThreshold>,
  value: number | undefined,
  of: string,
): MutagreeError | null {
  if (value === undefined)
    return new ConfigError('threshold-unknown', `${of} has no pass@${k}`, { hint: `Add ${k} to --k.` });
  if (value >= atLeast) return null;
  return new ThresholdError('threshold-missed', `pass@${k} of ${of} is ${value.toFixed(4)}, below ${atLeast}`);
}
