"""Frames of the together lane: their fixed forms, and the verdict that they amount to."""

from channel import MEMORY, TIMEOUT
from decoding import CodecError, decode

KNOWN = {
    ("ready", (str,)), ("loaded", (str,)), ("failed", (str, str, str, str)), ("done", (str, bytes, int, int)),
}
#: No module has more tests that fail; a program could send for ever.
MOST_FRAMES = 100_000


def add_frame(frames, data):
    """The kind of a frame, which is kept; raises ``ValueError`` for anything else."""
    try:
        frame = decode(data)
    except CodecError as problem:
        raise ValueError(str(problem))
    if type(frame) is not tuple or not frame or (frame[0], tuple(map(type, frame))) not in KNOWN or len(frames) > MOST_FRAMES:
        raise ValueError("no frame of the together lane")
    frames.append(frame)
    return frame[0]


def verdict_of(frames, ending, token):
    """(verdict, detail): a failure counts at once, success only with the token."""
    done = next((frame for frame in frames if frame[0] == "done"), None)
    failures = [frame for frame in frames if frame[0] == "failed"]
    if done is None and ending.kind in (TIMEOUT, MEMORY):
        return ending.kind, None
    if failures:
        _, verdict, where, text = failures[0]
        if where:
            text = "%s: %s" % (where.replace("__test__.", "", 1), text)
        named = sum(1 for frame in failures if frame[2])
        if named > 1:
            text += " (and %d more)" % (named - 1)
        return verdict if verdict in ("fail", "error", MEMORY) else "error", text
    if done is None:
        return "error", ending.describe()
    _, claimed, ran, skipped = done
    if claimed != token:
        return "error", "the program made up its own result"
    if ran - skipped < 1:
        return "error", "no test ran"
    return "pass", None
