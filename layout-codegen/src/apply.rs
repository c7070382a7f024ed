//! Operations of values: what an expression says of the names of its operands, without a text.

use layout_algebra::{CollectVec, Function, HTuple, IntTuple};
use proc_macro2::{Span, TokenStream};

use crate::allow::Allow;
use crate::eval::{Binding, Scope};
use crate::evaluated::Evaluated;
use crate::evaluated::Unevaluated;
use crate::report::{Diagnostic, SpanRange};
use crate::symbols::prove;
use crate::syntax::{Allowed, Expr, ExprKind, Name, OpName};
use crate::value::Annotations;

/// An operand that is held as a value.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A layout, a swizzle, or a composition of them.
    Function(Function),
    /// An integer, or a tuple of them.
    Integers(IntTuple),
}

/// The value of an operation of operands that are held as values: that of the expression with the operands as they are printed.
///
/// # Errors
///
/// As [`prove`](crate::prove); the places of errors are none.
///
/// ```
/// use layout_algebra::Function;
/// use layout_codegen::{Allow, Argument, apply};
///
/// let operand = |text: &str| text.parse::<Function>().map(Argument::Function);
/// let operands = vec![operand("(4,8):(8,1)")?, operand("(2,2):(1,4)")?];
/// let composed = apply("composition", operands, Allow::default()).expect("a layout");
/// assert_eq!(composed.value.to_string(), "(2,2):(8,1)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply(
    operation: &str,
    arguments: Vec<Argument>,
    allow: Allow,
) -> Result<Evaluated, Unevaluated> {
    let range = SpanRange::from(Span::call_site());
    let mut scope = Scope::with_capacity(arguments.len());
    let mut operands = Vec::new();
    for (place, argument) in arguments.into_iter().enumerate() {
        let operand = match argument {
            Argument::Integers(integers) => integers_at(&integers, range),
            Argument::Function(function) => {
                // No text has this name.
                let text = format!("operand {place}");
                let binding = Binding::Layout(function.into(), Annotations::NONE);
                scope.insert(text.clone(), binding);
                let name = Name { text, tokens: TokenStream::new() };
                Some(Expr { kind: ExprKind::Name(name), range })
            }
        };
        let Some(operand) = operand else {
            let message = "an operand that is held as a value has no symbols";
            return Err(Diagnostic::new(range, message).into());
        };
        operands.push(operand);
    }
    let kind = ExprKind::Call(OpName::new(operation, range), operands);
    let call = Allowed { allow, assume: Vec::new(), of: Expr { kind, range } };
    prove(&call, &scope)
}

/// An integer or a tuple as it is written; none with symbols.
fn integers_at(integers: &IntTuple, range: SpanRange) -> Option<Expr> {
    let kind = match integers {
        HTuple::Leaf(integer) => ExprKind::Int(integer.known()?),
        HTuple::Tuple(items) => {
            let items = items.iter().map(|item| integers_at(item, range));
            ExprKind::Tuple(items.collect_some()?)
        }
    };
    Some(Expr { kind, range })
}
