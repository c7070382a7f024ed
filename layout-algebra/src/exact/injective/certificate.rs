//! Proves that a lattice has no short vector, or finds one.
//!
//! Given a basis `b_1, ..., b_n` of the solutions, every solution in the box is
//! `x = sum_l y_l b_l` for integers `y`. For any integer vector `c`,
//!
//! ```text
//!     c . x = sum_l (c . b_l) y_l,   |c . x| <= sum_i |c_i| bound_i.
//! ```
//!
//! Floating point proposes the vectors `c`; these two lines hold for every `c`,
//! and are evaluated in checked integers.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::injective::lattice::{Reduction, fits, round, take};
use crate::exact::injective::{Outcome, Work};
use crate::exact::integer::{ceil_div, checked_mul_add, dot, dot_abs, floor_div, is_zero};

/// The size given to the integer inequalities: room for sums below 2^127.
const SIZE: f64 = (1_u128 << 112) as f64;
/// Bits kept of the numbers that are squared.
const SQUARED_BITS: u32 = 52;

/// `|sum_l form_l y_l| <= bound`, from the integer vector `c` as above.
struct Inequality {
    c: Vec<i128>,
    form: Vec<i128>,
    bound: i128,
}

/// The data that the inequalities are made from.
struct Frame<'a> {
    basis: &'a [Vec<i128>],
    bounds: &'a [i128],
    /// `1 / bound`.
    scale: &'a [f64],
    /// The length of the longest row, or more, at least 1.
    longest: f64,
}

impl Frame<'_> {
    /// `c` is `factor * direction`, a vector in the coordinates
    /// `x_i / bound_i`, rounded.
    fn inequality(&self, direction: &[f64], factor: f64, work: &mut Work) -> Option<Inequality> {
        work.spend(2 * (self.basis.len() as u64 + 1) * self.bounds.len() as u64)?;
        let (mut c, mut form) = (Vec::new(), Vec::new());
        for (x, scale) in direction.iter().zip(self.scale) {
            c.push(round(x * scale * factor));
        }
        for row in self.basis {
            form.push(dot(&c, row)?);
        }
        Some(Inequality { form, bound: dot_abs(&c, self.bounds)?, c })
    }
}

/// The basis coordinates of the box, bounded and searched.
struct Coordinates<'a> {
    basis: &'a [Vec<i128>],
    bounds: &'a [i128],
    /// `|y_j| <= limits[j]`.
    limits: Vec<i128>,
    /// Inequality `j` has a large `form_j`, small `form_l` for `l < j`.
    steps: Vec<Inequality>,
    /// `sum_{l<j} |form_l| limits_l` for inequality `j`: what the coordinates
    /// that are chosen later can change.
    slack: Vec<i128>,
    ball: Ball,
    y: Vec<i128>,
}

/// The solutions in the box satisfy `sum_j floor(|c_j . x| / 2^shift)^2 <=
/// radius` over the steps' vectors `c_j`.
struct Ball {
    shift: u32,
    radius: i128,
}

/// Bounds the coordinates `y` of every solution in the box, and tries those
/// within the bounds. `None` where a number overflows, floating point gives too
/// weak an inequality, or the budget ends.
pub(crate) fn certify(
    basis: &[Vec<i128>],
    reduction: &Reduction,
    bounds: &[i128],
    work: &mut Work,
) -> Option<Outcome> {
    let mut squares = 1.0;
    for square in &reduction.square {
        squares += square;
    }
    let frame = Frame { basis, bounds, scale: &reduction.scale, longest: root(squares) };
    // star_j / square_j is dual to row j among the rows up to j; taking away
    // the duals of the later rows makes it dual among all rows.
    let (mut duals, mut steps) = (Vec::<Vec<f64>>::new(), Vec::new());
    let rows = reduction.star.iter().zip(&reduction.square).enumerate();
    for (j, (star, square)) in rows.rev() {
        // All of one length, for `ball`.
        let factor = SIZE / (root(*square) * frame.longest);
        steps.push(frame.inequality(star, factor, work)?);
        let mut dual = star.clone();
        for x in &mut dual {
            *x /= square;
        }
        for (later, row) in duals.iter().zip(reduction.mu.iter().rev()) {
            take(&mut dual, *row.get(j)?, later);
        }
        work.spend((duals.len() * bounds.len()) as u64)?;
        duals.push(dual);
    }
    duals.reverse();
    steps.reverse();
    let limits = limits(&duals, &frame, work)?;
    let mut slack = Vec::new();
    for (j, step) in steps.iter().enumerate() {
        slack.push(dot_abs(step.form.get(..j)?, limits.get(..j)?)?);
    }
    let mut coordinates = Coordinates {
        basis,
        bounds,
        limits,
        slack,
        ball: ball(&steps, bounds, work)?,
        steps,
        y: vec![0; basis.len()],
    };
    let found = coordinates.descend(basis.len(), 0, work)?;
    Some(found.map_or(Outcome::Free, Outcome::Collision))
}

/// The square root by Newton's method, from above; it only shapes the floats.
fn root(x: f64) -> f64 {
    let mut root = x.max(1.0);
    for _ in 0..120 {
        root = 0.5 * (root + x / root);
    }
    root
}

/// Bounds `|y_j|` by inequalities whose forms are nearly one coordinate each.
///
/// With `e_j = form_j > 0` and `r_j` the sum of the other `|form_l|`,
/// `e_j |y_j| <= bound_j + r_j Y` where `Y = max |y_l|`. For the `j` that
/// attains the maximum, `Y (e_j - r_j) <= bound_j`: the largest such quotient
/// bounds `Y`, and then the first inequality bounds each `|y_j|`.
fn limits(duals: &[Vec<f64>], frame: &Frame<'_>, work: &mut Work) -> Option<Vec<i128>> {
    let (mut largest, mut rows) = (0, Vec::new());
    for (j, dual) in duals.iter().enumerate() {
        let mut length = 0.0;
        for x in dual {
            length += x.abs();
        }
        let factor = SIZE / (length * frame.longest);
        let Inequality { form, bound, .. } = frame.inequality(dual, factor, work)?;
        let own = *form.get(j)?;
        let mut all = 0_i128;
        for x in &form {
            all = all.checked_add(x.checked_abs()?)?;
        }
        let rest = all.checked_sub(own.checked_abs()?)?;
        let gap @ 1.. = own.checked_sub(rest)? else { return None };
        largest = largest.max(floor_div(bound, gap)?);
        rows.push((own, rest, bound));
    }
    let mut limits = Vec::new();
    for (own, rest, bound) in rows {
        limits.push(floor_div(checked_mul_add(rest, largest, bound)?, own)?);
    }
    Some(limits)
}

/// Let `u_j` be the vector of the `c_ji bound_i`, so `c_j . x = u_j . z` with
/// all `|z_i| <= 1`. The sum of the squares is `z' U' U z`, at most the largest
/// eigenvalue of `U' U` times `|z|^2 <= k`. That eigenvalue is also the one of
/// the Gram matrix `U U'`, at most its largest row sum of absolute values.
///
/// With `u = 2^shift v + e`, `0 <= e_i < 2^shift`, an entry of the Gram matrix
/// is at most `2^(2 shift)` times `|v . v'| + sum_i (|v_i| + |v'_i| + 1)`.
fn ball(steps: &[Inequality], bounds: &[i128], work: &mut Work) -> Option<Ball> {
    work.spend(2 * (steps.len() * steps.len() * bounds.len()) as u64)?;
    let mut rows = Vec::new();
    let mut bits = 0;
    for step in steps {
        let mut row = Vec::new();
        for (c, &bound) in step.c.iter().zip(bounds) {
            let x = c.checked_mul(bound)?;
            bits = bits.max(u128::BITS - x.unsigned_abs().leading_zeros());
            row.push(x);
        }
        rows.push(row);
    }
    let shift = bits.saturating_sub(SQUARED_BITS);
    for row in &mut rows {
        for x in row {
            *x >>= shift;
        }
    }
    let ones = vec![1; bounds.len()];
    let mut largest = 0_i128;
    for row in &rows {
        let mut sum = 0_i128;
        for other in &rows {
            let rounding = dot_abs(row, &ones)?.checked_add(dot_abs(other, &ones)?)?;
            let entry = dot(row, other)?.checked_abs()?.checked_add(rounding)?;
            sum = sum.checked_add(entry)?.checked_add(bounds.len() as i128)?;
        }
        largest = largest.max(sum);
    }
    let radius = largest.checked_mul(bounds.len() as i128)?;
    Some(Ball { shift, radius })
}

impl Coordinates<'_> {
    /// Tries the values of `y` below `depth`; `squares` is what the steps from
    /// there on add to the sum of [`Ball`] at least. While all values chosen
    /// are zero, only non-negative ones are tried, for `-x` collides as `x`
    /// does. `None` where the budget ends or a number overflows; `Some(None)`
    /// proves that there is nothing.
    fn descend(
        &mut self,
        depth: usize,
        squares: i128,
        work: &mut Work,
    ) -> Option<Option<Vec<i128>>> {
        let Some(j) = depth.checked_sub(1) else {
            return self.point(work);
        };
        work.spend(40 + 3 * (self.y.len() - j) as u64)?;
        let (step, slack) = (self.steps.get(j)?, *self.slack.get(j)?);
        let own @ 1.. = *step.form.get(j)? else { return None };
        let above = self.y.get(depth..)?;
        let zero = is_zero(above);
        let sum = dot(step.form.get(depth..)?, above)?;
        // |own y_j + sum| <= bound + slack.
        let most = step.bound.checked_add(slack)?;
        let limit = *self.limits.get(j)?;
        let low = ceil_div(most.checked_neg()?.checked_sub(sum)?, own)?;
        let high = floor_div(most.checked_sub(sum)?, own)?.min(limit);
        let mut value = low.max(if zero { 0 } else { -limit });
        while value <= high {
            let form = own.checked_mul(value)?.checked_add(sum)?;
            let least = form.checked_abs()?.checked_sub(slack)?.max(0) >> self.ball.shift;
            let squares = squares.checked_add(least.checked_mul(least)?)?;
            if squares <= self.ball.radius {
                *self.y.get_mut(j)? = value;
                let found = self.descend(j, squares, work)?;
                if found.is_some() {
                    return Some(found);
                }
            }
            value = value.checked_add(1)?;
        }
        Some(None)
    }

    /// The solution at `y`, if it is in the box and not zero.
    fn point(&self, work: &mut Work) -> Option<Option<Vec<i128>>> {
        work.spend(2 * (self.y.len() * self.bounds.len()) as u64)?;
        let mut x = vec![0_i128; self.bounds.len()];
        for (row, &y) in self.basis.iter().zip(&self.y) {
            for (x, b) in x.iter_mut().zip(row) {
                *x = x.checked_add(b.checked_mul(y)?)?;
            }
        }
        Some(fits(&x, self.bounds).then_some(x))
    }
}
