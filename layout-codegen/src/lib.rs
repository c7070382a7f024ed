//! The language of `layout!`, as a plain library.
//!
//! Data flows one way, one function an arrow:
//!
//! ```text
//! tokens ─parse▶ syntax ─eval▶ values ─plan▶ Plan ─emit▶ tokens
//! ```
//!
//! [`parse`](parse_expression) knows no algebra, the algebra knows no tokens,
//! and only [`evaluate`] turns the addresses of its errors into source ranges.
//! The proc-macro crate and the command line are doors to this library.
#![forbid(unsafe_code)]

extern crate proc_macro;

mod allow;
mod apply;
mod arithmetic;
mod closure;
mod contract;
mod cursor;
mod definition;
mod edit;
mod emit;
mod eval;
mod evaluated;
mod expand;
mod failure;
mod foreign;
mod keyword;
mod languages;
mod limits;
mod mode_names;
mod names;
mod nearest;
mod notation;
mod operations;
mod operator;
mod parse;
#[cfg(any(feature = "pictures", test))]
mod picture;
mod placeholder;
mod plan;
mod primitive;
mod program;
mod report;
mod rust_value;
mod shorthand;
mod suggestion;
mod symbols;
mod syntax;
mod table;
mod token;
mod value;

pub use layout_core::{MAX_LEAVES, MAX_RANK, MAX_SYMBOLS};

pub use allow::Allow;
pub use apply::{Argument, apply};
pub use arithmetic::{Arithmetic, Dividend, Is, Node, Op, Variable, Word};
pub use closure::{Closure, MAX_POINTS, MAX_STEPS};
pub use emit::{basis_functions, expression, functions, item};
pub use eval::{Binding, Scope, evaluate};
pub use evaluated::{Evaluated, Given, Obligation, Purpose, Reason, Symbol, Unevaluated};
pub use expand::{
    Backend, Compiler, Invocation, Rustc, expand, operand_values, resolve_word, resume,
};
pub use languages::{Language, Print, Unprintable};
pub use limits::{MAX_CALLS, MAX_DEPTH, MAX_NODES};
pub use mode_names::ModeNames;
pub use names::MAX_NAMES;
pub use notation::{Notation, Unwritten};
pub use operations::{GROUPS, Group, Operand, Operation, nearest_operation};
#[cfg(any(feature = "pictures", test))]
pub use picture::picture;
pub use plan::{
    BasisPlan, BitDeposit, Check, Computation, Constant, Constructor, Cost, Division, Entry, Fits,
    Flow, Join, LayoutValue, Leaf, Mode, Multiplicand, NonNegative, Number, Part, Plan, Planned,
    Product, Program, Rounding, Share, Size, Source, Stage, Sum, SymbolicLeaf, SymbolicPlan, Taken,
    Term, Test, Twist, Unplannable, ValueBound, ValueNumbers, plan, plan_basis, plan_composed,
    plan_evaluated, plan_value,
};
pub use program::prove_kept;
pub use report::{Diagnostic, Help, InFront, Lint, Patch, SpanRange};
pub use shorthand::Shorthand;
pub use symbols::prove;
pub use syntax::{Allowed, Assumption, Expr, SymbolKind};
pub use table::{MAX_CELLS, print_composed, print_layout};
#[doc(hidden)]
pub use token::{is_comma, is_punct};
pub use value::{Annotations, Major, Tiled, TupleLeaf, Value};

/// Parses one expression of the language and the attributes in front of it.
///
/// # Errors
///
/// A diagnostic at the token that does not belong there.
pub fn parse_expression(tokens: proc_macro2::TokenStream) -> Result<Allowed<Expr>, Diagnostic> {
    parse::parse_expr(tokens)
}

/// A diagnostic with a suggestion, if it has none and there is one: other tokens with which `passes` says that the input is right.
pub fn with_suggestions(
    diagnostic: Diagnostic,
    input: &proc_macro2::TokenStream,
    passes: &dyn Fn(&proc_macro2::TokenStream) -> bool,
) -> Diagnostic {
    edit::checked(diagnostic, input, passes)
}

/// The names of all operations.
pub fn operation_names() -> impl Iterator<Item = &'static str> {
    operations::all().map(Operation::name)
}
