"""Each operation of the language as a function. Written by `WRITE=1 python/test.sh`, never edited."""

from typing import Any

from ._language import Allow, Operand

def python_name(name: str) -> str: ...

__all__ = [
    "make_layout",
    "concat",
    "make_ordered_layout",
    "make_layout_like",
    "make_fragment_like",
    "make_identity_layout",
    "tile_to_shape",
    "tiler_to_layout",
    "with_shape",
    "infer_layout",
    "rank",
    "depth",
    "size",
    "cosize",
    "coshape",
    "coprofile",
    "shape",
    "stride",
    "product",
    "eval",
    "max_alignment",
    "offset_range",
    "image",
    "gaps",
    "cycles",
    "order",
    "permutation_parity",
    "fixed_points",
    "f2_matrix",
    "leading_dim",
    "size_in_bytes",
    "congruent",
    "weakly_congruent",
    "compatible",
    "weakly_compatible",
    "is_injective",
    "is_bijective",
    "is_surjective",
    "is_compact",
    "is_contiguous",
    "is_col_major",
    "is_row_major",
    "is_major",
    "equal",
    "functionally_equal",
    "agrees",
    "live",
    "crd2idx",
    "idx2crd",
    "crd2crd",
    "eval_crd",
    "along",
    "slice",
    "dice",
    "slice_and_offset",
    "domain_offset",
    "get_hier_coord",
    "get_flat_coord",
    "get_1d_coord",
    "local_tile",
    "outer_partition",
    "local_partition",
    "composition",
    "complement",
    "circular",
    "logical_divide",
    "zipped_divide",
    "tiled_divide",
    "flat_divide",
    "logical_product",
    "zipped_product",
    "tiled_product",
    "flat_product",
    "blocked_product",
    "raked_product",
    "make_layout_tv",
    "layout_add",
    "expand_modes_alike",
    "right_inverse",
    "left_inverse",
    "nullspace",
    "max_common_layout",
    "max_common_vector",
    "domain_distribute",
    "upcast",
    "downcast",
    "recast",
    "bank_conflicts",
    "sectors",
    "vector_bytes",
    "shared_lines",
    "covers",
    "is_ldmatrix_source",
    "is_gmma_canonical",
    "is_tma_encodable",
    "find_swizzle",
    "find_xor_layout",
    "find_layout",
    "get",
    "take",
    "select",
    "front",
    "back",
    "insert",
    "remove",
    "replace",
    "replace_front",
    "replace_back",
    "append",
    "prepend",
    "group",
    "zip",
    "zip2_by",
    "reverse",
    "deep_reverse",
    "transpose",
    "repeat",
    "tuple_repeat",
    "repeat_like",
    "flatten",
    "unflatten",
    "wrap",
    "unwrap",
    "sort",
    "coalesce",
    "coalesce_z",
    "filter",
    "filter_zeros",
    "rearrange",
    "reduce",
    "einsum",
    "rename",
    "axis",
    "align_as",
    "fold_as",
    "ceil_div",
    "shape_div",
    "shape_mod",
    "round_up",
    "evenly_divides",
    "inner_product",
    "elem_scale",
    "elem_add",
    "elem_sub",
    "elem_min",
    "elem_max",
    "abs",
    "sorted",
    "transform",
    "fold",
    "prefix_product",
    "suffix_product",
    "prefix_sum",
    "compact_col_major",
    "compact_row_major",
    "compact_order",
    "make_basis_like",
    "common_refinement",
    "common_coarsening",
    "greatest_common_domain",
    "product_each",
    "product_like",
    "sum",
    "max",
    "min",
    "gcd",
    "lcm",
    "lex_less",
    "lex_leq",
    "lex_gtr",
    "lex_geq",
    "colex_less",
    "colex_leq",
    "colex_gtr",
    "colex_geq",
    "elem_less",
    "elem_leq",
    "elem_gtr",
    "elem_geq",
    "swizzle",
    "make_swizzle",
    "xor_layout",
    "xor_strides",
    "composed_eval",
    "make_composed_layout",
    "get_swizzle_portion",
    "get_nonswizzle_portion",
    "make_tiled_mma",
    "make_tiled_copy",
    "make_tiled_copy_A",
    "make_tiled_copy_B",
    "make_tiled_copy_C",
    "tile_shape",
    "get_thr_layout_vmnk",
    "get_layoutA_TV",
    "get_layoutB_TV",
    "get_layoutC_TV",
    "get_layout_TV",
    "get_layoutS_TV",
    "get_layoutD_TV",
    "thrfrg_A",
    "thrfrg_B",
    "thrfrg_C",
    "tidfrg_S",
    "tidfrg_D",
    "partition_A",
    "partition_B",
    "partition_C",
    "partition_S",
    "partition_D",
    "partition_fragment_A",
    "partition_fragment_B",
    "partition_fragment_C",
    "retile",
    "relayout",
    "relayout_price",
]

def make_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_layout(shape, stride)

    R = shape:stride; without strides column-major; of layouts A, B, …: R(a, b, …) = A(a) + B(b) + …

    For example `make_layout((4,8), LayoutRight)`."""
    ...

def concat(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """concat(layout, …)

    R(a, b, …) = A(a) + B(b) + …

    For example `concat(4:8, 8:1)`."""
    ...

def make_ordered_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_ordered_layout(tuple, order)

    compact strides; the mode of the lowest order is the fastest, without an order mode 0

    For example `make_ordered_layout((4,8,2), (1,0,2))`."""
    ...

def make_layout_like(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_layout_like(layout)

    the shape of L with compact strides, in the order of the strides of L; strides of 0 stay

    For example `make_layout_like((4,8):(16,1))`."""
    ...

def make_fragment_like(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_fragment_like(layout)

    the shape of L, compact: mode 0 column-major, then the other modes in the order of their strides

    For example `make_fragment_like(((2,2),4):((1,64),8))`."""
    ...

def make_identity_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_identity_layout(shape)

    R(c) = c: each coordinate answers itself

    For example `make_identity_layout((2,3))`."""
    ...

def tile_to_shape(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """tile_to_shape(block, target, order)

    copies of the block fill the target, in the order of the modes: R is blocked_product(block, copies), with the target's shape

    For example `tile_to_shape((2,2):(2,1), (4,6))`."""
    ...

def tiler_to_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """tiler_to_layout(tiler)

    composition(A, R) = composition(A, T): what T does to mode i, R does along i of a basis

    For example `tiler_to_layout(<4:2,5:3>)`."""
    ...

def with_shape(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """with_shape(layout, shape, …)

    R(i) = L(i) for every 1-D coordinate i, in another shape of the same size

    For example `with_shape((4,8):(8,1), (2,2,8))`."""
    ...

def infer_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """infer_layout(offset, … or [offset, …] or closure, shape)

    R(i) = value i, at 1-D coordinate i of the shape if one is given; of an expression f and a shape, R(c) = f(c)

    For example `infer_layout(|i, j| i * 8 + j, (4,8))`."""
    ...

def rank(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """rank(layout, mode, …)

    the number of modes

    For example `rank((4,(2,3)))`."""
    ...

def depth(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """depth(layout, mode, …)

    the levels of nesting; 0 of an integer

    For example `depth((4,(2,3)))`."""
    ...

def size(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """size(layout, mode, …)

    the number of coordinates: the product of the extents

    For example `size((4,8):(16,1))`."""
    ...

def cosize(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """cosize(layout, mode, …)

    product(coshape(L)) = 1 + Σ (sᵢ−1)·|dᵢ|: the elements that a buffer must hold

    For example `cosize((4,8):(16,1))`."""
    ...

def coshape(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """coshape(layout, mode, …)

    1 + Σ (sᵢ−1)·|dᵢ|, for each basis element where strides step along a basis

    For example `coshape((4,8):(2@0,1@1))`."""
    ...

def coprofile(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """coprofile(layout, mode, …)

    L(0): zeros, nested as the values are

    For example `coprofile((4,8):(1@0,1@1))`."""
    ...

def shape(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """shape(layout, mode, …)

    the extents, nested as they are written

    For example `shape((4,(2,3)):(6,(3,1)))`."""
    ...

def stride(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """stride(layout, mode, …)

    the strides, congruent to the shape

    For example `stride((4,(2,3)):(6,(3,1)))`."""
    ...

def product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """product(shape)

    the product of all extents

    For example `product((4,(2,3)))`."""
    ...

def eval(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """eval(layout)

    [L(0), L(1), …, L(size(L)−1)]

    For example `eval((2,3):(3,1))`."""
    ...

def max_alignment(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """max_alignment(layout)

    N such that, with an offset o, each of N⌊o/N⌋, …, N⌊o/N⌋+N−1 is an offset of L

    For example `max_alignment((8,4):(1,12))`."""
    ...

def offset_range(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """offset_range(layout)

    the least offset and the greatest

    For example `offset_range((4,8):(-8,1))`."""
    ...

def image(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """image(layout)

    the different offsets, ascending

    For example `image((3,2):(1,4))`."""
    ...

def gaps(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """gaps(layout)

    the number of unused offsets between the least and the greatest

    For example `gaps((3,2):(1,4))`."""
    ...

def cycles(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """cycles(layout)

    (c, L(c), L(L(c)), …) of each 1-D coordinate c that is in none before, where L takes each of 0, …, size(L)−1 once

    For example `cycles((2,3):(3,1))`."""
    ...

def order(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """order(layout)

    the least n > 0 with L(L(…L(c))) = c, n times, for every 1-D coordinate c: that of the lengths of all cycles

    For example `order((2,3):(3,1))`."""
    ...

def permutation_parity(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """permutation_parity(layout)

    1 where an even number of exchanges of two makes L of 0, …, size(L)−1, and −1 where an odd one does

    For example `permutation_parity((2,3):(3,1))`."""
    ...

def fixed_points(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """fixed_points(layout)

    the 1-D coordinates c with L(c) = c, where L takes each of 0, …, size(L)−1 once

    For example `fixed_points((2,3):(3,1))`."""
    ...

def f2_matrix(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """f2_matrix(layout)

    the rows of a matrix over GF(2) with bits(L(c)) = R·bits(c): column j has the bits of L(2ʲ), the lowest first

    For example `f2_matrix(Sw<1,0,1> o 0 o (2,2):(2,1))`."""
    ...

def leading_dim(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """leading_dim(layout)

    the path of the first leaf of stride 1 with more than one element

    For example `leading_dim((4,8):(8,1))`."""
    ...

def size_in_bytes(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """size_in_bytes(layout, bits)

    ⌈cosize(L)·bits / 8⌉

    For example `size_in_bytes((4,8):(16,1), 16)`."""
    ...

def congruent(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """congruent(shape, shape)

    A and B are nested alike

    For example `congruent((4,(2,3)), (8,(1,1)))`."""
    ...

def weakly_congruent(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """weakly_congruent(shape, shape)

    B refines the nesting of A: a leaf of A stands against anything

    For example `weakly_congruent((4,6), (4,(2,3)))`."""
    ...

def compatible(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """compatible(shape, shape)

    every coordinate of A is one of B, and the sizes agree: a leaf of A is the size of what stands against it

    For example `compatible((4,6), (4,(2,3)))`."""
    ...

def weakly_compatible(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """weakly_compatible(shape, shape)

    a leaf of A divides the size of what stands against it in B

    For example `weakly_compatible((2,6), (4,(2,3)))`."""
    ...

def is_injective(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_injective(layout)

    a ≠ b ⇒ L(a) ≠ L(b)

    For example `is_injective((4,8):(8,1))`."""
    ...

def is_bijective(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_bijective(layout)

    L takes each of 0, …, size(L)−1 exactly once

    For example `is_bijective((4,8):(8,1))`."""
    ...

def is_surjective(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_surjective(layout, shape)

    the offsets are 0, …, size(A)−1, each at least once

    For example `is_surjective((16,8):(1,0), 16)`."""
    ...

def is_compact(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_compact(layout)

    is_bijective(filter_zeros(L))

    For example `is_compact((4,8):(0,1))`."""
    ...

def is_contiguous(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_contiguous(layout)

    every integer from the least offset to the greatest is an offset

    For example `is_contiguous((4,8):(-8,1))`."""
    ...

def is_col_major(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_col_major(layout)

    L is the compact layout of its shape with mode 0 fastest

    For example `is_col_major((4,8):(1,4))`."""
    ...

def is_row_major(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_row_major(layout)

    L is the compact layout of its shape with the last mode fastest

    For example `is_row_major((4,8):(8,1))`."""
    ...

def is_major(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_major(layout, mode, …)

    leading_dim(L) is in the mode

    For example `is_major((4,8):(8,1), 1)`."""
    ...

def equal(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """equal(layout, layout)

    A and B are written alike

    For example `equal((4,8):(1,4), 32:1)`."""
    ...

def functionally_equal(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """functionally_equal(layout, layout)

    size(A) = size(B), and A(i) = B(i) for every 1-D coordinate i

    For example `functionally_equal((4,8):(1,4), 32:1)`."""
    ...

def agrees(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """agrees(layout, layout, halo)

    what A writes is what B reads: mode by mode as many coordinates, and A(c) = B(c); with a halo, B has so many more around them

    For example `agrees((4,8):(8,1), ((2,2),8):((8,16),1))`."""
    ...

def live(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """live(layout, count)

    no two of so many successive positions of a circular mode share an offset: it comes round after no fewer, and one turn is injective

    For example `live((64,(4,3)):(1,(64,0)), 4)`."""
    ...

def crd2idx(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """crd2idx(coordinate, layout, strides)

    L(c); of a shape S, the 1-D coordinate of c: c₀ + S₀·c₁ + …

    For example `crd2idx((2,3), (4,8):(8,1))`."""
    ...

def idx2crd(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """idx2crd(index, shape, strides)

    crd2idx(R, S) = i, with each digit cₖ below its extent

    For example `idx2crd(14, (4,8))`."""
    ...

def crd2crd(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """crd2crd(coordinate, shape, shape)

    idx2crd(crd2idx(c, from), to)

    For example `crd2crd(9, (4,6), (6,4))`."""
    ...

def eval_crd(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """eval_crd(layout, coordinate, …)

    [L(c), …], and L(c) of a single coordinate

    For example `eval_crd((4,8):(8,1), (1,0), (0,1))`."""
    ...

def along(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """along(layout, axis, …)

    R(c) = get(L(c), axis): one number of the coordinates that L answers

    For example `along((4,8):(1@0,1@1), 1)`."""
    ...

def slice(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """slice(coordinate, layout)

    the modes of L that stand against `_`: L(c with x for _) = offset + R(x)

    For example `slice((1,_), (4,8):(8,1))`."""
    ...

def dice(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """dice(coordinate, layout)

    the modes of L that stand against an integer

    For example `dice((1,_), (4,8):(8,1))`."""
    ...

def slice_and_offset(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """slice_and_offset(coordinate, layout)

    [R, offset] with L(c with x for _) = offset + R(x)

    For example `slice_and_offset((1,_), (4,8):(8,1))`."""
    ...

def domain_offset(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """domain_offset(coordinate, layout)

    [L, L(c)]: L(c + x) = L(c) + L(x)

    For example `domain_offset((2,3), (4,8):(8,1))`."""
    ...

def get_hier_coord(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_hier_coord(layout, offset)

    L(R) = offset, R nested like the shape

    For example `get_hier_coord((4,(2,4)):(8,(4,1)), 11)`."""
    ...

def get_flat_coord(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_flat_coord(layout, offset)

    L(R) = offset, R with one integer a mode

    For example `get_flat_coord((4,(2,4)):(8,(4,1)), 11)`."""
    ...

def get_1d_coord(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_1d_coord(layout, offset)

    L(R) = offset, R one integer

    For example `get_1d_coord((4,8):(8,1), 11)`."""
    ...

def local_tile(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """local_tile(layout, tiler, coordinate, projection)

    [R, offset] with offset + R(t) = zipped_divide(L, T)(t, c)

    For example `local_tile((8,12):(12,1), (2,4), (1,1))`."""
    ...

def outer_partition(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """outer_partition(layout, tiler, coordinate)

    [R, offset] with offset + R(r) = zipped_divide(L, T)(c, r)

    For example `outer_partition((8,12):(12,1), (2,4), (1,2))`."""
    ...

def local_partition(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """local_partition(layout, threads, index, projection)

    outer_partition(L, shape(threads), c), with threads(c) = index

    For example `local_partition((8,12):(12,1), (2,4):(4,1), 5)`."""
    ...

def composition(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """composition(layout, tiler)

    R(c) = A(B(c)), in a shape that refines that of B

    For example `composition((4,8):(8,1), 8:4)`."""
    ...

def complement(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """complement(layout, cotarget)

    R ascends, and L(c) + R(r) are all different and reach the cotarget

    For example `complement(4:2, 24)`."""
    ...

def circular(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """circular(layout, count)

    R(i) = L(i mod size(L)) for i < n, in the shape (L, n/size(L)): the stage and the turn of position i of a stream through a ring

    For example `eval(circular(4:64, 8))`."""
    ...

def logical_divide(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """logical_divide(layout, tiler)

    R = A∘(B, B*) with B* = complement(B, shape(coalesce(A))): mode 0 is a tile, mode 1 goes from tile to tile

    For example `logical_divide(24:2, 4:2)`."""
    ...

def zipped_divide(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """zipped_divide(layout, tiler)

    logical_divide as ((TileM,TileN),(RestM,RestN))

    For example `zipped_divide((4,8):(8,1), (2,4))`."""
    ...

def tiled_divide(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """tiled_divide(layout, tiler)

    logical_divide as ((TileM,TileN),RestM,RestN)

    For example `tiled_divide((4,8):(8,1), (2,4))`."""
    ...

def flat_divide(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """flat_divide(layout, tiler)

    logical_divide as (TileM,TileN,RestM,RestN)

    For example `flat_divide((4,8):(8,1), (2,4))`."""
    ...

def logical_product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """logical_product(layout, tiler)

    R = (A, A*∘B) with A* = complement(A, size(A)·cosize(B)): mode 0 is the block, mode 1 repeats it in the order of B

    For example `logical_product(4:1, 3:2)`."""
    ...

def zipped_product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """zipped_product(layout, tiler)

    logical_product as ((BlockM,BlockN),(TimesM,TimesN))

    For example `zipped_product((2,4):(1,8), <4>)`."""
    ...

def tiled_product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """tiled_product(layout, tiler)

    logical_product as ((BlockM,BlockN),TimesM,TimesN)

    For example `tiled_product((2,4):(1,8), <4>)`."""
    ...

def flat_product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """flat_product(layout, tiler)

    logical_product as (BlockM,BlockN,TimesM,TimesN)

    For example `flat_product((2,4):(1,8), <4>)`."""
    ...

def blocked_product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """blocked_product(block, layout)

    mode i is (Aᵢ, Tᵢ), with T = A*∘B of logical_product: blocks stay together

    For example `blocked_product((2,5):(5,1), (3,4):(1,3))`."""
    ...

def raked_product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """raked_product(block, layout)

    mode i is (Tᵢ, Aᵢ), with T = A*∘B of logical_product: blocks are interleaved

    For example `raked_product((2,5):(5,1), (3,4):(1,3))`."""
    ...

def make_layout_tv(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_layout_tv(threads, values)

    [tile, R] with MN = raked_product(threads, values): the tile is product_each(shape(MN)), and R(t, v) the position in it, column-major, of value v of thread t

    For example `make_layout_tv((4,32):(32,1), (4,4):(4,1))`."""
    ...

def layout_add(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """layout_add(layout, layout)

    R(i) = A(i) + B(i)

    For example `layout_add((4,8):(8,1), 32:100)`."""
    ...

def expand_modes_alike(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """expand_modes_alike(layout, layout)

    [A', B'] in the common_refinement of their shapes: A'(i) = A(i), B'(i) = B(i)

    For example `expand_modes_alike((4,6):(6,1), ((2,2),6):((1,2),4))`."""
    ...

def right_inverse(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """right_inverse(layout)

    L(R(i)) = i for i < size(R)

    For example `right_inverse((4,8):(8,1))`."""
    ...

def left_inverse(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """left_inverse(layout)

    L(R(L(i))) = L(i), so R(L(i)) = i for an injective L

    For example `left_inverse((4,8):(16,1))`."""
    ...

def nullspace(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """nullspace(layout)

    L(R(i)) = 0, over all leaves of stride 0

    For example `nullspace((7,5,16):(3,1,0))`."""
    ...

def max_common_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """max_common_layout(layout, layout)

    A(R(i)) = B(R(i)) = i for i < size(R)

    For example `max_common_layout((4,8):(8,1), (4,8):(16,1))`."""
    ...

def max_common_vector(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """max_common_vector(layout, layout)

    size(max_common_layout(A, B)): the elements that a copy moves as one vector

    For example `max_common_vector((4,8):(8,1), (4,8):(16,1))`."""
    ...

def domain_distribute(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """domain_distribute(shape, count)

    up to `count` ascending coordinates of a shape; L∘R exists for every layout L of the shape

    For example `domain_distribute((15,14), 6)`."""
    ...

def upcast(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """upcast(layout, factor)

    R(⌊c/f⌋) = ⌊L(c)/N⌋, with f = ⌈N/|d|⌉ steps of a leaf in an element: N elements become one

    For example `upcast((8,4):(1,8), 4)`."""
    ...

def downcast(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """downcast(layout, factor)

    R(c') = N·L(c) + j: one element becomes N

    For example `downcast((2,4):(1,2), 4)`."""
    ...

def recast(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """recast(layout, from_bits, to_bits)

    upcast by n, then downcast by d, with to_bits/from_bits = n/d in lowest terms

    For example `recast((8,4):(4,1), 8, 16)`."""
    ...

def bank_conflicts(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """bank_conflicts(layout, bits, bytes)

    the wavefronts beyond the fewest that the banks of shared memory take, where each lane of a warp of an NVIDIA GPU moves so many bytes at a time of its values, of so many bits each

    For example `bank_conflicts((8,8):(64,1), 16, 16)`."""
    ...

def sectors(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """sectors(layout, bits, bytes)

    the sectors of 32 bytes of global memory that are moved, where each lane of a warp of an NVIDIA GPU moves so many bytes at a time of its values, of so many bits each

    For example `sectors((32,4):(8,1), 16, 8)`."""
    ...

def vector_bytes(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """vector_bytes(layout, bits)

    the most bytes, up to 16, that each lane of an NVIDIA GPU can move at a time of its values, of so many bits each

    For example `vector_bytes((32,8):(8,1), 16)`."""
    ...

def shared_lines(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """shared_lines(layout, bits, bytes)

    the lines of a cache, of so many bytes, that have values of several threads, of so many bits each: threads of a CPU that write them wait for each other

    For example `shared_lines(select(zipped_divide((64,96):(96,1), (16,24)), 1, 0), 32, 64)`."""
    ...

def covers(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """covers(layout, shape)

    L takes each of 0, …, size(A)−1 exactly once: its threads have each element of a tile of this shape, and none twice

    For example `covers((32,(2,2)):(2,(1,64)), (16,8))`."""
    ...

def is_ldmatrix_source(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_ldmatrix_source(layout, bits)

    each thread of 8, 16 or whole warps has rows of 16 bytes of its values, of so many bits each, in one piece and at multiples of 16: `ldmatrix` reads them

    For example `is_ldmatrix_source(((16,2),8):((64,8),1), 16)`."""
    ...

def is_gmma_canonical(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_gmma_canonical(layout, bits, rows)

    a layout (rows or columns, what is summed over) of elements of so many bits is, with its swizzle, one of the canonical layouts of an operand of `wgmma`, for products of so many rows or columns

    For example `is_gmma_canonical(Sw<3,3,3> o 0 o (128,64):(64,1), 16, 64)`."""
    ...

def is_tma_encodable(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """is_tma_encodable(layout, bits, matrix)

    TMA fills a tile of shared memory of two modes, of elements of so many bits, by one box or by several as wide as the rows of its swizzle, of a matrix with these strides

    For example `is_tma_encodable(Sw<3,3,3> o 0 o (128,64):(64,1), 16, (1000,4096):(4096,1))`."""
    ...

def find_swizzle(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """find_swizzle(bits, layout, …)

    the swizzle with which all these accesses of the same memory have the fewest bank conflicts together, each by as many bytes at a time as a thread has in one piece: the best of all Sw<B,M,S>

    For example `find_swizzle(16, ((8,4),8):((8,64),1), (8,(8,8)):(64,(1,8)))`."""
    ...

def find_xor_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """find_xor_layout(bits, layout, …)

    the layout of offsets, linear over their bits, with which all these accesses of the same memory have no bank conflicts, of the fewest terms; 2ⁿ:1 where there is none

    For example `find_xor_layout(32, (32,32):(1,32), (32,(4,8)):(32,(8,1)), ((8,4),(4,8)):((1,32),(8,128)))`."""
    ...

def find_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """find_layout(layout, bits, count)

    (thread, values) of the 1-D coordinates of a layout of elements of so many bits, each once, by so many threads in the order of memory: with accesses as wide as may be, and neighbours next to each other

    For example `find_layout((64,64):(64,1), 16, 128)`."""
    ...

def get(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get(layout, mode, …)

    mode i, and of that mode j, …; of a list, the item; −1 is the last

    For example `get((4,(2,3)):(6,(3,1)), 1, 0)`."""
    ...

def take(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """take(layout, first, end, step)

    modes first, …, end−1; −1 ends after the last; with a step, each step-th of them

    For example `take((4,8,2):(16,2,1), 1, 3)`."""
    ...

def select(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """select(layout, mode, …)

    the named modes, in that order

    For example `select((4,8,2):(16,2,1), 2, 0)`."""
    ...

def front(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """front(layout)

    the first leaf

    For example `front(((4,2),8):((8,32),1))`."""
    ...

def back(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """back(layout)

    the last leaf

    For example `back((4,(2,8)):(16,(8,1)))`."""
    ...

def insert(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """insert(layout, mode, layout)

    the modes with another before mode i

    For example `insert((4,8):(8,1), 1, 2:32)`."""
    ...

def remove(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """remove(layout, mode)

    the modes without mode i

    For example `remove((4,8,2):(16,2,1), 1)`."""
    ...

def replace(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """replace(layout, mode, layout)

    the modes with another in the place of mode i

    For example `replace((4,8):(8,1), 0, 2:16)`."""
    ...

def replace_front(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """replace_front(layout, layout)

    replace of mode 0

    For example `replace_front((4,8):(8,1), 2:16)`."""
    ...

def replace_back(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """replace_back(layout, layout)

    replace of the last mode

    For example `replace_back((4,8):(8,1), 4:2)`."""
    ...

def append(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """append(layout, layout, rank)

    take(R, 0, rank(T)) = T and the last mode is x; with a rank, x as often as gives it

    For example `append((4,8):(8,1), 2:32)`."""
    ...

def prepend(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """prepend(layout, layout, rank)

    the first mode is x, and then the modes of T; with a rank, x as often as gives it

    For example `prepend((4,8):(8,1), 2:32)`."""
    ...

def group(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """group(layout, first, end)

    modes first, …, end−1 as one mode

    For example `group((4,8,2):(16,2,1), 0, 2)`."""
    ...

def zip(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """zip(layout, …)

    get(R, i, j) = get(T, j, i)

    For example `zip(((2,3),(5,7)))`."""
    ...

def zip2_by(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """zip2_by(layout, guide)

    first and second halves of the pairs in the places of the guide's leaves: ((A,a),(B,b)) becomes ((A,B),(a,b))

    For example `zip2_by(((2,3),(5,7),11), (0,0))`."""
    ...

def reverse(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """reverse(layout)

    mode i is mode rank−1−i

    For example `reverse((4,8):(8,1))`."""
    ...

def deep_reverse(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """deep_reverse(layout)

    reverse on every level

    For example `deep_reverse((4,(2,3)):(6,(3,1)))`."""
    ...

def transpose(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """transpose(layout)

    R(j, i) = L(i, j)

    For example `transpose((4,8):(8,1))`."""
    ...

def repeat(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """repeat(layout, count)

    (x, …, x), `count` times; x itself for count 1

    For example `repeat(7, 3)`."""
    ...

def tuple_repeat(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """tuple_repeat(layout, count)

    (x, …, x), `count` times

    For example `tuple_repeat(7, 1)`."""
    ...

def repeat_like(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """repeat_like(guide, layout)

    x in the place of every leaf of the guide

    For example `repeat_like((0,(0,0)), 7)`."""
    ...

def flatten(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """flatten(layout)

    the same leaves on one level

    For example `flatten((4,(2,3)):(6,(3,1)))`."""
    ...

def unflatten(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """unflatten(layout, guide)

    congruent(R, guide) and flatten(R) = T

    For example `unflatten((4,2,3):(6,3,1), (_,(_,_)))`."""
    ...

def wrap(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """wrap(layout)

    a leaf in a tuple of one; a tuple stays

    For example `wrap(4:8)`."""
    ...

def unwrap(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """unwrap(layout)

    unwrap((x)) = unwrap(x); what is no tuple of one stays

    For example `unwrap(((4:8)))`."""
    ...

def sort(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """sort(layout)

    the same leaves by ascending stride

    For example `sort((4,8):(8,1))`."""
    ...

def coalesce(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """coalesce(layout, profile)

    R(i) = L(i) with the fewest leaves; by a profile, mode by mode

    For example `coalesce((2,(1,6)):(1,(7,2)))`."""
    ...

def coalesce_z(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """coalesce_z(layout)

    R(i) = L(i) for every i from 0 on, past the size, too

    For example `coalesce_z((4,1):(1,0))`."""
    ...

def filter(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """filter(layout, profile)

    coalesce without leaves of stride 0: each offset that repeats once

    For example `filter((4,8):(0,1))`."""
    ...

def filter_zeros(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """filter_zeros(layout, profile)

    extent 1 wherever the stride is 0

    For example `filter_zeros((4,8):(0,1))`."""
    ...

def rearrange(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """rearrange(layout, pattern, sizes)

    the modes of L in another order, split and grouped; the last axis of a group is the fastest

    For example `rearrange((2,32):(32,1), "b (h d) -> h b d", h = 4)`."""
    ...

def reduce(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """reduce(layout, pattern, sizes)

    the axes that the result lacks as mode 0, and after it the modes of the result

    For example `reduce((4,6):(6,1), "(y p) x -> y x", p = 2)`."""
    ...

def einsum(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """einsum(pattern, layout, …)

    for each operand its layout over one index space: the axes that the result lacks as mode 0, and after it those of the result; an operand has stride 0 along what it lacks

    For example `einsum("ik,kj->ij", (4,8):(8,1), (8,6):(6,1))`."""
    ...

def rename(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """rename(layout, name, …)

    L, whose modes are called so; `_` leaves a mode as it is

    For example `rename((4,8):(8,1), row, col)`."""
    ...

def axis(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """axis(layout, mode)

    the number of a mode, as libraries of arrays count axes

    For example `axis((row: 4, col: 8):(8,1), col)`."""
    ...

def align_as(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """align_as(layout, shape)

    L over the modes of B: in their order, with stride 0 along those that L lacks

    For example `align_as((row: 4, col: 8):(8,1), (col: 8, row: 4, k: 2):(1,8,32))`."""
    ...

def fold_as(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """fold_as(layout, shape)

    the modes of L that B lacks as mode 0, and after it L over the modes of B

    For example `fold_as((row: 4, col: 8):(8,1), (row: 4):(1))`."""
    ...

def ceil_div(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """ceil_div(tuple, divisor)

    ⌈a/b⌉ by mode; an integer b divides the modes from left to right, each by what those before leave of it

    For example `ceil_div((10,13), (4,8))`."""
    ...

def shape_div(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """shape_div(tuple, divisor)

    a/b by mode, 1 where b is the multiple; an integer takes its factors from left to right

    For example `shape_div((4,6), 8)`."""
    ...

def shape_mod(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """shape_mod(tuple, count)

    shape_mod(a, b)·shape_div(a, b) = a: what shape_div takes away

    For example `shape_mod((4,6), 8)`."""
    ...

def round_up(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """round_up(tuple, tuple)

    ⌈a/b⌉·b, by mode

    For example `round_up((10,13), (4,8))`."""
    ...

def evenly_divides(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """evenly_divides(shape, tiler)

    size(S) = size(T)·size(ceil_div(S, T)), for each tile

    For example `evenly_divides((8,12), (4,6))`."""
    ...

def inner_product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """inner_product(tuple, tuple)

    Σ aᵢ·bᵢ over leaves

    For example `inner_product((2,3), (8,1))`."""
    ...

def elem_scale(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """elem_scale(tuple, tuple)

    aᵢ·product(bᵢ)

    For example `elem_scale((2,3), (4,5))`."""
    ...

def elem_add(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """elem_add(tuple, tuple)

    aᵢ + bᵢ; what one of them lacks is 0

    For example `elem_add((2,3), (4,5))`."""
    ...

def elem_sub(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """elem_sub(tuple, tuple)

    aᵢ − bᵢ

    For example `elem_sub((4,5), (2,3))`."""
    ...

def elem_min(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """elem_min(tuple, tuple)

    min(aᵢ, bᵢ)

    For example `elem_min((2,5), (4,3))`."""
    ...

def elem_max(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """elem_max(tuple, tuple)

    max(aᵢ, bᵢ)

    For example `elem_max((2,5), (4,3))`."""
    ...

def abs(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """abs(tuple)

    |aᵢ|

    For example `abs((4,-2))`."""
    ...

def sorted(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """sorted(tuple)

    the leaves in ascending order, on one level

    For example `sorted((8,(2,4)))`."""
    ...

def transform(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """transform(tuple, tuple, closure)

    Rᵢ = f(aᵢ), or f(aᵢ, bᵢ), for every leaf

    For example `transform((4,(2,3)), |a| a * 2 + 1)`."""
    ...

def fold(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """fold(tuple, first, closure)

    f(… f(f(first, a₀), a₁) …, aₙ) over leaves from left to right

    For example `fold((4,(2,3)), 0, |sum, a| sum * 10 + a)`."""
    ...

def prefix_product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """prefix_product(shape, first)

    Rₖ = first·s₀·…·sₖ₋₁: column-major strides

    For example `prefix_product((4,8,2))`."""
    ...

def suffix_product(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """suffix_product(shape, last)

    Rₖ = last·sₖ₊₁·…: row-major strides

    For example `suffix_product((4,8,2))`."""
    ...

def prefix_sum(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """prefix_sum(shape, first)

    Rₖ = first + s₀ + … + sₖ₋₁

    For example `prefix_sum((4,8,2))`."""
    ...

def compact_col_major(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """compact_col_major(shape, first)

    strides of the shape with mode 0 fastest, 0 for extents of 1

    For example `compact_col_major((4,1,8))`."""
    ...

def compact_row_major(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """compact_row_major(shape, last)

    strides of the shape with the last mode fastest, 0 for extents of 1

    For example `compact_row_major((4,1,8))`."""
    ...

def compact_order(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """compact_order(shape, order)

    the strides of make_ordered_layout

    For example `compact_order((4,8,2), (1,0,2))`."""
    ...

def make_basis_like(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_basis_like(shape)

    1@k in the place of leaf k: the strides of make_identity_layout

    For example `make_basis_like((4,(2,3)))`."""
    ...

def common_refinement(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """common_refinement(shape, shape)

    the coarsest shape with the coordinates of both

    For example `common_refinement((4,(2,3)), ((2,2),6))`."""
    ...

def common_coarsening(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """common_coarsening(shape, shape)

    the finest shape whose coordinates both have

    For example `common_coarsening((4,(2,3)), ((2,2),6))`."""
    ...

def greatest_common_domain(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """greatest_common_domain(shape, shape)

    the most coordinates of both shapes along which no mode crosses the end of an extent of either

    For example `greatest_common_domain((6,35), (15,14))`."""
    ...

def product_each(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """product_each(shape)

    get(R, i) = product(get(T, i))

    For example `product_each(((2,3),5))`."""
    ...

def product_like(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """product_like(shape, guide)

    the product of what stands against each leaf of the guide

    For example `product_like(((2,3),5), (0,0))`."""
    ...

def sum(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """sum(tuple)

    the sum of all leaves

    For example `sum((4,(2,3)))`."""
    ...

def max(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """max(tuple, …)

    the greatest of all leaves

    For example `max((4,(2,3)))`."""
    ...

def min(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """min(tuple, …)

    the least of all leaves

    For example `min((4,(2,3)))`."""
    ...

def gcd(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """gcd(tuple, …)

    the greatest common divisor of all leaves

    For example `gcd((12,(8,20)))`."""
    ...

def lcm(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """lcm(tuple, …)

    the least common multiple of all leaves

    For example `lcm((4,(2,3)))`."""
    ...

def lex_less(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """lex_less(tuple, tuple)

    a comes before b, the first leaf that differs decides

    For example `lex_less((1,5), (2,3))`."""
    ...

def lex_leq(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """lex_leq(tuple, tuple)

    not lex_less(b, a)

    For example `lex_leq((1,5), (1,5))`."""
    ...

def lex_gtr(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """lex_gtr(tuple, tuple)

    lex_less(b, a)

    For example `lex_gtr((1,5), (2,3))`."""
    ...

def lex_geq(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """lex_geq(tuple, tuple)

    not lex_less(a, b)

    For example `lex_geq((1,5), (1,5))`."""
    ...

def colex_less(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """colex_less(tuple, tuple)

    a comes before b, the last leaf that differs decides

    For example `colex_less((1,5), (2,3))`."""
    ...

def colex_leq(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """colex_leq(tuple, tuple)

    not colex_less(b, a)

    For example `colex_leq((1,5), (1,5))`."""
    ...

def colex_gtr(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """colex_gtr(tuple, tuple)

    colex_less(b, a)

    For example `colex_gtr((1,5), (2,3))`."""
    ...

def colex_geq(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """colex_geq(tuple, tuple)

    not colex_less(a, b)

    For example `colex_geq((1,5), (1,5))`."""
    ...

def elem_less(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """elem_less(tuple, tuple)

    aᵢ < bᵢ for every leaf

    For example `elem_less((1,2), (4,8))`."""
    ...

def elem_leq(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """elem_leq(tuple, tuple)

    not elem_less(b, a)

    For example `elem_leq((1,9), (4,8))`."""
    ...

def elem_gtr(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """elem_gtr(tuple, tuple)

    elem_less(b, a)

    For example `elem_gtr((5,9), (4,8))`."""
    ...

def elem_geq(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """elem_geq(tuple, tuple)

    not elem_less(a, b)

    For example `elem_geq((5,7), (4,8))`."""
    ...

def swizzle(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """swizzle(swizzle, offset, …)

    [Sw(o), …], and Sw(o) of a single offset: bits M…M+B−1 of an offset, exclusive-or those S higher

    For example `swizzle(Sw<1,0,2>, 0, 4, 5)`."""
    ...

def make_swizzle(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_swizzle(bits, bits)

    Sw<B,M,S> that flips the bits of the second mask by those of the first

    For example `make_swizzle(56, 7)`."""
    ...

def xor_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """xor_layout(shape, strides)

    R(c) = ⊕ᵢ cᵢ ⊗ dᵢ of the digits cᵢ, where c ⊗ d is the exclusive-or of d·2ʲ over the bits j of c; in the place of a stride may be a tuple of what each bit adds

    For example `xor_layout((8,8), (1,9))`."""
    ...

def xor_strides(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """xor_strides(layout)

    L = xor_layout(shape(L), R)

    For example `xor_strides(Sw<3,0,3> o 0 o (8,8):(1,8))`."""
    ...

def composed_eval(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """composed_eval(layout)

    [R(0), R(1), …], after the swizzle

    For example `composed_eval(Sw<1,0,2> o 0 o (2,4):(4,1))`."""
    ...

def make_composed_layout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_composed_layout(layout, offset, layout)

    R(c) = A(offset + B(c))

    For example `make_composed_layout(Sw<3,3,3>, 0, (8,64):(64,1))`."""
    ...

def get_swizzle_portion(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_swizzle_portion(layout)

    Sw of `Sw o 0 o L`; Sw<0,4,3>, which moves nothing, of a layout

    For example `get_swizzle_portion(Sw<3,3,3> o 0 o (8,64):(64,1))`."""
    ...

def get_nonswizzle_portion(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_nonswizzle_portion(layout)

    L of `Sw o 0 o L`

    For example `get_nonswizzle_portion(Sw<3,3,3> o 0 o (8,64):(64,1))`."""
    ...

def make_tiled_mma(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_tiled_mma(atom, atoms, permutation)

    an instruction for each coordinate of `atoms`, over M, N and K; a tile takes each mode in the order of its permutation

    For example `tile_shape(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)))`."""
    ...

def make_tiled_copy(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_tiled_copy(atom, threads, values)

    threads lie over a tile as `threads` numbers them, each with the values of `values`

    For example `get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, (16,8):(1,16), (2,1)))`."""
    ...

def make_tiled_copy_A(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_tiled_copy_A(atom, mma)

    a copy of what each thread has of A of a product

    For example `tile_shape(make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))))`."""
    ...

def make_tiled_copy_B(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_tiled_copy_B(atom, mma)

    a copy of what each thread has of B of a product

    For example `tile_shape(make_tiled_copy_B(Copy_Atom<SM75_U16x4_LDSM_T, half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))))`."""
    ...

def make_tiled_copy_C(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """make_tiled_copy_C(atom, mma)

    a copy of what each thread has of C of a product

    For example `tile_shape(make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))))`."""
    ...

def tile_shape(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """tile_shape(mma)

    the extents of the tile of a product (M,N,K) or of a copy (M,N)

    For example `tile_shape(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)))`."""
    ...

def get_thr_layout_vmnk(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_thr_layout_vmnk(mma)

    R(v, m, n, k) is the number of thread v of the instruction at (m, n, k)

    For example `get_thr_layout_vmnk(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)))`."""
    ...

def get_layoutA_TV(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_layoutA_TV(mma)

    R(t, v) is the position in the tile of A, column-major, of value v of thread t

    For example `get_layoutA_TV(SM80_16x8x8_F32F16F16F32_TN)`."""
    ...

def get_layoutB_TV(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_layoutB_TV(mma)

    R(t, v) is the position in the tile of B, column-major, of value v of thread t

    For example `get_layoutB_TV(SM80_16x8x8_F32F16F16F32_TN)`."""
    ...

def get_layoutC_TV(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_layoutC_TV(mma)

    R(t, v) is the position in the tile of C, column-major, of value v of thread t

    For example `get_layoutC_TV(SM80_16x8x8_F32F16F16F32_TN)`."""
    ...

def get_layout_TV(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_layout_TV(copy)

    R(t, v) is the position in the tile of value v of thread t, in the copy's reference

    For example `get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, (16,8):(1,16), (2,1)))`."""
    ...

def get_layoutS_TV(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_layoutS_TV(copy)

    R(t, v) is the position in the tile that thread t reads as value v

    For example `get_layoutS_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, (16,8):(1,16), (2,1)))`."""
    ...

def get_layoutD_TV(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """get_layoutD_TV(copy)

    R(t, v) is the position in the tile that thread t writes as value v

    For example `get_layoutD_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, (16,8):(1,16), (2,1)))`."""
    ...

def thrfrg_A(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """thrfrg_A(mma, tensor)

    a tensor of A as ((ThrV,(ThrM,ThrK)),(FrgV,(RestM,RestK)))

    For example `thrfrg_A(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,16))`."""
    ...

def thrfrg_B(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """thrfrg_B(mma, tensor)

    a tensor of B as ((ThrV,(ThrN,ThrK)),(FrgV,(RestN,RestK)))

    For example `thrfrg_B(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (32,16))`."""
    ...

def thrfrg_C(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """thrfrg_C(mma, tensor)

    a tensor of C as ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN)))

    For example `thrfrg_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,32))`."""
    ...

def tidfrg_S(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """tidfrg_S(copy, tensor)

    a tensor as (Thr,(FrgV,FrgX),(RestM,RestN)), where it is read

    For example `tidfrg_S(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, (16,8):(1,16), (2,1)), (64,8))`."""
    ...

def tidfrg_D(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """tidfrg_D(copy, tensor)

    a tensor as (Thr,(FrgV,FrgX),(RestM,RestN)), where it is written

    For example `tidfrg_D(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, (16,8):(1,16), (2,1)), (64,8))`."""
    ...

def partition_A(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """partition_A(mma, tensor, thread)

    [R, offset]: the values (FrgV,RestM,RestK) of A that a thread has, from the offset on

    For example `partition_A(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,16), 5)`."""
    ...

def partition_B(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """partition_B(mma, tensor, thread)

    [R, offset]: the values (FrgV,RestN,RestK) of B that a thread has, from the offset on

    For example `partition_B(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (32,16), 5)`."""
    ...

def partition_C(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """partition_C(mma, tensor, thread)

    [R, offset]: the values (FrgV,RestM,RestN) of C that a thread has, from the offset on

    For example `partition_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,32), 5)`."""
    ...

def partition_S(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """partition_S(copy, tensor, thread)

    [R, offset]: the values ((FrgV,FrgX),RestM,RestN) that a thread reads, from the offset on

    For example `partition_S(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, (16,8):(1,16), (2,1)), (64,8), 53)`."""
    ...

def partition_D(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """partition_D(copy, tensor, thread)

    [R, offset]: the values ((FrgV,FrgX),RestM,RestN) that a thread writes, from the offset on

    For example `partition_D(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, (16,8):(1,16), (2,1)), (64,8), 53)`."""
    ...

def partition_fragment_A(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """partition_fragment_A(mma, tensor)

    compact registers for partition_A

    For example `partition_fragment_A(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,16))`."""
    ...

def partition_fragment_B(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """partition_fragment_B(mma, tensor)

    compact registers for partition_B

    For example `partition_fragment_B(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (32,16))`."""
    ...

def partition_fragment_C(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """partition_fragment_C(mma, tensor)

    compact registers for partition_C

    For example `partition_fragment_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,32))`."""
    ...

def retile(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """retile(copy, fragment)

    the registers (V,M,N) of a product as the copy has them

    For example `retile(make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))), partition_fragment_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)), (64,32)))`."""
    ...

def relayout(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """relayout(accumulator, layout)

    R(t, v): where the accumulators of one product are for the next

    For example `coalesce(relayout(get_layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, 1, <_,16>)), get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN)))`."""
    ...

def relayout_price(*operands: Operand, allow: Allow = ..., **named: Operand) -> Any:
    """relayout_price(accumulator, layout, warp)

    (kept, moved, through memory): of the accumulators, how many are in place, in another thread of the warp, in another warp

    For example `relayout_price(get_layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, 1, <_,16>)), get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN), 32)`."""
    ...
