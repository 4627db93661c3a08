"""The judge's side in WebAssembly: a host that asks for programs through one descriptor.

No test and no program is ever run in here, so nothing has to be undone or repeated; see ``host.mjs``. A comparison
that does not end costs this process; the parent, which knows the test, replaces it and names the test among the ``endless`` ones.
"""

import json
import marshal
import sys
from types import SimpleNamespace

from channel import MEMORY, SIGKILL, TIMEOUT, Ending, PipeChannel
from comparing import compare
from judge import Judge
from together_frames import add_frame

LINE = PipeChannel(3)


def say(header, *parts):
    LINE.send(json.dumps(header, separators=(",", ":")).encode("ascii") + b"\n" + b"".join(parts))


def ask(op, limits, *parts, **more):
    """Asks outside: what came, how that ended, and the header that says so."""
    sizes = [len(part) for part in parts]
    say({"op": op, "sizes": sizes, "memoryMib": limits.memory_mib, "timeoutMs": limits.timeout_ms, **more}, *parts)
    found = []
    while True:
        head, _, body = LINE.receive().partition(b"\n")
        header = json.loads(head)
        if header["op"] == "ended":
            return found, ending_of(header), header
        found.append(body)


def ending_of(header):
    """An ``Ending``, as of a process."""
    kind = header["kind"]
    if kind in (TIMEOUT, MEMORY):
        return Ending(kind)
    if kind == "killed":
        return Ending("signalled", SIGKILL)
    return Ending("exited", header["code"], None if kind == "done" else header["detail"])


class WasmHost:
    """Programs in another interpreter, in another process."""

    missing = ()
    #: Indexes of tests whose comparison has cost a judge.
    endless = ()

    def preload(self, modules):
        """Nothing: the interpreter of programs has loaded all that it will."""

    def answer_cells(self, program, plans, seconds, limits):
        first, later = (max(20.0, each * 1000.0) for each in seconds)
        answers, ending, header = ask("batch", limits, marshal.dumps(program), *plans, timeoutMs=first, laterMs=later)
        return SimpleNamespace(answers=answers, ending=ending, left=header["left"], began=True)

    def run_script(self, program, stdin, limits):
        output, ending, header = ask("script", limits, marshal.dumps(program), stdin)
        complete = header["complete"] or ending.kind == "signalled"
        return ending, b"".join(output) if complete else None, header["stderrTail"].encode()

    def run_together(self, program, test, token, limits):
        first = marshal.dumps((program, test.form, test.imports))
        second = marshal.dumps((test.source, test.method, token))
        output, ending, _ = ask("together", limits, first, second)
        frames, body = [], b"".join(output)
        try:
            while body:
                size = int.from_bytes(body[:4], "little")
                add_frame(frames, body[4:4 + size])
                body = body[4 + size:]
        except ValueError:
            pass
        return frames, ending

    def compare(self, suites, key, cells):
        found = []
        # As in ``comparer``.
        sys.set_int_max_str_digits(4300)
        for index, data in cells:
            if index in self.endless:
                found.append(("error", "comparing took too long", None, False))
                continue
            say({"op": "comparing", "test": index})
            try:
                found.append(compare(suites[key].tests[index], data))
            except MemoryError:
                found.append((MEMORY, "comparing took too much memory", None, False))
        return found


judge = Judge(WasmHost())
#: The runner's modules, which the judge imports from as it goes; no program and no test ever shares this interpreter.
own_modules = {}


def run_job(data):
    """A message as JSON; its answer."""
    sys.modules.update(own_modules)
    sys.set_int_max_str_digits(0)
    message = json.loads(data)
    judge.host.endless = message["endless"]
    return json.dumps(judge.answer(message), separators=(",", ":")).encode("ascii")
