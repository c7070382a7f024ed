//! Plans of layouts of another crate, which are made while this one compiles.

use ::cute::layout;
use ::mesh::{StaticPlan, redistribute};

layout! {
    struct Rows = ((2,4),8):((1@place,1@device),2@place);
}

/// Rows become columns.
pub const PLAN: StaticPlan =
    redistribute!(Rows -> (8,(2,4)):(1@place,(8@place,1@device)), node = 2);

/// Nothing moves where each device has all of what it needs.
pub const SLICES: StaticPlan =
    redistribute!("Replicate()" -> "P('x')", mesh = (x = 4), shape = (8, 8));

#[cfg(test)]
mod tests {
    use ::core::{assert, assert_eq};

    use super::{PLAN, SLICES};

    #[test]
    fn plans_are_made_under_another_name() {
        const { assert!(PLAN.moved() == 48) };
        assert_eq!((PLAN.kept(), SLICES.moved()), (16, 0));
    }
}
