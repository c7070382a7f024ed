//! `redistribute`: runs a plan on an engine.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use layout_mesh_plan::internals::{Run, visit};

use crate::engine::{Engine, Fault};
use crate::{Element, Message, Plan, Step, Transfer};

/// The elements of a message that are in flight at a time, in [`redistribute()`].
pub const IN_FLIGHT: usize = 1 << 20;

/// Moves this rank's part of a tensor by a plan, and returns its part after it. All ranks of the communicator call it, also those that
/// hold nothing, with an empty source.
///
/// Messages are cut in pieces of [`IN_FLIGHT`] elements. A rank sends one and receives one at a time, so that it needs its part
/// before, its part after and two pieces. In round `k` rank `r` sends to `r + k` and receives from `r - k`.
///
/// ```
/// use std::time::Duration;
/// use layout_mesh::engine::{Engine, threads};
/// use layout_mesh::{Cut, Mesh, Placement, Plan, redistribute};
/// let mesh = Mesh::new(&[("x", 2)])?;
/// let whole = Placement::replicated(&mesh, &[2, 2])?;
/// let rows = whole.clone().shard(0, "x", Cut::Even)?;
/// let columns = whole.shard(1, "x", Cut::Even)?;
/// let plan = Plan::of(&rows, &columns)?;
/// let parts = threads::run(2, Duration::from_secs(5), |mut rank| {
///     let row = if rank.rank() == 0 { [1, 2] } else { [3, 4] };
///     redistribute(&plan, &mut rank, &row)
/// });
/// assert_eq!(parts, [Ok(vec![1, 3]), Ok(vec![2, 4])]);
/// # Ok::<(), layout_mesh::Error>(())
/// ```
///
/// # Errors
///
/// A [`Fault`] on every rank, where one has it: before anything is sent, of a communicator of another size, plans that differ and a
/// source of another length; later, of a rank that ends or does not answer in time. The target exists only where all ranks have
/// theirs.
pub fn redistribute<T: Element>(
    plan: &Plan,
    engine: &mut impl Engine,
    source: &[T],
) -> Result<Vec<T>, Fault> {
    redistribute_in_pieces(plan, engine, source, IN_FLIGHT)
}

/// [`redistribute()`] with so many elements in flight; at least one.
///
/// # Errors
///
/// As [`redistribute()`].
pub fn redistribute_in_pieces<T: Element>(
    plan: &Plan,
    engine: &mut impl Engine,
    source: &[T],
    in_flight: usize,
) -> Result<Vec<T>, Fault> {
    let source_size = (source.len(), plan.source().local_size(engine.rank()));
    let devices = plan.devices();
    agreed::<T>(plan, engine, &[source_size], in_flight)?;
    let mut held: Option<Vec<T>> = None;
    for step in plan.steps() {
        let source = held.as_deref().unwrap_or(source);
        held = Some(exchange(step, engine, devices, source, in_flight.max(1))?);
    }
    engine.agree(1)?;
    Ok(held.unwrap_or_default())
}

/// Returns when all ranks have the same plan, and memories of the lengths that it needs, each given with the one that it should have.
pub(crate) fn agreed<T>(
    plan: &Plan,
    engine: &mut impl Engine,
    lengths: &[(usize, usize)],
    in_flight: usize,
) -> Result<(), Fault> {
    let (rank, ranks, devices) = (engine.rank(), engine.size(), plan.devices());
    let own = match lengths.iter().find(|(elements, expected)| elements != expected) {
        _ if ranks != devices => Err(Fault::Size { ranks, devices }),
        Some(&(elements, expected)) => Err(Fault::Length { rank, elements, expected }),
        None => Ok(()),
    };
    // 0 is a fault; a word of the plan is none.
    let word = if own.is_ok() { fingerprint::<T>(plan, in_flight) | 1 } else { 0 };
    let (least, greatest) = engine.agree(word)?;
    own?;
    match (least, greatest) {
        (0, _) => Err(Fault::Elsewhere),
        (least, greatest) if least != greatest => Err(Fault::Plans),
        _ => Ok(()),
    }
}

/// A number that other plans do not have.
fn fingerprint<T>(plan: &Plan, in_flight: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    std::any::type_name::<T>().hash(&mut hasher);
    in_flight.hash(&mut hasher);
    for step in plan.steps() {
        step.source().signature().hash(&mut hasher);
        step.target().signature().hash(&mut hasher);
    }
    plan.node().hash(&mut hasher);
    hasher.finish()
}

/// The messages of one side: how many elements each has, and where they are.
struct Side {
    peer: usize,
    elements: usize,
    transfers: Vec<Transfer>,
}

impl Side {
    fn new(peer: usize, message: &Message) -> Self {
        let elements = usize::try_from(message.elements()).unwrap_or(usize::MAX);
        Side { peer, elements, transfers: message.transfers() }
    }

    /// The number of elements of a piece, which begins at so many.
    fn piece(&self, first: usize, in_flight: usize) -> Option<usize> {
        (first < self.elements).then(|| in_flight.min(self.elements - first))
    }
}

fn exchange<T: Element>(
    step: &Step,
    engine: &mut impl Engine,
    ranks: usize,
    source: &[T],
    in_flight: usize,
) -> Result<Vec<T>, Fault> {
    let rank = engine.rank();
    let mut target = vec![T::default(); step.target().local_size(rank)];
    let adds = step.adds();
    if let Some(message) = step.stays(rank) {
        let side = Side::new(rank, &message);
        copy(&side, source, &mut target);
    }
    let (mut out, mut into) = (Vec::new(), Vec::new());
    for (send, receive) in rounds(step, rank, ranks) {
        let send = send.map(|message| Side::new(message.target, &message));
        let receive = receive.map(|message| Side::new(message.source, &message));
        let mut first = 0;
        loop {
            let sent = send.as_ref().and_then(|side| Some((side, side.piece(first, in_flight)?)));
            let received =
                receive.as_ref().and_then(|side| Some((side, side.piece(first, in_flight)?)));
            if sent.is_none() && received.is_none() {
                break;
            }
            out.clear();
            if let Some((side, count)) = sent {
                pack(side, first, count, source, &mut out);
            }
            into.resize(received.map_or(0, |(_, count)| count), T::default());
            engine.exchange(
                sent.map(|(side, _)| (side.peer, out.as_slice())),
                received.map(|(side, _)| (side.peer, into.as_mut_slice())),
            )?;
            if let Some((side, _)) = received {
                unpack(side, first, &into, &mut target, adds);
            }
            first = first.saturating_add(in_flight);
        }
    }
    Ok(target)
}

/// The messages that a rank sends and receives at a time, by rounds: the distance from source to target.
pub(crate) fn rounds(
    step: &Step,
    rank: usize,
    ranks: usize,
) -> Vec<(Option<Message>, Option<Message>)> {
    let mut rounds = BTreeMap::<usize, (Option<Message>, Option<Message>)>::new();
    for message in step.sends(rank) {
        let round = (message.target + ranks - rank) % ranks;
        rounds.entry(round).or_default().0 = Some(message);
    }
    for message in step.receives(rank) {
        let round = (rank + ranks - message.source) % ranks;
        rounds.entry(round).or_default().1 = Some(message);
    }
    rounds.into_values().collect()
}

fn places(run: &Run, side: usize) -> impl Iterator<Item = usize> {
    let (first, step) = (run.first[side], run.step[side]);
    (0..run.extent).map(move |k| usize::try_from(first + k * step).unwrap_or(usize::MAX))
}

/// The places of a run, if they follow each other.
fn contiguous(run: &Run, side: usize) -> Option<std::ops::Range<usize>> {
    let first = usize::try_from(run.first[side]).ok()?;
    let extent = usize::try_from(run.extent).ok()?;
    (run.step[side] == 1 || extent == 1).then(|| first..first + extent)
}

fn number(extent: usize) -> i64 {
    i64::try_from(extent).unwrap_or(i64::MAX)
}

fn pack<T: Element>(side: &Side, first: usize, count: usize, source: &[T], out: &mut Vec<T>) {
    visit(&side.transfers, number(first), number(count), &mut |run| match contiguous(&run, 0) {
        Some(range) => out.extend_from_slice(&source[range]),
        None => out.extend(places(&run, 0).map(|place| source[place])),
    });
}

fn unpack<T: Element>(side: &Side, first: usize, elements: &[T], target: &mut [T], adds: bool) {
    let mut rest = elements;
    visit(&side.transfers, number(first), number(elements.len()), &mut |run| {
        let (now, later) = rest.split_at(usize::try_from(run.extent).unwrap_or(0));
        rest = later;
        match contiguous(&run, 1) {
            Some(range) if !adds => target[range].copy_from_slice(now),
            _ => {
                for (place, element) in places(&run, 1).zip(now) {
                    target[place] = if adds { target[place].plus(*element) } else { *element };
                }
            }
        }
    });
}

/// Copies what stays.
fn copy<T: Element>(side: &Side, source: &[T], target: &mut [T]) {
    visit(&side.transfers, 0, number(side.elements), &mut |run| match (
        contiguous(&run, 0),
        contiguous(&run, 1),
    ) {
        (Some(from), Some(to)) => target[to].copy_from_slice(&source[from]),
        _ => {
            for (from, to) in places(&run, 0).zip(places(&run, 1)) {
                target[to] = source[from];
            }
        }
    });
}
