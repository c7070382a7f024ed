// Windows that slide by less than their length share elements, swizzled or not.

use layout_view::{ViewMut, layout};

layout! {
    struct Line = Sw<1,0,2> o 0 o 32:1;
    #[allow(non_injective)]
    struct Windows = Sw<1,0,2> o 0 o (4,15):(1,2);
}

fn main() {
    let mut buffer = [0; 32];
    let _ = ViewMut::new(&mut buffer, Line).tiles_mut(Windows).count();
}
