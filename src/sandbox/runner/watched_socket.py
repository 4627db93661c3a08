"""Frames to and from a process that is watched."""

import select

from channel import MAX_FRAME


class Gone(Exception):
    """The process at the other end is over a limit, or ended: ``passed`` names the limit."""

    def __init__(self, passed=None):
        super().__init__(passed)
        self.passed = passed


class WatchedSocket:
    """Frames to and from a process that is watched; raises ``Gone`` when it ended or is over a limit."""

    def __init__(self, socket_, forker, watch, most=MAX_FRAME):
        self.socket, self.forker, self.watch, self.most, self.closed = socket_, forker, watch, most, False
        socket_.setblocking(False)

    def send(self, frame):
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
        size = int.from_bytes(self.exactly(4), "little")
        if size > self.most:
            raise Gone()
        return self.exactly(size)

    def exactly(self, size):
        parts = []
        while size:
            try:
                part = self.socket.recv(min(size, 1 << 20))
            except BlockingIOError:
                self.wait()
                continue
            except OSError:
                part = b""
            if not part:
                self.closed = True
                raise Gone()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def wait(self):
        patience = self.watch.patience()
        if self.forker is None:
            ready = select.select([self.socket], [], [], patience)[0]
        else:
            ready = self.forker.wait(patience, [self.socket])
            if not ready and self.forker.over:
                raise Gone()
        if not ready:
            self.check()

    def check(self):
        passed = self.watch.look()
        if passed:
            raise Gone(passed)
