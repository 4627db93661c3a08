"""A scratch copy of a repository in which some files are others: folders made of links, so that it costs a millisecond.

The copy always stands at the same place, so that modules which a warm parent has imported keep their file names. Only
folders on the way to a replaced file are real; whatever stands beside that way is a link to the original, which lies
on the read-only image.
"""

import os

from scratch import Root


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
        file = os.path.join(self.root, *parts_of(path))
        try:
            with open(file, "rb") as stream:
                return stream.read()
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
            with open(target, "wb") as stream:
                stream.write(content)
