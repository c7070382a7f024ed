//! Idioms of authors of CuTe, in C++ and in Python, and of others: each with the expression that it is here.

use layout_codegen::Allow;

use crate::invocation::mistakes;
use crate::language::eval;
use crate::repaired::repair;

/// An expression as it is written elsewhere, and the same here. Both have a value.
pub(crate) const IDIOMS: &[(&str, &str)] = &[
    // Layouts as functions.
    ("((4,8):(8,1))(2,3)", "19"),
    ("((4,8):(8,1))(11)", "26"),
    ("((4,8):(8,1))(_,3)", "slice((_,3), (4,8):(8,1))"),
    ("((4,8):(8,1))(2,_)", "slice((2,_), (4,8):(8,1))"),
    ("make_layout((4,8), LayoutRight)(2,3)", "19"),
    ("make_layout(make_shape(_4{}, _8{}), LayoutRight{})(make_coord(2, 3))", "19"),
    ("composition((4,8):(8,1), (2,2):(1,4))(1,1)", "9"),
    ("((4,(2,4)):(8,(1,2)))(1,(1,_))", "slice((1,(1,_)), (4,(2,4)):(8,(1,2)))"),
    ("(((4,8):(8,1))(_,3))(2)", "16"),
    ("(((4,8):(8,1))(2,3), 4)", "(19,4)"),
    ("(Sw<1,0,3> o 0 o (4,8):(8,1))(1,3)", "crd2idx((1,3), Sw<1,0,3> o 0 o (4,8):(8,1))"),
    // Triton's, with the alias that its dumps have, and of its Gluon.
    (
        "#linear = #ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0]], warp = [], block = []}>",
        "#ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0]], warp = [], block = []}>",
    ),
    (
        "gl.DistributedLinearLayout(reg_bases=[[0,1],[0,2]], lane_bases=[[1,0],[2,0],[4,0],[8,0],[16,0]], \
         warp_bases=[[32,0]], block_bases=[], shape=[64,4])",
        "(4,32,2,1):(1@1,1@0,32@0,0)",
    ),
    (
        "gl.BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0])",
        "(4,(4,8),4,1):(1@1,(4@1,1@0),8@0,0)",
    ),
    ("te.layout_transform((2, 32), \"NC\", \"NC16c\")", "(2,32):(32,1)"),
    ("torch.empty_strided((4, 8), (8, 1))", "(4,8):(8,1)"),
    // Parameters of templates.
    ("size<0>((4,8):(8,1))", "4"),
    ("size<1>((4,8):(8,1))", "8"),
    ("size<1,0>((4,(2,4)):(8,(1,2)))", "2"),
    ("cute::size<1>((4,8):(8,1))", "8"),
    ("rank<1>((4,(2,4)):(8,(1,2)))", "2"),
    ("depth<1>((4,(2,4)):(8,(1,2)))", "1"),
    ("cosize<0>((4,8):(8,1))", "25"),
    ("get<0>((4,(2,4)):(8,(1,2)))", "4:8"),
    ("get<1,0>((4,(2,4)))", "2"),
    ("get<1>(make_shape(4, 8))", "8"),
    ("shape<1>((4,(2,4)):(8,(1,2)))", "shape((2,4))"),
    ("stride<0>((4,8):(8,1))", "8"),
    ("layout<0>((4,8):(8,1))", "4:8"),
    ("layout<1>((4,(2,4)):(8,(1,2)))", "(2,4):(1,2)"),
    ("select<1,0>((4,8):(8,1))", "(8,4):(1,8)"),
    ("take<0,2>((4,8,2):(16,2,1))", "(4,8):(16,2)"),
    ("group<0,2>((4,8,2):(16,2,1))", "((4,8),2):((16,2),1)"),
    ("group_modes<0,2>((4,8,2):(16,2,1))", "((4,8),2):((16,2),1)"),
    ("remove<1>((4,8,2):(16,2,1))", "(4,2):(16,1)"),
    ("replace<0>((4,8):(8,1), 2:16)", "(2,8):(16,1)"),
    ("append<3>((4,8):(8,1), 2:32)", "(4,8,2):(8,1,32)"),
    ("prepend<3>((4,8):(8,1), 2:32)", "(2,4,8):(32,8,1)"),
    ("upcast<8>((4,16):(16,1))", "(4,2):(2,1)"),
    ("downcast<2>((4,8):(8,1))", "(4,16):(16,1)"),
    ("recast_layout<half_t, uint32_t>((4,16):(16,1))", "(4,8):(8,1)"),
    ("recast_layout<uint32_t, half_t>((4,8):(8,1))", "(4,16):(16,1)"),
    ("(size<0>((4,8):(8,1)), size<1>((4,8):(8,1)))", "(4,8)"),
    ("size<Int<0>{}>((4,8):(8,1))", "4"),
    ("size<_1>((4,8):(8,1))", "8"),
    ("cosize_v<Layout<Shape<_4,_8>,Stride<_8,_1>>>", "32"),
    ("size_v<Layout<Shape<_4,_8>>>", "32"),
    ("rank_v<Layout<Shape<_4,_8>>>", "2"),
    // Projections.
    ("dice(Step<_1,X,_1>{}, (2,4,8))", "(2,8):(1,8)"),
    ("dice(make_step(_1{}, X, _1{}), (2,4,8))", "(2,8):(1,8)"),
    ("dice((1,X,1), (2,4,8))", "(2,8):(1,8)"),
    (
        "local_tile((128,64,32), (32,16,8), (1,2,_), Step<_1,_1,X>{})",
        "local_tile((128,64,32), (32,16,8), (1,2,_), (1,1,_))",
    ),
    (
        "cute.local_tile((128,64,32), tiler=(32,16,8), coord=(1,2,None), proj=(1,1,None))",
        "local_tile((128,64,32), (32,16,8), (1,2,_), (1,1,_))",
    ),
    ("local_partition((16,8), (4,2), 3, Step<_1,X>{})", "local_partition((16,8), (4,2), 3, (1,_))"),
    ("slice((Underscore{}, 3), (4,8):(8,1))", "slice((_,3), (4,8):(8,1))"),
    // CuTe's DSL.
    ("cute.size((4,8):(8,1), mode=[0])", "4"),
    ("cute.size((4,(2,4)):(8,(1,2)), mode=[1, 0])", "2"),
    ("cute.get((4,8):(8,1), mode=[1])", "8:1"),
    ("cute.select((4,8):(8,1), mode=[1, 0])", "(8,4):(1,8)"),
    ("cute.rank((4,8):(8,1))", "2"),
    ("cute.group_modes((4,8,2):(16,2,1), 0, 2)", "((4,8),2):((16,2),1)"),
    ("cute.group_modes((4,8,2):(16,2,1), begin=0, end=2)", "((4,8),2):((16,2),1)"),
    ("cute.make_layout((4, 8), stride=(8, 1))", "(4,8):(8,1)"),
    ("cute.make_layout(shape=(4, 8), stride=(8, 1))", "(4,8):(8,1)"),
    ("cute.make_ordered_layout((4, 8), order=(1, 0))", "(4,8):(8,1)"),
    ("cute.zipped_divide((4,8):(8,1), tiler=(2, 4))", "zipped_divide((4,8):(8,1), (2,4))"),
    ("cute.logical_divide((4,8):(8,1), tiler=(2, 4))", "logical_divide((4,8):(8,1), (2,4))"),
    ("cute.tiled_divide((4,8):(8,1), tiler=(2, 4))", "tiled_divide((4,8):(8,1), (2,4))"),
    ("cute.logical_product((2,2):(1,2), tiler=3:1)", "logical_product((2,2):(1,2), 3:1)"),
    (
        "cute.tile_to_shape((8,64):(64,1), (128,128), order=(0, 1))",
        "tile_to_shape((8,64):(64,1), (128,128), (0,1))",
    ),
    ("cute.composition((4,8):(8,1), (2,2):(1,4))", "composition((4,8):(8,1), (2,2):(1,4))"),
    ("cute.coalesce((4,8):(8,1), target_profile=(1, 1))", "coalesce((4,8):(8,1), (1,1))"),
    ("cute.slice_((4,8):(8,1), (None, 3))", "slice((_,3), (4,8):(8,1))"),
    ("cute.slice_((4,8):(8,1), coord=(2, None))", "slice((2,_), (4,8):(8,1))"),
    ("cute.dice((4,8):(8,1), (1, None))", "dice((1,_), (4,8):(8,1))"),
    ("cute.crd2idx((2, 3), (4,8):(8,1))", "19"),
    ("cute.recast_layout(32, 16, (4,16):(16,1))", "(4,8):(8,1)"),
    (
        "cute.make_layout_tv((4,32):(32,1), (4,4):(4,1))",
        "make_layout_tv((4,32):(32,1), (4,4):(4,1))",
    ),
    (
        "cute.make_layout_tv(thr_layout=(4,32):(32,1), val_layout=(4,4):(4,1))",
        "make_layout_tv((4,32):(32,1), (4,4):(4,1))",
    ),
    ("get(make_layout_tv((4,32):(32,1), (4,4):(4,1)), 1)", "((32,4),(4,4)):((64,4),(16,1))"),
    ("get(make_layout_tv((4,32):(32,1), (4,4):(4,1)), 0)", "shape((16,128))"),
    // Copies.
    (
        "get(partition_D(make_tiled_copy(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, half_t>, (16,16), (8,1)), (128,32), 0), 0)",
        "((1,8),1,2):((0,1),0,2048)",
    ),
    (
        "get_layout_TV(make_tiled_copy(Copy_Atom<DefaultCopy, float>, (16,8):(1,16), (2,1)))",
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>, (16,8):(1,16), (2,1)))",
    ),
    (
        "get_layout_TV(make_tiled_copy(Copy_Atom<AutoVectorizingCopy, half_t>, (16,8):(1,16), (2,1)))",
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>, (16,8):(1,16), (2,1)))",
    ),
    (
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint4>, half_t>, (16,8):(1,16), (8,1)))",
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>, (16,8):(1,16), (8,1)))",
    ),
    (
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint_byte_t<16>>, half_t>, (16,8):(1,16), (8,1)))",
        "get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>, (16,8):(1,16), (8,1)))",
    ),
    // Formulas of C, Python and Rust.
    (
        "infer_layout(|row, col| row*64 + (((col & 7) >= 4) ? 4 : 0) + (col & 3), (4,8))",
        "(4,8):(64,1)",
    ),
    ("infer_layout(|i| i & 31u, (32))", "(32):(1)"),
    ("infer_layout(|i| i & 0x1Fu, (32))", "(32):(1)"),
    ("infer_layout(|i| (i & ~3) + (i & 3)*1UL, (32))", "(32):(1)"),
    ("infer_layout(|i| min(i, 31), (32))", "(32):(1)"),
    ("infer_layout(|i| max(i, 0) * 2, (32))", "(32):(2)"),
    ("infer_layout(|i| i < 4 ? i : i + 4, (8))", "((4,2)):((1,8))"),
    ("infer_layout(|i| if i < 4 { i } else { i + 4 }, (8))", "((4,2)):((1,8))"),
    ("infer_layout(lambda i: i if i < 4 else i + 4, (8))", "((4,2)):((1,8))"),
    ("infer_layout(lambda r, c: r*8 + c, (4,8))", "(4,8):(8,1)"),
    ("infer_layout(lambda r, c: r*8 + c % 8, (4,8))", "(4,8):(8,1)"),
    ("infer_layout(|i| { let a = i / 4; let b = i % 4; b * 2 + a }, (8))", "((4,2)):((2,1))"),
    ("infer_layout(|i| i == 0 ? 0 : 8 / i * i / (8 / i), (8))", "(8):(1)"),
    ("infer_layout(|i| (i > 3 && i < 8) ? i + 4 : i, (8))", "((4,2)):((1,8))"),
    ("infer_layout(|i| (i < 4 || i != i) ? i : i + 4, (8))", "((4,2)):((1,8))"),
    // Names.
    ("rearrange(16:1, \"(o i) -> o i\", i = 4)", "(o: 4, i: 4):(4,1)"),
    ("(o: 4, i: 8):(8,1)", "(o: 4, i: 8):(8,1)"),
    ("get((o: 4, i: 8):(8,1), o)", "4:8"),
    // Invocations in invocations.
    ("logical_divide(layout!((4,8):(8,1)), (2,4))", "logical_divide((4,8):(8,1), (2,4))"),
    ("layout!(divide!((4,8):(8,1), (2,4)))", "logical_divide((4,8):(8,1), (2,4))"),
    ("(layout!(4), 8):(8,1)", "(4,8):(8,1)"),
];

#[test]
fn idioms_of_others_are_read() {
    let value = |text: &str| eval(text, Allow::default()).map(|value| value.to_string());
    let wrong: Vec<String> = IDIOMS
        .iter()
        .filter_map(|(theirs, ours)| match (value(theirs), value(ours)) {
            (Ok(found), Ok(expected)) if found == expected => None,
            (found, expected) => Some(format!("{theirs}\n  is {found:?}\n not {expected:?}")),
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), IDIOMS.len(), wrong.join("\n"));
}

/// Invocations with names, and the same here.
const NAMED: &[(&str, &str)] = &[
    ("layout!(Tile(2,3))", "layout!(crd2idx((2,3), Tile))"),
    ("layout!(Tile(_,3))", "layout!(slice((_,3), Tile))"),
    ("layout!(tiles::Row(3))", "layout!(crd2idx(3, tiles::Row))"),
    ("layout!((Tile(0,3), 4):(4,1))", "layout!((crd2idx((0,3), Tile), 4):(4,1))"),
    ("layout!(size<0>(Tile))", "layout!(size(Tile, 0))"),
    ("layout!(cosize_v<Tile>)", "layout!(cosize(Tile))"),
    ("divide!(layout!(Tile), (2,4))", "divide!(Tile, (2,4))"),
    ("layout! { let gen = (4,8):(8,1); }", "layout! { let r#gen = (4,8):(8,1); }"),
];

#[test]
fn layouts_that_have_names_are_functions() {
    for (theirs, ours) in NAMED {
        let texts = [theirs, ours].map(|case| crate::invocation::expansion(case).to_string());
        let plain = texts.each_ref().map(|text| text.replace("r#gen", "gen"));
        assert!(mistakes(theirs).is_empty(), "{theirs}: {:?}", mistakes(theirs));
        assert_eq!(plain[0], plain[1], "{theirs}");
    }
}

/// Mistakes, and what the help makes of each; nothing where there is none that is right.
const LEADS: &[(&str, Option<&str>)] = &[
    ("layout!((2**5, 8):(8,1))", Some("layout!((32, 8):(8,1))")),
    ("layout!((2^5, 8):(8,1))", None),
    ("layout!((4,8):(8,1)[1, 2])", Some("layout!(crd2idx((1, 2), (4,8):(8,1)))")),
    ("layout!((8,8):(8,1)[3])", Some("layout!(crd2idx(3, (8,8):(8,1)))")),
    ("layout!((4,8):(8,1)[None, 2])", Some("layout!(slice((None, 2), (4,8):(8,1)))")),
    ("layout!((4,8):(8,1).T)", Some("layout!(transpose((4,8):(8,1)))")),
    ("layout!((4,8):(8,1).shape)", Some("layout!(shape((4,8):(8,1)))")),
    ("layout!((4,8):(8,1).size())", Some("layout!(size((4,8):(8,1)))")),
    ("layout!(reshape((4,3):(3,1), (2,6)))", None),
    ("layout!(view((4,3):(3,1), (2,6)))", None),
    ("divide!(Global(m, n), (2,2))", Some("divide!(Global<m, n>, (2,2))")),
    ("layout!((bm!(), 8):(8,1))", Some("layout!(({ bm!() }, 8):(8,1))")),
    ("layout!([[0,1],[2,3]])", Some("layout!(with_shape(infer_layout([0, 2, 1, 3]), (2, 2)))")),
    (
        "layout! { #[covers((16,8))] struct T = (32,(2,2)):(2,(1,32)); }",
        Some("layout! { #[covers((16,8))] struct T = (32,(2,2)):(2,(1,64)); }"),
    ),
    (
        "layout! { struct T<const BM: usize = 64, const BK: usize = 8> = (BM,BK):(BK,1); }",
        Some("layout! { struct T<const BM: usize, const BK: usize> = (BM,BK):(BK,1); }"),
    ),
    ("layout!(colesce((4,8):(8,1)))", Some("layout!(coalesce((4,8):(8,1)))")),
    // The word is meant, but what it makes is wrong.
    ("layout!(colesce((4,8):(1,2)))", None),
];

#[test]
fn helps_lead_to_what_is_meant() {
    let mut wrong = Vec::new();
    for (case, better) in LEADS {
        let found = mistakes(case);
        let [mistake] = found.as_slice() else { panic!("{case}: {found:?}") };
        let patched = mistake.text.contains("help: write `")
            || mistake.text.contains("help: did you mean `")
            || mistake.text.contains("in front allows it");
        let spaces = |text: &str| text.replace(' ', "");
        let found = repair(case).ok().filter(|_| patched);
        if found.as_deref().map(spaces) != better.map(spaces) {
            wrong.push(format!("{case}\n  {found:?}\n  {}", mistake.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_layout_may_be_called_s() {
    let right = "layout! { struct S<m> = (m,8):(8,1); struct T<m> = logical_divide(S<m>, (1,2)); }";
    assert!(mistakes(right).is_empty(), "{:?}", mistakes(right));
    let of_three = "layout! { struct S<a, b, c> = (a,b,c):(1,a,a * b); }";
    let found = mistakes(of_three);
    assert!(found.len() == 1 && found[0].text.contains("is a swizzle"), "{found:?}");
    let swizzle =
        eval("S<3,0,3> o 0 o (8,8):(8,1)", Allow::default()).map(|value| value.to_string());
    assert_eq!(swizzle.as_deref(), Ok("Sw<3,0,3> o 0 o (8,8):(8,1)"));
}

/// An expression that languages read differently, or that has no integer, is refused.
#[test]
fn what_is_read_differently_is_refused() {
    for text in [
        "infer_layout(|i| i & 1 == 0, (8))",
        "infer_layout(|i| 0 <= i < 4, (8))",
        "infer_layout(lambda i: i / 2, (8))",
    ] {
        let error = eval(text, Allow::default()).expect_err(text);
        assert!(error.contains("parentheses") || error.contains("div_floor"), "{text}: {error}");
    }
}

/// Expressions of CUTLASS' examples are read, at least 95 in 100; the snapshot has each with its value or the first line of its error.
#[test]
fn expressions_of_cutlass_examples_are_read() {
    let (mut read, mut all, mut values) = (0, 0, String::new());
    for line in include_str!("../../data/examples.txt").lines() {
        if let Some(file) = line.strip_prefix("# ") {
            values.push_str(&format!("\n{file}\n"));
            continue;
        }
        let text = line.replacen(" | ", " ", 1);
        let expression = line.rsplit(" | ").next().unwrap();
        let tokens = text.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let value = layout_codegen::prove_kept(tokens, layout_codegen::Allow::all());
        all += 1;
        let value = match value {
            Ok((evaluated, _)) => {
                read += 1;
                evaluated.notation()
            }
            Err(layout_codegen::Unevaluated::Wrong(diagnostic)) => {
                format!("error: {}", diagnostic.message.lines().next().unwrap_or_default())
            }
            Err(tainted) => panic!("{line}: {tainted:?}"),
        };
        values.push_str(&format!("{expression}\n    {value}\n"));
    }
    assert!(read * 100 >= all * 95, "{read} of {all}\n{values}");
    insta::assert_snapshot!(format!("{read} of {all}\n{values}"));
}
