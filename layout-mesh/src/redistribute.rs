//! `redistribute`: runs a plan on an engine.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

use layout_mesh_plan::internals::{Run, merge, visit};

use crate::engine::{Engine, Fault};
use crate::{Element, Message, Plan, Step, Transfer};

/// The most elements that are in flight at a time, in [`redistribute()`]: those of pieces that are sent and received.
pub const IN_FLIGHT: usize = 1 << 22;

/// The pieces that a rank sends at a time, and those that it receives.
const WINDOW: usize = 4;

/// The elements of what stays that are copied between two looks at what is on its way.
const GRAIN: i64 = 1 << 14;

/// Moves this rank's part of a tensor by a plan, and returns its part after it. All ranks of the communicator call it, also those that
/// hold nothing, with an empty source.
///
/// Messages are cut in pieces, four of which a rank sends at a time, and four it receives: at most [`IN_FLIGHT`] elements. While they are on their way it
/// packs the next ones, unpacks those that arrived and copies what stays, so that it needs its part before, its part after and what is in flight. Rank
/// `r` sends to `r + 1`, `r + 2` and so on in turn, and receives from `r - 1`, `r - 2` and so on. Summands are added in that order, so that
/// a sum is the same each time.
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

/// Memory of pieces on their way, which redistributions use again.
///
/// ```
/// let buffers = layout_mesh::Buffers::<f64>::new(1 << 16);
/// assert_eq!(buffers.in_flight(), 1 << 16);
/// ```
pub struct Buffers<T> {
    in_flight: usize,
    free: Vec<Vec<T>>,
}

impl<T: Element> Buffers<T> {
    /// Memory for at most `in_flight` elements on their way at a time, and at least one in each piece. It is allocated when it is needed.
    pub fn new(in_flight: usize) -> Self {
        Buffers { in_flight, free: Vec::new() }
    }

    /// The most elements that are in flight at a time.
    pub fn in_flight(&self) -> usize {
        self.in_flight
    }

    /// A buffer of `elements` elements.
    fn take(&mut self, elements: usize) -> Vec<T> {
        let mut buffer = self.free.pop().unwrap_or_default();
        buffer.resize(elements, T::default());
        buffer
    }
}

impl<T: Element> Default for Buffers<T> {
    fn default() -> Self {
        Buffers::new(IN_FLIGHT)
    }
}

/// [`redistribute()`] into the memory of `target`, with `buffers` for the pieces on their way. Where a program redistributes again and
/// again, that saves the time in which the system gives it new memory, which is more than half. Returns the target with all of the part
/// in it; places without an element have the default.
///
/// ```
/// use std::time::Duration;
/// use layout_mesh::engine::{Engine, threads};
/// use layout_mesh::{Buffers, Cut, Mesh, Placement, Plan, redistribute_into};
/// let mesh = Mesh::new(&[("x", 2)])?;
/// let whole = Placement::replicated(&mesh, &[2, 2])?;
/// let rows = whole.clone().shard(0, "x", Cut::Even)?;
/// let columns = whole.shard(1, "x", Cut::Even)?;
/// let (there, back) = (Plan::of(&rows, &columns)?, Plan::of(&columns, &rows)?);
/// let parts = threads::run(2, Duration::from_secs(5), |mut rank| {
///     let mut row = if rank.rank() == 0 { vec![1, 2] } else { vec![3, 4] };
///     let (mut column, mut buffers) = (vec![0; 2], Buffers::default());
///     for _ in 0..3 {
///         column = redistribute_into(&there, &mut rank, &row, column, &mut buffers)?;
///         row = redistribute_into(&back, &mut rank, &column, row, &mut buffers)?;
///     }
///     Ok::<_, layout_mesh::engine::Fault>(row)
/// });
/// assert_eq!(parts, [Ok(vec![1, 2]), Ok(vec![3, 4])]);
/// # Ok::<(), layout_mesh::Error>(())
/// ```
///
/// # Errors
///
/// A [`Fault`] on every rank, where one has it: a communicator of another size, plans that differ, a source or a target of another
/// length than its placement says, and a rank that ends or does not answer in time. The target is lost then.
pub fn redistribute_into<T: Element>(
    plan: &Plan,
    engine: &mut impl Engine,
    source: &[T],
    target: Vec<T>,
    buffers: &mut Buffers<T>,
) -> Result<Vec<T>, Fault> {
    run(plan, engine, source, Some(target), buffers)
}

/// [`redistribute()`] with at most `in_flight` elements on their way at a time, and at least one in each piece.
///
/// # Errors
///
/// A [`Fault`] on every rank, where one has it: a communicator of another size, plans that differ, a source of another length than its
/// placement says, and a rank that ends or does not answer in time.
pub fn redistribute_in_pieces<T: Element>(
    plan: &Plan,
    engine: &mut impl Engine,
    source: &[T],
    in_flight: usize,
) -> Result<Vec<T>, Fault> {
    run(plan, engine, source, None, &mut Buffers::new(in_flight))
}

fn run<T: Element>(
    plan: &Plan,
    engine: &mut impl Engine,
    source: &[T],
    mut into: Option<Vec<T>>,
    buffers: &mut Buffers<T>,
) -> Result<Vec<T>, Fault> {
    let rank = engine.rank();
    let mut lengths = vec![(source.len(), plan.source().local_size(rank))];
    if let Some(into) = &into {
        lengths.push((into.len(), plan.target().local_size(rank)));
    }
    let last = plan.steps().len() - 1;
    let mut held: Option<Vec<T>> = None;
    for (number, step) in plan.steps().iter().enumerate() {
        let target = step.target();
        let mut part = match into.take_if(|_| number == last) {
            Some(mut part) => {
                if step.adds() || !target.is_whole(rank) {
                    part.fill(T::default());
                }
                part
            }
            None => vec![T::default(); target.local_size(rank)],
        };
        let in_flight = buffers.in_flight;
        let source = held.as_deref().unwrap_or(source);
        let mut exchange = Exchange::new(step, [rank, engine.size()], source, &mut part, buffers);
        if number == 0 {
            agreed::<T>(plan, engine, &lengths, in_flight, &mut || exchange.advance())?;
        }
        exchange.run(engine)?;
        held = Some(part);
    }
    engine.agree(1)?;
    Ok(held.unwrap_or_default())
}

/// Returns when all ranks have the same plan, and memories of the lengths that it needs, each given with the one that it should have. Where this rank's are
/// right, it does other work meanwhile.
pub(crate) fn agreed<T>(
    plan: &Plan,
    engine: &mut impl Engine,
    lengths: &[(usize, usize)],
    in_flight: usize,
    meanwhile: &mut dyn FnMut() -> bool,
) -> Result<(), Fault> {
    let (rank, ranks, devices) = (engine.rank(), engine.size(), plan.devices());
    let own = match lengths.iter().find(|(elements, expected)| elements != expected) {
        _ if ranks != devices => Err(Fault::Size { ranks, devices }),
        Some(&(elements, expected)) => Err(Fault::Length { rank, elements, expected }),
        None => Ok(()),
    };
    // 0 is a fault; a word of the plan is none.
    let word = if own.is_ok() { fingerprint::<T>(plan, in_flight) | 1 } else { 0 };
    let (least, greatest) = engine.agree_meanwhile(word, &mut || own.is_ok() && meanwhile())?;
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

/// Elements of a message, or of what stays, that follow each other.
struct Part {
    peer: usize,
    transfers: Rc<Vec<Transfer>>,
    elements: Range<i64>,
}

impl Part {
    fn new(peer: usize, transfers: Vec<Transfer>) -> Self {
        let elements = 0..transfers.iter().map(Transfer::elements).sum();
        Part { peer, transfers: Rc::new(transfers), elements }
    }

    /// Takes at most `most` elements off the front.
    fn take(&mut self, most: i64) -> Self {
        let Range { start, end } = self.elements;
        let middle = start.saturating_add(most).min(end);
        self.elements.start = middle;
        let transfers = Rc::clone(&self.transfers);
        Part { peer: self.peer, transfers, elements: start..middle }
    }

    fn len(&self) -> usize {
        usize::try_from(self.elements.end - self.elements.start).unwrap_or(0)
    }

    /// Copies the elements, or adds them to what is there. Either slice may be the elements of the part alone, without gaps.
    fn copy<T: Element>(&self, source: Memory<&[T]>, target: Memory<&mut [T]>, adds: bool) {
        let begin = self.elements.start;
        let origin = [begin * i64::from(source.0), begin * i64::from(target.0)];
        let (source, target) = (source.1, target.1);
        let count = self.elements.end - begin;
        visit(&self.transfers, begin, count, &mut |run| match (
            places(&run, 0, origin[0]),
            places(&run, 1, origin[1]),
        ) {
            ((from, 1), (to, 1)) if !adds => target[to].copy_from_slice(&source[from]),
            ((from, over), (to, step)) => {
                let from = source[from].iter().step_by(over);
                for (place, element) in target[to].iter_mut().step_by(step).zip(from) {
                    *place = if adds { place.plus(*element) } else { *element };
                }
            }
        });
    }
}

/// Memory of a rank, or, if true, that of the elements of a part alone.
struct Memory<S>(bool, S);

/// The places of a run from the first one to the last, counted from an origin, and the step between them.
fn places(run: &Run, side: usize, origin: i64) -> (Range<usize>, usize) {
    let (first, step) = (run.first[side] - origin, if run.extent > 1 { run.step[side] } else { 1 });
    (index(first)..index(first + (run.extent - 1) * step + 1), index(step))
}

fn index(place: i64) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// The pieces of the messages that a rank sends, or of those that it receives: in turn one of each message. So both ranks of a message have its pieces
/// in the same order, and the first piece that is not done is on its way on both.
struct Pieces {
    rest: VecDeque<Part>,
    most: i64,
}

impl Iterator for Pieces {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let mut rest = self.rest.pop_front()?;
        let piece = rest.take(self.most);
        if !rest.elements.is_empty() {
            self.rest.push_back(rest);
        }
        Some(piece)
    }
}

/// The messages that a rank sends, and those that it receives, in the order of rounds, with transfers between its memory and their elements.
fn sides(step: &Step, rank: usize, ranks: usize) -> [VecDeque<Part>; 2] {
    let mut sides = [VecDeque::new(), VecDeque::new()];
    for (send, receive) in rounds(step, rank, ranks) {
        if let Some(message) = send {
            sides[0].push_back(Part::new(message.target, packed(&message.transfers(), 0)));
        }
        if let Some(message) = receive {
            sides[1].push_back(Part::new(message.source, packed(&message.transfers(), 1)));
        }
    }
    sides
}

/// A piece on its way.
enum Piece {
    Sent,
    /// The number of those that are received before it.
    Received(usize, Part),
}

/// The messages of a step on a rank.
struct Exchange<'a, T> {
    source: &'a [T],
    target: &'a mut [T],
    adds: bool,
    sends: Pieces,
    receives: Pieces,
    /// The part of what stays that is still to be copied.
    stays: Option<Part>,
    /// The pieces that are packed, with the rank that each is for.
    packed: VecDeque<(usize, Vec<T>)>,
    /// The number of pieces that are being sent.
    sending: usize,
    buffers: &'a mut Buffers<T>,
}

impl<'a, T: Element> Exchange<'a, T> {
    fn new(
        step: &Step,
        [rank, ranks]: [usize; 2],
        source: &'a [T],
        target: &'a mut [T],
        buffers: &'a mut Buffers<T>,
    ) -> Self {
        let most = number(buffers.in_flight / (2 * WINDOW)).max(1);
        let [sends, receives] = sides(step, rank, ranks).map(|rest| Pieces { rest, most });
        let stays = step.stays(rank).map(|message| Part::new(rank, message.transfers()));
        let (adds, packed) = (step.adds(), VecDeque::new());
        Exchange { source, target, adds, sends, receives, stays, packed, sending: 0, buffers }
    }

    /// Does some of the work that needs nothing of other ranks, and returns true if there was any.
    fn advance(&mut self) -> bool {
        self.pack() || self.copy_own()
    }

    /// Packs the next piece, if there is one and a place for it.
    fn pack(&mut self) -> bool {
        if self.sending + self.packed.len() == WINDOW {
            return false;
        }
        let Some(piece) = self.sends.next() else { return false };
        let mut out = self.buffers.take(piece.len());
        piece.copy(Memory(false, self.source), Memory(true, &mut out), false);
        self.packed.push_back((piece.peer, out));
        true
    }

    /// Copies some of what stays.
    fn copy_own(&mut self) -> bool {
        match &mut self.stays {
            Some(own) if !own.elements.is_empty() => {
                let part = own.take(GRAIN);
                part.copy(Memory(false, self.source), Memory(false, self.target), false);
                true
            }
            _ => false,
        }
    }

    /// Moves all pieces.
    fn run(mut self, engine: &mut impl Engine) -> Result<(), Fault> {
        let (mut requests, mut pieces) = (Vec::new(), Vec::new());
        // The pieces that are received or were, and those that are where they belong; between them those that arrived, by number.
        let (mut received, mut unpacked, mut arrived) = (0, 0, BTreeMap::new());
        loop {
            while received - unpacked < WINDOW
                && let Some(piece) = self.receives.next()
            {
                requests.push(engine.receive(piece.peer, self.buffers.take(piece.len()))?);
                pieces.push(Piece::Received(received, piece));
                received += 1;
            }
            while !self.packed.is_empty() || self.pack() {
                while let Some((peer, out)) = self.packed.pop_front() {
                    requests.push(engine.send(peer, out)?);
                    pieces.push(Piece::Sent);
                    self.sending += 1;
                }
            }
            if requests.is_empty() {
                break;
            }
            let (at, elements) = engine.wait_any(&mut requests, &mut || self.advance())?;
            match pieces.remove(at) {
                Piece::Sent => {
                    self.sending -= 1;
                    self.buffers.free.push(elements);
                }
                Piece::Received(number, piece) => _ = arrived.insert(number, (piece, elements)),
            }
            // Summands are added in their order, to what stays.
            while let Some(first) = arrived.first_entry()
                && (!self.adds || *first.key() == unpacked)
            {
                while self.adds && self.copy_own() {}
                let (piece, elements) = first.remove();
                piece.copy(Memory(true, &elements), Memory(false, self.target), self.adds);
                self.buffers.free.push(elements);
                unpacked += 1;
            }
        }
        while self.copy_own() {}
        Ok(())
    }
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

/// The transfers between the memory of one side of a message and all of its elements without gaps.
pub(crate) fn packed(transfers: &[Transfer], side: usize) -> Vec<Transfer> {
    let (mut begin, mut all) = (0, transfers.to_vec());
    for Transfer { first, digits } in &mut all {
        first[1 - side] = begin;
        let mut product = 1;
        for (extent, steps) in &mut *digits {
            steps[1 - side] = product;
            product *= *extent;
        }
        merge(digits);
        begin += product;
    }
    all
}

fn number(extent: usize) -> i64 {
    i64::try_from(extent).unwrap_or(i64::MAX)
}
