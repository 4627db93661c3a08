"""Files of a repository: its originals, where each of them lies, and a scratch copy in which some are others.

Originals that no program may see are read by a process in whose sandbox no program ever runs. The host keeps the answer,
covers the places before it starts a sandbox for programs, and sends with each job what its runs are laid with: what is
covered can be read by nobody there.

A copy is made of links, so that it costs a millisecond, and always stands at the same place, so that modules which a warm
parent has imported keep their file names. Only folders on the way to a replaced file are real; whatever
stands beside that way is a link to the original, which cannot be written to.
"""

import base64
import os
import stat
import sys
from pathlib import Path

from scratch import Root

#: Folders, or files that stand for them, in which version control keeps what a file was.
HISTORIES = frozenset((".git", ".hg", ".svn", ".bzr", "_darcs", ".jj"))


class OverlayError(Exception):
    """The repository is not what the task says it is."""


def parts_of(path):
    """The parts of a path inside the repository; raises ``OverlayError`` for one that would lead out of it."""
    parts = path.split("/")
    if not path or os.path.isabs(path) or any(part in ("", ".", "..") for part in parts):
        raise OverlayError("%r is not a path inside the repository" % path)
    return parts


class Overlay:
    """``root`` is the original; the copy stands in ``folder``, which holds nothing else and is emptied with it."""

    def __init__(self, root, folder, whole):
        self.root = os.path.realpath(root)
        self.folder = Root(folder)
        self.place = os.path.join(folder, "root")
        # Whether every entry of the root belongs to the repository; else only the top folders that are asked for.
        self.whole = whole

    def read(self, path):
        """Bytes of an original file."""
        try:
            return Path(self.root, *parts_of(path)).read_bytes()
        except OSError as error:
            raise OverlayError("%s cannot be read: %s" % (path, error.strerror or error))

    def build(self, files, tops):
        """Makes the copy with other contents of ``files`` (None: without them); ``tops``: other top entries that tests lie in."""
        tree, firsts = {}, set()
        for path, content in files.items():
            *folders, name = parts_of(path)
            at = tree
            for folder in folders:
                at = at.setdefault(folder, {})
            at[name] = content
            firsts.add((*folders, name)[0])
        # And whatever a candidate has laid beside it, where tests look for settings, too.
        if not self.folder.clear():
            raise SystemExit("what a program left in %s cannot be removed" % self.folder.path)
        os.mkdir(self.place)
        if self.whole:
            wanted = set(os.listdir(self.root))
        else:
            # Shared libraries that wheels bring along are found by their place beside the package.
            libraries = {name for name in os.listdir(self.root) if name.endswith(".libs")}
            asked = {name for name in {*firsts, *tops} if os.path.lexists(os.path.join(self.root, name))}
            wanted = asked | libraries
        _lay(tree, wanted, self.root, self.place)

    def module_of(self, path):
        """The folder that has to be on ``sys.path`` and the dotted name under which tests import the file."""
        parts = parts_of(path)
        first = len(parts) - 1
        while first > 0 and os.path.exists(os.path.join(self.root, *parts[:first], "__init__.py")):
            first -= 1
        names = parts[first:-1] + [parts[-1][:-3] if parts[-1].endswith(".py") else parts[-1]]
        if names[-1] == "__init__" and len(names) > 1:
            names.pop()
        return os.path.join(self.place, *parts[:first]), ".".join(names)


def _lay(tree, names, original, copy):
    """Links in the folder ``copy`` to what is in ``original``, but for what ``tree`` says."""
    for name in names:
        if name not in tree:
            os.symlink(os.path.join(original, name), os.path.join(copy, name))
    for name, content in tree.items():
        source, target = os.path.join(original, name), os.path.join(copy, name)
        if isinstance(content, dict):
            os.mkdir(target)
            # A candidate may add folders.
            _lay(content, os.listdir(source) if os.path.isdir(source) else (), source, target)
        elif content is not None:
            Path(target).write_bytes(content)
            # A test may start any of them.
            os.chmod(target, 0o755)


def read_originals(overlay, path, tests, elsewhere):
    """The module under test, and the files of its tests: ``tests`` are files and folders, some of which may not be there.

    ``elsewhere``: other places where the root may lie, too. Answers ``content`` and ``tests`` in base64, and
    ``places``, absolute and without links, folders with a slash at the end.
    """
    content = overlay.read(path)
    files = {name: data for spec in tests for name, data in _files(overlay.root, spec) if name != path}
    return {
        "content": base64.b64encode(content).decode(),
        "tests": {name: base64.b64encode(data).decode() for name, data in sorted(files.items())},
        "places": sorted(map(_marked, _places(overlay.root, {**files, path: content}, elsewhere))),
    }


def _files(root, spec):
    """(path, bytes) of a file of tests, or of those in a folder."""
    place = os.path.join(root, *parts_of(spec))
    if os.path.isfile(place):
        yield spec, Path(place).read_bytes()
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name not in HISTORIES]
        for name in names:
            data = Path(folder, name).read_bytes() if name.endswith(".py") else b""
            if b"def test" in data:
                yield os.path.relpath(os.path.join(folder, name), root), data


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
                if stat.S_ISREG(seen.st_mode) and seen.st_size in sizes and Path(place).read_bytes() in contents:
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
