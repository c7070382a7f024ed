//! `layout mesh A B`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use layout_command::expression::{Mistake, Settings};
use layout_command::redistribution::{MAX_DRAWN, Redistribution, Shown, mesh};
use layout_mesh_plan::{Mesh, Plan};

use crate::draw::{Place, output, put};
use crate::import::entries;
use crate::render::{Failure, Format};
use crate::terminal::Width;

/// The arguments of `layout mesh`.
#[derive(clap::Args)]
pub(crate) struct MeshArguments {
    /// The mesh, as dp=4,tp=2: names of axes with their devices. Placements of DTensor and JAX need one.
    #[arg(long, value_name = "AXES", value_parser = mesh)]
    mesh: Option<Mesh>,
    /// The shape of the tensor, as 16,48 or '(16, 48)'; of a layout, where it is padded.
    #[arg(long, value_name = "EXTENTS", value_parser = extents)]
    shape: Option<Extents>,
    /// The devices of a node.
    #[arg(long, value_name = "DEVICES")]
    node: Option<usize>,
    /// The bytes of an element.
    #[arg(long, value_name = "BYTES", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    bytes: u8,
    /// The rank whose messages are printed.
    #[arg(long, value_name = "RANK", default_value = "0")]
    rank: usize,
    /// Draw who sends to whom into a file: .svg, .html, .tex or .txt.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The placement before: a layout of (device, place), or with --mesh one of DTensor or JAX.
    #[arg(value_name = "A", value_parser = crate::source)]
    a: String,
    /// The placement after.
    #[arg(value_name = "B", value_parser = crate::source)]
    b: String,
}

/// The extents of a tensor.
#[derive(Clone)]
struct Extents(Vec<usize>);

/// Reads extents, as `16,48` or as a tuple of Python.
fn extents(text: &str) -> Result<Extents, String> {
    let extents = entries(text).split(',').map(|extent| extent.trim().parse());
    let extents = extents.collect::<Result<_, _>>();
    extents.map(Extents).map_err(|_| "extents are written as 16,48".to_owned())
}

impl MeshArguments {
    /// Prints the plan from one placement to the other.
    pub(crate) fn print(
        &self,
        settings: &Settings,
        format: Format,
        out: &mut impl Write,
    ) -> Result<ExitCode, Failure> {
        let plan = match self.plan(settings) {
            Ok(plan) => plan,
            Err((mistake, at)) => {
                return format.known(Err(mistake), [&self.a, &self.b][at], at + 1);
            }
        };
        let shown = Shown { plan: &plan, bytes: self.bytes, rank: self.rank };
        match format {
            Format::Text => write!(out, "{shown}")?,
            Format::Json => writeln!(out, "{}", shown.json())?,
        }
        let Some(file) = self.output.as_deref() else { return Ok(ExitCode::SUCCESS) };
        let output = output(None, Some(file))?;
        let devices = plan.devices();
        let picture = shown
            .picture()
            .ok_or(format!("a picture has at most {MAX_DRAWN} devices, and the plan {devices}"))?;
        put(&picture, Place { output, file: Some(file), width: Width::of(Some(0)) }, out)?;
        Ok(ExitCode::SUCCESS)
    }

    fn plan(&self, settings: &Settings) -> Result<Plan, (Mistake, usize)> {
        let redistribution = Redistribution {
            sources: [&self.a, &self.b],
            meshes: [self.mesh.as_ref(); 2],
            shape: self.shape.as_ref().map(|Extents(extents)| extents.as_slice()),
            node: self.node,
        };
        let plan = redistribution.plan(settings)?;
        match plan.devices() {
            devices if self.rank < devices => Ok(plan),
            devices => {
                let text = format!("there is no rank {} of {devices} devices", self.rank);
                Err((Mistake::new(0..self.b.len(), text), 1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_are_read_as_tuples_too() {
        let read = |text| extents(text).map(|Extents(extents)| extents).ok();
        for text in ["16,48", "16, 48", "(16, 48)", "[16,48]", "(16,48,)"] {
            assert_eq!(read(text), Some(vec![16, 48]), "{text}");
        }
        assert_eq!(read("16,"), Some(vec![16]));
        for text in ["", "()", "(16", "16x48", "-1"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
