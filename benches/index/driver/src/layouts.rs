//! The layouts, and what their functions have to answer.

/// A layout by the extents and strides of its leaves, mode by mode.
pub struct Layout {
    /// The first part of the symbols.
    pub name: &'static str,
    pub modes: &'static [&'static [(usize, isize)]],
    pub codomain: Codomain,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Codomain {
    /// Integers; as they are, or with `Sw<B,M,S>` applied.
    Index(Option<(u32, u32, u32)>),
    /// Integers below zero, too.
    Signed,
    /// A pair of integers: a stride of 1 counts in the first, of -1 in the second.
    Pair,
}

const INDEX: Codomain = Codomain::Index(None);

pub const LAYOUTS: &[Layout] = &[
    layout("seed", &[&[(2, 4)], &[(2, 2), (2, 1)]], INDEX),
    layout("column", &[&[(128, 1)], &[(64, 128)]], INDEX),
    layout("row", &[&[(128, 64)], &[(64, 1)]], INDEX),
    layout("padded", &[&[(32, 33)], &[(32, 1)]], INDEX),
    layout("blocked", &[&[(4, 1), (32, 16)], &[(4, 4), (32, 512)]], INDEX),
    layout("fragment", &[&[(4, 32), (8, 1)], &[(2, 16), (2, 8), (2, 128)]], INDEX),
    layout("raked", &[&[(4, 256), (32, 1)], &[(8, 32)]], INDEX),
    layout("morton8", &[&[(2, 1), (2, 4), (2, 16)], &[(2, 2), (2, 8), (2, 32)]], INDEX),
    layout(
        "morton64",
        &[
            &[(2, 1), (2, 4), (2, 16), (2, 64), (2, 256), (2, 1024)],
            &[(2, 2), (2, 8), (2, 32), (2, 128), (2, 512), (2, 2048)],
        ],
        INDEX,
    ),
    layout("swizzled", &[&[(8, 64)], &[(64, 1)]], Codomain::Index(Some((3, 4, 3)))),
    layout(
        "swizzled_tile",
        &[&[(8, 64), (16, 512)], &[(64, 1), (1, 0)]],
        Codomain::Index(Some((3, 4, 3))),
    ),
    layout("odd", &[&[(3, 1), (4, 15)], &[(5, 3), (7, 60)]], INDEX),
    layout("odd_row", &[&[(37, 53)], &[(53, 1)]], INDEX),
    layout("odd_cube", &[&[(7, 143)], &[(11, 13)], &[(13, 1)]], INDEX),
    layout("nchw16c", &[&[(2, 12544)], &[(16, 1), (4, 3136)], &[(14, 224)], &[(14, 16)]], INDEX),
    layout("divided", &[&[(128, 1), (64, 256)], &[(2, 128), (8, 16384)]], INDEX),
    layout("divided_row", &[&[(128, 512), (64, 1)], &[(2, 65536), (8, 64)]], INDEX),
    layout("mirror", &[&[(64, -64)], &[(64, 1)]], Codomain::Signed),
    layout("basis", &[&[(4, -1)], &[(8, 1)]], Codomain::Pair),
];

const fn layout(
    name: &'static str,
    modes: &'static [&'static [(usize, isize)]],
    codomain: Codomain,
) -> Layout {
    Layout { name, modes, codomain }
}

/// The argument of a function.
#[derive(Clone, Copy, PartialEq)]
pub enum Entry {
    /// The 1-D coordinate.
    Index,
    /// A coordinate for each mode.
    At,
    /// A coordinate for each leaf.
    Flat,
}

impl Entry {
    pub const ALL: [Entry; 3] = [Entry::Index, Entry::At, Entry::Flat];

    /// The second part of the symbols.
    pub fn name(self) -> &'static str {
        match self {
            Entry::Index => "index",
            Entry::At => "at",
            Entry::Flat => "flat",
        }
    }
}

impl Layout {
    pub fn size(&self) -> usize {
        self.leaves().map(|(extent, _)| extent).product()
    }

    fn leaves(&self) -> impl Iterator<Item = (usize, isize)> {
        self.modes.iter().flat_map(|mode| mode.iter().copied())
    }

    /// Returns `true` if the layout has a function of this argument: one for leaves only where some mode has several.
    pub fn has(&self, entry: Entry) -> bool {
        entry != Entry::Flat || self.modes.iter().any(|mode| mode.len() > 1)
    }

    /// The coordinates of the `i`th element.
    pub fn coordinates(&self, entry: Entry, i: usize) -> Vec<u64> {
        let split = |extents: &mut dyn Iterator<Item = usize>| {
            let mut rest = i;
            extents
                .map(|extent| {
                    let digit = rest % extent;
                    rest /= extent;
                    digit as u64
                })
                .collect()
        };
        match entry {
            Entry::Index => vec![i as u64],
            Entry::At => {
                split(&mut self.modes.iter().map(|mode| mode.iter().map(|leaf| leaf.0).product()))
            }
            Entry::Flat => split(&mut self.leaves().map(|leaf| leaf.0)),
        }
    }

    /// The offset of the `i`th element, by definition; the second number is that of a pair.
    pub fn offset(&self, i: usize) -> [u64; 2] {
        let digits = self.coordinates(Entry::Flat, i);
        let terms = self.leaves().zip(digits).map(|((_, stride), digit)| stride * digit as isize);
        match self.codomain {
            Codomain::Pair => {
                let (mut first, mut second) = (0, 0);
                terms.for_each(|term| if term > 0 { first += term } else { second -= term });
                [first as u64, second as u64]
            }
            Codomain::Signed | Codomain::Index(None) => [terms.sum::<isize>() as u64, 0],
            Codomain::Index(Some((bits, base, shift))) => {
                let x = terms.sum::<isize>() as u64;
                let source = ((1 << bits) - 1) << (base + shift);
                [x ^ (x & source) >> shift, 0]
            }
        }
    }

    /// The layout in CuTe's notation.
    pub fn notation(&self) -> String {
        let part = |of: &dyn Fn(&(usize, isize)) -> String| {
            let modes = self.modes.iter().map(|mode| match mode {
                [leaf] => of(leaf),
                leaves => format!("({})", leaves.iter().map(of).collect::<Vec<_>>().join(",")),
            });
            modes.collect::<Vec<_>>().join(",")
        };
        let stride = |leaf: &(usize, isize)| match (self.codomain, leaf.1) {
            (Codomain::Pair, 1) => "1@0".to_owned(),
            (Codomain::Pair, _) => "1@1".to_owned(),
            (_, stride) => stride.to_string(),
        };
        let layout = format!("({}):({})", part(&|leaf| leaf.0.to_string()), part(&stride));
        match self.codomain {
            Codomain::Index(Some((b, m, s))) => format!("Sw<{b},{m},{s}> o 0 o {layout}"),
            _ => layout,
        }
    }
}
