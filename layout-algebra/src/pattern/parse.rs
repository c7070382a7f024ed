//! A pattern from its text.

use crate::CollectVec;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::{Axis, Item, Pattern, PatternError, Term};

/// The most tokens of a pattern, so that it is read and bound in bounded time.
const MAX_TOKENS: usize = 512;

/// `a (b c) 1 ..., d -> a d`
pub(super) fn parse(text: &str) -> Result<Pattern, PatternError> {
    let tokens = tokens(text)?;
    let mut terms = Vec::new();
    let (mut items, mut start, mut arrow) = (Vec::new(), 0, None);
    let mut open: Option<(usize, Vec<Item>)> = None;
    for (token, at) in tokens {
        let item = match token {
            Token::Word(name) => Item::Axis(Axis { name, at }),
            Token::Number(number) => Item::Number(number, at),
            Token::Rest => Item::Rest(at),
            Token::Open => match &open {
                Some((first, _)) => {
                    let message = format!(
                        "a group stands in the group that begins with byte {first}: groups do not nest"
                    );
                    return Err(PatternError::new(&at, message));
                }
                None => {
                    open = Some((at.start, core::mem::take(&mut items)));
                    continue;
                }
            },
            Token::Close => match open.take() {
                Some((first, outside)) => {
                    let inside = core::mem::replace(&mut items, outside);
                    Item::Group(inside, first..at.end)
                }
                None => return Err(PatternError::new(&at, "no `(` is in front of this `)`")),
            },
            Token::Comma | Token::Arrow if open.is_some() => {
                let at = open.map_or(at, |(first, _)| first..first + 1);
                return Err(PatternError::new(&at, "no `)` follows this `(`"));
            }
            Token::Comma if arrow.is_none() => {
                terms.push(Term::new(core::mem::take(&mut items), start..at.start)?);
                start = at.end;
                continue;
            }
            Token::Comma => {
                return Err(PatternError::new(&at, "there is one result, which has no `,`"));
            }
            Token::Arrow if arrow.is_none() => {
                terms.push(Term::new(core::mem::take(&mut items), start..at.start)?);
                start = at.end;
                arrow = Some(at);
                continue;
            }
            Token::Arrow => {
                return Err(PatternError::new(&at, "a pattern has one `->`, and this is another"));
            }
        };
        items.push(item);
    }
    if let Some((first, _)) = open {
        return Err(PatternError::new(&(first..first + 1), "no `)` follows this `(`"));
    }
    let last = Term::new(items, start..text.len())?;
    let output = match arrow {
        Some(_) => Some(last),
        None => {
            terms.push(last);
            None
        }
    };
    Ok(Pattern { text: text.to_string(), inputs: terms, output })
}

enum Token {
    Word(String),
    Number(u64),
    Rest,
    Open,
    Close,
    Comma,
    Arrow,
}

fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, PatternError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let word = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let word = &rest[..word.unwrap_or(rest.len())];
        let (token, len) = match first {
            first if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            ',' => (Token::Comma, 1),
            _ if rest.starts_with("->") => (Token::Arrow, 2),
            _ if rest.starts_with("...") => (Token::Rest, 3),
            '…' => (Token::Rest, first.len_utf8()),
            '0'..='9' => match word.parse() {
                Ok(number) => (Token::Number(number), word.len()),
                Err(_) => {
                    let message = format!("`{word}` is no length: an axis has a name or a number");
                    return Err(PatternError::new(&(at..at + word.len()), message));
                }
            },
            _ if word.starts_with('_') || word.ends_with('_') && !word.is_empty() => {
                let message = format!("`{word}` is no name of an axis: `_` is at an end of it");
                return Err(PatternError::new(&(at..at + word.len()), message));
            }
            _ if !word.is_empty() => (Token::Word(word.to_string()), word.len()),
            found => {
                let message = format!(
                    "`{found}` is no part of a pattern\nit has names of axes, numbers, `(…)`, `...`, `,` and `->`"
                );
                return Err(PatternError::new(&(at..at + found.len_utf8()), message));
            }
        };
        if tokens.len() == MAX_TOKENS {
            let message = format!("a pattern has at most {MAX_TOKENS} names, numbers and marks");
            return Err(PatternError::new(&(at..at + len), message));
        }
        tokens.push((token, at..at + len));
        at += len;
    }
    Ok(tokens)
}

impl Term {
    fn new(items: Vec<Item>, at: Range<usize>) -> Result<Self, PatternError> {
        let term = Term { items, at };
        let mut leaves = term.leaves();
        leaves.retain(|item| matches!(item, Item::Rest(_)));
        if let [_, second, ..] = leaves.as_slice() {
            return Err(PatternError::new(second.at(), "`...` stands twice on one side"));
        }
        Ok(term)
    }

    /// The items that are no groups, from left to right.
    pub(super) fn leaves(&self) -> Vec<&Item> {
        let mut leaves = Vec::new();
        for item in &self.items {
            match item {
                Item::Group(inside, _) => leaves.extend(inside),
                other => leaves.push(other),
            }
        }
        leaves
    }

    /// The place of its `...`.
    pub(super) fn rest(&self) -> Option<&Range<usize>> {
        self.leaves().into_iter().find(|item| matches!(item, Item::Rest(_))).map(Item::at)
    }

    /// The axes with names, from left to right.
    pub(super) fn axes(&self) -> Vec<&Axis> {
        let mut axes = Vec::new();
        for item in self.leaves() {
            if let Item::Axis(axis) = item {
                axes.push(axis);
            }
        }
        axes
    }

    /// The pattern with each letter as an axis, as in NumPy's `einsum`.
    fn by_letter(&self) -> Option<Self> {
        let mut items = Vec::new();
        for item in &self.items {
            match item {
                Item::Axis(Axis { name, at }) => {
                    for (i, letter) in name.char_indices() {
                        let at = at.start + i..at.start + i + 1;
                        items.push(Item::Axis(Axis { name: letter.to_string(), at }));
                    }
                }
                Item::Rest(at) => items.push(Item::Rest(at.clone())),
                Item::Group(..) | Item::Number(..) => return None,
            }
        }
        Some(Term { items, at: self.at.clone() })
    }
}

impl Pattern {
    /// The term with each letter as an axis; `None` where it has groups or numbers.
    pub(super) fn by_letter(&self) -> Option<Self> {
        let inputs = self.inputs.iter().map(Term::by_letter).collect_some()?;
        let output = match &self.output {
            Some(output) => Some(output.by_letter()?),
            None => None,
        };
        Some(Pattern { text: self.text.clone(), inputs, output })
    }
}
