//! Expansions as text.

use layout_algebra::{HTuple, Int, IntTuple, Layout};

use super::*;

fn plan(extents: &[i128], strides: &[i128]) -> Plan {
    let tuple = |ns: &[i128]| -> IntTuple {
        HTuple::Tuple(ns.iter().map(|&n| HTuple::Leaf(Int::new(n))).collect())
    };
    let stride = tuple(strides).map(&mut |d| d.clone().into());
    crate::plan::plan(&Layout::new(tuple(extents), stride).unwrap()).unwrap()
}

fn check_function(plan: &Plan, expected: &str) {
    let functions = functions(plan).to_string().replace(' ', "");
    assert!(functions.contains(&expected.replace(' ', "")), "{functions}");
}

#[test]
fn nothing_superfluous_is_computed() {
    let plan = plan(&[4, 1, 3, 5], &[1, 9, 0, 8]);
    check_function(
        &plan,
        "index(self, i: usize) -> usize { (i % 4).wrapping_add((i / 12).wrapping_mul(8)) }",
    );
    check_function(
        &plan,
        "at_flat(self, c0: usize, _c1: usize, _c2: usize, c3: usize) -> usize \
         { c0.wrapping_add(c3.wrapping_mul(8)) }",
    );
}

#[test]
fn negative_offsets_are_signed() {
    let plan = plan(&[4, 3], &[-2, 1]);
    check_function(
        &plan,
        "offset(self, i: usize) -> isize \
         { ((i % 4) as isize).wrapping_mul(-2).wrapping_add((i / 4) as isize) }",
    );
    assert!(!functions(&plan).to_string().contains("index"));
}

#[test]
fn constant_layout_is_zero() {
    check_function(&plan(&[4], &[0]), "index(self, _i: usize) -> usize { 0 }");
}

#[test]
fn expansions_parse_and_are_deterministic() {
    let krate = quote! { ::layout_runtime };
    let name = format_ident!("Tile");
    let plan = plan(&[4, 3, 2], &[-2, 1, 1 << 40]);
    let item = || item(&krate, &quote! { #[doc = " Mine."] }, &quote! { pub }, &name, &plan);
    let file: syn::File = syn::parse2(item()).unwrap();
    assert_eq!(file.items.len(), 6);
    assert_eq!(item().to_string(), item().to_string());
}

#[test]
fn documentation_draws_small_tables() {
    assert!(documentation(&plan(&[2, 2], &[2, 1])).contains("\n  1  | 2 | 3 |\n"));
    assert!(!documentation(&plan(&[2, 129], &[1, 2])).contains("```"));
}

fn check_expression(plan: &Plan, expected: &str) {
    let tokens = expression(&quote! { krate }, plan).to_string().replace(' ', "");
    assert_eq!(tokens.replace("krate::", ""), expected.replace(' ', ""));
}

#[test]
fn expressions_are_types() {
    let flat = plan(&[4, 8], &[-8, 1]);
    check_expression(&flat, "__private::Plain::<(Leaf<4, -8>, Leaf<8, 1>,), 2>::NEW");
    let merged = plan(&[4, 1, 2, 8], &[1, 0, 4, 9]);
    check_expression(
        &merged,
        "Static::<(Leaf<4, 1>, Leaf<1, 0>, Leaf<2, 4>, Leaf<8, 9>,), 4, (Leaf<8, 1>, Leaf<8, 9>,)>::NEW",
    );
}

#[test]
fn long_coalesced_layouts_are_nested() {
    let leaves: Vec<crate::Leaf> =
        (0..40).map(|i| crate::Leaf { extent: 2, stride: 3 << i }).collect();
    let tokens = types::linear(&quote! { krate }, &leaves).to_string();
    let longest = syn::parse_str::<syn::TypeTuple>(&tokens).unwrap();
    let mut lengths = vec![longest.elems.len()];
    let mut last = longest.elems.last().cloned();
    while let Some(syn::Type::Tuple(tuple)) = last {
        lengths.push(tuple.elems.len());
        last = tuple.elems.last().cloned();
    }
    assert_eq!(lengths, [16, 16, 10]);
}
