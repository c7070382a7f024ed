//! The syntax of the language: expressions that keep the tokens they came from.

use layout_algebra::hardware::Machine;
use std::rc::Rc;

use layout_algebra::{CollectVec, HTuple};
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::mode_names::ModeNames;
pub(crate) use crate::operator::Operator;
use crate::report::{Lint, SpanRange};

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The kind of the expression.
    pub kind: ExprKind,
    /// All tokens, from the first to the last.
    pub range: SpanRange,
}

/// An expression.
///
/// ```text
/// expr    := operand ('o' operand)* ('in' 'bounds' ('unknown' | bound ('and' bound)*))?
/// bound   := operand '<' sum
/// operand := sum (':' sum)?                           the items of a shape may have names: label ':' sum
/// label   := IDENT ('.' IDENT)*
/// sum     := product (('+' | '-') product)*
/// product := factor (('*' | '/' | '%') factor)*
/// factor  := '-' factor | primary
/// primary := INT | INT ('@' INT)* '@' (INT | IDENT) | '_' | BOOL | '(' expr, … ')' | '<' expr, … '>'
///          | '[' expr; … ']'
///          | op '(' expr, … ')' | Sw '<' INT, INT, INT '>' | smem_ptr '[' INT b ']' '(' unset ')'
///          | path ('<' expr, … '>')? | '[' expr, … ']' | '|' pattern, … '|' body
///          | NAME '<' … '>'                            an instruction, where one is an operand
///          | IDENT | CONST_PATH | '{' Rust '}'      in a tuple, before and after ':'
///          | F9                                        after ':', a stride over bits
///          | '{' label ':' expr, … '}' | label      modes by name, as operands
///          | TEXT                                   a pattern of axes, with `name = expr, …` after it
/// pattern := IDENT | '_' | '(' pattern, … ')'
/// body    := choice | '{' ('let' IDENT '=' choice ';')* choice '}'
/// choice  := bits ('?' choice ':' choice | 'if' choice 'else' choice)?
/// bits    := sum, with `<<` and `>>`, `&`, `^` and `|`, comparisons, `&&` and `||` below it as in Rust
/// ```
///
/// C++'s and Python's notations of layouts become one of these where they are parsed
/// (`parse/cpp.rs`, `parse/python.rs`), and strides over bits, too (`parse/f2_strides.rs`).
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `4`, `-1`, and CuTe's `_4`.
    Int(i128),
    /// `2@1`: steps along a basis element; the path outermost first.
    Basis(i128, Vec<usize>),
    /// `2@lane`: steps along an axis by its name, in the strides of a layout while it is parsed; the path within the axis outermost
    /// first.
    Axis(i128, Vec<usize>, Label),
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
    Closure(Rc<ClosureSyntax>),
    /// `"b (h d) -> h b d"`: a pattern of axes.
    Text(Rc<Text>),
    /// An instruction, `SM80_16x8x16_F32F16F16F32_TN`, or a layout that comes with one; without spaces. And its name, without the path in front
    /// and the types behind.
    Instruction(String, Span),
    /// `shape:stride`, and the names of modes that are written in the shape.
    Layout(Box<Expr>, Box<Expr>, ModeNames),
    /// `row: 4`, an item of a shape while it is parsed.
    Labelled(Label, Box<Expr>),
    /// `{ k: 16, m: 32 }`: what an operand is for modes, by their names.
    Fields(Vec<(Label, Expr)>),
    /// `k`, where an operand is a mode.
    Mode(Label),
    /// `Sw<B,M,S>`.
    Swizzle(i128, i128, i128),
    /// `smem_ptr[16b](unset)`, after a swizzle of addresses: the bits of an element.
    Pointer(i128, SpanRange),
    /// `A o B o …`.
    Compose(Vec<Expr>),
    /// `A in bounds L < 10 and …`: a padded layout, and after it the coordinate and the extent of each bound, in turn.
    Bounded(Vec<Expr>),
    /// `op(…)`.
    Call(OpName, Vec<Expr>),
    /// A layout that another invocation named.
    Name(Name),
    /// `Rows<m, 4>`: a layout that another invocation named, with integers for its parameters.
    Instance(Name, Vec<Expr>),
    /// `m`, `BM`, `{ 2 * N }`: an integer that Rust knows.
    Symbol(SymbolName),
    /// `m / 2`.
    Arithmetic(Infix, Box<[Expr; 2]>),
    /// `-m`.
    Negate(Box<Expr>),
    /// `c ? a : b` in a closure: a condition, the value where it is not 0, and the other one.
    Choice(Box<[Expr; 3]>),
}

/// The expressions that a kind consists of, by reference of one kind or the other.
macro_rules! parts {
    ($kind:expr, $iter:ident) => {
        match $kind {
            ExprKind::Tuple(items)
            | ExprKind::Tiler(items)
            | ExprKind::List(items)
            | ExprKind::Compose(items)
            | ExprKind::Bounded(items)
            | ExprKind::Call(_, items)
            | ExprKind::Instance(_, items) => items.$iter().collect_vec(),
            ExprKind::Layout(shape, stride, _) => vec![shape, stride],
            ExprKind::Arithmetic(_, operands) => operands.$iter().collect_vec(),
            ExprKind::Choice(operands) => operands.$iter().collect_vec(),
            ExprKind::Negate(operand) | ExprKind::Labelled(_, operand) => vec![operand],
            ExprKind::Fields(fields) => fields.$iter().map(|(_, of)| of).collect_vec(),
            ExprKind::Int(_)
            | ExprKind::Basis(..)
            | ExprKind::Axis(..)
            | ExprKind::Bool(_)
            | ExprKind::Underscore
            | ExprKind::Mode(_)
            | ExprKind::Closure(_)
            | ExprKind::Text(_)
            | ExprKind::Instruction(..)
            | ExprKind::Swizzle(..)
            | ExprKind::Pointer(..)
            | ExprKind::Name(_)
            | ExprKind::Symbol(_) => Vec::new(),
        }
    };
}

impl ExprKind {
    /// The expressions that it consists of.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        parts!(self, iter)
    }

    /// The expressions that it consists of, to change them.
    pub(crate) fn parts_mut(&mut self) -> Vec<&mut Expr> {
        parts!(self, iter_mut)
    }
}

/// The name of a mode, where it is written.
#[derive(Clone, Debug)]
pub struct Label {
    /// Without spaces: `row`, or `block.warp`.
    pub text: String,
    /// Its words.
    pub range: SpanRange,
}

/// A text in quotes.
#[derive(Clone, Debug)]
pub struct Text {
    /// Without its quotes.
    pub(crate) value: String,
    pub(crate) literal: Literal,
}

impl Text {
    /// The tokens of a part of the text: of all of it where the compiler has no smaller ones.
    pub(crate) fn range(&self, part: std::ops::Range<usize>) -> SpanRange {
        self.part(part).unwrap_or(self.literal.span()).into()
    }

    /// The tokens of a part of the text, where the compiler has some.
    pub(crate) fn part(&self, part: std::ops::Range<usize>) -> Option<Span> {
        let is_plain = self.literal.to_string() == format!("\"{}\"", self.value);
        if is_plain { self.literal.subspan(part.start + 1..part.end + 1) } else { None }
    }
}

/// A symbol, where it is written.
#[derive(Clone, Debug)]
pub struct SymbolName {
    /// Without spaces; equal texts are the same symbol in one invocation.
    pub text: String,
    /// The time at which Rust knows it.
    pub kind: SymbolKind,
    /// The Rust expression.
    pub tokens: TokenStream,
}

/// The time at which a symbol has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// At run time: a variable.
    RunTime,
    /// At compile time: a constant.
    Constant,
}

impl SymbolKind {
    /// The kind of the symbol that a path is where an integer is wanted; `None` for the
    /// name of a layout, which is in camel case.
    pub(crate) fn of(path: &str) -> Option<SymbolKind> {
        let last = path.rsplit("::").next().unwrap_or(path);
        if last.ends_with('}') {
            return Some(SymbolKind::Constant);
        }
        let has_upper = last.chars().any(char::is_uppercase);
        let has_lower = last.chars().any(char::is_lowercase);
        match (has_upper, has_lower) {
            (true, true) => None,
            (true, false) => Some(SymbolKind::Constant),
            (false, _) => Some(SymbolKind::RunTime),
        }
    }
}

/// The words of the language that stand for an order of modes.
pub(crate) const WORDS: [&str; 4] = ["LayoutLeft", "GenColMajor", "LayoutRight", "GenRowMajor"];

/// Returns whether a path is a word of the language, not the name of a layout.
pub(crate) fn is_word(name: &str) -> bool {
    WORDS.contains(&name)
}

/// An operator, where it is written.
#[derive(Clone, Copy, Debug)]
pub struct Infix {
    /// The operator.
    pub operator: Operator,
    /// Its marks, or its name.
    pub range: SpanRange,
}

/// `|i, (j, k)| i * 8 + (j ^ k)`.
#[derive(Clone, Debug)]
pub struct ClosureSyntax {
    /// The arguments, each a name or a tuple.
    pub(crate) arguments: Vec<Pattern>,
    /// All arguments, from the first to the last.
    pub(crate) head: SpanRange,
    /// The variables of `let` in front of the body, in order.
    pub(crate) locals: Vec<(String, Expr)>,
    /// The body, an expression over the arguments.
    pub(crate) body: Expr,
}

/// An argument of a closure.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) kind: HTuple<Option<String>>,
    pub(crate) range: SpanRange,
}

/// A condition that `#[assume(…)]` takes for granted, or `where …` after a layout.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// The relation of the operands.
    pub relation: Relation,
    /// The operands.
    pub operands: Vec<Expr>,
    /// The whole statement.
    pub range: SpanRange,
    /// True if the assumption stands after a layout, as conditions are printed: one of an extent is none of an empty layout.
    pub(crate) is_printed: bool,
}

/// The relation that an assumption states.
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
    pub(crate) name: Ident,
    /// The time at which its value is known.
    pub(crate) kind: SymbolKind,
}

impl Parameter {
    /// The place of the parameter of this name.
    pub(crate) fn place(parameters: &[Parameter], name: &str) -> Option<usize> {
        parameters.iter().position(|parameter| parameter.name == name)
    }

    /// The names of the parameters of a kind.
    pub(crate) fn names(parameters: &[Parameter], kind: SymbolKind) -> Vec<&Ident> {
        let of_kind = parameters.iter().filter(|parameter| parameter.kind == kind);
        of_kind.map(|parameter| &parameter.name).collect_vec()
    }
}

impl std::fmt::Display for Parameter {
    /// Writes the symbol as it is declared.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            SymbolKind::RunTime => write!(f, "{}", self.name),
            SymbolKind::Constant => write!(f, "const {}: usize", self.name),
        }
    }
}

/// The name of an operation, where it is called.
#[derive(Clone, Debug)]
pub struct OpName {
    /// The text as written.
    pub text: String,
    /// The modes of `op[0, 1](…)`, on which alone it acts; none for the whole operand.
    pub at: Vec<Expr>,
    /// The identifier.
    pub range: SpanRange,
    /// True if the operation is written as a call of the layout, `L(2, 3)`.
    pub applied: bool,
}

impl OpName {
    /// The operation of a name, on whole operands.
    pub(crate) fn new(text: impl Into<String>, range: SpanRange) -> Self {
        OpName { text: text.into(), at: Vec::new(), range, applied: false }
    }
}

/// A path to a named layout.
#[derive(Clone, Debug)]
pub struct Name {
    /// The path without spaces; equal texts are the same name in one invocation.
    pub text: String,
    /// The path as written, with its hygiene.
    pub tokens: TokenStream,
}

impl Name {
    /// Returns true if the name is spelled as a symbol that is known at run time: one word in lower case.
    pub(crate) fn is_run_time_word(&self) -> bool {
        SymbolKind::of(&self.text) == Some(SymbolKind::RunTime)
    }
}

/// The contract of a layout: the promises of the attributes in front of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contract {
    /// The bounds of `#[cost(div = 0, at(ops <= 4))]`.
    pub(crate) bounds: Vec<Bound>,
    /// The accesses of memory.
    pub(crate) access_contracts: Vec<AccessContract>,
    /// The tiles of `#[covers((16,8))]`, of which it has each element once.
    pub(crate) covers: Vec<Expr>,
    /// The layouts of `#[agrees(Tile)]`, which write what it reads or read what it writes.
    pub(crate) agrees: Vec<Agreement>,
    /// The positions of `#[live(4)]`: the numbers of positions of each circular mode that are live at once.
    pub(crate) live: Vec<Expr>,
    /// The lints of `#[expect(padding)]`, each with where it stands: without it there is an error.
    pub(crate) expects: Vec<(Lint, SpanRange)>,
}

/// `#[agrees(Tile, halo = (1,1))]` or `#[agrees(Tile, vector >= 4)]`.
#[derive(Clone, Debug)]
pub(crate) struct Agreement {
    /// The other layout.
    pub(crate) of: Expr,
    /// The width of the halo, on each side.
    pub(crate) halo: Option<Expr>,
    /// The cost of a copy from the layout to the other one, which is then another function of the same coordinates.
    pub(crate) copied: Option<Relayout>,
}

/// A copy from one layout to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relayout {
    /// The least elements that are moved at a time.
    pub(crate) vector: i128,
    /// The range of the halo's tokens.
    pub(crate) range: SpanRange,
}

/// `#[banks(conflicts = 0, bits = 16, bytes = 16)]` and the other contracts of memory.
#[derive(Clone, Debug)]
pub(crate) struct AccessContract {
    /// The quantity that is counted.
    pub(crate) memory: Memory,
    /// The range of the limit's tokens.
    pub(crate) range: SpanRange,
    /// The most conflicts or sectors, or the least bytes.
    pub(crate) limit: usize,
    /// The bits of an element.
    pub(crate) bits: usize,
    /// The bytes that a lane moves at a time; without, as many as its values have in one piece.
    pub(crate) bytes: Option<usize>,
    /// The machine that is counted for.
    pub(crate) machine: &'static Machine,
    /// The accessors of the layout; none where the layout is itself one of accesses.
    pub(crate) by: Vec<Accessor>,
}

/// `by((8,(8,8)):(1,(8,64)), bytes = 16)`: a layout `(thread, values)` of coordinates of another.
#[derive(Clone, Debug)]
pub(crate) struct Accessor {
    /// The layout.
    pub(crate) of: Expr,
    /// The bytes that a lane moves at a time, if they are others than those of the promise.
    pub(crate) bytes: Option<usize>,
}

/// The quantity that is counted of the accesses of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Conflicts in the banks of shared memory.
    Banks,
    /// Sectors of global memory.
    Sectors,
    /// Bytes that lie in one piece.
    Vector,
}

impl Contract {
    /// The expressions in it.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let accessors = self.access_contracts.iter().flat_map(|promise| &promise.by);
        let others = self.agrees.iter().flat_map(|it| [&it.of].into_iter().chain(&it.halo));
        accessors.map(|by| &by.of).chain(&self.covers).chain(others).chain(&self.live)
    }
}

impl Memory {
    pub(crate) const ALL: [Memory; 3] = [Memory::Banks, Memory::Sectors, Memory::Vector];

    /// The name of the attribute.
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Memory::Banks => "banks",
            Memory::Sectors => "coalesced",
            Memory::Vector => "vector",
        }
    }

    /// The names of its limit, of the bits, and of the bytes.
    pub(crate) fn keys(self) -> &'static [&'static str] {
        match self {
            Memory::Banks => &["conflicts", "bits", "bytes"],
            Memory::Sectors => &["sectors", "bits", "bytes"],
            Memory::Vector => &["bytes", "bits"],
        }
    }

    /// The whole attribute, as it may be written.
    pub(crate) fn example(self) -> &'static str {
        match self {
            Memory::Banks => "#[banks(conflicts = 0, bits = 16, bytes = 16)]",
            Memory::Sectors => "#[coalesced(sectors <= 4, bits = 32, bytes = 4)]",
            Memory::Vector => "#[vector(bytes = 16, bits = 16)]",
        }
    }
}

/// One bound.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// The function that it is for, all of them without one.
    pub(crate) function: Option<Function>,
    /// The quantity that the bound is for.
    pub(crate) unit: Unit,
    /// The most there may be.
    pub(crate) most: u32,
}

/// A function that a layout emits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// The function of a 1-D coordinate.
    Index,
    /// The function of a 1-D coordinate for each mode.
    At,
    /// The function of an integer for each leaf.
    AtFlat,
}

impl Function {
    pub(crate) const ALL: [Function; 3] = [Function::Index, Function::At, Function::AtFlat];

    /// The name in a contract, and the one where offsets are negative.
    pub(crate) fn names(self) -> [&'static str; 2] {
        match self {
            Function::Index => ["index", "offset"],
            Function::At => ["at", "offset_at"],
            Function::AtFlat => ["at_flat", "offset_at_flat"],
        }
    }
}

/// The quantity that a contract counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Divisions by numbers that are no powers of two.
    Div,
    /// Operations, divisions among them.
    Ops,
}

impl Unit {
    pub(crate) const ALL: [Unit; 2] = [Unit::Div, Unit::Ops];

    /// The name in a contract.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Unit::Div => "div",
            Unit::Ops => "ops",
        }
    }
}

/// `coordinate!(Tile, col = j, row = i)`
pub(crate) struct Coordinates {
    /// The layout whose modes are called so.
    pub(crate) layout: Allowed<Expr>,
    /// The coordinates, expressions of Rust.
    pub(crate) given: Vec<(Label, TokenStream)>,
    /// True if `..` stands for the modes that are not given.
    pub(crate) open: bool,
}

/// `source: Rows`: a place of Rust and its layout.
pub(crate) struct Place {
    /// The place.
    pub(crate) tokens: TokenStream,
    /// Its layout, whose modes have names.
    pub(crate) layout: Allowed<Expr>,
}

/// `copy!(source: Rows, target: Columns)`
pub(crate) struct ViewMacro {
    /// `"m k, k n -> m n"`, where a pattern says which modes are the same.
    pub(crate) pattern: Option<Expr>,
    /// The modes in the order in which they are written, two or more.
    pub(crate) places: Vec<Place>,
    /// The function of the elements at each coordinate, an expression of Rust; empty where there is none.
    pub(crate) function: TokenStream,
}

/// One invocation: its definitions, or its single expression.
pub(crate) enum Input {
    /// `layout!(expr)`, `divide!(A, B)`, and what it may cost.
    Expr(Allowed<Expr>, Box<Contract>),
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
    /// The syntax that they apply to.
    pub of: T,
}

/// `pub struct Tile = expr;` or `let t = expr;`.
pub(crate) struct Definition {
    /// Item or local.
    pub(crate) form: Form,
    /// Attributes that are not the language's own.
    pub(crate) attributes: TokenStream,
    /// The name that it defines.
    pub(crate) name: Ident,
    /// The symbols that an item declares.
    pub(crate) parameters: Vec<Parameter>,
    /// Its value.
    pub(crate) value: Allowed<Expr>,
    /// The contract of the layout.
    pub(crate) cost: Contract,
}

impl Definition {
    /// Returns whether it is an item, and no local.
    pub(crate) fn is_item(&self) -> bool {
        matches!(self.form, Form::Item(_))
    }

    /// Returns whether one of several definitions is an item of this name.
    pub(crate) fn has_item(definitions: &[Definition], name: &str) -> bool {
        definitions.iter().any(|definition| definition.is_item() && definition.name == name)
    }
}

impl Input {
    /// The input of `layout!(<L>)`, and of `struct Tile = <L>;`, is L: where a layout is meant,
    /// brackets around it may stay from `Layout<…>`.
    pub(crate) fn without_brackets(self) -> Self {
        let mut input = self;
        let values = match &mut input {
            Input::Expr(expr, _) => vec![&mut expr.of],
            Input::Definitions(all) => all.iter_mut().map(|it| &mut it.value.of).collect_vec(),
        };
        for value in values {
            if let ExprKind::Tiler(items) = &mut value.kind
                && items.len() == 1
            {
                *value = items.remove(0);
            }
        }
        input
    }
}

/// The visibility of an item.
pub(crate) enum Visibility {
    Inherited,
    /// `pub`.
    Public(Ident),
    /// `pub` and `(crate)`, `(self)`, `(super)` or `(in path)`.
    Restricted(Ident, TokenTree),
}

impl ToTokens for Visibility {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Visibility::Inherited => {}
            Visibility::Public(word) => word.to_tokens(tokens),
            Visibility::Restricted(word, scope) => {
                word.to_tokens(tokens);
                scope.to_tokens(tokens);
            }
        }
    }
}

/// Form in which a definition is bound.
pub(crate) enum Form {
    /// A unit struct with this visibility.
    Item(Visibility),
    /// A local.
    Let,
}
