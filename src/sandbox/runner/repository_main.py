"""Judges candidates of a repository: settings are the first argument (JSON), messages come on standard input.

This process reads none of them: it forks one for each, which reads it, does it, answers on standard output and ends. So the
memory of a candidate is that of this process before all messages, and the message of its own run. After ``warm`` the serving
goes on in a copy that has loaded modules ahead; a process serves one module under test.

Settings: ``root`` (the original), ``overlay`` (a folder that holds nothing but overlays), ``whole`` (whether the root is one
repository), ``plugins`` (a folder of pytest plugins), ``scratch`` (folders that are emptied after each candidate),
``elsewhere`` (where the root may lie, too), ``processes`` (how many its user may have; absent where something else counts).

Messages (``op``): ``read`` (``repository_originals``); the others have ``path`` (of the module under test; null for a tree with
``importFrom``), ``files`` ({path: base64} laid over the root, null for what must not be there), ``nodes``, ``pytestArgs``, ``plugin``.
``official`` and ``generated`` run a candidate, with ``limitMs`` and ``memoryMib``. The files of ``warm`` are originals.
"""

import base64
import gc
import importlib
import json
import os
import resource
import secrets
import signal
import sys

import seccomp
from repository_cells import run_cells
from repository_child import receive, run_child, send
from repository_originals import read_originals
from repository_overlay import Overlay, OverlayError, clear_scratch
from repository_pytest import run_tests
from repository_report import generated_answer, official_answer
from repository_warm import learn, preload
from scratch import Root

#: Exit codes of the process of a message: it answered; there was no message; what can be loaded ahead lies in its pipe.
ANSWERED, ENDED, LEARNT = 0, 3, 4
LEARN_MS, LEARN_MIB, PRELOAD_SECONDS = 300_000, 6144, 300


class Server:
    """Forks a process for each message; it, or a copy with modules loaded."""

    def __init__(self, settings):
        self.overlay = Overlay(settings["root"], settings["overlay"], settings["whole"])
        self.plugins, self.elsewhere = settings["plugins"], settings.get("elsewhere", ())
        self.roots = [Root(path) for path in settings["scratch"]]
        #: Processes that candidates must not signal; whether the copy of the repository is what is imported from.
        self.above, self.entered = [], False
        self.input, self.output = os.dup(0), os.dup(1)
        silence(0, 1)

    def fork(self, work):
        """Forks a process that does ``work(descriptor)``; its id, and what it wrote to the descriptor until that was closed."""
        reader, writer = os.pipe()
        parent, pid = os.getpid(), os.fork()
        if pid == 0:
            try:
                os.close(reader)
                seccomp.die_with_parent(parent)
                self.above.append(parent)
                work(writer)
            finally:
                sys.excepthook(*sys.exc_info())
                os._exit(70)
        os.close(writer)
        with os.fdopen(reader, "rb") as stream:
            return pid, stream.read()

    def serve(self):
        """Never returns."""
        while True:
            pid, learnt = self.fork(self.answer_one)
            _, status = os.waitpid(pid, 0)
            code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1
            if code == ENDED:
                os._exit(0)
            if code == LEARNT:
                self.become_warm(json.loads(learnt))
            elif code != ANSWERED:
                raise SystemExit("the process of a run ended by itself (%d)" % status)

    def become_warm(self, message):
        """Has a copy load modules and serve; returns where they cannot be loaded."""
        pid, loaded = self.fork(lambda writer: self.serve_warm(message, writer))
        if loaded:
            os._exit(os.waitpid(pid, 0)[1] != 0)
        os.waitpid(pid, 0)
        send(self.output, {"ok": False})

    def serve_warm(self, message, writer):
        silence(2)
        signal.alarm(PRELOAD_SECONDS)
        self.lay(message)
        if not preload(message["names"], self.enter(message)):
            os._exit(1)
        signal.alarm(0)
        # What candidates share is not looked through, and so not copied, when they collect garbage.
        gc.collect()
        gc.freeze()
        send(self.output, {"ok": True})
        os.write(writer, b"+")
        os.close(writer)
        self.serve()

    def answer_one(self, learnt):
        """The life of the process of one message."""
        seccomp.adopt_orphans()
        message = receive(self.input)
        if message is None:
            os._exit(ENDED)
        try:
            answer = {"ok": self.answer(message, learnt)}
        except OverlayError as error:
            answer = {"error": str(error)}
        self.overlay.clear()
        send(self.output, answer)
        os._exit(ANSWERED)

    def answer(self, message, learnt):
        if message["op"] == "read":
            return read_originals(self.overlay, message["path"], message["tests"], self.elsewhere)
        if message["op"] == "warm":
            names = self.find_names(message)
            if not names:
                return False
            os.write(learnt, json.dumps({**message, "files": dict.fromkeys(message["files"]), "names": names}).encode())
            os._exit(LEARNT)
        nonce = secrets.token_hex(8)
        work, answer, whole_ms = self.official, official_answer, message["limitMs"]
        if message["op"] == "generated":
            work, answer = self.generated, generated_answer
            whole_ms = whole_ms * (len(message["tests"]) + 1) + message["importMs"]
        self.lay(message)
        ending = self.run(lambda out: work(message, out, nonce), whole_ms, message["memoryMib"])
        return {**answer(message, ending, nonce), "cpuMs": ending.cpu_ms}

    def run(self, work, limit_ms, memory_mib):
        return run_child(work, limit_ms, memory_mib, self.above)

    def find_names(self, message):
        """Modules outside of the repository that the originals load."""
        self.lay(message)
        learnt = self.run(lambda out: learn(message, self.overlay.place, self.enter(message), out), LEARN_MS, LEARN_MIB)
        return learnt.frames[0]["names"] if learnt.frames else []

    def lay(self, message):
        clear_scratch(self.roots)
        files = {path: each if each is None else base64.b64decode(each) for path, each in message["files"].items()}
        self.overlay.build(files, {node.partition("::")[0].split("/")[0] for node in message["nodes"]})

    def enter(self, message):
        """Makes the overlay what this process imports from; the name of the module under test, if there is one."""
        if message["path"] is None:
            module, bases = None, [os.path.join(self.overlay.place, folder) for folder in message["importFrom"]]
        else:
            base, module = self.overlay.module_of(message["path"])
            bases = [base]
        if not self.entered:
            folders = list(dict.fromkeys([*bases, self.overlay.place]))
            plugins = [self.plugins] if message.get("plugin") else []
            sys.path[:0] = folders
            sys.path += plugins
            os.environ["PYTHONPATH"] = os.pathsep.join([*folders, *plugins])
            self.entered = True
        os.chdir(self.overlay.place)
        sys.path_importer_cache.clear()
        # As in a fresh process, no two candidates draw the same numbers.
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed()
        return module

    def official(self, message, descriptor, nonce):
        self.enter(message)
        run_tests(message, self.overlay.place, descriptor, nonce)

    def generated(self, message, descriptor, nonce):
        module = self.enter(message)
        if message.get("plugin"):
            importlib.import_module(message["plugin"])
        run_cells(message, module, descriptor, nonce)


def silence(*descriptors):
    null = os.open("/dev/null", os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(null, descriptor)
    os.close(null)


def main():
    sys.path[:] = [folder for folder in sys.path if folder != os.path.dirname(os.path.abspath(__file__))]
    seccomp.hide()
    seccomp.adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = json.loads(sys.argv[1])
    if settings.get("processes"):
        resource.setrlimit(resource.RLIMIT_NPROC, (settings["processes"],) * 2)
    Server(settings).serve()


if __name__ == "__main__":
    main()
