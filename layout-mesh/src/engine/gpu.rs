//! The engines on the GPUs of one host: a thread a rank, each with a GPU.
//!
//! Parts that are in the memory of GPUs move by [`Gpu::redistribute`], over one of two links. ([`Gpu`] is an [`Engine`], too, so that
//! [`redistribute`](fn@crate::redistribute) moves parts that are in the host's memory from thread to thread.)
//!
//! - [`Link::Peer`]: copies from the memory of one GPU to that of another one, straight from place to place: nothing is packed. Of the
//!   two GPUs of a message, that one copies which makes the remote memory the one with the longer runs.
//! - [`Link::Nccl`] (feature `nccl`): messages are packed on the GPU, sent by NCCL and unpacked, in pieces that overlap.
//!
//! Ranks agree, and learn the addresses of each other, as [threads] do. CUDA's libraries are looked for when the
//! program runs: the driver; NVRTC, which compiles one kernel, for sums and for short runs; and NCCL.

#![allow(unsafe_code)]

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cudarc::driver::{CudaContext, CudaFunction, CudaSlice, CudaStream, DriverError, sys};

use super::threads::{self, Threads};
use super::{Engine, Fault};
use crate::Element;

mod copies;
#[cfg(feature = "nccl")]
mod nccl;
mod redistribute;

/// The way between GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Link {
    /// Copies into the memory of a peer, and out of it. Several ranks may share a GPU.
    Peer,
    /// NCCL's sends and receives. Each rank has a GPU of its own.
    #[cfg(feature = "nccl")]
    Nccl,
}

/// A rank that is a thread with a GPU.
///
/// After a fault other GPUs may still write to what this one was to receive: such memory is never freed.
pub struct Gpu {
    #[cfg(feature = "nccl")]
    nccl: Option<nccl::Communicator>,
    host: Threads,
    limit: Duration,
    /// The stream of messages.
    stream: Arc<CudaStream>,
    /// The streams of what stays, packing and unpacking.
    others: [Arc<CudaStream>; 2],
    kernels: HashMap<(&'static str, bool), CudaFunction>,
    /// Buffers in which messages are packed and received, two pieces each.
    #[cfg(feature = "nccl")]
    staging: Vec<CudaSlice<u8>>,
}

/// Runs a function on a thread a rank, each with the GPU of that ordinal, and returns its results by rank. A rank waits for another
/// one, and for its GPU, at most for `limit`.
///
/// # Errors
///
/// A library of CUDA or a GPU that is not there, and GPUs that cannot reach each other.
///
/// # Panics
///
/// When a function panics, after all have ended.
pub fn run<R: Send>(
    link: Link,
    gpus: &[usize],
    limit: Duration,
    function: impl Fn(Gpu) -> R + Sync,
) -> Result<Vec<R>, Fault> {
    // SAFETY: the library is CUDA's.
    if !unsafe { sys::is_culib_present() } {
        return Err(Fault::Library("no driver of CUDA (`libcuda.so`) is there".to_owned()));
    }
    #[cfg(feature = "nccl")]
    let id = match link {
        Link::Nccl => Some(nccl::identifier()?),
        Link::Peer => None,
    };
    #[cfg(not(feature = "nccl"))]
    let Link::Peer = link;
    let ranks = threads::run(gpus.len(), limit, |mut host| {
        let started = streams(gpus, host.rank());
        // NCCL waits for all ranks without a limit, so that all must be there.
        let (all, _) = host.agree(u64::from(started.is_ok()))?;
        let [stream, a, b] = started?;
        if all == 0 {
            return Err(Fault::Elsewhere);
        }
        Ok(function(Gpu {
            #[cfg(feature = "nccl")]
            nccl: match id {
                Some(id) => Some(nccl::Communicator::new(gpus.len(), id, host.rank())?),
                None => None,
            },
            host,
            limit,
            stream,
            others: [a, b],
            kernels: HashMap::new(),
            #[cfg(feature = "nccl")]
            staging: Vec::new(),
        }))
    });
    // The fault of a rank says more than that another one has it.
    let (results, faults): (Vec<_>, Vec<_>) = ranks.into_iter().partition(Result::is_ok);
    let mut faults: Vec<Fault> = faults.into_iter().filter_map(Result::err).collect();
    faults.sort_by_key(|fault| *fault == Fault::Elsewhere);
    match faults.into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(results.into_iter().filter_map(Result::ok).collect()),
    }
}

/// The streams of a rank, whose memory the GPUs of the other ranks can reach.
fn streams(gpus: &[usize], rank: usize) -> Result<[Arc<CudaStream>; 3], Fault> {
    let context = CudaContext::new(gpus[rank]).map_err(fault)?;
    let mut pool = std::ptr::null_mut();
    // SAFETY: the device is there, and the pool is its own.
    unsafe { sys::cuDeviceGetDefaultMemPool(&raw mut pool, context.cu_device()) }
        .result()
        .map_err(fault)?;
    for &peer in gpus {
        if peer == gpus[rank] {
            continue;
        }
        let id = i32::try_from(peer).unwrap_or(-1);
        let access = sys::CUmemAccessDesc {
            location: sys::CUmemLocation {
                type_: sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
                id,
            },
            flags: sys::CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
        };
        // SAFETY: it reads one description.
        unsafe { sys::cuMemPoolSetAccess(pool, &raw const access, 1) }.result().map_err(|_| {
            Fault::Library(format!("GPU {peer} cannot reach the memory of GPU {}", gpus[rank]))
        })?;
    }
    let stream = || context.new_stream().map_err(fault);
    Ok([stream()?, stream()?, stream()?])
}

fn fault(error: DriverError) -> Fault {
    Fault::Library(format!("CUDA: {error:?}"))
}

impl Gpu {
    /// The stream on which messages move. Memory for [`Gpu::redistribute`] is allocated on it.
    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// Waits until the work of a stream so far is done; at most until the limit.
    fn wait(&mut self, stream: &CudaStream, peer: Option<usize>) -> Result<(), Fault> {
        let event = stream.record_event(None).map_err(fault)?;
        let deadline = Instant::now() + self.limit;
        while !event.try_is_complete().map_err(fault)? {
            #[cfg(feature = "nccl")]
            if let Some(nccl) = &self.nccl {
                nccl.check()?;
            }
            if Instant::now() > deadline {
                #[cfg(feature = "nccl")]
                if let Some(nccl) = &mut self.nccl {
                    nccl.abort();
                }
                return Err(Fault::TimedOut { peer, limit: self.limit });
            }
            std::thread::yield_now();
        }
        Ok(())
    }

    /// Memory of the GPU whose contents are anything.
    fn memory<T: Element>(&self, elements: usize) -> Result<CudaSlice<T>, Fault> {
        // SAFETY: any bytes are an element; each is written before it is read.
        unsafe { self.stream.alloc(elements) }.map_err(fault)
    }
}

/// The address of memory, once what wrote to it before has been ordered before the stream.
fn address<T>(memory: &CudaSlice<T>, stream: &CudaStream) -> u64 {
    use cudarc::driver::DevicePtr;
    memory.device_ptr(stream).0
}

/// Messages between the memories of the host are those of threads.
impl Engine for Gpu {
    type Request<T: Element> = threads::Request<T>;

    fn rank(&self) -> usize {
        self.host.rank()
    }

    fn size(&self) -> usize {
        self.host.size()
    }

    fn send<T: Element>(
        &mut self,
        target: usize,
        elements: Vec<T>,
    ) -> Result<Self::Request<T>, Fault> {
        self.host.send(target, elements)
    }

    fn receive<T: Element>(
        &mut self,
        source: usize,
        into: Vec<T>,
    ) -> Result<Self::Request<T>, Fault> {
        self.host.receive(source, into)
    }

    fn wait_any<T: Element>(
        &mut self,
        requests: &mut Vec<Self::Request<T>>,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(usize, Vec<T>), Fault> {
        self.host.wait_any(requests, meanwhile)
    }

    fn agree_meanwhile(
        &mut self,
        word: u64,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(u64, u64), Fault> {
        self.host.agree_meanwhile(word, meanwhile)
    }
}
