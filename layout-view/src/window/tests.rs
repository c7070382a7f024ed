//! Windows against their definition, coordinate by coordinate.

extern crate std;

use std::vec;
use std::vec::Vec;

use crate::bounds::Unpadded;
use crate::{Extent, Fixed, Layout, Mode, Strided, Tiler, View, ViewMut, Windows, layout};

layout! {
    struct Rows<m, n, ld> = (m,n):(ld,1);
    struct Columns<m, n, ld> = (m,n):(1,ld);
    struct Planes<c, m, n> = (c,m,n):(m * n,n,1);
}

const OUTSIDE: i32 = -1;

/// All coordinates below extents.
fn coordinates<const RANK: usize>(extents: [usize; RANK]) -> Vec<[usize; RANK]> {
    let size = extents.iter().product();
    let digits = |mut i: usize| {
        extents.map(|extent| {
            let digit = i % extent;
            i /= extent;
            digit
        })
    };
    (0..size).map(digits).collect()
}

/// The element of a view at `first + step * t + r`, by its definition.
fn expected<L: Layout<Geometry: Strided<RANK>>, const RANK: usize>(
    image: View<'_, i32, L>,
    numbers: ([isize; RANK], [usize; RANK]),
    t: [usize; RANK],
    r: [usize; RANK],
) -> i32 {
    let (extents, strides) = (image.shape(), image.strides::<RANK>());
    let mut offset = 0;
    for k in 0..RANK {
        let at = numbers.0[k] + (numbers.1[k] * t[k] + r[k]) as isize;
        if at < 0 || at >= extents[k] as isize {
            return OUTSIDE;
        }
        offset += at * strides[k];
    }
    // SAFETY: the offset of a coordinate of the view.
    #[allow(unsafe_code)]
    unsafe {
        *image.as_ptr().offset(offset)
    }
}

/// The elements at the coordinates of a window, each with true if the view has it.
type Seen = Vec<(i32, bool)>;

/// Every window of a target is its definition, each target once, and others' elements stay.
#[track_caller]
fn check<L, M, S, const RANK: usize>(
    (image, target): (L, M),
    (size, extents): (S, [usize; RANK]),
    (first, step): ([isize; RANK], [usize; RANK]),
) where
    L: Layout<Bounds: Unpadded, Geometry: Strided<RANK>>,
    M: Layout<Bounds: Unpadded, Geometry: Strided<RANK>> + Copy,
    S: Tiler<L::Geometry, Full: Strided<RANK>>,
{
    let buffer: Vec<i32> = (0..image.cosize() as i32).collect();
    let image = View::new(&buffer, image);
    let mut seen: Vec<Option<Seen>> = vec![None; target.cosize()];
    let mut v = ViewMut::new(&mut seen, target);
    v.zip_windows(image, size, first, step, OUTSIDE, |seen, w| {
        let all = (0..extents.iter().product()).map(|i: usize| (w.at(i), w.get(i).is_some()));
        assert_eq!(seen.replace(all.collect()), None);
        let is_whole = (0..extents.iter().product()).all(|i: usize| w.get(i).is_some());
        assert_eq!(w.is_whole(), is_whole && !extents.contains(&0));
    });
    let shape = v.as_view().shape::<RANK>();
    let size = v.size();
    for (i, t) in coordinates(shape).into_iter().enumerate() {
        let seen = v.get_mut(i).unwrap().take().unwrap();
        let all = coordinates(extents).into_iter().map(|r| expected(image, (first, step), t, r));
        let all: Seen = all.map(|x| (x, x != OUTSIDE)).collect();
        assert_eq!(seen, all, "{shape:?} {t:?} from {first:?} by {step:?}");
    }
    assert!(size == 0 || seen.iter().all(Option::is_none));
}

#[test]
#[cfg_attr(miri, ignore = "many windows")]
fn windows_are_their_definition() {
    for (m, n, p, q) in [(5, 6, 5, 6), (3, 4, 2, 5), (1, 7, 1, 7), (2, 2, 6, 5), (6, 1, 4, 3)] {
        for first in (-4..3).flat_map(|i| (-3..5).map(move |j| [i, j])) {
            for step in [[1, 1], [2, 1], [1, 3]] {
                let at = (first, step);
                let rows = (Rows::of(m, n, n + 1), Rows::of(p, q, q + 2));
                check(rows, ((Fixed::<3>, Fixed::<3>), [3, 3]), at);
                check(rows, ((Extent::new(2), Fixed::<4>), [2, 4]), at);
                check(rows, ((.., Fixed::<2>), [m, 2]), at);
                check((rows.0, Columns::of(p, q, p)), ((Fixed::<3>, Fixed::<1>), [3, 1]), at);
                check((Columns::of(m, n, m), rows.1), ((Fixed::<1>, Fixed::<3>), [1, 3]), at);
            }
        }
    }
}

#[test]
fn windows_of_all_kinds_of_layouts() {
    let same = ([-1, -1], [1, 1]);
    let size = ((Fixed::<3>, Fixed::<3>), [3, 3]);
    check((layout!((5,6):(6,1)), layout!((5,6):(6,1))), size, same);
    check((layout!((5,6):(-6,-1)), layout!((5,6):(1,-5))), size, same);
    // Elements of the image that several coordinates share.
    check((layout!(#[allow(non_injective)] (5,6):(1,1)), layout!((5, 6))), size, same);
    check((layout!(9:1), layout!(4:1)), (Fixed::<3>, [3]), ([-1], [2]));
    check((layout!(9:-2), layout!(9:-1)), (Extent::new(4), [4]), ([-2], [1]));
    // Channels are whole in each window.
    let size = ((.., Fixed::<3>, Fixed::<3>), [4, 3, 3]);
    check((Planes::of(4, 5, 6), Planes::of(1, 5, 6)), size, ([0, -1, -1], [1, 1, 1]));
    // Steps and windows that are larger than the image, and windows far away.
    let size = ((Fixed::<7>, Fixed::<9>), [7, 9]);
    check((layout!((5,6):(6,1)), layout!((4,4):(4,1))), size, ([-3, -3], [2, 2]));
    for far in [isize::MIN, isize::MIN + 1, isize::MAX - 1, isize::MAX] {
        let mut seen = [0; 4];
        let image = View::new(&[1, 2, 3, 4], layout!((2,2):(2,1)));
        let mut v = ViewMut::new(&mut seen, layout!((2,2):(2,1)));
        let step = [usize::MAX, usize::MAX];
        v.zip_windows(image, (Fixed::<2>, Fixed::<2>), [far, far], step, 9, |x, w| {
            *x = (0..4).map(|i| w.at(i)).sum();
        });
        // Some of a row is inside, and steps overflow.
        let mut sums = [0; 4];
        let mut v = ViewMut::new(&mut sums, layout!((2,2):(2,1)));
        v.zip_windows(image, (Fixed::<2>, Fixed::<2>), [0, -1], step, 9, |x, w| {
            *x = (0..4).map(|i| w.at(i)).sum();
        });
        assert_eq!(sums, [9 + 1 + 9 + 3, 36, 36, 36]);
        // `isize::MIN + usize::MAX` is `isize::MAX`, and `isize::MIN + 1` with it is none.
        assert_eq!(seen, [36; 4], "{far}");
    }
}

/// Rows of more windows than there are values outside next to each other, windows of as many elements as are listed and of more, and all faces of a cube.
#[test]
#[cfg_attr(miri, ignore = "many elements")]
fn windows_of_all_sizes() {
    let threes = ((Fixed::<3>, Fixed::<3>), [3, 3]);
    let rows = Rows::of(4, 600, 601);
    check((rows, Rows::of(4, 600, 600)), threes, ([-1, -1], [1, 1]));
    check((rows, Rows::of(4, 299, 300)), threes, ([-2, -1], [1, 2]));
    check((Columns::of(600, 4, 601), Columns::of(600, 4, 600)), threes, ([-1, -1], [1, 1]));
    check((layout!((4,20):(20,1)), layout!((4,20):(20,1))), threes, ([-2, -1], [1, 1]));
    let square = (Rows::of(9, 9, 9), Rows::of(7, 7, 7));
    check(square, ((Fixed::<2>, Fixed::<64>), [2, 64]), ([-1, -30], [1, 1]));
    check(square, ((Fixed::<12>, Fixed::<12>), [12, 12]), ([-5, -3], [1, 2]));
    let cubes = (Planes::of(3, 4, 5), Planes::of(4, 5, 6));
    let size = ((Fixed::<3>, Fixed::<3>, Fixed::<3>), [3, 3, 3]);
    check(cubes, size, ([-1, -2, -1], [1, 1, 1]));
    check(cubes, size, ([0, -1, -1], [1, 1, 2]));
}

/// Rows of constants, which are loops of constant lengths, with windows that are cut at both ends, at one or at none, and in several pieces.
#[test]
#[cfg_attr(miri, ignore = "many windows")]
fn windows_along_rows_of_constants() {
    for first in (-3..2).flat_map(|i| (-4..3).map(move |j| [i, j])) {
        for step in [[1, 1], [2, 1], [1, 2], [1, 7]] {
            let at = (first, step);
            let same = (layout!((7,31):(31,1)), layout!((7,31):(31,1)));
            check(same, ((Fixed::<1>, Fixed::<3>), [1, 3]), at);
            check(same, ((Fixed::<3>, Fixed::<1>), [3, 1]), at);
            check(same, ((Fixed::<3>, Fixed::<2>), [3, 2]), at);
            check(same, ((Fixed::<2>, Fixed::<5>), [2, 5]), at);
            let transposed = (layout!((7,8):(1,7)), layout!((7,8):(8,1)));
            check(transposed, ((Fixed::<2>, Fixed::<3>), [2, 3]), at);
            let at = ([first[0], first[1], first[0]], [step[1], 1, step[0]]);
            let cubes = (layout!((3,4,5):(20,5,1)), layout!((3,4,5):(20,5,1)));
            check(cubes, ((Fixed::<3>, Fixed::<1>, Fixed::<2>), [3, 1, 2]), at);
            check(cubes, ((Fixed::<2>, Fixed::<3>, Fixed::<1>), [2, 3, 1]), at);
        }
    }
    // Longer ones, without gaps and with.
    for at in [([-1, -1], [1, 1]), ([0, 0], [1, 1]), ([-1, 0], [1, 2]), ([1, -2], [2, 1])] {
        let same = (layout!((5,70):(70,1)), layout!((5,70):(70,1)));
        check(same, ((Fixed::<2>, Fixed::<3>), [2, 3]), at);
        check(same, ((Fixed::<3>, Fixed::<1>), [3, 1]), at);
        let apart = (layout!((7,74):(74,1)), layout!((5,70):(72,1)));
        check(apart, ((Fixed::<3>, Fixed::<3>), [3, 3]), at);
    }
    // More lines than there is room for, and rows of which there is room for none.
    let tall = (layout!((700,12):(12,1)), layout!((700,12):(12,1)));
    check(tall, ((Fixed::<3>, Fixed::<3>), [3, 3]), ([-1, -1], [1, 1]));
    let long = (layout!((3,3000):(3000,1)), layout!((3,3000):(3000,1)));
    check(long, ((Fixed::<1>, Fixed::<3>), [1, 3]), ([0, -1], [1, 1]));
    check(long, ((Fixed::<3>, Fixed::<2>), [3, 2]), ([-1, 0], [1, 1]));
    check(long, ((Fixed::<2>, Fixed::<1>), [2, 1]), ([-1, 0], [1, 900]));
    check(long, ((Fixed::<1>, Fixed::<2>), [1, 2]), ([-1, -2], [2, 5]));
}

/// Rows of the target with other elements between, which are another view's; Miri runs it.
#[test]
fn rows_with_gaps_leave_what_is_between() {
    let buffer: Vec<i32> = (1..=20).collect();
    let image = View::new(&buffer, layout!((4,5):(5,1)));
    let mut sums = [0; 40];
    let mut v = ViewMut::new(&mut sums, layout!((4,2,5):(10,5,1)));
    let views = v.split_mut(Fixed::<1>);
    let size = (Fixed::<2>, Fixed::<3>);
    for (mut view, sign) in views.into_iter().zip([1, -1]) {
        view.zip_windows(image, size, [-1, -1], [1, 1], 7, |sum, w| {
            *sum = (0..6).map(|i| w.at(i) * (i as i32 + 1)).sum::<i32>() * sign;
        });
    }
    for [i, j] in coordinates([4, 5]) {
        let window = coordinates([2, 3]).into_iter().enumerate().map(|(k, r)| {
            image.at_or([i + r[0], j + r[1]].map(|at| at as isize - 1), 7) * (k as i32 + 1)
        });
        let sum = window.sum::<i32>();
        assert_eq!([v[(i, 0, j)], v[(i, 1, j)]], [sum, -sum], "{i} {j}");
    }
}

/// Lines of more rows than there is room for; Miri runs it.
#[test]
fn windows_in_several_pieces() {
    let buffer: Vec<[i64; 2]> = (0..130 * 6).map(|i| [i, -i]).collect();
    let image = View::new(&buffer, layout!((130,6):(6,1)));
    let mut sums = vec![0; 130 * 6];
    let mut v = ViewMut::new(&mut sums, layout!((130,6):(6,1)));
    let size = (Fixed::<2>, Fixed::<3>);
    v.zip_windows(image, size, [-1, -1], [1, 1], [7, -7], |sum, w| {
        *sum = (0..6).map(|i| (w.at(i)[0] - w.at(i)[1]) * (i as i64 + 1)).sum();
    });
    for [i, j] in coordinates([130, 6]) {
        let window = coordinates([2, 3]).into_iter().enumerate().map(|(k, r)| {
            let at = [i + r[0], j + r[1]].map(|at| at as isize - 1);
            image.at_or(at, [7, -7])[0] * 2 * (k as i64 + 1)
        });
        assert_eq!(v[(i, j)], window.sum::<i64>(), "{i} {j}");
    }
}

/// Elements that are too large for a list are compared one by one; Miri runs both.
#[test]
fn windows_of_large_elements_are_those_of_small_ones() {
    fn sums<T: Copy, const STEP: usize>(
        of: impl Fn(i32) -> T,
        back: impl Fn(T) -> i32,
    ) -> Vec<i32> {
        let image: Vec<T> = (1..=20).map(of).collect();
        let image = View::new(&image, Rows::of(4, 5, 5));
        let mut sums = vec![0; 12];
        let mut v = ViewMut::new(&mut sums, Rows::of(4, 3, 3));
        let size = (Fixed::<3>, Fixed::<2>);
        v.zip_windows(image, size, [-1, -1], [1, STEP], image[(0, 0)], |sum, w| {
            *sum = (0..6).map(|i| back(w.at(i)) * (i as i32 + 1)).sum();
        });
        sums
    }
    let small = sums::<_, 1>(|i| i, |i| i);
    assert_eq!(small, sums::<_, 1>(|i| [i64::from(i); 3], |x| x[2] as i32));
    assert_eq!(sums::<_, 2>(|i| i, |i| i), sums::<_, 2>(|i| [i64::from(i); 3], |x| x[0] as i32));
}

/// More rows of windows at an edge than there is room for, in several strips, with steps.
#[test]
#[cfg_attr(miri, ignore = "many elements")]
fn windows_of_long_runs_at_edges() {
    let buffer: Vec<[i64; 2]> = (0..2 * 400 * 4).map(|i| [i, -i]).collect();
    for (count, step) in [(400, 1), (190, 2), (90, 4)] {
        let image = View::new(&buffer, Planes::of(2, 400, 4));
        let mut sums = vec![0; 2 * count * 4];
        let mut v = ViewMut::new(&mut sums, Planes::of(2, count, 4));
        let (size, first) = ((Fixed::<2>, Fixed::<3>, Fixed::<3>), [-1, -1, -1]);
        v.zip_windows(image, size, first, [1, step, 1], [7, -7], |sum, w| {
            *sum = (0..18).map(|i| (w.at(i)[0] - w.at(i)[1]) * (i as i64 + 1)).sum();
        });
        for [c, i, j] in coordinates([2, count, 4]) {
            let window = coordinates([2, 3, 3]).into_iter().enumerate().map(|(k, r)| {
                let at = [c + r[0], step * i + r[1], j + r[2]].map(|at| at as isize - 1);
                image.at_or(at, [7, -7])[0] * 2 * (k as i64 + 1)
            });
            assert_eq!(v[(c, i, j)], window.sum::<i64>(), "{c} {i} {j} by {step}");
        }
    }
}

#[test]
fn views_of_nothing_have_windows_of_what_is_outside() {
    let empty: [i32; 0] = [];
    let same = ([-1, 2], [1, 1]);
    let size = ((Fixed::<2>, Fixed::<2>), [2, 2]);
    check((Rows::of(0, 5, 5), Rows::of(2, 3, 3)), size, same);
    check((Rows::of(5, 0, 0), Rows::of(2, 3, 3)), size, same);
    check((Rows::of(5, 6, 6), Rows::of(0, 3, 3)), size, same);
    check((Rows::of(0, 5, 5), Rows::of(2, 3, 3)), ((.., Fixed::<2>), [0, 2]), same);
    check((Rows::of(0, 5, 5), Rows::of(2, 3, 3)), ((.., Fixed::<900>), [0, 900]), same);
    let v = View::new(&empty, Rows::of(0, 5, 5));
    assert_eq!((v.get_signed([0, 0]), v.at_or([-1, 2], 7)), (None, 7));
}

/// The elements of every window once, with their coordinates, against the definition.
#[test]
#[cfg_attr(miri, ignore = "many windows")]
fn folds_go_over_what_is_inside() {
    for (m, n, p, q) in [(5, 6, 5, 6), (3, 4, 2, 5), (1, 7, 1, 7), (0, 3, 2, 2), (6, 1, 0, 3)] {
        for first in (-4..3).flat_map(|i| (-3..5).map(move |j| [i, j])) {
            for (step, dilation) in [([1, 1], [1, 1]), ([2, 1], [1, 3]), ([1, 3], [2, 0])] {
                let buffer: Vec<i32> = (0..(m * (n + 1)) as i32).collect();
                let image = View::new(&buffer, Rows::of(m, n, n + 1));
                let rows = Rows::of(p, q, q + 2);
                for (k, window) in [[3, 2], [2, 7], [1, 3], [2, 1]].into_iter().enumerate() {
                    if k > 0 && (first[0] + first[1]) % 3 != 0 {
                        continue;
                    }
                    let windows = Windows { extents: window, first, step, dilation };
                    check_fold(image, rows, windows);
                    check_fold(image, Columns::of(p, q, p), windows);
                }
            }
        }
    }
}

/// The function has each element of a window once, with its coordinate.
#[track_caller]
fn check_fold<L, M, const RANK: usize>(image: View<'_, i32, L>, target: M, windows: Windows<RANK>)
where
    L: Layout<Bounds: Unpadded, Geometry: Strided<RANK>>,
    M: Layout<Bounds: Unpadded, Geometry: Strided<RANK>> + Copy,
{
    let Windows { extents, first, step, dilation } = windows;
    let mut seen: Vec<Vec<([usize; RANK], i32)>> = vec![Vec::new(); target.cosize()];
    let mut v = ViewMut::new(&mut seen, target);
    v.fold_windows(image, windows, |seen, &x, r| seen.push((r, x)));
    let mut sums = vec![0; target.cosize()];
    let mut w = ViewMut::new(&mut sums, target);
    w.fold_windows(image, windows, |sum, x, _| *sum += x);
    let shape = v.as_view().shape::<RANK>();
    for (i, t) in coordinates(shape).into_iter().enumerate() {
        let window = coordinates(extents).into_iter().filter_map(|r| {
            let at =
                core::array::from_fn(|k| first[k] + (step[k] * t[k] + dilation[k] * r[k]) as isize);
            Some((r, *image.get_signed(at)?))
        });
        let window: Vec<_> = window.collect();
        let mut seen = v.get_mut(i).unwrap().clone();
        seen.sort_by_key(|(r, _)| r.iter().rev().copied().collect::<Vec<_>>());
        assert_eq!(seen, window, "{t:?} from {first:?} by {step:?}");
        assert_eq!(*w.get_mut(i).unwrap(), window.iter().map(|(_, x)| x).sum::<i32>());
    }
}

/// Rows of windows of all lengths and numbers, at edges too, of rows that are constants and not; Miri runs some.
#[test]
fn folds_of_all_lengths_together() {
    let most = if cfg!(miri) { 2 } else { 7 };
    for (m, n) in (1..=most).flat_map(|m| (1..=most).map(move |n| (m, n))) {
        let windows = Windows { first: [-1, -2], ..Windows::new([m, n]) };
        let buffer: Vec<i32> = (0..900).collect();
        let image = View::new(&buffer, Rows::of(7, 9, 9));
        check_fold(image, Rows::of(7, 9, 9), windows);
        check_fold(image, layout!((8,7):(7,1)), windows);
        let image = View::new(&buffer, layout!((3,130):(130,1)));
        check_fold(image, layout!((2,128):(128,1)), windows);
        // Rows of constants, of which as many elements have whole windows as the compiler knows, or others.
        let image = View::new(&buffer, layout!((5,16):(16,1)));
        check_fold(image, layout!((5,16):(16,1)), windows);
        let around = Windows { first: [-(m as isize / 2), -(n as isize / 2)], ..windows };
        check_fold(image, layout!((5,16):(16,1)), around);
        check_fold(image, layout!((5,13):(13,1)), Windows { first: [0, 0], ..windows });
        // More rows of windows than are listed at once.
        let windows = Windows { first: [-1, 0, -1], ..Windows::new([m, 5, n]) };
        check_fold(View::new(&buffer, Planes::of(7, 6, 5)), Planes::of(5, 2, 4), windows);
    }
}

/// The target has the work of a fold until it panics, once: an element that owns memory is neither lost nor there twice.
#[test]
fn a_panic_leaves_what_was_folded() {
    let image: Vec<i32> = (0..8).collect();
    let mut seen = vec![vec![100]; 8];
    let fold = std::panic::AssertUnwindSafe(|| {
        let mut v = ViewMut::new(&mut seen, layout!((1,8):(8,1)));
        let image = View::new(&image, layout!((1,8):(8,1)));
        v.fold_windows(image, Windows::new([1, 3]), |seen, &x, [_, k]| {
            assert!(x != 4 || k != 1, "enough");
            seen.push(x);
        });
    });
    assert!(std::panic::catch_unwind(fold).is_err());
    // The one at which it panics has the first of three, those before it all.
    let whole = |i: i32| vec![100, i, i + 1, i + 2];
    assert_eq!(seen[..3], [whole(0), whole(1), whole(2)]);
    assert_eq!(seen[3], [100, 3]);
    assert!(seen[4..].iter().all(|seen| seen[0] == 100));
}

#[test]
#[should_panic(expected = "mode 1 of a window: step = 0 and a step must be at least 1")]
fn folds_by_no_step_are_refused() {
    let mut v = [0; 4];
    let mut v = ViewMut::new(&mut v, layout!((2,2):(2,1)));
    let image = View::new(&[0; 4], layout!((2,2):(2,1)));
    let windows = Windows { step: [1, 0], ..Windows::new([1, 1]) };
    v.fold_windows(image, windows, |_, _: &i32, _| ());
}

#[test]
fn a_function_sees_each_shared_element_of_the_target() {
    // A target of stride 0 is a sum over it.
    let image: Vec<i32> = (0..12).collect();
    let mut sums = [0; 4];
    let mut v = ViewMut::new(&mut sums, layout!(#[allow(non_injective)] (3,4):(0,1)));
    let image = View::new(&image, layout!((3,4):(4,1)));
    v.zip_windows(image, (Fixed::<1>, Fixed::<1>), [0, 1], [1, 1], 100, |x, w| *x += w.at((0, 0)));
    assert_eq!(sums, [15, 18, 21, 300]);
}

#[test]
#[should_panic(expected = "3 is not below the extent 3 of mode 1, in a coordinate of a window")]
fn a_coordinate_past_a_window_panics() {
    let mut v = [0; 4];
    let mut v = ViewMut::new(&mut v, layout!((2,2):(2,1)));
    let image = View::new(&[0; 16], layout!((4,4):(4,1)));
    v.zip_windows(image, (Fixed::<3>, Fixed::<3>), [0, 0], [1, 1], 0, |x, w| *x = w.at((0, 3)));
}

#[test]
#[should_panic(expected = "mode 0 of a window: step = 0 and a step must be at least 1")]
fn windows_by_no_step_are_refused() {
    let mut v = [0; 4];
    let mut v = ViewMut::new(&mut v, layout!((2,2):(2,1)));
    let image = View::new(&[0; 4], layout!((2,2):(2,1)));
    v.zip_windows(image, (Fixed::<1>, Fixed::<1>), [0, 0], [0, 1], 0, |_, _| ());
}

#[test]
#[should_panic(expected = "leaf = 1, extent = 0 and a tile must have a coordinate in every mode")]
fn windows_of_nothing_are_refused() {
    let mut v = [0; 4];
    let mut v = ViewMut::new(&mut v, layout!((2,2):(2,1)));
    let image = View::new(&[0; 4], layout!((2,2):(2,1)));
    v.zip_windows(image, (Fixed::<1>, Extent::new(0)), [0, 0], [1, 1], 0, |_, _| ());
}

/// A pasted window is read back where it is inside, and the rest stays.
#[test]
#[cfg_attr(miri, ignore = "many windows")]
fn what_is_pasted_is_the_window() {
    for (m, n, p, q) in [(3, 4, 2, 3), (2, 2, 5, 4), (1, 5, 1, 2)] {
        let source: Vec<i32> = (100..100 + (p * q) as i32).collect();
        for first in (-4..5).flat_map(|i| (-4..6).map(move |j| [i, j])) {
            for step in [[1, 1], [2, 1], [1, 3]] {
                let mut image: Vec<i32> = (0..(m * (n + 1)) as i32).collect();
                let mut model = image.clone();
                for [i, j] in coordinates([p, q]) {
                    let u = first[0] + (step[0] * i) as isize;
                    let v = first[1] + (step[1] * j) as isize;
                    if (0..m as isize).contains(&u) && (0..n as isize).contains(&v) {
                        model[u as usize * (n + 1) + v as usize] = source[i + j * p];
                    }
                }
                let mut added = image.clone();
                let from = View::new(&source, Columns::of(p, q, p));
                let mut v = ViewMut::new(&mut image, Rows::of(m, n, n + 1));
                v.paste_window(first, step, from);
                let mut back = vec![OUTSIDE; p * q];
                let mut to = ViewMut::new(&mut back, Columns::of(p, q, p));
                v.as_view().copy_window(first, step, &mut to, OUTSIDE);
                assert_eq!(image, model, "{m}x{n} from {first:?} by {step:?}");
                assert!(back.iter().zip(&source).all(|(x, y)| x == y || *x == OUTSIDE));

                let mut v = ViewMut::new(&mut added, Rows::of(m, n, n + 1));
                v.zip_window(first, step, from, |x, y| *x += 1000 * y);
                let sum = |(i, x): (usize, &i32)| {
                    let before = i as i32;
                    if *x == before { before } else { before + 1000 * x }
                };
                assert!(added.into_iter().eq(model.iter().enumerate().map(sum)));
            }
        }
    }
}

#[test]
#[should_panic(expected = "for mutable elements that no two coordinates share")]
fn a_window_is_not_pasted_into_shared_elements() {
    let mut v = [0; 4];
    let mode = |extent, stride| Mode { extent: Extent::new(extent), stride };
    let mut v = ViewMut::new(&mut v, (mode(2, 1), mode(3, 1)));
    v.paste_window([0, 0], [1, 1], View::new(&[0; 4], layout!((2,2):(2,1))));
}

#[test]
fn signed_coordinates_are_those_of_the_view_or_outside() {
    let buffer: Vec<i32> = (0..60).collect();
    fn check<L: Layout<Bounds: Unpadded, Geometry: Strided<2>>>(buffer: &[i32], layout: L)
    where
        (usize, usize): crate::Coordinate<L::Geometry>,
    {
        let v = View::new(buffer, layout);
        let mut copy = buffer.to_vec();
        let mut w = ViewMut::new(&mut copy, v.layout());
        for (i, j) in (-3..9).flat_map(|i| (-3..9).map(move |j| (i, j))) {
            let expected = match (usize::try_from(i), usize::try_from(j)) {
                (Ok(i), Ok(j)) => v.get((i, j)),
                _ => None,
            };
            assert_eq!(v.get_signed([i, j]), expected);
            assert_eq!(v.at_or([i, j], OUTSIDE), expected.copied().unwrap_or(OUTSIDE));
            assert_eq!(w.get_signed_mut([i, j]).map(|x| *x), expected.copied());
        }
        for far in [isize::MIN, isize::MAX] {
            assert_eq!((v.get_signed([far, 0]), v.get_signed([0, far])), (None, None));
        }
    }
    check(&buffer, layout!((5,6):(7,1)));
    check(&buffer, layout!((5,6):(-7,-1)));
    check(&buffer, Rows::of(4, 7, 9));
    check(&buffer, Rows::of(0, 7, 9));
}
