"""What a candidate's process reported, checked field by field: any program could have written it."""

import json
from typing import NamedTuple

from channel import MEMORY, TIMEOUT, Ending
from repository_pytest import owners_of

#: Fields of the report of a run of pytest.
REPORT = {
    "exit": int, "sentinel": str, "sentinelFailed": bool, "outcomes": dict, "messages": dict, "problems": list, "changed": str,
}
OUTCOMES = frozenset(("pass", "fail", "error", "skip", "not-run"))
VERDICTS = frozenset(("pass", "fail", "error", "timeout"))
LONGEST_TEXT, LONGEST_NODE, MOST_NODES = 4000, 2000, 20_000
#: Of a run that tells nothing of single tests.
NONE = {"passed": 0, "ran": 0}


class Run(NamedTuple):
    """What a candidate's process left; ``nonce`` is what it got to report with, ``output`` the end of what it printed."""

    nonce: str
    frames: list
    ending: Ending
    cpu_ms: int
    output: str

    @property
    def last_words(self):
        """The last line that it printed, or how it ended."""
        if self.ending.kind == "signalled":
            return "the process was killed by signal %d" % self.ending.status
        words = "the process ended by itself, with exit code %d, before the tests did" % self.ending.status
        last = next((line.strip() for line in reversed(self.output.split("\n")) if line.strip()), "")
        return "%s: %s" % (words, last[:300]) if last and self.ending.status else words


def objects_of(frames):
    """What the frames say, up to the first one that is no object."""
    found = []
    for frame in frames:
        try:
            found.append(json.loads(frame))
        except (ValueError, RecursionError, MemoryError):
            break
        if type(found[-1]) is not dict:
            return found[:-1]
    return found


def official_report(run):
    """The one frame of a finished run of pytest; None where there is none in its form."""
    report = run.frames[0] if len(run.frames) == 1 else None
    if run.ending != Ending("exited") or report is None or report.get("sentinel") != run.nonce:
        return None
    if any(type(report.get(name)) is not kind for name, kind in REPORT.items()):
        return None
    outcomes, messages = report["outcomes"], report["messages"]
    texts = (*report["problems"], *messages.values(), *outcomes.values())
    if not all(type(text) is str for text in texts) or not OUTCOMES.issuperset(outcomes.values()):
        return None
    nodes = (*outcomes, *messages)
    return report if len(nodes) <= 2 * MOST_NODES and all(len(node) <= LONGEST_NODE for node in nodes) else None


def everywhere(job, verdict, detail, **more):
    """The same verdict for every test. Every text that a program could write is cut: it is told once for each test."""
    count = len(job["nodes"] if job["op"] == "official" else job["tests"])
    return {"verdicts": [verdict] * count, "details": [detail[:LONGEST_TEXT]] * count, **more}


def ended_early(job, run):
    if run.ending.kind in (TIMEOUT, MEMORY):
        limit = "%d ms" % job["limitMs"] if run.ending.kind == TIMEOUT else "%d MiB" % job["memoryMib"]
        return everywhere(job, run.ending.kind, "more than %s" % limit)
    return everywhere(job, "error", run.last_words)


def official_answer(job, run):
    """Verdicts of listed tests from what the candidate's process reported and how it ended."""
    report = official_report(run)
    if report is None:
        return {**ended_early(job, run), "counts": NONE}
    if report["problems"] or report["exit"] not in (0, 1, 5):
        # A conftest that cannot be imported is told on the screen alone.
        lines = [line[1:].strip() for line in run.output.splitlines() if line.startswith("E  ")]
        lines += [line for line in run.output.splitlines() if line.startswith("ERROR")]
        why = (report["problems"] or lines or ["pytest ended with exit code %d" % report["exit"]])[0]
        return everywhere(job, "error", why, problem="collection-error", counts=NONE)
    if report["changed"] or not report["sentinelFailed"] or report["exit"] != 1:
        what = ": %s" % report["changed"] if report["changed"] else ""
        return everywhere(job, "error", "the program changed how tests are judged" + what, counts=NONE)
    # What nobody asked for counts as nothing.
    specs = frozenset(job["nodes"])
    owners = {node: owners_of(node) & specs for node in report["outcomes"]}
    outcomes = {node: each for node, each in report["outcomes"].items() if owners[node]}
    cells = [_cell({node: each for node, each in outcomes.items() if spec in owners[node]}, report) for spec in job["nodes"]]
    found = list(outcomes.values())
    return {
        "verdicts": [verdict for verdict, _ in cells],
        "details": [detail and detail[-LONGEST_TEXT:] for _, detail in cells],
        "counts": {"passed": found.count("pass"), "ran": sum(found.count(each) for each in ("pass", "fail", "error"))},
    }


def _cell(outcomes, report):
    """(verdict, detail) of one listed test, which may have several cases."""
    for node, outcome in outcomes.items():
        if outcome in ("fail", "error"):
            return outcome, report["messages"].get(node)
    if "pass" in outcomes.values():
        return "pass", None
    return "error", "skipped" if outcomes else "pytest does not find this test"


def generated_answer(job, run):
    """Verdicts of generated tests; those that were not reported share the fate of their process."""
    answer = ended_early(job, run)
    for frame in run.frames:
        if frame.get("nonce") != run.nonce:
            continue
        if type(frame.get("broken")) is str:
            return everywhere(job, "error", frame["broken"], problem="import-error")
        index, verdict, detail = frame.get("index"), frame.get("verdict"), frame.get("detail")
        known = type(index) is int and 0 <= index < len(job["tests"]) and type(verdict) is str and verdict in VERDICTS
        if known and (detail is None or type(detail) is str):
            answer["verdicts"][index], answer["details"][index] = verdict, detail and detail[:LONGEST_TEXT]
    return answer
