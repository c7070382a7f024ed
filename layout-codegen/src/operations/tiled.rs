//! Instructions, and products and copies that are tiled with them.

use layout_algebra::tiled::{self, CopyAtom, Operand, Side, TiledCopy, TiledMma};
use layout_algebra::{HTuple, Layout, Tiler};

use super::operand::{
    ACCUMULATOR, ATOM, ATOMS, COPY, FRAGMENT, LAYOUT, MMA, PERMUTATION, TENSOR, THREAD, THREADS,
    VALUE_LAYOUT, WARP,
};
use super::partition::part;
use super::{Applied, Composed, Failure, Operands, Operation, bounds, mode_names, op};
use crate::value::{Tiled, Value};

/// Why what threads have is a layout.
const NO_PLACES: &str =
    "which value of which thread is where is told by layouts: a swizzle follows in memory";

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("make_tiled_mma", &[ATOM, ATOMS.maybe(), PERMUTATION.maybe()], |x| {
        let atoms = if x.len() > 1 { x.layout(1)? } else { Layout::unit() };
        let permutation = if x.len() > 2 { x.tiler(2)? } else { Tiler::All };
        match x.tiled(0) {
            Some(Tiled::Mma(atom)) => {
                let mma = TiledMma::new(atom.clone(), &atoms, &permutation)?;
                Ok(Tiled::Product(Box::new(mma)).into())
            }
            _ => Err(Failure::Operand { index: 0, expected: "a matrix instruction" }),
        }
    })
    .help(
        "an instruction for each coordinate of `atoms`, over M, N and K; a tile takes \
         each mode in the order of its permutation",
        "tile_shape(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)))",
    ),
    op("make_tiled_copy", &[ATOM, THREADS, VALUE_LAYOUT.maybe()], |x| {
        let values = if x.len() > 2 { x.layout(2)? } else { Layout::leaf(1, 0)? };
        Ok(Tiled::Copying(TiledCopy::new(copy_atom(x)?, &x.layout(1)?, &values)?).into())
    })
    .help(
        "threads lie over a tile as `threads` numbers them, each with the values of \
         `values`",
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)))",
    ),
    op("make_tiled_copy_A", &[ATOM, MMA], |x| copy_of(x, Operand::A)).help(
        "a copy of what each thread has of A of a product",
        "tile_shape(make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>, \
         make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))))",
    ),
    op("make_tiled_copy_B", &[ATOM, MMA], |x| copy_of(x, Operand::B)).help(
        "a copy of what each thread has of B of a product",
        "tile_shape(make_tiled_copy_B(Copy_Atom<SM75_U16x4_LDSM_T, half_t>, \
         make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))))",
    ),
    op("make_tiled_copy_C", &[ATOM, MMA], |x| copy_of(x, Operand::C)).help(
        "a copy of what each thread has of C of a product",
        "tile_shape(make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))))",
    ),
    op("tile_shape", &[MMA], |x| match x.tiled(0) {
        Some(Tiled::Copying(copy)) => Ok(copy.tile().clone().into()),
        _ => Ok(mma(x, 0)?.tile()?.into()),
    })
    .help(
        "the extents of the tile of a product (M,N,K) or of a copy (M,N)",
        "tile_shape(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)))",
    ),
    op("get_thr_layout_vmnk", &[MMA], |x| Ok(mma(x, 0)?.thr_layout_vmnk().clone().into())).help(
        "R(v, m, n, k) is the number of thread v of the instruction at (m, n, k)",
        "get_thr_layout_vmnk(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, \
         (2,2):(1,2)))",
    ),
    op("get_layoutA_TV", &[MMA], |x| Ok(mma(x, 0)?.layout_tv(Operand::A)?.into())).help(
        "R(t, v) is the position in the tile of A, column-major, of value v of thread \
         t",
        "get_layoutA_TV(SM80_16x8x8_F32F16F16F32_TN)",
    ),
    op("get_layoutB_TV", &[MMA], |x| Ok(mma(x, 0)?.layout_tv(Operand::B)?.into())).help(
        "R(t, v) is the position in the tile of B, column-major, of value v of thread \
         t",
        "get_layoutB_TV(SM80_16x8x8_F32F16F16F32_TN)",
    ),
    op("get_layoutC_TV", &[MMA], |x| Ok(mma(x, 0)?.layout_tv(Operand::C)?.into())).help(
        "R(t, v) is the position in the tile of C, column-major, of value v of thread \
         t",
        "get_layoutC_TV(SM80_16x8x8_F32F16F16F32_TN)",
    ),
    op("get_layout_TV", &[COPY], |x| Ok(copy(x)?.tv().clone().into())).help(
        "R(t, v) is the position in the tile of value v of thread t, in the copy's \
         reference",
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)))",
    ),
    op("get_layoutS_TV", &[COPY], |x| Ok(copy(x)?.layout_tv(Side::Source)?.into())).help(
        "R(t, v) is the position in the tile that thread t reads as value v",
        "get_layoutS_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)))",
    ),
    op("get_layoutD_TV", &[COPY], |x| Ok(copy(x)?.layout_tv(Side::Target)?.into())).help(
        "R(t, v) is the position in the tile that thread t writes as value v",
        "get_layoutD_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)))",
    ),
    op("thrfrg_A", &[MMA, TENSOR], |x| x.outcome(mma(x, 0)?.thrfrg(Operand::A, &x.layout(1)?)?))
        .composed(Composed::Domain(1))
        .called(mode_names::thrfrg)
        .help(
            "a tensor of A as ((ThrV,(ThrM,ThrK)),(FrgV,(RestM,RestK)))",
            "thrfrg_A(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,16))",
        )
        .bounded(|call| bounds::thrfrg(call, Operand::A)),
    op("thrfrg_B", &[MMA, TENSOR], |x| x.outcome(mma(x, 0)?.thrfrg(Operand::B, &x.layout(1)?)?))
        .composed(Composed::Domain(1))
        .called(mode_names::thrfrg)
        .help(
            "a tensor of B as ((ThrV,(ThrN,ThrK)),(FrgV,(RestN,RestK)))",
            "thrfrg_B(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (32,16))",
        )
        .bounded(|call| bounds::thrfrg(call, Operand::B)),
    op("thrfrg_C", &[MMA, TENSOR], |x| x.outcome(mma(x, 0)?.thrfrg(Operand::C, &x.layout(1)?)?))
        .composed(Composed::Domain(1))
        .called(mode_names::thrfrg)
        .help(
            "a tensor of C as ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN)))",
            "thrfrg_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), (64,32))",
        )
        .bounded(|call| bounds::thrfrg(call, Operand::C)),
    op("tidfrg_S", &[COPY, TENSOR], |x| x.outcome(copy(x)?.tidfrg(Side::Source, &x.layout(1)?)?))
        .composed(Composed::Domain(1))
        .called(mode_names::tidfrg)
        .help(
            "a tensor as (Thr,(FrgV,FrgX),(RestM,RestN)), where it is read",
            "tidfrg_S(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)), (64,8))",
        )
        .bounded(|call| bounds::tidfrg(call, Side::Source)),
    op("tidfrg_D", &[COPY, TENSOR], |x| x.outcome(copy(x)?.tidfrg(Side::Target, &x.layout(1)?)?))
        .composed(Composed::Domain(1))
        .called(mode_names::tidfrg)
        .help(
            "a tensor as (Thr,(FrgV,FrgX),(RestM,RestN)), where it is written",
            "tidfrg_D(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)), (64,8))",
        )
        .bounded(|call| bounds::tidfrg(call, Side::Target)),
    op("partition_A", &[MMA, TENSOR, THREAD], |x| part_of_mma(x, Operand::A))
        .called(mode_names::of_values)
        .help(
            "[R, offset]: the values (FrgV,RestM,RestK) of A that a thread has, from the \
         offset on",
            "partition_A(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), \
         (64,16), 5)",
        )
        .bounded(|call| bounds::thrfrg(call, Operand::A)),
    op("partition_B", &[MMA, TENSOR, THREAD], |x| part_of_mma(x, Operand::B))
        .called(mode_names::of_values)
        .help(
            "[R, offset]: the values (FrgV,RestN,RestK) of B that a thread has, from the \
         offset on",
            "partition_B(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), \
         (32,16), 5)",
        )
        .bounded(|call| bounds::thrfrg(call, Operand::B)),
    op("partition_C", &[MMA, TENSOR, THREAD], |x| part_of_mma(x, Operand::C))
        .called(mode_names::of_values)
        .help(
            "[R, offset]: the values (FrgV,RestM,RestN) of C that a thread has, from the \
         offset on",
            "partition_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2)), \
         (64,32), 5)",
        )
        .bounded(|call| bounds::thrfrg(call, Operand::C)),
    op("partition_S", &[COPY, TENSOR, THREAD], |x| part_of_copy(x, Side::Source))
        .called(mode_names::of_values)
        .help(
            "[R, offset]: the values ((FrgV,FrgX),RestM,RestN) that a thread reads, from \
         the offset on",
            "partition_S(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)), (64,8), 53)",
        )
        .bounded(|call| bounds::tidfrg(call, Side::Source)),
    op("partition_D", &[COPY, TENSOR, THREAD], |x| part_of_copy(x, Side::Target))
        .called(mode_names::of_values)
        .help(
            "[R, offset]: the values ((FrgV,FrgX),RestM,RestN) that a thread writes, from \
         the offset on",
            "partition_D(make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, \
         (16,8):(1,16), (2,1)), (64,8), 53)",
        )
        .bounded(|call| bounds::tidfrg(call, Side::Target)),
    op("partition_fragment_A", &[MMA, TENSOR], |x| fragment(x, Operand::A))
        .composed(Composed::Strides(1))
        .called(mode_names::of_values)
        .help(
            "compact registers for partition_A",
            "partition_fragment_A(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, \
         (2,2):(1,2)), (64,16))",
        )
        .unbounded("a thread has a register for each value, in bounds or not: `partition_A` tells which are"),
    op("partition_fragment_B", &[MMA, TENSOR], |x| fragment(x, Operand::B))
        .composed(Composed::Strides(1))
        .called(mode_names::of_values)
        .help(
            "compact registers for partition_B",
            "partition_fragment_B(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, \
         (2,2):(1,2)), (32,16))",
        )
        .unbounded("a thread has a register for each value, in bounds or not: `partition_B` tells which are"),
    op("partition_fragment_C", &[MMA, TENSOR], |x| fragment(x, Operand::C))
        .composed(Composed::Strides(1))
        .called(mode_names::of_values)
        .help(
            "compact registers for partition_C",
            "partition_fragment_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, \
         (2,2):(1,2)), (64,32))",
        )
        .unbounded("a thread has a register for each value, in bounds or not: `partition_C` tells which are"),
    op("retile", &[COPY, FRAGMENT], |x| Ok(copy(x)?.retile(&x.layout(1)?)?.into()))
        .called(mode_names::retiled)
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
        .bounded(bounds::retiled),
    op("relayout", &[ACCUMULATOR, LAYOUT], |x| {
        Ok(tiled::relayout(&x.layout(0)?, &x.layout(1)?)?.into())
    })
    .called(mode_names::of_second)
    .refuses(&[(0, NO_PLACES), (1, NO_PLACES)])
    .help(
        "R(t, v): where the accumulators of one product are for the next",
        "coalesce(relayout(get_layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, \
         1, <_,16>)), get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN)))",
    )
    .bounded(|call| bounds::kept_of(call, 1)),
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

/// A tiled product, or one instruction.
pub(super) fn mma(x: &Operands<'_>, index: usize) -> Result<TiledMma, Failure> {
    match x.tiled(index) {
        Some(Tiled::Product(mma)) => Ok((**mma).clone()),
        Some(Tiled::Mma(atom)) => Ok(TiledMma::new(atom.clone(), &Layout::unit(), &Tiler::All)?),
        _ => Err(Failure::Operand { index, expected: "a tiled product, `make_tiled_mma(…)`" }),
    }
}

pub(super) fn copy<'a>(x: &'a Operands<'_>) -> Result<&'a TiledCopy, Failure> {
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

fn copy_of(x: &Operands<'_>, operand: Operand) -> Result<Applied, Failure> {
    Ok(Tiled::Copying(TiledCopy::of_mma(copy_atom(x)?, &mma(x, 1)?, operand)?).into())
}

fn fragment(x: &Operands<'_>, operand: Operand) -> Result<Applied, Failure> {
    x.outcome(mma(x, 0)?.fragment(operand, &x.layout(1)?)?)
}

fn part_of_mma(x: &Operands<'_>, operand: Operand) -> Result<Applied, Failure> {
    let (mma, thread) = (mma(x, 0)?, x.integer(2)?);
    match x.value(1) {
        Value::Composed(of) => part(x, mma.partition(operand, of, &thread)),
        _ => part(x, mma.partition(operand, &x.layout(1)?, &thread)),
    }
}

fn part_of_copy(x: &Operands<'_>, side: Side) -> Result<Applied, Failure> {
    let (copy, thread) = (copy(x)?, x.integer(2)?);
    match x.value(1) {
        Value::Composed(of) => part(x, copy.partition(side, of, &thread)),
        _ => part(x, copy.partition(side, &x.layout(1)?, &thread)),
    }
}
