//! A plan that is a constant: rows of a matrix over four ranks become ScaLAPACK's blocks of 2 x 2 over 2 x 2 ranks. A program whose layouts
//! do not fit, or that moves more than it says here, does not compile.
//!
//! `cargo run -p layout-mesh --example static_plan`, or `--features mpi` under `mpiexec -n 4`.

mod ranks;

use layout_mesh::engine::{Engine, Fault};
use layout_mesh::{StaticPlan, redistribute};
use layout_runtime::layout;

layout! {
    /// Sixteen rows of eight, four of them on each rank.
    struct Rows = ((4,4),8):((8@place,1@device),1@place);
    /// Blocks of 2 x 2, in turn over two ranks in each dimension, column by column in the memory of a rank.
    struct Blocks = ((2,2,4),(2,2,2)):((1@place,2@device,2@place),(8@place,1@device,16@place));
}

const PLAN: StaticPlan = redistribute!(Rows -> Blocks);
const _: () = assert!(PLAN.moved() == 96 && PLAN.kept() == 32);

fn main() -> Result<(), Fault> {
    let element = |at: &[usize]| (100 * at[0] + at[1]) as f64;
    ranks::run(|rank| {
        let number = rank.rank();
        let part = redistribute(&PLAN, rank, &ranks::part(PLAN.source(), number, element))?;
        assert_eq!(part, ranks::part(PLAN.target(), number, element));
        let text = format!("rows → blocks: {} elements moved, {} kept", PLAN.moved(), PLAN.kept());
        ranks::say(rank, &text);
        Ok(())
    })
}
