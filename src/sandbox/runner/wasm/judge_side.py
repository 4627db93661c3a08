"""The judge's side in WebAssembly: a host that asks for programs through one descriptor.

No test and no program is ever run in here, so nothing has to be undone or repeated; see ``judge-role.mjs``. A comparison
that does not end costs this process; the parent, which knows the test, replaces it and names the test among the ``endless`` ones.
"""

import json
import marshal
import struct
import sys
from types import SimpleNamespace

from batch import Batch
from channel import FULL, MEMORY, SIGKILL, TIMEOUT, Ending, PipeChannel, ScriptReport
from comparing import compare
from judge import Judge
from together_frames import add_frame

LINE = PipeChannel(3)
DONE, DIED, KILLED = "done", "died", "killed"


def say(header, *parts):
    head = json.dumps(header, separators=(",", ":")).encode("ascii")
    LINE.send(struct.pack("<I", len(head)) + head + b"".join(parts))


def ask(header, limits, *parts):
    """Asks outside: (header, body) of the answer."""
    header.update(sizes=[len(part) for part in parts], memoryMib=limits.memory_mib)
    header.setdefault("timeoutMs", limits.timeout_ms)
    say(header, *parts)
    answer = LINE.receive()
    end = 4 + int.from_bytes(answer[:4], "little")
    return json.loads(answer[4:end]), answer[end:]


def ending_of(answer):
    """An ``Ending``, as of a process."""
    kind = answer["kind"]
    if kind in (TIMEOUT, MEMORY):
        return Ending(kind)
    if kind == DONE:
        return Ending("exited", FULL)
    return Ending("signalled", SIGKILL) if kind == KILLED else Ending("exited", answer["code"], answer["detail"])


class WasmHost:
    """Programs in another interpreter, in another process."""

    missing = ()
    #: Indexes of tests whose comparison has cost a judge.
    endless = ()

    def preload(self, modules):
        """Nothing: the interpreter of programs has loaded all that it will."""

    def run_batch(self, program, plans, limits, official=False, ends=None):
        data = marshal.dumps(program)

        def answer(indexes, *seconds):
            first, later = (max(20.0, each * 1000.0) for each in seconds)
            header = {"op": "batch", "timeoutMs": first, "laterMs": later}
            answer, body = ask(header, limits, data, *[plans[index].data for index in indexes])
            answers, at = [], 0
            for size in answer["outcomes"]:
                answers.append(body[at:at + size])
                at += size
            return SimpleNamespace(answers=answers, ending=ending_of(answer), left=answer["left"], began=True)

        return Batch(answer, plans, limits, official, ends).run()

    def run_script(self, program, stdin, limits):
        answer, stdout = ask({"op": "script"}, limits, marshal.dumps(program), stdin)
        if answer["kind"] in (TIMEOUT, MEMORY):
            return ScriptReport(ended=answer["kind"])
        tail = answer["stderrTail"].strip()
        if answer["kind"] == DONE and answer["code"] == 1 and tail.startswith("MemoryError"):
            return ScriptReport(ended=MEMORY)
        complete = stdout if answer["complete"] or answer["kind"] == KILLED else None
        if answer["kind"] in (DIED, KILLED):
            return ScriptReport(complete, answer["code"], ending_of(answer).describe())
        return ScriptReport(complete, answer["code"], tail)

    def run_together(self, program, test, token, limits):
        first = marshal.dumps((program, test.form, test.imports))
        second = marshal.dumps((test.source, test.method, test.claimed, token))
        answer, body = ask({"op": "together"}, limits, first, second)
        frames = []
        try:
            while body:
                size = int.from_bytes(body[:4], "little")
                add_frame(frames, body[4:4 + size])
                body = body[4 + size:]
        except ValueError:
            pass
        return frames, ending_of(answer)

    def compare(self, suites, key, cells):
        found = []
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


FUNCTIONS = {"run_job": run_job}
