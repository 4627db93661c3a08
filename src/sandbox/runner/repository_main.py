"""Judges candidates of a repository: settings are the first argument (JSON), messages come on standard input, as in ``main``.

The judge reads them and lays the files; a zygote that was forked before all messages forks a process for each candidate, which
gets the message of its own run alone. After ``warm`` they are forked from a copy of the zygote that has loaded modules
ahead; a process serves one module under test.

Settings: ``root`` (the original), ``overlay`` (a folder that holds nothing but overlays), ``whole`` (whether the root is one
repository), ``plugins`` (a folder of pytest plugins), ``scratch`` (folders that are emptied after each candidate),
``elsewhere`` (where the root may lie, too), ``processes`` (how many its user may have; absent where something else counts).

Messages (``op``): ``read`` (``repository_originals``); the others have ``path`` (of the module under test; null for a tree with
``importFrom``), ``files`` ({path: base64} laid over the root, null for what must not be there), ``nodes``, ``pytestArgs``, ``plugin``.
``official`` and ``generated`` run a candidate, with ``limitMs`` and ``memoryMib``. The files of ``warm`` are originals. A
candidate's process gets the message without the files, with ``root`` (the copy), ``folders`` (to import from) and ``nonce``.
"""

import base64
import json
import os
import resource
import secrets
import sys

from channel import ChannelClosed
from main import start
from repository_candidate import KINDS
from repository_originals import read_originals
from repository_overlay import Overlay, OverlayError
from repository_report import Run, generated_answer, objects_of, official_answer

MAX_FRAME = 32 * 1024 * 1024
MAX_FILE = 256 * 1024 * 1024
OUTPUT_TAIL = 4000
LEARN_MS, LEARN_MIB = 300_000, 6144


class Judge:
    def __init__(self, settings, forker):
        self.settings, self.forker = settings, forker
        self.overlay = Overlay(settings["root"], settings["overlay"], settings["whole"])

    def answer(self, message):
        try:
            return {"ok": getattr(self, message["op"])(message)}
        except OverlayError as error:
            return {"error": str(error)}

    def read(self, message):
        return read_originals(self.overlay, message["path"], message["tests"], self.settings.get("elsewhere", ()))

    def official(self, message):
        run = self.run(self.lay(message), message["limitMs"], message["memoryMib"])
        return {**official_answer(message, run), "cpuMs": run.cpu_ms}

    def generated(self, message):
        whole_ms = message["limitMs"] * (len(message["tests"]) + 1) + message["importMs"]
        run = self.run(self.lay(message), whole_ms, message["memoryMib"])
        return {**generated_answer(message, run), "cpuMs": run.cpu_ms}

    def warm(self, message):
        """Has a copy of the zygote load what the originals load; whether it could."""
        learnt = self.run(self.lay(message), LEARN_MS, LEARN_MIB).frames
        if not learnt or not learnt[0]["names"]:
            return False
        job = self.lay({**message, "files": dict.fromkeys(message["files"])})
        try:
            self.forker = self.forker.with_modules(tuple(learnt[0]["names"]), job)
        except ChannelClosed:
            return False
        return True

    def lay(self, message):
        """Lays a copy of the repository with the message's files; the job for a candidate's process."""
        files = {path: each if each is None else base64.b64decode(each) for path, each in message["files"].items()}
        self.overlay.build(files, {node.partition("::")[0].split("/")[0] for node in message["nodes"]})
        root, module = self.overlay.place, None
        folders = [os.path.join(root, folder) for folder in message.get("importFrom", ())]
        if message["path"] is not None:
            folder, module = self.overlay.module_of(message["path"])
            folders = [folder]
        more = {"root": root, "folders": folders, "module": module, "plugins": self.settings["plugins"]}
        return {**message, "files": None, **more, "nonce": secrets.token_hex(8)}

    def run(self, job, limit_ms, memory_mib):
        """Has a process do the job, until it ends or a limit is reached; nothing of it is left afterwards."""
        before, output = self.forker.cpu_ns, os.memfd_create("output")
        # A group may hold twice what a watch is told.
        channel = self.forker.start("candidate", job, limit_ms / 1000.0, memory_mib / 2, MAX_FRAME, [output])
        frames, ending = channel.finish()
        size = os.fstat(output).st_size
        text = os.pread(output, OUTPUT_TAIL, max(0, size - OUTPUT_TAIL)).decode("utf-8", "replace")
        os.close(output)
        return Run(job["nonce"], objects_of(frames), ending, int((self.forker.cpu_ns - before) / 1e6), text)


def main():
    settings = json.loads(sys.argv[1])
    settings.update(scratch=[*settings["scratch"], settings["overlay"]], groupMemory=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE, MAX_FILE))
    return start(settings, lambda: KINDS, lambda forker: Judge(settings, forker).answer)


if __name__ == "__main__":
    work = main()
    if work:
        work()
