import type { RegionKind } from '../../core/prompt.ts';
import type { Span } from '../../core/span.ts';

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

/** Classifies lines with the help of their section, in one pass. */
class LineReader {
  private section: Section = 'none';
  private doctest = false;
  private afterBlank = false;

  constructor(
    private readonly callsEntryPoint: RegExp | null,
    private readonly statement: boolean,
  ) {}

  /** null: a blank line, which belongs to the preceding region. */
  read({ text }: Line): RegionKind | null {
    if (text === '') {
      this.afterBlank = true;
      this.doctest = false;
      return null;
    }
    const kind = this.kindOf(text);
    this.afterBlank = false;
    return kind;
  }

  private kindOf(text: string): RegionKind {
    if (text.startsWith('>>>')) {
      this.doctest = true;
      return 'example';
    }
    if (this.doctest && !DIRECTIVE.test(text)) return 'example';
    this.doctest = false;
    const heading = this.headingKind(text);
    if (heading) return heading;
    if (this.section === 'sample') return 'example';
    if (this.section === 'constraint' && INEQUALITY_OR_EQUALITY.test(text)) return 'constraint';
    if (showsExample(text, this.callsEntryPoint)) return 'example';
    if (INEQUALITY.test(text) && proseWords(text) < 3) return 'constraint';
    if (this.statement && TRAILING_SAMPLE.test(text)) {
      const kind = this.inSection(text);
      this.section = 'sample';
      return kind;
    }
    return this.inSection(text);
  }

  private headingKind(text: string): RegionKind | null {
    if (EXPLANATION.test(text) && this.section !== 'none') {
      if (this.section !== 'sample') this.section = 'explanation';
      return 'example';
    }
    if (text.length > 60) return null;
    if (EXAMPLE.test(text)) {
      this.section = SAMPLE.test(text) && this.statement ? 'sample' : 'example';
      return 'example';
    }
    if (SPECIFICATION.test(text)) {
      if (this.section === 'example' && !this.afterBlank) return 'example';
      this.section = 'constraint';
      return 'constraint';
    }
    if (OTHER_HEADING.test(text)) {
      this.section = 'none';
      return 'prose';
    }
    return null;
  }

  private inSection(text: string): RegionKind {
    if (this.section === 'constraint') {
      if (this.statement || !this.afterBlank || BULLET.test(text)) return 'constraint';
    } else if (this.section === 'explanation') {
      if (!this.afterBlank) return 'example';
    } else if (this.section === 'example') {
      if (!this.afterBlank && !(proseWords(text) >= 5 && /^[A-Z]/.test(text))) return 'example';
      if (proseWords(text) < 2) return 'example';
    }
    this.section = 'none';
    return 'prose';
  }
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
  const reader = new LineReader(
    name ? new RegExp(`(?<![\\p{L}\\p{N}_])${name}\\s*\\((?!\\s*\\))`, 'u') : null,
    statement,
  );
  const stretches: Stretch[] = [];
  let previous: RegionKind = 'prose';
  for (const line of lines) {
    const doctest = text.slice(line.start, line.end).indexOf('>>> ');
    if (doctest > line.indent && proseWords(text.slice(line.start, line.start + doctest)) > 2) {
      const at = line.start + doctest;
      stretches.push({ start: line.start, end: at, kind: 'prose' }, { start: at, end: line.end, kind: 'example' });
      reader.read({ ...line, text: '>>> ' });
      previous = 'example';
      continue;
    }
    const kind: RegionKind = reader.read(line) ?? previous;
    stretches.push({ start: line.start, end: line.end, kind });
    previous = kind;
  }
  return stretches;
}
