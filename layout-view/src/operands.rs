//! The iteration domain of several operands, and the loops that visit them together.
//!
//! The first operand is the target, the others are sources; each has a layout with as many coordinates. Of the loops of their common refinement
//! (`loop_nest.rs`), the innermost is the one whose elements are next to each other, or the same, in most operands.

#![allow(unsafe_code)]

use core::marker::PhantomData;

use super::data::Source;
use super::leaves::Leaves;
use super::loop_nest::run_time::MAX_LEAVES_SMALL;
use super::loop_nest::{Loop, LoopNest, LoopOrder};
use super::operand::{ConstantLayout, Operand};
use super::sizes::sizes_differ;
use crate::dynamic::ShapeError;
use layout_runtime::internals::{MAX, Message};

/// The most operands of one call: a target, and five sources.
pub(super) const MAX_OPERANDS: usize = 6;

/// The most leaves of domains with a mode more than most.
const MAX_LEAVES_MEDIUM: usize = 16;

/// An offset for each operand; 0 for operands that are not there.
pub(super) type Offsets = [isize; MAX_OPERANDS];

/// A loop over all operands.
pub(super) type OperandsLoop = Loop<MAX_OPERANDS>;

/// The loop nest over all operands.
pub(super) type OperandsNest<const N: usize = MAX> = LoopNest<N, MAX_OPERANDS>;

/// The sources of a call, as a list: `(a, (b, ()))`.
pub trait Sources {
    #[doc(hidden)]
    const COUNT: usize;
    /// The layout of each, from the first on, where the compiler knows it.
    #[doc(hidden)]
    const CONSTANT: [Option<ConstantLayout>; MAX_OPERANDS];
    #[doc(hidden)]
    const LEAVES: usize;
    /// The elements of each, in a list as well.
    #[doc(hidden)]
    type Elements: Copy;

    #[doc(hidden)]
    fn elements(&self) -> Self::Elements;

    /// The size of the first source whose size differs from this one.
    #[doc(hidden)]
    fn other_size(&self, size: usize) -> Option<usize>;

    /// Sets the leaves of each; the first source is that operand.
    #[doc(hidden)]
    fn leaves<const N: usize>(&self, operands: &mut [Leaves<N>; MAX_OPERANDS], operand: usize);

    /// Sets the offsets at a 1-D coordinate; the first source is that operand.
    #[doc(hidden)]
    fn offsets(&self, i: usize, offsets: &mut Offsets, operand: usize);
}

impl Sources for () {
    const COUNT: usize = 0;
    const CONSTANT: [Option<ConstantLayout>; MAX_OPERANDS] = [None; MAX_OPERANDS];
    const LEAVES: usize = 0;
    type Elements = ();

    #[inline(always)]
    fn elements(&self) {}

    #[inline(always)]
    fn other_size(&self, _: usize) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn leaves<const N: usize>(&self, _: &mut [Leaves<N>; MAX_OPERANDS], _: usize) {}

    #[inline(always)]
    fn offsets(&self, _: usize, _: &mut Offsets, _: usize) {}
}

impl<S: Source, R: Sources> Sources for (S, R) {
    const COUNT: usize = 1 + R::COUNT;
    const CONSTANT: [Option<ConstantLayout>; MAX_OPERANDS] = {
        let [a, b, c, d, e, _] = R::CONSTANT;
        [S::Operand::CONSTANT, a, b, c, d, e]
    };
    const LEAVES: usize = S::Operand::LEAVES + R::LEAVES;
    type Elements = (S::Elements, R::Elements);

    #[inline(always)]
    fn elements(&self) -> Self::Elements {
        (self.0.elements(), self.1.elements())
    }

    #[inline(always)]
    fn other_size(&self, size: usize) -> Option<usize> {
        Some(self.0.operand().size()).filter(|own| *own != size).or(self.1.other_size(size))
    }

    #[inline(always)]
    fn leaves<const N: usize>(&self, operands: &mut [Leaves<N>; MAX_OPERANDS], operand: usize) {
        self.0.operand().visit(&mut operands[operand]);
        self.1.leaves(operands, operand + 1);
    }

    #[inline(always)]
    fn offsets(&self, i: usize, offsets: &mut Offsets, operand: usize) {
        offsets[operand] = self.0.operand().offset(i);
        self.1.offsets(i, offsets, operand + 1);
    }
}

/// The domain of sources and a target, as far as the compiler knows it.
pub(super) struct OperandsDomain<S, D>(PhantomData<(S, D)>);

impl<S: Sources, D: Operand> OperandsDomain<S, D> {
    const COUNT: usize = {
        assert!(S::COUNT < MAX_OPERANDS, "more sources than loops are found for");
        S::COUNT + 1
    };

    /// No fewer than the loops: at the end of each a leaf ends, and at that of the last one in all layouts.
    const MAX_LOOPS: usize = S::LEAVES + D::LEAVES - S::COUNT;

    const CONSTANT: [Option<ConstantLayout>; MAX_OPERANDS] = {
        let [a, b, c, d, e, _] = S::CONSTANT;
        [D::CONSTANT, a, b, c, d, e]
    };

    pub(super) const IS_CONSTANT: bool = {
        let mut operand = 0;
        while operand < Self::COUNT && Self::CONSTANT[operand].is_some() {
            operand += 1;
        }
        operand == Self::COUNT
    };

    /// The loops, if the compiler knows all layouts and there are common ones.
    const NEST: Option<OperandsNest> = if Self::IS_CONSTANT {
        let (mut operands, mut operand) = ([Leaves::EMPTY; MAX_OPERANDS], 0);
        while operand < Self::COUNT {
            if let (Some(known), Some(first)) = (Self::CONSTANT[operand], Self::CONSTANT[0]) {
                if known.size != first.size {
                    let message = Message::new("the sizes differ: ")
                        .text(known.notation)
                        .text(" and ")
                        .text(first.notation);
                    message.panic();
                }
                operands[operand] = known.leaves();
            }
            operand += 1;
        }
        LoopNest::refinement(&operands, Self::COUNT, LoopOrder::Cost)
    } else {
        None
    };

    pub(super) const HAS_NEST: bool = Self::NEST.is_some();

    /// No loops at all where there are no common ones.
    pub(super) const LOOP_NEST: OperandsNest = match Self::NEST {
        Some(nest) => nest,
        None => LoopNest::EMPTY,
    };
}

/// A body that is run with the loops over all operands.
pub(super) trait NestBody {
    /// The number of visits of each coordinate where there are no common loops.
    const PASSES: usize = 1;

    /// Runs the loops.
    ///
    /// # Safety
    ///
    /// The loops go to offsets of the operands alone.
    unsafe fn run<const N: usize>(&mut self, nest: &OperandsNest<N>);

    /// Does the same at one coordinate, in one of the passes.
    ///
    /// # Safety
    ///
    /// These are its offsets.
    unsafe fn run_at(&mut self, at: &Offsets, pass: usize);
}

/// Runs a body with the loops that visit each coordinate once, in an order that suits all operands. Returns false where there are no
/// coordinates.
///
/// # Errors
///
/// Sizes differ.
#[inline(always)]
pub(super) fn visit<S: Sources, D: Operand>(
    sources: &S,
    target: D,
    body: &mut impl NestBody,
) -> Result<bool, ShapeError> {
    let size = target.size();
    if let Some(other) = sources.other_size(size) {
        return Err(differ(other, size));
    }
    if size == 0 {
        return Ok(false);
    }
    let has_nest = if const { OperandsDomain::<S, D>::IS_CONSTANT } {
        if const { OperandsDomain::<S, D>::HAS_NEST } {
            // SAFETY: the loops are those of the operands.
            unsafe { body.run(const { &OperandsDomain::<S, D>::LOOP_NEST }) };
        }
        const { OperandsDomain::<S, D>::HAS_NEST }
    } else if const { OperandsDomain::<S, D>::MAX_LOOPS <= MAX_LEAVES_SMALL } {
        run_at_run_time::<MAX_LEAVES_SMALL, S, D>(sources, target, body)
    } else if const { OperandsDomain::<S, D>::MAX_LOOPS <= MAX_LEAVES_MEDIUM } {
        run_at_run_time::<MAX_LEAVES_MEDIUM, S, D>(sources, target, body)
    } else {
        run_at_run_time::<MAX, S, D>(sources, target, body)
    };
    if !has_nest {
        run_at_each(sources, target, body);
    }
    Ok(true)
}

/// Runs a body with loops that are found at run time; false if there are none.
#[inline(always)]
fn run_at_run_time<const N: usize, S: Sources, D: Operand>(
    sources: &S,
    target: D,
    body: &mut impl NestBody,
) -> bool {
    let mut operands = [Leaves::<N>::EMPTY; MAX_OPERANDS];
    target.visit(&mut operands[0]);
    sources.leaves(&mut operands, 1);
    let mut nest = OperandsNest::EMPTY;
    let has_nest = refine(&mut nest, &operands, const { OperandsDomain::<S, D>::COUNT });
    if has_nest {
        // SAFETY: the loops are those of the operands.
        unsafe { body.run(&nest) };
    }
    has_nest
}

/// The loops, found at run time: a function of its own, which is there once for all layouts.
#[inline(never)]
fn refine<const N: usize>(
    nest: &mut OperandsNest<N>,
    operands: &[Leaves<N>; MAX_OPERANDS],
    count: usize,
) -> bool {
    nest.set_refinement(operands, count, LoopOrder::Cost)
}

/// Runs a body at each coordinate.
#[cold]
#[inline(never)]
fn run_at_each<S: Sources, D: Operand, B: NestBody>(sources: &S, target: D, body: &mut B) {
    for pass in 0..B::PASSES {
        for i in 0..target.size() {
            let mut offsets = [0; MAX_OPERANDS];
            offsets[0] = target.offset(i);
            sources.offsets(i, &mut offsets, 1);
            // SAFETY: the offsets of one coordinate.
            unsafe { body.run_at(&offsets, pass) };
        }
    }
}

/// The error of sizes that differ: a function of its own, out of the way of the loops.
#[cold]
fn differ(source: usize, target: usize) -> ShapeError {
    sizes_differ(source, target)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::loop_nest::advanced;
    use crate::tests::{layouts, offsets};

    #[test]
    #[cfg_attr(miri, ignore = "no `unsafe` here, and many layouts")]
    fn loops_visit_each_coordinate_once() {
        let all: Vec<_> = layouts().collect();
        let mut checked = 0;
        for (i, first) in all.iter().enumerate() {
            let same = |other: &&(Vec<usize>, Vec<isize>)| {
                other.0.iter().product::<usize>() == first.0.iter().product()
            };
            let of_size: Vec<_> = all.iter().skip(i % 997).step_by(997).filter(same).collect();
            for pair in of_size.windows(2) {
                let three = [first, pair[0], pair[1]];
                let mut operands = [Leaves::<MAX>::EMPTY; MAX_OPERANDS];
                for (operand, of) in operands.iter_mut().zip(three) {
                    *operand = Leaves::EMPTY.then(&of.0, &of.1);
                }
                let Some(nest) = OperandsNest::refinement(&operands, 3, LoopOrder::Cost) else {
                    continue;
                };
                let mut visited = Vec::new();
                let [l0, l1] = [nest.loops[0], nest.loops[1]];
                nest.for_each_outside::<2>(|at| {
                    for j in 0..l1.extent {
                        for i in 0..l0.extent {
                            let at =
                                advanced(advanced(at, l1.step, j as isize), l0.step, i as isize);
                            visited.push(at);
                        }
                    }
                });
                let [a, b, c] = three.map(|of| offsets(&of.0, &of.1));
                let mut expected: Vec<_> =
                    (0..a.len()).map(|i| [a[i], b[i], c[i], 0, 0, 0]).collect();
                visited.sort_unstable();
                expected.sort_unstable();
                assert_eq!(visited, expected, "{three:?}");
                checked += 1;
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    fn steps(operands: &[(&[usize], &[isize])]) -> Vec<(usize, Vec<isize>)> {
        let mut all = [Leaves::<MAX>::EMPTY; MAX_OPERANDS];
        for (operand, of) in all.iter_mut().zip(operands) {
            *operand = Leaves::EMPTY.then(of.0, of.1);
        }
        let nest = OperandsNest::refinement(&all, operands.len(), LoopOrder::Cost)
            .expect("a common refinement");
        let loops = nest.loops[..nest.len].iter();
        loops.map(|l| (l.extent, l.step[..operands.len()].to_vec())).collect()
    }

    #[test]
    fn loops_are_those_one_would_write() {
        // A product of rows, over (k, m, n): rows of the target innermost, and one of them after the other last.
        let shape: &[usize] = &[50, 37, 41];
        assert_eq!(
            steps(&[(shape, &[0, 41, 1]), (shape, &[1, 50, 0]), (shape, &[41, 0, 1])]),
            [(41, vec![1, 0, 1]), (50, vec![0, 1, 41]), (37, vec![41, 50, 0])]
        );
        // With the second matrix turned: sums of rows innermost.
        assert_eq!(
            steps(&[(shape, &[0, 41, 1]), (shape, &[1, 50, 0]), (shape, &[1, 0, 50])]),
            [(50, vec![0, 1, 1]), (41, vec![1, 0, 50]), (37, vec![41, 50, 0])]
        );
        // All elements in their order: one run.
        assert_eq!(
            steps(&[(shape, &[2050, 1, 37]), (shape, &[2050, 1, 37])]),
            [(1517, vec![1, 1]), (50, vec![2050, 2050])]
        );
    }
}
