//! Loops over members of groups that are interleaved in some operands: channels of pixels, the two parts of complex numbers.
//!
//! A group has a few members, as many as the layouts have in their types. Members are next to each other in one operand, and may be in a plane each in
//! another one. The loop over groups is compiled for the steps in the types, and that over members is spelled out.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::{ElementPointers, LoopElements};
use crate::loop_nest::TARGET;
use crate::operand::Operand;
use crate::operands::{KnownLoop, MAX_OPERANDS, OperandsDomain, OperandsLoop, Sources};

/// The most members of a group.
pub(super) const MAX_FACTOR: usize = 4;

/// The loops over the members of a group and over groups, as far as the compiler knows them: of groups all steps.
#[derive(Clone, Copy)]
pub(super) struct Interleaved {
    members: KnownLoop,
    groups: KnownLoop,
    factor: usize,
    /// The leaves of both loops.
    leaves: [usize; 2],
}

impl<S: Sources, D: Operand> OperandsDomain<S, D> {
    /// The loops over interleaved members, if an operand has such.
    pub(super) const INTERLEAVED: Option<Interleaved> = match Self::KNOWN {
        Some(known) if !Self::IS_CONSTANT => Interleaved::find(&known, D::LEAVES),
        _ => None,
    };
}

impl Interleaved {
    /// The first two of some loops that are such.
    const fn find(loops: &[KnownLoop], count: usize) -> Option<Self> {
        let mut k = 0;
        while k < count * count {
            let (members, groups) = (loops[k / count], loops[k % count]);
            if let Some(factor @ 2..=MAX_FACTOR) = members.extent
                && are_groups(&members, &groups, factor as isize)
            {
                return Some(Interleaved {
                    members,
                    groups,
                    factor,
                    leaves: [k / count, k % count],
                });
            }
            k += 1;
        }
        None
    }

    /// The order of three leaves: members, groups, and what is around them.
    pub(super) const fn order(&self) -> [usize; 3] {
        let [members, groups] = self.leaves;
        [members, groups, 3 - members - groups]
    }

    /// Two loops as that over members and that over groups, if they have the numbers that are known.
    #[inline(always)]
    pub(super) fn loops<'a>(
        &self,
        a: &'a OperandsLoop,
        b: &'a OperandsLoop,
    ) -> Option<(&'a OperandsLoop, &'a OperandsLoop)> {
        if self.are(a, b) {
            Some((a, b))
        } else if self.are(b, a) {
            Some((b, a))
        } else {
            None
        }
    }

    #[inline(always)]
    fn are(&self, members: &OperandsLoop, groups: &OperandsLoop) -> bool {
        members.extent == self.factor
            && self.members.has_steps(members)
            && self.groups.has_steps(groups)
    }
}

/// Returns true if the steps of groups are known, and one is as long as the members that are next to each other there.
const fn are_groups(members: &KnownLoop, groups: &KnownLoop, factor: isize) -> bool {
    let (mut is_interleaved, mut operand) = (false, 0);
    while operand < MAX_OPERANDS {
        match (members.step[operand], groups.step[operand]) {
            (_, None) => return false,
            (Some(1), Some(step)) if step == factor => is_interleaved = true,
            _ => {}
        }
        operand += 1;
    }
    is_interleaved
}

/// Calls a function with the elements of each member of `groups` groups.
///
/// # Safety
///
/// The loops over members and groups are those of the domain, at elements of the target, which is borrowed as exclusive, and of the sources.
pub(super) unsafe fn call_groups<T, F, S, D>(
    members: &OperandsLoop,
    groups: usize,
    target: NonNull<T>,
    sources: S::Pointers,
    f: &mut F,
) where
    F: FnMut(NonNull<T>, S::Pointers),
    S: ElementPointers,
    D: Operand,
{
    let Some(Interleaved { members: known, groups: group, factor, .. }) =
        (const { OperandsDomain::<S, D>::INTERLEAVED })
    else {
        return;
    };
    let members = known.or(members);
    let group = group.or(&OperandsLoop::UNIT);
    for i in 0..groups {
        // SAFETY: by the caller.
        unsafe {
            let target = target.offset(i as isize * group.step[TARGET]);
            let sources = S::Strided::moved(sources, i, &group.step, 1);
            for k in 0..factor {
                let target = target.offset(k as isize * members.step[TARGET]);
                f(target, S::Strided::moved(sources, k, &members.step, 1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use crate::{Fixed, View, ViewMut, layout, zip_with};

    layout! {
        struct Pixels<h, w, row> = (h: h, w: w, c: 3):(row, 3, 1);
        struct Planes<h, w, r, plane> = (c: 3, h: h, w: w):(plane, r, 1);
        struct Pairs<h, w> = (h: h, w: w, c: 2):(2 * w, 2, 1);
        struct Halves<h, w> = (h: h, w: w, c: 2):(w, 1, h * w);
        struct Quads<h, w> = (h: h, w: w, c: 4):(4 * w, 4, 1);
        struct Wide<h, w> = (h: h, w: w, c: 5):(5 * w, 5, 1);
        struct Mask<h, w> = (h: h, w: w):(w, 1);
        struct Scale = (c: 3):(1);
    }

    /// Calls two functions with views of the same elements, and compares all of the buffer.
    macro_rules! check {
        ($layout:expr, |$y:ident| $ours:expr, $loops:expr) => {{
            let before: Vec<i64> = (1000..2000).collect();
            let (mut ours, mut by_hand) = (before.clone(), before);
            let layout = $layout;
            {
                let mut $y = ViewMut::new(&mut ours, layout);
                $ours;
            }
            let mut y = ViewMut::new(&mut by_hand, layout);
            #[allow(clippy::redundant_closure_call)]
            $loops(&mut y);
            assert_eq!(ours, by_hand);
        }};
    }

    #[test]
    fn groups_are_those_of_single_elements() {
        let x: Vec<i64> = (0..1000).map(|i| i * i % 97).collect();
        let factors = [2, 3, 5];
        let scale = View::new(&factors, Scale);
        let sizes = [(1, 2), (3, 3), (0, 4), (1, 1), (2, 7), (5, 3), (4, 0), (3, 16)];
        // In Miri fewer.
        for (h, w) in sizes.into_iter().take(if cfg!(miri) { 3 } else { sizes.len() }) {
            let each = |c: usize| {
                (0..h).flat_map(move |i| (0..w).flat_map(move |j| (0..c).map(move |k| (i, j, k))))
            };
            let mask = View::new(&x, Mask::new(h, w).unwrap());
            // Rows one after the other, and with elements between them.
            for more in [0, 5] {
                let (row, r) = (3 * w + more, w + more);
                let plane = h * r + more;
                let pixels = Pixels::new(h, w, row).unwrap();
                let planes = Planes::new(h, w, r, plane).unwrap();
                let (from, to) = (View::new(&x, pixels), View::new(&x, planes));
                check!(
                    planes,
                    |y| zip_with!(y: Planes<h, w, r, plane>, from: Pixels<h, w, row>, |y, x| *y += 2 * x),
                    |y: &mut ViewMut<'_, i64, _>| each(3)
                        .for_each(|(i, j, k)| y[(k, i, j)] += 2 * from[(i, j, k)])
                );
                check!(
                    pixels,
                    |y| y.zip_with(to.permute((Fixed::<1>, Fixed::<2>, Fixed::<0>)), |y, x| *y +=
                        2 * x),
                    |y: &mut ViewMut<'_, i64, _>| each(3)
                        .for_each(|(i, j, k)| y[(i, j, k)] += 2 * to[(k, i, j)])
                );
                check!(
                    pixels,
                    |y| zip_with!(
                        y: Pixels<h, w, row>, from: Pixels<h, w, row>, to: Planes<h, w, r, plane>, mask: Mask<h, w>, scale: Scale,
                        |y, a, b, m, s| *y += a * s + b * m
                    ),
                    |y: &mut ViewMut<'_, i64, _>| each(3).for_each(|(i, j, k)| {
                        y[(i, j, k)] += from[(i, j, k)] * scale[k] + to[(k, i, j)] * mask[(i, j)];
                    })
                );
                check!(
                    planes,
                    |y| zip_with!(y: Planes<h, w, r, plane>, from: Pixels<h, w, row>, scale: Scale, |y, x, s| *y += x * s),
                    |y: &mut ViewMut<'_, i64, _>| each(3)
                        .for_each(|(i, j, k)| y[(k, i, j)] += from[(i, j, k)] * scale[k])
                );
            }
            let (pairs, halves) = (Pairs::new(h, w).unwrap(), Halves::new(h, w).unwrap());
            let (quads, wide) = (Quads::new(h, w).unwrap(), Wide::new(h, w).unwrap());
            macro_rules! copies {
                ($c:literal, $from:expr, $to:expr) => {{
                    let from = View::new(&x, $from);
                    check!($to, |y| y.zip_with(from, |y, x| *y -= x), |y: &mut ViewMut<
                        '_,
                        i64,
                        _,
                    >| {
                        each($c).for_each(|at| y[at] -= from[at]);
                    });
                }};
            }
            copies!(2, pairs, halves);
            copies!(2, halves, pairs);
            copies!(2, pairs, pairs);
            copies!(4, quads, quads);
            copies!(5, wide, wide);
        }
    }
}
