//! Expansion: an invocation from its tokens to its result.

mod backend;
mod coordinate;
mod copy_by_place;
mod definition_sites;
mod inherited_attributes;
mod invalid_characters;
mod printed;
mod recovery;
mod resolve;
mod rustc;
mod stand_in;
mod state;
mod suggestion_check;
mod symbols;
mod unresolved;
mod uses;
mod view_macro;

use layout_algebra::CollectVec;
use std::cell::OnceCell;
use std::rc::Rc;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::contract::ContractSite;
use crate::emit::Emitted;
use crate::eval::{Binding, Scope};
use crate::evaluated::Unevaluated;
use crate::evaluated::{Evaluated, Given, GivenSymbol, Obligation, name_range};
use crate::names::{check_definable, free_names, hidden_macro, imported_macro};
use crate::parse::{parse_coordinate, parse_input, parse_printed, parse_shorthand};
use crate::placeholder::{self, Cause, Tainted};
use crate::plan::Planned;
use crate::report::{Diagnostic, is_of_macro};
use crate::rust_value::{evaluated_tokens, planned};
use crate::shorthand::Shorthand;
use crate::suggestion::with_lints;
use crate::symbols::{Owner, prove, prove_for};
use crate::syntax::{Allowed, Contract, Definition, Expr, ExprKind, Form, Input, Name};
use crate::value::{Annotations, Value};
use crate::{definition, emit, operations};
pub use backend::{Backend, Invocation, operand_values};
use definition_sites::DefinitionSites;
use recovery::{is_of_items, recovered_definitions};
pub use resolve::resolve_word;
pub use rustc::Rustc;
pub use state::Compiler;
use state::{State, find};
use symbols::Symbols;

/// Expands `[$crate] kind tokens…`, where kind is the name of the macro.
///
/// All names that the tokens use are resolved first, one after the other: the
/// result is then the call of the name's hidden macro, which calls [`resume`].
pub fn expand(input: TokenStream, unique: &mut dyn Compiler) -> TokenStream {
    let mut tokens = input.into_iter();
    let (Some(TokenTree::Group(krate)), Some(TokenTree::Ident(kind))) =
        (tokens.next(), tokens.next())
    else {
        return called_directly();
    };
    let (krate, kind, tokens) = (krate.stream(), kind.to_string(), tokens.collect());
    let (resolved, backend, invocation) = (Vec::new(), unique.backend(), OnceCell::new());
    State { krate, kind, resolved, tokens, is_suggestion: false, backend, invocation }.step(unique)
}

/// Continues an expansion with the definition of the name that is resolved by now.
pub fn resume(input: TokenStream, unique: &mut dyn Compiler) -> TokenStream {
    let mut tokens = input.into_iter();
    let mut group = || match tokens.next() {
        Some(TokenTree::Group(group)) => Some(group.stream()),
        _ => None,
    };
    let (Some(encoded), Some(name), Some(krate), Some(kind), Some(resolved), Some(tokens)) =
        (group(), group(), group(), group(), group(), group())
    else {
        return called_directly();
    };
    let (mut pairs, mut resolved) = (resolved.into_iter(), Vec::new());
    while let (Some(TokenTree::Group(name)), Some(TokenTree::Group(encoded))) =
        (pairs.next(), pairs.next())
    {
        resolved.push((name.stream(), encoded.stream()));
    }
    if let Some(TokenTree::Ident(last)) = name.clone().into_iter().last() {
        unique.define(&last.to_string());
    }
    resolved.push((name, encoded));
    let (kind, backend) = (kind.to_string(), unique.backend());
    let invocation = OnceCell::new();
    State { krate, kind, resolved, tokens, is_suggestion: false, backend, invocation }.step(unique)
}

fn called_directly() -> TokenStream {
    let span = Span::call_site();
    Diagnostic::new(span, "this macro is an internal of `layout!`").to_compile_error()
}

impl State {
    fn parsed(&self) -> Result<Input, Diagnostic> {
        if let Some(backend) = self.backend {
            return self.operands(backend);
        }
        match (Shorthand::of(&self.kind), self.language()) {
            (Some(shorthand), _) => parse_shorthand(shorthand.op, self.tokens.clone()),
            (None, Some(_)) => Ok(parse_printed(self.tokens.clone())?.0),
            (None, None) if self.kind == coordinate::KIND => {
                Ok(Input::Expr(parse_coordinate(self.tokens.clone())?.layout, Box::default()))
            }
            (None, None) => match view_macro::Kind::of(&self.kind) {
                Some(kind) => self.view_layouts(kind),
                None => parse_input(self.tokens.clone()).map(Input::without_brackets),
            },
        }
    }

    fn step(self, unique: &mut dyn Compiler) -> TokenStream {
        if let Some(copy) = self.copy_by_place() {
            return copy.unwrap_or_else(|mistake| self.wrong(mistake));
        }
        let input = match self.parsed() {
            Ok(input) => input,
            Err(diagnostic) => {
                if let Some(other) = self.with_meant_characters(unique)
                    && other.parsed().is_ok()
                {
                    return other.step(unique);
                }
                if let Some(parts) = self.in_parts() {
                    return parts;
                }
                return match self.with_suggestions_or_name(diagnostic) {
                    // What is meant is known once the name is.
                    (_, Some(name)) if self.may_resolve(&name) => self.resolve(&name, None),
                    (diagnostic, _) => self.misparsed(&diagnostic, unique),
                };
            }
        };
        match free_names(&input) {
            Err(diagnostic) => self.refused(&input, &diagnostic, unique),
            Ok(names) => match names.get(self.resolved.len()) {
                Some(_) if self.is_suggestion => called_directly(),
                Some(name) => match self.parted(&input, &names) {
                    Some(parts) => parts,
                    None => self.resolve(name, self.stand_ins(&input, &names, unique)),
                },
                None => self.finish(&input, &names, unique),
            },
        }
    }

    fn finish(&self, input: &Input, names: &[Name], unique: &mut dyn Compiler) -> TokenStream {
        let mut scope = Scope::new();
        let mut tainted = Vec::new();
        for (name, (path, encoded)) in names.iter().zip(&self.resolved) {
            let is_symbolic = definition::is_symbolic(encoded);
            let read = if is_symbolic { definition::given } else { definition::numbers };
            let binding = match read(encoded) {
                Some(binding) => binding,
                None if is_symbolic => {
                    let message = format!("the layout `{}` is not understood here", name.text);
                    let diagnostic = Diagnostic::new(name_range(name), message)
                        .help("it and this macro are of different versions of the crate");
                    return self.refused(input, &diagnostic, unique);
                }
                None => {
                    tainted.push((name.text.clone(), tainted_by(path, encoded)));
                    Binding::Invalid
                }
            };
            scope.insert(name.text.clone(), binding);
        }
        if let Some(backend) = self.backend {
            return self.emitted(backend, &scope, &tainted);
        }
        if let Some(kind) = view_macro::Kind::of(&self.kind) {
            return self.view_macro(kind, &scope, &tainted);
        }
        let sites = DefinitionSites::of(input, names, &self.resolved, unique);
        match input {
            Input::Expr(..) if self.kind == coordinate::KIND => self.coordinate(&scope, &tainted),
            Input::Expr(expr, cost) => self.expression(expr, cost, &scope, &tainted, &sites),
            Input::Definitions(definitions) => match self.language() {
                Some(language) => self.printed(language, definitions, scope, &tainted),
                None => self.definitions(definitions, scope, tainted, &sites, unique),
            },
        }
    }

    fn expression(
        &self,
        expr: &Allowed<Expr>,
        cost: &Contract,
        scope: &Scope,
        tainted: &[(String, Tainted)],
        sites: &DefinitionSites,
    ) -> TokenStream {
        let tokens = |expr: &Allowed<Expr>| {
            let mut evaluated = prove(expr, scope)?;
            cost.check_value(&mut evaluated, expr, &ContractSite { scope, owner: &Owner::Scope })?;
            self.value_of(&evaluated, expr, &uses::expressions(expr, Some(cost)), scope)
        };
        match with_lints(expr, &tokens) {
            Ok(tokens) => tokens,
            Err(Unevaluated::Wrong(diagnostic)) => {
                placeholder::value(&self.krate, &sites.shown(self.with_suggestions(diagnostic)))
            }
            Err(Unevaluated::Tainted(name)) => match find(tainted, &name) {
                Some(tainted) if is_number(&expr.of) => tainted.number(),
                Some(tainted) => tainted.layout(),
                None => name.tokens,
            },
        }
    }

    /// The value of an evaluated expression as Rust, with the uses of the names in some expressions.
    fn value_of(
        &self,
        evaluated: &Evaluated,
        expr: &Allowed<Expr>,
        named: &[&Expr],
        scope: &Scope,
    ) -> Result<TokenStream, Unevaluated> {
        // A name alone is the named layout itself, in every position.
        match (&expr.of.kind, &evaluated.value) {
            (ExprKind::Name(name), value) if value.is_layout() => Ok(match scope.get(&name.text) {
                Some(Binding::Symbolic(given)) => given.value_at(name),
                _ => name.tokens.clone(),
            }),
            _ => {
                let tokens = evaluated_tokens(&self.krate, evaluated, &expr.of)?;
                Ok(self.beside_uses(tokens, evaluated, named, scope))
            }
        }
    }

    fn definitions(
        &self,
        definitions: &[Definition],
        mut scope: Scope,
        mut tainted: Vec<(String, Tainted)>,
        sites: &DefinitionSites,
        unique: &mut dyn Compiler,
    ) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (i, definition) in definitions.iter().enumerate() {
            let name = definition.name.to_string();
            if let Err(diagnostic) = check_new(definition, &definitions[..i]) {
                tokens.extend(self.with_suggestions(diagnostic).to_compile_error());
                continue;
            }
            let number = unique.next();
            unique.define(&name);
            let is_one = is_one(definition, definitions);
            let uses = |of: &Evaluated| self.uses_of(&definitions[..=i], of, &scope);
            let defined = define(&self.krate, definition, is_one, &scope, &number, &uses);
            let failed = match defined {
                Ok((binding, defined)) => {
                    tokens.extend(defined);
                    scope.insert(name, binding);
                    continue;
                }
                Err(Unevaluated::Wrong(diagnostic)) => {
                    Unevaluated::Wrong(self.with_suggestions(sites.shown(diagnostic)))
                }
                Err(tainted) => tainted,
            };
            let cause = match &failed {
                Unevaluated::Wrong(diagnostic) => Cause::Mistake(diagnostic),
                Unevaluated::Tainted(used) => match find(&tainted, used) {
                    Some(used) => Cause::Tainted(used),
                    None => continue,
                },
            };
            let (by, placeholder) =
                placeholder::definition(&self.krate, definition, &cause, is_one, &number);
            tokens.extend(placeholder);
            scope.insert(name.clone(), Binding::Invalid);
            tainted.push((name, by));
        }
        tokens
    }

    /// Returns whether tokens of this macro may be definitions.
    fn may_define(&self) -> bool {
        let is_expression = self.backend.is_some()
            || Shorthand::of(&self.kind).is_some()
            || self.language().is_some()
            || self.kind == coordinate::KIND
            || view_macro::Kind::of(&self.kind).is_some();
        !is_expression
    }

    /// The result of tokens that do not parse: the definitions that are recovered from them exist as placeholders.
    fn misparsed(&self, diagnostic: &Diagnostic, unique: &mut dyn Compiler) -> TokenStream {
        let definitions =
            if self.may_define() { recovered_definitions(&self.tokens) } else { Vec::new() };
        if definitions.is_empty() {
            return if is_of_items(&self.tokens) {
                diagnostic.to_compile_error()
            } else {
                self.placeholder(diagnostic)
            };
        }
        self.placeholders(&definitions, diagnostic, unique)
    }

    fn refused(
        &self,
        input: &Input,
        diagnostic: &Diagnostic,
        unique: &mut dyn Compiler,
    ) -> TokenStream {
        match input {
            Input::Definitions(definitions) if self.language().is_none() => {
                self.placeholders(definitions, &self.with_suggestions(diagnostic.clone()), unique)
            }
            _ => self.wrong(diagnostic.clone()),
        }
    }

    /// Placeholders for all definitions, of which the first carries the mistake.
    fn placeholders(
        &self,
        definitions: &[Definition],
        diagnostic: &Diagnostic,
        unique: &mut dyn Compiler,
    ) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut first: Option<Tainted> = None;
        for definition in definitions {
            unique.define(&definition.name.to_string());
            let cause = first.as_ref().map_or(Cause::Mistake(diagnostic), Cause::Tainted);
            let (is_one, number) = (is_one(definition, definitions), unique.next());
            let (tainted, placeholder) =
                placeholder::definition(&self.krate, definition, &cause, is_one, &number);
            tokens.extend(placeholder);
            first.get_or_insert(tainted);
        }
        tokens
    }
}

/// Returns whether no other definition of an invocation has the name of this one.
fn is_one(definition: &Definition, among: &[Definition]) -> bool {
    among.iter().filter(|other| other.name == definition.name).count() == 1
}

/// `invalid` for an item, whose name is its placeholder; `invalid path` for a local.
fn tainted_by(path: &TokenStream, encoded: &TokenStream) -> Tainted {
    let rest: TokenStream = encoded.clone().into_iter().skip(1).collect();
    Tainted(if rest.is_empty() { path.clone() } else { rest })
}

/// Returns whether an expression is a call of an operation whose result is a number.
fn is_number(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(op, _) if operations::find(&op.text).is_some_and(operations::Operation::is_number))
}

/// Refuses an item whose name another item of the invocation has; a local may
/// shadow one.
fn check_new(definition: &Definition, before: &[Definition]) -> Result<(), Diagnostic> {
    let name = &definition.name;
    if definition.is_item() && Definition::has_item(before, &name.to_string()) {
        return Err(Diagnostic::new(name.span(), format!("the layout `{name}` is defined twice")));
    }
    Ok(())
}

/// The binding of a definition, after those before it.
///
/// # Errors
///
/// A name that there is, and a definition that is wrong.
pub(crate) fn bind(
    definition: &Definition,
    before: &[Definition],
    scope: &Scope,
) -> Result<Binding, Unevaluated> {
    let (krate, uses) = (TokenStream::new(), |_: &Evaluated| TokenStream::new());
    check_new(definition, before)?;
    let (binding, _) = define(&krate, definition, true, scope, "0", &uses)?;
    Ok(match binding {
        // Nothing sets a symbol aside: it has the same value wherever it stands.
        Binding::Symbolic(given) => Binding::Symbolic(Rc::new(given.by_same_names())),
        binding => binding,
    })
}

/// The binding and the tokens of a definition, of which the invocation has one or several of
/// its name, with the uses of the names in it.
fn define(
    krate: &TokenStream,
    definition: &Definition,
    is_one: bool,
    scope: &Scope,
    unique: &str,
    uses: &dyn Fn(&Evaluated) -> TokenStream,
) -> Result<(Binding, TokenStream), Unevaluated> {
    let Definition { form, attributes, name, parameters, value: allowed, cost } = definition;
    check_definable(name)?;
    let (expr, is_item) = (&allowed.of, matches!(form, Form::Item(_)));
    let owner = match form {
        Form::Item(_) => Owner::Item(name, parameters),
        Form::Let => Owner::Scope,
    };
    let plan = |allowed: &Allowed<Expr>| {
        let evaluated = prove_for(allowed, scope, &owner)?;
        let Some(layout) = layout_of(&evaluated, expr) else {
            return Err(evaluated.value.no_definition(name, expr.range).into());
        };
        let mut evaluated = Evaluated { value: layout, ..evaluated };
        cost.check_before(&mut evaluated, allowed, &ContractSite { scope, owner: &owner })?;
        let plan = planned(&evaluated, expr)?;
        Ok::<_, Unevaluated>((evaluated, plan))
    };
    let (evaluated, plan) = with_lints(allowed, &plan)?;
    let plan = if is_item { plan.factored() } else { plan };
    cost.check(&plan, expr)?;
    let symbols = Symbols::of(definition, &evaluated.symbols, unique)?;
    let encoded = definition::encode(&plan, &evaluated, &symbols.given);
    let encoded = if is_item { encoded } else { definition::of_local(encoded) };
    // A constant has no hygiene: what `macro_rules!` calls its own stays a variable.
    let constant = match &plan {
        Planned::Integers(plan) if !is_item && is_one && !is_of_macro(name.span()) => Some(plan),
        _ => None,
    };
    let hidden = match constant {
        Some(_) => imported_macro(name, &encoded, unique),
        None => hidden_macro(definition, &encoded, unique),
    };
    let (text, uses) = (name.to_string(), uses(&evaluated));
    let emitted = Emitted { krate, name: &text, symbols: &symbols.own, plan: &plan };
    let tokens = match form {
        Form::Let => {
            let local = match constant {
                Some(plan) => emit::static_of(krate, name, plan),
                None => emit::variable_of(name, &emit::expression_of(&emitted)),
            };
            quote! { #uses #local #hidden }
        }
        Form::Item(visibility) => {
            let (visibility, constants) = (&quote!(#visibility), &symbols.constants);
            let item = emit::Item { attributes, visibility, name, parameters, constants };
            let item = emit::item_of(&item, &emitted);
            let item = inherited_attributes::without_warnings(quote! { #item #uses }, attributes);
            inherited_attributes::under_conditions(krate, attributes, &item, &hidden)
        }
    };
    let bindings = symbols.bindings;
    Ok((bound(evaluated, symbols.given, !is_item), quote! { #bindings #tokens }))
}

/// The layout of a value that a definition names: a written shape is its layout, a number that
/// an operation returns is none.
fn layout_of(evaluated: &Evaluated, expr: &Expr) -> Option<Value> {
    let is_computed = match &expr.kind {
        ExprKind::Call(..) => true,
        ExprKind::Arithmetic(..) => !evaluated.symbols.is_empty(),
        _ => false,
    };
    match &evaluated.value {
        layout if layout.is_layout() => Some(layout.clone()),
        _ if is_computed => None,
        value => value.as_layout()?.ok().map(Value::Layout),
    }
}

/// The binding of the name of an evaluated layout.
fn bound(evaluated: Evaluated, symbols: Vec<GivenSymbol>, local: bool) -> Binding {
    let Evaluated { value, bounds, names, symbols: own, obligations } = evaluated;
    if !own.is_empty() {
        let conditions = obligations.into_iter().map(Obligation::into_parts).collect_vec();
        let given = Given { layout: value, bounds, names, symbols, conditions, local };
        return Binding::Symbolic(Rc::new(given));
    }
    Binding::new(value, Annotations { bounds, names }).unwrap_or(Binding::Invalid)
}
