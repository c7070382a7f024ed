// What may be padded counts as padded.

use layout_view::{View, layout};

layout! { #[allow(padding)] struct Inverse = right_inverse(logical_divide(10, 4)); }

fn main() {
    let _ = View::new(&[0; 12], Inverse);
}
