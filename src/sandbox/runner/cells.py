"""A native process that answers cells of the value lane, watched until it is through, over a limit, or gone."""

from candidate import CLAIM, MOST_BYTES
from channel import DONE, FULL, Ending

# CPU seconds for compiling a program and loading the installed modules that it imports.
LOADING_SECONDS = 10.0
# More than this in the socket when we look: the program may be waiting for us.
FLOOD_BYTES = 64 * 1024


class Cells:
    """One process that writes frames: an empty one, then one per cell in their order."""

    def __init__(self, talk, count):
        self.talk, self.count = talk, count
        #: Whether its cells began, what it answered, how it ended, and whether files were left.
        self.began, self.answers, self.ending, self.left = False, [], None, False

    @property
    def complete(self):
        return len(self.answers) == self.count

    def drain(self):
        """Reads what is there; the process's claim of its CPU time where a frame was among it."""
        frames = self.talk.drain()
        if not frames:
            return None
        answers = frames if self.began else frames[1:]
        self.answers += [frame[CLAIM.size:] for frame in answers[:self.count - len(self.answers)]]
        self.began = True
        return int.from_bytes(frames[-1][:CLAIM.size], "little")

    def run(self, seconds):
        forker, watch = self.talk.forker, self.talk.watch
        passed = None
        while not (passed or self.talk.garbled or self.complete or forker.over):
            # Once it has begun, its end is what is waited for: nobody wakes for each answer.
            patience = 0.001 if self.talk.received > FLOOD_BYTES else watch.patience()
            forker.wait(patience, () if self.began else [self.talk.socket])
            had_begun, claimed_ns = self.began, self.drain()
            if self.began and not had_begun:
                watch.begin(seconds[0])
            if self.answers:
                watch.limit = seconds[1]
            if not self.complete and not forker.over:
                passed = watch.look(claimed_ns)
        before = len(self.answers)
        self.ending = forker.end()
        self.drain()
        self.left = forker.left
        if passed and len(self.answers) == before:
            self.ending = Ending(passed)
        elif passed or self.ending.kind == "stopped":
            # It was through, or finished one more cell while it was ended.
            self.ending = Ending("exited", DONE if self.complete else FULL)


def answer_cells(forker, program, plans, seconds, memory_mib):
    """Has a process answer plans; its ``Cells``. ``seconds``: of the first, of each other one."""
    talk = forker.start("cells", (program, plans), seconds[0] + LOADING_SECONDS, memory_mib, MOST_BYTES)
    with talk.socket:
        found = Cells(talk, len(plans))
        found.run(seconds)
        return found
