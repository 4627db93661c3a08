"""Judges a candidate of a repository by runs that it asks of a runner.

This process forks no candidate (``repository_runs``): a message says what one run needs, and is all that the candidate's
process could find.
"""

import base64
import secrets

from repository_child import BUSY_FACTOR, Ending
from repository_report import generated_answer, official_answer, official_report

PATIENCE_SECONDS = 60
#: Of a job, what the process of a run is told.
TOLD = ("path", "importFrom", "nodes", "pytestArgs", "plugin", "limitMs", "tests", "function", "className")


class Judge:
    """A job's ``originals`` are its module and the files of its tests, which lie nowhere that a program could see."""

    def message(self, op, job, files, **more):
        """What a runner is sent: ``files`` ({path: bytes}) are laid, all other originals are not there."""
        return {
            "op": op,
            "files": {path: base64.b64encode(each).decode() for path, each in files.items()},
            "absent": sorted({*job["files"], *job["originals"]["tests"]}.difference(files)),
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
        return self.run_pytest(job, line) if job["op"] == "official" else self.run_cells(job, line)

    def run_cells(self, job, line):
        nonce = secrets.token_hex(8)
        whole_ms = job["limitMs"] * (len(job["tests"]) + 1) + job["importMs"]
        ending = self.ask(line, "generated", job, patched(job), whole_ms, nonce)
        return {**generated_answer(job, ending, nonce), "cpuMs": ending.cpu_ms}

    def run_pytest(self, job, line):
        """The repository's own tests, all in one process."""
        nonce = secrets.token_hex(8)
        ending = self.ask(line, "official", job, {**original_tests(job), **patched(job)}, job["limitMs"], nonce)
        return {**official_answer(job, ending, official_report(ending, nonce)), "cpuMs": ending.cpu_ms}


def patched(job):
    return {path: base64.b64decode(content) for path, content in job["files"].items() if content is not None}


def original_tests(job):
    return {path: base64.b64decode(content) for path, content in job["originals"]["tests"].items()}


def original_module(job):
    """The module under test before the candidate's function was put into it."""
    return {job["path"]: base64.b64decode(job["originals"]["content"])}
