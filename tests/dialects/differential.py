"""Random questions of the algebra, put to the command `layout` and to the packages of others.

    pip install nvidia-cutlass==4.2.0.0 nvidia-cutlass-dsl==4.8.1 tensor-layouts==0.3.2 triton==3.9.0
    pip install mojo==1.2.0 flydsl==0.5.0 numpy
    pip install --no-deps max-mojo-libs==26.7.0
    python tests/dialects/differential.py target/debug/layout > tests/dialects/RESULTS.md

With `--flydsl` behind the command, FlyDSL alone is asked.

Each answer is held to the definition of its operation, point by point, by the code below, which uses none of the
packages. A package's answer that breaks it is wrong, and the point is the witness. Patterns of einops and einsum are
held to these packages in CI, by tests/data/conformance/patterns.py. CI does not run this.
"""

import itertools
import json
import random
import signal
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from importlib.metadata import version

import pycute
import tensor_layouts as tl
from triton._C.libtriton.linear_layout import LinearLayout

QUESTIONS = 400
SEED = 24


# Layouts as pairs of nested tuples, and what they are.


def flat(tree):
    return [tree] if isinstance(tree, int) else [leaf for item in tree for leaf in flat(item)]


def size(layout):
    product = 1
    for extent in flat(layout[0]):
        product *= extent
    return product


def at(layout, i):
    """The offset of a 1-D coordinate; past the end the last leaf goes on."""
    extents, strides = flat(layout[0]), flat(layout[1])
    offset = 0
    for k, (extent, stride) in enumerate(zip(extents, strides)):
        last = k == len(extents) - 1
        offset += (i if last else i % extent) * stride
        i //= extent
    return offset


def table(layout):
    return [at(layout, i) for i in range(size(layout))]


def text(layout):
    shown = lambda t: str(t) if isinstance(t, int) else f"({','.join(shown(i) for i in t)})"
    return f"{shown(layout[0])}:{shown(layout[1])}"


def read(notation):
    """A layout from what a package prints."""
    shape, stride = notation.replace(" ", "").replace("_", "").rsplit(":", 1)
    unwrap = lambda t: eval(t, {})
    return unwrap(shape), unwrap(stride)


# Definitions: what is wrong with an answer `r`, or None.


def composition(r, a, b):
    if size(r) != size(b):
        return f"its size is {size(r)}, and that of B is {size(b)}"
    for i in range(size(b)):
        if at(r, i) != at(a, at(b, i)):
            return f"R({i}) = {at(r, i)}, and A(B({i})) = A({at(b, i)}) = {at(a, at(b, i))}"
    return None


def coalesce(r, a):
    if size(r) != size(a):
        return f"its size is {size(r)}, and that of L is {size(a)}"
    for i in range(size(a)):
        if at(r, i) != at(a, i):
            return f"R({i}) = {at(r, i)}, and L({i}) = {at(a, i)}"
    return None


def complement(r, a, n):
    """Offsets of L and of R have one sum each, and all below n are among them."""
    sums = {}
    if size(r) > 4096:
        return f"its size is {size(r)}"
    for j in range(size(r)):
        for i in range(size(a)):
            sum_ = at(a, i) + at(r, j)
            if sum_ in sums:
                p, q = sums[sum_]
                return f"L({p}) + R({q}) = L({i}) + R({j}) = {sum_}"
            sums[sum_] = (i, j)
    missing = next((x for x in range(n) if x not in sums), None)
    return None if missing is None else f"{missing} is L(i) + R(j) for no i and j"


def right_inverse(r, a):
    for i in range(size(r)):
        if at(a, at(r, i)) != i:
            return f"L(R({i})) = L({at(r, i)}) = {at(a, at(r, i))}"
    return None


def left_inverse(r, a):
    for i in range(size(a)):
        if at(r, at(a, i)) != i:
            return f"R(L({i})) = R({at(a, i)}) = {at(r, at(a, i))}"
    return None


def logical_divide(r, a, b):
    """The first mode is A of the tile, and all together have each element of A once, and maybe padding."""
    tile = (r[0][0], r[1][0])
    wrong = composition(tile, a, b)
    if wrong:
        return f"mode 0: {wrong}"
    found, expected = sorted(table(r)), sorted(table(a))
    if found != expected:
        missing = [x for x in expected if expected.count(x) > found.count(x)]
        twice = [x for x in expected if expected.count(x) < found.count(x)]
        if missing or twice:
            what = f"it lacks offset {missing[0]} of A" if missing else f"offset {twice[0]} of A is twice in it"
            return f"its size is {len(found)}, that of A {len(expected)}; {what}"
    return None


def logical_product(r, a, b):
    """The first mode is A, and the second begins the copies of A, C∘B of the complement C of A: C(0) = 0, C increases, and the copies
    of A at C share no offset. Where copies of A fill the offsets without a gap there is one such C."""
    if not isinstance(r[0], tuple) or len(r[0]) != 2:
        return "it has not two modes"
    wrong = coalesce((r[0][0], r[1][0]), a)
    if wrong:
        return f"mode 0: {wrong}"
    copies = (r[0][1], r[1][1])
    if size(copies) != size(b):
        return f"mode 1: its size is {size(copies)}, and that of B is {size(b)}"
    starts, image = filled(a, max(table(b)) + 1), table(a)
    begins = {0: 0}
    for j in range(size(b)):
        place, begin = at(b, j), at(copies, j)
        if starts and begin != starts[place]:
            return f"mode 1: R({j}) = {begin}, and C(B({j})) = C({place}) = {starts[place]}"
        if begins.setdefault(place, begin) != begin:
            return f"mode 1: R({j}) = {begin}, and the copy {place} begins at {begins[place]} as well"
    owners = {}
    for place, begin in sorted(begins.items()):
        for x in image:
            other = owners.setdefault(begin + x, place)
            if other != place:
                return f"the copies {other} and {place} of A, at {begins[other]} and {begin}, share offset {begin + x}"
    for (place, begin), (later, end) in itertools.pairwise(sorted(begins.items())):
        if begin >= end:
            return f"mode 1: the copy {place} begins at {begin}, and the copy {later} at {end}"
    return None


def filled(a, count):
    """Where so many copies of A begin that fill the offsets from 0 on: the least offset that none has begins the next one. None if copies of A cannot."""
    starts, used, least = [], set(), 0
    for _ in range(count):
        while least in used:
            least += 1
        copy = {least + x for x in table(a)}
        if used & copy:
            return None
        used |= copy
        starts.append(least)
    return starts


# Questions.


def layout(rng, most=64):
    """Compact in some order, with gaps, or anything; nested at times."""
    while True:
        count = rng.randint(1, 4)
        extents = [rng.choice([1, 2, 2, 3, 4, 4, 6, 8]) for _ in range(count)]
        order, stride, strides = list(range(count)), 1, [0] * count
        rng.shuffle(order)
        kind = rng.random()
        for place in order:
            strides[place] = stride
            stride *= extents[place]
            if kind < 0.3:
                stride *= rng.choice([1, 1, 2, 3])
        if kind > 0.85:
            strides = [rng.choice([0, 1, 2, 3, 4, 5, 8, 12]) for _ in extents]
        if size((tuple(extents), tuple(strides))) <= most and stride <= 4 * most:
            break
    if count == 1:
        return extents[0], strides[0]
    if count > 2 and rng.random() < 0.4:
        nest = lambda of: (of[0], tuple(of[1:])) if count == 3 else (tuple(of[:2]), tuple(of[2:]))
        return nest(extents), nest(strides)
    return tuple(extents), tuple(strides)


def within(rng, of, divides=False):
    """A layout into the coordinates of another."""
    while True:
        b = layout(rng, 16)
        if max(table(b)) >= size(of):
            continue
        if not divides or size(of) % size(b) == 0 and len(set(table(b))) == size(b):
            return b


def injective(rng):
    while True:
        a = layout(rng)
        if len(set(table(a))) == size(a):
            return a


def questions():
    rng = random.Random(SEED)
    asked = []
    for _ in range(QUESTIONS):
        a = layout(rng)
        asked.append(("composition", composition, [a, within(rng, a)]))
    for _ in range(QUESTIONS):
        asked.append(("coalesce", coalesce, [layout(rng)]))
    for _ in range(QUESTIONS):
        a = injective(rng)
        cosize = max(table(a)) + 1
        asked.append(("complement", complement, [a, cosize * rng.choice([1, 1, 2, 3])]))
    for _ in range(QUESTIONS):
        asked.append(("right_inverse", right_inverse, [layout(rng)]))
    for _ in range(QUESTIONS):
        asked.append(("left_inverse", left_inverse, [injective(rng)]))
    for _ in range(QUESTIONS):
        a = injective(rng)
        asked.append(("logical_divide", logical_divide, [a, within(rng, a, divides=True)]))
    for _ in range(QUESTIONS):
        asked.append(("logical_product", logical_product, [injective(rng), layout(rng, 16)]))
    return asked


def expression(op, operands):
    return f"{op}({', '.join(str(o) if isinstance(o, int) else text(o) for o in operands)})"


# Who answers: a layout, or None for a refusal.


def ours(command, asked):
    lines = "\n".join(expression(op, operands) for op, _, operands in asked) + "\n"
    run = [command, "eval", "--stdin", "--allow", "non_injective"]
    out = subprocess.run(run, input=lines, capture_output=True, text=True, check=True).stdout
    answers = [None if line.startswith("error") else read(line.split(" in bounds ")[0]) for line in out.splitlines()]
    assert len(answers) == len(asked)
    return answers


def package(module):
    def answer(op, operands):
        operands = [o if isinstance(o, int) else module.Layout(*o) for o in operands]
        functions = {"compose": "composition"}
        names = [op] + [name for name, of in functions.items() if of == op]
        function = next(getattr(module, name) for name in names if hasattr(module, name))
        r = function(*operands)
        if r is None:
            return None
        return r.shape, r.stride

    def all_of(asked):
        answers = []
        for op, _, operands in asked:
            try:
                answers.append(answer(op, operands))
            except Exception:
                answers.append(None)
        return answers

    return all_of


CRASH = "crash"


def asked_in_child(questions, mode):
    run = [sys.executable, __file__, mode]
    return subprocess.run(run, input=json.dumps(questions), capture_output=True, text=True)


def answers_of(done):
    """The layouts that a child printed, or None."""
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith(("[", "null"))]
    tuples = lambda t: tuple(map(tuples, t)) if isinstance(t, list) else t
    return [tuples(answer) for answer in lines]


def in_child(asked, mode):
    """Answers of a process of its own: some questions end it."""
    answers = []
    while len(answers) < len(asked):
        done = asked_in_child([(op, operands) for op, _, operands in asked[len(answers) :]], mode)
        found = answers_of(done)
        assert found or done.returncode < 0, done.stderr
        answers += found
        if len(answers) < len(asked):
            answers.append(CRASH)
    return answers


class Stub(types.ModuleType):
    """A module of which each attribute is one, and may be called; of classes, those that are asked for by name."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Stub(name)

    def __call__(self, *_, **__):
        return Stub("called")


def fly_child():
    """FlyDSL, traced without a GPU: torch is replaced by a stub, and nothing is compiled."""

    torch = Stub("torch")
    torch.Tensor, torch.dtype = type("Tensor", (), {}), type("dtype", (), {})
    sys.modules["torch"] = torch
    import flydsl.compiler as flyc
    import flydsl.compiler.jit_function as jit_function
    import flydsl.expr as fx

    def traced(*_, **__):
        raise RuntimeError("traced")

    jit_function.MlirCompiler.compile = staticmethod(traced)
    asked = json.load(sys.stdin)
    tuples = lambda t: tuple(map(tuples, t)) if isinstance(t, list) else t

    def all_of():
        for op, operands in asked:
            try:
                values = [o if isinstance(o, int) else fx.make_layout(tuples(o[0]), tuples(o[1])) for o in operands]
                answer = read(str(getattr(fx, op)(*values)).removeprefix("Layout<").removesuffix(">"))
            except Exception:
                answer = None
            print(json.dumps(answer), flush=True)

    @flyc.jit
    def run():
        all_of()

    try:
        run()
    except RuntimeError:
        pass


def dsl_child():
    import cutlass.cute as cute

    asked = json.load(sys.stdin)
    tuples = lambda t: tuple(map(tuples, t)) if isinstance(t, list) else t

    @cute.jit
    def run():
        for op, operands in asked:
            try:
                values = [o if isinstance(o, int) else cute.make_layout(tuples(o[0]), stride=tuples(o[1])) for o in operands]
                answer = read(str(getattr(cute, op)(*values)))
            except Exception:
                answer = None
            print(json.dumps(answer), flush=True)

    run()


MOJO = """from layout import Layout, IntTuple
from layout.layout import coalesce, complement, composition, logical_divide, logical_product, right_inverse
from std.sys import argv

"""


def mojo(asked):
    """Answers of Mojo's package `layout`. Some questions end the process, which then begins at the next one."""
    tree = lambda t: str(t) if isinstance(t, int) else f"IntTuple({', '.join(map(tree, t))})"
    value = lambda o: str(o) if isinstance(o, int) else f"Layout({tree(o[0])}, {tree(o[1])})"
    program, parts = MOJO, range(0, len(asked), 100)
    for part in parts:
        program += f"def part{part}(start: Int) raises:\n"
        for k, (op, _, operands) in enumerate(asked[part : part + 100], part):
            call = f"{op}({', '.join(map(value, operands))})"
            program += f"    if start <= {k}:\n        print({k}, {call}, flush=True)\n"
        program += "\n"
    program += "def main() raises:\n    var start = Int(argv()[1])\n"
    program += "".join(f"    part{part}(start)\n" for part in parts)
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "questions.mojo"), Path(folder, "questions")
        source.write_text(program)
        command = Path(sys.executable).parent / "mojo"
        subprocess.run([command, "build", source, "-o", binary], check=True, stderr=subprocess.DEVNULL)
        while len(answers) < len(asked):
            run = [binary, str(len(answers))]
            done = subprocess.run(run, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            for line in done.stdout.splitlines():
                place, _, answer = line.partition(" (")
                if place == str(len(answers)) and answer.endswith(")"):
                    answers.append(read(answer[:-1]))
            if len(answers) < len(asked):
                answers.append(CRASH)
    return answers


def verdict(check, answer, operands):
    """Whether it is right, and the witness where it is not."""
    if answer is None:
        return None, ""
    if answer == CRASH:
        return False, "the process ends by a signal"
    try:
        wrong = check(answer, *operands)
    except Exception as error:
        return False, f"it is no layout: {error}"
    return wrong is None, wrong


# Questions that end the process of a package, with the operands of CuTe's DSL and FlyDSL.

FATAL = [
    ("logical_product", (((2, 2), (2, 3)), (2, 1))),
    ("complement", (((2, 3), (1, 1)), 12)),
    ("composition", (((2, 6), (6, 1)), (3, 1))),
    ("logical_divide", (((10, 16), (16, 1)), (4, 1))),
]

def fatal(command):
    """A row for each question: how the process of each package ends, and what is answered here."""
    peers = [("nvidia-cutlass-dsl", "--dsl"), ("flydsl", "--fly")]
    heads = " | ".join(f"{name} {version(name)}" for name, _ in peers)
    print("## Questions that end a process\n")
    print("Each is asked in a process of its own, on a machine without a GPU.\n")
    print(f"| question | {heads} | here |\n|---|---|---|---|")
    for op, operands in FATAL:
        cells = []
        for _, mode in peers:
            done = asked_in_child([(op, operands)], mode)
            answers = answers_of(done)
            if done.returncode < 0:
                cells.append(f"ends by {signal.Signals(-done.returncode).name}")
            else:
                cells.append(f"`{text(answers[0])}`" if answers and answers[0] else "refuses")
        question = expression(op, operands)
        done = subprocess.run([command, "eval", question], capture_output=True, text=True)
        ours = done.stdout.strip() or done.stderr.splitlines()[0].split("]: ", 1)[-1]
        print(f"| `{question}` | {' | '.join(cells)} | `{ours}` |")
    print()


def report(name, asked, mine, theirs):
    ops = list(dict.fromkeys(op for op, _, _ in asked))
    rows, witnesses = [], []
    for op in ops:
        count = dict(same=0, other=0, wrong=0, refused=0, only_they=0, both=0, we_wrong=0)
        for (of, check, operands), our, their in zip(asked, mine, theirs):
            if of != op:
                continue
            (we, our_witness), (they, witness) = (verdict(check, a, operands) for a in (our, their))
            if we is False:
                count["we_wrong"] += 1
                witnesses.append((op, "OURS", expression(op, operands), text(our), our_witness))
            if they is False:
                count["wrong"] += 1
                found = "a refusal" if our is None else f"`{text(our)}`"
                witnesses.append((op, name, expression(op, operands), their, f"{witness}. Ours is {found}"))
            elif they is None and we is None:
                count["both"] += 1
            elif they is None:
                count["refused"] += 1
            elif we is None:
                count["only_they"] += 1
            elif size(our) == size(their) and table(our) == table(their):
                count["same"] += 1
            else:
                count["other"] += 1
        rows.append((op, count))
    return rows, witnesses


# Triton has maps of bits: a layout of powers of two is one.


def linear(found):
    bits = lambda n: [1 << k for k in range(n.bit_length() - 1)]
    bases = []
    for extent, stride in zip(flat(found[0]), flat(found[1])):
        bases += [[bit * stride] for bit in bits(extent)]
    return LinearLayout.from_bases([("i", bases)], ["x"], [size(found)], True)


def triton(command, rng):
    asked = []
    while len(asked) < QUESTIONS:
        count = rng.randint(1, 4)
        extents = [rng.choice([2, 4, 8]) for _ in range(count)]
        order, stride, strides = list(range(count)), 1, [0] * count
        rng.shuffle(order)
        for place in order:
            strides[place] = stride
            stride *= extents[place]
        if stride <= 256:
            asked.append((tuple(extents), tuple(strides)))
    expressions = [f"left_inverse({text(a)})" for a in asked]
    out = subprocess.run([command, "eval", "--stdin"], input="\n".join(expressions) + "\n",
                         capture_output=True, text=True, check=True).stdout.splitlines()
    same = 0
    for a, line in zip(asked, out):
        inverse = linear(a).invert()
        our = read(line)
        for x in range(size(a)):
            their = inverse.apply({"x": x})["i"]
            assert their == at(our, x), (text(a), line, x, their, at(our, x))
            assert linear(a).apply({"i": x})["x"] == at(a, x), text(a)
        same += 1
    return same


def tables(peers):
    """Prints a table for each package, and answers the witnesses of its mistakes."""
    shown = []
    for name, of, our, theirs in peers:
        rows, witnesses = report(name, of, our, theirs)
        print(f"## {name}\n")
        print("| operation | same | another | wrong | refused | only theirs | both refuse | ours wrong |")
        print("|---|---|---|---|---|---|---|---|")
        for op, c in rows:
            print(f"| `{op}` | {c['same']} | {c['other']} | {c['wrong']} | {c['refused']} | {c['only_they']} | {c['both']} | {c['we_wrong']} |")
        print()
        shown += witnesses
    return shown


def witnesses(shown):
    print("## Witnesses\n")
    print("The first three of each operation and package.\n")
    print("| package | question | its answer | why it is wrong |")
    print("|---|---|---|---|")
    seen = {}
    for op, name, question, answer, why in shown:
        seen[op, name] = seen.get((op, name), 0) + 1
        if seen[op, name] <= 3:
            answer = text(answer) if isinstance(answer, tuple) else answer
            print(f"| {name} | `{question}` | `{answer}` | {why} |")


def main():
    if sys.argv[1] == "--dsl":
        return dsl_child()
    if sys.argv[1] == "--fatal":
        return fatal(sys.argv[2])
    if sys.argv[1] == "--fly":
        return fly_child()
    command = sys.argv[1]
    asked = questions()
    mine = ours(command, asked)
    if "--flydsl" in sys.argv:
        name = f"flydsl {version('flydsl')}"
        return witnesses(tables([(name, asked, mine, in_child(asked, "--fly"))]))
    peers = [
        (f"pycute of nvidia-cutlass {version('nvidia-cutlass')}", package(pycute)(asked)),
        (f"tensor-layouts {version('tensor-layouts')}", package(tl)(asked)),
        (f"nvidia-cutlass-dsl {version('nvidia-cutlass-dsl')}", in_child(asked, "--dsl")),
        (f"flydsl {version('flydsl')}", in_child(asked, "--fly")),
    ]
    print("# Other packages' answers, and ours\n")
    print("`differential.py` writes this page: random questions, whose answers it holds to the definitions, point by point.\n")
    print("An answer is *the same* function as ours, or *another* one that is right as well: a complement may have more coordinates, "
          "and an inverse may be shorter. It is *wrong* where it breaks the definition: a composition must be `A(B(i))`, of a complement "
          "each number below `n` is one sum `L(i) + R(j)` and none is two, a divide has mode 0 `A∘B` and each element of `A` once, and may have padding after them, "
          "and a product is `(A, C∘B)` of the complement `C`: `C(0) = 0`, `C` increases, and copies of `A` at its offsets share none; where copies of `A` fill the offsets, `C` is the one with which they do. *Refused* are questions that we answer rightly "
          "and the package does not; *only theirs* those that the package answers rightly and we do not: "
          "divides with padding, which `#[allow(padding)]` lets through here.\n")
    # Mojo has no left inverse.
    has = [op != "left_inverse" for op, _, _ in asked]
    some = [[item for item, it_has in zip(of, has) if it_has] for of in (asked, mine)]
    of_mojo = f"layout of max-mojo-libs {version('max-mojo-libs')}, Mojo"
    peers = [(name, asked, mine, theirs) for name, theirs in peers] + [(of_mojo, *some, mojo(some[0]))]
    shown = tables(peers)
    print(f"## triton {version('triton')}\n")
    same = triton(command, random.Random(SEED))
    print(f"{same} layouts of powers of two as linear layouts: the same values, and the same inverses, at each coordinate.\n")
    fatal(command)
    witnesses(shown)


if __name__ == "__main__":
    main()
