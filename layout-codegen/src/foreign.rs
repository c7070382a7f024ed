//! The names that others have for what is here: CuTe's, of its DSL, of pycute, Mojo and
//! tensor-layouts.

use crate::nearest::lookup;
use crate::operations;
use crate::report::{Diagnostic, SpanRange, brief};
use layout_algebra::CollectVec;

/// The counterpart of a name of another library.
enum Here {
    /// An operation of the same operands.
    Named(&'static str),
    /// A text that says what to write instead.
    Written(&'static str),
}
use Here::{Named, Written};

const PICTURES: &str =
    "`layout draw` on the command line draws a layout, and `println!(\"{layout}\")` prints it";
const TENSORS: &str =
    "a tensor is a view here: `View::new(&buffer, layout)`, or `ViewMut::new(&mut buffer, layout)`";
const COPIES: &str = "views are copied by `copy!(source, target)`";
const ROWS: &str = "row-major is `make_layout((4,8), LayoutRight)`";
const COLUMNS: &str = "column-major is the shape alone, or `make_layout((4,8), LayoutLeft)`";
const STATIC: &str =
    "an integer in upper case or of digits is known at compile time, in lower case at run time";
const ELEMENTS: &str = "element types are given by their bits: `recast(layout, 16, 32)`";

const RESHAPES: &str = "arrays count the last axis fastest, layouts the first: \
    `rearrange(L, \"a b -> (a b)\")` joins the axes as arrays do, and \
    `rearrange(…, \"(c d) -> c d\", c = 2)` splits them; `with_shape` counts the first axis fastest";
const RAVELS: &str = "as arrays do it, with the last axis fastest, it is `rearrange(L, \"a b -> (a b)\")`; `coalesce(L)` \
    has the first axis fastest";
const AXES: &str = "the modes in another order are `select(L, 1, 0)`, or by names `rearrange(L, \"a b c -> b c a\")`";
const UNIT: &str =
    "a mode of one coordinate is `insert(L, 0, 1:0)`, or `rearrange(L, \"a b -> 1 a b\")`";
const BROADCAST: &str =
    "a mode that reads one element again and again has the stride 0: `append(L, 4:0)`";
const PADS: &str = "strides leave room: `(4,8):(10,1)` has rows of 8 with 10 from one to the next; \
    `#[allow(padding)]` lets tiles go past the edge";
const CHUNKS: &str = "a layout in tiles is `zipped_divide(L, tile)`, and one of them `local_tile(L, tile, coordinate)`";

const STACKS: &str = "a layout is of one buffer: `make_layout(A, B)` has two layouts as its modes, and parts of arrays are put together by \
    copies, `copy!(part, whole.slice_mut((0..4, ..)))`";
const FLIPS: &str = "a mode that runs backwards has a negative stride, `(4,8):(-8,1)`";
const SLICES: &str =
    "a part of a view is `view.slice((1..3, ..))`, and a mode at one coordinate `slice((1,_), L)`";
const DIAGONALS: &str =
    "along a diagonal all coordinates step at once: that of `(4,4):(4,1)` is `4:5`";
const WINDOWS: &str = "windows that overlap have a stride twice, `#[allow(non_injective)] (6,3):(1,1)`; views have `zip_windows` and `fold_windows`";
const PRODUCTS: &str =
    "a product of views is `einsum!(\"m k, k n -> m n\", a: A, b: B, c: C)`, each with its layout";

const VALUES: &str = "a layout or a tuple is written as it is, `(4,8):(8,1)`: there are no classes to convert between";
const KINDS: &str = "of which kind a value is shows where it is written: no operation asks for it";
const CLASSES: &str = "a class of Python is no value: a layout is written as it is, `(4,8):(8,1)`";
const FUNCTIONS: &str = "closures are operands of `fold`, `transform` and `infer_layout`: other functions of functions are Rust's";
const INTEGERS: &str = "integers are written, `4`, and computed with `+ - * /`; what else Rust computes stands in braces, `{ 8 << 1 }`";
const INSTRUCTIONS: &str = "instructions have CuTe's names, such as `SM80_16x8x16_F32F16F16F32_TN`: `layout help instructions` lists them";

const ATOMS: &str = "an instruction is written as a type: `MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>`, `Copy_Atom<UniversalCopy<float>, float>`";
const LAYOUTS_OF_ATOMS: &str = "the layouts of an instruction are `MMA_Traits<SM80_16x8x8_F32F16F16F32_TN>::ALayout`, `BLayout` and `CLayout`, \
    and `Copy_Traits<SM75_U16x8_LDSM_T>::SrcLayout` and `DstLayout`";
const THREADS_OF_ATOMS: &str =
    "the threads of an instruction are `MMA_Traits<SM80_16x8x8_F32F16F16F32_TN>::ThrID`";
const THREADS: &str = "the part of one thread has its number as the last operand: `partition_A(mma, tensor, thread)`, \
    `partition_S(copy, tensor, thread)`";
const COPYING: &str = "a tiled copy is `make_tiled_copy(atom, threads, values)`, or `make_tiled_copy_A(atom, mma)` and its kin";
const PRODUCING: &str = "a tiled product is `make_tiled_mma(atom, atoms)`";
const AXES_OF_VALUES: &str = "steps along axes are written `2@0`, and their sums `2@0+1@1`";
const VISITS: &str = "the coordinates of a shape, in order, are `make_identity_layout(shape)`; Rust visits them by `for` over `coordinates()`";
const SWIZZLES: &str = "a swizzle has its numbers in angles, `Sw<3,4,3>`, as it is printed: 3 bits, the lowest is bit 4, read 3 bits above";
const COMPOSED: &str = "of `Sw<3,4,3> o 0 o (8,64):(64,1)` the swizzle is `get_swizzle_portion(L)`, and the layout in front of it \
    `get_nonswizzle_portion(L)`";
const POINTERS: &str = "a swizzle of addresses is written as it is printed, `Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)`, and is one of elements here";
const ARITHMETIC: &str = "elements of views are computed by `zip_with!` and `fold!`";
const DIVISORS: &str = "a division by an extent that is known at run time is a multiplication here, without a divisor of its own";
const MODES_OF_ONE: &str = "a mode of one coordinate is added by `append(L, 1:0)` or `prepend(L, 1:0)`, up to a rank by `append(L, 1:0, 3)`";
const RUST: &str = "a type of a kernel is Rust's: `struct Name { … }` outside of the macro";
const MULTICASTS: &str = "the blocks that share a mode are the offsets of a slice of the cluster's layout, `slice((1,_), L)`";

const NAMES: &[(&str, Here)] = &[
    ("ArithmeticTuple", Written(AXES_OF_VALUES)),
    ("ArithmeticTupleIterator", Written(AXES_OF_VALUES)),
    ("ArrayEngine", Written(TENSORS)),
    ("Atom", Written(ATOMS)),
    ("AtomLayoutA_TV", Written(LAYOUTS_OF_ATOMS)),
    ("AtomLayoutB_TV", Written(LAYOUTS_OF_ATOMS)),
    ("AtomLayoutC_TV", Written(LAYOUTS_OF_ATOMS)),
    ("AtomLayoutDst", Written(LAYOUTS_OF_ATOMS)),
    ("AtomLayoutRef", Written(LAYOUTS_OF_ATOMS)),
    ("AtomLayoutSrc", Written(LAYOUTS_OF_ATOMS)),
    ("AtomNumThr", Written(THREADS_OF_ATOMS)),
    ("AtomNumVal", Written(LAYOUTS_OF_ATOMS)),
    ("AtomShape_MNK", Written(LAYOUTS_OF_ATOMS)),
    ("AtomThrID", Written(THREADS_OF_ATOMS)),
    (
        "ComposedLayout",
        Written(
            "a composition is `ComposedLayout(outer, offset, inner)`, or `outer o offset o inner`",
        ),
    ),
    ("ConstViewEngine", Written(TENSORS)),
    ("Coord", Written("a coordinate is written `(1,2)`, and a shape `(4,8)`")),
    ("CopyAtom", Written(INSTRUCTIONS)),
    ("Copy_Atom", Written(ATOMS)),
    ("E", Written(AXES_OF_VALUES)),
    ("FastDivmodDivisor", Written(DIVISORS)),
    ("FastDivmodDivisorV2", Written(DIVISORS)),
    ("ForwardCoordIterator", Written(VISITS)),
    ("ForwardCoordIteratorSentinel", Written(VISITS)),
    ("GenColMajor", Written(COLUMNS)),
    ("GenRowMajor", Written(ROWS)),
    ("Integer", Written(INTEGERS)),
    ("LayoutBase", Written(CLASSES)),
    ("LayoutError", Written(CLASSES)),
    ("LayoutLeft", Written(COLUMNS)),
    ("LayoutRight", Written(ROWS)),
    ("MMAAtom", Written(INSTRUCTIONS)),
    ("MMA_Atom", Written(ATOMS)),
    ("MakeTensor", Written(TENSORS)),
    ("MixedBits", Written(SWIZZLES)),
    ("MmaAtom", Written(ATOMS)),
    ("OffsetGrid", Written(CLASSES)),
    ("Ratio", Written("a quotient is written, `m / 4`; `ceil_div(a, b)` rounds up")),
    ("ReductionOp", Written(ARITHMETIC)),
    ("SVGColor_TV", Written(PICTURES)),
    ("ScaledBasis", Written(AXES_OF_VALUES)),
    ("Shape", Written("a coordinate is written `(1,2)`, and a shape `(4,8)`")),
    ("Step", Written("a coordinate is written `(1,2)`, and a shape `(4,8)`")),
    ("Stride", Written("a coordinate is written `(1,2)`, and a shape `(4,8)`")),
    ("Swizzle", Written(SWIZZLES)),
    ("TSVGColor_BWx8", Written(PICTURES)),
    ("TSVGColor_White", Written(PICTURES)),
    ("Tensor", Written(TENSORS)),
    ("TensorSSA", Written(TENSORS)),
    ("TensorStorageError", Written(CLASSES)),
    ("ThrCopy", Written(THREADS)),
    ("ThrLayoutVMNK", Named("get_thr_layout_vmnk")),
    ("ThrMMA", Written(THREADS)),
    ("ThrMma", Written(THREADS)),
    ("TikzColor_BWx8", Written(PICTURES)),
    ("TikzColor_TV", Written(PICTURES)),
    ("TikzColor_White", Written(PICTURES)),
    ("Tile", Written("a tiler is written in angles, `<4:1, 8:1>`")),
    ("TiledCopy", Written(COPYING)),
    ("TiledLayout_TV", Named("get_layout_TV")),
    ("TiledMMA", Written(PRODUCING)),
    ("TiledMma", Written(PRODUCING)),
    (
        "TiledNumThr",
        Written("the threads and values of a tiled copy are the modes of `get_layout_TV(copy)`"),
    ),
    (
        "TiledNumVal",
        Written("the threads and values of a tiled copy are the modes of `get_layout_TV(copy)`"),
    ),
    ("Tiler_MN", Named("tile_shape")),
    ("Underscore", Written("`_` is a whole mode, as in `slice((_,3), L)`")),
    ("UnsupportedComposedLayoutError", Written(CLASSES)),
    ("ViewEngine", Written(TENSORS)),
    ("X", Written("`_` is a whole mode, as in `slice((_,3), L)`")),
    (
        "aliasing_profile",
        Written(
            "two coordinates of one offset are an error with both, and `image(L)` has each offset once",
        ),
    ),
    ("all_", Written(ARITHMETIC)),
    ("all_elem", Written(KINDS)),
    ("all_of", Written(FUNCTIONS)),
    ("all_underscore", Written(KINDS)),
    ("any_", Written(ARITHMETIC)),
    ("any_of", Written(FUNCTIONS)),
    ("append_ones", Written(MODES_OF_ONE)),
    ("apply", Named("eval_crd")),
    ("arange", Written(TENSORS)),
    ("as_affine_layout", Written(VALUES)),
    ("as_arithmetic_tuple", Written(AXES_OF_VALUES)),
    ("as_layout", Written(VALUES)),
    ("as_layout_expr", Written(VALUES)),
    ("as_list", Written(VALUES)),
    ("as_position_independent_swizzle_layout", Written(POINTERS)),
    ("as_position_independent_swizzle_tensor", Written(POINTERS)),
    ("as_shape", Written(VALUES)),
    ("as_tuple", Written(VALUES)),
    (
        "assume",
        Written(
            "a fact of symbols is declared by `#[assume(m % 32 == 0)]` in front of a definition",
        ),
    ),
    (
        "atom_summary",
        Written(
            "`layout help instructions` lists the instructions, and `layout draw` draws who holds what of one",
        ),
    ),
    ("basic_copy", Written(COPIES)),
    ("basis_get", Written(AXES_OF_VALUES)),
    ("basis_value", Written(AXES_OF_VALUES)),
    ("bit_msk", Written(SWIZZLES)),
    ("broadcast_arrays", Written(BROADCAST)),
    ("broadcast_to", Written(BROADCAST)),
    ("cat", Named("concat")),
    ("cdiv", Named("ceil_div")),
    ("ceildiv", Named("ceil_div")),
    ("chunk", Written(CHUNKS)),
    (
        "coalescing_efficiency",
        Written(
            "`sectors(L, 128, 16)` counts the sectors that the lanes of a warp move, and `layout access` says more",
        ),
    ),
    ("codomain_size", Named("cosize")),
    ("col_major", Written(COLUMNS)),
    ("column_major", Written(COLUMNS)),
    ("column_stack", Written(STACKS)),
    (
        "compact_major",
        Written(
            "the strides of a compact shape are `compact_col_major(shape)`, `compact_row_major(shape)` or `compact_order(shape, order)`",
        ),
    ),
    (
        "compute_col_major_strides",
        Written("the strides are `stride(make_layout((4,8), LayoutLeft))`"),
    ),
    (
        "compute_row_major_strides",
        Written("the strides are `stride(make_layout((4,8), LayoutRight))`"),
    ),
    ("concatenate", Written(STACKS)),
    ("contiguity", Written("elements side by side are `max_common_vector(L, size(L):1)`")),
    ("contiguous", Written(COPIES)),
    ("coords_all_none", Written(KINDS)),
    ("copy", Written(COPIES)),
    ("copy_atom_call", Written(ATOMS)),
    ("copy_if", Written(COPIES)),
    ("cosize_t", Named("cosize")),
    ("cosize_v", Named("cosize")),
    ("crd2flat", Named("crd2idx")),
    ("crd2offset", Named("crd2idx")),
    ("crd_2_1d_coord", Written("a 1-D coordinate is `crd2idx(c, shape(L))`")),
    (
        "crd_2_flat_coord",
        Written("the coordinate in a flat shape is `crd2crd(c, shape(L), flatten(shape(L)))`"),
    ),
    ("crd_2_hier_coord", Written("the coordinate in the shape is `idx2crd(i, shape(L))`")),
    ("cumsum", Written(ARITHMETIC)),
    ("depth_t", Named("depth")),
    ("depth_v", Named("depth")),
    ("diagonal", Written(DIAGONALS)),
    ("dice_modes", Named("dice")),
    ("dot", Written(PRODUCTS)),
    ("draw", Written(PICTURES)),
    ("draw_combined_mma_grid", Written(PICTURES)),
    ("draw_composite", Written(PICTURES)),
    ("draw_copy_atom", Written(PICTURES)),
    ("draw_copy_layout", Written(PICTURES)),
    ("draw_gemm", Written(PICTURES)),
    ("draw_layout", Written(PICTURES)),
    ("draw_mma_layout", Written(PICTURES)),
    ("draw_slice", Written(PICTURES)),
    ("draw_swizzle", Written(PICTURES)),
    ("draw_tiled_grid", Written(PICTURES)),
    ("draw_tv_layout", Written(PICTURES)),
    ("dstack", Written(STACKS)),
    ("empty", Written(TENSORS)),
    ("empty_like", Written(TENSORS)),
    ("escan", Written(FUNCTIONS)),
    ("expand", Written(BROADCAST)),
    ("expand_as", Written(BROADCAST)),
    ("expand_dims", Written(UNIT)),
    (
        "explain",
        Written("the steps of an answer are printed by `layout explain` on the command line"),
    ),
    ("eye", Written(TENSORS)),
    ("fast_divmod_create_divisor", Written(DIVISORS)),
    ("fast_divmod_create_divisor_v2", Written(DIVISORS)),
    ("fill_int_tuple_from", Written(VALUES)),
    (
        "filter_shapes",
        Written("modes of one coordinate are left out by `coalesce(L)`, or one by `remove(L, 1)`"),
    ),
    ("filter_strides", Named("filter_zeros")),
    ("filter_tuple", Written(FUNCTIONS)),
    ("find", Written(FUNCTIONS)),
    ("find_if", Written(FUNCTIONS)),
    ("flip", Written(FLIPS)),
    ("fliplr", Written(FLIPS)),
    ("flipud", Written(FLIPS)),
    ("fold_accumulate", Written(FUNCTIONS)),
    ("fold_first", Written(FUNCTIONS)),
    (
        "footprint",
        Written(
            "the offsets are between those of `offset_range(L)`, and `gaps(L)` of them are unused",
        ),
    ),
    ("for_each", Written(VISITS)),
    ("for_each_leaf", Written(VISITS)),
    (
        "from_F2_matrix",
        Written(
            "a layout over bits is written with strides such as `F9`, and by `layout eval --notation f2`; its matrix has a column for each bit of a coordinate",
        ),
    ),
    ("full", Written(TENSORS)),
    ("full_like", Written(TENSORS)),
    ("gap_profile", Named("gaps")),
    (
        "get_divisibility",
        Written(
            "a fact of symbols is declared by `#[assume(m % 32 == 0)]` in front of a definition",
        ),
    ),
    ("get_leaves", Named("flatten")),
    ("get_slice", Written(THREADS)),
    (
        "get_sparse_elem_type",
        Written("elements are counted in bits: `recast(L, 16, 2)` has elements of 2 bits"),
    ),
    ("get_swizzle", Named("get_swizzle_portion")),
    ("get_swizzle_t", Named("get_swizzle_portion")),
    ("get_thread_slice", Written(THREADS)),
    ("get_tile_size", Named("tile_shape")),
    ("has_elem", Written(KINDS)),
    ("has_int0", Written(KINDS)),
    ("has_int1", Written(KINDS)),
    ("has_none", Written(KINDS)),
    ("has_underscore", Written(KINDS)),
    (
        "hier_unzip",
        Written("the modes of tiles are gathered by the divides: `zipped_divide(L, tiler)`"),
    ),
    ("hsplit", Written(CHUNKS)),
    ("hstack", Written(STACKS)),
    ("increment_coord", Written(VISITS)),
    ("index", Named("eval_crd")),
    ("inner", Written(COMPOSED)),
    ("is_affine", Written(KINDS)),
    ("is_composed_layout", Written(KINDS)),
    ("is_empty", Written(KINDS)),
    ("is_even_permutation", Written("`permutation_parity(L)` is 1 of an even permutation")),
    ("is_flat", Written(KINDS)),
    ("is_int", Written(KINDS)),
    ("is_integral", Written(KINDS)),
    ("is_iterable", Written(KINDS)),
    ("is_layout", Written(KINDS)),
    ("is_normal", Written(KINDS)),
    ("is_pure_shape", Written(KINDS)),
    ("is_scalar", Written(KINDS)),
    ("is_scaled_basis", Written(KINDS)),
    ("is_static", Written(STATIC)),
    ("is_tensor", Written(KINDS)),
    ("is_tensor_v", Written(KINDS)),
    ("is_tuple", Written(KINDS)),
    ("is_underscore", Written(KINDS)),
    ("iscan", Written(FUNCTIONS)),
    ("iter_layout", Written(VISITS)),
    (
        "layout",
        Written("a layout is written as it is, `(4,8):(8,1)`, and one mode of it is `get(L, 1)`"),
    ),
    ("layout_a", Written(COMPOSED)),
    ("layout_b", Written(COMPOSED)),
    ("layout_dst_tv_tiled", Named("get_layoutD_TV")),
    ("layout_src_tv_tiled", Named("get_layoutS_TV")),
    ("layout_to_tikz", Written(PICTURES)),
    ("layout_tv_tiled", Named("get_layout_TV")),
    ("linspace", Written(TENSORS)),
    ("make_arithmetic_tuple", Written(AXES_OF_VALUES)),
    ("make_atom", Written(ATOMS)),
    ("make_block_ptr", Written(TENSORS)),
    ("make_coord_iterator", Written(VISITS)),
    ("make_coord_tensor", Written(AXES_OF_VALUES)),
    ("make_copy_atom", Written(ATOMS)),
    ("make_cotiled_copy", Written(COPYING)),
    ("make_fragment", Written(TENSORS)),
    ("make_int_tuple", Written(VALUES)),
    ("make_int_tuple_from", Written(VALUES)),
    ("make_inttuple_iter", Written(AXES_OF_VALUES)),
    ("make_layout_image_mask", Written(MULTICASTS)),
    ("make_mixed_bits", Written(SWIZZLES)),
    ("make_mma_atom", Written(ATOMS)),
    ("make_ptr", Written(TENSORS)),
    ("make_rmem_tensor", Written(TENSORS)),
    ("make_rmem_tensor_like", Written(TENSORS)),
    (
        "make_sparse_elem",
        Written("elements are counted in bits: `recast(L, 16, 2)` has elements of 2 bits"),
    ),
    ("make_tensor", Written(TENSORS)),
    ("make_tensor_descriptor", Written(TENSORS)),
    ("make_tensor_like", Written(TENSORS)),
    ("make_tiled_copy_C_atom", Written(COPYING)),
    ("make_tiled_copy_D", Written(COPYING)),
    ("make_tiled_copy_S", Written(COPYING)),
    ("make_tiled_copy_impl", Written(COPYING)),
    ("make_tiled_copy_tv", Named("make_tiled_copy")),
    ("mark_layout_dynamic", Written(STATIC)),
    ("matmul", Written(PRODUCTS)),
    ("mean", Written(ARITHMETIC)),
    ("mm", Written(PRODUCTS)),
    ("mma_atom_call", Written(ATOMS)),
    ("mode", Named("get")),
    ("mode_contiguity", Written("elements side by side are `max_common_vector(L, size(L):1)`")),
    ("moveaxis", Written(AXES)),
    ("msk_sft", Written(SWIZZLES)),
    ("mutual_refinement", Named("common_refinement")),
    ("narrow", Written(SLICES)),
    ("ndarray", Written(TENSORS)),
    ("none_of", Written(FUNCTIONS)),
    ("normalize", Written(VALUES)),
    ("num_base", Written(SWIZZLES)),
    ("num_bits", Written(SWIZZLES)),
    ("num_shft", Written(SWIZZLES)),
    ("num_shift", Written(SWIZZLES)),
    ("numel", Named("size")),
    ("offset", Named("eval_crd")),
    (
        "offset_table",
        Written("the offsets by coordinates are printed by `layout print` on the command line"),
    ),
    ("ones", Written(TENSORS)),
    ("ones_like", Written(TENSORS)),
    (
        "operand_analysis",
        Written(
            "`layout help instructions` lists the instructions, and `layout draw` draws who holds what of one",
        ),
    ),
    ("outer", Written(COMPOSED)),
    ("pad", Written(PADS)),
    (
        "partition_shape_A",
        Written(
            "the shape of a part is `partition_shape_A(mma, shape)`, that of its registers, `shape(partition_fragment_A(mma, tensor))`",
        ),
    ),
    (
        "partition_shape_B",
        Written(
            "the shape of a part is `partition_shape_B(mma, shape)`, that of its registers, `shape(partition_fragment_B(mma, tensor))`",
        ),
    ),
    (
        "partition_shape_C",
        Written(
            "the shape of a part is `partition_shape_C(mma, shape)`, that of its registers, `shape(partition_fragment_C(mma, tensor))`",
        ),
    ),
    (
        "per_group_bank_conflicts",
        Written(
            "`bank_conflicts(L, 16, 8)` counts them for the lanes of a warp, and `layout access` says which lanes meet",
        ),
    ),
    (
        "per_group_coalescing",
        Written(
            "`sectors(L, 128, 16)` counts the sectors that the lanes of a warp move, and `layout access` says more",
        ),
    ),
    ("permutation_mnk", Named("tile_shape")),
    ("permute", Named("select")),
    ("prepend_ones", Written(MODES_OF_ONE)),
    ("pretty_str", Written(PICTURES)),
    ("print", Written(PICTURES)),
    ("print_latex", Written(PICTURES)),
    ("print_latex_tv", Written(PICTURES)),
    ("print_layout", Written(PICTURES)),
    ("print_svg", Written(PICTURES)),
    ("print_table", Written(PICTURES)),
    ("print_tensor", Written(PICTURES)),
    ("print_tensor_os", Written(PICTURES)),
    ("printf", Written(PICTURES)),
    ("rand", Written(TENSORS)),
    ("randn", Written(TENSORS)),
    (
        "range",
        Written(
            "the integers from 0 on are a layout, `4:1`, and those of a shape its coordinates, `make_identity_layout(shape)`",
        ),
    ),
    ("rank_t", Named("rank")),
    ("rank_v", Named("rank")),
    ("ravel", Written(RAVELS)),
    ("recast_layout", Named("recast")),
    ("recast_ptr", Written(ELEMENTS)),
    ("recast_tensor", Written(ELEMENTS)),
    ("repeat_as_tuple", Written("a tuple of copies is written, or is a layout: `repeat(L, 2)`")),
    ("reshape", Written(RESHAPES)),
    ("resize", Written(RESHAPES)),
    ("rollaxis", Written(AXES)),
    ("row_major", Written(ROWS)),
    ("safe_div", Written("a quotient is written, `m / 4`; `ceil_div(a, b)` rounds up")),
    (
        "segment_analysis",
        Written(
            "`sectors(L, 128, 16)` counts the sectors that the lanes of a warp move, and `layout access` says more",
        ),
    ),
    ("shape_method", Named("shape")),
    ("shiftl", Written(INTEGERS)),
    ("shiftr", Written(INTEGERS)),
    ("signum", Written(INTEGERS)),
    ("size_v", Named("size")),
    ("slice_", Named("slice")),
    ("slice_contiguity", Written("elements side by side are `max_common_vector(L, size(L):1)`")),
    ("slice_modes", Named("slice")),
    ("sliding_window_view", Written(WINDOWS)),
    ("smem_ptr_flag", Written(POINTERS)),
    ("smem_ptr_flag_bits", Written(POINTERS)),
    ("smem_sparse_ptr_flag", Written(POINTERS)),
    ("smem_sparse_ptr_flag_bits", Written(POINTERS)),
    ("softmax", Written(ARITHMETIC)),
    ("split", Written(CHUNKS)),
    (
        "split_outer_swizzle",
        Written(
            "the swizzle and the layout of `Sw<3,4,3> o 0 o L` are written apart, each with a name of its own",
        ),
    ),
    (
        "squeeze",
        Written("modes of one coordinate are left out by `coalesce(L)`, or one by `remove(L, 1)`"),
    ),
    ("stack", Written(STACKS)),
    ("static", Written(STATIC)),
    ("stride_method", Named("stride")),
    ("struct", Written(RUST)),
    ("sublayout", Named("get")),
    ("swapaxes", Written(AXES)),
    ("swapdims", Written(AXES)),
    ("swizzle_code", Written(SWIZZLES)),
    ("tensor", Written(TENSORS)),
    ("tensor_split", Written(CHUNKS)),
    ("tensordot", Written(PRODUCTS)),
    ("thr_idx", Written(THREADS)),
    ("thr_layout_vmnk", Named("get_thr_layout_vmnk")),
    ("thr_size", Written("the threads of a tiled product are `size(get_thr_layout_vmnk(mma))`")),
    ("thread_stride_profile", Named("stride")),
    ("tile", Named("tiled_divide")),
    (
        "tile2thrfrg",
        Written(
            "the parts of all threads are `tidfrg_S(copy, tensor)` and `tidfrg_D(copy, tensor)`",
        ),
    ),
    ("tile_mma_grid", Written(PICTURES)),
    ("tile_size", Named("tile_shape")),
    ("tile_size_mnk", Named("tile_shape")),
    (
        "tile_unzip",
        Written("the modes of tiles are gathered by the divides: `zipped_divide(L, tiler)`"),
    ),
    ("tiler_mn", Named("tile_shape")),
    (
        "to_F2_matrix",
        Written(
            "a layout over bits is written with strides such as `F9`, and by `layout eval --notation f2`; its matrix has a column for each bit of a coordinate",
        ),
    ),
    ("to_array", Written(VALUES)),
    ("to_mixed_bits", Written(SWIZZLES)),
    ("transform_apply", Written(FUNCTIONS)),
    (
        "transform_layout",
        Written("an operation of each mode has `[_]` behind its name, `coalesce[_](L)`"),
    ),
    ("transform_leaf", Written("a closure of each integer is `transform(T, |a| a * 2)`")),
    ("transform_tuple", Written(FUNCTIONS)),
    ("tuple_max", Written(INTEGERS)),
    ("tv_layout_A_tiled", Named("get_layoutA_TV")),
    ("tv_layout_B_tiled", Named("get_layoutB_TV")),
    ("tv_layout_C_tiled", Named("get_layoutC_TV")),
    ("type", Written(RUST)),
    ("unbind", Written(CHUNKS)),
    ("unfold", Written(WINDOWS)),
    ("union", Written(RUST)),
    ("unsqueeze", Written(UNIT)),
    ("view", Written(RESHAPES)),
    ("view_as", Written(RESHAPES)),
    ("vsplit", Written(CHUNKS)),
    ("vstack", Written(STACKS)),
    ("where", Written(ARITHMETIC)),
    ("yyy_msk", Written(SWIZZLES)),
    ("zeros", Written(TENSORS)),
    ("zeros_like", Written(TENSORS)),
    ("zip_divide", Named("zipped_divide")),
    ("zip_modes", Named("zip")),
    ("zip_product", Named("zipped_product")),
    ("zip_transform", Written(FUNCTIONS)),
    ("zzz_msk", Written(SWIZZLES)),
];

/// A diagnostic at a name of others, with the operation that answers to it, or what to write instead; none for another name.
pub(crate) fn help(diagnostic: Diagnostic, name: &str) -> Result<Diagnostic, Diagnostic> {
    match lookup(NAMES, name) {
        Some(Named(operation)) => Ok(diagnostic.meant(*operation)),
        Some(Written(instead)) => Ok(diagnostic.help(*instead)),
        None => Err(diagnostic),
    }
}

/// The error of an operation that there is not.
pub(crate) fn unknown_operation(name: &str, range: SpanRange) -> Diagnostic {
    const LISTED: &str = "operations have CuTe's names; the documentation of `layout!` lists them";
    let diagnostic = Diagnostic::new(range, format!("unknown operation `{}`", brief(name)));
    help(diagnostic, name).unwrap_or_else(|diagnostic| match operations::nearest_operation(name) {
        Some(meant) => diagnostic.meant(meant),
        None => diagnostic.help(LISTED),
    })
}

/// Returns whether a name is that of a function of another library to which no operation answers.
pub(crate) fn is_written_otherwise(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && matches!(lookup(NAMES, name), Some(Written(_)))
}

/// The order of elements that a tag such as `OIhw4i16o4i` names, as oneDNN and TVM write blocked formats: a pattern of `rearrange` from the elements
/// as they lie in memory, and the sizes of the blocks. The axes stand in the order of memory, those in parts in upper case, then
/// the blocks from the outermost; none for another word.
pub(crate) fn tag(word: &str) -> Option<String> {
    let end = word.find(|c: char| !c.is_ascii_alphabetic())?;
    let (axes, mut blocks) = (word[..end].to_ascii_lowercase(), &word[end..]);
    let mut memory: Vec<String> = Vec::new();
    let mut parts: Vec<(char, Vec<String>)> = Vec::new();
    for axis in axes.chars() {
        if parts.iter().any(|(other, _)| *other == axis) {
            return None;
        }
        let is_in_parts = word[end..].contains(axis);
        let name = if is_in_parts { format!("{axis}0") } else { axis.to_string() };
        memory.push(name.clone());
        parts.push((axis, vec![name]));
    }
    let mut sizes = String::new();
    while !blocks.is_empty() {
        let digits @ 1.. = blocks.find(|c: char| !c.is_ascii_digit())? else { return None };
        let axis = blocks[digits..].chars().next()?;
        if !word[..end].contains(axis.to_ascii_uppercase()) {
            return None;
        }
        let (_, names) = parts.iter_mut().find(|(other, _)| *other == axis)?;
        let name = format!("{axis}{}", names.len());
        sizes.push_str(&format!(", {name} = {}", &blocks[..digits]));
        names.push(name.clone());
        memory.push(name);
        blocks = &blocks[digits + axis.len_utf8()..];
    }
    let modes = parts.iter().map(|(_, names)| match names.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(" ")),
    });
    let modes = modes.collect_vec();
    Some(format!("\"({}) -> {}\"{sizes}", memory.join(" "), modes.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations;

    #[test]
    fn tags_of_formats_are_patterns() {
        let pattern = "\"(o0 i0 h w i1 o1 i2) -> (o0 o1) (i0 i1 i2) h w\", i1 = 4, o1 = 16, i2 = 4";
        assert_eq!(tag("OIhw4i16o4i").as_deref(), Some(pattern));
        let padded = "\"(a b0 c0 d e b1 c1) -> a (b0 b1) (c0 c1) d e\", b1 = 16, c1 = 16";
        assert_eq!(tag("aBCde16b16c").as_deref(), Some(padded));
        for other in ["Tile", "Tile2", "BM4", "A4b", "nn4n", "Tile2e", "m", "W128x"] {
            assert_eq!(tag(other), None, "{other}");
        }
    }

    #[test]
    fn names_of_others_lead_to_operations() {
        for (others, here) in NAMES {
            assert!(operations::find(others).is_none(), "{others} is an operation");
            if let Named(operation) = here {
                assert!(operations::find(operation).is_some(), "{others}: no {operation}");
            }
        }
        assert!(NAMES.is_sorted_by_key(|(others, _)| others));
        let diagnostic = || Diagnostic::new(proc_macro2::Span::call_site(), "unknown");
        let helped = help(diagnostic(), "tile").expect("a name of others");
        assert_eq!(helped.text(), "unknown\nhelp: did you mean `tiled_divide`?");
        assert!(help(diagnostic(), "zipped_divide").is_err());
    }
}
