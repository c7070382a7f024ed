//! Permuted views against permuted indices.

extern crate std;

use std::string::ToString;
use std::vec;
use std::vec::Vec;

use crate::bounds::Unpadded;
use crate::packed::{PackedView, PackedViewMut, U4};
use crate::parts::Without;
use crate::{
    Coordinate, Extent, Fixed, HasMode, HasModes, Layout, Mode, SizeIs, View, ViewMut, layout,
};

layout! {
    struct Image<h, w, c> = (h,w,c):(w * c,c,1);
    struct Planes<h, w, c> = (h,w,c):(w,1,h * w);
    struct Flipped<h, w> = (h,w,3):(-(3 * w),3,1);
    struct Blocked<k> = ((2,4),3,k):((12,1),4,24);
    struct Banked = Sw<2,0,2> o 0 o (4,4,2):(4,1,16);
}

/// Reading and writing with three modes in an order, against the indices in that order.
#[track_caller]
fn check<L, S>(layout: L, order: S, numbers: [usize; 3])
where
    L: Layout<Bounds: Unpadded> + Copy,
    L::Geometry: HasModes<S>,
    S: Copy,
    (usize, usize, usize): Coordinate<L::Geometry> + Coordinate<<L::Geometry as HasModes<S>>::Of>,
{
    let buffer: Vec<u8> = (0..layout.cosize() as u8).collect();
    let v = View::new(&buffer, layout);
    let permuted = v.permute(order);
    assert_eq!(permuted.size(), v.size());
    let mut written = buffer.clone();
    let mut w = ViewMut::new(&mut written, layout);
    let mut x = w.permute_mut(order);
    let packed = PackedView::<U4, _>::new(&buffer, layout);
    let mut halves = vec![0; buffer.len()];
    let mut seen = 0;
    for i in 0..12 {
        for j in 0..12 {
            for k in 0..12 {
                let c = [i, j, k];
                let [a, b, d] = numbers.map(|number| c[number]);
                assert_eq!(permuted.get((a, b, d)), v.get((i, j, k)));
                let is_inside = v.get((i, j, k)).is_some();
                assert_eq!(x.get_mut((a, b, d)).map(|x| *x += 100), is_inside.then_some(()));
                let halves = packed.permute(order).get((a, b, d));
                assert_eq!(halves, packed.get((i, j, k)));
                seen += usize::from(is_inside);
            }
        }
    }
    assert_eq!(seen, v.size());
    assert!(w.iter().zip(v.iter()).all(|(x, y)| *x == y + 100));
    let mut w = PackedViewMut::<U4, _>::new(&mut halves, layout);
    w.permute_mut(order).update(|x| x + 3);
    assert!(w.iter().all(|x| x == 3));
    // The other way round it is the copy of the elements.
    let mut copied = vec![0; v.size()];
    permuted.copy_to(&mut copied[..]);
    assert!(copied.iter().eq(permuted.iter()));
}

/// The same in each order.
macro_rules! check_all {
    ($($layout:expr),+ $(,)?) => {$(
        check($layout, (Fixed::<0>, Fixed::<1>, Fixed::<2>), [0, 1, 2]);
        check($layout, (Fixed::<0>, Fixed::<2>, Fixed::<1>), [0, 2, 1]);
        check($layout, (Fixed::<1>, Fixed::<0>, Fixed::<2>), [1, 0, 2]);
        check($layout, (Fixed::<1>, Fixed::<2>, Fixed::<0>), [1, 2, 0]);
        check($layout, (Fixed::<2>, Fixed::<0>, Fixed::<1>), [2, 0, 1]);
        check($layout, (Fixed::<2>, Fixed::<1>, Fixed::<0>), [2, 1, 0]);
    )+};
}

#[test]
fn permuted_views_have_permuted_indices() {
    check_all!(
        layout!((2,3,4):(12,4,1)),
        layout!((2,3,4):(-12,4,-1)),
        layout!(((2,2),3,4):((24,1),2,6)),
        Banked,
        Image::of(2, 3, 4),
        Image::of(0, 3, 4),
        Planes::of(3, 4, 2),
        Flipped::of(3, 4),
        Blocked::of(3),
    );
}

#[test]
fn constants_stay_constants() {
    /// Nine bytes a pixel less than with a stride that is stored.
    fn is<L: Layout>(_: &View<'_, u8, L>) -> usize {
        size_of::<L::Geometry>()
    }
    let buffer: Vec<u8> = (0..24).collect();
    let v = View::new(&buffer, layout!((2,3,4):(12,4,1)));
    assert_eq!(is(&v.permute((Fixed::<2>, Fixed::<0>, Fixed::<1>))), 0);
    let open = (
        Mode { extent: Extent::new(6), stride: 4isize },
        Mode { extent: Fixed::<4>, stride: Fixed::<1> },
    );
    let v = View::new(&buffer, open);
    let transposed = v.permute((Fixed::<1>, Fixed::<0>));
    assert_eq!(is(&transposed), is(&v));
    let _: View<'_, u8, (Mode<Fixed<4>, Fixed<1>>, Mode)> = transposed;
    // Two permutations are one.
    let back = transposed.permute((Fixed::<1>, Fixed::<0>));
    assert!(back.iter().eq(v.iter()));
    assert_eq!(back.as_slice(), v.as_slice());
}

#[test]
fn up_to_eight_modes_have_orders() {
    let buffer: Vec<u32> = (0..256).collect();
    let v = View::new(&buffer, layout!((2,2,2,2,2,2,2,2):(128,64,32,16,8,4,2,1)));
    let reversed = v.permute((
        Fixed::<7>, Fixed::<6>, Fixed::<5>, Fixed::<4>, Fixed::<3>, Fixed::<2>, Fixed::<1>,
        Fixed::<0>,
    ));
    assert!(reversed.iter().copied().eq(0..256));
}

/// The views along a mode: each has the elements with its coordinate there, in the order of the others.
#[track_caller]
fn check_split<L, const K: isize, const N: usize>(layout: L)
where
    L: Layout<Bounds: Unpadded, Geometry: HasMode<K, Mode: SizeIs<N>>> + Copy,
    (usize, usize, usize): Coordinate<L::Geometry>,
    (usize, usize): Coordinate<<Without<K, L> as Layout>::Geometry>,
{
    let mut buffer = vec![0; layout.cosize()];
    let mut v = ViewMut::new(&mut buffer, layout);
    let mut parts: [ViewMut<'_, usize, Without<K, L>>; N] = v.split_mut(Fixed::<K>);
    // The last one is written first: all are there at once.
    for (k, part) in parts.iter_mut().enumerate().rev() {
        for (i, j) in (0..12).flat_map(|i| (0..12).map(move |j| (i, j))) {
            part.get_mut((i, j)).into_iter().for_each(|x| *x += 1 + i + 20 * j + 400 * k);
        }
    }
    let mut seen = 0;
    for i in 0..12 {
        for (j, k) in (0..12).flat_map(|j| (0..12).map(move |k| (j, k))) {
            let (first, second, split) = match K {
                0 => (j, k, i),
                1 => (i, k, j),
                _ => (i, j, k),
            };
            let Some(x) = v.get((i, j, k)) else { continue };
            assert_eq!(*x, 1 + first + 20 * second + 400 * split);
            seen += 1;
        }
    }
    assert_eq!(seen, v.size());
}

#[test]
fn a_view_is_split_along_each_mode() {
    check_split::<_, 0, 2>(Image::new(2, 3, 4).unwrap());
    check_split::<_, 1, 3>(Image::new(2, 3, 4).unwrap());
    check_split::<_, 2, 4>(Image::new(2, 3, 4).unwrap());
    check_split::<_, 2, 3>(Planes::new(2, 5, 3).unwrap());
    check_split::<_, 2, 3>(Flipped::new(2, 3).unwrap());
    check_split::<_, 0, 8>(Blocked::new(2).unwrap());
    check_split::<_, 1, 3>(Blocked::new(2).unwrap());
    check_split::<_, 0, 4>(Banked);
    check_split::<_, 2, 2>(Banked);
    check_split::<_, 0, 0>(Image::new(0, 3, 4).unwrap());
}

#[test]
fn views_that_would_share_elements_are_refused() {
    // Rows that begin one element after the other.
    let mode = |extent, stride| Mode { extent: Extent::new(extent), stride };
    let layout = crate::Dynamic::<_, 2>::new((mode(2, 1_isize), mode(3, 1))).unwrap();
    let mut buffer = [0; 4];
    let mut v = ViewMut::new(&mut buffer, layout);
    let Err(error) = v.try_split_mut::<0, 2>(Fixed::<0>) else { panic!("shared elements") };
    assert!(
        error.to_string().contains("for mutable elements that no two coordinates share"),
        "{error}"
    );
    let Err(error) = v.try_split_mut::<1, 2>(Fixed::<1>) else { panic!("another extent") };
    assert!(error.to_string().starts_with("mode = 1, extent = 3, views = 2"), "{error}");
}
