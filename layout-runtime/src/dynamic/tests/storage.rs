//! Sweeps in storage order against the sorted offsets, and against the static ones.

extern crate std;

use std::vec::Vec;

use super::leaf;
use crate::dynamic::Dynamic;
use crate::geometry::mode::Leaf;
use crate::static_layout::Static;

/// Every small layout of three leaves.
#[test]
#[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
fn offsets_are_those_of_the_layout() {
    let leaves = || {
        [1, 2, 3, 5]
            .into_iter()
            .flat_map(|e| [-6, -1, 0, 1, 2, 3, 10].map(|stride| leaf(e, stride)))
    };
    let mut count = [0; 2];
    for a in leaves() {
        for (b, c) in leaves().flat_map(|b| leaves().map(move |c| (b, c))) {
            let l = Dynamic::<_, 3>::new((a, (b, c))).unwrap();
            let order = l.in_storage_order();
            let stored: Vec<isize> = order.offsets().collect();
            let mut offsets: Vec<isize> = l.offsets().collect();
            offsets.sort();
            // Sorted if it says so; else the same offsets.
            assert_eq!(order.is_sorted(), stored == offsets, "{l}");
            assert_eq!(stored.len(), order.offsets().len());
            for taken in [0, 1, 2, stored.len() / 2] {
                let mut rest = order.offsets();
                let mut folded: Vec<isize> = rest.by_ref().take(taken).collect();
                rest.for_each(|offset| folded.push(offset));
                assert_eq!(folded, stored, "{l}, {taken} taken");
            }
            let mut again = stored;
            again.sort();
            assert_eq!(again, offsets, "{l}");
            count[usize::from(order.is_sorted())] += 1;
        }
    }
    assert!(count[0] > 1000 && count[1] > 1000, "{count:?}");
}

#[test]
fn the_order_is_the_static_one() {
    fn check<const S: usize, const T: usize, const D: isize, const E: isize>() {
        let known = Static::<(Leaf<S, D>, Leaf<T, E>), 2>::NEW.in_storage_order();
        let l = Dynamic::<_, 2>::new((leaf(S, D), leaf(T, E))).unwrap().in_storage_order();
        assert!(l.offsets().eq(known.offsets()));
        assert!(l.coordinates().eq(known.coordinates()));
        assert_eq!(l.is_sorted(), known.is_sorted());
    }
    check::<3, 5, 5, 1>();
    check::<3, 5, 1, -3>();
    check::<3, 2, 1, 1>();
    check::<2, 3, -1, 1>();
    check::<2, 3, 3, 2>();
    check::<4, 3, 0, -2>();
    check::<1, 1, 7, 7>();
}

#[test]
fn large_layouts_have_an_order() {
    let l = Dynamic::<_, 2>::new((leaf(1 << 31, 1 << 31), leaf(1 << 31, -1))).unwrap();
    let mut stored = l.in_storage_order().offsets();
    assert_eq!((stored.next(), stored.next()), (Some(1 - (1 << 31)), Some(2 - (1 << 31))));
    assert_eq!(stored.len(), (1 << 62) - 2);
    assert!(l.in_storage_order().is_sorted());
    let mut visited = Vec::new();
    let rows = Dynamic::<_, 2>::new((leaf(2, 3), leaf(3, 1))).unwrap();
    rows.in_storage_order().for_each(|i| visited.push(i));
    assert_eq!(visited, [0, 1, 2, 3, 4, 5]);
}
