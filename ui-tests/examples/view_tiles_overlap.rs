// Windows that slide by less than their length.

use layout_view::{ViewMut, layout};

layout! {
    struct Line = 32:1;
    #[allow(non_injective)]
    struct Windows = (4,15):(1,2);
}

fn main() {
    let mut buffer = [0; 32];
    for (k, mut window) in ViewMut::new(&mut buffer, Line).tiles_mut(Windows).enumerate() {
        window.fill(k);
    }
}
