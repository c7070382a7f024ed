//! `copy!`, `zip_with!` and `fold!` by the names of modes, and `einsum!` by a pattern.
//!
//! The layout of each source over the modes of the target is computed here, so that what is left are the functions that go by
//! coordinates. Of a pattern, the target has a layout over its index space as well.

use layout_algebra::pattern::Pattern;
use layout_algebra::{CollectVec, Int, Layout, Need, ops};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::state::{State, made};
use super::uses;
use crate::allow::Allow;
use crate::eval::Scope;
use crate::evaluated::Unevaluated;
use crate::evaluated::{Evaluated, Purpose, Reason};
use crate::parse::{Function, PlaceForm, check_function, parse_view_macro};
use crate::placeholder::Tainted;
use crate::report::{Diagnostic, Help, SpanRange};
use crate::symbols::prove;
use crate::syntax::{Allowed, Expr, ExprKind, Input, OpName, Place, ViewMacro};
use crate::token::{is_ident, is_punct};
use crate::value::Value;

/// The most views of one macro: a target, and as many sources as the runtime crate has functions for.
const MAX_VIEWS: usize = 6;

/// The macro of an invocation: what its function does with the elements of the views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Copy,
    ZipWith,
    Fold,
    Einsum,
}

impl Kind {
    /// The kind of a macro by its name.
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "copy" => Some(Kind::Copy),
            "zip_with" => Some(Kind::ZipWith),
            "fold" => Some(Kind::Fold),
            "einsum" => Some(Kind::Einsum),
            _ => None,
        }
    }

    fn parse(self, name: &str, tokens: &TokenStream) -> Result<ViewMacro, Diagnostic> {
        let (most, function) = match self {
            Kind::Copy => (2, Function::None),
            Kind::Fold => (2, Function::Always),
            Kind::ZipWith => (MAX_VIEWS, Function::Always),
            Kind::Einsum => (MAX_VIEWS, Function::Maybe),
        };
        let form = PlaceForm { has_pattern: self == Kind::Einsum, most, function };
        parse_view_macro(name, tokens.clone(), form)
    }

    /// The sources and the target.
    fn sides(self, of: &ViewMacro) -> (&[Place], &Place) {
        match (self, of.places.as_slice()) {
            (Kind::ZipWith, [target, sources @ ..]) | (_, [sources @ .., target]) => {
                (sources, target)
            }
            (_, []) => unreachable!("a macro of places has two or more"),
        }
    }

    /// The operation that has the layout of a source over the modes of the target.
    fn op(self) -> &'static str {
        match self {
            Kind::Einsum => "einsum",
            Kind::Fold => "fold_as",
            Kind::Copy | Kind::ZipWith => "align_as",
        }
    }

    /// The layout of each source over the modes of the target; of `einsum!` one list, of all sources and the target.
    fn over(self, of: &ViewMacro) -> Vec<Allowed<Expr>> {
        let (sources, target) = self.sides(of);
        match &of.pattern {
            Some(pattern) => {
                let mut operands = vec![pattern.clone()];
                for place in &of.places {
                    operands.push(place.layout.of.clone());
                }
                vec![self.call_of(operands, &of.places.iter().collect_vec())]
            }
            None => {
                let mut over = Vec::new();
                for source in sources {
                    let operands = vec![source.layout.of.clone(), target.layout.of.clone()];
                    over.push(self.call_of(operands, &[source, target]));
                }
                over
            }
        }
    }

    fn call_of(self, operands: Vec<Expr>, places: &[&Place]) -> Allowed<Expr> {
        let range = match operands.as_slice() {
            [first, .., last] => first.range.to(last.range),
            _ => SpanRange::from(Span::call_site()),
        };
        let of = Expr { kind: ExprKind::Call(OpName::new(self.op(), range), operands), range };
        let assume = places.iter().flat_map(|place| place.layout.assume.iter().cloned());
        Allowed { allow: Allow::all(), assume: assume.collect_vec(), of }
    }
}

impl State {
    /// The layouts of the views, as one expression.
    pub(super) fn view_layouts(&self, kind: Kind) -> Result<Input, Diagnostic> {
        let of = kind.parse(&self.kind, &self.tokens)?;
        let over = kind.over(&of).into_iter().map(|over| over.of).collect_vec();
        let (Some(first), Some(last)) = (over.first(), over.last()) else {
            unreachable!("a macro of places has a source")
        };
        let all = Expr { range: first.range.to(last.range), kind: ExprKind::List(over) };
        let all = Allowed { allow: Allow::all(), assume: Vec::new(), of: all };
        Ok(Input::Expr(all, Box::default()))
    }

    pub(super) fn view_macro(
        &self,
        kind: Kind,
        scope: &Scope,
        tainted: &[(String, Tainted)],
    ) -> TokenStream {
        match self.call(kind, scope) {
            Ok(tokens) => tokens,
            Err(failed) => self.failed(failed, tainted),
        }
    }

    /// The error of the operation that matches the layouts, as one of the macro, at the layouts that do not match.
    fn of_macro(&self, kind: Kind, range: SpanRange, diagnostic: Diagnostic) -> Diagnostic {
        let mut diagnostic = match diagnostic.of_macro(kind.op(), &self.kind) {
            Ok(diagnostic) => diagnostic,
            Err(of_another) => return of_another,
        };
        if kind != Kind::Einsum {
            diagnostic.range = range;
        }
        for help in &mut diagnostic.helps {
            if let Help::Fold(by) = help {
                *by = "`fold!` folds the modes that the target lacks";
            }
        }
        diagnostic
    }

    fn call(&self, kind: Kind, scope: &Scope) -> Result<TokenStream, Unevaluated> {
        let (krate, of) = (&self.krate, &kind.parse(&self.kind, &self.tokens)?);
        check_function(&self.kind, &of.function, of.places.len())?;
        let (sources, target_place) = kind.sides(of);
        // The layout that is given, and the function that compares it with the view's. Of constants the layout is the argument, so that an
        // error of its type is at its tokens.
        let given = |place: &Place, functions: [&'static str; 2]| {
            let layout = made(&place.layout);
            let evaluated = prove(&layout, scope)?;
            let named = uses::expressions(&layout, None);
            let value = self.value_of(&evaluated, &layout, &named, scope)?;
            let [of_numbers, of_constants] = functions;
            Ok::<_, Unevaluated>(match evaluated.is_symbolic() {
                true => (quote!(|| #value), of_numbers),
                false => (value, of_constants),
            })
        };
        let (to, function) =
            given(target_place, ["__layout_by_name_mut", "__layout_by_constant_name_mut"])?;
        // What rustc says of the target is said there, and what it says of the layout that is given there.
        let there = target_place.layout.of.range.first;
        let target = method_call(&target_place.tokens, function, to, there);
        self.check_operands(of)?;
        let (mut over, mut is_sum) = (Vec::new(), false);
        for (expr, source) in kind.over(of).into_iter().zip(sources) {
            // The first of two is what the other one does not match.
            let range = match of.places.as_slice() {
                [_, second] => second.layout.of.range,
                _ => source.layout.of.range,
            };
            let matched = self.matched(&expr, scope).map_err(|error| match error {
                Unevaluated::Wrong(mistake) => self.of_macro(kind, range, mistake).into(),
                tainted @ Unevaluated::Tainted(_) => tainted,
            })?;
            is_sum |= has_sum(&matched.value);
            over.push(self.value_of(&matched, &expr, &[], scope)?);
        }
        let name = |i: usize| format_ident!("__layout_over_{i}", span = Span::mixed_site());
        let names = (0..=sources.len()).map(name).collect_vec();
        let mut looked_at = Vec::new();
        for (i, source) in sources.iter().enumerate() {
            let (from, function) =
                given(source, ["__layout_by_name", "__layout_by_constant_name"])?;
            let over = match (&of.pattern, over.get(i)) {
                (None, Some(over)) => over.clone(),
                _ => {
                    let name = &names[i];
                    quote!(#name)
                }
            };
            let there = source.layout.of.range.first;
            let arguments = quote!(#from, #over);
            looked_at.push(method_call(&source.tokens, function, arguments, there));
        }
        let is_product = kind == Kind::Einsum && of.function.is_empty();
        let elements = format_ident!("__layout_elements", span = Span::mixed_site());
        let all = match is_product {
            // The last of them first: a source behind which others are has their type.
            true => {
                let mut list = quote!(#elements.sources());
                for (looked_at, source) in looked_at.iter().zip(sources).rev() {
                    // A match is at one place, and its temporary values live on.
                    let there = place_of(&source.tokens);
                    let it = quote_spanned!(there=> match #looked_at { it => it });
                    list.extend(quote_spanned!(there=> .behind(#it)));
                }
                list
            }
            false => {
                let pair = |others, next: &TokenStream| quote!((#next, #others));
                looked_at.iter().rev().fold(quote!(()), pair)
            }
        };
        let (function, first) = (&of.function, &looked_at[0]);
        let done = match kind {
            Kind::Copy => quote!(#first.copy_to(#target)),
            Kind::Fold => quote!(#first.fold_to(#target, #function)),
            Kind::ZipWith if sources.len() == 1 => {
                quote!(#krate::__private::zip_elements(#first, #target, #function))
            }
            Kind::ZipWith => {
                let zip = format_ident!("zip_{}", sources.len());
                quote!(#krate::__private::#zip(#all, #target, #function))
            }
            Kind::Einsum => {
                let (list, whole) = (&over[0], &names[sources.len()]);
                let done = if is_product {
                    quote! {{
                        let #elements = #krate::__private::ElementsOf::NEW;
                        #krate::__private::sum_products::<_, _, _, _, #is_sum>(#elements.target(#target), #all, #whole)
                    }}
                } else {
                    let fold = format_ident!("fold_{}", sources.len());
                    quote!(#krate::__private::#fold(#all, #target, #whole, #function))
                };
                quote!(match #list { (#(#names,)*) => #done })
            }
        };
        Ok(quote! {{
            #[allow(unused_imports)]
            use #krate::__private::ByName as _;
            #done
        }})
    }

    /// Refuses another number of places than a pattern has operands and a result.
    fn check_operands(&self, of: &ViewMacro) -> Result<(), Diagnostic> {
        let Some(Expr { kind: ExprKind::Text(text), .. }) = &of.pattern else { return Ok(()) };
        // A pattern that is none is an error of the operation.
        let Ok(pattern) = text.value.parse::<Pattern>() else { return Ok(()) };
        let (operands, places) = (pattern.operands(), of.places.len());
        if operands + 1 == places {
            return Ok(());
        }
        let s = if operands == 1 { "" } else { "s" };
        let message = format!(
            "{}!: the pattern has {operands} operand{s} and a result, and {places} places are given",
            self.kind
        );
        let function = of.function.clone().into_iter().collect_vec();
        if let (true, Some(first), Some(last)) =
            (operands == places, function.first(), function.last())
            && !is_punct(first, '|')
            && !is_ident(first, "move")
        {
            let help =
                "each place has its layout, as in `c: C`; what has none is taken for a function";
            let range = SpanRange::from(first).to(last.into());
            return Err(Diagnostic::new(range, message).help(help));
        }
        // The places that are too many, or the one after which others are missing.
        let last = &of.places[places - 1];
        let first = of.places.get(operands + 1).unwrap_or(last);
        let first_token = first.tokens.clone().into_iter().next();
        let start = first_token.map_or(first.layout.of.range, |token| token.span().into());
        let range = start.to(last.layout.of.range);
        Err(Diagnostic::new(range, message).help("the result is the last place"))
    }

    /// The layouts of the sources over the modes of the target. Modes of one name, or word, have one length: there is no other case.
    fn matched(&self, expr: &Allowed<Expr>, scope: &Scope) -> Result<Evaluated, Unevaluated> {
        let mut matched = prove(expr, scope)?;
        for it in &mut matched.obligations {
            if it.reason.need() == Need::Case {
                it.reason =
                    Reason::new(Purpose::Operation(format!("{}!", self.kind)), None, Need::Must);
            }
        }
        Ok(matched)
    }
}

/// Returns whether layouts over the index space of a pattern have more than one coordinate in the first mode, which is summed
/// over.
fn has_sum(over: &Value) -> bool {
    let Value::List(values) = over else { return false };
    let modes = values.first().and_then(Value::domain).map(Layout::modes).unwrap_or_default();
    !modes.is_empty() && ops::size(&modes[0]) != Ok(Int::ONE)
}

/// The call of a method of an operand, at the operand, with arguments at a place: what rustc says of the one or the others is said there.
pub(super) fn method_call(
    operand: &TokenStream,
    method: &str,
    arguments: TokenStream,
    there: Span,
) -> TokenStream {
    let (at, operand) = (place_of(operand), one(operand));
    let method = Ident::new(method, at);
    let arguments = in_parentheses(arguments, there);
    let call = quote_spanned!(at=> .#method #arguments);
    quote!(#operand #call)
}

/// The place of the first of some tokens.
pub(super) fn place_of(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// Operands, with parentheses of the user's own place.
fn in_parentheses(operands: TokenStream, there: Span) -> Group {
    let mut group = Group::new(Delimiter::Parenthesis, operands);
    group.set_span(there);
    group
}

/// Tokens as one operand, whatever tokens are next to them.
pub(super) fn one(tokens: &TokenStream) -> TokenStream {
    let mut trees = tokens.clone().into_iter();
    if let (Some(TokenTree::Ident(_)), None) = (trees.next(), trees.next()) {
        return tokens.clone();
    }
    // Rustc takes parentheses of a macro for no mistake.
    let there = Span::call_site().located_at(place_of(tokens));
    in_parentheses(tokens.clone(), there).to_token_stream()
}
