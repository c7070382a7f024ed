// The tokens of a macro of the user are underlined where the user wrote them.

use layout_view::layout;

macro_rules! tile {
    ($shape:tt by $($stride:tt)*) => { layout!($shape : $($stride)*) };
}

fn main() {
    let _ = tile!((4,8) by (8,1)).index(1);
    let _ = tile!((4,8) by (1,0)).index(1);
}
