def _mutagree_measure(rounds):
    import contextlib, io, json, sys, time, tracemalloc, unittest

    source = ""
    tests = []

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
