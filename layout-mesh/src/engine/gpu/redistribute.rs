//! `Gpu::redistribute`: runs a plan on parts that are in the memory of GPUs.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, result};

use super::copies::{Addresses, run_length};
use super::{Fault, Gpu, address, fault};
use crate::engine::Engine;
use crate::redistribute::agreed;
use crate::{Element, Message, Plan, Step, Transfer};

/// The bytes of a message that NCCL sends at a time; two pieces each way are in memory.
#[cfg(feature = "nccl")]
const PIECE: usize = 1 << 25;

impl Gpu {
    /// Moves this rank's part of a tensor, in the memory of its GPU, as [`redistribute`](fn@crate::redistribute) does in that of the host.
    ///
    /// # Errors
    ///
    /// As [`redistribute`](fn@crate::redistribute), and calls of CUDA's libraries that fail.
    pub fn redistribute<T: Element>(
        &mut self,
        plan: &Plan,
        source: &CudaSlice<T>,
    ) -> Result<CudaSlice<T>, Fault> {
        let target = self.memory(plan.target().local_size(self.rank()))?;
        self.redistribute_into(plan, source, target)
    }

    /// [`Gpu::redistribute`] into memory that is there. It comes back only with all of the part in it.
    ///
    /// # Errors
    ///
    /// As [`Gpu::redistribute`], and a target of another length than its placement says.
    pub fn redistribute_into<T: Element>(
        &mut self,
        plan: &Plan,
        source: &CudaSlice<T>,
        target: CudaSlice<T>,
    ) -> Result<CudaSlice<T>, Fault> {
        let rank = self.rank();
        let lengths = [
            (source.len(), plan.source().local_size(rank)),
            (target.len(), plan.target().local_size(rank)),
        ];
        agreed::<T>(plan, self, &lengths, 0)?;
        let (last, before) = plan.steps().split_last().ok_or(Fault::Plans)?;
        let mut held: Option<CudaSlice<T>> = None;
        for step in before {
            let part = self.memory(step.target().local_size(rank))?;
            held = Some(self.step(step, held.as_ref().unwrap_or(source), part)?);
        }
        self.step(last, held.as_ref().unwrap_or(source), target)
    }

    /// One step. It ends on all ranks, or the target is never freed: others may still write to it.
    fn step<T: Element>(
        &mut self,
        step: &Step,
        source: &CudaSlice<T>,
        target: CudaSlice<T>,
    ) -> Result<CudaSlice<T>, Fault> {
        let stream = Arc::clone(&self.stream);
        let at = Addresses { source: address(source, &stream), target: address(&target, &stream) };
        let bytes = target.num_bytes();
        match self.run_step::<T>(step, at, bytes).and_then(|()| self.agree(1)) {
            Ok(_) => Ok(target),
            Err(fault) => {
                std::mem::forget(target);
                Err(fault)
            }
        }
    }

    fn run_step<T: Element>(
        &mut self,
        step: &Step,
        at: Addresses,
        bytes: usize,
    ) -> Result<(), Fault> {
        let (stream, other) = (Arc::clone(&self.stream), Arc::clone(&self.others[1]));
        let rank = self.rank();
        let is_whole = step.target().is_whole(rank);
        if bytes > 0 && (step.adds() || !is_whole) {
            // SAFETY: the target has so many bytes.
            unsafe { result::memset_d8_async(at.target, 0, bytes, stream.cu_stream()) }
                .map_err(fault)?;
        }
        // What stays is copied while messages move, unless they are added to it.
        other.join(&stream).map_err(fault)?;
        let own = if step.adds() { &stream } else { &other };
        for transfer in step.stays(rank).iter().flat_map(Message::transfers) {
            self.copy::<T>(&transfer, at, false, own)?;
        }
        #[cfg(feature = "nccl")]
        let by_nccl = self.nccl.is_some();
        #[cfg(not(feature = "nccl"))]
        let by_nccl = false;
        match by_nccl {
            #[cfg(feature = "nccl")]
            true => self.by_nccl::<T>(step, at)?,
            _ => self.by_peer::<T>(step, at)?,
        }
        stream.join(&other).map_err(fault)?;
        self.wait(&stream, None)
    }

    /// Copies between the memories of two ranks, each by that rank which makes the remote memory the one with the longer runs.
    fn by_peer<T: Element>(&mut self, step: &Step, at: Addresses) -> Result<(), Fault> {
        let stream = Arc::clone(&self.stream);
        let peers = self.addresses(at)?;
        let rank = self.rank();
        let copied_by_source = |transfers: &[Transfer]| {
            let run = |side| transfers.iter().map(|transfer| run_length(transfer, side)).min();
            !step.adds() && run(1) >= run(0)
        };
        for message in step.sends(rank) {
            let transfers = message.transfers();
            if copied_by_source(&transfers) {
                let at = Addresses { source: at.source, target: peers[message.target].target };
                for transfer in &transfers {
                    self.copy::<T>(transfer, at, false, &stream)?;
                }
            }
        }
        for message in step.receives(rank) {
            let transfers = message.transfers();
            if !copied_by_source(&transfers) {
                let at = Addresses { source: peers[message.source].source, target: at.target };
                for transfer in &transfers {
                    self.copy::<T>(transfer, at, step.adds(), &stream)?;
                }
            }
        }
        Ok(())
    }

    /// The addresses of all ranks, when the memories are ready to be read and written.
    fn addresses(&mut self, at: Addresses) -> Result<Vec<Addresses>, Fault> {
        let stream = Arc::clone(&self.stream);
        // What stays may still be copied on the other stream.
        if !self.is_idle(&stream)? {
            self.wait(&stream, None)?;
        }
        let (rank, ranks) = (self.rank(), self.size());
        let mut all = vec![at; ranks];
        for round in 1..ranks {
            let (to, from) = ((rank + round) % ranks, (rank + ranks - round) % ranks);
            let mut words = [0; 2];
            let own = [at.source, at.target];
            self.host.exchange(Some((to, &own[..])), Some((from, &mut words[..])))?;
            all[from] = Addresses { source: words[0], target: words[1] };
        }
        Ok(all)
    }

    fn is_idle(&self, stream: &cudarc::driver::CudaStream) -> Result<bool, Fault> {
        stream.record_event(None).and_then(|event| event.try_is_complete()).map_err(fault)
    }

    /// Sends and receives of NCCL, in pieces. While one moves, the next one is packed and the last one unpacked.
    #[cfg(feature = "nccl")]
    fn by_nccl<T: Element>(&mut self, step: &Step, at: Addresses) -> Result<(), Fault> {
        use crate::redistribute::rounds;
        use layout_mesh_plan::internals::parts;
        let stream = Arc::clone(&self.stream);
        let [packing, unpacking] = self.others.clone();
        while self.staging.len() < 4 {
            let piece = self.memory::<u8>(PIECE)?;
            self.staging.push(piece);
        }
        let staging: Vec<u64> = self.staging.iter().map(|piece| address(piece, &stream)).collect();
        packing.join(&stream).map_err(fault)?;
        unpacking.join(&stream).map_err(fault)?;
        let in_flight = i64::try_from(PIECE / size_of::<T>()).unwrap_or(1);
        let (mut moved, mut unpacked) = ([None, None], [None, None]);
        let mut slot = 0;
        for (send, receive) in rounds(step, self.rank(), self.size()) {
            let send = send.map(|message| Packed::new(message.target, &message, 0));
            let receive = receive.map(|message| Packed::new(message.source, &message, 1));
            let mut first = 0;
            loop {
                let out = send.as_ref().and_then(|side| side.piece(first, in_flight));
                let into = receive.as_ref().and_then(|side| side.piece(first, in_flight));
                if out.is_none() && into.is_none() {
                    break;
                }
                let mut sides = [None, None];
                for (part, (side, count), [own, staged]) in [
                    (0, send.as_ref().zip(out).unzip(), [at.source, staging[slot]]),
                    (1, receive.as_ref().zip(into).unzip(), [at.target, staging[2 + slot]]),
                ] {
                    let (Some(side), Some(count)): (Option<&Packed>, Option<i64>) = (side, count)
                    else {
                        continue;
                    };
                    let bytes = usize::try_from(count).unwrap_or(usize::MAX) * size_of::<T>();
                    let direct = side.direct.filter(|_| part == 0 || !step.adds());
                    let from = match direct {
                        Some(place) => shifted::<T>(own, place + first),
                        None => staged,
                    };
                    sides[part] = Some((side, count, direct.is_none(), (side.peer, from, bytes)));
                }
                if let Some((side, count, true, _)) = sides[0] {
                    if let Some(event) = &moved[slot] {
                        packing.wait(event).map_err(fault)?;
                    }
                    let mut packed = 0;
                    for part in parts(&side.transfers, first, count) {
                        let target = shifted::<T>(staging[slot], packed - part.first);
                        packed += part.count;
                        let at = Addresses { source: at.source, target };
                        self.launch::<T>(
                            part.transfer,
                            part.first,
                            part.count,
                            at,
                            false,
                            &packing,
                        )?;
                    }
                    stream.join(&packing).map_err(fault)?;
                }
                if let Some(event) = &unpacked[slot] {
                    stream.wait(event).map_err(fault)?;
                }
                let nccl = self.nccl.as_ref().ok_or(Fault::Plans)?;
                let [out, into] = sides.map(|side| side.map(|(.., piece)| piece));
                nccl.exchange(out, into, &stream)?;
                let done = stream.record_event(None).map_err(fault)?;
                if let Some((side, count, true, _)) = sides[1] {
                    unpacking.wait(&done).map_err(fault)?;
                    let mut read = 0;
                    for part in parts(&side.transfers, first, count) {
                        let source = shifted::<T>(staging[2 + slot], read - part.first);
                        read += part.count;
                        let at = Addresses { source, target: at.target };
                        self.launch::<T>(
                            part.transfer,
                            part.first,
                            part.count,
                            at,
                            step.adds(),
                            &unpacking,
                        )?;
                    }
                    unpacked[slot] = Some(unpacking.record_event(None).map_err(fault)?);
                }
                moved[slot] = Some(done);
                slot = 1 - slot;
                first += in_flight;
            }
        }
        stream.join(&packing).map_err(fault)?;
        stream.join(&unpacking).map_err(fault)
    }
}

/// A side of a message, of which one memory is a piece without gaps.
#[cfg(feature = "nccl")]
struct Packed {
    peer: usize,
    elements: i64,
    /// The transfers between the memory and all of the message without gaps.
    transfers: Vec<Transfer>,
    /// The first place, where the memory has no gaps either.
    direct: Option<i64>,
}

#[cfg(feature = "nccl")]
impl Packed {
    /// The side of the source, 0, or of the target, 1.
    fn new(peer: usize, message: &Message, side: usize) -> Self {
        let packed = |transfer: &Transfer| {
            let mut product = 1;
            let digits = transfer.digits.iter().map(|(extent, steps)| {
                let mut both = [product; 2];
                both[side] = steps[side];
                product *= extent;
                (*extent, both)
            });
            let digits = digits.collect();
            let mut first = [0; 2];
            first[side] = transfer.first[side];
            let mut packed = Transfer { first, digits };
            layout_mesh_plan::internals::merge(&mut packed.digits);
            packed
        };
        let transfers: Vec<Transfer> = message.transfers().iter().map(packed).collect();
        let direct = match transfers.as_slice() {
            [one] if one.digits.iter().all(|(_, steps)| *steps == [1, 1]) => Some(one.first[side]),
            _ => None,
        };
        Packed { peer, elements: message.elements(), transfers, direct }
    }

    /// The number of elements of a piece, which begins at so many.
    fn piece(&self, first: i64, in_flight: i64) -> Option<i64> {
        (first < self.elements).then(|| in_flight.min(self.elements - first))
    }
}

/// An address so many elements further, or before.
#[cfg(feature = "nccl")]
fn shifted<T>(address: u64, elements: i64) -> u64 {
    address.wrapping_add_signed(elements * i64::try_from(size_of::<T>()).unwrap_or(1))
}
