//! `Used`: the symbols of an expression, its own and those of the layouts it names.

use std::rc::Rc;

use layout_core::MAX_SYMBOLS;
use proc_macro2::{Delimiter, Ident, TokenTree};

use super::Owner;
use crate::eval::{Binding, Instance, Scope};
use crate::evaluated::Given;
use crate::evaluated::{Symbol, name_range};
use crate::nearest::nearest;
use crate::operations::{self, Operand, Operation};
use crate::parse::visit;
use crate::report::{Diagnostic, Patch, SpanRange, brief, expansion_of};
use crate::syntax::{Allowed, Expr, ExprKind, Name, Parameter, SymbolKind, SymbolName};
use crate::token::is_group;

/// The symbols and the named layouts that an expression uses.
#[derive(Default)]
pub(crate) struct Used {
    /// The symbols: those that are declared first, in that order.
    pub(crate) symbols: Vec<Symbol>,
    /// The layouts with symbols that it names.
    pub(crate) given: Vec<(Rc<Given>, Name)>,
    /// The named layouts with arguments.
    pub(crate) instances: Vec<Instance>,
    /// The error of a declared symbol without a use. Another mistake may have left it so: it is reported after all others.
    pub(crate) unused: Option<Diagnostic>,
}

impl Used {
    /// Collects the symbols and the names of an expression and its assumptions.
    ///
    /// # Errors
    ///
    /// A symbol that its owner does not declare; too many.
    pub(crate) fn of(
        expr: &Allowed<Expr>,
        scope: &Scope,
        owner: &Owner<'_>,
    ) -> Result<Used, Diagnostic> {
        let mut collector = Collector {
            scope,
            owner,
            used: Used::default(),
            from_name: None,
            in_assumption: false,
            generic: Vec::new(),
            whole: &expr.of,
        };
        if let Owner::Item(_, parameters) = owner {
            for parameter in *parameters {
                collector.declare(parameter);
            }
        }
        if let Owner::Given(symbols, _) = owner {
            for symbol in *symbols {
                collector.used.symbols.push(Symbol {
                    name: symbol.name.clone(),
                    kind: symbol.kind,
                    tokens: proc_macro2::TokenStream::new(),
                    range: expr.of.range,
                    extent: false,
                });
            }
        }
        let declared = collector.used.symbols.len();
        let mut met = vec![false; declared];
        // A tuple alone is a shape.
        let is_shape = matches!(expr.of.kind, ExprKind::Tuple(_));
        collector.walk(&expr.of, is_shape, &mut met)?;
        if let (Some(unused), Owner::Item(_, parameters)) = (met.iter().position(|met| !met), owner)
        {
            let name = &parameters[unused].name;
            // A constant of Rust whose name is nearly that one is it, misspelt.
            let text = name.to_string();
            let mut others = collector.used.symbols[declared..].iter();
            let misspelt = others.find(|it| is_misspelt(&it.name, &text));
            collector.used.unused = Some(match misspelt {
                Some(used) => {
                    let message = format!(
                        "`{}` is not declared, and `{name}`, which is, has no use",
                        used.name
                    );
                    Diagnostic::new(used.range, message).write(text, "it is declared")
                }
                None => {
                    let message = format!("`{name}` is declared, and the layout does not use it");
                    Diagnostic::new(name.span(), message).surplus()
                }
            });
        }
        collector.in_assumption = true;
        for assumption in &expr.assume {
            for operand in &assumption.operands {
                collector.walk(operand, false, &mut met)?;
            }
        }
        let Collector { mut used, generic, .. } = collector;
        // Together with a variable, they are variables: no item next to the value could name a type
        // that is generic.
        if used.symbols.iter().any(|symbol| symbol.kind == SymbolKind::RunTime) {
            for at in generic {
                used.symbols[at].kind = SymbolKind::RunTime;
            }
        }
        Ok(used)
    }
}

/// The fewest letters of a name that may be misspelt: each of one letter is near to each other one.
const SHORTEST: usize = 3;

/// Returns whether a word is nearly the name of a declared symbol.
fn is_misspelt(word: &str, name: &str) -> bool {
    word.chars().count() >= SHORTEST && nearest(word, [name]).is_some()
}

/// The name of the declared symbol that a word may be: in another case, or else misspelt.
fn declared_as(parameters: &[Parameter], word: &str) -> Option<String> {
    let mut near = None;
    for parameter in parameters {
        let name = parameter.name.to_string();
        if name.eq_ignore_ascii_case(word) {
            return Some(name);
        }
        if near.is_none() && is_misspelt(word, &name) {
            near = Some(name);
        }
    }
    near
}

/// The words of a constant expression in braces.
fn words_in_braces(symbol: &SymbolName) -> Vec<Ident> {
    let (mut levels, mut words) = (vec![symbol.tokens.clone()], Vec::new());
    for token in symbol.tokens.clone() {
        if !is_group(&token, Delimiter::Brace) {
            return words;
        }
    }
    while let Some(level) = levels.pop() {
        for token in level {
            match token {
                TokenTree::Group(group) => levels.push(group.stream()),
                TokenTree::Ident(word) => words.push(word),
                _ => {}
            }
        }
    }
    words
}

/// Returns whether a constant is of `Self`, or of a type whose name is that of a parameter: one letter.
fn may_be_generic(path: &str) -> bool {
    let Some((first, _)) = path.split_once("::") else { return false };
    let mut letters = first.chars();
    first == "Self"
        || letters.next().is_some_and(char::is_uppercase) && letters.all(|c| c.is_ascii_digit())
}

struct Collector<'a> {
    scope: &'a Scope,
    owner: &'a Owner<'a>,
    used: Used,
    /// The layout whose symbols are being taken.
    from_name: Option<String>,
    in_assumption: bool,
    /// The places of constants of types that may be generic, such as `Self::N` and `T::N`.
    generic: Vec<usize>,
    /// The expression whose symbols are taken.
    whole: &'a Expr,
}

impl Collector<'_> {
    fn declare(&mut self, parameter: &Parameter) {
        let name = &parameter.name;
        self.used.symbols.push(Symbol {
            name: name.to_string(),
            kind: parameter.kind,
            tokens: quote::quote!(#name),
            range: name.span().into(),
            extent: false,
        });
    }

    fn walk(&mut self, expr: &Expr, shape: bool, met: &mut [bool]) -> Result<(), Diagnostic> {
        match &expr.kind {
            ExprKind::Symbol(symbol) => match self.scope.get(&symbol.text) {
                // A local of the same invocation comes first.
                Some(binding) => self.given(binding, &symbol.as_name(), met),
                None => self.symbol(symbol, expr.range, shape, met),
            },
            ExprKind::Name(name) => match self.scope.get(&name.text) {
                Some(binding) => self.given(binding, name, met),
                None => Ok(()),
            },
            ExprKind::Instance(name, arguments) => self.instance(name, arguments, expr.range, met),
            ExprKind::Layout(extents, strides, _) => {
                self.walk(extents, true, met)?;
                self.walk(strides, false, met)
            }
            ExprKind::Call(op, items) => {
                let operation = operations::find(&op.text);
                for (k, item) in items.iter().enumerate() {
                    if matches!(operation, Some(op) if op.takes(k, Operand::is_strides)) {
                        self.check_strides(item)?;
                    }
                }
                // Their integers need no round of the proof to be extents.
                let shapes = operation.is_some_and(Operation::takes_shapes);
                for item in items {
                    let is_list = matches!(item.kind, ExprKind::Tuple(_) | ExprKind::Fields(_));
                    self.walk(item, shapes && is_list, met)?;
                }
                Ok(())
            }
            ExprKind::Choice(_) => Ok(()),
            kind => {
                let shape = shape && matches!(kind, ExprKind::Tuple(_) | ExprKind::Fields(_));
                for part in kind.parts() {
                    self.walk(part, shape, met)?;
                }
                Ok(())
            }
        }
    }

    /// Refuses `F9` as an operand of strides: after a shape it is one over bits.
    fn check_strides(&self, strides: &Expr) -> Result<(), Diagnostic> {
        match &strides.kind {
            ExprKind::Tuple(items) => {
                for item in items {
                    self.check_strides(item)?;
                }
                Ok(())
            }
            // A name in another invocation's definition is a constant, and a declared one, too.
            ExprKind::Symbol(symbol) if symbol.is_xor_stride() && !self.is_declared(symbol) => {
                let text = &symbol.text;
                let message = format!(
                    "`{text}` is a stride over bits, and no integer\n\
                     its multiples are taken and added without carries, in a layout such as `(8,8):(F1,F9)`"
                );
                let help =
                    format!("a constant of Rust of this name stands in braces: `{{ {text} }}`");
                Err(Diagnostic::new(strides.range, message).help(help))
            }
            _ => Ok(()),
        }
    }

    fn is_declared(&self, symbol: &SymbolName) -> bool {
        match self.owner {
            Owner::Scope => false,
            Owner::Item(_, parameters) => Parameter::place(parameters, &symbol.text).is_some(),
            Owner::Given(..) => true,
        }
    }

    fn symbol(
        &mut self,
        symbol: &SymbolName,
        range: SpanRange,
        extent: bool,
        met: &mut [bool],
    ) -> Result<(), Diagnostic> {
        let known = self.used.symbols.iter().position(|other| other.name == symbol.text);
        if let Some(at) = known {
            self.check_hygiene(symbol, range, at)?;
            self.used.symbols[at].extent |= extent;
            if let Some(met) = met.get_mut(at) {
                *met = true;
            }
            return Ok(());
        }
        if let Owner::Item(_, parameters) = self.owner {
            // A parameter that stands in braces alone is used, too.
            for word in words_in_braces(symbol) {
                if let Some(at) = Parameter::place(parameters, &word.to_string())
                    && let Some(met) = met.get_mut(at)
                {
                    *met = true;
                }
            }
        }
        match self.owner {
            Owner::Item(..) if symbol.kind == SymbolKind::RunTime && symbol.text.contains("::") => {
                let text = brief(&symbol.text);
                let message = format!("`{text}` is a variable, which an item cannot take");
                return Err(Diagnostic::new(range, message));
            }
            Owner::Item(name, parameters) if symbol.kind == SymbolKind::RunTime => {
                return Err(self.undeclared(symbol, range, name, parameters));
            }
            Owner::Item(..) if symbol.text.starts_with("Self::") => {
                let message = "`Self` in a definition is the layout that is being defined";
                return Err(Diagnostic::new(range, message).help("name the type that has it"));
            }
            _ if symbol.kind == SymbolKind::RunTime
                && symbol.text.contains("::")
                && self.from_name.is_none() =>
            {
                let text = brief(&symbol.text);
                let message = format!("`{text}` is a path, and its last word is in lower case");
                return Err(Diagnostic::new(range, message).help(
                    "what is known at run time is a variable, and a constant is in upper case",
                ));
            }
            _ => {}
        }
        if self.used.symbols.len() == MAX_SYMBOLS {
            return Err(Diagnostic::new(
                range,
                format!("a layout has at most {MAX_SYMBOLS} symbols"),
            ));
        }
        let of_scope = matches!(self.owner, Owner::Scope) && self.from_name.is_none();
        if of_scope && may_be_generic(&symbol.text) {
            self.generic.push(self.used.symbols.len());
        }
        self.used.symbols.push(Symbol {
            name: symbol.text.clone(),
            kind: symbol.kind,
            tokens: symbol.tokens.clone(),
            range,
            extent,
        });
        Ok(())
    }

    /// Refuses a variable that has the name of another: macros may hand over one that is
    /// called like their own.
    fn check_hygiene(
        &self,
        symbol: &SymbolName,
        range: SpanRange,
        at: usize,
    ) -> Result<(), Diagnostic> {
        // An item that uses another has the other's symbols by their names.
        let by_name = match self.owner {
            Owner::Scope => false,
            Owner::Item(..) => self.from_name.is_some(),
            Owner::Given(..) => true,
        };
        let other = &self.used.symbols[at];
        if by_name
            || symbol.kind != SymbolKind::RunTime
            || expansion_of(range.first) == expansion_of(other.range.first)
        {
            return Ok(());
        }
        let text = brief(&symbol.text);
        let message = format!("`{text}` is two here: a variable of a macro, and another");
        let help = "call one of them something else";
        Err(Diagnostic::new(range, message).help(help))
    }

    /// The declared symbol that is misspelt: the only one without a use, where one word alone is not declared, and is used twice.
    fn misspelt<'p>(&self, parameters: &'p [Parameter]) -> Option<&'p proc_macro2::Ident> {
        let (mut words, mut is_of_names) = (Vec::new(), false);
        visit(&mut self.whole.clone(), &mut |part| match &part.kind {
            ExprKind::Symbol(symbol) => words.push(symbol.text.clone()),
            ExprKind::Name(_) | ExprKind::Instance(..) => is_of_names = true,
            _ => {}
        });
        let mut unused = parameters.iter().filter(|it| !words.contains(&it.name.to_string()));
        let (Some(Parameter { name, kind: SymbolKind::RunTime, .. }), None, false) =
            (unused.next(), unused.next(), is_of_names)
        else {
            return None;
        };
        words.retain(|word| Parameter::place(parameters, word).is_none());
        let is_one = words.len() > 1 && words.iter().all(|word| *word == words[0]);
        is_one.then_some(name)
    }

    fn undeclared(
        &self,
        symbol: &SymbolName,
        range: SpanRange,
        name: &proc_macro2::Ident,
        parameters: &[Parameter],
    ) -> Diagnostic {
        let text = brief(&symbol.text);
        let message = match &self.from_name {
            None => format!("`{text}` is not declared: a named layout has the symbols it declares"),
            Some(from) => format!("`{text}`, an integer of `{from}`, is not declared here"),
        };
        if let Some(misspelt) = self.misspelt(parameters) {
            let message =
                format!("`{misspelt}` is declared, and the layout uses `{text}` in its place");
            return Diagnostic::new(misspelt.span(), message).write(text, "");
        }
        if let (Some(other), None) = (declared_as(parameters, &symbol.text), &self.from_name) {
            return Diagnostic::new(range, message).write(other, "it is declared");
        }
        let mut declared: Vec<String> = parameters.iter().map(Parameter::to_string).collect();
        // Constants come last, as in a call.
        let is_constant = |parameter: &Parameter| parameter.kind == SymbolKind::Constant;
        let constants = parameters.iter().position(is_constant);
        declared.insert(constants.unwrap_or(declared.len()), text.into_owned());
        let declared = declared.join(", ");
        // An assumption about a symbol is no use of it.
        if self.in_assumption {
            return Diagnostic::new(range, message);
        }
        let says = format!("declare it: `struct {name}<{declared}>`");
        let start = SpanRange::from(name.span());
        let list = match parameters.last() {
            // `>` stays, and the type of a constant.
            Some(last) => {
                let is_constant = last.kind == SymbolKind::Constant;
                let names =
                    if is_constant { declared.trim_end_matches(": usize") } else { &declared };
                let range = start.to(last.name.span().into());
                Patch { range, text: format!("{name}<{names}"), says }
            }
            None => Patch { range: start, text: format!("{name}<{declared}>"), says },
        };
        Diagnostic::new(range, message).patch(list)
    }

    /// The symbols of a named layout, by their names here.
    fn given(
        &mut self,
        binding: &Binding,
        name: &Name,
        met: &mut [bool],
    ) -> Result<(), Diagnostic> {
        let given = match binding {
            Binding::Symbolic(given) => given,
            // Its error is reported where it is defined, and nobody knows which symbols it would have.
            Binding::Invalid => {
                met.fill(true);
                return Ok(());
            }
            _ => return Ok(()),
        };
        if self.used.given.iter().any(|(_, other)| other.text == name.text) {
            return Ok(());
        }
        self.used.given.push((given.clone(), name.clone()));
        self.from_name = Some(name.text.clone());
        let range = name_range(name);
        for symbol in given.symbols_at(name) {
            self.symbol(&symbol, range, false, met)?;
        }
        self.from_name = None;
        Ok(())
    }

    /// The symbols of the arguments, and those of the layout that are no parameters.
    fn instance(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        range: SpanRange,
        met: &mut [bool],
    ) -> Result<(), Diagnostic> {
        let instance = match self.scope.get(&name.text) {
            Some(binding) => Instance::new(binding, name, arguments, range)?,
            None => None,
        };
        for argument in arguments {
            self.walk(argument, false, met)?;
        }
        let Some(instance) = instance else { return Ok(()) };
        self.from_name = Some(name.text.clone());
        for symbol in instance.own_symbols() {
            self.symbol(symbol, range, false, met)?;
        }
        self.from_name = None;
        self.used.instances.push(instance);
        Ok(())
    }
}

impl SymbolName {
    /// Returns whether the symbol is written as strides over bits are, `F9`: in braces it is not.
    pub(crate) fn is_xor_stride(&self) -> bool {
        let digits = self.text.strip_prefix('F').unwrap_or_default();
        let mut tokens = self.tokens.clone().into_iter();
        !digits.is_empty()
            && digits.bytes().all(|digit| digit.is_ascii_digit())
            && matches!(tokens.next(), Some(proc_macro2::TokenTree::Ident(_)))
    }

    fn as_name(&self) -> Name {
        Name { text: self.text.clone(), tokens: self.tokens.clone() }
    }
}
