"""The judge's end of a zygote: asks for processes, waits for them, ends them."""

import contextlib
import marshal
import select
import socket
import struct

from channel import MAX_FRAME, ChannelClosed, Ending, PipeChannel
from memory import memory_of
from watchdog import Watch
from watched_channel import Gone, WatchedChannel


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
