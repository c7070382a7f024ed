//! `Operand`: what an operation takes, and how messages and the documentation call it.

/// A number of operands without a limit.
pub(super) const ANY: usize = usize::MAX;

/// One operand of an operation, or several of its kind.
#[derive(Clone, Copy)]
pub struct Operand {
    word: &'static str,
    kind: Kind,
    role: Role,
    count: Count,
    /// True if a tuple as this operand is one of strides.
    strides: bool,
    /// True if the operand has modes: a layout, a shape or a tuple.
    modes: bool,
}

/// The meaning of a word as an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An integer or a tuple of them: a word there is an integer, without parentheses around
    /// it. No layout stands there, or hardly ever: one for its shape.
    Number,
    /// A layout, or what stands for one: a shape, a tiler, a swizzle. A word there names it.
    Layout,
    /// An instruction, or what is tiled with one. A word there is the name of an instruction.
    Instruction,
}

/// The use of an operand, where rules of the language depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// No rule depends on it.
    Other,
    /// A layout, so that a tuple is its shape.
    Layout,
    /// A shape, whose modes may have names.
    Shape,
    /// A mode, by its number or its name.
    Mode,
    /// The name of a mode.
    Name,
    /// A tiler.
    Tiler,
    /// A projection, in which an integer keeps a mode and `_` leaves it out.
    Projection,
    /// The values of a function, which may be written as a table.
    Values,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    /// One or none.
    Maybe,
    /// Any number of them.
    Any,
    /// One operand or more.
    More,
}

impl Operand {
    const fn new(word: &'static str, kind: Kind) -> Self {
        let (role, count) = (Role::Other, Count::One);
        Operand { word, kind, role, count, strides: false, modes: false }
    }

    const fn number(word: &'static str) -> Self {
        Operand::new(word, Kind::Number)
    }

    const fn layout(word: &'static str) -> Self {
        Operand::new(word, Kind::Layout)
    }

    const fn role(self, role: Role) -> Self {
        Operand { role, ..self }
    }

    const fn of_modes(self) -> Self {
        Operand { modes: true, ..self }
    }

    const fn of_strides(self) -> Self {
        Operand { strides: true, ..self }
    }

    const fn instruction(word: &'static str) -> Self {
        Operand::new(word, Kind::Instruction)
    }

    /// Makes the operand one that may be left out, as may those after it.
    pub(super) const fn maybe(self) -> Self {
        Operand { count: Count::Maybe, ..self }
    }

    /// Any number of them, also none; nothing else comes after.
    pub(super) const fn any(self) -> Self {
        Operand { count: Count::Any, ..self }
    }

    /// One or more of them; nothing else comes after.
    pub(super) const fn more(self) -> Self {
        Operand { count: Count::More, ..self }
    }

    /// The operand's name in messages and in the documentation.
    #[must_use]
    pub fn word(&self) -> &'static str {
        self.word
    }

    /// Returns whether the operand is an integer or a tuple, and no layout.
    pub(crate) fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }

    /// Returns whether the operand is a shape, whose modes may have names.
    pub(crate) fn is_shape(&self) -> bool {
        self.role == Role::Shape
    }

    /// Returns whether the operand is a layout, so that a tuple there is its shape.
    pub(super) fn is_layout(&self) -> bool {
        self.role == Role::Layout
    }

    /// Returns whether the operand is a mode, or the name of one.
    pub(crate) fn is_mode(&self) -> bool {
        matches!(self.role, Role::Mode | Role::Name)
    }

    /// Returns whether the operand is the numbers of modes, as many as there are.
    pub(super) fn is_list_of_modes(&self) -> bool {
        self.role == Role::Mode && self.count == Count::Any
    }

    /// Returns whether the operand is the values of a function, which may be written as a table.
    pub(crate) fn is_values(&self) -> bool {
        self.role == Role::Values
    }

    /// Returns whether the operand is a tiler.
    pub(crate) fn is_tiler(&self) -> bool {
        self.role == Role::Tiler
    }

    /// Returns whether the operand is a projection.
    pub(crate) fn is_projection(&self) -> bool {
        self.role == Role::Projection
    }

    /// Returns whether the operand has modes.
    pub(super) fn has_modes(&self) -> bool {
        self.modes
    }

    /// Returns whether a tuple as this operand is one of strides.
    pub(crate) fn is_strides(&self) -> bool {
        self.strides
    }

    /// Returns whether a word as this operand names an instruction.
    pub(crate) fn is_instruction(&self) -> bool {
        self.kind == Kind::Instruction
    }

    /// The fewest and the most of this operand.
    #[must_use]
    pub fn arity(&self) -> (usize, usize) {
        match self.count {
            Count::One => (1, 1),
            Count::Maybe => (0, 1),
            Count::Any => (0, ANY),
            Count::More => (1, ANY),
        }
    }
}

/// The operand as a user would write it: `mode, …`.
impl std::fmt::Display for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let more = if self.arity().1 == ANY { ", …" } else { "" };
        write!(f, "{}{more}", self.word)
    }
}

pub(super) const ACCUMULATOR: Operand = Operand::layout("accumulator");
pub(super) const ATOM: Operand = Operand::instruction("atom");
pub(super) const ATOMS: Operand = Operand::layout("atoms");
pub(super) const AXIS: Operand = Operand::number("axis");
pub(super) const BITS: Operand = Operand::number("bits");
pub(super) const BLOCK: Operand = Operand::layout("block").of_modes().role(Role::Layout);
pub(super) const BYTES: Operand = Operand::number("bytes");
pub(super) const CLOSURE: Operand = Operand::number("closure");
pub(super) const COORDINATE: Operand = Operand::number("coordinate");
pub(super) const COPY: Operand = Operand::instruction("copy");
pub(super) const COTARGET: Operand = Operand::number("cotarget");
pub(super) const COUNT: Operand = Operand::number("count");
/// The coordinate of `dice`, whose integers keep modes.
pub(super) const DICER: Operand = COORDINATE.role(Role::Projection);
pub(super) const DIVISOR: Operand = Operand::number("divisor");
pub(super) const END: Operand = Operand::number("end");
pub(super) const FACTOR: Operand = Operand::number("factor");
pub(super) const FIRST: Operand = Operand::number("first");
pub(super) const FRAGMENT: Operand = Operand::layout("fragment");
pub(super) const FROM_BITS: Operand = Operand::number("from_bits");
pub(super) const GUIDE: Operand = Operand::layout("guide");
pub(super) const HALO: Operand = Operand::number("halo");
pub(super) const INDEX: Operand = Operand::number("index");
pub(super) const LAST: Operand = Operand::number("last");
pub(super) const LAYOUT: Operand = Operand::layout("layout").of_modes().role(Role::Layout);
pub(super) const MMA: Operand = Operand::instruction("mma");
pub(super) const MATRIX: Operand = Operand::layout("matrix");
pub(super) const MODE: Operand = Operand::number("mode").role(Role::Mode);
pub(super) const OFFSET: Operand = Operand::number("offset");
pub(super) const ORDER: Operand = Operand::number("order");
pub(super) const NAME: Operand = Operand::layout("name").role(Role::Name);
pub(super) const PATTERN: Operand = Operand::layout("pattern");
pub(super) const PERMUTATION: Operand = Operand::layout("permutation");
pub(super) const PROFILE: Operand = Operand::number("profile");
pub(super) const PROJECTION: Operand = Operand::number("projection").role(Role::Projection);
pub(super) const RANK: Operand = Operand::number("rank");
pub(super) const ROWS: Operand = Operand::number("rows");
pub(super) const SHAPE: Operand = Operand::layout("shape").of_modes().role(Role::Shape);
pub(super) const SIZES: Operand = Operand::number("sizes");
pub(super) const STEP: Operand = Operand::number("step");
pub(super) const STRIDE: Operand = Operand::layout("stride").of_strides();
pub(super) const STRIDES: Operand = Operand::number("strides").of_strides();
pub(super) const SWIZZLE: Operand = Operand::layout("swizzle");
pub(super) const TARGET: Operand = Operand::number("target").role(Role::Shape);
pub(super) const TENSOR: Operand = Operand::layout("tensor").role(Role::Layout);
pub(super) const THREAD: Operand = Operand::number("thread");
pub(super) const THREADS: Operand = Operand::layout("threads");
pub(super) const TILER: Operand = Operand::layout("tiler").role(Role::Tiler);
pub(super) const TO_BITS: Operand = Operand::number("to_bits");
pub(super) const TUPLE: Operand = Operand::number("tuple").of_modes().role(Role::Shape);
pub(super) const VALUE_LAYOUT: Operand = Operand::layout("values");
/// The values of a function, in one of the ways of `infer_layout`.
pub(super) const VALUES: Operand =
    Operand::number("offset, … or [offset, …] or closure").role(Role::Values);
/// The threads that exchange values without memory.
pub(super) const WARP: Operand = Operand::number("warp");
