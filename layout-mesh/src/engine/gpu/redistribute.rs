//! `Gpu::redistribute`: runs a plan on parts that are in the memory of GPUs.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, result};

use super::copies::{Addresses, run_length};
use super::{Fault, Gpu, address, fault};
use crate::engine::Engine;
use crate::redistribute::agreed;
#[cfg(feature = "nccl")]
use crate::redistribute::packed;
use crate::{Element, Message, Plan, Step, Transfer};

/// The most bytes of a message that NCCL sends at a time; two pieces each way are in memory, where they are packed.
#[cfg(feature = "nccl")]
const PIECE: usize = 1 << 27;

/// The share of a message that is packed before anything moves, or unpacked after all has moved.
#[cfg(feature = "nccl")]
const EDGE: i64 = 8;

/// The elements of which pieces are multiples.
#[cfg(feature = "nccl")]
const ALIGNED: i64 = 64;

impl Gpu {
    /// Moves this rank's part of a tensor, in the memory of its GPU, as [`redistribute`](fn@crate::redistribute) does in that of the host.
    ///
    /// # Errors
    ///
    /// A communicator of another size, plans that differ, a source of another length than its placement says, a rank that ends or does
    /// not answer in time, and calls of CUDA's libraries that fail.
    pub fn redistribute<T: Element>(
        &mut self,
        plan: &Plan,
        source: &CudaSlice<T>,
    ) -> Result<CudaSlice<T>, Fault> {
        let target = self.memory(plan.target().local_size(self.rank()))?;
        self.redistribute_into(plan, source, target)
    }

    /// [`Gpu::redistribute`] into the memory of `target`. Returns it with all of the part in it.
    ///
    /// # Errors
    ///
    /// A communicator of another size, plans that differ, a source or a target of another length than its placement says, a rank that
    /// ends or does not answer in time, and calls of CUDA's libraries that fail.
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
        agreed::<T>(plan, self, &lengths, 0, &mut || false)?;
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
            // SAFETY: the target has `bytes` bytes.
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
            let words = vec![at.source, at.target];
            if let [source, target] = self.host.send_receive((to, words), (from, vec![0; 2]))?[..] {
                all[from] = Addresses { source, target };
            }
        }
        Ok(all)
    }

    fn is_idle(&self, stream: &cudarc::driver::CudaStream) -> Result<bool, Fault> {
        stream.record_event(None).map_err(fault)?.try_is_complete().map_err(fault)
    }

    /// Sends and receives of NCCL, in pieces. While one moves, the next one is packed and the last one unpacked.
    #[cfg(feature = "nccl")]
    fn by_nccl<T: Element>(&mut self, step: &Step, at: Addresses) -> Result<(), Fault> {
        use crate::redistribute::rounds;
        use layout_mesh_plan::internals::parts;
        let stream = Arc::clone(&self.stream);
        let [packing, unpacking] = self.others.clone();
        let adds = step.adds();
        let mut packed: Vec<[Option<Packed>; 2]> = Vec::new();
        for (send, receive) in rounds(step, self.rank(), self.size()) {
            let send = send.map(|message| Packed::new::<T>(message.target, &message, 0, adds));
            let receive =
                receive.map(|message| Packed::new::<T>(message.source, &message, 1, adds));
            packed.push([send, receive]);
        }
        let staging = self.staging::<T>(&packed)?;
        packing.join(&stream).map_err(fault)?;
        unpacking.join(&stream).map_err(fault)?;
        let (mut moved, mut unpacked) = ([None, None], [None, None]);
        let mut slot = 0;
        for round in &packed {
            let count = round.iter().flatten().map(|side| side.pieces.len()).max().unwrap_or(0);
            for number in 0..count {
                let side = |at: usize, own: u64| {
                    let side = round[at].as_ref()?;
                    let (first, count) = *side.pieces.get(number)?;
                    let staged = staging[2 * at + slot];
                    let from = side.direct.map_or(staged, |place| shifted::<T>(own, place + first));
                    Some((side, first, count, from))
                };
                let sides = [side(0, at.source), side(1, at.target)];
                if let Some((side, first, count, staged)) = sides[0]
                    && side.direct.is_none()
                {
                    if let Some(event) = &moved[slot] {
                        packing.wait(event).map_err(fault)?;
                    }
                    let at = Addresses { source: at.source, target: shifted::<T>(staged, -first) };
                    for part in parts(&side.transfers, first, count) {
                        let (transfer, first) = (part.transfer, part.first);
                        self.launch::<T>(transfer, first, part.count, at, false, &packing)?;
                    }
                    stream.join(&packing).map_err(fault)?;
                }
                if let Some(event) = &unpacked[slot] {
                    stream.wait(event).map_err(fault)?;
                }
                let nccl = self.nccl.as_ref().ok_or(Fault::Plans)?;
                let [out, into] = sides.map(|side| {
                    let (side, _, count, from) = side?;
                    let bytes = usize::try_from(count).unwrap_or(usize::MAX) * size_of::<T>();
                    Some((side.peer, from, bytes))
                });
                nccl.exchange(out, into, &stream)?;
                let done = stream.record_event(None).map_err(fault)?;
                if let Some((side, first, count, staged)) = sides[1]
                    && side.direct.is_none()
                {
                    unpacking.wait(&done).map_err(fault)?;
                    let at = Addresses { source: shifted::<T>(staged, -first), target: at.target };
                    for part in parts(&side.transfers, first, count) {
                        let (transfer, first) = (part.transfer, part.first);
                        self.launch::<T>(transfer, first, part.count, at, adds, &unpacking)?;
                    }
                    unpacked[slot] = Some(unpacking.record_event(None).map_err(fault)?);
                }
                moved[slot] = Some(done);
                slot = 1 - slot;
            }
        }
        stream.join(&packing).map_err(fault)?;
        stream.join(&unpacking).map_err(fault)
    }

    /// The addresses of memory for two pieces that are sent and two that are received, as long as the longest that is packed.
    #[cfg(feature = "nccl")]
    fn staging<T: Element>(&mut self, rounds: &[[Option<Packed>; 2]]) -> Result<Vec<u64>, Fault> {
        let mut most = 0;
        for side in rounds.iter().flatten().flatten() {
            let staged = if side.direct.is_none() { side.pieces.as_slice() } else { &[] };
            for (_, count) in staged {
                most = most.max(*count);
            }
        }
        let bytes = usize::try_from(most).unwrap_or(usize::MAX).saturating_mul(size_of::<T>());
        if self.staging.first().is_none_or(|piece| piece.num_bytes() < bytes) {
            self.staging.clear();
            for _ in 0..4 {
                let piece = self.memory::<u8>(bytes.max(1))?;
                self.staging.push(piece);
            }
        }
        Ok(self.staging.iter().map(|piece| address(piece, &self.stream)).collect())
    }
}

/// A side of a message, of which one memory is a piece without gaps.
#[cfg(feature = "nccl")]
struct Packed {
    peer: usize,
    /// The first element and the number of elements of each piece.
    pieces: Vec<(i64, i64)>,
    /// The transfers between the memory and all of the message without gaps.
    transfers: Vec<Transfer>,
    /// The first place, where the memory has no gaps either and nothing is added to it.
    direct: Option<i64>,
}

#[cfg(feature = "nccl")]
impl Packed {
    /// The side of the source, 0, or of the target, 1.
    fn new<T>(peer: usize, message: &Message, side: usize, adds: bool) -> Self {
        let both = message.transfers();
        let [packs, unpacks] = [0, 1].map(|at| {
            let transfers = packed(&both, at);
            let direct = direct(&transfers, at).filter(|_| at == 0 || !adds);
            (transfers, direct)
        });
        // Both ranks know both sides, so that they agree on the pieces.
        let most = i64::try_from(PIECE / size_of::<T>()).unwrap_or(1);
        let edges = [packs.1.is_none(), unpacks.1.is_none()];
        let pieces = pieces(message.elements(), edges, most);
        let (transfers, direct) = if side == 0 { packs } else { unpacks };
        Packed { peer, pieces, transfers, direct }
    }
}

/// The first place of the memory of a side of packed transfers, where it has no gaps either.
#[cfg(feature = "nccl")]
fn direct(packed: &[Transfer], side: usize) -> Option<i64> {
    match packed {
        [one] if one.digits.iter().all(|(_, steps)| *steps == [1, 1]) => Some(one.first[side]),
        _ => None,
    }
}

/// The first element and the number of elements of each piece of a message: a small one first, if the source packs, and last, if the target
/// unpacks, since nothing moves meanwhile; few between them, since each call of NCCL costs time.
#[cfg(feature = "nccl")]
fn pieces(elements: i64, edges: [bool; 2], most: i64) -> Vec<(i64, i64)> {
    // Multiples of a number of elements, so that the kernel copies words of 16 bytes.
    let edge = (elements / EDGE).min(most) / ALIGNED * ALIGNED;
    let [before, after] = edges.map(|has_edge| if has_edge { edge } else { 0 });
    let middle = elements - before - after;
    let count = (middle + most - 1) / most;
    let each = if count > 0 { (middle / count / ALIGNED + 1) * ALIGNED } else { 0 };
    let mut lengths = vec![before];
    for k in 0..count {
        lengths.push(each.min(middle - k * each));
    }
    lengths.push(after);
    let (mut pieces, mut first) = (Vec::new(), 0);
    for length in lengths {
        if length > 0 {
            pieces.push((first, length));
            first += length;
        }
    }
    pieces
}

/// An address `elements` elements further, or before.
#[cfg(feature = "nccl")]
fn shifted<T>(address: u64, elements: i64) -> u64 {
    address.wrapping_add_signed(elements * i64::try_from(size_of::<T>()).unwrap_or(1))
}
