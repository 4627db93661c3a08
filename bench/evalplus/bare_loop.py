"""What the calls of EvalPlus's inputs cost by themselves: a lower bound for any evaluator that runs them.

A forked process per program, no sandbox; the first wrong answer, exception or call over its limit ends a program (4 s, or
four times the reference's, of CPU time). Verdicts are rough: answers are compared by ``==`` or to 1e-6.

python bare_loop.py TASKS.jsonl SAMPLES.jsonl  (as bench/evaluate-beside-evalplus.ts leaves them in its --folder)
"""

import collections
import copy
import json
import os
import resource
import signal
import sys
import time

LIMIT_SECONDS, REFERENCE_FACTOR = 4.0, 4
MEMORY_BYTES = 4 << 30


class OverLimit(BaseException):
    pass


def stop(*_):
    raise OverLimit


def load(code, entry_point):
    namespace = {}
    exec(compile(code, "<program>", "exec"), namespace)
    return namespace[entry_point]


def timed(function, arguments, limit):
    """(answer, CPU seconds); arguments are copied, since programs change them."""
    own = copy.deepcopy(arguments)
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    try:
        answer = function(*own)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return answer, time.process_time() - begun


def is_right(answer, expected):
    if answer == expected:
        return True
    try:
        return abs(answer - expected) < 1e-6
    except TypeError:
        return False


def judge(code, task, answers):
    """(verdict, CPU seconds of all, CPU seconds of the calls)"""
    begun, calls = time.process_time(), 0.0
    verdict = "pass"
    try:
        function = load(code, task["entry_point"])
        for arguments, (expected, seconds) in answers:
            answer, spent = timed(function, arguments, max(LIMIT_SECONDS, REFERENCE_FACTOR * seconds))
            calls += spent
            if not is_right(answer, expected):
                verdict = "wrong"
                break
    except OverLimit:
        verdict, calls = "timeout", calls + LIMIT_SECONDS
    except BaseException:
        verdict = "error"
    return verdict, time.process_time() - begun, calls


def forked(work):
    """What ``work`` returns, from a process of its own; None where that ended by itself."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.close(reading)
        quiet = os.open(os.devnull, os.O_RDWR)
        os.dup2(quiet, 1)
        os.write(writing, json.dumps(work()).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        data = pipe.read()
    os.wait()
    return json.loads(data) if data else None


def judge_all(task, codes):
    signal.signal(signal.SIGVTALRM, stop)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    reference = load(task["prompt"] + task["canonical_solution"], task["entry_point"])
    inputs = [*task["base_input"], *task["plus_input"]]
    answers = [(arguments, timed(reference, arguments, 60)) for arguments in inputs]
    return [forked(lambda code=code: judge(code, task, answers)) or ("died", 0.0, 0.0) for code in codes]


def main(task_file, sample_file):
    sys.setrecursionlimit(100_000)
    sys.set_int_max_str_digits(0)
    codes = collections.defaultdict(dict)
    with open(sample_file) as lines:
        for sample in map(json.loads, lines):
            codes[sample["task_id"]][sample["solution"]] = True
    verdicts = collections.Counter()
    seconds = []
    with open(task_file) as lines:
        for task in map(json.loads, lines):
            name = task["task_id"]
            judged = forked(lambda task=task, name=name: judge_all(task, codes[name])) or []
            verdicts.update(verdict for verdict, _, _ in judged)
            seconds.append((sum(own for _, own, _ in judged), sum(calls for _, _, calls in judged), name))
    print("%d programs that differ: %s" % (sum(verdicts.values()), dict(verdicts)))
    print("%.1f CPU s, %.1f of them in calls" % (sum(own for own, _, _ in seconds), sum(calls for _, calls, _ in seconds)))
    for own, calls, name in sorted(seconds, reverse=True)[:8]:
        print("%s: %.1f CPU s, %.1f in calls" % (name, own, calls))


if __name__ == "__main__":
    main(*sys.argv[1:])
