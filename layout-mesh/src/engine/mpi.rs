//! The engine on MPI: a duplicate of `MPI_COMM_WORLD`.
//!
//! A dozen functions are bound in C (`mpi.c`), which the library's own `mpicc` compiles: they are then the same for MPICH and Open MPI,
//! whose handles are of other types, and nothing needs libclang. `rsmpi` has no collective that is waited for with a limit.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Engine, Fault};
use crate::Element;

unsafe extern "C" {
    fn layout_mesh_message() -> *const c_char;
    fn layout_mesh_start(rank: *mut c_int, size: *mut c_int) -> c_int;
    fn layout_mesh_end();
    fn layout_mesh_abort(code: c_int);
    fn layout_mesh_send(target: c_int, out: *const c_void, bytes: c_int, slot: *mut c_int)
    -> c_int;
    fn layout_mesh_receive(
        source: c_int,
        into: *mut c_void,
        bytes: c_int,
        slot: *mut c_int,
    ) -> c_int;
    fn layout_mesh_agree(words: *const i64, least: *mut i64, slot: *mut c_int) -> c_int;
    fn layout_mesh_test(slot: c_int, bytes: c_int, done: *mut c_int) -> c_int;
}

const OTHER_LENGTH: c_int = 1;

/// The looks at requests without a pause, and those that leave the processor to another rank; later ones sleep. More ranks than processors share them.
const LOOKS: [u32; 2] = [64, 4096];
const SLEEP: Duration = Duration::from_micros(20);

/// A rank of MPI. There is one a process, on the thread that made it; it ends MPI when it is dropped.
///
/// After a fault, and before all messages are done, MPI cannot be ended as usual, because others may wait forever: dropping the rank then aborts all
/// processes, as `MPI_Abort` does.
pub struct Mpi {
    rank: usize,
    size: usize,
    limit: Duration,
    faulty: bool,
    /// The requests that are not done.
    open: usize,
    /// MPI is called from one thread.
    _thread: std::marker::PhantomData<*const ()>,
}

/// A message on its way. MPI may read and write its elements until it is done: if it is dropped before, they are never freed.
pub struct Request<T> {
    peer: usize,
    slot: c_int,
    /// The bytes that are received; negative of a message that is sent.
    bytes: c_int,
    elements: ManuallyDrop<Vec<T>>,
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
        Ok(Mpi { rank, size, limit, faulty: false, open: 0, _thread: std::marker::PhantomData })
    }

    /// The slot of a request that a call of the library begins.
    fn begun(&mut self, call: impl FnOnce(*mut c_int) -> c_int) -> Result<c_int, Fault> {
        let mut slot = -1;
        if call(&raw mut slot) != 0 {
            self.faulty = true;
            return Err(Fault::Library(message()));
        }
        self.open += 1;
        Ok(slot)
    }

    /// Returns true if the request of a slot is done, or the status of the call that failed.
    fn is_done(&mut self, slot: c_int, bytes: c_int) -> Result<bool, c_int> {
        let mut done = 0;
        // SAFETY: MPI is started, and called from this thread; the slot has a request.
        match unsafe { layout_mesh_test(slot, bytes, &raw mut done) } {
            0 => {
                self.open -= usize::from(done != 0);
                Ok(done != 0)
            }
            status => Err(status),
        }
    }

    /// Waits until there is a value, from when other work is done at most until the limit. The library moves what is on its way inside of its
    /// functions alone, which `value` calls.
    fn wait<V>(
        &mut self,
        peer: Option<usize>,
        meanwhile: &mut dyn FnMut() -> bool,
        mut value: impl FnMut(&mut Self) -> Result<Option<V>, Fault>,
    ) -> Result<V, Fault> {
        let (mut deadline, mut looks) = (None, 0);
        loop {
            match value(self) {
                Ok(None) => {}
                Ok(Some(value)) => return Ok(value),
                Err(fault) => {
                    self.faulty = true;
                    return Err(fault);
                }
            }
            if deadline.is_none() && meanwhile() {
                continue;
            }
            let now = Instant::now();
            if now > *deadline.get_or_insert(now + self.limit) {
                self.faulty = true;
                return Err(Fault::TimedOut { peer, limit: self.limit });
            }
            looks += 1;
            if looks > LOOKS[1] {
                std::thread::sleep(SLEEP);
            } else if looks > LOOKS[0] {
                std::thread::yield_now();
            }
        }
    }
}

impl Drop for Mpi {
    fn drop(&mut self) {
        // SAFETY: MPI was started on this thread, and is ended once.
        unsafe {
            match self.faulty || self.open > 0 || std::thread::panicking() {
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

/// A signed number in the order of unsigned ones.
fn signed(word: u64) -> i64 {
    (word ^ 1 << 63).cast_signed()
}

fn unsigned(number: i64) -> u64 {
    number.cast_unsigned() ^ 1 << 63
}

fn int(number: usize) -> Result<c_int, Fault> {
    c_int::try_from(number).map_err(|_| Fault::Library(format!("{number} is past an int of C")))
}

impl Engine for Mpi {
    type Request<T: Element> = Request<T>;

    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send<T: Element>(&mut self, target: usize, elements: Vec<T>) -> Result<Request<T>, Fault> {
        let (peer, bytes) = (int(target)?, int(size_of_val(&*elements))?);
        let elements = ManuallyDrop::new(elements);
        // SAFETY: `Element` is sealed, of numbers without padding. The elements live until the request is done, or forever.
        let status =
            |slot| unsafe { layout_mesh_send(peer, elements.as_ptr().cast(), bytes, slot) };
        let slot = self.begun(status)?;
        Ok(Request { peer: target, slot, bytes: -1, elements })
    }

    fn receive<T: Element>(&mut self, source: usize, into: Vec<T>) -> Result<Request<T>, Fault> {
        let (peer, bytes) = (int(source)?, int(size_of_val(&*into))?);
        let mut elements = ManuallyDrop::new(into);
        let into = elements.as_mut_ptr();
        // SAFETY: as above, and any bytes are an element.
        let slot =
            self.begun(|slot| unsafe { layout_mesh_receive(peer, into.cast(), bytes, slot) })?;
        Ok(Request { peer: source, slot, bytes, elements })
    }

    fn wait_any<T: Element>(
        &mut self,
        requests: &mut Vec<Request<T>>,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(usize, Vec<T>), Fault> {
        let first = requests.first().map(|request| request.peer);
        let at = self.wait(first, meanwhile, |rank| {
            for (at, request) in requests.iter().enumerate() {
                let is_done = match rank.is_done(request.slot, request.bytes) {
                    Err(OTHER_LENGTH) => {
                        let expected = request.elements.len();
                        return Err(Fault::Message { source: request.peer, expected });
                    }
                    done => done.map_err(|_| Fault::Library(message()))?,
                };
                if is_done {
                    return Ok(Some(at));
                }
            }
            Ok(None)
        })?;
        Ok((at, ManuallyDrop::into_inner(requests.remove(at).elements)))
    }

    fn agree_meanwhile(
        &mut self,
        word: u64,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(u64, u64), Fault> {
        // After a fault, or a panic, MPI may still read and write: they are then never freed.
        let words = ManuallyDrop::new(Box::new([word, !word].map(signed)));
        let mut least = ManuallyDrop::new(Box::new([0, 0]));
        let into = least.as_mut_ptr();
        // SAFETY: both arrays have two words, and live until the request is done, or forever.
        let slot = self.begun(|slot| unsafe { layout_mesh_agree(words.as_ptr(), into, slot) })?;
        self.wait(None, meanwhile, |rank| match rank.is_done(slot, -1) {
            Ok(is_done) => Ok(is_done.then_some(())),
            Err(_) => Err(Fault::Library(message())),
        })?;
        let (_, least) = (ManuallyDrop::into_inner(words), ManuallyDrop::into_inner(least));
        let [least, greatest] = least.map(unsigned);
        Ok((least, !greatest))
    }
}
