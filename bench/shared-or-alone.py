"""Generated programs whose cells share a process where the source check allows it, against a process for every cell.

python3 -I -S -B bench/shared-or-alone.py [PROGRAMS [SEED [all]]]

The judge's rechecks are left out, so that the source check alone is measured; how many of the differences they would
have met is said. A program that shares nothing runs one process per cell anyway: of those, one in ten is compared, or
``all``. Prints one JSON line of figures, and each difference before it; every 500 programs the figures so far go to
stderr.
"""

import json
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.environ.get("RUNNER", os.path.join(HERE, "..", "src", "sandbox", "runner")), HERE]
import batch  # noqa: E402
import main as runner  # noqa: E402
from generated_programs import generate  # noqa: E402

LIMITS = {"timeoutMs": 3000, "memoryMib": 256}


class Comparison:
    """A judge whose candidates run one way or the other."""

    def __init__(self, scratch):
        runner.add_site_names()
        settings = {"scratch": [scratch], "null": os.open(os.devnull, os.O_RDWR)}
        # What programs print goes nowhere, what this one prints where it should.
        self.out = os.fdopen(os.dup(1), "w")
        os.dup2(settings["null"], 1)
        programs = runner.start_zygote(settings, (self.out.fileno(),), runner.of_programs, True)
        tests = runner.start_zygote(settings, (self.out.fileno(), programs[0].fileno()), runner.of_tests, False)
        self.judge = runner.make_judge(programs, tests)
        self.alone = self.shared = False
        self.counts = dict.fromkeys("programs shared compared different caught cells strong weak".split(), 0)
        host, comparison = self.judge.host, self

        def run_batch(program, plans, limits, official, ends=None):
            # As in an official suite: a process for every cell.
            one = batch.Batch(host, program, plans, limits, official or comparison.alone, ends)
            reports = one.run()
            if not comparison.alone:
                comparison.shared = bool(one.followers) and not one.isolated
            return reports

        host.run_batch = run_batch
        self.recheck = batch.Batch.recheck
        batch.Batch.recheck = lambda one: True

    def run(self, code, suite, alone):
        self.alone = alone
        result = self.judge.run(dict(LIMITS, code=code, suite=suite))
        result.pop("cpuMs", None)
        return result

    def compare(self, code, tests, always):
        counts = self.counts
        counts["programs"] += 1
        self.judge.add_suite("suite", {"entryPoint": "f", "tests": [{"kind": "assertion", "code": test} for test in tests]})
        shared = self.run(code, "suite", False)
        counts["cells"] += len(tests)
        counts["weak"] += len(shared["weak"])
        counts["strong"] += len(tests) - len(shared["weak"])
        if self.shared:
            counts["shared"] += 1
        elif not always:
            return
        was_shared = self.shared
        counts["compared"] += 1
        alone = self.run(code, "suite", True)
        if shared == alone:
            return
        counts["different"] += 1
        counts["caught"] += was_shared and self.is_caught(code)
        self.print({"code": code, "tests": tests, "wasShared": was_shared, "shared": shared, "alone": alone})

    def print(self, value):
        print(json.dumps(value), file=self.out, flush=True)

    def is_caught(self, code):
        """Whether the judge's recheck meets the difference."""
        noticed = []

        def recheck(one):
            noticed.append(self.recheck(one))
            return noticed[-1]

        unwatched, batch.Batch.recheck = batch.Batch.recheck, recheck
        self.run(code, "suite", False)
        batch.Batch.recheck = unwatched
        return False in noticed


def compare_many(programs, seed, everything=False):
    with tempfile.TemporaryDirectory() as scratch:
        comparison = Comparison(scratch)
        for number in range(programs):
            code, tests = generate(random.Random("%d/%d" % (seed, number)))
            comparison.compare(code, tests, everything or number % 10 == 0)
            comparison.judge.forget_suite("suite")
            if number % 500 == 499:
                print(json.dumps(comparison.counts), file=sys.stderr, flush=True)
        figures = dict(comparison.counts, seed=seed, cpuSeconds=round(comparison.judge.host.cpu_ms / 1000, 1))
        comparison.print(figures)
        return figures


if __name__ == "__main__":
    arguments = sys.argv[1:]
    figures = compare_many(int((arguments + [500])[0]), int((arguments + [0, 1])[1]), arguments[2:] == ["all"])
    os._exit(1 if figures["different"] else 0)
