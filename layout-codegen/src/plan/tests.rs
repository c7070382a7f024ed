//! Plans against the algebra.
//!
//! Here are layouts to plan, and the check of a plan at every coordinate.

mod bits;
mod programs;
mod reads;
mod refused;
mod swizzled;

use layout_algebra::{Int, IntTuple};

use super::*;

fn leaf(n: i128) -> IntTuple {
    HTuple::Leaf(Int::new(n))
}

fn tuple(items: &[IntTuple]) -> IntTuple {
    HTuple::Tuple(items.to_vec())
}

/// The flat tuple of numbers.
fn numbers(numbers: &[i128]) -> IntTuple {
    HTuple::Tuple(numbers.iter().map(|&n| leaf(n)).collect())
}

fn layout(shape: IntTuple, stride: IntTuple) -> Layout {
    Layout::new(shape, stride.map(&mut |d| d.clone().into())).unwrap()
}

/// The tuple of a profile with the numbers as its leaves.
fn fill(profile: &IntTuple, numbers: &mut impl Iterator<Item = i128>) -> IntTuple {
    profile.map(&mut |_| Int::new(numbers.next().unwrap()))
}

/// Every profile of up to three leaves and depth 2.
fn profiles() -> Vec<IntTuple> {
    let x = || leaf(0);
    let t = tuple;
    vec![
        x(),
        t(&[x()]),
        t(&[t(&[x()])]),
        t(&[x(), x()]),
        t(&[t(&[x(), x()])]),
        t(&[t(&[x()]), x()]),
        t(&[x(), x(), x()]),
        t(&[x(), t(&[x(), x()])]),
        t(&[t(&[x(), x()]), x()]),
        t(&[t(&[x(), x(), x()])]),
    ]
}

/// Every choice of `count` numbers.
fn choices(numbers: &[i128], count: usize) -> Vec<Vec<i128>> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        let longer = |choice: &Vec<i128>| {
            numbers.iter().map(|&n| [choice.as_slice(), &[n]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

impl Entry {
    /// The offset at coordinates as the algebra has them.
    fn at(&self, coordinates: &[i128]) -> i128 {
        let coordinates: Vec<u64> = coordinates.iter().map(|&c| c as u64).collect();
        self.evaluate(&coordinates).into()
    }
}

fn value(coordinate: &IntTuple, layout: &Layout) -> i128 {
    match ops::evaluate(coordinate, layout).unwrap() {
        HTuple::Leaf(offset) => offset.known().unwrap(),
        HTuple::Tuple(_) => panic!("no integer"),
    }
}

/// Every coordinate of the extents, colexicographically.
fn coordinates(extents: &[i128]) -> Vec<Vec<i128>> {
    let mut all = vec![vec![]];
    for &extent in extents {
        all = (0..extent)
            .flat_map(|c| all.iter().map(move |crd| [crd.as_slice(), &[c]].concat()))
            .collect();
    }
    all
}

fn check(layout: &Layout) {
    let plan = plan(layout).unwrap();
    check_plan(layout, &plan);
    check_plan(layout, &plan.factored());
}

fn check_plan(layout: &Layout, plan: &Plan) {
    let cosize = ops::cosize(layout).unwrap();
    check_entries(plan, layout, &|coordinate| value(coordinate, layout), &cosize);
    let coalesced = ops::coalesce(layout).unwrap();
    let numbers = coalesced.leaves().into_iter().map(|(s, d)| (s.known(), d.known()));
    let linear =
        plan.linear.iter().map(|leaf| (Some(leaf.extent.into()), Some(leaf.stride.into())));
    assert!(numbers.eq(linear), "{layout} coalesces to {coalesced}");
}

/// The entry points and the range of a plan, against the values of its layout at the
/// coordinates of the domain.
fn check_entries(plan: &Plan, domain: &Layout, value: &dyn Fn(&IntTuple) -> i128, cosize: &Int) {
    let offsets: Vec<i128> = (0..i128::from(plan.size)).map(|i| value(&leaf(i))).collect();
    for (i, &offset) in offsets.iter().enumerate() {
        assert_eq!(plan.index.at(&[i as i128]), offset, "at {i}:\n{plan}");
    }
    assert_eq!(offsets.iter().min(), Some(&plan.min_offset.into()), "{plan}");
    assert_eq!(offsets.iter().max(), Some(&plan.max_offset.into()), "{plan}");
    assert_eq!(Some(plan.cosize.into()), cosize.known(), "{plan}");
    let extents: Vec<i128> = plan.leaves().iter().map(|leaf| leaf.extent.into()).collect();
    for flat in coordinates(&extents) {
        let natural = fill(domain.shape(), &mut flat.iter().copied());
        assert_eq!(plan.at_flat.at(&flat), value(&natural), "at {flat:?}:\n{plan}");
    }
    let modes = domain.modes();
    let sizes: Vec<i128> = modes.iter().map(|m| ops::size(m).unwrap().known().unwrap()).collect();
    for crd in coordinates(&sizes) {
        let by_mode = match domain.shape() {
            HTuple::Leaf(_) => leaf(crd[0]),
            HTuple::Tuple(_) => numbers(&crd),
        };
        assert_eq!(plan.at.at(&crd), value(&by_mode), "at {crd:?}:\n{plan}");
    }
}
