"""Judges candidates for a function of a repository: the first argument is JSON settings, jobs come on standard input.

One process that runs no candidate reads jobs, lays the overlay, forks a process for each candidate and ends it. For a
module with many candidates a warm parent holds what can be loaded ahead (``repository_warm``).

Settings: ``root`` (the original), ``overlay`` (a folder that holds nothing but overlays), ``whole`` (whether the root is one repository),
``plugins`` (a folder of pytest plugins), ``scratch`` (folders that are emptied after each candidate), ``processes`` (how
many processes and threads its user may have; absent where something else counts them).
"""

import base64
import importlib
import json
import os
import random
import resource
import secrets
import select
import signal
import socket
import sys

import seccomp
from decoys import decoy_of, spelled_alike, statements_decoy_of
from repository_cells import run_cells
from repository_child import BUSY_FACTOR, receive, run_child, send
from repository_overlay import Overlay, OverlayError, clear_scratch
from repository_pytest import run_tests
from repository_report import both_passed, everywhere, files_of, generated_answer, official_answer, official_report, passed_decoys
from repository_warm import learn, preload
from scratch import Root

MOST_ATTEMPTS = 8
LEARN_MS = 300_000
PATIENCE_SECONDS = 60
# What passes runs three times.
ROUNDS = 3


class Judge:
    """Runs jobs in children of this process, which may be a warm parent."""

    def __init__(self, settings, protected=()):
        self.settings, self.protected = settings, list(protected)
        self.overlay = Overlay(settings["root"], settings["overlay"], settings["whole"])
        self.roots = [Root(path) for path in settings["scratch"]]
        self.entered = None

    def lay(self, job, content, others=None):
        clear_scratch(self.roots)
        tops = {node.partition("::")[0].split("/")[0] for node in job.get("nodes", ())}
        self.overlay.build({**(others or {}), job["path"]: content}, tops)

    def enter(self, job):
        """Makes the overlay what this process imports from."""
        base, module = self.overlay.module_of(job["path"])
        if self.entered != job["path"]:
            folders = list(dict.fromkeys([base, self.overlay.place]))
            plugins = [self.settings["plugins"]] if job.get("plugin") else []
            sys.path[:0] = folders
            sys.path += plugins
            os.environ["PYTHONPATH"] = os.pathsep.join([*folders, *plugins])
            self.entered = job["path"]
        os.chdir(self.overlay.place)
        sys.path_importer_cache.clear()
        # As in a fresh process, no two candidates draw the same numbers.
        random.seed()
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed()
        return module

    def run(self, job):
        if job["op"] == "official":
            return self.run_official(job)
        return self.run_generated(job)

    def run_generated(self, job):
        """Generated tests. Each that passes runs twice more, once spelled as its decoy is and once as its decoy, which must
        not pass; which comes first is drawn for each, so that neither of the two runs is the one of the decoys."""
        chance = random.SystemRandom()
        answer = self.run_cells(job)
        twins = {
            index: generated_twins(job["tests"][index], chance)
            for index, verdict in enumerate(answer["verdicts"]) if verdict == "pass"
        }
        twins = {index: pair for index, pair in twins.items() if pair is not None}
        decoy_first = {index: chance.random() < 0.5 for index in twins}
        for first in (True, False) if twins else ():
            tests = [twins[index][decoy_first[index] is first] for index in twins]
            again = self.run_cells({**job, "tests": tests})
            answer["cpuMs"] += again["cpuMs"]
            for at, index in enumerate(twins):
                verdict = again["verdicts"][at]
                if decoy_first[index] is not first and verdict != "pass":
                    answer["verdicts"][index], answer["details"][index] = verdict, again["details"][at]
                elif decoy_first[index] is first and verdict == "pass":
                    return everywhere(job, "error", "the program passes a test that must fail", cpuMs=answer["cpuMs"])
        return answer

    def run_cells(self, job):
        self.lay(job, base64.b64decode(job["source"]))
        nonce = secrets.token_hex(8)
        limit = job["limitMs"] * (len(job["tests"]) + 1) + job["importMs"]
        ending = run_child(lambda out: self._generated(job, out, nonce), limit, job["memoryMib"], self.protected)
        return {**generated_answer(job, ending, nonce), "cpuMs": ending.cpu_ms}

    def run_official(self, job):
        """The repository's tests. What passes runs again, once spelled as decoys are and once as decoys, which must not
        pass, in an order that nobody knows: a program that tells the first run apart gains nothing."""
        answer, ending, passes = self.run_pytest(job, {})
        cpu_ms = ending.cpu_ms
        alike, decoys, names = self.written_anew(job) if "pass" in answer["verdicts"] else ({}, {}, {})
        rounds = [alike, decoys] if decoys else []
        random.SystemRandom().shuffle(rounds)
        for files in rounds:
            again, ending, passed = self.run_pytest(job, files)
            cpu_ms += ending.cpu_ms
            if files is alike:
                answer = both_passed(answer, again)
                continue
            forged = passed_decoys(passes, names, passed)
            if forged:
                why = "the program passes a test that must fail: %s" % forged[0]
                answer = everywhere(job, "error", why, passed=0, ran=0)
                break
        return {**answer, "cpuMs": cpu_ms}

    def run_pytest(self, job, others):
        """(answer, how the process ended, ids of the items that passed)."""
        self.lay(job, base64.b64decode(job["source"]), others)
        nonce = secrets.token_hex(8)
        ending = run_child(lambda out: self._official(job, out, nonce), job["limitMs"], job["memoryMib"], self.protected)
        answer = official_answer(job, ending, nonce)
        report = official_report(ending, nonce)
        passes = [node for node, outcome in report["outcomes"].items() if outcome == "pass"] if report else []
        return answer, ending, passes

    def written_anew(self, job):
        """Of the test files: {file: contents} spelled alike, {file: contents} with an assertion in every test that cannot
        hold, and {file: names of such tests}."""
        alike, decoys, names = {}, {}, {}
        for path in files_of(job["nodes"]):
            if path == job["path"] or not path.endswith(".py"):
                continue
            try:
                source = self.overlay.read(path).decode("utf-8")
                decoy, names[path] = decoy_of(source, random.SystemRandom())
                same = spelled_alike(source)
            except (SyntaxError, ValueError):
                # No test file in today's Python: pytest does not read it either.
                continue
            alike[path], decoys[path] = same.encode("utf-8"), decoy.encode("utf-8")
        return alike, decoys, names

    def _official(self, job, descriptor, nonce):
        self.enter(job)
        run_tests(job, self.overlay.place, descriptor, nonce)

    def _generated(self, job, descriptor, nonce):
        module = self.enter(job)
        if job.get("plugin"):
            importlib.import_module(job["plugin"])
        run_cells(job, module, descriptor, nonce)

    def learn(self, job):
        """What a warm parent may load, by the original file."""
        self.lay(job, self.overlay.read(job["path"]))

        def work(descriptor):
            module = self.enter(job)
            learn(job, self.overlay.place, module, descriptor)

        ending = run_child(work, LEARN_MS, job["memoryMib"], self.protected)
        return ending.frames[0] if ending.frames else None


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


class WarmParent:
    """A process that has loaded what it can, and runs jobs for one module."""

    def __init__(self, judge, job, names):
        self.ours, theirs = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                self.ours.close()
                self._serve(judge, job, names, theirs.fileno())
            finally:
                os._exit(70)
        theirs.close()
        self.failed = self.answer(LEARN_MS / 1000)

    @staticmethod
    def _serve(judge, job, names, descriptor):
        parent = os.getppid()
        seccomp.die_with_parent(parent)
        seccomp.hide()
        seccomp.adopt_orphans()
        null = os.open("/dev/null", os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(null, standard)
        warm = Judge(judge.settings, [parent])
        target = warm.enter(job)
        failed = preload(names, target)
        send(descriptor, {"failed": failed})
        if failed is not None:
            os._exit(0)
        while True:
            job = receive(descriptor)
            if job is None:
                os._exit(0)
            send(descriptor, warm.run(job))

    def ask(self, job, seconds):
        send(self.ours.fileno(), job)
        return self.answer(seconds)

    def answer(self, seconds):
        if not select.select([self.ours], [], [], seconds)[0]:
            return None
        return receive(self.ours.fileno())

    def close(self):
        self.ours.close()
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)


class Server:
    """Answers the host, job by job; keeps one warm parent."""

    def __init__(self, settings):
        self.judge = Judge(settings)
        self.warm, self.key = None, None
        self.hopeless = set()

    def start_warm(self, job):
        """A warm parent for the job's module; None where nothing can be loaded ahead."""
        known = self.judge.learn(job)
        names = known["names"] if known else []
        for _ in range(MOST_ATTEMPTS):
            if not names:
                return None
            self.judge.lay(job, self.judge.overlay.read(job["path"]))
            warm = WarmParent(self.judge, job, names)
            if warm.failed is not None and warm.failed["failed"] is None:
                return warm
            bad = warm.failed["failed"] if warm.failed else None
            warm.close()
            if bad is None:
                return None
            names = [name for name in names if name != bad and not name.startswith(bad + ".")]
        return None

    def run(self, job):
        key = job["key"]
        if job["warm"] and self.key != key and key not in self.hopeless:
            if self.warm:
                self.warm.close()
            self.warm, self.key = self.start_warm(job), key
            if not self.warm:
                self.hopeless.add(key)
        if self.warm and self.key == key:
            count = len(job["tests"]) + 1 if job["op"] == "generated" else 1
            seconds = BUSY_FACTOR * job["limitMs"] * count / 1000 + PATIENCE_SECONDS
            answer = self.warm.ask(job, ROUNDS * seconds)
            if answer is None:
                raise OverlayError("a warm parent does not answer")
            return {**answer, "warm": True}
        return {**self.judge.run(job), "warm": False}

    def handle(self, job):
        if job["op"] == "read":
            content = self.judge.overlay.read(job["path"])
            _, module = self.judge.overlay.module_of(job["path"])
            return {"content": base64.b64encode(content).decode(), "module": module}
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
            except Exception as error:
                if job["op"] == "read":
                    raise
                # Whatever a program did to this process's view of it costs that program alone.
                why = "the runner could not judge this program (%s: %s)" % (type(error).__name__, error)
                answer = {"ok": everywhere(job, "error", why, cpuMs=0, warm=False)}
            self.judge.overlay.clear()
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
