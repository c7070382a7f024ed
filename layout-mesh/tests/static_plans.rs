//! Plans that were made while this file compiled are those that are made when it runs.
//!
//! `WRITE=1 cargo test -p layout-mesh --test static_plans` writes the pairs again.

#[path = "static_plans/pairs.rs"]
mod pairs;
mod random;

use std::fmt::Write;
use std::time::Duration;

use layout_mesh::engine::{Engine, threads};
use layout_mesh::{
    Collective, Mesh, Placement, Plan, Role, StaticPlan, notation, redistribute,
    redistribute_in_pieces,
};
use pairs::PAIRS;
use random::Random;

/// A redistribution by its texts, and the plan that `redistribute!` made of them.
pub(crate) struct Pair {
    source: &'static str,
    target: &'static str,
    shape: &'static [usize],
    node: Option<usize>,
    plan: StaticPlan,
}

/// A layout of (device, place) whose modes of copies and summands have their names, as the language writes it.
fn placement(text: &str, shape: &[usize]) -> Placement {
    // A mode with a name is the last one.
    let mut roles = vec![Role::Dimension; shape.len()];
    roles.extend(text.contains("copy").then_some(Role::Copy));
    roles.extend(text.contains("sum").then_some(Role::Sum));
    let numbers = text.replace("copy: ", "").replace("sum: ", "");
    let layout: layout_algebra::Layout = numbers.parse().expect("a layout");
    Placement::from_layout(&layout.into(), &roles, Some(shape)).expect("a placement")
}

#[test]
fn plans_made_while_compiling_are_those_made_at_run_time() {
    let (mut moving, mut adding, mut devices) = (0, 0, 0);
    for Pair { source, target, shape, node, plan } in PAIRS {
        let (a, b) = (placement(source, shape), placement(target, shape));
        let made = Plan::with_nodes(&a, &b, *node).expect("a plan");
        // All that a plan is made of.
        assert_eq!(format!("{:?}", plan.plan()), format!("{made:?}"), "{source} -> {target}");
        assert_eq!((plan.traffic(), plan.collective()), (made.traffic(), made.collective()));
        assert_eq!((plan.moved(), plan.kept()), (made.moved(), made.kept()));
        moving += usize::from(plan.moved() > 0);
        adding += usize::from(plan.steps().iter().any(layout_mesh::Step::adds));
        devices = devices.max(plan.devices());
    }
    assert!(moving * 2 > PAIRS.len() && adding > 0 && devices >= 12, "{moving} {adding} {devices}");
}

#[test]
fn engines_run_plans_made_while_compiling() {
    for Pair { source, target, shape, plan, .. } in PAIRS.iter().step_by(5) {
        let (a, b) = (placement(source, shape), placement(target, shape));
        let parts = |placement: &Placement| {
            let size =
                |rank| if rank < placement.devices() { placement.local_size(rank) } else { 0 };
            let mut parts: Vec<Vec<i64>> =
                (0..plan.devices()).map(|rank| vec![0; size(rank)]).collect();
            for number in 0..shape.iter().product::<usize>() {
                let (mut rest, mut at) = (number, Vec::new());
                for extent in *shape {
                    at.push(rest % extent);
                    rest /= extent;
                }
                for copy in 0..placement.copies() {
                    for summand in 0..placement.summands() {
                        let (device, place) = placement.at(&at, copy, summand).expect("a place");
                        parts[device][place] = 1 + number as i64;
                    }
                }
            }
            parts
        };
        let (before, mut after) = (parts(&a), parts(&b));
        if b.summands() == 1 {
            let times = a.summands() as i64;
            after.iter_mut().flatten().for_each(|element| *element *= times);
        }
        // In one piece, and in pieces that end within runs.
        for in_flight in [usize::MAX, 24] {
            let ran = threads::run(plan.devices(), Duration::from_secs(20), |mut rank| {
                let part = &before[rank.rank()];
                redistribute_in_pieces(plan, &mut rank, part, in_flight)
            });
            let ran: Vec<Vec<i64>> = ran.into_iter().map(|part| part.expect("a part")).collect();
            assert_eq!(ran, after, "{source} -> {target}");
        }
    }
}

/// Placements of other libraries.
#[test]
fn texts_of_others_are_plans_while_compiling() {
    const GATHER: StaticPlan = redistribute!("Shard(0), Replicate()" -> "P(None, 'y')", mesh = (x = 4, y = 2), shape = (10, 8));
    let mesh = Mesh::new(&[("x", 4), ("y", 2)]).expect("a mesh");
    let of = |text| notation(text, &mesh, &[10, 8]).expect("it is one").expect("it is right");
    let made = Plan::of(&of("Shard(0), Replicate()"), &of("P(None, 'y')")).expect("a plan");
    assert_eq!(format!("{:?}", GATHER.plan()), format!("{made:?}"));
    assert_eq!(GATHER.source().to_string(), made.source().to_string());
    assert_eq!(GATHER.moved(), made.moved());
    const SUM: StaticPlan = redistribute!(
        "Partial(), _StridedShard(0, split_factor=2)" -> "Shard(1), Shard(0)", mesh = (x = 4, y = 2), shape = (8, 8),
        node = 4,
    );
    assert_eq!((SUM.steps().len(), SUM.node(), SUM.plan().node()), (1, Some(4), Some(4)));
}

#[test]
fn layouts_with_names_are_placements() {
    layout_runtime::layout! {
        struct Rows = ((2,4),8):((1@place,1@device),2@place);
        struct Columns = (8,(2,4)):(1@place,(8@place,1@device));
        struct Copies = (8,8,copy: 4):(1@place,8@place,1@device);
    }
    const TO_COLUMNS: StaticPlan = redistribute!(Rows -> Columns);
    const TO_COPIES: StaticPlan = redistribute!(Rows -> Copies);
    // Constants, as all that is known while the program compiles.
    const _: () = assert!(TO_COLUMNS.moved() == 48 && TO_COLUMNS.kept() == 16);
    const _: () = assert!(matches!(TO_COLUMNS.collective(), Collective::AllToAll));
    const _: () = assert!(matches!(TO_COPIES.collective(), Collective::AllGather));
    assert_eq!(TO_COPIES.moved(), 3 * 64);
}

/// The extents of digits whose product is `extent`, in a random order.
fn factors(random: &mut Random, mut extent: usize) -> Vec<usize> {
    let mut factors = Vec::new();
    while extent > 1 {
        let divisors: Vec<usize> = (2..=extent).filter(|d| extent.is_multiple_of(*d)).collect();
        let factor = divisors[random.below(divisors.len())];
        let at = random.below(factors.len() + 1);
        factors.insert(at, factor);
        extent /= factor;
    }
    factors
}

/// A random order of so many numbers.
fn order(random: &mut Random, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (1..count).rev().for_each(|at| order.swap(at, random.below(at + 1)));
    order
}

/// A layout of (device, place) of this shape over at most so many devices, with replicas or summands on `others` devices.
fn random_layout(
    random: &mut Random,
    shape: &[usize],
    most: usize,
    others: Option<(&str, usize)>,
) -> String {
    let digits: Vec<Vec<usize>> = shape.iter().map(|extent| factors(random, *extent)).collect();
    let all: Vec<usize> = digits.iter().flatten().copied().collect();
    let (mut devices, mut places) = (1, 1);
    let mut steps = vec![String::new(); all.len()];
    let others_first = random.one_in(2);
    let mut step_of_others = 0;
    if let Some((_, count)) = others.filter(|_| others_first) {
        (step_of_others, devices) = (1, count);
    }
    for at in order(random, all.len()) {
        let fits = devices * all[at] <= most;
        let (axis, next) =
            if fits && random.one_in(2) { (0, &mut devices) } else { (1, &mut places) };
        steps[at] = format!("{next}@{axis}");
        *next *= all[at];
    }
    if others.is_some() && !others_first {
        step_of_others = devices;
    }
    let mut steps = steps.into_iter();
    let mode = |items: Vec<String>| match items.as_slice() {
        [] => "1".to_owned(),
        [one] => one.clone(),
        _ => format!("({})", items.join(",")),
    };
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for digits in &digits {
        extents.push(mode(digits.iter().map(usize::to_string).collect()));
        let of: Vec<String> = steps.by_ref().take(digits.len()).collect();
        strides.push(if of.is_empty() { "0@1".to_owned() } else { mode(of) });
    }
    if let Some((name, count)) = others {
        extents.push(format!("{name}: {count}"));
        strides.push(format!("{step_of_others}@0"));
    }
    format!("({}):({})", extents.join(","), strides.join(","))
}

/// The text of `static_plans/pairs.rs`.
fn generated() -> String {
    let mut random = Random(7);
    let mut text = "//! Generated by `static_plans.rs`.\n\nuse layout_mesh::redistribute;\n\nuse super::Pair;\n\n#[rustfmt::skip]\npub(crate) const PAIRS: &[Pair] = &[\n".to_owned();
    for _ in 0..60 {
        let dimensions = 1 + random.below(2);
        let full: Vec<usize> =
            (0..dimensions).map(|_| [4, 6, 8, 12, 16, 18][random.below(6)]).collect();
        let is_padded = random.one_in(4);
        let shape: Vec<usize> =
            full.iter().map(|extent| extent - usize::from(is_padded) * random.below(3)).collect();
        let node = random.one_in(3).then(|| 1 + random.below(4));
        let others = match random.below(4) {
            0 => Some(("copy", 2 + random.below(2))),
            1 => Some(("sum", 2)),
            _ => None,
        };
        let copies = random.one_in(3).then_some(("copy", 2));
        let source = random_layout(&mut random, &full, 8, others);
        let target = random_layout(&mut random, &full, 8, copies);
        let extents: Vec<String> = shape.iter().map(usize::to_string).collect();
        let extents = extents.join(", ");
        let option = node.map_or(String::new(), |node| format!(", node = {node}"));
        writeln!(
            text,
            "    Pair {{\n        source: \"{source}\",\n        target: \"{target}\",\n        shape: &[{extents}],\n        node: {node:?},\n        \
             plan: redistribute!({source} -> {target}, shape = ({extents}){option}),\n    }},"
        )
        .expect("a text");
    }
    text + "];\n"
}

#[test]
fn pairs_are_as_they_are_generated() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/static_plans/pairs.rs");
    let generated = generated();
    if std::env::var_os("WRITE").is_some() {
        std::fs::write(path, &generated).expect("the pairs");
    }
    let written = std::fs::read_to_string(path).expect("the pairs");
    assert!(
        written == generated,
        "`WRITE=1 cargo test -p layout-mesh --test static_plans` writes them"
    );
}
