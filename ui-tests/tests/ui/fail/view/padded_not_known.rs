// What may be padded counts as padded.

use layout_view::{View, layout};

layout! { #[allow(padding)] struct Rest = complement(logical_divide(10, 4), 48); }

fn main() {
    let _ = View::new(&[0; 48], Rest);
}
