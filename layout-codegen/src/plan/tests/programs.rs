//! The programs that are chosen, and what they cost.

use layout_core::Reciprocal;

use super::*;

#[test]
fn law_plans_equal_the_algebra() {
    let mut checked = 0;
    for profile in profiles() {
        let leaves = profile.leaf_count();
        for extents in choices(&[1, 2, 3, 4], leaves) {
            for strides in choices(&[-2, 0, 1, 4], leaves) {
                let shape = fill(&profile, &mut extents.iter().copied());
                let stride = fill(&profile, &mut strides.iter().copied());
                check(&layout(shape, stride));
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 3 * 16 + 3 * 256 + 4 * 4096);
}

/// Every way to compute a digit is the cheapest for some layout.
#[test]
fn all_forms_are_chosen() {
    let planned = |extents: &[i128], strides: &[i128]| {
        plan(&layout(numbers(extents), numbers(strides))).unwrap()
    };
    let text = |plan: Plan| plan.index.text(&["i".to_owned()]);
    let divisions = |plan: &Plan| -> Vec<Division> {
        plan.index.programs[0].steps().map(|(_, division)| division).collect()
    };
    // Masked; a mask that digits share.
    assert_eq!(text(planned(&[4, 8], &[8, 1])), "(i & 3)*8 + i/4");
    assert_eq!(text(planned(&[2, 2, 2, 2], &[1, 4, 2, 8])), "(i & 9) + (i & 2)*2 + (i/2 & 2)");
    // Flowing where that is as cheap; a mask instead of a quotient.
    assert_eq!(text(planned(&[4, 8, 4], &[1, 16, 128])), "i + (i & 124)*3");
    assert_eq!(text(planned(&[4, 32], &[4, 512])), "i*4 + i/4*496");
    // Flowing; masked before flowing.
    assert_eq!(text(planned(&[4, 3], &[-1, 4])), "-i + i/4*8");
    assert_eq!(text(planned(&[5, 7, 3], &[21, 3, 1])), "i*21 - i/5*102 - i/5/7*20");
    assert_eq!(text(planned(&[16, 6, 32], &[6, 1, 96])), "(i & 15)*6 + i/16 + i/16/6*90");
    // Narrow divisions, some of which fit 32 bits; wide ones; small after wide.
    let narrow = planned(&[3, 5], &[5, 1]);
    assert!(matches!(divisions(&narrow)[1], Division::Narrow(Reciprocal { in_u32: true, .. })));
    let wider = planned(&[3, 1 << 20], &[1 << 20, 1]);
    assert!(matches!(divisions(&wider)[1], Division::Narrow(Reciprocal { in_u32: false, .. })));
    let wide = planned(&[1_000_003, 7, 1_000_003], &[7, 1, 7_000_021]);
    assert_eq!(divisions(&wide)[1], Division::Wide);
    assert!(matches!(divisions(&wide)[2], Division::Narrow(_)));
}

#[test]
fn costs_name_the_leaf() {
    let shape = tuple(&[leaf(4), tuple(&[leaf(3), leaf(5)])]);
    let strides = tuple(&[leaf(15), tuple(&[leaf(5), leaf(1)])]);
    let plan = plan(&layout(shape, strides)).unwrap();
    let dividing = |entry: &Entry| -> Vec<usize> {
        let shares = entry.shares().into_iter();
        shares.filter(|share| share.cost.div > 0).map(|share| share.leaf).collect()
    };
    assert_eq!((dividing(&plan.index), dividing(&plan.at)), (vec![2], vec![2]), "{plan}");
    assert_eq!((plan.index.cost().div, plan.at_flat.cost().div), (1, 0));
    let ops: u32 = plan.index.shares().iter().map(|share| share.cost.ops).sum();
    assert_eq!(ops, plan.index.cost().ops);
}
