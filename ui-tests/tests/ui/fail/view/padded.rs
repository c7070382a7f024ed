// A view of a padded layout would take elements that are those of other coordinates for padding.

use layout_view::{View, layout};

layout! { #[allow(padding)] struct Fours = logical_divide(10:1, 4); }

fn main() {
    let buffer = [0; 12];
    let _ = View::new(&buffer, layout!(10:1)).with_layout(layout!(logical_divide(10:1, 5)));
    let _ = View::new(&buffer, Fours);
}
