//! `Collective`: the operation of MPI or NCCL that a step is.

use std::fmt;

use crate::Step;
use crate::section::{SOURCE_DEVICE, Section, TARGET_DEVICE};

/// A pattern of messages, by its name in MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Collective {
    /// No element leaves its device.
    Local,
    /// Each rank of a group sends all it has to all others.
    AllGather,
    /// Each rank of a group sends as much to each other.
    AllToAll,
    /// Each rank of a group gets the sums of a part.
    ReduceScatter,
    /// One rank of a group gets the sums.
    Reduce,
    /// Each rank of a group gets the sums: a reduce-scatter and an all-gather.
    AllReduce,
    /// Ranks that have nothing receive from one that has it.
    Broadcast,
    /// Each rank sends all to one, and receives all from one.
    Permutation,
    /// Messages of their own from rank to rank: no single collective operation.
    SendReceive,
}

impl fmt::Display for Collective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Collective::Local => "local",
            Collective::AllGather => "all-gather",
            Collective::AllToAll => "all-to-all",
            Collective::ReduceScatter => "reduce-scatter",
            Collective::Reduce => "reduce",
            Collective::AllReduce => "all-reduce",
            Collective::Broadcast => "broadcast",
            Collective::Permutation => "permutation",
            Collective::SendReceive => "send/receive",
        })
    }
}

/// Digits of devices, in normal form: ascending, and merged where one continues the other.
fn normal(digits: impl IntoIterator<Item = (i64, i64)>) -> Vec<(i64, i64)> {
    let mut digits: Vec<(i64, i64)> = digits.into_iter().collect();
    digits.sort_by_key(|(_, stride)| *stride);
    digits.dedup_by(|next, digit| {
        let continues = digit.0 * digit.1 == next.1;
        if continues {
            digit.0 *= next.0;
        }
        continues
    });
    digits
}

/// The collective operation that a step is, by the digits that move from devices to places and back.
pub(crate) fn collective(step: &Step) -> Collective {
    if step.moved() == 0 {
        return Collective::Local;
    }
    let singles: Option<Vec<&Section>> = step
        .sections()
        .iter()
        .map(|sections| sections.first().filter(|_| sections.len() == 1))
        .collect();
    let Some(sections) = singles else { return Collective::SendReceive };
    let digits: Vec<_> = sections.iter().flat_map(|section| section.digits.iter()).collect();
    let devices = |from: usize, other: usize| {
        let moves = digits.iter().filter(move |(_, steps)| steps[from] != 0 && steps[other] == 0);
        normal(moves.map(move |(extent, steps)| (*extent, steps[from])))
    };
    let gathered = devices(SOURCE_DEVICE, TARGET_DEVICE);
    let scattered = devices(TARGET_DEVICE, SOURCE_DEVICE);
    let both =
        digits.iter().filter(|(_, steps)| steps[SOURCE_DEVICE] != 0 && steps[TARGET_DEVICE] != 0);
    let permutes = both.clone().any(|(_, steps)| steps[SOURCE_DEVICE] != steps[TARGET_DEVICE]);
    let (source, target) = (step.source(), step.target());
    let shifts = source.first() != target.first();
    let copies = |digits: &[(i64, i64)]| normal(digits.iter().copied());
    let (before, after) = (copies(&source.copies), copies(&target.copies));
    let with =
        |digits: &[(i64, i64)], more: &[(i64, i64)]| normal(digits.iter().chain(more).copied());
    let (no_gather, no_scatter) = (gathered.is_empty(), scattered.is_empty());
    if step.adds() {
        let sums = copies(&source.sums);
        return match (permutes || shifts, no_gather) {
            (false, true) if before == after && scattered == sums => Collective::ReduceScatter,
            (false, true) if before == after && no_scatter => Collective::Reduce,
            _ => Collective::SendReceive,
        };
    }
    match (no_gather, no_scatter) {
        (true, true) if before == after => Collective::Permutation,
        _ if permutes || shifts => Collective::SendReceive,
        (true, true) if before.is_empty() => Collective::Broadcast,
        (false, true) if after == with(&before, &gathered) => Collective::AllGather,
        (false, false) if gathered == scattered && before == after => Collective::AllToAll,
        _ => Collective::SendReceive,
    }
}
