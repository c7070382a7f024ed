// Ten thousand parentheses.

#![recursion_limit = "1024"]

use layout_view::layout;

/// A hundred pairs of parentheses for each token of the tally.
macro_rules! nest {
    ([] $($inner:tt)*) => { layout!($($inner)*) };
    ([$tally:tt $($rest:tt)*] $($inner:tt)*) => {
        nest!([$($rest)*] (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((( $($inner)* )))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
    };
}

fn main() {
    let _ = nest!([x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x] 1).index(1);
}
