import { parsePython } from '../../python-source/syntax/python-tree.ts';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

/** The text of a plain literal; null if it has more than quotes and simple escapes. */
function textOfLiteral(literal: string): string | null {
  const quoted = /^(['"])([\s\S]*)\1$/.exec(literal);
  if (!quoted) return null;
  let simple = true;
  const text = (quoted[2] ?? '').replace(/\\([\s\S])/g, (_, escaped: string) => {
    const known = ESCAPES[escaped];
    simple &&= known !== undefined;
    return known ?? '';
  });
  return simple ? text : null;
}

/** The texts of a Python list of string literals, as `repr` writes it; null where it is anything else. */
export function pythonTexts(source: string): string[] | null {
  const tree = parsePython(`${source.trim()}\n`);
  const [statement, ...others] = tree.root.namedChildren;
  const list = statement ? statement.namedChildren[0] : undefined;
  if (tree.hasError || others.length > 0 || list?.type !== 'list') return null;
  const texts = list.namedChildren.map((node) =>
    node.type === 'string' ? textOfLiteral(tree.text.slice(node.start, node.end)) : null,
  );
  return texts.every((text) => text !== null) ? texts : null;
}

/** Texts as Python's `repr` writes their list: in single quotes unless only they occur inside. */
export function spelledTexts(texts: readonly string[]): string {
  const spelled = texts.map((text) => {
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    const escaped = text
      .replaceAll('\\', '\\\\')
      .replaceAll('\n', '\\n')
      .replaceAll('\t', '\\t')
      .replaceAll('\r', '\\r')
      .replaceAll(quote, `\\${quote}`);
    return quote + escaped + quote;
  });
  return `[${spelled.join(', ')}]`;
}
