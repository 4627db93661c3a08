import { dedentFully } from '../syntax/dedent.ts';
import { textInJson } from './unwrap-envelope.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
  '#x27': "'",
  '#34': '"',
};
const ENTITY = new RegExp(`&(${Object.keys(ENTITIES).join('|')});`, 'gi');

const withoutEntities = (code: string): string =>
  code.replace(ENTITY, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);

/** Code of a page, which may be valid Python as it is (`a &lt; b`): an entity outside of texts, and no sign that one writes. */
const isEncoded = (code: string): boolean =>
  /^[^'"#\n]* &(?:lt|gt|amp);[= ]/m.test(code) && !/[<>]|&(?!#?\w+;)/.test(code);

const PROMPT_SIGN = /^[ \t]*(?:>>>|\.\.\.|In \[\d+\]:|\.\.\.:)(?: |$)/;
const FIRST_SIGN = /^[ \t]*(?:>>>|In \[\d+\]:) ?/m;
const LINE_NUMBER = /^[ \t]*\d+(?:[ \t]*[|:][ \t]?|[ \t]|$)/;

const mapLines = (code: string, map: (line: string) => readonly string[]): string =>
  code.split('\n').flatMap(map).join('\n');

/** Forms of code that are not valid Python: how to recognise and how to undo each. */
const HINTS: readonly (readonly [shows: RegExp, undo: (code: string) => string])[] = [
  [
    /[\u00a0\u2000-\u200a\u202f\u3000]|[\u200b-\u200d\u2060]/,
    (code) => code.replace(/[\u200b-\u200d\u2060]/g, '').replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' '),
  ],
  [/^[ \t]*["{[]/, (code) => textInJson(code) ?? code],
  [
    /^[^\n]*\\n[^\n]*$/,
    (code) =>
      code
        .replace(/\\n/g, '\n')
        .replace(/\\t/g, '\t')
        .replace(/\\(["'])/g, '$1'),
  ],
  [ENTITY, withoutEntities],
  [FIRST_SIGN, (code) => mapLines(code, (line) => (PROMPT_SIGN.test(line) ? [line.replace(PROMPT_SIGN, '')] : []))],
  [
    /^(?:\+[ \t]*(?:def|class|import|from|async|@)|@@ )/m,
    (code) => mapLines(code, (line) => (/^(?:-|@@|\+\+\+)/.test(line) ? [] : [line.replace(/^[+ ]/, '')])),
  ],
  [/^[ \t]*1[ \t|:]/, (code) => mapLines(code, (line) => [line.replace(LINE_NUMBER, '')])],
  [/[“”‘’]/, (code) => code.replace(/[“”]/g, '"').replace(/[‘’]/g, "'")],
  [
    /[（），：［］｛｝＝]/,
    (code) => code.replace(/[（），：［］｛｝＝]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)),
  ],
  [/^(?:[ \t]*\n)*[ \t]+\S/, dedentFully],
  // A blank that the first line alone has.
  [/^\s*[ \t](?:async |def |class |from |import |@)/, (code) => code.trimStart()],
];

/**
 * The code unchanged, then repaired as a person would: no-break and zero-width spaces, JSON, HTML entities, transcripts
 * of a session, diffs, numbered lines, typographic quotes, indentation; each repair on top of the previous ones.
 */
export function* repairedCode(code: string): Iterable<string> {
  let repaired = isEncoded(code) ? withoutEntities(code) : code;
  yield repaired;
  for (const [shows, undo] of HINTS) {
    if (repaired.search(shows) < 0) continue;
    const next = undo(repaired);
    if (next !== repaired) yield next;
    repaired = next;
  }
}
