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

/// Counts, factors and places.
const NUMBERS: [i128; 2] = [1, 3];

/// Holds the checks of some operands on all of a list.
fn hold(over: Over, layouts: &[Layout], others: &[Layout], tilers: &[Tiler], numbers: &[i128]) {
    for check in layout_laws::checks().filter(|check| check.over == over) {
        let mut found = 0;
        for layout in layouts {
            for other in others {
                for tiler in tilers {
                    for &number in numbers {
                        let x = Operands { layout, other, tiler, number };
                        match (check.holds)(&x) {
                            Ok(answer) => found += usize::from(answer == Answer::Found),
                            Err(why) => panic!("{:?} of {x:?}: {why}", check.ops),
                        }
                    }
                }
            }
        }
        assert!(found > 0, "{:?}: no answer at all", check.ops);
    }
}

#[test]
fn laws_of_one_layout() {
    let layouts: Vec<Layout> = boundary_layouts().collect();
    hold(Over::Layout, &layouts, &others()[..1], &tilers()[..1], &[0]);
}

#[test]
fn laws_of_a_layout_and_a_number() {
    let layouts: Vec<Layout> = boundary_layouts().collect();
    hold(Over::Number, &layouts, &others()[..1], &tilers()[..1], &NUMBERS);
}

#[test]
fn laws_of_a_layout_and_a_swizzle() {
    let layouts: Vec<Layout> = boundary_layouts().collect();
    // Both directions, several bits and an offset among them; more swizzles in
    // `laws_swizzle`. Every second layout has one of them.
    for (k, number) in [2, 1, 4].into_iter().enumerate() {
        let some: Vec<Layout> = layouts.iter().skip(2 * k).step_by(6).cloned().collect();
        hold(Over::Swizzle, &some, &others()[..1], &tilers()[..1], &[number]);
    }
}

#[test]
fn laws_of_two_layouts() {
    let layouts: Vec<Layout> = boundary_layouts().collect();
    hold(Over::Pair, &layouts, &others(), &tilers()[..1], &[1]);
}

#[test]
fn laws_of_a_layout_and_a_tiler() {
    let layouts: Vec<Layout> = boundary_layouts().collect();
    hold(Over::Tiler, &layouts, &others()[..1], &tilers(), &[0]);
}

#[test]
fn laws_of_shapes() {
    let compact = |shape| layout_algebra::ops::col_major(&shape).expect("a small shape");
    let shapes: Vec<Layout> = small_shapes().into_iter().map(compact).collect();
    hold(Over::Shape, &shapes, &shapes[..1], &tilers()[..1], &[0]);
    let others: Vec<Layout> = shapes.iter().step_by(53).cloned().collect();
    hold(Over::Shapes, &shapes, &others, &tilers()[..1], &[0]);
}
