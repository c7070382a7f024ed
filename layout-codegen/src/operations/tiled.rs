//! Instructions, and products and copies that are tiled with them.

use layout_algebra::ops::{Outcome, Part};
use layout_algebra::tiled::{self, CopyAtom, Operand, Side, TiledCopy, TiledMma};
use layout_algebra::{Error, HTuple, Layout, Tiler};

use super::operand::{
    ACCUMULATOR, ATOM, ATOMS, COPY, FRAGMENT, LAYOUT, MMA, PERMUTATION, TENSOR, THREAD, THREADS,
    VALUE_LAYOUT, WARP,
};
use super::{Applied, Failure, Operands, Operation, op};
use crate::value::{Tiled, Value};

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
    }),
    op("make_tiled_copy", &[ATOM, THREADS, VALUE_LAYOUT.maybe()], |x| {
        let values = if x.len() > 2 { x.layout(2)? } else { Layout::leaf(1, 0)? };
        Ok(Tiled::Copying(TiledCopy::new(copy_atom(x)?, &x.layout(1)?, &values)?).into())
    }),
    op("make_tiled_copy_A", &[ATOM, MMA], |x| copy_of(x, Operand::A)),
    op("make_tiled_copy_B", &[ATOM, MMA], |x| copy_of(x, Operand::B)),
    op("make_tiled_copy_C", &[ATOM, MMA], |x| copy_of(x, Operand::C)),
    op("tile_shape", &[MMA], |x| match x.tiled(0) {
        Some(Tiled::Copying(copy)) => Ok(copy.tile().clone().into()),
        _ => Ok(mma(x, 0)?.tile()?.into()),
    }),
    op("get_thr_layout_vmnk", &[MMA], |x| Ok(mma(x, 0)?.thr_layout_vmnk().clone().into())),
    op("get_layoutA_TV", &[MMA], |x| Ok(mma(x, 0)?.layout_tv(Operand::A)?.into())),
    op("get_layoutB_TV", &[MMA], |x| Ok(mma(x, 0)?.layout_tv(Operand::B)?.into())),
    op("get_layoutC_TV", &[MMA], |x| Ok(mma(x, 0)?.layout_tv(Operand::C)?.into())),
    op("get_layout_TV", &[COPY], |x| Ok(copy(x)?.tv().clone().into())),
    op("get_layoutS_TV", &[COPY], |x| Ok(copy(x)?.layout_tv(Side::Source)?.into())),
    op("get_layoutD_TV", &[COPY], |x| Ok(copy(x)?.layout_tv(Side::Target)?.into())),
    op("thrfrg_A", &[MMA, TENSOR], |x| x.outcome(mma(x, 0)?.thrfrg(Operand::A, &x.layout(1)?)?)),
    op("thrfrg_B", &[MMA, TENSOR], |x| x.outcome(mma(x, 0)?.thrfrg(Operand::B, &x.layout(1)?)?)),
    op("thrfrg_C", &[MMA, TENSOR], |x| x.outcome(mma(x, 0)?.thrfrg(Operand::C, &x.layout(1)?)?)),
    op("tidfrg_S", &[COPY, TENSOR], |x| x.outcome(copy(x)?.tidfrg(Side::Source, &x.layout(1)?)?)),
    op("tidfrg_D", &[COPY, TENSOR], |x| x.outcome(copy(x)?.tidfrg(Side::Target, &x.layout(1)?)?)),
    op("partition_A", &[MMA, TENSOR, THREAD], |x| part_of_mma(x, Operand::A)),
    op("partition_B", &[MMA, TENSOR, THREAD], |x| part_of_mma(x, Operand::B)),
    op("partition_C", &[MMA, TENSOR, THREAD], |x| part_of_mma(x, Operand::C)),
    op("partition_S", &[COPY, TENSOR, THREAD], |x| part_of_copy(x, Side::Source)),
    op("partition_D", &[COPY, TENSOR, THREAD], |x| part_of_copy(x, Side::Target)),
    op("partition_fragment_A", &[MMA, TENSOR], |x| fragment(x, Operand::A)),
    op("partition_fragment_B", &[MMA, TENSOR], |x| fragment(x, Operand::B)),
    op("partition_fragment_C", &[MMA, TENSOR], |x| fragment(x, Operand::C)),
    op("retile", &[COPY, FRAGMENT], |x| Ok(copy(x)?.retile(&x.layout(1)?)?.into())),
    op("relayout", &[ACCUMULATOR, LAYOUT], |x| {
        Ok(tiled::relayout(&x.layout(0)?, &x.layout(1)?)?.into())
    }),
    op("relayout_price", &[ACCUMULATOR, LAYOUT, WARP], |x| {
        let price = tiled::relayout_price(&x.layout(0)?, &x.layout(1)?, &x.integer(2)?)?;
        Ok(HTuple::Tuple(price.map(HTuple::Leaf).into()).into())
    }),
];

/// A tiled product, or one instruction.
fn mma(x: &Operands<'_>, index: usize) -> Result<TiledMma, Failure> {
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

fn copy_of(x: &Operands<'_>, operand: Operand) -> Result<Applied, Failure> {
    Ok(Tiled::Copying(TiledCopy::of_mma(copy_atom(x)?, &mma(x, 1)?, operand)?).into())
}

fn fragment(x: &Operands<'_>, operand: Operand) -> Result<Applied, Failure> {
    x.outcome(mma(x, 0)?.fragment(operand, &x.layout(1)?)?)
}

fn part_of_mma(x: &Operands<'_>, operand: Operand) -> Result<Applied, Failure> {
    part(x, mma(x, 0)?.partition(operand, &x.layout(1)?, &x.integer(2)?))
}

fn part_of_copy(x: &Operands<'_>, side: Side) -> Result<Applied, Failure> {
    part(x, copy(x)?.partition(side, &x.layout(1)?, &x.integer(2)?))
}

/// A part and where it begins, unless an objection to it is not allowed.
fn part(x: &Operands<'_>, part: Result<Outcome<Part>, Error>) -> Result<Applied, Failure> {
    let Outcome { layout: (layout, offset), objection } = part?;
    let layout = Value::List(vec![layout.into(), offset.into()]);
    x.outcome(Outcome { layout, objection })
}
