"""A scratch copy of a repository in which one file is another: folders made of links, so that it costs a millisecond.

The copy always stands at the same place, so that modules which a warm parent has imported keep their file names. Only
folders on the way to the replaced file are real; whatever stands beside that way is a link to the original, which lies
on the read-only image.
"""

import os
import shutil


class OverlayError(Exception):
    """The repository is not what the task says it is."""


def parts_of(path):
    """The parts of a path inside the repository; raises ``OverlayError`` for one that would lead out of it."""
    parts = path.split("/")
    if not path or os.path.isabs(path) or any(part in ("", ".", "..") for part in parts):
        raise OverlayError("%r is no path inside the repository" % path)
    return parts


class Overlay:
    """``root`` is the original, ``place`` the folder that holds the copy."""

    def __init__(self, root, place, whole):
        self.root = os.path.realpath(root)
        self.place = place
        # Whether every entry of the root belongs to the repository; else only the top folders that are asked for.
        self.whole = whole

    def read(self, path):
        """Bytes of an original file."""
        file = os.path.join(self.root, *parts_of(path))
        try:
            with open(file, "rb") as stream:
                return stream.read()
        except OSError as error:
            raise OverlayError("%s cannot be read: %s" % (path, error.strerror or error))

    def build(self, path, content, tops):
        """Makes the copy with ``content`` at ``path``; ``tops`` are other top entries that tests lie in."""
        parts = parts_of(path)
        self.clear()
        os.mkdir(self.place)
        if self.whole:
            wanted = set(os.listdir(self.root))
        else:
            # Shared libraries that wheels bring along are found by their place beside the package.
            libraries = {name for name in os.listdir(self.root) if name.endswith(".libs")}
            asked = {name for name in {parts[0], *tops} if os.path.lexists(os.path.join(self.root, name))}
            wanted = asked | libraries
        original, copy = self.root, self.place
        for depth, part in enumerate(parts):
            names = wanted if depth == 0 else os.listdir(original)
            for name in names:
                if name != part:
                    os.symlink(os.path.join(original, name), os.path.join(copy, name))
            original, copy = os.path.join(original, part), os.path.join(copy, part)
            if depth < len(parts) - 1:
                os.mkdir(copy)
        with open(copy, "wb") as stream:
            stream.write(content)

    def clear(self):
        """Removes the copy, whatever a candidate has made of it."""
        if os.path.islink(self.place) or os.path.isfile(self.place):
            os.unlink(self.place)
        elif os.path.isdir(self.place):
            _make_writable(self.place)
            shutil.rmtree(self.place)

    def module_of(self, path):
        """The folder that has to be on ``sys.path`` and the dotted name under which tests import the file."""
        parts = parts_of(path)
        first = len(parts) - 1
        while first > 0 and os.path.isfile(os.path.join(self.root, *parts[:first], "__init__.py")):
            first -= 1
        names = parts[first:-1] + [parts[-1][:-3] if parts[-1].endswith(".py") else parts[-1]]
        if names[-1] == "__init__" and len(names) > 1:
            names.pop()
        return os.path.join(self.place, *parts[:first]), ".".join(names)


def _make_writable(folder):
    """Folders without permission to list or to write could not be removed."""
    os.chmod(folder, 0o700)
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            _make_writable(entry.path)


def empty(folder):
    """Removes what is in a scratch folder, links and read-only folders included."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            _make_writable(entry.path)
            shutil.rmtree(entry.path)
        else:
            os.unlink(entry.path)
