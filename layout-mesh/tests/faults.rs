//! Ranks that fail, that differ, or that are too many: an error on every rank, in time.

mod watched;

use std::time::Duration;

use layout_mesh::engine::{Engine, Fault, threads};
use layout_mesh::{Buffers, Cut, Mesh, Placement, Plan, redistribute, redistribute_into};
use watched::Watched;

const LIMIT: Duration = Duration::from_millis(300);

fn rows_and_columns(extent: usize) -> Plan {
    let mesh = Mesh::new(&[("x", 4)]).expect("a mesh");
    let whole = Placement::replicated(&mesh, &[extent, extent]).expect("a placement");
    let rows = whole.clone().shard(0, "x", Cut::Block).expect("rows");
    let columns = whole.shard(1, "x", Cut::Block).expect("columns");
    Plan::of(&rows, &columns).expect("a plan")
}

#[test]
fn a_source_of_another_length_on_one_rank_is_an_error_on_all() {
    let plan = rows_and_columns(8);
    let results = threads::run(4, LIMIT, |mut rank| {
        let elements = if rank.rank() == 2 { 15 } else { 16 };
        redistribute(&plan, &mut rank, &vec![0; elements])
    });
    let length = Fault::Length { rank: 2, elements: 15, expected: 16 };
    let faults: Vec<Fault> =
        results.into_iter().map(|result| result.expect_err("a fault")).collect();
    assert_eq!(faults, [Fault::Elsewhere, Fault::Elsewhere, length, Fault::Elsewhere]);
}

#[test]
fn a_target_of_another_length_on_one_rank_is_an_error_on_all() {
    let plan = rows_and_columns(8);
    let results = threads::run(4, LIMIT, |mut rank| {
        let target = vec![0; if rank.rank() == 2 { 17 } else { 16 }];
        redistribute_into(&plan, &mut rank, &[0; 16], target, &mut Buffers::default())
    });
    let length = Fault::Length { rank: 2, elements: 17, expected: 16 };
    let faults: Vec<Fault> =
        results.into_iter().map(|result| result.expect_err("a fault")).collect();
    assert_eq!(faults, [Fault::Elsewhere, Fault::Elsewhere, length, Fault::Elsewhere]);
}

#[test]
fn a_communicator_of_another_size_is_an_error_on_all() {
    let plan = rows_and_columns(8);
    for ranks in [3, 5] {
        let results =
            threads::run(ranks, LIMIT, |mut rank| redistribute(&plan, &mut rank, &[0; 16]));
        assert_eq!(results, vec![Err(Fault::Size { ranks, devices: 4 }); ranks]);
    }
}

#[test]
fn other_plans_and_other_elements_are_an_error_on_all() {
    let (plan, other) = (rows_and_columns(8), rows_and_columns(4));
    let results = threads::run(4, LIMIT, |mut rank| match rank.rank() {
        0 => redistribute(&other, &mut rank, &[0; 4]),
        _ => redistribute(&plan, &mut rank, &[0; 16]),
    });
    assert_eq!(results, vec![Err(Fault::Plans); 4]);
    let results = threads::run(4, LIMIT, |mut rank| match rank.rank() {
        0 => redistribute(&plan, &mut rank, &[0f32; 16]).map(|_| ()),
        _ => redistribute(&plan, &mut rank, &[0i32; 16]).map(|_| ()),
    });
    assert_eq!(results, vec![Err(Fault::Plans); 4]);
}

#[test]
fn a_rank_that_fails_is_an_error_on_all_and_no_target_is_half_written() {
    let plan = rows_and_columns(8);
    for (failing, left) in [(0, 0), (1, 1), (3, 2)] {
        let results = threads::run(4, LIMIT, |rank| {
            let mut rank = Watched::new(rank);
            if rank.rank() == failing {
                rank.left = left;
            }
            redistribute(&plan, &mut rank, &[0; 16])
        });
        assert!(results.iter().all(Result::is_err), "{results:?}");
    }
}

#[test]
fn a_rank_that_takes_no_part_is_an_error_on_the_others_in_time() {
    let plan = rows_and_columns(8);
    let results = threads::run(4, LIMIT, |mut rank| {
        if rank.rank() == 1 {
            std::thread::sleep(LIMIT * 4);
            return Err(Fault::Ended { rank: 1 });
        }
        redistribute(&plan, &mut rank, &[0; 16])
    });
    // The first one to give up ends, which ends the wait of the rest.
    let is_expected = |fault: &Fault| matches!(fault, Fault::TimedOut { .. } | Fault::Ended { .. });
    assert!(results.iter().all(|result| result.as_ref().is_err_and(is_expected)), "{results:?}");
    assert!(results.contains(&Err(Fault::TimedOut { peer: None, limit: LIMIT })), "{results:?}");
}
