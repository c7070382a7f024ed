//! Conditions of symbols and of coordinates, as functions that return a truth value.

use layout_algebra::Condition;
use layout_algebra::bounds::{Bound, Bounds};

use super::dialect::Style;
use super::text::{Function, Printer};
use super::unprintable::Unprintable;
use super::{Out, parameters, with_symbols};
use crate::arithmetic::{Node, Op, apart, known_or_natural, natural_number};
use crate::plan::{SymbolicPlan, coordinates};

/// `a <= b` or `a == 0` of two expressions.
struct Comparison {
    left: Node,
    is: &'static str,
    right: Node,
}

impl Out {
    /// `name_holds`: whether a layout may be made of these values. Returns true if there is a condition to ask, and so a function.
    pub(super) fn holds(
        &mut self,
        name: &str,
        plan: &SymbolicPlan,
        symbols: &[String],
    ) -> Result<bool, Unprintable> {
        let mut comparisons = Vec::new();
        for obligation in &plan.obligations {
            let condition = &obligation.condition;
            if matches!(condition, Condition::Injective { .. }) {
                self.comment(&format!("Not asked by {name}_holds: {}.", condition.assumption()));
                continue;
            }
            let Some(comparison) = comparison(plan, condition) else {
                return Err(Unprintable::Negative { layout: plan.notation.clone() });
            };
            comparisons.push(comparison);
        }
        if comparisons.is_empty() {
            return Ok(false);
        }
        let function =
            Function { name: format!("{name}_holds"), symbols, coordinates: &[], is_signed: false };
        self.truth(&function, &comparisons);
        Ok(true)
    }

    /// `name_in_bounds`: whether a natural coordinate is no padding.
    pub(super) fn in_bounds(
        &mut self,
        name: &str,
        bounds: &Bounds,
        plan: Option<&SymbolicPlan>,
    ) -> Result<(), Unprintable> {
        let Bounds::Within(within) = bounds else { return Err(Unprintable::Bounds) };
        let Some(first) = within.first() else { return Ok(()) };
        let mut comparisons = Vec::new();
        for bound in within {
            let Some(comparison) = below(bound, plan) else {
                return Err(Unprintable::Negative { layout: bound.coordinate().to_string() });
            };
            comparisons.push(comparison);
        }
        let leaves = first.coordinate().shape().leaf_count();
        let symbols = plan.map(parameters).unwrap_or_default();
        let coordinates = with_symbols(coordinates(2, leaves), &symbols);
        let function = Function {
            name: format!("{name}_in_bounds"),
            symbols: &symbols,
            coordinates: &coordinates,
            is_signed: false,
        };
        self.truth(&function, &comparisons);
        Ok(())
    }

    /// A function that answers whether all comparisons hold.
    fn truth(&mut self, function: &Function<'_>, comparisons: &[Comparison]) {
        let printer = Printer { dialect: self.dialect, bits: self.bits, function };
        let Some(word) = self.dialect.word(self.bits) else { return };
        let takes = [function.symbols, function.coordinates].concat();
        let dialect = self.dialect;
        let mut all = Vec::new();
        for Comparison { left, is, right } in comparisons {
            let (left, right) = (printer.value(left, &[]), printer.value(right, &[]));
            all.push(format!("({left} {is} {right})"));
        }
        // The coordinates may be arrays in Python; of symbols, a later one may divide by 0.
        let and = match (dialect.style, function.coordinates) {
            (Style::Python, []) => " and ",
            (Style::Python, _) => " & ",
            _ => " && ",
        };
        let all = all.join(and);
        self.text.push_str(&dialect.head(&function.name, &takes, word.unsigned, dialect.truth));
        self.text.push_str(&format!("    return {all}{}\n{}", dialect.stop(), dialect.end()));
    }
}

/// The comparison of a coordinate with the extent of a bound.
fn below(bound: &Bound, plan: Option<&SymbolicPlan>) -> Option<Comparison> {
    let mut left = Node::Number(0);
    for (place, (_, stride)) in bound.coordinate().leaves().into_iter().enumerate() {
        let term = match known_or_natural(plan, stride.scale())? {
            Node::Number(0) => continue,
            Node::Number(1) => Node::Coordinate(place),
            stride => Node::binary(Op::Mul, Node::Coordinate(place), stride),
        };
        left = match left {
            Node::Number(0) => term,
            sum => Node::binary(Op::Add, sum, term),
        };
    }
    Some(Comparison { left, is: "<", right: known_or_natural(plan, bound.extent())? })
}

/// A condition as a comparison of what is not negative.
fn comparison(plan: &SymbolicPlan, condition: &Condition) -> Option<Comparison> {
    let ([left, right], is) = match condition {
        Condition::Divides { divisor, of } => {
            let [of, divisor] = [natural_number(plan, of)?, natural_number(plan, divisor)?];
            ([Node::binary(Op::Rem, of, divisor), Node::Number(0)], "==")
        }
        Condition::AtMost { least, most } => (apart(plan, least, most)?, "<="),
        Condition::Equal { left, right } => (apart(plan, left, right)?, "=="),
        _ => return None,
    };
    Some(Comparison { left, is, right })
}
