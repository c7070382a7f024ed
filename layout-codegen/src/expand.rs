//! Expansion: an invocation from its tokens to its result.

mod ask;
mod between;
mod carried;
mod coordinate;
mod places;
mod printed;
mod seeming;
mod symbols;
mod trial;
mod unseen;
mod uses;

use std::rc::Rc;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::contract::Within;
use crate::emit::Emitted;
use crate::eval::{Binding, Scope, Unevaluated};
use crate::names::{check_definable, free_names, hidden_macro, imported_macro};
use crate::parse::{parse_coordinate, parse_input, parse_printed, parse_shorthand};
use crate::plan::Planned;
use crate::repair::offered;
use crate::report::{Diagnostic, expansion_of};
use crate::rust_value::{evaluated_tokens, planned};
use crate::stand_in::{self, Cause, Tainted};
use crate::symbols::{Evaluated, Given, GivenSymbol, Owner, name_range, prove, prove_for};
use crate::syntax::{Allowed, Contract, Definition, Expr, ExprKind, Form, Input, Name};
use crate::value::{Beside, Value};
use crate::{Allow, Shorthand, answer, emit, operations};
pub use ask::ask_word;
use places::Places;
use seeming::{seeming_definitions, starts_item};
use symbols::Symbols;

/// What an expansion asks of the compiler that it runs in.
pub trait Compiler {
    /// The next number of a hidden item of this process, with whatever else tells it from those of others.
    fn next(&mut self) -> String;

    /// The file, the line and the column of a token, `src/tiles.rs:3:16`, where there is a file.
    fn place(&self, _at: Span) -> Option<String> {
        None
    }

    /// The text between two tokens of one file.
    fn between(&self, _before: Span, _after: Span) -> Option<String> {
        None
    }
}

impl<F: FnMut() -> String> Compiler for F {
    fn next(&mut self) -> String {
        self()
    }
}

/// Expands `[$crate] kind tokens…`, where kind is the name of the macro.
///
/// Every name that the tokens use is asked for its layout first, one after the
/// other: the result is then the call of the name's hidden macro, which calls
/// [`resume`].
pub fn expand(input: TokenStream, unique: &mut dyn Compiler) -> TokenStream {
    let mut tokens = input.into_iter();
    let (Some(TokenTree::Group(krate)), Some(TokenTree::Ident(kind))) =
        (tokens.next(), tokens.next())
    else {
        return called_directly();
    };
    let state = State {
        krate: krate.stream(),
        kind: kind.to_string(),
        answers: Vec::new(),
        tokens: tokens.collect(),
        is_trial: false,
    };
    state.step(unique)
}

/// Continues an expansion with the answer of the name that was asked last.
pub fn resume(input: TokenStream, unique: &mut dyn Compiler) -> TokenStream {
    let mut tokens = input.into_iter();
    let mut group = || match tokens.next() {
        Some(TokenTree::Group(group)) => Some(group.stream()),
        _ => None,
    };
    let (Some(answer), Some(name), Some(krate), Some(kind), Some(answers), Some(tokens)) =
        (group(), group(), group(), group(), group(), group())
    else {
        return called_directly();
    };
    let streams: Vec<TokenStream> = answers
        .into_iter()
        .filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        })
        .collect();
    let mut answers: Vec<(TokenStream, TokenStream)> = Vec::new();
    for pair in streams.chunks(2) {
        if let [name, answer] = pair {
            answers.push((name.clone(), answer.clone()));
        }
    }
    answers.push((name, answer));
    State { krate, kind: kind.to_string(), answers, tokens, is_trial: false }.step(unique)
}

fn called_directly() -> TokenStream {
    let span = Span::call_site();
    Diagnostic::new(span, "this macro is an internal of `layout!`").to_compile_error()
}

/// An invocation and the answers that it has got so far.
struct State {
    krate: TokenStream,
    kind: String,
    /// The names asked for and the notations of their layouts.
    answers: Vec<(TokenStream, TokenStream)>,
    tokens: TokenStream,
    /// Whether the tokens are tried as a way out of a mistake in others.
    is_trial: bool,
}

impl State {
    fn parsed(&self) -> Result<Input, Diagnostic> {
        match (Shorthand::of(&self.kind), self.language()) {
            (Some(shorthand), _) => parse_shorthand(shorthand.op, self.tokens.clone()),
            (None, Some(_)) => parse_printed(self.tokens.clone()).map(|(layouts, _)| layouts),
            (None, None) if self.kind == coordinate::KIND => {
                let parsed = parse_coordinate(self.tokens.clone());
                parsed.map(|parsed| Input::Expr(parsed.layout, Box::default()))
            }
            (None, None) => match between::Kind::of(&self.kind) {
                Some(kind) => self.places(kind),
                None => parse_input(self.tokens.clone()).map(Input::without_brackets),
            },
        }
    }

    fn step(self, unique: &mut dyn Compiler) -> TokenStream {
        let input = match self.parsed() {
            Ok(input) => input,
            Err(diagnostic) => {
                let other = self.with_compositions(unique).filter(|other| other.parsed().is_ok());
                return match other {
                    Some(other) => other.step(unique),
                    None => self.misparsed(&self.repaired(diagnostic), unique),
                };
            }
        };
        match free_names(&input) {
            Err(diagnostic) => self.refused(&input, &diagnostic, unique),
            Ok(names) => match names.get(self.answers.len()) {
                Some(_) if self.is_trial => called_directly(),
                Some(name) => self.ask(name),
                None => self.finish(&input, &names, unique),
            },
        }
    }

    fn finish(&self, input: &Input, names: &[Name], unique: &mut dyn Compiler) -> TokenStream {
        let mut scope = Scope::new();
        let mut tainted = Vec::new();
        for (name, (path, answer)) in names.iter().zip(&self.answers) {
            let binding = match answer::is_symbolic(answer) {
                false => answer::numbers(answer),
                true => match answer::given(answer) {
                    Some(given) => Some(given),
                    None => {
                        let message = format!("the layout `{}` is not understood here", name.text);
                        let diagnostic = Diagnostic::new(name_range(name), message)
                            .help("it and this macro are of different versions of the crate");
                        return self.refused(input, &diagnostic, unique);
                    }
                },
            };
            let binding = binding.unwrap_or_else(|| {
                tainted.push((name.text.clone(), tainted_by(path, answer)));
                Binding::Invalid
            });
            scope.insert(name.text.clone(), binding);
        }
        if let Some(kind) = between::Kind::of(&self.kind) {
            return self.between(kind, &scope, &tainted);
        }
        let places = Places::of(input, names, &self.answers, unique);
        match input {
            Input::Expr(..) if self.kind == coordinate::KIND => self.coordinate(&scope, &tainted),
            Input::Expr(expr, cost) => self.expression(expr, cost, &scope, &tainted, &places),
            Input::Definitions(definitions) => match self.language() {
                Some(language) => self.printed(language, definitions, scope, &tainted),
                None => self.definitions(definitions, scope, tainted, &places, unique),
            },
        }
    }

    fn expression(
        &self,
        expr: &Allowed<Expr>,
        cost: &Contract,
        scope: &Scope,
        tainted: &[(String, Tainted)],
        places: &Places,
    ) -> TokenStream {
        let tokens = |expr: &Allowed<Expr>| {
            let mut evaluated = prove(expr, scope)?;
            cost.check_value(&mut evaluated, expr, &Within { scope, owner: &Owner::Scope })?;
            self.value_of(&evaluated, expr, &uses::expressions(expr, Some(cost)), scope)
        };
        match tokens(expr).map_err(|wrong| offered(wrong, expr, &|expr| tokens(expr).map(drop))) {
            Ok(tokens) => tokens,
            Err(Unevaluated::Wrong(diagnostic)) => {
                stand_in::value(&self.krate, &places.shown(self.repaired(diagnostic)))
            }
            Err(Unevaluated::Tainted(name)) => match find(tainted, &name) {
                Some(tainted) if is_number(&expr.of) => tainted.number(),
                Some(tainted) => tainted.layout(),
                None => name.tokens,
            },
        }
    }

    /// The value of an expression as Rust.
    fn value(&self, expr: &Allowed<Expr>, scope: &Scope) -> Result<TokenStream, Unevaluated> {
        self.value_of(&prove(expr, scope)?, expr, &uses::expressions(expr, None), scope)
    }

    /// The same of what it evaluates to, beside the names in some expressions.
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
        places: &Places,
        unique: &mut dyn Compiler,
    ) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (i, definition) in definitions.iter().enumerate() {
            let name = definition.name.to_string();
            if let Err(diagnostic) = check_new(definition, &definitions[..i]) {
                tokens.extend(self.repaired(diagnostic).to_compile_error());
                continue;
            }
            let number = unique.next();
            let others = definitions.iter().filter(|other| other.name == definition.name);
            let is_one = others.count() == 1;
            let uses = |of: &Evaluated| self.uses_of(&definitions[..=i], of, &scope);
            let defined = define(&self.krate, definition, is_one, &scope, &number, &uses);
            let failed = match defined.map_err(|failed| places.shown_in(failed)) {
                Ok((binding, defined)) => {
                    tokens.extend(defined);
                    scope.insert(name, binding);
                    continue;
                }
                Err(Unevaluated::Wrong(diagnostic)) => {
                    Unevaluated::Wrong(self.repaired(diagnostic))
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
            let (by, stand_in) = stand_in::definition(&self.krate, definition, &cause, &number);
            tokens.extend(stand_in);
            scope.insert(name.clone(), Binding::Invalid);
            tainted.push((name, by));
        }
        tokens
    }

    /// The result of tokens that do not parse: what they seem to define exists.
    fn misparsed(&self, diagnostic: &Diagnostic, unique: &mut dyn Compiler) -> TokenStream {
        let is_expression = Shorthand::of(&self.kind).is_some()
            || self.language().is_some()
            || self.kind == coordinate::KIND
            || between::Kind::of(&self.kind).is_some();
        let definitions =
            if is_expression { Vec::new() } else { seeming_definitions(&self.tokens) };
        if definitions.is_empty() {
            return if starts_item(&self.tokens) {
                diagnostic.to_compile_error()
            } else {
                stand_in::value(&self.krate, diagnostic)
            };
        }
        self.stand_ins(&definitions, diagnostic, unique)
    }

    fn refused(
        &self,
        input: &Input,
        diagnostic: &Diagnostic,
        unique: &mut dyn Compiler,
    ) -> TokenStream {
        match input {
            Input::Definitions(definitions) if self.language().is_none() => {
                self.stand_ins(definitions, &self.repaired(diagnostic.clone()), unique)
            }
            _ => self.wrong(diagnostic.clone()),
        }
    }

    /// Stand-ins for all definitions, of which the first carries the mistake.
    fn stand_ins(
        &self,
        definitions: &[Definition],
        diagnostic: &Diagnostic,
        unique: &mut dyn Compiler,
    ) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut first: Option<Tainted> = None;
        for definition in definitions {
            let cause = first.as_ref().map_or(Cause::Mistake(diagnostic), Cause::Tainted);
            let (tainted, stand_in) =
                stand_in::definition(&self.krate, definition, &cause, &unique.next());
            tokens.extend(stand_in);
            first.get_or_insert(tainted);
        }
        tokens
    }
}

/// `invalid` for an item, whose name is its stand-in; `invalid path` for a local.
fn tainted_by(path: &TokenStream, answer: &TokenStream) -> Tainted {
    let rest: TokenStream = answer.clone().into_iter().skip(1).collect();
    Tainted(if rest.is_empty() { path.clone() } else { rest })
}

fn find<'a>(tainted: &'a [(String, Tainted)], name: &Name) -> Option<&'a Tainted> {
    tainted.iter().rev().find(|(text, _)| *text == name.text).map(|(_, tainted)| tainted)
}

/// Whether an expression is a call of an operation that answers a number.
fn is_number(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(op, _) if operations::find(&op.text).is_some_and(|op| op.is_number()))
}

/// Refuses an item whose name another item of the invocation has; a local may
/// shadow one.
fn check_new(definition: &Definition, before: &[Definition]) -> Result<(), Diagnostic> {
    let name = &definition.name;
    let is_item = |definition: &Definition| matches!(definition.form, Form::Item(_));
    if !is_item(definition) || !before.iter().any(|other| is_item(other) && other.name == *name) {
        return Ok(());
    }
    Err(Diagnostic::new(name.span(), format!("the layout `{name}` is defined twice")))
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
        let layout = layout_of(&evaluated, expr);
        let layout = layout.ok_or_else(|| evaluated.value.no_definition(name, expr.range))?;
        let mut evaluated = Evaluated { value: layout, ..evaluated };
        cost.check_before(&mut evaluated, allowed, &Within { scope, owner: &owner })?;
        let plan = planned(&evaluated, expr)?;
        Ok::<_, Unevaluated>((evaluated, plan))
    };
    let planned = plan(allowed);
    let (evaluated, plan) =
        planned.map_err(|wrong| offered(wrong, allowed, &|allowed| plan(allowed).map(drop)))?;
    let plan = if is_item { plan.factored() } else { plan };
    cost.check(&plan, expr)?;
    let symbols = Symbols::of(definition, &evaluated.symbols, unique)?;
    let answer = answer::answer(&plan, &evaluated, &symbols.given);
    let answer = if is_item { answer } else { answer::of_local(answer) };
    // A constant has no hygiene: what `macro_rules!` calls its own stays a variable.
    let is_own = expansion_of(name.span()).is_none_or(|expansion| expansion == "0");
    let constant = match &plan {
        Planned::Integers(plan) if !is_item && is_one && is_own => Some(plan),
        _ => None,
    };
    let hidden = match constant {
        Some(_) => imported_macro(name, &answer, unique),
        None => hidden_macro(definition, &answer, unique),
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
            let item = carried::without_warnings(quote! { #item #uses }, attributes);
            carried::under_conditions(krate, attributes, &item, &hidden)
        }
    };
    let bindings = symbols.bindings;
    Ok((bound(evaluated, symbols.given, !is_item), quote! { #bindings #tokens }))
}

/// A layout that is made elsewhere: that of a view, or one whose modes are named. What it was allowed, it was allowed there.
fn made(layout: &Allowed<Expr>) -> Allowed<Expr> {
    Allowed { allow: Allow::all(), ..layout.clone() }
}

/// The layout of a value that a definition names: a written shape is its layout, a number that
/// an operation answers is none.
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

/// What the name of an evaluated layout stands for.
fn bound(evaluated: Evaluated, symbols: Vec<GivenSymbol>, local: bool) -> Binding {
    let Evaluated { value, bounds, names, symbols: own, obligations } = evaluated;
    if !own.is_empty() {
        let conditions = obligations.into_iter();
        let conditions = conditions.map(|it| (it.condition, it.reason)).collect();
        let given = Given { layout: value, bounds, names, symbols, conditions, local };
        return Binding::Symbolic(Rc::new(given));
    }
    Binding::new(value, Beside { bounds, names }).unwrap_or(Binding::Invalid)
}
