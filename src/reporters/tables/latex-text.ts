/** Characters that are commands, or not in the fonts. */
const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '"': "''",
  '|': '\\textbar{}',
  // In the fonts of T1 alone.
  '\u00ab': '$\\ll$',
  '\u00bb': '$\\gg$',
  '\u00d0': '?',
  '\u00f0': '?',
  '\u00de': '?',
  '\u00fe': '?',
  // Typographic characters that the input encoding of a bare LaTeX does not know everywhere.
  '\u2018': '`',
  '\u2019': "'",
  '\u201a': ',',
  '\u201c': '``',
  '\u201d': "''",
  '\u201e': ',,',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '--',
  '\u2014': '---',
  '\u2026': '...',
  '\u2212': '$-$',
  '\u2190': '$\\leftarrow$',
  '\u2192': '$\\rightarrow$',
  '\u2248': '$\\approx$',
  '\u2260': '$\\ne$',
  '\u2264': '$\\le$',
  '\u2265': '$\\ge$',
  '\u0394': '$\\Delta$',
};

/** Before these a quotation mark opens. */
const OPENING_QUOTE = /(?<=^|[\s([])"/g;

/** Text of data or model as LaTeX: without commands, and with a question mark for characters that fonts lack. */
export function latexText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(OPENING_QUOTE, '\u201c')
    .replace(/[^0-9A-Za-z ]/gu, (character) => {
      const known = SPECIAL[character];
      if (known !== undefined) return known;
      return /[ -~\u00a1-\u00ff]/.test(character) ? character : '?';
    });
}
