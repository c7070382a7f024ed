//! `Collective`: the operation of MPI or NCCL that a step is.

use std::fmt;

use crate::Step;
use crate::section::{SOURCE_DEVICE, TARGET_DEVICE};

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
fn normal(mut digits: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
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
    let (source, target) = (step.source(), step.target());
    let mut permutes = source.first() != target.first();
    let (mut gathered, mut scattered) = (Vec::new(), Vec::new());
    for sections in step.sections() {
        let [section] = &**sections else { return Collective::SendReceive };
        for (extent, steps) in &*section.digits {
            match (steps[SOURCE_DEVICE], steps[TARGET_DEVICE]) {
                (0, 0) => {}
                (from, 0) => gathered.push((*extent, from)),
                (0, to) => scattered.push((*extent, to)),
                (from, to) => permutes |= from != to,
            }
        }
    }
    let (gathered, scattered) = (normal(gathered), normal(scattered));
    let (before, after) = (normal(source.copies.to_vec()), normal(target.copies.to_vec()));
    let (no_gather, no_scatter) = (gathered.is_empty(), scattered.is_empty());
    if step.adds() {
        let sums = normal(source.sums.to_vec());
        return match (permutes, no_gather) {
            (false, true) if before == after && scattered == sums => Collective::ReduceScatter,
            (false, true) if before == after && no_scatter => Collective::Reduce,
            _ => Collective::SendReceive,
        };
    }
    match (no_gather, no_scatter) {
        (true, true) if before == after => Collective::Permutation,
        _ if permutes => Collective::SendReceive,
        (true, true) if before.is_empty() => Collective::Broadcast,
        (false, false) if gathered == scattered && before == after => Collective::AllToAll,
        (false, true) if after == normal([before, gathered].concat()) => Collective::AllGather,
        _ => Collective::SendReceive,
    }
}
