"""Redistributions from Python: texts, layouts, and objects of PyTorch and JAX."""

from __future__ import annotations

import doctest
import json
from types import SimpleNamespace

import numpy as np
import pytest

from layouts import Layout, LayoutError, mesh

ROWS = "((8,4),32):((32@place,1@device),1@place)"


def owners(placements, extents, shape):
    """The rank of each element by DTensor's definition of `Shard`: a `torch.chunk` of what is left, axis by axis of the mesh."""
    of = np.zeros(shape, dtype=int)
    for rank in range(int(np.prod(extents))):
        kept = [np.arange(extent) for extent in shape]
        for dimension, at, count in zip(placements, np.unravel_index(rank, extents), extents):
            part = -(-len(kept[dimension]) // count)
            kept[dimension] = kept[dimension][at * part : (at + 1) * part]
        of[np.ix_(*kept)] = rank
    return of


@pytest.mark.parametrize("shape", [(16, 12), (10, 7), (5, 4), (1, 9)])
@pytest.mark.parametrize("before, after", [((0, 1), (1, 0)), ((0, 1), (0, 1)), ((1, 0), (0, 1)), ((0, 0), (1, 1)), ((1, 1), (0, 1))])
def test_the_matrix_is_that_of_the_definition(before, after, shape):
    words = [", ".join(f"Shard({dimension})" for dimension in side) for side in (before, after)]
    plan = mesh.plan(*words, mesh="dp=2,tp=3", shape=shape, bytes=4)
    counts = np.zeros((6, 6), dtype=int)
    np.add.at(counts, (owners(before, (2, 3), shape), owners(after, (2, 3), shape)), 1)
    assert (plan.steps[0].elements() == counts).all()
    assert plan.kept == 4 * np.trace(counts) and plan.moved == 4 * (counts.sum() - np.trace(counts))


def test_messages_say_which_places_go_where():
    plan = mesh.plan(ROWS, "P(None, 'tp')", mesh={"tp": 4}, node=2)
    assert (plan.collective, plan.devices, plan.node) == ("all-to-all", 4, 2)
    assert (plan.kept, plan.inside, plan.between, plan.moved) == (256, 256, 512, 768)
    assert plan.local_shapes(1)[1] == (32, 8)
    # Each rank's memory by its definition, and what the messages make of it.
    tensor = np.arange(32 * 32).reshape(32, 32)
    parts = [tensor[8 * rank : 8 * rank + 8].reshape(-1) for rank in range(4)]
    after = [np.full(256, -1) for _ in range(4)]
    for rank in range(4):
        after[rank].reshape(32, 8)[8 * rank : 8 * rank + 8] = tensor[8 * rank : 8 * rank + 8, 8 * rank : 8 * rank + 8]
        for message in plan.steps[0].sends(rank):
            assert message.source == rank and message.elements == 64
            for transfer in message.transfers:
                source = transfer.source_place + transfer.source_layout.offsets()
                target = transfer.target_place + transfer.target_layout.offsets()
                after[message.target][target] = parts[rank][source]
    for rank in range(4):
        assert (after[rank].reshape(32, 8) == tensor[:, 8 * rank : 8 * rank + 8]).all()


def test_sums_become_copies_in_two_steps():
    plan = mesh.plan("Partial()", "Replicate()", mesh="x=4", shape=[8], bytes=2)
    assert [step.adds for step in plan.steps] == [True, False]
    assert plan.collective == "all-reduce" and plan.moved == 96
    assert str(plan).startswith("all-reduce of 4 devices, in 2 steps\n96 bytes moved, 32 kept\n")
    assert repr(plan) == "<Plan: all-reduce of 4 devices, 96 bytes moved, 32 kept>"
    assert json.loads(plan.json(3))["rank"] == 3 and "3 → 0" in plan.text(3)


def test_a_layout_has_the_shape_of_the_text_beside_it():
    rows = Layout("((b,4),32):((32@place,1@device),1@place)")
    assert mesh.plan(rows, "Shard(0)", mesh={"x": 4}, b=8).moved == 0
    assert mesh.plan("Shard(0)", rows, mesh={"x": 4}, b=8).collective == "local"


class Words:
    """Placements of PyTorch, as they print themselves."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


class PartitionSpec(tuple):
    def __new__(cls, *entries):
        return super().__new__(cls, entries)

    def __repr__(self):
        return f"PartitionSpec{tuple(self)!r}"


class P(PartitionSpec):
    """The same in newer versions of JAX."""

    def __repr__(self):
        return f"P{tuple(self)!r}"


def test_objects_of_pytorch_and_jax_are_read():
    devices = SimpleNamespace(mesh_dim_names=("dp", "tp"), shape=(4, 2), mesh=np.arange(8).reshape(4, 2))
    placements = (Words("_StridedShard(dim=0, sf=2)"), Words("Shard(dim=0)"))
    tensor = SimpleNamespace(placements=placements, device_mesh=devices, shape=(16, 16))
    plan = mesh.plan(tensor, [Words("Shard(dim=0)"), "Shard(0)"], mesh=devices)
    assert (plan.collective, plan.moved, plan.kept) == ("permutation", 192, 64)
    names = SimpleNamespace(shape={"x": 4, "y": 2})
    sharding = SimpleNamespace(spec=PartitionSpec("x", None), mesh=names)
    assert mesh.plan(sharding, PartitionSpec(("x", "y")), mesh=names, shape=(8, 8)).kept == 64
    assert mesh.plan(sharding, SimpleNamespace(spec=P(("x", "y")), mesh=names), shape=(8, 8)).kept == 64
    # The second half of a world of eight.
    later = SimpleNamespace(mesh_dim_names=None, shape=(4,), mesh=np.arange(4, 8))
    there = SimpleNamespace(placements=(Words("Shard(dim=0)"),), device_mesh=later, shape=(8,))
    first = SimpleNamespace(placements=(Words("Shard(dim=0)"),), device_mesh=SimpleNamespace(mesh_dim_names=("x",), shape=(4,), mesh=np.arange(4)))
    assert mesh.plan(first, there).moved == 8
    turned = SimpleNamespace(mesh_dim_names=("x",), shape=(4,), mesh=np.array([0, 2, 1, 3]))
    with pytest.raises(ValueError, match=r"do not follow each other: \[0, 2, 1, 3\]"):
        mesh.plan("Shard(0)", "Shard(0)", mesh=turned, shape=(8,))
    with pytest.raises(TypeError, match="no placement: 3"):
        mesh.plan(3, "Shard(0)", mesh=names)


def test_pictures():
    plan = mesh.plan("Shard(0)", "Replicate()", mesh="x=4", shape=(8,))
    assert "all-gather of 4 devices" in plan.svg() and plan._repr_svg_().startswith("<svg style")
    large = mesh.plan("Shard(0)", "Shard(1)", mesh="x=8192", shape=(8192, 8192))
    assert large._repr_svg_() is None
    with pytest.raises(ValueError, match="8192 devices"):
        large.svg()
    with pytest.raises(ValueError, match="at most 4096 devices"):
        large.steps[0].elements()
    with pytest.raises(IndexError, match="rank 9 of 4 devices"):
        plan.text(9)


@pytest.mark.parametrize(
    "source, target, options, message",
    [
        ("P('w')", "P(None)", {"mesh": "x=4", "shape": (8,)}, "the mesh has no axis `w`\n  P('w')\n     ^\nhelp: the axes are `x`"),
        (
            "P('x', 'y')",
            "P(None)",
            {"mesh": "x=2,y=4", "shape": (8, 10)},
            "10 is no multiple of 4: the last part would have 1 of 3 (dimension 1)\n  P('x', 'y')\n          ^\n"
            "help: 2 and 5 divide 10, and 4 divides 12",
        ),
        (
            "Shard(0), Partial(max)",
            "Shard(0), Shard(1)",
            {"mesh": "x=2,y=4", "shape": (8, 8)},
            "`Partial(max)` is reduced by `max`, and here by `sum` alone\n  Shard(0), Partial(max)\n            ^^^^^^^^^^^^",
        ),
        (
            "Shard(0)",
            "Shard(1)",
            {"shape": (8, 8)},
            "a placement of DTensor or JAX is for a mesh\n  Shard(0)\n  ^^^^^^^^\nhelp: `mesh=\"dp=4,tp=2\"` gives it one",
        ),
        (
            "Shard(0)",
            "Shard(1)",
            {"mesh": "x=4"},
            "a placement of DTensor or JAX is for a shape, and none of the two is a layout, which has one\n  Shard(0)\n  ^^^^^^^^\n"
            "help: `shape=(16,48)` gives it one",
        ),
        ("(4,8):(1@device,1@place)", "(4,8):(1@0", {}, "this `(` is never closed\n  (4,8):(1@0\n        ^"),
        (
            "(4,8):(1@device,1@place)",
            "(8,4):(1@place,1@device)",
            {},
            "the source has shape [4, 8], and the target [8, 4]\n  (8,4):(1@place,1@device)\n  ^^^^^^^^^^^^^^^^^^^^^^^^",
        ),
    ],
)
def test_mistakes_underline_the_part_at_fault(source, target, options, message):
    with pytest.raises(LayoutError) as error:
        mesh.plan(source, target, **options)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("axes", ["x", "x=", "x=a", "x=2,,y=3"])
def test_a_mesh_is_names_with_devices(axes):
    with pytest.raises(ValueError, match="axes of a mesh are written as dp=4,tp=2"):
        mesh.plan("Shard(0)", "Shard(0)", mesh=axes, shape=(8,))


def test_the_docstring_of_the_module():
    assert doctest.testmod(mesh).failed == 0 and doctest.testmod(mesh).attempted == 3


def test_placements_of_dtensor_print_themselves_as_they_are_read():
    tensor = pytest.importorskip("torch.distributed.tensor")
    for words in [(tensor.Shard(0), tensor.Replicate()), (tensor.Partial(), tensor.Shard(1))]:
        assert mesh.plan(words, words, mesh="dp=4,tp=2", shape=(16, 16)).moved == 0


def test_shardings_of_jax_say_the_shapes_that_jax_says():
    jax = pytest.importorskip("jax")
    axes = jax.sharding.AbstractMesh((4, 2), ("x", "y"))
    for spec in [jax.sharding.PartitionSpec("x", None), jax.sharding.PartitionSpec(("y", "x"))]:
        sharding = jax.sharding.NamedSharding(axes, spec)
        plan = mesh.plan(sharding, jax.sharding.PartitionSpec(), mesh=axes, shape=(16, 16))
        assert plan.local_shapes(3)[0] == sharding.shard_shape((16, 16))
