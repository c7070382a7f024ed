// Two types that do not agree.

use layout_view::{assert_agree, layout};

layout! {
    struct Written = (4,8):(8,1);
    struct Read = (4,8):(1,4);
}

const _: () = assert_agree::<Written, Read>();

fn main() {
    let _: usize = Written.index(1) + Read.index(1);
}
