"""The public names on layouts of CuTe in C++, CuTe's DSL, pycute and tensor-layouts, as tests/data/names.txt.

    pip install nvidia-cutlass-dsl==4.8.1 tensor-layouts==0.3.2
    git clone https://github.com/NVIDIA/cutlass CUTLASS          # commit 7107b05
    python tests/data/names.py CUTLASS > tests/data/names.txt

No name is chosen by hand. C++'s are the functions, classes and aliases of the namespace cute in the headers of layouts, integers in
tuples, swizzles, tensors and tiled instructions, and the members of layouts and tiled instructions; CuTe's DSL's those that `cutlass.cute` imports from its modules of
layouts, and the methods of its layouts; Python's those of the modules, and the methods of their layouts. Names that begin
with `_`, and what is in a namespace `detail`, are not public.
"""

import ast
import importlib.util
import re
import sys
from importlib.metadata import version
from pathlib import Path

CPP = [
    "layout", "layout_composed", "int_tuple", "stride", "swizzle", "swizzle_layout", "underscore", "tensor_impl",
    "algorithm/tuple_algorithms", "numeric/arithmetic_tuple", "atom/mma_atom", "atom/copy_atom",
    "pointer_flagged", "util/print_latex", "util/print_svg", "util/print_tensor",
]
# Of `cutlass.cute`: the rest is arithmetic on tensors, compilation and hardware.
DSL = {"core", "tuple", "tensor", "atom"}
LAYOUTS = {"Layout", "ComposedLayout", "Swizzle", "LayoutBase", "TiledCopy", "TiledMma", "ThrCopy", "ThrMma"}
CLASSES = [["Layout"], ["ComposedLayout"], ["Swizzle"], ["TiledCopy"], ["TiledMMA"], ["ThrCopy"], ["ThrMMA"]]


def cpp(folder):
    names = set()
    for header in CPP:
        text = (folder / "include/cute" / f"{header}.hpp").read_text()
        text = re.sub(r"/\*.*?\*/|//[^\n]*|^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.S | re.M)
        names.update(filter(None, map(declared, declarations(text))))
    # Macros are no names of the namespace.
    return {name for name in names if not name.startswith("CUTE_")}


def declarations(text):
    """The text in front of each body and of each `;`, in the namespace cute itself, or in a class of layouts."""
    within, begin = [], 0
    for place, char in enumerate(text):
        if char not in "{};":
            continue
        head = text[begin:place].strip()
        opens = re.fullmatch(r"(?:inline )?namespace\s+(\w+)", head)
        if (within == ["cute"] or within[:1] == ["cute"] and within[1:] in CLASSES) and char != "}" and not opens:
            yield re.sub(r"\b(?:public|private|protected)\s*:(?!:)", "", head).strip()
        if char == "{":
            named = opens or re.match(r"(?:struct|class)\s+(\w+)", without_template(head))
            within.append(named[1] if named else "{")
        elif char == "}":
            within.pop()
        begin = place + 1


def without_template(head):
    """A declaration without the parameters of templates in front of it."""
    while re.match(r"template\s*<", head):
        depth, end = 0, len(head)
        for place, char in enumerate(head):
            depth += {"<": 1, ">": -1}.get(char, 0)
            if char == ">" and depth == 0:
                end = place + 1
                break
        head = head[end:].strip()
    return head


def declared(head):
    """The name that a declaration has; none of a use of another name, or of an operator."""
    head = without_template(head)
    if named := re.match(r"(?:struct|class|using)\s+(\w+)", head):
        return named[1] if named[1] != "namespace" else None
    head = re.sub(r"decltype\(auto\)|alignas\(\w+\)|requires\s*\(.*?\)", "", head)
    if "operator" in head or head.startswith(("static_assert", "extern")):
        return None
    if named := re.match(r"[\w\s:<>,.&*]*?\b(\w+)\s*\(", head):
        return named[1]
    named = re.match(r"(?:CUTE_\w+|static|inline|constexpr|const|\s)+[\w:<>]+\s+(\w+)\s*(?:=.*)?$", head, flags=re.S)
    return named[1] if named else None


def dsl(folder):
    """What the module imports by name, and the methods of layouts."""
    names = set()
    for node in ast.parse((folder / "__init__.py").read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module in DSL and node.level == 1:
            names.update(name.asname or name.name for name in node.names)
    return names | methods(folder.glob("*.py"))


def methods(files):
    names = set()
    for file in files:
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef) and node.name.lstrip("_") in LAYOUTS:
                names.update(inner.name for inner in node.body if isinstance(inner, ast.FunctionDef))
    return names


def python(files):
    """Functions and classes of modules, and the methods of layouts."""
    files = list(files)
    names = set()
    for file in files:
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names.add(node.name)
    return names | methods(files)


def main():
    cutlass = Path(sys.argv[1])
    number = lambda part: re.search(rf"CUTLASS_{part}\s+(\d+)", header)[1]
    header = (cutlass / "include/cutlass/version.h").read_text()
    of = ".".join(map(number, ["MAJOR", "MINOR", "PATCH"]))
    installed = lambda module: Path(importlib.util.find_spec(module).origin).parent
    tensor_layouts = installed("tensor_layouts")
    tables = {
        f"CuTe C++ {of}": cpp(cutlass),
        f"CuTe DSL {version('nvidia-cutlass-dsl')}": dsl(installed("cutlass") / "cute"),
        f"pycute {of}": python((cutlass / "python/pycute").glob("*.py")),
        f"tensor-layouts {version('tensor-layouts')}": python(
            [*tensor_layouts.glob("layouts/*.py"), *(tensor_layouts / f"{module}.py" for module in ["layout_utils", "analysis", "tensor", "atoms", "viz"])]
        ),
    }
    print("# The public names on layouts of other packages, a line each: tests/data/names.py writes it.")
    for package, names in tables.items():
        public = sorted(name for name in names if not name.startswith("_"))
        print(f"{package}: {' '.join(public)}")


if __name__ == "__main__":
    main()
