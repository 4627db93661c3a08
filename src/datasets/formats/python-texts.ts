import { readValue } from '../../python-source/probes/python-value.ts';
import { writeStringLiteral } from '../../python-source/probes/string-literal.ts';
import { parsePython } from '../../python-source/syntax/python-tree.ts';

/** The texts of a Python list of string literals, as `repr` writes it; null where it is anything else. */
export function pythonTexts(source: string): string[] | null {
  const { root, hasError } = parsePython(`${source.trim()}\n`);
  const [statement, ...others] = root.namedChildren;
  const list = statement?.firstNamedChild;
  const value = hasError || others.length > 0 || list?.type !== 'list' ? null : readValue(list);
  const texts = value?.kind === 'list' ? value.items.map((item) => (item.kind === 'str' ? item.value : null)) : [null];
  return texts.every((text) => text !== null) ? texts : null;
}

/** Texts as Python's `repr` writes their list: in single quotes unless only they occur inside. */
export const spelledTexts = (texts: readonly string[]): string =>
  `[${texts.map((text) => writeStringLiteral(text, text.includes("'") && !text.includes('"') ? '"' : "'")).join(', ')}]`;
