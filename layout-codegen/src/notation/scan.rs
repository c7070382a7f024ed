//! The shared scanner of other libraries' notations: numbers, words, lists, and calls with operands by name.

use core::fmt::Display;

use layout_algebra::{CollectVec, SortFew};
use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use crate::cursor::Cursor;
use crate::limits::{MAX_DEPTH, too_deep};
use crate::parse::number::DIGITS;
use crate::report::{Diagnostic, SpanRange, quoted};
use crate::token;

/// A value as it is written, with its place.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) item: Item,
    pub(crate) range: SpanRange,
}

/// The forms of values.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Int(i128),
    /// A word, the last one of a path; an alias has its `#`.
    Word(String),
    Text(String),
    /// `[…]` or `(…)`.
    List(Vec<Value>),
    /// `name(…)`, `#ttg.name<{…}>` or `{…}`, which has no name.
    Call(String, Fields),
}

/// Operands, some of them by name.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(crate) all: Vec<(Option<(String, SpanRange)>, Value)>,
}

impl Fields {
    /// The operand of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let is_named = |(key, _): &&_| matches!(key, Some((key, _)) if key == name);
        self.all.iter().find(is_named).map(|(_, value)| value)
    }
}

/// The number of tokens before the last word of a path such as `torch.ops.name`.
pub(crate) fn path(cursor: &mut Cursor) -> usize {
    let mut at = 0;
    while at < 8 && is_mark(cursor, at + 1, '.') && word_at(cursor, at + 2).is_some() {
        at += 2;
    }
    at
}

/// The last word of a path before the `(` of a call, if one comes next.
pub(crate) fn call_name(cursor: &mut Cursor) -> Option<String> {
    let at = path(cursor);
    if !is_group(cursor, at + 1, Delimiter::Parenthesis) {
        return None;
    }
    word_at(cursor, at)
}

/// Returns whether a punctuation mark stands `ahead` tokens ahead.
pub(crate) fn is_mark(cursor: &mut Cursor, ahead: usize, mark: char) -> bool {
    token::is_punct(cursor.ahead(ahead), mark)
}

/// The word `ahead` tokens ahead.
pub(crate) fn word_at(cursor: &mut Cursor, ahead: usize) -> Option<String> {
    let Some(TokenTree::Ident(ident)) = cursor.ahead(ahead) else { return None };
    Some(ident.to_string())
}

/// Returns whether one of these words stands `ahead` tokens ahead.
pub(crate) fn is_word(cursor: &mut Cursor, ahead: usize, words: &[&str]) -> bool {
    matches!(cursor.ahead(ahead), Some(TokenTree::Ident(ident)) if token::is_one_of(ident, words))
}

/// Returns whether a group of this delimiter stands `ahead` tokens ahead.
pub(crate) fn is_group(cursor: &mut Cursor, ahead: usize, delimiter: Delimiter) -> bool {
    token::is_group(cursor.ahead(ahead), delimiter)
}

/// Returns whether extents such as `128x64xf16` stand `ahead` tokens ahead.
pub(crate) fn is_dimensions(cursor: &mut Cursor, ahead: usize) -> bool {
    match cursor.ahead(ahead) {
        Some(TokenTree::Literal(literal)) => literal.to_string().contains('x'),
        Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), '?' | '*'),
        _ => false,
    }
}

/// Takes marks, or fails with what is expected.
pub(crate) fn marks(cursor: &mut Cursor, marks: &str) -> Result<(), Diagnostic> {
    for mark in marks.chars() {
        if !cursor.eat_punct(mark) {
            return Err(cursor.refused(&format!("`{marks}`")));
        }
    }
    Ok(())
}

/// Takes a group of a delimiter.
pub(crate) fn group(
    cursor: &mut Cursor,
    delimiter: Delimiter,
    expected: &str,
) -> Result<Group, Diagnostic> {
    match cursor.next_group(delimiter) {
        Some(group) => Ok(group),
        None => Err(cursor.refused(expected)),
    }
}

/// The integer of a text, not negative.
pub(crate) fn natural(text: &str) -> Option<i128> {
    if text.trim_start_matches(DIGITS).is_empty() { text.parse().ok() } else { None }
}

/// The dimensions that numbers are, as their order; `None` where they are not each of `rank` dimensions once.
pub(crate) fn permutation(numbers: &[i128], rank: usize) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    for number in numbers {
        order.push(usize::try_from(*number).ok()?);
    }
    let mut sorted = order.clone();
    sorted.sort_few();
    (sorted == (0..rank).collect_vec()).then_some(order)
}

/// Takes an integer.
pub(crate) fn integer(cursor: &mut Cursor) -> Result<i128, Diagnostic> {
    let sign = if cursor.eat_punct('-') { -1 } else { 1 };
    match cursor.next() {
        Some(TokenTree::Literal(literal)) => match natural(&literal.to_string()) {
            Some(value) => Ok(sign * value),
            None => Err(cursor.unexpected(Some(TokenTree::Literal(literal)), "an integer")),
        },
        token => Err(cursor.unexpected(token, "an integer")),
    }
}

/// The error of a word that may stand once.
pub(crate) fn twice(word: impl Display, at: impl Into<SpanRange>) -> Diagnostic {
    Diagnostic::new(at, format!("`{word}` stands twice"))
}

/// Takes the comma behind an entry of a list, unless the list ends.
pub(crate) fn comma(inside: &mut Cursor) -> Result<(), Diagnostic> {
    match inside.eat_punct(',') {
        true => Ok(()),
        false => inside.end("`,` or the end of the list"),
    }
}

/// Takes integers between commas, up to the end.
pub(crate) fn integers(inside: &mut Cursor) -> Result<Vec<i128>, Diagnostic> {
    let mut all = Vec::new();
    while !inside.is_done() {
        all.push(integer(inside)?);
        comma(inside)?;
    }
    Ok(all)
}

/// The extents of `4x8xf32` and the word after them; `2x3x4` has none.
pub(crate) fn dimensions(cursor: &mut Cursor) -> Result<(Vec<i128>, String), Diagnostic> {
    let start = cursor.here();
    let mut text = String::new();
    // `16x` and `f32` may be one token, `1x1xf32` has one, too.
    while let Some(token) = cursor.peek().filter(|token| goes_on(&text, token)) {
        text.push_str(&token.to_string());
        cursor.next();
    }
    text.push_str(&element_type(cursor, &text)?);
    let (mut extents, mut element) = (Vec::new(), String::new());
    for part in text.split('x') {
        match natural(part) {
            // `x` joins extents, and the type of the elements begins with none; `index` ends with one.
            _ if part.is_empty() && element.is_empty() => {
                return Err(wrong_dimensions(&text, cursor.since(start)));
            }
            Some(extent) if element.is_empty() => extents.push(extent),
            _ if part == "?" || part == "*" => {
                let message = format!("`{text}` has an extent that is known at run time");
                let help = "write a number for it: an expression has no name for such an extent";
                return Err(Diagnostic::new(cursor.since(start), message).help(help));
            }
            _ => {
                element =
                    if element.is_empty() { part.to_owned() } else { format!("{element}x{part}") };
            }
        }
    }
    if extents.is_empty() {
        return Err(cursor.refused("extents such as `128x64xf16`"));
    }
    Ok((extents, element))
}

/// Returns whether a token goes on with extents: an `x` is between two.
fn goes_on(text: &str, token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => matches!(punct.as_char(), '?' | '*'),
        TokenTree::Literal(_) | TokenTree::Ident(_) => {
            text.is_empty() || text.ends_with('x') || token.to_string().starts_with('x')
        }
        TokenTree::Group(_) => false,
    }
}

/// The rest of a type of elements that is no word alone: `!tt.ptr<f16>` after `4x8x`, `<4xf32>` after `4x8xvector`.
fn element_type(cursor: &mut Cursor, before: &str) -> Result<String, Diagnostic> {
    let mut text = String::new();
    if before.ends_with('x') && cursor.eat_punct('!') {
        text = cursor.ident("the name of a type")?.to_string();
        while cursor.eat_punct('.') {
            text = cursor.ident("the name of a type")?.to_string();
        }
    } else if !before.ends_with(|last: char| last.is_ascii_alphabetic()) {
        return Ok(text);
    }
    if cursor.eat_punct('<') {
        angles(cursor)?;
    }
    Ok(text)
}

/// Takes the tokens behind a `<`, up to the `>` that closes it, and that.
pub(crate) fn angles(cursor: &mut Cursor) -> Result<Vec<TokenTree>, Diagnostic> {
    let (mut inside, mut open) = (Vec::new(), 1);
    while let Some(token) = cursor.next() {
        if let TokenTree::Punct(punct) = &token {
            open += match punct.as_char() {
                '<' => 1,
                '>' => -1,
                _ => 0,
            };
            if open == 0 {
                return Ok(inside);
            }
        }
        inside.push(token);
    }
    Err(cursor.unexpected(None, "`>`"))
}

fn wrong_dimensions(text: &str, range: SpanRange) -> Diagnostic {
    let message = format!("an extent or a type is missing in `{text}`: between two is one `x`");
    Diagnostic::new(range, message)
}

/// Takes a value.
pub(crate) fn value(cursor: &mut Cursor) -> Result<Value, Diagnostic> {
    value_in(cursor, 0)
}

/// Takes a value, which `depth` lists and operands are around.
fn value_in(cursor: &mut Cursor, depth: usize) -> Result<Value, Diagnostic> {
    let start = cursor.here();
    if depth > MAX_DEPTH {
        return Err(too_deep(start));
    }
    let item = match cursor.next() {
        Some(TokenTree::Punct(punct)) if punct.as_char() == '-' => Item::Int(-integer(cursor)?),
        Some(TokenTree::Punct(punct)) if punct.as_char() == '#' => attribute(cursor, depth)?,
        Some(TokenTree::Literal(literal)) => {
            let text = literal.to_string();
            match natural(&text) {
                Some(value) => Item::Int(value),
                None if text.starts_with('"') => Item::Text(text.trim_matches('"').to_owned()),
                None => Item::Word(text),
            }
        }
        Some(TokenTree::Group(group)) => match group.delimiter() {
            Delimiter::Brace => Item::Call(String::new(), fields(&group, depth)?),
            _ => Item::List(list(&group, depth)?),
        },
        Some(TokenTree::Ident(ident)) => {
            let mut word = ident.to_string();
            while cursor.at_punct('.') && word_at(cursor, 1).is_some() {
                cursor.next();
                word = cursor.ident("a word")?.to_string();
            }
            match cursor.next_group(Delimiter::Parenthesis) {
                Some(group) => Item::Call(word, fields(&group, depth)?),
                None => Item::Word(word),
            }
        }
        token => return Err(cursor.unexpected(token, "a number, a word or a list")),
    };
    Ok(Value { item, range: cursor.since(start) })
}

/// The values of a list.
fn list(group: &Group, depth: usize) -> Result<Vec<Value>, Diagnostic> {
    let (mut inside, mut all) = (Cursor::inside(group), Vec::new());
    while !inside.is_done() {
        all.push(value_in(&mut inside, depth + 1)?);
        comma(&mut inside)?;
    }
    Ok(all)
}

/// The operands in parentheses or braces, `key = value` or a value alone.
fn fields(group: &Group, depth: usize) -> Result<Fields, Diagnostic> {
    named(&mut Cursor::inside(group), depth, Cursor::is_done)
}

fn named(
    inside: &mut Cursor,
    depth: usize,
    is_end: fn(&mut Cursor) -> bool,
) -> Result<Fields, Diagnostic> {
    let mut all = Vec::new();
    while !is_end(inside) {
        let key = match inside.at_assigned() {
            true => {
                let word = inside.ident("a name")?;
                inside.next();
                Some((word.to_string(), SpanRange::from(word.span())))
            }
            false => None,
        };
        all.push((key, value_in(inside, depth + 1)?));
        if !inside.eat_punct(',') && !is_end(inside) {
            return Err(inside.refused("`,` or the end of the operands"));
        }
    }
    Ok(Fields { all })
}

/// Returns whether an attribute of MLIR ends here.
fn at_end(cursor: &mut Cursor) -> bool {
    cursor.at_punct('>') || cursor.is_done()
}

/// An attribute of MLIR after `#`: `ttg.blocked<{…}>`, or the alias of one.
fn attribute(cursor: &mut Cursor, depth: usize) -> Result<Item, Diagnostic> {
    let mut path = cursor.ident("the name of an attribute")?.to_string();
    let is_alias = !cursor.at_punct('.');
    while cursor.eat_punct('.') {
        path = format!("{path}.{}", cursor.ident("the name of an attribute")?);
    }
    if is_alias {
        return Ok(Item::Word(format!("#{path}")));
    }
    if !cursor.eat_punct('<') {
        return Ok(Item::Call(path, Fields { all: Vec::new() }));
    }
    let mut all = Fields { all: Vec::new() };
    while !cursor.eat_punct('>') {
        match cursor.peek() {
            // `[64:+8, 512:+16]`, the intervals of padding.
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                let start = cursor.here();
                let group = self::group(cursor, Delimiter::Bracket, "`[`")?;
                let item = Item::List(intervals(&group)?);
                all.all.push((None, Value { item, range: cursor.since(start) }));
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let group = self::group(cursor, Delimiter::Brace, "`{`")?;
                all.all.extend(fields(&group, depth)?.all);
            }
            None => return Err(cursor.unexpected(None, "`>`")),
            _ => all.all.extend(named(cursor, depth, at_end)?.all),
        }
        cursor.eat_punct(',');
    }
    Ok(Item::Call(path, all))
}

/// Pairs of an interval and a padding.
fn intervals(group: &Group) -> Result<Vec<Value>, Diagnostic> {
    let (mut inside, mut all) = (Cursor::inside(group), Vec::new());
    while !inside.is_done() {
        let start = inside.here();
        let mut pair = Vec::new();
        for after in [":+", ""] {
            let item = Item::Int(integer(&mut inside)?);
            pair.push(Value { item, range: inside.since(start) });
            marks(&mut inside, after)?;
        }
        all.push(Value { item: Item::List(pair), range: inside.since(start) });
        comma(&mut inside)?;
    }
    Ok(all)
}

impl Value {
    /// The integer.
    pub(crate) fn int(&self) -> Result<i128, Diagnostic> {
        match self.item {
            Item::Int(value) => Ok(value),
            _ => Err(Diagnostic::new(self.range, "expected an integer")),
        }
    }

    /// The flag, `true` or `True`, or a number.
    pub(crate) fn flag(&self) -> Result<bool, Diagnostic> {
        match &self.item {
            Item::Word(word) if word.eq_ignore_ascii_case("true") => Ok(true),
            Item::Word(word) if word.eq_ignore_ascii_case("false") => Ok(false),
            Item::Int(value) => Ok(*value != 0),
            _ => Err(Diagnostic::new(self.range, "expected `true` or `false`")),
        }
    }

    /// The values of a list.
    pub(crate) fn list(&self) -> Result<&[Value], Diagnostic> {
        match &self.item {
            Item::List(items) => Ok(items),
            _ => Err(Diagnostic::new(self.range, "expected a list")),
        }
    }

    /// The integers of a list.
    pub(crate) fn ints(&self) -> Result<Vec<i128>, Diagnostic> {
        self.list()?.iter().map(Value::int).try_collect_vec()
    }

    /// Returns whether it is Python's `None`.
    pub(crate) fn is_none(&self) -> bool {
        matches!(&self.item, Item::Word(word) if word == "None")
    }
}

/// A parameter of a notation: its name, and whether it must be there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) is_needed: bool,
}

impl Parameter {
    pub(crate) const fn needed(name: &'static str) -> Self {
        Parameter { name, is_needed: true }
    }

    pub(crate) const fn free(name: &'static str) -> Self {
        Parameter { name, is_needed: false }
    }
}

/// The operands of a call, each at its parameter.
pub(crate) struct Arguments<'a> {
    parameters: &'a [Parameter],
    values: Vec<Option<Value>>,
}

impl<'a> Arguments<'a> {
    /// Matches operands with the parameters of `what`: by name, or in their order.
    pub(crate) fn new(
        what: &str,
        parameters: &'a [Parameter],
        fields: &Fields,
        range: SpanRange,
    ) -> Result<Self, Diagnostic> {
        let mut values: Vec<Option<Value>> = vec![None; parameters.len()];
        for (place, (key, value)) in fields.all.iter().enumerate() {
            let at = match key {
                None => Some(place),
                Some((key, _)) => position(parameters, key),
            };
            match at {
                Some(at) if matches!(values.get(at), Some(None)) => {
                    values[at] = Some(value.clone());
                }
                _ => return Err(unknown_parameter(what, parameters, key.as_ref(), value)),
            }
        }
        let mut lacking = Vec::new();
        for (parameter, value) in parameters.iter().zip(&values) {
            if parameter.is_needed && value.is_none() {
                lacking.push(format!("`{}`", parameter.name));
            }
        }
        if lacking.is_empty() {
            return Ok(Arguments { parameters, values });
        }
        Err(Diagnostic::new(range, format!("`{what}` lacks {}", lacking.join(" and "))))
    }

    /// The integers that a parameter is; none if it is not there.
    pub(crate) fn ints(&self, name: &str) -> Result<Vec<i128>, Diagnostic> {
        self.get(name).map_or(Ok(Vec::new()), Value::ints)
    }

    /// The operand of a parameter, if it is there and not `None`.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.values[position(self.parameters, name)?].as_ref().filter(|value| !value.is_none())
    }
}

/// The place of the parameter of a name.
fn position(parameters: &[Parameter], name: &str) -> Option<usize> {
    parameters.iter().position(|parameter| parameter.name == name)
}

/// The error of an operand that no parameter of `what` takes.
fn unknown_parameter(
    what: &str,
    parameters: &[Parameter],
    key: Option<&(String, SpanRange)>,
    value: &Value,
) -> Diagnostic {
    let names = parameters.iter().map(|parameter| parameter.name).collect_vec();
    let Some((key, range)) = key else {
        let message = format!("`{what}` has no operand here: it has {} in all", parameters.len());
        return Diagnostic::new(value.range, message);
    };
    if names.contains(&key.as_str()) {
        return Diagnostic::new(*range, format!("`{key}` of `{what}` stands twice"));
    }
    let all = quoted(&names);
    let message = format!("`{key}` is no parameter of `{what}`\nits parameters are {all}");
    Diagnostic::new(*range, message).nearest(key, &names)
}

/// The next word, one of those that a notation has.
pub(crate) fn one_of(
    cursor: &mut Cursor,
    expected: &str,
    what: &str,
    known: &[&str],
) -> Result<Ident, Diagnostic> {
    let word = cursor.ident(expected)?;
    match token::is_one_of(&word, known) {
        true => Ok(word),
        false => Err(unknown(&word.to_string(), word.span(), what, known)),
    }
}

/// The error of a word that a notation does not have, with the nearest that it has.
pub(crate) fn unknown(
    word: &str,
    range: impl Into<SpanRange>,
    what: &str,
    known: &[&str],
) -> Diagnostic {
    let message = format!("`{word}` is none of {what}\nthey are {}", quoted(known));
    Diagnostic::new(range, message).nearest(word, known)
}
