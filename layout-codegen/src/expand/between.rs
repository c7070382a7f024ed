//! `copy!`, `zip_with!` and `fold!` by the names of modes.
//!
//! The layout of the source over the modes of the target is computed here, so that what is left are the
//! functions that go by coordinates.

use layout_algebra::Need;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use super::{State, find};
use crate::Allow;
use crate::eval::{Scope, Unevaluated};
use crate::parse::parse_between;
use crate::report::{Diagnostic, Help};
use crate::stand_in::{self, Tainted};
use crate::symbols::{Purpose, Reason, prove};
use crate::syntax::{Allowed, Between, Expr, ExprKind, Input, OpName, Place};

/// What is done between two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Copy,
    ZipWith,
    Fold,
}

impl Kind {
    /// Of the name of a macro.
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "copy" => Some(Kind::Copy),
            "zip_with" => Some(Kind::ZipWith),
            "fold" => Some(Kind::Fold),
            _ => None,
        }
    }

    fn parse(self, name: &str, tokens: &TokenStream) -> Result<Between, Diagnostic> {
        parse_between(name, tokens.clone(), self != Kind::Copy)
    }

    /// The source and the target.
    fn sides(self, of: &Between) -> [&Place; 2] {
        match self {
            Kind::ZipWith => [&of.second, &of.first],
            Kind::Copy | Kind::Fold => [&of.first, &of.second],
        }
    }

    /// The operation that has the layout of the source over the modes of the target.
    fn op(self) -> &'static str {
        match self {
            Kind::Fold => "fold_as",
            Kind::Copy | Kind::ZipWith => "align_as",
        }
    }

    /// The layout of the source over the modes of the target.
    fn over(self, of: &Between) -> Allowed<Expr> {
        let [source, target] = self.sides(of).map(|place| agreed(&place.layout));
        let range = source.of.range.to(target.of.range);
        let operands = vec![source.of.clone(), target.of.clone()];
        let kind = ExprKind::Call(OpName::new(self.op(), range), operands);
        let assume = [source.assume.as_slice(), &target.assume].concat();
        Allowed { allow: source.allow.or(target.allow), assume, of: Expr { kind, range } }
    }
}

impl State {
    /// The layouts of the places, as one expression.
    pub(super) fn places(&self, kind: Kind) -> Result<Input, Diagnostic> {
        let of = kind.parse(&self.kind, &self.tokens)?;
        Ok(Input::Expr(kind.over(&of), Box::default()))
    }

    pub(super) fn between(
        &self,
        kind: Kind,
        scope: &Scope,
        tainted: &[(String, Tainted)],
    ) -> TokenStream {
        let parsed = kind.parse(&self.kind, &self.tokens).map_err(Unevaluated::from);
        let call = parsed.and_then(|of| {
            self.call(kind, &of, scope).map_err(|error| match error {
                Unevaluated::Wrong(mistake) => self.of_macro(kind, &of, mistake).into(),
                tainted @ Unevaluated::Tainted(_) => tainted,
            })
        });
        match call {
            Ok(tokens) => tokens,
            Err(Unevaluated::Wrong(diagnostic)) => stand_in::value(&self.krate, &diagnostic),
            Err(Unevaluated::Tainted(name)) => match find(tainted, &name) {
                Some(tainted) => tainted.layout(),
                None => name.tokens,
            },
        }
    }

    /// A mistake of the operation behind it, as one of the macro.
    fn of_macro(&self, kind: Kind, of: &Between, mut diagnostic: Diagnostic) -> Diagnostic {
        let Some(fact) = diagnostic.message.strip_prefix(&format!("{}: ", kind.op())) else {
            return diagnostic;
        };
        diagnostic.message = format!("{}!: {fact}", self.kind);
        diagnostic.range = of.first.layout.of.range.to(of.second.layout.of.range);
        for help in &mut diagnostic.helps {
            if matches!(help, Help::Write(text) if text.starts_with("`fold_as`")) {
                *help = Help::Write("`fold!` folds the modes that the target lacks".to_owned());
            }
        }
        diagnostic
    }

    fn call(&self, kind: Kind, of: &Between, scope: &Scope) -> Result<TokenStream, Unevaluated> {
        let krate = &self.krate;
        let [source, target] = kind.sides(of);
        let [from, to] = [source, target].map(|place| agreed(&place.layout));
        let (from, to) = (self.value(&from, scope)?, self.value(&to, scope)?);
        let over = kind.over(of);
        let mut matched = prove(&over, scope)?;
        // Modes of one name have one length: there is no other case.
        for it in &mut matched.obligations {
            if it.reason.need() == Need::Case {
                it.reason =
                    Reason::new(Purpose::Operation(format!("{}!", self.kind)), None, Need::Must);
            }
        }
        let over = self.value_of(&matched, &over, &[], scope)?;
        let (source, target) = (one(&source.tokens), one(&target.tokens));
        let function = &of.function;
        let source = quote!(#source.__layout_over(|| #from, #over));
        let target = quote!(#krate::__private::given(#target.__layout_target(), || #to));
        let done = match kind {
            Kind::Copy => quote!(#source.copy_to(#target)),
            Kind::ZipWith => quote!(#krate::__private::zip_elements(#source, #target, #function)),
            Kind::Fold => quote!(#source.fold_to(#target, #function)),
        };
        Ok(quote! {{
            #[allow(unused_imports)]
            use #krate::__private::{AsTarget as _, Over as _};
            #done
        }})
    }
}

/// A layout beside a view. What one with a name was allowed, it was allowed where it is defined.
fn agreed(layout: &Allowed<Expr>) -> Allowed<Expr> {
    let is_name = matches!(layout.of.kind, ExprKind::Name(_) | ExprKind::Instance(..));
    Allowed { allow: if is_name { Allow::all() } else { layout.allow }, ..layout.clone() }
}

/// Tokens as one operand, whatever stands beside them.
fn one(tokens: &TokenStream) -> TokenStream {
    TokenTree::Group(Group::new(Delimiter::None, tokens.clone())).into()
}
