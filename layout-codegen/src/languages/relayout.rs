//! The kernel of a [`Relayout`] as text: how a GPU copies elements from one layout to another.
//!
//! The layouts of the plan are printed as functions; the rest is the same text for all languages, in the words of each. C and C++
//! have no threads, and do the work of the threads one after the other.

mod body;
mod vectors;
mod words;

use layout_algebra::relayout::{Access, OffsetSwizzle, Pass, Relayout};
use layout_algebra::{CollectVec, Function, Layout};

use super::unprintable::Unprintable;
use super::{Out, Print, text};
use crate::arithmetic::{Arithmetic, Word};
use crate::plan::{Plan, Twist, plan};
use words::{Words, words};

/// The most blocks of a line of them: what all GPUs take.
const LINE: u64 = 1 << 15;

impl Print {
    /// A kernel that copies elements of `bytes` bytes from one layout to another, `target[B(c)] = source[A(c)]` at all
    /// coordinates, where offset 0 of both memories is at a multiple of 16 bytes. Each is a layout, which swizzles may follow.
    ///
    /// `name_BLOCKS_X` by `name_BLOCKS_Y` blocks of `name_THREADS` threads run it. In C and C++ it is a function.
    ///
    /// # Errors
    ///
    /// [`Unprintable::Relayout`] where there is no such copy or the language has no kernels, or no elements of `bytes` bytes;
    /// [`Unprintable::Wide`] where its words do not hold an offset.
    pub fn relayout(
        self,
        name: &str,
        source: &Function,
        target: &Function,
        bytes: usize,
    ) -> Result<String, Unprintable> {
        let language = self.language;
        let Some(words) = words(language) else {
            return refused(format!("{language} has no kernels that a copy is printed as"));
        };
        if !(bytes.is_power_of_two() && bytes <= 16) {
            return refused(format!("elements have 1, 2, 4, 8 or 16 bytes, not {bytes}"));
        }
        let planned = if words.vector.is_empty() { Relayout::new } else { Relayout::vectorized };
        let copy = match planned(source, target, bytes, words.shared_bytes) {
            Ok(copy) => copy,
            Err(error) => return refused(error.to_string()),
        };
        let unit = copy.unit();
        let Some(element) = words.element(unit) else {
            return refused(format!(
                "{language} has no elements of {unit} bytes in memory, as this copy moves at a time"
            ));
        };
        let mut kernel = Kernel {
            name,
            words,
            element: element.replace("%k", name),
            grid: [plan(copy.source())?, plan(copy.target())?],
            sides: sides(&copy)?,
            twists: [twists(copy.source_swizzles()), twists(copy.target_swizzles())],
            units: match copy.access() {
                Access::Units => None,
                Access::Squares { units, .. } | Access::Vectors { units, .. } => Some(*units),
            },
            last: reach_of(source)? / (unit / bytes) as i64,
            copy: &copy,
            out: self.begin(name)?,
        };
        kernel.out.bits = u32::BITS;
        kernel.check(source, target)?;
        let (blocks, threads) = (kernel.grid[0].size, copy.threads());
        kernel.out.comment(&format!(
            "Copies elements of {bytes} bytes, {} at a time, from {source} to {target}:\n\
             {blocks} blocks of {threads} threads.",
            unit / bytes
        ));
        kernel.functions()?;
        kernel.body();
        Ok(kernel.out.text)
    }
}

fn refused(reason: String) -> Result<String, Unprintable> {
    Err(Unprintable::Relayout { reason })
}

/// The error of a number that words of `bits` bits do not hold.
fn wide(what: &'static str, number: i128, layout: &Function, bits: u32) -> Unprintable {
    Unprintable::Wide { what, number, layout: layout.to_string(), bits, wider: false }
}

/// The swizzles of a plan, as those of arithmetic.
fn twists(swizzles: &[OffsetSwizzle]) -> Vec<Twist> {
    let twist = |of: &OffsetSwizzle| Twist { offset: of.offset, swizzle: of.swizzle };
    swizzles.iter().map(twist).collect_vec()
}

/// The elements from offset 0 of a layout to its end, before swizzles.
fn reach_of(layout: &Function) -> Result<i64, Unprintable> {
    let domain = match layout {
        Function::Layout(layout) => Some(layout),
        Function::Composed(composed) => composed.domain().ok(),
        Function::Swizzle(_) => None,
    };
    domain.map_or(Ok(0), |domain| Ok(plan(domain)?.max_offset + 1))
}

/// The text of a kernel as far as it is written.
struct Kernel<'a> {
    name: &'a str,
    words: &'static Words,
    /// The type of an element.
    element: String,
    copy: &'a Relayout,
    /// The offset of a block's tile, in the source and in the target.
    grid: [Plan; 2],
    /// The units of a vector, if threads move vectors.
    units: Option<i64>,
    /// The units from offset 0 of the source to its end.
    last: i64,
    /// The layouts that each pass reads and writes.
    sides: Vec<[Side; 2]>,
    /// The swizzles that follow the offsets in the source and in the target.
    twists: [Vec<Twist>; 2],
    out: Out,
}

/// A layout that a pass reads or writes.
struct Side {
    /// `read0`, and so on.
    name: String,
    /// `source`, `tile` or `sink`.
    memory: &'static str,
    /// The offsets of `x` and of `y`.
    plans: [Plan; 2],
    along: Along,
}

/// Computation of the offset of a `y` in a loop over the turns of a thread.
enum Along {
    /// An offset that grows by the same in each turn.
    Step(i64),
    /// A table lookup, of a table with this number of entries.
    Table(i64),
}

/// The layouts that the passes of a copy read and write.
fn sides(copy: &Relayout) -> Result<Vec<[Side; 2]>, Unprintable> {
    let is_in_units = *copy.access() == Access::Units;
    let side = |name: String, memory, layouts: &[Layout; 2], pass: &Pass| {
        let plans = [plan(&layouts[0])?, plan(&layouts[1])?];
        let along = match plans[1].linear.as_slice() {
            [leaf] => Along::Step(leaf.stride * pass.rows),
            leaves if leaves.is_empty() || pass.turns() == 1 || !is_in_units => Along::Step(0),
            _ => Along::Table(pass.extents[1]),
        };
        Ok::<_, Unprintable>(Side { name, memory, plans, along })
    };
    let mut sides = Vec::new();
    for (number, pass) in copy.passes().iter().enumerate() {
        let from = if number == 0 { "source" } else { "tile" };
        let into = if number + 1 == copy.passes().len() { "sink" } else { "tile" };
        sides.push([
            side(format!("read{number}"), from, &pass.from, pass)?,
            side(format!("write{number}"), into, &pass.into, pass)?,
        ]);
    }
    Ok(sides)
}

impl Kernel<'_> {
    /// Refuses offsets that words do not hold.
    fn check(&self, source: &Function, target: &Function) -> Result<(), Unprintable> {
        let bits = if self.out.dialect.has(u64::BITS) { u64::BITS } else { u32::BITS };
        let most = i128::MAX >> (i128::BITS - bits);
        let sides = self.sides.iter().flatten().filter(|side| side.memory != "tile");
        let sides = sides.zip(&self.grid).zip(&self.twists).zip([source, target]);
        for (((side, grid), twists), layout) in sides {
            let plans = side.plans.iter().chain([grid]);
            let mut number: i128 = plans.map(|plan| i128::from(reach(plan))).sum();
            for Twist { offset, swizzle } in twists {
                if swizzle.reach() >= bits {
                    return Err(wide("a bit of the swizzle", swizzle.reach().into(), layout, bits));
                }
                number = (number + i128::from(offset.unsigned_abs())) | swizzle.changed();
            }
            if number > most {
                return Err(wide("an offset of a tile", number, layout, bits));
            }
        }
        Ok(())
    }

    /// The swizzles that follow the offsets in a memory; none of a tile, which has no swizzle.
    fn twists(&self, memory: &str) -> &[Twist] {
        match memory {
            "source" => &self.twists[0],
            "sink" => &self.twists[1],
            _ => &[],
        }
    }

    /// The constants of a launch, and the functions of the plan's layouts.
    fn functions(&mut self) -> Result<(), Unprintable> {
        let blocks = self.grid[0].size;
        let lines = blocks.div_ceil(LINE);
        let threads = self.copy.threads().unsigned_abs();
        let launch = [
            ("BLOCKS", blocks),
            ("BLOCKS_X", blocks.div_ceil(lines)),
            ("BLOCKS_Y", lines),
            ("THREADS", threads),
        ];
        for (what, value) in launch {
            self.out.constant(&format!("{}_{what}", self.name), value.into());
        }
        for (what, plan) in ["source", "sink"].into_iter().zip(&self.grid) {
            function(&mut self.out, &format!("{}_{what}", self.name), "block", plan, true);
        }
        let is_in_vectors = matches!(self.copy.access(), Access::Vectors { .. });
        for side in self.sides.iter().flatten() {
            for (axis, plan) in ["x", "y"].into_iter().zip(&side.plans) {
                if is_in_vectors && axis == "x" && side.name != "read1" {
                    continue;
                }
                let name = format!("{}_{}_{axis}", self.name, side.name);
                function(&mut self.out, &name, axis, plan, true);
            }
        }
        for (memory, twists) in ["source", "sink"].into_iter().zip(&self.twists) {
            if twists.is_empty() {
                continue;
            }
            let steps = twists.iter().rev();
            let steps = steps.map(|twist| format!("{} o {}", twist.swizzle, twist.offset));
            let steps = steps.collect_vec().join(" o ");
            self.out.comment(&format!("Where an element of the {memory} is: {steps}"));
            let bits = if self.out.dialect.has(u64::BITS) { u64::BITS } else { u32::BITS };
            let name = format!("{}_{memory}_swizzled", self.name);
            let arithmetic = Arithmetic::of_twists(twists);
            print(&mut self.out, &name, "offset", &arithmetic, Word { bits, is_signed: true });
        }
        for (number, pass) in self.copy.passes().iter().enumerate() {
            for (axis, edge) in ["x", "y"].into_iter().zip(&pass.edges) {
                let Some(edge) = edge else { continue };
                let name = format!("{}_before{number}_{axis}", self.name);
                function(&mut self.out, &name, "block", &plan(&edge.before)?, false);
            }
        }
        if let Access::Vectors { split: Some(split), .. } = self.copy.access() {
            let name = format!("{}_part", self.name);
            function(&mut self.out, &name, "block", &plan(&split.before)?, false);
        }
        Ok(())
    }
}

/// The largest distance of offsets from 0.
fn reach(plan: &Plan) -> i64 {
    plan.max_offset.max(plan.min_offset.saturating_neg())
}

/// Returns whether 32 bits are too few for a number and its negative.
fn is_wide(number: i64) -> bool {
    i32::try_from(number.saturating_abs()).is_err()
}

/// A function of one coordinate, in words of 32 bits where they hold what it answers.
fn function(out: &mut Out, name: &str, of: &str, plan: &Plan, is_signed: bool) {
    out.comment(&plan.notation);
    let bits = if is_wide(reach(plan)) { u64::BITS } else { u32::BITS };
    let word = Word { bits, is_signed };
    print(out, name, of, &Arithmetic::of(&plan.index, word), word);
}

/// A function of one coordinate, in these words.
fn print(out: &mut Out, name: &str, of: &str, arithmetic: &Arithmetic, word: Word) {
    out.bits = word.bits;
    let (name, coordinates) = (name.to_owned(), [of.to_owned()]);
    let is_signed = word.is_signed;
    let function = text::Function { name, symbols: &[], coordinates: &coordinates, is_signed };
    out.function(&function, arithmetic);
    out.bits = u32::BITS;
}
