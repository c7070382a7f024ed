//! Padding through operations: which coordinates of their results are in bounds.

use layout_codegen::{Diagnostic, Scope, Unevaluated, parse_expression, prove};

fn evaluated(text: &str) -> Result<(String, String), Diagnostic> {
    let parsed = parse_expression(text.parse().expect("tokens"))?;
    match prove(&parsed, &Scope::new()) {
        Ok(found) => Ok((found.value.to_string(), found.bounds.to_string())),
        Err(Unevaluated::Wrong(diagnostic)) => Err(diagnostic),
        Err(Unevaluated::Tainted(name)) => panic!("{} has no definition", name.text),
    }
}

#[track_caller]
fn is(text: &str, value: &str, bounds: &str) {
    let (found, within) = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!((found.as_str(), within.as_str()), (value, bounds), "{text}");
}

/// A predicated copy of a tensor that the threads do not divide.
#[test]
fn threads_know_which_of_their_values_are_padding() {
    const COPY: &str =
        "make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, float>, (4,8):(8,1), (1,1))";
    is(
        &format!("#[allow(padding)] tidfrg_S({COPY}, (10,13):(13,1))"),
        "((8,4),(1,1),(3,2)):((1,13),(0,0),(52,8))",
        "((8,4),(1,1),(3,2)):((0,1),(0,0),(4,0)) < 10 and ((8,4),(1,1),(3,2)):((1,0),(0,0),(0,8)) < 13",
    );
    is(
        &format!("#[allow(padding)] partition_S({COPY}, (10,13):(13,1), 5)"),
        "(((1,1),3,2):((0,0),52,8),5)",
        "((1,1),3,2):((0,0),0,1) < 1",
    );
    is(
        "#[allow(padding)] thrfrg_C(make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (1,1)), (20,8):(8,1))",
        "(((4,8),(1,1)),((2,2),(2,1))):(((2,8),(0,0)),((1,64),(128,0)))",
        "(((4,8),(1,1)),((2,2),(2,1))):(((0,1),(0,0)),((0,8),(16,0))) < 20",
    );
}

/// XLA's tiles of bf16, faces of a tensor processor, and any extents.
#[test]
fn blocks_fill_a_shape_that_they_do_not_divide() {
    is(
        "#[allow(padding)] tile_to_shape(((2,4),128):((1,256),2), (17,257), (1,0))",
        "(((2,4),3),(128,3)):(((1,256),3072),(2,1024))",
        "(((2,4),3),(128,3)):(((1,2),8),(0,0)) < 17 and (((2,4),3),(128,3)):(((0,0),0),(1,128)) < 257",
    );
    is(
        "#[allow(padding)] tile_to_shape((4,8):(8,1), (m,16), (1,0))",
        "((4,ceil_div(m, 4)),(8,2)):((8,64),(1,32))",
        "((4,ceil_div(m, 4)),(8,2)):((1,4),(0,0)) < m",
    );
    let refused = "tile_to_shape((4,8):(8,1), (10,16), (1,0))";
    let error = evaluated(refused).expect_err(refused);
    assert!(error.message.contains("the tiles cover 12 of 10 positions"), "{}", error.message);
    assert!(error.text().contains("`#[allow(padding)]` in front allows it"), "{}", error.text());
    // Who lets padding through, lets no order through.
    let both = "#[allow(padding)] tile_to_shape((4,8):(8,1), (10,16), (1,1))";
    assert!(evaluated(both).is_err());
}

/// Without the bounds, all coordinates would count, and the consent that is then needed would hide collisions of elements.
#[test]
fn collisions_of_padding_ask_for_no_consent() {
    let padded = "logical_divide((10,13):(13,1), (4,8))";
    for of in [
        format!("rearrange({padded}, \"a b -> b a\")"),
        format!("with_shape({padded}, (4,3,16))"),
        format!("sort({padded})"),
        format!("append({padded}, 3:1000)"),
        format!("recast({padded}, 16, 16)"),
        format!("get(domain_offset((0,0), {padded}), 0)"),
        format!("logical_divide[1]({padded}, 3)"),
    ] {
        assert!(evaluated(&format!("#[allow(padding)] {of}")).is_ok(), "{of}");
    }
    // A collision of elements stays one.
    let error = evaluated("#[allow(padding)] sort(logical_divide((10,13):(12,1), (4,8)))");
    let error = error.expect_err("elements collide").text();
    assert!(error.contains("#[allow(non_injective)]"), "{error}");
    // Where the bounds are unknown, the operation is named, and no consent.
    let error =
        evaluated("#[allow(padding)] make_layout(complement(logical_divide(10, 4), 48), 4:0)");
    let error = error.expect_err("all coordinates count").text();
    assert!(error.contains("is not known after `complement`"), "{error}");
    assert!(!error.contains("non_injective"), "{error}");
}

/// A mode is changed in its place, with the padding that there was and what the change adds.
#[test]
fn a_changed_mode_keeps_the_bounds() {
    is(
        "#[allow(padding)] logical_divide[1](logical_divide((10,13):(1000,1), (4,8)), 3)",
        "((4,3),(3,6)):((1000,4000),(1,3))",
        "((4,3),(3,6)):((1,4),(0,0)) < 10 and ((4,3),(3,6)):((0,0),(1,3)) < 13",
    );
    is(
        "#[allow(padding, non_injective)] (10 mod 4, 3):(1,100)",
        "((4,3),3):((1,0),100)",
        "((4,3),3):((1,4),0) < 10",
    );
}

/// A large element is in bounds where all of its parts are.
#[test]
fn elements_of_another_size_keep_the_bounds() {
    let padded = "logical_divide(10:1, 4)";
    is(&format!("#[allow(padding)] downcast({padded}, 2)"), "(8,3):(1,8)", "(8,3):(1,8) < 20");
    is(&format!("#[allow(padding)] upcast({padded}, 2)"), "(2,3):(1,2)", "(2,3):(1,2) < 5");
    is("#[allow(padding)] upcast(logical_divide(9:1, 4), 2)", "(2,3):(1,2)", "(2,3):(1,2) < 4");
}
