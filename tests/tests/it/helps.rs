//! Every help of every mistake, applied to the whole invocation as its reader would: it is accepted then.
//!
//! The mistakes are edits of single tokens of invocations that are right.

use std::collections::BTreeMap;

use layout_codegen::GROUPS;
use proc_macro2::{TokenStream, TokenTree};

use crate::expand::FORMS;
use crate::idioms::IDIOMS;
use crate::invocation::{Mistake, mistakes};
use crate::repaired::repaired;

/// Invocations with contracts, with assumptions and by name.
const MORE: &[&str] = &[
    "layout! { #[covers((16,8))] struct T = (32,(2,2)):(2,(1,64)); }",
    "layout! { #[covers((4,8))] struct T = (8,4):(4,1); struct U = composition(T, 8:2); }",
    "layout! { #[agrees(Tile)] struct T = ((2,4),8):((8,16),1); }",
    "layout! { #[agrees((4,8):(8,1), halo = 1)] struct T = (6,10):(8,1); }",
    "layout! { #[agrees(Tile, vector >= 4)] struct T = (8,8):(16,1); }",
    "layout! { #[live(4)] struct T = (64, 12 mod 4):(1,64); }",
    "layout! { #[cost(div = 0, ops <= 8)] struct T = (4,8):(8,1); }",
    "layout! { #[banks(conflicts = 0, bits = 32, bytes = 4)] struct T = 32:1; }",
    "layout! { #[coalesced(sectors <= 4, bits = 32, bytes = 4)] struct T = 32:1; }",
    "layout! { #[vector(bytes = 16, bits = 32)] struct T = (4,8):(1,4); }",
    "layout!(#[assume(n % 16 == 0, 1 <= m)] logical_divide((m,n):(n,1), (_,16)))",
    "layout! { struct T<m, n> = (m,n / 4):(n,4) where n % 4 == 0, 1 <= m; }",
    "layout! { struct T<m, const W: usize> = logical_divide((m,W):(W,1), (m,W)); }",
    "layout! { struct T<m, n> = Global<m, 2 * n>; }",
    "layout! { #[allow(padding)] struct T = logical_divide((10,13):(13,1), (4,8)); }",
    "divide!(Rows, { col: 8, row: 4 })",
    "divide!(Tile, (4,4))",
    "divide!(Global<m, n>, (4,8))",
    "compose!(Tile, (4,4):(1,8))",
    "complement!(4:2, 24)",
    "product!(4:1, 8:1)",
    "infer_layout!(|i, j| i * 8 + (j ^ i), (8,8))",
    "infer_layout!([0, 4, 2, 6])",
    "layout!(Sw<3,3,3> o 0 o (8,64):(64,1))",
    "layout!(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1))",
    "layout!(rearrange((4,8,2):(16,2,1), \"a b c -> (c a) b\"))",
    "layout!(tile_to_shape((8,(16,2)):(16,(1,128)), (16,64), (1,0)))",
    "coordinate!(Rows, col = 3, row = 2)",
];

/// All that are right.
fn invocations() -> Vec<String> {
    let forms = FORMS.iter().map(|(_, form)| (*form).to_owned());
    let idioms = IDIOMS.iter().flat_map(|(theirs, ours)| [theirs, ours]);
    let examples = GROUPS.iter().flat_map(|group| group.operations).map(|it| it.example());
    let written = idioms.copied().chain(examples).map(|text| format!("layout!({text})"));
    let more = MORE.iter().map(|text| (*text).to_owned());
    let all = forms.chain(written).chain(more);
    all.filter(|text| text.parse::<TokenStream>().is_ok() && mistakes(text).is_empty()).collect()
}

/// A small generator, the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count.max(1)
    }
}

/// The bytes of each token, groups by their marks, and the tokens of the macro itself left out.
fn tokens(tokens: TokenStream, into: &mut Vec<std::ops::Range<usize>>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = (group.span_open(), group.span_close());
                into.push(open.byte_range());
                self::tokens(group.stream(), into);
                into.push(close.byte_range());
            }
            token => into.push(token.span().byte_range()),
        }
    }
}

/// One token less, twice, exchanged for the next, another number, another letter, or a token of somewhere else.
fn broken(case: &str, random: &mut Random) -> Option<String> {
    let mut ranges = Vec::new();
    let parsed: TokenStream = case.parse().ok()?;
    tokens(parsed.into_iter().skip(2).collect(), &mut ranges);
    let inner = ranges.get(1..ranges.len() - 1)?;
    let at = random.below(inner.len());
    let (range, next) = (inner.get(at)?.clone(), inner.get(at + 1).cloned());
    let text = &case[range.clone()];
    let number: Option<i128> = text.parse().ok();
    let text = match (random.below(6), number) {
        (0, _) => String::new(),
        (1, _) => format!("{text} {text}"),
        (2, _) => {
            // The tokens of a documentation have one place.
            let next = next.filter(|next| next.start >= range.end)?;
            let [token, other] = [&range, &next].map(|range| &case[range.clone()]);
            let between = &case[range.end..next.start];
            return Some([&case[..range.start], other, between, token, &case[next.end..]].concat());
        }
        (3 | 4, Some(number)) => {
            let others = [number + 1, number - 1, 2 * number, -number, 0, 3, 5, 16];
            others[random.below(others.len())].to_string()
        }
        (3, None) if text.len() > 2 && text.is_ascii() => {
            let cut = 1 + random.below(text.len() - 1);
            [&text[..cut], &text[cut + 1..]].concat()
        }
        _ => {
            let other = inner.get(random.below(inner.len()))?.clone();
            case[other].to_owned()
        }
    };
    Some([&case[..range.start], &text, &case[range.end..]].concat())
}

/// The first words of a help: its kind.
fn kind(help: &str) -> String {
    let mut words = Vec::new();
    for word in help.split(' ').take(4) {
        words.push(if word.contains('`') { "`…`" } else { word });
    }
    words.join(" ")
}

#[test]
fn helps_that_are_applied_are_accepted() {
    let count = std::env::var("MISTAKES").ok().and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(4_000);
    let (cases, mut random) = (invocations(), Random(41));
    let (mut wrong, mut accepted, mut informs) = (Vec::new(), 0, BTreeMap::new());
    let mut without = 0;
    for _ in 0..count {
        let case = &cases[random.below(cases.len())];
        let Some(case) = broken(case, &mut random) else { continue };
        if case.parse::<TokenStream>().is_err() {
            continue;
        }
        let found = mistakes(&case);
        let [Mistake { range, text }] = found.as_slice() else { continue };
        let helps: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("help: ")).collect();
        without += usize::from(helps.is_empty());
        for help in helps {
            match repaired(&case, range, help) {
                None => *informs.entry(kind(help)).or_insert(0) += 1,
                Some(better) if better.parse::<TokenStream>().is_err() => {
                    wrong.push(format!("{case}\n  {help}\n  {better}\n  no tokens"));
                }
                Some(better) => {
                    let left = mistakes(&better);
                    // A lint may need another one beside it.
                    let is_first = help.ends_with("in front allows it")
                        && left.iter().any(|left| left.text.contains("in front allows it"));
                    match left.is_empty() || is_first {
                        true => accepted += 1,
                        false => wrong.push(format!("{case}\n  {help}\n  {better}\n  {left:?}")),
                    }
                }
            }
        }
    }
    println!(
        "{accepted} helps accepted, {} not, {without} mistakes without; in words: {informs:#?}",
        wrong.len()
    );
    assert!(
        wrong.is_empty(),
        "{}\n{} of {}",
        wrong.join("\n"),
        wrong.len(),
        wrong.len() + accepted
    );
    assert!(accepted > count / 8, "{accepted}");
}
