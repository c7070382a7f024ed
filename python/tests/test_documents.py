"""The types that are generated, the chapter "From Python", and the notebooks."""

from __future__ import annotations

import doctest
import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from stubs import stubs

import layouts

SOURCE = Path(os.environ.get("LAYOUTS_SOURCE", Path(__file__).parents[1]))
WRITES = "WRITE" in os.environ


def test_the_types_of_operations_are_those_of_the_list():
    path = SOURCE / "python/layouts/operations.pyi"
    if WRITES:
        path.write_text(stubs())
    assert path.read_text() == stubs(), "stale: `WRITE=1 python/test.sh` writes it"


def test_the_installed_package_is_tested():
    assert not Path(layouts.__file__).is_relative_to(SOURCE)


def test_the_chapter_says_what_python_says():
    text = (SOURCE / "../docs/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    sessions = [block for block in blocks if block.startswith(">>>")]
    assert len(sessions) >= 5
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    names: dict[str, object] = {}
    for number, block in enumerate(sessions):
        test = parser.get_doctest(block, names, f"docs/python.md, session {number + 1}", None, 0)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0
    for block in blocks:
        if not block.startswith(">>>"):
            scope: dict[str, object] = {}
            exec(block, scope)
            tests = [value for name, value in scope.items() if name.startswith("test_")]
            assert tests
            for test in tests:
                test()


def test_the_docstring_of_the_package():
    assert doctest.testmod(layouts).failed == 0 and doctest.testmod(layouts).attempted > 2


@pytest.mark.parametrize("path", sorted((SOURCE / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    assert any("image/svg+xml" in str(cell.get("outputs")) for cell in notebook.cells)
