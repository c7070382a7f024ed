//! `Strides`: the unknown strides of a search, as the lattice of what they may be.

use alloc::vec::Vec;

use crate::exact::integer::{add_multiple, dot};
use crate::{CollectVec, Overflow};

/// The integer solutions of linear equations: a point plus any combination of
/// vectors.
#[derive(Clone)]
pub(super) struct Strides {
    point: Vec<i128>,
    free: Vec<Vec<i128>>,
}

impl Strides {
    /// One unknown.
    pub(super) fn one() -> Self {
        Strides { point: alloc::vec![0], free: alloc::vec![alloc::vec![1]] }
    }

    /// One of the solutions.
    pub(super) fn point(&self) -> &[i128] {
        &self.point
    }

    /// The number of vectors.
    pub(super) fn free_count(&self) -> usize {
        self.free.len()
    }

    /// One more unknown.
    pub(super) fn grow(&mut self) {
        self.point.push(0);
        for vector in &mut self.free {
            vector.push(0);
        }
        let mut unit = alloc::vec![0; self.point.len()];
        unit[self.point.len() - 1] = 1;
        self.free.push(unit);
    }

    /// The value of a linear form, if all solutions have the same.
    pub(super) fn fixed(&self, form: &[i128]) -> Result<Option<i128>, Overflow> {
        for vector in &self.free {
            if apply(form, vector)? != 0 {
                return Ok(None);
            }
        }
        apply(form, &self.point).map(Some)
    }

    /// Keeps the solutions with this value of a form; whether there are any.
    pub(super) fn solve(&mut self, form: &[i128], value: i128) -> Result<bool, Overflow> {
        // Combine the vectors until one alone changes the form, by their divisor.
        let mut steps = Vec::with_capacity(self.free.len());
        for vector in &self.free {
            steps.push(apply(form, vector)?);
        }
        let pivot = gather(&mut self.free, &mut steps)?;
        let rest = value.checked_sub(apply(form, &self.point)?).ok_or(Overflow::Range)?;
        let Some(pivot) = pivot else { return Ok(rest == 0) };
        if rest.checked_rem(steps[pivot]).ok_or(Overflow::Range)? != 0 {
            return Ok(false);
        }
        let vector = self.free.swap_remove(pivot);
        add_multiple(&mut self.point, rest / steps[pivot], &vector)?;
        Ok(true)
    }

    /// Moves the point to strides near 0, the first ones first.
    pub(super) fn reduce(&mut self) -> Result<(), Overflow> {
        let mut free = core::mem::take(&mut self.free);
        for unknown in 0..self.point.len() {
            let mut heads: Vec<i128> = free.iter().map(|vector| vector[unknown]).collect_vec();
            let Some(pivot) = gather(&mut free, &mut heads)? else { continue };
            let vector = free.swap_remove(pivot);
            let turns =
                self.point[unknown].checked_div_euclid(vector[unknown]).ok_or(Overflow::Range)?;
            add_multiple(&mut self.point, turns.checked_neg().ok_or(Overflow::Range)?, &vector)?;
        }
        Ok(())
    }
}

/// Euclid's algorithm on vectors with the given values: afterwards at most one of
/// the values is not 0.
fn gather(vectors: &mut [Vec<i128>], values: &mut [i128]) -> Result<Option<usize>, Overflow> {
    loop {
        let nonzero = (0..values.len()).filter(|&k| values[k] != 0);
        let Some(pivot) = nonzero.min_by_key(|&k| values[k].unsigned_abs()) else {
            return Ok(None);
        };
        let mut done = true;
        for k in 0..values.len() {
            if k == pivot || values[k] == 0 {
                continue;
            }
            let turns = values[k].checked_div(values[pivot]).ok_or(Overflow::Range)?;
            let vector = vectors[pivot].clone();
            add_multiple(&mut vectors[k], turns.checked_neg().ok_or(Overflow::Range)?, &vector)?;
            values[k] %= values[pivot];
            done &= values[k] == 0;
        }
        if done {
            return Ok(Some(pivot));
        }
    }
}

fn apply(form: &[i128], vector: &[i128]) -> Result<i128, Overflow> {
    dot(form, vector).ok_or(Overflow::Range)
}
