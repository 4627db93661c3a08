import type { SandboxTest } from '../../core/sandbox.ts';

/** The function that a measuring program offers: rounds in, (milliseconds of CPU, KiB at the peak) out. */
export const MEASURE = '_mutagree_measure';

/** JSON's strings are Python's, short of lone surrogates, which neither language can encode. */
const literal = (text: string) => JSON.stringify(text.replace(/[\ud800-\udfff]/gu, '?'));

/** Null for tests that need more than the program, such as those of a repository. */
function testLiteral({ body }: SandboxTest): string | null {
  switch (body.kind) {
    case 'assertion':
      return `("assertion", ${literal(body.code)}, "")`;
    case 'method':
      return `("method", ${literal(body.module)}, ${literal(body.method)})`;
    case 'in-process':
      return `(${literal(body.form)}, ${literal(body.module)}, ${literal(body.method ?? '')})`;
    case 'calls':
      return `("calls", ${literal(body.inputs)}, ${literal(body.target)})`;
    case 'stdio':
      return `("stdio", ${literal(body.stdin)}, "")`;
    default:
      return null;
  }
}

/**
 * A program that measures another on tests: in each round it is loaded anew, outside the clock, and runs them all; the
 * fastest round counts, and a last one, without the clock, traces memory. Assertions and methods raise where they do not
 * pass; what calls return and scripts print was judged before and is not looked at.
 *
 * @returns null where a test needs more than the program.
 */
export function measuringProgram(code: string, tests: readonly SandboxTest[], setup = ''): string | null {
  const literals = tests.map(testLiteral);
  if (literals.includes(null)) return null;
  return `def ${MEASURE}(rounds):
    import contextlib, io, json, sys, time, tracemalloc, unittest

    source = ${literal(`${setup}\n${code}`)}
    tests = [${literals.join(', ')}]

    def load():
        space = {"__name__": "program"}
        exec(compile(source, "program.py", "exec"), space)
        return space

    def prepare(kind, text, more):
        if kind == "assertion":
            return compile(text, "test.py", "exec"), load()
        if kind == "script":
            return compile(text, "test.py", "exec"), {"__name__": "test", "solution": source}
        if kind == "method" or kind == "unittest":
            space = load()
            exec(compile(text, "test.py", "exec"), space)
            if more:
                owner, _, name = more.partition(".")
                return space[owner](name), None
            cases = [made for made in space.values() if isinstance(made, type) and issubclass(made, unittest.TestCase)]
            return unittest.TestSuite(map(unittest.defaultTestLoader.loadTestsFromTestCase, cases)), None
        if kind == "calls":
            space = load()
            inputs = [[value(argument) for argument in call] for call in json.loads(text)]
            owner, dot, name = more.partition(".")
            return (lambda: getattr(space[owner](), name)) if dot else (lambda: space[owner]), inputs
        return compile(source, "program.py", "exec"), None

    def value(data):
        if isinstance(data, list):
            return [value(item) for item in data]
        if not isinstance(data, dict):
            return data
        if len(data) == 1:
            (key, inner), = data.items()
            if key in ("@tuple", "@set"):
                return (tuple if key == "@tuple" else set)(value(item) for item in inner)
            if key == "@dict":
                return {value(name): value(item) for name, item in inner}
            if key in ("@complex", "@float"):
                return (complex if key == "@complex" else float)(inner)
        return {name: value(item) for name, item in data.items()}

    def run(kind, text, more, made):
        what, space = made
        if kind == "assertion" or kind == "script":
            exec(what, space)
        elif kind == "calls":
            for call in space:
                what()(*call)
        elif kind == "method" or kind == "unittest":
            outcome = unittest.TestResult()
            what.run(outcome)
            if not outcome.wasSuccessful():
                raise AssertionError("the test does not pass")
        else:
            before = sys.stdin
            sys.stdin = io.StringIO(text)
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(what, {"__name__": "__main__"})
            except SystemExit:
                pass
            finally:
                sys.stdin = before

    def once():
        made = [(test, prepare(*test)) for test in tests]
        started = time.process_time()
        for test, ready in made:
            run(*test, ready)
        return 1000 * (time.process_time() - started)

    fastest = min(once() for _ in range(rounds))
    made = [(test, prepare(*test)) for test in tests]
    tracemalloc.start()
    for test, ready in made:
        run(*test, ready)
    peak = tracemalloc.get_traced_memory()[1] / 1024
    tracemalloc.stop()
    return (fastest, peak)
`;
}
