//! `layout mesh A B`.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_command::expression::{Mistake, Settings, evaluate_known};
use layout_command::object::Object;
use layout_mesh_plan::{Error, Mesh, Message, Placement, Plan, Transfer, notation, placement_of};

use crate::render::Format;

/// The most devices of a picture.
const MAX_DRAWN: usize = 32;
/// The most layouts of a message that are printed.
const MAX_TRANSFERS: usize = 4;

/// The arguments of `layout mesh`.
#[derive(clap::Args)]
pub(crate) struct MeshArguments {
    /// The mesh, as dp=4,tp=2: names of axes with their devices. Placements of DTensor and JAX need one.
    #[arg(long, value_name = "AXES", value_parser = mesh, requires = "shape")]
    mesh: Option<Mesh>,
    /// The shape of the tensor, as 16,48; of a layout, where it is padded.
    #[arg(long, value_name = "EXTENTS", value_delimiter = ',')]
    shape: Option<Vec<usize>>,
    /// The devices of a node.
    #[arg(long, value_name = "DEVICES")]
    node: Option<usize>,
    /// The bytes of an element.
    #[arg(long, value_name = "BYTES", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    bytes: u8,
    /// The rank whose messages are printed.
    #[arg(long, value_name = "RANK", default_value = "0")]
    rank: usize,
    /// The placement before: a layout of (device, place), or with --mesh one of DTensor or JAX.
    #[arg(value_name = "A", value_parser = crate::source)]
    a: String,
    /// The placement after.
    #[arg(value_name = "B", value_parser = crate::source)]
    b: String,
}

fn mesh(text: &str) -> Result<Mesh, String> {
    let axis = |axis: &str| -> Option<(String, usize)> {
        let (name, extent) = axis.split_once('=')?;
        Some((name.trim().to_owned(), extent.trim().parse().ok()?))
    };
    let axes: Option<Vec<(String, usize)>> = text.split(',').map(axis).collect();
    let axes = axes.ok_or("axes are written as dp=4,tp=2")?;
    let axes: Vec<(&str, usize)> =
        axes.iter().map(|(name, extent)| (name.as_str(), *extent)).collect();
    Mesh::new(&axes).map_err(|error| error.to_string())
}

/// The mistake of a whole placement.
fn mistake(source: &str, error: &Error) -> Mistake {
    let helps = error.help().into_iter().collect();
    Mistake { helps, ..Mistake::new(0..source.len(), error.to_string()) }
}

impl MeshArguments {
    /// Prints the plan from one placement to the other.
    pub(crate) fn print(
        &self,
        settings: &Settings,
        format: Format,
        out: &mut impl Write,
        err: &mut impl Write,
    ) -> io::Result<ExitCode> {
        let sources = [&self.a, &self.b];
        match self.plan(settings) {
            Ok(plan) => {
                match format {
                    Format::Text => self.write(&plan, out)?,
                    Format::Json => writeln!(out, "{}", self.json(&plan))?,
                }
                Ok(ExitCode::SUCCESS)
            }
            Err((mistake, at)) => {
                format.refuse(&mistake, sources[at], at + 1, out, err)?;
                Ok(ExitCode::FAILURE)
            }
        }
    }

    fn plan(&self, settings: &Settings) -> Result<Plan, (Mistake, usize)> {
        let a = self.placement(&self.a, settings).map_err(|mistake| (mistake, 0))?;
        let b = self.placement(&self.b, settings).map_err(|mistake| (mistake, 1))?;
        let plan =
            Plan::with_nodes(&a, &b, self.node).map_err(|error| (mistake(&self.b, &error), 1))?;
        match plan.devices() {
            devices if self.rank < devices => Ok(plan),
            devices => {
                let text = format!("there is no rank {} of {devices} devices", self.rank);
                Err((Mistake::new(0..self.b.len(), text), 1))
            }
        }
    }

    fn placement(&self, source: &str, settings: &Settings) -> Result<Placement, Mistake> {
        let wrong = |error: Error| mistake(source, &error);
        if let (Some(mesh), Some(shape)) = (&self.mesh, &self.shape)
            && let Some(placement) = notation(source, mesh, shape)
        {
            return placement.map_err(wrong);
        }
        let evaluated = evaluate_known(source, settings)?;
        placement_of(&evaluated, self.mesh.as_ref(), self.shape.as_deref()).map_err(wrong)
    }

    fn write(&self, plan: &Plan, out: &mut impl Write) -> io::Result<()> {
        let traffic = plan.traffic();
        let bytes = i64::from(self.bytes);
        let devices = plan.devices();
        let steps = plan.steps().len();
        let in_steps = if steps > 1 { format!(", in {steps} steps") } else { String::new() };
        writeln!(out, "{} of {devices} devices{in_steps}", plan.collective())?;
        match plan.node() {
            None => writeln!(
                out,
                "{} bytes moved, {} kept",
                traffic.inside * bytes,
                traffic.kept * bytes
            )?,
            Some(node) => writeln!(
                out,
                "{} bytes moved inside of nodes of {node}, {} between them, {} kept",
                traffic.inside * bytes,
                traffic.between * bytes,
                traffic.kept * bytes
            )?,
        }
        for (number, step) in plan.steps().iter().enumerate() {
            writeln!(out)?;
            if steps > 1 {
                writeln!(
                    out,
                    "step {}{}",
                    number + 1,
                    if step.adds() { ", which adds" } else { "" }
                )?;
            }
            if devices <= MAX_DRAWN {
                writeln!(out, "elements from (row) to (column)")?;
                let width = 6;
                write!(out, "{:>width$}", "")?;
                (0..devices).try_for_each(|to| write!(out, "{to:>width$}"))?;
                writeln!(out)?;
                for from in 0..devices {
                    write!(out, "{from:>width$}")?;
                    let messages: Vec<Message> =
                        step.sends(from).into_iter().chain(step.stays(from)).collect();
                    for to in 0..devices {
                        match messages.iter().find(|message| message.target == to) {
                            Some(message) => write!(out, "{:>width$}", message.elements())?,
                            None => write!(out, "{:>width$}", ".")?,
                        }
                    }
                    writeln!(out)?;
                }
            } else {
                writeln!(out, "no picture of more than {MAX_DRAWN} devices")?;
            }
            for message in step.sends(self.rank) {
                writeln!(out, "{} → {}: {}", message.source, message.target, layouts(&message))?;
            }
        }
        Ok(())
    }

    fn json(&self, plan: &Plan) -> Object {
        let (traffic, bytes) = (plan.traffic(), i64::from(self.bytes));
        let steps = plan.steps().iter().map(|step| {
            let messages = step.sends(self.rank);
            let object = Object::default().member("adds", step.adds());
            object.list("messages", messages.iter().map(json_message))
        });
        let moved = Object::default().member("kept", traffic.kept * bytes);
        let moved = moved.member("inside", traffic.inside * bytes);
        let moved = moved.member("between", traffic.between * bytes);
        let node = plan.node().map_or("null".to_owned(), |node| node.to_string());
        let object = Object::default().text("collective", &plan.collective().to_string());
        let object = object.member("devices", plan.devices()).member("node", node);
        object.member("bytes", moved).member("rank", self.rank).list("steps", steps)
    }
}

/// The transfers of a message, as layouts of the places on both sides: the first place, and the layout after it.
fn transfers(message: &Message) -> Vec<[(i64, String); 2]> {
    let text = |layout: Result<layout_algebra::Layout, layout_algebra::Error>| {
        layout.map_or_else(|error| error.to_string(), |layout| layout.to_string())
    };
    let of = |transfer: &Transfer| {
        let [from, to] = transfer.first;
        [(from, text(transfer.source_layout())), (to, text(transfer.target_layout()))]
    };
    message.transfers().iter().map(of).collect()
}

fn layouts(message: &Message) -> String {
    let all = transfers(message);
    let shown = all
        .iter()
        .take(MAX_TRANSFERS)
        .map(|[(from, source), (to, target)]| format!("{from} + {source} to {to} + {target}"));
    let mut text = shown.collect::<Vec<_>>().join("; ");
    if all.len() > MAX_TRANSFERS {
        text += &format!("; and {} more", all.len() - MAX_TRANSFERS);
    }
    text
}

fn json_message(message: &Message) -> Object {
    let transfers = transfers(message);
    let transfers = transfers.iter().map(|[(from, source), (to, target)]| {
        let object = Object::default().member("source_place", from).text("source_layout", source);
        object.member("target_place", to).text("target_layout", target)
    });
    let object = Object::default().member("source", message.source);
    let object = object.member("target", message.target).member("elements", message.elements());
    object.list("transfers", transfers)
}
