//! Captures of `macro_rules!`, each of which is one operand, as Rust reads it: `2 * $e` of `1 + 2` is 6.

use layout_view::{complement, compose, divide, infer_layout, layout, product};

layout! { pub(crate) struct Line = 5040:1; }
layout! { pub(crate) struct Rows<m, n> = (m,n):(n,1); }

const THREE: usize = 3;

mod constants {
    pub(crate) const TWO: usize = 2;
}

/// The results of a form for an operand, here and in Rust.
type Pairs = Vec<(&'static str, usize, usize)>;

/// Every form around one operand, whose tokens come as they were captured.
macro_rules! forms {
    ($e:tt, $rust:tt) => {{
        let pairs: Pairs = vec![
            ("2 * e", layout!((2 * $e):(1)).size(), 2 * $rust),
            ("e * 2", layout!(($e * 2):(1)).size(), $rust * 2),
            ("60 / e", layout!((60 / $e):(1)).size(), 60 / $rust),
            ("62 % e + 1", layout!((62 % $e + 1):(1)).size(), 62 % $rust + 1),
            ("60 - e", layout!((60 - $e):(1)).size(), 60 - $rust),
            ("60 - e - e", layout!((60 - $e - $e):(1)).size(), 60 - $rust - $rust),
            ("e - 1", layout!(($e * 7 - 1):(1)).size(), $rust * 7 - 1),
            ("-e", layout!((4):(100 + -$e)).at(1), 100 - $rust),
            ("-(e)", layout!((4):(100 + -($e))).at(1), 100 - $rust),
            ("a stride", layout!((4, 3):($e * 3, 1)).at(1, 0), $rust * 3),
            ("a shape", layout!((4, 2 * $e)).size(), 8 * $rust),
            ("nested", layout!((4, (2, 2 * $e))).size(), 16 * $rust),
            ("ceil_div", layout!(size(ceil_div(100, 2 * $e):1)), 100usize.div_ceil(2 * $rust)),
            ("min", layout!((min(2 * $e, 1000)):(1)).size(), 2 * $rust),
            ("div_floor", layout!((div_floor(100, 2 * $e)):(1)).size(), 100 / (2 * $rust)),
            ("an operand", layout!(size(make_layout((2 * $e, 2)))), 4 * $rust),
            ("a call", layout!((size((2 * $e, 2))):(1)).size(), 4 * $rust),
            ("an argument", layout!(Rows<2 * $e, 3>).size(), 6 * $rust),
            ("with a name", layout!(size(composition(Line, (2 * $e):(1)))), 2 * $rust),
        ];
        pairs
    }};
}

/// The forms in which parentheses around the operand would be a tuple of one.
macro_rules! lone_forms {
    ($e:tt, $rust:tt) => {{
        let pairs: Pairs = vec![
            ("e:1", layout!($e:1).size(), $rust),
            ("(e)", layout!(($e):(1)).size(), $rust),
            ("(e, e)", layout!(($e, $e):($e, 1)).at(1, 0), $rust),
        ];
        pairs
    }};
}

/// The forms whose operand rustc has to know.
macro_rules! known_forms {
    ($e:tt, $rust:tt) => {{
        layout! { struct Item = (4, 2 * $e):(2 * $e, 1); }
        layout! { let local = (4, 2 * $e):(2 * $e, 1); }
        layout! { let named = composition(Line, (2 * $e):(1)); }
        const NAMED: usize = layout!(size(Item));
        let pairs: Pairs = vec![
            ("an item", Item.at(1, 0), 2 * $rust),
            ("the name of an item", NAMED, 8 * $rust),
            ("a local", local.at(1, 0), 2 * $rust),
            ("the name of a local", layout!(size(local)), 8 * $rust),
            ("beside a name", named.size(), 2 * $rust),
            ("a constant", layout!(({ 2 * $e }):(1)).size(), 2 * $rust),
            ("a constant of another", layout!(({ 60 - $e }):({ 60 - 1 + 2 })).at(1), 61),
            ("a lone constant", layout!(({ $e }):(1)).size(), $rust),
            (
                "a constant beside a name",
                layout!(size(composition(Line, ({ 2 * $e }):(1)))),
                2 * $rust,
            ),
        ];
        pairs
    }};
}

/// The forms that take integers alone.
macro_rules! literal_forms {
    ($e:tt, $rust:tt) => {{
        let pairs: Pairs = vec![
            ("a tile", layout!(size(get(logical_divide(5040:1, 2 * $e), 0))), 2 * $rust),
            ("divide!", divide!(Line, 2 * $e).at(0, 1), 2 * $rust),
            ("compose!", compose!(5040:1, (2 * $e):(1)).size(), 2 * $rust),
            ("complement!", complement!((2 * $e):(1), 5040).at(1), 2 * $rust),
            ("product!", product!((2 * $e):(1), 2 * $e).size(), 2 * $rust * (2 * $rust)),
            ("infer_layout!", infer_layout!([0, 2 * $e]).at(1), 2 * $rust),
            ("a closure", infer_layout!(|i| 60 * i - i * $e, (4)).at(1), 60 - $rust),
            ("a closure's tail", infer_layout!(|i| 2 * $e * i, (4)).at(1), 2 * $rust),
            (
                "a basis",
                layout!(size(composition((60, 60):(60, 1), (2 * $e, 2):(1@1, 1@0)))),
                4 * $rust,
            ),
        ];
        pairs
    }};
}

/// A macro for each kind of fragment, and each number of macros that hand it on.
macro_rules! captures {
    ($d:tt $($one:ident $two:ident $three:ident $kind:ident;)*) => {$(
        #[allow(unused_macros)]
        macro_rules! $one {
            ($d form:ident $d e:$kind) => { $d form!($d e, $d e) };
            // What Rust takes for no operand, spelled again.
            ($d form:ident $d e:$kind, $d rust:tt) => { $d form!($d e, $d rust) };
        }
        #[allow(unused_macros)]
        macro_rules! $two {
            ($d form:ident $d e:$kind $d(, $d rust:tt)?) => { $one!($d form $d e $d(, $d rust)?) };
        }
        #[allow(unused_macros)]
        macro_rules! $three {
            ($d form:ident $d e:$kind $d(, $d rust:tt)?) => { $two!($d form $d e $d(, $d rust)?) };
        }
    )*};
}
captures! { $
    expr expr2 expr3 expr;
    literal literal2 literal3 literal;
    tt tt2 tt3 tt;
    ident ident2 ident3 ident;
    path path2 path3 path;
    ty ty2 ty3 ty;
    block block2 block3 block;
}

fn check(what: &str, pairs: Pairs) {
    for (form, found, expected) in pairs {
        assert_eq!(found, expected, "{form} of {what}");
    }
}

/// A test of each operand, in forms.
macro_rules! tests {
    ($variables:tt $($name:ident: $($form:ident)*, $($kind:ident)* { $($e:tt)* })*) => {$(
        #[test]
        #[allow(unused_parens, unused_braces)]
        fn $name() {
            #[allow(unused)]
            let $variables = (7usize, 3usize);
            tests!(@ [$($kind)*] [$($form)*] { $($e)* });
        }
    )*};
    (@ [] $forms:tt $e:tt) => {};
    (@ [$kind:ident $($more:ident)*] [$($form:ident)*] $e:tt) => {
        $(tests!(@@ $kind $form $e);)*
        tests!(@ [$($more)*] [$($form)*] $e);
    };
    (@@ $kind:ident $form:ident { $($e:tt)* }) => {
        check(stringify!($kind $($e)*), $kind!($form $($e)*));
    };
}
tests! { (m, q)
    a_sum: forms lone_forms known_forms literal_forms, expr expr2 expr3 { 1 + 2 }
    a_difference: forms lone_forms known_forms, expr { 7 - 4 }
    a_product: forms lone_forms known_forms literal_forms, expr { 2 * 3 }
    a_quotient: forms lone_forms known_forms, expr { 30 / 3 / 2 }
    a_negation: forms lone_forms literal_forms, expr { -1 + 6, 5 }
    parentheses: forms known_forms, expr tt { (1 + 2) }
    a_sum_of_symbols: forms lone_forms, expr expr2 expr3 { m - q }
    a_sum_of_constants: forms lone_forms known_forms, expr expr2 { THREE + 1 }
    a_number: forms lone_forms known_forms literal_forms, expr literal literal3 tt tt3 { 4 }
    a_variable: forms lone_forms, expr expr3 ident ident3 path path3 tt { q }
    a_constant: forms lone_forms known_forms, expr ident path tt { THREE }
    a_path: forms lone_forms known_forms, expr path path3 { constants::TWO }
    a_type: forms lone_forms, ty ty2 ty3 { constants::TWO, 2 }
    a_block: known_forms, block block3 expr { { 1 + 2 } }
}

/// Fragments that are more than an operand.
macro_rules! whole {
    ($visible:vis $name:ident<$m:ident>, $lint:meta, $condition:expr, $local:stmt) => {
        layout! {
            #[$lint]
            #[assume($condition)]
            $visible struct $name<$m> = logical_divide(($m):(1), 8);
        }
        layout! { $local }
    };
}

#[test]
fn conditions_attributes_and_statements() {
    whole!(pub(crate) Parts<m>, allow(padding), m % 8 == 0, let pair = (4, 8));
    assert_eq!((Parts::of(16).size(), Parts::new(4).is_err(), pair.size()), (16, true, 32));
}

mod inner {
    use layout_view::layout;

    layout! {
        pub(in crate::captured) struct Scoped = (4,8):(8,1);
        pub(super) struct Above = composition(Scoped, 4:2);
    }
}

#[test]
fn items_are_seen_as_far_as_their_visibility_says() {
    let scoped = layout!(coalesce(inner::Scoped));
    assert_eq!((scoped.size(), inner::Scoped.size(), inner::Above.size()), (32, 32, 4));
}
