//! Edits of what stands around layouts in Rust: calls, references, generic arguments, closures, brackets and lengths, each by a rule.

use std::ops::Range;

use super::edits::{Edited, Kind, MACROS, Part, Program, Rule, uses};
use crate::random::Random;

impl Program<'_> {
    /// Edits the program by such a rule; none if it has nothing that the rule is of.
    pub(super) fn edited_call(&self, rule: Rule, random: &mut Random) -> Option<Edited> {
        let is_past_head = |i: &usize| self.tokens[*i].at.start > super::programs::ALLOWED.len();
        let all = (3..self.tokens.len().saturating_sub(2)).filter(is_past_head);
        let sites: Vec<usize> = all.filter(|i| self.is_site(rule, *i)).collect();
        let i = *sites.get(random.below(sites.len().max(1)))?;
        let edited = match rule {
            Rule::ExchangedArguments | Rule::ArgumentLeftOut | Rule::ArgumentAdded => {
                self.other_list(i, rule, "2", random)?
            }
            Rule::OtherArity | Rule::OtherTurbofish => {
                let is_less = random.below(2) == 0;
                let list = if is_less { Rule::ArgumentLeftOut } else { Rule::ArgumentAdded };
                let more =
                    if rule == Rule::OtherArity { "q" } else { ["4", "u8"][random.below(2)] };
                self.other_list(i, list, more, random)?
            }
            Rule::ParameterLeftOut => self.other_list(i, Rule::ArgumentLeftOut, "", random)?,
            Rule::CallLeftOut => {
                let (start, close) = (self.tokens[i - 2].at.start, self.close(i)?);
                let mut edited = self.replaced(&(start..self.tokens[close].at.end), "");
                // What is called on the value is another method of another type.
                let gone = self.tokens[close].at.end - start;
                let after = self.tokens[close + 1..].iter().take(2);
                edited.wrong.push(self.tokens[i - 3].at.clone());
                edited.wrong.extend(after.map(|it| it.at.start - gone..it.at.end - gone));
                edited
            }
            Rule::CallDoubled => {
                let end = self.tokens[self.close(i)?].at.end;
                let call = &self.text[self.tokens[i - 2].at.start..end];
                let mut edited = self.replaced(&(end..end), call);
                edited.wrong.push(end - call.len()..end);
                edited
            }
            Rule::ReferenceLeftOut => {
                // Of `&mut x` both words, or the second.
                let is_mutable = self.word(&self.tokens[i + 1]) == "mut";
                let first = i + usize::from(is_mutable && random.below(2) == 0);
                let rest = self.tokens[i + 1 + usize::from(is_mutable)].at.start;
                let end = self.items(i, self.enclosing_end(i)?).first()?.end;
                let from = self.tokens[first].at.start;
                let mut edited = self.replaced(&(from..rest), "");
                let end = end - (rest - from);
                edited.wrong = vec![self.tokens[i].at.start..end, from..end];
                edited
            }
            Rule::ReferenceAdded => {
                let items = self.items(i, self.close(i)?);
                let item = items.get(random.below(items.len().max(1)))?;
                let sign = ["&", "&mut "][random.below(2)];
                let mut edited = self.replaced(&(item.start..item.start), sign);
                edited.wrong[0].end = item.end + sign.len();
                edited
            }
            Rule::OtherMutability => {
                let at = &self.tokens[i].at;
                let other = match self.word(&self.tokens[i]) {
                    "View" => "ViewMut",
                    "ViewMut" => "View",
                    word => word.strip_suffix("_mut")?,
                };
                self.replaced(at, other)
            }
            Rule::MutLeftOut => {
                let name = &self.tokens[i + 1];
                let mut edited = self.replaced(&(self.tokens[i].at.start..name.at.start), "");
                edited.wrong = uses(&edited.text, self.word(name));
                edited
            }
            Rule::BangLeftOut => {
                let name = self.tokens[i - 1].at.clone();
                let close = self.tokens[self.close(i + 1)?].at.end - 1;
                let mut edited = self.replaced(&self.tokens[i].at, "");
                edited.wrong = vec![name.start..close, name];
                // No macro sees the tokens.
                edited.part = Part::Elsewhere;
                edited
            }
            Rule::OtherBrackets => {
                let close = self.close(i)?;
                let others = ["()", "[]", "{}"].map(|pair| pair.split_at(1));
                let open = self.word(&self.tokens[i]);
                let others: Vec<_> = others.into_iter().filter(|pair| pair.0 != open).collect();
                let other = others[random.below(others.len())];
                let at = self.tokens[i].at.start..self.tokens[close].at.end;
                let inside = &self.text[at.start + 1..at.end - 1];
                let mut edited = self.replaced(&at, &[other.0, inside, other.1].concat());
                edited.wrong.extend([at.start..at.start + 1, at.end - 1..at.end]);
                edited
            }
            Rule::OtherUnit => {
                let length =
                    self.tokens[i + 1].at.start..self.tokens[self.enclosing_end(i)?].at.start;
                let text = &self.text[length.clone()];
                let other = [format!("4 * ({text})"), format!("({text}) / 4")];
                self.replaced(&length, &other[random.below(2)])
            }
            _ => return None,
        };
        Some(self.with_numbers(edited, &self.statement(i), self.tokens[i].at.start))
    }

    /// True of a token at which a rule edits.
    fn is_site(&self, rule: Rule, i: usize) -> bool {
        let word = |i: usize| self.word(&self.tokens[i]);
        let is_word = |i: usize| self.tokens[i].kind == Kind::Word;
        let is_next_to = self.tokens[i - 1].at.end == self.tokens[i].at.start;
        let is_call = word(i) == "(" && is_word(i - 1) && matches!(word(i - 2), "." | ":");
        let count = || self.close(i).map_or(0, |close| self.items(i, close).len());
        match rule {
            Rule::ExchangedArguments => is_call && count() > 1,
            Rule::ArgumentLeftOut | Rule::ReferenceAdded => is_call && count() > 0,
            Rule::ArgumentAdded => is_call,
            Rule::CallLeftOut | Rule::CallDoubled => {
                is_call && word(i - 2) == "." && word(i - 3) != "."
            }
            Rule::ReferenceLeftOut => {
                word(i) == "&" && matches!(word(i - 1), "(" | "," | "=" | ":") && word(i + 1) != "&"
            }
            Rule::OtherTurbofish => word(i) == "<" && word(i - 1) == ":" && is_word(i - 3),
            Rule::ParameterLeftOut => {
                let is_type = word(i - 1).starts_with(char::is_uppercase) || word(i - 2) == "fn";
                word(i) == "<" && is_word(i - 1) && is_next_to && is_type
            }
            Rule::OtherArity => word(i) == "|" && matches!(word(i - 1), "(" | "," | "move" | "="),
            Rule::OtherMutability => match word(i) {
                "View" | "ViewMut" => matches!(word(i + 1), ":" | "<"),
                method => word(i - 1) == "." && method.ends_with("_mut"),
            },
            Rule::MutLeftOut => word(i) == "mut" && word(i - 1) == "let" && is_word(i + 1),
            Rule::BangLeftOut => word(i) == "!" && MACROS.contains(&word(i - 1)) && is_next_to,
            Rule::OtherBrackets => {
                self.tokens[i].invocation.is_some() && matches!(word(i), "(" | "[" | "{")
            }
            Rule::OtherUnit => {
                word(i) == ";" && self.enclosing_end(i).is_some_and(|end| word(end) == "]")
            }
            _ => false,
        }
    }

    /// The list that a token opens with two items exchanged, with one less, or with one more.
    fn other_list(
        &self,
        open: usize,
        rule: Rule,
        more: &str,
        random: &mut Random,
    ) -> Option<Edited> {
        let close = self.close(open)?;
        let items = self.items(open, close);
        let mut items: Vec<&str> = items.into_iter().map(|item| &self.text[item]).collect();
        let count = items.len();
        match rule {
            Rule::ArgumentAdded => items.insert(random.below(count + 1), more),
            Rule::ArgumentLeftOut if count > 0 => drop(items.remove(random.below(count))),
            Rule::ExchangedArguments if count > 1 => {
                let first = random.below(count - 1);
                items.swap(first, first + 1);
            }
            _ => return None,
        }
        let inside = self.tokens[open].at.end..self.tokens[close].at.start;
        let mut edited = self.replaced(&inside, &items.join(", "));
        let list = edited.wrong[0].start - 1..edited.wrong[0].end + 1;
        // A list for another function: which of both is wrong is not known.
        let name = if self.tokens[open - 1].kind == Kind::Word { open - 1 } else { open - 3 };
        edited.wrong = vec![list];
        if !matches!(self.word(&self.tokens[open]), "|") {
            edited.wrong.push(self.tokens[name].at.clone());
        }
        Some(edited)
    }

    /// The token that closes what a token opens: brackets, generic arguments or the parameters of a closure.
    fn close(&self, open: usize) -> Option<usize> {
        let of = self.word(&self.tokens[open]);
        if of == "|" {
            return (open + 1..self.tokens.len()).find(|i| self.word(&self.tokens[*i]) == "|");
        }
        let mut depth = 0;
        for i in open..self.tokens.len() {
            match self.word(&self.tokens[i]) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "<" if of == "<" => depth += 1,
                ">" if of == "<" && self.word(&self.tokens[i - 1]) != "-" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(i);
            }
        }
        None
    }

    /// The items between two tokens, separated by commas that are neither in other brackets nor between the parameters of a closure.
    fn items(&self, open: usize, close: usize) -> Vec<Range<usize>> {
        let (mut items, mut item, mut depth, mut is_in_head) = (Vec::new(), None, 0, false);
        for token in &self.tokens[open + 1..close] {
            match self.word(token) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "|" => is_in_head ^= true,
                "," if depth == 0 && !is_in_head => {
                    items.extend(item.take());
                    continue;
                }
                _ => {}
            }
            item = Some(item.map_or(token.at.start, |item: Range<usize>| item.start)..token.at.end);
        }
        items.extend(item);
        items
    }

    /// The token that closes the brackets around a token, or ends its statement.
    fn enclosing_end(&self, of: usize) -> Option<usize> {
        let mut i = of + 1;
        loop {
            match self.word(self.tokens.get(i)?) {
                "(" | "[" | "{" => i = self.close(i)? + 1,
                ")" | "]" | "}" | ";" => return Some(i),
                _ => i += 1,
            }
        }
    }

    /// The expression or statement around a token.
    fn statement(&self, of: usize) -> Range<usize> {
        let ends = |i: &usize| matches!(self.word(&self.tokens[*i]), ";" | "{" | "}" | "=");
        let start = (0..of).rev().find(ends).map_or(0, |i| self.tokens[i].at.end);
        let end = (of + 1..self.tokens.len())
            .find(ends)
            .map_or(self.text.len(), |i| self.tokens[i].at.end);
        start..end
    }
}
