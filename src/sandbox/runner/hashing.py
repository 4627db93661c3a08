"""Keys whose hashes are equal make a set or dict quadratic; candidates and tests could write such keys at will."""

MOST_EQUAL_HASHES = 64
SMALL = 1 << 60


class ManyEqualHashes(ValueError):
    """More keys of one hash than any honest value has."""


def is_well_spread(key):
    """Whether nobody can choose many unequal keys of this type with one hash."""
    kind = type(key)
    return kind is str or kind is bytes or kind is float or kind is bool or key is None or (
        kind is int and -SMALL < key < SMALL
    )


def check_hashes(keys):
    """Raises ``ManyEqualHashes``; linear in the keys' own sizes."""
    counts = {}
    for key in keys:
        if not is_well_spread(key):
            found = hash(key)
            count = counts[found] = counts.get(found, 0) + 1
            if count > MOST_EQUAL_HASHES:
                raise ManyEqualHashes("more than %d keys have the same hash" % MOST_EQUAL_HASHES)
