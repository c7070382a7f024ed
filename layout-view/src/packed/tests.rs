//! Vectors, copies by whole bytes and recasts of packed elements, against their bits one by one.

extern crate std;

use std::string::ToString;
use std::vec;
use std::vec::Vec;

use crate::bounds::Unpadded;
use crate::packed::{I4, NF4, PackedElement, PackedView, PackedViewMut, U1, U2, U4};
use crate::{Extent, Fixed, Layout, Mode, SizeIs, View, ViewMut, layout};

layout! {
    struct Rows<m, n, ld> = (m,n):(ld,1);
    struct Columns<m, n, ld> = (m,n):(1,ld);
    struct Halves<blocks> = ((16,2),blocks):((2,1),36);
    struct Tensor<c, m, n, plane, ld> = (c,m,n):(plane,ld,1);
    #[allow(non_injective)]
    struct Planes<starts, per, bytes, blocks, pitch> = (starts,(bytes,per),blocks):(1,(per,1),pitch);
    struct Values<block, blocks, pitch> = (block,blocks):(1,pitch);
}

fn noise(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i * 151 + i / 7 * 83 + 29) as u8).collect()
}

/// All elements of the bytes, from the lowest bits of the first on.
fn elements(bytes: &[u8], bits: u32) -> Vec<u8> {
    let all = bytes.iter().flat_map(|byte| (0..8).step_by(bits as usize).map(move |at| byte >> at));
    all.map(|x| x & ((1u16 << bits) - 1) as u8).collect()
}

/// Copies among packed elements, of two loops and of three, which are those of whole bytes and which are not: by run-time numbers,
/// against the elements one by one, with what stays.
fn check_bytes<E: PackedElement<Value = u8>>() {
    let per = 8 / E::BITS as usize;
    let bytes = noise(120);
    let plain = elements(&bytes, E::BITS);
    let lengths = if cfg!(miri) { 1 } else { 6 };
    for (n, more) in (1..=lengths).flat_map(|n| [0, 1].map(move |more| (n * per + more, more))) {
        for (from, to) in [(0, 0), (per, 2 * per), (1, 0), (0, 1), (1, 1)] {
            let (m, c, ld, to_ld) = (3, 2, 8 * per + more, n + 2 * per);
            let source = Tensor::of(c, m, n + from, 3 * ld, ld);
            let target = Tensor::of(c, m, n + to, 3 * to_ld, to_ld);
            let source = PackedView::<E, _>::new(&bytes, source).slice((.., .., from..from + n));
            let other = noise(150)[30..].to_vec();
            let (mut copied, mut model) = (other.clone(), elements(&other, E::BITS));
            PackedViewMut::<E, _>::new(&mut copied, target)
                .slice_mut((.., .., to..to + n))
                .copy_packed(source);
            for (k, i, j) in (0..c).flat_map(|k| (0..m * n).map(move |at| (k, at / n, at % n))) {
                model[k * 3 * to_ld + i * to_ld + to + j] = plain[k * 3 * ld + i * ld + from + j];
            }
            assert_eq!(elements(&copied, E::BITS), model, "{n} from {from} to {to}");
            // One plane alone has two loops.
            let (mut copied, mut model) = (other.clone(), elements(&other, E::BITS));
            PackedViewMut::<E, _>::new(&mut copied, target)
                .slice_mut((1, .., to..to + n))
                .copy_packed(source.slice((1, .., ..)));
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                model[3 * to_ld + i * to_ld + to + j] = plain[3 * ld + i * ld + from + j];
            }
            assert_eq!(elements(&copied, E::BITS), model, "{n} from {from} to {to}");
        }
    }
}

#[test]
fn whole_bytes_are_copied_and_no_others() {
    check_bytes::<U1>();
    check_bytes::<U2>();
    check_bytes::<U4>();
}

/// Blocks whose bytes have an element in each plane, as those of Q4_0 have one in each half, from every place of a byte.
#[test]
fn planes_of_bytes_are_unpacked() {
    fn check<E: PackedElement<Value = u8>>() {
        let per = 8 / E::BITS as usize;
        let lengths: &[usize] = if cfg!(miri) { &[17] } else { &[1, 2, 7, 15, 16, 17, 31, 33] };
        for (&n, blocks) in lengths.iter().flat_map(|n| [(n, 1), (n, 2)]) {
            for start in 0..=per {
                let bytes = noise((n + 2) * blocks + 2);
                let plain = elements(&bytes, E::BITS);
                let size = (n + 2) * per;
                let planes = Planes::of(per + 1, per, n, blocks, size);
                let v = PackedView::<E, _>::new(&bytes, planes).slice((start, .., ..));
                let mut values = vec![0xee; blocks * (n * per + 3)];
                let target = Values::of(n * per, blocks, n * per + 3);
                v.copy_to(&mut ViewMut::new(&mut values, target));
                for (b, block) in values.chunks(n * per + 3).enumerate() {
                    for (at, x) in block[..n * per].iter().enumerate() {
                        let (i, plane) = (at % n, at / n);
                        assert_eq!(*x, plain[start + b * size + i * per + plane], "{n} {start}");
                    }
                    assert_eq!(block[n * per..], [0xee; 3]);
                }
            }
        }
    }
    check::<U1>();
    check::<U2>();
    check::<U4>();
}

/// Parts of rows that begin and end within bytes, in every place: what is copied, written and set, and what stays.
fn check_parts<E: PackedElement<Value = u8>>() {
    let bytes = noise(40);
    let plain = elements(&bytes, E::BITS);
    let mask = ((1u16 << E::BITS) - 1) as u8;
    let (m, n, ld) = (3, 17, 19);
    let other = noise(91)[40..].to_vec();
    for (from, to) in (0..n).flat_map(|from| (from..=n).map(move |to| (from, to))) {
        let v = PackedView::<E, _>::new(&bytes, Rows::of(m, n, ld)).slice((.., from..to));
        let q = to - from;
        let mut values = vec![0xee; m * (q + 1)];
        v.copy_to(&mut ViewMut::new(&mut values, Rows::of(m, q, q + 1)));
        let mut columns = vec![0xee; m * q];
        v.copy_to(&mut ViewMut::new(&mut columns, Columns::of(m, q, m)));
        for (i, j) in (0..m).flat_map(|i| (0..q).map(move |j| (i, j))) {
            let x = plain[i * ld + from + j];
            assert_eq!((v.at((i, j)), values[i * (q + 1) + j], columns[i + j * m]), (x, x, x));
        }
        assert!(values.chunks(q + 1).all(|row| row.len() <= q || row[q] == 0xee));

        // To every place in a byte.
        for shift in 0..8 / E::BITS as usize {
            let model = |value: &dyn Fn(usize, usize) -> u8| {
                let mut model = elements(&other, E::BITS);
                for (i, j) in (0..m).flat_map(|i| (0..q).map(move |j| (i, j))) {
                    model[i * (ld + 8) + shift + j] = value(i, j) & mask;
                }
                model
            };
            let written = |write: &dyn Fn(PackedViewMut<'_, E, _>)| {
                let mut other = other.clone();
                let layout = Rows::of(m, ld + 8, ld + 8);
                let mut w = PackedViewMut::<E, _>::new(&mut other, layout);
                write(w.slice_mut((.., shift..shift + q)));
                elements(&other, E::BITS)
            };
            let copied = model(&|i, j| plain[i * ld + from + j]);
            assert_eq!(written(&|mut w| w.copy_packed(v)), copied, "{from}..{to} to {shift}");
            let rows = View::new(&values, Rows::of(m, q, q + 1));
            assert_eq!(written(&|mut w| w.copy_from(&rows)), copied, "{from}..{to} to {shift}");
            let columns = View::new(&columns, Columns::of(m, q, m));
            assert_eq!(written(&|mut w| w.copy_from(&columns)), copied);
            assert_eq!(written(&|mut w| w.fill(0x5a)), model(&|_, _| 0x5a), "{from}..{to}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "many parts")]
fn parts_of_bytes_are_written_alone() {
    check_parts::<U1>();
    check_parts::<U2>();
    check_parts::<U4>();
}

/// The same of a few parts, for Miri too: bytes are read and written in their allocation alone.
#[test]
fn ends_of_a_buffer_are_its_own() {
    let bytes = noise(3);
    let mut copy = [0; 3];
    for (from, to) in [(0, 6), (1, 6), (0, 5), (1, 5), (3, 4), (2, 2)] {
        let v = PackedView::<U4, _>::new(&bytes, layout!((1,6):(6,1))).slice((0, from..to));
        let mut w = PackedViewMut::<U4, _>::new(&mut copy, layout!((1,6):(6,1)));
        w.slice_mut((0, from..to)).copy_packed(v);
        assert!(w.as_view().slice((0, from..to)).iter().eq(v.iter()));
        let mut values = vec![0; to - from];
        v.copy_to(&mut values[..]);
        w.slice_mut((0, from..to)).fill(0);
        w.slice_mut((0, from..to)).copy_from(&values[..]);
        assert!(w.as_view().slice((0, from..to)).iter().eq(v.iter()));
    }
    let reversed = PackedView::<U4, _>::new(&bytes, layout!((2,3):(-1,2)));
    assert_eq!(reversed.to_array::<6>(), [1, 0, 3, 2, 5, 4].map(|i| elements(&bytes, 4)[i]));
}

#[test]
fn vectors_are_the_elements_of_a_view() {
    fn check<E, L, const N: usize>(layout: L)
    where
        E: PackedElement<Value = u8>,
        L: Layout<Bounds: Unpadded, Geometry: SizeIs<N>> + Copy,
    {
        let bytes = noise((layout.cosize() * E::BITS as usize).div_ceil(8) + 2);
        let v = PackedView::<E, _>::new(&bytes, layout);
        assert!(v.to_array::<N>().into_iter().eq(v.iter()));
        let mut written = bytes.clone();
        let values: Vec<u8> = v.iter().map(|x| x.wrapping_mul(5).wrapping_add(1)).collect();
        let mut w = PackedViewMut::<E, _>::new(&mut written, layout);
        w.set_array::<N>(values.clone().try_into().unwrap());
        let mut one_by_one = bytes.clone();
        let mut w = PackedViewMut::<E, _>::new(&mut one_by_one, layout);
        (0..N).for_each(|i| w.set(i, values[i]));
        assert_eq!(written, one_by_one);
    }
    macro_rules! check_all {
        ($($layout:expr, $n:literal;)+) => {$(
            check::<U1, _, $n>($layout);
            check::<U2, _, $n>($layout);
            check::<U4, _, $n>($layout);
        )+};
    }
    check_all! {
        layout!(32:1), 32;
        layout!((16,2):(2,1)), 32;
        layout!((4,8):(9,1)), 32;
        layout!((2,9):(-1,2)), 18;
        layout!((3,4):(-5,-1)), 12;
        layout!(Sw<1,1,3> o 0 o (4,16):(16,1)), 64;
        Rows::of(3, 5, 7), 15;
        Halves::of(2), 64;
        Rows::of(0, 5, 7), 0;
    }
    // A vector that begins within a byte.
    let bytes = noise(20);
    let v = PackedView::<U4, _>::new(&bytes, layout!((5,8):(8,1)));
    for (i, j) in (0..5).flat_map(|i| (0..4).map(move |j| (i, j))) {
        let part = v.slice((i, j..j + 4));
        assert!(part.to_array::<4>().into_iter().eq((j..j + 4).map(|j| v.at((i, j)))));
    }
}

#[test]
#[should_panic(expected = "a view of 15 elements is no array of 16")]
fn a_vector_of_another_length_is_refused() {
    let _ = PackedView::<U4, _>::new(&[0; 20], Rows::of(3, 5, 5)).to_array::<16>();
}

/// Bytes as elements and back, by layouts that are known at compile time and at run time.
#[test]
fn whole_elements_are_their_bytes() {
    layout! {
        struct Bytes = (4,6):(6,1);
        struct Nibbles = recast(Bytes, 8, 4);
        struct Bits = recast(Bytes, 8, 1);
        struct BytesOf<m, n> = (m,n):(n,1);
        struct NibblesOf<m, n> = (m, 2 * n):(2 * n, 1);
        struct Recast<m, n> = recast(BytesOf<m, n>, 8, 4);
        struct PairsOf<m, n> = (m,n):(n,1);
        struct Elementwise<m, n> = recast(PairsOf<m, n>, 2, 8);
    }
    let bytes = noise(24);
    let v = View::new(&bytes, Bytes);
    let nibbles = v.packed::<U4, _>(Nibbles);
    for (i, j) in (0..4).flat_map(|i| (0..12).map(move |j| (i, j))) {
        assert_eq!(nibbles.at((i, j)), v[(i, j / 2)] >> (j % 2 * 4) & 15);
    }
    assert!(nibbles.bytes(Bytes).iter().eq(v.iter()));
    let bits = nibbles.recast::<U1, _>(Bits);
    assert!((0..48).all(|j| bits.at((3, j)) == v[(3, j / 8)] >> (j % 8) & 1));
    assert!(bits.recast::<I4, _>(Nibbles).iter().eq(nibbles.iter().map(|x| (x << 4) as i8 >> 4)));
    for (m, n) in (0..5).flat_map(|m| (0..6).map(move |n| (m, n))) {
        let v = View::new(&bytes, BytesOf::of(m, n));
        let nibbles = v.packed::<U4, _>(NibblesOf::of(m, n));
        assert_eq!(nibbles.extents(), (m, 2 * n));
        let halves = |(i, j): (usize, usize)| [v[(i, j)] & 15, v[(i, j)] >> 4];
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            assert_eq!([nibbles.at((i, 2 * j)), nibbles.at((i, 2 * j + 1))], halves((i, j)));
        }
        assert!(nibbles.bytes(BytesOf::of(m, n)).iter().eq(v.iter()));
        let pairs = v.packed::<U2, _>(PairsOf::of(m, 4 * n));
        assert!(pairs.bytes(BytesOf::of(m, n)).iter().eq(v.iter()));
        if m > 0 && n > 1 {
            // What the operation computes of run-time extents.
            assert!(v.packed::<U4, _>(Recast::of(m, n)).iter().eq(nibbles.iter()));
            assert!(pairs.bytes(Elementwise::of(m, 4 * n)).iter().eq(v.iter()));
        }
        // What is written as one is read as the other.
        let mut copy = bytes.clone();
        let mut w = ViewMut::new(&mut copy, BytesOf::of(m, n));
        w.packed_mut::<U4, _>(NibblesOf::of(m, n)).fill(3);
        assert!(w.iter().all(|&x| x == 0x33));
        let mut packed = w.packed_mut::<U4, _>(NibblesOf::of(m, n));
        packed.bytes_mut(BytesOf::of(m, n)).fill(0x21);
        packed.recast_mut::<U2, _>(PairsOf::of(m, 4 * n)).update(|x| x ^ 3);
        assert!(w.iter().all(|&x| x == !0x21));
        assert_eq!(copy[m * n..], bytes[m * n..]);
    }
}

#[test]
fn what_is_not_of_these_bits_is_an_error() {
    let bytes = noise(24);
    let v = PackedView::<U4, _>::new(&bytes, Rows::of(4, 6, 12));
    let error = v.try_bytes(Rows::of(4, 4, 6)).unwrap_err().to_string();
    assert_eq!(
        error,
        "bits = 4, new_bits = 8 and the bits of the new elements must be bits of the view's, and be shown to be so"
    );
    assert!(v.try_bytes(Rows::of(4, 3, 6)).is_ok());
    // From the second half of a byte on.
    let odd = v.slice((.., 1..5));
    let error = odd.try_bytes(Rows::of(4, 2, 6)).unwrap_err().to_string();
    assert_eq!(
        error,
        "bit = 4, new_bits = 8 and the view must begin at a multiple of the bits of the new elements, in its byte"
    );
    assert!(odd.recast::<U2, _>(Rows::of(4, 8, 24)).iter().count() == 32);
    let one = PackedView::<U1, _>::new(&bytes, Rows::of(1, 9, 9)).slice((.., 1..9));
    assert!(one.try_recast::<U4, _>(Rows::of(1, 2, 2)).is_err());
    // Nothing has no elements.
    let none = PackedView::<U4, _>::new(&bytes, Rows::of(0, 6, 6));
    assert!(none.try_bytes(Rows::of(1, 1, 1)).is_err());
    assert_eq!(none.bytes(Rows::of(0, 3, 3)).size(), 0);
    let mode = |extent, stride| Mode { extent: Extent::new(extent), stride };
    // Backwards, by strides that are known at run time.
    let back =
        View::new(&bytes, (mode(24, -1isize), Mode { extent: Fixed::<1>, stride: Fixed::<0> }));
    let halves =
        back.packed::<U4, _>((Mode { extent: Fixed::<2>, stride: Fixed::<1> }, mode(24, -2)));
    assert!((0..24).all(|i| halves.at((1, i)) == bytes[23 - i] >> 4));
}

#[test]
fn normal_floats_are_rounded_to_the_nearest() {
    let distance = |x: f32, bits: u8| (NF4::unpack(bits) - x).abs();
    for step in -300..=300 {
        let x = step as f32 / 256.0;
        let bits = NF4::pack(x);
        assert!((0..16).all(|other| distance(x, bits) <= distance(x, other)), "{x}");
    }
    assert!((0..16).all(|bits| NF4::pack(NF4::unpack(bits)) == bits));
    assert_eq!((NF4::pack(f32::NAN), NF4::pack(-9.0), NF4::pack(9.0)), (0, 0, 15));
}
