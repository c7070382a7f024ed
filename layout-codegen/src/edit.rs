//! Edits of the input that a reader would try, each checked on the whole input.
//!
//! A candidate is an edit of the input. The first with which the whole input is right becomes the suggestion, and none is
//! printed that was not checked.

mod tokens;

use std::cell::Cell;

use layout_algebra::{CollectVec, ErrorKind};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use tokens::{Place, integer, is_word_letter, items};

use crate::allow::Allow;
use crate::eval::{Scope, evaluate};
use crate::limits::{MAX_DEPTH, is_shallow};
use crate::operations;
use crate::parse::{parse_expr, spelled};
use crate::report::{Diagnostic, Help, Lint, Open, Patch, SpanRange, is_of_macro};
use crate::suggestion::{around, restrided};
use crate::token::{is_colon, is_comma, is_group, is_ident, is_punct, is_semicolon};
use crate::value::Value;

/// The most by which another integer, which is tried, differs from the written one.
const REACH: i128 = 32;

/// The most that a mode may be away from one that is there: further off, another number is meant to be something else.
const FEW_MODES: i128 = 4;

/// The most tokens of an input that is tried with others.
const MOST_TOKENS: usize = 400;

/// Replacement of the text at a place.
struct Edit {
    place: Place,
    text: String,
    /// The remark on the suggestion: after `write`, or instead.
    says: Says,
}

enum Says {
    /// `write …`, with the reason, if there is something to say.
    Write(&'static str),
    /// An instruction for the tokens at fault.
    Do(&'static str),
}

/// The most suggestions that are tried of an input with a closure.
const MAX_TRIALS_OF_CLOSURES: usize = 6;

/// The diagnostic with those suggestions alone with which `passes` says that the input is right, and if there is none, with one
/// that is searched for.
pub(crate) fn checked(
    mut diagnostic: Diagnostic,
    input: &TokenStream,
    passes: &dyn Fn(&TokenStream) -> bool,
) -> Diagnostic {
    let most = if has_closure(input) { MAX_TRIALS_OF_CLOSURES } else { usize::MAX };
    let trials = Trials { input, passes, left: Cell::new(most) };
    diagnostic.helps.retain(|help| trials.keep(help, diagnostic.range));
    if is_of_macro(diagnostic.range.first) || !is_small(input) {
        return diagnostic;
    }
    let Some(place) = Place::find(input, diagnostic.range) else { return diagnostic };
    let underlined = match diagnostic.kind() {
        Some(ErrorKind::Incongruent { .. }) => unfinished(&place),
        _ => None,
    };
    if let Some(range) = underlined.as_ref().and_then(Place::range) {
        diagnostic.range = range;
    }
    if diagnostic.has_suggestion() {
        return diagnostic;
    }
    let mut edits = edits(&diagnostic, &place, input).into_iter();
    let mut found = edits.find(|edit| trials.replaced(&edit.place, &edit.text));
    if found.is_none() && is_of_strides(&diagnostic) {
        found = other_stride(&place, &trials);
    }
    if let Some(help) = found.and_then(|edit| edit.help(underlined.as_ref().unwrap_or(&place))) {
        diagnostic.helps.insert(0, help);
    }
    diagnostic
}

/// The input with other tokens, tried a number of times.
struct Trials<'a> {
    input: &'a TokenStream,
    passes: &'a dyn Fn(&TokenStream) -> bool,
    left: Cell<usize>,
}

impl Trials<'_> {
    /// Returns whether there are such tokens, and they are right.
    fn pass(&self, tokens: Option<TokenStream>) -> bool {
        let (Some(tokens), left @ 1..) = (tokens, self.left.get()) else { return false };
        self.left.set(left - 1);
        (self.passes)(&tokens)
    }

    /// Returns whether the input is right with a text at a place.
    fn replaced(&self, place: &Place, text: &str) -> bool {
        self.pass(place.replaced(self.input, text))
    }

    /// The place of tokens, if the input nests no deeper than expressions may.
    fn place(&self, range: SpanRange) -> Option<Place> {
        if is_shallow(self.input) { Place::find(self.input, range) } else { None }
    }

    /// Returns whether a help is right for a mistake in these tokens.
    fn keep(&self, help: &Help, range: SpanRange) -> bool {
        match help {
            // Tokens of a macro's definition are right or wrong for all of its calls.
            Help::Patch(Patch { range, .. }) if is_of_macro(range.first) => false,
            Help::Patch(Patch { range, text, .. }) => {
                matches!(self.place(*range), Some(place) if self.replaced(&place, text))
            }
            Help::InFront(front) => {
                let Some(place) = self.place(range) else { return false };
                self.pass(place.in_front(self.input, &front.attribute))
            }
            Help::Allow(lint) => {
                let Some(place) = self.place(range) else { return true };
                // Alone, or with the other lint, which the next error offers.
                for lints in [lint.name(), &Lint::ALL.map(Lint::name).join(", ")] {
                    let tokens = place.in_front(self.input, &format!("#[allow({lints})]"));
                    if tokens.is_none() || self.pass(tokens) {
                        return true;
                    }
                }
                false
            }
            _ => true,
        }
    }
}

/// The comma at the end of a tuple, or of that on the other side of its `:`, after which an item is missing.
fn unfinished(at: &Place) -> Option<Place> {
    let mut items = vec![at.from];
    if at.from > 1 && is_colon(&at.among[at.from - 1]) {
        items.push(at.from - 2);
    }
    if is_punct(at.among.get(at.to), ':') {
        items.push(at.to + 1);
    }
    for index in items {
        let Some(TokenTree::Group(group)) = at.among.get(index) else { continue };
        let among = group.stream().into_iter().collect_vec();
        if is_punct(among.last(), ',') {
            let path = at.path.iter().copied().chain([index]).collect_vec();
            let from = among.len() - 1;
            return Some(Place { path, from, to: from + 1, among, open: false });
        }
    }
    None
}

/// Returns true if an input has a closure, whose values at up to a million points are computed in each trial.
fn has_closure(input: &TokenStream) -> bool {
    let mut rest = vec![input.clone()];
    while let Some(tokens) = rest.pop() {
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == '|' => return true,
                TokenTree::Group(group) => rest.push(group.stream()),
                _ => {}
            }
        }
    }
    false
}

/// Returns whether an input is short, and nests no deeper than expressions may.
fn is_small(input: &TokenStream) -> bool {
    let (mut level, mut count) = (vec![input.clone()], 0);
    for _ in 0..=MAX_DEPTH {
        let tokens = level.into_iter().flatten().take(MOST_TOKENS + 1 - count).collect_vec();
        count += tokens.len();
        level = tokens.into_iter().filter_map(inside).collect_vec();
        if level.is_empty() || count > MOST_TOKENS {
            return count <= MOST_TOKENS;
        }
    }
    false
}

fn inside(token: TokenTree) -> Option<TokenStream> {
    let TokenTree::Group(group) = token else { return None };
    Some(group.stream())
}

fn integer_of(token: &TokenTree) -> Option<i128> {
    integer(std::slice::from_ref(token))
}

impl Edit {
    fn write(place: &Place, text: impl Into<String>, reason: &'static str) -> Self {
        Edit { place: place.clone(), text: text.into(), says: Says::Write(reason) }
    }

    /// Each of these texts, one after the other.
    fn write_each(
        place: &Place,
        texts: impl IntoIterator<Item = impl ToString>,
        reason: &'static str,
    ) -> Vec<Self> {
        let texts = texts.into_iter();
        texts.map(|text| Edit::write(place, text.to_string(), reason)).collect_vec()
    }

    fn leave_out(place: Place) -> Self {
        Edit { place, text: String::new(), says: Says::Do("leave it out") }
    }

    /// The help of this suggestion, where `at` is underlined.
    fn help(self, at: &Place) -> Option<Help> {
        let range = self.place.range()?;
        let mut text = self.text;
        if self.place.open {
            text.push_str(" (");
        }
        let says = match self.says {
            Says::Do(what) => what.to_owned(),
            Says::Write(reason) => {
                let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
                let is_here = self.place.path == at.path
                    && (self.place.from, self.place.to) == (at.from, at.to);
                match is_here {
                    true => format!("write `{text}`{reason}"),
                    false => format!("write `{text}` for `{}`{reason}", self.place.text()),
                }
            }
        };
        Some(Help::Patch(Patch { range, text, says }))
    }
}

/// Suggestions, the nearest first.
fn edits(diagnostic: &Diagnostic, at: &Place, input: &TokenStream) -> Vec<Edit> {
    let Some(kind) = diagnostic.kind() else {
        return match diagnostic.open {
            Open::Surplus => surplus(at),
            _ => concat([of_syntax(at, input), of_neighbours(at, input)]),
        };
    };
    match kind {
        ErrorKind::NoSuchMode { .. } => lower_modes(at),
        ErrorKind::BrokenRun { .. } | ErrorKind::NotAdditive { .. } => {
            const REASON: &str = "the nearest that composes";
            concat([nearest(at, REASON), nearest_leaf(at, REASON)])
        }
        ErrorKind::Padded { .. }
        | ErrorKind::Uncovered { .. }
        | ErrorKind::Indivisible { .. }
        | ErrorKind::Straddle { .. }
        | ErrorKind::Unfit { .. }
        | ErrorKind::NoPowerOfTwo { .. } => nearest(at, "the nearest that divides"),
        ErrorKind::Factor { .. } | ErrorKind::NegativeStride { .. } => positive(at),
        ErrorKind::Extent { .. } => backwards(at, input).into_iter().collect_vec(),
        ErrorKind::Empty { .. } => least(at),
        ErrorKind::SwizzleParameters { .. } => {
            concat([positive(at), nearest(at, "the shift reaches past the bits")])
        }
        ErrorKind::NoLayout { expected, .. } => Edit::write_each(at, expected, ""),
        ErrorKind::Incongruent { shape, stride } => {
            let strides = strides_of(shape, stride);
            let strides = Edit::write_each(at, strides, "one stride for each extent");
            let rows = extents_of_rows(at).into_iter().collect_vec();
            concat([strides, rows, fewer_items(at)])
        }
        ErrorKind::TooManyModes { .. } => concat([leave_out_item(at), fewer_items(at)]),
        ErrorKind::Mismatch { .. } | ErrorKind::Incompatible { .. } => fewer_items(at),
        ErrorKind::MixedStrides { .. } => {
            let is_int = integer(at.tokens()).is_some();
            let axes = 0..if is_int { FEW_MODES } else { 0 };
            Edit::write_each(at, axes.map(|axis| format!("{}@{axis}", at.text())), "")
        }
        _ => Vec::new(),
    }
}

/// All of these edits, one list after the other.
fn concat<const N: usize>(edits: [Vec<Edit>; N]) -> Vec<Edit> {
    edits.into_iter().flatten().collect_vec()
}

/// Modes below the one that is written.
fn lower_modes(at: &Place) -> Vec<Edit> {
    const REASON: &str = "modes are counted from 0";
    if let Some(mode) = integer(at.tokens()) {
        return Edit::write_each(at, below(mode), REASON);
    }
    // `1@2`
    let [step @ TokenTree::Literal(_), mark, axis] = at.tokens() else { return Vec::new() };
    let (Some(axis), true) = (integer_of(axis), is_punct(mark, '@')) else { return Vec::new() };
    Edit::write_each(at, below(axis).map(|axis| format!("{step}@{axis}")), REASON)
}

/// A few modes below one, the nearest first.
fn below(mode: i128) -> impl Iterator<Item = i128> {
    (mode.saturating_sub(FEW_MODES).max(0)..mode).rev()
}

/// The integers around a written one.
fn nearest(at: &Place, reason: &'static str) -> Vec<Edit> {
    let Some(written @ 1..) = integer(at.tokens()) else { return Vec::new() };
    Edit::write_each(at, around(written, REACH, 2), reason)
}

/// The layouts of one mode around a written one: other extents first.
fn nearest_leaf(at: &Place, reason: &'static str) -> Vec<Edit> {
    let [extent, colon, stride] = at.tokens() else { return Vec::new() };
    let (Some(extent @ 1..), Some(stride @ 1..), true) =
        (integer_of(extent), integer_of(stride), is_punct(colon, ':'))
    else {
        return Vec::new();
    };
    let mut leaves = Vec::new();
    for extent in around(extent, REACH / 4, 2) {
        leaves.push(format!("{extent}:{stride}"));
    }
    if extent > 1 {
        for stride in around(stride, REACH / 4, 1) {
            leaves.push(format!("{extent}:{stride}"));
        }
    }
    Edit::write_each(at, leaves, reason)
}

/// 1 for an extent of 0.
fn least(at: &Place) -> Vec<Edit> {
    let one = (integer(at.tokens()) == Some(0)).then_some(1);
    Edit::write_each(at, one, "an extent of at least 1")
}

/// A negative integer without its sign.
fn positive(at: &Place) -> Vec<Edit> {
    let Some(negative @ ..0) = integer(at.tokens()) else { return Vec::new() };
    vec![Edit::write(at, negative.unsigned_abs().to_string(), "")]
}

/// `(4,8):(1,-4)` for `(4,-8):(1,4)`.
fn backwards(at: &Place, input: &TokenStream) -> Option<Edit> {
    let Some(extent @ ..0) = integer(at.tokens()) else { return None };
    let mode = at.among[..at.from].iter().filter(|token| is_comma(token)).count();
    let shape = at.around(input)?;
    let [shape_token, colon, stride_token] = shape.among.get(shape.from..shape.from + 3)? else {
        return None;
    };
    let (mut extents, mut strides) = (items(shape_token)?, items(stride_token)?);
    if !is_punct(colon, ':') {
        return None;
    }
    let written = extents.get_mut(mode)?;
    *written = written.replace(&extent.to_string(), &extent.abs().to_string());
    let stride = strides.get_mut(mode)?;
    *stride = format!("-{stride}");
    let text = format!("({}):({})", extents.join(","), strides.join(","));
    let place = shape.over(shape.from, shape.from + 3);
    Some(Edit::write(&place, text, "a mode that runs backwards has a negative stride"))
}

/// Strides for a shape that agree with those that are written.
fn strides_of(shape: &str, stride: &str) -> Vec<String> {
    let (Some(extents), Some(strides)) = (flat(shape), flat(stride)) else { return Vec::new() };
    if !shape.starts_with('(') {
        let others = (1..=REACH).filter(|stride| !strides.contains(stride)).collect_vec();
        return strides.iter().chain(&others).map(i128::to_string).collect_vec();
    }
    let mut more = strides;
    more.truncate(extents.len());
    while more.len() < extents.len() {
        let ends = extents.iter().zip(&more).filter_map(|(a, b)| a.checked_mul(*b));
        more.push(ends.max().unwrap_or(1));
    }
    vec![format!("({})", more.iter().map(i128::to_string).collect_vec().join(","))]
}

/// The integers of a flat tuple.
fn flat(text: &str) -> Option<Vec<i128>> {
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    inside.split(',').map(|item| item.trim().parse().ok()).collect_some()
}

/// The extents of a shape that is shorter than its strides, if these are those of rows: each but the first is as many as the stride before
/// it steps over.
fn extents_of_rows(at: &Place) -> Option<Edit> {
    let mut extents = at.single().and_then(unnamed_items)?;
    let [colon, strides, ..] = &at.among[at.to..] else { return None };
    let strides = if is_colon(colon) { items(strides)? } else { return None };
    for pair in strides.get(extents.len().checked_sub(1)?..)?.windows(2) {
        let [over, step] = pair else { return None };
        let is_word = over.chars().all(is_word_letter);
        extents.push(match (over.parse::<i128>(), step.parse::<i128>()) {
            (Ok(over), Ok(step)) if step > 0 && over > step && over % step == 0 => {
                (over / step).to_string()
            }
            (Err(_), Ok(1)) if is_word => over.clone(),
            _ => return None,
        });
    }
    if strides.len() != extents.len() {
        return None;
    }
    let text = format!("({})", extents.join(","));
    Some(Edit::write(at, text, "the strides are those of rows"))
}

/// The items of a tuple, none of which has a name: other invocations may go by the name of a mode that is left out, and one that is added has none.
fn unnamed_items(token: &TokenTree) -> Option<Vec<String>> {
    let items = items(token)?;
    if items.iter().any(|item| item.contains(':')) { None } else { Some(items) }
}

/// A tuple without its last items, and its first item alone.
fn fewer_items(at: &Place) -> Vec<Edit> {
    let Some(items) = at.single().and_then(unnamed_items) else { return Vec::new() };
    let count = items.len();
    let shorter = (1..count).rev().map(|length| format!("({})", items[..length].join(",")));
    let longer = [format!("({},{count})", items.join(","))];
    Edit::write_each(at, shorter.chain(longer).chain(items.first().cloned()), "")
}

/// The place without its tokens and the comma that is before them, or else after.
fn leave_out_item(at: &Place) -> Vec<Edit> {
    let before = at.from > 0 && is_punct(&at.among[at.from - 1], ',');
    let after = is_punct(at.among.get(at.to), ',');
    let place = match (before, after) {
        (true, _) => at.over(at.from - 1, at.to),
        (false, true) => at.over(at.from, at.to + 1),
        // The only item of a list, as of `#[derive(Copy)]`.
        (false, false) if !at.path.is_empty() && (at.from, at.to) == (0, at.among.len()) => {
            at.clone()
        }
        (false, false) => return Vec::new(),
    };
    vec![Edit::leave_out(place)]
}

/// One operand too many: the items of a tile without its parentheses, or nothing.
fn surplus(at: &Place) -> Vec<Edit> {
    let mut edits = Vec::new();
    // Operands of a shorthand: those of a call have an operation, which may take no tuple.
    if at.path.is_empty() && at.from > 1 && is_comma(&at.among[at.from - 1]) {
        let before = at.among[..at.from - 1].iter().rposition(is_comma);
        let joined = at.over(before.map_or(0, |comma| comma + 1), at.to);
        edits.push(Edit::write(&joined, format!("({})", joined.text()), "a tuple is one operand"));
    }
    edits.extend(leave_out_item(at));
    edits
}

/// Suggestions for tokens that do not parse.
fn of_syntax(at: &Place, input: &TokenStream) -> Vec<Edit> {
    let mut edits = Vec::new();
    let tokens = at.tokens();
    if is_attribute(tokens) && !(at.path.is_empty() && at.from == 0) {
        if let Some(without) = at.replaced(input, "") {
            let text = format!("{} {}", at.text(), spelled(&without));
            let says = Says::Do("move it to the front");
            edits.push(Edit { place: Place::whole(input), text, says });
        }
        return edits;
    }
    // A layout among strides: a comma was meant, or nothing after the colon.
    if let [first @ TokenTree::Literal(_), colon, TokenTree::Literal(rest)] = tokens
        && is_punct(colon, ':')
        && !at.path.is_empty()
    {
        edits.push(Edit::write(at, format!("{first},{rest}"), ""));
        edits.push(Edit::write(at, first.to_string(), ""));
    }
    edits.extend(of_others(at));
    let Some(token) = at.single() else { return edits };
    let text = token.to_string();
    match token {
        TokenTree::Literal(_) => {
            if let Ok(number) = text.trim_matches(['"', '\'']).parse::<f64>()
                && number.fract() == 0.0
                && number.abs() < f64::from(u32::MAX)
                && integer(at.tokens()).is_none()
            {
                edits.push(Edit::write(at, format!("{number:.0}"), ""));
            }
            edits.push(Edit::write(at, format!(", {text}"), ""));
        }
        TokenTree::Ident(_) => match text.as_str() {
            "const" | "static" | "type" | "enum" | "fn" => {
                edits.push(Edit::write(at, "struct", ""));
            }
            "mut" | "o" => edits.push(Edit::leave_out(at.clone())),
            "u8" | "u16" | "u32" | "u64" | "i32" | "i64" | "isize" => {
                edits.push(Edit::write(at, "usize", ""));
            }
            _ => edits.push(Edit::write(at, format!(", {text}"), "")),
        },
        TokenTree::Punct(punct) => {
            let leave_out = Edit::leave_out(at.clone());
            match punct.as_char() {
                ',' => edits.extend([leave_out].into_iter().chain(in_parentheses(at, input))),
                ':' => edits.extend([leave_out, Edit::write(at, "=", "")]),
                '=' => edits.extend([leave_out, Edit::write(at, ":", "")]),
                ';' => edits.push(Edit::write(at, ",", "")),
                '.' => edits.push(Edit::write(at, "o", "")),
                '&' => edits.push(leave_out),
                _ => {}
            }
        }
        TokenTree::Group(group) if at.open && group.delimiter() == Delimiter::Parenthesis => {
            edits.extend(Edit::write_each(at, [":", "o", ",", "="], ""));
        }
        // `[4, 8]`
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            let tuple = format!("({})", spelled(&group.stream()));
            edits.push(Edit::write(at, tuple, "a tuple has parentheses"));
        }
        TokenTree::Group(_) => {}
    }
    edits
}

/// Suggestions for a token that stands twice, or in the place of the one before or after it. In braces there are none: whatever stands there may
/// be a constant of Rust, so that the check says nothing.
fn of_neighbours(at: &Place, input: &TokenStream) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (Some(token), false) = (at.single(), at.open) else { return edits };
    if matches!(at.around(input), Some(around) if is_group(around.single(), Delimiter::Brace)) {
        return edits;
    }
    if at.from > 0 && at.among[at.from - 1].to_string() == token.to_string() {
        edits.push(match token {
            TokenTree::Punct(_) => Edit::leave_out(at.clone()),
            _ => Edit::write(&at.over(at.from - 1, at.to), token.to_string(), ""),
        });
    }
    for from in [at.from.checked_sub(1), Some(at.from)].into_iter().flatten() {
        let Some([one, other]) = at.among.get(from..from + 2) else { continue };
        if let (TokenTree::Group(_), _) | (_, TokenTree::Group(_)) = (one, other) {
            continue;
        }
        if one.to_string() != other.to_string() {
            let text = spelled(&[other.clone(), one.clone()].into_iter().collect());
            edits.push(Edit::write(&at.over(from, from + 2), text, ""));
        }
    }
    edits
}

/// Suggestions for the syntax of array libraries and of Rust behind an operand, or around it.
fn of_others(at: &Place) -> Vec<Edit> {
    let (mut edits, tokens) = (Vec::new(), at.tokens());
    let Some(first) = tokens.first() else { return edits };
    match first {
        // `A[1, 2]`
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && at.from > 0 => {
            let from = operand_before(at, at.from);
            let (of, inside) = (at.over(from, at.from).text(), group.stream().to_string());
            let place = at.over(from, at.from + 1);
            let items = group.stream().into_iter().collect_vec();
            let is_open = items.iter().any(|token| is_ident(token, "_") || is_ident(token, "None"));
            let instead = match (!items.iter().any(is_comma), is_open) {
                (true, _) => {
                    vec![format!("crd2idx({inside}, {of})"), format!("get({of}, {inside})")]
                }
                (false, false) => vec![format!("crd2idx(({inside}), {of})")],
                (false, true) => vec![format!("slice(({inside}), {of})")],
            };
            edits.extend(Edit::write_each(&place, instead, ""));
        }
        // `2**5`
        TokenTree::Punct(punct) if punct.as_char() == '*' => {
            let star = is_punct(at.among[..at.from].last(), '*');
            let mark = if star { at.from - 1 } else { at.from };
            if mark > 0
                && let Some([base, _, star, exponent]) = at.among.get(mark - 1..mark + 3)
                && let (Some(base), Some(exponent)) = (integer_of(base), integer_of(exponent))
                && is_punct(star, '*')
                && let Ok(exponent) = exponent.try_into()
                && let Some(power) = base.checked_pow(exponent)
            {
                edits.push(Edit::write(&at.over(mark - 1, mark + 3), power.to_string(), ""));
            }
        }
        // `bm!()`
        TokenTree::Punct(punct) if punct.as_char() == '!' && at.from > 0 => {
            let from = operand_before(at, at.from);
            let is_call = matches!(at.among.get(at.from - 1), Some(TokenTree::Ident(_)))
                && matches!(at.among.get(at.from + 1), Some(TokenTree::Group(_)));
            if is_call {
                let whole = at.over(from, at.from + 2);
                let text = format!("{{ {} }}", whole.text());
                edits.push(Edit::write(&whole, text, "a constant of Rust"));
            } else {
                edits.push(Edit::leave_out(at.clone()));
            }
        }
        TokenTree::Punct(punct) if punct.as_char() == '!' => {
            edits.push(Edit::leave_out(at.clone()));
        }
        TokenTree::Ident(word) if is_punct(tokens.get(1), '=') => {
            edits.extend(behind_a_name(at, &word.to_string()));
        }
        _ => {}
    }
    // `A.T`, `A.shape`
    if let Some(dot) = (at.from..at.to).find(|index| is_punct(&at.among[*index], '.'))
        && let Some(TokenTree::Ident(field)) = at.among.get(dot + 1)
        && dot > 0
    {
        let from = operand_before(at, dot);
        let of = spelled(&at.among[from..dot].iter().cloned().collect());
        let field = field.to_string();
        let operation = match field.as_str() {
            "T" | "mT" | "t" => "transpose",
            field => field,
        };
        if operations::find(operation).is_some() {
            let place = match at.among.get(dot + 2) {
                Some(TokenTree::Group(_)) => at.over(from, dot + 3),
                _ => at.over(from, dot + 2),
            };
            edits.push(Edit::write(&place, format!("{operation}({of})"), ""));
        }
    }
    edits
}

/// Suggestions for `order="C"` of arrays, and for other operands behind their name: the same as an operand of a function.
fn behind_a_name(at: &Place, name: &str) -> Vec<Edit> {
    let [_, _, value @ ..] = at.tokens() else { return Vec::new() };
    let value = spelled(&value.iter().cloned().collect());
    let word = match value.trim_matches(['"', '\'']) {
        "C" => "LayoutRight",
        "F" => "LayoutLeft",
        _ => value.as_str(),
    };
    let mut edits = vec![Edit::write(at, word, "")];
    if at.from > 0 && is_comma(&at.among[at.from - 1]) {
        let comma = at.from - 1;
        let from = operand_before(at, comma);
        let shape = spelled(&at.among[from..comma].iter().cloned().collect());
        let call =
            if name == "order" && word == value { "make_ordered_layout" } else { "make_layout" };
        let whole = at.over(from, at.to);
        edits.push(Edit::write(&whole, format!("{call}({shape}, {word})"), ""));
    }
    edits
}

/// The begin of the operand that ends at a token: past the last comma, or the sign of a composition.
fn operand_before(at: &Place, end: usize) -> usize {
    for (index, token) in at.among[..end].iter().enumerate().rev() {
        if is_comma(token) || is_semicolon(token) || is_punct(token, '=') || is_ident(token, "o") {
            return index + 1;
        }
    }
    0
}

fn is_attribute(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [hash, TokenTree::Group(group)]
        if is_punct(hash, '#') && group.delimiter() == Delimiter::Bracket)
}

/// `(4,8):(8,1)` for `4,8:8,1`.
fn in_parentheses(at: &Place, input: &TokenStream) -> Option<Edit> {
    if !at.path.is_empty() {
        return None;
    }
    let whole = Place::whole(input);
    let mut sides = Vec::new();
    for side in whole.among.split(is_colon) {
        let text = spelled(&side.iter().cloned().collect());
        sides.push(if side.iter().any(is_comma) { format!("({text})") } else { text });
    }
    Some(Edit::write(&whole, sides.join(":"), "a tuple has parentheses"))
}

/// Returns whether other strides may help.
fn is_of_strides(diagnostic: &Diagnostic) -> bool {
    use ErrorKind::{NoInverse, NotInjective, Overlap};
    let kind = diagnostic.kind();
    matches!(kind, Some(Overlap { .. } | NoInverse { .. } | NotInjective { .. }))
}

/// A written layout with another stride.
fn other_stride(at: &Place, trials: &Trials<'_>) -> Option<Edit> {
    if !at.tokens().iter().any(is_colon) {
        return None;
    }
    let mut written = parse_expr(at.tokens().iter().cloned().collect()).ok()?;
    written.allow = Allow::all();
    let Value::Layout(layout) = evaluate(&written, &Scope::new()).ok()? else { return None };
    let better = restrided(&layout, &|_, better| trials.replaced(at, &better.to_string()))?;
    Some(Edit::write(at, better.layout.to_string(), ""))
}
