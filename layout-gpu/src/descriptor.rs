//! Descriptors of `wgmma`: what tensor cores are told of a tile in shared memory, computed from its layout.
//!
//! In units of 16 bytes, PTX's canonical layouts of an operand, `(rows or columns, what is summed over)`, are these (PTX ISA, "Strides"
//! of asynchronous warpgroup products; CuTe's `cute/arch/mma_sm90_desc.hpp` has the same table). `W` is 1, 2, 4, 8 for swizzles of none,
//! 32, 64, 128 bytes.
//!
//! | major | `W` = 1 | `W` > 1 |
//! |---|---|---|
//! | K | `((8,n),2):((1,stride),leading)` | `((8,n),2):((W,stride),1)` |
//! | MN | `((1,n),(8,k)):((X,stride),(1,leading))` | `((W,n),(8,k)):((1,leading),(W,stride))` |

use core::marker::PhantomData;

use layout_runtime::{Coordinate, Geometry, Map, StaticLayout, Table};

use crate::element::Element;
use crate::memory::{Shared, offset};
use crate::refused::Refused;

/// Which mode of an operand is the one of neighbouring elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Major {
    /// What is summed over.
    K,
    /// Rows of the left factor, columns of the right one.
    Mn,
}

/// How 16-byte parts of rows are exchanged: over rows of so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwizzleMode {
    /// Not at all.
    None,
    /// Over rows of 32 bytes.
    B32,
    /// Over rows of 64 bytes.
    B64,
    /// Over rows of 128 bytes.
    B128,
}

impl SwizzleMode {
    /// The mode of a layout of elements of so many bytes: its swizzle exchanges units of 16 bytes by the number of a row of
    /// eight.
    pub(crate) const fn of<M: Map>(size: usize) -> Result<Self, Refused> {
        if M::IDENTITY {
            return Ok(SwizzleMode::None);
        }
        let swizzle = M::SWIZZLE;
        if !<M::Before as Map>::IDENTITY || M::OFFSET != 0 {
            return Err(Refused::new(
                ("offset before the swizzle", M::OFFSET as i64),
                ("swizzles before it", !<M::Before as Map>::IDENTITY as i64),
                "there is one swizzle, of offsets themselves",
            ));
        }
        let base = 4 - size.trailing_zeros() as i64;
        if swizzle.bits > 0 && (swizzle.base as i64 != base || swizzle.shift != 3) {
            return Err(Refused::new(
                ("base of the swizzle", swizzle.base as i64),
                ("its shift", swizzle.shift as i64),
                "a swizzle moves units of 16 bytes, Sw<B,4,3> of addresses in bytes",
            ));
        }
        match swizzle.bits {
            0 => Ok(SwizzleMode::None),
            1 => Ok(SwizzleMode::B32),
            2 => Ok(SwizzleMode::B64),
            3 => Ok(SwizzleMode::B128),
            bits => Err(Refused::new(
                ("bits of the swizzle", bits as i64),
                ("most", 3),
                "a swizzle has rows of 32, 64 or 128 bytes",
            )),
        }
    }

    /// The bytes of a row.
    pub(crate) const fn row(self) -> usize {
        match self {
            SwizzleMode::None => 16,
            SwizzleMode::B32 => 32,
            SwizzleMode::B64 => 64,
            SwizzleMode::B128 => 128,
        }
    }

    /// The number in a descriptor.
    const fn in_descriptor(self) -> u64 {
        match self {
            SwizzleMode::None => 0,
            SwizzleMode::B128 => 1,
            SwizzleMode::B64 => 2,
            SwizzleMode::B32 => 3,
        }
    }
}

/// The canonical layout of an operand, as a descriptor has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// Which mode has neighbouring elements.
    pub major: Major,
    /// The swizzle.
    pub swizzle: SwizzleMode,
    /// The leading dimension byte offset; 0 where it does not count.
    pub leading_bytes: u32,
    /// The stride dimension byte offset; 0 where it does not count.
    pub stride_bytes: u32,
}

/// The offsets of one mode, in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    shape: &'a [usize],
    stride: &'a [isize],
    /// Its coordinates.
    pub(crate) size: usize,
    /// The bytes of an element.
    bytes: usize,
}

impl<'a> Line<'a> {
    pub(crate) const fn of(table: &'a Table, bytes: usize) -> Self {
        let (shape, stride) = (table.shape(), table.stride());
        let (mut size, mut leaf) = (1, 0);
        while leaf < shape.len() {
            size *= shape[leaf];
            leaf += 1;
        }
        Line { shape, stride, size, bytes }
    }

    pub(crate) const fn at(&self, i: usize) -> i64 {
        offset(self.shape, self.stride, i) as i64 * self.bytes as i64
    }

    /// The one distance from each `group` coordinates to the next, within each `tile` of them; 0 where there is one group.
    const fn distance(
        &self,
        group: usize,
        tile: usize,
        name: &'static str,
    ) -> Result<i64, Refused> {
        let (mut found, mut i) = (0, group);
        while i < self.size {
            if i % tile != 0 {
                let distance = self.at(i) - self.at(i - group);
                if found != 0 && distance != found || distance <= 0 {
                    return Err(Refused::new(
                        (name, i as i64),
                        ("bytes from the one before", distance),
                        "groups of an operand are at the same distance each",
                    ));
                }
                found = distance;
            }
            i += group;
        }
        Ok(found)
    }

    /// Whether each `group` coordinates are `step` bytes apart, and begin at a multiple of `align` bytes.
    const fn steps(
        &self,
        group: usize,
        step: i64,
        align: i64,
        name: &'static str,
    ) -> Result<(), Refused> {
        let mut i = 0;
        while i < self.size {
            let first = self.at(i - i % group);
            if self.at(i) != first + (i % group) as i64 * step || first % align != 0 {
                return Err(Refused::new(
                    (name, i as i64),
                    ("its offset in bytes", self.at(i)),
                    "an operand has one of the canonical forms: ((8,n),2):((W,s),1), or ((8,n),2):((1,s),l), or with columns \
                     together ((W,n),(8,k)):((1,l),(W,s)), or ((1,n),(8,k)):((X,s),(1,l)), in units of 16 bytes",
                ));
            }
            i += 1;
        }
        Ok(())
    }
}

/// `?`, which constants do not have.
macro_rules! check {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(refused) => return Err(refused),
        }
    };
}

impl Canonical {
    /// The canonical form of a layout `(rows or columns, what is summed over)`, of which a product takes `mn` rows or columns, and 32
    /// bytes of the other mode.
    ///
    /// # Errors
    ///
    /// The layout has none.
    ///
    /// ```
    /// use layout_gpu::{Bf16, Canonical};
    /// use layout_runtime::layout;
    ///
    /// // Rows of 128 bytes, as they are: eight rows are 128 bytes apart, and no form has that.
    /// let refused = Canonical::of::<Bf16, _>(layout!((64,64):(64,1)), 64).unwrap_err();
    /// assert!(refused.to_string().starts_with("row = 1, its offset in bytes = 128: "));
    /// ```
    pub const fn of<T: Element, L: StaticLayout>(_: L, mn: usize) -> Result<Self, Refused> {
        Self::of_type::<T, L>(mn)
    }

    const fn of_type<T: Element, L: StaticLayout>(mn: usize) -> Result<Self, Refused> {
        let bytes = size_of::<T>();
        if <L::Geometry as Geometry>::RANK != 2 {
            return Err(Refused::new(
                ("modes", <L::Geometry as Geometry>::RANK as i64),
                ("wanted", 2),
                "an operand has rows or columns, and what is summed over",
            ));
        }
        let rows = <<L::Geometry as Geometry>::Head as Geometry>::TABLE;
        let sums = <<L::Geometry as Geometry>::Tail as Geometry>::TABLE;
        let (rows, sums) = (Line::of(&rows, bytes), Line::of(&sums, bytes));
        let swizzle = check!(SwizzleMode::of::<L::Map>(bytes));
        let k = 32 / bytes;
        if rows.size % mn != 0 || sums.size % k != 0 || !mn.is_multiple_of(8) {
            return Err(Refused::new(
                ("rows or columns", rows.size as i64),
                ("what is summed over", sums.size as i64),
                "products of 32 bytes in depth, and of a multiple of 8 rows or columns, divide the tile",
            ));
        }
        let is_k = sums.at(1) == bytes as i64;
        if is_k {
            Self::of_rows(rows, sums, mn, swizzle)
        } else {
            Self::of_columns(rows, sums, mn, swizzle)
        }
    }

    /// What is summed over is together.
    const fn of_rows(
        rows: Line<'_>,
        sums: Line<'_>,
        mn: usize,
        swizzle: SwizzleMode,
    ) -> Result<Self, Refused> {
        let (row, unit) = (swizzle.row(), 16 / sums.bytes);
        // Eight rows are the block of a swizzle; its first row is as it is.
        check!(rows.steps(8, row as i64, if row > 16 { 8 * row as i64 } else { 16 }, "row"));
        let stride = check!(rows.distance(8, mn, "row"));
        let leading = match swizzle {
            SwizzleMode::None => {
                check!(sums.steps(unit, sums.bytes as i64, 16, "place in a row"));
                check!(sums.distance(unit, 2 * unit, "place in a row"))
            }
            _ => {
                check!(sums.steps(2 * unit, sums.bytes as i64, 32, "place in a row"));
                check!(in_first_row(sums, row));
                0
            }
        };
        Self::fitting(Major::K, swizzle, leading, stride)
    }

    /// Rows or columns are together.
    const fn of_columns(
        rows: Line<'_>,
        sums: Line<'_>,
        mn: usize,
        swizzle: SwizzleMode,
    ) -> Result<Self, Refused> {
        if rows.bytes != 2 {
            return Err(Refused::new(
                ("bytes of an element", rows.bytes as i64),
                ("bytes from one to the next in depth", sums.at(1)),
                "elements that are not of 16 bits lie with what is summed over together",
            ));
        }
        let row = swizzle.row();
        let together = row / rows.bytes;
        if !mn.is_multiple_of(together) {
            return Err(Refused::new(
                ("rows or columns of a product", mn as i64),
                ("those of a row of the swizzle", together as i64),
                "a product has whole rows of the swizzle",
            ));
        }
        let block = if row > 16 { 8 * row as i64 } else { 16 };
        check!(rows.steps(together, rows.bytes as i64, block, "row or column"));
        check!(sums.steps(8, row as i64, block, "place in depth"));
        let across = check!(rows.distance(together, mn, "row or column"));
        let along = check!(sums.distance(8, 16, "place in depth"));
        match swizzle {
            SwizzleMode::None => Self::fitting(Major::Mn, swizzle, along, across),
            _ => Self::fitting(Major::Mn, swizzle, across, along),
        }
    }

    const fn fitting(
        major: Major,
        swizzle: SwizzleMode,
        leading: i64,
        stride: i64,
    ) -> Result<Self, Refused> {
        if leading % 16 != 0 || stride % 16 != 0 || leading >= 1 << 18 || stride >= 1 << 18 {
            return Err(Refused::new(
                ("leading bytes", leading),
                ("stride bytes", stride),
                "a descriptor has multiples of 16 below 262144",
            ));
        }
        Ok(Canonical { major, swizzle, leading_bytes: leading as u32, stride_bytes: stride as u32 })
    }

    /// The descriptor, without the address.
    #[must_use]
    pub const fn bits(self) -> u64 {
        (self.leading_bytes as u64 >> 4) << 16
            | (self.stride_bytes as u64 >> 4) << 32
            | self.swizzle.in_descriptor() << 62
    }
}

/// Each 32 bytes of a row begin in the first row of a block, which is not swizzled.
const fn in_first_row(sums: Line<'_>, row: usize) -> Result<(), Refused> {
    let (mut i, block) = (0, 8 * row as i64);
    while i < sums.size {
        if sums.at(i) % block >= row as i64 {
            return Err(Refused::new(
                ("place in a row", i as i64),
                ("its offset in bytes", sums.at(i)),
                "a row of the tile is one of the swizzle, or several whole ones at multiples of eight rows",
            ));
        }
        i += 1;
    }
    Ok(())
}

/// The descriptor of a tile, without its address, for products of `mn` rows or columns.
///
/// A layout that is none of the canonical forms does not compile:
///
/// ```compile_fail
/// # use layout_gpu::{Bf16, gmma_descriptor};
/// # use layout_runtime::layout;
/// layout! { struct Rows = (64,64):(64,1); }
/// const D: u64 = gmma_descriptor::<Bf16, _>(Rows, 64); // row = 1, its offset in bytes = 128: …
/// ```
///
/// # Panics
///
/// The layout has no canonical form; in a constant, it does not compile.
#[must_use]
pub const fn gmma_descriptor<T: Element, L: StaticLayout>(_: L, mn: usize) -> u64 {
    canonical::<T, L>(mn).bits()
}

const fn canonical<T: Element, L: StaticLayout>(mn: usize) -> Canonical {
    match Canonical::of_type::<T, L>(mn) {
        Ok(canonical) => canonical,
        Err(refused) => refused.stop("no operand of tensor cores", L::NOTATION),
    }
}

/// An operand of a product of `MN` rows or columns, in shared memory: a descriptor.
pub struct Operand<T, L, const MN: usize> {
    descriptor: u64,
    of: PhantomData<fn() -> (T, L)>,
}

impl<T, L, const MN: usize> Clone for Operand<T, L, MN> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L, const MN: usize> Copy for Operand<T, L, MN> {}

impl<T, L, const MN: usize> core::fmt::Debug for Operand<T, L, MN> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:#018x}", self.descriptor)
    }
}

impl<T: Element, L: StaticLayout, const MN: usize> Operand<T, L, MN> {
    const CANONICAL: Canonical = canonical::<T, L>(MN);

    /// Whether rows or columns are together, as instructions have it.
    pub(crate) const TRANSPOSED: u32 = matches!(Self::CANONICAL.major, Major::Mn) as u32;

    /// The descriptor.
    #[inline(always)]
    #[must_use]
    pub const fn descriptor(self) -> u64 {
        self.descriptor
    }
}

impl<T: Element, L: StaticLayout> Shared<T, L> {
    /// The operand of a product that begins at a coordinate: multiples of `MN` and of 32 bytes.
    ///
    /// A layout that is none of the canonical forms does not compile.
    #[inline(always)]
    #[must_use]
    pub fn operand<const MN: usize>(self, mn: u32, k: u32) -> Operand<T, L, MN>
    where
        (u32, u32): Coordinate<L::Geometry, u32>,
    {
        let address = self.place((mn, k)).address();
        let descriptor =
            (address as u64 & 0x3_ffff) >> 4 | const { Operand::<T, L, MN>::CANONICAL.bits() };
        Operand { descriptor, of: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bf16, E4m3};
    use layout_runtime::layout;

    layout! {
        struct K128 = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
        struct K64 = Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1);
        struct K32 = Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1);
        struct KNone = (_8,_8):(_8,_1);
        struct Mn128 = Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64);
        struct Mn64 = Sw<2,4,3> o smem_ptr[16b](unset) o (_32,_8):(_1,_32);
        struct Mn32 = Sw<1,4,3> o smem_ptr[16b](unset) o (_16,_8):(_1,_16);
        struct MnNone = (_8,_8):(_1,_8);
        struct K128Of8 = Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1);
    }

    /// What CuTe's canonical layout of the form, with the numbers that were found, answers for a product is what the layout does.
    fn check<T: Element, L: StaticLayout>(
        layout: L,
        mn: usize,
        major: Major,
        swizzle: SwizzleMode,
    ) -> (u32, u32)
    where
        (usize, usize): Coordinate<L::Geometry>,
    {
        let found = Canonical::of::<T, L>(layout, mn).unwrap();
        assert_eq!((found.major, found.swizzle), (major, swizzle), "{}", L::NOTATION);
        let (bytes, width) = (size_of::<T>(), swizzle.row() / 16);
        let (leading, stride) = (found.leading_bytes as usize, found.stride_bytes as usize);
        // The table at the head of this file, in bytes and before the swizzle.
        let canonical = |i: usize, k: usize| match (major, width) {
            (Major::K, 1) => {
                let unit = 16 / bytes;
                16 * (i % 8) + stride * (i / 8) + leading * (k / unit) + bytes * (k % unit)
            }
            (Major::K, _) => 16 * width * (i % 8) + stride * (i / 8) + bytes * k,
            (Major::Mn, 1) => 2 * (i % 8) + stride * (i / 8) + 16 * (k % 8) + leading * (k / 8),
            (Major::Mn, _) => {
                let row = 8 * width;
                2 * (i % row) + leading * (i / row) + 2 * row * (k % 8) + stride * (k / 8)
            }
        };
        // What the engine does to an address: units of 16 bytes by the number of a row of 128.
        let swizzled = |address: usize| address ^ ((address >> 7 & (width - 1)) << 4);
        let rows = <L::Geometry as Geometry>::Head::SIZE;
        let sums = <L::Geometry as Geometry>::Tail::SIZE;
        let depth = 32 / bytes;
        for i in (0..rows).step_by(mn) {
            for k in (0..sums).step_by(depth) {
                let start = layout.crd2idx((i, k)) * bytes;
                for (r, s) in (0..mn).flat_map(|r| (0..depth).map(move |s| (r, s))) {
                    let by_engine = swizzled(start + canonical(r, s));
                    assert_eq!(
                        by_engine,
                        layout.crd2idx((i + r, k + s)) * bytes,
                        "{} at {i} + {r}, {k} + {s}",
                        L::NOTATION
                    );
                }
            }
        }
        (found.leading_bytes, found.stride_bytes)
    }

    #[test]
    fn canonical_forms_address_what_the_layout_does() {
        use Major::{K, Mn};
        use SwizzleMode::{B32, B64, B128, None};
        assert_eq!(
            check::<Bf16, _>(layout!(tile_to_shape(K128, (128, 64))), 64, K, B128),
            (0, 1024)
        );
        assert_eq!(
            check::<Bf16, _>(layout!(tile_to_shape(K128, (128, 128))), 128, K, B128),
            (0, 1024)
        );
        assert_eq!(check::<Bf16, _>(layout!(tile_to_shape(K64, (128, 64))), 64, K, B64), (0, 512));
        assert_eq!(check::<Bf16, _>(layout!(tile_to_shape(K32, (64, 64))), 64, K, B32), (0, 256));
        assert_eq!(
            check::<Bf16, _>(layout!(tile_to_shape(KNone, (64, 64))), 64, K, None),
            (1024, 128)
        );
        assert_eq!(
            check::<Bf16, _>(layout!(tile_to_shape(Mn128, (128, 64))), 128, Mn, B128),
            (1024, 2048)
        );
        assert_eq!(
            check::<Bf16, _>(layout!(tile_to_shape(Mn128, (64, 64))), 64, Mn, B128),
            (0, 1024)
        );
        assert_eq!(
            check::<Bf16, _>(layout!(tile_to_shape(Mn64, (128, 32))), 64, Mn, B64),
            (512, 2048)
        );
        assert_eq!(
            check::<Bf16, _>(layout!(tile_to_shape(Mn32, (64, 32))), 64, Mn, B32),
            (256, 1024)
        );
        assert_eq!(
            check::<Bf16, _>(layout!(tile_to_shape(MnNone, (64, 32))), 64, Mn, None),
            (1024, 128)
        );
        assert_eq!(
            check::<E4m3, _>(layout!(tile_to_shape(K128Of8, (128, 128))), 64, K, B128),
            (0, 1024)
        );
        // The rows of a tile of keys are columns of a product.
        assert_eq!(
            check::<Bf16, _>(layout!(select(tile_to_shape(K128, (128, 128)), 1, 0)), 128, Mn, B128),
            (16384, 1024)
        );
    }

    #[test]
    fn other_layouts_are_refused_with_numbers() {
        let refused = |result: Result<Canonical, Refused>| result.unwrap_err();
        let rule = |result| refused(result).rule();
        // Rows that are not swizzled, of more than 16 bytes.
        let plain = refused(Canonical::of::<Bf16, _>(layout!((64,64):(64,1)), 64));
        assert_eq!(plain.rule(), rule(Canonical::of::<Bf16, _>(layout!((64,64):(1,72)), 64)));
        // A swizzle of elements instead of 16 bytes, of more bits, by another distance, or after an offset.
        let of = |result| rule(result);
        assert!(
            of(Canonical::of::<Bf16, _>(layout!(Sw<3,2,3> o 0 o (8,64):(64,1)), 8))
                .contains("units of 16 bytes")
        );
        assert!(
            of(Canonical::of::<Bf16, _>(layout!(Sw<3,3,4> o 0 o (8,64):(64,1)), 8))
                .contains("units of 16 bytes")
        );
        assert!(
            of(Canonical::of::<Bf16, _>(layout!(Sw<4,3,4> o 0 o (8,64):(64,1)), 8))
                .contains("units of 16 bytes")
        );
        assert!(
            of(Canonical::of::<Bf16, _>(layout!(Sw<3,3,3> o 64 o (8,64):(64,1)), 8))
                .contains("one swizzle")
        );
        // Rows padded against bank conflicts.
        assert!(Canonical::of::<Bf16, _>(layout!((64,64):(72,1)), 64).is_err());
        // The swizzle of 128 bytes over rows of 64.
        assert!(Canonical::of::<Bf16, _>(layout!(Sw<3,3,3> o 0 o (64,32):(32,1)), 64).is_err());
        // Groups of rows at different distances.
        assert!(
            of(Canonical::of::<Bf16, _>(
                layout!(Sw<3,3,3> o 0 o ((8,2,2),64):((64,512,4096),1)),
                32
            ))
            .contains("same distance")
        );
        // fp8 with columns together, sizes that products do not divide, and a tile with stages.
        assert!(of(Canonical::of::<E4m3, _>(layout!((128,32):(1,128)), 64)).contains("16 bits"));
        assert!(
            of(Canonical::of::<Bf16, _>(layout!((96,64):(64,1)), 64)).contains("divide the tile")
        );
        assert!(
            of(Canonical::of::<Bf16, _>(layout!((64,64,2):(64,1,4096)), 64))
                .contains("rows or columns, and")
        );
        // A distance that 14 bits do not hold.
        assert!(
            of(Canonical::of::<Bf16, _>(layout!(Sw<3,3,3> o 0 o ((8,2),64):((64,131072),1)), 16))
                .contains("below 262144")
        );
    }

    #[test]
    fn descriptors_have_their_fields() {
        layout! { struct Tile = tile_to_shape(K128, (128,64)); }
        const BITS: u64 = gmma_descriptor::<Bf16, _>(Tile, 64);
        assert_eq!(BITS, 1 << 62 | 64 << 32);
        let tile = Shared::<Bf16, Tile>::at_address(2048);
        assert_eq!(tile.operand::<64>(64, 16).descriptor(), BITS | (2048 + 64 * 128 + 32) >> 4);
    }
}
