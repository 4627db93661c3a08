"""Judges candidates of a repository: settings are the first argument (JSON), messages come on standard input, as in ``main``.

The judge reads them and lays the files; a zygote that was forked before all messages forks a process for each candidate, which
gets the message of its own run alone. From the second on they are forked from a copy of the zygote that has loaded packages
ahead; a process serves one module under test.

Settings: ``root`` (the original), ``overlay`` (a folder that holds nothing but overlays), ``whole`` (whether the root is one
repository), ``plugins`` (a folder of pytest plugins), ``scratch`` (folders that are emptied after each candidate),
``elsewhere`` (where the root may lie, too), ``processes`` (how many its user may have; absent where something else counts).

Messages (``op``): ``read`` (``repository_files``); the others have ``path`` (of the module under test; null for a tree with
``importFrom``), ``files`` ({path: base64} laid over the root, null for what must not be there), ``nodes``, ``pytestArgs``, ``plugin``.
``official`` and ``generated`` run a candidate, with ``limitMs`` and ``memoryMib``. A candidate's process gets the message without
the files, with ``root`` (the copy), ``folders`` (to import from) and ``nonce``.
"""

import base64
import contextlib
import json
import os
import resource
import secrets
import sys

from cell import imported_names
from channel import ChannelClosed
from main import start
from repository_candidate import KINDS
from repository_files import Overlay, OverlayError, parts_of, read_originals
from repository_report import Run, generated_answer, objects_of, official_answer

MAX_FRAME = 32 * 1024 * 1024
MAX_FILE = 256 * 1024 * 1024
OUTPUT_TAIL = 4000
#: What takes seconds to load.
LARGE = frozenset(
    "jax keras matplotlib networkx numpy pandas scipy seaborn sklearn statsmodels sympy tensorflow torch torchvision"
    " transformers".split()
)


class Judge:
    def __init__(self, settings, forker):
        self.settings, self.forker = settings, forker
        self.overlay = Overlay(settings["root"], settings["overlay"], settings["whole"])
        self.runs = 0

    def answer(self, message):
        try:
            return {"ok": getattr(self, message["op"])(message)}
        except OverlayError as error:
            return {"error": str(error)}

    def read(self, message):
        return read_originals(self.overlay, message["path"], message["tests"], self.settings.get("elsewhere", ()))

    def official(self, message):
        return self.judged(message, message["limitMs"], official_answer)

    def generated(self, message):
        whole_ms = message["limitMs"] * (len(message["tests"]) + 1) + message["importMs"]
        return self.judged(message, whole_ms, generated_answer)

    def judged(self, message, limit_ms, answer_of):
        self.warm(message)
        run = self.run(self.lay(message), limit_ms, message["memoryMib"])
        answer = answer_of(message, run)
        count = len(answer["verdicts"])
        return {**answer, "outputs": [None] * count, "weak": [True] * count, "cpuMs": run.cpu_ms}

    def warm(self, message):
        """From the second run on, has a copy of the zygote load the large packages that the module's folder imports."""
        self.runs += 1
        if self.runs == 2 and message["path"] is not None:
            names = large_imports(self.overlay.root, message["path"], message["files"])
            job = self.lay({**message, "files": dict.fromkeys(message["files"])})
            with contextlib.suppress(ChannelClosed):
                self.forker = self.forker.with_modules(names, job) if names else self.forker

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


def large_imports(root, path, files):
    """Names of large packages that the files of a run import, or any below the module's outermost folder."""
    own = parts_of(path)[0]
    texts = [base64.b64decode(each) for each in files.values() if each is not None]
    for folder, _, names in os.walk(os.path.join(root, own)):
        for name in names:
            if name.endswith(".py"):
                with contextlib.suppress(OSError), open(os.path.join(folder, name), "rb") as file:
                    texts.append(file.read())
    found = {name.partition(".")[0] for text in texts for name in imported_names(text.decode("utf-8", "replace"))}
    return tuple(sorted(LARGE & found))


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
