//! `#[cfg]` is for all that is emitted, and `#[deprecated]` warns where a layout is used. Values stay promoted constants.
#![deny(warnings)]

use layout_view::{divide, layout};

layout! {
    #[cfg(any())]
    pub struct Off = (4,8);
    #[cfg(all())]
    pub struct On = (4,8):(8,1);
    #[cfg(any())]
    struct OffRows<m> = (m, 8):(8, 1);
    #[deprecated = "it has another order"]
    pub struct Old = (4,8);
    #[deprecated]
    #[cfg(all())]
    pub struct OldRows<m> = (m, 8):(8, 1);
    #[deprecated]
    #[cfg(any())]
    pub struct OldTile<const N: usize> = (N, 8):(8, 1);
}

layout! {
    pub struct Tiles = zipped_divide(On, (2,2));
    struct Flat = coalesce(Tiles);
}

const SIZE: usize = divide!(On, (2,2)).size();

fn main() {
    let promoted: &'static _ = &divide!(Tiles, ((2,2),_));
    layout! { let local = 32:1; }
    let quarters = divide!(local, 4);
    assert_eq!([0; layout!(size(On))].len() + SIZE, 64);
    assert_eq!(promoted.index(0) + quarters.index(1) + Flat.index(0), 1);
}
