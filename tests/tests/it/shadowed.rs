//! Types of a user's that are called like Rust's own, beside every form of an expansion.

#![allow(non_camel_case_types, non_upper_case_globals, dead_code)]

use layout_view::{divide, layout};

struct usize;
struct isize;
struct u32;
struct u64;
struct str;
struct bool;
struct i128;

/// The names of the parameters and variables of expansions.
mod named {
    pub(super) const i: f32 = 1.0;
    pub(super) static c0: f32 = 1.0;
    pub(super) const c1: f32 = 1.0;
    pub(super) struct coordinate;
    pub(super) const x: f32 = 1.0;
    pub(super) const x_: f32 = 1.0;
    pub(super) const word_: f32 = 1.0;
    pub(super) const i_12: f32 = 1.0;
    pub(super) const f: f32 = 1.0;
    pub(super) const self_: f32 = 1.0;
}
// That nothing uses them is what is tested.
#[allow(unused_imports)]
use named::*;

const W: ::core::primitive::usize = 8;
layout! {
    pub(crate) struct Tile = (8,8):(8,1);
    pub(crate) struct Smem = Sw<3,3,3> o 0 o (8,64):(64,1);
    pub(crate) struct Morton = ((2,2,2),(2,2,2)):((1,4,16),(2,8,32));
    pub(crate) struct Divided = (12,5,7):(35,1,5);
    pub(crate) struct Broadcast = (4,(2,8)):(1,(4,16));
    pub(crate) struct Odd = (3,5):(7,-1);
    pub(crate) struct Coordinates = (4,8):(1@0,1@1);
    pub(crate) struct Rows<m, n> = (m,n):(n,1);
    pub(crate) struct Blocks<m, n> = logical_divide((m,n):(n,1), (32, 16));
    #[allow(padding)] pub(crate) struct Parts<m> = logical_divide((m):(1), 8);
    #[allow(padding)] pub(crate) struct Padded = logical_divide((10):(1), 8);
    pub(crate) struct Of<const N: usize> = (N, 4):(4, 1);
    pub(crate) struct Con = (W, { W + 1 }):({ W + 1 }, 1);
    pub(crate) struct Signed<m, n> = (m, n):(-n, 1);
}
#[test]
fn expansions_do_not_meet_them() {
    let (m, n) = (64, 32);
    layout! {
        let t = (m, n):(n, 1);
        let u = logical_divide(t, (4, 4));
        let s = (3,5):(7,1);
        let w = (W, 2):(1, W);
    }
    assert_eq!((Tile.at(1, 1), Tile.index_u32(9), Odd.offset(3)), (9, 9, -1));
    assert_eq!((Morton.index(5), Divided.index(13), Broadcast.at(1, 3)), (17, 36, 21));
    assert_eq!((Smem.at(1, 2), Coordinates.at(1, 2), Padded.at(1, 1)), (66 ^ 8, (1, 2), 9));
    assert_eq!((Of::<3>.at(1, 1), Con.at(1, 1), Signed::of(2, 2).offset_at(1, 1)), (5, 10, -1));
    assert_eq!(
        (Rows::of(4, 5).at(1, 1), Blocks::of(64, 32).size(), Parts::of(10).size()),
        (6, 2048, 16)
    );
    assert_eq!((u.size(), s.size(), w.size(), layout!(size(Rows))), (2048, 15, 16, 2048));
    assert_eq!((layout!(Rows<m, 4>).size(), divide!(Rows, (8, 8)).size()), (256, 2048));
    assert_eq!((layout!((m - 1, n):(n, 1)).size(), layout!((m / 4)).size()), (2016, 16));
    assert_eq!((layout!(ceil_div(m, 7)), layout!((m,n):(-n,1)).offset_at(1, 1)), (10, -31));
    assert_eq!(layout!(#[assume(m % 8 == 0)] logical_divide((m):(1), 8)).size(), 64);
}
