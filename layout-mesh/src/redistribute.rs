//! `redistribute`: runs a plan on an engine.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

use layout_mesh_plan::internals::{Run, visit};

use crate::engine::{Engine, Fault};
use crate::{Element, Message, Plan, Step, Transfer};

/// The elements of a message that are in flight at a time, in [`redistribute()`].
pub const IN_FLIGHT: usize = 1 << 20;

/// The elements that are packed or unpacked between two looks at what is on its way.
const GRAIN: usize = 1 << 14;

/// Moves this rank's part of a tensor by a plan, and returns its part after it. All ranks of the communicator call it, also those that
/// hold nothing, with an empty source.
///
/// Messages are cut in pieces of [`IN_FLIGHT`] elements. A rank sends one and receives one at a time. While they are on their way it packs the
/// next one, unpacks the last one and copies what stays, so that it needs its part before, its part after and four pieces. In round `k` rank `r`
/// sends to `r + k` and receives from `r - k`.
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

/// Elements of one side of a message that follow each other in it.
struct Part {
    peer: usize,
    transfers: Rc<Vec<Transfer>>,
    elements: Range<usize>,
}

impl Part {
    /// All elements of a message with a peer.
    fn new(peer: usize, message: &Message) -> Self {
        let elements = usize::try_from(message.elements()).unwrap_or(usize::MAX);
        Part { peer, transfers: Rc::new(message.transfers()), elements: 0..elements }
    }

    /// The piece of the elements from the `first` on that are at most so many; none of no elements.
    fn piece(&self, first: usize, most: usize) -> Option<Self> {
        let end = first.saturating_add(most).min(self.elements.end);
        (first < end).then(|| Part {
            peer: self.peer,
            transfers: Rc::clone(&self.transfers),
            elements: first..end,
        })
    }

    /// Takes at most so many elements off the front.
    fn take(part: &mut Option<Self>, most: usize) -> Option<Self> {
        let all = part.take()?;
        let taken = all.piece(all.elements.start, most)?;
        *part = all.piece(taken.elements.end, usize::MAX);
        Some(taken)
    }

    fn visit(&self, visitor: &mut impl FnMut(Run)) {
        let Range { start, end } = self.elements;
        visit(&self.transfers, number(start), number(end - start), visitor);
    }
}

/// The pieces that a rank sends and receives at a time.
fn pieces(
    step: &Step,
    rank: usize,
    ranks: usize,
    in_flight: usize,
) -> impl Iterator<Item = [Option<Part>; 2]> {
    rounds(step, rank, ranks).into_iter().flat_map(move |(send, receive)| {
        let sides = [
            send.map(|message| Part::new(message.target, &message)),
            receive.map(|message| Part::new(message.source, &message)),
        ];
        let elements = sides.iter().flatten().map(|side| side.elements.end).max().unwrap_or(0);
        (0..elements).step_by(in_flight).map(move |first| {
            [0, 1].map(|side| sides[side].as_ref().and_then(|side| side.piece(first, in_flight)))
        })
    })
}

/// The copies that a rank makes while elements are on their way: of what stays, of the next piece and of the last one.
struct Work<'a, T> {
    source: &'a [T],
    target: &'a mut [T],
    adds: bool,
    /// The part of what stays that is still to be copied.
    stays: Option<Part>,
    /// The part of the next piece that is still to be packed, behind what is.
    packs: Option<Part>,
    packed: Vec<T>,
    /// The part of the last piece that is still to be unpacked, and the elements of all of it.
    unpacks: Option<Part>,
    arrived: Vec<T>,
}

impl<T: Element> Work<'_, T> {
    /// Does some of the work, and returns true if there was any.
    fn advance(&mut self) -> bool {
        // What arrives is added to what stays, so that this is first.
        if let Some(part) = Part::take(&mut self.stays, GRAIN) {
            copy(&part, self.source, self.target);
        } else if let Some(part) = Part::take(&mut self.unpacks, GRAIN) {
            // The last of the elements are those of what is left.
            let left = self.unpacks.as_ref().map_or(0, |left| left.elements.len());
            let end = self.arrived.len() - left;
            let elements = &self.arrived[end - part.elements.len()..end];
            unpack(&part, elements, self.target, self.adds);
        } else if let Some(part) = Part::take(&mut self.packs, GRAIN) {
            pack(&part, self.source, &mut self.packed);
        } else {
            return false;
        }
        true
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
    let mut pieces = pieces(step, rank, ranks, in_flight);
    let mut work = Work {
        source,
        target: &mut target,
        adds: step.adds(),
        stays: None,
        packs: None,
        packed: Vec::new(),
        unpacks: None,
        arrived: Vec::new(),
    };
    let mut next = pieces.next();
    // While the first piece is packed, nothing is on its way.
    work.packs = next.as_mut().and_then(|[send, _]| send.take());
    let mut to = work.packs.as_ref().map(|piece| piece.peer);
    while work.advance() {}
    work.stays = step.stays(rank).map(|message| Part::new(rank, &message));
    let (mut sent, mut read) = (Vec::new(), Vec::new());
    while let Some([_, receive]) = next {
        let out = std::mem::replace(&mut work.packed, std::mem::take(&mut sent));
        work.packed.clear();
        let mut into = std::mem::take(&mut read);
        into.resize(receive.as_ref().map_or(0, |piece| piece.elements.len()), T::default());
        let (target, source) = (to, receive.as_ref().map(|piece| piece.peer));
        next = pieces.next();
        work.packs = next.as_mut().and_then(|[send, _]| send.take());
        to = work.packs.as_ref().map(|piece| piece.peer);
        let [free, arrived] = engine.exchange(
            target.map(|target| (target, out)),
            source.map(|source| (source, into)),
            &mut || work.advance(),
        )?;
        // An engine may have left some.
        while work.advance() {}
        sent = free;
        read = std::mem::replace(&mut work.arrived, arrived);
        work.unpacks = receive;
    }
    while work.advance() {}
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

fn pack<T: Element>(part: &Part, source: &[T], out: &mut Vec<T>) {
    part.visit(&mut |run| match contiguous(&run, 0) {
        Some(range) => out.extend_from_slice(&source[range]),
        None => out.extend(places(&run, 0).map(|place| source[place])),
    });
}

fn unpack<T: Element>(part: &Part, elements: &[T], target: &mut [T], adds: bool) {
    let mut rest = elements;
    part.visit(&mut |run| {
        let (now, later) = rest.split_at(usize::try_from(run.extent).unwrap_or(0));
        rest = later;
        match contiguous(&run, 1) {
            Some(range) if !adds => target[range].copy_from_slice(now),
            _ => {
                for (place, element) in places(&run, 1).zip(now) {
                    let place = &mut target[place];
                    *place = if adds { place.plus(*element) } else { *element };
                }
            }
        }
    });
}

/// Copies what stays.
fn copy<T: Element>(part: &Part, source: &[T], target: &mut [T]) {
    part.visit(&mut |run| match (contiguous(&run, 0), contiguous(&run, 1)) {
        (Some(from), Some(to)) => target[to].copy_from_slice(&source[from]),
        _ => {
            for (from, to) in places(&run, 0).zip(places(&run, 1)) {
                target[to] = source[from];
            }
        }
    });
}
