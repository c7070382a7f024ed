//! The functions of a layout as text of other languages.
//!
//! The text is that of the [`Arithmetic`] from which Rust's functions are printed too, so
//! that a shader and the program beside it compute the same offsets. `dialect` says how
//! each language spells types and functions, `text` prints an expression.

mod conditions;
mod dialect;
#[cfg(any(feature = "kernels", test))]
mod host;
mod ptx;
#[cfg(any(feature = "kernels", test))]
mod relayout;
#[cfg(any(feature = "kernels", test))]
mod sweep;
mod text;
mod unprintable;

use crate::arithmetic::{Arithmetic, Word};
use crate::evaluated::Evaluated;
use crate::notation::is_of_word;
use crate::plan::{
    BasisPlan, Plan, Planned, SymbolicPlan, coordinates, function_names, plan_evaluated,
};
pub use dialect::Language;
use dialect::{Dialect, RESERVED};
use layout_algebra::CollectVec;
use text::{Function, Printer};
pub use unprintable::Unprintable;

/// The largest layout whose table is drawn above its functions.
const MAX_TABLE: u64 = 256;

/// Form in which layouts are printed.
#[derive(Clone, Copy, Debug)]
pub struct Print {
    /// The language.
    pub language: Language,
    /// The bits of coordinates and offsets, 32 or 64; those that the language mostly has
    /// without a choice.
    pub bits: Option<u32>,
}

impl Print {
    /// The text before the functions of all layouts, once.
    pub fn preamble(self) -> &'static str {
        self.language.dialect().preamble
    }

    /// The constants and functions of a value that is a [`layout`](Self::layout).
    ///
    /// # Errors
    ///
    /// As there; a value that is no layout, or none with index functions.
    pub fn evaluated(self, name: &str, evaluated: &Evaluated) -> Result<String, Unprintable> {
        self.layout(name, &self.plan(evaluated)?)
    }

    /// The plan of a value that is a layout, for what the language is compiled for.
    fn plan(self, evaluated: &Evaluated) -> Result<Planned, Unprintable> {
        let plan = plan_evaluated(&evaluated.clone().settled()).ok_or(Unprintable::NoLayout)??;
        let plan = plan.factored();
        Ok(if self.language.dialect().is_fused { plan.fused() } else { plan })
    }

    /// The constants and functions of a layout: `name_index`, `name_at`, `name_at_flat`, and
    /// `name_in_bounds` where some coordinates are padding. Of a layout with negative offsets
    /// they are called `offset` and so on, as in Rust. One over a basis has functions for each
    /// number that it answers, by its place. One with symbols has them as the first parameters,
    /// and `name_holds`, whether it may be made of them.
    ///
    /// # Errors
    ///
    /// [`Unprintable`] where the words of the language do not hold the numbers; where a number
    /// may be negative before it is divided.
    pub fn layout(self, name: &str, plan: &Planned) -> Result<String, Unprintable> {
        let mut out = self.begin(name)?;
        match plan {
            Planned::Integers(plan) => {
                // The table begins with the notation.
                out.comment(plan.table(MAX_TABLE).as_ref().unwrap_or(&plan.notation));
                out.constants(name, plan)?;
                out.functions(name, plan)?;
            }
            Planned::Basis(plan) => out.basis(name, plan)?,
            Planned::Symbolic(plan) => out.symbolic(name, plan)?,
        }
        let symbolic = match plan {
            Planned::Symbolic(plan) => Some(&**plan),
            Planned::Integers(_) | Planned::Basis(_) => None,
        };
        out.in_bounds(name, plan.bounds(), symbolic)?;
        Ok(out.text)
    }

    fn begin(self, name: &str) -> Result<Out, Unprintable> {
        let dialect = self.language.dialect();
        let bits = self.bits.unwrap_or(dialect.bits);
        if !dialect.has(bits) {
            return Err(Unprintable::Bits { language: self.language, bits });
        }
        if !begins_with_letter(name) || !name.chars().all(is_of_word) {
            return Err(Unprintable::Name { name: name.to_owned() });
        }
        Ok(Out { dialect, bits, text: String::new() })
    }
}

/// The text of one layout as far as it is written.
struct Out {
    dialect: &'static Dialect,
    bits: u32,
    text: String,
}

impl Out {
    fn comment(&mut self, text: &str) {
        for line in text.lines() {
            let line = format!("{} {line}", self.dialect.comment);
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }

    fn constant(&mut self, name: &str, value: i128) {
        let line = self.dialect.constant(name, value, self.bits);
        self.text.push_str(&line);
    }

    /// Sizes, extents and strides.
    fn constants(&mut self, name: &str, plan: &Plan) -> Result<(), Unprintable> {
        self.check(plan)?;
        self.constant(&format!("{name}_SIZE"), plan.size.into());
        self.constant(&format!("{name}_COSIZE"), plan.cosize.into());
        self.shape(name, plan.leaves().iter().map(|leaf| leaf.extent));
        for (k, leaf) in plan.leaves().iter().enumerate() {
            self.constant(&format!("{name}_STRIDE_{k}"), leaf.stride.into());
        }
        Ok(())
    }

    fn shape(&mut self, name: &str, extents: impl Iterator<Item = u64>) {
        for (k, extent) in extents.enumerate() {
            self.constant(&format!("{name}_SHAPE_{k}"), extent.into());
        }
    }

    fn functions(&mut self, name: &str, plan: &Plan) -> Result<(), Unprintable> {
        let word = Word { bits: self.word_bits(), is_signed: plan.is_signed() };
        for (k, (function, entry)) in plan.names().into_iter().zip(plan.entries()).enumerate() {
            let takes = coordinates(k, entry.coordinates());
            let arithmetic = Arithmetic::of(entry, word);
            let function = Function {
                name: format!("{name}_{function}"),
                symbols: &[],
                coordinates: &takes,
                is_signed: plan.is_signed(),
            };
            self.function(&function, &arithmetic);
        }
        Ok(())
    }

    /// The bits of the words that arithmetic is modulo. Python's integers have no end, so that
    /// nothing may wrap.
    fn word_bits(&self) -> u32 {
        if self.dialect.is_unbounded { u64::BITS } else { self.bits }
    }

    fn basis(&mut self, name: &str, plan: &BasisPlan) -> Result<(), Unprintable> {
        self.comment(&plan.notation);
        self.constant(&format!("{name}_SIZE"), plan.size.into());
        self.shape(name, plan.extents.iter().copied());
        for (path, part) in plan.parts.leaf_paths() {
            self.check(part)?;
            let places = path.indices().iter().map(ToString::to_string).collect_vec();
            self.functions(&format!("{name}_{}", places.join("_")), part)?;
        }
        Ok(())
    }

    fn symbolic(&mut self, name: &str, plan: &SymbolicPlan) -> Result<(), Unprintable> {
        self.comment(&plan.notation);
        let Some(functions) = Arithmetic::of_symbols(plan) else {
            return Err(Unprintable::Negative { layout: plan.notation.clone() });
        };
        let is_signed = plan.is_signed();
        let symbols = parameters(plan);
        if !self.dialect.is_unbounded {
            let bits = self.bits;
            self.comment(&format!("Right where what it computes fits words of {bits} bits."));
        }
        self.holds(name, plan, &symbols)?;
        let takes = [1, plan.profile.modes().len(), plan.profile.leaf_count()];
        for (k, arithmetic) in functions.iter().enumerate() {
            let function = Function {
                name: format!("{name}_{}", function_names(is_signed)[k]),
                symbols: &symbols,
                coordinates: &with_symbols(coordinates(k, takes[k]), &symbols),
                is_signed,
            };
            self.function(&function, arithmetic);
        }
        Ok(())
    }

    /// Refuses numbers that words do not hold. Sums on the way may wrap.
    fn check(&self, plan: &Plan) -> Result<(), Unprintable> {
        if self.dialect.is_unbounded || self.bits == u64::BITS {
            return Ok(());
        }
        let (least, most) = match plan.is_signed() {
            true => (i64::from(i32::MIN), i64::from(i32::MAX)),
            false => (0, i64::from(u32::MAX)),
        };
        let swizzled_bits = plan.then.iter().map(|twist| twist.swizzle.reach()).max().unwrap_or(0);
        let is_wide =
            |stride: &i64| i32::try_from(*stride).is_err() && !(0..=most).contains(stride);
        let wide_stride = plan.leaves().into_iter().map(|leaf| leaf.stride).find(is_wide);
        let (what, number): (_, i128) = match wide_stride {
            _ if plan.size > u64::from(u32::MAX) => ("the size", plan.size.into()),
            _ if plan.max_offset > most => ("an offset", plan.max_offset.into()),
            _ if plan.min_offset < least => ("an offset", plan.min_offset.into()),
            _ if swizzled_bits > u32::BITS => ("a bit of the swizzle", swizzled_bits.into()),
            Some(stride) => ("a stride", stride.into()),
            None => return Ok(()),
        };
        let (layout, bits) = (plan.notation.clone(), self.bits);
        Err(Unprintable::Wide { what, number, layout, bits, wider: self.dialect.has(64) })
    }

    fn function(&mut self, function: &Function<'_>, arithmetic: &Arithmetic) {
        let printer = Printer { dialect: self.dialect, bits: self.bits, function };
        if self.dialect.is_ptx {
            match printer.ptx(arithmetic) {
                Some(text) => return self.text.push_str(&text),
                None => self.comment("Of more coordinates than inline PTX takes: in C++."),
            }
        }
        self.text.push_str(&printer.function(arithmetic));
    }
}

fn begins_with_letter(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The names of the symbols as parameters. A constant expression of Rust has words of its own,
/// and a word may mean something else in another language.
fn parameters(plan: &SymbolicPlan) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in &plan.symbols {
        let words: String = name.chars().map(|c| if is_of_word(c) { c } else { '_' }).collect();
        let mut word = words.trim_matches('_').to_owned();
        if !begins_with_letter(&word) {
            word.insert_str(0, "n_");
        }
        while names.contains(&word) || RESERVED.contains(&word.as_str()) {
            word.push_str("_n");
        }
        names.push(word);
    }
    names
}

/// Names of coordinates that no symbol has.
fn with_symbols(mut coordinates: Vec<String>, symbols: &[String]) -> Vec<String> {
    for name in &mut coordinates {
        while symbols.contains(name) {
            name.push_str("_c");
        }
    }
    coordinates
}

#[cfg(test)]
mod tests;
