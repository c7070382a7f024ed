//! Every law of every operation, on all small layouts and on random large ones.

use std::time::Instant;

use layout_algebra::{Int, Layout, Tiler};
use layout_tests::checks::{self, Answer, Check, Operands, Over};
use layout_tests::{flat_layout, layout, leaf, small_layouts, tuple};

fn checks(over: Over) -> impl Iterator<Item = &'static Check> {
    checks::all().filter(move |check| check.over == over)
}

#[test]
fn timing() {
    let all: Vec<Layout> = small_layouts().step_by(37).collect();
    let other = layout(&tuple(&[2, 3]), &[1, 4]);
    let tiler = Tiler::Layout(flat_layout(&[(2, 1), (2, 4)]));
    for check in checks::all() {
        let start = Instant::now();
        let mut n = [0; 3];
        let mut wrong = 0;
        for layout in &all {
            for number in [3] {
            let x = Operands { layout, other: &other, tiler: &tiler, number };
            match (check.holds)(&x) {
                Ok(Answer::Found) => n[0] += 1,
                Ok(Answer::Refused) => n[1] += 1,
                Ok(Answer::Undecided) => n[2] += 1,
                Err(why) => { wrong += 1; if wrong < 4 { println!("WRONG {:?} {layout}: {why}", check.ops); } }
            }
            }
        }
        println!("{:?} {:?} {n:?} wrong {wrong} {:.1} us", check.over, check.ops, start.elapsed().as_secs_f64() * 1e6 / all.len() as f64);
    }
}
