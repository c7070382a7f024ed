//! Decides a group by a reduced basis of its solution lattice.
//!
//! The integer solutions of `sum d_i x_i = 0` form a lattice. Floating point
//! only guides which basis of it and which inequalities are used; each of those
//! is then established in exact integers, and either is true whatever the
//! floats were. A bad float costs a decision, never its correctness.

use crate::CollectVec;
use alloc::vec;
use alloc::vec::Vec;

use crate::exact::injective::certificate::certify;
use crate::exact::injective::{Outcome, Work};
use crate::exact::integer::is_zero;

/// Lovász's constant: close to 1 for short vectors.
const LOVASZ: f64 = 0.99;
/// A multiple beyond this calls for the floats to be computed afresh.
const LARGE: f64 = 1000.0;

/// Looks for `x != 0` with `sum d_i x_i = 0` and `|x_i| <= bound_i`, all
/// `d_i` and `bound_i` positive.
pub(crate) fn decide(strides: &[i128], bounds: &[i128], work: &mut Work) -> Outcome {
    let Some(mut basis) = kernel(strides, work) else {
        return Outcome::Unknown;
    };
    let mut reduction = Reduction::new(&basis, bounds);
    let reduced = reduction.run(&mut basis, work);
    // Short vectors are the likely collisions, reduced to the end or not.
    let inside = basis.iter().filter(|x| fits(x, bounds));
    if let Some(x) = inside.min_by_key(|x| x.iter().copied().map(i128::unsigned_abs).max()) {
        return Outcome::Collision(x.clone());
    }
    if reduced.is_none() {
        return Outcome::Unknown;
    }
    certify(&basis, &reduction, bounds, work).unwrap_or(Outcome::Unknown)
}

pub(crate) fn fits(x: &[i128], bounds: &[i128]) -> bool {
    for (x, bound) in x.iter().zip(bounds) {
        if x.unsigned_abs() > bound.unsigned_abs() {
            return false;
        }
    }
    !is_zero(x)
}

/// A basis of `{x : d . x = 0}`.
///
/// Euclid's algorithm on all strides: the row of the largest value loses a
/// multiple of the row of the second largest until one value, the gcd, is left.
/// The rows stay a basis of Z^k and each row's value is `d . row`, so the rows
/// of value 0 are a basis of the kernel.
pub(crate) fn kernel(strides: &[i128], work: &mut Work) -> Option<Vec<Vec<i128>>> {
    let mut rows = vec![vec![0_i128; strides.len()]; strides.len()];
    for (i, row) in rows.iter_mut().enumerate() {
        row[i] = 1;
    }
    let mut values = strides.to_vec();
    loop {
        work.spend(2 * strides.len() as u64)?;
        let mut largest = (0, 0_u128);
        let mut second = (0, 0_u128);
        for (index, value) in values.iter().enumerate() {
            let found = (index, value.unsigned_abs());
            if found.1 > largest.1 {
                (largest, second) = (found, largest);
            } else if found.1 > second.1 {
                second = found;
            }
        }
        if second.1 == 0 {
            rows.swap_remove(largest.0);
            return Some(rows);
        }
        let (a, b) = (*values.get(largest.0)?, *values.get(second.0)?);
        // The nearest quotient keeps the rows small.
        let quotient = a.checked_div(b)?;
        let rest = a.checked_rem(b)?.unsigned_abs();
        let up = rest > second.1 - rest;
        let quotient = quotient.checked_add(if up { a.signum() * b.signum() } else { 0 })?;
        *values.get_mut(largest.0)? = a.checked_sub(quotient.checked_mul(b)?)?;
        subtract(&mut rows, largest.0, second.0, quotient)?;
    }
}

/// `row[to] -= factor * row[from]`, or nothing at all where that overflows.
pub(crate) fn subtract(rows: &mut [Vec<i128>], to: usize, from: usize, factor: i128) -> Option<()> {
    let mut new = Vec::new();
    for (x, &y) in rows.get(to)?.iter().zip(rows.get(from)?) {
        new.push(x.checked_sub(factor.checked_mul(y)?)?);
    }
    *rows.get_mut(to)? = new;
    Some(())
}

pub(crate) fn round(x: f64) -> i128 {
    (if x < 0.0 { x - 0.5 } else { x + 0.5 }) as i128
}

pub(crate) fn product(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
    }
    sum
}

/// `a -= factor * b`.
pub(crate) fn take(a: &mut [f64], factor: f64, b: &[f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a -= factor * b;
    }
}

/// The Lenstra-Lenstra-Lovász reduction in the coordinates `x_i / bound_i`,
/// which make the box a cube. The floats are approximations throughout.
pub(crate) struct Reduction {
    /// `1 / bound`.
    pub(crate) scale: Vec<f64>,
    /// The part of each row orthogonal to the rows before it, and its square.
    pub(crate) star: Vec<Vec<f64>>,
    pub(crate) square: Vec<f64>,
    /// `row_k = star_k + sum_{j<k} mu[k][j] star_j`.
    pub(crate) mu: Vec<Vec<f64>>,
}

impl Reduction {
    pub(crate) fn new(basis: &[Vec<i128>], bounds: &[i128]) -> Self {
        let rows = basis.len();
        Self {
            scale: bounds.iter().map(|&bound| 1.0 / bound as f64).collect_vec(),
            star: vec![vec![0.0; bounds.len()]; rows],
            square: vec![0.0; rows],
            mu: vec![vec![0.0; rows]; rows],
        }
    }

    fn scaled(&self, row: &[i128]) -> Vec<f64> {
        let pair = row.iter().zip(&self.scale);
        pair.map(|(&x, scale)| x as f64 * scale).collect_vec()
    }

    /// Orthogonalises row `k` against the rows before it.
    pub(crate) fn orthogonalise(
        &mut self,
        basis: &[Vec<i128>],
        k: usize,
        work: &mut Work,
    ) -> Option<()> {
        work.spend((2 * k as u64 + 2) * self.scale.len() as u64)?;
        let mut star = self.scaled(basis.get(k)?);
        let mu = self.mu.get_mut(k)?;
        for ((earlier, square), mu) in self.star.iter().zip(&self.square).zip(mu).take(k) {
            *mu = product(&star, earlier) / square;
            take(&mut star, *mu, earlier);
        }
        *self.square.get_mut(k)? = product(&star, &star);
        *self.star.get_mut(k)? = star;
        Some(())
    }

    /// Subtracts earlier rows from row `k` until every `|mu|` is near 1/2 or
    /// less. That leaves `star_k` as it is, but for rounding errors: after
    /// large multiples it is computed again.
    fn shorten(&mut self, basis: &mut [Vec<i128>], k: usize, work: &mut Work) -> Option<()> {
        loop {
            self.orthogonalise(basis, k, work)?;
            let (earlier, rest) = self.mu.split_at_mut_checked(k)?;
            let mu = rest.first_mut()?;
            let mut largest = 0.0;
            for j in (0..k).rev() {
                let factor = *mu.get(j)?;
                // A margin, or rounding errors could repeat for ever.
                if factor.abs() < 0.501 {
                    continue;
                }
                work.spend(2 * self.scale.len() as u64)?;
                largest = factor.abs().max(largest);
                subtract(basis, k, j, round(factor))?;
                let factor = round(factor) as f64;
                take(mu, factor, earlier.get(j)?.get(..j)?);
                *mu.get_mut(j)? -= factor;
            }
            if largest < LARGE {
                return Some(());
            }
        }
    }

    /// Swaps rows `k - 1` and `k`, which is the part of row `k` orthogonal to
    /// the rows before both moving down; the data of row `k` is then stale.
    fn exchange(&mut self, basis: &mut [Vec<i128>], k: usize, work: &mut Work) -> Option<()> {
        work.spend(4 * self.scale.len() as u64)?;
        let before = k.checked_sub(1)?;
        let mu = *self.mu.get(k)?.get(before)?;
        let low = self.star.get(before)?.clone();
        let star = self.star.get_mut(k)?;
        take(star, -mu, &low);
        *self.square.get_mut(before)? = product(star, star);
        self.star.swap(before, k);
        self.mu.swap(before, k);
        basis.swap(before, k);
        Some(())
    }

    pub(crate) fn run(&mut self, basis: &mut [Vec<i128>], work: &mut Work) -> Option<()> {
        let mut k = 0;
        while k < basis.len() {
            self.shorten(basis, k, work)?;
            let top = k;
            while let Some(before) = k.checked_sub(1) {
                let mu = *self.mu.get(k)?.get(before)?;
                let least = (LOVASZ - mu * mu) * self.square.get(before)?;
                if *self.square.get(k)? >= least {
                    break;
                }
                self.exchange(basis, k, work)?;
                k = before;
            }
            // A row that moved is computed afresh where it came to rest.
            if k == top {
                k += 1;
            }
        }
        Some(())
    }
}
