import { inflateSync } from 'node:zlib';
import type { SandboxTest } from '../../core/sandbox.ts';

/** What runs the test once the program is loaded; null where the test cannot run in one script with it. */
function runOf({ body }: SandboxTest): { readonly test: string; readonly stdin: string } | null {
  if (body.kind === 'assertion') return { test: body.code, stdin: '' };
  if (body.kind === 'stdio') return { test: '', stdin: body.stdin };
  if (body.kind !== 'method') return null;
  const [owner, name] = body.method.split('.');
  // debug() raises what the test raises, where run() would only count it.
  return { test: `${body.module}\n${owner}(${JSON.stringify(name ?? 'runTest')}).debug()`, stdin: '' };
}

/** Python text that is the same in Python and JSON but for characters outside of the plane that both escape alike. */
const quoted = (text: string) => JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/**
 * A script that runs a program and then a test, and prints the traceback of what is raised, with the source lines of both,
 * packed: a sandbox writes outputs in its own way, and keeps 1,940 characters of them.
 * It is for people to read and for nothing else: the program runs in its process and could print whatever it likes.
 */
export function tracebackProgram(
  program: string,
  test: SandboxTest,
  setup: string,
): { readonly code: string; readonly stdin: string } | null {
  const run = runOf(test);
  if (!run) return null;
  const code = `import base64, io, linecache, sys, traceback, zlib
_sources = [("setup", ${quoted(setup)}), ("program", ${quoted(program)}), ("test", ${quoted(run.test)})]
_names = {"__name__": "__main__"}
_screen, sys.stdout = sys.stdout, io.StringIO()
_said = ""
for _name, _text in _sources:
    linecache.cache[_name + ".py"] = (len(_text), None, _text.splitlines(True), _name + ".py")
try:
    for _name, _text in _sources:
        exec(compile(_text, _name + ".py", "exec"), _names)
except BaseException as _error:
    _trace = _error.__traceback__
    _said = "".join(traceback.format_exception(type(_error), _error, _trace and _trace.tb_next))
sys.stdout = _screen
for _most in (3000, 2000, 1350):
    _packed = base64.b64encode(zlib.compress(_said.encode("utf-8", "replace")[-_most:])).decode()
    if len(_packed) <= 1900:
        break
print(_packed)
`;
  return { code, stdin: run.stdin };
}

/** What that script printed, from its output as a sandbox keeps it; null where it is not a traceback. */
export function readTraceback(output: string | null): string | null {
  const encoded = /[A-Za-z0-9+/]{8,}={0,2}/.exec(output ?? '')?.[0];
  if (encoded === undefined) return null;
  try {
    // The end is kept, which may begin inside a character. The program could have printed this itself, and more of it.
    const said = inflateSync(Buffer.from(encoded, 'base64'), { maxOutputLength: 10_000 }).toString('utf8');
    const text = said.replace(/^\ufffd+/, '').trim();
    return /^\s*(?:File "|[\w.]+(?:: |$))/m.test(text) ? text : null;
  } catch {
    return null;
  }
}
