//! The engine on MPI: a duplicate of `MPI_COMM_WORLD`.
//!
//! A dozen functions are bound in C (`mpi.c`), which the library's own `mpicc` compiles: they are then the same for MPICH and Open MPI,
//! whose handles are of other types, and nothing needs libclang. `rsmpi` has no collective that is waited for with a limit.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{Engine, Fault};
use crate::Element;

unsafe extern "C" {
    fn layout_mesh_message() -> *const c_char;
    fn layout_mesh_start(rank: *mut c_int, size: *mut c_int) -> c_int;
    fn layout_mesh_end();
    fn layout_mesh_abort(code: c_int);
    fn layout_mesh_begin(
        target: c_int,
        out: *const c_void,
        out_bytes: c_int,
        source: c_int,
        into: *mut c_void,
        into_bytes: c_int,
    ) -> c_int;
    fn layout_mesh_progress();
    fn layout_mesh_finish(into_bytes: c_int, seconds: f64) -> c_int;
    fn layout_mesh_agree(words: *const u64, least: *mut u64, seconds: f64) -> c_int;
}

const TIMED_OUT: c_int = 1;
const OTHER_LENGTH: c_int = 2;

/// A rank of MPI. There is one a process, on the thread that made it; it ends MPI when it is dropped.
///
/// After a fault MPI cannot be ended as usual, because others may wait forever: dropping the rank then aborts all processes, as
/// `MPI_Abort` does.
pub struct Mpi {
    rank: usize,
    size: usize,
    limit: Duration,
    faulty: bool,
    /// MPI is called from one thread.
    _thread: std::marker::PhantomData<*const ()>,
}

static STARTED: AtomicBool = AtomicBool::new(false);

impl Mpi {
    /// Starts MPI. A rank waits for another one at most for `limit`.
    ///
    /// # Errors
    ///
    /// A call of the library that failed, and a second start.
    pub fn start(limit: Duration) -> Result<Self, Fault> {
        if STARTED.swap(true, Ordering::SeqCst) {
            return Err(Fault::Library("MPI is started once in a process".to_owned()));
        }
        let (mut rank, mut size) = (0, 0);
        // SAFETY: both pointers are of integers that live until it returns.
        let status = unsafe { layout_mesh_start(&raw mut rank, &raw mut size) };
        if status != 0 {
            return Err(Fault::Library(message()));
        }
        let (rank, size) = (usize::try_from(rank).unwrap_or(0), usize::try_from(size).unwrap_or(0));
        Ok(Mpi { rank, size, limit, faulty: false, _thread: std::marker::PhantomData })
    }

    fn fault<T>(&mut self, fault: Fault) -> Result<T, Fault> {
        self.faulty = true;
        Err(fault)
    }
}

impl Drop for Mpi {
    fn drop(&mut self) {
        // SAFETY: MPI was started on this thread, and is ended once.
        unsafe {
            match self.faulty || std::thread::panicking() {
                true => layout_mesh_abort(1),
                false => layout_mesh_end(),
            }
        }
    }
}

/// The text of the last call that failed.
fn message() -> String {
    // SAFETY: it is an array of the library's that ends with 0.
    unsafe { CStr::from_ptr(layout_mesh_message()) }.to_string_lossy().into_owned()
}

fn int(number: usize) -> Result<c_int, Fault> {
    c_int::try_from(number).map_err(|_| Fault::Library(format!("{number} is past an int of C")))
}

impl Engine for Mpi {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn exchange<T: Element>(
        &mut self,
        send: Option<(usize, Vec<T>)>,
        receive: Option<(usize, Vec<T>)>,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<[Vec<T>; 2], Fault> {
        let rank = |side: &Option<(usize, Vec<T>)>| side.as_ref().map(|(rank, _)| *rank);
        let peers = [rank(&send), rank(&receive)];
        let [target, source] = peers.map(|peer| peer.map_or(Ok(-1), int));
        let (target, source) = (target?, source?);
        // After a fault, or a panic, MPI may still read and write: these buffers are then never freed.
        let elements = |side: Option<(usize, Vec<T>)>| {
            ManuallyDrop::new(side.map_or_else(Vec::new, |(_, elements)| elements))
        };
        let (out, mut into) = (elements(send), elements(receive));
        let expected = into.len();
        let (out_bytes, into_bytes) = (int(size_of_val(&**out))?, int(size_of_val(&**into))?);
        // SAFETY: `Element` is sealed, of numbers without padding, of which any bytes are a value. The buffers have these sizes,
        // and live until both requests are done, or forever.
        let mut status = unsafe {
            layout_mesh_begin(
                target,
                out.as_ptr().cast(),
                out_bytes,
                source,
                into.as_mut_ptr().cast(),
                into_bytes,
            )
        };
        while status == 0 && meanwhile() {
            // SAFETY: MPI is started, and called from this thread.
            unsafe { layout_mesh_progress() };
        }
        if status == 0 {
            let into_bytes = if peers[1].is_some() { into_bytes } else { -1 };
            // SAFETY: as above.
            status = unsafe { layout_mesh_finish(into_bytes, self.limit.as_secs_f64()) };
        }
        if status == 0 {
            return Ok([out, into].map(ManuallyDrop::into_inner));
        }
        let limit = self.limit;
        self.fault(match (status, peers) {
            (TIMED_OUT, [target, source]) => Fault::TimedOut { peer: source.or(target), limit },
            (OTHER_LENGTH, [_, Some(source)]) => Fault::Message { source, expected },
            _ => Fault::Library(message()),
        })
    }

    fn agree(&mut self, word: u64) -> Result<(u64, u64), Fault> {
        let words = Box::new([word, !word]);
        let mut least = Box::new([0, 0]);
        // SAFETY: both arrays have two words, and live until the request is done, or forever.
        let status = unsafe {
            layout_mesh_agree(words.as_ptr(), least.as_mut_ptr(), self.limit.as_secs_f64())
        };
        if status == 0 {
            return Ok((least[0], !least[1]));
        }
        std::mem::forget((words, least));
        let limit = self.limit;
        self.fault(if status == TIMED_OUT {
            Fault::TimedOut { peer: None, limit }
        } else {
            Fault::Library(message())
        })
    }
}
