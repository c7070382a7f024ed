//! `Plan`: who sends what to whom, so that a tensor of one placement has another one.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Deref;

use crate::collective::{Collective, collective};
use crate::limits::MAX_SECTIONS;
use crate::message::Message;
use crate::placement::{Holding, Placement, as_i64};
use crate::section::{SOURCE_DEVICE, Section, TARGET_DEVICE, intersect, size};
use crate::{Error, ErrorKind};

/// A redistribution of a tensor, in one step, or in two where sums become copies.
///
/// A plan has the sections of each dimension that both placements see as layouts. Messages are computed from them when they
/// are asked for, those of one rank at a time: a plan for 65,536 devices is no larger than one for 8.
///
/// ```
/// use layout_mesh::{Collective, Cut, Mesh, Placement, Plan};
/// let mesh = Mesh::new(&[("x", 4)])?;
/// let whole = Placement::replicated(&mesh, &[8, 12])?;
/// let rows = whole.clone().shard(0, "x", Cut::Block)?;
/// let columns = whole.clone().shard(1, "x", Cut::Block)?;
///
/// let plan = Plan::of(&rows, &columns)?;
/// assert_eq!(plan.collective(), Collective::AllToAll);
/// assert_eq!((plan.moved(), plan.kept()), (72, 24));
///
/// let message = &plan.steps()[0].sends(1)[0];
/// assert_eq!((message.source, message.target), (1, 0));
/// // Two rows of three columns: 12 elements apart at the source, and 3 at the target.
/// let transfer = &message.transfers()[0];
/// assert_eq!(transfer.source_layout()?.to_string(), "(3,2):(1,12)");
/// assert_eq!(transfer.target_layout()?.to_string(), "(3,2):(1,3)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    #[doc(hidden)]
    pub steps: Cow<'static, [Step]>,
}

/// One exchange of messages.
#[derive(Clone, Debug)]
pub struct Step {
    #[doc(hidden)]
    pub source: Placement,
    #[doc(hidden)]
    pub target: Placement,
    /// The sections by dimension.
    #[doc(hidden)]
    pub sections: Cow<'static, [Cow<'static, [Section]>]>,
    #[doc(hidden)]
    pub node: Option<usize>,
}

/// Elements by how far they go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Elements that stay on their device.
    pub kept: i64,
    /// Elements that go to another device of the same node; of a plan without nodes, all that move.
    pub inside: i64,
    /// Elements that go to another node.
    pub between: i64,
}

impl Traffic {
    /// Elements that go to another device.
    const fn moved(self) -> i64 {
        self.inside + self.between
    }
}

impl Plan {
    /// The plan from one placement to another. The meshes may be different ones; ranks are those of one communicator.
    ///
    /// A rank that has one of the copies of an element keeps it; the others receive it from their group of copies, or in turn. Sums
    /// become copies in two steps, a reduce-scatter to an owner of each element and an all-gather, where fewer elements move so.
    ///
    /// # Errors
    ///
    /// Different shapes, a target that is a sum of other summands than the source, and more than [`MAX_SECTIONS`] sections.
    pub fn of(source: &Placement, target: &Placement) -> Result<Self, Error> {
        Plan::with_nodes(source, target, None)
    }

    /// The plan for nodes of `node` consecutive ranks: of the copies of an element, one in the same node is preferred.
    ///
    /// # Errors
    ///
    /// A node without ranks, different shapes, a target that is a sum of other summands than the source, and more than [`MAX_SECTIONS`]
    /// sections.
    pub fn with_nodes(
        source: &Placement,
        target: &Placement,
        node: Option<usize>,
    ) -> Result<Self, Error> {
        if node == Some(0) {
            return Err(ErrorKind::Zero("number of ranks of a node").into());
        }
        if source.shape() != target.shape() {
            let (source, target) = (source.shape().to_vec(), target.shape().to_vec());
            return Err(ErrorKind::Shapes { source, target }.into());
        }
        if !target.sums.is_empty() && target.sums != source.sums {
            let (source, target) = (source.summands(), target.summands());
            return Err(ErrorKind::SumNeverAdded { source, target }.into());
        }
        let direct = Step::new(source, target, node)?;
        if direct.adds() && target.copies() > 1 {
            let owners = target.owners(source)?;
            let steps = vec![Step::new(source, &owners, node)?, Step::new(&owners, target, node)?];
            if steps.iter().map(Step::moved).sum::<i64>() < direct.moved() {
                return Ok(Plan { steps: steps.into() });
            }
        }
        Ok(Plan { steps: vec![direct].into() })
    }

    /// The exchanges between ranks, one after the other.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The placement of the tensor before the plan runs.
    pub fn source(&self) -> &Placement {
        &self.steps[0].source
    }

    /// The placement of the tensor after the plan has run.
    pub fn target(&self) -> &Placement {
        &self.steps[self.steps.len() - 1].target
    }

    /// The number of ranks that the plan speaks of.
    pub fn devices(&self) -> usize {
        self.source().devices().max(self.target().devices())
    }

    /// The ranks of a node, if the plan knows.
    pub fn node(&self) -> Option<usize> {
        self.steps[0].node
    }

    /// The elements that stay, and those that move inside of nodes and between them.
    ///
    /// The cost is a function of the devices, and not of the messages.
    pub fn traffic(&self) -> Traffic {
        let mut sum = Traffic::default();
        for Traffic { kept, inside, between } in self.steps.iter().map(Step::traffic) {
            sum.kept += kept;
            sum.inside += inside;
            sum.between += between;
        }
        sum
    }

    /// The elements that go from a device to another one.
    pub fn moved(&self) -> i64 {
        self.traffic().moved()
    }

    /// The elements that stay on their device.
    pub fn kept(&self) -> i64 {
        self.traffic().kept
    }

    /// The collective operation that the plan is.
    pub fn collective(&self) -> Collective {
        let steps: Vec<Collective> = self.steps.iter().map(collective).collect();
        match steps.as_slice() {
            [Collective::ReduceScatter, Collective::AllGather] => Collective::AllReduce,
            [Collective::Reduce, Collective::Broadcast] => Collective::AllReduce,
            [one] => *one,
            _ => Collective::SendReceive,
        }
    }

    /// The most elements that a rank holds at a time besides what is in flight: its part before and after a step.
    pub fn memory(&self, rank: usize) -> usize {
        let held = |step: &Step| step.source.local_size(rank) + step.target.local_size(rank);
        self.steps.iter().map(held).max().unwrap_or(0)
    }
}

/// A plan that was made while the program compiled, by `redistribute!` of `layout-mesh`.
///
/// A static plan is a [`Plan`] in the program's constants, and a reference to it is one to the plan, for engines and everything else. Its
/// numbers are constants, so that a program can insist on them.
///
/// ```
/// use layout_mesh::{Collective, StaticPlan, redistribute};
/// const ROWS_TO_COLUMNS: StaticPlan =
///     redistribute!((2,4):(1@device,1@place) -> (2,(2,2)):(2@place,(1@place,1@device)));
/// const _: () = assert!(ROWS_TO_COLUMNS.moved() == 4 && ROWS_TO_COLUMNS.kept() == 4);
/// assert_eq!(ROWS_TO_COLUMNS.collective(), Collective::AllToAll);
/// // As of any plan, the messages of a rank.
/// assert_eq!(ROWS_TO_COLUMNS.steps()[0].sends(0)[0].elements(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StaticPlan {
    #[doc(hidden)]
    pub plan: &'static Plan,
    #[doc(hidden)]
    pub traffic: Traffic,
    #[doc(hidden)]
    pub collective: Collective,
}

impl StaticPlan {
    /// The plan.
    pub const fn plan(&self) -> &'static Plan {
        self.plan
    }

    /// The elements that stay, and those that move inside of nodes and between them.
    pub const fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// The elements that go from a device to another one.
    pub const fn moved(&self) -> i64 {
        self.traffic.moved()
    }

    /// The elements that stay on their device.
    pub const fn kept(&self) -> i64 {
        self.traffic.kept
    }

    /// The collective operation that the plan is.
    pub const fn collective(&self) -> Collective {
        self.collective
    }
}

impl Deref for StaticPlan {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        self.plan
    }
}

impl Step {
    fn new(source: &Placement, target: &Placement, node: Option<usize>) -> Result<Self, Error> {
        let mut sections = Vec::new();
        for (dimension, (from, to)) in source.axes.iter().zip(&*target.axes).enumerate() {
            let along = intersect(from, to);
            if along.len() > MAX_SECTIONS {
                return Err(ErrorKind::TooManySections { dimension }.into());
            }
            sections.push(along.into());
        }
        let (source, target, sections) = (source.clone(), target.clone(), sections.into());
        Ok(Step { source, target, sections, node })
    }

    /// The placement before the step.
    pub fn source(&self) -> &Placement {
        &self.source
    }

    /// The placement after the step.
    pub fn target(&self) -> &Placement {
        &self.target
    }

    /// True if elements that arrive are added to each other.
    pub fn adds(&self) -> bool {
        !self.source.sums.is_empty() && self.target.sums.is_empty()
    }

    /// The sections, by dimension.
    pub(crate) fn sections(&self) -> &[Cow<'static, [Section]>] {
        &self.sections
    }

    /// The messages that a rank sends to others, by rank.
    pub fn sends(&self, rank: usize) -> Vec<Message> {
        let mut messages = self.outgoing(rank);
        messages.retain(Message::moves);
        messages
    }

    /// The messages that a rank receives from others, by rank.
    pub fn receives(&self, rank: usize) -> Vec<Message> {
        let mut messages = self.incoming(rank);
        messages.retain(Message::moves);
        messages
    }

    /// The elements of a rank that stay on it.
    pub fn stays(&self, rank: usize) -> Option<Message> {
        let (source, target) = (self.source.holding(rank)?, self.target.holding(rank)?);
        if !self.adds() && source.sum != target.sum {
            return None;
        }
        self.message(&source, &target, self.between(&source, &target).iter())
    }

    fn outgoing(&self, rank: usize) -> Vec<Message> {
        let Some(source) = self.source.holding(rank) else { return Vec::new() };
        let mut messages = Vec::new();
        for peer in products(&groups(&self.peers(&source, Side::Source))) {
            let sum = self.summand(source.sum);
            let mut target = Holding { parts: peer.parts(), copy: 0, sum };
            for copy in 0..self.target.copies() {
                target.copy = copy;
                if self.chosen(&source, &target) == source.copy {
                    messages.extend(self.message(&source, &target, peer.sections()));
                }
            }
        }
        messages.sort_by_key(Message::ranks);
        messages
    }

    fn incoming(&self, rank: usize) -> Vec<Message> {
        let Some(target) = self.target.holding(rank) else { return Vec::new() };
        let mut messages = Vec::new();
        for peer in products(&groups(&self.peers(&target, Side::Target))) {
            let sums =
                if self.adds() { 0..self.source.summands() } else { target.sum..target.sum + 1 };
            for sum in sums {
                let mut source = Holding { parts: peer.parts(), copy: 0, sum };
                source.copy = self.chosen(&source, &target);
                messages.extend(self.message(&source, &target, peer.sections()));
            }
        }
        messages.sort_by_key(Message::ranks);
        messages
    }

    /// The summand of the target that one of the source is for.
    fn summand(&self, sum: usize) -> usize {
        if self.adds() { 0 } else { sum }
    }

    /// The sections of each dimension that parts of the other side share with the part of one side, each with the number of the other part, in
    /// their order. Each section is looked at once, however many peers there are.
    fn peers(&self, holding: &Holding, side: Side) -> Vec<Vec<(usize, Section)>> {
        let (own, other, axis) = match side {
            Side::Source => (&self.source, &self.target, TARGET_DEVICE),
            Side::Target => (&self.target, &self.source, SOURCE_DEVICE),
        };
        let mut all = Vec::new();
        for (dimension, sections) in self.sections.iter().enumerate() {
            let device = Some(own.part_device(dimension, holding.parts[dimension]));
            let (source, target) = match side {
                Side::Source => (device, None),
                Side::Target => (None, device),
            };
            let mut peers = Vec::new();
            for section in sections.iter() {
                section.visit(source, target, &mut |part| {
                    peers.push((other.part_of(dimension, part.base[axis]), part));
                });
            }
            // Both ends have the sections of a peer in the same order.
            peers.sort_by_key(|(peer, _)| *peer);
            all.push(peers);
        }
        all
    }

    /// The devices of a dimension's parts on both sides.
    fn devices(&self, dimension: usize, source: &Holding, target: &Holding) -> [i64; 2] {
        [
            self.source.part_device(dimension, source.parts[dimension]),
            self.target.part_device(dimension, target.parts[dimension]),
        ]
    }

    /// The sections of each dimension that go from one part to another.
    fn between(&self, source: &Holding, target: &Holding) -> Vec<Vec<Section>> {
        let mut all = Vec::new();
        for (dimension, sections) in self.sections.iter().enumerate() {
            let [from, to] = self.devices(dimension, source, target);
            let mut parts = Vec::new();
            for section in sections.iter() {
                section.visit(Some(from), Some(to), &mut |part| parts.push(part));
            }
            all.push(parts);
        }
        all
    }

    fn message<'a, S: IntoIterator<Item = &'a Section>>(
        &self,
        source: &Holding,
        target: &Holding,
        sections: impl Iterator<Item = S>,
    ) -> Option<Message> {
        let strides = [&*self.source.strides(source), &*self.target.strides(target)];
        let (from, to) = (self.source.rank_of(source), self.target.rank_of(target));
        let message = Message::new(from, to, sections, strides);
        (message.elements() > 0).then_some(message)
    }

    /// The copy of the source from which a target receives parts: its own, one of its node, that of its group, or one in turn.
    fn chosen(&self, source: &Holding, target: &Holding) -> usize {
        let copies = self.source.copies();
        if copies == 1 {
            return 0;
        }
        let rank = self.target.rank_of(target);
        let group = match self.source.holding(rank) {
            Some(own) if own.is_copy_of(source) => return own.copy,
            Some(own) => Some(own.copy),
            None => None,
        };
        let rank_of = |copy| self.source.rank_of(&Holding { copy, ..source.clone() });
        // Neighbours in the order of the targets take neighbours in the order of the copies.
        let turn = rank + rank_of(0);
        let Some(node) = self.node else { return group.unwrap_or(turn % copies) };
        match group {
            Some(copy) if rank_of(copy) / node == rank / node => return copy,
            _ => {}
        }
        let mut near = self.near(rank);
        near.retain(|(_, holding)| holding.is_copy_of(source));
        match near.len() {
            0 => group.unwrap_or(turn % copies),
            count => near[turn % count].1.copy,
        }
    }

    /// The ranks of a rank's node that hold something of the source; without nodes, that rank alone.
    fn near(&self, rank: usize) -> Vec<(usize, Holding)> {
        let node = self.node.unwrap_or(1);
        let ranks = rank / node * node..(rank / node + 1) * node;
        ranks.filter_map(|rank| Some((rank, self.source.holding(rank)?))).collect()
    }

    /// The elements that go from a device to another one.
    pub(crate) fn moved(&self) -> i64 {
        self.traffic().moved()
    }

    fn traffic(&self) -> Traffic {
        let mut traffic = Traffic::default();
        let counts = self.sections.iter().map(Cow::as_ref).map(Counts::new).collect::<Vec<_>>();
        let summands = if self.adds() { as_i64(self.source.summands()) } else { 1 };
        for rank in 0..self.target.devices() {
            let Some(target) = self.target.holding(rank) else { continue };
            let mut between = self.target.held(rank) * summands;
            for (near, source) in self.near(rank) {
                let is_for = self.summand(source.sum) == target.sum;
                if !is_for || self.chosen(&source, &target) != source.copy {
                    continue;
                }
                let mut elements = 1;
                for (dimension, counts) in counts.iter().enumerate() {
                    elements *= counts.between(self.devices(dimension, &source, &target));
                }
                between -= elements;
                match near == rank {
                    true => traffic.kept += elements,
                    false => traffic.inside += elements,
                }
            }
            traffic.between += between;
        }
        if self.node.is_none() {
            (traffic.inside, traffic.between) = (traffic.between, 0);
        }
        traffic
    }
}

/// The sections that a peer shares along a dimension, each with its number.
type Group<'a> = &'a [(usize, Section)];

fn groups(peers: &[Vec<(usize, Section)>]) -> Vec<Vec<Group<'_>>> {
    peers.iter().map(|peers| peers.chunk_by(|a, b| a.0 == b.0).collect()).collect()
}

/// Peers that share elements along each dimension: one of each.
struct Product<'a>(Vec<Group<'a>>);

impl<'a> Product<'a> {
    fn parts(&self) -> Vec<usize> {
        self.0.iter().map(|group| group[0].0).collect()
    }

    fn sections(&self) -> impl Iterator<Item = impl Iterator<Item = &'a Section>> {
        self.0.iter().map(|group| group.iter().map(|(_, section)| section))
    }
}

/// The products of one peer of each dimension, the last dimension fastest.
fn products<'a>(groups: &[Vec<Group<'a>>]) -> impl Iterator<Item = Product<'a>> {
    let count: usize = groups.iter().map(Vec::len).product();
    (0..count).map(move |number| {
        let (mut product, mut rest) = (Vec::with_capacity(groups.len()), number);
        for groups in groups.iter().rev() {
            product.push(groups[rest % groups.len()]);
            rest /= groups.len();
        }
        product.reverse();
        Product(product)
    })
}

/// The coordinates of a dimension by the devices of both sides.
struct Counts<'a> {
    /// The number of coordinates by source and target device, of the sections that are on one device of each: these may be as many as the devices.
    fixed: HashMap<(i64, i64), i64>,
    /// The sections over several devices.
    others: Vec<&'a Section>,
}

impl<'a> Counts<'a> {
    fn new(sections: &'a [Section]) -> Self {
        let mut counts = Counts { fixed: HashMap::new(), others: Vec::new() };
        for section in sections {
            if section.stays() {
                let devices = (section.base[SOURCE_DEVICE], section.base[TARGET_DEVICE]);
                *counts.fixed.entry(devices).or_default() += size(&section.digits);
            } else {
                counts.others.push(section);
            }
        }
        counts
    }

    fn between(&self, [source, target]: [i64; 2]) -> i64 {
        let mut count = self.fixed.get(&(source, target)).copied().unwrap_or(0);
        for section in &self.others {
            section.visit(Some(source), Some(target), &mut |part| count += size(&part.digits));
        }
        count
    }
}

#[derive(Clone, Copy)]
enum Side {
    Source,
    Target,
}
