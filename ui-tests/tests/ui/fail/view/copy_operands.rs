// What `copy!` cannot read or write.

use layout_view::{Extent, View, ViewMut, copy, layout};

fn main() {
    let (bytes, mut words, texts) = ([0u8; 32], [0u16; 32], vec![String::new(); 32]);
    let source = View::new(&bytes, layout!((4,8):(8,1)));
    copy!(source, source);
    copy!(source, ViewMut::new(&mut words, layout!((4,8):(1,4))));
    copy!(texts, vec![String::new(); 32]);
    copy!(source, "text");
    let (_, tile) = source.ragged_tiles((Extent::new(3), Extent::new(3))).next().unwrap();
    copy!(tile, words);
}
