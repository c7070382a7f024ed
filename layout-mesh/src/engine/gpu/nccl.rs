//! NCCL's communicator: `cudarc`'s has no way to ask for errors, or to end without an abort.

use std::ffi::c_int;

use cudarc::driver::CudaStream;
use cudarc::nccl::{result, sys};

use crate::engine::Fault;

fn fault(error: result::NcclError) -> Fault {
    Fault::Library(format!("NCCL: {:?}", error.0))
}

/// The name of a communicator that ranks are about to make.
///
/// # Errors
///
/// NCCL is not there.
pub(super) fn identifier() -> Result<sys::ncclUniqueId, Fault> {
    // SAFETY: the library is NCCL.
    if !unsafe { sys::is_culib_present() } {
        return Err(Fault::Library("no NCCL (`libnccl.so`) is there".to_owned()));
    }
    result::get_uniqueid().map_err(fault)
}

/// A rank of NCCL.
pub(super) struct Communicator {
    /// Null after an abort.
    handle: sys::ncclComm_t,
}

/// A peer, an address and a number of bytes.
pub(super) type Part = (usize, u64, usize);

impl Communicator {
    /// A rank with the GPU whose context is current. It waits for all ranks.
    pub(super) fn new(size: usize, id: sys::ncclUniqueId, rank: usize) -> Result<Self, Fault> {
        let mut handle = std::ptr::null_mut();
        // SAFETY: the handle lives until it returns.
        unsafe { result::comm_init_rank(&raw mut handle, int(size), id, int(rank)) }
            .map_err(fault)?;
        Ok(Communicator { handle })
    }

    /// Enqueues a send and a receive, which run at the same time.
    pub(super) fn exchange(
        &self,
        send: Option<Part>,
        receive: Option<Part>,
        stream: &CudaStream,
    ) -> Result<(), Fault> {
        let (byte, stream) = (sys::ncclDataType_t::ncclUint8, stream.cu_stream().cast());
        let group = || {
            result::group_start()?;
            // SAFETY: the caller's memories have these sizes, and live until the stream has come so far.
            unsafe {
                if let Some((peer, from, bytes)) = send {
                    result::send(from as *const _, bytes, byte, int(peer), self.handle, stream)?;
                }
                if let Some((peer, to, bytes)) = receive {
                    result::recv(to as *mut _, bytes, byte, int(peer), self.handle, stream)?;
                }
            }
            result::group_end()
        };
        group().map_err(fault)?;
        Ok(())
    }

    /// An error of a message on its way.
    pub(super) fn check(&self) -> Result<(), Fault> {
        let mut state = sys::ncclResult_t::ncclSuccess;
        // SAFETY: the handle is a communicator's, and the state lives until it returns.
        unsafe { sys::ncclCommGetAsyncError(self.handle, &raw mut state) }
            .result()
            .map_err(fault)?;
        state.result().map_err(fault)?;
        Ok(())
    }

    /// Ends messages on their way.
    pub(super) fn abort(&mut self) {
        let handle = std::mem::replace(&mut self.handle, std::ptr::null_mut());
        if !handle.is_null() {
            // SAFETY: the handle is a communicator's, and no one has it afterwards. An error has no one who could use it.
            let _ = unsafe { result::comm_abort(handle) };
        }
    }
}

impl Drop for Communicator {
    fn drop(&mut self) {
        // `ncclCommDestroy` waits for ranks that may have failed.
        self.abort();
    }
}

fn int(number: usize) -> c_int {
    c_int::try_from(number).unwrap_or(c_int::MAX)
}
