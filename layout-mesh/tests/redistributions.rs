//! Random pairs of placements, simulated element by element. The oracle places each element by lists of coordinates, and has nothing
//! of the planner: no digits, no sections.
//!
//! `PAIRS=10000 SEED=7 cargo test --release -p layout-mesh --test redistributions` runs more pairs than CI, and others.

mod random;

use std::collections::{BTreeMap, BTreeSet};

use layout_mesh::{Cut, Mesh, Placement, Plan, Step};
use random::Random;

/// A placement as it was asked for, and what the oracle makes of it.
struct Spec {
    shape: Vec<usize>,
    mesh: Vec<usize>,
    first: usize,
    /// The use of each axis of the mesh.
    uses: Vec<Use>,
    /// The order in which the axes are used.
    order: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Use {
    Copy,
    Sum,
    Cut(usize, Cut),
}

fn random_cut(random: &mut Random, extent: usize, devices: usize) -> Cut {
    match random.below(11) {
        0 | 1 => Cut::Block,
        2 => Cut::Even,
        3 | 4 => Cut::Balanced,
        5 => Cut::Cyclic,
        6 => Cut::BlockCyclic(1 + random.below(5)),
        7 => Cut::Strided(1 + random.below(4)),
        8 => Cut::Shifted(random.below(devices + 2)),
        9 => {
            let mut rest = extent;
            let mut widths = Vec::new();
            while rest >= devices && widths.len() < 3 {
                let width = devices * (1 + random.below(rest / devices));
                widths.push(width);
                rest -= width;
            }
            Cut::Groups(widths)
        }
        _ => {
            let mut rest = extent;
            let mut pieces = Vec::new();
            while rest > 0 {
                let length = 1 + random.below(rest);
                pieces.push((length, random.below(devices)));
                rest -= length;
            }
            Cut::Pieces(pieces)
        }
    }
}

fn random_spec(random: &mut Random, shape: &[usize], sums: Option<(&Spec, bool)>) -> Spec {
    let axes = 1 + random.below(3);
    let mut mesh: Vec<usize> = (0..axes).map(|_| 1 + random.below(4)).collect();
    let mut first = if random.one_in(4) { random.below(5) } else { 0 };
    let mut uses: Vec<Use> = mesh
        .iter()
        .map(|&devices| match random.below(10) {
            0 | 1 => Use::Copy,
            2 if sums.is_none() => Use::Sum,
            _ => {
                let dimension = random.below(shape.len());
                Use::Cut(dimension, random_cut(random, shape[dimension], devices))
            }
        })
        .collect();
    // A target with the same summands as the source.
    if let Some((source, true)) = sums {
        mesh.clone_from(&source.mesh);
        first = source.first;
        uses = source.uses.clone();
        for used in &mut uses {
            if !matches!(used, Use::Sum) && random.one_in(2) {
                *used = Use::Copy;
            }
        }
    }
    let mut order: Vec<usize> = (0..mesh.len()).collect();
    if random.one_in(2) {
        order.reverse();
    }
    Spec { shape: shape.to_vec(), mesh, first, uses, order }
}

const NAMES: [&str; 3] = ["x", "y", "z"];

impl Spec {
    fn placement(&self) -> Result<Placement, layout_mesh::Error> {
        let axes: Vec<_> = NAMES.iter().copied().zip(self.mesh.iter().copied()).collect();
        let mesh = Mesh::new(&axes)?.starting_at(self.first)?;
        let mut placement = Placement::replicated(&mesh, &self.shape)?;
        for &axis in &self.order {
            placement = match &self.uses[axis] {
                Use::Copy => placement,
                Use::Sum => placement.partial(NAMES[axis])?,
                Use::Cut(dimension, cut) => {
                    placement.shard(*dimension, NAMES[axis], cut.clone())?
                }
            };
        }
        Ok(placement)
    }

    fn devices(&self) -> usize {
        self.first + self.mesh.iter().product::<usize>()
    }

    /// The coordinates of each dimension that a rank holds, in the order of its memory, and its summand.
    fn holding(&self, rank: usize) -> Option<(Vec<Vec<usize>>, Vec<usize>)> {
        let mut rest = rank.checked_sub(self.first)?;
        let mut at = vec![0; self.mesh.len()];
        for axis in (0..self.mesh.len()).rev() {
            at[axis] = rest % self.mesh[axis];
            rest /= self.mesh[axis];
        }
        if rest > 0 {
            return None;
        }
        let mut lists: Vec<Vec<usize>> =
            self.shape.iter().map(|&extent| (0..extent).collect()).collect();
        let mut summand = Vec::new();
        for &axis in &self.order {
            if let Use::Cut(dimension, cut) = &self.uses[axis] {
                lists[*dimension] = taken(&lists[*dimension], cut, at[axis], self.mesh[axis]);
            }
        }
        for (axis, used) in self.uses.iter().enumerate() {
            if matches!(used, Use::Sum) {
                summand.push(at[axis]);
            }
        }
        Some((lists, summand))
    }

    /// The elements of a rank, in the order of its memory: numbers of elements of the tensor.
    fn memory(&self, rank: usize) -> Vec<usize> {
        let Some((lists, _)) = self.holding(rank) else { return Vec::new() };
        let mut memory = vec![0];
        for (list, extent) in lists.iter().zip(&self.shape) {
            memory = memory
                .iter()
                .flat_map(|&outer| list.iter().map(move |&at| outer * extent + at))
                .collect();
        }
        memory
    }

    fn summand(&self, rank: usize) -> Vec<usize> {
        self.holding(rank).map(|(_, summand)| summand).unwrap_or_default()
    }
}

/// The elements of a list that a device takes.
fn taken(list: &[usize], cut: &Cut, device: usize, devices: usize) -> Vec<usize> {
    // A part that has nothing is not cut again.
    if list.is_empty() {
        return Vec::new();
    }
    let n = list.len();
    let chunk = |list: &[usize], count: usize, at: usize| -> Vec<usize> {
        let size = list.len().div_ceil(count).max(1);
        list.chunks(size).nth(at).unwrap_or(&[]).to_vec()
    };
    let mine = |is: &dyn Fn(usize) -> bool| {
        list.iter().enumerate().filter(|(i, _)| is(*i)).map(|(_, &at)| at).collect::<Vec<_>>()
    };
    match cut {
        Cut::Block | Cut::Even => chunk(list, devices, device),
        Cut::Balanced => {
            let first = |k: usize| k * (n / devices) + k.min(n % devices);
            list[first(device)..first(device + 1)].to_vec()
        }
        Cut::Cyclic => mine(&|i| i % devices == device),
        Cut::BlockCyclic(block) => mine(&|i| i / block % devices == device),
        Cut::Strided(factor) => {
            let size = n.div_ceil(*factor).max(1);
            list.chunks(size).flat_map(|part| chunk(part, devices, device)).collect()
        }
        Cut::Shifted(shift) => chunk(list, devices, (device + devices - shift % devices) % devices),
        Cut::Groups(widths) => {
            let mut rest = list;
            let mut all = Vec::new();
            for &width in widths {
                let (group, later) = rest.split_at(width);
                all.extend(chunk(group, devices, device));
                rest = later;
            }
            all
        }
        Cut::Pieces(pieces) => {
            let mut rest = list;
            let mut all = Vec::new();
            for &(length, of) in pieces {
                let (piece, later) = rest.split_at(length);
                if of == device {
                    all.extend_from_slice(piece);
                }
                rest = later;
            }
            all
        }
        cut => unreachable!("{cut} is not generated"),
    }
}

/// The value of a summand of an element; the summands of an element add up to no other element's sum.
fn value(element: usize, summand: &[usize]) -> i64 {
    let mix = summand.iter().fold(7usize, |mix, at| mix * 31 + at);
    (element * 1_000 + mix) as i64
}

/// Runs a step on all memories, and checks that both ends of each message know it and that nothing but targets is written.
fn run(step: &Step, memories: &[Vec<i64>], moved: &mut i64) -> Vec<Vec<i64>> {
    let ranks = memories.len();
    let mut after: Vec<Vec<i64>> =
        (0..ranks).map(|rank| vec![0; step.target().local_size(rank)]).collect();
    let mut writes: Vec<Vec<usize>> = after.iter().map(|part| vec![0; part.len()]).collect();
    let mut sent = BTreeMap::new();
    for rank in 0..ranks {
        for message in step.sends(rank) {
            assert!(
                sent.insert((rank, message.target), message.clone()).is_none(),
                "one message a pair"
            );
            *moved += message.elements();
        }
    }
    for rank in 0..ranks {
        for message in step.receives(rank) {
            let other = sent.remove(&(message.source, rank));
            assert_eq!(other.as_ref(), Some(&message), "both ends know the same message");
            sent.insert((message.source, rank), message);
        }
    }
    let received: usize = (0..ranks).map(|rank| step.receives(rank).len()).sum();
    assert_eq!(received, sent.len(), "each message is received");
    let stays = (0..ranks).filter_map(|rank| step.stays(rank));
    for message in sent.into_values().chain(stays) {
        let mut count = 0;
        for transfer in message.transfers() {
            let source = transfer.source_layout().expect("a layout").numbers().expect("numbers");
            let target = transfer.target_layout().expect("a layout").numbers().expect("numbers");
            count += transfer.elements();
            for (from, to) in source.offsets().zip(target.offsets()) {
                let from = usize::try_from(transfer.first[0] + from).expect("a place");
                let to = usize::try_from(transfer.first[1] + to).expect("a place");
                after[message.target][to] += memories[message.source][from];
                writes[message.target][to] += 1;
            }
        }
        assert_eq!(count, message.elements());
    }
    let times = if step.adds() { step.source().summands() } else { 1 };
    assert!(
        writes.iter().flatten().all(|count| *count == times),
        "each place is written {times} times"
    );
    after
}

#[derive(Default, Debug)]
struct Counts {
    pairs: usize,
    messages_of_sums: usize,
    with_copies: usize,
    uneven: usize,
    other_meshes: usize,
    refused: usize,
    above_bound: usize,
}

fn pair(random: &mut Random, counts: &mut Counts) {
    let dimensions = 1 + random.below(3);
    let most = [60, 12, 7][dimensions - 1];
    let shape: Vec<usize> = (0..dimensions).map(|_| 1 + random.below(most)).collect();
    let source = random_spec(random, &shape, None);
    let same_sums = source.uses.iter().any(|used| matches!(used, Use::Sum)) && random.one_in(3);
    let target = random_spec(random, &shape, Some((&source, same_sums)));
    let (Ok(a), Ok(b)) = (source.placement(), target.placement()) else {
        counts.refused += 1;
        return;
    };
    let context = format!("{a}\n{b}");
    let node = if random.one_in(2) { Some(1 + random.below(4)) } else { None };
    let plan = Plan::with_nodes(&a, &b, node).unwrap_or_else(|error| panic!("{context}\n{error}"));

    // The memories before and after, as the oracle has them.
    let ranks = source.devices().max(target.devices());
    assert_eq!(ranks, plan.devices());
    let all_sums: BTreeSet<Vec<usize>> =
        (source.first..source.devices()).map(|rank| source.summand(rank)).collect();
    let memory = |spec: &Spec, rank: usize, sums: bool| -> Vec<i64> {
        let summand = spec.summand(rank);
        let each = |element: &usize| match sums {
            false => value(*element, &summand),
            true => all_sums.iter().map(|summand| value(*element, summand)).sum(),
        };
        spec.memory(rank).iter().map(each).collect()
    };
    let before: Vec<Vec<i64>> = (0..ranks).map(|rank| memory(&source, rank, false)).collect();
    for (rank, part) in before.iter().enumerate() {
        assert_eq!(a.local_size(rank), part.len(), "{context}");
    }
    let adds = all_sums.len() > 1 && !same_sums;
    let mut moved = 0;
    let after = plan.steps().iter().fold(before, |before, step| run(step, &before, &mut moved));
    for (rank, part) in after.iter().enumerate() {
        assert_eq!(*part, memory(&target, rank, !same_sums), "rank {rank}\n{context}");
    }

    // The least elements that any plan moves.
    let elements: usize = shape.iter().product();
    let mut holders: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); elements];
    let mut targets: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); elements];
    for rank in 0..ranks {
        source.memory(rank).iter().for_each(|at| _ = holders[*at].insert(rank));
        target.memory(rank).iter().for_each(|at| _ = targets[*at].insert(rank));
    }
    let least = |at: usize| -> usize {
        let (holders, targets) = (&holders[at], &targets[at]);
        if adds {
            // A tree: each summand is joined to the rest, and each copy reached; one of both is where the tree begins.
            let overlap = usize::from(!holders.is_disjoint(targets));
            return all_sums.len() + targets.len() - 1 - overlap;
        }
        let is_there = |rank: &&usize| {
            let is_same = !same_sums || source.summand(**rank) == target.summand(**rank);
            !(holders.contains(rank) && is_same)
        };
        targets.iter().filter(is_there).count()
    };
    let bound: usize = (0..elements).map(least).sum();
    let bound = i64::try_from(bound).expect("it is small");
    assert_eq!(moved, plan.moved(), "{context}");
    assert!(moved >= bound, "{moved} {bound}\n{context}");
    if moved > bound {
        // Only where some of the copies that share the sums hold no summand.
        assert!(
            adds && targets.iter().any(|targets| targets.len() > 1),
            "{moved} {bound}\n{context}"
        );
        counts.above_bound += 1;
    }
    let traffic = plan.traffic();
    if let Some(node) = node {
        let sends = |step: &Step| (0..ranks).flat_map(|rank| step.sends(rank)).collect::<Vec<_>>();
        let inside = plan.steps().iter().flat_map(sends);
        let inside = inside.filter(|message| message.source / node == message.target / node);
        assert_eq!(
            inside.map(|message| message.elements()).sum::<i64>(),
            traffic.inside,
            "{context}"
        );
    }
    counts.pairs += 1;
    counts.messages_of_sums += usize::from(adds);
    counts.with_copies += usize::from(a.copies() > 1 || b.copies() > 1);
    counts.other_meshes += usize::from(source.mesh != target.mesh || source.first != target.first);
    let sizes = |placement: &Placement| {
        (0..placement.devices())
            .map(|rank| placement.local_size(rank))
            .filter(|size| *size > 0)
            .collect::<BTreeSet<_>>()
            .len()
    };
    counts.uneven += usize::from(sizes(&a) > 1 || sizes(&b) > 1);
}

#[test]
fn random_redistributions_move_each_element_to_its_places_and_no_more_than_the_least() {
    let pairs = std::env::var("PAIRS").ok().and_then(|pairs| pairs.parse().ok()).unwrap_or(600);
    let mut counts = Counts::default();
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut random = Random(seed);
    while counts.pairs < pairs {
        pair(&mut random, &mut counts);
    }
    println!("{counts:?}");
    assert!(
        counts.with_copies * 5 > pairs
            && counts.uneven * 4 > pairs
            && counts.messages_of_sums * 12 > pairs
    );
    assert!(counts.above_bound * 20 < pairs);
}
