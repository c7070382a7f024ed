//! Names never change a function: of operands with names and without, every operation of the
//! language has the same answer, padding and errors.

use layout_algebra::{HTuple, Int, Layout, Tiler};
use layout_codegen::{
    Allowed, Evaluated, GROUPS, Operation, Scope, Unevaluated, Value, parse_expression, prove,
};
use layout_tests::samples::{Sample, calls, layouts, small};
use layout_tests::{boundary_layouts, flat_layout};

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
        Value::Beside(value, _) => plain(value),
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
        let some = all.iter().step_by(if operation.name().contains("inverse") { 6 } else { 3 });
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
    let mut found = 0;
    for operation in operations() {
        for (k, layout) in layouts.iter().enumerate() {
            let tiler = &tilers[k % tilers.len()];
            found += hold(operation, &Sample { layout, other: &other, tiler });
        }
    }
    assert!(found > 1000, "{found} answers have names");
}
