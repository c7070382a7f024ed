//! The kernel of a [`Relayout`] as text: how a GPU copies elements from one layout to another.
//!
//! What it computes are the layouts of the plan, printed as functions; the rest is the same text for all languages, in the
//! words of each. C and C++ have no threads, and do what the threads do one after the other.

mod body;
mod words;

use layout_algebra::Layout;
use layout_algebra::relayout::{Pass, Relayout};

use super::text::Function;
use super::{Out, Print, Unprintable};
use crate::arithmetic::{Arithmetic, Word};
use crate::plan::{Plan, plan};
use words::{Words, words};

/// The most blocks of a line of them: what all GPUs take.
const LINE: u64 = 1 << 15;

impl Print {
    /// A kernel that copies elements of `bytes` bytes from one layout to another: `target[B(c)] = source[A(c)]` at all
    /// coordinates, where offset 0 of both memories is at a multiple of 16 bytes.
    ///
    /// `name_BLOCKS_X` by `name_BLOCKS_Y` blocks of `name_THREADS` threads run it. In C and C++ it is a function.
    ///
    /// # Errors
    ///
    /// [`Unprintable::Relayout`] where there is no such copy or the language has no kernels, or no elements of so many bytes;
    /// [`Unprintable::Wide`] where its words do not hold an offset.
    pub fn relayout(
        self,
        name: &str,
        source: &Layout,
        target: &Layout,
        bytes: usize,
    ) -> Result<String, Unprintable> {
        let refused = |reason: String| Unprintable::Relayout { reason };
        let language = self.language;
        let words = words(language).ok_or_else(|| {
            refused(format!("{language} has no kernels that a copy is printed as"))
        })?;
        if !(bytes.is_power_of_two() && bytes <= 16) {
            return Err(refused(format!("elements have 1, 2, 4, 8 or 16 bytes, not {bytes}")));
        }
        let copy = Relayout::new(source, target, bytes, words.shared_bytes)
            .map_err(|error| refused(error.to_string()))?;
        let unit = copy.unit();
        let element = words.element(unit).ok_or_else(|| {
            refused(format!(
                "{language} has no elements of {unit} bytes in memory, as this copy moves at a time"
            ))
        })?;
        let mut kernel = Kernel {
            name,
            words,
            element: element.replace("%k", name),
            grid: [plan(copy.source())?, plan(copy.target())?],
            sides: sides(&copy)?,
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

/// The text of a kernel as far as it is written.
struct Kernel<'a> {
    name: &'a str,
    words: &'static Words,
    /// The type of an element.
    element: String,
    copy: &'a Relayout,
    /// Where the tile of a block begins in the source and in the target.
    grid: [Plan; 2],
    /// What each pass reads and writes.
    sides: Vec<[Side; 2]>,
    out: Out,
}

/// What a pass reads, or writes.
struct Side {
    /// `read0`, and so on.
    name: String,
    /// `source`, `tile` or `sink`.
    memory: &'static str,
    /// The offsets of `x` and of `y`.
    plans: [Plan; 2],
    along: Along,
}

/// How the offset of a `y` is found in a loop over the turns of a thread.
enum Along {
    /// It grows by the same in each turn.
    Step(i64),
    /// It is looked up: of so many.
    Table(i64),
}

/// What the passes of a copy read and write.
fn sides(copy: &Relayout) -> Result<Vec<[Side; 2]>, Unprintable> {
    let count = copy.passes().len();
    let side = |name: String, memory, layouts: &[Layout; 2], pass: &Pass| {
        let plans = [plan(&layouts[0])?, plan(&layouts[1])?];
        let along = match plans[1].linear.as_slice() {
            [leaf] => Along::Step(leaf.stride * pass.rows),
            leaves if leaves.is_empty() || pass.turns() == 1 => Along::Step(0),
            _ => Along::Table(pass.extents[1]),
        };
        Ok::<_, Unprintable>(Side { name, memory, plans, along })
    };
    let passes = copy.passes().iter().enumerate();
    let sides = passes.map(|(number, pass)| {
        let from = if number == 0 { "source" } else { "tile" };
        let into = if number + 1 == count { "sink" } else { "tile" };
        Ok([
            side(format!("read{number}"), from, &pass.from, pass)?,
            side(format!("write{number}"), into, &pass.into, pass)?,
        ])
    });
    sides.collect()
}

impl Kernel<'_> {
    /// Refuses offsets that words do not hold.
    fn check(&self, source: &Layout, target: &Layout) -> Result<(), Unprintable> {
        if self.out.dialect.has(u64::BITS) {
            return Ok(());
        }
        let sides = self.sides.iter().flatten().filter(|side| side.memory != "tile");
        for ((side, grid), layout) in sides.zip(&self.grid).zip([source, target]) {
            let plans = side.plans.iter().chain([grid]);
            let number: i128 = plans.map(|plan| i128::from(reach(plan))).sum();
            if i32::try_from(number).is_err() {
                let (what, layout) = ("an offset of a tile", layout.to_string());
                let bits = u32::BITS;
                return Err(Unprintable::Wide { what, number, layout, bits, wider: false });
            }
        }
        Ok(())
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
        for side in self.sides.iter().flatten() {
            for (axis, plan) in ["x", "y"].into_iter().zip(&side.plans) {
                let name = format!("{}_{}_{axis}", self.name, side.name);
                function(&mut self.out, &name, axis, plan, true);
            }
        }
        for (number, pass) in self.copy.passes().iter().enumerate() {
            for (axis, edge) in ["x", "y"].into_iter().zip(&pass.edges) {
                let Some(edge) = edge else { continue };
                let name = format!("{}_before{number}_{axis}", self.name);
                function(&mut self.out, &name, "block", &plan(&edge.before)?, false);
            }
        }
        Ok(())
    }
}

/// How far from 0 offsets are.
fn reach(plan: &Plan) -> i64 {
    plan.max_offset.max(plan.min_offset.saturating_neg())
}

/// Whether 32 bits do not hold a number and its negative.
fn is_wide(number: i64) -> bool {
    i32::try_from(number.saturating_abs()).is_err()
}

/// A function of one coordinate, in words of 32 bits where they hold what it answers.
fn function(out: &mut Out, name: &str, of: &str, plan: &Plan, is_signed: bool) {
    out.comment(&plan.notation);
    let bits = if is_wide(reach(plan)) { u64::BITS } else { u32::BITS };
    out.bits = bits;
    let coordinates = [of.to_owned()];
    let function =
        Function { name: name.to_owned(), symbols: &[], coordinates: &coordinates, is_signed };
    out.function(&function, &Arithmetic::of(&plan.index, Word { bits, is_signed }));
    out.bits = u32::BITS;
}
