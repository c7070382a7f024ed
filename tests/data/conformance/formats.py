"""Writes formats.jsonl: blocked formats and formulas as other libraries print them, and the places that they compute.

    pip install jax==0.10.2 onednn-cpu-gomp==2023.2.0 onednn-devel-cpu-gomp==2023.2.0 apache-tvm==0.27.0.post1
    for of in xla onednn tvm; do python tests/data/conformance/formats.py $of; done

    pip install --no-deps tilelang==0.1.15; pip install apache-tvm-ffi==0.1.12 z3-solver==4.15.4.0 numpy psutil tqdm
    python tests/data/conformance/formats.py tilelang                      # in an environment of its own

    pip install mojo==1.2.0; pip install --no-deps max-mojo-libs==26.7.0
    python tests/data/conformance/formats.py mojo

Each prints its lines, which stand one after the other in the file; none needs a GPU. A line has the package with its version, a text
in its notation, the shape, 1-D coordinates, of which the first dimension is the fastest, and the place of each.
"""

import ctypes
import itertools
import json
import random
import re
import subprocess
import sys
import sysconfig
import tempfile
import types
from importlib.metadata import version
from pathlib import Path

import numpy as np

COUNT = 40
# The coordinates of a line.
MOST = 96


def coordinates(shape):
    """All coordinates, the first dimension the fastest."""
    return [tuple(reversed(each)) for each in itertools.product(*(range(extent) for extent in reversed(shape)))]


def record(source, text, shape, places):
    """Prints a line: of many coordinates some at random, and the last."""
    places, at = [int(place) for place in places], list(range(len(places)))
    if len(at) > MOST:
        at = sorted({*random.Random(text).sample(at, MOST - 1), at[-1]})
    line = {"source": source, "text": text, "shape": list(shape), "at": at, "places": [places[i] for i in at]}
    print(json.dumps(line, separators=(",", ":")))


# XLA: the text is that of jaxlib. Where there are no tiles the places are read from the memory of a buffer with the layout;
# XLA's processor has no tiles, whose places are those of its definition: a reshape and a transpose for each tile.


def xla():
    import jax
    from jax.experimental.layout import Format, Layout
    from jax._src.lib import xla_client

    rng, source = random.Random(1), f"jaxlib {version('jaxlib')}"
    device = jax.sharding.SingleDeviceSharding(jax.devices("cpu")[0])
    for number in range(COUNT):
        rank = rng.randint(1, 4)
        major_to_minor = rng.sample(range(rank), rank)
        tiles = []
        if number % 2 and rank > 1:
            tiles = [(rng.choice([2, 4, 8]), rng.choice([4, 8, 16]))]
            if rng.random() < 0.5:
                tiles.append((2, 1))
        shape = [rng.randint(1, 5) for _ in range(rank)]
        if tiles:
            for dim, extent in zip(major_to_minor[-2:], tiles[0]):
                shape[dim] = extent * rng.randint(1, 3)
        numbers = np.arange(int(np.prod(shape)), dtype=np.float32).reshape(shape)
        if tiles:
            memory = tiled(numbers.transpose(major_to_minor), tiles)
        else:
            array = jax.device_put(numbers, Format(Layout(major_to_minor=tuple(major_to_minor)), device))
            memory = np.ctypeslib.as_array((ctypes.c_float * numbers.size).from_address(array.unsafe_buffer_pointer()))
        layout = xla_client.Layout(major_to_minor[::-1], tiles, 0).to_string()
        text = f"f32[{','.join(map(str, shape))}]{layout}"
        place = np.argsort(memory)
        record(source, text, shape, [place[int(numbers[at])] for at in coordinates(shape)])


def tiled(array, tiles):
    """The elements in the order of memory: the last dimensions are cut by a tile, and what is in the tile by the next one."""
    for tile in tiles:
        rest, last = array.shape[: -len(tile)], array.shape[-len(tile) :]
        cut = [n for extent, of in zip(last, tile) for n in (extent // of, of)]
        array = array.reshape(*rest, *cut)
        first, count = len(rest), len(tile)
        order = [*range(first), *range(first, first + 2 * count, 2), *range(first + 1, first + 2 * count, 2)]
        array = array.transpose(order)
    return array.reshape(-1)


# oneDNN: its reorder writes the numbers of a plain tensor into the blocked one.


def onednn():
    library, header = environment() / "lib/libdnnl.so.3", environment() / "include/oneapi/dnnl/dnnl_types.h"
    dnnl = ctypes.CDLL(str(library))
    tags, rng, source = tags_of(header.read_text()), random.Random(2), f"onednn-cpu-gomp {version('onednn-cpu-gomp')}"
    plain = {2: "ab", 3: "abc", 4: "abcd", 5: "abcde", 6: "abcdef"}
    blocked = [tag for tag in tags if re.fullmatch(r"[A-Fa-f]+(?:\d+[a-f])*", tag) and 2 <= rank_of(tag) <= 5]
    named = [tag for tag in tags if re.fullmatch(r"[A-Za-z]+(?:\d+[a-z])*", tag) and tag not in blocked and set(tag.lower()) & set("oi")]
    engine, stream = ctypes.c_void_p(), ctypes.c_void_p()
    call = lambda name, *arguments: getattr(dnnl, f"dnnl_{name}")(*arguments) and sys.exit(f"dnnl_{name} of {arguments} fails")
    call("engine_create", ctypes.byref(engine), 1, ctypes.c_size_t(0))
    call("stream_create", ctypes.byref(stream), engine, 1)

    def memory(shape, tag, size=None):
        descriptor, of = ctypes.c_void_p(), ctypes.c_void_p()
        dims = (ctypes.c_int64 * len(shape))(*shape)
        # 3 is f32.
        call("memory_desc_create_with_tag", ctypes.byref(descriptor), len(shape), dims, 3, tags[tag])
        get_size = dnnl.dnnl_memory_desc_get_size
        get_size.restype = ctypes.c_size_t
        data = np.full(get_size(descriptor) // 4, -1, dtype=np.float32)
        call("memory_create", ctypes.byref(of), descriptor, engine, ctypes.c_void_p(data.ctypes.data))
        return descriptor, of, data

    class Argument(ctypes.Structure):
        _fields_ = [("arg", ctypes.c_int), ("memory", ctypes.c_void_p)]

    for number in range(COUNT):
        tag = rng.choice(blocked if number % 3 else named)
        rank = rank_of(tag)
        letters = [c for c in sorted(set(tag.lower())) if c.isalpha()] if tag in blocked else list(dict.fromkeys(order_of(tag)))
        parts = [int(np.prod([int(n) for n, of in re.findall(r"(\d+)([a-z])", tag) if of == letter])) for letter in letters]
        shape = [part * rng.randint(1, 2) if part > 1 else rng.randint(1, 4) for part in parts]
        if np.prod(shape) > 8192:
            shape = [part if part > 1 else 2 for part in parts]
        if np.prod(shape) > 16384:
            continue
        from_, source_memory, numbers = memory(shape, plain[rank])
        to, target_memory, target = memory(shape, tag)
        numbers[:] = np.arange(numbers.size)
        description, reorder = ctypes.c_void_p(), ctypes.c_void_p()
        call("reorder_primitive_desc_create", ctypes.byref(description), from_, engine, to, engine, None)
        call("primitive_create", ctypes.byref(reorder), description)
        arguments = (Argument * 2)(Argument(1, source_memory), Argument(17, target_memory))
        call("primitive_execute", reorder, stream, 2, arguments)
        call("stream_wait", stream)
        place, index = np.argsort(target), numbers.reshape(shape)
        text = f"f32::blocked:{tag}::f0 {'x'.join(map(str, shape))}"
        record(source, text, shape, [place[int(index[at])] for at in coordinates(shape)])


def environment():
    return Path(sysconfig.get_paths()["data"])


def tags_of(header):
    """The numbers of the tags, by the header's enumeration."""
    body = re.sub(r"/\*.*?\*/|//[^\n]*", "", header[header.index("dnnl_format_tag_undef") :], flags=re.S)
    tags, number = {}, -1
    for entry in body[: body.index("}")].split(","):
        name, _, of = (part.strip() for part in entry.partition("="))
        if not name:
            continue
        number = int(of) if of.isdigit() else tags[of.removeprefix("dnnl_")] if of else number + 1
        tags[name.removeprefix("dnnl_")] = number
    return tags


def rank_of(tag):
    return len(order_of(tag))


def order_of(tag):
    """The letters in the order of the dimensions: those of oneDNN's names of weights and of images."""
    letters = re.match(r"[A-Za-z]+?(?=\d|$)", tag)[0].lower()
    order = "abcdef" if set(letters) <= set("abcdef") else "gtnoicdhw"
    return sorted(letters, key=order.index)


# TVM: its bijective layouts say the index in the packed shape.


def tvm():
    from tvm import s_tir

    rng, source = random.Random(3), f"apache-tvm {version('apache-tvm')}"
    for _ in range(COUNT):
        axes = rng.sample("NCHWOI", rng.randint(2, 4))
        target, parts = rng.sample(axes, len(axes)), rng.sample(axes, rng.randint(0, min(2, len(axes))))
        factors = {axis: rng.choice([2, 4, 8]) for axis in parts}
        shape = [factors.get(axis, 1) * rng.randint(1, 3) for axis in axes]
        to = "".join(target) + "".join(f"{factors[axis]}{axis.lower()}" for axis in rng.sample(parts, len(parts)))
        layout = s_tir.sbijective_layout("".join(axes), to)
        packed = [int(extent) for extent in layout.forward_shape(shape)]
        places = []
        for at in coordinates(shape):
            index = [int(i) for i in layout.forward_index(list(at))]
            places.append(np.ravel_multi_index(index, packed))
        text = f'layout_transform(({", ".join(map(str, shape))}), "{"".join(axes)}", "{to}")'
        record(source, text, shape, places)


# TileLang: as it prints layouts and fragments, and where it sends each coordinate. torch is replaced by a stub.


class Stub(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return sys.modules.setdefault(f"{self.__name__}.{name}", Stub(f"{self.__name__}.{name}"))

    def __call__(self, *_, **__):
        return Stub("called")

    def __or__(self, _):
        return self

    __ror__ = __or__


class Stubs:
    """Finds each module of torch."""

    def find_spec(self, name, *_):
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, self, is_package=True) if name.split(".")[0] == "torch" else None

    def create_module(self, spec):
        return Stub(spec.name)

    def exec_module(self, _):
        pass


def tilelang():
    torch = sys.modules["torch"] = Stub("torch")
    torch.__version__ = "2.9.0"
    for name in ["Tensor", "dtype", "device"]:
        setattr(torch, name, type(name, (), {}))
    sys.meta_path.insert(0, Stubs())
    from tilelang.layout import Fragment, Layout

    rng, source = random.Random(4), f"tilelang {version('tilelang')}"
    for number in range(COUNT):
        shape = [rng.choice([2, 4, 8]) for _ in range(rng.randint(1, 3))]
        if number % 2:
            rows, columns, held = rng.choice([4, 8]), rng.choice([8, 16]), rng.choice([2, 4])
            shape, threads = [rows, columns], columns // held
            of = Fragment((rows, columns), forward_fn=lambda i, j: (i * threads + j // held, j % held))
            place = lambda at: int(of.map_forward_thread(list(at))[0]) + rows * threads * int(of.map_forward_index(list(at))[0])
        else:
            leaves, stride = [], 1
            for dim in rng.sample(range(len(shape)), len(shape)):
                cut = rng.choice([1, 2])
                leaves += [(dim, cut, 1, stride * (shape[dim] // cut)), (dim, shape[dim], cut, stride)] if cut > 1 else [(dim, shape[dim], 1, stride)]
                stride *= shape[dim]
            digit = lambda at, leaf: at[leaf[0]] % leaf[1] // leaf[2] * leaf[3]
            of = Layout(tuple(shape), lambda *at: sum(digit(at, leaf) for leaf in leaves[1:]) + digit(at, leaves[0]))
            place = lambda at: int(of.map_forward_index(list(at))[0])
        record(source, str(of), shape, [place(at) for at in coordinates(shape)])


# Mojo: a program prints layouts, and their offsets.


def mojo():
    rng, source = random.Random(5), f"max-mojo-libs {version('max-mojo-libs')}, Mojo"
    tree = lambda t: str(t) if isinstance(t, int) else f"IntTuple({', '.join(map(tree, t))})"
    program = "from layout import Layout, IntTuple\n\ndef main() raises:\n"
    shapes = []
    for number in range(COUNT):
        shape = [rng.choice([2, 3, 4, (2, 3), (4, 2)]) for _ in range(rng.randint(2, 3))]
        leaves = [extent for mode in shape for extent in ([mode] if isinstance(mode, int) else mode)]
        strides, stride = [0] * len(leaves), 1
        for place in rng.sample(range(len(leaves)), len(leaves)):
            strides[place] = stride
            stride *= leaves[place]
        rest = iter(strides)
        steps = [next(rest) if isinstance(mode, int) else tuple(next(rest) for _ in mode) for mode in shape]
        made = f"Layout({tree(tuple(shape))}, {tree(tuple(steps))})"
        flat = [mode if isinstance(mode, int) else mode[0] * mode[1] for mode in shape]
        if number % 4 == 0:
            flat = shape = leaves
            made = f"Layout.{rng.choice(['row_major', 'col_major'])}({', '.join(map(str, leaves))})"
        shapes.append((made, flat))
        program += f"    var l{number} = {made}\n    print(l{number})\n"
        program += f"    for i in range({int(np.prod(flat))}):\n        print(l{number}(i), end=' ')\n    print()\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "layouts.mojo")
        path.write_text(program)
        command = Path(sys.executable).parent / "mojo"
        lines = subprocess.run([command, "run", path], check=True, capture_output=True, text=True).stdout.splitlines()
    for (made, flat), printed, places in zip(shapes, lines[::2], lines[1::2], strict=True):
        for text in (made, printed):
            record(source, text, flat, places.split())


if __name__ == "__main__":
    {"xla": xla, "onednn": onednn, "tvm": tvm, "tilelang": tilelang, "mojo": mojo}[sys.argv[1]]()
