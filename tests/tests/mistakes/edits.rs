//! Edits that make a mistake of a correct program, each by a rule.

// A list of places may have one.
#![allow(clippy::single_range_in_vec_init)]

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::random::Random;

/// A rule that makes a mistake.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    LeftOut,
    Doubled,
    Exchanged,
    Misspelt,
    OtherCase,
    ExchangedOperands,
    RankAbove,
    RankBelow,
    OtherNumber,
    OtherType,
    Keyword,
    NotImported,
    OtherCrate,
    Moved,
    OtherSymbol,
    ExchangedArguments,
    ArgumentLeftOut,
    ArgumentAdded,
    CallLeftOut,
    CallDoubled,
    ReferenceLeftOut,
    ReferenceAdded,
    OtherTurbofish,
    ParameterLeftOut,
    OtherArity,
    OtherMutability,
    MutLeftOut,
    BangLeftOut,
    OtherBrackets,
    OtherUnit,
}

impl Rule {
    pub(crate) const ALL: [Rule; 30] = [
        Rule::LeftOut,
        Rule::Doubled,
        Rule::Exchanged,
        Rule::Misspelt,
        Rule::OtherCase,
        Rule::ExchangedOperands,
        Rule::RankAbove,
        Rule::RankBelow,
        Rule::OtherNumber,
        Rule::OtherType,
        Rule::Keyword,
        Rule::NotImported,
        Rule::OtherCrate,
        Rule::Moved,
        Rule::OtherSymbol,
        Rule::ExchangedArguments,
        Rule::ArgumentLeftOut,
        Rule::ArgumentAdded,
        Rule::CallLeftOut,
        Rule::CallDoubled,
        Rule::ReferenceLeftOut,
        Rule::ReferenceAdded,
        Rule::OtherTurbofish,
        Rule::ParameterLeftOut,
        Rule::OtherArity,
        Rule::OtherMutability,
        Rule::MutLeftOut,
        Rule::BangLeftOut,
        Rule::OtherBrackets,
        Rule::OtherUnit,
    ];

    /// The mistake that it makes, in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Rule::LeftOut => "a token is left out",
            Rule::Doubled => "a token is doubled",
            Rule::Exchanged => "two tokens are exchanged",
            Rule::Misspelt => "a word is misspelt",
            Rule::OtherCase => "a word has another case",
            Rule::ExchangedOperands => "two operands are exchanged",
            Rule::RankAbove => "a rank is one more",
            Rule::RankBelow => "a rank is one less",
            Rule::OtherNumber => "a number is another",
            Rule::OtherType => "a number has another type",
            Rule::Keyword => "a word is a keyword of another edition",
            Rule::NotImported => "a name is not imported",
            Rule::OtherCrate => "a name is of another crate",
            Rule::Moved => "a value is moved",
            Rule::OtherSymbol => "a symbol is another",
            Rule::ExchangedArguments => "arguments of a call are exchanged",
            Rule::ArgumentLeftOut => "an argument is left out",
            Rule::ArgumentAdded => "an argument is added",
            Rule::CallLeftOut => "a call of a chain is left out",
            Rule::CallDoubled => "a call of a chain is doubled",
            Rule::ReferenceLeftOut => "a reference is left out",
            Rule::ReferenceAdded => "a reference is added",
            Rule::OtherTurbofish => "a turbofish has another length",
            Rule::ParameterLeftOut => "a generic parameter is left out",
            Rule::OtherArity => "a closure has another arity",
            Rule::OtherMutability => "a view has another mutability",
            Rule::MutLeftOut => "a `mut` is left out",
            Rule::BangLeftOut => "the `!` of a macro is left out",
            Rule::OtherBrackets => "brackets are of another kind",
            Rule::OtherUnit => "a length has another unit",
        }
    }
}

/// A program with a mistake.
pub(crate) struct Edited {
    pub(crate) text: String,
    /// The tokens that were edited.
    pub(crate) wrong: Vec<Range<usize>>,
    /// Where else a mistake of numbers may come to light: the invocation, and those that name what it defines.
    pub(crate) around: Vec<Range<usize>>,
    pub(crate) edition: &'static str,
    pub(crate) part: Part,
}

/// The part of a program that is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// An invocation of the library, but no name that it defines.
    Invocation,
    /// The name of a definition in an invocation: what names the layout elsewhere names nothing any more.
    DefinedName,
    Elsewhere,
}

/// The macros of the library.
pub(super) const MACROS: [&str; 15] = [
    "layout",
    "divide",
    "compose",
    "product",
    "complement",
    "copy",
    "zip_with",
    "fold",
    "einsum",
    "infer_layout",
    "coordinate",
    "wgsl",
    "glsl",
    "cuda",
    "metal",
];

/// Words that are names in one edition, and keywords in another.
const WORDS: [&str; 5] = ["gen", "async", "dyn", "try", "await"];

/// A token of a program.
#[derive(Clone)]
pub(super) struct Token {
    pub(super) at: Range<usize>,
    pub(super) kind: Kind,
    /// The invocation of a macro of the library that it is in.
    pub(super) invocation: Option<Range<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    Other,
    Delimiter,
}

/// Operands or modes, separated by commas.
struct List {
    items: Vec<Range<usize>>,
    invocation: Range<usize>,
    is_tuple: bool,
}

/// The tokens of a program.
pub(crate) struct Program<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    lists: Vec<List>,
}

impl<'a> Program<'a> {
    /// The tokens of a text; none if it does not consist of tokens.
    pub(crate) fn of(text: &'a str) -> Option<Self> {
        let mut program = Program { text, tokens: Vec::new(), lists: Vec::new() };
        program.walk(text.parse().ok()?, None);
        Some(program)
    }

    fn walk(&mut self, stream: TokenStream, invocation: Option<Range<usize>>) {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        for (i, tree) in trees.iter().enumerate() {
            let at = tree.span().byte_range();
            let kind = match tree {
                TokenTree::Group(group) => {
                    let inside =
                        match (i.checked_sub(2).map(|i| &trees[i]), &trees[i.saturating_sub(1)]) {
                            (Some(TokenTree::Ident(name)), TokenTree::Punct(bang))
                                if bang.as_char() == '!'
                                    && MACROS.contains(&name.to_string().as_str()) =>
                            {
                                Some(name.span().byte_range().start..at.end)
                            }
                            _ => invocation.clone(),
                        };
                    self.group(group, inside, invocation.as_ref());
                    continue;
                }
                TokenTree::Ident(_) => Kind::Word,
                TokenTree::Literal(literal) => match literal.to_string().parse::<usize>() {
                    Ok(_) => Kind::Number,
                    Err(_) => Kind::Other,
                },
                TokenTree::Punct(_) => Kind::Other,
            };
            self.tokens.push(Token { at, kind, invocation: invocation.clone() });
        }
    }

    fn group(
        &mut self,
        group: &Group,
        inside: Option<Range<usize>>,
        around: Option<&Range<usize>>,
    ) {
        let delimiter = |at: proc_macro2::Span| Token {
            at: at.byte_range(),
            kind: Kind::Delimiter,
            invocation: inside.clone(),
        };
        let (open, close) = (delimiter(group.span_open()), delimiter(group.span_close()));
        self.tokens.push(open);
        if let (Some(invocation), Delimiter::Parenthesis) = (&inside, group.delimiter()) {
            let (mut items, mut item) = (Vec::new(), None::<Range<usize>>);
            for tree in group.stream() {
                if matches!(&tree, TokenTree::Punct(mark) if mark.as_char() == ',') {
                    items.extend(item.take());
                    continue;
                }
                let at = tree.span().byte_range();
                item = Some(item.map_or(at.start, |item| item.start)..at.end);
            }
            items.extend(item);
            if items.len() > 1 {
                let is_tuple = around.is_some();
                self.lists.push(List { items, invocation: invocation.clone(), is_tuple });
            }
        }
        self.walk(group.stream(), inside.clone());
        self.tokens.push(close);
    }

    pub(super) fn word(&self, token: &Token) -> &'a str {
        &self.text[token.at.clone()]
    }

    /// The tokens by an invocation of the library three times of four, so that most mistakes are in layouts.
    fn token(&self, random: &mut Random, is: impl Fn(&Token) -> bool) -> Option<usize> {
        let any = random.below(4) == 0;
        let can = |token: &&Token| is(token) && (any || token.invocation.is_some());
        let count = self.tokens.iter().filter(can).count();
        let number = random.below(count.max(1));
        let token = self.tokens.iter().filter(can).nth(number)?;
        self.tokens.iter().position(|other| other.at == token.at)
    }

    /// Edits the program by a rule; none if it has nothing that the rule is of.
    pub(crate) fn edited(&self, rule: Rule, random: &mut Random) -> Option<Edited> {
        let is_word = |token: &Token| token.kind == Kind::Word;
        let is_number = |token: &Token| token.kind == Kind::Number && token.invocation.is_some();
        let is_long = |token: &Token| {
            is_word(token) && token.at.len() > 2 && token.at.start > super::programs::ALLOWED.len()
        };
        let past_head = |token: &Token| token.at.start > super::programs::ALLOWED.len();
        match rule {
            Rule::LeftOut | Rule::Doubled => {
                let i =
                    self.token(random, |token| past_head(token) && token.kind != Kind::Delimiter)?;
                let at = self.tokens[i].at.clone();
                let text = &self.text[at.clone()];
                if rule == Rule::LeftOut {
                    // What is on both sides stays two tokens: `2,1` is `2 1`, and not another number.
                    let space =
                        if joins(&self.text[..at.start], &self.text[at.end..]) { " " } else { "" };
                    let mut edited = self.replaced(&at, space);
                    // Nothing stands there any more: the tokens on both sides are meant.
                    let before = self.tokens.get(i.wrapping_sub(1)).map(|token| token.at.clone());
                    let gone = at.len() - space.len();
                    let after = self
                        .tokens
                        .get(i + 1)
                        .map(|token| token.at.start - gone..token.at.end - gone);
                    edited.wrong.extend(before.into_iter().chain(after));
                    // A tuple without one of its numbers has another rank.
                    let token = &self.tokens[i];
                    return Some(
                        match token.invocation.as_ref().filter(|_| token.kind == Kind::Number) {
                            Some(invocation) => self.with_numbers(edited, invocation, at.start),
                            None => edited,
                        },
                    );
                }
                let space = if self.tokens[i].kind == Kind::Other { "" } else { " " };
                let mut edited = self.replaced(&at, &format!("{text}{space}{text}"));
                let second = at.end + space.len();
                edited.wrong.extend([at, second..edited.wrong[0].end]);
                // The name stands there all the same.
                if edited.part == Part::DefinedName {
                    edited.part = Part::Invocation;
                }
                Some(edited)
            }
            Rule::Exchanged => {
                let i =
                    self.token(random, |token| past_head(token) && token.kind != Kind::Delimiter)?;
                let (one, other) = (self.tokens.get(i)?, self.tokens.get(i + 1)?);
                if other.kind == Kind::Delimiter || self.word(one) == self.word(other) {
                    return None;
                }
                Some(self.exchanged(&one.at, &other.at))
            }
            Rule::Misspelt => {
                let at = self.tokens[self.token(random, is_long)?].at.clone();
                let mut word: Vec<char> = self.text[at.clone()].chars().collect();
                let i = 1 + random.below(word.len() - 2);
                match random.below(3) {
                    0 => word.swap(i, i + 1),
                    1 => drop(word.remove(i)),
                    _ => word.insert(i, word[i]),
                }
                self.misspelt(&at, &word.into_iter().collect::<String>())
            }
            Rule::OtherCase => {
                let at = self.tokens[self.token(random, is_long)?].at.clone();
                let word = &self.text[at.clone()];
                let first = &word[..1];
                let other = match first.chars().all(char::is_uppercase) {
                    true => first.to_lowercase(),
                    false => first.to_uppercase(),
                };
                self.misspelt(&at, &format!("{other}{}", &word[1..]))
            }
            Rule::ExchangedOperands => {
                let list = self.list(random, |_| true)?;
                let i = random.below(list.items.len() - 1);
                let (one, other) = (&list.items[i], &list.items[i + 1]);
                if self.text[one.clone()] == self.text[other.clone()] {
                    return None;
                }
                let edited = self.exchanged(one, other);
                Some(self.with_numbers(edited, &list.invocation, one.start))
            }
            Rule::RankAbove | Rule::RankBelow => {
                let list = self.list(random, |list| list.is_tuple)?;
                let last = list.items.last()?;
                let edited = match rule {
                    Rule::RankAbove => {
                        let mut edited = self.replaced(&(last.end..last.end), ", 2");
                        // The tuple, or what is new in it.
                        edited.wrong =
                            vec![list.items[0].start - 1..last.end + 4, last.end + 2..last.end + 3];
                        edited
                    }
                    _ => {
                        let before = &list.items[list.items.len() - 2];
                        let mut edited = self.replaced(&(before.end..last.end), "");
                        edited.wrong = vec![list.items[0].start - 1..before.end + 1];
                        edited
                    }
                };
                Some(self.with_numbers(edited, &list.invocation, last.start))
            }
            Rule::OtherNumber | Rule::OtherType => {
                let token = self.tokens[self.token(random, is_number)?].clone();
                let number: usize = self.word(&token).parse().ok()?;
                let other = match (rule, random.below(5)) {
                    (Rule::OtherNumber, 0) => (number + 1).to_string(),
                    (Rule::OtherNumber, 1) => (number * 2).to_string(),
                    (Rule::OtherNumber, 2) => (number / 2).to_string(),
                    (Rule::OtherNumber, 3) => (number + 3).to_string(),
                    (Rule::OtherNumber, _) => "0".to_owned(),
                    (_, 0) => format!("{number}.0"),
                    (_, 1) => format!("\"{number}\""),
                    (_, 2) => format!("-{number}"),
                    (_, 3) => format!("{number}u32"),
                    _ => "true".to_owned(),
                };
                let edited = self.replaced(&token.at, &other);
                Some(self.with_numbers(edited, token.invocation.as_ref()?, token.at.start))
            }
            Rule::Keyword => {
                let i = self.token(random, |token| is_word(token) && self.is_variable(token))?;
                let (at, word) = (self.tokens[i].at.clone(), WORDS[random.below(WORDS.len())]);
                let edition = ["2018", "2021", "2024"][random.below(3)];
                Some(Edited { edition, ..self.misspelt(&at, word)? })
            }
            Rule::NotImported => {
                let import = self.import()?;
                let is_list = import.iter().any(|token| self.word(token) == "{");
                let names: Vec<Token> = import.into_iter().filter(|token| is_word(token)).collect();
                let imported = names.len().checked_sub(2).filter(|count| *count > 0)?;
                let first = if is_list { 2 + random.below(imported) } else { names.len() - 1 };
                let name = names.get(first)?;
                let word = self.word(name);
                let comma = self.text[name.at.end..].starts_with(',');
                // A single name is left out with its `use`, of which a path that ends in `::` would be left.
                let at = match is_list {
                    false => names[0].at.start..name.at.end + 1,
                    true => name.at.start..name.at.end + usize::from(comma),
                };
                let mut left_out = self.replaced(&at, "");
                left_out.wrong = words(&left_out.text, word);
                Some(left_out)
            }
            Rule::OtherCrate => {
                let i = self
                    .token(random, |token| is_word(token) && self.word(token) == "layout_view")?;
                let other = ["layout_runtime", "layout", "cute", "layout_views", "ndarray"];
                Some(self.replaced(&self.tokens[i].at, other[random.below(other.len())]))
            }
            Rule::Moved => self.moved(random),
            Rule::OtherSymbol => {
                let lower = |token: &Token| {
                    is_word(token) && token.invocation.is_some() && self.is_variable(token)
                };
                let (one, other) = (self.token(random, lower)?, self.token(random, lower)?);
                let (at, word) = (&self.tokens[one].at, self.word(&self.tokens[other]));
                let word = if random.below(2) == 0 { "q" } else { word };
                self.misspelt(at, word)
            }
            _ => self.edited_call(rule, random),
        }
    }

    /// True of a word that a `let` of the program defines, or a short word in an invocation.
    fn is_variable(&self, token: &Token) -> bool {
        let word = self.word(token);
        let is_let = |pair: &[Token]| self.word(&pair[0]) == "let" && self.word(&pair[1]) == word;
        word.chars().all(char::is_lowercase)
            && (word.len() == 1 || self.tokens.windows(2).any(is_let))
    }

    fn list(&self, random: &mut Random, is: impl Fn(&List) -> bool) -> Option<&List> {
        let count = self.lists.iter().filter(|list| is(list)).count();
        let number = random.below(count.max(1));
        self.lists.iter().filter(|list| is(list)).nth(number)
    }

    /// The tokens of the import of the library's names.
    fn import(&self) -> Option<Vec<Token>> {
        let is_use =
            |pair: &[Token]| self.word(&pair[0]) == "use" && self.word(&pair[1]) == "layout_view";
        let start = self.tokens.windows(2).position(is_use)?;
        let end = self.tokens[start..].iter().position(|token| self.word(token) == ";")?;
        Some(self.tokens[start..start + end].to_vec())
    }

    /// Moves a variable in front of the statement that uses it last.
    fn moved(&self, random: &mut Random) -> Option<Edited> {
        let is_let = |i: &usize| {
            self.word(&self.tokens[*i]) == "let"
                && self.tokens[*i].invocation.is_none()
                && self.tokens.get(*i + 1).is_some_and(|token| token.kind == Kind::Word)
        };
        let lets: Vec<usize> = (0..self.tokens.len()).filter(is_let).collect();
        let i = *lets.get(random.below(lets.len().max(1)))? + 1;
        let i = if self.word(&self.tokens[i]) == "mut" { i + 1 } else { i };
        let name = self.word(&self.tokens[i]);
        let last = self.tokens.iter().rposition(|token| self.word(token) == name)?;
        let ends = |token: &Token| matches!(self.word(token), ";" | "{" | "}");
        let start = self.tokens[..last].iter().rposition(ends)?;
        if start <= i {
            return None;
        }
        let at = self.tokens[start].at.end;
        let mut edited = self.replaced(&(at..at), &format!(" drop({name});"));
        edited.wrong = uses(&edited.text, name);
        edited.wrong.retain(|use_| use_.start > at);
        Some(edited)
    }

    pub(super) fn replaced(&self, at: &Range<usize>, by: &str) -> Edited {
        let text = [&self.text[..at.start], by, &self.text[at.end..]].concat();
        let wrong = vec![at.start..at.start + by.len()];
        let mut inside = self.tokens.iter().filter_map(|token| token.invocation.as_ref());
        let part = match inside.any(|invocation| invocation.contains(&at.start)) {
            true if self.is_defined_name(at) => Part::DefinedName,
            true => Part::Invocation,
            false => Part::Elsewhere,
        };
        Edited { text, wrong, around: Vec::new(), edition: "2024", part }
    }

    /// True of the name of a definition in an invocation.
    fn is_defined_name(&self, at: &Range<usize>) -> bool {
        let place = self.tokens.iter().position(|token| token.at == *at);
        let before = place.and_then(|i| self.tokens.get(i.checked_sub(1)?));
        before.is_some_and(|before| {
            before.invocation.is_some() && matches!(self.word(before), "struct" | "let")
        })
    }

    /// Another word in the place of one: the mistake is the word, and each of its uses if it is a definition.
    fn misspelt(&self, at: &Range<usize>, by: &str) -> Option<Edited> {
        let word = &self.text[at.clone()];
        if word == by {
            return None;
        }
        let mut edited = self.replaced(at, by);
        let i = self.tokens.iter().position(|token| token.at == *at)?;
        let before = self.tokens.get(i.wrapping_sub(1)).map_or("", |token| self.word(token));
        let is_defined =
            matches!(before, "let" | "mut" | "struct" | "fn" | "const" | "as" | "<" | "(" | "|")
                || self
                    .tokens
                    .get(i + 1)
                    .is_some_and(|token| matches!(self.word(token), ":" | ","));
        if is_defined {
            edited.wrong.extend(words(&edited.text, word));
        }
        Some(edited)
    }

    fn exchanged(&self, one: &Range<usize>, other: &Range<usize>) -> Edited {
        let (a, b) = (&self.text[one.clone()], &self.text[other.clone()]);
        let (before, after) = (&self.text[..one.start], &self.text[other.end..]);
        let between = &self.text[one.end..other.start];
        // The two stay tokens of their own: `<m, n>` is `<m n ,>`, and not `<mn ,>`.
        let space = |one: &str, other: &str| if joins(one, other) { " " } else { "" };
        let (front, back) = (space(before, b), space(a, after));
        let between = if between.is_empty() { space(b, a) } else { between };
        let by = [front, b, between, a, back].concat();
        let mut edited = self.replaced(&(one.start..other.end), &by);
        let whole = edited.wrong[0].start + front.len()..edited.wrong[0].end - back.len();
        edited.wrong = vec![whole.clone()];
        edited.wrong.extend([whole.start..whole.start + b.len(), whole.end - a.len()..whole.end]);
        edited
    }

    /// A wrong number may come to light elsewhere in its invocation, or where the layout that is defined there is used.
    pub(super) fn with_numbers(
        &self,
        mut edited: Edited,
        invocation: &Range<usize>,
        at: usize,
    ) -> Edited {
        let grown = edited.text.len().wrapping_sub(self.text.len());
        let end = |end: usize| if end >= at { end.wrapping_add(grown) } else { end };
        edited.around.push(invocation.start..end(invocation.end));
        let inside =
            |token: &&Token| invocation.contains(&token.at.start) && token.kind == Kind::Word;
        let mut names: BTreeSet<&str> = BTreeSet::new();
        let before = |token: &Token| token.at.end < invocation.start;
        let last = self.tokens.iter().rposition(before);
        // `let tile = layout!(…)`, or what the invocation defines.
        if let Some(tokens) = last.and_then(|last| self.tokens.get(last.wrapping_sub(1)..=last)) {
            names.extend(
                tokens
                    .iter()
                    .filter(|token| token.kind == Kind::Word)
                    .map(|token| self.word(token)),
            );
        }
        let words_inside: Vec<&Token> = self.tokens.iter().filter(inside).collect();
        let defines = |pair: &[&Token]| matches!(self.word(pair[0]), "struct" | "let");
        names.extend(
            words_inside.windows(2).filter(|pair| defines(pair)).map(|pair| self.word(pair[1])),
        );
        for name in names {
            for use_ in words(&edited.text, name) {
                let start = edited.text[..use_.start].rfind(['\n', ';']).map_or(0, |at| at + 1);
                let rest = &edited.text[use_.end..];
                edited.around.push(start..use_.end + rest.find([';', '\n']).unwrap_or(rest.len()));
            }
        }
        edited
    }
}

/// True of texts that would be one token next to each other.
fn joins(one: &str, other: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    one.ends_with(is_word) && other.starts_with(is_word)
}

/// Where a variable stands in a text, and where it is borrowed.
pub(super) fn uses(text: &str, name: &str) -> Vec<Range<usize>> {
    let mut uses = words(text, name);
    for use_ in uses.clone() {
        for sign in ["&", "&mut "] {
            if let Some(before) = text[..use_.start].strip_suffix(sign) {
                uses.push(before.len()..use_.end);
            }
        }
    }
    uses
}

/// Where a word stands in a text, whole.
pub(super) fn words(text: &str, word: &str) -> Vec<Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let whole = |at: &usize| {
        !text[..*at].ends_with(is_part) && !text[*at + word.len()..].starts_with(is_part)
    };
    let found = text.match_indices(word).map(|(at, _)| at).filter(whole);
    found.map(|at| at..at + word.len()).collect()
}
