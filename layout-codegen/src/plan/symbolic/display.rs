//! Plans of layouts with symbols as text: one line for each fact, each check and each function.

use std::fmt;

use layout_algebra::{CollectVec, Int};

use super::SymbolicPlan;
use super::check::{Check, Test};
use super::compile_time::Constant;
use super::constructor::{Constructor, LayoutValue};
use super::leaf::SymbolicLeaf;
use super::mode::{Flow, Mode, Taken};
use super::number::{Computation, Fits, Source};
use crate::plan::display::{coordinates, twisted};
use crate::plan::function_names;
use crate::syntax::SymbolKind;

/// The sum that a coordinate adds: for each quotient of it, the divisors of the coordinate, and the
/// factor of the quotient. `None` where that is too much to write down.
type Terms = Option<Vec<(Vec<Int>, Int)>>;

fn text((divisors, times): &(Vec<Int>, Int), coordinate: &str) -> String {
    let mut quotient = coordinate.to_owned();
    for divisor in divisors {
        quotient = format!("{quotient}/{}", factor(divisor));
    }
    if *times == Int::ONE { quotient } else { format!("{quotient}*{}", factor(times)) }
}

/// An integer as a factor.
fn factor(int: &Int) -> String {
    let text = int.to_string();
    if text.contains(' ') || text.starts_with('-') { format!("({text})") } else { text }
}

impl LayoutValue {
    fn int(&self, source: Source) -> Int {
        match source {
            Source::Fixed(known) => Int::new(known),
            Source::Constant(place) => self.numbers.constants[place].of.clone(),
            Source::Number(place) => self.numbers.numbers[place].of.clone(),
        }
    }

    /// The value of a flow; none where it has too many terms to write down.
    fn flow(&self, flow: &Flow) -> Option<Int> {
        match flow {
            Flow::Stride(stride) => Some(self.int(*stride)),
            Flow::Less(stride, taken) => {
                let taken = match taken {
                    Taken::Known(known) => Int::new(*known),
                    Taken::Product(extent, by) => self.int(*extent).mul(&self.int(*by)).ok()?,
                };
                self.int(*stride).sub(&taken).ok()
            }
            Flow::Unless { other, .. } => self.flow(other),
        }
    }

    /// The terms of a coordinate that is split over leaves, of which the last takes what is
    /// left.
    fn terms(&self, leaves: &[&Mode]) -> Terms {
        let (mut terms, mut divisors) = (Vec::new(), Vec::new());
        for (k, mode) in leaves.iter().enumerate() {
            if mode.extent == Source::Fixed(1) && k + 1 < leaves.len() {
                continue;
            }
            // The first takes nothing back, whatever is before it in the layout.
            let times = match divisors.is_empty() {
                true => self.int(mode.stride),
                false => self.flow(&mode.flow)?,
            };
            terms.push((divisors.clone(), times));
            divisors.push(self.int(mode.extent));
        }
        Some(terms)
    }
}

impl SymbolicPlan {
    /// The sums that the coordinates of a function add: of `index`, `at` and `at_flat`, by their
    /// number. `None` where rustc chooses, once it knows the constants.
    fn terms(&self, function: usize) -> Option<Vec<Terms>> {
        let mut terms = Vec::new();
        match (function, &self.made) {
            (2, _) => {
                for leaf in self.profile.leaves() {
                    terms.push(Some(vec![(Vec::new(), leaf.stride.clone())]));
                }
            }
            (_, Constructor::Type(_)) => return None,
            (0, Constructor::Value(value)) => {
                let linear = value.linear.as_ref().unwrap_or(&value.modes);
                terms.push(value.terms(&linear.leaves()));
            }
            (_, Constructor::Value(value)) => {
                for mode in value.modes.modes() {
                    terms.push(value.terms(&mode.leaves()));
                }
            }
        }
        Some(terms)
    }

    /// The expression of a function of these coordinates.
    fn function(&self, function: usize, takes: &[String]) -> String {
        let Some(terms) = self.terms(function) else {
            return "what rustc finds cheapest, once it knows the constants".to_owned();
        };
        let mut parts = Vec::new();
        for (coordinate, terms) in takes.iter().zip(terms) {
            let Some(terms) = terms else { return "a sum of too many terms to print".to_owned() };
            for term in terms {
                if term.1 != Int::ZERO {
                    parts.push(text(&term, coordinate));
                }
            }
        }
        let sum = if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") };
        twisted(sum, &self.then)
    }
}

impl fmt::Display for SymbolicLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.extent, self.stride)
    }
}

impl fmt::Display for Check {
    /// Writes the remark after a check that is more, or less, than a comparison where the layout is made.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Check::Constant(_) => " [by rustc]",
            Check::Nobody => " [else there are no coordinates]",
            Check::Value(Test::Exact) => " [in 128 bits]",
            Check::Value(Test::Injective(links)) if links.is_empty() => " [by a search]",
            Check::Value(Test::Injective(_)) => " [by comparisons, else by a search]",
            Check::Value(_) => "",
        })
    }
}

impl fmt::Display for LayoutValue {
    /// A line for each number that is checked, and for those that rustc computes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in &self.numbers.numbers {
            let by = match (number.fits, &number.value) {
                (Fits::Layout, _) => continue,
                (Fits::Size, _) => " [by the size]",
                (Fits::Check, Computation::Exact) => " [in 128 bits]",
                (Fits::Check, Computation::Product(_)) => "",
            };
            let purpose = if number.is_extent { "an extent" } else { "a stride" };
            writeln!(f, "check {} fits isize, as {purpose}{by}", number.of)?;
        }
        if let Some(size) = &self.numbers.size {
            writeln!(f, "check {} fits isize, as the size of a compact layout", size.of)?;
        }
        for (i, Constant { of, is_divisor }) in self.numbers.constants.iter().enumerate() {
            f.write_str(if i == 0 { "rustc computes " } else { ", " })?;
            write!(f, "{of}{}", if *is_divisor { " (a divisor)" } else { "" })?;
        }
        f.write_str(if self.numbers.constants.is_empty() { "" } else { "\n" })
    }
}

impl fmt::Display for SymbolicPlan {
    /// One line for each fact and each check.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.notation)?;
        writeln!(f, "rank {}, depth {}", self.rank, self.depth)?;
        f.write_str("symbols ")?;
        for (i, (name, kind)) in self.symbols.iter().enumerate() {
            let kind = if *kind == SymbolKind::Constant { "const " } else { "" };
            write!(f, "{}{kind}{name}", if i > 0 { ", " } else { "" })?;
        }
        writeln!(f)?;
        for (obligation, check) in self.obligations.iter().zip(&self.checks) {
            let condition = obligation.condition.assumption();
            writeln!(f, "check {condition}, {}{check}", obligation.reason)?;
        }
        if let Constructor::Value(value) = &self.made {
            value.fmt(f)?;
        }
        let linear = self.linear.leaves().into_iter().map(SymbolicLeaf::to_string).collect_vec();
        writeln!(f, "linear {}", linear.join(", "))?;
        let takes = [1, self.profile.modes().len(), self.profile.leaf_count()];
        for (k, name) in function_names(false).into_iter().enumerate() {
            let takes = coordinates(k, takes[k]);
            writeln!(f, "{name}({}) = {}", takes.join(", "), self.function(k, &takes))?;
        }
        crate::plan::bounds::write(&self.bounds, f)
    }
}

#[cfg(test)]
mod tests {
    use layout_algebra::{HTuple, Symbol, ops};

    use super::*;
    use crate::plan::{Planned, plan_evaluated};
    use crate::{Scope, Value, parse_expression, prove};

    fn value_of(symbol: &Symbol) -> Option<Int> {
        let values = [("m", 12), ("n", 10), ("k", 3), ("a", 2), ("b", 40)];
        values.iter().find(|(name, _)| symbol.name() == *name).map(|(_, value)| Int::new(*value))
    }

    /// The value of the sum of the terms.
    fn value(terms: &[(Vec<Int>, Int)], coordinate: i128) -> i128 {
        let known = |int: &Int| int.substitute(&value_of).unwrap().known().unwrap();
        let add = |(divisors, times): &(Vec<Int>, Int)| {
            let quotient = divisors.iter().fold(coordinate, |q, divisor| q / known(divisor));
            quotient * known(times)
        };
        terms.iter().map(add).sum()
    }

    #[test]
    fn the_sum_is_the_layout() {
        for text in [
            "(m,n):(n,1)",
            "(m,n):(a,b)",
            "(m,(4,(k,2))):(1,(m,(4 * m,1000)))",
            "(8,4,m):(1,8,64)",
            "(8,1,4,m):(1,n,16,64)",
            "(4,m,8,2):(1,4,1000,8000)",
            "((2,3),(m,1)):((1,2),(6,n))",
            "(m,4,n,1):(4,1,200,k)",
            "(m,k):(-1,-m)",
        ] {
            let parsed = parse_expression(text.parse().unwrap()).unwrap();
            let evaluated = prove(&parsed, &Scope::new()).unwrap();
            let Value::Layout(layout) = &evaluated.value else { panic!("{text} is no layout") };
            let Some(Ok(Planned::Symbolic(plan))) = plan_evaluated(&evaluated) else {
                panic!("{text} has no plan");
            };
            let numbers = layout.substitute(&value_of).unwrap();
            let functions = [0, 1, 2].map(|function| plan.terms(function).unwrap());
            for i in 0..ops::size(&numbers).unwrap().known().unwrap() {
                let expected = ops::evaluate(&HTuple::Leaf(Int::new(i)), &numbers).unwrap();
                let natural = ops::idx2crd(&HTuple::Leaf(Int::new(i)), numbers.shape()).unwrap();
                let flat = natural.leaves().into_iter().map(|int| int.known().unwrap()).collect();
                let modes = numbers.shape().modes().iter().zip(natural.modes());
                let modes = modes
                    .map(|(shape, at)| ops::crd2idx_in_shape(at, shape).unwrap().known().unwrap());
                for (terms, coordinates) in functions.iter().zip([vec![i], modes.collect(), flat]) {
                    let sums = terms.iter().zip(coordinates);
                    let sum = sums.map(|(terms, c)| value(terms.as_ref().unwrap(), c)).sum();
                    let found = HTuple::Leaf(layout_algebra::Stride::from(Int::new(sum)));
                    assert_eq!(found.to_string(), expected.to_string(), "{text} at {i}");
                }
            }
        }
    }
}
