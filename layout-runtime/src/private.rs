//! The items that only expansions name. No part of the public interface.

#[path = "private/editor.rs"]
mod editor;
#[path = "private/formula.rs"]
pub mod formula;
#[path = "private/obligations.rs"]
mod obligations;
#[path = "private/parameters.rs"]
pub mod parameters;
#[path = "private/rules.rs"]
mod rules;

pub use editor::{beside, in_editor};
pub use obligations::{demand, demand_case, divisor, fit, fits, less, made, stride, times, value};
pub use rules::{refuse, refused};

pub use layout_core::{Exact, Injective, injective};

use crate::bounds::Everywhere;
use crate::geometry::mode::Leaf;
use crate::layout::Layout;
use crate::map::Identity;
use crate::static_layout::Static;

pub use crate::prepared::Prepared;
pub use crate::static_layout::ValueOrType;
#[cfg(feature = "pictures")]
pub use layout_macros::picture;
pub use layout_macros::{
    a_name_alone_is_a_layout_and_no_type_parameter_a_constant_X_is_X_colon_1,
    a_word_alone_is_a_layout_named_in_layout_let_an_integer_x_is_x_colon_1, expand, resume,
};

/// A layout whose 1-D coordinates are split over its profile: an expression has
/// no defaults for the parameters of a type.
pub type Plain<P, const LEAVES: usize> = Static<P, LEAVES, P, P, P, Identity>;

/// A layout with another profile for 1-D coordinates.
pub type Merged<P, const LEAVES: usize, Linear> = Static<P, LEAVES, Linear, Linear, P, Identity>;

/// A layout with a plan of 1-D coordinates.
pub type Indexed<P, const LEAVES: usize, Index> = Static<P, LEAVES, P, Index, P, Identity>;

/// A layout with a plan of 1-D coordinates and one of a coordinate for each mode.
pub type Planned<P, const LEAVES: usize, Index, At> = Static<P, LEAVES, P, Index, At, Identity>;

/// The layout that a named one dereferences to.
pub type Named<L, const LEAVES: usize, At = <L as Layout>::Geometry> = Static<
    <L as Layout>::Geometry,
    LEAVES,
    <L as Layout>::Linear,
    <L as Layout>::Index,
    At,
    <L as Layout>::Map,
    <L as Layout>::Bounds,
>;

/// The stand-in for a layout whose macro failed; the errors are its `N`.
#[derive(Clone, Copy)]
pub struct Invalid<const N: usize>;

#[diagnostic::do_not_recommend]
impl<const N: usize> Layout for Invalid<N> {
    type Geometry = Leaf<1, 0>;
    type Linear = Leaf<1, 0>;
    type Index = Leaf<1, 0>;
    type Map = Identity;
    type Bounds = Everywhere;
}

/// A type that is asked whether a name exists: if not, its constant is the error that there is none.
pub trait InDoubt {
    /// 0, of a name that exists.
    const NONE: usize;
}

/// Nothing, in the place of a layout.
#[doc(hidden)]
#[macro_export]
macro_rules! __layout_nothing {
    ($($of:tt)*) => {
        0
    };
}
pub use __layout_nothing as nothing;

/// Items, so that an attribute in front of the call is one of all of them.
#[doc(hidden)]
#[macro_export]
macro_rules! __layout_items {
    ($($items:tt)*) => { $($items)* };
}
pub use __layout_items as items;
