//! `layout tune EXPR…`.

use std::io::Write;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use layout_algebra::hardware::{Accesses, BestPadding, Kind, Machine, find_padded, find_swizzle};
use layout_algebra::{ComposedLayout, Error, Function, Int};
use layout_command::expression::Settings;
use layout_command::object::Object;

use crate::access::{accesses, count_noun, machines, write_source};
use crate::json;
use crate::render::{Failure, Format};

/// The arguments of `layout tune`: the layouts of one memory, and how each is accessed.
#[derive(clap::Args)]
pub(crate) struct TuneArguments {
    /// The bits of an element.
    #[arg(long, value_name = "BITS")]
    bits: usize,
    /// The access of the threads of the next layout to memory; `load` without. `stmatrix` is as `ldmatrix`.
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    kinds: Vec<Kind>,
    /// The bytes that a lane of the next layout moves at a time; as many as its values have in one piece without.
    #[arg(long, value_name = "BYTES")]
    bytes: Vec<usize>,
    /// The machine.
    #[arg(long, value_name = "NAME", default_value = "sm_90", value_parser = machines())]
    machine: &'static Machine,
}

fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).map(kind)
}

fn kind(name: String) -> Kind {
    Kind::ALL.into_iter().find(|kind| kind.name() == name).unwrap_or(Kind::Load)
}

/// The accesses by one layout.
struct Row<'a> {
    source: &'a str,
    kind: Kind,
    function: Function,
    accesses: Accesses,
}

impl Row<'_> {
    /// The wavefronts where another function is applied to the offsets.
    fn after(&self, outer: Function, sharing: &TuneArguments) -> Result<usize, Error> {
        let composed = ComposedLayout::new(outer, Int::ZERO, self.function.clone())?;
        let (bits, bytes) = (sharing.bits, self.accesses.bytes());
        let accesses = Accesses::new(&composed.numbers()?, sharing.machine, bits, bytes)?;
        Ok(accesses.banks(self.kind).wavefronts)
    }
}

/// The wavefronts of all layouts, a column for each way to lay out their memory.
struct Counted {
    /// The head of a column, and the wavefronts of each layout.
    columns: Vec<(String, Vec<usize>)>,
    /// The columns of the best swizzle and of the best padding.
    swizzled: Option<usize>,
    padded: Option<usize>,
    notes: String,
}

impl TuneArguments {
    /// Prints the wavefronts of all layouts, and those with the best swizzle and with the best padding.
    pub(crate) fn print(
        &self,
        expressions: &[String],
        settings: &Settings,
        format: Format,
        out: &mut impl Write,
    ) -> Result<ExitCode, Failure> {
        let name = self.machine.name;
        if !self.machine.has_banks() {
            return Err(format!("{name} has no shared memory whose banks are known\n       help: `layout access` counts its lines").into());
        }
        if self.kinds.contains(&Kind::Ldmatrix) && !self.machine.has_ldmatrix() {
            return Err(format!("{name} has no `ldmatrix`\n       help: `--as load` and `--as store` are its accesses").into());
        }
        let mut rows = Vec::new();
        for (place, source) in expressions.iter().enumerate() {
            let kind = self.kinds.get(place).copied().unwrap_or(Kind::Load);
            // A row of `ldmatrix` has 16 bytes.
            let bytes = self.bytes.get(place).copied().or((kind == Kind::Ldmatrix).then_some(16));
            let accesses = accesses(source, settings, self.machine, self.bits, bytes);
            let (function, accesses) = format.known(accesses, source, place + 1)?;
            rows.push(Row { source, kind, function, accesses });
        }
        let counted = match self.columns(&rows) {
            Ok(counted) => counted,
            Err(error) => return Err(error.to_string().into()),
        };
        match format {
            Format::Text => {
                write!(out, "{}", self.table(&rows, &counted))?;
                write_source(self.machine, out)?;
            }
            Format::Json => writeln!(out, "{}", self.json(&rows, &counted))?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The wavefronts of each layout: as they are, at least, and with the best swizzle and padding.
    fn columns(&self, rows: &[Row<'_>]) -> Result<Counted, Error> {
        let (mut all, mut numbers) = (Vec::new(), Vec::new());
        let (mut before, mut least) = (Vec::new(), Vec::new());
        for Row { kind, function, accesses, .. } in rows {
            all.push((accesses, *kind));
            numbers.push(function.numbers()?);
            let banks = accesses.banks(*kind);
            before.push(banks.wavefronts);
            least.push(banks.least);
        }
        let mut columns: Vec<(String, Vec<usize>)> =
            vec![("wavefronts".to_owned(), before), ("at least".to_owned(), least)];
        let (mut notes, mut swizzled, mut padded) = (String::new(), None, None);
        let found = find_swizzle(&all, self.bits)?;
        if found.wavefronts < found.before {
            let swizzle = found.swizzle;
            let after = rows.iter().map(|row| row.after(swizzle.into(), self));
            swizzled = Some(columns.len());
            columns.push((swizzle.to_string(), after.collect::<Result<_, Error>>()?));
        } else if found.before > found.least {
            notes += "no swizzle Sw<B,M,S> takes fewer\n";
        }
        let numbers: Vec<_> = numbers.iter().collect();
        if let Some((layout, BestPadding { extra, row, .. })) =
            find_padded(&all, self.bits, &numbers)?
        {
            let after = rows.iter().map(|row| row.after(layout.clone().into(), self));
            padded = Some(columns.len());
            columns.push((layout.to_string(), after.collect::<Result<_, Error>>()?));
            let elements = count_noun(extra, "element", "elements");
            notes += &format!("{layout} leaves out {elements} after every {row}\n");
        } else if found.before > found.least {
            notes += "no padding after a stride of theirs takes fewer\n";
        }
        Ok(Counted { columns, swizzled, padded, notes })
    }

    fn json(&self, rows: &[Row<'_>], counted: &Counted) -> Object {
        let Counted { columns, swizzled, padded, .. } = counted;
        let mut accesses = Vec::new();
        for (row, (before, least)) in rows.iter().zip(columns[0].1.iter().zip(&columns[1].1)) {
            let object = json::answer(row.source).text("as", row.kind.name());
            let object = object.member("bytes", row.accesses.bytes());
            accesses.push(object.member("wavefronts", before).member("least", least));
        }
        let object = Object::default().text("machine", self.machine.name);
        let object = object.member("measured", self.machine.measured);
        let mut object = object.list("accesses", accesses);
        for (name, column) in [("swizzle", swizzled), ("padding", padded)] {
            object = match column {
                Some(column) => {
                    let (text, counts) = &columns[*column];
                    let best = Object::default().text("layout", text).list("wavefronts", counts);
                    object.member(name, best)
                }
                None => object.member(name, "null"),
            };
        }
        object
    }

    fn table(&self, rows: &[Row<'_>], counted: &Counted) -> String {
        let Counted { columns, notes, .. } = counted;
        let width = rows.iter().map(|row| row.source.chars().count()).max().unwrap_or(0);
        let mut text = format!("{:21}{:width$}", self.machine.name, "");
        for (head, _) in columns {
            text += &format!("  {head}");
        }
        text.push('\n');
        for (place, Row { source, kind, accesses, .. }) in rows.iter().enumerate() {
            let bytes = accesses.bytes();
            text += &format!("{:8}  {bytes:2} bytes  {source:width$}", kind.name());
            for (head, counts) in columns {
                text += &format!("  {:1$}", counts[place], head.len());
            }
            text.push('\n');
        }
        if rows.len() > 1 {
            text += &format!("{:21}{:width$}", "together", "");
            for (head, counts) in columns {
                text += &format!("  {:1$}", counts.iter().sum::<usize>(), head.len());
            }
            text.push('\n');
        }
        text + notes
    }
}
