/** Whether a sign can be part of a word or identifier; undefined (the text's border) can't. */
export function isWordSign(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);
}

/** Starts of every whole-word, same-case occurrence of `word`, in order. */
export function* wholeWordStarts(text: string, word: string): Iterable<number> {
  if (word === '') return;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!isWordSign(text[at - 1]) && !isWordSign(text[at + word.length])) yield at;
  }
}

/** Whether `word` occurs as a whole word. */
export function hasWord(text: string, word: string): boolean {
  for (const _ of wholeWordStarts(text, word)) return true;
  return false;
}
