//! Every law of every operation on all small layouts, with a boundary list for
//! the second operand.

use layout_algebra::{Int, Layout, Tiler};
use layout_laws::check::{Answer, Operands, Over};
use layout_tests::{boundary_layouts, flat_layout, layout, leaf, one_in, small_shapes};

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

/// Counts, factors and places.
fn numbers() -> Seconds {
    Seconds { numbers: vec![1, 3], ..Seconds::first() }
}

/// Swizzles by their number: both directions, several bits and an offset are among them.
fn swizzles() -> Seconds {
    Seconds { numbers: vec![2, 1, 4], ..Seconds::first() }
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

/// The second operands that a layout is asked with.
#[derive(Clone, Copy)]
enum Breadth {
    /// One for each so many layouts, other layouts and other operands for the next law.
    Sampled(usize),
    All,
}

impl Breadth {
    /// True if a layout is asked with the second operand `k` of `count`.
    fn asks(self, law: usize, place: usize, k: usize, count: usize) -> bool {
        match self {
            Breadth::Sampled(step) => {
                (place + law).is_multiple_of(step) && ((place + law) / step + law) % count == k
            }
            Breadth::All => true,
        }
    }
}

/// Holds the checks of some operands on all of a list.
fn hold(over: Over, layouts: &[Layout], seconds: &Seconds, breadth: Breadth) {
    let count = seconds.all().count();
    for (law, check) in layout_laws::checks().filter(|check| check.over == over).enumerate() {
        let mut found = 0;
        for (place, layout) in layouts.iter().enumerate() {
            let asked =
                seconds.all().enumerate().filter(|(k, _)| breadth.asks(law, place, *k, count));
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
    hold(Over::Layout, &layouts(), &Seconds::first(), Breadth::Sampled(2 * one_in(8)));
}

#[test]
fn laws_of_a_layout_and_a_number() {
    hold(Over::Number, &layouts(), &numbers(), Breadth::Sampled(2 * one_in(8)));
}

#[test]
fn laws_of_a_layout_and_a_swizzle() {
    // More swizzles are in `laws_swizzle`.
    hold(Over::Swizzle, &layouts(), &swizzles(), Breadth::Sampled(8 * one_in(8)));
}

#[test]
fn laws_of_two_layouts() {
    let seconds = Seconds { others: others(), ..Seconds::first() };
    hold(Over::Pair, &layouts(), &seconds, Breadth::Sampled(3 * one_in(8)));
}

#[test]
fn laws_of_a_layout_and_a_tiler() {
    let seconds = Seconds { tilers: tilers(), ..Seconds::first() };
    hold(Over::Tiler, &layouts(), &seconds, Breadth::Sampled(3 * one_in(8)));
}

#[test]
#[ignore = "it takes minutes: each layout with each second operand"]
fn laws_of_all_second_operands_in_all_combinations() {
    hold(Over::Layout, &layouts(), &Seconds::first(), Breadth::All);
    hold(Over::Number, &layouts(), &numbers(), Breadth::All);
    hold(Over::Swizzle, &layouts(), &swizzles(), Breadth::All);
    let seconds = Seconds { others: others(), ..Seconds::first() };
    hold(Over::Pair, &layouts(), &seconds, Breadth::All);
    let seconds = Seconds { tilers: tilers(), ..Seconds::first() };
    hold(Over::Tiler, &layouts(), &seconds, Breadth::All);
}

#[test]
fn laws_of_shapes() {
    let compact = |shape| layout_algebra::ops::col_major(&shape).expect("a small shape");
    let shapes: Vec<Layout> = small_shapes().into_iter().map(compact).collect();
    let others: Vec<Layout> = shapes.iter().step_by(53).cloned().collect();
    let some: Vec<Layout> = shapes.into_iter().step_by(one_in(3)).collect();
    hold(Over::Shape, &some, &Seconds::first(), Breadth::All);
    hold(Over::Shapes, &some, &Seconds { others, ..Seconds::first() }, Breadth::All);
}
