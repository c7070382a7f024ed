//! The expansion of each form, as users get it, and that it is always the same.

use crate::invocation::{KRATE, steps};
use proc_macro2::{TokenStream, TokenTree};

/// One invocation for each form.
pub(crate) const FORMS: &[(&str, &str)] = &[
    ("layout", "layout!((2,(2,2)):(4,(2,1)))"),
    ("signed_layout", "layout!((4,3):(-1,4))"),
    (
        "items",
        "layout! { /// Mine.\n #[derive(Debug)] pub struct Row = (2,4):(4,1); struct Half = logical_divide(Row, 1); }",
    ),
    ("basis", "layout!((4,8):(1@1,1@0))"),
    ("basis_item", "layout! { /// Mine.\n pub struct Swapped = (4,(2,3)):(1@1,(1@0,2@0)); }"),
    ("local", "layout! { let t = 4:1; }"),
    ("integer", "layout!(cosize((2,3):(1,4)))"),
    ("negative", "layout!(stride(4:-3))"),
    ("boolean", "layout!(compatible((8,8), (8,(2,4))))"),
    ("tuple", "layout!(shape((2,(3)):(1,(2))))"),
    ("table", "layout!(eval((2,2):(2,1)))"),
    ("slice", "layout!(slice_and_offset((1,_), (2,3):(3,1)))"),
    ("inferred", "infer_layout!(|i, j| i % 4 * 2 + i / 4 + j * 8, (8, 8))"),
    ("name", "layout!(tiles::Row)"),
    ("names", "divide!(#[allow(padding)] Tile, tiles::Row)"),
    ("symbols", "layout!((m,n):(n,1))"),
    ("constants", "layout!((BM,config::BK):({2 * config::BK},1))"),
    ("mixed_symbols", "layout!(#[assume(n % BK == 0)] logical_divide((m,n):(n,1), (_,BK)))"),
    ("symbolic_integer", "layout!(size((m,4):(4,1)))"),
    ("symbolic_tuple", "layout!(shape((m,(BM,4)):(4,(1,1))))"),
    ("symbolic_item", "layout! { /// Mine.\n pub struct Rows<m, n> = (m,n):(n,1); }"),
    ("constant_item", "layout! { struct Tile<const BM: usize> = (BM,N):(N,1); }"),
    (
        "mixed_item",
        "layout! { struct Half<m, const W: usize> = logical_divide((m,W):(W,1), (2,_)); }",
    ),
    ("symbolic_local", "layout! { let t = (4,n):(n,1); }"),
    ("constant_local", "layout! { let t = (4,N):(N,1); }"),
    ("symbolic_name", "layout!(Global)"),
    ("constant_name", "layout!(Block)"),
    ("symbolic_names", "divide!(Global, Block)"),
    ("instance", "divide!(Global<m, 2 * BK>, (4,8))"),
    ("instance_of_numbers", "layout!(Panels<32, 8>)"),
    ("instance_of_constants", "layout!(Twice<8, BK + 1>)"),
    ("instance_item", "layout! { struct Square<n> = Global<n, n>; }"),
    ("padded", "layout!(#[allow(padding)] logical_divide(10:1, 4))"),
    ("padded_symbols", "layout!(#[allow(padding)] logical_divide((m,n):(n,1), (32,bn)))"),
    ("padded_constants", "layout!(#[allow(padding)] logical_divide((M):(1), (BM)))"),
    (
        "padded_items",
        "layout! { #[allow(padding)] struct Runs = logical_divide(10:1, 4); struct Flat = flatten(Runs); \
         struct Lost = logical_product(Runs, 2); }",
    ),
    (
        "padded_item",
        "layout! { #[allow(padding)] struct Tiles<m, const W: usize> = logical_divide((m,3):(3,1), (W,2)); }",
    ),
    ("invalid_expression", "layout!((4,8):(1,(2,3)))"),
    (
        "invalid_item",
        "layout! { pub struct L = (4,-1); pub(crate) struct M = logical_divide(L, 2); }",
    ),
    ("invalid_local", "layout! { let l = (4,-1); }"),
    ("tainted_expression", "divide!(Broken, 4)"),
    ("tainted_number", "layout!(size(Broken))"),
];

/// The arguments of the call of `beside!`, if that is all: the names that it shows an editor, and the value.
fn beside(expansion: &TokenStream) -> Option<(String, TokenStream)> {
    let tokens: Vec<TokenTree> = expansion.clone().into_iter().collect();
    let [path @ .., TokenTree::Punct(_), TokenTree::Group(group)] = tokens.as_slice() else {
        return None;
    };
    let is_beside = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "beside");
    let mut inside = group.stream().into_iter();
    let names = path.last().filter(|token| is_beside(token)).and_then(|_| inside.next())?;
    Some((names.to_string(), inside.collect()))
}

/// A step as Rust: items, or statements in a function.
fn pretty(expansion: &TokenStream) -> String {
    if let Some((names, value)) = beside(expansion) {
        return format!("// beside {names}\n\n{}", pretty(&value));
    }
    let tokens: TokenStream = if syn::parse2::<syn::File>(expansion.clone()).is_ok() {
        expansion.clone()
    } else {
        quote::quote!(fn expansion() { #expansion })
    };
    prettyplease::unparse(&syn::parse2(tokens).expect("an expansion is Rust"))
}

#[test]
fn forms_expand() {
    for (name, invocation) in FORMS {
        let steps: Vec<String> = steps(invocation).iter().map(pretty).collect();
        insta::with_settings!({ description => *invocation, omit_expression => true }, {
            insta::assert_snapshot!(*name, steps.join("\n// then\n\n"));
        });
    }
}

#[test]
fn expansions_are_the_same_every_time() {
    let once = || -> Vec<String> {
        let steps = FORMS.iter().flat_map(|(_, invocation)| steps(invocation));
        steps.map(|step| step.to_string()).collect()
    };
    assert_eq!(once(), once());
    assert!(once().iter().any(|step| step.contains(KRATE)));
}

/// The layouts in front of a name that is nearly one of theirs exist before it is resolved, so that rustc can name the one that is meant; and a
/// layout that uses a name has a placeholder for the case that there is none.
#[test]
fn a_name_that_may_not_exist_leaves_placeholders() {
    let first = |invocation: &str| steps(invocation)[0].to_string().replace([' ', '\n'], "");
    let nearly = "layout! { struct Tile = (4,8):(8,1); struct Swapped = select(Til, 1, 0); }";
    let parts = first(nearly);
    assert!(parts.starts_with("krate::__private::expand!{[krate]layoutstructTile="), "{parts}");
    assert_eq!(parts.matches("krate::__private::expand!").count(), 2, "{parts}");
    let question = first("layout! { struct Swapped = select(Nowhere, 1, 0); }");
    for part in [
        "pubuseself::__SwappedasSwapped;",
        "constSIZE:::core::primitive::usize=Nowhere!{{krate::__private::resolved}}",
        "Nowhere!{{krate::__private::resume}",
    ] {
        assert!(question.contains(part), "{part}: {question}");
    }
}
