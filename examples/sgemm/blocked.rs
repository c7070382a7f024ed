//! The loops over blocks, each of which goes through tiles of views.

use std::thread;

use layout_runtime::Extent;

use crate::kernel::Kernel;
use crate::layouts::{Aligned, KC, MC, MR, NC, Packed, Part, PartMut, TILE};
use crate::pack::{pack_a, pack_b};

/// The product `C = A * B` on as many threads as there are buffers: each computes rows of C, which
/// are tiles that share no element.
pub(crate) fn product(a: Part, b: Part, mut c: PartMut, kernel: Kernel, buffers: &mut [Packed]) {
    let (m, _) = a.extents();
    let rows = Extent::new(m.div_ceil(buffers.len()).next_multiple_of(MR));
    thread::scope(|scope| {
        let mut parts = a.ragged_tiles((rows, ..)).zip(c.ragged_tiles_mut((rows, ..))).zip(buffers);
        let mine = parts.next();
        for (((_, a), (_, c)), packed) in parts {
            scope.spawn(move || blocked(a.into_inner(), b, c.into_inner(), kernel, packed));
        }
        if let Some((((_, a), (_, c)), packed)) = mine {
            blocked(a.into_inner(), b, c.into_inner(), kernel, packed);
        }
    });
}

/// Five loops around a micro-kernel, as in GotoBLAS and BLIS.
fn blocked(a: Part, b: Part, mut c: PartMut, kernel: Kernel, packed: &mut Packed) {
    // Blocks of about equal depth: a short last one would not be worth its passes over C.
    let (_, k) = a.extents();
    let kc = Extent::new(k.div_ceil(k.div_ceil(KC)).next_multiple_of(16));
    let (mr, mc, nc) = (Extent::new(MR), Extent::new(MC), Extent::new(NC));
    for ((_, b), (_, c)) in b.ragged_tiles((.., nc)).zip(c.ragged_tiles_mut((.., nc))) {
        let mut c = c.into_inner();
        let steps = a.ragged_tiles((.., kc)).zip(b.into_inner().ragged_tiles((kc, ..)));
        for (step, ((_, a), (_, b))) in steps.enumerate() {
            pack_b(b.into_inner(), packed);
            for ((_, a), (_, c)) in
                a.into_inner().ragged_tiles((mc, ..)).zip(c.ragged_tiles_mut((mc, ..)))
            {
                let (a, mut c) = (a.into_inner(), c.into_inner());
                let (_, steps) = a.extents();
                pack_a(a, packed);
                for ((_, strip), Aligned(a)) in c.ragged_tiles_mut((mr, ..)).zip(&packed.a) {
                    for ((_, c), Aligned(b)) in
                        strip.into_inner().ragged_tiles_mut(TILE).zip(&packed.b)
                    {
                        kernel(steps, a.as_view(), b.as_view(), c, step > 0);
                    }
                }
            }
        }
    }
}
