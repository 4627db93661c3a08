/** Keys of labels, in order; the letters that move or undo are not among them. */
export const LABEL_KEYS = '1234567890abcdefhimopqrstvwxyz';

/**
 * The rating after a label is chosen: in place of the one before, or, where several may hold, added to or taken from
 * them.
 *
 * @param {readonly string[]} labels
 * @param {string} name
 * @param {boolean} several
 */
export function toggled(labels, name, several) {
  if (labels.includes(name)) return labels.filter((each) => each !== name);
  return several ? [...labels, name] : [name];
}
