//! The operations that are asked, each with the operands that it draws and its law.

mod holds;

use layout_laws::function::{Function, Within};
use layout_laws::tree::{Layout, Tiler, Tree, shape, size};

use super::case::{Case, Operand};
use super::draw;
use super::grow::{Grower, Words};
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
type Holds = fn(&Case) -> Law;

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
    op("zipped_divide", tiler, holds::zipped_divide),
    op("tiled_divide", tiler, holds::tiled_divide),
    op("flat_divide", tiler, holds::flat_divide),
    op("logical_product", order, holds::logical_product),
    op("logical_product", order, holds::logical_product),
    op("zipped_product", order, holds::zipped_product),
    op("tiled_product", order, holds::tiled_product),
    op("flat_product", order, holds::flat_product),
    op("blocked_product", layout, holds::blocked_product),
    op("raked_product", layout, holds::raked_product),
    op("tile_to_shape", multiple, holds::tile_to_shape),
    WITH_SHAPE,
    WITH_SHAPE,
    op("right_inverse", none, holds::right_inverse),
    op("left_inverse", none, holds::left_inverse),
    op("left_inverse", none, holds::left_inverse),
    op("nullspace", none, holds::nullspace),
    op("max_common_layout", layout, holds::max_common_layout),
    op("layout_add", same_shape, holds::layout_add),
    op("get_1d_coord", value, holds::get_1d_coord),
    op("upcast", factor, holds::upcast),
    op("downcast", factor, holds::downcast),
    op("recast", widths, holds::recast),
    op("coalesce", profile, holds::coalesce),
    op("coalesce", none, holds::coalesce),
    op("coalesce_z", none, holds::coalesce_z),
    op("filter", profile, holds::filter),
    op("filter_zeros", none, holds::filter_zeros),
    op("flatten", none, holds::flatten),
    op("sort", none, holds::sort),
    op("get", path, holds::get),
    op("select", some, holds::select),
    op("take", range, holds::take),
    op("group", range, holds::group),
    op("remove", mode, holds::remove),
    op("reverse", none, holds::reverse),
    op("transpose", none, holds::reverse),
    op("wrap", none, holds::wrap),
    op("unwrap", none, holds::unwrap),
    op("append", layout, holds::append),
    op("prepend", layout, holds::prepend),
    op("replace", replacement, holds::replace),
    op("concat", layout, holds::concat),
    op("make_layout", layout, holds::concat),
    op("zip", none, holds::zip),
    op("make_layout_like", none, holds::make_layout_like),
    after("slice", coordinate, holds::slice),
    after("slice_and_offset", coordinate, holds::slice_and_offset),
    after("slice_and_offset", coordinate, holds::slice_and_offset),
    after("dice", coordinate, holds::dice),
    after("domain_offset", position, holds::domain_offset),
    op("local_tile", tile, holds::local_tile),
    op("local_tile", tile, holds::local_tile),
    op("outer_partition", tile, holds::outer_partition),
    op("local_partition", threads, holds::local_partition),
    op("size", none, holds::size_of),
    op("cosize", none, holds::cosize),
    op("rank", none, holds::rank),
    op("depth", none, holds::depth),
    op("eval", none, holds::eval),
    op("is_injective", none, holds::is_one_to_one),
    op("is_bijective", none, holds::is_bijective),
    op("functionally_equal", layout, holds::functionally_equal),
    after("crd2idx", index, holds::crd2idx),
];

const COMPOSITION: Operation = Operation {
    refused: holds::no_composition,
    ..op("composition", positions, holds::composition)
};
const COMPLEMENT: Operation =
    Operation { refused: holds::no_complement, ..op("complement", cotarget, holds::complement) };
const WITH_SHAPE: Operation =
    Operation { refused: holds::no_composition, ..op("with_shape", reshape, holds::with_shape) };
const DIVIDE: Operation = op("logical_divide", tiler, holds::logical_divide);

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

fn domain(of: &Function) -> Layout {
    of.domain.clone().unwrap_or(Tree::Leaf((1, 0)))
}

fn rank(of: &Function) -> usize {
    of.shape().modes().len()
}

/// Any layout.
fn layout(grower: &mut Grower, _: &Function) -> Words {
    vec![grower.other()]
}

/// The right operand of a composition: positions of the layout, a layout of any kind, a swizzle or a
/// tiler.
fn positions(grower: &mut Grower, of: &Function) -> Words {
    let dice = &mut grower.dice;
    vec![match dice.below(8) {
        0 => grower.other(),
        1 => {
            let swizzle = Function { steps: vec![draw::swizzle(dice)], domain: None };
            word(Operand::Function(swizzle, Within::EVERYWHERE))
        }
        2 | 3 => word(Operand::Tiler(draw::tiler(dice, &domain(of)))),
        _ => {
            let positions = draw::positions(dice, of.size());
            word(Operand::Function(positions.into(), Within::EVERYWHERE))
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
    vec![word(Operand::Function(other.into(), Within::EVERYWHERE))]
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
    vec![word(Operand::Function(threads, Within::EVERYWHERE)), index]
}
