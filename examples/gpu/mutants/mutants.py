"""Which mistakes in the kernels do not compile, which are found by running them, and which are not found.

    mutants.py build OUT [NUMBER…]    applies each of mutants.txt, or those, to a copy of examples/gpu and builds it, with PTXAS
    mutants.py run OUT                checks on a GPU those that were built, by run.py, and prints the table of all
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

GPU = pathlib.Path(__file__).resolve().parent.parent


def mutants():
    """The file, kind, kernels, text and what it becomes, of each."""
    for block in (GPU / "mutants/mutants.txt").read_text().split("\n\n"):
        if not block.startswith("#"):
            head, text, other = block.strip("\n").split("\n")
            yield *head.split(), text[2:], other[2:]


def modules_of(file):
    """The module of a file and those that it uses: what is compiled with it."""
    uses = re.findall(r"use crate::(\w+)", (GPU / "kernels/src" / file).read_text())
    return {file.removesuffix(".rs")}.union(*(modules_of(f"{name}.rs") for name in uses))


def build(out):
    out.mkdir(parents=True, exist_ok=True)
    copy = out / "gpu"
    shutil.copytree(GPU, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns("target"))
    for manifest in copy.glob("*/Cargo.toml"):
        manifest.write_text(manifest.read_text().replace("../../..", str(GPU.parent.parent)))
    environment = os.environ | {"CARGO_TARGET_DIR": str(out / "target")}
    script = copy / "build.sh"
    script.write_text(script.read_text().replace("../../layout-gpu", str(GPU.parent.parent / "layout-gpu")))
    if not sys.argv[3:]:
        # Without a mistake they build.
        subprocess.run(["bash", copy / "build.sh"], env=environment, check=True)
    for number, (file, kind, kernels, text, other) in enumerate(mutants()):
        if sys.argv[3:] and str(number) not in sys.argv[3:]:
            continue
        source = (GPU / "kernels/src" / file).read_text()
        before, found, after = source.rpartition(text)
        assert found, f"{file} has no {text}"
        changed = copy / "kernels/src" / file
        # Of kernels that a macro defines, those that are checked.
        named = lambda product: product[0] if product[1] in kernels.split(",") else ""
        changed.write_text(re.sub(r"^ *product!\((?:narrow )?\w+, (\w+), .*\n", named, before + other + after, flags=re.M))
        library = (GPU / "kernels/src/lib.rs").read_text()
        keep = lambda module: module[0] if module[1] in modules_of(file) else ""
        (copy / "kernels/src/lib.rs").write_text(re.sub(r"pub mod (\w+);\n", keep, library))
        built = subprocess.run(["bash", copy / "build.sh"], env=environment, capture_output=True, text=True)
        changed.write_text(source)
        cubin, error = out / f"{number}.cubin", out / f"{number}.error"
        cubin.unlink(missing_ok=True), error.unlink(missing_ok=True)
        if built.returncode == 0:
            shutil.copy(out / "target/kernels.cubin", cubin)
        else:
            error.write_text(built.stderr)
        print(number, file, kind, "built" if built.returncode == 0 else "refused", flush=True)


def reason(error):
    """The first error of rustc that says why: of a constant, its message."""
    # A constant's message follows "panicked at", "evaluation of …" names only where.
    told = re.findall(r"^error(?:\[E\d+\])?: (?!could not compile)(.*)", error, re.M)
    constants = re.findall(r"evaluation panicked: (.*)", error)
    return (constants or [t for t in told if not t.startswith("evaluation")] or ["?"])[0]


def check(out, number, kernels):
    """What run.py says of the kernels."""
    folder = out / f"run{number}"
    folder.mkdir(exist_ok=True)
    shutil.copy(out / f"{number}.cubin", folder / "kernels.cubin")
    command = [sys.executable, GPU / "run.py", folder, "--check", *kernels.split(",")]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=90)
    except subprocess.TimeoutExpired:
        return "found: it does not end"
    if ran.returncode == 0:
        return "**not found**"
    return "found: " + ran.stderr.strip().splitlines()[-1].split(": ", 1)[-1][:80]


def run(out):
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        found = {
            number: pool.submit(check, out, number, kernels)
            for number, (_, _, kernels, _, _) in enumerate(mutants())
            if (out / f"{number}.cubin").exists()
        }
        print("| file | kind | text | becomes | |\n|---|---|---|---|---|")
        for number, (file, kind, _, text, other) in enumerate(mutants()):
            error = out / f"{number}.error"
            said = found[number].result() if number in found else "refused: " + reason(error.read_text())
            cells = (file, kind, f"`{text}`", f"`{other}`" if other.strip() else "", said)
            print("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |", flush=True)


{"build": build, "run": run}[sys.argv[1]](pathlib.Path(sys.argv[2]).resolve())
