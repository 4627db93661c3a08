"""Judges a candidate by runs that it asks of a runner, and is the only one to know which of them are the decoys'.

This process forks no candidate (``repository_runs``): a message says what one run needs, in the same form whatever the run
is for, and is all that the candidate's process could find.
"""

import base64
import random
import secrets

from decoys import decoy_of, spelled_alike, statements_decoy_of
from repository_child import BUSY_FACTOR, Ending
from repository_report import both_passed, everywhere, generated_answer, official_answer, official_report, passed_decoys

PATIENCE_SECONDS = 60
#: Of decoys, where the module as it was passes one.
MOST_DRAWS = 3
#: Of a job, what the process of a run is told.
TOLD = ("path", "nodes", "pytestArgs", "plugin", "limitMs", "tests", "function", "className")


class Judge:
    """A job's ``originals`` are its module and the files of its tests, which lie nowhere that a program could see."""

    def message(self, op, job, files, **more):
        """What a runner is sent: ``files`` ({path: bytes}) are laid, all other originals are not there."""
        return {
            "op": op,
            "files": {path: base64.b64encode(each).decode() for path, each in files.items()},
            "absent": sorted({job["path"], *job["originals"]["tests"]}.difference(files)),
            "tops": sorted({node.partition("::")[0].split("/")[0] for node in job.get("nodes", ())}),
            "job": {key: job[key] for key in TOLD if key in job},
            **more,
        }

    def ask(self, line, op, job, files, whole_ms, nonce=None):
        """Makes a run; how its process ended."""
        limits = {"nonce": nonce, "wholeMs": whole_ms, "memoryMib": job["memoryMib"]}
        message = self.message(op, job, files, **limits)
        return Ending.from_message(line.ask(message, BUSY_FACTOR * whole_ms / 1000 + PATIENCE_SECONDS))

    def run(self, job, line):
        return self.run_official(job, line) if job["op"] == "official" else self.run_generated(job, line)

    def run_generated(self, job, line):
        """Generated tests. Each that passes runs twice more, once spelled as its decoy is and once as its decoy, which must
        not pass; which comes first is drawn for each, so that neither of the two runs is the one of the decoys."""
        chance = random.SystemRandom()
        answer = self.run_cells(job, line)
        twins = {
            index: generated_twins(job["tests"][index], chance)
            for index, verdict in enumerate(answer["verdicts"]) if verdict == "pass"
        }
        twins = {index: pair for index, pair in twins.items() if pair is not None}
        decoy_first = {index: chance.random() < 0.5 for index in twins}
        for first in (True, False) if twins else ():
            tests = [twins[index][decoy_first[index] is first] for index in twins]
            again = self.run_cells({**job, "tests": tests}, line)
            answer["cpuMs"] += again["cpuMs"]
            passed = []
            for at, index in enumerate(twins):
                verdict, is_decoy = again["verdicts"][at], decoy_first[index] is first
                if not is_decoy and verdict != "pass":
                    answer["verdicts"][index], answer["details"][index] = verdict, again["details"][at]
                elif is_decoy and verdict == "pass":
                    passed.append(tests[at])
            if not passed:
                continue
            original = self.run_cells({**job, "tests": passed, **as_it_was(job)}, line)
            answer["cpuMs"] += original["cpuMs"]
            if any(verdict != "pass" for verdict in original["verdicts"]):
                return everywhere(job, "error", "the program passes a test that must fail", cpuMs=answer["cpuMs"])
        return answer

    def run_cells(self, job, line):
        nonce = secrets.token_hex(8)
        whole_ms = job["limitMs"] * (len(job["tests"]) + 1) + job["importMs"]
        ending = self.ask(line, "generated", job, patched(job), whole_ms, nonce)
        return {**generated_answer(job, ending, nonce), "cpuMs": ending.cpu_ms}

    def run_official(self, job, line):
        """The repository's tests. What passes runs again, once spelled as decoys are and once as decoys, which must not
        pass, in an order that nobody else knows: a program that tells the first run apart gains nothing."""
        answer, ending, passes = self.run_pytest(job, line, original_tests(job))
        cpu_ms = ending.cpu_ms
        drawn = self.written_anew(job) if answer["passed"] else None
        rounds = ["alike", "decoys"] if drawn and drawn[2] else []
        random.SystemRandom().shuffle(rounds)
        for each in rounds:
            if each == "alike":
                again, ending, _ = self.run_pytest(job, line, drawn[0])
                answer = both_passed(answer, again)
                cpu_ms += ending.cpu_ms
                continue
            forged, more_ms = self.forged(job, line, passes, drawn)
            cpu_ms += more_ms
            if forged:
                answer = everywhere(job, "error", "the program passes a test that must fail: %s" % forged, passed=0, ran=0)
                break
        return {**answer, "cpuMs": cpu_ms}

    def forged(self, job, line, passes, drawn):
        """(a test that the program passes and nothing should, or None; CPU milliseconds).

        Where the module as it was passes a decoy, too, that decoy says nothing, and others are drawn.
        """
        cpu_ms = 0
        for _ in range(MOST_DRAWS):
            _, decoys, names = drawn
            _, ending, passed = self.run_pytest(job, line, decoys)
            cpu_ms += ending.cpu_ms
            found = passed_decoys(passes, names, passed)
            if not found:
                break
            _, ending, passed = self.run_pytest({**job, **as_it_was(job)}, line, decoys)
            cpu_ms += ending.cpu_ms
            forged = [node for node in found if node not in passed]
            if forged:
                return forged[0], cpu_ms
            drawn = self.written_anew(job)
        return None, cpu_ms

    def run_pytest(self, job, line, tests):
        """(answer, how the process ended, ids of the items that passed)."""
        nonce = secrets.token_hex(8)
        ending = self.ask(line, "official", job, {**tests, **patched(job)}, job["limitMs"], nonce)
        report = official_report(ending, nonce)
        answer = official_answer(job, ending, report)
        passes = [node for node, outcome in report["outcomes"].items() if outcome == "pass"] if report else []
        return answer, ending, passes

    def written_anew(self, job):
        """Of the test files: {file: contents} spelled alike, {file: contents} with an assertion in every test that cannot
        hold, and {file: names of such tests}."""
        alike, decoys, names = {}, {}, {}
        originals = original_tests(job)
        for path, content in originals.items():
            if not path.endswith(".py"):
                continue
            try:
                source = content.decode("utf-8")
                decoy, names[path] = decoy_of(source, random.SystemRandom())
                same = spelled_alike(source)
            except (SyntaxError, ValueError):
                # No test file in today's Python: pytest does not read it either.
                continue
            alike[path], decoys[path] = same.encode("utf-8"), decoy.encode("utf-8")
        return {**originals, **alike}, {**originals, **decoys}, names


def patched(job):
    return {job["path"]: base64.b64decode(job["source"])}


def original_tests(job):
    return {path: base64.b64decode(content) for path, content in job["originals"]["tests"].items()}


def original_module(job):
    return patched({**job, **as_it_was(job)})


def as_it_was(job):
    """The module under test before the candidate's function was put into it."""
    return {"source": job["originals"]["content"]}


def generated_twins(body, chance):
    """(the test spelled as its decoy is, its decoy); None where none can be made."""
    try:
        if body["kind"] == "assertion":
            return {**body, "code": spelled_alike(body["code"])}, {**body, "code": statements_decoy_of(body["code"], chance)}
        decoy, names = decoy_of(body["module"], chance)
        same = spelled_alike(body["module"])
    except (SyntaxError, ValueError, AttributeError, RecursionError, MemoryError):
        # No text of today's Python, or a Python that writes no trees (3.8).
        return None
    return ({**body, "module": same}, {**body, "module": decoy}) if body["method"] in names else None
