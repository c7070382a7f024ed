//! Whatever the text, its evaluation and its expansion neither panic nor run long.
#![no_main]

use layout_codegen::{Allow, expand};
use layout_fuzz::{eval, everything};
use libfuzzer_sys::fuzz_target;
use proc_macro2::TokenStream;

fuzz_target!(|text: &str| {
    // With every lint, what needs one is looked at as well; a value prints.
    let _ = eval(text, Allow::default()).map(|value| value.to_string());
    let _ = eval(text, everything()).map(|value| value.to_string());
    for form in ["layout", "layout #[allow(non_injective, padding)]", "divide"] {
        let Ok(input) = format!("[krate] {form} {text}").parse::<TokenStream>() else { return };
        let mut count = 0;
        let mut unique = || {
            count += 1;
            count.to_string()
        };
        assert!(!expand(input, &mut unique).is_empty(), "{form} {text} expands to nothing");
    }
});
