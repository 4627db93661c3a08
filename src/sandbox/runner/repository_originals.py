"""Reads the originals that no program may see, and finds every place where they lie.

Asked of a process in whose sandbox no program ever runs. The host keeps the answer, covers the places before it starts a
sandbox for programs, and sends with each job what its runs are laid with: what is covered can be read by nobody there.
"""

import base64
import os
import stat
import sys

from repository_overlay import parts_of

#: Folders, or files that stand for them, in which version control keeps what a file was.
HISTORIES = frozenset((".git", ".hg", ".svn", ".bzr", "_darcs", ".jj"))


def read_originals(overlay, path, tests, elsewhere):
    """The module under test, and the files of its tests: ``tests`` are files and folders, some of which may not be there.

    ``elsewhere``: other places where the root may lie, too. Answers ``content`` and ``tests`` in base64, and
    ``places``, absolute and without links, folders with a slash at the end.
    """
    content = overlay.read(path)
    files = {name: data for spec in tests for name, data in _files(overlay.root, spec) if name != path}
    return {
        "content": _text(content),
        "tests": {name: _text(data) for name, data in sorted(files.items())},
        "places": sorted(map(_marked, _places(overlay.root, {**files, path: content}, elsewhere))),
    }


def _text(data):
    return base64.b64encode(data).decode()


def _files(root, spec):
    """(path, bytes) of a file of tests, or of those in a folder."""
    place = os.path.join(root, *parts_of(spec))
    if os.path.isfile(place):
        yield spec, _bytes(place)
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name not in HISTORIES]
        for name in names:
            data = _bytes(os.path.join(folder, name)) if name.endswith(".py") else b""
            if b"def test" in data:
                yield os.path.relpath(os.path.join(folder, name), root), data


def _bytes(place):
    with open(place, "rb") as stream:
        return stream.read()


def _places(root, files, elsewhere):
    found = {os.path.realpath(os.path.join(root, path)) for path in files}
    for top in _outermost([root, *sys.path]):
        found.update(_copies(top, set(files.values())))
    for place in list(found):
        found.update(_compiled(place))
    for other in elsewhere:
        same = {os.path.join(other, os.path.relpath(place, root)) for place in found if place.startswith(root + os.sep)}
        found.update(place for place in same if os.path.lexists(place))
    return found


def _marked(place):
    return place + "/" if os.path.isdir(place) else place


def _outermost(folders):
    real = {os.path.realpath(folder) for folder in folders if os.path.isdir(folder)}
    return [each for each in real if not any(each.startswith(other + os.sep) for other in real)]


def _copies(top, contents):
    """Histories, and files under whatever name that hold just what one of the originals does."""
    sizes = {len(content) for content in contents}
    for folder, folders, names in os.walk(top):
        for name in HISTORIES.intersection([*folders, *names]):
            yield os.path.realpath(os.path.join(folder, name))
        folders[:] = [name for name in folders if name not in HISTORIES]
        for name in names:
            place = os.path.join(folder, name)
            try:
                seen = os.stat(place)
                if stat.S_ISREG(seen.st_mode) and seen.st_size in sizes and _bytes(place) in contents:
                    yield os.path.realpath(place)
            except OSError:
                # A link to nowhere, or what nobody here can read.
                continue


def _compiled(place):
    """Where Python and pytest keep what they made of the file."""
    folder, name = os.path.split(place)
    stem = name.rpartition(".")[0]
    cache = os.path.join(folder, "__pycache__")
    names = os.listdir(cache) if os.path.isdir(cache) else ()
    yield from (os.path.join(cache, each) for each in names if each.startswith(stem + "."))
    if os.path.isfile(os.path.join(folder, stem + ".pyc")):
        yield os.path.join(folder, stem + ".pyc")
