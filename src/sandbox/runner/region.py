"""Memory that judge, zygote and candidates share: where a candidate stands, and what its calls returned."""

import mmap
import struct
import time

from channel import Channel

REGION_BYTES = 24 * 1024 * 1024
HEADER = struct.Struct("<QQQQQ")
FRAME = struct.Struct("<II")


class Region:
    """Memory shared by judge, zygote and candidates: a progress header, then frames of results."""

    def __init__(self, size=REGION_BYTES):
        self.memory = mmap.mmap(-1, size)
        self.size = size

    def reset(self):
        HEADER.pack_into(self.memory, 0, 0, 0, HEADER.size, 0, 0)

    def progress(self):
        """(cell number from 1, CPU ns at its start, end of frames, longest finished cell in ns, finished cells)."""
        return HEADER.unpack_from(self.memory, 0)

    def frames(self, end):
        at = HEADER.size
        end = min(end, self.size)
        while at + FRAME.size <= end:
            index, size = FRAME.unpack_from(self.memory, at)
            at += FRAME.size
            if at + size > end:
                return
            yield index, self.memory[at:at + size]
            at += size


class Recorder:
    """The candidate's end of the region."""

    def __init__(self, region):
        self.region = region
        _, _, self.end, self.longest, self.finished = region.progress()

    def start(self, index):
        self.index = index
        self.began = time.process_time_ns()
        HEADER.pack_into(
            self.region.memory, 0, index + 1, self.began, self.end, self.longest, self.finished
        )

    def next_cell(self):
        self.start(self.index + 1)

    def idle(self):
        """Says that the candidate waits for the judge, so that no wall time runs."""
        HEADER.pack_into(self.region.memory, 0, 0, self.began, self.end, self.longest, self.finished)

    def busy(self):
        HEADER.pack_into(self.region.memory, 0, self.index + 1, self.began, self.end, self.longest, self.finished)

    def fits(self, data):
        return self.end + FRAME.size + len(data) <= self.region.size

    def finish(self, data):
        FRAME.pack_into(self.region.memory, self.end, self.index, len(data))
        start = self.end + FRAME.size
        self.end = start + len(data)
        self.region.memory[start:self.end] = data
        self.longest = max(self.longest, time.process_time_ns() - self.began)
        self.finished += 1
        HEADER.pack_into(self.region.memory, 0, 0, self.began, self.end, self.longest, self.finished)


class WatchedChannel(Channel):
    """A channel whose waiting for the judge is no time of the candidate's."""

    def __init__(self, channel, recorder):
        self.channel, self.recorder = channel, recorder
        self.send = channel.send

    def receive(self):
        self.recorder.idle()
        frame = self.channel.receive()
        self.recorder.busy()
        return frame
