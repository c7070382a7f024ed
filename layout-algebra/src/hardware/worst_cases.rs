//! `worst_cases`: layouts of numbers, of which memory does as much as of a layout over symbols, whatever these are.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::exact::{gcd, integer_stride, known};
use crate::{
    CollectVec, Condition, Error, ErrorKind, Function, Int, Layout, Overflow, Step, Symbol,
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
    /// [`ErrorKind::Overflow`].
    pub fn conditions(&self, modulus: i128) -> Result<Vec<Condition>, Error> {
        let condition = |(int, period, remainder): &(Int, i128, i128)| {
            let shared = gcd(modulus.unsigned_abs(), period.unsigned_abs()) as i128;
            let rest = int.sub(&Int::new(remainder % shared))?;
            Ok((shared > 1).then(|| Condition::divides(&Int::new(shared), &rest)))
        };
        self.remainders.iter().filter_map(|of| condition(of).transpose()).try_collect_vec()
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
/// [`ErrorKind::NotKnown`] for an extent or an offset that is not; [`ErrorKind::Undecided`] for layouts after layouts, and for more than 1024
/// cases; [`ErrorKind::BasisStride`], [`ErrorKind::Overflow`].
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
        (_, Some(composed)) => composed.domain().map_err(|error| error.in_op(OP))?,
        _ => return Err(undecided(function)),
    };
    domain.check_inhabited(OP, 0)?;
    let mut modulus = i128::try_from(period.max(1)).map_err(|_| Overflow::Range)?;
    for (step, offset) in composed.map_or(&[][..], |composed| composed.outer()) {
        let Step::Swizzle(swizzle) = step else { return Err(undecided(function)) };
        known(offset)?;
        // A swizzle flips the same bits of values that differ by multiples of this.
        let top = swizzle.base() + swizzle.bits() + swizzle.shift().unsigned_abs();
        modulus = common_multiple(modulus, 1 << top)?;
    }
    let leaves = domain
        .leaves()
        .into_iter()
        .map(|(extent, stride)| Ok((known(extent)?, integer_stride(stride, OP)?.clone())));
    let leaves: Vec<(i128, Int)> = leaves.try_collect_vec::<_, Error>()?;
    let unknowns = unknowns(&leaves, modulus)?;
    let mut cases = alloc::vec![Vec::new()];
    for unknown in &unknowns {
        let remainders = unknown.remainders()?;
        if cases.len() * remainders.len() > MAX {
            let question = alloc::format!(
                "all of more than {MAX} cases of the remainders of {modulus} that strides of {function} leave"
            );
            return Err(Error::new(OP, ErrorKind::Undecided { question }));
        }
        let with = |case: &Vec<i128>| {
            let case = case.clone();
            remainders.iter().map(move |rest| [case.as_slice(), &[*rest]].concat())
        };
        cases = cases.iter().flat_map(with).collect_vec();
    }
    let case = |remainders: Vec<i128>| {
        let values = values(&leaves, &unknowns, &remainders, modulus)?;
        let stride = |stride: &Int| valued(stride, &unknowns, &values);
        let mut strides = leaves.iter().map(|(_, of)| stride(of)).try_collect_vec()?;
        strides.reverse();
        let strides = domain.stride().try_flat_map(&mut |_| {
            Ok::<_, Error>(crate::HTuple::Leaf(strides.pop().unwrap_or(Int::ZERO).into()))
        })?;
        let layout = Layout::new(domain.shape().clone(), strides)?;
        let layout = match composed {
            Some(composed) => composed.with_domain(layout)?.into(),
            None => layout.into(),
        };
        let of = |number: usize| unknowns[number].int.clone();
        let values = values.into_iter().enumerate().map(|(k, value)| (of(k), value)).collect_vec();
        let rest = |(k, rest): (usize, i128)| (of(k), unknowns[k].period, rest);
        let remainders = remainders.into_iter().enumerate().map(rest).collect_vec();
        Ok(WorstCase { layout, values, remainders })
    };
    cases.into_iter().map(case).try_collect_vec()
}

fn undecided(function: &Function) -> Error {
    let question = alloc::format!("some values of its symbols are the worst of {function}");
    Error::new(OP, ErrorKind::Undecided { question })
}

fn common_multiple(a: i128, b: i128) -> Result<i128, Overflow> {
    let shared = gcd(a.unsigned_abs(), b.unsigned_abs()) as i128;
    (a / shared).checked_mul(b).filter(|all| *all < 1 << 40).ok_or(Overflow::Range)
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
        let is_known = |modulus: i128, rest: i128| {
            let above = self.int.sub(&Int::new(rest))?;
            Ok::<_, Error>(Condition::divides(&Int::new(modulus), &above).decide())
        };
        // The only knowledge used is that it leaves one remainder of a part of the period.
        let (mut first, mut step) = (0, 1);
        let parts = (2..=self.period.min(MAX as i128)).filter(|part| self.period % part == 0);
        for part in parts {
            for rest in (first % part..part).step_by(step.min(part) as usize) {
                if is_known(part, rest)?.is_true() {
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
            if !is_known(self.period, rest)?.is_false() {
                all.push(rest);
            }
        }
        Ok(all)
    }
}

/// The integers over symbols that the strides are made of.
fn unknowns(leaves: &[(i128, Int)], modulus: i128) -> Result<Vec<Unknown>, Error> {
    let mut all: Vec<Unknown> = Vec::new();
    for (extent, stride) in leaves.iter().filter(|(extent, _)| *extent > 1) {
        for (int, symbol, factor) in terms(stride)? {
            let shared = gcd(modulus.unsigned_abs(), factor.unsigned_abs()) as i128;
            let (period, weight) = (modulus / shared, factor.checked_abs());
            let weight = weight.and_then(|weight| weight.checked_mul(extent - 1));
            let weight = weight.ok_or(Overflow::Range)?;
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
    let symbols: BTreeSet<Symbol> = stride.symbols();
    let at = |value_of: &dyn Fn(&Symbol) -> i128| {
        stride.substitute(&|symbol| Some(Int::new(value_of(symbol)))).map(|int| int.known())
    };
    // Where a quotient divides by a symbol that is 0 here, it is not linear.
    let Ok(Some(origin)) = at(&|_| 0) else { return Ok(alloc::vec![(stride.clone(), None, 1)]) };
    let (mut linear, mut sum) = (Vec::new(), Int::new(origin));
    for symbol in &symbols {
        let Ok(Some(value)) = at(&|other| i128::from(other == symbol)) else {
            return Ok(alloc::vec![(stride.clone(), None, 1)]);
        };
        let int = symbol.facts().int(symbol.name()).unwrap_or(Int::ZERO);
        sum = sum.add(&int.mul(&Int::new(value - origin))?)?;
        linear.push((int, Some(symbol.clone()), value - origin));
    }
    linear.retain(|(.., factor)| *factor != 0);
    Ok(if sum == *stride { linear } else { alloc::vec![(stride.clone(), None, 1)] })
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
        reach = (known(&fixed)?.checked_abs())
            .and_then(|fixed| fixed.checked_mul(extent - 1))
            .and_then(|fixed| fixed.checked_add(reach))
            .ok_or(Overflow::Range)?;
    }
    let mut values = Vec::new();
    for (unknown, rest) in unknowns.iter().zip(remainders) {
        let least = reach.checked_mul(2).and_then(|twice| twice.checked_add(4 * modulus));
        // The next multiple of the modulus, so that it is one of the period.
        let least = least.ok_or(Overflow::Range)?;
        let value = (least + modulus - 1) / modulus * modulus + rest;
        let further = unknown.weight.checked_mul(value).and_then(|far| far.checked_add(reach));
        reach = further.ok_or(Overflow::Range)?;
        values.push(value);
    }
    Ok(values)
}

/// A stride where these stand for what is not known.
fn valued(stride: &Int, unknowns: &[Unknown], values: &[i128]) -> Result<Int, Error> {
    let whole =
        unknowns.iter().zip(values).find(|(of, _)| of.symbol.is_none() && of.int == *stride);
    if let Some((_, value)) = whole {
        return Ok(Int::new(*value));
    }
    let value_of = |symbol: &Symbol| {
        let mut symbols = unknowns.iter().zip(values);
        let value = symbols.find(|(of, _)| of.symbol.as_ref() == Some(symbol));
        Some(Int::new(value.map_or(0, |(_, value)| *value)))
    };
    Ok(stride.substitute(&value_of)?)
}
