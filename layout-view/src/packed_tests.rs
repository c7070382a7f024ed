//! Packed views against plain shifts.

extern crate std;

use std::string::ToString;
use std::vec;
use std::vec::Vec;

use super::packed::{E2M1, I4, PackedElement, PackedView, PackedViewMut, U1, U2, U4};
use crate::bounds::Unpadded;
use crate::{Layout, ViewMut, layout};

layout! {
    struct Rows<m, n> = (m, n):(n, 1);
    struct Padded<m, n, ld> = (m, n):(ld, 1);
    struct Halves<blocks> = ((16,2),blocks):((2,1),36);
}

fn noise(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i * 151 + i / 7 * 83 + 29) as u8).collect()
}

/// All elements of the bytes, from the lowest bits of the first on.
fn elements(bytes: &[u8], bits: u32) -> Vec<u8> {
    let all = bytes.iter().flat_map(|byte| (0..8).step_by(bits as usize).map(move |at| byte >> at));
    all.map(|x| x & ((1u16 << bits) - 1) as u8).collect()
}

/// Reads and writes by a layout, against the elements one by one.
#[track_caller]
fn check<E: PackedElement<Value = u8>, L: Layout<Bounds: Unpadded>>(layout: L) {
    let first = layout.offsets().min().unwrap_or(0).min(0);
    let places: Vec<usize> = layout.offsets().map(|offset| (offset - first) as usize).collect();
    let length = (layout.cosize() * E::BITS as usize).div_ceil(8) + 1;
    let bytes = noise(length);
    let plain = elements(&bytes, E::BITS);

    let v = PackedView::<E, L>::new(&bytes, layout);
    let expected: Vec<u8> = places.iter().map(|&place| plain[place]).collect();
    assert!(v.iter().eq(expected.iter().copied()));
    assert!(v.iter().rev().eq(expected.iter().rev().copied()));
    assert!((0..v.size()).all(|i| v.at(i) == expected[i] && v.get(i) == Some(expected[i])));
    assert_eq!((v.get(v.size()), v.iter().len()), (None, expected.len()));
    assert_eq!(
        v.iter().fold(0, |sum, x| sum + u32::from(x)),
        expected.iter().map(|&x| u32::from(x)).sum()
    );
    let mut copied = vec![0xee; expected.len()];
    v.copy_to(&mut copied[..]);
    assert_eq!(copied, expected);
    assert!(
        PackedView::<E, L>::try_new(&bytes[..length.saturating_sub(2)], layout).is_err()
            || layout.cosize() == 0
    );

    // Each alone, all together, and from a slice: what is between them stays.
    let changed = |i: usize| plain[places[i]].wrapping_mul(3).wrapping_add(1);
    let mut target = bytes.clone();
    let mut w = PackedViewMut::<E, L>::new(&mut target, layout);
    (0..w.size()).for_each(|i| w.set(i, changed(i)));
    let mut model = plain.clone();
    let mask = ((1u16 << E::BITS) - 1) as u8;
    (0..places.len()).for_each(|i| model[places[i]] = changed(i) & mask);
    assert_eq!(elements(&target, E::BITS), model);
    let mut updated = bytes.clone();
    PackedViewMut::<E, L>::new(&mut updated, layout).update(|x| x.wrapping_mul(3).wrapping_add(1));
    assert_eq!(updated, target);
    let values: Vec<u8> = (0..places.len()).map(changed).collect();
    let mut copied = bytes.clone();
    PackedViewMut::<E, L>::new(&mut copied, layout).copy_from(&values[..]);
    assert_eq!(copied, target);
    PackedViewMut::<E, L>::new(&mut copied, layout).fill(mask);
    (0..places.len()).for_each(|i| model[places[i]] = mask);
    assert_eq!(elements(&copied, E::BITS), model);
}

/// The same of elements of each width.
macro_rules! check_all {
    ($($layout:expr),+ $(,)?) => {$(
        check::<U1, _>($layout);
        check::<U2, _>($layout);
        check::<U4, _>($layout);
    )+};
}

#[test]
fn elements_are_where_shifts_find_them() {
    check_all!(
        layout!(1:1),
        layout!(7:1),
        layout!(64:1),
        layout!((4,8):(8,1)),
        layout!((4,8):(1,4)),
        layout!((3,5):(7,1)),
        layout!(((16,2),3):((2,1),36)),
        layout!((2,9):(-1,2)),
        layout!((3,4):(-5,-1)),
        layout!(Sw<2,0,2> o 0 o (8,8):(8,1)),
        layout!(Sw<1,1,3> o 0 o (4,16):(16,1)),
    );
    for (m, n) in (0..5).flat_map(|m| (0..6).map(move |n| (m, n))) {
        check_all!(Rows::of(m, n), Padded::of(m, n, n + 3), Halves::of(m));
    }
}

#[test]
fn parts_are_those_of_the_layout() {
    layout! {
        struct Whole = (6,8):(9,1);
        struct Tiles = zipped_divide(Whole, (2,4));
        struct Banked = Sw<2,1,3> o 0 o (8,8):(8,1);
    }
    let bytes = noise(40);
    let v = PackedView::<U4, _>::new(&bytes, Whole);
    let runtime = PackedView::<U4, _>::new(&bytes, Padded::of(6, 8, 9));
    for i in 0..6 {
        assert!(v.slice((i, ..)).iter().eq((0..8).map(|j| v.at((i, j)))));
        assert!(runtime.slice((i, 1..7)).iter().eq((1..7).map(|j| v.at((i, j)))));
    }
    let tiles = v.with_layout(Tiles);
    for (i, j) in (0..3).flat_map(|i| (0..2).map(move |j| (i, j))) {
        let expected = (0..4).flat_map(|l| (0..2).map(move |k| (k, l)));
        let expected = expected.map(|(k, l)| v.at((2 * i + k, 4 * j + l)));
        assert!(tiles.tile((i, j)).iter().eq(expected));
    }
    for k in 0..8 {
        assert!(tiles.part(k).iter().eq((0..6).map(|tile| tiles.at((k, tile)))));
    }
    let banked = PackedView::<U4, _>::new(&bytes, Banked);
    assert!((0..8).all(|i| banked.slice((i, ..)).iter().eq((0..8).map(|j| banked.at((i, j))))));

    let mut written = bytes.clone();
    let mut w = PackedViewMut::<U4, _>::new(&mut written, Whole);
    w.slice_mut((2, ..)).fill(1);
    w.with_layout_mut(Tiles).tile_mut((2, 1)).update(|x| x ^ 15);
    w.with_layout_mut(Tiles).part_mut(0).fill(5);
    for (i, j) in (0..6).flat_map(|i| (0..8).map(move |j| (i, j))) {
        let before = if i == 2 { 1 } else { v.at((i, j)) };
        let before = if i >= 4 && j >= 4 { before ^ 15 } else { before };
        let first = i % 2 == 0 && j % 4 == 0;
        assert_eq!(w.at((i, j)), if first { 5 } else { before }, "({i},{j})");
    }
}

#[test]
fn copies_suit_both_layouts() {
    let bytes = noise(64);
    for (m, n) in (0..7).flat_map(|m| (0..9).map(move |n| (m, n))) {
        let v = PackedView::<U2, _>::new(&bytes, Padded::of(m, n, n + 1));
        layout! { struct Columns<m, n> = (m, n):(1, m); }
        let mut values = vec![9; m * n];
        v.copy_to(&mut ViewMut::new(&mut values, Columns::of(m, n)));
        let all = (0..n).flat_map(|j| (0..m).map(move |i| (i, j)));
        assert!(values.iter().copied().eq(all.map(|c| v.at(c))));
        let mut back = vec![0; 64];
        let mut w = PackedViewMut::<U2, _>::new(&mut back, Padded::of(m, n, n + 1));
        w.copy_from(&ViewMut::new(&mut values, Columns::of(m, n)));
        assert!(w.iter().eq(v.iter()));
    }
    let v = PackedView::<U2, _>::new(&bytes, Rows::of(2, 3));
    let error = v.try_copy_to(&mut [0; 5][..]).unwrap_err().to_string();
    assert_eq!(error, "source = 6, target = 5 and a source and a target must have the same size");
}

#[test]
#[should_panic(expected = "(4,8):(8,1)")]
fn a_coordinate_outside_panics() {
    let _ = PackedView::<U4, _>::new(&[0; 16], layout!((4,8):(8,1))).at((4, 0));
}

#[test]
fn four_bits_in_twos_complement() {
    for bits in 0..16u8 {
        let value = if bits < 8 { bits as i8 } else { bits as i8 - 16 };
        assert_eq!((I4::unpack(bits), I4::pack(value) & 15), (value, bits));
    }
}

/// The values of the table in the specification, and the nearest of them.
#[test]
fn numbers_of_four_bits_are_rounded_to_the_nearest() {
    let table = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0f32];
    for (bits, &value) in (0..).zip(&table) {
        assert_eq!((E2M1::unpack(bits), E2M1::unpack(bits | 8)), (value, -value));
        assert_eq!((E2M1::pack(value), E2M1::pack(-value)), (bits, bits | 8));
    }
    assert!(E2M1::unpack(8).is_sign_negative());
    for step in 0..=8 * 64 {
        let x = step as f32 / 64.0;
        let distance = |bits: &u8| (table[usize::from(*bits)] - x).abs();
        let nearest =
            (0..8).min_by(|a, b| distance(a).total_cmp(&distance(b)).then((a & 1).cmp(&(b & 1))));
        assert_eq!(Some(E2M1::pack(x)), nearest, "{x}");
        assert_eq!(Some(E2M1::pack(-x) & 7), nearest, "-{x}");
    }
    assert_eq!((E2M1::pack(f32::INFINITY), E2M1::pack(f32::NEG_INFINITY)), (7, 15));
    assert_eq!(E2M1::pack(f32::NAN), 7);
}
