// More positions are live than the ring has.

use layout_view::layout;

layout! {
    #[live(5)]
    struct Stages<n> = (64, n mod 4):(1, 64);
}

fn main() {
    let _ = Stages::new(8).unwrap().size();
}
