// `_` is no variable, and a layout without a name needs no `let`.
use layout_view::layout;

fn main() {
    let m = 3;
    layout! {
        let _ = (m, 4):(4, 1);
    }
}
