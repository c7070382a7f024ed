//! Grows nested expressions with padding, and holds the bounds of each step against loops over coordinates.
//!
//! A step says for each coordinate of its answer which coordinate of the operand it is. Steps that never leave the
//! operand's coordinates may say so by the value, where no padding has that value, too. What the language says of the
//! operand it has said of a step before, and that was held.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use super::ask::{Answer, Found, ask};
use super::draw::{self, Dice};
use super::read::Value;
use layout_laws::function::{Function, Within};
use layout_laws::tree::{Layout, Tiler, Tree, at, digits, shape, size};

/// The most coordinates of a layout that is grown further.
const LARGE: i128 = 256;

/// The most coordinates of an answer that loops visit.
const VISITED: i128 = 1 << 14;

/// The distance that keeps the leaves of a layout apart.
const APART: i128 = 4096;

/// The outcomes of the questions to one operation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Bounds that are those of the loops.
    pub held: u64,
    /// The number of these with padding.
    pub padded: u64,
    /// Bounds that are not known.
    pub unknown: u64,
    /// Answers that no loop here covers.
    pub undefined: u64,
    /// Refusals.
    pub refused: u64,
    /// Bounds that are wrong.
    pub wrong: u64,
}

/// The outcomes of all expressions.
#[derive(Debug, Default)]
pub struct Padded {
    /// The number of expressions.
    pub expressions: u64,
    /// By operation.
    pub ops: BTreeMap<&'static str, Count>,
    /// The wrong answers: the expression, and where.
    pub findings: Vec<(String, String)>,
    /// An expression of each operation of which bounds are not known.
    pub unknown: BTreeMap<&'static str, String>,
}

impl Padded {
    /// Counts what another tally has.
    pub fn add(&mut self, other: Padded) {
        self.expressions += other.expressions;
        for (name, count) in other.ops {
            let sum = self.ops.entry(name).or_default();
            sum.held += count.held;
            sum.padded += count.padded;
            sum.unknown += count.unknown;
            sum.undefined += count.undefined;
            sum.refused += count.refused;
            sum.wrong += count.wrong;
        }
        self.findings.extend(other.findings);
        for (name, text) in other.unknown {
            self.unknown.entry(name).or_insert(text);
        }
    }
}

impl fmt::Display for Padded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["held", "padded", "unknown", "undefined", "refused", "wrong"];
        writeln!(f, "{:24}{}", "", head.map(|word| format!("{word:>11}")).concat())?;
        let mut total = [0; 6];
        for (name, count) in &self.ops {
            let Count { held, padded, unknown, undefined, refused, wrong } = count;
            let row = [held, padded, unknown, undefined, refused, wrong].map(|n| *n);
            total = std::array::from_fn(|k| total[k] + row[k]);
            writeln!(f, "{name:24}{}", row.map(|n| format!("{n:>11}")).concat())?;
        }
        writeln!(f, "{:24}{}", "all", total.map(|n| format!("{n:>11}")).concat())?;
        for (name, text) in &self.unknown {
            writeln!(f, "unknown after {name}: {text}")?;
        }
        writeln!(f, "{} expressions, {} findings", self.expressions, self.findings.len())
    }
}

/// An expression and what it is worth.
#[derive(Clone)]
struct Grown {
    text: String,
    function: Function,
    within: Within,
}

/// Bounds by loops: for each coordinate of an answer `Some` where it is known whether it is in bounds.
type Bounds = Option<Vec<Option<bool>>>;

/// The bounds that are expected of an answer to a question about an operand.
type Expected = Box<dyn Fn(&Grown, &Function, i128) -> Bounds>;

/// A question: how it is written with the operand in the place of `@`, and what is expected.
struct Question {
    text: String,
    expected: Expected,
}

impl Question {
    fn new(
        text: impl Into<String>,
        expected: impl Fn(&Grown, &Function, i128) -> Bounds + 'static,
    ) -> Option<Self> {
        Some(Question { text: text.into(), expected: Box::new(expected) })
    }
}

/// A step: its name, and how it is drawn.
type Step = (&'static str, fn(&mut Dice, &Grown) -> Option<Question>);

/// Grows an expression of 2 to 5 operations, the first of which mostly pads, and counts what becomes of it.
pub fn examine_padding(bytes: &[u8], tally: &mut Padded) {
    tally.expressions += 1;
    let mut dice = Dice::new(bytes);
    let steps = dice.of(&[3, 2, 4, 5]);
    let Some(mut grown) = literal(&mut dice, 1, tally) else { return };
    let (mut taken, mut tries) = (0, 0);
    while taken < steps && tries < 3 * steps {
        tries += 1;
        let table = if taken == 0 && !dice.once_in(6) { PADDING } else { STEPS };
        let (name, draw) = table[dice.below(table.len())];
        let Some(question) = draw(&mut dice, &grown) else { continue };
        match step(name, &question, &grown, tally) {
            Some(next) => (grown, taken) = (next, taken + 1),
            None => continue,
        }
    }
}

fn step(
    name: &'static str,
    question: &Question,
    grown: &Grown,
    tally: &mut Padded,
) -> Option<Grown> {
    let text = question.text.replace('@', &grown.text);
    let answer = ask(&text, true);
    let count = tally.ops.entry(name).or_default();
    let found = match answer {
        Ok(Answer::Found(found)) => found,
        Ok(Answer::Refused(_) | Answer::Unmet) => {
            count.refused += 1;
            return None;
        }
        Err(why) => {
            count.wrong += 1;
            tally.findings.push((text, why));
            return None;
        }
    };
    let (text, function, offset, within) = part(text, found)?;
    if within == Within::Unknown {
        count.unknown += 1;
        tally.unknown.entry(name).or_insert(text);
        return None;
    }
    let visited = function.domain.is_some() && function.size() <= VISITED;
    let expected = visited.then(|| (question.expected)(grown, &function, offset)).flatten();
    let Some(expected) = expected.filter(|all| all.iter().any(Option::is_some)) else {
        count.undefined += 1;
        return None;
    };
    for (c, expected) in expected.iter().enumerate() {
        let Some(expected) = expected else { continue };
        let found = within.has(c as i128);
        if found != Some(*expected) {
            count.wrong += 1;
            let why = format!(
                "{function} at {c} is in bounds: {found:?}, not {expected}; {within:?}; of {} in bounds {:?}",
                grown.function, grown.within
            );
            tally.findings.push((text, why));
            return None;
        }
    }
    count.held += 1;
    count.padded += u64::from(!within.is_everywhere());
    let fits = function.domain.is_some() && function.size() <= LARGE;
    fits.then_some(Grown { text, function, within })
}

/// The layout in an answer, and the offset beside it.
fn part(text: String, found: Found) -> Option<(String, Function, i128, Within)> {
    match found.value {
        Value::Function(function) => Some((text, function, 0, found.within)),
        Value::List(mut items) => match (items.pop(), items.pop()) {
            (Some(Value::Tuple(Tree::Leaf(offset))), Some(Value::Function(function))) => {
                Some((format!("get({text}, 0)"), function, offset, found.within))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A layout whose leaves are apart, or of runs of leaves that are.
fn literal(dice: &mut Dice, scale: i128, tally: &mut Padded) -> Option<Grown> {
    let count = dice.of(&[2, 1, 2, 3, 2]);
    let mut room = 120;
    let mut leaves = Vec::new();
    let first = dice.below(3) as u32;
    for k in 0..count {
        let extent = dice.of(&[5, 3, 4, 6, 7, 2, 8, 10]).min(room);
        room /= extent;
        leaves.push((extent, scale * APART.pow((k + first) % 3)));
    }
    let modes: Vec<Layout> = leaves
        .iter()
        .map(|&(extent, stride)| match dice.below(4) {
            // A run in a mode of two leaves.
            0 if extent % 2 == 0 => {
                Tree::Tuple(vec![Tree::Leaf((2, stride)), Tree::Leaf((extent / 2, 2 * stride))])
            }
            _ => Tree::Leaf((extent, stride)),
        })
        .collect();
    let layout = match modes.as_slice() {
        [mode] if dice.once_in(2) => mode.clone(),
        _ => Tree::Tuple(modes),
    };
    let text = match dice.once_in(8) {
        true => draw::symbolic(dice, &layout),
        false => Function::from(layout).to_string(),
    };
    match ask(&text, true) {
        Ok(Answer::Found(Found { value: Value::Function(function), within, .. }))
            if within.is_everywhere() =>
        {
            Some(Grown { text, function, within })
        }
        other => {
            tally.findings.push((text, format!("a literal is {other:?}")));
            None
        }
    }
}

/// Another layout, which is padded at times.
fn other(dice: &mut Dice) -> Option<Grown> {
    let mut tally = Padded::default();
    let grown = literal(dice, 1 << 40, &mut tally)?;
    if grown.function.size() > 24 {
        return None;
    }
    if dice.once_in(2) {
        return Some(grown);
    }
    let question = by_tiles(dice, &grown, "logical_divide")?;
    step("logical_divide", &question, &grown, &mut tally)
}

impl Grown {
    fn modes(&self) -> Vec<Layout> {
        self.function.domain.as_ref().map(Tree::modes).unwrap_or_default()
    }

    fn sizes(&self) -> Vec<i128> {
        self.modes().iter().map(|mode| size(&shape(mode))).collect()
    }

    fn rank(&self) -> usize {
        self.modes().len()
    }

    fn has(&self, c: i128) -> bool {
        (0..self.function.size()).contains(&c) && self.within.has(c) == Some(true)
    }

    /// The 1-D coordinate of one for each mode, unless one is past its mode.
    fn index_of(&self, modes: &[i128]) -> Option<i128> {
        let sizes = self.sizes();
        let inside = modes.len() == sizes.len()
            && modes.iter().zip(&sizes).all(|(c, size)| (0..*size).contains(c));
        inside.then(|| modes.iter().zip(&sizes).rev().fold(0, |sum, (c, size)| sum * size + c))
    }

    /// True if one 1-D coordinate for each mode is in bounds.
    fn has_at(&self, modes: &[i128]) -> bool {
        self.index_of(modes).is_some_and(|c| self.has(c))
    }

    /// The values in bounds, or those of padding.
    fn values(&self, inside: bool) -> HashSet<i128> {
        let all = (0..self.function.size()).filter(|&c| self.has(c) == inside);
        all.map(|c| self.function.at(c)).collect()
    }
}

/// Bounds that are known everywhere.
fn known(bounds: impl Iterator<Item = bool>) -> Bounds {
    Some(bounds.map(Some).collect())
}

/// In bounds where the value is one of the operand in bounds, unknown where padding has that value, too. For operations
/// that never leave the operand's coordinates: the values past its end may be those of elements.
fn by_value(of: &Grown, answer: &Function, offset: i128) -> Bounds {
    let (elements, padding) = (of.values(true), of.values(false));
    let inside = |value: i128| match elements.contains(&value) {
        true if padding.contains(&value) => None,
        inside => Some(inside),
    };
    Some(answer.values().iter().map(|value| inside(value + offset)).collect())
}

/// In bounds where the value is one of the operand in bounds, if the answer has as many coordinates as the operand:
/// a mode that is split unevenly has more, and they are past the end of the mode.
fn by_value_if_even(of: &Grown, answer: &Function, offset: i128) -> Bounds {
    (answer.size() == of.function.size()).then(|| by_value(of, answer, offset))?
}

/// In bounds at the same 1-D coordinate.
fn by_index(of: &Grown, answer: &Function, _: i128) -> Bounds {
    known((0..answer.size()).map(|c| of.has(c)))
}

/// The positions of an answer's modes, for each 1-D coordinate.
fn positions(answer: &Function) -> impl Iterator<Item = Vec<i128>> + use<> {
    let modes = answer.domain.as_ref().map(Tree::modes).unwrap_or_default();
    let sizes: Vec<i128> = modes.iter().map(|mode| size(&shape(mode))).collect();
    (0..answer.size()).map(move |c| digits(c, &sizes))
}

/// In bounds where a 1-D coordinate of the operand is, `None` for one past an end.
///
/// Within a mode of several leaves a tile may pad one of them, and then the coordinates are not these. That shows where the operand
/// has another value there, and does not where padding and elements of such a mode share the value: nothing is said of either.
fn at_indices(
    of: &Grown,
    answer: &Function,
    offset: i128,
    index: impl Fn(i128) -> Option<i128>,
) -> Bounds {
    let has_leaves =
        |mode: &Layout| shape(mode).leaves().iter().filter(|&&extent| extent > 1).count() > 1;
    let shared: HashSet<i128> = match of.modes().iter().any(has_leaves) {
        true => of.values(true).intersection(&of.values(false)).copied().collect(),
        false => HashSet::new(),
    };
    let bounds = (0..answer.size()).map(|c| match index(c) {
        Some(index) if of.function.at(index) != answer.at(c) + offset => None,
        Some(index) if shared.contains(&of.function.at(index)) => None,
        index => Some(Some(index.is_some_and(|index| of.has(index)))),
    });
    bounds.collect()
}

/// In bounds where the position of each mode of the operand is.
fn at_places(
    of: &Grown,
    answer: &Function,
    offset: i128,
    place: impl Fn(&[i128]) -> Vec<i128>,
) -> Bounds {
    let positions: Vec<Vec<i128>> = positions(answer).collect();
    at_indices(of, answer, offset, |c| of.index_of(&place(&positions[c as usize])))
}

/// The number of coordinates of a tile of a layout.
fn size_of_tile(tiler: &Tiler, of: &Layout) -> i128 {
    match tiler {
        Tiler::All => size(&shape(of)),
        Tiler::Size(size) => *size,
        Tiler::Layout(tile) => size(&shape(tile)),
        Tiler::Modes(tilers) => {
            tilers.iter().zip(of.modes()).map(|(tiler, mode)| size_of_tile(tiler, &mode)).product()
        }
    }
}

/// The 1-D coordinate of a layout at one of a tile, unless that is past the end of a mode. A mode without a tile is at 0.
fn index_in_tile(tiler: &Tiler, of: &Layout, c: i128) -> Option<i128> {
    let index = match tiler {
        Tiler::All | Tiler::Size(_) => c,
        Tiler::Layout(tile) => at(tile, c),
        Tiler::Modes(tilers) => {
            let (mut rest, mut place, mut index) = (c, 1, 0);
            for (tiler, mode) in tilers.iter().zip(of.modes()) {
                let extent = size_of_tile(tiler, &mode);
                index += place * index_in_tile(tiler, &mode, rest % extent)?;
                rest /= extent;
                place *= size(&shape(&mode));
            }
            index
        }
    };
    (0..size(&shape(of))).contains(&index).then_some(index)
}

/// The sizes of the modes of a mode.
fn sizes_in(answer: &Function, mode: usize) -> Vec<i128> {
    let modes = answer.domain.as_ref().map(Tree::modes).unwrap_or_default();
    let inner = modes.get(mode).map(Tree::modes).unwrap_or_default();
    inner.iter().map(|mode| size(&shape(mode))).collect()
}

/// A tile size for each mode, of which some do not divide.
fn tiles(dice: &mut Dice, of: &Grown) -> Vec<i128> {
    of.sizes().iter().map(|&size| dice.of(&[2, 3, 4, 1, 5, size, 8])).collect()
}

fn listed(numbers: &[i128]) -> String {
    format!("<{}>", numbers.iter().map(i128::to_string).collect::<Vec<_>>().join(","))
}

/// A divide by sizes: position `t + n·r` of each mode.
fn by_tiles(dice: &mut Dice, of: &Grown, op: &'static str) -> Option<Question> {
    if of.rank() == 0 || !matches!(of.function.domain, Some(Tree::Tuple(_))) {
        let n = dice.of(&[2, 3, 4, 5, 8]);
        return Question::new(format!("{op}(@, {n})"), move |of, answer, offset| {
            let sizes = of.sizes();
            at_places(of, answer, offset, |at| {
                let place = at[0] + n * at[1];
                if place < of.function.size() { digits(place, &sizes) } else { vec![-1] }
            })
        });
    }
    let tiles = tiles(dice, of);
    let text = format!("{op}(@, {})", listed(&tiles));
    Question::new(text, move |of, answer, offset| {
        let rank = tiles.len();
        at_places(of, answer, offset, |at| {
            let pairs: Vec<(i128, i128)> = match op {
                "logical_divide" => {
                    (0..rank).map(|i| (at[i] % tiles[i], at[i] / tiles[i])).collect()
                }
                "zipped_divide" => {
                    let (t, r) = (digits(at[0], &tiles), digits(at[1], &sizes_in(answer, 1)));
                    t.into_iter().zip(r).collect()
                }
                "tiled_divide" => digits(at[0], &tiles).into_iter().zip(at[1..].to_vec()).collect(),
                _ => (0..rank).map(|i| (at[i], at[rank + i])).collect(),
            };
            let place = |(i, (t, r)): (usize, (i128, i128))| t + tiles[i] * r;
            pairs.into_iter().enumerate().map(place).collect()
        })
    })
}

/// A divide that pads nothing, by tiles of any kind.
fn by_tiler(dice: &mut Dice, of: &Grown, op: &'static str) -> Option<Question> {
    let tiler = draw::tiler(dice, of.function.domain.as_ref()?);
    Question::new(format!("{op}(@, {tiler})"), by_value_if_even)
}

/// The tile at a coordinate, or a position in every tile.
fn of_tile(dice: &mut Dice, of: &Grown, is_tile: bool) -> Option<Question> {
    let tiles = tiles(dice, of);
    if of.rank() < 2 {
        return None;
    }
    let counts = of
        .sizes()
        .iter()
        .zip(&tiles)
        .map(|(size, tile)| (size + tile - 1) / tile)
        .collect::<Vec<_>>();
    let bounds = if is_tile { counts } else { tiles.clone() };
    let at: Vec<i128> = bounds.iter().map(|&end| dice.below(end as usize) as i128).collect();
    let crd = at.iter().map(i128::to_string).collect::<Vec<_>>().join(",");
    let op = if is_tile { "local_tile" } else { "outer_partition" };
    Question::new(format!("{op}(@, {}, ({crd}))", listed(&tiles)), move |of, answer, offset| {
        let place = |(i, c): (usize, &i128)| match is_tile {
            true => tiles[i] * at[i] + c,
            false => at[i] + tiles[i] * c,
        };
        at_places(of, answer, offset, |c| c.iter().enumerate().map(place).collect())
    })
}

/// The elements of the threads of a copy, or of one of them: thread `t` is at `(t / n, t % n)`, with some values in a row.
fn of_copy(dice: &mut Dice, of: &Grown, is_part: bool) -> Option<Question> {
    if of.rank() != 2 {
        return None;
    }
    let (m, n, v) = (dice.of(&[2, 4, 3]), dice.of(&[2, 4, 3]), dice.of(&[1, 2]));
    let copy = format!(
        "make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, float>, ({m},{n}):({n},1), (1,{v}))"
    );
    let place = move |t: i128, v_at: i128, r: [i128; 2]| {
        [t / n + m * r[0], t % n * v + v_at + n * v * r[1]]
    };
    if is_part {
        let t = dice.below((m * n) as usize) as i128;
        let side = dice.of(&["S", "D"]);
        let text = format!("partition_{side}({copy}, @, {t})");
        return Question::new(text, move |of, answer, offset| {
            at_places(of, answer, offset, |at| place(t, at[0], [at[1], at[2]]).into())
        });
    }
    Question::new(format!("tidfrg_S({copy}, @)"), move |of, answer, offset| {
        let rests = sizes_in(answer, 2);
        at_places(of, answer, offset, |at| {
            let rest = digits(at[2], &rests);
            place(at[0], at[1], [rest[0], rest[1]]).into()
        })
    })
}

/// The elements that the threads of a product accumulate, or one of them: 16x8, as the publication of the instruction has it.
fn of_mma(dice: &mut Dice, of: &Grown, is_part: bool) -> Option<Question> {
    if of.rank() != 2 {
        return None;
    }
    let mma = "make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (1,1))";
    let place = |t: i128, v: i128, r: &[i128]| {
        let (row, column) = (t / 4 + 8 * (v / 2), 2 * (t % 4) + v % 2);
        [row + 16 * r[0], column + 8 * r[1]]
    };
    if is_part {
        let t = dice.below(32) as i128;
        let text = format!("partition_C({mma}, @, {t})");
        return Question::new(text, move |of, answer, offset| {
            at_places(of, answer, offset, |at| place(t, at[0], &at[1..]).into())
        });
    }
    Question::new(format!("thrfrg_C({mma}, @)"), move |of, answer, offset| {
        let values = sizes_in(answer, 1);
        let modes = answer.domain.as_ref().map(Tree::modes).unwrap_or_default();
        let rests = modes.get(1)?.modes().get(1).map(Tree::modes).unwrap_or_default();
        let rests: Vec<i128> = rests.iter().map(|mode| size(&shape(mode))).collect();
        at_places(of, answer, offset, |at| {
            let value = digits(at[1], &values);
            place(at[0], value[0], &digits(value[1], &rests)).into()
        })
    })
}

/// Two layouts, of which the second is before the operand's mode, or in its place: in bounds where both are, and where the operand
/// is at 0 of a mode that is replaced.
fn of_both(text: String, other: Grown, mode: usize, is_replaced: bool) -> Option<Question> {
    Question::new(text, move |of, answer, _| {
        let product = |sizes: &[i128]| sizes.iter().product::<i128>();
        let sizes = of.sizes();
        let (before, rest) = sizes.split_at(mode);
        let (replaced, after) = rest.split_at(usize::from(is_replaced));
        let all = [product(before), other.function.size(), product(after)];
        (answer.size() == product(&all)).then_some(())?;
        known((0..answer.size()).map(|c| {
            let at = digits(c, &all);
            let mine = at[0] + all[0] * product(replaced) * at[2];
            of.has(mine) && other.has(at[1])
        }))
    })
}

fn mode_of(dice: &mut Dice, of: &Grown) -> usize {
    dice.below(of.rank().max(1))
}

/// The first operation of an expression: what mostly pads.
const PADDING: &[Step] = &[
    ("logical_divide", |dice, of| by_tiles(dice, of, "logical_divide")),
    ("zipped_divide", |dice, of| by_tiles(dice, of, "zipped_divide")),
    ("tiled_divide", |dice, of| by_tiles(dice, of, "tiled_divide")),
    ("flat_divide", |dice, of| by_tiles(dice, of, "flat_divide")),
    ("logical_divide", |dice, of| by_tiles(dice, of, "logical_divide")),
    ("tidfrg_S", |dice, of| of_copy(dice, of, false)),
    ("tile_to_shape", tile_to_shape),
];

/// Every operation.
const STEPS: &[Step] = &[
    ("logical_divide", |dice, of| by_tiles(dice, of, "logical_divide")),
    ("zipped_divide", |dice, of| by_tiles(dice, of, "zipped_divide")),
    ("logical_divide", |dice, of| by_tiler(dice, of, "logical_divide")),
    ("zipped_divide", |dice, of| by_tiler(dice, of, "zipped_divide")),
    ("flat_divide", |dice, of| by_tiler(dice, of, "flat_divide")),
    ("local_tile", |dice, of| of_tile(dice, of, true)),
    ("outer_partition", |dice, of| of_tile(dice, of, false)),
    ("tidfrg_S", |dice, of| of_copy(dice, of, false)),
    ("partition_S", |dice, of| of_copy(dice, of, true)),
    ("thrfrg_C", |dice, of| of_mma(dice, of, false)),
    ("partition_C", |dice, of| of_mma(dice, of, true)),
    ("tile_to_shape", tile_to_shape),
    ("composition", |dice, of| {
        let positions = Function::from(draw::positions(dice, of.function.size()));
        let values = positions.values();
        Question::new(format!("composition(@, {positions})"), move |of, answer, _| {
            let inside = values.iter().all(|&at| (0..of.function.size()).contains(&at));
            let same = answer.size() == values.len() as i128;
            (inside && same).then(|| known(values.iter().map(|&at| of.has(at))))?
        })
    }),
    ("composition", |dice, of| {
        let tiler = match draw::tiler(dice, of.function.domain.as_ref()?) {
            tiler @ Tiler::Modes(_) => tiler,
            _ => return None,
        };
        Question::new(format!("composition(@, {tiler})"), move |of, answer, offset| {
            let layout = of.function.domain.as_ref()?;
            (answer.size() == size_of_tile(&tiler, layout)).then_some(())?;
            at_indices(of, answer, offset, |c| index_in_tile(&tiler, layout, c))
        })
    }),
    ("composition", |dice, _| {
        let swizzle = Function { steps: vec![draw::swizzle(dice)], domain: None };
        Question::new(format!("composition({swizzle}, @)"), by_index)
    }),
    ("with_shape", |dice, of| {
        let first = draw::divisor(dice, of.function.size());
        let rest = of.function.size() / first;
        Question::new(format!("with_shape(@, ({first},{rest}))"), by_index)
    }),
    ("coalesce", |dice, _| {
        Question::new(dice.of(&["coalesce(@)", "coalesce(@, (1,1))", "coalesce(@, (1))"]), by_value)
    }),
    ("coalesce_z", |_, _| Question::new("coalesce_z(@)", by_value)),
    ("filter", |_, _| Question::new("filter(@)", by_value)),
    ("filter_zeros", |_, _| Question::new("filter_zeros(@)", by_value)),
    ("sort", |_, _| Question::new("sort(@)", by_value)),
    ("flatten", |_, _| Question::new("flatten(@)", by_index)),
    ("unflatten", |_, _| Question::new("unflatten(flatten(@), @)", by_index)),
    ("wrap", |dice, _| Question::new(dice.of(&["wrap(@)", "unwrap(@)"]), by_index)),
    ("reverse", |dice, _| Question::new(dice.of(&["reverse(@)", "deep_reverse(@)"]), by_value)),
    ("transpose", |_, of| (of.rank() == 2).then(|| Question::new("transpose(@)", by_value))?),
    ("get", |dice, of| Question::new(format!("get(@, {})", mode_of(dice, of)), by_value)),
    ("front", |dice, _| Question::new(dice.of(&["front(@)", "back(@)"]), by_value)),
    ("select", |dice, of| {
        let (a, b) = (mode_of(dice, of), mode_of(dice, of));
        // A mode twice is a sum of coordinates, which may leave the mode.
        (a != b).then(|| Question::new(format!("select(@, {a}, {b})"), by_value))?
    }),
    ("take", |dice, of| Question::new(format!("take(@, {}, -1)", mode_of(dice, of)), by_value)),
    ("group", |dice, of| Question::new(format!("group(@, {}, -1)", mode_of(dice, of)), by_index)),
    ("remove", |dice, of| Question::new(format!("remove(@, {})", mode_of(dice, of)), by_value)),
    ("rearrange", |dice, of| {
        let patterns: &[&str] = match of.rank() {
            1 => &["a -> a", "a -> 1 a", "a -> a 1"],
            2 => &["a b -> b a", "a b -> a b", "a b -> (a b)", "a b -> (b a)", "a ... -> ... a"],
            3 => &["a b c -> c a b", "a b c -> (a b) c", "a ... -> ... a", "a b c -> b (c a)"],
            _ => &["a ... -> ... a", "... -> ..."],
        };
        Question::new(format!("rearrange(@, \"{}\")", dice.of(patterns)), by_value)
    }),
    ("rearrange", |dice, of| {
        let n = draw::divisor(dice, *of.sizes().first()?);
        Question::new(format!("rearrange(@, \"(a b) ... -> a ... b\", b = {n})"), by_value_if_even)
    }),
    ("reduce", |_, of| {
        (of.rank() == 2).then(|| Question::new("reduce(@, \"a b -> b\")", by_value))?
    }),
    ("align_as", |_, of| {
        // Another mode, along which nothing moves.
        let named = ["a", "b", "c"].get(..of.rank()).filter(|names| !names.is_empty())?;
        let like: Vec<String> =
            named.iter().zip(of.sizes()).map(|(name, size)| format!("{name}: {size}")).collect();
        let (first, rest) = like.split_first()?;
        let like = [rest, &["k: 3".to_owned(), first.clone()]].concat().join(", ");
        let ones = vec!["1"; named.len() + 1].join(",");
        let text = format!("align_as(rename(@, {}), ({like}):({ones}))", named.join(", "));
        Question::new(text, by_value)
    }),
    ("slice_and_offset", |dice, of| {
        let coordinate = draw::coordinate(dice, &of.function.shape(), 2);
        let words = coordinate.map(&mut |c| c.map_or("_".to_owned(), |c| c.to_string()));
        Question::new(format!("slice_and_offset({words}, @)"), by_value)
    }),
    ("dice", |dice, of| {
        let coordinate = draw::coordinate(dice, &of.function.shape(), 2);
        let words = coordinate.map(&mut |c| c.map_or("_".to_owned(), |c| c.to_string()));
        Question::new(format!("dice({words}, @)"), by_value)
    }),
    ("domain_offset", |dice, of| {
        let at: Vec<i128> = of.sizes().iter().map(|_| dice.of(&[0, 0, 1])).collect();
        let words: Vec<String> = at.iter().map(i128::to_string).collect();
        (!at.is_empty()).then_some(())?;
        Question::new(
            format!("domain_offset(({}), @)", words.join(",")),
            move |of, answer, offset| {
                // Of what is past a mode nothing is said.
                at.iter().all(|&c| c == 0).then(|| by_value(of, answer, offset))?
            },
        )
    }),
    ("append", |dice, of| {
        let other = other(dice)?;
        let op = dice.of(&["append", "make_layout", "concat"]);
        of_both(format!("{op}(@, {})", other.text), other, of.rank(), false)
    }),
    ("prepend", |dice, _| {
        let other = other(dice)?;
        of_both(format!("prepend(@, {})", other.text), other, 0, false)
    }),
    ("insert", |dice, of| {
        let other = other(dice)?;
        let mode = mode_of(dice, of);
        of_both(format!("insert(@, {mode}, {})", other.text), other, mode, false)
    }),
    ("replace", |dice, of| {
        let other = other(dice)?;
        (of.rank() > 0).then_some(())?;
        let mode = mode_of(dice, of);
        of_both(format!("replace(@, {mode}, {})", other.text), other, mode, true)
    }),
    ("repeat", |dice, _| {
        let count = dice.of(&[2, 3, 1]);
        Question::new(format!("tuple_repeat(@, {count})"), |of, answer, _| {
            known(positions(answer).map(|at| at.iter().all(|&c| of.has(c))))
        })
    }),
    ("repeat", |dice, _| {
        let count = dice.of(&[2, 3]);
        let text = format!("repeat(@, \"... -> ... k\", k = {count})");
        Question::new(text, by_value)
    }),
    ("logical_product", |dice, _| {
        let count = dice.of(&[2, 3, 4]);
        Question::new(format!("logical_product(@, {count})"), |of, answer, _| {
            known((0..answer.size()).map(|c| of.has(c % of.function.size())))
        })
    }),
    ("logical_product", |dice, _| {
        let order = other(dice)?;
        let text = format!("logical_product(@, make_layout_like({}))", order.text);
        Question::new(text, move |of, answer, _| {
            let n = of.function.size();
            known((0..answer.size()).map(|c| of.has(c % n) && order.has(c / n)))
        })
    }),
    ("zipped_product", |dice, of| {
        let counts: Vec<i128> = of.sizes().iter().map(|_| dice.of(&[1, 2, 3])).collect();
        let op = dice.of(&["zipped_product", "tiled_product"]);
        Question::new(format!("{op}(@, {})", listed(&counts)), |of, answer, _| {
            known((0..answer.size()).map(|c| of.has(c % of.function.size())))
        })
    }),
    ("blocked_product", |dice, of| {
        let counts: Vec<String> =
            of.sizes().iter().map(|_| dice.of(&[1, 2, 3]).to_string()).collect();
        let is_raked = dice.once_in(2);
        let op = if is_raked { "raked_product" } else { "blocked_product" };
        (of.rank() > 1).then_some(())?;
        Question::new(format!("{op}(@, ({}))", counts.join(",")), move |of, answer, _| {
            let sizes = of.sizes();
            let expected = positions(answer).map(|at| {
                let place = |(i, c): (usize, &i128)| match is_raked {
                    false => c % sizes[i],
                    true => c / sizes_in(answer, i)[0],
                };
                of.has_at(&at.iter().enumerate().map(place).collect::<Vec<_>>())
            });
            known(expected)
        })
    }),
    ("make_layout_like", |dice, _| {
        Question::new(dice.of(&["make_layout_like(@)", "make_fragment_like(@)"]), by_index)
    }),
    ("layout_add", |dice, of| {
        let shape = of.function.shape();
        let other = shape.map(&mut |_| dice.of(&[0, 1, 2, 8]));
        Question::new(format!("layout_add(@, {shape}:{other})"), by_index)
    }),
    ("upcast", |dice, _| {
        let n = dice.of(&[2, 3, 4]);
        Question::new(format!("upcast(@, {n})"), of_cast)
    }),
    ("downcast", |dice, _| {
        let n = dice.of(&[2, 3, 4]);
        Question::new(format!("downcast(@, {n})"), of_cast)
    }),
    ("recast", |_, _| Question::new("recast(@, 16, 16)", by_index)),
    ("right_inverse", |_, _| Question::new("right_inverse(@)", at_values)),
    ("left_inverse", |_, _| Question::new("left_inverse(@)", at_values)),
    ("max_common_layout", |_, _| Question::new("max_common_layout(@, @)", at_values)),
    ("circular", |dice, of| {
        let n = of.function.size() + dice.of(&[0, 1, 3]);
        Question::new(format!("circular(@, {n})"), move |of, answer, _| {
            let size = of.function.size();
            known((0..answer.size()).map(|c| c < n && of.has(c % size)))
        })
    }),
    ("divide of a mode", |dice, of| {
        let (mode, tile) = (mode_of(dice, of), dice.of(&[2, 3, 4, 5]));
        (of.rank() > 1).then_some(())?;
        Question::new(format!("logical_divide[{mode}](@, {tile})"), |of, answer, offset| {
            // The position in each mode is what it was.
            at_places(of, answer, offset, |at| at.to_vec())
        })
    }),
    ("change of a mode", |dice, of| {
        let (mode, op) = (mode_of(dice, of), dice.of(&["coalesce", "flatten", "reverse"]));
        (of.rank() > 1).then_some(())?;
        Question::new(format!("{op}[{mode}](@)"), by_value)
    }),
];

/// In bounds where the value, a 1-D coordinate of the operand, is. An operand without padding has no bounds, and then nothing is
/// said of an integer that is no coordinate of it.
fn at_values(of: &Grown, answer: &Function, _: i128) -> Bounds {
    let coordinates = 0..of.function.size();
    let inside =
        |at: &i128| (!of.within.is_everywhere() || coordinates.contains(at)).then(|| of.has(*at));
    Some(answer.values().iter().map(inside).collect())
}

/// In bounds leaf by leaf: where elements grow, if all coordinates that become one are; where they shrink, if the one of which it is a part is.
fn of_cast(of: &Grown, answer: &Function, _: i128) -> Bounds {
    let (before, after) = (of.function.shape().leaves(), answer.shape().leaves());
    (before.len() == after.len()).then_some(())?;
    let parts = |c: i128| -> Vec<i128> {
        let mut parts = vec![0];
        let mut place = 1;
        for ((digit, &after), &before) in digits(c, &after).iter().zip(&after).zip(&before) {
            let steps: Vec<i128> = match before >= after {
                true => (0..before / after).map(|k| digit * (before / after) + k).collect(),
                false => vec![digit / (after / before)],
            };
            parts =
                parts.iter().flat_map(|sum| steps.iter().map(move |k| sum + k * place)).collect();
            place *= before;
        }
        parts
    };
    let exact = before.iter().zip(&after).all(|(a, b)| a % b == 0 || b % a == 0);
    exact.then(|| known((0..answer.size()).map(|c| parts(c).into_iter().all(|c| of.has(c)))))?
}

/// Blocks that fill a shape, rounded up: position `c` of each mode is below its extent, and in the block at `c` modulo its size.
fn tile_to_shape(dice: &mut Dice, of: &Grown) -> Option<Question> {
    let target: Vec<i128> =
        of.sizes().iter().map(|&size| size * dice.of(&[1, 2]) + dice.of(&[0, 1])).collect();
    (of.rank() > 1 && of.function.size() <= 64).then_some(())?;
    let words: Vec<String> = target.iter().map(i128::to_string).collect();
    let order = dice.of(&["", ", LayoutRight"]);
    Question::new(
        format!("tile_to_shape(@, ({}){order})", words.join(",")),
        move |of, answer, _| {
            let sizes = of.sizes();
            let expected = positions(answer).map(|at| {
                let below = at.iter().zip(&target).all(|(c, end)| c < end);
                let block: Vec<i128> = at.iter().zip(&sizes).map(|(c, size)| c % size).collect();
                below && of.has_at(&block)
            });
            known(expected)
        },
    )
}
