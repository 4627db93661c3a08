import { errorFunction } from 'simple-statistics';

/** Two-sided 95 %: the 97.5 % quantile of the standard normal distribution. */
export const Z_95 = 1.959963984540054;

/** Standard normal distribution function, to about 1e-7. */
export const normalCdf = (x: number): number => (1 + errorFunction(x / Math.SQRT2)) / 2;
