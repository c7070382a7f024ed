//! Plans as text, and what their documentation says.

use super::*;

fn nested() -> Layout {
    layout(
        tuple(&[leaf(2), tuple(&[leaf(2), leaf(2)])]),
        tuple(&[leaf(4), tuple(&[leaf(2), leaf(1)])]),
    )
}

#[test]
fn nested_layout_reads() {
    let text = "\
(2,(2,2)):(4,(2,1))
rank 2, depth 2, size 8
cosize 8, offsets 0..=7
linear 2:4, 2:2, 2:1
index(i) = (i & 1)*4 + (i & 2) + i/4  [6 ops]
at(c0, c1) = c0*4 + (c1 & 1)*2 + c1/2  [6 ops]
at_flat(c0, c1, c2) = c0*4 + c1*2 + c2  [4 ops]
";
    assert_eq!(plan(&nested()).unwrap().to_string(), text);
}

#[test]
fn constant_and_negative_layouts_read() {
    let constant = plan(&layout(leaf(4), leaf(0))).unwrap().to_string();
    assert!(
        constant
            .ends_with("index(i) = 0  [0 ops]\nat(c0) = 0  [0 ops]\nat_flat(c0) = 0  [0 ops]\n"),
        "{constant}"
    );
    let negative = plan(&layout(leaf(4), leaf(-3))).unwrap().to_string();
    assert!(
        negative.contains("offset(i) = -i*3  [2 ops]\noffset_at(c0) = -c0*3  [2 ops]"),
        "{negative}"
    );
}

#[test]
fn a_negation_is_an_operation_where_nothing_is_there_to_subtract_from() {
    for (strides, offset, at) in
        [([-1, -4], 1, 3), ([-2, -8], 2, 4), ([-1, 4], 3, 2), ([1, -4], 3, 2)]
    {
        let plan = plan(&layout(tuple(&[leaf(4), leaf(8)]), tuple(&strides.map(leaf)))).unwrap();
        assert_eq!((plan.index.cost().ops, plan.at.cost().ops), (offset, at), "{strides:?}");
    }
}

#[test]
fn coalesced_leaves_are_named_where_they_help() {
    let separate = |shape: IntTuple, strides: &[i128]| -> Option<String> {
        let stride = fill(&shape, &mut strides.iter().copied());
        let plan = plan(&layout(shape, stride)).unwrap();
        plan.separate_linear().map(|leaves| leaves.iter().map(|leaf| format!("{leaf} ")).collect())
    };
    let (two, four) = (|| leaf(2), || leaf(4));
    let pair = || tuple(&[leaf(2), leaf(4)]);
    assert_eq!(separate(tuple(&[two(), pair()]), &[8, 4, 1]), None);
    assert_eq!(separate(tuple(&[pair(), two()]), &[1, 2, 8]), None);
    assert_eq!(separate(tuple(&[leaf(1), two()]), &[7, 3]), None);
    assert_eq!(separate(tuple(&[pair(), two()]), &[8, 2, 1]).unwrap(), "2:8 4:2 2:1 ");
    assert_eq!(separate(tuple(&[two(), four(), two()]), &[1, 2, 9]).unwrap(), "8:1 2:9 ");
}

#[test]
fn table_is_print_layouts() {
    let plan = plan(&nested()).unwrap();
    assert_eq!(plan.table(8), crate::table::print_layout(&nested()));
    assert_eq!(plan.table(7), None);
}
