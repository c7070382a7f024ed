//! The loops over blocks, each of which goes through tiles of views.

use std::thread;

use layout_view::Extent;

use crate::element::Element;
use crate::kernel::Kernel;
use crate::layouts::{KC, MR, NR, Packed, Part, PartMut, nc};

/// The multiplications for which a thread is started. They take some 60 microseconds, and the start of
/// a thread takes 30: products of 192 x 192 x 192 are as fast on one thread as on two, of 64 x 64 x 64
/// five times as fast.
const WORK: usize = 1 << 22;

/// The number of the available threads that pay for a product of these sizes.
pub(crate) fn threads(m: usize, n: usize, k: usize, available: usize) -> usize {
    available.min(m.saturating_mul(n).saturating_mul(k) / WORK).max(1)
}

/// The product `C = A * B` on as many threads as there are buffers for packed panels: each computes some rows or some columns
/// of C, which are tiles that share no element.
pub(crate) fn product<T: Element>(
    a: Part<T>,
    b: Part<T>,
    mut c: PartMut<T>,
    kernel: Kernel<T>,
    buffers: &mut [Vec<Packed<T>>],
) {
    let threads = buffers.len();
    if let [packed] = buffers {
        return blocked(a, b, c, kernel, packed);
    }
    let (m, n) = c.extents();
    let share = |extent: usize, step| Extent::new(extent.div_ceil(threads).next_multiple_of(step));
    let parts: Vec<_> = if m >= n {
        // Each thread packs all of B, for its own rows.
        let rows = share(m, MR);
        let parts = a.ragged_tiles((rows, ..)).zip(c.ragged_tiles_mut((rows, ..)));
        parts.map(|((_, a), (_, c))| (a.into_inner(), b, c.into_inner())).collect()
    } else {
        let columns = share(n, NR);
        let parts = b.ragged_tiles((.., columns)).zip(c.ragged_tiles_mut((.., columns)));
        parts.map(|((_, b), (_, c))| (a, b.into_inner(), c.into_inner())).collect()
    };
    thread::scope(|scope| {
        let mut parts = parts.into_iter().zip(buffers);
        let mine = parts.next();
        for ((a, b, c), packed) in parts {
            scope.spawn(move || blocked(a, b, c, kernel, packed));
        }
        if let Some(((a, b, c), packed)) = mine {
            blocked(a, b, c, kernel, packed);
        }
    });
}

/// The outer two loops: over columns and over steps. A block of B stays in the second-level cache while
/// all rows of A pass.
fn blocked<T: Element>(
    a: Part<T>,
    b: Part<T>,
    mut c: PartMut<T>,
    kernel: Kernel<T>,
    packed: &mut Vec<Packed<T>>,
) {
    // Blocks of about equal depth: a short last one would not be worth its pass over C.
    let (_, k) = a.extents();
    let kc = k.div_ceil(k.div_ceil(KC));
    let (nc, kc) = (Extent::new(nc::<T>(kc)), Extent::new(kc));
    for ((_, b), (_, c)) in b.ragged_tiles((.., nc)).zip(c.ragged_tiles_mut((.., nc))) {
        let mut c = c.into_inner();
        let steps = a.ragged_tiles((.., kc)).zip(b.into_inner().ragged_tiles((kc, ..)));
        for (step, ((_, a), (_, b))) in steps.enumerate() {
            kernel(a.into_inner(), b.into_inner(), packed, c.reborrow(), step > 0);
        }
    }
}
