//! Every law of every operation on all small layouts, with a boundary list for
//! the second operand.

use layout_algebra::{Int, Layout, Tiler};
use layout_laws::check::{Answer, Operands, Over};
use layout_tests::{boundary_layouts, flat_layout, layout, leaf, small_shapes};

/// Second operands: no mode, a run, two modes in the other order, a gap, one that goes
/// back.
fn others() -> Vec<Layout> {
    vec![
        flat_layout(&[]),
        layout(&leaf(4), &[1]),
        flat_layout(&[(2, 3), (3, 1)]),
        flat_layout(&[(2, 1), (2, 4)]),
        layout(&leaf(2), &[-1]),
    ]
}

/// One of each kind.
fn tilers() -> Vec<Tiler> {
    let size = |n| Tiler::Size(Int::new(n));
    vec![
        Tiler::Layout(flat_layout(&[(2, 1), (2, 4)])),
        Tiler::Layout(layout(&leaf(3), &[2])),
        size(2),
        Tiler::Modes(vec![Tiler::All, Tiler::Layout(flat_layout(&[(2, 2)]))]),
        Tiler::Modes(vec![Tiler::Layout(flat_layout(&[(2, 1)])), size(3)]),
    ]
}

fn layouts() -> Vec<Layout> {
    boundary_layouts().collect()
}

/// Second operands of a layout: each of a few, in all combinations.
struct Seconds {
    others: Vec<Layout>,
    tilers: Vec<Tiler>,
    numbers: Vec<i128>,
}

impl Seconds {
    /// The first of each kind, which stands for an operand that a law does not read.
    fn first() -> Self {
        Self { others: others()[..1].to_vec(), tilers: tilers()[..1].to_vec(), numbers: vec![1] }
    }

    fn all(&self) -> impl Iterator<Item = (&Layout, &Tiler, i128)> {
        let tilers = move |other| self.tilers.iter().map(move |tiler| (other, tiler));
        let numbers =
            move |(other, tiler)| self.numbers.iter().map(move |&number| (other, tiler, number));
        self.others.iter().flat_map(tilers).flat_map(numbers)
    }
}

/// Which second operands a layout is asked with.
#[derive(Clone, Copy, PartialEq)]
enum Breadth {
    /// One of them, the next one for the next layout and for the next law.
    OneEach,
    All,
}

/// Holds the checks of some operands on all of a list.
fn hold(over: Over, layouts: &[Layout], seconds: &Seconds, breadth: Breadth) {
    let count = seconds.all().count();
    for (law, check) in layout_laws::checks().filter(|check| check.over == over).enumerate() {
        let mut found = 0;
        for (place, layout) in layouts.iter().enumerate() {
            let asked = seconds
                .all()
                .enumerate()
                .filter(|(k, _)| breadth == Breadth::All || *k == (place + law) % count);
            for (_, (other, tiler, number)) in asked {
                let x = Operands { layout, other, tiler, number };
                match (check.holds)(&x) {
                    Ok(answer) => found += usize::from(answer == Answer::Found),
                    Err(why) => panic!("{:?} of {x:?}: {why}", check.ops),
                }
            }
        }
        assert!(found > 0, "{:?}: no answer at all", check.ops);
    }
}

#[test]
fn laws_of_one_layout() {
    hold(Over::Layout, &layouts(), &Seconds::first(), Breadth::All);
}

#[test]
fn laws_of_a_layout_and_a_number() {
    // Counts, factors and places.
    let seconds = Seconds { numbers: vec![1, 3], ..Seconds::first() };
    hold(Over::Number, &layouts(), &seconds, Breadth::All);
}

#[test]
fn laws_of_a_layout_and_a_swizzle() {
    // Both directions, several bits and an offset among them; more swizzles in
    // `laws_swizzle`. Every second layout has one of them.
    for (k, number) in [2, 1, 4].into_iter().enumerate() {
        let some: Vec<Layout> = layouts().into_iter().skip(2 * k).step_by(6).collect();
        let seconds = Seconds { numbers: vec![number], ..Seconds::first() };
        hold(Over::Swizzle, &some, &seconds, Breadth::All);
    }
}

#[test]
fn laws_of_two_layouts() {
    let seconds = Seconds { others: others(), ..Seconds::first() };
    hold(Over::Pair, &layouts(), &seconds, Breadth::OneEach);
}

#[test]
fn laws_of_a_layout_and_a_tiler() {
    let seconds = Seconds { tilers: tilers(), ..Seconds::first() };
    hold(Over::Tiler, &layouts(), &seconds, Breadth::OneEach);
}

#[test]
#[ignore = "it takes minutes: each layout with each second operand"]
fn laws_of_two_layouts_and_of_tilers_in_all_combinations() {
    let seconds = Seconds { others: others(), ..Seconds::first() };
    hold(Over::Pair, &layouts(), &seconds, Breadth::All);
    let seconds = Seconds { tilers: tilers(), ..Seconds::first() };
    hold(Over::Tiler, &layouts(), &seconds, Breadth::All);
}

#[test]
fn laws_of_shapes() {
    let compact = |shape| layout_algebra::ops::col_major(&shape).expect("a small shape");
    let shapes: Vec<Layout> = small_shapes().into_iter().map(compact).collect();
    hold(Over::Shape, &shapes, &Seconds::first(), Breadth::All);
    let others: Vec<Layout> = shapes.iter().step_by(53).cloned().collect();
    hold(Over::Shapes, &shapes, &Seconds { others, ..Seconds::first() }, Breadth::All);
}
