/**
 * Places where a spreadsheet could see the start of a formula, which may read other cells and send them away: the start
 * of the text, and after any separator of some country's settings; fullwidth signs count, leading blanks do not.
 */
const FORMULA = /(^|[;,|\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g;

/**
 * A field by RFC 4180: quoted if it contains a possible separator, a quote or a line break. Text that a spreadsheet
 * would run gets an apostrophe in front.
 */
export function csvField(value: string | number | boolean | null): string {
  const plain = value === null ? '' : String(value);
  const text = typeof value === 'string' ? plain.replace(FORMULA, "$1$2'") : plain;
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One record. */
export function csvRow(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
