/** Text of the data or a model as one line of Markdown: nothing in it is markup or HTML, in whatever shows it. */
export function markdownText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\\`*_[\]|#~]/g, (character) => `\\${character}`)
    .replace(/&(?=\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
