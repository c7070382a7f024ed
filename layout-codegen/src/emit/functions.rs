//! The entry points of a plan as functions.
//!
//! Each is the arithmetic of an entry, with its name, documentation and types; the functions of
//! several plans are one that answers a tuple. They are written as text: rustc makes tokens of
//! it faster than a macro does, which Cargo does not optimise.

mod number;
mod text;

use layout_algebra::{CollectVec, HTuple};
use proc_macro2::TokenStream;

use super::rust::tokens;
use crate::plan::{BasisPlan, Plan};
use number::Number;
use text::body;

/// The functions in `usize`, or in `isize` where an offset is negative, and those in
/// `u32` where every coordinate and offset fits.
pub fn functions(plan: &Plan) -> TokenStream {
    tokens(&functions_of(&HTuple::Leaf(plan.clone())))
}

/// The same for a plan for each number of a tuple.
pub fn basis_functions(plan: &BasisPlan) -> TokenStream {
    tokens(&functions_of(&plan.parts))
}

fn functions_of(parts: &HTuple<Plan>) -> String {
    let plans = parts.leaves();
    let signed = plans.iter().any(|plan| plan.is_signed());
    let mut numbers = vec![if signed { Number::Isize } else { Number::Usize }];
    if plans.iter().all(|plan| plan.fits_u32()) {
        numbers.push(Number::U32);
    }
    let mut text = String::new();
    for number in numbers {
        for k in 0..COORDINATES.len() {
            text += &function_in(parts, number, k);
        }
    }
    text
}

/// The coordinates of the functions, by entry point.
const COORDINATES: [&str; 3] = [
    "the 1-D coordinate `i`",
    "a 1-D coordinate for each mode",
    "the natural coordinate as an array, one integer for each leaf",
];

/// The function of the entry point `k`, of one number or of a tuple of them.
fn function_in(parts: &HTuple<Plan>, number: Number, k: usize) -> String {
    let (name, of) = (number.names()[k], COORDINATES[k]);
    let what = match (parts.is_tuple(), number) {
        (true, _) => "value",
        (false, Number::Isize) => "offset",
        (false, Number::Usize | Number::U32) => "index",
    };
    let bits = if number == Number::U32 { ", in 32 bits" } else { "" };
    let entries = parts.leaves().into_iter().map(|plan| plan.entries()[k]).collect_vec();
    let mut coordinates = Vec::new();
    for c in 0..entries.first().map_or(0, |entry| entry.coordinates()) {
        let unused = if entries.iter().any(|entry| entry.uses(c)) { "" } else { "_" };
        let name = if k == 0 { format!("{unused}i") } else { format!("{unused}c{c}") };
        coordinates.push(name);
    }
    let takes = parameters(&coordinates, number.coordinate(), k == 2);
    let answers = tuple(parts, &|_| number.offset().to_owned());
    let value = tuple(parts, &|plan| {
        let body = body(plan.entries()[k], &coordinates, number);
        let has_statements = body.contains(';');
        if parts.is_tuple() && has_statements { format!("{{ {body} }}") } else { body }
    });
    format!(
        "#[doc = \" The {what} of {of}{bits}.\"] #[inline(always)] #[must_use] \
         pub const fn {name}(self, {takes}) -> {answers} {{ {value} }} "
    )
}

/// The coordinates, each of its own or all as an array.
fn parameters(coordinates: &[String], number: &str, is_array: bool) -> String {
    if is_array {
        return format!("[{}]: [{number}; {}]", coordinates.join(", "), coordinates.len());
    }
    let each = coordinates.iter().map(|c| format!("{c}: {number}")).collect_vec();
    each.join(", ")
}

/// A tuple nested like another.
fn tuple<T>(of: &HTuple<T>, leaf: &dyn Fn(&T) -> String) -> String {
    match of {
        HTuple::Leaf(value) => leaf(value),
        HTuple::Tuple(items) => {
            let items = items.iter().map(|item| tuple(item, leaf) + ",");
            format!("({})", items.collect::<String>())
        }
    }
}
