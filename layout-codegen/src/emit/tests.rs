//! Expansions as text.

use layout_algebra::{HTuple, Int, IntTuple, Layout};

use quote::format_ident;

use super::*;

fn plan(extents: &[i128], strides: &[i128]) -> Plan {
    let tuple = |ns: &[i128]| -> IntTuple {
        HTuple::Tuple(ns.iter().map(|&n| HTuple::Leaf(Int::new(n))).collect())
    };
    let stride = tuple(strides).map(&mut |d| d.clone().into());
    crate::plan::plan(&Layout::new(tuple(extents), stride).unwrap()).unwrap()
}

fn check_function(plan: &Plan, expected: &str) {
    // Rust's types stand as paths, and variables have a prefix.
    let functions = functions(plan).to_string().replace(' ', "");
    let functions = functions.replace("::core::primitive::", "").replace("__layout_", "");
    assert!(functions.contains(&expected.replace(' ', "")), "{functions}");
}

#[test]
fn nothing_superfluous_is_computed() {
    let plan = plan(&[4, 1, 3, 5], &[1, 9, 0, 8]);
    check_function(
        &plan,
        "index(self, i: usize) -> usize { let i_12 = ((i as u64).wrapping_mul(43) >> 9) as usize; \
         (i & 3) | (i_12 << 3) }",
    );
    check_function(
        &plan,
        "at_flat(self, [c0, _c1, _c2, c3]: [usize; 4]) -> usize \
         { c0.wrapping_add(c3 << 3) }",
    );
}

#[test]
fn what_cannot_carry_is_an_or() {
    let row = "index(self, i: usize) -> usize { ((i & 127) << 6) | (i >> 7) }";
    check_function(&plan(&[128, 64], &[64, 1]), row);
    // An address computation shifts and adds.
    let near = "index(self, i: usize) -> usize { ((i & 3) << 3).wrapping_add(i >> 2) }";
    check_function(&plan(&[4, 8], &[8, 1]), near);
    // Two coordinates may be out of range.
    check_function(&plan(&[128, 64], &[64, 1]), "{ (c0 << 6).wrapping_add(c1) }");
}

#[test]
fn exchanges_are_printed() {
    check_function(
        &plan(&[4, 4, 4], &[1, 16, 4]).factored(),
        "index(self, i: usize) -> usize { let word = i; \
         let flipped = (word ^ (word >> 2)) & 12; \
         let word_1 = word ^ flipped.wrapping_mul(5); word_1 }",
    );
}

#[test]
fn negative_offsets_are_signed() {
    let plan = plan(&[4, 3], &[-2, 1]);
    check_function(
        &plan,
        "offset(self, i: usize) -> isize \
         { ((i >> 2) as isize).wrapping_sub(((i & 3) as isize) << 1) }",
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
    assert_eq!(file.items.len(), 9);
    assert_eq!(item().to_string(), item().to_string());
}

#[test]
fn documentation_draws_small_tables() {
    let documentation =
        |plan: &Plan| documentation(&plan.notation, &plan.bounds, plan.table(MAX_TABLE));
    assert!(documentation(&plan(&[2, 2], &[2, 1])).contains("\n  1  | 2 | 3 |\n"));
    assert!(!documentation(&plan(&[2, 129], &[1, 2])).contains("```"));
}

fn check_expression(plan: &Plan, expected: &str) {
    let tokens = expression(&quote! { krate }, plan).to_string().replace(' ', "");
    let expected = format!("<{expected} as __private::ValueOrType>::NEW");
    assert_eq!(tokens.replace("krate::", ""), expected.replace(' ', ""));
}

#[test]
fn expressions_are_types() {
    let flat = plan(&[4, 8], &[-8, 1]);
    check_expression(&flat, "__private::Plain::<(Leaf<4, -8>, Leaf<8, 1>,), 2>");
    let merged = plan(&[2, 1, 2, 8], &[8, 0, 16, 1]);
    check_expression(
        &merged,
        "__private::Merged::<(Leaf<2, 8>, Leaf<1, 0>, Leaf<2, 16>, Leaf<8, 1>,), 4, \
         (Leaf<4, 8>, Leaf<8, 1>,)>",
    );
    // A plan where it is cheaper.
    let shared = plan(&[2, 2, 2, 2], &[1, 4, 2, 8]);
    check_expression(
        &shared,
        "__private::Indexed::<(Leaf<2, 1>, Leaf<2, 4>, Leaf<2, 2>, Leaf<2, 8>,), 4, \
         Term<1, 9, 1, Term<1, 2, 2, Term<2, 2, 1>>>>",
    );
}

#[test]
fn long_coalesced_layouts_are_nested() {
    let strides: Vec<i128> = (0..40).map(|i| 5 * i + 1).collect();
    let (extents, modes) = ([2; 40], |n: &[i128]| -> IntTuple {
        let modes = n
            .chunks(4)
            .map(|n| HTuple::Tuple(n.iter().map(|&n| HTuple::Leaf(Int::new(n))).collect()));
        HTuple::Tuple(modes.collect())
    });
    let strides = modes(&strides).map(&mut |d| d.clone().into());
    let plan = crate::plan::plan(&Layout::new(modes(&extents), strides).unwrap()).unwrap();
    let tokens = types::types(&quote! { krate }, &plan).linear.to_string();
    let longest = syn::parse_str::<syn::TypeTuple>(&tokens).unwrap();
    let mut lengths = vec![longest.elems.len()];
    let mut last = longest.elems.last().cloned();
    while let Some(syn::Type::Tuple(tuple)) = last {
        lengths.push(tuple.elems.len());
        last = tuple.elems.last().cloned();
    }
    assert_eq!(lengths, [16, 16, 10]);
}
