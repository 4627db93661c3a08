"""Which modules may be loaded before a cell's own time runs: importing the others does something."""

# Packages of which some part does; so does every ``__main__``.
LOUD = frozenset(
    ["antigravity", "this", "__main__", "__phello__", "__hello__", "idlelib", "turtledemo", "test", "lib2to3"]
)


def is_quiet(name):
    parts = name.split(".")
    return parts[0] not in LOUD and "__main__" not in parts
