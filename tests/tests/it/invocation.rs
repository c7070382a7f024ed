//! Invocations of the macros without a compiler: expansion, names and errors.

use std::ops::Range;

use layout_codegen::{expand, resume};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote;

/// The name of `$crate` in expansions, which nothing else has.
pub(crate) const KRATE: &str = "krate";

/// The layouts that other invocations have defined, and what their hidden macros
/// answer.
pub(crate) const NAMED: [(&str, &str); 9] = [
    ("Tile", "(8,8):(8,1)"),
    ("tiles::Row", "(16):(1)"),
    ("Wide", "(1024,1024):(1024,1)"),
    ("Rows", "(row: 12, col: (half: 2, lane: 16)):(32,(16,1))"),
    ("Broken", "invalid"),
    ("Global", "{ [run m] [run n] } { (1 <= m) [extent] (1 <= n) [extent] } (m,n):(n,1)"),
    (
        "Block",
        "{ [const BM] [const config::N @ __CONSTANT_1] } \
         { (1 <= BM) [extent] (1 <= config::N) [extent] } (BM,config::N):(1,BM)",
    ),
    (
        "Panels",
        "{ [run m] [const W] } { (1 <= m) [extent] (1 <= W) [extent] \
         (m % W == 0) [for \"logical_divide\"] } (W,m / W):(1,W)",
    ),
    (
        "Twice",
        "{ [run m] [const W] [const { 2 * W } @ __CONSTANT_2] } { (1 <= m) [extent] \
         (1 <= W) [extent] } (m,W):({ 2 * W },1)",
    ),
];

/// The expansion of an invocation such as `layout!((4,8))`, every name in it answered.
pub(crate) fn expansion(invocation: &str) -> TokenStream {
    let steps = steps(invocation);
    whole(steps.last().expect("an invocation has an expansion").clone())
}

/// The same expansion with that of each invocation in it, where it is one of several.
fn whole(expansion: TokenStream) -> TokenStream {
    let start = format!("{KRATE} :: __private :: expand");
    if !expansion.to_string().starts_with(&start) {
        return expansion;
    }
    let parts = expansion.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    });
    parts.map(|input| whole(steps_of(input).pop().expect("an expansion"))).collect()
}

/// Every expansion on the way: those but the last ask for a name.
pub(crate) fn steps(invocation: &str) -> Vec<TokenStream> {
    let tokens: TokenStream = invocation.parse().expect("an invocation is tokens");
    let mut tokens = tokens.into_iter();
    let (Some(kind), Some(_), Some(TokenTree::Group(input))) =
        (tokens.next(), tokens.next(), tokens.next())
    else {
        panic!("no invocation: {invocation}");
    };
    let krate: TokenStream = KRATE.parse().expect("an identifier");
    let input = input.stream();
    steps_of(quote!([#krate] #kind #input))
}

/// Every expansion of what `expand` gets.
fn steps_of(input: TokenStream) -> Vec<TokenStream> {
    let mut count = 0;
    let mut unique = || {
        count += 1;
        count.to_string()
    };
    let mut steps = vec![expand(input, &mut unique)];
    while let Some((answer, state)) = asked(steps.last().expect("a step")) {
        steps.push(resume(quote!({ #answer } #state), &mut unique));
    }
    steps
}

/// The answer to `path ! { {continuation} state… }` and the state; none for a result.
fn asked(expansion: &TokenStream) -> Option<(TokenStream, TokenStream)> {
    let tokens: Vec<TokenTree> = expansion.clone().into_iter().collect();
    let [before @ .., TokenTree::Punct(bang), TokenTree::Group(body)] = tokens.as_slice() else {
        return None;
    };
    // Placeholders of the definitions, which are items, may stand before the path.
    let is_group = |token: &TokenTree| matches!(token, TokenTree::Group(_));
    let path = &before[before.iter().rposition(is_group).map_or(0, |at| at + 1)..];
    let path = path.iter().map(ToString::to_string).collect::<String>();
    let mut body = body.stream().into_iter();
    let continuation = body.next()?.to_string().replace(' ', "");
    if bang.as_char() != '!' || continuation != format!("{{{KRATE}::__private::resume}}") {
        return None;
    }
    let (_, answer) = NAMED.iter().find(|(name, _)| *name == path)?;
    Some((answer.parse().expect("an answer is tokens"), body.collect()))
}

/// One compile error: the bytes of the invocation that it underlines, and its text.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

/// The compile errors in the expansion of an invocation, as rustc would report them.
pub(crate) fn mistakes(invocation: &str) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    let expansion = expansion(invocation);
    // A name that nothing defines is rustc's error.
    let expanded = expansion.to_string();
    let asks = [
        format!("! {{ {{ {KRATE} :: __private :: resume }}"),
        format!("{KRATE} :: __private :: a_name_alone"),
    ];
    if asks.iter().any(|ask| expanded.contains(ask)) {
        let text = "cannot find macro".to_owned();
        mistakes.push(Mistake { range: 0..invocation.trim_end().len(), text });
    }
    collect(expansion, invocation, &mut mistakes);
    mistakes
}

fn collect(tokens: TokenStream, invocation: &str, mistakes: &mut Vec<Mistake>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(ident) if ident == "compile_error" => {
                let Some(TokenTree::Group(body)) = tokens.get(i + 2) else { continue };
                mistakes.push(mistake(ident.span(), body, invocation));
            }
            // The rules of a hidden macro hold the error of a call by name.
            TokenTree::Ident(ident) if ident == "macro_rules" => {}
            TokenTree::Group(_) if is_rules(&tokens[..i]) => {}
            TokenTree::Group(group) => collect(group.stream(), invocation, mistakes),
            _ => {}
        }
    }
}

/// True if tokens end in `macro_rules! name`.
fn is_rules(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Ident(_)]
        if word == "macro_rules")
}

fn mistake(first: Span, body: &Group, invocation: &str) -> Mistake {
    assert_eq!(body.delimiter(), Delimiter::Brace);
    let text: syn::LitStr = syn::parse2(body.stream()).expect("a message is a string");
    let (start, end) = (first.byte_range(), text.span().byte_range());
    // An error of the whole call has no tokens of its own.
    let whole = start.is_empty();
    let range = if whole { 0..invocation.trim_end().len() } else { start.start..end.end };
    Mistake { range, text: text.value() }
}
