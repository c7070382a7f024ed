// No item can have a keyword for a name, nor could anything use it.
use layout_view::layout;

layout! {
    pub struct fn<m> = (m, 4):(4, 1);
}

fn main() {}
