/** A whole number with commas, the same in every locale. */
export function count(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 task`, `3 tasks`. */
export function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** `1 program agrees on 2 tests`. */
export function agreeingText(programs: number, tests: number): string {
  return `${plural(programs, 'program')} ${programs === 1 ? 'agrees' : 'agree'} on ${plural(tests, 'test')}`;
}
