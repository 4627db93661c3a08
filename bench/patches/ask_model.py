"""Adds a model's patches and tests to the tasks: python3 bench/patches/ask_model.py FOLDER TASKS.jsonl.gz URL MODEL

FOLDER holds the unpacked source distributions, URL is an OpenAI-compatible endpoint. The model sees the function with its bug
and two examples of its docstring that fail, as an issue would show them: it repairs the function FIXES times and writes tests
TESTS times, at temperature 0.8. Whether a patch is right is judged as in make_tasks.py, by the package's own tests. A reply
without the function, or without a test that parses, adds nothing and is counted. A task that has its replies is not asked again.
"""

import ast
import gzip
import json
import os
import re
import subprocess
import sys
import urllib.request

from make_tasks import PACKAGES, Package, diff, examples

FIXES, TESTS, MOST_TESTS = 4, 2, 10
ISSUE = "%s\n\nThis function has a bug. It was reported with these examples:\n\n%s\n\n"
FIX = "Find the bug and write the whole function `%s` again, corrected, in one code block."
TEST = "Write five pytest functions that check what `%s` should do, by its docstring and the report. Write code only, in one block; `from %s import %s` stands above it."


def ask(url, model, content, count):
    """That many replies, from one reading of the prompt."""
    body = {"model": model, "messages": [{"role": "user", "content": content}], "temperature": 0.8, "top_p": 0.95, "max_tokens": 900, "seed": 0, "n": count}
    request = urllib.request.Request(url + "/chat/completions", json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=3600) as response:
        return [choice["message"]["content"] for choice in json.load(response)["choices"]]


def definitions(reply):
    """The functions of the first code block that parses, by name."""
    for block in re.findall(r"```\w*\n(.*?)(?:```|\Z)", reply, re.S):
        try:
            return {each.name: ast.get_source_segment(block, each) for each in ast.parse(block).body if isinstance(each, ast.FunctionDef)}
        except SyntaxError:
            continue
    return {}


def replies_to(task, folder, answers):
    spec = next(each for each in PACKAGES if each[0] == task["package"] and each[2] in task["bug"])
    package, name = Package(os.path.join(folder, spec[0]), spec[1], spec[2], spec[4]), task["id"].split()[-1]
    subprocess.run(["patch", "-p1", "-s", "-d", package.place], input=task["bug"].encode(), check=True)
    with open(os.path.join(package.place, package.path)) as file:
        broken = file.read()
    # The last one where there are several; without its decorators.
    *_, function = (each for each in ast.parse(broken).body if isinstance(each, ast.FunctionDef) and each.name == name)
    lines, start, end = broken.splitlines(True), function.lineno - 1, function.end_lineno
    given = examples(function, spec[3])
    calls = [(before, call) for before, call, _ in given]
    seen = zip(given, package.outputs(broken, calls), package.outputs(package.text, calls))
    failing = ["%s gives %s, but should give %s" % (call, found or "no answer", want) for (_, call, _), found, want in seen if found != want and want]
    issue = ISSUE % ("".join(lines[start:end]), "\n".join(failing[:2]) or "an example of the docstring fails")
    # One after the other, so that the endpoint reads what they share once.
    fixes, checks = answers(issue + FIX % name, FIXES), answers(issue + TEST % (name, spec[3], name), TESTS)
    reference, patches, tests = package.verdicts(package.text, name), [], []
    for at, reply in enumerate(fixes):
        fixed = definitions(reply).get(name)
        text = fixed and "".join([*lines[:start], fixed, "\n", *lines[end:]])
        if text and text != broken:
            patches.append({"name": "model-%d" % at, "right": package.verdicts(text, name) == reference, "patch": diff(spec[2], broken, text)})
    for reply in checks:
        tests += [body for each, body in definitions(reply).items() if each.startswith("test")]
    named = [re.sub(r"\bdef \w+", "def test_model_%d" % at, body, count=1) for at, body in enumerate(tests[:MOST_TESTS])]
    head = "import pytest\nfrom %s import *\nfrom %s import %s\n\n" % (spec[3], spec[3], name)
    wrong = [body for body in named if package.forked(package.text, lambda: runs(head + body)) is not True]
    text = head + "\n\n".join(named) + "\n" if named else ""
    return {"patches": patches, "tests": text, "tests_all": len(named), "tests_wrong": len(wrong)}


def runs(text):
    space = {}
    exec(text, space)
    (test,) = (each for name, each in space.items() if name.startswith("test_model_"))
    test()
    return True


def main(folder, path, url, model):
    with gzip.open(path) as file:
        tasks = [json.loads(line) for line in file]
    for task in tasks:
        if "model" in task:
            continue
        task["model"] = {"name": model, **replies_to(task, folder, lambda content, count: ask(url, model, content, count))}
        found = task["model"]
        print(task["id"], len(found["patches"]), sum(each["right"] for each in found["patches"]), "of", FIXES, "right;",
              found["tests_all"], "tests,", found["tests_wrong"], "wrong", flush=True)
        with gzip.GzipFile(path + ".new", "wb", mtime=0) as file:
            file.write("".join(json.dumps(each) + "\n" for each in tasks).encode())
        os.replace(path + ".new", path)


if __name__ == "__main__":
    main(*sys.argv[1:])
