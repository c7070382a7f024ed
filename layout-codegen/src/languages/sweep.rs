//! Loops over all coordinates of a layout.

use super::dialect::{self, Style};
use super::text::{Function, Printer};
use super::unprintable::Unprintable;
use super::{Out, Print, parameters, with_symbols};
use crate::arithmetic::{Arithmetic, Node, Word, natural_number};
use crate::evaluated::Evaluated;
use crate::plan::{Plan, Planned, SymbolicPlan, coordinates};
use layout_algebra::CollectVec;

/// Source of the numbers of a layout's loops.
enum Numbers<'a> {
    Known(Vec<u64>),
    Symbolic(&'a SymbolicPlan),
}

/// An offset: its name, its arithmetic and whether it may be negative.
type Offset = (String, Arithmetic, bool);

/// The head of a loop over a coordinate, from 0 to its extent.
fn loop_head(style: Style, name: &str, word: dialect::Word, extent: &str) -> String {
    let (of, suffix) = (word.unsigned, word.suffix);
    match style {
        Style::C => format!("for ({of} {name} = 0{suffix}; {name} < {extent}; ++{name}) {{"),
        Style::Wgsl => format!("for (var {name} = 0{suffix}; {name} < {extent}; {name}++) {{"),
        Style::Python => format!("for {name} in range({extent}):"),
    }
}

impl Print {
    /// Loops over all coordinates of a layout, the first leaf innermost, around lines of the language.
    ///
    /// The body has the coordinate of each leaf as `c0`, `c1` and so on, and the offset as `offset`; of a layout over a
    /// basis each number of it, `offset_0`, `offset_1`. Symbols have their own names, beside which `offset` is `offset_`. Padding is visited too:
    /// `NAME_in_bounds` of [`Print::layout`] tells it apart.
    ///
    /// # Errors
    ///
    /// As [`Print::evaluated`].
    pub fn sweep(self, evaluated: &Evaluated, body: &str) -> Result<String, Unprintable> {
        let plan = self.plan(evaluated)?;
        let mut out = self.begin("sweep")?;
        out.comment(plan.notation());
        let (offsets, numbers) = out.offsets(&plan)?;
        out.loops(plan.notation(), &numbers, &offsets, body)?;
        Ok(out.text)
    }
}

impl Out {
    /// The offsets that the body receives, and the extents of the loops around it.
    fn offsets<'a>(&self, planned: &'a Planned) -> Result<(Vec<Offset>, Numbers<'a>), Unprintable> {
        let mut name = "offset".to_owned();
        match planned {
            Planned::Integers(plan) => {
                let extents = plan.leaves().iter().map(|leaf| leaf.extent).collect_vec();
                Ok((vec![self.offset(name, plan)?], Numbers::Known(extents)))
            }
            Planned::Basis(plan) => {
                let mut offsets = Vec::new();
                for (path, part) in plan.parts.leaf_paths() {
                    name.truncate("offset".len());
                    for place in path.indices() {
                        name += &format!("_{place}");
                    }
                    offsets.push(self.offset(name.clone(), part)?);
                }
                Ok((offsets, Numbers::Known(plan.extents.clone())))
            }
            Planned::Symbolic(plan) => {
                let Some([_, _, flat]) = Arithmetic::of_symbols(plan) else {
                    return Err(Unprintable::Negative { layout: plan.notation.clone() });
                };
                Ok((vec![(name, flat, plan.is_signed())], Numbers::Symbolic(plan)))
            }
        }
    }

    /// The offset of a plan by its leaves.
    fn offset(&self, name: String, plan: &Plan) -> Result<Offset, Unprintable> {
        self.check(plan)?;
        let word = Word { bits: self.word_bits(), is_signed: plan.is_signed() };
        let [_, _, flat] = plan.entries();
        Ok((name, Arithmetic::of(flat, word), plan.is_signed()))
    }

    fn loops(
        &mut self,
        notation: &str,
        numbers: &Numbers<'_>,
        offsets: &[Offset],
        body: &str,
    ) -> Result<(), Unprintable> {
        let (extents, symbols) = match numbers {
            Numbers::Known(extents) => {
                (extents.iter().copied().map(Node::Number).collect_vec(), Vec::new())
            }
            Numbers::Symbolic(plan) => {
                let mut extents = Vec::new();
                for leaf in plan.profile.leaves() {
                    let Some(extent) = natural_number(plan, &leaf.extent) else {
                        return Err(Unprintable::Negative { layout: notation.to_owned() });
                    };
                    extents.push(extent);
                }
                (extents, parameters(plan))
            }
        };
        let coordinates = with_symbols(coordinates(2, extents.len()), &symbols);
        let dialect = self.dialect;
        let Some(word) = dialect.word(self.bits) else { return Ok(()) };
        let mut lines = Vec::new();
        let nothing = Function {
            name: String::new(),
            symbols: &symbols,
            coordinates: &coordinates,
            is_signed: false,
        };
        for (coordinate, extent) in coordinates.iter().zip(&extents).rev() {
            let extent =
                Printer { dialect, bits: self.bits, function: &nothing }.value(extent, &[]);
            lines.push(loop_head(dialect.style, coordinate, word, &extent));
        }
        let mut taken = symbols.clone();
        let mut inner = Vec::new();
        for (offset, arithmetic, is_signed) in offsets {
            let mut offset = offset.clone();
            while symbols.contains(&offset) {
                offset.push('_');
            }
            taken.push(offset.clone());
            let function = Function { name: String::new(), is_signed: *is_signed, ..nothing };
            let printer = Printer { dialect, bits: self.bits, function: &function };
            let names = arithmetic.names(&coordinates, &taken);
            for (variable, name) in arithmetic.variables.iter().zip(&names) {
                let value = printer.value(&variable.value, &names);
                inner.push(dialect.filled(dialect.variable, name, word.unsigned, &value));
            }
            let mut value = printer.value(&arithmetic.value, &names);
            let of = if *is_signed { word.signed } else { word.unsigned };
            if *is_signed {
                value = dialect.filled(dialect.cast, "", of, &value);
            }
            inner.push(dialect.filled(dialect.variable, &offset, of, &value));
            taken.extend(names);
        }
        inner.extend(body.lines().map(str::to_owned));
        let depth = lines.len();
        let indented = |depth: usize, line: &str| format!("{}{line}\n", "    ".repeat(depth));
        let heads = lines.iter().enumerate().map(|(depth, line)| indented(depth, line));
        let inner = inner.iter().map(|line| indented(depth, line));
        self.text.extend(heads.chain(inner));
        if dialect.style != Style::Python {
            self.text.extend((0..depth).rev().map(|depth| indented(depth, "}")));
        }
        Ok(())
    }
}
