//! Strides whose sign is known at run time, as differences of symbols and as numbers.

extern crate std;

use std::string::ToString;
use std::vec;
use std::vec::Vec;

use crate::dynamic::strided;
use crate::{Layout, View, ViewMut, layout};

layout! {
    struct Steps<m, n, up, down> = (m,n):(up - down,1);
    struct Upside<m, n> = (m,n):(-n,1);
    struct Rows<m, n> = (m,n):(n,1);
}

#[test]
fn a_difference_of_symbols_is_a_stride_of_either_sign() {
    let buffer: Vec<i32> = (0..60).collect();
    let mut made = 0;
    for (m, n) in (0..5).flat_map(|m| (1..4).map(move |n| (m, n))) {
        for stride in -7isize..=7 {
            let (up, down) = (stride.max(0) as usize, (-stride).max(0) as usize);
            let layout = Steps::new(m, n, up, down);
            // What no two coordinates share is asked as of other layouts.
            assert_eq!(layout.is_ok(), m * n <= 1 || m <= 1 || stride.unsigned_abs() >= n);
            let Ok(layout) = layout else { continue };
            let v = View::new(&buffer, layout);
            let first = (-stride).max(0) * (m as isize - 1).max(0);
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let offset = stride * i as isize + j as isize;
                assert_eq!(layout.offset(i + m * j), offset);
                assert_eq!(v[(i, j)], buffer[(first + offset) as usize]);
            }
            let of_numbers = View::new(&buffer, strided([m, n], [stride, 1]).unwrap());
            assert!(v.iter().eq(of_numbers.iter()));
            let mut copied = vec![0; m * n];
            let mut w = ViewMut::new(&mut copied, Rows::of(m, n));
            v.copy_to(&mut w);
            assert!(w.iter().eq(v.iter()));
            // Written where it is read.
            let mut target = buffer.clone();
            ViewMut::new(&mut target, layout).fill(-1);
            assert_eq!(target.iter().filter(|&&x| x == -1).count(), m * n);
            made += 1;
        }
    }
    assert_eq!(made, 198);
    let error = Steps::new(3, 4, usize::MAX, 1).unwrap_err().to_string();
    assert!(error.ends_with("up - down must fit `isize`, as a stride"), "{error}");
}

#[test]
fn rows_upside_down() {
    let buffer: Vec<usize> = (0..12).collect();
    let v = View::new(&buffer, Upside::of(3, 4));
    assert!((0..3).all(|i| v.slice((i, ..)).iter().eq(&buffer[4 * (2 - i)..][..4])));
    let error = View::try_new(&buffer[1..], Upside::of(3, 4)).unwrap_err().to_string();
    assert!(error.starts_with("Upside: length = 11, cosize = 12 and "), "{error}");
}
