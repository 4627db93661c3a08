"""How cells of generated tests are decided when they run: strong, weak or undecided, by kind of test.

python3 -I -S -B bench/kinds-as-run.py [TASKS]

CodeT's tests with its programs, AgentCoder's with its programs, Helia's with AgentCoder's (../shared, see its README),
of every set the first so many tasks with even numbers (12). Strong: decided by the judge; weak: by a process beside the program or
with names or objects of the program's; undecided: a test that is not Python, and an outcome that is not a verdict on the
program (the test's own process gave none). Figures of cells, one line per set.
"""

import collections
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.environ.get("RUNNER", os.path.join(HERE, "..", "src", "sandbox", "runner"))]
import main as runner  # noqa: E402


def sources():
    """``test-kinds.py`` without its own run."""
    with open(os.path.join(HERE, "test-kinds.py")) as stream:
        text = stream.read().rpartition("\nmain()")[0]
    space = {"__name__": "test_kinds", "__file__": os.path.join(HERE, "test-kinds.py")}
    exec(compile(text, "test-kinds.py", "exec"), space)
    return space


def even(task_id):
    return int(task_id.rpartition("/")[2]) % 2 == 0


def sets_of(read, count):
    """(title, entry point, programs, tests) of the tasks taken."""
    matrix = {row["task_id"]: row for row in read["lines"]("codet", "matrix.jsonl.gz") if even(row["task_id"])}
    tasks = {row["task_id"]: row for row in read["lines"]("codet", "tasks.jsonl")}
    entries = {task_id: row["entry_point"] for task_id, row in matrix.items()}
    chosen = list(matrix)[:count]
    agent = {row["task_id"]: row for row in read["lines"]("strong", "agentcoder-humaneval-even.jsonl.gz")}
    for task_id in chosen:
        row = matrix[task_id]
        yield "CodeT", row["entry_point"], list(dict.fromkeys(row["candidates"]))[:6], assertions(row["tests"])
    programs = {task_id: programs_of(agent[task_id], tasks[task_id]) for task_id in chosen}
    for task_id in chosen:
        found = {
            code for reply in agent[task_id]["tests"] for code in read["assertions"](reply) if entries[task_id] in code
        }
        yield "AgentCoder", entries[task_id], programs[task_id], assertions(sorted(found))
    modules = list(read["lines"]("strong", "helia-tests-humaneval-even.jsonl.gz"))
    for task_id in chosen:
        rows = [row for row in modules if row["task_id"] == task_id]
        tests = [test for row in rows for test in methods(row["module"])]
        yield "Helia", entries[task_id], programs[task_id], tests


def programs_of(row, task):
    """Replies are bodies or whole functions; the reference comes with them."""
    whole = [text if "def %s" % task["entry_point"] in text else task["prompt"] + text for text in row["programs"]]
    front = "from typing import *\nimport math, re\n"
    return list(dict.fromkeys([task["prompt"] + task["canonical_solution"], *(front + text for text in whole)]))


def assertions(codes):
    return [{"kind": "assertion", "code": code} for code in codes]


def methods(module):
    import ast

    try:
        tree = ast.parse(module)
    except SyntaxError:
        return [{"kind": "method", "module": module, "method": "?"}]
    return [
        {"kind": "method", "module": module, "method": "%s.%s" % (node.name, inner.name)}
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for inner in node.body
        if isinstance(inner, ast.FunctionDef) and inner.name.startswith("test")
    ]


def main():
    count = int((sys.argv[1:] + ["12"])[0])
    runner.add_site_names()
    with tempfile.TemporaryDirectory() as scratch:
        settings = {"scratch": [scratch], "null": os.open(os.devnull, os.O_RDWR)}
        out = os.fdopen(os.dup(1), "w")
        os.dup2(settings["null"], 1)
        programs = runner.start_zygote(settings, (out.fileno(),), runner.of_programs, True)
        tests = runner.start_zygote(settings, (out.fileno(), programs[0].fileno()), runner.of_tests, False)
        judge = runner.make_judge(programs, tests)
        figures = collections.OrderedDict()
        for title, entry_point, codes, bodies in sets_of(sources(), count):
            found = figures.setdefault(title, collections.Counter())
            found["tasks"] += 1
            found["tests"] += len(bodies)
            judge.add_suite("suite", {"entryPoint": entry_point, "tests": bodies})
            for code in codes:
                found["programs"] += 1
                job = {"code": code, "suite": "suite", "timeoutMs": 1000, "memoryMib": 256}
                take(found, judge.suites["suite"].tests, judge.run(job))
        for title, found in figures.items():
            print(json.dumps(dict({"set": title}, **found)), file=out, flush=True)
    os._exit(0)


def take(found, tests, result):
    weak = set(result["weak"])
    for index, (test, verdict) in enumerate(zip(tests, result["verdicts"])):
        found["cells"] += 1
        decided = "weak" if index in weak else "strong"
        detail = result["details"][index] or ""
        if test.kind == "broken" or verdict == "not-run" or "the test's process" in detail:
            decided = "undecided"
        found[decided] += 1
        found["%s %s" % (test.kind, decided)] += 1
        found["verdict " + verdict] += 1


main()
