// A thousand modes.

use layout_view::layout;

macro_rules! ten {
    ($next:ident $($modes:tt)*) => {
        $next!($($modes)* $($modes)* $($modes)* $($modes)* $($modes)*
               $($modes)* $($modes)* $($modes)* $($modes)* $($modes)*)
    };
}
macro_rules! hundred {
    ($($modes:tt)*) => { ten!(thousand $($modes)*) };
}
macro_rules! thousand {
    ($($modes:tt)*) => { ten!(shape $($modes)*) };
}
macro_rules! shape {
    ($($modes:tt)*) => { layout!(($($modes)*)) };
}

fn main() {
    let _ = ten!(hundred 1,).index(1);
}
