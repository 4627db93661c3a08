"""Lets forked processes allocate side by side.

What a process writes to is copied for it page by page, and a heap that has lived has holes everywhere: the few objects of
a short program would lie on as many pages. So the zygote fills its holes before it forks.
"""

# Of CPython's allocator: sizes in steps, up to the largest; what lies beyond is the C library's.
STEP, LARGEST = 16, 512
#: Bytes of a ``bytes`` object beside its content.
HEADER = bytes.__basicsize__
# Of the C library: larger ones come from the system, and how the search goes down.
HIGHEST = 60_000
#: So many neighbours in a row come from a part of the heap that nothing has used.
RUN = 6
MOST = 50_000


def fill_holes():
    """Objects that take the free places between those that are there; to be kept."""
    held = []
    for size in range(STEP, LARGEST + 1, STEP):
        held += _fill_pools(size, _maker(size))
    held += _fill_heap()
    return held


def _fill_pools(size, make):
    made, run, last = [], 0, 0
    while run < RUN and len(made) < MOST:
        made.append(make())
        at = id(made[-1])
        run = run + 1 if at == last + size else 0
        last = at
    return made


def _fill_heap():
    """Until what is asked for comes from the end of the heap, whatever its size."""
    made, end, size = [], id(bytes(2 * HIGHEST)), HIGHEST
    while size > LARGEST:
        item = bytes(size - HEADER)
        if id(item) < end and len(made) < MOST:
            made.append(item)
        else:
            size -= max(STEP, size // 16 // STEP * STEP)
    return made


def _maker(size):
    if size < HEADER:
        return object if size == STEP else lambda: complex(1.5, 2.5)
    return lambda: bytes(size - HEADER)
