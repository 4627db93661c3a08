"""What imports of a test mean: modules that exist nowhere are the candidate (``from solution import f``)."""

import ast
import sys

# No test can spell it.
CANDIDATE = "<candidate>"


def is_installed(name):
    top = name.partition(".")[0]
    if top in sys.modules:
        return top not in ("__main__", "candidate")
    try:
        return any(finder.find_spec(top, None) is not None for finder in sys.meta_path)
    except (ImportError, ValueError, AttributeError):
        return False


def imported(nodes):
    """Names of all modules that a tree imports."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


def rewrite_imports(tree, entry_point):
    """The tree with imports of the candidate turned into uses of the name ``CANDIDATE``."""
    return ast.fix_missing_locations(_Imports(entry_point).visit(tree))


class _Imports(ast.NodeTransformer):
    def __init__(self, entry_point):
        self.entry_point = entry_point

    def visit_Import(self, node):
        kept = [alias for alias in node.names if is_installed(alias.name)]
        result = [ast.copy_location(ast.Import(kept), node)] if kept else []
        for alias in node.names:
            if alias not in kept:
                name = (alias.asname or alias.name).partition(".")[0]
                result.append(_assign(node, name, ast.Name(CANDIDATE, ast.Load())))
        return result

    def visit_ImportFrom(self, node):
        if not node.level and node.module and is_installed(node.module):
            return node
        result = [
            _assign(
                node,
                alias.asname or alias.name,
                ast.Attribute(ast.Name(CANDIDATE, ast.Load()), alias.name, ast.Load()),
            )
            for alias in node.names
            if alias.name != "*"
        ]
        return result or ast.copy_location(ast.Pass(), node)


def _assign(node, name, value):
    return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), node)
