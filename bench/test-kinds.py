"""How a suite's tests are run, by kind: CodeT's, AgentCoder's and Helia's generated tests (../shared, see its README).

RUNNER=src/sandbox/runner python3 bench/test-kinds.py [--list KIND]

Kinds planned and asked (before: pure) are judged where no code of a model runs; beside (before: general) is weak.
"""

import ast
import collections
import gzip
import json
import os
import sys
import time

RUNNER = os.environ.get("RUNNER", os.path.join(os.path.dirname(__file__), "..", "src", "sandbox", "runner"))
SHARED = os.environ.get("SHARED", os.path.join(os.path.dirname(__file__), "..", "..", "shared"))
sys.path.insert(0, RUNNER)
from suite import Suite  # noqa: E402


def lines(*path):
    name = os.path.join(SHARED, *path)
    with gzip.open(name, "rt") if name.endswith(".gz") else open(name) as stream:
        for line in stream:
            yield json.loads(line)


def assertions(text):
    """Top-level assertions of a reply; of one that is not Python, its lines that are."""
    try:
        trees = [(ast.parse(text), text)]
    except (SyntaxError, ValueError):
        trees = []
        for line in text.split("\n"):
            try:
                trees.append((ast.parse(line.strip()), line.strip()))
            except (SyntaxError, ValueError):
                pass
    for tree, source in trees:
        for node in tree.body:
            if isinstance(node, ast.Assert):
                yield ast.get_source_segment(source, node)


def codet():
    for task in lines("codet", "matrix.jsonl.gz"):
        yield task["entry_point"], [{"kind": "assertion", "code": code} for code in task["tests"]]


def agentcoder(entries):
    for task in lines("strong", "agentcoder-humaneval-even.jsonl.gz"):
        name = entries[task["task_id"]]
        found = {code for reply in task["tests"] for code in assertions(reply) if name in code}
        yield name, [{"kind": "assertion", "code": code} for code in sorted(found)]


def helia(entries):
    for row in lines("strong", "helia-tests-humaneval-even.jsonl.gz"):
        bodies = []
        try:
            tree = ast.parse(row["module"])
        except SyntaxError:
            # One test that cannot be read, as the project's own reader of modules counts it.
            yield entries[row["task_id"]], [{"kind": "method", "module": row["module"], "method": "?"}]
            continue
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef) and inner.name.startswith("test"):
                        method = "%s.%s" % (node.name, inner.name)
                        bodies.append({"kind": "method", "module": row["module"], "method": method})
        yield entries[row["task_id"]], bodies


def main():
    entries = {task["task_id"]: task["entry_point"] for task in lines("codet", "matrix.jsonl.gz")}
    listed = sys.argv[2] if sys.argv[1:2] == ["--list"] else None
    for title, tasks in (("CodeT", codet()), ("AgentCoder", agentcoder(entries)), ("Helia", helia(entries))):
        kinds, started = collections.Counter(), time.process_time()
        for entry_point, tests in tasks:
            suite = Suite({"entryPoint": entry_point, "tests": tests})
            for test, body in zip(suite.tests, tests):
                kinds[test.kind] += 1
                if test.kind == listed:
                    print(title, entry_point, "|", body.get("method") or body["code"])
        total = sum(kinds.values())
        shares = ", ".join("%s %d (%.1f %%)" % (kind, count, 100.0 * count / total) for kind, count in kinds.most_common())
        print("%s: %d tests: %s; read in %.1f CPU s" % (title, total, shares, time.process_time() - started))


main()
