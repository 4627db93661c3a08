"""Frames to and from a process that is watched: a little-endian 32-bit length, then so many bytes."""

import select

from channel import MEMORY, Ending


class Gone(Exception):
    """The process at the other end is over a limit, or ended: ``passed`` names the limit."""

    def __init__(self, passed=None):
        super().__init__(passed)
        self.passed = passed


class WatchedChannel:
    """The judge's end of a socket to the process of a ``forker``'s round."""

    def __init__(self, socket, watch, forker, most):
        self.socket, self.watch, self.forker, self.most = socket, watch, forker, most
        self.buffer, self.frames = bytearray(), []
        #: Bytes of the last look, and of all.
        self.received = self.total = 0
        #: Whether the other end is closed; whether it announced a frame longer than any may be, after which nothing is read.
        self.closed = self.garbled = False
        socket.setblocking(False)

    def send(self, frame):
        """Raises ``Gone``, as ``receive`` does."""
        data = memoryview(len(frame).to_bytes(4, "little") + frame)
        while data:
            try:
                data = data[self.socket.send(data):]
            except BlockingIOError:
                select.select([], [self.socket], [], self.watch.patience())
                self.check()
            except OSError:
                raise Gone()

    def receive(self):
        """The next frame."""
        while not self.frames:
            self.frames = self.drain()
            if self.frames:
                break
            if self.closed or self.garbled:
                raise Gone()
            if not self.forker.wait(self.watch.patience(), [self.socket]):
                if self.forker.ending:
                    raise Gone()
                self.check()
        return self.frames.pop(0)

    def drain(self):
        """The frames that are whole now."""
        self.received = 0
        try:
            while not (self.closed or self.garbled) and self.received <= self.most:
                part = self.socket.recv(1 << 20)
                self.closed = not part
                self.buffer += part
                self.received += len(part)
        except BlockingIOError:
            pass
        except OSError:
            self.closed = True
        self.total += self.received
        frames, at = [], 0
        while not self.garbled and at + 4 <= len(self.buffer):
            size = int.from_bytes(self.buffer[at:at + 4], "little")
            self.garbled = size > self.most
            if self.garbled or at + 4 + size > len(self.buffer):
                break
            frames.append(bytes(self.buffer[at + 4:at + 4 + size]))
            at += 4 + size
        del self.buffer[:at]
        return frames

    def check(self):
        passed = self.watch.look()
        if passed:
            raise Gone(passed)

    def finish(self):
        """The frames that come until the process has ended or passed a limit, and how it ended."""
        frames, passed = [], None
        while not (passed or self.forker.ending):
            self.forker.wait(self.watch.patience(), () if self.closed or self.garbled else [self.socket])
            frames += self.drain()
            if not self.forker.ending:
                passed = MEMORY if self.total > self.most else self.watch.look()
        ending = self.forker.end()
        frames += self.drain()
        self.socket.close()
        return frames, Ending(passed) if passed else ending
