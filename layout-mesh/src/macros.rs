//! `redistribute!`: a wrapper that passes `$crate`, so that a renamed dependency works.

/// A plan that is made while the program compiles, `A -> B`, as a [`StaticPlan`](crate::StaticPlan).
///
/// The placements are layouts of (device, place), as expressions of `layout!` or names of layouts that it defined. A mode is a dimension
/// of the tensor; one named `copy` has devices that hold the same, one named `sum` devices that hold summands.
///
/// ```
/// use std::time::Duration;
/// use layout_mesh::engine::{Engine, threads};
/// use layout_mesh::{Collective, StaticPlan, redistribute};
///
/// const PLAN: StaticPlan = redistribute!(
///     ((2,4),8):((1@place,1@device),2@place) -> (8,(2,4)):(1@place,(8@place,1@device))
/// );
/// // A program that moves more does not compile.
/// const _: () = assert!(PLAN.moved() == 48 && PLAN.kept() == 16);
/// assert_eq!(PLAN.collective(), Collective::AllToAll);
///
/// let parts = threads::run(4, Duration::from_secs(5), |mut rank| {
///     // Two rows of eight elements `10 * row + column`, column by column.
///     let first = 2 * rank.rank() as u32;
///     let rows: Vec<u32> = (0..16).map(|at| 10 * (first + at % 2) + at / 2).collect();
///     redistribute(&PLAN, &mut rank, &rows)
/// });
/// // Two columns on each device.
/// assert_eq!(parts[1].as_ref().map(|part| part[..3].to_vec()), Ok(vec![2, 12, 22]));
/// ```
///
/// After the placements, in any order:
///
/// | option | meaning |
/// |---|---|
/// | `shape = (30, 48)` | the extents of the tensor, where the last coordinates of a layout are padding |
/// | `node = 8` | the ranks of a node: copies of the same node are preferred, as in [`Plan::with_nodes`](crate::Plan::with_nodes) |
/// | `mesh = (dp = 4, tp = 2)` | the mesh whose ranks the devices are; placements of DTensor and JAX, which are texts, need it and a shape |
///
/// ```
/// use layout_mesh::{Collective, redistribute};
/// let plan = redistribute!(
///     "Shard(0), Replicate()" -> "P('dp', 'tp')", mesh = (dp = 4, tp = 2), shape = (16, 16)
/// );
/// assert_eq!((plan.collective(), plan.moved()), (Collective::Local, 0));
/// ```
///
/// # Errors
///
/// A redistribution that [`Plan::of`](crate::Plan::of) refuses does not compile; here a cut does not divide.
///
/// ```compile_fail
/// layout_mesh::redistribute!("P('x')" -> "P(None)", mesh = (x = 4), shape = (10));
/// ```
#[macro_export]
macro_rules! redistribute {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] redistribute $($tokens)* } };
}
