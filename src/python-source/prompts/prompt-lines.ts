import type { RegionKind, Span } from '../../core/text.ts';

/** One line of running text with its line end. */
export interface Line extends Span {
  /** Without surrounding white space. */
  readonly text: string;
  readonly indent: number;
}

/** The lines of a stretch of text; their spans cover it. */
export function linesOf(text: string, { start, end }: Span): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at);
    const stop = newline < 0 || newline >= end ? end : newline + 1;
    const raw = text.slice(at, stop);
    lines.push({ start: at, end: stop, text: raw.trim(), indent: raw.length - raw.trimStart().length });
    at = stop;
  }
  return lines;
}

/** `-----Input-----`, `**Constraints:**`, `Output`: a heading of a competition statement, alone on its line. */
const SPECIFICATION =
  /^[-=*#\s]*(?:input|output|input format|output format|constraints?|limits?|scoring|subtasks?)[-=*\s]*:?[-=*\s]*$/i;
/** `Example 1:`, `For example:`, `-----Sample Input-----`. */
const EXAMPLE =
  /^[-=*#\s]*(?:(?:for |some |an )?(?:examples?|for instance|e\.g\.)|(?:sample|example) (?:input|output|case|test)s?|sample)(?: (?:of )?(?:usage|use|calls?|cases?|inputs?|outputs?|tests?))?\s*[#\d]*\s*[-=*\s]*[:.]?[-=*\s]*$/i;
const SAMPLE = /^[-=*#\s]*(?:sample|example) (?:input|output)/i;
/** The same at the end of a line, where a scraper has lost the line break. */
const TRAILING_SAMPLE = /[.)]\s*sample input\s*\d*:?$/i;
const EXPLANATION = /^\W*explanation\b/i;
/** Back to running text. */
const OTHER_HEADING =
  /^[-=*#\s]*(?:notes?|hints?|follow[- ]up|args?|arguments?|parameters?|params|returns?|raises?|yields?|requirements?|description|task|problem|story|background|remarks?|see also|references?|warnings?)[-=*\s]*:?[-=*\s]*$/i;

/** "The function should output with:", "Note that": running text directly after a doctest's output. */
const DIRECTIVE = /^(?:The function|This function|You|Your \w+) (?:should|must) [^:]{0,80}:|^Note that\b|^Notes?:/;

const ARROW = /==|->|=>|➞|→|➔|⟶/;
const LABELLED = /^\W*(?:sample |expected |example )?(?:inputs?|outputs?)\s*\d*\s*[:=]/i;
const BULLET = /^(?:[-*•+]|\d+[.)])\s/;
const INEQUALITY =
  /(?:<=?|≤|\\leq?|\\lt)\s*[^\s<>=]+(?:\s*[-+*^]\s*[^\s<>=]+)*\s*(?:<=?|≤|\\leq?|\\lt)|^\S+\s*(?:<=|≤|>=|≥|\\leq?)\s*\S+$/;

const INEQUALITY_OR_EQUALITY = /<|>|==|≤|≥/;

/** Words that read as language: letters only, outside brackets and quotes. */
function proseWords(text: string): number {
  const bare = text.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|"[^"]*"|'[^']*'|`[^`]*`/g, ' ');
  return bare.match(/(?<=^|\s)[A-Za-z][a-z]+(?=$|[\s,.;:!?])/g)?.length ?? 0;
}

/** A line this wordy stays running text, whatever calls or arrows it mentions: those are protected one by one. */
const WORDY = 12;

function showsExample(text: string, callsEntryPoint: RegExp | null): boolean {
  if (LABELLED.test(text)) return proseWords(text.replace(LABELLED, '')) < WORDY / 2;
  const marked = ARROW.test(text) || (callsEntryPoint?.test(text) ?? false);
  return marked && proseWords(text) < WORDY;
}

type Section = 'none' | 'example' | 'explanation' | 'sample' | 'constraint';

/** Classifies lines one after the other, with the help of their section; null for a blank line, which goes with the one before. */
function lineReader(callsEntryPoint: RegExp | null, statement: boolean): (text: string) => RegionKind | null {
  let section: Section = 'none';
  let doctest = false;
  let afterBlank = false;

  function headingKind(text: string): RegionKind | null {
    if (EXPLANATION.test(text) && section !== 'none') {
      if (section !== 'sample') section = 'explanation';
      return 'example';
    }
    if (text.length > 60) return null;
    if (EXAMPLE.test(text)) {
      section = SAMPLE.test(text) && statement ? 'sample' : 'example';
      return 'example';
    }
    if (SPECIFICATION.test(text)) {
      if (section === 'example' && !afterBlank) return 'example';
      section = 'constraint';
      return 'constraint';
    }
    if (!OTHER_HEADING.test(text)) return null;
    section = 'none';
    return 'prose';
  }

  function kindInSection(text: string): RegionKind {
    if (section === 'constraint') {
      if (statement || !afterBlank || BULLET.test(text)) return 'constraint';
    } else if (section === 'explanation') {
      if (!afterBlank) return 'example';
    } else if (section === 'example') {
      if (!afterBlank && !(proseWords(text) >= 5 && /^[A-Z]/.test(text))) return 'example';
      if (proseWords(text) < 2) return 'example';
    }
    section = 'none';
    return 'prose';
  }

  function kindOf(text: string): RegionKind {
    doctest = text.startsWith('>>>') || (doctest && !DIRECTIVE.test(text));
    if (doctest) return 'example';
    const heading = headingKind(text);
    if (heading) return heading;
    if (section === 'sample') return 'example';
    if (section === 'constraint' && INEQUALITY_OR_EQUALITY.test(text)) return 'constraint';
    if (showsExample(text, callsEntryPoint)) return 'example';
    if (INEQUALITY.test(text) && proseWords(text) < 3) return 'constraint';
    const kind = kindInSection(text);
    if (statement && TRAILING_SAMPLE.test(text)) section = 'sample';
    return kind;
  }

  return (text) => {
    const kind = text === '' ? null : kindOf(text);
    afterBlank = text === '';
    doctest &&= !afterBlank;
    return kind;
  };
}

export interface Stretch extends Span {
  readonly kind: RegionKind;
}

/**
 * Classifies each line of running text: prose, example or constraint.
 *
 * @param statement whether the text is a free statement, in which a section lasts to the next heading; in a docstring
 * it may end at a blank line
 */
export function classifyProse(
  text: string,
  lines: readonly Line[],
  { entryPoint, statement }: { readonly entryPoint: string | null; readonly statement: boolean },
): Stretch[] {
  const name = entryPoint?.replace(/[^\p{L}\p{N}_]/gu, '');
  const calls = name ? new RegExp(`(?<![\\p{L}\\p{N}_])${name}\\s*\\((?!\\s*\\))`, 'u') : null;
  const read = lineReader(calls, statement);
  const stretches: Stretch[] = [];
  let previous: RegionKind = 'prose';
  for (const line of lines) {
    const doctest = text.slice(line.start, line.end).indexOf('>>> ');
    if (doctest > line.indent && proseWords(text.slice(line.start, line.start + doctest)) > 2) {
      const at = line.start + doctest;
      stretches.push({ start: line.start, end: at, kind: 'prose' }, { start: at, end: line.end, kind: 'example' });
      read('>>> ');
      previous = 'example';
      continue;
    }
    const kind: RegionKind = read(line.text) ?? previous;
    stretches.push({ start: line.start, end: line.end, kind });
    previous = kind;
  }
  return stretches;
}
