//! A batch of random layouts as source: a case of `cases.rs` each.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use layout_algebra::{ComposedLayout, Function, HTuple, Int, IntTuple, Layout, Step, Symbol, ops};
use layout_codegen::{Allow, Allowed, Lint, Scope, Value, parse_expression, prove};

use crate::random::{Expression, Random, expression};

/// Up to this many coordinates every one is visited.
const SWEPT: usize = 256;

/// A layout, and the swizzles that follow it.
struct Evaluated {
    value: Function,
    domain: Layout,
    /// Bits, base, shift, and what is added before, the first first.
    swizzles: Vec<(u32, u32, i32, i128)>,
}

impl Evaluated {
    /// The value of an expression, whose symbols have names that end with their values; none
    /// where it is no layout with index functions, or one with padding that is not expected.
    fn of(text: &str, is_padded: bool) -> Option<Evaluated> {
        let mut allow = Allow::default();
        Lint::ALL.into_iter().for_each(|lint| allow.permit(lint));
        let parsed = parse_expression(text.parse().ok()?).ok()?;
        let evaluated = prove(&Allowed { allow, ..parsed }, &Scope::new()).ok()?;
        if !is_padded && !evaluated.bounds.is_everywhere() {
            return None;
        }
        let of = |symbol: &Symbol| symbol.name()[1..].parse().ok().map(Int::new);
        let mut swizzles = Vec::new();
        let (value, domain) = match evaluated.value {
            Value::Layout(layout) => {
                let domain = layout.substitute(&of).ok()?;
                (Function::Layout(domain.clone()), domain)
            }
            Value::Composed(composed) => {
                for (step, offset) in composed.outer().iter().rev() {
                    let Step::Swizzle(swizzle) = step else { return None };
                    swizzles.push((
                        swizzle.bits(),
                        swizzle.base(),
                        swizzle.shift(),
                        offset.known()?,
                    ));
                }
                let domain = composed.domain().ok()?.substitute(&of).ok()?;
                (Function::Composed(composed.with_domain(domain.clone()).ok()?), domain)
            }
            _ => return None,
        };
        // Also a stride that is never taken has to fit 64 bits.
        let fits = |d: &Int| d.known().is_some_and(|d| i64::try_from(d).is_ok());
        domain.stride().leaves().iter().all(|d| d.as_int().is_some_and(fits)).then_some(())?;
        Some(Evaluated { value, domain, swizzles })
    }

    /// The offset of a 1-D coordinate, by the algebra.
    fn at(&self, index: usize) -> Option<i128> {
        let coordinate: IntTuple = HTuple::Leaf(Int::new(index as i128));
        match &self.value {
            Function::Composed(composed) => {
                ops::swizzled::evaluate(&coordinate, composed).ok()?.known()
            }
            _ => match ops::evaluate(&coordinate, &self.domain).ok()? {
                HTuple::Leaf(offset) => offset.known(),
                HTuple::Tuple(_) => None,
            },
        }
    }

    fn range(&self) -> Option<(i128, i128)> {
        let (min, max) = match &self.value {
            Function::Composed(composed) => ops::swizzled::offset_range(composed).ok()?,
            _ => ops::offset_range(&self.domain).ok()?,
        };
        min.known().zip(max.known())
    }

    /// True if there are functions in 32 bits: as `Layout::index_u32` says.
    fn is_narrow(&self) -> Option<bool> {
        let fits = |n: i128| u32::try_from(n).is_ok();
        let (min, max) = self.range()?;
        let (first, last) = {
            let (min, max) = ops::offset_range(&self.domain).ok()?;
            (min.known()?, max.known()?)
        };
        let swizzled = self.swizzles.iter().enumerate().all(|(k, &(bits, base, shift, offset))| {
            let before =
                if k == 0 { fits(first + offset) && fits(last + offset) } else { offset == 0 };
            before && bits + base + shift.unsigned_abs() <= u32::BITS
        });
        Some(
            fits(leaves(&self.domain)?.iter().map(|leaf| leaf.0).product())
                && fits(min)
                && fits(max)
                && swizzled,
        )
    }
}

fn leaves(layout: &Layout) -> Option<Vec<(i128, i128)>> {
    layout.leaves().into_iter().map(|(s, d)| s.known().zip(d.as_int()?.known())).collect()
}

/// A case as it stands in a batch.
pub(crate) struct Drawn {
    pub(crate) text: String,
    pub(crate) kind: &'static str,
}

/// The next layout with index functions, and as source the case of this name.
pub(crate) fn draw(random: &mut Random, name: &str) -> Drawn {
    loop {
        let drawn = expression(random);
        if let Some(drawn) = case(random, name, &drawn) {
            return drawn;
        }
    }
}

fn case(random: &mut Random, name: &str, drawn: &Expression) -> Option<Drawn> {
    let pads = drawn.origin.is_some();
    let numbers = Evaluated::of(&drawn.numbers, pads)?;
    let (text, value) = (&drawn.written, &Evaluated::of(&drawn.written, pads)?);
    let leaves = leaves(&value.domain)?;
    let size = leaves.iter().try_fold(1i128, |size, leaf| size.checked_mul(leaf.0))?;
    let (min, max) = value.range()?;
    let (size, _) =
        (usize::try_from(i64::try_from(size).ok()?).ok()?, i64::try_from(max - min.min(0)).ok()?);
    i64::try_from(min).ok()?;
    // A sum on the way must fit, too.
    let reach: i128 = leaves.iter().map(|&(s, d)| (s - 1) * d.abs()).sum();
    i64::try_from(2 * reach + 200).ok()?;
    if leaves.len() > 8 {
        return None;
    }
    let points = points(random, size);
    let visited: Vec<usize> = if points.is_empty() { (0..size).collect() } else { points.clone() };
    let offsets = visited.into_iter().map(|i| numbers.at(i).map(|offset| offset.to_string()));
    let offsets = offsets.collect::<Option<Vec<String>>>()?.join(" ");
    let origin = match &drawn.origin {
        Some(origin) => self::leaves(&Evaluated::of(origin, false)?.domain)?,
        None => Vec::new(),
    };
    let shape = value.domain.shape();
    let modes: Vec<usize> = shape.modes().iter().map(HTuple::leaf_count).collect();
    let names = |letter: char, count: usize| -> Vec<String> {
        (0..count).map(|k| format!("{letter}{k}")).collect()
    };
    let (at, flat) = (names('c', modes.len()), names('f', leaves.len()));
    let by_mode = if shape.is_tuple() { format!("({},)", at.join(", ")) } else { at.join("") };
    let natural = natural(shape, &mut flat.iter());
    let variables: BTreeSet<&str> = words(text, 'n');
    let of_the_run = !variables.is_empty();
    let mut source =
        format!("{} {{ {name} [{text}]", if of_the_run { "of_the_run!" } else { "fixed!" });
    if of_the_run {
        let symbols = variables.iter().map(|name| format!("{name} = {}", &name[1..]));
        write!(source, " symbols({})", symbols.collect::<Vec<_>>().join(" ")).ok()?;
    }
    write!(
        source,
        "\n    at({}) flat({}) by {by_mode} natural {natural}",
        at.join(" "),
        flat.join(" ")
    )
    .ok()?;
    let plain = value.swizzles.is_empty();
    let sign = if min < 0 { "signed" } else { "unsigned" };
    let width = if value.is_narrow()? { "narrow" } else { "wide" };
    match of_the_run {
        true => write!(source, " {}", if plain { "plain" } else { "swizzled" }).ok()?,
        false => {
            let sweep = match random.below(5) {
                0 | 1 => format!("sweep_{sign}"),
                2 | 3 => format!("sweep_stored_{sign}"),
                _ => String::from("sweep_loops"),
            };
            let of = if random.below(2) == 0 { "nameless" } else { "named" };
            write!(source, " {sign} {width} {sweep}({of})").ok()?;
        }
    }
    write!(
        source,
        "\n    Case {{ notation: \"{}\",\n    leaves: &{leaves:?}, modes: &{modes:?}, swizzles: &{:?}, origin: &{origin:?},\n    points: &{points:?},\n    offsets: \"{offsets}\" }} }}\n",
        notation(value), value.swizzles,
    )
    .ok()?;
    let kind = match (of_the_run, words(text, 'N').is_empty(), plain) {
        (true, _, true) => "with variables",
        (true, _, false) => "with variables, swizzled",
        (_, false, true) => "with constants",
        (_, false, false) => "with constants, swizzled",
        (_, _, true) => "of numbers",
        (_, _, false) => "of numbers, swizzled",
    };
    Some(Drawn { text: source, kind })
}

fn notation(value: &Evaluated) -> String {
    match &value.value {
        Function::Composed(composed) => ComposedLayout::to_string(composed),
        _ => value.domain.to_string(),
    }
}

/// The words of a text that are a letter and a number.
fn words(text: &str, letter: char) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .filter(|word| word.strip_prefix(letter).is_some_and(|rest| rest.parse::<u64>().is_ok()))
        .collect()
}

/// A natural coordinate with names for its integers.
fn natural<'a>(shape: &IntTuple, names: &mut impl Iterator<Item = &'a String>) -> String {
    match shape {
        HTuple::Leaf(_) => names.next().cloned().unwrap_or_default(),
        HTuple::Tuple(modes) => {
            let modes: Vec<String> = modes.iter().map(|mode| natural(mode, names)).collect();
            format!("({},)", modes.join(", "))
        }
    }
}

/// None where every coordinate is visited; else the ends of the range, and some at random.
fn points(random: &mut Random, size: usize) -> Vec<usize> {
    if size <= SWEPT {
        return Vec::new();
    }
    let mut points = vec![0, 1, 2, size / 2, size - 2, size - 1];
    points.extend((0..20).map(|_| random.below(size)));
    points.extend((0..10).map(|_| random.below(size) >> random.below(60)));
    points
}

/// A file of cases, with the constants that they name and a list of them.
pub(crate) fn batch(cases: &[Drawn]) -> String {
    let body: String = cases.iter().map(|case| case.text.as_str()).collect();
    let constants = words(&body, 'N');
    let constants = constants.iter().map(|name| format!("const {name}: usize = {};\n", &name[1..]));
    let names = cases.iter().map(|case| case.text.split(' ').nth(2).unwrap_or_default());
    let names: String = names.map(|name| format!("    {name},\n")).collect();
    format!(
        "{}\n{body}\npub(crate) const CASES: &[fn()] = &[\n{names}];\n",
        constants.collect::<String>()
    )
}
