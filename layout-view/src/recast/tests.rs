//! Recast views against the bytes of their buffer.

extern crate std;

use std::string::ToString;
use std::vec;
use std::vec::Vec;

use super::*;
use crate::StaticLayout;
use crate::bounds::Unpadded;
use crate::layout;

/// Each element of the new view is made of the bytes at its place.
fn check<
    T: Pod,
    U: Pod + PartialEq + core::fmt::Debug,
    L: StaticLayout<Bounds: Unpadded>,
    M: StaticLayout<Bounds: Unpadded>,
>(
    from: L,
    to: M,
) {
    let bytes = |at: usize| (at as u8).wrapping_mul(7).wrapping_add(3);
    let count = L::COSIZE * size_of::<T>();
    let mut buffer = vec![0u128; count.div_ceil(16)];
    let all = bytemuck::cast_slice_mut::<u128, u8>(&mut buffer);
    all.iter_mut().enumerate().for_each(|(at, byte)| *byte = bytes(at));
    let first = -(L::MIN_OFFSET * size_of::<T>() as isize);
    let expected = |i: usize| {
        let start = (first + to.offset(i) * size_of::<U>() as isize) as usize;
        let raw: Vec<u8> = (start..start + size_of::<U>()).map(bytes).collect();
        bytemuck::pod_read_unaligned::<U>(&raw)
    };
    let all = bytemuck::cast_slice::<u128, u8>(&buffer);
    let elements = bytemuck::cast_slice::<u8, T>(&all[..count]);
    let view = View::new(elements, from).recast::<U, M>(to);
    assert_eq!(view.size(), M::SIZE);
    for i in 0..M::SIZE {
        assert_eq!(view[i], expected(i), "{} as {} at {i}", L::NOTATION, M::NOTATION);
    }
    // What is written through one is read through the other.
    let all = bytemuck::cast_slice_mut::<u128, u8>(&mut buffer);
    let elements = bytemuck::cast_slice_mut::<u8, T>(&mut all[..count]);
    let mut view = ViewMut::new(elements, from);
    view.recast_mut::<U, M>(to).fill(U::zeroed());
    let again = view.as_view().recast::<U, M>(to);
    assert!(again.iter().all(|x| *x == U::zeroed()));
}

#[test]
fn elements_are_the_bytes_at_their_places() {
    check::<u16, u32, _, _>(layout!((4,8):(8,1)), layout!(recast((4,8):(8,1), 16, 32)));
    check::<u32, u16, _, _>(layout!((4,4):(4,1)), layout!(recast((4,4):(4,1), 32, 16)));
    check::<u8, u64, _, _>(layout!((3,16):(16,1)), layout!(recast((3,16):(16,1), 8, 64)));
    check::<u64, u8, _, _>(layout!((3,2):(-2,1)), layout!(recast((3,2):(-2,1), 64, 8)));
    check::<f32, [f32; 4], _, _>(layout!((4,(4,2)):(8,(1,4))), layout!((4,2):(2,1)));
    check::<[u8; 6], [u8; 4], _, _>(layout!(8:1), layout!(12:1));
    check::<[u8; 6], [u8; 4], _, _>(layout!((2,4):(6,1)), layout!((2,6):(9,1)));
    check::<u32, f32, _, _>(layout!((4,8):(1,4)), layout!((8,4):(4,1)));
}

#[test]
fn what_does_not_lie_at_a_multiple_is_an_error() {
    let buffer = [0u32; 4];
    let bytes: &[u8] = bytemuck::cast_slice(&buffer);
    let view = View::new(&bytes[1..], layout!(12:1));
    let error = view.try_recast::<u32, _>(layout!(3:1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "alignment = 4 and the view must begin at a multiple of the alignment of the new elements, in bytes"
    );
    assert!(view.try_recast::<[u8; 4], _>(layout!(3:1)).is_ok());
}
