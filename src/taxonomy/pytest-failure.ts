/** Where an exception came from, as far as the output tells. */
type RaisedIn = 'candidate' | 'test' | 'library' | 'unknown';

/** One exception of a traceback. */
export interface RaisedError {
  /** `TypeError`; `AssertionError` for a bare `assert`. */
  readonly type: string;
  /** Its first line, with the following `E` lines of pytest. */
  readonly message: string;
  readonly detail: string;
  readonly raisedIn: RaisedIn;
  /** The source line that pytest marks, or the last one of the traceback. */
  readonly sourceLine: string | null;
}

const SESSION = /^=+ test session starts =+$/m;
const BROKEN =
  /^(FAILED|ERROR) |^E {2,}\S|\b(FAILED|ERROR)\b\s*(\[|$)|\b\d+ (failed|errors?)\b|^Traceback \(most recent/m;

/** The sessions of the output in which something failed: logs often hold a run of the right program as well. */
function failingText(output: string): string {
  return output
    .split(SESSION)
    .filter((session) => BROKEN.test(session))
    .join('\n');
}

function isTestPath(path: string): boolean {
  return /(^|\/)(tests?|testing)\/|(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/.test(path);
}

function placeOf(path: string, line: string | null, candidateLines: ReadonlySet<string>): RaisedIn {
  if (line !== null && line.length > 5 && candidateLines.has(line)) return 'candidate';
  if (path === '') return 'unknown';
  if (isTestPath(path)) return 'test';
  return /site-packages|dist-packages|\/lib\/python\d/.test(path) ? 'library' : 'candidate';
}

const ERROR_LINE =
  /^E {3,}([A-Za-z_][\w.]*(?:Error|Exception|Warning|Failed|Exit|Interrupt|NotFound)|Failed)\b:? ?(.*)$/;
const ASSERT_LINE = /^E {3,}(assert\b.*)$/;
const SUMMARY_LINE = /^(?:FAILED|ERROR) .*? - ([\w.]*(?:Error|Exception|Failed)|assert)\b:? ?(.*)$/gm;
const CLOSING_LINE = /^(\S+\.py):\d+: ((?:[\w.]*\.)?[A-Z]\w*(?:Error|Exception|Failed))$/gm;
const PLAIN_LINE = /^((?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception)): (.*)$/;

/** Reads the failure from pytest's output (or from a plain traceback); never throws, whatever the text. */
export function readPytestFailure(output: string, candidate: string) {
  const text = failingText(output);
  const candidateLines = new Set(candidate.split('\n').map((line) => line.trim()));
  const errors: RaisedError[] = [];
  let marked: string | null = null;
  let open = null as Omit<RaisedError, 'raisedIn'> | null;
  const close = (path: string) => {
    if (!open) return;
    errors.push({ ...open, raisedIn: placeOf(path, open.sourceLine, candidateLines) });
    open = null;
  };
  for (const line of text.split('\n')) {
    const found = ERROR_LINE.exec(line) ?? (line.startsWith('E') ? null : PLAIN_LINE.exec(line));
    const assertion = ASSERT_LINE.exec(line);
    if (line.startsWith('>')) marked = line.slice(1).trim();
    else if (found && !open) {
      open = { type: shortName(found[1] ?? ''), message: found[2] ?? '', detail: '', sourceLine: marked };
    } else if (assertion && !open) {
      open = { type: 'AssertionError', message: assertion[1] ?? '', detail: '', sourceLine: marked };
    } else if (open && line.startsWith('E ')) open = { ...open, detail: `${open.detail}${line.slice(1).trim()}\n` };
    const place = /^(\S+\.py):\d+: *(?:[A-Za-z_.]*(?:Error|Exception|Failed|Exit)?)$/.exec(line);
    if (open && place) {
      close(place[1] ?? '');
      marked = null;
    } else if (/^_{3,} .* _{3,}$/.test(line)) {
      close('');
      marked = null;
    }
  }
  close('');
  // Where the tracebacks are cut off pytest's closing summary tells, and where the output begins with one its last line.
  const summed = () =>
    errorsOf(text, SUMMARY_LINE, ([, type = '', message = '']) =>
      type === 'assert' ? { type: 'AssertionError', message: `assert ${message}` } : { type: shortName(type), message },
    );
  const closing = () =>
    errorsOf(text, CLOSING_LINE, ([, path = '', type = '']) => ({
      type: shortName(type),
      raisedIn: placeOf(path, null, new Set()),
    }));
  if (errors.length === 0) errors.push(...summed());
  if (errors.length === 0) errors.push(...closing());
  return {
    /** The text of the sessions in which something failed; empty where the output shows no failure. */
    text,
    /** One entry a failing test that the output shows, in its order. */
    errors,
  };
}

/** Errors of the lines of some text, each read from its match. */
function errorsOf(text: string, line: RegExp, read: (match: readonly string[]) => Partial<RaisedError>): RaisedError[] {
  const unknown = { type: '', message: '', detail: '', raisedIn: 'unknown', sourceLine: null } as const;
  return [...text.matchAll(line)].map((match) => ({ ...unknown, ...read(match) }));
}

function shortName(type: string): string {
  return type.split('.').at(-1) ?? type;
}
