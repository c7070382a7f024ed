//! Symbols: which words are integers that Rust knows, and how they are written.

use core::mem::replace;

use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use super::number::{DIGITS, integer};
use crate::limits::MAX_NODES;
use crate::operations::{self, Operand};
use crate::report::{Diagnostic, SpanRange, brief, expansion_of};
use crate::syntax::{
    Expr, ExprKind, Infix, Name, OpName, Operator, SymbolKind, SymbolName, is_word,
};

/// The symbol of a path.
pub(super) fn written(name: Name, kind: SymbolKind) -> ExprKind {
    let Name { text, tokens } = name;
    ExprKind::Symbol(SymbolName { text, kind, tokens })
}

/// Returns whether a path is a constant wherever it stands, as `TILE_M` is: rustc itself warns of a type with such a name.
pub(super) fn is_constant(path: &str) -> bool {
    let last = path.rsplit("::").next().unwrap_or(path);
    let inside = last.trim_matches('_');
    inside.contains('_')
        && !last.ends_with('}')
        && SymbolKind::of(path) == Some(SymbolKind::Constant)
}

/// A name next to a colon or an operator, where no layout stands, is a symbol.
pub(super) fn number_of(expr: Expr) -> Expr {
    let kind = match expr.kind {
        ExprKind::Name(name) => match SymbolKind::of(&name.text) {
            Some(kind) => written(name, kind),
            None => ExprKind::Name(name),
        },
        kind => kind,
    };
    Expr { kind, range: expr.range }
}

/// The same words as integers everywhere: one that is an extent at one place of an expression is
/// no layout at another, so that `divide!((m,n):(n,1), m)` divides by the integer.
pub(super) fn agree(expr: &mut Expr) {
    let mut words = Vec::new();
    visit(expr, &mut |part| {
        if let ExprKind::Name(name) = &part.kind
            && SymbolKind::of(&name.text).is_some()
        {
            words.push(name.text.clone());
        }
    });
    if words.is_empty() {
        return;
    }
    let mut symbols = Vec::new();
    visit(expr, &mut |part| {
        if let ExprKind::Symbol(symbol) = &part.kind
            && words.contains(&symbol.text)
        {
            symbols.push((symbol.text.clone(), expansion_of(part.range.first)));
        }
    });
    visit(expr, &mut |part| {
        let ExprKind::Name(name) = &part.kind else { return };
        let is_same = |(text, expansion): &(String, Option<String>)| {
            *text == name.text && *expansion == expansion_of(part.range.first)
        };
        if symbols.iter().any(is_same) {
            let expr = Expr { kind: part.kind.clone(), range: part.range };
            *part = number_of(expr);
        }
    });
}

/// Calls a function with an expression and all that it consists of.
pub(crate) fn visit(expr: &mut Expr, each: &mut dyn FnMut(&mut Expr)) {
    each(expr);
    expr.kind.parts_mut().into_iter().for_each(|part| visit(part, each));
}

/// Refuses names of layouts in an extent or a stride: the name of no layout, resolved, would be
/// to rustc a macro that it cannot find.
pub(super) fn refuse_layouts(expr: &Expr) -> Result<(), Diagnostic> {
    match &expr.kind {
        ExprKind::Name(name) if !is_word(&name.text) => {
            let text = brief(&name.text);
            let message = format!("`{text}` is no integer: beside `:` no layout stands");
            Err(Diagnostic::new(expr.range, message).help(format!(
                "integers have names in upper case, constants, or in lower case; `{{ {text} }}` is \
                 any constant of Rust"
            )))
        }
        ExprKind::Tuple(_) | ExprKind::Arithmetic(..) | ExprKind::Negate(_) => {
            expr.kind.parts().into_iter().try_for_each(refuse_layouts)
        }
        _ => Ok(()),
    }
}

/// `{ 2 * N }`: a constant expression of Rust.
pub(super) fn constant(group: &Group) -> Result<ExprKind, Diagnostic> {
    let text = text_of(group)?;
    // A lone constant is the same symbol with braces and without.
    let inside = opened(group.stream()).into_iter().collect_vec();
    let text = match inside.as_slice() {
        [TokenTree::Literal(literal)] => {
            return integer(&literal.to_string(), literal.span(), 1).map(ExprKind::Int);
        }
        [TokenTree::Ident(ident)]
            if SymbolKind::of(&ident.to_string()) == Some(SymbolKind::Constant) =>
        {
            ident.to_string()
        }
        _ => text,
    };
    // Between `<` and `>`, or `|` and `|`, there may be one.
    if let Some(mark) = inside.iter().find(|token| is_mark(*token, ","))
        && !inside.iter().any(|token| is_mark(token, "<|"))
    {
        if inside.iter().all(|token| is_mark(token, ",") || token.to_string().starts_with(DIGITS)) {
            let range = SpanRange::from(&TokenTree::Group(group.clone()));
            let tuple = format!("({})", spelled(&group.stream()));
            let message = "braces hold one constant expression of Rust";
            return Err(Diagnostic::new(range, message).write(tuple, "a tuple is in parentheses"));
        }
        let message = format!("`{}` is not one integer: there is a `,` in it", brief(&text));
        return Err(Diagnostic::new(mark.span(), message)
            .help("each constant expression has braces of its own: `{ 2 * N }, { N + 1 }`"));
    }
    // Lints about braces are for those of Rust: these are of the expansion.
    let mut own = Group::new(Delimiter::Brace, group.stream());
    own.set_span(Span::call_site().located_at(group.span()));
    let tokens = quote! { #own };
    Ok(ExprKind::Symbol(SymbolName { text, kind: SymbolKind::Constant, tokens }))
}

/// Returns whether a token is one of these punctuation marks.
pub(super) fn is_mark<'a>(token: impl Into<Option<&'a TokenTree>>, marks: &str) -> bool {
    matches!(token.into(), Some(TokenTree::Punct(punct)) if marks.contains(punct.as_char()))
}

/// The text of a constant expression: the same wherever its tokens are.
pub(crate) fn text_of(group: &Group) -> Result<String, Diagnostic> {
    let mut inside = Spelling::default();
    inside.write(&opened(group.stream()));
    if inside.nodes == 0 {
        let message = "expected a constant expression of Rust between `{` and `}`";
        return Err(Diagnostic::new(group.span(), message));
    }
    if inside.nodes > MAX_NODES {
        let message = format!("an expression has at most {MAX_NODES} parts");
        return Err(Diagnostic::new(group.span(), message));
    }
    Ok(format!("{{{}}}", inside.text))
}

/// The text of tokens, without spaces but between words.
pub(crate) fn spelled(tokens: &TokenStream) -> String {
    let mut spelling = Spelling::default();
    spelling.write(tokens);
    spelling.text
}

/// The tokens without the groups that `macro_rules!` put around all of them.
fn opened(mut tokens: TokenStream) -> TokenStream {
    loop {
        let mut trees = tokens.clone().into_iter();
        match (trees.next(), trees.next()) {
            (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
                tokens = group.stream();
            }
            _ => return tokens,
        }
    }
}

/// Returns whether tokens are one token, or a path: read without a group around them, they mean the same.
fn is_path(tokens: &TokenStream) -> bool {
    let mut tokens = opened(tokens.clone()).into_iter();
    let (first, mut rest) = (tokens.next(), tokens.peekable());
    rest.peek().is_none() || first.is_none_or(is_segment) && rest.all(is_segment)
}

/// Returns whether a token may stand in a path.
fn is_segment(token: TokenTree) -> bool {
    match &token {
        TokenTree::Ident(word) => word != "as",
        token => is_mark(token, ":"),
    }
}

/// The text of tokens: words that follow each other are apart, and nothing else is.
#[derive(Default)]
struct Spelling {
    text: String,
    nodes: usize,
    is_word_before: bool,
}

impl Spelling {
    /// Writes tokens up to the limit of their number. Groups may nest as deep as it says: there is no recursion.
    fn write(&mut self, tokens: &TokenStream) {
        let mut around = Vec::new();
        let (mut inside, mut end) = (tokens.clone().into_iter(), "");
        loop {
            let Some(token) = inside.next() else {
                self.mark(end);
                let Some(outer) = around.pop() else { return };
                (inside, end) = outer;
                continue;
            };
            self.nodes += 1;
            if self.nodes > MAX_NODES {
                return;
            }
            match &token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::None if is_path(&group.stream()) => ("", ""),
                        // Rust reads what `macro_rules!` captured as one operand.
                        Delimiter::None => ("(", ")"),
                    };
                    self.mark(open);
                    around.push((replace(&mut inside, group.stream().into_iter()), end));
                    end = close;
                }
                TokenTree::Punct(punct) => {
                    self.text.push(punct.as_char());
                    self.is_word_before = false;
                }
                TokenTree::Ident(_) | TokenTree::Literal(_) => {
                    if self.is_word_before {
                        self.text.push(' ');
                    }
                    self.text.push_str(&token.to_string());
                    self.is_word_before = true;
                }
            }
        }
    }

    /// Writes a delimiter, which is empty around what reads the same without.
    fn mark(&mut self, delimiter: &str) {
        self.text.push_str(delimiter);
        self.is_word_before &= delimiter.is_empty();
    }
}

/// Returns whether an operand of a function is an integer or a tuple, and no layout. An unknown
/// function counts as one, so that its name is the error.
pub(super) fn is_numeric(function: &str, operand: usize) -> bool {
    // CuTe's DSL has the layout first, or last.
    match function {
        "slice_" | "dice_" => return operand == 1,
        "recast_layout" => return operand < 2,
        _ => {}
    }
    let Some(operation) = operations::find(function) else { return true };
    rounding(function).is_some() || operation.takes_or_ends_in(operand, Operand::is_number)
}

/// Returns whether an operand of a function is a shape, whose modes may have names.
pub(super) fn is_shape(function: &str, operand: usize) -> bool {
    matches!(operations::find(function), Some(of) if of.takes(operand, Operand::is_shape))
}

/// Returns whether an operand of a function is a mode.
pub(super) fn is_mode(function: &str, operand: usize) -> bool {
    matches!(operations::find(function), Some(of) if of.takes_or_ends_in(operand, Operand::is_mode))
}

fn rounding(function: &str) -> Option<Operator> {
    match function {
        "div_floor" => Some(Operator::DivFloor),
        "rem_floor" => Some(Operator::RemFloor),
        _ => None,
    }
}

/// `div_floor(a, b)` and `rem_floor(a, b)`, which integers print with that may be negative.
pub(super) fn rounded(function: &OpName, operands: &[Expr]) -> Option<ExprKind> {
    let [a, b] = operands else { return None };
    let infix = Infix { operator: rounding(&function.text)?, range: function.range };
    let operands = [number_of(a.clone()), number_of(b.clone())];
    Some(ExprKind::Arithmetic(infix, Box::new(operands)))
}

/// The kind of a declared parameter, by its case; `of_type` is a type that follows.
pub(super) fn check_parameter(
    name: &Ident,
    kind: SymbolKind,
    of_type: Option<SpanRange>,
) -> Result<(), Diagnostic> {
    let span: Span = name.span();
    match (kind, SymbolKind::of(&name.to_string())) {
        (kind, Some(found)) if kind == found && name != "o" && name != "_" => Ok(()),
        (SymbolKind::RunTime, Some(SymbolKind::Constant)) => {
            let rule = "what is known at run time is in lower case";
            let message = format!("`{name}` is in upper case, as constants are\n{rule}");
            let range = of_type.map_or(span.into(), |of| SpanRange::from(span).to(of));
            Err(Diagnostic::new(range, message)
                .write(format!("const {name}: usize"), "a constant is declared as one"))
        }
        (SymbolKind::Constant, Some(SymbolKind::RunTime)) => {
            let message = format!("the constant `{name}` is in lower case");
            let upper = name.to_string().to_uppercase();
            Err(Diagnostic::new(span, message)
                .help(format!("constants are in upper case, in tuples too: `{upper}`")))
        }
        _ if name == "o" => Err(Diagnostic::new(
            span,
            "`o` is the sign of a composition, and names no extent or stride",
        )),
        _ => {
            let message = format!("`{name}` is not a name of an extent or a stride");
            Err(Diagnostic::new(span, message)
                .help("what is known at run time is in lower case, a constant in upper case"))
        }
    }
}
