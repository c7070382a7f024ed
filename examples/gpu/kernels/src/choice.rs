//! Tables of kernels with their times, which `tune.py` measures and both Rust and Python read.

/// Defines `Kernel`, and `KERNELS`: those of a file, whose rows are tuples of the fields in their order.
macro_rules! kernels {
    ($file:literal; $(#[$doc:meta])* pub struct Kernel { $($(#[$of:meta])* pub $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Kernel {
            $($(#[$of])* pub $field: $type,)*
        }

        const ROWS: &[($($type,)*)] = &include!($file);

        /// All kernels.
        pub const KERNELS: [Kernel; ROWS.len()] = {
            const fn kernel(($($field,)*): ($($type,)*)) -> Kernel {
                Kernel { $($field,)* }
            }
            let mut all = [kernel(ROWS[0]); ROWS.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = kernel(ROWS[i]);
                i += 1;
            }
            all
        };
    };
}

pub(crate) use kernels;

/// The turns that so many clusters take on so many multiprocessors, 132 of which run `at_once` of them at the same time.
pub(crate) const fn turns(clusters: u64, at_once: u32, processors: u32) -> u64 {
    let at_once = at_once as u64 * processors as u64 / 132;
    clusters.div_ceil(if at_once > 0 { at_once } else { 1 })
}
