//! Names never change a function: of operands with names and without, every operation of the
//! language has the same answer, padding and errors.

use layout_algebra::{HTuple, Int, Layout, Stride, Tiler};
use layout_codegen::{
    Allowed, Evaluated, GROUPS, Operation, Scope, Unevaluated, Value, parse_expression, prove,
};
use layout_tests::samples::{Sample, calls, layouts, small};
use layout_tests::{boundary_layouts, flat_layout, one_in};

use crate::language::everything;

fn evaluated(text: &str) -> Result<Evaluated, String> {
    let tokens = text.parse().map_err(|error| format!("{error}"))?;
    let parsed = parse_expression(tokens).map_err(|diagnostic| diagnostic.text())?;
    let expr = Allowed { allow: everything(), ..parsed };
    prove(&expr, &Scope::new()).map_err(|error| match error {
        Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        Unevaluated::Tainted(name) => name.text,
    })
}

/// A shape whose modes are all called something.
fn named(shape: &HTuple<Int>, next: &mut usize) -> String {
    let HTuple::Tuple(items) = shape else { return shape.to_string() };
    let items = items.iter().map(|item| {
        *next += 1;
        let name = *next;
        format!("n{name}: {}", named(item, next))
    });
    format!("({})", items.collect::<Vec<_>>().join(", "))
}

/// An operand as it is written, with names and without.
fn written(value: &Value, next: &mut usize) -> [String; 2] {
    let plain = match value {
        Value::List(items) => {
            let items = items.iter().map(ToString::to_string);
            format!("[{}]", items.collect::<Vec<_>>().join(","))
        }
        value => value.to_string(),
    };
    let layout = match value {
        Value::Layout(layout) => layout,
        Value::Composed(layout) => match layout.domain() {
            Ok(layout) => layout,
            Err(_) => return [plain.clone(), plain],
        },
        _ => return [plain.clone(), plain],
    };
    let shape = layout.shape().to_string();
    let before = plain.len() - layout.to_string().len();
    let after = &plain[before + shape.len()..];
    [format!("{}{}{after}", &plain[..before], named(layout.shape(), next)), plain]
}

/// A value without the names of the layouts in it.
fn plain(value: &Value) -> Value {
    match value {
        Value::List(items) => Value::List(items.iter().map(plain).collect()),
        Value::Annotated(value, _) => plain(value),
        value => value.clone(),
    }
}

/// Holds all calls of operations on a layout; how many have an answer with names.
fn hold(operation: &Operation, sample: &Sample<'_>) -> usize {
    let mut found = 0;
    for values in calls(operation, sample) {
        let mut next = 0;
        let operands = values.iter().map(|value| written(value, &mut next));
        let operands: Vec<[String; 2]> = operands.collect();
        let call = |k: usize| {
            let operands = operands.iter().map(|operand| operand[k].clone());
            format!("{}({})", operation.name(), operands.collect::<Vec<_>>().join(", "))
        };
        let [with, without] = [call(0), call(1)].map(|text| (evaluated(&text), text));
        match (with, without) {
            ((Ok(with), text), (Ok(without), _)) => {
                assert_eq!(plain(&with.value), plain(&without.value), "{text}");
                assert_eq!(with.bounds, without.bounds, "{text}");
                assert!(without.names.is_none(), "{text}");
                found += usize::from(!with.names.is_none());
                // What is printed reads back, with the same names.
                if let (Value::Layout(_) | Value::Composed(_), true) =
                    (&with.value, with.bounds.is_everywhere())
                {
                    let again =
                        evaluated(&with.notation()).unwrap_or_else(|why| panic!("{text}: {why}"));
                    assert_eq!(again.value, with.value, "{text}");
                    assert_eq!(again.names, with.names, "{text}: {}", with.notation());
                }
            }
            ((Err(with), text), (Err(without), _)) => assert_eq!(with, without, "{text}"),
            ((with, text), (without, _)) => panic!("{text}: {with:?} and {without:?}"),
        }
    }
    found
}

fn operations() -> impl Iterator<Item = &'static Operation> {
    let groups = GROUPS.iter().filter(|group| !group.title.starts_with("instructions"));
    // What matches modes by name is another question with other names: `laws_patterns` has it.
    let by_name = ["align_as", "fold_as"];
    groups.flat_map(|group| group.operations).filter(move |it| !by_name.contains(&it.name()))
}

#[test]
fn law_names_change_no_answer_of_large_layouts() {
    let tiler = Tiler::Modes(vec![Tiler::Size(2.into()), Tiler::Size(2.into())]);
    let mut all = layouts();
    all.push(small());
    let mut found = 0;
    for operation in operations() {
        // Without names, these take longest.
        let some = all
            .iter()
            .step_by(if operation.name().contains("inverse") { 6 } else { 3 } * one_in(4));
        for (_, layout) in some {
            found += hold(operation, &Sample { layout, other: layout, tiler: &tiler });
        }
    }
    assert!(found > 100, "{found} answers have names");
}

#[test]
fn law_names_change_no_answer_of_small_layouts() {
    let other = flat_layout(&[(2, 1), (2, 4)]);
    let tilers = [
        Tiler::Size(2.into()),
        Tiler::Layout(flat_layout(&[(2, 2)])),
        Tiler::Modes(vec![Tiler::Size(2.into()), Tiler::All]),
        Tiler::Modes(vec![Tiler::Layout(flat_layout(&[(2, 1)]))]),
    ];
    let layouts: Vec<Layout> = boundary_layouts().step_by(7).collect();
    let step = 3 * one_in(16);
    let mut found = 0;
    for (first, operation) in operations().enumerate() {
        // Each operation has one in `step` of them, and as many that follow each other have all.
        for (k, layout) in layouts.iter().enumerate().skip(first % step).step_by(step) {
            let tiler = &tilers[k % tilers.len()];
            found += hold(operation, &Sample { layout, other: &other, tiler });
        }
    }
    assert!(found * step > 6000, "{found} answers have names");
}

/// The layout of an answer, alone or before the offset where it begins.
fn answered(value: &Value) -> &Layout {
    match value {
        Value::Layout(layout) => layout,
        Value::Annotated(value, _) => answered(value),
        Value::List(items) => answered(&items[0]),
        other => panic!("{other} is no layout"),
    }
}

/// The elements that threads have of a tensor: names change nothing, and a mode that is called after one of the tensor steps along that one.
#[test]
fn law_names_follow_a_tensor_to_its_threads() {
    let mma = "make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2):(1,2))";
    let copy = "make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>, (16,8):(1,16), (2,1))";
    let tensors = [
        ("(x: 64, y: 32):(1,1000)", "(64,32):(1,1000)"),
        ("(x: 64, y: 32, z: 3):(1,1000,100000)", "(64,32,3):(1,1000,100000)"),
        ("(x: (a: 8, b: 8), y: 32, z: 3):((8,1),1000,100000)", "((8,8),32,3):((8,1),1000,100000)"),
        ("(64, y: 32):(1,1000)", "(64,32):(1,1000)"),
    ];
    let ops = ["thrfrg_", "partition_", "partition_fragment_"];
    let products = ops.iter().flat_map(|op| ["A", "B", "C"].map(|of| (format!("{op}{of}"), mma)));
    let copies = ["tidfrg_", "partition_"]
        .iter()
        .flat_map(|op| ["S", "D"].map(|of| (format!("{op}{of}"), copy)));
    let mut along = 0;
    for ((op, tiled), (named, plain_tensor)) in
        products.chain(copies).flat_map(|of| tensors.map(|tensor| (of.clone(), tensor)))
    {
        let thread = if op.contains("frg") || op.contains("fragment") { "" } else { ", 5" };
        let call = |tensor: &str| format!("{op}({tiled}, {tensor}{thread})");
        let (text, other) = (call(named), call(plain_tensor));
        let with = evaluated(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let without = evaluated(&other).unwrap_or_else(|why| panic!("{other}: {why}"));
        assert_eq!(plain(&with.value), plain(&without.value), "{text}");
        assert!(without.names.is_none(), "{other}");
        let layout = answered(&with.value);
        for (path, name) in with.names.iter() {
            let mode = layout.get(path).unwrap_or_else(|| panic!("{text}: no mode {path:?}"));
            let unit = match name.split('.').next() {
                // Registers are compact.
                _ if op.contains("fragment") => continue,
                Some("x") => 1..1000,
                Some("y") => 1000..100_000,
                Some("z") => 100_000..i128::MAX,
                _ => continue,
            };
            let steps = mode.leaves().into_iter().filter(|(extent, _)| **extent != Int::ONE);
            for (_, stride) in steps {
                let stride = Stride::known(stride).expect("a number");
                assert!(unit.contains(&stride), "{text}: {name} steps by {stride}");
                along += 1;
            }
        }
        // All modes of the tensor that have a name are there.
        let rests: Vec<&str> = with.names.iter().map(|(_, name)| name).collect();
        let kept = ["y.rest", "value"].iter().all(|name| rests.contains(name));
        assert!(kept && rests.contains(&"z") == named.contains("z:"), "{text}: {rests:?}");
    }
    assert!(along > 50, "{along} strides of modes with names");
    for (text, notation) in [
        (
            format!("partition_A({mma}, (m: 64, k: 16, stage: 3):(1,64,1024), 5)"),
            "((value: (2,2), m.rest: 2, k.rest: 2, stage: 3):((64,8),32,512,1024),129)",
        ),
        (
            "retile(make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2))), \
             partition_fragment_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2)), (m: 64, k: 32):(1,64)))"
                .to_owned(),
            "(value: (8,1), m.rest: 2, k.rest: 2):((1,0),8,16)",
        ),
        (
            "relayout(get_layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, 1, <_,16>)), \
             rename(get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN), thread, value))"
                .to_owned(),
            "(thread: (4,8), value: ((2,2,2),(1,1))):((1,4),((32,64,128),(0,0)))",
        ),
        (
            "local_tile((m: 64, k: 16):(1,64), (16,8,4), (_,2,_), (1,_,1))".to_owned(),
            "((m.tile: 16, k.tile: 4, m.rest: 4, k.rest: 4):(1,64,16,256),0)",
        ),
        (
            "local_partition((m: 64, k: 16):(1,64), (4,2,2), 3, (1,_,1))".to_owned(),
            "((m.rest: 16, k.rest: 8):(4,128),3)",
        ),
    ] {
        assert_eq!(evaluated(&text).map(|it| it.notation()), Ok(notation.to_owned()), "{text}");
    }
}
