//! Names that an expansion uses for an editor alone. rust-analyzer compiles with `cfg(rust_analyzer)`; rustc
//! drops it, so that names cost it nothing and are no second error where they are wrong.

/// Items or statements that mention names.
#[cfg(rust_analyzer)]
#[doc(hidden)]
#[macro_export]
macro_rules! __layout_in_editor {
    ($($uses:tt)*) => { $($uses)* };
}
#[cfg(not(rust_analyzer))]
#[doc(hidden)]
#[macro_export]
macro_rules! __layout_in_editor {
    ($($uses:tt)*) => {};
}
pub use __layout_in_editor as in_editor;

/// A value beside names: types, so that it stays a type, too, or statements that mention them.
#[cfg(rust_analyzer)]
#[doc(hidden)]
#[macro_export]
macro_rules! __layout_beside {
    (($($types:tt)*) $($value:tt)*) => {
        <(($($types)*), $($value)*) as $crate::__private::ValueOrType>::NEW
    };
    ({ $($uses:tt)* } $($value:tt)*) => {{ $($uses)* $($value)* }};
}
#[cfg(not(rust_analyzer))]
#[doc(hidden)]
#[macro_export]
macro_rules! __layout_beside {
    ($uses:tt $($value:tt)*) => { $($value)* };
}
pub use __layout_beside as beside;
