//! The messages of a redistribution that are on their way: how many elements they have, and that their order changes no sum.

mod watched;

use std::time::Duration;

use layout_mesh::engine::{Engine, Fault, threads};
use layout_mesh::{Buffers, Cut, Error, Mesh, Placement, Plan, redistribute_into};
use watched::Watched;

const LIMIT: Duration = Duration::from_secs(20);

fn whole(ranks: usize, shape: &[usize]) -> Result<Placement, Error> {
    Placement::replicated(&Mesh::new(&[("x", ranks)])?, shape)
}

#[test]
fn no_more_elements_than_allowed_are_in_flight_and_all_that_are_allowed() -> Result<(), Error> {
    let shape = [60, 60];
    let rows = whole(6, &shape)?.shard(0, "x", Cut::Block)?;
    let columns = whole(6, &shape)?.shard(1, "x", Cut::Block)?;
    let plan = Plan::of(&rows, &columns)?;
    for in_flight in [8, 64, 800, 1 << 20] {
        let mosts = threads::run(6, LIMIT, |rank| {
            let mut rank = Watched::new(rank);
            let first = rank.rank() * 600;
            let source: Vec<u32> = (first..first + 600).map(|number| number as u32).collect();
            let (target, mut buffers) = (vec![0; 600], Buffers::new(in_flight));
            let part = redistribute_into(&plan, &mut rank, &source, target, &mut buffers)?;
            let at = |place: usize| place / 10 * 60 + rank.rank() * 10 + place % 10;
            assert!(part.iter().enumerate().all(|(place, element)| at(place) as u32 == *element));
            Ok::<_, Fault>(rank.most)
        });
        // Messages have 100 elements each; four each way are on their way.
        let most = in_flight.min(800);
        assert_eq!(mosts, vec![Ok(most); 6], "{in_flight}");
    }
    Ok(())
}

#[test]
fn sums_are_added_in_one_order_whatever_arrives_first() -> Result<(), Error> {
    let sums = whole(4, &[4, 40])?.partial("x")?;
    let rows = whole(4, &[4, 40])?.shard(0, "x", Cut::Block)?;
    let plan = Plan::of(&sums, &rows)?;
    // Numbers whose sum depends on the order.
    let summand = |rank: usize| [1e8_f32, 1.0, -1e8, 3.0][rank];
    for slow in 0..4 {
        let parts = threads::run(4, LIMIT, |rank| {
            let pause = Duration::from_millis(if rank.rank() == slow { 3 } else { 0 });
            let mut rank = Watched::new(rank);
            rank.pause = pause;
            let source = vec![summand(rank.rank()); 160];
            // What was there before is no summand.
            redistribute_into(&plan, &mut rank, &source, vec![7.0; 40], &mut Buffers::new(80))
        });
        for (rank, part) in parts.into_iter().enumerate() {
            let sum =
                (1..4).fold(summand(rank), |sum, round| sum + summand((rank + 4 - round) % 4));
            assert_eq!(part, Ok(vec![sum; 40]), "rank {rank}, {slow} is slow");
        }
    }
    Ok(())
}

#[test]
fn a_place_that_is_no_elements_is_the_default_in_memory_that_is_there() -> Result<(), Error> {
    let layout = |text: &str| text.parse::<layout_algebra::Layout>().expect("a layout").into();
    let of = |text: &str| Placement::from_layout(&layout(text), &[], None);
    // Every second place.
    let plan = Plan::of(&of("((4,2)):((1@1,1@0))")?, &of("((2,4)):((1@0,2@1))")?)?;
    let parts = threads::run(2, LIMIT, |mut rank| {
        let first = 4 * rank.rank() as i32;
        let source: Vec<i32> = (first..first + 4).collect();
        redistribute_into(&plan, &mut rank, &source, vec![9; 7], &mut Buffers::default())
    });
    assert_eq!(parts, [Ok(vec![0, 0, 2, 0, 4, 0, 6]), Ok(vec![1, 0, 3, 0, 5, 0, 7])]);
    Ok(())
}
