// An obligation that no value meets.

use layout_view::layout;

fn main() {
    let m = 64;
    let _ = layout!(#[assume(m <= 100)] logical_divide((m):(1), 128));
}
