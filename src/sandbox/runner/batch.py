"""The plans of one candidate: which processes run them, what a time-out costs the others, what runs again."""

import os
import re
import signal
import sys

from cell import LoadedProgram, join_outcomes, read_plan, run_plan
from codec import decode, encode
from memory import memory_of
from region import HEADER, Recorder
from safety import guarded_eval
from watchdog import WALL_FACTOR, WALL_SLACK, watch

# After a time-out a cell gets this share of the limit, and no less than so many seconds.
SHORT_SHARE, SHORTEST_LIMIT = 0.05, 0.005
# CPU seconds for compiling a program and loading the installed modules that it imports.
LOADING_SECONDS = 10.0
# A program with no more cells than this is compiled in each of them, which costs less than one more fork.
FEW_CELLS = 8
IMPORTED = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)|import[ \t]+([^\n#;]+))", re.MULTILINE)
# Exit codes by which a candidate's process tells how far it came.
DONE, ISOLATE, REDO, FULL, UNLOADABLE = 0, 40, 41, 42, 43


class Batch:
    """The plans of one candidate: processes, time-outs, and cells to be run again."""

    def __init__(self, zygote, program, plans, limit, memory_mib, give_up_after, never_shorten):
        self.zygote, self.program, self.plans = zygote, program, plans
        self.memory_mib, self.give_up_after = memory_mib, give_up_after
        self.limit = limit
        self.short_limit = limit if never_shorten else max(min(limit, SHORTEST_LIMIT), limit * SHORT_SHARE)
        self.events, self.rest = [], []
        self.contained = self.loaded = self.load_failure = None
        self.timeouts = 0
        self.shortened, self.killed = set(), set()
        #: Whether it uses preloaded packages and imports nothing that is not loaded.
        self.heavy = False
        self.slowest = 0.0
        self.finished = 0

    def run(self, pending):
        if any(name in text for name in self.zygote.heavy for text in self.program):
            self.heavy = all(imports_only_loaded(text) for text in self.program)
            if not self.heavy or len(pending) == 1:
                # No process is needed to find out whether it is contained.
                self.contained = False
            if not self.heavy:
                self.delegate(pending)
                return
        self.run_cells(pending, shorten=True)
        self.run_again()

    def run_again(self):
        """Gives cells that the short limit cut off the whole limit, as long as that could change a verdict.

        Nothing slow but finite among the other cells: an endless loop, which stays one. No finished cell at all: one
        more try. Otherwise the smallest calls first, until two in a row time out once more.
        """
        waiting = sorted(self.shortened, key=lambda index: (len(self.plans[index]), self.plans[index]))
        tries = 2 if self.slowest > self.short_limit / 10 else 1 if self.finished == 0 else 0
        failures = 0
        while waiting and failures < tries:
            index = waiting.pop(0)
            self.events = [event for event in self.events if event[0] != index]
            before = self.timeouts
            self.run_cells([index], shorten=False)
            failures = failures + 1 if self.timeouts > before else 0
            if not failures:
                tries = 2

    def run_cells(self, pending, shorten):
        while pending:
            if shorten and self.give_up_after and self.timeouts >= self.give_up_after:
                self.events += [(index, "not-run", None) for index in pending]
                return
            indexes = pending[:1] if self.contained is False else pending
            short = shorten and self.timeouts > 0
            ending, done, full = self.run_process(indexes, self.short_limit if short else self.limit)
            pending = pending[done:]
            if ending.kind == "exited" and ending.status == ISOLATE and self.contained is not False:
                self.contained = False
                if self.heavy and len(pending) <= FEW_CELLS:
                    continue
                self.delegate(pending)
                return
            self.contained = self.contained is not False
            if full:
                self.rest += pending
                return
            if ending.kind == "exited" and ending.status == UNLOADABLE and done == 1:
                if self.load_failure is not None and self.load_failure == self.last_frame():
                    pending = self.fill(pending, self.load_failure)
                self.load_failure = self.last_frame()
                continue
            if done == len(indexes) or ending.kind == "exited" and ending.status == REDO and done > 0:
                continue
            if ending.kind == "signalled" and ending.status == signal.SIGKILL and pending[0] not in self.killed:
                # Not by us: the system, or somebody outside. A program that kills itself does so again.
                self.killed.add(pending[0])
                continue
            index, pending = pending[0], pending[1:]
            if ending.kind == "timeout":
                self.timeouts += 1
                if short:
                    self.shortened.add(index)
                self.events.append((index, "timeout", None))
            elif ending.kind == "out-of-memory":
                self.events.append((index, "out-of-memory", "the program's processes hold too much memory"))
            else:
                self.events.append((index, "died", ending.describe()))

    def last_frame(self):
        """What the last finished cell recorded: one outcome, of a program that raised before any call."""
        data = None
        for _, data in self.zygote.region.frames(self.zygote.region.progress()[2]):
            pass
        return data if data is not None and data[:1] == b"e" else None

    def fill(self, pending, outcome):
        """A program that failed to load twice in the same way fails before every call; returns what did not fit."""
        recorder = Recorder(self.zygote.region)
        for count, index in enumerate(pending):
            steps = len(read_plan(self.plans[index]))
            data = outcome if steps == 1 else encode([outcome] * steps)
            if not recorder.fits(data):
                return pending[count:]
            recorder.start(index)
            recorder.finish(data)
        return []

    def delegate(self, pending):
        """Lets a copy of the zygote compile the program and load what it imports, once for all its processes."""
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            # Ends this copy in what it does before the first cell, if that takes too long.
            signal.setitimer(signal.ITIMER_PROF, self.limit + LOADING_SECONDS)
            self.zygote.become_stem(writer)
            self.loaded = LoadedProgram(self.program)
            self.loaded.load_imports()
            self.zygote.base = memory_of("self")
            self.zygote.memory_mib = None
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.run_cells(pending, shorten=True)
            self.run_again()
            data = memoryview(encode((self.events, self.rest, self.zygote.dirty)))
            while data:
                data = data[os.write(writer, data):]
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as stream:
            data = stream.read()
        _, status = os.waitpid(pid, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
            self.events += [(index, "timeout", "the program takes too long to load") for index in pending]
        elif status != 0:
            raise RuntimeError("a copy of the zygote ended with status %d" % status)
        else:
            events, self.rest, self.zygote.dirty = decode(data)
            self.events += events

    def run_process(self, indexes, limit):
        """Forks one process for ``indexes``; how it ended, how many it finished, and whether the region is full."""
        region = self.zygote.region
        before = region.progress()
        pid = self.zygote.fork(self.memory_mib)
        if pid == 0:
            self.run_candidate(indexes)
        most = len(indexes)
        blocked = (most + 1) * (limit * WALL_FACTOR + WALL_SLACK)
        ending = watch(pid, region, limit, len(self.plans), blocked, self.zygote.base, self.memory_mib)
        if self.contained is False or self.heavy:
            self.zygote.wipe()
        _, _, end, longest, finished = region.progress()
        done = min(max(finished - before[4], 0), most)
        if not before[2] <= end <= region.size:
            HEADER.pack_into(region.memory, 0, 0, 0, before[2], before[3], before[4])
            return ending, 0, False
        if done:
            self.finished += done
            self.slowest = max(self.slowest, longest / 1e9)
        return ending, done, ending.kind == "exited" and ending.status == FULL

    def run_candidate(self, indexes):
        """In the candidate's process: cell after cell; never returns."""
        loaded = self.loaded or LoadedProgram(self.program, judge_containment=self.contained is None)
        if self.contained is None and not (loaded.contained or loaded.contained_heavily and self.heavy):
            os._exit(ISOLATE)
        if self.contained is False or self.heavy:
            self.zygote.confine()
        if self.contained is not False and ("eval" in self.program[0] or "eval" in self.program[1]):
            loaded.eval = guarded_eval(lambda: os._exit(ISOLATE))
        recorder = Recorder(self.zygote.region)
        for count, index in enumerate(indexes):
            recorder.start(index)
            outcomes = run_plan(loaded, self.plans[index])
            if loaded.load_failed and len(outcomes) == 1 and not self.contained:
                recorder.finish(outcomes[0])
                os._exit(UNLOADABLE)
            if count and b"o" in outcomes:
                # Garbage of earlier cells may have taken the memory.
                os._exit(REDO)
            data = join_outcomes(outcomes)
            if not recorder.fits(data):
                if count:
                    os._exit(FULL)
                data = b"uthe results are too large"
            recorder.finish(data)
            if b"o" in outcomes and index != indexes[-1]:
                os._exit(REDO)
        os._exit(DONE)


def imports_only_loaded(source):
    """Whether a program's text seems to import what is loaded alone; only its cost depends on the answer."""
    for module, modules in IMPORTED.findall(source):
        for name in (module or modules).split(","):
            if (name.split() or [""])[0] not in sys.modules:
                return False
    return True
