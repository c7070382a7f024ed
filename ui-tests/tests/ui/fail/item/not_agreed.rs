// A layout is not the one that another module writes by: both places are in the error.

use layout_view::layout;

mod producer {
    layout_view::layout! {
        pub struct Written = (64,128):(128,1);
    }
}
use producer::Written;

layout! {
    #[agrees(Written)]
    struct Read = (64,128):(1,64);
}

fn main() {
    let _: usize = Read.index(3);
}
