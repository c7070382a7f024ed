//! Layouts in the notations of other libraries, which are read where a layout stands, and written.
//!
//! `list.rs` has a row for each. A file has what belongs to one of them; `scan.rs` is the scanner that those share which are not read by the
//! grammar of the language itself.

mod arrays;
mod blocked;
mod ck;
mod dialects;
mod einops;
mod f2;
mod formulas;
mod list;
mod mojo;
mod scan;
pub(crate) mod strides;
mod tirx;
mod triton;
mod xla;

use std::fmt;
use std::str::FromStr;

use layout_algebra::{
    CollectVec, ComposedLayout, Function, HTuple, Int, IntTuple, Layout, Step, Stride, Swizzle,
};

use crate::evaluated::Evaluated;
use crate::mode_names::ModeNames;
use crate::value::Value;
pub(crate) use list::read;
use list::{ROWS, Row, Writer};

/// Another library's notation of layouts. `layout!` reads it back, and means the same function.
///
/// ```
/// # use layout_codegen::{Notation, Scope, parse_expression, prove};
/// let tokens = "Sw<3,4,3> o 0 o (8,64):(64,1)".parse().expect("tokens");
/// let parsed = parse_expression(tokens).unwrap_or_else(|error| panic!("{}", error.text()));
/// let layout = prove(&parsed, &Scope::new()).expect("a layout");
/// assert_eq!(
///     Notation::Cpp.write(&layout).as_deref(),
///     Ok("ComposedLayout<Swizzle<3,4,3>,_0,Layout<Shape<_8,_64>,Stride<_64,_1>>>{}")
/// );
/// assert_eq!(
///     Notation::Pycute.write(&layout).as_deref(),
///     Ok("ComposedLayout(Swizzle(3, 4, 3), 0, Layout((8, 64), (64, 1)))")
/// );
/// assert!(Notation::NumPy.write(&layout).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// AMD's Composable Kernel: which elements of a tile each thread holds.
    Ck,
    /// Matrices of cuBLASLt, in one of its orders.
    CublasLt,
    /// Objects of CuTe's types in C++, and calls where an integer is known only at run time.
    Cpp,
    /// Swizzles of cuda-oxide, whose last number is the first bit that is read. It has no type of layouts: those of
    /// `layout!` run in its kernels as they are.
    CudaOxide,
    /// The text that NVIDIA's Rust crate `cute-layout` prints and reads.
    CuteLayout,
    /// The types of CuTe's DSL in MLIR.
    CuteMlir,
    /// CuTe's DSL in Python.
    Dsl,
    /// A pattern of einops, of an array in one dimension that has each element once. It has no nested modes:
    /// what is in a mode is a group.
    Einops,
    /// Strides over bits, as the companion of NVIDIA's whitepaper on CuTe prints them: `(8,8):(F1,F9)`.
    F2,
    /// The types of FlyDSL's dialect of MLIR.
    Fly,
    /// Classes of Triton's Gluon, of registers.
    Gluon,
    /// Classes of Triton's Gluon, of shared memory.
    GluonShared,
    /// MLIR's type of memory, with strides or an affine map.
    Memref,
    /// Mojo's `Layout` of two `IntTuple`s. A tuple of one is an integer there.
    Mojo,
    /// Mojo's layouts of `TileTensor`, of two `Coord`s.
    MojoCoord,
    /// `as_strided` of NumPy, with strides in bytes. It has no nested modes: one a leaf.
    NumPy,
    /// Tags of oneDNN's blocked formats, and extents.
    OneDnn,
    /// pycute, which comes with CUTLASS.
    Pycute,
    /// The Python package `tensor-layouts`.
    TensorLayouts,
    /// A layout of TileLang, by a formula.
    TileLang,
    /// `as_strided` of PyTorch, with strides in elements. It has no nested modes: one a leaf.
    Torch,
    /// TIRx and Axe: elements, replicas and an offset on named axes, of which the last mode is the fastest.
    Tirx,
    /// Triton's linear layouts: the bits of the numbers of registers, lanes, warps and blocks, which
    /// are the modes of the layout.
    Triton,
    /// Triton's encodings of registers, lanes, warps and blocks.
    Ttg,
    /// Triton's encodings of shared memory.
    TtgShared,
    /// Names of TVM's blocked formats, and extents.
    Tvm,
    /// XLA's shapes with tiles.
    Xla,
}

/// A layout that a notation cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritten {
    notation: Notation,
    what: String,
    reason: String,
}

/// Reasons why several notations do not express a value.
const ARRAY: &str = "an array has extents and strides alone";
const UNSWIZZLED: &str = "only layouts without swizzles are written";
const SWIZZLES: &str = "only swizzles are written: a layout of `layout!` is in kernels as it is";

/// The constants `_4` that CuTe has, beside all from -10 to 10 and the multiples of 8 up to 256;
/// below 0 they are called `_m4`, so that `Int<-4>` is written there.
const NAMED: [i128; 18] = [
    12, 384, 512, 768, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131_072, 262_144, 524_288, 0,
    1, 2, 4,
];

impl Notation {
    /// All, in the order of their names.
    pub const ALL: [Notation; ROWS.len()] = {
        let mut all = [Notation::Cpp; ROWS.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = ROWS[i].notation;
            i += 1;
        }
        all
    };

    fn row(self) -> &'static Row {
        static LIST: [Row; ROWS.len()] = ROWS;
        LIST.iter().find(|row| row.notation == self).unwrap_or(&LIST[0])
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The library or the compiler whose notation it is, and its texts.
    pub fn of(self) -> &'static str {
        self.row().of
    }

    /// The values that the notation has words for.
    pub fn holds(self) -> &'static str {
        self.row().holds
    }

    /// Texts in the notation, and their values.
    pub fn examples(self) -> &'static [(&'static str, &'static str)] {
        self.row().examples
    }

    /// The definition of the notation.
    pub fn source(self) -> &'static str {
        self.row().source
    }

    /// A layout, a swizzle or an integer. What it needs of its symbols follows as a comment.
    ///
    /// # Errors
    ///
    /// [`Unwritten`] for what the library has no words for: padding, tilers, tuples, strides along a
    /// basis in Python, and in an array all that is not extents and strides.
    pub fn write(self, evaluated: &Evaluated) -> Result<String, Unwritten> {
        let value = &evaluated.value;
        if !evaluated.bounds.is_everywhere() {
            return self.none(value, "which coordinates are padding would be lost");
        }
        let is_symbolic = value.is_symbolic();
        let text = match (self.row().writer, value) {
            (Writer::Layouts(write), Value::Layout(layout)) => {
                self.written(layout, write(layout))?
            }
            (Writer::Functions(write), Value::Layout(layout)) => {
                self.written(layout, write(&layout.clone().into()))?
            }
            (Writer::Functions(write), Value::Composed(layout)) => {
                self.written(layout, write(&layout.clone().into()))?
            }
            (Writer::Functions(write), Value::Swizzle(swizzle)) => {
                self.written(swizzle, write(&(*swizzle).into()))?
            }
            (Writer::Layouts(_) | Writer::Functions(_), _) => {
                return self.none(value, "layouts are written, without swizzles or integers alone");
            }
            (Writer::Values, _) => self.value(evaluated, is_symbolic)?,
        };
        // A type is made an object.
        let text = if self == Notation::Cpp && text.ends_with('>') { text + "{}" } else { text };
        let mut comment = if self == Notation::Cpp { "  // where " } else { "  # where " };
        let mut text = text;
        for condition in evaluated.conditions() {
            text += comment;
            text += &condition.assumption();
            comment = ", ";
        }
        Ok(text)
    }

    /// A layout on named axes, with its offset.
    fn tirx(self, layout: &Layout, names: &ModeNames, offset: &[Int]) -> Result<String, Unwritten> {
        let written = tirx::write(layout, names, offset);
        self.written(&names.notation(&layout.to_string(), layout), written)
    }

    /// A value of a notation that has words for several kinds.
    fn value(self, evaluated: &Evaluated, is_symbolic: bool) -> Result<String, Unwritten> {
        let value = &evaluated.value;
        Ok(match value {
            Value::Int(int) => self.int(int)?,
            Value::Swizzle(swizzle) => self.swizzle(swizzle, is_symbolic)?,
            Value::Layout(layout) if self == Notation::Einops => {
                self.written(layout, einops::write(layout, &evaluated.names))?
            }
            Value::Layout(layout) if self == Notation::Tirx => {
                self.tirx(layout, &evaluated.names, &[])?
            }
            Value::List(parts) if self == Notation::Tirx => match parts.as_slice() {
                [Value::Layout(layout), offset] => match tirx::offset_of(offset) {
                    Some(offset) => self.tirx(layout, &evaluated.names, &offset)?,
                    None => return self.none(value, "an offset has a number for each axis"),
                },
                _ => return self.none(value, "a layout is written, and one with its offset"),
            },
            Value::Layout(layout) => self.layout(layout, is_symbolic)?,
            Value::Composed(layout) => self.composed(layout, is_symbolic)?,
            _ => return self.none(value, "only layouts, swizzles and integers are written"),
        })
    }

    fn none<T>(self, what: &dyn fmt::Display, reason: impl Into<String>) -> Result<T, Unwritten> {
        Err(Unwritten { notation: self, what: what.to_string(), reason: reason.into() })
    }

    /// The text of a writer, or its reason why there is none.
    fn written(
        self,
        what: &dyn fmt::Display,
        text: Result<String, impl Into<String>>,
    ) -> Result<String, Unwritten> {
        match text {
            Ok(text) => Ok(text),
            Err(reason) => self.none(what, reason),
        }
    }

    /// An integer, as an expression.
    fn int(self, int: &Int) -> Result<String, Unwritten> {
        let text = int.to_string();
        if int.known().is_some() {
            return Ok(text);
        }
        if matches!(self, Notation::CudaOxide | Notation::CuteLayout) {
            return self.none(&text, "integers are known there");
        }
        if is_formula(&text, self == Notation::Cpp) {
            return Ok(text);
        }
        self.none(&text, "give the integer a name")
    }

    fn swizzle(self, swizzle: &Swizzle, is_symbolic: bool) -> Result<String, Unwritten> {
        let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
        match self {
            Notation::Cpp => {
                let object = if is_symbolic { "{}" } else { "" };
                Ok(format!("Swizzle<{bits},{base},{shift}>{object}"))
            }
            Notation::Dsl => Ok(format!("cute.make_swizzle({bits}, {base}, {shift})")),
            Notation::Mojo | Notation::Pycute | Notation::TensorLayouts => {
                Ok(format!("Swizzle({bits}, {base}, {shift})"))
            }
            Notation::CudaOxide if shift < 0 => {
                self.none(swizzle, "bits are read above those that they flip there")
            }
            Notation::CudaOxide => {
                let from = i128::from(base) + i128::from(shift);
                Ok(format!("Swizzle::<{bits}, {base}, {from}>"))
            }
            Notation::NumPy | Notation::Torch => self.none(swizzle, ARRAY),
            Notation::F2 => {
                self.none(swizzle, "a swizzle after a layout is written, and not one alone")
            }
            _ => self.none(swizzle, UNSWIZZLED),
        }
    }

    fn composed(self, layout: &ComposedLayout, is_symbolic: bool) -> Result<String, Unwritten> {
        let refused = match self {
            Notation::F2 => return self.write_f2(layout.clone().into()),
            Notation::NumPy | Notation::Torch => Some(ARRAY),
            Notation::CuteLayout | Notation::Einops | Notation::Tirx => Some(UNSWIZZLED),
            Notation::CudaOxide => Some(SWIZZLES),
            Notation::Mojo => Some("a swizzle and a layout are composed where a tensor is indexed"),
            _ => None,
        };
        if let Some(reason) = refused {
            return self.none(layout, reason);
        }
        let mut text = self.step(layout.inner(), is_symbolic)?;
        for (step, offset) in layout.outer().iter().rev() {
            let outer = self.step(step, is_symbolic)?;
            text = match self {
                Notation::Cpp if is_symbolic => {
                    let offset = self.number(offset, true)?;
                    format!("make_composed_layout({outer},{offset},{text})")
                }
                Notation::Cpp => {
                    format!("ComposedLayout<{outer},{},{text}>", self.number(offset, false)?)
                }
                Notation::Dsl => {
                    format!("cute.make_composed_layout({outer}, {}, {text})", self.int(offset)?)
                }
                Notation::TensorLayouts => {
                    format!("ComposedLayout({outer}, {text}, offset={})", self.int(offset)?)
                }
                _ => format!("ComposedLayout({outer}, {}, {text})", self.int(offset)?),
            };
        }
        Ok(text)
    }

    /// Writes a layout as the sum that each bit of a coordinate adds, without carries.
    fn write_f2(self, layout: Function) -> Result<String, Unwritten> {
        self.written(&layout, f2::write(&layout))
    }

    fn step(self, step: &Step, is_symbolic: bool) -> Result<String, Unwritten> {
        match step {
            Step::Swizzle(swizzle) => self.swizzle(swizzle, is_symbolic),
            Step::Layout(layout) => self.layout(layout, is_symbolic),
        }
    }

    fn layout(self, layout: &Layout, is_symbolic: bool) -> Result<String, Unwritten> {
        let (shape, stride) = (layout.shape(), layout.stride());
        match self {
            Notation::Cpp => {
                let [of_shape, of_stride] = match is_symbolic {
                    true => [["make_shape(", ",", ")"], ["make_stride(", ",", ")"]],
                    false => [["Shape<", ",", ">"], ["Stride<", ",", ">"]],
                };
                let shape = tuple(shape, of_shape, &|int| self.number(int, is_symbolic))?;
                let stride = tuple(stride, of_stride, &|stride| self.stride(stride, is_symbolic))?;
                Ok(match is_symbolic {
                    true => format!("make_layout({shape},{stride})"),
                    false => format!("Layout<{shape},{stride}>"),
                })
            }
            Notation::NumPy | Notation::Torch => self.array(layout),
            Notation::F2 => self.write_f2(layout.clone().into()),
            Notation::CudaOxide => self.none(layout, SWIZZLES),
            Notation::CuteLayout => {
                let [shape, stride] = self.tuples(layout, ["(", ",", ")"])?;
                Ok(format!("{shape}:{stride}"))
            }
            Notation::Einops => self.written(layout, einops::write(layout, &ModeNames::NONE)),
            Notation::Tirx => self.tirx(layout, &ModeNames::NONE, &[]),
            Notation::Mojo if has_short_tuple(shape) => {
                self.none(layout, "a tuple of one is an integer there")
            }
            _ => {
                let open = if self == Notation::Mojo { "IntTuple(" } else { "(" };
                let [shape, stride] = self.tuples(layout, [open, ", ", ")"])?;
                Ok(match self {
                    Notation::Dsl => format!("cute.make_layout({shape}, stride={stride})"),
                    _ => format!("Layout({shape}, {stride})"),
                })
            }
        }
    }

    /// The shape and the stride of a layout, as nested tuples.
    fn tuples(self, layout: &Layout, marks: [&str; 3]) -> Result<[String; 2], Unwritten> {
        let stride = |stride: &Stride| match stride.as_int() {
            Some(int) => self.int(int),
            None if self == Notation::Dsl => {
                let path = strides::list(stride.mode().indices(), ", ");
                Ok(format!("cute.ScaledBasis({}, [{path}])", self.int(stride.scale())?))
            }
            None => self.none(layout, "strides are integers there"),
        };
        let shape = tuple(layout.shape(), marks, &|int| self.int(int))?;
        Ok([shape, tuple(layout.stride(), marks, &stride)?])
    }

    /// A view of an array `x`, whose first element is the one at offset 0.
    fn array(self, layout: &Layout) -> Result<String, Unwritten> {
        let (mut shape, mut strides) = (Vec::new(), Vec::new());
        for (extent, stride) in layout.leaves() {
            let Some(stride) = stride.as_int() else {
                return self.none(layout, "strides are integers there");
            };
            if self == Notation::Torch && !matches!(stride.known(), Some(0..)) {
                return self.none(layout, "strides are known there, and not negative");
            }
            shape.push(self.int(extent)?);
            strides.push(match (self, self.int(stride)?) {
                (Notation::NumPy, sum) if sum.contains(' ') => format!("({sum}) * x.itemsize"),
                (Notation::NumPy, stride) => format!("{stride} * x.itemsize"),
                (_, stride) => stride,
            });
        }
        let function = match self {
            Notation::NumPy => "np.lib.stride_tricks.as_strided",
            _ => "torch.as_strided",
        };
        let marks = ["(", ", ", ")"];
        Ok(format!("{function}(x, {}, {})", joined(&shape, marks), joined(&strides, marks)))
    }

    /// An integer of C++: a type, or an object.
    fn number(self, int: &Int, is_object: bool) -> Result<String, Unwritten> {
        let Some(known) = int.known() else { return self.int(int) };
        let is_named = matches!(known, 0..=10)
            || known > 0 && known <= 256 && known % 8 == 0
            || NAMED.contains(&known);
        let of = if is_named { format!("_{known}") } else { format!("Int<{known}>") };
        Ok(if is_object { of + "{}" } else { of })
    }

    fn stride(self, stride: &Stride, is_object: bool) -> Result<String, Unwritten> {
        let scale = self.number(stride.scale(), is_object)?;
        if stride.as_int().is_some() {
            return Ok(scale);
        }
        let path = strides::list(stride.mode().indices(), ",");
        match is_object {
            // A known multiple is its type.
            true if stride.scale().known().is_some() => {
                Ok(format!("ScaledBasis<{},{path}>{{}}", self.number(stride.scale(), false)?))
            }
            true => self.none(stride, "give it in the order of the modes"),
            false => Ok(format!("ScaledBasis<{scale},{path}>")),
        }
    }
}

/// A nested tuple, with the marks around and between its items.
fn tuple<T>(
    of: &HTuple<T>,
    marks: [&str; 3],
    leaf: &dyn Fn(&T) -> Result<String, Unwritten>,
) -> Result<String, Unwritten> {
    match of {
        HTuple::Leaf(of) => leaf(of),
        HTuple::Tuple(items) => {
            let items = items.iter().map(|item| tuple(item, marks, leaf)).try_collect_vec()?;
            Ok(joined(&items, marks))
        }
    }
}

/// Items as a tuple: the mark that opens it, the one between items, the one that closes it. A tuple of one item has a comma in Python.
fn joined(items: &[String], [open, between, close]: [&str; 3]) -> String {
    let alone = if items.len() == 1 && open == "(" && between == ", " { "," } else { "" };
    format!("{open}{}{alone}{close}", items.join(between))
}

/// Returns whether a tuple, or one inside of it, has fewer than two items.
fn has_short_tuple(of: &IntTuple) -> bool {
    of.is_tuple() && (of.rank() < 2 || of.modes().iter().any(has_short_tuple))
}

/// Returns whether the text of an integer is a formula of names and numbers without calls. `/` is exact here, and in Python answers no
/// integer.
fn is_formula(text: &str, has_quotients: bool) -> bool {
    let mut before = ' ';
    for c in text.chars() {
        let is_mark = match c {
            '(' => !is_of_word(before),
            '/' => has_quotients,
            _ => " *+-)".contains(c),
        };
        if !is_mark && !is_of_word(c) {
            return false;
        }
        before = c;
    }
    true
}

/// Returns whether a character may stand in a word.
pub(crate) fn is_of_word(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Notation {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Notation::ALL.into_iter().find(|notation| notation.name() == name);
        found.ok_or(format!("`{name}` is no notation that layouts are written in"))
    }
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unwritten { notation, what, reason } = self;
        write!(f, "{notation} has no words for {what}: {reason}")
    }
}

impl std::error::Error for Unwritten {}
