//! Every operation of the table takes swizzled operands, or its row says why it does not. Where it rearranges coordinates, its answer is the
//! swizzle after what it answers of the layout, compared by loops.

use layout_codegen::{GROUPS, Operation};
use layout_laws::function::{Function, Step};
use layout_tests::oracle::ask::{Answer, ask};
use layout_tests::oracle::read::Value;

/// The names of a tensor among the operands.
const TENSORS: [&str; 6] = ["layout", "tensor", "block", "fragment", "accumulator", "matrix"];

const SWIZZLES: [(u32, u32, i32, i128); 4] =
    [(1, 0, 2, 0), (2, 0, 3, 0), (1, 1, -2, 0), (1, 0, 1, 4)];

/// The call of an operation within its example, and its operands, as text.
fn operands(operation: &Operation) -> Option<(String, Vec<String>)> {
    let call = format!("{}(", operation.name());
    let example = operation.example();
    let begin = example.find(&call)? + call.len();
    let (mut depth, mut quoted, mut all) = (0, false, vec![String::new()]);
    for c in example[begin..].chars() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '<' if !quoted => depth += 1,
            ')' if !quoted && depth == 0 => {
                return Some((call, all.into_iter().map(|text| text.trim().to_owned()).collect()));
            }
            ')' | ']' | '>' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        all.last_mut()?.push(c);
    }
    None
}

/// The functions of an answer, each with the offset that stands beside it.
fn functions(value: &Value) -> Vec<(Function, i128)> {
    match value {
        Value::Function(function) => vec![(function.clone(), 0)],
        Value::List(items) => match items.as_slice() {
            [Value::Function(function), Value::Tuple(offset)] => {
                vec![(function.clone(), offset.to_string().parse().unwrap_or(0))]
            }
            items => items.iter().flat_map(functions).collect(),
        },
        _ => Vec::new(),
    }
}

/// A layout among the operands, and no word, number or tiler that is written like one.
fn is_layout(text: &str) -> bool {
    let found = match ask(text, true) {
        Ok(Answer::Found(found)) => found.value,
        _ => return false,
    };
    let tuple = matches!(found, Value::Tuple(_)) && text.starts_with('(');
    tuple
        || matches!(found, Value::Function(Function { steps, domain: Some(_) }) if steps.is_empty())
}

#[test]
fn every_operation_takes_swizzled_tensors_or_says_why_not() {
    let (mut taken, mut refused, mut compared, mut without) = (0, 0, 0, Vec::new());
    for operation in GROUPS.iter().flat_map(|group| group.operations) {
        let Some((call, texts)) = operands(operation) else { continue };
        for (place, text) in texts.iter().enumerate() {
            let all = operation.operands();
            let word = all.get(place).or(all.last()).map_or("", |operand| operand.word());
            if !TENSORS.contains(&word) || text.starts_with(['_', '"']) || !is_layout(text) {
                continue;
            }
            let plain = format!("{call}{})", texts.join(", "));
            for (bits, base, shift, offset) in SWIZZLES {
                let mut of = texts.clone();
                of[place] = format!("Sw<{bits},{base},{shift}> o {offset} o {text}");
                let written = format!("{call}{})", of.join(", "));
                let found = match ask(&written, true) {
                    Ok(Answer::Found(found)) => found.value,
                    Ok(Answer::Refused(message)) => {
                        // Otherwise there is no answer, which the message shows by numbers.
                        if message.contains("found the composed layout") {
                            match operation.refuses_composed(place) {
                                Some(why) => assert!(message.contains(why), "{written}: {message}"),
                                None => without.push(format!("{written}: {message}")),
                            }
                        }
                        refused += 1;
                        continue;
                    }
                    // What has words that the oracle does not read.
                    _ => continue,
                };
                assert_eq!(operation.refuses_composed(place), None, "{written}");
                taken += 1;
                let is_part = ["partition_", "local_", "outer_"]
                    .iter()
                    .any(|word| operation.name().starts_with(word))
                    && !operation.name().contains("fragment");
                if !operation.keeps_functions(place) && !is_part {
                    continue;
                }
                let Ok(Answer::Found(right)) = ask(&plain, true) else { continue };
                let (found, right) = (functions(&found), functions(&right.value));
                // A tuple is rearranged as one.
                if right.is_empty() {
                    continue;
                }
                assert_eq!(found.len(), right.len(), "{written}");
                let step = Step::Swizzle(bits, base, shift);
                for ((found, added), (right, begin)) in found.iter().zip(&right) {
                    assert_eq!(found.size(), right.size(), "{written}");
                    let after = |i| step.at(offset + begin + right.at(i));
                    let same = (0..found.size()).all(|i| found.at(i) + added == after(i));
                    // Of several operands, those that are not swizzled are as they are.
                    let other = texts.len() > 1 && found == right;
                    assert!(same || other, "{written} is {found}, not after {right}");
                }
                compared += 1;
            }
        }
    }
    println!("{taken} taken, {compared} compared by loops, {refused} refused");
    assert!(without.is_empty(), "without a reason:\n{}", without.join("\n"));
    assert!(taken > 200 && compared > 100, "{taken} {compared}");
}

#[test]
fn a_swizzled_tile_is_partitioned_among_threads() {
    let tile = "(64,16):(1,64)";
    let copy = "make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, float>, (8,8):(8,1), (1,1))";
    let function = |text: &str| match ask(text, false) {
        Ok(Answer::Found(found)) => functions(&found.value).remove(0),
        other => panic!("{text}: {other:?}"),
    };
    let whole = function(&format!("tidfrg_D({copy}, Sw<4,0,4> o 0 o {tile})")).0;
    let plain = function(&format!("tidfrg_D({copy}, {tile})")).0;
    let step = Step::Swizzle(4, 0, 4);
    assert!((0..1024).all(|i| whole.at(i) == step.at(plain.at(i))));
    for thread in 0..64 {
        let text = format!("partition_D({copy}, Sw<4,0,4> o 0 o {tile}, {thread})");
        let (part, offset) = function(&text);
        assert!((0..16).all(|i| offset + part.at(i) == whole.at(thread + 64 * i)), "{thread}");
    }
}
