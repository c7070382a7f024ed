//! Instructions, and products and copies that are tiled with them.

use layout_algebra::bounds::{Bounds, Fragments};
use layout_algebra::tiled::{self, CopyAtom, Operand, Side, TiledCopy, TiledMma};
use layout_algebra::{HTuple, Layout, ModePath, Tiler};

use super::mode_names::parts::{Names, TILES};
use super::operand::{
    ACCUMULATOR, ATOM, ATOMS, COPY, FRAGMENT, LAYOUT, MMA, PERMUTATION, TENSOR, THREAD, THREADS,
    VALUE_LAYOUT, WARP,
};
use super::operands::{Applied, Operands};
use super::partition::part;
use super::row::{Call, Composed, Operation, op};
use super::{bounds, mode_names};
use crate::failure::Failure;
use crate::mode_names::ModeNames;
use crate::value::Tiled;

/// The reason for threads' parts to be a layout.
const NO_PLACES: &str =
    "which value of which thread is where is told by layouts: a swizzle follows in memory";

/// The row of a tiled copy of what each thread has of an operand of a product.
macro_rules! copy_of {
    ($name:literal, $operand:expr; $equation:literal, $example:literal) => {
        op($name, &[ATOM, MMA], |x| {
            Ok(Tiled::Copying(TiledCopy::of_mma(copy_atom(x)?, &mma_at(x, 1)?, $operand)?).into())
        })
        .help($equation, $example)
    };
}

/// The function of a row that is the layout of the threads and values of an operand or a side.
macro_rules! layout_tv {
    ($of:ident, $part:expr) => {
        |x| Ok($of(x)?.layout_tv($part)?.into())
    };
}

/// The row of the fragments of an operand or a side, of all threads.
macro_rules! fragments {
    ($name:literal, $tiled:expr, $of:ident.$method:ident($part:expr), $names:ident, $bounds:ident; $equation:literal, $example:literal) => {
        op($name, &[$tiled, TENSOR], |x| x.outcome($of(x)?.$method($part, &x.layout(1)?)?))
            .composed(Composed::Domain(1))
            .mode_names($names)
            .help($equation, $example)
            .bounded(|call| $bounds(call, $part))
    };
}

/// The row of the values that a thread has of an operand or a side.
macro_rules! partition {
    ($name:literal, $tiled:expr, $of:ident, $bounds:ident, $part:expr; $equation:literal, $example:literal) => {
        op($name, &[$tiled, TENSOR, THREAD], |x| {
            let (tiled, thread) = ($of(x)?, x.integer(2)?);
            one_term!(x, 1, of => part(x, tiled.partition($part, of, &thread)))
        })
        .mode_names(value_names)
        .help($equation, $example)
        .bounded(|call| $bounds(call, $part))
    };
}

/// The row of the registers of a thread for an operand of a product.
macro_rules! fragment {
    ($name:literal, $operand:expr, $partition:literal; $example:literal) => {
        op($name, &[MMA, TENSOR], |x| x.outcome(mma(x)?.fragment($operand, &x.layout(1)?)?))
            .composed(Composed::Strides(1))
            .mode_names(value_names)
            .help(concat!("compact registers for ", $partition), $example)
            .unbounded(concat!(
                "a thread has a register for each value, in bounds or not: `",
                $partition,
                "` tells which are"
            ))
    };
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("make_tiled_mma", &[ATOM, ATOMS.maybe(), PERMUTATION.maybe()], make_tiled_mma).help(
        "an instruction for each coordinate of `atoms`, over M, N and K; a tile takes \
         each mode in the order of its permutation",
        "tile_shape(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)))",
    ),
    op("make_tiled_copy", &[ATOM, THREADS, VALUE_LAYOUT.maybe()], |x| {
        let values = if x.len() > 2 { x.layout(2)? } else { Layout::leaf(1, 0)? };
        Ok(Tiled::Copying(TiledCopy::new(copy_atom(x)?, &x.layout(1)?, &values)?).into())
    })
    .help(
        "threads lie over a tile as `threads` numbers them, each with the values of `values`",
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)))",
    ),
    copy_of!(
        "make_tiled_copy_A", Operand::A;
        "a copy of what each thread has of A of a product",
        "tile_shape(make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>, \
         make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))))"
    ),
    copy_of!(
        "make_tiled_copy_B", Operand::B;
        "a copy of what each thread has of B of a product",
        "tile_shape(make_tiled_copy_B(Copy_Atom<SM75_U16x4_LDSM_T, half_t>, \
         make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))))"
    ),
    copy_of!(
        "make_tiled_copy_C", Operand::C;
        "a copy of what each thread has of C of a product",
        "tile_shape(make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))))"
    ),
    op("tile_shape", &[MMA], |x| match x.tiled(0) {
        Some(Tiled::Copying(copy)) => Ok(copy.tile().clone().into()),
        _ => Ok(mma(x)?.tile()?.into()),
    })
    .help(
        "the extents of the tile of a product (M,N,K) or of a copy (M,N)",
        "tile_shape(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)))",
    ),
    op("get_thr_layout_vmnk", &[MMA], |x| Ok(mma(x)?.thr_layout_vmnk().clone().into())).help(
        "R(v, m, n, k) is the number of thread v of the instruction at (m, n, k)",
        "get_thr_layout_vmnk(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)))",
    ),
    op("get_layoutA_TV", &[MMA], layout_tv!(mma, Operand::A)).help(
        "R(t, v) is the position in the tile of A, column-major, of value v of thread t",
        "get_layoutA_TV(SM80_16x8x8_F32F16F16F32_TN)",
    ),
    op("get_layoutB_TV", &[MMA], layout_tv!(mma, Operand::B)).help(
        "R(t, v) is the position in the tile of B, column-major, of value v of thread t",
        "get_layoutB_TV(SM80_16x8x8_F32F16F16F32_TN)",
    ),
    op("get_layoutC_TV", &[MMA], layout_tv!(mma, Operand::C)).help(
        "R(t, v) is the position in the tile of C, column-major, of value v of thread t",
        "get_layoutC_TV(SM80_16x8x8_F32F16F16F32_TN)",
    ),
    op("get_layout_TV", &[COPY], |x| Ok(copy(x)?.tv().clone().into())).help(
        "R(t, v) is the position in the tile of value v of thread t, in the copy's reference",
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)))",
    ),
    op("get_layoutS_TV", &[COPY], layout_tv!(copy, Side::Source)).help(
        "R(t, v) is the position in the tile that thread t reads as value v",
        "get_layoutS_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)))",
    ),
    op("get_layoutD_TV", &[COPY], layout_tv!(copy, Side::Target)).help(
        "R(t, v) is the position in the tile that thread t writes as value v",
        "get_layoutD_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)))",
    ),
    fragments!(
        "thrfrg_A", MMA, mma.thrfrg(Operand::A), thrfrg_names, thrfrg_bounds;
        "a tensor of A as ((ThrV,(ThrM,ThrK)),(FrgV,(RestM,RestK)))",
        "thrfrg_A(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,16))"
    ),
    fragments!(
        "thrfrg_B", MMA, mma.thrfrg(Operand::B), thrfrg_names, thrfrg_bounds;
        "a tensor of B as ((ThrV,(ThrN,ThrK)),(FrgV,(RestN,RestK)))",
        "thrfrg_B(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (32,16))"
    ),
    fragments!(
        "thrfrg_C", MMA, mma.thrfrg(Operand::C), thrfrg_names, thrfrg_bounds;
        "a tensor of C as ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN)))",
        "thrfrg_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,32))"
    ),
    fragments!(
        "tidfrg_S", COPY, copy.tidfrg(Side::Source), tidfrg_names, tidfrg_bounds;
        "a tensor as (Thr,(FrgV,FrgX),(RestM,RestN)), where it is read",
        "tidfrg_S(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)), (64,8))"
    ),
    fragments!(
        "tidfrg_D", COPY, copy.tidfrg(Side::Target), tidfrg_names, tidfrg_bounds;
        "a tensor as (Thr,(FrgV,FrgX),(RestM,RestN)), where it is written",
        "tidfrg_D(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)), (64,8))"
    ),
    partition!(
        "partition_A", MMA, mma, thrfrg_bounds, Operand::A;
        "[R, offset]: the values (FrgV,RestM,RestK) of A that a thread has, from the offset on",
        "partition_A(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,16), 5)"
    ),
    partition!(
        "partition_B", MMA, mma, thrfrg_bounds, Operand::B;
        "[R, offset]: the values (FrgV,RestN,RestK) of B that a thread has, from the offset on",
        "partition_B(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (32,16), 5)"
    ),
    partition!(
        "partition_C", MMA, mma, thrfrg_bounds, Operand::C;
        "[R, offset]: the values (FrgV,RestM,RestN) of C that a thread has, from the offset on",
        "partition_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,32), 5)"
    ),
    partition!(
        "partition_S", COPY, copy, tidfrg_bounds, Side::Source;
        "[R, offset]: the values ((FrgV,FrgX),RestM,RestN) that a thread reads, from the offset on",
        "partition_S(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)), (64,8), 53)"
    ),
    partition!(
        "partition_D", COPY, copy, tidfrg_bounds, Side::Target;
        "[R, offset]: the values ((FrgV,FrgX),RestM,RestN) that a thread writes, from \
         the offset on",
        "partition_D(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)), (64,8), 53)"
    ),
    fragment!(
        "partition_fragment_A", Operand::A, "partition_A";
        "partition_fragment_A(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,16))"
    ),
    fragment!(
        "partition_fragment_B", Operand::B, "partition_B";
        "partition_fragment_B(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (32,16))"
    ),
    fragment!(
        "partition_fragment_C", Operand::C, "partition_C";
        "partition_fragment_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,32))"
    ),
    op("retile", &[COPY, FRAGMENT], |x| Ok(copy(x)?.retile(&x.layout(1)?)?.into()))
        .mode_names(retiled_names)
        .refuses(&[(
            1,
            "registers are not swizzled: those of a swizzled tensor are `make_fragment_like` of it",
        )])
        .help(
            "the registers (V,M,N) of a product as the copy has them",
            "retile(make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>, \
         make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))), \
         partition_fragment_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)), \
         (64,32)))",
        )
        .bounded(|call| call.each(1)),
    op("relayout", &[ACCUMULATOR, LAYOUT], answer!(tiled::relayout, layout, layout))
        .mode_names(mode_names::of_second)
        .refuses(&[(0, NO_PLACES), (1, NO_PLACES)])
        .help(
            "R(t, v): where the accumulators of one product are for the next",
            "coalesce(relayout(get_layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, \
         1, <_,16>)), get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN)))",
        )
        .bounded(bounds::kept_of_second),
    op("relayout_price", &[ACCUMULATOR, LAYOUT, WARP], |x| {
        let price = tiled::relayout_price(&x.layout(0)?, &x.layout(1)?, &x.integer(2)?)?;
        Ok(HTuple::Tuple(price.map(HTuple::Leaf).into()).into())
    })
    .refuses(&[(0, NO_PLACES), (1, NO_PLACES)])
    .help(
        "(kept, moved, through memory): of the accumulators, how many are in place, \
         in another thread of the warp, in another warp",
        "relayout_price(get_layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, \
         1, <_,16>)), get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN), 32)",
    ),
];

/// A matrix instruction over a layout of atoms, with a permutation of the tile.
fn make_tiled_mma(x: &Operands<'_>) -> Result<Applied, Failure> {
    let atoms = if x.len() > 1 { x.layout(1)? } else { Layout::unit() };
    let permutation = if x.len() > 2 { x.tiler(2)? } else { Tiler::All };
    let Some(Tiled::Mma(atom)) = x.tiled(0) else {
        return Err(Failure::Operand { index: 0, expected: "a matrix instruction" });
    };
    Ok(Tiled::Product(Box::new(TiledMma::new(atom.clone(), &atoms, &permutation)?)).into())
}

/// Operand 0, a tiled product or one instruction.
fn mma(x: &Operands<'_>) -> Result<TiledMma, Failure> {
    mma_at(x, 0)
}

fn mma_at(x: &Operands<'_>, index: usize) -> Result<TiledMma, Failure> {
    match x.tiled(index) {
        Some(Tiled::Product(mma)) => Ok((**mma).clone()),
        Some(Tiled::Mma(atom)) => Ok(TiledMma::new(atom.clone(), &Layout::unit(), &Tiler::All)?),
        _ => Err(Failure::Operand { index, expected: "a tiled product, `make_tiled_mma(…)`" }),
    }
}

fn copy<'a>(x: &'a Operands<'_>) -> Result<&'a TiledCopy, Failure> {
    match x.tiled(0) {
        Some(Tiled::Copying(copy)) => Ok(copy),
        _ => Err(Failure::Operand { index: 0, expected: "a tiled copy, `make_tiled_copy(…)`" }),
    }
}

fn copy_atom(x: &Operands<'_>) -> Result<CopyAtom, Failure> {
    match x.tiled(0) {
        Some(Tiled::Copy(atom)) => Ok(atom.clone()),
        _ => {
            let expected =
                "a copy of elements of a type, `Copy_Atom<UniversalCopy<uint128_t>, half_t>`";
            Err(Failure::Operand { index: 0, expected })
        }
    }
}

/// Bounds of the fragments that threads copy.
fn tidfrg_bounds(call: &Call<'_>, side: Side) -> Option<Bounds> {
    fragment_bounds(call, &Fragments::Copy(copy(&call.operands).ok()?, side))
}

/// Bounds of the fragments that threads have of an operand of a product.
fn thrfrg_bounds(call: &Call<'_>, operand: Operand) -> Option<Bounds> {
    fragment_bounds(call, &Fragments::Mma(&mma(&call.operands).ok()?, operand))
}

/// Bounds of the fragments of all threads, or of the thread that is given.
fn fragment_bounds(call: &Call<'_>, fragments: &Fragments<'_>) -> Option<Bounds> {
    let (tensor, of) = (call.domain(1)?, call.only(1)?);
    let bounds = match call.operands.len() {
        2 => fragments.bounds(&tensor, of),
        _ => fragments.bounds_of_thread(&tensor, of, &call.operands.integer(2).ok()?),
    };
    call.refined(&bounds)
}

/// The threads and the values of one instruction; with the name of a mode, the threads along it.
const THREAD_PART: &str = "thread";
const VALUE_PART: &str = "value";

/// Names of `((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,…)))`.
fn thrfrg_names(call: &Call<'_>) -> ModeNames {
    let mut named =
        vec![([0, 0].into(), THREAD_PART.to_owned()), ([1, 0].into(), VALUE_PART.to_owned())];
    named.extend(along(call, &[0, 1], THREAD_PART, false));
    named.extend(along(call, &[1, 1], TILES[1], true));
    ModeNames::new(named)
}

/// Names of `(Thr,(FrgV,FrgX),(RestM,RestN,…))`.
fn tidfrg_names(call: &Call<'_>) -> ModeNames {
    let mut named = vec![([0].into(), THREAD_PART.to_owned()), ([1].into(), VALUE_PART.to_owned())];
    named.extend(along(call, &[2], TILES[1], true));
    ModeNames::new(named)
}

/// Names of the values of one thread, `(FrgV,RestM,RestN,…)`.
fn value_names(call: &Call<'_>) -> ModeNames {
    let mut named = vec![(ModePath::from([0]), VALUE_PART.to_owned())];
    for (path, name) in along(call, &[], TILES[1], true) {
        if let [mode] = path.indices() {
            named.push((ModePath::from([mode + 1]), name));
        }
    }
    ModeNames::new(named)
}

/// Names of registers `(V,M,N,…)`, whose modes another copy splits otherwise: the modes keep their names.
fn retiled_names(call: &Call<'_>) -> ModeNames {
    let mut named = Names::new();
    for (path, name) in call.of[1].names.iter() {
        if path.len() == 1 {
            named.push((path.into(), name.to_owned()));
        }
    }
    ModeNames::new(named)
}

/// The modes of the tensor, within a mode of the result: those that are tiled with a word, and if `all` the others as they are.
fn along(call: &Call<'_>, around: &[usize], word: &str, all: bool) -> Names {
    let tiled = match call.operands.tiled(0) {
        Some(Tiled::Copying(copy)) if !copy.tile().is_tuple() => 0,
        Some(Tiled::Copying(copy)) => copy.tile().rank(),
        _ => 2,
    };
    let mut named = Names::new();
    for (path, name) in call.of[1].names.iter() {
        let (mode, name) = match path {
            [mode] if *mode < tiled => (*mode, format!("{name}.{word}")),
            [mode] if all && tiled > 0 => (*mode, name.to_owned()),
            _ => continue,
        };
        named.push((ModePath::from(around).child(mode), name));
    }
    named
}
