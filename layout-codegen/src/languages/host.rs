//! Arguments of kernels as text of the program that launches them, in C++ and Python: layouts by value, tensor maps, and the
//! extents that a grid is made of.
//!
//! The functions of a layout are printed for it. The code that packs and checks its numbers is the same text for all layouts: `host/narrow` and
//! `host/tensor_map`.

use layout_algebra::bounds::Bounds;
use layout_algebra::hardware::{EncodingError, TensorElement, tensor_box};
use layout_algebra::{CollectVec, Function as Map, HTuple, Int, Layout};

use super::dialect::{Language, Style};
use super::text::{Function, Printer};
use super::unprintable::Unprintable;
use super::{Out, Print, parameters, with_symbols};
use crate::arithmetic::known_or_natural;
use crate::evaluated::Evaluated;
use crate::notation::strides::list;
use crate::plan::{Planned, SymbolicLeaf, SymbolicPlan, bound_leaves};
use crate::syntax::SymbolKind;

/// The text before all layouts: how a layout is packed, and how a tensor map is made.
fn preambles(language: Language) -> Result<[&'static str; 2], Unprintable> {
    match language {
        Language::Cpp => Ok([include_str!("host/narrow.hpp"), include_str!("host/tensor_map.hpp")]),
        Language::Python => {
            Ok([include_str!("host/narrow.py"), include_str!("host/tensor_map.py")])
        }
        _ => Err(refused(format!(
            "arguments of kernels are printed in cpp and python, not in {language}"
        ))),
    }
}

fn refused(reason: String) -> Unprintable {
    Unprintable::Host { reason }
}

/// A layout or a matrix whose functions are printed.
struct Host<'a> {
    out: Out,
    name: &'a str,
    notation: String,
    plan: Option<&'a SymbolicPlan>,
    symbols: Vec<String>,
    /// True if `name_holds` is printed.
    is_checked: bool,
}

impl Print {
    /// The text before the functions of [`Print::host`], once.
    ///
    /// # Errors
    ///
    /// A language other than C++ and Python.
    pub fn host_preamble(self) -> Result<&'static str, Unprintable> {
        preambles(self.language).map(|[narrow, _]| narrow)
    }

    /// The text before the functions of [`Print::tensor_map`], once.
    ///
    /// # Errors
    ///
    /// A language other than C++ and Python.
    pub fn tensor_map_preamble(self) -> Result<&'static str, Unprintable> {
        preambles(self.language).map(|[_, tensor_map]| tensor_map)
    }

    /// The functions by which a host passes a layout to a kernel, in C++ or Python. The symbols are their parameters:
    /// `name_shape` answers the extents, nested like the shape; `name_argument` the words of a `NarrowOf` of the layout, unless
    /// the kernel knows all of them; `name_holds`, whether the layout may be made of these values.
    ///
    /// # Errors
    ///
    /// [`Unprintable::Host`] for another language, a layout over a basis, symbols that are constants of the kernel, and swizzles of
    /// more than 32 bits; the errors of [`Print::evaluated`].
    pub fn host(self, name: &str, evaluated: &Evaluated) -> Result<String, Unprintable> {
        self.host_preamble()?;
        let planned = self.plan(evaluated)?;
        let mut host = self.begin_host(name, &planned)?;
        let shape = match &planned {
            Planned::Integers(plan) => plan.profile.map(&mut |leaf| Int::new(leaf.extent.into())),
            Planned::Symbolic(plan) => plan.profile.map(&mut |leaf| leaf.extent.clone()),
            Planned::Basis(_) => {
                return Err(refused("a layout over a basis is no argument of a kernel".to_owned()));
            }
        };
        let shape = host.nested(&shape)?;
        host.function("shape", None, &format!("return {shape}"));
        if let Some(plan) = host.plan {
            let argument = host.argument(plan)?;
            host.function("argument", None, &format!("return {argument}"));
        }
        Ok(host.out.text)
    }

    /// The function by which a host makes the tensor map of a matrix, in C++ or Python: `name_tensor_map` of its address and the
    /// symbols. The modes of the matrix are those of the tile of shared memory, from two to five.
    ///
    /// # Errors
    ///
    /// [`Unprintable::Tile`] for a tile that TMA does not write; [`Unprintable::Host`] for another language, and a matrix that has no tensor
    /// map; the errors of [`Print::evaluated`].
    pub fn tensor_map(
        self,
        name: &str,
        matrix: &Evaluated,
        tile: &Map,
        element: TensorElement,
    ) -> Result<String, Unprintable> {
        self.tensor_map_preamble()?;
        let Some(Ok(layout)) = matrix.value.as_layout() else {
            return Err(refused(
                "a tensor map is of a matrix whose offsets are integers".to_owned(),
            ));
        };
        let (planned, modes) = (self.plan(matrix)?, layout.modes().len());
        let mut host = self.begin_host(name, &planned)?;
        match modes {
            2 => host.tensor_map::<2>(&layout, tile, element)?,
            3 => host.tensor_map::<3>(&layout, tile, element)?,
            4 => host.tensor_map::<4>(&layout, tile, element)?,
            5 => host.tensor_map::<5>(&layout, tile, element)?,
            _ => {
                return Err(refused(format!(
                    "modes = {modes}: a matrix of a tensor map has from two to five"
                )));
            }
        }
        Ok(host.out.text)
    }

    /// The text with the notation and `name_holds`.
    fn begin_host<'a>(self, name: &'a str, planned: &'a Planned) -> Result<Host<'a>, Unprintable> {
        let mut out = Print { bits: Some(u64::BITS), ..self }.begin(name)?;
        let notation = planned.notation().to_owned();
        out.comment(&notation);
        let plan = match planned {
            Planned::Symbolic(plan) => Some(&**plan),
            Planned::Integers(_) | Planned::Basis(_) => None,
        };
        let symbols = plan.map(parameters).unwrap_or_default();
        let is_checked = match plan {
            Some(plan) => out.holds(name, plan, &symbols)?,
            None => false,
        };
        Ok(Host { out, name, notation, plan, symbols, is_checked })
    }
}

impl Host<'_> {
    fn is_python(&self) -> bool {
        self.out.dialect.style == Style::Python
    }

    /// A number of the layout.
    fn number(&self, int: &Int) -> Result<String, Unprintable> {
        if let Some(known @ ..0) = int.known() {
            return Ok(known.to_string());
        }
        let Some(node) = known_or_natural(self.plan, int) else {
            return Err(Unprintable::Negative { layout: self.notation.clone() });
        };
        let function = Function {
            name: String::new(),
            symbols: &self.symbols,
            coordinates: &[],
            is_signed: false,
        };
        let (dialect, bits) = (self.out.dialect, self.out.bits);
        Ok(Printer { dialect, bits, function: &function }.value(&node, &[]))
    }

    fn numbers<'i>(&self, all: impl IntoIterator<Item = &'i Int>) -> Result<String, Unprintable> {
        let numbers = all.into_iter().map(|int| self.number(int));
        Ok(numbers.try_collect_vec()?.join(", "))
    }

    /// Extents as a tuple of tuples.
    fn nested(&self, shape: &HTuple<Int>) -> Result<String, Unprintable> {
        let modes = match shape {
            HTuple::Leaf(extent) => return self.number(extent),
            HTuple::Tuple(modes) => modes.iter().map(|mode| self.nested(mode)),
        };
        let modes = modes.try_collect_vec()?;
        Ok(match (self.is_python(), modes.as_slice()) {
            (false, _) => format!("std::make_tuple({})", modes.join(", ")),
            (true, [only]) => format!("({only},)"),
            (true, _) => format!("({})", modes.join(", ")),
        })
    }

    /// A function of the symbols, after another parameter with its type, a pointer, that checks what a layout may be made of.
    fn function(&mut self, of: &str, first: Option<[&str; 2]>, body: &str) {
        let (name, python) = (self.name, self.is_python());
        let unsigned = self.out.dialect.word(self.out.bits).map_or("", |word| word.unsigned);
        let mut takes = Vec::new();
        if let Some([of, name]) = first {
            takes.push(if python { name.to_owned() } else { format!("{of}{name}") });
        }
        for name in &self.symbols {
            takes.push(if python { name.clone() } else { format!("{unsigned} {name}") });
        }
        let takes = takes.join(", ");
        let (symbols, notation) = (self.symbols.join(", "), &self.notation);
        let wrong = format!("\"{name}_holds says that there is no {notation} of these numbers\"");
        let mut text = match python {
            true => format!("def {name}_{of}({takes}):\n"),
            false => format!("inline auto {name}_{of}({takes}) {{\n"),
        };
        match (self.is_checked, python) {
            (false, _) => {}
            (true, true) => text.push_str(&format!(
                "    if not {name}_holds({symbols}):\n        raise ValueError({wrong})\n"
            )),
            (true, false) => text.push_str(&format!(
                "    if (!{name}_holds({symbols}))\n        throw std::invalid_argument({wrong});\n"
            )),
        }
        let (stop, end) = (self.out.dialect.stop(), self.out.dialect.end());
        self.out.text.push_str(&format!("{text}    {body}{stop}\n{end}"));
    }

    /// The words of a layout that the kernel has as `NarrowOf`.
    fn argument(&self, plan: &SymbolicPlan) -> Result<String, Unprintable> {
        if let Some((name, _)) = plan.symbols.iter().find(|(_, of)| *of == SymbolKind::Constant) {
            return Err(refused(format!(
                "`{name}` is a constant of the kernel, in which no layout is passed by value: a symbol of an argument begins in lower case"
            )));
        }
        let mut swizzles = Vec::new();
        for (k, twist) in plan.then.iter().enumerate() {
            if twist.swizzle.reach() > u32::BITS || k > 0 && twist.offset != 0 {
                return Err(refused("a swizzle of an argument is one of 32 bits".to_owned()));
            }
            let (x, y): (i128, i128) = (twist.offset.into(), twist.swizzle.changed());
            swizzles.push(match self.is_python() {
                true => format!("({x}, {y})"),
                false => format!("layout_host::Swizzle{{{x}, {y}}}"),
            });
        }
        let leaves = plan.profile.leaf_count();
        let of_bounds = match &plan.bounds {
            Bounds::Within(within) => within.as_slice(),
            // A kernel that asks for them does not compile.
            _ => &[],
        };
        let mut bounds = Vec::new();
        for bound in of_bounds {
            let steps = bound_leaves(bound);
            let steps = steps.leaves().into_iter().map(|leaf| &leaf.stride);
            let missing = leaves.saturating_sub(steps.len());
            let steps = self.numbers(steps.chain(std::iter::repeat_n(&Int::ZERO, missing)))?;
            let extent = self.number(bound.extent())?;
            bounds.push(match self.is_python() {
                true => format!("([{steps}], {extent})"),
                false => format!("layout_host::Bound{{{{{steps}}}, {extent}}}"),
            });
        }
        let (modes, linear) = (self.leaves(&plan.profile)?, self.leaves(&plan.linear)?);
        let (count, bounds, swizzles) = (bounds.len(), bounds.join(", "), swizzles.join(", "));
        Ok(if self.is_python() {
            format!("narrow([{modes}], [{linear}], [{bounds}], [{swizzles}])")
        } else {
            format!(
                "layout_host::narrow<{leaves}, {count}>(\n        {{{modes}}},\n        {{{linear}}},\n        {{{bounds}}}, {{{swizzles}}})"
            )
        })
    }

    /// The leaves of a profile: extent, stride, and whether the kernel knows the extent as 1.
    fn leaves(&self, profile: &HTuple<SymbolicLeaf>) -> Result<String, Unprintable> {
        let mut leaves = Vec::new();
        for leaf in profile.leaves() {
            let numbers = self.numbers([&leaf.extent, &leaf.stride])?;
            let is_one = leaf.extent == Int::ONE;
            leaves.push(match (self.is_python(), is_one) {
                (true, true) => format!("({numbers}, True)"),
                (true, false) => format!("({numbers}, False)"),
                (false, _) => format!("layout_host::Leaf({numbers}, {is_one})"),
            });
        }
        Ok(leaves.join(", "))
    }

    /// `name_tensor_map`, of a matrix of `R` modes.
    fn tensor_map<const R: usize>(
        &mut self,
        matrix: &Layout,
        tile: &Map,
        element: TensorElement,
    ) -> Result<(), Unprintable> {
        let boxes = match tensor_box::<R>(tile, 8 * element.bytes) {
            Ok(Ok(boxes)) => boxes,
            Ok(Err(error)) => return Err(Unprintable::Tile { reason: error.to_string() }),
            Err(error) => return Err(Unprintable::Tile { reason: error.to_string() }),
        };
        let mut leaves = Vec::new();
        for mode in matrix.modes() {
            let [(extent, stride)] = mode.leaves()[..] else {
                return Err(refused(format!(
                    "{mode} has several strides: a mode of a tensor map has one"
                )));
            };
            leaves.push((extent.clone(), stride.scale().clone()));
        }
        let inner = &leaves[boxes.inner()].1;
        if inner.known().is_none() {
            return Err(refused(format!(
                "mode = {}, stride = {inner}: the elements that are together in the tile are so in the matrix",
                boxes.inner()
            )));
        }
        if let Err(error) = known_numbers(&boxes, &leaves, element.bytes) {
            return Err(refused(error.to_string()));
        }
        let bytes = Int::new(element.bytes as i128);
        let (mut sizes, mut strides) = (Vec::new(), Vec::new());
        for mode in boxes.order {
            let (extent, stride) = &leaves[mode];
            sizes.push(extent.clone());
            let Ok(stride) = stride.mul(&bytes) else {
                return Err(refused(format!("the strides of {matrix} in bytes do not fit")));
            };
            strides.push(stride);
        }
        let (sizes, strides) = (self.numbers(&sizes)?, self.numbers(&strides)?);
        let (extents, swizzle) = (list(&boxes.extents, ", "), boxes.swizzle_in_map());
        let kind = element.data_type;
        self.out.comment(&format!("Tiles {tile} of {}: {boxes}.", element.name));
        let names = with_symbols(vec!["address".to_owned()], &self.symbols);
        let address = names[0].as_str();
        let body = if self.is_python() {
            format!(
                "return encode_tensor_map({address}, {kind}, ({sizes}), ({strides}), ({extents}), {swizzle})"
            )
        } else {
            format!(
                "return layout_host::encode_tensor_map<{R}>({address}, {kind}, {{{sizes}}}, {{{strides}}}, {{{extents}}}, {swizzle})"
            )
        };
        self.function("tensor_map", Some(["void *", address]), &body);
        Ok(())
    }
}

/// Checks the numbers of a matrix that are known; others are in place of those that are not.
fn known_numbers<const R: usize>(
    boxes: &layout_algebra::hardware::TensorBox<R>,
    leaves: &[(Int, Int)],
    bytes: usize,
) -> Result<(), EncodingError> {
    let (mut extents, mut strides) = ([1; R], [16; R]);
    for (k, (extent, stride)) in leaves.iter().enumerate() {
        extents[k] = known(extent).map_or(1, isize::unsigned_abs);
        strides[k] = known(stride).unwrap_or(16);
    }
    boxes.matrix(extents, strides, bytes)?;
    Ok(())
}

fn known(int: &Int) -> Option<isize> {
    isize::try_from(int.known()?).ok()
}
