"""Judges candidates for a function of a repository: the first argument is JSON settings, jobs come on standard input.

This process reads jobs and judges (``repository_judge``); what it forks, it forks before the first job: two runners, from
which all candidates come (``repository_runs``). One is as it was; the other loads ahead what a module with many candidates
needs (``repository_warm``), for one module after another.

Settings: ``root`` (the original), ``overlay`` (a folder that holds nothing but overlays), ``whole`` (whether the root is one repository),
``plugins`` (a folder of pytest plugins), ``scratch`` (folders that are emptied after each candidate), ``elsewhere`` (where the
root may lie, too), ``processes`` (how many processes and threads its user may have; absent where something else counts them).

A process that answers ``read`` is started for that alone, and sees the originals; where candidates run, the host has covered
them (``repository_originals``), and they come with each job.
"""

import json
import os
import resource
import sys

import seccomp
from repository_child import receive, send
from repository_judge import PATIENCE_SECONDS, Judge, original_module, original_tests
from repository_originals import read_originals
from repository_overlay import Overlay, OverlayError
from repository_report import everywhere
from repository_runs import PRELOAD_SECONDS, Line, Lost, Runner

MOST_ATTEMPTS = 8
LEARN_MS = 300_000


class Server:
    """Answers the host, job by job; keeps modules loaded for one key."""

    def __init__(self, settings):
        self.overlay = Overlay(settings["root"], settings["overlay"], settings["whole"])
        self.elsewhere = settings.get("elsewhere", ())
        self.judge = Judge()
        # Before the first job is read: nothing of a job is in them, or in what they fork.
        self.cold = Line(Runner(settings, self.overlay))
        self.warm = Line(Runner(settings, self.overlay), [self.cold])
        self.key = None
        self.hopeless = set()

    def start_warm(self, job):
        """Loads ahead for the job's module; whether anything can be."""
        plain = {**job, "tests": []}
        tests = original_tests(job) if job["nodes"] else {}
        try:
            known = self.judge.ask(self.cold, "learn", plain, {**tests, **original_module(job)}, LEARN_MS).frames
            names = known[0]["names"] if known else []
            for _ in range(MOST_ATTEMPTS):
                if not names:
                    return False
                # Candidates are forked from the process that reads this: no original is in it.
                message = self.judge.message("preload", {**plain, "nodes": []}, {}, names=names)
                bad = self.warm.ask(message, PRELOAD_SECONDS + PATIENCE_SECONDS)["failed"]
                if bad is None:
                    return True
                names = [name for name in names if name != bad and not name.startswith(bad + ".")]
        except Lost:
            # Loading took too long, or ended the process.
            pass
        return False

    def run(self, job):
        key = job["key"]
        if job["warm"] and self.key != key and key not in self.hopeless:
            if self.key is not None:
                self.key = None
                self.warm.unload()
            if self.start_warm(job):
                self.key = key
            else:
                self.hopeless.add(key)
        warm = self.key == key
        return {**self.judge.run(job, self.warm if warm else self.cold), "warm": warm}

    def handle(self, job):
        if job["op"] == "read":
            return read_originals(self.overlay, job["path"], job["tests"], self.elsewhere)
        return self.run(job)

    def serve(self):
        while True:
            job = receive(0)
            if job is None:
                return
            try:
                answer = {"ok": self.handle(job)}
            except OverlayError as error:
                answer = {"error": str(error)}
            except Lost as error:
                raise SystemExit(str(error))
            except Exception as error:
                if job["op"] == "read":
                    raise
                # Whatever a program did to this process's view of it costs that program alone.
                why = "the runner could not judge this program (%s: %s)" % (type(error).__name__, error)
                answer = {"ok": everywhere(job, "error", why, cpuMs=0, warm=False)}
            self.overlay.clear()
            send(1, answer)


def main():
    sys.path[:] = [folder for folder in sys.path if folder != os.path.dirname(os.path.abspath(__file__))]
    seccomp.hide()
    seccomp.adopt_orphans()
    settings = json.loads(sys.argv[1])
    if settings.get("processes"):
        resource.setrlimit(resource.RLIMIT_NPROC, (settings["processes"],) * 2)
    Server(settings).serve()


if __name__ == "__main__":
    main()
