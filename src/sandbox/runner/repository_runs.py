"""What candidates of a repository are forked from: processes that are told one run, and nothing of any other.

A *runner* is forked from the server before that has read a job. It reads nothing itself: when something lies in its
channel it forks a process that reads the one message, lays the files, forks the candidate, watches it and answers. So the
candidate's memory is that of a runner as it was before every run, and the message of its own run. What the server knows
beside it (which files are decoys, in which order they come, what was answered before) is in no process above a candidate.

A message of the kind ``preload`` makes its process a runner of its own, on the same channel, with modules loaded
(``repository_warm``), until ``unload``. Messages (JSON, from the server alone): ``op``, and but for ``unload`` ``files``
({path: base64}), ``absent`` (paths), ``tops`` and ``job``; runs also ``nonce``, ``wholeMs`` and ``memoryMib``; ``preload``
also ``names``.
Answers: an ``Ending``; ``{"failed": module or null}`` of a ``preload``; ``{"mismatch" | "broken" | "lost": why}``.
"""

import base64
import gc
import importlib
import os
import random
import select
import signal
import socket
import sys
import traceback

import seccomp
from repository_cells import run_cells
from repository_child import receive, run_child, send
from repository_overlay import OverlayError, clear_scratch
from repository_pytest import run_tests
from repository_warm import learn, preload
from scratch import Root

#: What a process tells the runner that forked it: it owes the server an answer, or does not.
OWES, OWES_NOTHING = b"o", b"n"
#: Exit code of a process that read ``unload``.
UNLOADED = 3
PRELOAD_SECONDS = 300


class Lost(Exception):
    """The process of a run ended without an answer, or cannot clear up: no word about the candidate."""


class RunBroken(Exception):
    """A run could not be made."""


class Line:
    """The server's end of a runner's channel; made, and with it the runner, before the first job is read."""

    def __init__(self, runner, others=()):
        """``others``: lines that the new process must not have."""
        self.ours, theirs = socket.socketpair()
        parent = os.getpid()
        if os.fork() == 0:
            try:
                for line in (self, *others):
                    line.ours.close()
                runner.begin(theirs, parent)
            finally:
                os._exit(70)
        theirs.close()

    def ask(self, message, seconds):
        """The answer; ends this process where the runner is gone, as nothing may be forked from this one."""
        try:
            send(self.ours.fileno(), message)
            answer = receive(self.ours.fileno()) if select.select([self.ours], [], [], seconds)[0] else None
        except OSError:
            answer = None
        if answer is None:
            raise SystemExit("what runs candidates does not answer")
        for key, error in (("mismatch", OverlayError), ("broken", RunBroken), ("lost", Lost)):
            if key in answer:
                raise error(answer[key])
        return answer

    def unload(self):
        send(self.ours.fileno(), {"op": "unload"})


class Runner:
    """Forks a process for each message; it, or a copy with modules loaded."""

    def __init__(self, settings, overlay):
        self.settings, self.overlay = settings, overlay
        self.roots = [Root(path) for path in settings["scratch"]]
        #: Processes that candidates must not signal, the path of the module that was made ready, what is told upwards.
        self.above, self.entered, self.up = [], None, None
        self.nested = False

    def begin(self, control, parent):
        """The life of the process that a server forks."""
        seccomp.die_with_parent(parent)
        seccomp.hide()
        seccomp.adopt_orphans()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.control, self.above = control.fileno(), [parent]
        silence((0, 1))
        self.serve()

    def serve(self):
        """Lets a process of its own read each message; never returns."""
        poller = select.poll()
        poller.register(self.control, select.POLLIN)
        while not poller.poll()[0][1] & select.POLLHUP:
            self.tell(OWES)
            unloaded = self.fork()
            self.tell(OWES_NOTHING)
            if unloaded and self.nested:
                break
        os._exit(0)

    def tell(self, what):
        if self.up is not None:
            os.write(self.up, what)

    def fork(self):
        """Forks the process of one message and waits for its end; whether it was the last for a copy."""
        parent = os.getpid()
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(reader)
                self.read_one(parent, writer)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(70)
        os.close(writer)
        last = OWES
        while True:
            told = os.read(reader, 4096)
            if not told:
                break
            last = told[-1:]
        os.close(reader)
        _, status = os.waitpid(pid, 0)
        if last == OWES:
            send(self.control, {"lost": "a process of the runner ended by itself (%d)" % status})
        return os.WIFEXITED(status) and os.WEXITSTATUS(status) == UNLOADED

    def read_one(self, parent, writer):
        """The life of the process of one message."""
        seccomp.die_with_parent(parent)
        seccomp.adopt_orphans()
        if self.up is not None:
            os.close(self.up)
        self.up, self.above = writer, [*self.above, parent]
        message = receive(self.control)
        if message is None:
            self.tell(OWES_NOTHING)
            os._exit(0)
        if message["op"] == "unload":
            self.tell(OWES_NOTHING)
            os._exit(UNLOADED)
        if message["op"] == "preload":
            self.become_warm(message)
        self.answer(self.ran(message))
        os._exit(0)

    def answer(self, message):
        send(self.control, message)
        self.tell(OWES_NOTHING)

    def ran(self, message):
        try:
            self.lay(message)
            works = {"official": self.official, "generated": self.generated, "learn": self.learn}
            work, job, nonce = works[message["op"]], message["job"], message["nonce"]
            ending = run_child(lambda out: work(job, out, nonce), message["wholeMs"], message["memoryMib"], self.above)
            return ending.to_message()
        except OverlayError as error:
            return {"mismatch": str(error)}
        except SystemExit as error:
            return {"lost": str(error)}
        except Exception as error:
            return {"broken": "%s: %s" % (type(error).__name__, error)}

    def become_warm(self, message):
        """Loads modules and serves on, or answers which of them cannot be loaded; never returns."""
        silence((2,))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PRELOAD_SECONDS)
        self.lay(message)
        failed = preload(message["names"], self.enter(message["job"]))
        signal.alarm(0)
        # What candidates share is not looked through, and so not copied, when they collect garbage.
        gc.collect()
        gc.freeze()
        self.answer({"failed": failed})
        if failed is not None:
            os._exit(0)
        self.nested = True
        self.serve()

    def lay(self, message):
        clear_scratch(self.roots)
        files = {path: base64.b64decode(content) for path, content in message["files"].items()}
        self.overlay.build(files, message["tops"], message["absent"])

    def enter(self, job):
        """Makes the overlay what this process imports from; the name of the module under test, if there is one."""
        if job["path"] is None:
            module, bases = None, [os.path.join(self.overlay.place, folder) for folder in job["importFrom"]]
        else:
            base, module = self.overlay.module_of(job["path"])
            bases = [base]
        if self.entered != job["path"] or module is None:
            folders = list(dict.fromkeys([*bases, self.overlay.place]))
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

    def official(self, job, descriptor, nonce):
        self.enter(job)
        run_tests(job, self.overlay.place, descriptor, nonce)

    def generated(self, job, descriptor, nonce):
        module = self.enter(job)
        if job.get("plugin"):
            importlib.import_module(job["plugin"])
        run_cells(job, module, descriptor, nonce)

    def learn(self, job, descriptor, nonce):
        """What a warm parent may load, by the original file."""
        module = self.enter(job)
        learn(job, self.overlay.place, module, descriptor)


def silence(descriptors):
    null = os.open("/dev/null", os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(null, descriptor)
    os.close(null)
