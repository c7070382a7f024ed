//! Random operands: layouts, tilers, coordinates and numbers, as they are written.

use layout_laws::function::{Function, Step};
use layout_laws::tree::{Layout, Tiler, Tree, shape, size};

/// Random choices, read from bytes; after the last byte, the first choice of each.
pub struct Dice<'a> {
    bytes: &'a [u8],
}

impl<'a> Dice<'a> {
    /// The choices that these bytes make.
    pub fn new(bytes: &'a [u8]) -> Self {
        Dice { bytes }
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*first) % count.max(1)
    }

    /// One of some.
    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// True once in `count` times.
    pub fn once_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }
}

/// Extents that share factors, and a few that do not.
const EXTENTS: [i128; 12] = [2, 4, 2, 3, 4, 8, 6, 1, 5, 2, 16, 7];

/// A layout of up to four leaves and 96 coordinates.
pub fn layout(dice: &mut Dice) -> Layout {
    let mut extents = Vec::new();
    let mut room = 96;
    for _ in 0..dice.of(&[2, 1, 2, 3, 3, 4, 2, 0]) {
        let extent = dice.of(&EXTENTS);
        if extent <= room {
            room /= extent;
            extents.push(extent);
        }
    }
    let strides = strides(dice, &extents);
    let leaves: Vec<_> = extents.into_iter().zip(strides).collect();
    nested(dice, &leaves)
}

/// Compact strides in some order, some of them stretched, turned round, 0 or any number.
fn strides(dice: &mut Dice, extents: &[i128]) -> Vec<i128> {
    let mut order: Vec<usize> = (0..extents.len()).collect();
    for k in (1..order.len()).rev() {
        order.swap(k, dice.below(k + 1));
    }
    let mut strides = vec![0; extents.len()];
    let mut next = dice.of(&[1, 1, 1, 2, 3]);
    for k in order {
        strides[k] = match dice.below(16) {
            0 => 0,
            1 => -next,
            2 => dice.of(&[1, 2, 3, 5, 8, 12, -1, -3]),
            3 => next + 1,
            _ => next,
        };
        next *= extents[k] * dice.of(&[1, 1, 1, 1, 2]);
    }
    strides
}

/// The leaves in some nesting.
fn nested(dice: &mut Dice, leaves: &[(i128, i128)]) -> Layout {
    if let ([leaf], true) = (leaves, dice.below(3) > 0) {
        return Tree::Leaf(*leaf);
    }
    let mut modes: Vec<Layout> = Vec::new();
    for leaf in leaves {
        match modes.last_mut() {
            Some(Tree::Tuple(mode)) if dice.once_in(2) => mode.push(Tree::Leaf(*leaf)),
            _ if dice.once_in(3) => modes.push(Tree::Tuple(vec![Tree::Leaf(*leaf)])),
            _ => modes.push(Tree::Leaf(*leaf)),
        }
    }
    Tree::Tuple(modes)
}

/// A swizzle of few bits.
pub fn swizzle(dice: &mut Dice) -> Step {
    let bits = dice.of(&[1, 2, 3, 1]);
    let shift = bits as i32 + dice.of(&[0, 1, 2, 0]);
    Step::Swizzle(bits, dice.of(&[0, 1, 2, 0]), if dice.once_in(4) { -shift } else { shift })
}

/// A layout, one in six of them swizzled.
pub fn function(dice: &mut Dice) -> Function {
    let layout = layout(dice);
    if !dice.once_in(6) {
        return layout.into();
    }
    let offset = dice.of(&[0, 0, 0, 1, 4, 8]);
    let steps = vec![swizzle(dice), Step::Add(offset)];
    Function { steps, domain: Some(layout) }
}

/// A number that divides `n`.
pub fn divisor(dice: &mut Dice, n: i128) -> i128 {
    let divisors: Vec<i128> = (1..=n).filter(|d| n % d == 0).collect();
    dice.of(&divisors)
}

/// A layout of positions below `n`: runs of the digits of `n`, and at times any layout.
pub fn positions(dice: &mut Dice, n: i128) -> Layout {
    if dice.once_in(8) {
        return layout(dice);
    }
    let mut leaves = Vec::new();
    for _ in 0..dice.of(&[1, 2, 2, 3]) {
        let step = divisor(dice, n);
        let back = if dice.once_in(24) { -1 } else { 1 };
        leaves.push((divisor(dice, n / step), step * back));
    }
    nested(dice, &leaves)
}

/// A tiler of a layout: sizes and layouts of positions that mostly divide it, by mode or
/// as a whole.
pub fn tiler(dice: &mut Dice, of: &Layout) -> Tiler {
    match dice.below(6) {
        0 => Tiler::Size(tile(dice, size(&shape(of)))),
        1 | 2 => Tiler::Layout(positions(dice, size(&shape(of)))),
        _ => by_mode(dice, of, 2),
    }
}

fn tile(dice: &mut Dice, n: i128) -> i128 {
    if dice.once_in(5) { dice.of(&EXTENTS) } else { divisor(dice, n) }
}

fn by_mode(dice: &mut Dice, of: &Layout, depth: usize) -> Tiler {
    let modes = of.modes();
    let count = if dice.once_in(5) { dice.below(modes.len() + 1) } else { modes.len() };
    let mode = |mode: &Layout| {
        let n = size(&shape(mode));
        match dice.below(8) {
            0 => Tiler::All,
            1 | 2 => Tiler::Layout(positions(dice, n)),
            3 if depth > 1 && matches!(mode, Tree::Tuple(_)) => by_mode(dice, mode, depth - 1),
            _ => Tiler::Size(tile(dice, n)),
        }
    };
    let modes: Vec<Tiler> = modes[..count].iter().map(mode).collect();
    if modes.is_empty() { Tiler::All } else { Tiler::Modes(modes) }
}

/// A coordinate of a shape, `None` for `_`: an integer for a mode of whatever depth, or a
/// tuple for a tuple.
pub fn coordinate(dice: &mut Dice, of: &Tree<i128>, depth: usize) -> Tree<Option<i128>> {
    match of {
        Tree::Tuple(modes) if depth > 0 && !dice.once_in(4) => {
            let modes = modes.iter().map(|mode| coordinate(dice, mode, depth - 1));
            Tree::Tuple(modes.collect())
        }
        _ if dice.once_in(3) => Tree::Leaf(None),
        _ => Tree::Leaf(Some(dice.below(size(of).clamp(1, 255) as usize) as i128)),
    }
}

/// The layout with symbols for some of its integers, written out: `n8` stands for 8.
pub fn symbolic(dice: &mut Dice, layout: &Layout) -> String {
    let mut named = |n: i128| match n {
        2.. if dice.once_in(2) => format!("{}{n}", dice.of(&["n", "m"])),
        _ => n.to_string(),
    };
    let shape = layout.map(&mut |leaf| named(leaf.0));
    let stride = layout.map(&mut |leaf| named(leaf.1));
    // A word without parentheses around it would be the name of a layout.
    let group = |tree: Tree<String>| match tree {
        Tree::Leaf(leaf) => Tree::Tuple(vec![Tree::Leaf(leaf)]),
        tuple => tuple,
    };
    format!("{}:{}", group(shape), group(stride))
}
