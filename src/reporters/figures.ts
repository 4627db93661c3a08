import type { Estimate } from '../statistics/estimate.ts';

export { count, plural } from '../core/plural.ts';

/** Fraction as percent with one decimal, such as `34.2 %`. */
export function percent(fraction: number): string {
  return `${tenths(fraction)} %`;
}

/** Interval of a fraction in percent, such as `[26.7, 42.5]`. */
export function percentInterval({ low, high }: Pick<Estimate, 'low' | 'high'>): string {
  return `[${tenths(low)}, ${tenths(high)}]`;
}

/** Such as `34.2 % [26.7, 42.5]`. */
export function estimateText(estimate: Estimate): string {
  return `${percent(estimate.value)} ${percentInterval(estimate)}`;
}

/** A difference of fractions in percentage points, such as `+2.5 points`. */
export function points(difference: number): string {
  return `${signedTenths(difference)} points`;
}

/** The same with its interval, such as `+2.5 points [-1.7, +6.7]`. */
export function pointsWithInterval({ value, low, high }: Estimate): string {
  return `${points(value)} [${signedTenths(low)}, ${signedTenths(high)}]`;
}

/** A count with its denominator, such as `12/40 (30.0 %)`; `0/0 (0.0 %)` of nothing. */
export function shareText(part: number, whole: number): string {
  return `${part}/${whole} (${percent(part / Math.max(1, whole))})`;
}

/** A p value with two significant digits, such as `p = 0.038`, `p = 1` or `p < 0.0001`. */
export function pValueText(p: number): string {
  if (p < 0.0001) return 'p < 0.0001';
  if (p >= 0.995) return 'p = 1';
  return `p = ${p < 0.1 ? p.toFixed(Math.min(4, 1 - Math.floor(Math.log10(p)))) : p.toFixed(2)}`;
}

/** An amount with as many decimals as it needs: `12.30`, `0.0042`; `0` for nothing. */
export function usdText(usd: number): string {
  if (usd === 0) return '0';
  return usd >= 0.1 ? usd.toFixed(2) : usd.toPrecision(2);
}

/** A duration for people: `850 ms`, `14.0 s`, `31 min 40 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** ISO time as `2026-01-05 09:41 UTC`. */
export function dateText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** A fraction as percent with one decimal, without a sign of percent; never `-0.0`. */
export function tenths(fraction: number): string {
  return (100 * fraction).toFixed(1).replace(/^-(0\.0)$/, '$1');
}

/** The same with a plus in front of what is above zero. */
export function signedTenths(fraction: number): string {
  const text = tenths(fraction);
  return text.startsWith('-') || Number(text) === 0 ? text : `+${text}`;
}
