// The elements of an exclusive view are of one type, in which none of a shorter life is written.

use layout_view::{Layout, ViewMut};

fn shorter<'a, L: Layout>(v: ViewMut<'a, &'static str, L>) -> ViewMut<'a, &'a str, L> {
    v
}

fn main() {}
