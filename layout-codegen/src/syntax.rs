//! The syntax of the language: expressions that keep the tokens they came from.

use std::rc::Rc;

use proc_macro2::TokenStream;

use crate::closure::Closure;
use crate::contract::Contract;
use crate::report::SpanRange;

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// From its first token to its last.
    pub range: SpanRange,
}

/// An expression.
///
/// ```text
/// expr    := operand ('o' operand)*
/// operand := sum (':' sum)?
/// sum     := product (('+' | '-') product)*
/// product := factor (('*' | '/' | '%') factor)*
/// factor  := '-' factor | primary
/// primary := INT | INT ('@' INT)+ | '_' | BOOL | '(' expr, … ')' | '<' expr, … '>'
///          | '[' expr; … ']'
///          | op '(' expr, … ')' | Sw '<' INT, INT, INT '>' | smem_ptr '[' INT b ']' '(' unset ')'
///          | path ('<' expr, … '>')? | '[' expr, … ']' | '|' pattern, … '|' body
///          | IDENT | CONST_PATH | '{' Rust '}'      in a tuple, before and after ':'
/// pattern := IDENT | '_' | '(' pattern, … ')'
/// body    := INT | IDENT | '-' body | '(' body ')' | body operator body
/// ```
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `4`, `-1`, and CuTe's `_4`.
    Int(i128),
    /// `2@1`: steps along a basis element; the path outermost first.
    Basis(i128, Vec<usize>),
    /// `true`, `false`.
    Bool(bool),
    /// `_`.
    Underscore,
    /// `(…)`: a tuple, or a grouping of one layout.
    Tuple(Vec<Expr>),
    /// `<…>`: a tiler.
    Tiler(Vec<Expr>),
    /// `[…]`: a list of integers.
    List(Vec<Expr>),
    /// `|i, j| …`: an index expression.
    Closure(Rc<Closure>),
    /// `shape:stride`.
    Layout(Box<Expr>, Box<Expr>),
    /// `Sw<B,M,S>`.
    Swizzle(i128, i128, i128),
    /// `smem_ptr[16b](unset)`, after a swizzle of addresses: the bits of an element.
    Pointer(i128),
    /// `A o B o …`.
    Compose(Vec<Expr>),
    /// `op(…)`.
    Call(OpName, Vec<Expr>),
    /// A layout that another invocation named.
    Name(Name),
    /// `Rows<m, 4>`: a layout that another invocation named, with integers for its parameters.
    Instance(Name, Vec<Expr>),
    /// `m`, `BM`, `{ 2 * N }`: an integer that Rust knows.
    Symbol(SymbolName),
    /// `m / 2`.
    Arithmetic(Operator, Box<[Expr; 2]>),
    /// `-m`.
    Negate(Box<Expr>),
}

/// A symbol, where it is written.
#[derive(Clone, Debug)]
pub struct SymbolName {
    /// Without spaces; equal texts are the same symbol in one invocation.
    pub text: String,
    /// When Rust knows it.
    pub kind: SymbolKind,
    /// The Rust expression.
    pub tokens: TokenStream,
}

/// When a symbol has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// When the program runs: a variable.
    RunTime,
    /// When rustc compiles: a constant.
    Constant,
}

/// An operation on two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, as Rust rounds
    Div,
    /// `%`, what `/` leaves
    Rem,
    /// `div_floor(a, b)`
    DivFloor,
    /// `rem_floor(a, b)`
    RemFloor,
}

/// What `#[assume(…)]` takes for granted.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// What is said of the operands.
    pub relation: Relation,
    /// The operands.
    pub operands: Vec<Expr>,
    /// The whole statement.
    pub range: SpanRange,
}

/// What an assumption says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The first is at most the second.
    AtMost,
    /// The first is below the second.
    Less,
    /// Both are the same.
    Equal,
    /// The first is a multiple of the second.
    Multiple,
    /// The layout is injective.
    Injective,
}

/// A parameter of a named layout: `m`, or `const BM: usize`.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// Its name.
    pub(crate) name: proc_macro2::Ident,
    /// When it is known.
    pub(crate) kind: SymbolKind,
}

/// The name of an operation, where it is called.
#[derive(Clone, Debug)]
pub struct OpName {
    /// As written.
    pub text: String,
    /// The identifier.
    pub range: SpanRange,
}

/// A path to a named layout.
#[derive(Clone, Debug)]
pub struct Name {
    /// The path without spaces; equal texts are the same name in one invocation.
    pub text: String,
    /// The path as written, with its hygiene.
    pub tokens: TokenStream,
}

/// One invocation: its definitions, or its single expression.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// `layout!(expr)`, `divide!(A, B)`, and what it may cost.
    Expr(Allowed<Expr>, Contract),
    /// `struct Tile = …; let t = …;`, in order.
    Definitions(Vec<Definition>),
}

/// An expression, the lints that its attributes allow, and what they assume.
#[derive(Clone, Debug)]
pub struct Allowed<T> {
    /// The lints.
    pub allow: crate::Allow,
    /// The assumptions.
    pub assume: Vec<Assumption>,
    /// What they apply to.
    pub of: T,
}

/// `pub struct Tile = expr;` or `let t = expr;`.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// Item or local.
    pub(crate) form: Form,
    /// Attributes that are not the language's own.
    pub(crate) attributes: TokenStream,
    /// The name that it defines.
    pub(crate) name: proc_macro2::Ident,
    /// The symbols that an item declares.
    pub(crate) parameters: Vec<Parameter>,
    /// Its value.
    pub(crate) value: Allowed<Expr>,
    /// What it may cost.
    pub(crate) cost: Contract,
}

impl Input {
    /// The input of `layout!(<L>)`, and of `struct Tile = <L>;`, is L: where a layout is meant,
    /// brackets around it may stay from `Layout<…>`.
    pub(crate) fn without_brackets(self) -> Self {
        let bare = |of: Expr| match of.kind {
            ExprKind::Tiler(mut items) if items.len() == 1 => items.remove(0),
            _ => of,
        };
        let value = |value: Allowed<Expr>| Allowed { of: bare(value.of), ..value };
        match self {
            Input::Expr(expr, cost) => Input::Expr(value(expr), cost),
            Input::Definitions(definitions) => {
                let definition = |it: Definition| Definition { value: value(it.value), ..it };
                Input::Definitions(definitions.into_iter().map(definition).collect())
            }
        }
    }
}

/// How a definition is bound.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// A unit struct with this visibility.
    Item(TokenStream),
    /// A local.
    Let,
}
