//! The macros: wrappers that pass `$crate`, so that a renamed dependency works.

#[doc = include_str!("../doc/layout.md")]
#[macro_export]
macro_rules! layout {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] layout $($tokens)* } };
}

#[doc = include_str!("../doc/divide.md")]
#[macro_export]
macro_rules! divide {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] divide $($tokens)* } };
}

#[doc = include_str!("../doc/compose.md")]
#[macro_export]
macro_rules! compose {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] compose $($tokens)* } };
}

#[doc = include_str!("../doc/complement.md")]
#[macro_export]
macro_rules! complement {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] complement $($tokens)* } };
}

#[doc = include_str!("../doc/product.md")]
#[macro_export]
macro_rules! product {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] product $($tokens)* } };
}

#[doc = include_str!("../doc/infer_layout.md")]
#[macro_export]
macro_rules! infer_layout {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] infer_layout $($tokens)* } };
}

#[doc = concat!("The functions of layouts as text of WGSL, the shading language of WebGPU.\n\n", include_str!("../doc/printed.md"))]
#[macro_export]
macro_rules! wgsl {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] wgsl $($tokens)* } };
}

#[doc = concat!("The functions of layouts as text of GLSL.\n\n", include_str!("../doc/printed.md"))]
#[macro_export]
macro_rules! glsl {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] glsl $($tokens)* } };
}

#[doc = concat!("The functions of layouts as text of CUDA C++.\n\n", include_str!("../doc/printed.md"))]
#[macro_export]
macro_rules! cuda {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] cuda $($tokens)* } };
}

#[doc = concat!("The functions of layouts as text of the shading language of Metal.\n\n", include_str!("../doc/printed.md"))]
#[macro_export]
macro_rules! metal {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] metal $($tokens)* } };
}

#[doc = include_str!("../doc/coordinate.md")]
#[macro_export]
macro_rules! coordinate {
    ($($tokens:tt)*) => { $crate::__private::expand! { [$crate] coordinate $($tokens)* } };
}
