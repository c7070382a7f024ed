//! `worst_cases`: layouts of numbers, of which memory does as much as of a layout over symbols, whatever these are.

use alloc::vec::Vec;

use crate::exact::{checked_mul_add, gcd, integer_stride, known};
use crate::{
    ComposedLayout, Condition, Error, ErrorAddress, Function, Int, Layout, Overflow, Step, Stride,
    Symbol, Truth,
};

const OP: &str = "worst_cases";

/// The most cases.
const MAX: usize = 1024;

/// A layout over symbols where these leave one remainder each.
#[derive(Clone, Debug)]
pub struct WorstCase {
    /// The layout, of numbers: no values of the symbols with these remainders have more conflicts or sectors.
    pub layout: Function,
    /// The integers that are not known, each with the number that stands for it.
    pub values: Vec<(Int, i128)>,
    /// The integers that are not known, each with a modulus and the remainder that it leaves.
    pub remainders: Vec<(Int, i128, i128)>,
}

impl WorstCase {
    /// The conditions that hold of it and of all others whose remainders of `modulus` are as these.
    /// A modulus of its own counts by the factor that it shares with `modulus`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Overflow`](crate::ErrorKind::Overflow).
    pub fn conditions(&self, modulus: i128) -> Result<Vec<Condition>, Error> {
        let mut conditions = Vec::new();
        for (int, period, remainder) in &self.remainders {
            let shared = gcd(modulus.unsigned_abs(), period.unsigned_abs()) as i128;
            let rest = int.sub(&Int::new(remainder % shared))?;
            if shared > 1 {
                conditions.push(Condition::divides(&Int::new(shared), &rest));
            }
        }
        Ok(conditions)
    }
}

/// The worst cases of a layout over symbols: conflicts and sectors depend on its strides by their
/// remainders of `period`, the elements after which memory repeats, and on which elements are in
/// one place. Each case has remainders that the symbols may leave, and strides so far apart that no
/// two lanes meet in a word, a sector or a line which do not for all values of the symbols: so that
/// it has the most conflicts and sectors that there may be. Extents are known, and what comes after
/// the layout are swizzles.
///
/// # Errors
///
/// [`ErrorKind::NotKnown`](crate::ErrorKind::NotKnown) for an extent or an offset that is not;
/// [`ErrorKind::Undecided`](crate::ErrorKind::Undecided) for layouts after layouts, and for more than 1024 cases;
/// [`ErrorKind::BasisStride`](crate::ErrorKind::BasisStride), [`ErrorKind::Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::hardware::worst_cases;
/// use layout_algebra::{Facts, Layout};
///
/// let mut facts = Facts::new();
/// facts.extent("m");
/// let m = facts.int("m").unwrap();
/// let rows = Layout::new((8, 8), (m, 1))?;
/// let cases = worst_cases(&rows.into(), 4)?;
/// let layouts: Vec<_> = cases.iter().map(|case| case.layout.to_string()).collect();
/// assert_eq!(layouts, ["(8,8):(32,1)", "(8,8):(33,1)", "(8,8):(34,1)", "(8,8):(35,1)"]);
/// assert_eq!(cases[1].conditions(2)?[0].assumption(), "(m - 1) % 2 == 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn worst_cases(function: &Function, period: usize) -> Result<Vec<WorstCase>, Error> {
    let composed = match function {
        Function::Composed(composed) => Some(composed),
        _ => None,
    };
    let domain = match (function, composed) {
        (Function::Layout(layout), _) => layout,
        (_, Some(composed)) => composed.domain().in_op(OP)?,
        _ => return Err(undecided(function)),
    };
    domain.check_inhabited(OP, 0)?;
    let mut modulus = i128::try_from(period.max(1)).or(Err(Overflow::Range))?;
    for (step, offset) in composed.map_or(&[][..], ComposedLayout::outer) {
        let Step::Swizzle(swizzle) = step else { return Err(undecided(function)) };
        known(offset)?;
        // A swizzle flips the same bits of values that differ by multiples of this.
        let top = swizzle.base() + swizzle.bits() + swizzle.shift().unsigned_abs();
        modulus = common_multiple(modulus, 1 << top)?;
    }
    let mut leaves = Vec::new();
    for (extent, stride) in domain.leaves() {
        leaves.push((known(extent)?, integer_stride(stride, OP)?.clone()));
    }
    let unknowns = unknowns(&leaves, modulus)?;
    let mut cases = alloc::vec![Vec::new()];
    for unknown in &unknowns {
        let remainders = unknown.remainders()?;
        if cases.len() * remainders.len() > MAX {
            return Err(Error::undecided(
                OP,
                format_args!(
                    "all of more than {MAX} cases of the remainders of {modulus} that strides of {function} leave"
                ),
            ));
        }
        let mut longer = Vec::new();
        for case in &cases {
            for rest in &remainders {
                longer.push([case.as_slice(), &[*rest]].concat());
            }
        }
        cases = longer;
    }
    let mut worst = Vec::new();
    for remainders in cases {
        let values = values(&leaves, &unknowns, &remainders, modulus)?;
        let mut strides = Vec::new();
        for (_, stride) in &leaves {
            strides.push(Stride::from(valued(stride, &unknowns, &values)?));
        }
        let layout = Layout::new(domain.shape().clone(), domain.stride().with_leaves(strides))?;
        let layout = match composed {
            Some(composed) => composed.with_domain(layout)?.into(),
            None => layout.into(),
        };
        let mut case = WorstCase { layout, values: Vec::new(), remainders: Vec::new() };
        for ((of, value), rest) in unknowns.iter().zip(values).zip(remainders) {
            case.values.push((of.int.clone(), value));
            case.remainders.push((of.int.clone(), of.period, rest));
        }
        worst.push(case);
    }
    Ok(worst)
}

fn undecided(function: &Function) -> Error {
    Error::undecided(OP, format_args!("some values of its symbols are the worst of {function}"))
}

fn common_multiple(a: i128, b: i128) -> Result<i128, Overflow> {
    let shared = gcd(a.unsigned_abs(), b.unsigned_abs()) as i128;
    match (a / shared).checked_mul(b) {
        Some(all) if all < 1 << 40 => Ok(all),
        _ => Err(Overflow::Range),
    }
}

/// A symbol, or a stride that is not linear in symbols.
struct Unknown {
    int: Int,
    symbol: Option<Symbol>,
    /// The distance after which the strides are the same again.
    period: i128,
    /// The most times that it is in the offset of the last coordinate.
    weight: i128,
}

impl Unknown {
    /// The remainders that it may leave.
    fn remainders(&self) -> Result<Vec<i128>, Error> {
        // The only knowledge used is that it leaves one remainder of a part of the period.
        let (mut first, mut step) = (0, 1);
        for part in 2..=self.period.min(MAX as i128) {
            if self.period % part != 0 {
                continue;
            }
            for rest in (first % part..part).step_by(step.min(part) as usize) {
                if self.leaves(rest, part)?.is_true() {
                    (first, step) = (rest, part);
                    break;
                }
            }
        }
        if self.period / step > MAX as i128 {
            return Ok(alloc::vec![0; MAX + 1]);
        }
        let mut all = Vec::new();
        for rest in (first..self.period).step_by(step as usize) {
            if !self.leaves(rest, self.period)?.is_false() {
                all.push(rest);
            }
        }
        Ok(all)
    }

    /// Decides if it leaves a remainder of a modulus.
    fn leaves(&self, rest: i128, modulus: i128) -> Result<Truth, Error> {
        let above = self.int.sub(&Int::new(rest))?;
        Ok(Condition::divides(&Int::new(modulus), &above).decide())
    }
}

/// The integers over symbols that the strides are made of.
fn unknowns(leaves: &[(i128, Int)], modulus: i128) -> Result<Vec<Unknown>, Error> {
    let mut all: Vec<Unknown> = Vec::new();
    for (extent, stride) in leaves {
        if *extent <= 1 {
            continue;
        }
        for (int, symbol, factor) in terms(stride)? {
            let shared = gcd(modulus.unsigned_abs(), factor.unsigned_abs()) as i128;
            let (period, factor) = (modulus / shared, factor.checked_abs().ok_or(Overflow::Range)?);
            let weight = factor.checked_mul(extent - 1).ok_or(Overflow::Range)?;
            match all.iter_mut().find(|unknown| unknown.int == int) {
                Some(unknown) => {
                    unknown.period = common_multiple(unknown.period, period)?;
                    unknown.weight = unknown.weight.checked_add(weight).ok_or(Overflow::Range)?;
                }
                None => all.push(Unknown { int, symbol, period, weight }),
            }
        }
    }
    Ok(all)
}

/// A stride as a sum of symbols with factors; the stride itself, where it is none.
fn terms(stride: &Int) -> Result<Vec<(Int, Option<Symbol>, i128)>, Overflow> {
    let itself = alloc::vec![(stride.clone(), None, 1)];
    // Where a quotient divides by a symbol that is 0 here, it is not linear.
    let Some(origin) = at_unit(stride, None) else { return Ok(itself) };
    let (mut linear, mut sum) = (Vec::new(), Int::new(origin));
    for symbol in &stride.symbols() {
        let Some(value) = at_unit(stride, Some(symbol)) else { return Ok(itself) };
        let (int, factor) =
            (symbol.facts().int(symbol.name()).unwrap_or(Int::ZERO), value - origin);
        sum = sum.add(&int.mul(&Int::new(factor))?)?;
        if factor != 0 {
            linear.push((int, Some(symbol.clone()), factor));
        }
    }
    Ok(if sum == *stride { linear } else { itself })
}

/// The value where one symbol is 1, and all others are 0.
fn at_unit(stride: &Int, one: Option<&Symbol>) -> Option<i128> {
    let value_of = |symbol: &Symbol| Some(Int::new(i128::from(Some(symbol) == one)));
    stride.substitute(&value_of).ok()?.known()
}

/// Numbers of these remainders that stand for each, each above all that the numbers before it
/// reach, and what a swizzle moves.
fn values(
    leaves: &[(i128, Int)],
    unknowns: &[Unknown],
    remainders: &[i128],
    modulus: i128,
) -> Result<Vec<i128>, Error> {
    let zeros = alloc::vec![0; unknowns.len()];
    let mut reach = 0i128;
    for (extent, stride) in leaves {
        let fixed = valued(stride, unknowns, &zeros)?;
        let fixed = known(&fixed)?.checked_abs().ok_or(Overflow::Range)?;
        reach = checked_mul_add(fixed, extent - 1, reach).ok_or(Overflow::Range)?;
    }
    let mut values = Vec::new();
    for (unknown, rest) in unknowns.iter().zip(remainders) {
        let least = checked_mul_add(reach, 2, 4 * modulus).ok_or(Overflow::Range)?;
        // The next multiple of the modulus, so that it is one of the period.
        let value = (least + modulus - 1) / modulus * modulus + rest;
        reach = checked_mul_add(unknown.weight, value, reach).ok_or(Overflow::Range)?;
        values.push(value);
    }
    Ok(values)
}

/// A stride where these stand for what is not known.
fn valued(stride: &Int, unknowns: &[Unknown], values: &[i128]) -> Result<Int, Error> {
    for (of, value) in unknowns.iter().zip(values) {
        if of.symbol.is_none() && of.int == *stride {
            return Ok(Int::new(*value));
        }
    }
    let value_of = |symbol: &Symbol| {
        let place = unknowns.iter().position(|of| of.symbol.as_ref() == Some(symbol));
        Some(Int::new(place.map_or(0, |place| values[place])))
    };
    Ok(stride.substitute(&value_of)?)
}
