//! The operations that are asked, each with the operands that it draws and its definition.

mod cast;
mod complement;
mod composition;
mod divide;
mod inverse;
mod modes;
mod part;
mod product;
mod query;

use super::case::Operand;
use super::draw::{self, Tiler};
use super::function::Function;
use super::grow::{Grower, Words};
use super::tree::{Tree, shape, size};
use super::{Law, Operation};

/// The operation of a name.
///
/// # Panics
///
/// If there is none.
pub fn find(name: &str) -> &'static Operation {
    let found = TABLE.iter().find(|op| op.name == name);
    found.unwrap_or_else(|| panic!("no definition of {name}"))
}

type Draw = fn(&mut Grower, &Function) -> Words;
type Holds = fn(&super::case::Case) -> Law;

const fn op(name: &'static str, draw: Draw, holds: Holds) -> Operation {
    Operation { name, place: 0, draw, holds, refused: |_| Ok(false) }
}

/// An operation with its layout after the other operand.
const fn after(name: &'static str, draw: Draw, holds: Holds) -> Operation {
    Operation { name, place: 1, draw, holds, refused: |_| Ok(false) }
}

/// Every operation. Those that make new layouts stand more than once, to be drawn as often.
pub const TABLE: &[Operation] = &[
    COMPOSITION,
    COMPOSITION,
    COMPOSITION,
    COMPLEMENT,
    COMPLEMENT,
    DIVIDE,
    DIVIDE,
    op("zipped_divide", tiler, divide::zipped_divide),
    op("tiled_divide", tiler, divide::tiled_divide),
    op("flat_divide", tiler, divide::flat_divide),
    op("logical_product", order, product::logical_product),
    op("logical_product", order, product::logical_product),
    op("zipped_product", order, divide::zipped_product),
    op("tiled_product", order, divide::tiled_product),
    op("flat_product", order, divide::flat_product),
    op("blocked_product", layout, product::blocked_product),
    op("raked_product", layout, product::raked_product),
    op("tile_to_shape", multiple, product::tile_to_shape),
    WITH_SHAPE,
    WITH_SHAPE,
    op("right_inverse", none, inverse::right_inverse),
    op("left_inverse", none, inverse::left_inverse),
    op("left_inverse", none, inverse::left_inverse),
    op("nullspace", none, inverse::nullspace),
    op("max_common_layout", layout, inverse::max_common_layout),
    op("layout_add", same_shape, inverse::layout_add),
    op("get_1d_coord", value, inverse::get_1d_coord),
    op("upcast", factor, cast::upcast),
    op("downcast", factor, cast::downcast),
    op("recast", widths, cast::recast),
    op("coalesce", profile, modes::coalesce),
    op("coalesce", none, modes::coalesce),
    op("coalesce_z", none, modes::coalesce_z),
    op("filter", profile, modes::filter),
    op("filter_zeros", none, modes::filter_zeros),
    op("flatten", none, modes::flatten),
    op("sort", none, modes::sort),
    op("get", path, modes::get),
    op("select", some, modes::select),
    op("take", range, modes::take),
    op("group", range, modes::group),
    op("remove", mode, modes::remove),
    op("reverse", none, modes::reverse),
    op("transpose", none, modes::reverse),
    op("wrap", none, modes::wrap),
    op("unwrap", none, modes::unwrap),
    op("append", layout, modes::append),
    op("prepend", layout, modes::prepend),
    op("replace", replacement, modes::replace),
    op("concat", layout, modes::concat),
    op("make_layout", layout, modes::concat),
    op("zip", none, modes::zip),
    op("make_layout_like", none, modes::make_layout_like),
    after("slice", coordinate, part::slice),
    after("slice_and_offset", coordinate, part::slice_and_offset),
    after("slice_and_offset", coordinate, part::slice_and_offset),
    after("dice", coordinate, part::dice),
    after("domain_offset", position, part::domain_offset),
    op("local_tile", tile, part::local_tile),
    op("local_tile", tile, part::local_tile),
    op("outer_partition", tile, part::outer_partition),
    op("local_partition", threads, part::local_partition),
    op("size", none, query::size),
    op("cosize", none, query::cosize),
    op("rank", none, query::rank),
    op("depth", none, query::depth),
    op("eval", none, query::eval),
    op("is_injective", none, query::is_injective),
    op("is_bijective", none, query::is_bijective),
    op("functionally_equal", layout, query::functionally_equal),
    after("crd2idx", index, query::crd2idx),
];

const COMPOSITION: Operation = Operation {
    refused: composition::no_composition,
    ..op("composition", positions, composition::composition)
};
const COMPLEMENT: Operation = Operation {
    refused: complement::no_complement,
    ..op("complement", cotarget, complement::complement)
};
const WITH_SHAPE: Operation = Operation {
    refused: composition::no_composition,
    ..op("with_shape", reshape, composition::with_shape)
};
const DIVIDE: Operation = op("logical_divide", tiler, divide::logical_divide);

/// A word that means itself.
fn word(operand: Operand) -> (Operand, String) {
    let text = operand.to_string();
    (operand, text)
}

fn number(number: usize) -> (Operand, String) {
    word(Operand::number(number))
}

fn none(_: &mut Grower, _: &Function) -> Words {
    Vec::new()
}

fn domain(of: &Function) -> super::tree::Layout {
    of.domain.clone().unwrap_or(Tree::Leaf((1, 0)))
}

fn rank(of: &Function) -> usize {
    of.shape().modes().len()
}

/// Any layout.
fn layout(grower: &mut Grower, _: &Function) -> Words {
    vec![grower.other()]
}

/// What a composition follows: positions of the layout, a layout of any kind, a swizzle or a
/// tiler.
fn positions(grower: &mut Grower, of: &Function) -> Words {
    let dice = &mut grower.dice;
    vec![match dice.below(8) {
        0 => grower.other(),
        1 => {
            let swizzle = Function { steps: vec![draw::swizzle(dice)], domain: None };
            word(Operand::Function(swizzle, super::function::Within::EVERYWHERE))
        }
        2 | 3 => word(Operand::Tiler(draw::tiler(dice, &domain(of)))),
        _ => {
            let positions = draw::positions(dice, of.size());
            word(Operand::Function(positions.into(), super::function::Within::EVERYWHERE))
        }
    }]
}

fn tiler(grower: &mut Grower, of: &Function) -> Words {
    vec![word(Operand::Tiler(draw::tiler(&mut grower.dice, &domain(of))))]
}

/// The order of a product: a few places, along each mode or as a whole.
fn order(grower: &mut Grower, of: &Function) -> Words {
    let dice = &mut grower.dice;
    vec![match dice.below(4) {
        0 => grower.other(),
        1 => {
            let places = |dice: &mut draw::Dice| match dice.below(3) {
                0 => Tiler::Layout(draw::positions(dice, 6)),
                _ => Tiler::Size(dice.of(&[1, 2, 3, 4])),
            };
            let count = dice.below(rank(of) + 1).max(1);
            word(Operand::Tiler(Tiler::Modes((0..count).map(|_| places(dice)).collect())))
        }
        2 => word(Operand::Tiler(Tiler::Size(dice.of(&[2, 3, 4, 6])))),
        _ => word(Operand::Tiler(Tiler::Layout(draw::positions(dice, 12)))),
    }]
}

fn cotarget(grower: &mut Grower, of: &Function) -> Words {
    let dice = &mut grower.dice;
    let end = of.values().into_iter().max().unwrap_or(0).clamp(0, 400) + 1;
    vec![match dice.below(5) {
        0 => return Vec::new(),
        1 => word(Operand::Tuple(of.shape())),
        2 => number(dice.of(&[1, 7, 24, 64, 100])),
        3 => number((end as usize).next_power_of_two() * dice.of(&[1, 2])),
        _ => number(end as usize * dice.of(&[1, 2, 3])),
    }]
}

/// A shape of multiples of the modes.
fn multiple(grower: &mut Grower, of: &Function) -> Words {
    let times = |mode: Tree<i128>| Tree::Leaf(size(&mode) * grower.dice.of(&[1, 2, 3]));
    vec![word(Operand::Tuple(Tree::Tuple(of.shape().modes().into_iter().map(times).collect())))]
}

/// A shape of the same size, or nearly.
fn reshape(grower: &mut Grower, of: &Function) -> Words {
    let dice = &mut grower.dice;
    let mut rest = of.size() * dice.of(&[1, 1, 1, 1, 2]);
    let mut extents = Vec::new();
    for _ in 0..dice.below(3) {
        let extent = draw::divisor(dice, rest);
        extents.push(Tree::Leaf(extent));
        rest /= extent;
    }
    extents.push(Tree::Leaf(rest));
    vec![word(Operand::Tuple(Tree::Tuple(extents)))]
}

/// A layout with the same extents.
fn same_shape(grower: &mut Grower, of: &Function) -> Words {
    let dice = &mut grower.dice;
    let other = domain(of).map(&mut |&(s, _)| (s, dice.of(&[0, 1, 2, 4, 8, 16, 3, -1])));
    vec![word(Operand::Function(other.into(), super::function::Within::EVERYWHERE))]
}

/// A value of the layout, mostly.
fn value(grower: &mut Grower, of: &Function) -> Words {
    let c = grower.dice.below(of.size().clamp(1, 255) as usize) as i128;
    let miss = i128::from(grower.dice.once_in(4));
    vec![word(Operand::Tuple(Tree::Leaf(of.at(c) + miss)))]
}

fn factor(grower: &mut Grower, _: &Function) -> Words {
    vec![number(grower.dice.of(&[2, 2, 4, 3, 8, 1]))]
}

fn widths(grower: &mut Grower, _: &Function) -> Words {
    let mut width = || number(grower.dice.of(&[8, 16, 32, 4, 6, 24]));
    vec![width(), width()]
}

/// No profile, or one of some modes.
fn profile(grower: &mut Grower, of: &Function) -> Words {
    let modes = of.shape().modes();
    let count = grower.dice.below(modes.len() + 1);
    vec![word(Operand::Tuple(match modes[..count].to_vec() {
        kept if grower.dice.once_in(2) => Tree::Tuple(kept),
        kept => Tree::Tuple(kept.iter().map(|_| Tree::Leaf(1)).collect()),
    }))]
}

fn mode(grower: &mut Grower, of: &Function) -> Words {
    vec![number(grower.dice.below(rank(of)))]
}

fn path(grower: &mut Grower, of: &Function) -> Words {
    let mut path = Vec::new();
    let mut inner = of.shape();
    while let Tree::Tuple(modes) = &inner
        && !modes.is_empty()
        && (path.is_empty() || grower.dice.once_in(2))
    {
        let index = grower.dice.below(modes.len());
        path.push(number(index));
        inner = modes[index].clone();
    }
    path
}

fn some(grower: &mut Grower, of: &Function) -> Words {
    let count = grower.dice.of(&[1, 2, 2, 3]);
    (0..count).map(|_| number(grower.dice.below(rank(of)))).collect()
}

fn range(grower: &mut Grower, of: &Function) -> Words {
    let first = grower.dice.below(rank(of) + 1);
    vec![number(first), number(first + grower.dice.below(rank(of) + 1 - first))]
}

fn replacement(grower: &mut Grower, of: &Function) -> Words {
    vec![number(grower.dice.below(rank(of))), grower.other()]
}

fn coordinate(grower: &mut Grower, of: &Function) -> Words {
    vec![word(Operand::Coordinate(draw::coordinate(&mut grower.dice, &of.shape(), 3)))]
}

/// A coordinate without `_`.
fn position(grower: &mut Grower, of: &Function) -> Words {
    let coordinate = draw::coordinate(&mut grower.dice, &of.shape(), 3);
    vec![word(Operand::Coordinate(coordinate.map(&mut |c| Some(c.unwrap_or(0)))))]
}

fn index(grower: &mut Grower, of: &Function) -> Words {
    let beyond = grower.dice.once_in(8);
    let end = if beyond { 255 } else { of.size().clamp(1, 255) };
    let c = grower.dice.below(end as usize) as i128;
    vec![word(Operand::Tuple(Tree::Leaf(if beyond { -c } else { c })))]
}

/// A tiler, and a coordinate of the tiles or of the tile.
fn tile(grower: &mut Grower, of: &Function) -> Words {
    let dice = &mut grower.dice;
    let tiler = draw::tiler(dice, &domain(of));
    let small = |dice: &mut draw::Dice| match dice.below(5) {
        0 => Tree::Leaf(None),
        c => Tree::Leaf(Some([0, 0, 1, 2, 0][c])),
    };
    let at = match &tiler {
        Tiler::Modes(_) => Tree::Tuple(domain(of).modes().iter().map(|_| small(dice)).collect()),
        _ => small(dice),
    };
    vec![word(Operand::Tiler(tiler)), word(Operand::Coordinate(at))]
}

fn threads(grower: &mut Grower, of: &Function) -> Words {
    let dice = &mut grower.dice;
    let mut next = 1;
    let modes: Vec<_> = domain(of)
        .modes()
        .iter()
        .map(|mode| {
            let extent = draw::divisor(dice, size(&shape(mode)).min(8));
            next *= extent;
            Tree::Leaf((extent, next / extent))
        })
        .collect();
    let index = number(dice.below(next as usize));
    let threads = Function::from(Tree::Tuple(modes));
    vec![word(Operand::Function(threads, super::function::Within::EVERYWHERE)), index]
}
