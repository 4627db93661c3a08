"""Exceptions of libraries that a candidate may raise and a test name: the same class here, where its module is loaded."""

import sys

#: As ``module: names``; the modules are those that the classes name themselves.
NAMES = {
    "json.decoder": "JSONDecodeError", "dataclasses": "FrozenInstanceError", "statistics": "StatisticsError",
    "decimal": "DecimalException InvalidOperation DivisionByZero Overflow Underflow Inexact Rounded Clamped Subnormal",
    "_queue": "Empty", "queue": "Empty Full", "struct": "error", "binascii": "Error Incomplete", "zlib": "error",
    "zipfile": "BadZipFile", "_csv": "Error", "csv": "Error", "re": "error PatternError", "re._constants": "error",
    "sre_constants": "error", "copy": "Error", "graphlib": "CycleError", "xml.etree.ElementTree": "ParseError",
    "configparser": "Error NoSectionError NoOptionError DuplicateSectionError ParsingError MissingSectionHeaderError",
    "argparse": "ArgumentError ArgumentTypeError", "ipaddress": "AddressValueError NetmaskValueError",
    "subprocess": "CalledProcessError TimeoutExpired", "numpy.linalg": "LinAlgError", "numpy.linalg.linalg": "LinAlgError",
    "numpy": "AxisError", "numpy.exceptions": "AxisError",
}
KNOWN = {(module, name) for module, names in NAMES.items() for name in names.split()}


def of_a_library(module, name):
    """The class of that name, if it is on the list and its module is loaded; else None."""
    return getattr(sys.modules.get(module), name, None) if (module, name) in KNOWN else None
