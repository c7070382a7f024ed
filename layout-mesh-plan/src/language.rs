//! Values of the language as placements, and `redistribute!`, a macro of them.
//!
//! ```text
//! tokens ─invocation▶ operands ─layout-codegen▶ values ─placement_of▶ Placement ─Plan::of▶ Plan ─constant▶ tokens
//! ```

mod constant;
mod invocation;

use layout_codegen::{
    Backend, Diagnostic, Evaluated, Scope, SpanRange, Unevaluated, Value, operand_values,
};
use proc_macro2::TokenStream;

use crate::notation::Library;
use crate::{Error, ErrorKind, Mesh, Placement, Plan, Role, notation};
use invocation::{Invocation, Side};

/// The axes of a placement, which are `@0` and `@1`.
const AXES: [&str; 2] = ["device", "place"];

/// The placement of a value of the language: a layout of (device, place), whose modes named `copy` and `sum` are devices that hold the
/// same and devices that hold summands. `shape` is as in [`Placement::from_layout`]; the devices are ranks of `mesh`, if there is one.
///
/// # Errors
///
/// Values that are no layout, symbols, axes of other names, bounds, those of [`Placement::from_layout`] and [`Placement::on`].
pub fn placement_of(
    evaluated: &Evaluated,
    mesh: Option<&Mesh>,
    shape: Option<&[usize]>,
) -> Result<Placement, Error> {
    if evaluated.is_symbolic() {
        let symbols = evaluated.symbols.iter().map(|symbol| format!("`{}`", symbol.name));
        return Err(ErrorKind::Symbols(symbols.collect()).into());
    }
    if !evaluated.bounds.is_everywhere() {
        return Err(ErrorKind::Bounds.into());
    }
    let layout = match evaluated.numbered(&AXES) {
        Ok(Value::Layout(layout)) => (&layout).into(),
        Ok(Value::Vectors(layout)) => layout,
        Ok(value) => {
            return Err(Error::notation(format!("{value} is no layout of (device, place)")));
        }
        Err(axis) => {
            return Err(ErrorKind::OtherAxis { axis, axes: AXES.map(str::to_owned) }.into());
        }
    };
    let mut roles = Vec::new();
    for mode in 0..layout.rank() {
        roles.push(Role::of_name(evaluated.names.of(&[mode])));
    }
    let placement = Placement::from_layout(&layout, &roles, shape)?;
    match mesh {
        Some(mesh) => placement.on(mesh),
        None => Ok(placement),
    }
}

/// A placement as it is written.
#[derive(Clone, Copy)]
pub enum Written<'a> {
    /// A value of the language.
    Value(&'a Evaluated),
    /// A text in the notation of DTensor or JAX.
    Text(&'a str),
}

impl<'a> Written<'a> {
    /// The text, if it is in the notation of DTensor or JAX.
    ///
    /// ```
    /// use layout_mesh_plan::Written;
    /// assert!(Written::text("Shard(0), Replicate()").is_some());
    /// assert!(Written::text("(2,4):(1@device,1@place)").is_none());
    /// ```
    pub fn text(text: &'a str) -> Option<Self> {
        Library::of(text).and(Some(Written::Text(text)))
    }

    /// The placement; `shape` is of the padding of a layout, and `of_text` the shape of a text's tensor.
    fn placement(
        self,
        mesh: Option<&Mesh>,
        shape: Option<&[usize]>,
        of_text: Option<&[usize]>,
    ) -> Result<Placement, Error> {
        let text = match self {
            Written::Value(value) => return placement_of(value, mesh, shape),
            Written::Text(text) => text,
        };
        let mesh = mesh.ok_or(ErrorKind::NoMesh)?;
        match notation(text, mesh, of_text.ok_or(ErrorKind::NoShape)?) {
            Some(placement) => placement,
            None => Err(Error::notation(format!(
                "`{text}` is a placement neither of DTensor nor of JAX"
            ))),
        }
    }
}

/// The placements before and after a redistribution, each on its mesh if it has one. The tensor of a text has the given shape, or that of the layout
/// on the other side.
///
/// # Errors
///
/// The side, 0 or 1, and its error: those of [`placement_of`] and [`notation`], a text in neither notation, and a mesh or a shape that a
/// text does not have.
pub fn placements(
    sides: [Written<'_>; 2],
    meshes: [Option<&Mesh>; 2],
    shape: Option<&[usize]>,
) -> Result<[Placement; 2], (usize, Error)> {
    let on = |side: usize, of_text| match sides[side].placement(meshes[side], shape, of_text) {
        Ok(placement) => Ok(placement),
        Err(error) => Err((side, error)),
    };
    if let [Written::Text(_), Written::Value(_)] = sides {
        let target = on(1, shape)?;
        return Ok([on(0, shape.or(Some(target.shape())))?, target]);
    }
    let source = on(0, shape)?;
    let target = on(1, shape.or(Some(source.shape())))?;
    Ok([source, target])
}

/// The macro `redistribute!` of `layout-mesh`.
pub struct Redistribute;

impl Backend for Redistribute {
    fn parse(
        &self,
        tokens: &TokenStream,
    ) -> Result<Box<dyn layout_codegen::Invocation>, Diagnostic> {
        Ok(Box::new(Invocation::parse(tokens)?))
    }
}

impl layout_codegen::Invocation for Invocation {
    fn operands(&self) -> Vec<TokenStream> {
        let mut layouts = Vec::new();
        for side in [&self.source, &self.target] {
            if let Side::Layout(tokens) = side {
                layouts.push(tokens.clone());
            }
        }
        layouts
    }

    fn emit(
        &self,
        krate: &TokenStream,
        values: &[(Evaluated, SpanRange)],
    ) -> Result<TokenStream, Diagnostic> {
        let plan = self.plan(values)?;
        match constant::checked(&plan) {
            Ok(()) => Ok(constant::static_plan(&plan, krate)),
            Err(message) => Err(Diagnostic::new(self.target.range(), message)
                .help("`Plan::of` makes a plan when the program runs")),
        }
    }
}

/// The plan of an invocation of `redistribute!` of these tokens that uses no names.
///
/// # Errors
///
/// The first mistake.
pub fn plan_of(tokens: &TokenStream) -> Result<Plan, Unevaluated> {
    let invocation = Invocation::parse(tokens)?;
    let values = operand_values(&invocation, &Scope::new())?;
    Ok(invocation.plan(&values)?)
}

impl Invocation {
    /// The tokens at fault of an error of a side: the mesh that has too few devices, the number of a dimension that is not cut so, the axis
    /// of another name, or the side.
    fn at_fault(&self, side: &Side, error: &Error) -> SpanRange {
        let at = match (error.kind(), error.dimension()) {
            (ErrorKind::BeyondMesh { .. }, _) => self.mesh_range.as_ref(),
            (ErrorKind::Uneven { .. } | ErrorKind::Nested { .. }, Some(dimension)) => {
                self.shape_ranges.get(dimension)
            }
            _ => None,
        };
        if let ErrorKind::OtherAxis { axis, .. } = error.kind()
            && let Some(written) = side.axis(axis)
        {
            return written;
        }
        at.copied().unwrap_or(side.range())
    }

    /// The plan, from the values of the operands.
    fn plan(&self, values: &[(Evaluated, SpanRange)]) -> Result<Plan, Diagnostic> {
        let sides = [&self.source, &self.target];
        let mut values = values.iter();
        let mut written = Vec::new();
        for side in sides {
            written.push(match side {
                Side::Text(_, text) => Written::Text(text),
                Side::Layout(_) => match values.next() {
                    Some((value, _)) => Written::Value(value),
                    None => return Err(Diagnostic::new(side.range(), "the layout has no value")),
                },
            });
        }
        let [source, target] =
            placements([written[0], written[1]], [self.mesh.as_ref(); 2], self.shape.as_deref())
                .map_err(|(side, error)| diagnostic(self.at_fault(sides[side], &error), &error))?;
        Plan::with_nodes(&source, &target, self.node)
            .map_err(|error| diagnostic(self.target.range(), &error))
    }
}

fn diagnostic(range: SpanRange, error: &Error) -> Diagnostic {
    let diagnostic = Diagnostic::new(range, format!("redistribute!: {error}"));
    let help = match error.kind() {
        ErrorKind::NoMesh => {
            Some("it is written after the placements: `mesh = (dp = 4, tp = 2)`".to_owned())
        }
        ErrorKind::NoShape => {
            Some("it is written after the placements: `shape = (16, 16)`".to_owned())
        }
        _ => error.help(),
    };
    help.into_iter().fold(diagnostic, Diagnostic::help)
}
