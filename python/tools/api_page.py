#!/usr/bin/env python3
"""Writes docs/reference/python-api.md, with signatures from stubs and sources and text from docstrings.

    python python/tools/api_page.py            writes the page
    python python/tools/api_page.py --check    exits with code 1 if the page is not current

The current version of the package must be installed: `python/test.sh` installs it and checks the page.
"""

import argparse
import ast
import inspect
import sys
from pathlib import Path

import portolan
from portolan import _portolan

HERE = Path(__file__).resolve().parent.parent
PAGE = HERE.parent / "docs" / "reference" / "python-api.md"
# Modules that the package re-exports, or that are programs and not libraries.
PARTS = {"__init__", "__main__", "network", "program", "results", "run_program"}
HEAD = """# Python API
Every public name of the package. [The guide](../guide/python.md) shows how to use them. `python/tools/api_page.py` writes this page from the
package, and `python/test.sh` checks that it is current.
"""


def parsed(path):
    """Returns the syntax tree of a source file, and its public classes and functions by name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.ClassDef, ast.FunctionDef)
    return tree, {node.name: node for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")}


def signature(node, name=None, bound=False):
    """Returns the signature of a function; with `bound`, without its first parameter."""
    args = node.args
    listed = args.posonlyargs + args.args
    if bound and listed:
        args = ast.arguments(posonlyargs=[], args=listed[1:], vararg=args.vararg, kwonlyargs=args.kwonlyargs,
                             kw_defaults=args.kw_defaults, kwarg=args.kwarg, defaults=args.defaults)
    returns = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    return f"{name or node.name}({ast.unparse(args)}){returns}".replace(" -> None", "")


def text_of(doc):
    """Converts a docstring to Markdown. Interpreter sessions become code blocks; indented parts are code blocks
    already.
    """
    paragraphs = inspect.cleandoc(doc or "").strip().split("\n\n")
    return "\n\n".join(f"```python\n{inspect.cleandoc(part)}\n```" if part.lstrip().startswith(">>> ") else part
                       for part in paragraphs)


def is_property(node):
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)


def members(node, live, where):
    """Returns the lines about the members of a class. `live` is a class of the extension, which has the docstrings."""
    lines = []
    for member in node.body:
        if not isinstance(member, ast.FunctionDef) or member.name.startswith("_"):
            continue
        doc = ast.get_docstring(member)
        if live is not None:
            doc = getattr(live, member.name).__doc__
        if not doc:
            sys.exit(f"error: {where}.{member.name} has no docstring")
        shown = member.name if is_property(member) else signature(member, bound=True)
        if is_property(member) and member.returns is not None:
            shown += f": {ast.unparse(member.returns)}"
        lines.append(f"- `{shown}`: {' '.join(text_of(doc).split())}")
    for member in node.body:
        # An alias of the method.
        if isinstance(member, ast.Assign) and isinstance(member.value, ast.Name):
            names = [target.id for target in member.targets if not target.id.startswith("_")]
            lines += [f"- `{name}`: the same as `{member.value.id}`." for name in names]
    return lines


def initial(node):
    return next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name in ("__init__", "__new__")), None)


def section(node, name, live=None):
    """Returns the lines about a class or a function."""
    doc = ast.get_docstring(node) if live is None else live.__doc__
    if not doc:
        sys.exit(f"error: {name} has no docstring")
    if isinstance(node, ast.FunctionDef):
        return [f"### {node.name}", f"`{signature(node)}`", "", text_of(doc), ""]
    begin = initial(node)
    called = signature(begin, node.name, bound=True) if begin else node.name
    listed = members(node, live, name)
    return [f"### {node.name}", f"`{called}`", "", text_of(doc), ""] + listed + ([""] if listed else [])


def stale(stubs):
    """Returns the differences between the stubs and the names in the extension."""
    def public(names):
        return {name for name in names if not name.startswith("_")}

    pairs = [("_portolan", public(vars(_portolan)), set(stubs))]
    for name, node in stubs.items():
        if isinstance(node, ast.ClassDef):
            told = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            pairs.append((name, public(vars(getattr(_portolan, name))), public(told)))
    return [f"{where}: {sorted(live ^ told)}" for where, live, told in pairs if live != told]


def page():
    """Returns the text of the page."""
    package = HERE / "portolan"
    _, stubs = parsed(package / "_portolan.pyi")
    wrong = stale(stubs)
    if wrong:
        sys.exit(f"error: _portolan.pyi is not what the extension has: {'; '.join(wrong)}")
    sources = {}
    for part in sorted(PARTS):
        sources |= parsed(package / f"{part}.py")[1]
    lines = [HEAD, "## portolan", text_of(portolan.__doc__), ""]
    for name in portolan.__all__:
        if name.startswith("_"):
            continue
        if name in stubs:
            lines += section(stubs[name], name, getattr(_portolan, name))
        else:
            lines += section(sources[name], name)
    for path in sorted(package.glob("*.py")):
        if path.stem in PARTS or path.stem.startswith("_"):
            continue
        tree, found = parsed(path)
        lines += [f"## portolan.{path.stem}", text_of(ast.get_docstring(tree)), ""]
        for name, node in found.items():
            lines += section(node, f"{path.stem}.{name}")
    return "\n".join(lines).rstrip() + "\n"


def main():
    """Writes the page, or with --check exits with an error if it is not current."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 if the page is another")
    given = parser.parse_args()
    text = page()
    if not given.check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit(f"error: {PAGE.name} is not current: python python/tools/api_page.py writes it")


if __name__ == "__main__":
    main()
