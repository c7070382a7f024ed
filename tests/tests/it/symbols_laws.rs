//! Layouts with symbols, by the macros, for many values of the symbols: each is the
//! layout that the macros make of the numbers, or there is none.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

use layout_algebra::{Int, Layout as Algebra, Stride};
use layout_codegen::{Scope, Value, evaluate, parse_expression};
use layout_view::{Dynamic, Geometry, Identity, StaticLayout, layout};
use proc_macro2::{Group, Literal, TokenStream, TokenTree};

/// A layout's shape as it prints, its strides, but those that no
/// coordinate sees, and its offsets.
type Said = (String, Vec<isize>, Vec<isize>);

fn said(notation: &str, leaves: &[(usize, isize)], offsets: Vec<isize>) -> Said {
    let shape = notation.split(':').next().unwrap_or_default().to_owned();
    let seen = |&(extent, stride): &(usize, isize)| if extent == 1 { 0 } else { stride };
    (shape, leaves.iter().map(seen).collect(), offsets)
}

trait Says {
    fn says(&self) -> Said;
}

impl<M: Geometry, const LEAVES: usize, L: Geometry, B> Says for Dynamic<M, LEAVES, L, Identity, B> {
    fn says(&self) -> Said {
        let leaves: Vec<_> = self.shape().into_iter().zip(self.stride()).collect();
        said(&self.to_string(), &leaves, (0..self.size()).map(|i| self.offset(i)).collect())
    }
}

fn says<L: StaticLayout>(l: L) -> Said {
    let leaves: Vec<_> = L::SHAPE.iter().copied().zip(L::STRIDE.iter().copied()).collect();
    said(L::NOTATION, &leaves, (0..L::SIZE).map(|i| l.offset(i)).collect())
}

/// The same of the layout of numbers: `Σ cᵢ·dᵢ` over the digits of a coordinate.
fn by_definition(layout: &Algebra) -> Said {
    let known = |int: &Int| int.known().expect("a number");
    let leaf = |(extent, stride): &(&Int, &Stride)| {
        let extent = usize::try_from(known(extent)).expect("an extent");
        (extent, isize::try_from(known(stride.scale())).expect("a stride"))
    };
    let leaves: Vec<(usize, isize)> = layout.leaves().iter().map(leaf).collect();
    let size: usize = leaves.iter().map(|(extent, _)| extent).product();
    let offset = |i: usize| {
        let (mut rest, mut sum) = (i, 0);
        for (extent, stride) in &leaves {
            sum += (rest % extent) as isize * stride;
            rest /= extent;
        }
        sum
    };
    said(&layout.to_string(), &leaves, (0..size).map(offset).collect())
}

/// The value of a symbol.
pub(crate) type Values<'a> = &'a dyn Fn(&str) -> Option<usize>;

/// The tokens with numbers in the place of symbols.
pub(crate) fn numbers(tokens: TokenStream, of: Values<'_>) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match &token {
        TokenTree::Ident(ident) => match of(&ident.to_string()) {
            Some(number) => Literal::usize_unsuffixed(number).into(),
            None => token,
        },
        TokenTree::Group(group) => {
            Group::new(group.delimiter(), numbers(group.stream(), of)).into()
        }
        _ => token,
    });
    replaced.collect()
}

/// The layout of an expression of numbers; none where it is wrong.
fn literal(text: &str, of: Values<'_>) -> Option<Algebra> {
    let tokens = numbers(text.parse().expect("tokens"), of);
    match evaluate(&parse_expression(tokens).expect("an expression"), &Scope::new()) {
        Ok(Value::Layout(layout)) => Some(layout),
        Ok(value) => panic!("{text} is {value}"),
        Err(_) => None,
    }
}

/// The outcomes for the values of the symbols.
#[derive(Debug, Default)]
struct Count {
    /// Both are the same layout.
    same: usize,
    /// Both are the same function, of leaves that differ: an extent that happens to be 1,
    /// or to continue another, is a leaf where it is a symbol.
    alike: usize,
    /// The numbers make a layout, and the obligations of the symbols ask for more.
    excluded: usize,
    /// Neither is a layout.
    none: usize,
}

impl Count {
    fn compare(&mut self, text: &str, of: Values<'_>, made: Option<Said>) {
        match (literal(text, of), made) {
            (Some(literal), Some(said)) => {
                let literal = by_definition(&literal);
                assert_eq!(said.2, literal.2, "{text}");
                *(if said == literal { &mut self.same } else { &mut self.alike }) += 1;
            }
            (Some(_), None) => self.excluded += 1,
            (None, Some(said)) => panic!("{text}: numbers make no layout, symbols {said:?}"),
            (None, None) => self.none += 1,
        }
    }
}

/// Compares the layouts of expressions at values of their symbols; the counts.
macro_rules! counts {
    ($([$($symbol:ident),+] in $values:expr => { $($expr:tt)* })*) => {
        [$({
            let mut count = Count::default();
            for ($($symbol,)+) in $values {
                let of = |name: &str| match name {
                    $(stringify!($symbol) => Some($symbol),)+
                    _ => None,
                };
                let made = catch_unwind(AssertUnwindSafe(|| layout!($($expr)*).says())).ok();
                count.compare(stringify!($($expr)*), &of, made);
            }
            assert!(count.same >= 4, "{}: {count:?}", stringify!($($expr)*));
            (stringify!($($expr)*), count)
        }),*]
    };
}

fn singles() -> impl Iterator<Item = (usize,)> {
    (0..=40).map(|m| (m,))
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..=12).flat_map(|m| (0..=12).map(move |n| (m, n)))
}

fn triples() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..=6).flat_map(|m| (0..=6).flat_map(move |n| (0..=12).map(move |k| (m, n, k))))
}

#[test]
fn layouts_of_symbols_are_those_of_their_values() {
    // Panics are answers here.
    let (hook, here) = (take_hook(), std::thread::current().id());
    set_hook(Box::new(move |panic| {
        if std::thread::current().id() != here {
            hook(panic);
        }
    }));
    let counts = catch_unwind(|| {
        counts! {
            [m] in singles() => { m:1 }
            [m] in singles() => { (m, 4):(-4, 1) }
            [m] in singles() => { (m / 2, 2 * m + 1) }
            [m] in singles() => { (ceil_div(m, 8), 8):(8, 1) }
            [m] in singles() => { (m % 5, max(m, 7)) }
            [m] in singles() => { logical_divide((m):(1), 4) }
            [m] in singles() => { logical_divide((m):(3), 4:2) }
            [m] in singles() => { #[allow(padding)] logical_divide((m):(1), 8) }
            [m] in singles() => { logical_product((m):(1), 3) }
            [m] in singles() => { complement((4, m):(1, 8), (8 * m)) }
            [m] in singles() => { #[assume(m % 4 == 0)] logical_divide((m, 2):(2, 1), (2, 2)) }
            [m, n] in pairs() => { (m, n) }
            [m, n] in pairs() => { (m, n):(n, 1) }
            [m, n] in pairs() => { #[allow(non_injective)] (m, n):(0, 1) }
            [m, n] in pairs() => { zipped_divide((m, n):(n, 1), (2, 3)) }
            [m, n] in pairs() => { tiled_divide((m, n):(1, m), (4, 2)) }
            [m, n] in pairs() => { logical_divide((m, n):(1, m), 4) }
            [m, n] in pairs() => { (m, n):(n, 1) o (2, n):(1, m) }
            [m, n] in pairs() => { composition((m, n):(n, 1), <2, 3>) }
            [m, n] in pairs() => { right_inverse((m, n):(n, 1)) }
            [m, n] in pairs() => { blocked_product((2, 3):(3, 1), (m, n)) }
            [m, n] in pairs() => { raked_product((m, 2):(2, 1), (3, n):(n, 1)) }
            [m, n] in pairs() => { coalesce((m, (n, 2)):(1, (m, m * n))) }
            [m, n] in pairs() => { slice((_, n), (m, 5):(5, 1)) }
            [m, n, k] in triples() => { (m, n):(k, 1) }
            [m, n, k] in triples() => { (m, n, k):(1, m, m * n) }
            [m, n, k] in triples() => { zipped_divide((m, n):(n, 1), (k, 2)) }
            [m, n, k] in triples() => { (m, (n, 2)):(2 * n, (2, 1)) o (2, k):(1, m) }
            [m, n, k] in triples() => { select((m, n, k):(n * k, k, 1), 2, 0) }
            [m, n, k] in triples() => { tile_to_shape((2, 2):(2, 1), (m, n * k)) }
        }
    });
    let _ = take_hook();
    let counts = counts.unwrap_or_else(|panic| {
        panic!("{}", panic.downcast_ref::<String>().map_or("", String::as_str))
    });
    let lines: Vec<String> = counts
        .iter()
        .map(|(text, Count { same, alike, excluded, none })| {
            let text: String = text.split_whitespace().collect();
            format!("{same:3} same, {alike:2} alike, {excluded:3} excluded, {none:3} none: {text}")
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

layout! {
    struct Tile<const M: usize, const N: usize> = (M, N):(N, 1);
    struct Tiles<const M: usize, const N: usize> = zipped_divide(Tile, (2, 3));
    struct Column<const M: usize, const N: usize> = (M, (N, 2)):(1, (2 * M, M));
}

/// Compares layouts of constants.
macro_rules! constants {
    ($($m:literal, $n:literal;)*) => {$({
        let of = |name: &str| match name {
            "M" => Some($m),
            "N" => Some($n),
            _ => None,
        };
        let same = |text: &str, said: Said| {
            assert_eq!(said, by_definition(&literal(text, &of).expect("a layout")), "{text}");
        };
        same("(M, N):(N, 1)", says(Tile::<$m, $n>));
        same("zipped_divide((M, N):(N, 1), (2, 3))", says(Tiles::<$m, $n>));
        same("(M, (N, 2)):(1, (2 * M, M))", says(Column::<$m, $n>));
        const M: usize = $m;
        const N: usize = $n;
        same("zipped_divide((M, N):(N, 1), (2, 3))", says(layout!(Tiles)));
        same("(M, (N, 2)):(1, (2 * M, M))", says(layout!((M, (N, 2)):(1, (2 * M, M)))));
        same("logical_divide((N,M):(M,1), (3,2))", says(layout!(logical_divide((N,M):(M,1), (3,2)))));
    })*};
}

#[test]
fn layouts_of_constants_are_those_of_their_values() {
    constants! { 2, 3; 4, 3; 2, 6; 6, 9; 8, 12; 16, 3; 10, 30; }
}
