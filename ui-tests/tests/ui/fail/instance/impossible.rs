// An argument for which the definition is no layout.

use layout_view::layout;

layout! { struct Panels<m, n> = zipped_divide((m, n):(n, 1), (32, 16)); }

fn main() {
    let m = 64;
    let _ = layout!(Panels<m, 40>).size();
}
