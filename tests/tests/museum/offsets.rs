//! A layout that is given as text, as the function that it is, and whether a list of offsets is
//! one of a layout: loops over their definitions, which share nothing with the algebra.

use crate::formula::{Names, value};

/// An answer as a function: a layout, the steps after it, or a number, which is a layout of size 1.
pub(crate) struct Function {
    /// The extent and the stride of each leaf.
    leaves: Vec<(i128, i128)>,
    /// The steps after the layout, one after the other.
    after: Vec<Step>,
    pub(crate) size: i128,
}

enum Step {
    Add(i128),
    /// The `bits` from `base + max(shift, 0)` on flip those that are `shift` below them.
    Swizzle {
        bits: u32,
        base: u32,
        shift: i32,
    },
}

impl Function {
    /// Reads an answer; not one that is a message, say.
    pub(crate) fn read(answer: &str, names: Names<'_>) -> Result<Function, String> {
        let answer = answer.split(" where ").next().unwrap_or_default();
        let answer = answer.split(" in bounds ").next().unwrap_or_default();
        let mut parts: Vec<&str> = answer.split(" o ").collect();
        let mut text = parts.pop().unwrap_or_default();
        let mut after = Vec::new();
        // A slice and its offset.
        if let Some([layout, offset]) = tuple(text).as_deref()
            && split(layout, ':').len() == 2
        {
            text = layout;
            after.push(Step::Add(value(offset, names)?));
        }
        let leaves = match split(text, ':').as_slice() {
            [shape, stride] => pairs(shape, stride, names)?,
            _ => {
                after.push(Step::Add(value(text, names)?));
                Vec::new()
            }
        };
        while let Some(part) = parts.pop() {
            after.push(match part.strip_prefix("Sw<") {
                Some(swizzle) => read_swizzle(swizzle)?,
                None => Step::Add(value(part, names)?),
            });
        }
        let size = leaves.iter().try_fold(1, |size: i128, (extent, _)| size.checked_mul(*extent));
        Ok(Function { leaves, after, size: size.ok_or("the size is too large")? })
    }

    /// The offset at a 1-D coordinate.
    pub(crate) fn at(&self, mut coordinate: i128) -> i128 {
        let mut offset = 0;
        for (extent, stride) in &self.leaves {
            offset += coordinate % extent * stride;
            coordinate /= extent;
        }
        for step in &self.after {
            match *step {
                Step::Add(more) => offset += more,
                Step::Swizzle { bits, base, shift } => {
                    let mask = ((1 << bits) - 1) << base;
                    let up = shift.unsigned_abs();
                    offset ^= if shift < 0 { (offset & mask) << up } else { offset >> up & mask };
                }
            }
        }
        offset
    }
}

/// `B,M,S>`.
fn read_swizzle(text: &str) -> Result<Step, String> {
    let numbers: Result<Vec<i32>, _> =
        text.trim_end_matches('>').split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[bits, base, shift]) if bits >= 0 && base >= 0 => {
            Ok(Step::Swizzle { bits: bits.unsigned_abs(), base: base.unsigned_abs(), shift })
        }
        _ => Err(format!("Sw<{text} is no swizzle")),
    }
}

fn pairs(shape: &str, stride: &str, names: Names<'_>) -> Result<Vec<(i128, i128)>, String> {
    let (extents, strides) = (leaves(shape, names)?, leaves(stride, names)?);
    if extents.len() != strides.len() {
        return Err(format!("{shape} has {} extents, {stride} {}", extents.len(), strides.len()));
    }
    Ok(extents.into_iter().zip(strides).collect())
}

/// The leaves of a tuple, from left to right.
fn leaves(text: &str, names: Names<'_>) -> Result<Vec<i128>, String> {
    let Some(parts) = tuple(text) else { return Ok(vec![value(text, names)?]) };
    let parts = parts.into_iter().map(|part| leaves(part, names));
    Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The parts of a tuple; none of other text.
fn tuple(text: &str) -> Option<Vec<&str>> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0;
    // The first parenthesis is closed by the last one.
    let closes = inner.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    });
    closes.then(|| split(inner, ','))
}

/// The parts between separators that are in no parentheses.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == separator && depth == 0 {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// True if some layout, nested in whatever way, has these offsets at its 1-D coordinates: its
/// first extent divides their number, and what is left is one again.
pub(crate) fn is_layout(offsets: &[i128]) -> bool {
    let n = offsets.len();
    if n <= 1 {
        return offsets == [0];
    }
    (2..=n).filter(|first| n.is_multiple_of(*first)).any(|first| {
        let rest: Vec<i128> = offsets.iter().copied().step_by(first).collect();
        let sums = offsets.iter().zip(0..).all(|(&offset, at): (_, usize)| {
            let digit = i128::try_from(at % first).expect("a small number");
            offset == rest[at / first] + digit * offsets[1]
        });
        sums && is_layout(&rest)
    })
}

#[test]
fn offsets_are_those_of_the_definition() {
    let names = [("m".to_owned(), 2)];
    for (text, expected) in [
        ("(2,(2,2)):(4,(2,1))", &[0, 4, 2, 6, 1, 5, 3, 7][..]),
        ("3:-2", &[0, -2, -4]),
        ("(3 * m):(m + 1) where 1 <= m", &[0, 3, 6, 9, 12, 15]),
        ("((m),2):((1),3 * m)", &[0, 1, 6, 7]),
        ("Sw<1,0,1> o 1 o 4:1", &[1, 3, 2, 4]),
        ("Sw<1,0,3> o 0 o 4:5", &[0, 5, 11, 14]),
        ("Sw<1,0,-2> o 0 o 2:1", &[0, 5]),
        ("((2,2):(1,4),7)", &[7, 8, 11, 12]),
        ("42", &[42]),
    ] {
        let function = Function::read(text, &names).expect("a function");
        let offsets: Vec<i128> = (0..function.size).map(|i| function.at(i)).collect();
        assert_eq!(offsets, expected, "{text}");
        let is_plain = !text.contains("Sw") && expected[0] == 0;
        assert!(!is_plain || is_layout(expected), "{text}");
    }
    for none in ["(2,2):(1)", "error: no", "(2,3)", "Sw<1,2> o 0 o 4:1", "k:1", ""] {
        assert!(Function::read(none, &names).is_err(), "{none}");
    }
    for none in
        [&[1, 2][..], &[0, 5, 11, 14], &[0, 2, 4, 3, 5, 8], &[0, 1, 3], &[0, 6, 9, 15, 7, 13]]
    {
        assert!(!is_layout(none), "{none:?}");
    }
}
