//! The names that others have for what is here: CuTe's, of its DSL, of pycute, Mojo and
//! tensor-layouts.

/// What answers to a name.
enum Here {
    /// An operation of the same operands.
    Named(&'static str),
    /// What to write instead.
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

const NAMES: &[(&str, Here)] = &[
    ("apply", Named("eval_crd")),
    ("basic_copy", Written(COPIES)),
    ("cat", Named("concat")),
    ("ceildiv", Named("ceil_div")),
    ("codomain_size", Named("cosize")),
    ("col_major", Written(COLUMNS)),
    ("column_major", Written(COLUMNS)),
    ("copy", Written(COPIES)),
    ("copy_if", Written(COPIES)),
    ("cosize_v", Named("cosize")),
    ("crd2flat", Named("crd2idx")),
    ("crd2offset", Named("crd2idx")),
    ("depth_v", Named("depth")),
    ("dice_", Named("dice")),
    ("dice_modes", Named("dice")),
    ("draw", Written(PICTURES)),
    ("group_modes", Named("group")),
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
    ("mutual_refinement", Named("common_refinement")),
    ("numel", Named("size")),
    ("offset", Named("eval_crd")),
    ("permute", Named("select")),
    ("pretty_str", Written(PICTURES)),
    ("print", Written(PICTURES)),
    ("print_latex", Written(PICTURES)),
    ("print_latex_tv", Written(PICTURES)),
    ("print_layout", Written(PICTURES)),
    ("print_table", Written(PICTURES)),
    ("print_tensor", Written(PICTURES)),
    ("rank_v", Named("rank")),
    ("recast_layout", Written(ELEMENTS)),
    ("recast_ptr", Written(ELEMENTS)),
    ("recast_tensor", Written(ELEMENTS)),
    ("reshape", Named("with_shape")),
    ("row_major", Written(ROWS)),
    ("size_v", Named("size")),
    ("slice_", Named("slice")),
    ("slice_modes", Named("slice")),
    ("sublayout", Named("get")),
    ("tile", Named("tiled_divide")),
    ("tuple_cat", Named("concat")),
    ("zip_divide", Named("zipped_divide")),
    ("zip_modes", Named("zip")),
    ("zip_product", Named("zipped_product")),
];

/// The help for a name of others: the operation, or what to write instead.
pub(crate) fn help(name: &str) -> Option<String> {
    let (_, here) = NAMES.iter().find(|(others, _)| *others == name)?;
    Some(match here {
        Named(operation) => format!("did you mean `{operation}`?"),
        Written(instead) => (*instead).to_owned(),
    })
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
        assert_eq!(help("tile").as_deref(), Some("did you mean `tiled_divide`?"));
        assert_eq!(help("zipped_divide"), None);
    }
}
