//! Expressions of the language as text: what the other tests evaluate.

use layout_codegen::{
    Allow, Allowed, Lint, Scope, Unevaluated, Value, evaluate, parse_expression, prove,
};
use proc_macro2::TokenStream;

/// Every lint allowed.
pub(crate) fn everything() -> Allow {
    let mut allow = Allow::default();
    Lint::ALL.into_iter().for_each(|lint| allow.permit(lint));
    allow
}

/// The value of an expression, or the text of its error.
pub(crate) fn eval(text: &str, allow: Allow) -> Result<Value, String> {
    let tokens: TokenStream = text.parse().map_err(|error| format!("{error}"))?;
    let parsed = parse_expression(tokens).map_err(|diagnostic| diagnostic.text())?;
    let expr = Allowed { allow: allow.or(parsed.allow), ..parsed };
    evaluate(&expr, &Scope::new()).map_err(|error| match error {
        Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        Unevaluated::Tainted(name) => format!("{} is tainted", name.text),
    })
}

/// The value and the assumptions of an expression with symbols, as text.
fn proved(text: &str) -> (String, Vec<String>) {
    let parsed = parse_expression(text.parse().expect("tokens")).expect("an expression");
    let evaluated =
        prove(&parsed, &Scope::new()).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let obligations = evaluated.obligations.iter().map(|o| o.condition.assumption());
    (evaluated.value.to_string(), obligations.collect())
}

#[test]
fn printed_symbols_read_back_under_what_they_assume() {
    for text in [
        "(m,n):(n,1)",
        "(m,n):(-n,1)",
        "(config::BM,{ 2 * N + 1 }):({ 2 * N + 1 },1)",
        "logical_divide((m,n):(n,1), (32,16))",
        // Symbols are written in the order in which they are met.
        "zipped_divide((m,64):(64,1), (BM,16))",
        "logical_divide((4,m):(1,8), 32)",
        "logical_divide((m):(1), 128)",
        "(ceil_div(m,128),min(m,n),max(m,n)):(1,m,m * m)",
        "(m % 4 + 1,(m + n) / 2):(1,4)",
        "(4,m):(1,(m + 2 * n) / 3)",
        "(m,n):(a,b)",
        "complement((m,n):(1,ld), ((ld * n)))",
        "tile_to_shape((8,64):(64,1), (m,64))",
        "right_inverse((m,n):(n,1))",
        "(m,n):(n,1) o (2,k):(1,m)",
    ] {
        let (value, obligations) = proved(text);
        let again = format!("#[assume({})] {value}", obligations.join(", "));
        let (read, needs) = proved(&again);
        assert_eq!(read, value, "{again}");
        let sorted = |mut list: Vec<String>| {
            list.sort();
            list
        };
        assert_eq!(sorted(needs), sorted(obligations), "{again}");
    }
}

#[test]
fn tuples_that_are_no_shapes_may_have_any_integers() {
    for (text, value) in [
        ("inner_product((i,j), (a,b))", "i * a + j * b"),
        ("prefix_product((i,j))", "(1,i)"),
        ("suffix_product((i,j))", "(j,1)"),
    ] {
        assert_eq!(proved(text), (value.to_owned(), Vec::new()), "{text}");
    }
}

#[test]
fn printed_values_read_back() {
    for text in [
        "(2,(2,2)):(4,(2,1))",
        "24:1",
        "(24):(1)",
        "(4,8):(1@0,1@1)",
        "((4,3),4):((1@0@0,1@1@0),1@1)",
        "(4,(2,3)):(-59,(13,0))",
        "Sw<3,4,3>",
        "Sw<3,4,3> o 0 o (8,64):(64,1)",
        "Sw<0,0,3> o 0 o (1,8):(1,1)",
        "Sw<2,0,3> o 0 o Sw<2,0,-3> o 5 o (8,8):(1,8)",
        "64:1 o -2 o Sw<3,1,3>",
        "(8,8):(4,1) o 0 o Sw<2,0,3> o 0 o (8,8):(1,8)",
    ] {
        assert_eq!(eval(text, everything()).unwrap().to_string(), text);
    }
}

#[test]
fn no_steps_along_a_basis_are_the_integer_0() {
    assert_eq!(eval("0@2", everything()), eval("0", everything()));
    assert_eq!(eval("sum((0@2,3))", everything()).unwrap().to_string(), "3");
}

#[test]
fn the_least_integer_is_read() {
    let least = i128::MIN.to_string();
    assert_eq!(eval(&least, everything()).unwrap().to_string(), least);
    assert!(eval(&least[1..], everything()).is_err());
}

#[test]
fn static_integers_of_cute_are_read() {
    let layout = eval("(_2,(_2,_2)):(_4,(_2,_-1))", everything()).unwrap();
    assert_eq!(layout.to_string(), "(2,(2,2)):(4,(2,-1))");
}

/// The atoms of shared memory as C++ prints them, with swizzles of addresses, are read.
#[test]
fn swizzles_of_addresses_are_read() {
    for (text, value) in [
        ("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
        ("Sw<2,4,3> o smem_ptr[8b](unset) o (_8,_64):(_64,_1)", "Sw<2,4,3> o 0 o (8,64):(64,1)"),
        ("Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_8):(_8,_1)", "Sw<1,2,3> o 0 o (8,8):(8,1)"),
        (
            "Sw<3,4,3> o smem_ptr[4b](unset) o (_8,_256):(_256,_1)",
            "Sw<3,5,3> o 0 o (8,256):(256,1)",
        ),
        (
            "Sw<3,4,3> o smem_ptr[1b](unset) o (8,1024):(1024,1)",
            "Sw<3,7,3> o 0 o (8,1024):(1024,1)",
        ),
        ("Sw<0,4,3> o smem_ptr[16b](unset) o (8,8):(8,1)", "Sw<0,3,3> o 0 o (8,8):(8,1)"),
        (
            "tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1), (128,64))",
            "Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))",
        ),
    ] {
        assert_eq!(eval(text, everything()).unwrap().to_string(), value, "{text}");
    }
    // The layout of bits, recast to elements, is that of elements.
    for bits in [1, 2, 4, 8, 16, 32, 64, 128] {
        let of = |bits| format!("Sw<3,4,3> o smem_ptr[{bits}b](unset) o");
        let atom = format!("{} (8,{}):({},1)", of(bits), 1024 / bits, 1024 / bits);
        let recast = format!("recast({} (8,1024):(1024,1), 1, {bits})", of(1));
        assert_eq!(eval(&atom, everything()), eval(&recast, everything()), "{bits}");
    }
}

#[test]
fn tilers_in_brackets_are_read() {
    for (text, value) in [
        ("[64:1;32:1]", "<64:1,32:1>"),
        ("[64:1]", "<64:1>"),
        ("zipped_divide((128,64), [64:1])", "((64),(2,64)):((1),(64,128))"),
        ("[(4,2):(1,8);32:1]", "<(4,2):(1,8),32:1>"),
        ("zipped_divide((128,64), [64:1;32:1])", "((64,32),(2,2)):((1,128),(64,4096))"),
    ] {
        assert_eq!(eval(text, everything()).unwrap().to_string(), value, "{text}");
    }
}

#[test]
fn compositions_with_swizzles() {
    for (text, value) in [
        ("Sw<3,3,3> o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)"),
        ("S<3,3,3> o (8,8)", "Sw<3,3,3> o 0 o (8,8):(1,8)"),
        ("Sw<0,4,3> o 8:1", "8:1"),
        ("(Sw<1,0,3> o 64:1) o 8:8", "Sw<1,0,3> o 0 o 8:8"),
        ("Sw<1,0,3> o 4 o 64:1 o 8:8", "Sw<1,0,3> o 4 o 8:8"),
        ("make_layout(Sw<3,0,3>)", "Sw<3,0,3> o 0 o 64:1"),
        ("cosize(Sw<3,0,3> o 9:1)", "10"),
        ("cosize(Sw<2,0,-3> o 5:1)", "28"),
        ("size(Sw<3,3,3> o (8,64):(64,1))", "512"),
        ("shape(Sw<3,3,3> o (8,64):(64,1), 1)", "64"),
        ("get(Sw<3,3,3> o (8,64):(64,1), 0)", "Sw<3,3,3> o 0 o 8:64"),
        ("crd2idx((1,0), Sw<3,3,3> o (8,64):(64,1))", "72"),
        ("is_injective(Sw<3,0,3> o (8,8):(1,4))", "false"),
        ("make_swizzle(24, 3)", "Sw<2,0,3>"),
        ("logical_product(4:1, Sw<3,0,3> o (8,8):(8,1))", "Sw<3,2,3> o 0 o (4,(8,8)):(1,(32,4))"),
        ("flat_product(4:1, Sw<3,0,3> o (8,8):(8,1))", "Sw<3,2,3> o 0 o (4,8,8):(1,32,4)"),
        (
            "blocked_product((2,2):(1,2), Sw<2,0,2> o (4,4):(4,1))",
            "Sw<2,2,2> o 0 o ((2,4),(2,4)):((1,16),(2,4))",
        ),
        ("complement(4:2@1, (6,24))", "(6,(2,3)):(1@0,(1@1,8@1))"),
        ("complement((4,8):(1@0,1@1), (8,8))", "(2,1):(4@0,0)"),
        ("left_inverse((4,5):(1@1,2@0))", "((2,5),4):((0,4),1)"),
        ("right_inverse((8,4):(1@0,1@1) o ((4,2),4):((8,4),1))", "((4,2),4):((8,4),1)"),
        ("zipped_divide((8,8):(9,1), (4,4):(1@1,2@0))", "((4,4),(2,2)):((1,18),(9,4))"),
        (
            "zipped_divide((4,(2,4)):(1,(4,8)), (2,2):(1@0,1@1@1))",
            "((2,2),(2,(2,2))):((1,8),(2,(4,16)))",
        ),
        (
            "logical_product((2,2):(1@0,1@1), (3,4):(1@0,1@1))",
            "((2,2),(3,4)):((1@0,1@1),(2@0,2@1))",
        ),
        ("raked_product((2,2):(1@0,1@1), (3,4):(1@0,1@1))", "((3,2),(4,2)):((2@0,1@0),(2@1,1@1))"),
        ("complement(Sw<1,0,3> o 4:2, 24)", "(2,3):(1,8)"),
        ("max_alignment(Sw<3,4,3> o (64,8):(1,64))", "16"),
        ("max_alignment(Sw<3,4,3>)", "16"),
        ("max_common_layout(Sw<3,3,3> o 64:1, 64:1)", "64:1"),
        ("max_common_layout(Sw<3,3,3> o 128:1, 128:1)", "8:1"),
        ("recast(Sw<3,4,3> o (64,8):(1,64), 8, 16)", "Sw<3,3,3> o 0 o (32,8):(1,32)"),
        ("recast(Sw<3,4,3>, 8, 16)", "Sw<3,3,3>"),
        ("nullspace(Sw<3,4,3> o (4,8):(0,1))", "4:1"),
        ("domain_offset(5, Sw<3,0,3> o 64:2)", "(Sw<3,0,3> o 10 o 64:2,0)"),
        ("local_tile(Sw<3,3,3> o (8,64):(64,1), (8,8), (0,1))", "(((2,4),8):((56,144),1),8)"),
        ("coshape(Sw<3,0,3> o 9:1)", "10"),
        ("size_in_bytes(Sw<3,0,3> o 9:1, 16)", "20"),
        ("reverse(Sw<3,3,3> o (8,64):(64,1))", "Sw<3,3,3> o 0 o (64,8):(1,64)"),
        ("get_swizzle_portion((8,8):(8,1))", "Sw<0,4,3>"),
        ("get_nonswizzle_portion(Sw<3,0,3> o 8:1)", "8:1"),
    ] {
        assert_eq!(eval(text, everything()).unwrap().to_string(), value, "{text}");
    }
}

#[test]
fn mistakes_with_swizzles() {
    for (text, error) in [
        (
            "Sw<4,0,3> o 8:1",
            "there is no swizzle Sw<4,0,3>\n\
             Sw<B,M,S> needs B and M from 0 on, |S| from B on, and M+B+|S| up to 126",
        ),
        (
            "Sw<2,0,3> o Sw<1,1,4>",
            "composition: Sw<2,0,3> o Sw<1,1,4> is not a swizzle: it takes 8 to 9\n\
             a swizzle flips adjacent bits by equally many adjacent bits, all at one distance",
        ),
        (
            "Sw<3,0,3> o (8,8):(1,4)",
            "Sw<3,0,3> o 0 o (8,8):(1,4) is not injective: \
             coordinates (4,0) and (0,1) share offset 4\n\
             help: write `8`: no two coordinates of (8,8):(1,8) share an offset\n\
             help: `#[allow(non_injective)]` in front allows it",
        ),
        (
            "(8,8):(4,1) o Sw<2,0,5>",
            "(8,8):(4,1) o 0 o Sw<2,0,5> o 0 o (8,8):(1,8) is not injective: \
             coordinates (0,4) and (2,0) share offset 8\n\
             help: `#[allow(non_injective)]` in front allows it",
        ),
        (
            "size(64:1 o -2 o Sw<3,1,3>)",
            "size: 64:1 o -2 o Sw<3,1,3> has no shape\n\
             a swizzle takes any integer; a layout after `o` gives it a shape",
        ),
        (
            "4:1 o 2 o 8:1",
            "composition: position 9 is outside of 4:1, which has size 4\n\
             a composition that leaves its left operand extends the last mode\n\
             help: `#[allow(padding)]` in front allows it",
        ),
        (
            "stride(Sw<3,0,3> o 8:1)",
            "stride: expected a layout, found the composed layout Sw<3,0,3> o 0 o 8:1\n\
             the functions after a layout take its steps to others; `get_nonswizzle_portion` is the layout before them, and \
             `xor_strides` are the steps of a swizzled one",
        ),
    ] {
        let found = eval(text, Allow::default()).unwrap_err();
        assert_eq!(found, error, "{text}");
    }
}

#[test]
fn swizzles_alone_do_not_expand() {
    let expand = |text: &str| {
        let tokens: TokenStream = format!("[krate] layout {text}").parse().unwrap();
        layout_codegen::expand(tokens, &mut || "0".to_owned()).to_string()
    };
    for (text, message) in [
        ("Sw<3,3,3>", "the swizzle Sw<3,3,3> is an operand, not a value of its own"),
        ("struct S = Sw<3,3,3>;", "`S` names a layout, and this is the swizzle Sw<3,3,3>"),
        ("Sw<3,3,3> o 0 o Sw<3,3,3>", "they take swizzles after one layout"),
        ("4:2 o 0 o Sw<1,0,1> o 0 o 4:1", "they take swizzles after one layout"),
        ("Sw<2,60,2> o 0 o 4:1", "the swizzle of Sw<2,60,2> o 0 o 4:1 does not fit"),
    ] {
        let expanded = expand(text);
        assert_eq!(expanded.matches(message).count(), 1, "{text}: {expanded}");
    }
    assert_eq!(expand("cosize(Sw<3,0,3> o 9:1)"), "10");
}
