"""Runs the tests of a repository by pytest, in the process of the candidate, as the benchmark's authors do.

Besides the tests that are asked for, every session has a sentinel: a test of a random name that must fail. A candidate
that makes failing tests pass makes the sentinel pass, too, and is found out; so is one that replaced a part of pytest
(``seals``).
"""

import json
import os
import sys

import pytest

from channel import PipeChannel
from seals import Seals

LONGEST_MESSAGE = 2000
#: Of an id: a file, classes and a function.
MOST_PARTS = 20


def tell(descriptor, message):
    """Writes one frame."""
    PipeChannel(descriptor).send(json.dumps(message).encode("ascii"))


def target_of(node):
    """A node id without the parameters of its last part: all cases of a function are collected alike."""
    file, colons, rest = node.partition("::")
    if not colons:
        return file
    owner, inner, last = rest.rpartition("::")
    return file + colons + owner + inner + last.partition("[")[0]


def owners_of(node):
    """Ids that list an item: its own, and those of the function, the classes and the file that it lies in."""
    parts = node.partition("[")[0].split("::", MOST_PARTS)
    return {node, *("::".join(parts[:end]) for end in range(1, len(parts) + 1))}


class Sentinel(pytest.Item):
    """Fails."""

    def runtest(self):
        raise AssertionError(self.name)

    def reportinfo(self):
        return self.path, None, self.name


class Recorder:
    """A pytest plugin that keeps the wanted items and reports what becomes of each."""

    def __init__(self, specs, sentinel):
        self.specs, self.sentinel = frozenset(specs), sentinel
        self.outcomes, self.messages, self.problems = {}, {}, []
        self.sentinel_failed = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, session, config, items):
        kept = [item for item in items if owners_of(item.nodeid) & self.specs]
        chosen = set(kept)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        self.outcomes = {item.nodeid: "not-run" for item in kept}
        items[:] = kept
        items.append(Sentinel.from_parent(session, name=self.sentinel))

    def pytest_collectreport(self, report):
        if report.failed:
            self.problems.append(("%s: %s" % (report.nodeid, _text(report)))[:LONGEST_MESSAGE])

    def pytest_runtest_logreport(self, report):
        node = report.nodeid
        if node.rpartition("::")[2] == self.sentinel:
            self.sentinel_failed |= report.when == "call" and report.failed and self.sentinel in _text(report)
            return
        before = self.outcomes.get(node)
        if report.failed:
            # An assertion that does not hold is told apart from anything else that is raised.
            failed = "fail" if report.when == "call" and _is_assertion(report) else "error"
            if before not in ("fail", "error"):
                self.outcomes[node] = failed
                self.messages[node] = _text(report)[-LONGEST_MESSAGE:]
        elif report.skipped and before in (None, "not-run", "pass"):
            self.outcomes[node] = "skip"
        elif report.when == "call" and before in (None, "not-run"):
            self.outcomes[node] = "pass"


def _text(report):
    crash = getattr(getattr(report, "longrepr", None), "reprcrash", None)
    return str(crash.message if crash else report.longreprtext)


def _is_assertion(report):
    first = _text(report).lstrip().split("\n", 1)[0]
    return first.startswith(("AssertionError", "assert ", "Failed: DID NOT RAISE"))


def arguments(job):
    """The command line of pytest, as a list: ids with spaces in them need no quoting."""
    root = job["root"]
    own = [argument.replace("<root>", root) for argument in job["pytestArgs"]]
    given = [] if any(argument.startswith("--rootdir") for argument in own) else ["--rootdir", root]
    plugin = ["-p", job["plugin"]] if job.get("plugin") else []
    targets = list(dict.fromkeys(target_of(node) for node in job["nodes"]))
    return [*plugin, *given, "-p", "no:cacheprovider", *own, *targets]


def run_tests(job, descriptor):
    """Runs the listed tests in this process and reports; ends the process."""
    seals, sentinel = Seals(), job["nonce"]
    recorder = Recorder(job["nodes"], sentinel)
    code = int(pytest.main(arguments(job), plugins=[recorder]))
    sys.stdout.flush()
    report = {
        "exit": code, "sentinel": sentinel, "sentinelFailed": recorder.sentinel_failed, "outcomes": recorder.outcomes,
        "messages": recorder.messages, "problems": recorder.problems[:20], "changed": seals.broken() or "",
    }
    tell(descriptor, report)
    os._exit(0)
