//! The operations of the language: their names, operands and results, one table
//! a group.

#[macro_use]
mod lift;

mod annotations;
mod bounds;
mod composition;
mod constructors;
mod coordinates;
mod divides;
mod elements;
mod hardware;
mod infer_layout;
mod inverses;
mod mode_names;
mod modes;
mod operand;
mod operands;
mod partition;
mod patterns;
mod predicates;
mod products;
mod queries;
mod replicas;
mod row;
mod sums;
mod swizzles;
mod tiled;
mod tuples;

use std::sync::LazyLock;

pub use self::operand::Operand;
pub(crate) use self::operands::Applied;
pub use self::row::Operation;
pub(crate) use self::row::{AtMode, Copies};
use crate::nearest::nearest;
use crate::shorthand::Shorthand;

/// Operations of one purpose.
#[derive(Clone, Copy)]
pub struct Group {
    /// The purpose of the operations.
    pub title: &'static str,
    /// The operations, the most used first.
    pub operations: &'static [Operation],
}

/// All operations, as the documentation of `layout!` lists them.
pub const GROUPS: &[Group] = &[
    Group { title: "making layouts", operations: constructors::TABLE },
    Group { title: "queries", operations: queries::TABLE },
    Group { title: "predicates", operations: predicates::TABLE },
    Group { title: "coordinates", operations: coordinates::TABLE },
    Group { title: "parts, each with its offset", operations: partition::TABLE },
    Group { title: "algebra", operations: ALGEBRA },
    Group { title: "inverses", operations: inverses::TABLE },
    Group { title: "element types", operations: elements::TABLE },
    Group { title: "what memory does, with the threads in mode 0", operations: hardware::TABLE },
    Group { title: "modes", operations: modes::TABLE },
    Group { title: "modes by name and by pattern", operations: patterns::TABLE },
    Group { title: "tuples", operations: tuples::TABLE },
    Group { title: "swizzles", operations: swizzles::TABLE },
    Group { title: "instructions, products and copies tiled with them", operations: tiled::TABLE },
];

/// The operations of the algebra, whose rows are in a file for each kind.
const ALGEBRA: &[Operation] = &joined::<ALGEBRA_SIZE>(ALGEBRA_TABLES);
const ALGEBRA_TABLES: &[&[Operation]] =
    &[composition::TABLE, divides::TABLE, products::TABLE, sums::TABLE];
const ALGEBRA_SIZE: usize =
    composition::TABLE.len() + divides::TABLE.len() + products::TABLE.len() + sums::TABLE.len();

/// The rows of several tables, `N` in all, in order.
const fn joined<const N: usize>(tables: &[&[Operation]]) -> [Operation; N] {
    let mut all = [tables[0][0]; N];
    let (mut table, mut row, mut next) = (0, 0, 0);
    while next < N {
        if row == tables[table].len() {
            (table, row) = (table + 1, 0);
        } else {
            all[next] = tables[table][row];
            (row, next) = (row + 1, next + 1);
        }
    }
    all
}

/// Every operation.
pub(crate) fn all() -> impl Iterator<Item = &'static Operation> {
    GROUPS.iter().flat_map(|group| group.operations)
}

/// Every operation, by its name.
static BY_NAME: LazyLock<Vec<&'static Operation>> = LazyLock::new(|| {
    let mut by_name: Vec<_> = all().collect();
    by_name.sort_unstable_by_key(|operation| operation.name);
    by_name
});

/// The operation of a name. The parser asks at each operand, of a tuple too, which has none.
pub(crate) fn find(name: &str) -> Option<&'static Operation> {
    if name.is_empty() {
        return None;
    }
    let at = BY_NAME.binary_search_by_key(&name, |operation| operation.name).ok()?;
    Some(BY_NAME[at])
}

/// The name of the operation that a name without one is meant for.
pub fn nearest_operation(name: &str) -> Option<&'static str> {
    match Shorthand::of(name) {
        Some(shorthand) => Some(shorthand.op),
        None => nearest(name, all().map(Operation::name)),
    }
}

#[cfg(test)]
mod tests;
