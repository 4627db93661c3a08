"""Empties the places that candidates can write to, whatever they left there."""

import os
import secrets
import time

# Nobody makes more in the time of a cell; who is still making while we remove is not waited for.
MOST_SECONDS = 10.0


def empty(root):
    """Removes everything in a folder; whether nothing is left.

    Folders within folders are moved up into ``root`` first, so that no path is too long and no recursion too deep.
    """
    prefix, moved = os.path.join(root, "." + secrets.token_hex(8)), 0
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
