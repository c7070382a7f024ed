//! `ptx!`: an instruction. On other targets than NVIDIA's the crate is there to be checked and tested: what is
//! computed of layouts runs there, and an instruction panics.

#[cfg(target_arch = "nvptx64")]
macro_rules! ptx {
    ($($tokens:tt)*) => { ::core::arch::asm!($($tokens)*) };
}

#[cfg(not(target_arch = "nvptx64"))]
macro_rules! ptx {
    ($($tokens:tt)*) => {
        $crate::ptx::not_a_gpu()
    };
}

pub(crate) use ptx;

/// Ends the program: an instruction of a GPU was called on a host. Is as unsafe to call as the instruction.
#[cfg(not(target_arch = "nvptx64"))]
#[cold]
pub(crate) unsafe fn not_a_gpu() -> ! {
    panic!("this is an instruction of a GPU")
}
