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

const NAMES: &[(&str, Here)] = &[
    ("apply", Named("eval_crd")),
    ("basic_copy", Written(COPIES)),
    ("broadcast_to", Written(BROADCAST)),
    ("cat", Named("concat")),
    ("ceildiv", Named("ceil_div")),
    ("chunk", Written(CHUNKS)),
    ("codomain_size", Named("cosize")),
    ("col_major", Written(COLUMNS)),
    ("column_major", Written(COLUMNS)),
    ("copy", Written(COPIES)),
    ("copy_if", Written(COPIES)),
    ("crd2flat", Named("crd2idx")),
    ("crd2offset", Named("crd2idx")),
    ("dice_modes", Named("dice")),
    ("draw", Written(PICTURES)),
    ("index", Named("eval_crd")),
    ("is_compatible", Named("compatible")),
    ("is_congruent", Named("congruent")),
    ("is_static", Written(STATIC)),
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
    ("slice_modes", Named("slice")),
    ("sublayout", Named("get")),
    ("swapaxes", Written(AXES)),
    ("tile", Named("tiled_divide")),
    ("unsqueeze", Written(UNIT)),
    ("view", Written(RESHAPES)),
    ("zip_divide", Named("zipped_divide")),
    ("zip_modes", Named("zip")),
    ("zip_product", Named("zipped_product")),
];

/// A diagnostic at a name of others, with the operation that answers to it, or what to write instead; none for another name.
pub(crate) fn help(diagnostic: Diagnostic, name: &str) -> Result<Diagnostic, Diagnostic> {
    match NAMES.iter().find(|(others, _)| *others == name) {
        Some((_, Named(operation))) => Ok(diagnostic.meant(*operation)),
        Some((_, Written(instead))) => Ok(diagnostic.help(*instead)),
        None => Err(diagnostic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations;

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
