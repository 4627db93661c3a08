"""Empties the places that candidates can write to, whatever they left there."""

import os
import stat
import time

# Nobody makes more in the time of a cell; who is still making while we remove is not waited for.
MOST_SECONDS = 10.0


def empty(root):
    """Removes everything in a folder; whether nothing is left.

    Folders within folders are moved up into ``root`` first, so that no path is too long and no recursion too deep.
    """
    prefix, moved = os.path.join(root, "." + os.urandom(8).hex()), 0
    deadline = time.monotonic() + MOST_SECONDS
    clean, folders = True, [root]
    while folders and clean:
        folder = folders.pop()
        try:
            with os.scandir(folder) as found:
                entries = list(found)
            for entry in entries:
                if time.monotonic() > deadline:
                    return False
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                    continue
                # Moving a folder changes its entry for the one above.
                os.chmod(entry.path, 0o700)
                moved += 1
                folders.append("%s-%d" % (prefix, moved))
                os.rename(entry.path, folders[-1])
            if folder != root:
                os.rmdir(folder)
        except OSError:
            clean = False
    return clean


class Root:
    """A folder that candidates can write to. Where they are of the zygote's own user, they can change the folder itself."""

    def __init__(self, path):
        self.path = path
        #: Whether the last clearing found anything.
        self.was_used = False
        self.found = self.rights()
        self.restore()

    def rights(self):
        """Who may do what; None where that cannot be read. Nobody may set other attributes (``syscalls``)."""
        try:
            found = os.stat(self.path)
            return stat.S_IMODE(found.st_mode), found.st_uid, found.st_gid
        except OSError:
            return None

    def clear(self):
        """Empties it and puts it back as it was; whether it is so."""
        # Whoever may not read it may not empty it.
        if self.rights() != self.found and not self.restore():
            return False
        self.was_used = bool(os.listdir(self.path))
        return (not self.was_used or empty(self.path)) and self.restore()

    def restore(self):
        try:
            if os.stat(self.path).st_uid == os.geteuid():
                os.chmod(self.path, self.found[0])
                os.utime(self.path, ns=(0, 0))
        except (OSError, TypeError):
            return False
        return self.rights() == self.found
