//! Agreement of two layouts: each element that one writes is the element that the other reads.

use core::marker::PhantomData;

use layout_runtime::internals::{MAX, MAX_LEAVES_SMALL, Message, apart, numbers};

use crate::bounds::Comparable;
use crate::{Geometry, Layout, OffsetMap, Phase, ShapeError, Table};

/// Checks that one layout reads each element where another has written it: both have as many modes, each mode has as many
/// coordinates, and each coordinate has one offset in both.
///
/// Nesting within a mode does not matter: `(4,8):(8,1)` agrees with `((2,2),8):((8,16),1)`. Layouts with swizzles that are written otherwise
/// are compared at each coordinate, up to 4,096 of them; more, or numbers that are known at run time, do not compile. Of two layouts whose numbers the
/// compiler knows, it does not compile where they do not agree, and says the first coordinate that has two offsets; as a
/// constant for types, that is [`assert_agree`]. `#[agrees(Written)]` in front of a definition says it once for both.
///
/// ```
/// use layout_view::{agree, layout};
///
/// layout! { struct Rows<m, n> = (m, n):(n, 1); }
///
/// let (written, read) = (Rows::new(4, 8)?, layout!(((2,2),8):((8,16),1)));
/// agree(written, read)?;
/// let error = agree(written, layout!((4,8):(1,4))).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "mode = 0, coordinate = 1, written = 8, read = 1 and each coordinate must have one offset in both layouts"
/// );
/// # Ok::<(), layout_view::ShapeError>(())
/// ```
///
/// # Errors
///
/// Numbers that are known at run time, with which they do not agree; `coordinate` is that of `mode`, and 0 in the others.
#[inline]
pub fn agree<A, B>(written: A, read: B) -> Result<(), ShapeError>
where
    A: Layout<Bounds: Comparable>,
    B: Layout<Bounds: Comparable>,
{
    let () = Agree::<A::Geometry, A::Map, B::Geometry, B::Map>::SHOWN;
    if const {
        <<A::Geometry as Geometry>::Phase as Phase>::And::<<B::Geometry as Geometry>::Phase>::IS_CONSTANT
    } {
        return Ok(());
    }
    checked(&written.geometry(), &read.geometry())
}

/// Asserts that two layouts of constants [`agree`], as a constant: in generic code, `const { assert_agree::<A, B>() }`, or beside two types
/// that others define. Of layouts whose numbers are known at run time it says nothing.
///
/// ```
/// use layout_view::{assert_agree, layout};
///
/// layout! {
///     pub struct Written = (4,8):(8,1);
///     pub struct Read = ((2,2),8):((8,16),1);
/// }
/// const _: () = assert_agree::<Written, Read>();
/// ```
///
/// Two that do not:
///
/// ```compile_fail
/// # use layout_view::{assert_agree, layout};
/// layout! {
///     pub struct Written = (4,8):(8,1);
///     pub struct Read = (4,8):(1,4);
/// }
/// // (4,8):(1,4) does not agree with (4,8):(8,1): coordinate 1 of mode 0 is read at 1 and written at 8
/// const _: () = assert_agree::<Written, Read>();
/// ```
pub const fn assert_agree<A, B>()
where
    A: Layout<Bounds: Comparable>,
    B: Layout<Bounds: Comparable>,
{
    // Called, not named: so rustc shows whose constant it is.
    assert_shown::<A::Geometry, A::Map, B::Geometry, B::Map>();
}

/// The proof that `H` with the map `N` reads what `G` with `O` writes, for numbers that are known at compile time.
struct Agree<G, O, H, N>(PhantomData<(G, O, H, N)>);

impl<G: Geometry, O: OffsetMap, H: Geometry, N: OffsetMap> Agree<G, O, H, N> {
    const SHOWN: () = assert_shown::<G, O, H, N>();
}

/// The most coordinates at which layouts of constants with other swizzles are compared.
const MAX_COMPARED: usize = 1 << 12;

#[track_caller]
const fn assert_shown<G: Geometry, O: OffsetMap, H: Geometry, N: OffsetMap>() {
    let is_swizzled_alike = matches!(apart::<O, N>(), Some(0));
    if <G::Phase as Phase>::And::<H::Phase>::IS_CONSTANT {
        assert_alike::<G, O, H, N>(is_swizzled_alike);
    } else {
        assert!(
            is_swizzled_alike,
            "layouts with other swizzles are compared where all numbers are constants, and some of these are known at run time: \
             write the same swizzle for both"
        );
    }
}

#[track_caller]
const fn assert_alike<G: Geometry, O: OffsetMap, H: Geometry, N: OffsetMap>(
    is_swizzled_alike: bool,
) {
    let (a, b) = (G::TABLE, H::TABLE);
    let written = Modes { shape: a.shape(), stride: a.stride(), table: &a };
    let read = Modes { shape: b.shape(), stride: b.stride(), table: &b };
    let message = Message::new("").layout::<H, N>();
    let found = match difference(&written, &read) {
        // The same swizzle of other offsets is another value: swizzles have inverses.
        found if is_swizzled_alike => found,
        found @ Some(Difference::Rank | Difference::Extent { .. }) => found,
        _ if written.size(0, a.shape().len()) > MAX_COMPARED => {
            let message = message.text(" and ").layout::<G, O>();
            let message = message.text(
                " have other swizzles, and too many coordinates to compare each here: \
                 `#[agrees(…)]` in front of a definition decides it",
            );
            message.panic();
        }
        _ => different_value::<O, N>(&written, &read),
    };
    let Some(found) = found else { return };
    let message = message.text(" does not agree with ").layout::<G, O>();
    let message = match found {
        Difference::Rank => message.text(": they have other numbers of modes"),
        Difference::Extent { mode, written, read } => message
            .text(": mode ")
            .integer(mode as isize)
            .text(" is read at ")
            .integer(read as isize)
            .text(" coordinates and written at ")
            .integer(written as isize),
        Difference::Value { place, written, read } => message
            .text(": the 1-D coordinate ")
            .integer(place as isize)
            .text(" is read at ")
            .integer(read)
            .text(" and written at ")
            .integer(written),
        Difference::Offset { mode, place, written, read } => message
            .text(": coordinate ")
            .integer(place as isize)
            .text(" of mode ")
            .integer(mode as isize)
            .text(" is read at ")
            .integer(read)
            .text(" and written at ")
            .integer(written)
            .text(if O::IDENTITY { "" } else { " before the swizzle" }),
    };
    message.panic();
}

#[inline(always)]
fn checked<G: Geometry, H: Geometry>(written: &G, read: &H) -> Result<(), ShapeError> {
    const { assert!(G::LEAVES <= MAX && H::LEAVES <= MAX) };
    match const { G::LEAVES <= MAX_LEAVES_SMALL && H::LEAVES <= MAX_LEAVES_SMALL } {
        true => compared::<G, H, MAX_LEAVES_SMALL>(written, read),
        false => compared::<G, H, MAX>(written, read),
    }
}

/// Looks at extents and strides alone, so that nothing else of a layout is computed for this.
#[inline(always)]
fn compared<G: Geometry, H: Geometry, const N: usize>(
    written: &G,
    read: &H,
) -> Result<(), ShapeError> {
    let (a, b) = (numbers::<G, N>(written), numbers::<H, N>(read));
    // Leaves that are the same one by one are one function.
    if const { is_nested_alike(&G::TABLE, G::LEAVES, &H::TABLE, H::LEAVES) } {
        let (mut leaf, mut same) = (0, true);
        while leaf < const { G::LEAVES } {
            same &= a.shape[leaf] == b.shape[leaf] && a.stride[leaf] == b.stride[leaf];
            leaf += 1;
        }
        if same {
            return Ok(());
        }
    }
    // Copies, so that leaves that are the same are in memory for nobody.
    let (a, b) = ((a.shape, a.stride), (b.shape, b.stride));
    let a = Modes { shape: &a.0[..G::LEAVES], stride: &a.1[..G::LEAVES], table: &G::TABLE };
    let b = Modes { shape: &b.0[..H::LEAVES], stride: &b.1[..H::LEAVES], table: &H::TABLE };
    differ(&a, &b)
}

#[inline(never)]
fn differ(a: &Modes<'_>, b: &Modes<'_>) -> Result<(), ShapeError> {
    difference(a, b).map_or(Ok(()), |found| Err(found.error()))
}

/// Returns true if two layouts have as many leaves, nested alike.
const fn is_nested_alike(a: &Table, leaves: usize, b: &Table, others: usize) -> bool {
    let mut leaf = 0;
    while leaf < leaves && leaf < others {
        let (one, other) = (a.parentheses(leaf), b.parentheses(leaf));
        if one.0 != other.0 || one.1 != other.1 {
            return false;
        }
        leaf += 1;
    }
    leaves == others
}

/// The leaves of a layout, and in which of its modes they are.
struct Modes<'a> {
    shape: &'a [usize],
    stride: &'a [isize],
    table: &'a Table,
}

/// First disagreement of two layouts.
enum Difference {
    Rank,
    Extent {
        mode: usize,
        written: usize,
        read: usize,
    },
    /// Different offsets at a 1-D coordinate of a mode, and 0 in the others.
    Offset {
        mode: usize,
        place: usize,
        written: isize,
        read: isize,
    },
    /// Different values at a 1-D coordinate, after swizzles.
    Value {
        place: usize,
        written: isize,
        read: isize,
    },
}

impl Difference {
    #[cold]
    fn error(self) -> ShapeError {
        match self {
            Difference::Rank => {
                ShapeError::broken("", "both layouts must have as many modes", &[], &[])
            }
            Difference::Extent { mode, written, read } => ShapeError::broken(
                "",
                "each mode must have as many coordinates in both layouts",
                &["mode", "written", "read"],
                &[mode as i128, written as i128, read as i128],
            ),
            Difference::Value { place, written, read } => ShapeError::broken(
                "",
                "each coordinate must have one offset in both layouts",
                &["coordinate", "written", "read"],
                &[place as i128, written as i128, read as i128],
            ),
            Difference::Offset { mode, place, written, read } => ShapeError::broken(
                "",
                "each coordinate must have one offset in both layouts",
                &["mode", "coordinate", "written", "read"],
                &[mode as i128, place as i128, written as i128, read as i128],
            ),
        }
    }
}

impl Modes<'_> {
    /// The leaves of the mode that begins with a leaf: up to this one. Within the outermost list, a mode begins at depth 1.
    const fn end(&self, first: usize) -> usize {
        let (mut leaf, mut depth) = (0, 0);
        while leaf < self.shape.len() {
            if leaf > first && depth == 1 {
                return leaf;
            }
            let (opens, closes) = self.table.parentheses(leaf);
            depth = depth + opens - closes;
            leaf += 1;
        }
        leaf
    }

    /// The next leaf of a mode that steps, with those that continue it; and where they end.
    const fn joined(&self, mut leaf: usize, end: usize) -> (usize, isize, usize) {
        while leaf < end && self.shape[leaf] == 1 {
            leaf += 1;
        }
        if leaf == end {
            return (1, 0, end);
        }
        let (mut extent, stride) = (self.shape[leaf], self.stride[leaf]);
        leaf += 1;
        while leaf < end {
            // Offsets fit, so no product wraps but of a leaf that is one coordinate.
            let next = stride.wrapping_mul(extent as isize);
            if self.shape[leaf] != 1 && self.stride[leaf] != next {
                break;
            }
            extent *= self.shape[leaf];
            leaf += 1;
        }
        (extent, stride, leaf)
    }

    /// The offset of a 1-D coordinate.
    const fn offset(&self, mut place: usize) -> isize {
        let (mut offset, mut leaf) = (0, 0);
        while leaf < self.shape.len() {
            offset += (place % self.shape[leaf]) as isize * self.stride[leaf];
            place /= self.shape[leaf];
            leaf += 1;
        }
        offset
    }

    const fn size(&self, first: usize, end: usize) -> usize {
        let (mut size, mut leaf) = (1, first);
        while leaf < end {
            size *= self.shape[leaf];
            leaf += 1;
        }
        size
    }
}

/// The first 1-D coordinate at which two layouts of as many coordinates in each mode differ after their swizzles.
const fn different_value<O: OffsetMap, N: OffsetMap>(a: &Modes, b: &Modes) -> Option<Difference> {
    let (size, mut place) = (a.size(0, a.shape.len()), 0);
    while place < size {
        let (written, read) = (mapped::<O>(a.offset(place)), mapped::<N>(b.offset(place)));
        if written != read {
            return Some(Difference::Value { place, written, read });
        }
        place += 1;
    }
    None
}

/// An offset after swizzles.
const fn mapped<O: OffsetMap>(offset: isize) -> isize {
    if O::IDENTITY {
        return offset;
    }
    // Each value fits, or the layout would not be there.
    O::SWIZZLE.apply(mapped::<O::Before>(offset) as i128 + O::OFFSET as i128) as isize
}

/// The first coordinate, mode 0 first, at which two layouts differ.
///
/// Joined leaves of a mode are those of the function: while they are alike, below a place both are the same. If strides differ
/// they do at that place; if extents do, at the end of the shorter one, where its layout goes on with another stride.
const fn difference(a: &Modes, b: &Modes) -> Option<Difference> {
    let (mut x, mut y, mut mode, mut nothing) = (0, 0, 0, false);
    while x < a.shape.len() && y < b.shape.len() {
        let (end, other) = (a.end(x), b.end(y));
        let (written, read) = (a.size(x, end), b.size(y, other));
        if written != read {
            return Some(Difference::Extent { mode, written, read });
        }
        nothing |= written == 0;
        (x, y, mode) = (end, other, mode + 1);
    }
    if x < a.shape.len() || y < b.shape.len() {
        return Some(Difference::Rank);
    }
    if nothing {
        return None;
    }
    (x, y, mode) = (0, 0, 0);
    while x < a.shape.len() {
        let (end, other) = (a.end(x), b.end(y));
        let mut place = 1;
        while x < end && y < other {
            let ((s, d, next), (t, e, after)) = (a.joined(x, end), b.joined(y, other));
            if s == 1 && t == 1 {
                break;
            }
            if d != e {
                return Some(Difference::Offset { mode, place, written: d, read: e });
            }
            if s < t {
                let (written, read) = (a.joined(next, end).1, d * s as isize);
                return Some(Difference::Offset { mode, place: place * s, written, read });
            }
            if t < s {
                let (written, read) = (d * t as isize, b.joined(after, other).1);
                return Some(Difference::Offset { mode, place: place * t, written, read });
            }
            (x, y, place) = (next, after, place * s);
        }
        (x, y, mode) = (end, other, mode + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::{Dynamic, Extent, Leaf, Mode};

    type Two = Mode<Extent, isize>;

    fn value(leaves: &[(usize, isize)], mut at: usize) -> isize {
        let mut sum = 0;
        for &(extent, stride) in leaves {
            sum += (at % extent) as isize * stride;
            at /= extent;
        }
        sum
    }

    /// Layouts `((a,b),c)` and `(d,(e,f))` of small numbers, by every coordinate.
    #[test]
    fn differences_are_those_of_the_functions() {
        let leaf = |(extent, stride): (usize, isize)| Mode { extent: Extent::new(extent), stride };
        let sizes = [(1, 4), (2, 2), (4, 1), (2, 3), (3, 2), (0, 2), (6, 1)];
        let strides = [-1, 0, 1, 2, 3, 4];
        let (mut same, mut other) = (0, 0);
        let mut all: Vec<[(usize, isize); 2]> = Vec::new();
        for (s, t) in sizes {
            for d in strides {
                for e in strides {
                    all.push([(s, d), (t, e)]);
                }
            }
        }
        for a in &all {
            for b in &all {
                let written = ((leaf(a[0]), leaf(a[1])), leaf((3, 7)));
                let read = ((leaf(b[0]), leaf(b[1])), leaf((3, 7)));
                let size = |of: &[(usize, isize); 2]| of[0].0 * of[1].0;
                let alike = size(a) == size(b);
                let first = (0..size(a)).filter(|_| alike).find(|&at| value(a, at) != value(b, at));
                let found = checked::<((Two, Two), Two), ((Two, Two), Two)>(&written, &read);
                let expected = alike && first.is_none();
                assert_eq!(found.is_ok(), expected, "{a:?} {b:?}: {found:?}");
                if let (Err(error), Some(at), true) = (found, first, alike) {
                    let text = std::format!(
                        "mode = 0, coordinate = {at}, written = {}, read = {} and each coordinate must have one offset in both layouts",
                        value(a, at),
                        value(b, at)
                    );
                    assert_eq!(std::string::ToString::to_string(&error), text, "{a:?} {b:?}");
                }
                *if expected { &mut same } else { &mut other } += 1;
            }
        }
        assert!(same > 500 && other > 500, "{same} {other}");
    }

    #[test]
    fn modes_are_those_of_the_outermost_list() {
        let one = Dynamic::<_, 1>::new(leaf(8, 1)).unwrap();
        let two = Dynamic::<_, 2>::new((leaf(2, 1), leaf(4, 2))).unwrap();
        assert!(agree(one, two).is_err() && agree(two, two).is_ok() && agree(one, one).is_ok());
        let () = Agree::<
            (Leaf<8, 1>, (Leaf<2, 8>, Leaf<3, 16>)),
            crate::Identity,
            ((Leaf<2, 1>, Leaf<4, 2>), Leaf<6, 8>),
            crate::Identity,
        >::SHOWN;
    }

    type Swizzle<const BITS: u32, const SHIFT: i32> = crate::Swizzled<BITS, 0, SHIFT, 0, 0, 64>;

    #[test]
    fn other_swizzles_may_be_one_function() {
        // The offsets of both have no bit 4, so that it flips nothing; `(2,8):(8,1)` has bit 3.
        assert_shown::<
            (Leaf<2, 8>, Leaf<8, 1>),
            Swizzle<1, 3>,
            (Leaf<2, 8>, Leaf<8, 1>),
            Swizzle<2, 3>,
        >();
        // Nothing is flipped below 8.
        assert_shown::<
            (Leaf<2, 4>, Leaf<4, 1>),
            crate::Identity,
            (Leaf<2, 4>, Leaf<4, 1>),
            Swizzle<1, 3>,
        >();
        // Another shape of a mode, too.
        assert_shown::<
            (Leaf<2, 8>, Leaf<8, 1>),
            Swizzle<1, 3>,
            (Leaf<2, 8>, (Leaf<2, 1>, Leaf<4, 2>)),
            Swizzle<2, 3>,
        >();
        let table = <(Leaf<4, 8>, Leaf<8, 1>) as Geometry>::TABLE;
        let of = Modes { shape: table.shape(), stride: table.stride(), table: &table };
        let found = different_value::<Swizzle<1, 3>, Swizzle<2, 3>>(&of, &of);
        // At 16, bit 4 flips bit 1.
        let Some(Difference::Value { place: 2, written: 16, read: 18 }) = found else {
            panic!("they differ at (2,0)")
        };
    }

    #[test]
    #[should_panic(expected = "the 1-D coordinate 2 is read at 18 and written at 16")]
    fn other_swizzles_are_not_always_one_function() {
        assert_shown::<
            (Leaf<4, 8>, Leaf<8, 1>),
            Swizzle<1, 3>,
            (Leaf<4, 8>, Leaf<8, 1>),
            Swizzle<2, 3>,
        >();
    }

    #[test]
    #[should_panic(expected = "too many coordinates to compare each here: `#[agrees(…)]`")]
    fn large_layouts_with_other_swizzles_are_refused() {
        assert_shown::<
            (Leaf<512, 8>, Leaf<16, 1>),
            Swizzle<1, 3>,
            (Leaf<512, 8>, Leaf<16, 1>),
            Swizzle<2, 3>,
        >();
    }

    fn leaf(extent: usize, stride: isize) -> Two {
        Mode { extent: Extent::new(extent), stride }
    }
}
