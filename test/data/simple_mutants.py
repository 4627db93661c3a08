"""Runs every simple mutant of each task's reference against the task's official tests.

Reads `{"tasks": [{"id", "prompt", "body", "test", "entry"}], "timeoutSeconds"}` from stdin, where prompt + body is the
reference and only the body is mutated. Prints `{"references": [{"id", "passes", "examples", "failedExamples"}],
"mutants": [{"id", "kind", "before", "after", "killed"}]}`.

A mutant changes one node of the syntax tree: an operator, a comparison, a constant, or a statement that is left out.
One that raises or takes too long is killed.
"""

import ast
import doctest
import json
import signal
import sys

ARITHMETIC = {
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Add, ast.Div],
    ast.Div: [ast.Mult],
    ast.FloorDiv: [ast.Mult],
    ast.Mod: [ast.Mult],
    ast.Pow: [ast.Mult],
}
COMPARISON = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
}
LEFT_OUT = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.If, ast.For, ast.While)


class TooSlow(BaseException):
    """Raised by the timer; no `except Exception` of a mutant swallows it."""


def on_alarm(_signal, _frame):
    raise TooSlow


def other_constants(value):
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return [value + "x"]
    return []


def changes(node):
    """(kind, owner, key, new value) of each simple change of one node; the owner is the node or a list in it."""
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        for operator in ARITHMETIC.get(type(node.op), []):
            yield "operator", node, "op", operator()
    if isinstance(node, ast.BoolOp):
        yield "operator", node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And()
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "operator", node, "op", ast.UAdd()
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            for replacement in COMPARISON[type(operator)]:
                yield "comparison", node.ops, at, replacement()
    if isinstance(node, ast.Constant):
        for value in other_constants(node.value):
            yield "constant", node, "value", value
    for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
        if isinstance(block, list):
            for at, statement in enumerate(block):
                if isinstance(statement, LEFT_OUT):
                    yield "left-out", block, at, ast.copy_location(ast.Pass(), statement)


def put(owner, key, value):
    """Sets and returns what stood there before."""
    if isinstance(owner, list):
        owner[key], before = value, owner[key]
    else:
        before = getattr(owner, key)
        setattr(owner, key, value)
    return before


def changed_line(before, after):
    pairs = zip(before.split("\n"), after.split("\n"))
    return next(((old.strip(), new.strip()) for old, new in pairs if old != new), (before, after))


def mutants(prompt, body):
    """(kind, line before, line after, source) of each distinct mutant."""
    tree = ast.parse(prompt + body)
    first_line = prompt.count("\n") + 1
    original = ast.unparse(tree)
    seen = {original}
    for node in list(ast.walk(tree)):
        for kind, owner, key, new in list(changes(node)):
            place = owner[key] if kind == "left-out" else node
            if place.lineno < first_line:
                continue
            old = put(owner, key, new)
            source = ast.unparse(tree)
            put(owner, key, old)
            if source not in seen:
                seen.add(source)
                yield (kind, *changed_line(original, source), source)


def passes(source, test, entry, seconds):
    namespace = {"__name__": "candidate"}
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        exec(compile(source + "\n" + test, entry, "exec"), namespace)
        namespace["check"](namespace[entry])
        return True
    except (Exception, TooSlow):
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def run_examples(source, entry):
    namespace = {"__name__": "candidate"}
    exec(compile(source, entry, "exec"), namespace)
    runner = doctest.DocTestRunner(verbose=False)
    for examples in doctest.DocTestFinder(recurse=False).find(namespace[entry], entry, globs=namespace, module=False):
        runner.run(examples, out=lambda _text: None)
    return {"examples": runner.tries, "failedExamples": runner.failures}


def main():
    job = json.load(sys.stdin)
    sys.setrecursionlimit(300)
    signal.signal(signal.SIGVTALRM, on_alarm)
    references, results = [], []
    for task in job["tasks"]:
        source = task["prompt"] + task["body"]
        passed = passes(source, task["test"], task["entry"], 5)
        references.append({"id": task["id"], "passes": passed, **run_examples(source, task["entry"])})
        for kind, before, after, mutant in mutants(task["prompt"], task["body"]):
            killed = not passes(mutant, task["test"], task["entry"], job["timeoutSeconds"])
            results.append({"id": task["id"], "kind": kind, "before": before, "after": after, "killed": killed})
    json.dump({"references": references, "mutants": results}, sys.stdout)


main()
