//! Descriptors of `wgmma`: the description of a tile in shared memory that tensor cores take, computed from its layout.

use core::marker::PhantomData;

use layout_core::{Canonical, EncodingError, Major, ModeOffsets, SwizzleMode};
use layout_runtime::{Coordinate, Geometry, OffsetMap, StaticLayout, Table};

use crate::element::Element;
use crate::memory::Shared;
use crate::refused::{check, stop};

/// The swizzle of tensor cores and TMA that a layout has, whose elements have `bytes` bytes.
pub(crate) const fn swizzle_mode<M: OffsetMap>(bytes: usize) -> Result<SwizzleMode, EncodingError> {
    if M::IDENTITY {
        return SwizzleMode::from_swizzles(&[], bytes);
    }
    let last = (M::SWIZZLE, M::OFFSET as i64);
    match <M::Before as OffsetMap>::IDENTITY {
        true => SwizzleMode::from_swizzles(&[last], bytes),
        // One too many already.
        false => SwizzleMode::from_swizzles(&[last, (<M::Before as OffsetMap>::SWIZZLE, 0)], bytes),
    }
}

/// A mode of a layout.
pub(crate) const fn line(table: &Table, bytes: usize) -> ModeOffsets<'_> {
    ModeOffsets::new(table.shape(), table.stride(), bytes)
}

/// The canonical form of a layout `(rows or columns, what is summed over)`, of which a product takes `mn` rows or columns, and 32
/// bytes of the other mode.
///
/// # Errors
///
/// The layout has none.
///
/// ```
/// use layout_gpu::{Bf16, canonical};
/// use layout_runtime::layout;
///
/// // Rows of 128 bytes, as they are: eight rows are 128 bytes apart, and no form has that.
/// let refused = canonical::<Bf16, _>(layout!((64,64):(64,1)), 64).unwrap_err();
/// assert!(refused.to_string().starts_with("row = 1, its offset in bytes = 128: "));
/// ```
pub const fn canonical<T: Element, L: StaticLayout>(
    _: L,
    mn: usize,
) -> Result<Canonical, EncodingError> {
    canonical_of::<T, L>(mn)
}

const fn canonical_of<T: Element, L: StaticLayout>(mn: usize) -> Result<Canonical, EncodingError> {
    let bytes = size_of::<T>();
    if <L::Geometry as Geometry>::RANK != 2 {
        return Err(EncodingError::new(
            ("modes", <L::Geometry as Geometry>::RANK as i64),
            ("wanted", 2),
            "an operand has rows or columns, and what is summed over",
        ));
    }
    let rows = <<L::Geometry as Geometry>::Head as Geometry>::TABLE;
    let sums = <<L::Geometry as Geometry>::Tail as Geometry>::TABLE;
    let swizzle = check!(swizzle_mode::<L::Map>(bytes));
    Canonical::of_lines(line(&rows, bytes), line(&sums, bytes), mn, swizzle)
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
    canonical_or_stop::<T, L>(mn).bits()
}

const fn canonical_or_stop<T: Element, L: StaticLayout>(mn: usize) -> Canonical {
    match canonical_of::<T, L>(mn) {
        Ok(canonical) => canonical,
        Err(refused) => stop(&refused, "no operand of tensor cores", L::NOTATION),
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
    const CANONICAL: Canonical = canonical_or_stop::<T, L>(MN);

    /// The bit of an instruction by which rows or columns are contiguous: 1 if the canonical layout is MN-major.
    pub(crate) const TRANSPOSED: u32 = matches!(Self::CANONICAL.major, Major::Mn) as u32;

    /// The 64 bits that `wgmma` takes as the descriptor of the tile.
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

    /// Compares the layout with CuTe's canonical layout of the form, with the numbers that were found.
    fn check<T: Element, L: StaticLayout>(
        layout: L,
        mn: usize,
        major: Major,
        swizzle: SwizzleMode,
    ) -> (u32, u32)
    where
        (usize, usize): Coordinate<L::Geometry>,
    {
        let found = canonical::<T, L>(layout, mn).unwrap();
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
        let refused = |result: Result<Canonical, EncodingError>| result.unwrap_err();
        let rule = |result| refused(result).rule();
        // Rows that are not swizzled, of more than 16 bytes.
        let plain = refused(canonical::<Bf16, _>(layout!((64,64):(64,1)), 64));
        assert_eq!(plain.rule(), rule(canonical::<Bf16, _>(layout!((64,64):(1,72)), 64)));
        // A swizzle of elements instead of 16 bytes, of more bits, by another distance, or after an offset.
        let of = |result| rule(result);
        assert!(
            of(canonical::<Bf16, _>(layout!(Sw<3,2,3> o 0 o (8,64):(64,1)), 8))
                .contains("units of 16 bytes")
        );
        assert!(
            of(canonical::<Bf16, _>(layout!(Sw<3,3,4> o 0 o (8,64):(64,1)), 8))
                .contains("units of 16 bytes")
        );
        assert!(
            of(canonical::<Bf16, _>(layout!(Sw<4,3,4> o 0 o (8,64):(64,1)), 8))
                .contains("units of 16 bytes")
        );
        assert!(
            of(canonical::<Bf16, _>(layout!(Sw<3,3,3> o 64 o (8,64):(64,1)), 8))
                .contains("one swizzle")
        );
        // Rows padded against bank conflicts.
        assert!(canonical::<Bf16, _>(layout!((64,64):(72,1)), 64).is_err());
        // The swizzle of 128 bytes over rows of 64.
        assert!(canonical::<Bf16, _>(layout!(Sw<3,3,3> o 0 o (64,32):(32,1)), 64).is_err());
        // Groups of rows at different distances.
        assert!(
            of(canonical::<Bf16, _>(layout!(Sw<3,3,3> o 0 o ((8,2,2),64):((64,512,4096),1)), 32))
                .contains("same distance")
        );
        // fp8 with columns together, sizes that products do not divide, and a tile with stages.
        assert!(of(canonical::<E4m3, _>(layout!((128,32):(1,128)), 64)).contains("16 bits"));
        assert!(of(canonical::<Bf16, _>(layout!((96,64):(64,1)), 64)).contains("divide the tile"));
        assert!(
            of(canonical::<Bf16, _>(layout!((64,64,2):(64,1,4096)), 64))
                .contains("rows or columns, and")
        );
        // A distance that 14 bits do not hold.
        assert!(
            of(canonical::<Bf16, _>(layout!(Sw<3,3,3> o 0 o ((8,2),64):((64,131072),1)), 16))
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
