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
    for text in ["12:3", "(4,3):(-2,1)", "((2,3),(4,2)):((1,-7),(0,9))", "(16,16):(1,1)"] {
        let layout: Layout = text.parse().unwrap();
        let table = super::plan(&layout).unwrap().factored().table(256);
        assert_eq!(table, crate::table::print_layout(&layout), "{text}");
    }
    for text in ["Sw<2,0,3> o 0 o (8,(2,4)):(8,(4,1))", "Sw<1,1,2> o 8 o (4,8):(8,1)"] {
        let layout: ComposedLayout = text.parse().unwrap();
        let table = plan_composed(&layout).unwrap().table(256);
        assert_eq!(table, crate::table::print_composed(&layout), "{text}");
    }
}

#[test]
fn tables_of_more_modes_and_of_coordinates() {
    let layout: Layout = "(2,2,2):(1,10,-4)".parse().unwrap();
    let table = "\
(2,2,2):(1,10,-4)
(_,_,0)
       0    1 
    +----+----+
 0  |  0 | 10 |
    +----+----+
 1  |  1 | 11 |
    +----+----+

(_,_,1)
       0    1 
    +----+----+
 0  | -4 |  6 |
    +----+----+
 1  | -3 |  7 |
    +----+----+
";
    assert_eq!(plan(&layout).unwrap().table(8).unwrap(), table);
    let layout: Layout = "(2,(2,2)):(1@1,(1@0,2@0))".parse().unwrap();
    let plan = plan_basis(&layout).unwrap().unwrap();
    let table = "\
(2,(2,2)):(1@1,(1@0,2@0))
          0       1       2       3 
    +-------+-------+-------+-------+
 0  | (0,0) | (1,0) | (2,0) | (3,0) |
    +-------+-------+-------+-------+
 1  | (0,1) | (1,1) | (2,1) | (3,1) |
    +-------+-------+-------+-------+
";
    assert_eq!(plan.table(8).unwrap(), table);
    assert_eq!(plan.table(7), None);
}

/// Padding is where the bounds say, also of a layout over a basis.
#[test]
fn tables_mark_padding() {
    use layout_algebra::bounds::{self, Bounds};
    use layout_algebra::{Tiler, Truth, ops};
    for text in ["(5,7):(7,1)", "(5,7):(1@0,1@1)", "((2,3),7):((1,2),6)"] {
        let layout: Layout = text.parse().unwrap();
        let tiler: Tiler = "<4,4>".parse().unwrap();
        let tiles = ops::zipped_divide(&layout, &tiler).unwrap().layout;
        let within =
            bounds::packed_divide(ops::Packing::Zipped, &layout, &Bounds::EVERYWHERE, &tiler);
        let table = match plan_basis(&tiles) {
            Some(plan) => plan.unwrap().within(within.clone()).table(256),
            None => Plan { bounds: within.clone(), ..super::plan(&tiles).unwrap() }.table(256),
        };
        let table = table.unwrap();
        let rows = table.lines().filter(|line| line.ends_with('|'));
        let rows: Vec<Vec<&str>> =
            rows.map(|row| row.split('|').skip(1).map(str::trim).collect()).collect();
        let mut padding = 0;
        assert_eq!((rows.len(), rows[0].len()), (16, 5));
        for (m, row) in rows.iter().enumerate() {
            for (n, cell) in row[..4].iter().enumerate() {
                let inside = within.contain(&IntTuple::from((m as i128, n as i128))).unwrap();
                assert_eq!(*cell == "·", inside == Truth::False, "{text}: {m}, {n}\n{table}");
                padding += usize::from(inside == Truth::False);
            }
        }
        assert!(padding > 20, "{text}: {padding}\n{table}");
    }
}
