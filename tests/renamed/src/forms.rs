//! Every form of every macro.

use ::cute::{Layout, complement, compose, divide, layout, product};

layout! {
    /// A public item, with attributes of its own.
    #[derive(Debug)]
    pub struct Tile = (8,(2,4)):(8,(4,1));
    /// An item of the crate, from a layout of the same invocation.
    pub(crate) struct Quarters = logical_divide(Tile, (4,4));
    #[allow(non_injective)]
    struct Private = (4,3):(1,1);
}

/// A constant from a layout.
pub const COSIZE: usize = layout!(cosize(Tile));
/// A boolean.
pub const COMPATIBLE: bool = layout!(compatible((8, 8), Tile));
/// A tuple.
pub const SHAPE: (usize, (usize, usize)) = layout!(shape(Tile));
/// A table.
pub const TABLE: [usize; 4] = layout!(eval((2,2):(2,1)));
/// A negative number.
pub const STRIDE: isize = layout!(stride(4:-3));

/// A layout as the constant argument of a type.
pub struct Buffer(pub [u8; layout!(cosize(Quarters))]);

/// A generic function of layouts.
pub fn sum<L: Layout>(layout: L) -> usize {
    let mut sum = 0;
    let mut i = 0;
    while i < layout.size() {
        sum += layout.index(i);
        i += 1;
    }
    sum
}

/// Expressions, shorthands and locals.
#[must_use]
pub fn values() -> [usize; 9] {
    layout! { let t = composition(Tile, (4,4):(1,8)); }
    layout! {
        let rows = (4,4):(4,1);
        let columns = composition(rows, (4,4):(4,1));
    }
    [
        sum(layout!((4,8):(8,1))),
        sum(layout!(Tile)),
        sum(divide!(Tile, <4, 4>)),
        sum(compose!(Tile, 8:2)),
        sum(complement!(4:2, 24)),
        sum(product!((2,2):(2,1), 3:1)),
        sum(divide!(#[allow(padding)] 10:1, 4)),
        t.at(3, 1),
        columns.index(1) + Private.index(11),
    ]
}

#[cfg(test)]
mod tests {
    use ::core::assert_eq;

    use super::{COMPATIBLE, COSIZE, SHAPE, STRIDE, TABLE, Tile, values};

    #[test]
    fn constants_are_those_of_the_layout() {
        assert_eq!(COSIZE, Tile::COSIZE);
        assert_eq!((COMPATIBLE, SHAPE, STRIDE), (true, (8, (2, 4)), -3));
        assert_eq!(TABLE, [0, 2, 1, 3]);
    }

    #[test]
    fn values_are_those_of_the_layouts() {
        assert_eq!(values(), [496, 2016, 2016, 208, 51, 66, 66, 28, 6]);
    }

    mod keywords {
        ::cute::layout! { pub(super) struct r#Static = (4,2):(2,1); }
    }

    #[test]
    fn raw_identifiers_name_layouts() {
        ::cute::layout! { let r#fn = (2,2); }
        assert_eq!(::cute::divide!(r#fn, 2).size(), 4);
        assert_eq!(::cute::divide!(keywords::r#Static, (2, 2)).at(3, 0), 6);
    }
}
