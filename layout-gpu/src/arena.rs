//! Shared memory for tiles and barriers: sizes, places and alignments are computed while the kernel compiles.

use layout_runtime::bounds::Unpadded;
use layout_runtime::internals::Message;
use layout_runtime::{OffsetMap, StaticLayout};

use crate::barrier::{Barrier, Pipeline};
use crate::element::Element;
use crate::memory::Shared;
use crate::refused::require;

#[cfg(target_arch = "nvptx64")]
core::arch::global_asm!(".extern .shared .align 1024 .b8 dynamic_shared[];");

/// The shared memory of a block that kernels may ask for on compute capability 9.0, in bytes.
const MOST: u32 = 227 * 1024;

/// The alignment of the dynamic shared memory, in bytes.
const FIRST: u32 = 1024;

/// An item of an arena: a tile, a barrier, or a pipeline.
pub trait Item: Copy {
    /// Its size, in bytes.
    const BYTES: u32;
    /// The number that its address is a multiple of.
    const ALIGN: u32;

    #[doc(hidden)]
    fn at_address(address: u32) -> Self;
}

/// A tile begins where vectors and the copies of TMA are aligned, and where the swizzles of the
/// engine and of tensor cores, which are of addresses, begin anew. A swizzle that reaches further than theirs is one of offsets.
impl<T: Element, L: StaticLayout<Bounds: Unpadded>> Item for Shared<T, L> {
    const BYTES: u32 = {
        require(L::MIN_OFFSET >= 0, "a tile in shared memory has no negative offsets");
        Shared::<T, L>::BYTES
    };
    const ALIGN: u32 = {
        let reach = (size_of::<T>() as u64) << L::Map::REACH;
        if 128 < reach && reach <= FIRST as u64 { reach as u32 } else { 128 }
    };

    #[inline(always)]
    fn at_address(address: u32) -> Self {
        Shared::<T, L>::at_address(address)
    }
}

impl Item for Barrier {
    const BYTES: u32 = 8;
    const ALIGN: u32 = 8;

    #[inline(always)]
    fn at_address(address: u32) -> Self {
        Barrier::at(address)
    }
}

impl<const STAGES: usize, const BLOCKS: u32> Item for Pipeline<STAGES, BLOCKS> {
    const BYTES: u32 = Pipeline::<STAGES, BLOCKS>::BYTES;
    const ALIGN: u32 = 8;

    #[inline(always)]
    fn at_address(address: u32) -> Self {
        Pipeline::at(address)
    }
}

/// A tuple of up to twelve [`Item`]s, one after the other.
///
/// ```
/// use layout_gpu::{Arena, Bf16, Pipeline, Shared};
/// use layout_runtime::layout;
///
/// layout! {
///     struct Tiles = tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (128,64,4));
/// }
///
/// type Memory = (Pipeline<4>, Shared<Bf16, Tiles>);
/// // The tiles begin at a multiple of 1024, as their swizzle wants it.
/// assert_eq!(Memory::BYTES, 1024 + 4 * 128 * 64 * 2);
/// ```
///
/// An arena that is larger than the shared memory of a block does not compile:
///
/// ```compile_fail
/// # use layout_gpu::{Arena, Shared};
/// # use layout_runtime::layout;
/// layout! { struct Large = (512,128):(128,1); }
/// const BYTES: u32 = <(Shared<f32, Large>,) as Arena>::BYTES; // a block has at most 232448 bytes
/// ```
pub trait Arena: Copy {
    /// The bytes of dynamic shared memory that a launch of the kernel asks for.
    const BYTES: u32;

    #[doc(hidden)]
    fn from_address(first: u32) -> Self;
}

/// The place of what follows `end`.
const fn place(end: u32, align: u32) -> u32 {
    end.next_multiple_of(align)
}

const fn assert_fits(bytes: u32) -> u32 {
    if bytes > MOST {
        Message::new("")
            .integer(bytes as isize)
            .text(" bytes of shared memory, of which a block has at most ")
            .integer(MOST as isize)
            .panic();
    }
    bytes
}

macro_rules! arena {
    ($($I:ident)*) => {
        impl<$($I: Item),*> Arena for ($($I,)*) {
            const BYTES: u32 = {
                let end = 0;
                $(let end = place(end, $I::ALIGN) + $I::BYTES;)*
                assert_fits(end)
            };

            #[inline(always)]
            #[allow(unused_assignments)]
            fn from_address(first: u32) -> Self {
                let mut end = 0;
                ($({
                    let at = place(end, $I::ALIGN);
                    end = at + $I::BYTES;
                    $I::at_address(first + at)
                },)*)
            }
        }
    };
}

arena!(A);
arena!(A B);
arena!(A B C);
arena!(A B C D);
arena!(A B C D E);
arena!(A B C D E F);
arena!(A B C D E F G);
arena!(A B C D E F G H);
arena!(A B C D E F G H I);
arena!(A B C D E F G H I J);
arena!(A B C D E F G H I J K);
arena!(A B C D E F G H I J K L);

/// The dynamic shared memory of the block, as these items.
///
/// ```ignore
/// type Memory = (Shared<f32, Tile>, Pipeline<4>);
/// let (tile, pipeline) = unsafe { arena::<Memory>() };
/// ```
///
/// # Safety
///
/// The kernel is launched with [`Arena::BYTES`] bytes of shared memory, and takes no other arena, or one whose accesses are a barrier
/// apart from those of this.
#[inline(always)]
#[must_use]
pub unsafe fn arena<A: Arena>() -> A {
    let _: u32 = const { A::BYTES };
    let first: u32;
    // SAFETY: it reads a number.
    unsafe {
        crate::ptx::ptx!("mov.u32 {}, dynamic_shared;", out(reg32) first, options(pure, nomem, nostack));
    }
    A::from_address(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bf16;
    use layout_runtime::layout;

    layout! {
        struct Swizzled = tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (16,64,2));
        struct Plain = (3,5):(5,1);
        struct Stages = (8,64,4):(64,1,512);
        #[live(4)]
        struct Stream = (8,64, 12 mod 4):(64,1,512);
        #[live(4)]
        struct SwizzledStream = Sw<3,3,3> o 0 o (8,64, 12 mod 4):(64,1,512);
    }

    #[test]
    fn a_stage_of_a_stream_is_the_tile_of_its_position() {
        type All = (Shared<f32, Stages>, Shared<f32, Stream>, Shared<Bf16, SwizzledStream>);
        let (stages, stream, swizzled) = All::from_address(1024);
        // Once around takes no more memory than the stages do.
        assert_eq!(All::BYTES, 2 * 4 * 4 * 512 + 2 * 4 * 512);
        let mut turn = crate::Turn::<4>::FIRST;
        for i in 0..12 {
            let at = crate::Turn::<4>::at(i);
            assert_eq!((at.stage(), at.phase()), (turn.stage(), turn.phase()));
            let of = [stages.stage(at).address(), stream.stage(turn).address()];
            let (first, index) =
                (4 * Stages.at(0, 0, i as usize % 4), 4 * Stream.at(0, 0, i as usize));
            assert_eq!(of[0] - stages.address(), first as u32);
            assert_eq!(of[1] - stream.address(), index as u32);
            let index = 2 * SwizzledStream.at(0, 0, i as usize);
            assert_eq!(swizzled.stage(at).address() - swizzled.address(), index as u32);
            turn = turn.next();
        }
    }

    #[test]
    fn items_are_aligned_and_apart() {
        type All =
            (Shared<u8, Plain>, Barrier, Pipeline<3>, Shared<Bf16, Swizzled>, Shared<f32, Plain>);
        let (bytes, barrier, pipeline, swizzled, plain) = All::from_address(2048);
        let starts = [
            bytes.address(),
            barrier.address(),
            pipeline.address(),
            swizzled.address(),
            plain.address(),
        ];
        assert_eq!(starts, [2048, 2064, 2072, 3072, 3072 + 4096]);
        assert_eq!(All::BYTES, 1024 + 4096 + 60);
        assert_eq!(<Shared<Bf16, Swizzled> as Item>::ALIGN, 1024);
        assert_eq!(<(Barrier,) as Arena>::BYTES, 8);
        // Where an own instruction finds the barriers of a stage.
        let turn = crate::Turn::<3>::FIRST.next();
        assert_eq!([pipeline.full(turn).address(), pipeline.free(turn).address()], [2080, 2104]);
    }
}
