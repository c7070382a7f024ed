//! The names that others have for what is here: CuTe's, of its DSL, of pycute, Mojo and
//! tensor-layouts.

use crate::report::Diagnostic;

/// The counterpart of a name of another library.
enum Here {
    /// An operation of the same operands.
    Named(&'static str),
    /// A text that says what to write instead.
    Written(&'static str),
}
use Here::{Named, Written};

const PICTURES: &str =
    "`layout draw` on the command line draws a layout, and `println!(\"{layout}\")` prints it";
const TENSORS: &str =
    "a tensor is a view here: `View::new(&buffer, layout)`, or `ViewMut::new(&mut buffer, layout)`";
const COPIES: &str = "views are copied by `copy!(source, target)`";
const ROWS: &str = "row-major is `make_layout((4,8), LayoutRight)`";
const COLUMNS: &str = "column-major is the shape alone, or `make_layout((4,8), LayoutLeft)`";
const STATIC: &str =
    "an integer in upper case or of digits is known at compile time, in lower case at run time";
const ELEMENTS: &str = "element types are given by their bits: `recast(layout, 16, 32)`";

const RESHAPES: &str = "arrays count the last axis fastest, layouts the first: \
    `rearrange(L, \"a b -> (a b)\")` joins the axes as arrays do, and \
    `rearrange(…, \"(c d) -> c d\", c = 2)` splits them; `with_shape` counts the first axis fastest";
const RAVELS: &str = "as arrays do it, with the last axis fastest, it is `rearrange(L, \"a b -> (a b)\")`; `coalesce(L)` \
    has the first axis fastest";
const AXES: &str = "the modes in another order are `select(L, 1, 0)`, or by names `rearrange(L, \"a b c -> b c a\")`";
const UNIT: &str =
    "a mode of one coordinate is `insert(L, 0, 1:0)`, or `rearrange(L, \"a b -> 1 a b\")`";
const BROADCAST: &str =
    "a mode that reads one element again and again has the stride 0: `append(L, 4:0)`";
const PADS: &str = "strides leave room: `(4,8):(10,1)` has rows of 8 with 10 from one to the next; \
    `#[allow(padding)]` lets tiles go past the edge";
const CHUNKS: &str = "a layout in tiles is `zipped_divide(L, tile)`, and one of them `local_tile(L, tile, coordinate)`";

const VALUES: &str = "a layout or a tuple is written as it is, `(4,8):(8,1)`: there are no classes to convert between";
const KINDS: &str = "of which kind a value is shows where it is written: no operation asks for it";
const CLASSES: &str = "a class of Python is no value";
const FUNCTIONS: &str = "functions of functions are Rust's: operations take values";
const INTEGERS: &str = "integers are written, `4`, and computed with `+ - * /`; what else Rust computes stands in braces, `{ 8 << 1 }`";
const INSTRUCTIONS: &str = "instructions have CuTe's names, such as `SM80_16x8x16_F32F16F16F32_TN`: `layout help instructions` lists them";

const NAMES: &[(&str, Here)] = &[
    (
        "ComposedLayout",
        Written(
            "a composition is `ComposedLayout(outer, offset, inner)`, or `outer o offset o inner`",
        ),
    ),
    ("CopyAtom", Written(INSTRUCTIONS)),
    ("Integer", Written(INTEGERS)),
    ("LayoutBase", Written(CLASSES)),
    ("LayoutError", Written(CLASSES)),
    ("MMAAtom", Written(INSTRUCTIONS)),
    ("Tensor", Written(TENSORS)),
    ("TensorStorageError", Written(CLASSES)),
    ("Tile", Written("a tiler is written in angles, `<4:1, 8:1>`")),
    ("UnsupportedComposedLayoutError", Written(CLASSES)),
    ("apply", Named("eval_crd")),
    ("as_affine_layout", Written(VALUES)),
    ("as_layout", Written(VALUES)),
    ("as_layout_expr", Written(VALUES)),
    ("as_list", Written(VALUES)),
    ("as_shape", Written(VALUES)),
    ("as_tuple", Written(VALUES)),
    ("basic_copy", Written(COPIES)),
    ("broadcast_to", Written(BROADCAST)),
    ("cat", Named("concat")),
    ("ceildiv", Named("ceil_div")),
    ("chunk", Written(CHUNKS)),
    ("codomain_size", Named("cosize")),
    ("col_major", Written(COLUMNS)),
    ("column_major", Written(COLUMNS)),
    (
        "compute_col_major_strides",
        Written("the strides are `stride(make_layout((4,8), LayoutLeft))`"),
    ),
    (
        "compute_row_major_strides",
        Written("the strides are `stride(make_layout((4,8), LayoutRight))`"),
    ),
    ("coords_all_none", Written(KINDS)),
    ("copy", Written(COPIES)),
    ("copy_if", Written(COPIES)),
    ("crd2flat", Named("crd2idx")),
    ("crd2offset", Named("crd2idx")),
    ("dice_modes", Named("dice")),
    ("draw", Written(PICTURES)),
    ("fold_accumulate", Written(FUNCTIONS)),
    ("has_none", Written(KINDS)),
    (
        "hier_unzip",
        Written("the modes of tiles are gathered by the divides: `zipped_divide(L, tiler)`"),
    ),
    ("index", Named("eval_crd")),
    ("is_affine", Written(KINDS)),
    ("is_compatible", Named("compatible")),
    ("is_congruent", Named("congruent")),
    ("is_empty", Written(KINDS)),
    ("is_int", Written(KINDS)),
    ("is_iterable", Written(KINDS)),
    ("is_layout", Written(KINDS)),
    ("is_pure_shape", Written(KINDS)),
    ("is_scalar", Written(KINDS)),
    ("is_static", Written(STATIC)),
    ("is_tuple", Written(KINDS)),
    ("is_weakly_congruent", Named("weakly_congruent")),
    ("layout_to_tikz", Written(PICTURES)),
    ("make_fragment", Written(TENSORS)),
    (
        "make_identity_tensor",
        Written("the coordinates of a tensor are `make_identity_layout(shape)`"),
    ),
    ("make_rmem_tensor", Written(TENSORS)),
    ("make_tensor", Written(TENSORS)),
    ("mark_layout_dynamic", Written(STATIC)),
    ("mode", Named("get")),
    ("moveaxis", Written(AXES)),
    ("mutual_refinement", Named("common_refinement")),
    ("normalize", Written(VALUES)),
    ("numel", Named("size")),
    ("offset", Named("eval_crd")),
    ("pad", Written(PADS)),
    ("permute", Named("select")),
    ("pretty_str", Written(PICTURES)),
    ("print", Written(PICTURES)),
    ("print_latex", Written(PICTURES)),
    ("print_latex_tv", Written(PICTURES)),
    ("print_layout", Written(PICTURES)),
    ("print_table", Written(PICTURES)),
    ("print_tensor", Written(PICTURES)),
    ("ravel", Written(RAVELS)),
    ("recast_ptr", Written(ELEMENTS)),
    ("recast_tensor", Written(ELEMENTS)),
    ("reshape", Written(RESHAPES)),
    ("row_major", Written(ROWS)),
    ("shiftl", Written(INTEGERS)),
    ("shiftr", Written(INTEGERS)),
    ("signum", Written(INTEGERS)),
    ("slice_modes", Named("slice")),
    (
        "split_outer_swizzle",
        Written(
            "the swizzle and the layout of `Sw<3,4,3> o 0 o L` are written apart, each with a name of its own",
        ),
    ),
    ("sublayout", Named("get")),
    ("swapaxes", Written(AXES)),
    ("tile", Named("tiled_divide")),
    ("transform_tuple", Written(FUNCTIONS)),
    ("tuple_max", Written(INTEGERS)),
    ("unsqueeze", Written(UNIT)),
    ("view", Written(RESHAPES)),
    ("zip_divide", Named("zipped_divide")),
    ("zip_modes", Named("zip")),
    ("zip_product", Named("zipped_product")),
    ("zip_transform", Written(FUNCTIONS)),
];

/// A diagnostic at a name of others, with the operation that answers to it, or what to write instead; none for another name.
pub(crate) fn help(diagnostic: Diagnostic, name: &str) -> Result<Diagnostic, Diagnostic> {
    match NAMES.iter().find(|(others, _)| *others == name) {
        Some((_, Named(operation))) => Ok(diagnostic.meant(*operation)),
        Some((_, Written(instead))) => Ok(diagnostic.help(*instead)),
        None => Err(diagnostic),
    }
}

/// The order of elements that a tag such as `OIhw4i16o4i` names, as oneDNN and TVM write blocked formats: a pattern of `rearrange` from the elements
/// as they lie in memory, and the sizes of the blocks. The axes stand in the order of memory, those in parts in upper case, then
/// the blocks from the outermost; none for another word.
pub(crate) fn tag(word: &str) -> Option<String> {
    let end = word.find(|c: char| !c.is_ascii_alphabetic())?;
    let (axes, mut blocks) = (word[..end].to_ascii_lowercase(), &word[end..]);
    let mut memory: Vec<String> = Vec::new();
    let mut parts: Vec<(char, Vec<String>)> = Vec::new();
    for axis in axes.chars() {
        if parts.iter().any(|(other, _)| *other == axis) {
            return None;
        }
        let is_in_parts = word[end..].contains(axis);
        let name = if is_in_parts { format!("{axis}0") } else { axis.to_string() };
        memory.push(name.clone());
        parts.push((axis, vec![name]));
    }
    let mut sizes = String::new();
    while !blocks.is_empty() {
        let digits = blocks.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0)?;
        let axis = blocks[digits..].chars().next()?;
        if !word[..end].contains(axis.to_ascii_uppercase()) {
            return None;
        }
        let (_, names) = parts.iter_mut().find(|(other, _)| *other == axis)?;
        let name = format!("{axis}{}", names.len());
        sizes.push_str(&format!(", {name} = {}", &blocks[..digits]));
        names.push(name.clone());
        memory.push(name);
        blocks = &blocks[digits + axis.len_utf8()..];
    }
    let modes = parts.iter().map(|(_, names)| match names.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(" ")),
    });
    let modes: Vec<String> = modes.collect();
    Some(format!("\"({}) -> {}\"{sizes}", memory.join(" "), modes.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations;

    #[test]
    fn tags_of_formats_are_patterns() {
        let pattern = "\"(o0 i0 h w i1 o1 i2) -> (o0 o1) (i0 i1 i2) h w\", i1 = 4, o1 = 16, i2 = 4";
        assert_eq!(tag("OIhw4i16o4i").as_deref(), Some(pattern));
        let padded = "\"(a b0 c0 d e b1 c1) -> a (b0 b1) (c0 c1) d e\", b1 = 16, c1 = 16";
        assert_eq!(tag("aBCde16b16c").as_deref(), Some(padded));
        for other in ["Tile", "Tile2", "BM4", "A4b", "nn4n", "Tile2e", "m", "W128x"] {
            assert_eq!(tag(other), None, "{other}");
        }
    }

    #[test]
    fn names_of_others_lead_to_operations() {
        for (others, here) in NAMES {
            assert!(operations::find(others).is_none(), "{others} is an operation");
            if let Named(operation) = here {
                assert!(operations::find(operation).is_some(), "{others}: no {operation}");
            }
        }
        assert!(NAMES.is_sorted_by_key(|(others, _)| others));
        let diagnostic = || Diagnostic::new(proc_macro2::Span::call_site(), "unknown");
        let helped = help(diagnostic(), "tile").expect("a name of others");
        assert_eq!(helped.text(), "unknown\nhelp: did you mean `tiled_divide`?");
        assert!(help(diagnostic(), "zipped_divide").is_err());
    }
}
