//! The macros between views.

#[doc = include_str!("../doc/copy.md")]
#[macro_export]
macro_rules! copy {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] copy $($tokens)* } };
}

#[doc = include_str!("../doc/zip_with.md")]
#[macro_export]
macro_rules! zip_with {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] zip_with $($tokens)* } };
}

#[doc = include_str!("../doc/fold.md")]
#[macro_export]
macro_rules! fold {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] fold $($tokens)* } };
}

#[doc = include_str!("../doc/einsum.md")]
#[macro_export]
macro_rules! einsum {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] einsum $($tokens)* } };
}

/// The README's own code.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}

/// The examples of the page of the package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod package {}

/// The book's own code.
#[cfg(doctest)]
mod book {
    macro_rules! chapters {
        ($($name:ident = $file:literal,)*) => { $(
            #[doc = include_str!(concat!("../../docs/", $file))]
            mod $name {}
        )* };
    }
    chapters! {
        algebra = "algebra.md",
        blocked = "blocked.md",
        certain = "certain.md",
        coming_from = "coming-from.md",
        basis = "basis.md",
        coordinates = "coordinates.md",
        errors = "errors.md",
        first = "first.md",
        hardware = "hardware.md",
        im2col = "im2col.md",
        languages = "languages.md",
        layouts = "layouts.md",
        loops = "loops.md",
        names = "names.md",
        agreement = "agreement.md",
        circular = "circular.md",
        packing = "packing.md",
        paged = "paged.md",
        questions = "questions.md",
        rust = "rust.md",
        serpentine = "serpentine.md",
        symbols = "symbols.md",
        tensor_cores = "tensor-cores.md",
        views = "views.md",
    }
}
