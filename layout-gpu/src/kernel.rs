//! `kernel!`: functions that a host launches.

/// Defines kernels: functions with PTX's calling convention, under their own names.
///
/// The crate that defines them has `#![feature(abi_ptx)]` on a GPU. On other targets they are plain functions, so that kernels are
/// compiled, with all that is checked in them, by the tests of a host.
///
/// ```
/// use layout_gpu::{Global, block, kernel, thread};
/// use layout_runtime::layout;
///
/// layout! {
///     /// 256 threads with four values each, and blocks of 1024.
///     struct Parts = ((256,4),4096):((4,1),1024);
/// }
///
/// kernel! {
///     /// Doubles numbers.
///     ///
///     /// # Safety
///     ///
///     /// 4096 blocks of 256 threads, and 4194304 numbers, aligned to 16.
///     pub unsafe fn double(numbers: *mut f32) {
///         let (t, (block, _)) = (unsafe { thread::<256>() }, block());
///         let numbers = unsafe { Global::<f32, Parts>::new(numbers) };
///         let values: [f32; 4] = unsafe { numbers.read(((t, ..), block)) };
///         unsafe { numbers.write(((t, ..), block), values.map(|x| 2.0 * x)) };
///     }
/// }
/// # let _ = double as unsafe fn(*mut f32);
/// ```
#[macro_export]
macro_rules! kernel {
    ($($(#[$meta:meta])* pub unsafe fn $name:ident($($arguments:tt)*) $body:block)*) => { $(
        $(#[$meta])*
        #[cfg(target_arch = "nvptx64")]
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name($($arguments)*) $body

        $(#[$meta])*
        #[cfg(not(target_arch = "nvptx64"))]
        pub unsafe fn $name($($arguments)*) $body
    )* };
}
