//! The collective operations that redistributions are, and the elements that they move.

use layout_mesh::{Collective, Cut, Error, Mesh, Placement, Plan, Role, dtensor, jax};

const SHAPE: [usize; 3] = [16, 16, 16];

fn mesh(extents: &[usize]) -> Mesh {
    let axes: Vec<_> = ["x", "y", "z"].into_iter().zip(extents.iter().copied()).collect();
    Mesh::new(&axes).expect("a mesh")
}

#[test]
fn redistributions_of_dtensor_are_the_collectives_of_mpi() {
    use Collective::*;
    for (extents, from, to, collective) in [
        (&[8][..], "Shard(0)", "Shard(1)", AllToAll),
        (&[8], "Shard(0)", "Replicate()", AllGather),
        (&[8], "Replicate()", "Shard(0)", Local),
        (&[8], "Partial()", "Shard(0)", ReduceScatter),
        (&[8], "Partial()", "Replicate()", AllReduce),
        (&[8], "Partial()", "Partial()", Local),
        (&[4, 2], "Shard(0), Shard(0)", "Shard(0), Replicate()", AllGather),
        (&[4, 2], "Shard(0), Shard(1)", "Shard(0), Replicate()", AllGather),
        (&[4, 2], "Replicate(), Partial()", "Replicate(), Shard(2)", ReduceScatter),
        (&[4, 2], "_StridedShard(0, split_factor=2), Shard(0)", "Shard(0), Shard(0)", Permutation),
        (&[2, 2], "Shard(0), Shard(1)", "Shard(1), Shard(0)", Permutation),
        (&[4, 2], "Replicate(), Shard(0)", "Shard(0), Replicate()", SendReceive),
    ] {
        let mesh = mesh(extents);
        let placement = |text| dtensor(text, &mesh, &SHAPE).expect(text);
        let plan = Plan::of(&placement(from), &placement(to)).expect("a plan");
        assert_eq!(plan.collective(), collective, "{from} → {to} on {mesh}");
    }
}

/// The pairs of which DTensor's planners move 1.8 to 16 times as much; what a device lacks is what it receives.
#[test]
fn redistributions_move_what_devices_lack() {
    for (extents, from, to) in [
        (&[8][..], "_StridedShard(0, split_factor=4)", "Shard(0)"),
        (&[4, 2], "_StridedShard(0, split_factor=2), Shard(0)", "Shard(0), Shard(0)"),
        (&[4, 2], "Shard(0), Shard(0)", "Shard(1), Shard(1)"),
        (&[4, 2], "Replicate(), Shard(0)", "Shard(0), Replicate()"),
        (&[4, 4, 4], "Shard(0), Shard(1), Shard(2)", "Shard(1), Shard(2), Shard(0)"),
        (&[8, 8], "Shard(1), Shard(2)", "Shard(0), Shard(1)"),
        (&[8, 8], "Shard(0), Shard(1)", "Shard(1), Shard(0)"),
    ] {
        let mesh = mesh(extents);
        let placement = |text| dtensor(text, &mesh, &SHAPE).expect(text);
        let (source, target) = (placement(from), placement(to));
        let plan = Plan::of(&source, &target).expect("a plan");
        let mut lacking = 0;
        for n in 0..SHAPE.iter().product::<usize>() {
            let at = [n / 256, n / 16 % 16, n % 16];
            let devices = |placement: &Placement| {
                let copies = 0..placement.copies();
                copies
                    .map(|copy| placement.at(&at, copy, 0).expect("a place").0)
                    .collect::<Vec<_>>()
            };
            let before = devices(&source);
            lacking += devices(&target).iter().filter(|device| !before.contains(device)).count();
        }
        assert_eq!(plan.moved(), i64::try_from(lacking).expect("it is small"), "{from} → {to}");
    }
}

#[test]
fn copies_serve_their_own_group_so_that_no_device_sends_more_than_another() {
    let mesh = mesh(&[4, 4]);
    let placement = |text| dtensor(text, &mesh, &SHAPE).expect(text);
    let (source, target) =
        (placement("Replicate(), Shard(0)"), placement("Replicate(), Replicate()"));
    let plan = Plan::of(&source, &target).expect("a plan");
    let sent =
        |rank| plan.steps()[0].sends(rank).iter().map(|message| message.elements()).sum::<i64>();
    let sent: Vec<i64> = (0..16).map(sent).collect();
    assert_eq!(sent, vec![3 * 4 * 16 * 16; 16]);
}

#[test]
fn errors_have_numbers_and_what_divides() {
    let mesh = mesh(&[4, 2]);
    let text = |error: Error| match error.help() {
        Some(help) => format!("{error}\nhelp: {help}"),
        None => error.to_string(),
    };
    let layout = |text: &str| text.parse::<layout_algebra::Layout>().expect("a layout").into();
    let of = |layout_text: &str| Placement::from_layout(&layout(layout_text), &[], None);
    let errors = [
        jax("P('x', 'y')", &mesh, &[10, 8]).map(|_| ()),
        jax("P('x', 'x')", &mesh, &[8, 8]).map(|_| ()),
        jax("P('w')", &mesh, &[8, 8]).map(|_| ()),
        jax("P('x, None)", &mesh, &[8, 8]).map(|_| ()),
        dtensor("Shard(3), Replicate()", &mesh, &[8, 8]).map(|_| ()),
        dtensor("Shard(0), Partial('max')", &mesh, &[8, 8]).map(|_| ()),
        dtensor("Shard(0)", &mesh, &[8, 8]).map(|_| ()),
        dtensor("_StridedShard(0, split_factor=3), Shard(0)", &mesh, &[10, 8]).map(|_| ()),
        dtensor("_StridedShard(0, split_factor=2), Shard(0)", &mesh, &[10, 8]).map(|_| ()),
        of("((4,8),8):((4@1,1@0),1@1)").map(|_| ()),
        of("(4,8):(1@0,1@0)").map(|_| ()),
        of("(4,8):(1@2,1@1)").map(|_| ()),
        Plan::of(
            &dtensor("Shard(0), Replicate()", &mesh, &[8, 8]).expect("it is right"),
            &dtensor("Shard(0), Partial()", &mesh, &[8, 8]).expect("it is right"),
        )
        .map(|_| ()),
        Plan::of(
            &dtensor("Shard(0), Replicate()", &mesh, &[8, 8]).expect("it is right"),
            &dtensor("Shard(0), Replicate()", &mesh, &[8, 9]).expect("it is right"),
        )
        .map(|_| ()),
    ];
    let texts: Vec<String> =
        errors.into_iter().map(|result| text(result.expect_err("a mistake"))).collect();
    let expected = [
        "10 is no multiple of 4: the last part would have 1 of 3 (dimension 0)\n\
         help: 2 and 5 divide 10, and 4 divides 12",
        "axis `x` of the mesh is used twice\nhelp: give each axis of the mesh one use",
        "the mesh has no axis `w`\nhelp: the axes are `x`, `y`",
        "the quotes of `'x` do not match",
        "dimension 3 of a tensor that has 2",
        "`Partial('max')` is reduced by `max`, and here by `sum` alone",
        "there are 1 placements for the 2 axes of x=4,y=2",
        "the parts of 10 coordinates are neither equal nor consecutive, and are not cut again over 2 devices (dimension 0)",
        "the parts of 10 coordinates are neither equal nor consecutive, and are not cut again over 2 devices (dimension 0)\n\
         help: 8 coordinates can be cut so",
        "coordinates [1, 0] and [0, 4] share place 4 of device 0",
        "coordinates [1, 0] and [0, 1] share place 0 of device 1",
        "the stride 1@2 of (4,8):(1@2,1@1) is no number of devices `@0` or places `@1`",
        "the target has each element as 2 summands, and the source has it whole: summands are added, and not made\n\
         help: a target that is partial along no axis has the sums",
        "the source has shape [8, 8], and the target [8, 9]",
    ];
    assert_eq!(texts, expected);
}

/// The places of PyTorch's `_StridedShard` (pytorch#168134), and those that the issue asks for.
#[test]
fn strided_parts_of_an_uneven_dimension_are_those_of_dtensor() {
    let mesh = mesh(&[2]);
    let memories = |placement: &Placement| {
        let mut memories = [Vec::new(), Vec::new()];
        for element in 0..5 {
            let (device, place) = placement.at(&[element], 0, 0).expect("a place");
            assert_eq!(memories[device].len(), place);
            memories[device].push(element);
        }
        memories
    };
    let strided = dtensor("_StridedShard(dim=0, sf=2)", &mesh, &[5]).expect("a placement");
    assert_eq!(memories(&strided), [vec![0, 1, 3], vec![2, 4]]);
    let whole = Placement::replicated(&mesh, &[5]).expect("a placement");
    let padded = whole.shard(0, "x", Cut::Pieces(vec![(2, 0), (1, 1), (2, 0)]));
    assert_eq!(memories(&padded.expect("a placement")), [vec![0, 1, 3, 4], vec![2]]);
}

/// An error is at the part of the text that it is about, down to the axis of an entry.
#[test]
fn errors_of_texts_have_their_place() {
    let mesh = mesh(&[4, 2]);
    let at = |text: &str, result: Result<Placement, Error>| {
        let range = result.expect_err(text).range().expect("a range");
        text[range].to_owned()
    };
    let shape = [8, 9];
    for (text, part) in [
        ("PartitionSpec('x', 'y')", "y"),
        ("P(('x', 'w'), None)", "w"),
        ("P(None, None, 'x')", "'x'"),
        ("P('x', 'x')", "x"),
        ("P('x', unreduced={'x'})", "x"),
        ("P('x', reduced={'y'})", "reduced={'y'}"),
        ("P('x'", "('x'"),
    ] {
        assert_eq!(at(text, jax(text, &mesh, &shape)), part, "{text}");
    }
    for (text, part) in [
        ("(Shard(dim=0), Shard(dim=2))", "Shard(dim=2)"),
        ("Shard(0), _StridedShard(0)", "_StridedShard(0)"),
        (" S(0), Partial('max') ", "Partial('max')"),
        ("Shard(-3), R", "Shard(-3)"),
        (" Shard(0) ", "Shard(0)"),
        ("R, Mirror(0)", "Mirror(0)"),
    ] {
        assert_eq!(at(text, dtensor(text, &mesh, &shape)), part, "{text}");
    }
}

#[test]
fn letters_of_dtensor_and_unreduced_axes_of_jax_are_read() {
    let mesh = mesh(&[4, 2]);
    let of = |text: &str| layout_mesh::notation(text, &mesh, &[16, 8]).expect(text).expect(text);
    for (a, b) in [
        ("S(0), R", "Shard(0), Replicate()"),
        ("(_S(0, 2), S(0))", "[_StridedShard(dim=0, split_factor=2), Shard(dim=0)]"),
        ("P(sum), S(1)", "Partial(reduce_op='sum'), Shard(-1)"),
        ("P(None, 'y', unreduced={'x'})", "Partial(), Shard(1)"),
        ("PartitionSpec()", "R, R"),
    ] {
        let plan = Plan::of(&of(a), &of(b)).expect("a plan");
        assert_eq!((plan.moved(), plan.collective()), (0, Collective::Local), "{a}");
    }
    let none = ["(8,4):(1,8)", "Rows", "S", "", "size((4,8))"];
    let is_read = |text: &&str| layout_mesh::notation(text, &mesh, &[16, 8]).is_some();
    assert_eq!(none.iter().filter(|text| is_read(text)).collect::<Vec<_>>(), [&"S"]);
}

/// Blocks of two lengths without a common factor meet in as many sections as there are blocks.
#[test]
fn placements_that_meet_in_too_many_sections_are_refused() {
    let of = |text: &str| {
        let layout: layout_algebra::Layout = text.parse().expect("a layout");
        Placement::from_layout(&layout.into(), &[], None).expect("a placement")
    };
    let few = Plan::of(&of("((509,521)):((521@1,1@1))"), &of("((521,509)):((509@1,1@1))"));
    assert_eq!(few.expect("a plan").kept(), 509 * 521);
    let many = Plan::of(
        &of("((524287,524309)):((524309@1,1@1))"),
        &of("((524309,524287)):((524287@1,1@1))"),
    );
    assert_eq!(
        many.expect_err("too many").to_string(),
        "dimension 0 is cut in more than 1048576 sections by the two placements"
    );
}

#[test]
fn layouts_of_device_and_place_are_placements() {
    let layout = |text: &str| text.parse::<layout_algebra::Layout>().expect("a layout").into();
    let roles = [Role::Dimension, Role::Copy];
    let source = Placement::from_layout(&layout("((2,4),2):((1@1,1@0),4@0)"), &roles, None);
    let target = Placement::from_layout(&layout("8:1@0"), &[], None).expect("a placement");
    let plan = Plan::of(&source.expect("a placement"), &target).expect("a plan");
    assert_eq!((plan.devices(), plan.moved(), plan.kept()), (8, 6, 2));
    // Seven of eight: the last coordinate is padding.
    let padded = Placement::from_layout(&layout("(2,4):(1@1,1@0)"), &[], Some(&[2, 3]));
    assert_eq!(padded.expect("a placement").local_size(3), 0);
}
