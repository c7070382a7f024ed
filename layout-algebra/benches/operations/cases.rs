//! What is measured: every operation, by its name in `ops`.

use std::hint::black_box;

use layout_algebra::ops::{self, ModeOrder, swizzled};
use layout_algebra::{
    ComposedLayout, Coordinate, Crd, Error, Function, HTuple, Int, IntTuple, Layout, Swizzle, Tiler,
};

/// What the operations are applied to.
pub(crate) struct Operands {
    /// 16 modes, size 2^40.
    pub(crate) layout: Layout,
    /// Another one.
    pub(crate) other: Layout,
    /// A tiler, of one or of 16 modes.
    pub(crate) tiler: Tiler,
    /// The layout after a swizzle.
    pub(crate) swizzled: ComposedLayout,
    /// A coordinate in the middle.
    pub(crate) coordinate: IntTuple,
    /// It, with every third mode left open.
    pub(crate) open: Coordinate,
    /// The offset there.
    pub(crate) offset: Int,
}

/// Which operands an operation takes besides the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum With {
    Nothing,
    Other,
    Tiler,
}

type Run = fn(&Operands) -> Result<(), Error>;

/// An operation, its operands and a call of it.
pub(crate) type Case = (&'static str, With, Run);

fn done<T>(answer: Result<T, Error>) -> Result<(), Error> {
    answer.map(|answer| drop(black_box(answer)))
}

fn sure<T>(answer: T) -> Result<(), Error> {
    done(Ok(answer))
}

fn two() -> Int {
    Int::new(2)
}

fn sw() -> Swizzle {
    Swizzle::new(3, 4, 5).expect("a swizzle")
}

/// Operations that are not measured, with the reason.
pub(crate) const EXCUSED: &[(&str, &str)] =
    &[("infer_layout", TABLE), ("swizzled::infer_layout", TABLE)];

const TABLE: &str = "takes a table of offsets, which cannot have 2^40 of them";

#[rustfmt::skip]
pub(crate) const CASES: &[Case] = &[
    ("append", With::Other, |x| done(ops::append(&x.layout, &x.other))),
    ("append_to_rank", With::Other, |x| done(ops::append_to_rank(&x.layout, &x.other, 17))),
    ("back", With::Nothing, |x| done(ops::back(&x.layout))),
    ("blocked_product", With::Other, |x| done(ops::blocked_product(&x.layout, &x.other))),
    ("ceil_div", With::Other, |x| done(ops::ceil_div(x.layout.shape(), x.other.shape()))),
    ("ceil_div_by_layout", With::Other, |x| done(ops::ceil_div_by_layout(x.layout.shape(), &x.other))),
    ("ceil_div_by_tiler", With::Tiler, |x| done(ops::ceil_div_by_tiler(x.layout.shape(), &x.tiler))),
    ("ceil_div_int", With::Nothing, |x| done(ops::ceil_div_int(x.layout.shape(), &Int::new(1 << 20)))),
    ("check_bounds", With::Nothing, |x| done(ops::check_bounds(&x.open, x.layout.shape()))),
    ("check_injective", With::Nothing, |x| done(ops::check_injective(&x.layout))),
    ("coalesce", With::Nothing, |x| done(ops::coalesce(&x.layout))),
    ("coalesce_by_mode", With::Nothing, |x| done(ops::coalesce_by_mode(&x.layout, x.layout.shape()))),
    ("coalesce_z", With::Nothing, |x| done(ops::coalesce_z(&x.layout))),
    ("col_major", With::Nothing, |x| done(ops::col_major(x.layout.shape()))),
    ("colex_less", With::Nothing, |x| done(ops::colex_less(&x.coordinate, x.layout.shape()))),
    ("common_coarsening", With::Other, |x| done(ops::common_coarsening(x.layout.shape(), x.other.shape()))),
    ("common_refinement", With::Other, |x| done(ops::common_refinement(x.layout.shape(), x.other.shape()))),
    ("compact_by_mode", With::Other, |x| done(ops::compact_by_mode(x.layout.shape(), x.other.shape(), ops::compact_col_major))),
    ("compact_col_major", With::Nothing, |x| done(ops::compact_col_major(x.layout.shape(), &Int::ONE))),
    ("compact_row_major", With::Nothing, |x| done(ops::compact_row_major(x.layout.shape(), &Int::ONE))),
    ("compatible", With::Other, |x| done(ops::compatible(x.layout.shape(), x.other.shape()))),
    ("complement", With::Nothing, |x| done(ops::complement(&x.layout, &Int::new(1 << 50).into()))),
    ("complement_below", With::Nothing, |x| done(ops::complement_below(&x.layout))),
    ("composition", With::Other, |x| done(ops::composition(&x.layout, &x.other))),
    ("composition_with", With::Tiler, |x| done(ops::composition_with(&x.layout, &x.tiler))),
    ("congruent", With::Other, |x| sure(ops::congruent(x.layout.shape(), x.other.shape()))),
    ("coprofile", With::Nothing, |x| done(ops::coprofile(&x.layout))),
    ("coshape", With::Nothing, |x| done(ops::coshape(&x.layout))),
    ("cosize", With::Nothing, |x| done(ops::cosize(&x.layout))),
    ("crd2crd", With::Other, |x| done(ops::crd2crd(&Int::new(1 << 39).into(), x.layout.shape(), x.other.shape()))),
    ("crd2idx", With::Nothing, |x| done(ops::crd2idx(&x.coordinate, x.layout.shape(), x.layout.stride()))),
    ("crd2idx_in_shape", With::Nothing, |x| done(ops::crd2idx_in_shape(&x.coordinate, x.layout.shape()))),
    ("dice", With::Nothing, |x| done(ops::dice(&x.open, &x.layout))),
    ("domain_distribute", With::Nothing, |x| done(ops::domain_distribute(x.layout.shape(), &Int::new(1 << 20)))),
    ("domain_offset", With::Nothing, |x| done(ops::domain_offset(&x.coordinate, &x.layout))),
    ("downcast", With::Nothing, |x| done(ops::downcast(&x.layout, &two()))),
    ("elem_add", With::Other, |x| done(ops::elem_add(x.layout.shape(), x.other.shape()))),
    ("elem_less", With::Nothing, |x| done(ops::elem_less(&x.coordinate, x.layout.shape()))),
    ("elem_max", With::Other, |x| done(ops::elem_max(x.layout.shape(), x.other.shape()))),
    ("elem_min", With::Other, |x| done(ops::elem_min(x.layout.shape(), x.other.shape()))),
    ("elem_scale", With::Other, |x| done(ops::elem_scale(x.layout.shape(), x.other.shape()))),
    ("elem_sub", With::Other, |x| done(ops::elem_sub(x.layout.shape(), x.other.shape()))),
    ("evaluate", With::Nothing, |x| done(ops::evaluate(&Int::new(1 << 39).into(), &x.layout))),
    ("evenly_divides", With::Tiler, |x| done(ops::evenly_divides(x.layout.shape(), &x.tiler))),
    ("filter", With::Nothing, |x| done(ops::filter(&x.layout))),
    ("filter_by_mode", With::Nothing, |x| done(ops::filter_by_mode(&x.layout, x.layout.shape()))),
    ("filter_zeros", With::Nothing, |x| done(ops::filter_zeros(&x.layout))),
    ("filter_zeros_by", With::Nothing, |x| done(ops::filter_zeros_by(&x.layout, x.layout.shape()))),
    ("filter_zeros_in", With::Nothing, |x| done(ops::filter_zeros_in(&x.coordinate, x.layout.shape()))),
    ("find_collision", With::Nothing, |x| done(ops::find_collision(&x.layout))),
    ("flat_divide", With::Tiler, |x| done(ops::flat_divide(&x.layout, &x.tiler))),
    ("flat_product", With::Tiler, |x| done(ops::flat_product(&x.layout, &x.tiler))),
    ("flatten", With::Nothing, |x| sure(ops::flatten(&x.layout))),
    ("front", With::Nothing, |x| done(ops::front(&x.layout))),
    ("functionally_equal", With::Other, |x| done(ops::functionally_equal(&x.layout, &x.other))),
    ("gcd", With::Nothing, |x| done(ops::gcd(x.layout.shape()))),
    ("get", With::Nothing, |x| done(ops::get(&x.layout, &[15]))),
    ("get_1d_coord", With::Nothing, |x| done(ops::get_1d_coord(&x.layout, &x.offset))),
    ("get_flat_coord", With::Nothing, |x| done(ops::get_flat_coord(&x.layout, &x.offset))),
    ("get_hier_coord", With::Nothing, |x| done(ops::get_hier_coord(&x.layout, &x.offset))),
    ("greatest_common_domain", With::Other, |x| done(ops::greatest_common_domain(x.layout.shape(), x.other.shape()))),
    ("group", With::Nothing, |x| done(ops::group(&x.layout, 3, 12))),
    ("idx2crd", With::Nothing, |x| done(ops::idx2crd(&Int::new(1 << 39).into(), x.layout.shape()))),
    ("idx2crd_strided", With::Nothing, |x| done(ops::idx2crd_strided(&x.offset.clone().into(), x.layout.shape(), x.layout.stride()))),
    ("inner_product", With::Other, |x| done(ops::inner_product(x.layout.shape(), x.other.shape()))),
    ("insert", With::Other, |x| done(ops::insert(&x.layout, 7, &x.other))),
    ("is_bijective", With::Nothing, |x| done(ops::is_bijective(&x.layout))),
    ("is_col_major", With::Nothing, |x| done(ops::is_col_major(&x.layout))),
    ("is_compact", With::Nothing, |x| done(ops::is_compact(&x.layout))),
    ("is_contiguous", With::Nothing, |x| done(ops::is_contiguous(&x.layout))),
    ("is_injective", With::Nothing, |x| done(ops::is_injective(&x.layout))),
    ("is_major", With::Nothing, |x| done(ops::is_major(&x.layout, &[0]))),
    ("is_row_major", With::Nothing, |x| done(ops::is_row_major(&x.layout))),
    ("layout_add", With::Other, |x| done(ops::layout_add(&x.layout, &x.other))),
    ("leading_dim", With::Nothing, |x| done(ops::leading_dim(&x.layout))),
    ("left_inverse", With::Nothing, |x| done(ops::left_inverse(&x.layout))),
    ("lex_less", With::Nothing, |x| done(ops::lex_less(&x.coordinate, x.layout.shape()))),
    ("local_partition", With::Other, |x| done(ops::local_partition(&x.layout, &x.other, &Int::new(1 << 39)))),
    ("local_tile", With::Tiler, |x| done(ops::local_tile(&x.layout, &x.tiler, &HTuple::Leaf(Crd::At(two()))))),
    ("logical_divide", With::Tiler, |x| done(ops::logical_divide(&x.layout, &x.tiler))),
    ("logical_product", With::Tiler, |x| done(ops::logical_product(&x.layout, &x.tiler))),
    ("make_fragment_like", With::Nothing, |x| done(ops::make_fragment_like(&x.layout))),
    ("make_identity_layout", With::Nothing, |x| done(ops::make_identity_layout(x.layout.shape()))),
    ("make_layout_like", With::Nothing, |x| done(ops::make_layout_like(&x.layout))),
    ("make_ordered_layout", With::Nothing, |x| done(ops::make_ordered_layout(x.layout.shape(), &x.coordinate))),
    ("max", With::Nothing, |x| done(ops::max(x.layout.shape()))),
    ("max_alignment", With::Nothing, |x| done(ops::max_alignment(&x.layout))),
    ("max_common_layout", With::Other, |x| done(ops::max_common_layout(&x.layout, &x.other))),
    ("max_common_vector", With::Other, |x| done(ops::max_common_vector(&x.layout, &x.other))),
    ("min", With::Nothing, |x| done(ops::min(x.layout.shape()))),
    ("nullspace", With::Nothing, |x| done(ops::nullspace(&x.layout))),
    ("offset_range", With::Nothing, |x| done(ops::offset_range(&x.layout))),
    ("outer_partition", With::Tiler, |x| done(ops::outer_partition(&x.layout, &x.tiler, &HTuple::Leaf(Crd::At(two()))))),
    ("prefix_product", With::Nothing, |x| done(ops::prefix_product(x.layout.shape(), &Int::ONE))),
    ("prefix_sum", With::Nothing, |x| done(ops::prefix_sum(x.layout.shape(), &Int::ZERO))),
    ("prepend", With::Other, |x| done(ops::prepend(&x.layout, &x.other))),
    ("prepend_to_rank", With::Other, |x| done(ops::prepend_to_rank(&x.layout, &x.other, 17))),
    ("product", With::Nothing, |x| done(ops::product(x.layout.shape()))),
    ("product_each", With::Nothing, |x| done(ops::product_each(x.layout.shape()))),
    ("product_like", With::Other, |x| done(ops::product_like(x.layout.shape(), x.other.shape()))),
    ("raked_product", With::Other, |x| done(ops::raked_product(&x.layout, &x.other))),
    ("recast", With::Nothing, |x| done(ops::recast(&x.layout, &Int::new(32), &Int::new(16)))),
    ("remove", With::Nothing, |x| done(ops::remove(&x.layout, 7))),
    ("repeat", With::Nothing, |x| done(ops::repeat(&x.layout, 2))),
    ("repeat_like", With::Nothing, |x| done(ops::repeat_like(&HTuple::Tuple(vec![HTuple::Leaf(0); 2]), &x.layout))),
    ("replace", With::Other, |x| done(ops::replace(&x.layout, 7, &x.other))),
    ("replace_back", With::Other, |x| done(ops::replace_back(&x.layout, &x.other))),
    ("replace_front", With::Other, |x| done(ops::replace_front(&x.layout, &x.other))),
    ("reverse", With::Nothing, |x| done(ops::reverse(&x.layout))),
    ("right_inverse", With::Nothing, |x| done(ops::right_inverse(&x.layout))),
    ("round_up", With::Other, |x| done(ops::round_up(x.layout.shape(), x.other.shape()))),
    ("row_major", With::Nothing, |x| done(ops::row_major(x.layout.shape()))),
    ("select", With::Nothing, |x| done(ops::select(&x.layout, &[15, 3, 7, 0]))),
    ("shape_div", With::Other, |x| done(ops::shape_div(x.layout.shape(), x.other.shape()))),
    ("shape_mod", With::Other, |x| done(ops::shape_mod(x.layout.shape(), x.other.shape()))),
    ("size", With::Nothing, |x| done(ops::size(&x.layout))),
    ("size_in_bytes", With::Nothing, |x| done(ops::size_in_bytes(&ops::cosize(&x.layout)?, &Int::new(6)))),
    ("slice", With::Nothing, |x| done(ops::slice(&x.open, &x.layout))),
    ("slice_and_offset", With::Nothing, |x| done(ops::slice_and_offset(&x.open, &x.layout))),
    ("sort", With::Nothing, |x| done(ops::sort(&x.layout))),
    ("suffix_product", With::Nothing, |x| done(ops::suffix_product(x.layout.shape(), &Int::ONE))),
    ("sum", With::Nothing, |x| done(ops::sum(x.layout.shape()))),
    ("take", With::Nothing, |x| done(ops::take(&x.layout, 3, 12))),
    ("tile_to_shape", With::Nothing, |x| {
        let target = ops::product_each(x.layout.shape())?.map(&mut |extent| Int::new(2 * extent.known().unwrap_or(1)));
        done(ops::tile_to_shape(&x.layout, &target, &ModeOrder::RowMajor))
    }),
    ("tiled_divide", With::Tiler, |x| done(ops::tiled_divide(&x.layout, &x.tiler))),
    ("tiled_product", With::Tiler, |x| done(ops::tiled_product(&x.layout, &x.tiler))),
    ("transpose", With::Nothing, |x| done(ops::transpose(&x.layout))),
    ("tuple_repeat", With::Nothing, |x| done(ops::tuple_repeat(&x.layout, 2))),
    ("unflatten", With::Nothing, |x| done(ops::unflatten(&ops::flatten(&x.layout), x.layout.shape()))),
    ("unwrap", With::Nothing, |x| sure(ops::unwrap(&x.layout))),
    ("upcast", With::Nothing, |x| done(ops::upcast(&x.layout, &two()))),
    ("weakly_compatible", With::Other, |x| done(ops::weakly_compatible(x.layout.shape(), x.other.shape()))),
    ("weakly_congruent", With::Other, |x| sure(ops::weakly_congruent(x.layout.shape(), x.other.shape()))),
    ("with_shape", With::Other, |x| done(ops::with_shape(&x.layout, x.other.shape()))),
    ("wrap", With::Nothing, |x| done(ops::wrap(&x.layout))),
    ("zip", With::Other, |x| done(ops::zip(&HTuple::Tuple(vec![x.layout.shape().clone(), x.other.shape().clone()])))),
    ("zip2_by", With::Nothing, |x| {
        let pairs = HTuple::Tuple(x.layout.shape().leaves().into_iter().map(|leaf| {
            HTuple::Tuple(vec![HTuple::Leaf(leaf.clone()); 2])
        }).collect());
        done(ops::zip2_by(&pairs, &HTuple::Tuple(vec![HTuple::Leaf(0); pairs.rank()])))
    }),
    ("zipped_divide", With::Tiler, |x| done(ops::zipped_divide(&x.layout, &x.tiler))),
    ("zipped_product", With::Tiler, |x| done(ops::zipped_product(&x.layout, &x.tiler))),
    ("swizzled::blocked_product", With::Other, |x| done(swizzled::blocked_product(&x.other, &x.swizzled))),
    ("swizzled::check_injective", With::Nothing, |x| done(swizzled::check_injective(&x.swizzled))),
    ("swizzled::complement", With::Nothing, |x| done(swizzled::complement(&x.swizzled, &Int::new(1 << 50).into()))),
    ("swizzled::compose_swizzles", With::Nothing, |_| done(swizzled::compose_swizzles(&sw(), &sw()))),
    ("swizzled::composition", With::Other, |x| {
        let composed = Function::from(x.swizzled.clone());
        let other = Function::from(x.other.clone());
        done(swizzled::composition(&composed, &other))?;
        done(swizzled::composition(&other, &composed))
    }),
    ("swizzled::composition_with", With::Tiler, |x| done(swizzled::composition_with(&x.swizzled.clone().into(), &x.tiler))),
    ("swizzled::concat", With::Nothing, |x| done(swizzled::concat(&[x.swizzled.clone().into()]))),
    ("swizzled::cosize", With::Nothing, |x| done(swizzled::cosize(&x.swizzled))),
    ("swizzled::domain_offset", With::Nothing, |x| done(swizzled::domain_offset(&x.coordinate, &x.swizzled))),
    ("swizzled::downcast", With::Nothing, |x| done(swizzled::downcast(&x.swizzled.clone().into(), &two()))),
    ("swizzled::downcast_swizzle", With::Nothing, |_| done(swizzled::downcast_swizzle(&sw(), &two()))),
    ("swizzled::evaluate", With::Nothing, |x| done(swizzled::evaluate(&Int::new(1 << 39).into(), &x.swizzled))),
    ("swizzled::find_collision", With::Nothing, |x| done(swizzled::find_collision(&x.swizzled))),
    ("swizzled::flat_product", With::Other, |x| done(swizzled::flat_product(&x.other, &x.swizzled))),
    ("swizzled::functionally_equal", With::Nothing, |x| done(swizzled::functionally_equal(&x.swizzled.clone().into(), &x.layout.clone().into()))),
    ("swizzled::inverse", With::Nothing, |x| done(swizzled::inverse(&x.swizzled, &ops::left_inverse(&x.layout)?))),
    ("swizzled::is_bijective", With::Nothing, |x| done(swizzled::is_bijective(&x.swizzled))),
    ("swizzled::is_compact", With::Nothing, |x| done(swizzled::is_compact(&x.swizzled))),
    ("swizzled::is_contiguous", With::Nothing, |x| done(swizzled::is_contiguous(&x.swizzled))),
    ("swizzled::local_partition", With::Other, |x| done(swizzled::local_partition(&x.swizzled, &x.other, &Int::new(1 << 39)))),
    ("swizzled::local_tile", With::Tiler, |x| done(swizzled::local_tile(&x.swizzled, &x.tiler, &HTuple::Leaf(Crd::At(two()))))),
    ("swizzled::logical_product", With::Other, |x| done(swizzled::logical_product(&x.other, &x.swizzled))),
    ("swizzled::make_composed_layout", With::Nothing, |x| {
        done(swizzled::make_composed_layout(&sw().into(), &Int::ONE, &x.layout.clone().into()))
    }),
    ("swizzled::make_swizzle", With::Nothing, |_| done(swizzled::make_swizzle(sw().y_mask(), sw().z_mask()))),
    ("swizzled::max_alignment", With::Nothing, |x| done(swizzled::max_alignment(&x.swizzled.clone().into()))),
    ("swizzled::max_common_layout", With::Other, |x| done(swizzled::max_common_layout(&x.swizzled.clone().into(), &x.other.clone().into()))),
    ("swizzled::max_common_vector", With::Other, |x| done(swizzled::max_common_vector(&x.swizzled.clone().into(), &x.other.clone().into()))),
    ("swizzled::nullspace", With::Nothing, |x| done(swizzled::nullspace(&x.swizzled))),
    ("swizzled::offset_range", With::Nothing, |x| done(swizzled::offset_range(&x.swizzled))),
    ("swizzled::on_domain", With::Nothing, |x| done(swizzled::on_domain(&x.swizzled, ops::coalesce))),
    ("swizzled::outer_partition", With::Tiler, |x| done(swizzled::outer_partition(&x.swizzled, &x.tiler, &HTuple::Leaf(Crd::At(two()))))),
    ("swizzled::raked_product", With::Other, |x| done(swizzled::raked_product(&x.other, &x.swizzled))),
    ("swizzled::recast", With::Nothing, |x| done(swizzled::recast(&x.swizzled.clone().into(), &Int::new(32), &Int::new(16)))),
    ("swizzled::slice", With::Nothing, |x| done(swizzled::slice(&x.open, &x.swizzled))),
    ("swizzled::slice_and_offset", With::Nothing, |x| done(swizzled::slice_and_offset(&x.open, &x.swizzled))),
    ("swizzled::swizzle_layout", With::Nothing, |_| done(swizzled::swizzle_layout(&sw()))),
    ("swizzled::tiled_product", With::Other, |x| done(swizzled::tiled_product(&x.other, &x.swizzled))),
    ("swizzled::position_independent", With::Nothing, |_| done(swizzled::position_independent(&sw(), &Int::new(16)))),
    ("swizzled::upcast", With::Nothing, |x| done(swizzled::upcast(&x.swizzled.clone().into(), &two()))),
    ("swizzled::upcast_swizzle", With::Nothing, |_| done(swizzled::upcast_swizzle(&sw(), &two()))),
    ("swizzled::zipped_product", With::Other, |x| done(swizzled::zipped_product(&x.other, &x.swizzled))),
];

impl Operands {
    /// Those of a layout and the second operands.
    pub(crate) fn new(layout: &Layout, other: &Layout, tiler: &Tiler, offset: i128) -> Self {
        let half = ops::size(layout).and_then(|size| Ok(size.div_floor(&two())?)).expect("a size");
        let coordinate = ops::idx2crd(&half.into(), layout.shape()).expect("a coordinate");
        let modes = coordinate.modes().iter().enumerate().map(|(k, mode)| {
            if k % 3 == 0 { HTuple::Leaf(Crd::All) } else { Coordinate::from(mode) }
        });
        let value = ops::evaluate(&coordinate, layout).expect("an offset");
        Operands {
            layout: layout.clone(),
            other: other.clone(),
            tiler: tiler.clone(),
            swizzled: ComposedLayout::new(sw(), Int::new(offset), layout.clone())
                .expect("integers"),
            open: HTuple::Tuple(modes.collect()),
            offset: value.leaves()[0].clone(),
            coordinate,
        }
    }
}
