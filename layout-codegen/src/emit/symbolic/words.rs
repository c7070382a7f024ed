//! Conditions in words, as the runtime reads them where a rule is broken: numbers come
//! before what takes them.

use std::collections::BTreeSet;

use layout_algebra::{BinaryOp, Condition, Expression, Int};

use super::Context;

/// An integer that has a property.
pub(super) fn property(context: &Context<'_>, int: &Int, property: &str) -> String {
    format!("{} {property}", integer(context, int))
}

pub(super) fn condition(context: &Context<'_>, condition: &Condition) -> String {
    let pair = |a: &Int, b: &Int, word: &str| {
        format!("{} {} {word}", integer(context, a), integer(context, b))
    };
    match condition {
        Condition::Divides { divisor, of } => pair(divisor, of, "divides"),
        Condition::AtMost { least, most } => pair(least, most, "<="),
        Condition::Equal { left, right } => pair(left, right, "=="),
        // The runtime knows no such word: it is not known whether that holds.
        _ => "?".to_owned(),
    }
}

/// A condition that the expansion has decided, with the word that says how.
pub(super) fn decided(context: &Context<'_>, condition: &Condition, word: &str) -> String {
    let symbols = condition.integers().flat_map(Int::symbols);
    let places: BTreeSet<usize> = symbols.filter_map(|symbol| context.position(&symbol)).collect();
    let symbols: String = places.iter().map(|symbol| format!("#{symbol} ")).collect();
    format!("{symbols}{word}")
}

fn integer(context: &Context<'_>, int: &Int) -> String {
    expression(context, &int.expression())
}

fn expression(context: &Context<'_>, of: &Expression) -> String {
    let joined = |parts: &[Expression], word: &str| {
        let parts = parts.iter().map(|part| expression(context, part));
        parts.reduce(|a, b| format!("{a} {b} {word}")).unwrap_or_default()
    };
    match of {
        Expression::Known(value) => value.to_string(),
        Expression::Symbol(symbol) => format!("#{}", context.position(symbol).unwrap_or_default()),
        Expression::Sum(parts) => joined(parts, "+"),
        Expression::Product(parts) => joined(parts, "*"),
        Expression::Binary(op, operands) => joined(
            operands.as_slice(),
            match op {
                BinaryOp::DivExact => "/",
                BinaryOp::DivFloor => "floor",
                BinaryOp::DivCeil => "ceil",
                BinaryOp::DivTrunc => "trunc",
                BinaryOp::RemFloor => "%",
                BinaryOp::RemTrunc => "rem",
                BinaryOp::Min => "min",
                BinaryOp::Max => "max",
            },
        ),
    }
}

#[cfg(test)]
mod tests {
    use layout_algebra::{Facts, Overflow};

    use super::*;
    use crate::report::SpanRange;
    use crate::symbols::Symbol;
    use crate::syntax::SymbolKind;

    /// Of the symbols `m` and `n`, which are `#0` and `#1`.
    fn words(of: impl FnOnce(&Int, &Int) -> Result<Condition, Overflow>) -> String {
        let mut facts = Facts::new();
        let symbols = ["m", "n"].map(|name| {
            facts.extent(name);
            let tokens = name.parse().unwrap();
            let here = proc_macro2::Span::call_site();
            let range = SpanRange { first: here, last: here };
            Symbol { name: name.into(), kind: SymbolKind::RunTime, tokens, range, extent: true }
        });
        let [m, n] = ["m", "n"].map(|name| facts.int(name).unwrap());
        let krate = proc_macro2::TokenStream::new();
        let context = Context::of_expression(&krate, String::new(), &symbols);
        condition(&context, &of(&m, &n).unwrap())
    }

    #[test]
    fn conditions_have_their_operands_first() {
        let twelve = Int::new(12);
        let at_most = |int: Int| Ok(Condition::at_most(&int, &twelve));
        for (words, expected) in [
            (words(|m, _| Ok(Condition::divides(&twelve, m))), "12 #0 divides"),
            (words(|m, n| Ok(Condition::equal(m, n))), "#0 #1 =="),
            (words(|m, n| at_most(m.add(&n.mul(&twelve)?)?)), "#0 12 #1 * + 12 <="),
            (words(|m, n| at_most(m.sub(n)?)), "#0 -1 #1 * + 12 <="),
            (words(|m, n| at_most(m.div_floor(n)?)), "#0 #1 floor 12 <="),
            (words(|m, n| at_most(m.div_ceil(n)?)), "#0 #1 ceil 12 <="),
            (words(|m, n| at_most(m.rem_floor(n)?)), "#0 #1 % 12 <="),
            (words(|m, n| at_most(m.lesser(n)?)), "#0 #1 min 12 <="),
            (words(|m, n| at_most(m.greater(n)?)), "#0 #1 max 12 <="),
        ] {
            assert_eq!(words, expected);
        }
    }
}
