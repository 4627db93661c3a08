import { fieldSources } from '../reading/json-source.ts';

/**
 * One line of JSON of a changed record, in which every unchanged field keeps the file's spelling: JSON in JavaScript
 * has neither `1.0` nor integers of twenty digits, and a harness in Python does.
 *
 * @param source JSON text of `original`
 */
export function respell(
  source: string,
  original: Readonly<Record<string, unknown>>,
  changed: Readonly<Record<string, unknown>>,
): string {
  const spelled = fieldSources(source);
  const fields = Object.entries(changed).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const same = value === original[name] && spelled.has(name);
    return [`${JSON.stringify(name)}: ${same ? oneLine(spelled.get(name) ?? '') : JSON.stringify(value)}`];
  });
  return `{${fields.join(', ')}}`;
}

/** Line ends in JSON occur between values only: those in texts are escaped. */
const oneLine = (text: string) => text.replace(/[\r\n]+\s*/g, ' ');
