//! The functions of a layout with numbers of the run, as text.
//!
//! They are those of `layout-runtime/src/dynamic/split.rs`: a digit of a power of two is
//! masked where it and the next stride are literals, others flow. What rustc knows of
//! constants may be masked as well; the sum is the same.

use layout_algebra::Int;

use super::symbolic::SymbolicLeaf;

/// What a quotient of a coordinate adds.
struct Term {
    /// What the coordinate is divided by, one after the other.
    divisors: Vec<Int>,
    /// The mask of the digit; without one, the whole quotient.
    mask: Option<i128>,
    times: Int,
}

/// The terms of a coordinate that is split over leaves, of which the last takes what is
/// left; none where a factor has too many terms to write down.
fn terms(leaves: &[SymbolicLeaf]) -> Option<Vec<Term>> {
    let mut terms = Vec::new();
    let mut divisors = Vec::new();
    // What the next quotient takes back for the digit before.
    let (mut back, mut is_stored) = (Int::ZERO, false);
    for (k, SymbolicLeaf { extent, stride }) in leaves.iter().enumerate() {
        let next = leaves.get(k + 1);
        let known = extent.known().filter(|_| next.is_some());
        if known == Some(1) {
            continue;
        }
        let next_is_fixed = next.is_some_and(|next| next.stride.known().is_some());
        let is_masked = next_is_fixed && !is_stored && back == Int::ZERO;
        let mask = known.filter(|extent| is_masked && extent.count_ones() == 1);
        let times = stride.sub(&back).ok()?;
        terms.push(Term { divisors: divisors.clone(), mask: mask.map(|extent| extent - 1), times });
        (back, is_stored) = match mask {
            Some(_) => (Int::ZERO, false),
            None => {
                let fixed = extent.known().is_some() && stride.known().is_some();
                (extent.mul(stride).ok()?, !fixed && *stride != Int::ZERO)
            }
        };
        divisors.push(extent.clone());
    }
    Some(terms)
}

/// The sum of what coordinates add, each over its leaves.
pub(super) fn sum<'a>(
    coordinates: impl IntoIterator<Item = (&'a str, Vec<SymbolicLeaf>)>,
) -> Option<String> {
    let mut parts = Vec::new();
    for (coordinate, leaves) in coordinates {
        let terms = terms(&leaves)?.into_iter().filter(|term| term.times != Int::ZERO);
        parts.extend(terms.map(|term| term.text(coordinate)));
    }
    let sum = parts.join(" + ");
    Some(if sum.is_empty() { "0".to_owned() } else { sum })
}

impl Term {
    fn text(&self, coordinate: &str) -> String {
        let mut text = coordinate.to_owned();
        for divisor in &self.divisors {
            text.push_str(&format!("/{}", factor(divisor)));
        }
        if let Some(mask) = self.mask {
            text = format!("({text} & {mask})");
        }
        if self.times != Int::ONE {
            text.push_str(&format!("*{}", factor(&self.times)));
        }
        text
    }
}

/// An integer as a factor.
fn factor(int: &Int) -> String {
    let text = int.to_string();
    if text.contains(' ') || text.starts_with('-') { format!("({text})") } else { text }
}

#[cfg(test)]
mod tests {
    use layout_algebra::{HTuple, Symbol, ops};

    use super::*;
    use crate::{Scope, Value, parse_expression, prove};

    fn value_of(symbol: &Symbol) -> Option<Int> {
        let values = [("m", 12), ("n", 10), ("k", 3), ("a", 2), ("b", 40)];
        values.iter().find(|(name, _)| symbol.name() == *name).map(|(_, value)| Int::new(*value))
    }

    /// What the terms add up to.
    fn value(terms: &[Term], coordinate: i128) -> i128 {
        let known = |int: &Int| int.substitute(&value_of).unwrap().known().unwrap();
        let add = |term: &Term| {
            let quotient = term.divisors.iter().fold(coordinate, |q, divisor| q / known(divisor));
            term.mask.map_or(quotient, |mask| quotient & mask) * known(&term.times)
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
            let Value::Layout(layout) = prove(&parsed, &Scope::new()).unwrap().value else {
                panic!("{text} is no layout");
            };
            let extents = layout.shape().leaves().into_iter();
            let leaf = |(extent, (_, stride)): (&Int, (_, &layout_algebra::Stride))| SymbolicLeaf {
                extent: extent.clone(),
                stride: stride.scale().clone(),
            };
            let leaves: Vec<SymbolicLeaf> = extents.zip(layout.leaves()).map(leaf).collect();
            let terms = terms(&leaves).unwrap();
            let numbers = layout.substitute(&value_of).unwrap();
            for i in 0..ops::size(&numbers).unwrap().known().unwrap() {
                let expected = ops::evaluate(&HTuple::Leaf(Int::new(i)), &numbers).unwrap();
                let found = HTuple::Leaf(layout_algebra::Stride::from(Int::new(value(&terms, i))));
                assert_eq!(found.to_string(), expected.to_string(), "{text} at {i}");
            }
        }
    }
}
