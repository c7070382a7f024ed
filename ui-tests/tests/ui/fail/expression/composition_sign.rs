// The sign of a composition is no token of Rust: what stands around it is composed.

use layout_view::layout;

fn main() {
    let _ = layout!(coalesce((4,8):(8,1) ∘ 4:8)).size();
}
