/** A number with its 95 % confidence interval, as a fraction. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
