//! The experiment of `examples/exactness.rs`, in short.

#[allow(dead_code)]
#[path = "../examples/exactness.rs"]
mod exactness;

#[test]
fn nothing_is_wrong_or_missed() {
    for (name, experiment) in exactness::EXPERIMENTS {
        let tally = experiment(2_000);
        println!("{name}: {tally}");
        assert!(tally.wrong == 0 && tally.missed == 0, "{name}: {tally}");
        assert!(tally.found > 100 && tally.none > 20, "{name}: {tally}");
    }
}
