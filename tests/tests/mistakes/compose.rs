//! Errors compose: so many mistakes are so many errors, and a wrong definition is silent wherever it is used.

use super::programs::{Crate, Emit};

/// The editions, in each of which a macro's tokens are read.
const EDITIONS: [&str; 3] = ["2018", "2021", "2024"];

/// Modules with a mistake each, of which none is the consequence of another.
const MISTAKES: [&str; 21] = [
    "pub fn f() -> usize { layout!((4,8):(8,\"1\")).size() }",
    "pub fn f() -> usize { let t = divide!((8,8):(8,1), (3,4)); t.size() }",
    "layout! { pub struct T = (4,-8):(8,1); } pub fn f() -> usize { T.size() + T::SIZE }",
    "pub fn f() -> usize { layout! { let t = select((4,8):(8,1), 2); } divide!(t, 2).size() }",
    "layout! { #[agrees((8,4):(4,1))] pub struct T = (4,8):(8,1); } pub fn f() -> usize { T.size() }",
    "layout! { struct A = (row: 4, col: 8):(8,1); struct B = (rows: 4, col: 8):(8,1); } \
     pub fn f(a: &[u8; 32], b: &mut [u8; 32]) { let (a, mut b) = (View::new(a, A), ViewMut::new(b, B)); copy!(a: A, b: B); }",
    "pub fn f(m: usize) -> usize { layout!((m.len(),8):(8,1)).size() }",
    "layout! { pub strut T = (4,8):(8,1); } pub fn f() -> usize { T.size() }",
    "layout! { T struct = (4,8):(8,1); } pub fn f() -> usize { T.size() }",
    // Locals among items.
    "layout! { let t = (4,8):(8,8); } pub fn f() -> usize { t.size() }",
    "layout! { auto t = (4,8):(8,1); } pub fn f() -> usize { t.size() }",
    // Whatever does not need the name that is misspelt exists.
    "layout! { struct A = (4,8):(8,1); struct B = coalesce(a); struct Rows<m> = (m,8):(8,1); struct D = logical_divide(A, 2); } \
     pub fn f() -> usize { A.size() + Rows::of(4).size() + D.size() }",
    "layout! { struct Row = (4,8):(8,1); struct B = coalesce(Rows); struct C = coalesce(B); } pub fn f() -> usize { Row.size() }",
    // What needs it is silent at its uses: in a module, in a function, of constants and of symbols, and of a word in lower case.
    "layout! { pub struct Row = (4,8):(8,1); pub struct B = coalesce(Rwo); pub struct C = coalesce(B); } \
     pub fn f(b: &[u8]) -> usize { Row.size() + B.crd2idx(3) + C::COSIZE + View::new(b, C).size() }",
    "pub fn f() -> usize { layout! { struct T<const M: usize> = logical_divide(Nowhere, M); } T::<4>.size() + T::<4>::SIZE }",
    "layout! { pub struct T<m> = logical_divide(crate::Nowhere, m); } pub fn f(m: usize) -> Result<T, ShapeError> { T::new(m) }",
    "layout! { struct Tile = (4,8):(8,1); struct B = coalesce(tile); } pub fn f() -> usize { Tile.size() + B.at(3) }",
    "layout! { pub struct T<int BM> = (BM,8):(8,1); } pub fn f() -> usize { T::<4>.size() }",
    "layout! { struct A = (i: 4):(1); } pub fn f(a: &[u8], b: &mut [u8]) { zip_with!(ViewMut::new(b, A): A, View::new(a, A): A, |a| *a = 1); }",
    "layout! { #[alllow(non_injective)] pub struct T = (4,8):(1,1); } pub fn f() -> usize { T.size() }",
    "layout! { struct A = (4,8):(8,1); pub struct B = coalesce[A]; } pub fn f() -> usize { B.size() + layout!(get(B, 0)).size() }",
];

/// A wrong definition in a module, and uses of it: there, in other modules by each kind of import, by name in macros, in types, in
/// constants, in traits and in views.
const USES: &str = "
pub mod tiles {
    use layout_view::*;
    DEFINITION
    pub fn own() -> usize { T.size() + T::SIZE + divide!(T, (2,2)).size() }
}
mod by_path {
    use layout_view::*;
    pub struct Kernel { pub tile: crate::tiles::T }
    pub fn f() -> usize { crate::tiles::T.at(1, 2) + layout!(size(crate::tiles::T)) }
}
mod by_name {
    use crate::tiles::T;
    use layout_view::*;
    layout! { pub struct Half = logical_divide(T, 2); pub struct All = T; }
    pub const N: usize = T::COSIZE;
    pub fn f() -> usize { Half.size() + All.size() }
}
mod by_another_name {
    use crate::tiles::T as Tile;
    use layout_view::*;
    pub fn f(b: &mut [u8]) { let mut v = ViewMut::new(b, Tile); for t in v.tiles_mut(divide!(Tile, (2,2))) { let _ = t; } }
}
mod by_all {
    use crate::tiles::*;
    use layout_view::*;
    pub trait Named { fn name(&self) -> &'static str; }
    impl Named for T { fn name(&self) -> &'static str { \"T\" } }
    fn g<L: Layout + Default>(of: L) -> usize { of.size() }
    pub fn f() -> usize { layout! { let t = coalesce(T); } t.size() + T.name().len() }
}
";

/// The definition without a mistake.
const RIGHT: &str = "layout! { pub struct T = (4,8):(8,1); }";

/// Definitions of `T` with a mistake: of numbers, of syntax, of words in another order or misspelt, of a contract, of a macro of another crate.
const DEFINITIONS: [&str; 8] = [
    "layout! { pub struct T = (4,8):(8,(1,2)); }",
    "layout! { pub struct T = (4,8);(8,1); }",
    "layout! { pub T struct = (4,8):(8,1); }",
    "layout! { Pub struct T = (4,8):(8,1); }",
    "layout! { pub struct = T (4,8):(8,1); }",
    "layout! { pub struct T Sw = <1,0,3> o 0 o (4,8):(8,1); }",
    "layout! { #[covers((4,4))] pub struct T = (4,8):(8,1); }",
    "tiles::define!(T, \"4\");",
];

/// The errors of each program, with their messages.
fn errors(made: &Crate, programs: &[(String, String)]) -> Vec<(String, Vec<String>)> {
    programs.iter().for_each(|(name, text)| made.write(name, text));
    let names: Vec<(String, &str)> = programs
        .iter()
        .map(|(name, _)| {
            let edition = EDITIONS.into_iter().find(|edition| name.ends_with(edition));
            (name.clone(), edition.expect("an edition"))
        })
        .collect();
    let reports = made.reports(Emit::Metadata, &names).into_iter();
    reports
        .map(|(name, messages)| {
            let errors = messages.into_iter().filter(|message| message.is_error());
            (name, errors.map(|error| error.message).collect())
        })
        .collect()
}

fn headed(text: &str) -> String {
    format!("{}\n{text}\nfn main() {{}}\n", super::programs::ALLOWED)
}

/// A layout in front of its buffer: an error for each of both, and none for what is done with the view.
const EXCHANGED: &str = "fn main() { use layout_view::{layout, packed::{PackedView, U4}}; \
    let v = PackedView::<U4, _>::new(layout!((4,2):(2,1)), &[0; 4]); let _ = (v.slice((.., 1)), v.size()); }";

#[test]
fn exchanged_arguments_are_two_errors() {
    let made = Crate::new("exchanged-arguments");
    let programs =
        [("exchanged_2024".to_owned(), format!("{}\n{EXCHANGED}", super::programs::ALLOWED))];
    for (name, found) in errors(&made, &programs) {
        assert_eq!(found.len(), 2, "{name}: {found:#?}");
    }
}

#[test]
fn so_many_mistakes_are_so_many_errors() {
    let made = Crate::new("several-mistakes");
    let modules = MISTAKES.iter().enumerate();
    let modules = modules.map(|(i, code)| format!("mod m{i} {{ use layout_view::*; {code} }}"));
    let all = headed(&modules.collect::<Vec<_>>().join("\n"));
    let programs = EDITIONS.map(|edition| (format!("all_{edition}"), all.clone()));
    for (name, found) in errors(&made, &programs) {
        assert_eq!(found.len(), MISTAKES.len(), "{name}: {found:#?}");
    }
}

#[test]
fn a_wrong_definition_is_silent_at_its_uses() {
    let made = Crate::new("uses-of-mistakes");
    let of = |(i, definition): (usize, &&str)| {
        let text = headed(&USES.replace("DEFINITION", definition));
        EDITIONS.map(|edition| (format!("definition_{i}_{edition}"), text.clone()))
    };
    let programs: Vec<_> = DEFINITIONS.iter().enumerate().flat_map(of).collect();
    for (name, found) in errors(&made, &programs) {
        assert_eq!(found.len(), 1, "{name}: {found:#?}");
    }
    let right = headed(&USES.replace("DEFINITION", RIGHT));
    for (name, found) in errors(&made, &EDITIONS.map(|it| (format!("right_{it}"), right.clone()))) {
        assert_eq!(found, Vec::<String>::new(), "{name}");
    }
}

/// Definitions of one invocation, of which four do not parse and one is wrong otherwise, and uses of all.
const DEFINITIONS_TOGETHER: &str = "use layout_view::*;
layout! {
    pub struct A = (4,8):(8,,1);
    pub struct B = (4,8):(8,1);
    pub strut C = (4,8):(8,1);
    pub struct D = logical_divide(B, (2,2)(1));
    Stages<n> = (64, n):(1, 64);
    pub struct E = (4,8):(8,1,1);
}
pub fn f() -> usize {
    A.size() + B.size() + C.size() + D.size() + E.size() + Stages::of(3).size() + divide!(B, (2,2)).size()
}";

#[test]
fn definitions_of_one_invocation_are_an_error_each() {
    let made = Crate::new("definitions-together");
    let text = headed(DEFINITIONS_TOGETHER);
    let programs = EDITIONS.map(|edition| (format!("together_{edition}"), text.clone()));
    for (name, found) in errors(&made, &programs) {
        assert_eq!(found.len(), 5, "{name}: {found:#?}");
    }
}
