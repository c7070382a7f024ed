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
    let value = evaluated
        .numbered(&AXES)
        .map_err(|axis| ErrorKind::OtherAxis { axis, axes: AXES.map(str::to_owned) })?;
    let layout = match &value {
        Value::Layout(layout) => layout.into(),
        Value::Vectors(layout) => layout.clone(),
        value => {
            return Err(
                ErrorKind::Notation(format!("{value} is no layout of (device, place)")).into()
            );
        }
    };
    let role = |mode| Role::of_name(evaluated.names.of(&[mode]));
    let roles: Vec<Role> = (0..layout.rank()).map(role).collect();
    let placement = Placement::from_layout(&layout, &roles, shape)?;
    match mesh {
        Some(mesh) => placement.on(mesh),
        None => Ok(placement),
    }
}

/// The macro `redistribute!` of `layout-mesh`.
pub struct Redistribute;

impl Backend for Redistribute {
    fn operands(&self, tokens: &TokenStream) -> Result<Vec<TokenStream>, Diagnostic> {
        Ok(Invocation::parse(tokens)?.layouts())
    }

    fn emit(
        &self,
        krate: &TokenStream,
        tokens: &TokenStream,
        values: &[(Evaluated, SpanRange)],
    ) -> Result<TokenStream, Diagnostic> {
        let invocation = Invocation::parse(tokens)?;
        let plan = invocation.plan(values)?;
        constant::checked(&plan).map_err(|message| {
            Diagnostic::new(invocation.target.range(), message)
                .help("`Plan::of` makes a plan when the program runs")
        })?;
        Ok(constant::Writer { krate }.static_plan(&plan))
    }
}

/// The plan of an invocation of `redistribute!` of these tokens that uses no names.
///
/// # Errors
///
/// The first mistake.
pub fn plan_of(tokens: &TokenStream) -> Result<Plan, Unevaluated> {
    let invocation = Invocation::parse(tokens)?;
    let values = operand_values(&Redistribute, tokens, &Scope::new())?;
    Ok(invocation.plan(&values)?)
}

impl Invocation {
    /// The plan, from the values of the operands.
    fn plan(&self, values: &[(Evaluated, SpanRange)]) -> Result<Plan, Diagnostic> {
        let mut values = values.iter();
        let source = self.placement(&self.source, &mut values)?;
        let target = self.placement(&self.target, &mut values)?;
        Plan::with_nodes(&source, &target, self.node)
            .map_err(|error| diagnostic(self.target.range(), &error))
    }

    /// The placement of one side, by its value or its text.
    fn placement<'a>(
        &self,
        side: &Side,
        values: &mut impl Iterator<Item = &'a (Evaluated, SpanRange)>,
    ) -> Result<Placement, Diagnostic> {
        let (mesh, shape) = (self.mesh.as_ref(), self.shape.as_deref());
        let placement = match (side, mesh, shape) {
            (Side::Layout(_), ..) => match values.next() {
                Some((value, _)) => placement_of(value, mesh, shape),
                None => return Err(Diagnostic::new(side.range(), "the layout has no value")),
            },
            (Side::Text(literal, text), Some(mesh), Some(shape)) => notation(text, mesh, shape)
                .ok_or_else(|| {
                    let message = format!("`{text}` is a placement neither of DTensor nor of JAX");
                    Diagnostic::new(literal.span(), message)
                        .help("as in `\"Shard(0), Replicate()\"` and `\"P('x', None)\"`")
                })?,
            (Side::Text(literal, _), ..) => {
                let message = "a placement of DTensor or JAX is for a mesh and a shape";
                let help = "they are written after the placements, as in `mesh = (dp = 4, tp = 2), shape = (16, 16)`";
                return Err(Diagnostic::new(literal.span(), message).help(help));
            }
        };
        placement.map_err(|error| diagnostic(side.range(), &error))
    }
}

fn diagnostic(range: SpanRange, error: &Error) -> Diagnostic {
    let diagnostic = Diagnostic::new(range, format!("redistribute!: {error}"));
    error.help().into_iter().fold(diagnostic, Diagnostic::help)
}
