//! `Instance`: a named layout with integers for its parameters, `Rows<m, 4>`.
//!
//! An instance is the layout of the definition with the integers in the place of the parameters. What
//! the definition is right under must hold of them: that is decided, or an obligation.

use std::rc::Rc;

use layout_algebra::{CollectVec, Condition, Error, Facts, Int, Lacking, Overflow};
use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
use quote::quote;

use super::evaluated::Obligation;
use super::given::{Given, GivenSymbol, Source};
use super::premises::Premises;
use super::reason::{Purpose, Reason};
use crate::eval::{Binding, Evaluator, Unevaluated};
use crate::parse::symbol::text_of;
use crate::report::{Diagnostic, SpanRange, brief};
use crate::syntax::{Expr, ExprKind, Name, Operator, SymbolKind, SymbolName};
use crate::value::Value;

/// A named layout, and what stands for its parameters.
pub(crate) struct Instance {
    given: Rc<Given>,
    name: Name,
    arguments: Vec<Expr>,
    range: SpanRange,
    /// The symbols of the layout that are no parameters, and their names in it.
    own: Vec<(String, SymbolName)>,
}

/// The integers of the arguments, under what is known.
type Integers<'a> = &'a dyn Fn(&Facts) -> Result<Vec<Int>, Unevaluated>;

impl Instance {
    /// The instance of what a name stands for; none if that is wrong itself.
    ///
    /// # Errors
    ///
    /// The layout has no parameters, or not as many; a constant of it is made of what is known at run time.
    pub(crate) fn new(
        binding: &Binding,
        name: &Name,
        arguments: &[Expr],
        range: SpanRange,
    ) -> Result<Option<Self>, Diagnostic> {
        let given = match binding {
            Binding::Invalid => return Ok(None),
            Binding::Symbolic(given) if given.parameters().next().is_some() => given.clone(),
            _ => {
                let name = brief(&name.text);
                let message = format!("`{name}` has no parameters");
                return Err(Diagnostic::new(range, message).write(name, ""));
            }
        };
        let (name, arguments) = (name.clone(), arguments.to_vec());
        let mut instance = Instance { given, name, arguments, range, own: Vec::new() };
        instance.check_count()?;
        for symbol in &instance.given.symbols {
            if let Source::Constant(constant) = &symbol.source {
                let own = instance.own_symbol(symbol, constant)?;
                instance.own.push((symbol.name.clone(), own));
            }
        }
        Ok(Some(instance))
    }

    fn check_count(&self) -> Result<(), Diagnostic> {
        let (expected, found) = (self.given.parameters().count(), self.arguments.len());
        if expected == found {
            return Ok(());
        }
        let plural = if expected == 1 { "" } else { "s" };
        let message = format!("{} takes {expected} integer{plural}, not {found}", self.declared());
        // The surplus arguments, or the last one where some are missing.
        let range = match (self.arguments.get(expected), self.arguments.last()) {
            (Some(first), Some(last)) => first.range.to(last.range),
            _ => self.range,
        };
        Err(Diagnostic::new(range, message))
    }

    /// `` `Rows<m, const W: usize>` ``
    fn declared(&self) -> String {
        let parameters = self.given.parameters().map(|parameter| match parameter.kind {
            SymbolKind::RunTime => parameter.name.clone(),
            SymbolKind::Constant => format!("const {}: usize", parameter.name),
        });
        let parameters = parameters.collect_vec();
        format!("`{}<{}>`", brief(&self.name.text), parameters.join(", "))
    }

    /// The symbols of the layout that are no parameters.
    pub(crate) fn own_symbols(&self) -> impl Iterator<Item = &SymbolName> {
        self.own.iter().map(|(_, symbol)| symbol)
    }

    /// A constant of the layout, which its type has.
    fn own_symbol(&self, symbol: &GivenSymbol, constant: &Ident) -> Result<SymbolName, Diagnostic> {
        let (path, kind) = (&self.name.tokens, symbol.kind);
        let parameters = self.given.parameters().zip(&self.arguments);
        let constants: Vec<(&GivenSymbol, &Expr)> = parameters
            .filter(|(parameter, _)| parameter.kind == SymbolKind::Constant)
            .collect_vec();
        let text = self.given.name_at(symbol, &self.name.text);
        if constants.is_empty() {
            return Ok(SymbolName { text, kind, tokens: quote! { #path::#constant } });
        }
        // A path is the same whatever the parameters are, an expression may be made of them.
        let Some(open) = symbol.name.find('{') else {
            let zeros = constants.iter().map(|_| quote! { 0 });
            return Ok(SymbolName {
                text,
                kind,
                tokens: quote! { #path::<#(#zeros),*>::#constant },
            });
        };
        let (mut values, mut texts) = (Vec::new(), Vec::new());
        for (parameter, argument) in constants {
            let value = constant_of(argument).ok_or_else(|| {
                let (parameter, declared) = (&parameter.name, self.declared());
                let own = brief(&symbol.name[open..]);
                let message = format!(
                    "`{parameter}` of {declared} must be a constant: `{own}` is made of it"
                );
                Diagnostic::new(argument.range, message)
            })?;
            let group = Group::new(Delimiter::Brace, value);
            texts.push(format!("{}={}", parameter.name, without_braces(&text_of(&group)?)));
            values.push(group);
        }
        let (before, own) = symbol.name.split_at(open);
        let (name, own, texts) = (&self.name.text, without_braces(own), texts.join(";"));
        let text = format!("{name}::{before}{{{own};{texts}}}");
        Ok(SymbolName { text, kind, tokens: quote! { #path::<#(#values),*>::#constant } })
    }

    /// The integers of the arguments.
    ///
    /// # Errors
    ///
    /// One is none.
    pub(crate) fn integers(&self, evaluator: &Evaluator<'_>) -> Result<Vec<Int>, Unevaluated> {
        let integer = |(parameter, argument): (&GivenSymbol, &Expr)| match evaluator
            .eval(ungrouped(argument))?
        {
            Value::Int(int) => Ok(int),
            value => {
                let (name, found) = (&parameter.name, value.describe());
                let declared = self.declared();
                let message = format!("`{name}` of {declared} is an integer, found {found}");
                Err(Diagnostic::new(argument.range, message).into())
            }
        };
        self.given.parameters().zip(&self.arguments).map(integer).try_collect_vec()
    }

    /// The integer in the place of a symbol of the layout.
    fn bound(&self, name: &str, integers: &[Int], facts: &Facts) -> Option<Int> {
        if let Some(place) = self.given.parameters().position(|other| other.name == name) {
            return integers.get(place).cloned();
        }
        let (_, own) = self.own.iter().find(|(other, _)| other == name)?;
        facts.int(&own.text)
    }

    /// The layout, with its bounds.
    ///
    /// # Errors
    ///
    /// As [`Value::substitute`].
    pub(crate) fn value(&self, integers: &[Int], facts: &Facts) -> Result<Value, Error> {
        let bound = |symbol: &layout_algebra::Symbol| self.bound(symbol.name(), integers, facts);
        let layout = self.given.layout.substitute(&bound)?;
        Ok(layout.with(self.given.annotations(&bound)))
    }

    /// Takes for granted what the definition is right under, and notes it as obligations.
    ///
    /// # Errors
    ///
    /// The condition does not hold of the arguments, or of nothing that is known.
    pub(super) fn take(
        &self,
        integers: Integers<'_>,
        premises: &mut Premises,
    ) -> Result<(), Unevaluated> {
        let declared = premises.facts.clone();
        let integers = self.settled(integers, premises)?;
        for (condition, reason) in &self.given.conditions {
            let range = self.at_fault(condition);
            let facts = &premises.facts;
            let bound = condition.substitute(&|symbol| self.bound(symbol.name(), &integers, facts));
            let bound = match bound {
                Ok(bound) => bound,
                Err(Overflow::Inexact) => return Err(self.broken(condition, reason, &integers)),
                Err(error) => {
                    let error = Error::from(error);
                    let message = format!("`{}`: {condition}, {reason}: {error}", self.name.text);
                    return Err(Diagnostic::new(range, message).into());
                }
            };
            if bound.integers().all(|int| int.known().is_some()) {
                match bound.holds_at(&|_| None) {
                    Ok(true) => continue,
                    Ok(false) => return Err(self.broken(condition, reason, &integers)),
                    Err(_) => {
                        let message = format!("it is not decided whether {}", bound.statement());
                        return Err(Diagnostic::new(range, message).into());
                    }
                }
            }
            let written = bound.substitute(&|symbol| declared.int(symbol.name()));
            let written = written.unwrap_or_else(|_| bound.clone());
            let reason = reason.of_layout(&self.name.text);
            premises.take(Obligation { condition: bound, reason, range }, &written)?;
        }
        self.take_parameters(&integers, premises)
    }

    /// Takes for granted that the arguments are as parameters are, which have the type `usize`.
    fn take_parameters(
        &self,
        integers: &[Int],
        premises: &mut Premises,
    ) -> Result<(), Unevaluated> {
        let parameters = self.given.parameters().zip(&self.arguments).zip(integers);
        for ((parameter, argument), integer) in parameters {
            let (name, parameter) = (&self.name.text, &parameter.name);
            if integer.known().is_some_and(|value| value < 0) {
                let name = brief(name);
                let message = format!(
                    "`{name}`: {parameter} = {integer} and {parameter} must be at least 0, as a `usize`"
                );
                return Err(Diagnostic::new(argument.range, message).into());
            }
            let condition = Condition::at_most(&Int::ZERO, integer);
            let reason = Reason::must(Purpose::Parameter(parameter.clone())).of_layout(name);
            let rule = Obligation { condition: condition.clone(), reason, range: argument.range };
            premises.take(rule, &condition)?;
        }
        Ok(())
    }

    /// The integers of the arguments; what they need to be integers is taken for granted.
    fn settled(
        &self,
        integers: Integers<'_>,
        premises: &mut Premises,
    ) -> Result<Vec<Int>, Unevaluated> {
        let mut before: Option<Condition> = None;
        loop {
            let unevaluated = match integers(&premises.facts) {
                Ok(integers) => return Ok(integers),
                Err(unevaluated) => unevaluated,
            };
            let condition = unevaluated.condition().cloned();
            let Some(condition) = condition.filter(|next| before.as_ref() != Some(next)) else {
                return Err(unevaluated);
            };
            let range = unevaluated.range().unwrap_or(self.range);
            let reason = Reason::must(Purpose::Divisor);
            let rule = Obligation { condition: condition.clone(), reason, range };
            premises.take(rule, &condition)?;
            before = Some(condition);
        }
    }

    /// The argument of the first parameter in a condition.
    fn at_fault(&self, condition: &Condition) -> SpanRange {
        let parameters = self.given.parameters().zip(&self.arguments);
        let mut ranges = parameters.filter(|(parameter, _)| speaks_of(condition, &parameter.name));
        ranges.next().map_or(self.range, |(_, argument)| argument.range)
    }

    /// The error of a condition that does not hold, in the words of the layout.
    fn broken(&self, condition: &Condition, reason: &Reason, integers: &[Int]) -> Unevaluated {
        let parameters = self.given.parameters().zip(integers);
        let told = parameters.filter(|(parameter, _)| speaks_of(condition, &parameter.name));
        let values = told.map(|(parameter, value)| (&*parameter.name, value)).collect_vec();
        let broken = reason.broken(condition, &values, "at its definition");
        let message = format!("`{}`: {broken}", brief(&self.name.text));
        Diagnostic::new(self.at_fault(condition), message).into()
    }
}

/// Returns whether a condition has a symbol.
fn speaks_of(condition: &Condition, name: &str) -> bool {
    condition.integers().any(|int| int.symbols().iter().any(|symbol| symbol.name() == name))
}

/// The expression inside of parentheses that only group.
fn ungrouped(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Tuple(items) => match items.as_slice() {
            [item] => ungrouped(item),
            _ => expr,
        },
        _ => expr,
    }
}

fn without_braces(text: &str) -> &str {
    let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    inside.unwrap_or(text)
}

/// An argument as a constant of Rust; none if it is no such constant.
fn constant_of(expr: &Expr) -> Option<TokenStream> {
    match &ungrouped(expr).kind {
        ExprKind::Int(value) => {
            let literal = Literal::u128_unsuffixed(u128::try_from(*value).ok()?);
            Some(quote! { #literal })
        }
        ExprKind::Symbol(symbol) if symbol.kind == SymbolKind::Constant => {
            Some(symbol.tokens.clone())
        }
        ExprKind::Arithmetic(infix, operands) => {
            let [left, right] = operands.each_ref().map(operand_of);
            let (left, right) = (left?, right?);
            // All quotients are the same for two integers that are not negative.
            let sign = match infix.operator {
                Operator::Or => quote! { | },
                Operator::Xor => quote! { ^ },
                Operator::And => quote! { & },
                Operator::Shl => quote! { << },
                Operator::Shr => quote! { >> },
                Operator::Add => quote! { + },
                Operator::Sub => quote! { - },
                Operator::Mul => quote! { * },
                Operator::Div | Operator::DivFloor => quote! { / },
                Operator::Rem | Operator::RemFloor => quote! { % },
                Operator::Either
                | Operator::Both
                | Operator::Equal
                | Operator::Different
                | Operator::AtMost
                | Operator::AtLeast
                | Operator::Less
                | Operator::Greater
                | Operator::Min
                | Operator::Max => return None,
            };
            Some(quote! { #left #sign #right })
        }
        _ => None,
    }
}

/// An operand of Rust, in parentheses unless it is one word or path.
fn operand_of(expr: &Expr) -> Option<TokenStream> {
    let tokens = constant_of(expr)?;
    let is_word = !tokens.clone().into_iter().any(|token| matches!(token, TokenTree::Group(_)));
    match &ungrouped(expr).kind {
        ExprKind::Int(_) | ExprKind::Symbol(_) if is_word => Some(tokens),
        _ => Some(quote! { (#tokens) }),
    }
}
