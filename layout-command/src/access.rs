//! `layout access EXPR…`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use layout_algebra::Function;
use layout_algebra::hardware::{
    Accesses, BestSwizzle, Kind, Machine, Sectors, SharedLines, find_swizzle, shared_lines,
};

use crate::json;
use crate::render::Format;
use layout_command::expression::{Mistake, Settings, evaluate_known};
use layout_command::object::Object;
use layout_command::views;

/// The access to memory.
#[derive(Args)]
pub(crate) struct AccessArguments {
    /// The bits of an element.
    #[arg(long, value_name = "BITS")]
    bits: usize,
    /// The bytes that a lane moves at a time: 1, 2, 4, 8 or 16, and 32 or 64 with AVX-512; as many as its values have in one piece without.
    #[arg(long, value_name = "BYTES")]
    bytes: Option<usize>,
    /// The machine.
    #[arg(long, value_name = "NAME", default_value = "sm_90", value_parser = machines())]
    machine: &'static Machine,
}

pub(crate) fn machines() -> impl TypedValueParser<Value = &'static Machine> {
    let names = Machine::ALL.iter().map(|machine| machine.name);
    PossibleValuesParser::new(names).map(|name| Machine::named(&name).unwrap_or(&Machine::SM_90))
}

/// The accesses of the layout of an expression: of the given bytes, or of as many as there are in one piece.
pub(crate) fn accesses(
    source: &str,
    settings: &Settings,
    machine: &Machine,
    bits: usize,
    bytes: Option<usize>,
) -> Result<(Function, Accesses), Mistake> {
    let evaluated = evaluate_known(source, settings)?;
    let Some(function) = views::function(evaluated.value.clone()) else {
        let message = format!("{} is no layout of accesses", evaluated.value);
        return Err(Mistake::whole(source, message));
    };
    let accesses = match (function.numbers(), bytes) {
        (Ok(numbers), Some(bytes)) => Accesses::new(&numbers, machine, bits, bytes),
        (Ok(numbers), None) => Accesses::widest(&numbers, machine, bits),
        (Err(error), _) => Err(error),
    };
    match accesses {
        Ok(accesses) => Ok((function, accesses)),
        // The operation is none that the user has written.
        Err(error) => Err(Mistake::whole(source, error.fact())),
    }
}

impl AccessArguments {
    /// Prints what memory does with each layout of accesses.
    pub(crate) fn print(
        &self,
        expressions: &[String],
        settings: &Settings,
        format: Format,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let mut status = ExitCode::SUCCESS;
        for (place, source) in expressions.iter().enumerate() {
            match (accesses(source, settings, self.machine, self.bits, self.bytes), format) {
                (Ok((function, accesses)), Format::Text) => {
                    if place > 0 {
                        writeln!(out)?;
                    }
                    self.write(&function, &accesses, out)?;
                }
                (Ok((function, accesses)), Format::Json) => {
                    writeln!(out, "{}", self.json(source, &function, &accesses))?;
                }
                (Err(mistake), format) => {
                    format.refuse(&mistake, source, place + 1, out, err)?;
                    status = ExitCode::FAILURE;
                }
            }
        }
        Ok(status)
    }

    /// The kinds of accesses of shared memory in which a lane can move `bytes` bytes.
    fn kinds(&self, bytes: usize) -> impl Iterator<Item = Kind> {
        let has_ldmatrix = bytes == 16 && self.machine.has_ldmatrix();
        let kinds = if self.machine.has_banks() { &Kind::ALL[..] } else { &[] };
        kinds.iter().copied().filter(move |kind| *kind != Kind::Ldmatrix || has_ldmatrix)
    }

    /// The swizzle that takes fewer wavefronts, if there is one.
    fn swizzle(&self, accesses: &Accesses) -> Option<BestSwizzle> {
        // Where loads and stores meet otherwise, one swizzle is to serve both.
        let all = match self.machine.has_ldmatrix() {
            true => &[(accesses, Kind::Store)] as &[_],
            false => &[(accesses, Kind::Load), (accesses, Kind::Store)],
        };
        if !self.machine.has_banks() {
            return None;
        }
        find_swizzle(all, self.bits).ok().filter(|found| found.wavefronts < found.before)
    }

    /// The lines of a CPU that its threads share, each of which writes by itself.
    fn shared_lines(&self, function: &Function) -> Option<SharedLines> {
        if self.machine.lanes != 1 {
            return None;
        }
        shared_lines(&function.numbers().ok()?, self.bits, self.machine.line_bytes).ok()
    }

    fn json(&self, source: &str, function: &Function, accesses: &Accesses) -> Object {
        let lanes = lanes(accesses);
        let object = json::answer(source).text("value", &function.to_string());
        let object = object.text("machine", self.machine.name);
        let object = object.member("measured", self.machine.measured).member("bits", self.bits);
        let object = object.member("accesses", accesses.iter().len()).member("lanes", lanes);
        let object = object.member("bytes", accesses.bytes());
        let mut shared = Object::default();
        for kind in self.kinds(accesses.bytes()) {
            let banks = accesses.banks(kind);
            let count = Object::default().member("wavefronts", banks.wavefronts);
            shared = shared.member(kind.name(), count.member("least", banks.least));
        }
        let Sectors { sectors, lines, used, moved } = accesses.sectors();
        let global = Object::default().member("sectors", sectors).member("lines", lines);
        let global = global.member("used", used).member("moved", moved);
        let object = object.member("shared", shared).member("global", global);
        let object = match self.shared_lines(function) {
            Some(shared) => object.member("shared_lines", shared.count),
            None => object,
        };
        match self.swizzle(accesses) {
            Some(found) => {
                let swizzle = Object::default().text("swizzle", &found.swizzle.to_string());
                object.member("best", swizzle.member("wavefronts", found.wavefronts))
            }
            None => object,
        }
    }

    fn write(
        &self,
        function: &Function,
        accesses: &Accesses,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let AccessArguments { bits, machine, .. } = self;
        let (bytes, count) = (accesses.bytes(), accesses.iter().len());
        let lanes = count_noun(lanes(accesses), "lane", "lanes");
        writeln!(out, "{function} of {bits} bits on {}", machine.name)?;
        writeln!(
            out,
            "{}, {bytes} bytes of each of {lanes}",
            count_noun(count, "access", "accesses")
        )?;
        for kind in self.kinds(bytes) {
            writeln!(out, "  shared {:8} {}", kind.name(), accesses.banks(kind))?;
        }
        let sectors = accesses.sectors();
        writeln!(
            out,
            "  global          {} of {} bytes in {}: {} bytes used of {}",
            count_noun(sectors.sectors, "sector", "sectors"),
            machine.sector_bytes,
            count_noun(sectors.lines, "line", "lines"),
            sectors.used,
            sectors.moved,
        )?;
        if let Some(shared) = self.shared_lines(function) {
            write!(out, "  shared lines    {}", shared.count)?;
            match shared.first {
                Some(meeting) => writeln!(out, "; {meeting}")?,
                None => writeln!(out)?,
            }
        }
        if let Some(found) = self.swizzle(accesses) {
            let left = match found.wavefronts - found.least {
                0 => "no conflicts".to_owned(),
                _ => count_noun(found.wavefronts, "wavefront", "wavefronts"),
            };
            writeln!(out, "  with {} of its offsets: {left}", found.swizzle)?;
        }
        // One past the last address.
        let end = accesses.addresses().max().map_or(0, |last| last + bytes as i64);
        if machine.shared_bytes > 0 && end > machine.shared_bytes as i64 {
            let most = machine.shared_bytes;
            writeln!(
                out,
                "  not in shared memory: {end} bytes, and a block of {} has {most}",
                machine.name
            )?;
        }
        write_source(machine, out)
    }
}

/// Names the source of a machine's numbers that were not measured here.
pub(crate) fn write_source(machine: &Machine, out: &mut impl Write) -> io::Result<()> {
    match machine.measured {
        true => Ok(()),
        false => writeln!(out, "  {} is not measured: {}", machine.name, machine.source),
    }
}

/// The lanes of the first access.
fn lanes(accesses: &Accesses) -> usize {
    accesses.iter().next().into_iter().flatten().flatten().count()
}

pub(crate) fn count_noun(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
