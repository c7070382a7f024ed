//! `Instance`: a named layout with integers for its parameters, `Rows<m, 4>`.
//!
//! An instance is the layout of the definition with the integers in the place of the parameters. What
//! the definition is right under must hold of them (`symbols/instance.rs`).

use std::rc::Rc;

use layout_algebra::{CollectVec, Error, Facts, Int};
use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
use quote::quote;

use super::scope::{Binding, Evaluator};
use crate::evaluated::{Given, GivenSymbol, Source, Unevaluated};
use crate::parse::symbol::text_of;
use crate::report::{Diagnostic, SpanRange, brief};
use crate::syntax::{Expr, ExprKind, Name, Operator, SymbolKind, SymbolName};
use crate::value::Value;

/// A named layout, and what stands for its parameters.
pub(crate) struct Instance {
    pub(crate) given: Rc<Given>,
    pub(crate) name: Name,
    pub(crate) arguments: Vec<Expr>,
    pub(crate) range: SpanRange,
    /// The symbols of the layout that are no parameters, and their names in it.
    own: Vec<(String, SymbolName)>,
}

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
        let mut parameters = Vec::new();
        for parameter in self.given.parameters() {
            parameters.push(match parameter.kind {
                SymbolKind::RunTime => parameter.name.clone(),
                SymbolKind::Constant => format!("const {}: usize", parameter.name),
            });
        }
        format!("`{}<{}>`", brief(&self.name.text), parameters.join(", "))
    }

    /// The parameters of the layout, each with its argument.
    fn parameters(&self) -> Vec<(&GivenSymbol, &Expr)> {
        self.given.parameters().zip(&self.arguments).collect_vec()
    }

    /// The symbols of the layout that are no parameters.
    pub(crate) fn own_symbols(&self) -> impl Iterator<Item = &SymbolName> {
        self.own.iter().map(|(_, symbol)| symbol)
    }

    /// A constant of the layout, which its type has.
    fn own_symbol(&self, symbol: &GivenSymbol, constant: &Ident) -> Result<SymbolName, Diagnostic> {
        let (path, kind) = (&self.name.tokens, symbol.kind);
        let mut constants: Vec<(&GivenSymbol, &Expr)> = self.parameters();
        constants.retain(|(parameter, _)| parameter.kind == SymbolKind::Constant);
        let text = self.given.name_at(symbol, &self.name.text);
        if constants.is_empty() {
            return Ok(SymbolName { text, kind, tokens: quote! { #path::#constant } });
        }
        // A path is the same whatever the parameters are, an expression may be made of them.
        let Some(open) = symbol.name.find('{') else {
            let zeros = vec![quote! { 0 }; constants.len()];
            return Ok(SymbolName {
                text,
                kind,
                tokens: quote! { #path::<#(#zeros),*>::#constant },
            });
        };
        let (mut values, mut texts) = (Vec::new(), Vec::new());
        for (parameter, argument) in constants {
            let Some(value) = constant_of(argument) else {
                let (parameter, declared) = (&parameter.name, self.declared());
                let own = brief(&symbol.name[open..]);
                let message = format!(
                    "`{parameter}` of {declared} must be a constant: `{own}` is made of it"
                );
                return Err(Diagnostic::new(argument.range, message));
            };
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
        let mut integers = Vec::new();
        for (parameter, argument) in self.parameters() {
            integers.push(match evaluator.eval(ungrouped(argument))? {
                Value::Int(int) => int,
                value => {
                    let (name, found) = (&parameter.name, value.describe());
                    let declared = self.declared();
                    let message = format!("`{name}` of {declared} is an integer, found {found}");
                    return Err(Diagnostic::new(argument.range, message).into());
                }
            });
        }
        Ok(integers)
    }

    /// The integer in the place of a symbol of the layout.
    pub(crate) fn bound(&self, name: &str, integers: &[Int], facts: &Facts) -> Option<Int> {
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
    match text.strip_prefix('{') {
        Some(inside) => inside.strip_suffix('}').unwrap_or(text),
        None => text,
    }
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
