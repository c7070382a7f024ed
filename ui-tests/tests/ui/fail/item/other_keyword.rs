// An item of Rust that is no layout is one error at its keyword, also where items are expected.
use layout_view::layout;

layout! {
    const TILE = (4,8):(8,1);
}

fn main() {}
