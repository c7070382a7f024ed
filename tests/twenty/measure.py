"""What four libraries say of the same twenty mistakes: measure.py WORK [COLUMN…] writes the table of docs/twenty.md

WORK is a folder to build in. Without columns, all are measured: that needs Rust, g++ and clang++, and pip for CuTe's headers and
tensor-layouts. `layout` alone needs Rust. What is printed for a mistake is left in WORK, a file for each.
"""

import collections
import os
import pathlib
import re
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs/twenty.md"
WORK = pathlib.Path(sys.argv[1]).resolve()
PEERS = {"layout": "layout", "CuTe, g++": "cute", "CuTe, clang++": "cute", "tensor-layouts": "tensor-layouts", "weaverbird": "weaverbird"}


def mistakes():
    for block in (HERE / "mistakes.txt").read_text().split("\n\n"):
        if not block.startswith("#"):
            name, *lines = block.strip().split("\n")
            yield name, dict(line.split(":", 1) for line in lines)


def said(command, **options):
    """The code that a program ends with, and what it prints."""
    options.setdefault("env", {k: v for k, v in os.environ.items() if k not in ("CARGO_TARGET_DIR", "RUSTFLAGS", "RUST_BACKTRACE")})
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=300, **options)
    return run.returncode, run.stdout


def crate(name, dependencies):
    folder = WORK / name
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(f'[package]\nname = "{name}"\nedition = "2024"\n[dependencies]\n{dependencies}\n[workspace]\n')
    return folder


def rust(folder, text):
    """A crate of one line that matters: the fifth."""
    (folder / "src/main.rs").write_text(text)
    code, out = said(["cargo", "build", "--quiet"], cwd=folder)
    # What cargo says after rustc.
    out = re.sub(r"(?m)^(error: could not compile|For more information|error: aborting).*\n?", "", out)
    if code:
        return "while compiling", out
    code, out = said([folder / "target/debug" / folder.name])
    return ("at run time" if code else "accepted"), out


def layout(mistake):
    dependency = f'layout-view = {{ path = "{ROOT}/layout-view" }}'
    text = "#![allow(unused)]\nuse layout_view::*;\n\nfn main() {\n    " + mistake + '\n    println!("{l}");\n}\n'
    if "let l" not in mistake:
        text = text.replace("    " + mistake, "    let l = " + mistake)
    return rust(crate("ours", dependency), text)


def weaverbird(mistake):
    text = (
        "#![allow(unused)]\nuse weaverbird::*;\n\nfn main() {\n    let l = " + mistake + ';\n    println!("{l:?}");\n'
        "    checked(l);\n}\n\ntrait Said { fn failed(&self) -> bool { false } }\nimpl<T> Said for weaverbird::Result<T> { fn failed(&self)"
        " -> bool { self.is_err() } }\nimpl Said for Layout {}\nfn checked(l: impl Said) { if l.failed() { std::process::exit(1) } }\n"
    )
    return rust(crate("weaver", 'weaverbird = "=0.1.0"'), text)


def cute(compiler, mistake, flags):
    source = WORK / "case.cpp"
    source.write_text(
        "#include <cute/tensor.hpp>\nusing namespace cute;\n\nint main(int rows, char**) {\n    rows *= 8; " + mistake + "\n    print(l);\n}\n"
    )
    binary = WORK / "case"
    code, out = said([compiler, "-std=c++17", "-w", *flags, "-o", binary, source], cwd=WORK)
    if code:
        return "while compiling", out
    code, out = said([binary])
    return ("at run time" if code else "accepted"), out


def tensor_layouts(mistake, packages):
    source = WORK / "case.py"
    source.write_text("import sys\nfrom tensor_layouts import *\n\n\nprint(" + mistake + ")\n")
    code, out = said([sys.executable, source], env=os.environ | {"PYTHONPATH": str(packages)})
    return ("at run time" if code else "accepted"), out


def first_of(peer, out):
    """The lines that say what is wrong, without those that repeat the source."""
    lines = out.splitlines()
    if peer == "layout":
        return " ".join(line for line in lines if not re.match(r"\s*(-->|\d+ \||\||\.\.\.)", line))
    if peer == "tensor-layouts":
        return " ".join(line for line in lines if re.match(r"\w*(Error|Exception)", line))
    if peer == "weaverbird":
        return out
    return " ".join(line for line in lines if "error:" in line or "static assertion" in line)


class Said:
    """What one library says of one mistake."""

    def __init__(self, peer, verdict, out, numbers):
        self.verdict, self.out = verdict, " ".join(out.split())
        lines = [line for line in out.splitlines() if line.strip()]
        self.lines, self.numbers = len(lines), len(numbers)
        facts = first_of(peer, out)
        self.told = sum(bool(re.search(rf"(?<![\w.]){re.escape(number)}(?![\w.])", facts)) for number in numbers)
        # The line of the user's file, and how far down it is.
        place = {"layout": "main.rs:5", "weaverbird": "main.rs:5", "tensor-layouts": "case.py\", line 5"}.get(peer, "case.cpp:5")
        self.place = next((number for number, line in enumerate(lines, 1) if place in line), None)
        self.way = bool(re.search(r"help:|did you mean|Did you mean|suggested alternative", out))

    def cell(self):
        if self.verdict == "accepted":
            return f"**accepted**: `{self.out[:40]}`"
        parts = [{"while compiling": "refused", "at run time": "at run time"}[self.verdict], f"{self.lines} line" + "s" * (self.lines != 1)]
        parts += [f"place in line {self.place}" if self.place else "no place"]
        parts += [f"{self.told} of {self.numbers} numbers"] * bool(self.numbers) + ["a way out"] * self.way
        return ", ".join(parts)


def total(all_said):
    """The last row: counts of one library."""
    found = [said for said in all_said if said.verdict != "accepted"]
    by = collections.Counter(said.verdict for said in all_said)
    lines = statistics.median(said.lines for said in found)
    told, numbers = sum(said.told for said in found), sum(said.numbers for said in found)
    return (
        f"of {len(all_said)}: {by['while compiling']} refused, {by['at run time']} at run time, {by['accepted']} accepted; "
        f"{lines:g} line{'s' * (lines != 1)} in the median, {told} of {numbers} numbers, ways out: {sum(said.way for said in found)}"
    )


def written(page):
    """The rows of the table in a page, each as its cells by their columns."""
    rows = [line[2:-2].split(" | ") for line in page.splitlines() if line.startswith("| ")]
    head = rows[0][1:]
    return {row[0]: dict(zip(head, row[1:], strict=True)) for row in rows[1:]}


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    measured = sys.argv[2:] or list(PEERS)
    flags = said([ROOT / "benches/fetch_cute.sh"])[1].split() if any(PEERS[peer] == "cute" for peer in measured) else []
    packages = WORK / "packages"
    if "tensor-layouts" in measured and not packages.exists():
        said([sys.executable, "-m", "pip", "install", "--quiet", "--target", packages, "tensor-layouts==0.3.2"])
    compilers = {"CuTe, g++": "g++", "CuTe, clang++": os.environ.get("CLANG", "clang++")}
    page = PAGE.read_text()
    rows, totals = written(page), {peer: [] for peer in measured}
    for number, (name, of) in enumerate(mistakes()):
        numbers, cells = of.get("numbers", "").split(), rows.setdefault(name, {})
        for peer in measured:
            key = PEERS[peer]
            if key not in of:
                cells[peer] = "–"
                continue
            mistake = of[key].strip()
            if key == "cute":
                verdict, out = cute(compilers[peer], mistake, flags)
            else:
                verdict, out = {"layout": layout, "weaverbird": weaverbird, "tensor-layouts": lambda m: tensor_layouts(m, packages)}[key](mistake)
            (WORK / f"{number}.{peer.replace(', ', '.')}").write_text(out)
            totals[peer].append(Said(key, verdict, out, numbers))
            cells[peer] = totals[peer][-1].cell()
    last = rows.pop("**all**", {}) | {peer: total(totals[peer]) for peer in measured}
    names = [name for name, _ in mistakes()]
    table = ["| mistake | " + " | ".join(PEERS) + " |", "|---" + "|---" * len(PEERS) + "|"]
    for name, cells in [*((name, rows[name]) for name in names), ("**all**", last)]:
        table.append(f"| {name} | " + " | ".join(cells[peer] for peer in PEERS) + " |")
    PAGE.write_text(re.sub(r"(?m)(^\|.*\n)+", lambda _: "\n".join(table) + "\n", page, count=1))


main()
