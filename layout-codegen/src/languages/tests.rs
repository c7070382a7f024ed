//! Text of other languages. That it computes the layout's offsets is shown where compilers
//! are, in the tests of the command line.

use super::*;
use crate::{Scope, parse_expression, prove};

fn print(language: Language, text: &str) -> Result<String, Unprintable> {
    print_in(Print { language, bits: None }, text)
}

fn print_in(print: Print, text: &str) -> Result<String, Unprintable> {
    let parsed = parse_expression(text.parse().unwrap()).unwrap();
    let evaluated = prove(&parsed, &Scope::new()).unwrap();
    print.evaluated("t", &evaluated)
}

#[test]
fn every_language_is_in_the_list_once() {
    let names: Vec<&str> = Language::ALL.into_iter().map(Language::name).collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    for language in Language::ALL {
        assert_eq!(language.name().parse(), Ok(language));
    }
}

#[test]
fn a_row_major_tile() {
    let text = print(Language::Wgsl, "(128,64):(64,1)").unwrap();
    assert!(text.contains("const t_SIZE: u32 = 8192u;\n"), "{text}");
    let index = "fn t_index(i: u32) -> u32 {\n    return (i >> 7u) | ((i & 0x7fu) << 6u);\n}\n";
    assert!(text.contains(index), "{text}");
    let text = print(Language::C, "(128,64):(64,1)").unwrap();
    let at =
        "static inline uint64_t t_at(uint64_t c0, uint64_t c1) {\n    return c1 + (c0 << 6u);\n}\n";
    assert!(text.contains(at), "{text}");
}

/// GLSL knows no casts but those that call a type; C knows no such calls.
#[test]
fn offsets_with_a_sign_are_cast_as_the_language_does() {
    let text = |language| print(language, "(4,8):(-1,4)").unwrap();
    for (language, cast) in [
        (Language::Glsl, "return int("),
        (Language::Wgsl, "return i32("),
        (Language::C, "return (int64_t)("),
        (Language::Hlsl, "return (int)("),
    ] {
        assert!(text(language).contains(cast), "{}", text(language));
    }
    assert!(!text(Language::Glsl).contains("(int)"));
}

#[test]
fn what_does_not_fit_is_refused_with_its_number() {
    let refused = |text: &str| print(Language::Wgsl, text).unwrap_err().to_string();
    assert_eq!(
        refused("(70000,70000):(70000,1)"),
        "the size of (70000,70000):(70000,1) is 4900000000, which 32 bits do not hold",
    );
    assert_eq!(
        refused("(2):(-3000000000)"),
        "an offset of (2):(-3000000000) is -3000000000, which 32 bits do not hold",
    );
    assert!(print(Language::Glsl, "(2):(4000000000)").is_ok());
    let wide = Print { language: Language::Wgsl, bits: Some(64) };
    assert_eq!(
        print_in(wide, "(2):(1)").unwrap_err().to_string(),
        "wgsl has no words of 64 bits, but of 32",
    );
}

#[test]
fn symbols_are_parameters_of_names_that_all_languages_take() {
    let text = print(Language::C, "(input,(i,c0)):(1,(input,2 * input * i))").unwrap();
    assert!(
        text.contains("t_index(uint64_t input_n, uint64_t i, uint64_t c0, uint64_t i_c)"),
        "{text}"
    );
    assert!(
        text.contains(
            "t_at(uint64_t input_n, uint64_t i, uint64_t c0, uint64_t c0_c, uint64_t c1)"
        ),
        "{text}"
    );
    let text = print(Language::C, "(2 * config::BM,{ 2 * N }):(1,2 * config::BM)").unwrap();
    assert!(text.contains("t_holds(uint64_t config__BM, uint64_t n_2_N)"), "{text}");
}

#[test]
fn a_number_that_may_be_negative_is_not_divided() {
    let text = print(Language::C, "(m,2):(1,m - 3)").unwrap();
    assert!(text.contains("t_offset(uint64_t m, uint64_t i)"), "{text}");
    let refused = print(Language::C, "(m,(m - n) / 4):(1,m)").unwrap_err().to_string();
    assert!(refused.contains("may be negative before it is divided"), "{refused}");
}
