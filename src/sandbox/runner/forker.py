"""The judge's end of a zygote: asks for processes, waits for them, ends them; and of a socket to one of them, which is watched.

Frames to and from a process: a little-endian 32-bit length, then so many bytes.
"""

import contextlib
import marshal
import select
import socket
import struct

from channel import MAX_FRAME, MEMORY, ChannelClosed, Ending, PipeChannel
from memory import memory_of
from watchdog import Watch


class Gone(Exception):
    """The process at the other end is over a limit, or ended: ``passed`` names the limit."""

    def __init__(self, passed=None):
        super().__init__(passed)
        self.passed = passed


class Forker:
    """One round of processes at a time; see ``zygote`` for the protocol. Raises ``ChannelClosed`` where the zygote has ended."""

    def __init__(self, control, pid):
        self.control = control
        self.channel = PipeChannel(control.fileno())
        self.round = 0
        self.cpu_ns = 0
        #: Whether the last round had left anything in the folders.
        self.left = False
        #: Names of modules to be preloaded that could not be.
        self.missing = ()
        #: Of the process of the present round once it is over.
        self.ending = None
        #: What a process of this forker shares with it.
        self.base = memory_of(pid)

    def send(self, *request):
        self.channel.send(marshal.dumps(request))

    def receive(self):
        # Of the zygote, in which no program runs.
        return marshal.loads(self.channel.receive())

    def with_modules(self, *arguments):
        """The ``Forker`` of a copy that has loaded modules; raises ``ChannelClosed`` where that ended it."""
        ours, theirs = socket.socketpair()
        self.send("preload", *arguments)
        self.send_fds([theirs.fileno()])
        theirs.close()
        copy = Forker(ours, None)
        copy.missing, pid, copy.cpu_ns = copy.receive()
        copy.base = memory_of(pid)
        return copy

    def send_fds(self, fds):
        try:
            self.control.sendmsg([b"f"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("<%di" % len(fds), *fds))])
        except OSError as error:
            raise ChannelClosed(str(error))

    def start(self, kind, request, seconds, memory_mib, most=MAX_FRAME, fds=()):
        """A ``WatchedChannel`` to a new process of this round, which gets the request and holds copies of the descriptors."""
        ours, theirs = socket.socketpair()
        with theirs:
            self.send("fork", kind, memory_mib, 1 + len(fds))
            self.send_fds([theirs.fileno(), *fds])
            _, pid = self.receive()
        channel = WatchedChannel(ours, Watch(pid, seconds, self.base, memory_mib), self, most)
        with contextlib.suppress(Gone):
            channel.send(marshal.dumps(request))
        return channel

    def wait(self, seconds, descriptors=()):
        """Waits for the round's end or for one of ``descriptors``; those that are ready."""
        if self.ending is not None:
            return select.select(descriptors, [], [], 0)[0] if descriptors else []
        ready, _, _ = select.select([self.control, *descriptors], [], [], seconds)
        if self.control in ready:
            ready.remove(self.control)
            self.take_end()
        return ready

    def take_end(self):
        _, _, kind, status, self.cpu_ns, self.left = self.receive()
        self.ending = Ending(kind, status)

    def end(self):
        """Ends what is left of the round; the ``Ending`` of its process."""
        if self.ending is None:
            self.send("end", self.round)
            self.take_end()
        ending, self.ending = self.ending, None
        self.round += 1
        return ending


class WatchedChannel:
    """The judge's end of a socket to the process of a ``forker``'s round."""

    def __init__(self, socket, watch, forker, most):
        self.socket, self.watch, self.forker, self.most = socket, watch, forker, most
        self.buffer, self.frames = bytearray(), []
        #: Bytes of the last look, and of all.
        self.received = self.total = 0
        #: Whether the other end is closed, or announced a frame longer than any may be: nothing more is read.
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
            self.wait()
            self.frames = self.drain()
            if not self.frames:
                if self.closed or self.garbled or self.forker.ending:
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
        with memoryview(self.buffer) as data:
            while not self.garbled and at + 4 <= len(data):
                end = at + 4 + int.from_bytes(data[at:at + 4], "little")
                self.garbled = end - at - 4 > self.most
                if self.garbled or end > len(data):
                    break
                frames.append(bytes(data[at + 4:end]))
                at = end
        del self.buffer[:at]
        return frames

    def wait(self):
        """Waits for bytes, the end of the process or the next look at it."""
        self.forker.wait(self.watch.patience(), () if self.closed or self.garbled else [self.socket])

    def check(self):
        passed = self.watch.look()
        if passed:
            raise Gone(passed)

    def finish(self):
        """The frames that come until the process has ended or passed a limit, and how it ended."""
        frames, passed = [], None
        while not (passed or self.forker.ending):
            self.wait()
            frames += self.drain()
            if not self.forker.ending:
                passed = MEMORY if self.total > self.most else self.watch.look()
        ending = self.forker.end()
        frames += self.drain()
        self.socket.close()
        return frames, Ending(passed) if passed else ending
