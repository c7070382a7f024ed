//! A redistribution of a tensor from one placement to another, by their texts: its plan, and the plan as text, JSON and picture.

use std::fmt::{self, Write};

use layout_codegen::Allow;
use layout_draw::{Axis, Cell, Key, Level, Paint, Panel, Picture, State};
use layout_mesh_plan::{Error, ErrorKind, Mesh, Message, Plan, Step, Traffic, Written, placements};

use crate::bindings::Bindings;
use crate::expression::{Mistake, Settings, evaluate, has_symbol, known, unknown_symbol};
use crate::object::Object;

/// The most devices of a table in the text.
const MAX_TABULATED: usize = 32;
/// The most devices of a picture.
pub const MAX_DRAWN: usize = 64;
/// The most layouts of a message that are printed.
const MAX_TRANSFERS: usize = 4;
/// The darkest of the nine steps of the ramp.
const DARKEST: i64 = 8;

/// Two placements, as texts: layouts of (device, place), or in the notation of DTensor or JAX.
pub struct Redistribution<'a> {
    /// The placements before and after.
    pub sources: [&'a str; 2],
    /// Their meshes. Texts of DTensor and JAX need one.
    pub meshes: [Option<&'a Mesh>; 2],
    /// The shape of the tensor. Texts need it where the other side is no layout, which has one.
    pub shape: Option<&'a [usize]>,
    /// The ranks of a node.
    pub node: Option<usize>,
}

/// The mesh of a text as `dp=4,tp=2`.
///
/// # Errors
///
/// Another text, and those of [`Mesh::new`].
pub fn mesh(text: &str) -> Result<Mesh, String> {
    let mut axes = Vec::new();
    for axis in text.split(',') {
        let (name, extent) = axis.split_once('=').unwrap_or_default();
        let Ok(extent) = extent.trim().parse() else {
            return Err("axes are written as dp=4,tp=2".to_owned());
        };
        axes.push((name.trim(), extent));
    }
    Mesh::new(&axes).map_err(|error| error.to_string())
}

impl Redistribution<'_> {
    /// The plan.
    ///
    /// # Errors
    ///
    /// The mistake of a placement, or of both at the second one, and which placement it is.
    pub fn plan(&self, settings: &Settings) -> Result<Plan, (Mistake, usize)> {
        let mut values = [None, None];
        // A shared place and padding are no lints here: no plan has the first, and of the second the planner says what to write.
        let bindings = Bindings(settings.bindings.0.clone());
        let settings = &Settings { allow: Allow::all(), bindings };
        for (side, source) in self.sources.into_iter().enumerate() {
            if Written::text(source).is_none() {
                match evaluate(source, settings).and_then(|value| known(source, value, settings)) {
                    Ok(value) => values[side] = Some(value),
                    Err(mistake) => return Err((mistake, side)),
                }
            }
        }
        // A value is for a symbol of one of both.
        for name in settings.bindings.names() {
            if values.iter().flatten().any(|value| has_symbol(value, name)) {
                continue;
            }
            for (side, value) in values.iter().enumerate() {
                if let Some(value) = value {
                    return Err((unknown_symbol(self.sources[side], name, value), side));
                }
            }
        }
        let mut written = self.sources.map(Written::Text);
        for (written, value) in written.iter_mut().zip(&values) {
            if let Some(value) = value {
                *written = Written::Value(value);
            }
        }
        let (side, error) = match placements(written, self.meshes, self.shape) {
            Ok([a, b]) => match Plan::with_nodes(&a, &b, self.node) {
                Ok(plan) => return Ok(plan),
                Err(error) => (1, error),
            },
            Err(wrong) => wrong,
        };
        Err((mistake(self.sources[side], &error), side))
    }
}

/// The mistake of a placement, at the part at fault where it is known.
fn mistake(source: &str, error: &Error) -> Mistake {
    let range = error.range().unwrap_or(0..source.len());
    let help = match error.kind() {
        ErrorKind::NoMesh => Some("`--mesh dp=4,tp=2` gives it one".to_owned()),
        ErrorKind::NoShape => Some("`--shape 16,48` gives it one".to_owned()),
        _ => error.help(),
    };
    Mistake { helps: help.into_iter().collect(), ..Mistake::new(range, error.to_string()) }
}

/// A plan with the bytes of an element.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The bytes of an element.
    pub bytes: u8,
    /// The rank whose messages are shown.
    pub rank: usize,
}

impl Shown<'_> {
    /// The collective operation with the number of devices and of steps.
    fn title(&self) -> String {
        let steps = self.plan.steps().len();
        let in_steps = if steps > 1 { format!(", in {steps} steps") } else { String::new() };
        format!("{} of {} devices{in_steps}", self.plan.collective(), self.plan.devices())
    }

    /// The bytes that stay and that move.
    pub fn bytes_moved(&self) -> Traffic {
        let (Traffic { kept, inside, between }, bytes) =
            (self.plan.traffic(), i64::from(self.bytes));
        Traffic { kept: kept * bytes, inside: inside * bytes, between: between * bytes }
    }

    /// The bytes that move and that stay, as text.
    fn traffic(&self) -> String {
        let Traffic { kept, inside, between } = self.bytes_moved();
        match self.plan.node() {
            None => format!("{inside} bytes moved, {kept} kept"),
            Some(node) => format!(
                "{inside} bytes moved inside of nodes of {node}, {between} between them, {kept} kept"
            ),
        }
    }

    /// The title of a step, of which there are several.
    fn step(&self, number: usize, step: &Step) -> Option<String> {
        let adds = if step.adds() { ", which adds" } else { "" };
        (self.plan.steps().len() > 1).then_some(format!("step {}{adds}", number + 1))
    }

    /// The plan as JSON: the bytes, and for each step the messages that the rank sends.
    pub fn json(&self) -> Object {
        let Traffic { kept, inside, between } = self.bytes_moved();
        let mut steps = Vec::new();
        for step in self.plan.steps() {
            let messages = step.sends(self.rank);
            let object = Object::default().member("adds", step.adds());
            steps.push(object.list("messages", messages.iter().map(json_message)));
        }
        let moved = Object::default().member("kept", kept);
        let moved = moved.member("inside", inside).member("between", between);
        let node = match self.plan.node() {
            Some(node) => node.to_string(),
            None => "null".to_owned(),
        };
        let object = Object::default().text("collective", &self.plan.collective().to_string());
        let object = object.member("devices", self.plan.devices()).member("node", node);
        object.member("bytes", moved).member("rank", self.rank).list("steps", steps)
    }

    /// The picture of who sends how many elements to whom, a table a step; none of more than [`MAX_DRAWN`] devices.
    pub fn picture(&self) -> Option<Picture> {
        let devices = self.plan.devices();
        if devices > MAX_DRAWN {
            return None;
        }
        let levels = vec![Level { extent: devices, step: 1, label: String::new() }];
        let axis = Axis { size: devices, levels };
        let steps: Vec<Vec<Vec<i64>>> =
            self.plan.steps().iter().map(|step| elements(step, devices)).collect();
        let most = steps.iter().flatten().flatten().copied().max().unwrap_or(1).max(1);
        let mut panels = Vec::new();
        for (number, (step, elements)) in self.plan.steps().iter().zip(&steps).enumerate() {
            let mut cells = vec![Cell::default(); devices * devices];
            for (at, (cell, &count)) in cells.iter_mut().zip(elements.iter().flatten()).enumerate()
            {
                if count > 0 {
                    cell.text = count.to_string();
                    cell.paint = Paint::Step(u8::try_from(count * DARKEST / most).unwrap_or(0));
                }
                if count > 0 && at / devices == at % devices {
                    cell.state = State::Mark;
                }
            }
            panels.push(Panel {
                name: self.step(number, step).unwrap_or_default(),
                rows: axis.clone(),
                columns: axis.clone(),
                cells,
                place: (0, number),
                ..Panel::default()
            });
        }
        let stays = Cell { state: State::Mark, ..Cell::default() };
        Some(Picture {
            title: self.title(),
            caption: format!(
                "Elements from each device (row) to each device (column): {}.",
                self.traffic()
            ),
            panels,
            legend: vec![
                Key::Ramp("few elements".to_owned(), "many".to_owned()),
                Key::Cell(stays, "stay".to_owned()),
            ],
            notes: Vec::new(),
        })
    }
}

/// The plan as text: the collective, the bytes, who sends how many elements to whom, and the messages of the rank.
impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let devices = self.plan.devices();
        writeln!(f, "{}\n{}", self.title(), self.traffic())?;
        for (number, step) in self.plan.steps().iter().enumerate() {
            writeln!(f)?;
            if let Some(title) = self.step(number, step) {
                writeln!(f, "{title}")?;
            }
            if devices <= MAX_TABULATED {
                table(step, devices, f)?;
            } else {
                writeln!(f, "no picture of more than {MAX_TABULATED} devices")?;
            }
            for message in step.sends(self.rank) {
                writeln!(f, "{} → {}: {}", message.source, message.target, layouts(&message))?;
            }
        }
        Ok(())
    }
}

/// The elements from each device to each device.
///
/// ```
/// use layout_command::redistribution::elements;
/// use layout_mesh_plan::{Cut, Mesh, Placement, Plan};
/// let mesh = Mesh::new(&[("x", 2)])?;
/// let rows = Placement::replicated(&mesh, &[4])?.shard(0, "x", Cut::Block)?;
/// let turns = Placement::replicated(&mesh, &[4])?.shard(0, "x", Cut::Cyclic)?;
/// assert_eq!(elements(&Plan::of(&rows, &turns)?.steps()[0], 2), [[1, 1], [1, 1]]);
/// # Ok::<(), layout_mesh_plan::Error>(())
/// ```
pub fn elements(step: &Step, devices: usize) -> Vec<Vec<i64>> {
    let mut rows = vec![vec![0; devices]; devices];
    for (from, row) in rows.iter_mut().enumerate() {
        for message in step.sends(from).iter().chain(&step.stays(from)) {
            row[message.target] = message.elements();
        }
    }
    rows
}

fn table(step: &Step, devices: usize, f: &mut impl Write) -> fmt::Result {
    let width = 6;
    writeln!(f, "elements from (row) to (column)")?;
    write!(f, "{:>width$}", "")?;
    for to in 0..devices {
        write!(f, "{to:>width$}")?;
    }
    writeln!(f)?;
    for (from, row) in elements(step, devices).into_iter().enumerate() {
        write!(f, "{from:>width$}")?;
        for count in row {
            match count {
                0 => write!(f, "{:>width$}", ".")?,
                count => write!(f, "{count:>width$}")?,
            }
        }
        writeln!(f)?;
    }
    Ok(())
}

/// The transfers of a message, as layouts of the places on both sides: the first place, and the layout after it.
pub fn transfers(message: &Message) -> Vec<[(i64, String); 2]> {
    let mut all = Vec::new();
    for transfer in message.transfers() {
        let [from, to] = transfer.first;
        all.push([(from, text(transfer.source_layout())), (to, text(transfer.target_layout()))]);
    }
    all
}

fn text(layout: Result<layout_algebra::Layout, layout_algebra::Error>) -> String {
    match layout {
        Ok(layout) => layout.to_string(),
        Err(error) => error.to_string(),
    }
}

fn layouts(message: &Message) -> String {
    let all = transfers(message);
    let mut shown = Vec::new();
    for [(from, source), (to, target)] in all.iter().take(MAX_TRANSFERS) {
        shown.push(format!("{from} + {source} to {to} + {target}"));
    }
    let mut text = shown.join("; ");
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
