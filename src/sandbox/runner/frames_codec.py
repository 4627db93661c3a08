"""Data frames, series, indexes, tensors and sparse matrices as plain values, for programs and tests in two processes.

Tables beside ``extensions``: ``FRAMES`` gives (name, parts) of a value, and ``BUILDERS`` the value of such parts. Nothing
of either runs code that came with the bytes: what is built is listed here, from parts that were checked as they were decoded.
"""

import sys

# An index or a column of this many entries is not an answer of a test.
MOST_ENTRIES = 5_000_000
TENSOR_KINDS = "float16 float32 float64 int8 int16 int32 int64 uint8 bool complex64 complex128".split()
SPARSE_KINDS = ("csr_matrix", "csc_matrix", "coo_matrix", "csr_array", "csc_array", "coo_array")


def _pandas():
    import pandas

    return pandas


def _unit(value):
    # pandas before 2.0 has nanoseconds alone.
    return getattr(value, "unit", "ns")


def _in_unit(value, unit):
    return value if unit == "ns" else value.as_unit(unit)


def _series_parts(value):
    return (_column_parts(value), value.index, value.name)


def _column_parts(value):
    """(kind, data, dtype) of the values of a series or an index."""
    pandas = sys.modules["pandas"]
    dtype = value.dtype
    if isinstance(dtype, pandas.CategoricalDtype):
        codes = value.cat.codes if isinstance(value, pandas.Series) else value.codes
        return ("category", (codes.tolist(), dtype.categories, bool(dtype.ordered)), "category")
    if type(dtype).__module__.startswith("numpy"):
        return ("plain", value.to_numpy(), str(dtype))
    if isinstance(dtype, pandas.DatetimeTZDtype):
        return ("zoned", value.astype("int64").tolist(), str(dtype))
    return ("masked", value.tolist(), str(dtype))


def _index_parts(value):
    pandas = sys.modules["pandas"]
    if type(value) is pandas.RangeIndex:
        return ("range", (value.start, value.stop, value.step), value.name)
    if type(value) is pandas.MultiIndex:
        return ("multi", [tuple(entry) for entry in value.tolist()], list(value.names))
    if isinstance(value, pandas.PeriodIndex):
        return ("period", (value.asi8.tolist(), value.freqstr), value.name)
    if isinstance(value, pandas.DatetimeIndex) and value.freq is not None:
        return ("dates", (_column_parts(value), value.freqstr), value.name)
    return ("values", _column_parts(value), value.name)


def _frame_parts(value):
    return (value.columns, value.index, [_column_parts(value.iloc[:, at]) for at in range(value.shape[1])])


FRAMES = {
    ("pandas", "DataFrame"): (b"frame", _frame_parts),
    ("pandas", "Series"): (b"series", _series_parts),
    ("pandas", "Timestamp"): (b"moment", lambda value: (value.value, str(value.tz) if value.tz else None, _unit(value))),
    ("pandas", "Timedelta"): (b"span", lambda value: (value.value, _unit(value))),
    ("pandas", "Period"): (b"period", lambda value: (value.ordinal, value.freqstr)),
    ("pandas", "Interval"): (b"interval", lambda value: (value.left, value.right, value.closed)),
    ("pandas", "Categorical"): (
        b"categorical",
        lambda value: (value.codes.tolist(), value.categories, bool(value.ordered)),
    ),
    ("pandas", "NaT"): (b"missing", lambda value: "NaT"),
    ("pandas", "NA"): (b"missing", lambda value: "NA"),
    ("torch", "Tensor"): (
        b"tensor",
        lambda value: (str(value.dtype).rpartition(".")[2], value.detach().cpu().numpy(), bool(value.requires_grad)),
    ),
    ("pathlib", "PosixPath"): (b"path", lambda value: str(value)),
}
INDEXES = ("Index", "RangeIndex", "MultiIndex", "DatetimeIndex", "TimedeltaIndex", "PeriodIndex", "CategoricalIndex")
# Of pandas before 2.0.
INDEXES += ("Int64Index", "UInt64Index", "Float64Index")


def known_classes():
    """Class to (name, parts) for what is loaded; a class is known by what its own package holds under its name."""
    found = {}
    for (module, name), entry in FRAMES.items():
        holder = sys.modules.get(module)
        kind = getattr(holder, name, None) if holder is not None else None
        if kind is not None:
            found[kind if isinstance(kind, type) else type(kind)] = entry
    pandas = sys.modules.get("pandas")
    for name in INDEXES if pandas is not None else ():
        kind = vars(pandas).get(name) or getattr(pandas.core.indexes.api, name, None)
        if kind is not None:
            found[kind] = (b"index", _index_parts)
    sparse = sys.modules.get("scipy.sparse")
    for name in SPARSE_KINDS if sparse is not None else ():
        kind = getattr(sparse, name, None)
        if kind is not None:
            found[kind] = (b"sparse", lambda value, name=name: (name, value.tocoo().data, value.tocoo().row, value.tocoo().col, value.shape))
    return found


def _bounded(values):
    if len(values) > MOST_ENTRIES:
        raise ValueError("%d entries" % len(values))
    return values


def _column(parts):
    pandas = _pandas()
    kind, data, dtype = parts
    if kind == "category":
        return _categorical(data)
    if kind == "plain":
        return data
    if kind == "zoned":
        return pandas.to_datetime(pandas.Series(_bounded(data), dtype="int64"), utc=True).astype(_checked(dtype)).array
    return pandas.array(_bounded(data), dtype=_checked(dtype))


def _checked(dtype):
    # "str" is the text type of pandas 3 and later.
    if type(dtype) is not str or dtype != "str" and not dtype.startswith(
        ("datetime64[", "Int", "UInt", "Float", "boolean", "string", "period[", "interval[")
    ):
        raise ValueError("dtype %r" % (dtype,))
    return dtype


def _categorical(data):
    codes, categories, ordered = data
    return _pandas().Categorical.from_codes(_bounded(codes), categories=categories, ordered=ordered)


def _index(parts):
    pandas = _pandas()
    kind, data, name = parts
    if kind == "range":
        return pandas.RangeIndex(*data, name=name)
    if kind == "multi":
        return pandas.MultiIndex.from_tuples(_bounded(data), names=name)
    if kind == "period":
        return pandas.PeriodIndex.from_ordinals(data[0], freq=data[1], name=name)
    if kind == "dates":
        return pandas.DatetimeIndex(_column(data[0]), freq=data[1], name=name)
    values = _column(data)
    dtype = values.dtype if data[0] == "plain" else None
    return pandas.Index(values, dtype=dtype, name=name)


def _series(parts):
    column, index, name = parts
    return _pandas().Series(_column(column), index=index, name=name)


def _frame(parts):
    pandas = _pandas()
    columns, index, data = parts
    frame = pandas.DataFrame({at: pandas.Series(_column(column), index=index) for at, column in enumerate(data)}, index=index)
    frame.columns = columns
    return frame


def _tensor(parts):
    import torch

    kind, array, needs_grad = parts
    if kind not in TENSOR_KINDS:
        raise ValueError("tensor of %r" % (kind,))
    tensor = torch.from_numpy(array.copy()).to(getattr(torch, kind))
    return tensor.requires_grad_() if needs_grad is True else tensor


def _moment(parts):
    pandas = _pandas()
    value, zone, unit = parts
    moment = pandas.Timestamp(int(value), unit="ns", tz=None if zone is None else str(zone))
    return _in_unit(moment, unit)


def _sparse(parts):
    from scipy import sparse

    name, data, row, column, shape = parts
    if name not in SPARSE_KINDS:
        raise ValueError("sparse %r" % (name,))
    return getattr(sparse, name)(sparse.coo_matrix((data, (row, column)), shape=shape))


def _path(text):
    import pathlib

    return pathlib.PosixPath(str(text))


BUILDERS = {
    b"frame": _frame,
    b"series": _series,
    b"index": _index,
    b"categorical": _categorical,
    b"moment": _moment,
    b"span": lambda parts: _in_unit(_pandas().Timedelta(int(parts[0]), unit="ns"), parts[1]),
    b"period": lambda parts: _pandas().Period(ordinal=int(parts[0]), freq=str(parts[1])),
    b"interval": lambda parts: _pandas().Interval(parts[0], parts[1], closed=parts[2]),
    b"missing": lambda name: {"NaT": _pandas().NaT, "NA": _pandas().NA}[name],
    b"tensor": _tensor,
    b"sparse": _sparse,
    b"path": _path,
}
