//! The operations on modes and tuples, the constructors, the way back from offsets
//! and the predicates, as they are written: their values and their errors.

use layout_codegen::Allow;

use crate::language::{eval, everything};

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        match eval(expression, Allow::default()) {
            Ok(value) => assert_eq!(value.to_string(), *expected, "{expression}"),
            Err(error) => panic!("{expression}: {error}"),
        }
    }
}

#[track_caller]
fn check_errors(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        match eval(expression, Allow::default()) {
            Ok(value) => panic!("{expression} is {value}"),
            Err(error) => assert!(error.contains(expected), "{expression}: {error}"),
        }
    }
}

#[test]
fn modes() {
    check(&[
        ("front(((2,3),4))", "2"),
        ("back((4,(2,3)))", "3"),
        ("front(((2,3),4):((1,2),6))", "2:1"),
        ("take((2,3,5,7), 1, 3)", "(3,5)"),
        ("take((2,3,5,7), 2, -1)", "(5,7)"),
        ("take((2,3), 1, 1)", "()"),
        ("take(8:1, 0, 1)", "(8):(1)"),
        ("select((4,8):(8,1), 1, 0)", "(8,4):(1,8)"),
        ("insert((2,3), 1, (5,7))", "(2,(5,7),3)"),
        ("insert((2,3), 2, 5)", "(2,3,5)"),
        ("remove((2,3,5):(1,2,6), 1)", "(2,5):(1,6)"),
        ("replace((2,3), 0, (5,7))", "((5,7),3)"),
        ("replace(2, 0, (5,7))", "(5,7)"),
        ("append(2, 3)", "(2,3)"),
        ("append((2,3), 1, 4)", "(2,3,1,1)"),
        ("append(8:1)", "(8,1):(1,0)"),
        ("append(8:1, 1:0, 3)", "(8,1,1):(1,0,0)"),
        ("append(8:1, 1:0, 1)", "8:1"),
        ("prepend((2,3), 1, 4)", "(1,1,2,3)"),
        ("prepend((4,8):(8,1))", "(1,4,8):(0,8,1)"),
        ("repeat(_, 2)", "(_,_)"),
        ("repeat(2, 1)", "2"),
        ("repeat(2, 0)", "()"),
        ("tuple_repeat(2, 1)", "(2)"),
        ("repeat_like((0,(0,0)), 7)", "(7,(7,7))"),
        ("group((2,3,5,7), 1, 3)", "(2,(3,5),7)"),
        ("group((2,3,5,7):(1,2,6,30), 2, -1)", "(2,3,(5,7)):(1,2,(6,30))"),
        ("group((2,3), 1, 1)", "(2,3)"),
        ("zip(((2,3),(5,7)))", "((2,5),(3,7))"),
        ("zip((2,3),(5,7),(11,13))", "((2,5,11),(3,7,13))"),
        ("zip((2,3):(1,2),(5,7):(6,30))", "((2,5),(3,7)):((1,6),(2,30))"),
        ("zip((2,(3,5)))", "((2,(3,5)))"),
        ("zip2_by(((1,2),((3,4),(5,6)),7), (_,(_,_)))", "((1,(3,5)),(2,(4,6),7))"),
        ("zip2_by(((2,3),(5,7)):((1,2),(6,30)), (_,_))", "((2,5),(3,7)):((1,6),(2,30))"),
        ("reverse((2,(3,5)))", "((3,5),2)"),
        ("transpose((4,(2,4)):(8,(1,2)))", "((2,4),4):((1,2),8)"),
        ("unflatten((2,3,5), (_1,(_1,_1)))", "(2,(3,5))"),
        ("unflatten((2,3,5):(1,2,6), ((_,_),_))", "((2,3),5):((1,2),6)"),
        ("wrap(2)", "(2)"),
        ("wrap((2,3))", "(2,3)"),
        ("unwrap((((2))))", "2"),
        ("unwrap(((2,3)):((1,2)))", "(2,3):(1,2)"),
    ]);
    check_errors(&[
        ("take((2,3):(1,2), 1, 1)", "take: the range of modes from 1 up to 1 is empty"),
        ("take((2,3), 0, 4)", "take: there is no mode 3 in (2,3): it has 2, counted from 0"),
        ("select((2,3), 2)", "select: there is no mode 2 in (2,3)"),
        ("append((2,3):(1,2), 1:0, 1)", "append: (2,3):(1,2) has 2 modes, but the result has 1"),
        ("zip((2,3),(5,7,11))", "zip: (2,3) and (5,7,11) differ in rank"),
        ("zip2_by((2,3,5), _)", "zip2_by: (2,3,5) and a pair differ"),
        ("unflatten((2,3), (1,(1,1)))", "unflatten: (2,3) and the leaves of (1,(1,1)) differ"),
        ("front(())", "front: there is no mode 0 in ()"),
        ("take((2,3), 0, x)", "`x` is not known here"),
        ("take((2,3), -3, 1)", "take: there is no mode -3 in (2,3): it has 2, counted from 0"),
        ("repeat(repeat(2, 4000), 2)", "at most 4096 leaves and tuples"),
        ("repeat(repeat((), 4000), 2)", "at most 4096 leaves and tuples"),
        ("repeat_like(repeat((), 4000), (2,3))", "at most 4096 leaves and tuples"),
        ("append(2, 1, 100000)", "append: expected fewer repetitions"),
    ]);
}

#[test]
fn tuples() {
    check(&[
        ("round_up((10,7,(5,3)), (4,7))", "(12,7,(5,3))"),
        ("inner_product((2,(3,5)), (1,(2,6)))", "38"),
        ("product_each(((2,3),4))", "(6,4)"),
        ("product_like(((2,3),4), (_1,_1))", "(6,4)"),
        ("product_like(((2,3),4), 0)", "24"),
        ("sum((1,(2,-5)))", "-2"),
        ("sum(())", "0"),
        ("max(1, (2,(3,-7)))", "3"),
        ("min((1,(2,-5)))", "-5"),
        ("gcd(12, (18,-30))", "6"),
        ("gcd(0)", "0"),
        ("lex_less((1,3), (2,0))", "true"),
        ("lex_less((1,3), (1,3,0))", "true"),
        ("lex_leq((1,3), (1,3))", "true"),
        ("lex_gtr((1,3), (1,2))", "true"),
        ("lex_geq((1,3), (2,0))", "false"),
        ("colex_less((1,3), (2,0))", "false"),
        ("colex_leq((2,0), (1,3))", "true"),
        ("colex_gtr((1,3), (2,0))", "true"),
        ("colex_geq((1,3), (1,3))", "true"),
        ("elem_less((1,(2,3)), (4,(8,4)))", "true"),
        ("elem_less((1,2), (4,2))", "false"),
        ("elem_less((1,2), (4))", "false"),
        ("elem_leq((1,5), (2,3))", "true"),
        ("elem_gtr((1,5), (0,3))", "true"),
        ("elem_geq((1,5), (2,3))", "true"),
    ]);
    check_errors(&[
        ("inner_product((2,3), (1,2,3))", "inner_product: (2,3) and (1,2,3) differ in rank"),
        ("elem_scale((2,3), (1,2,3))", "elem_scale: (2,3) and (1,2,3) differ in rank or nesting"),
        ("product_like(6, (1,1))", "product_like: 6 and (1,1) differ"),
        ("round_up(10, 0)", "round_up: 0 is no divisor"),
        ("round_up((10,6), 4)", "round_up: (10,6) and 4 differ in rank or nesting"),
        ("round_up(10, (4,4))", "round_up: 10 and (4,4) differ in rank or nesting"),
        ("max(())", "max: there is no mode 0"),
        ("lex_less((1,2), (1,(2,3)))", "lex_less: 2 and (2,3) differ in rank or nesting"),
        ("lex_leq((1,2), (1,(2,3)))", "lex_leq: (2,3) and 2 differ in rank or nesting"),
        ("elem_less(1, (2,3))", "elem_less: 1 and (2,3) differ in rank or nesting"),
        ("sum(170141183460469231731687303715884105727, 1)", "sum takes 1 operand"),
        ("sum((170141183460469231731687303715884105727, 1))", "overflow"),
    ]);
}

#[test]
fn constructors() {
    check(&[
        ("make_layout_like((2,2,2):(20,40,10))", "(2,2,2):(2,4,1)"),
        ("make_layout_like((2,3,4):(1@1,1@2,1@0))", "(2,3,4):(4,8,1)"),
        ("make_layout_like((4,3):(3@0,1@0))", "(4,3):(3,1)"),
        ("make_layout_like((2,(3,4)):(1@0,(1@1@1,1@0@1)))", "(2,(3,4)):(1,(8,2))"),
        ("make_fragment_like((4,(2,3)):(59,(13,1)))", "(4,((2,3))):(1,((12,4)))"),
        ("make_fragment_like((4,8))", "(4,8):(1,4)"),
        ("make_identity_layout((4,(2,3)))", "(4,(2,3)):(1@0,(1@0@1,1@1@1))"),
        ("with_shape((4,8):(8,1), 8, 4)", "((4,2),4):((8,1),2)"),
        ("with_shape((4,8):(8,1), (2,16))", "(2,(2,8)):(8,(16,1))"),
        ("tile_to_shape((2,2):(2,1), (6,4))", "((2,3),(2,2)):((2,4),(1,12))"),
        ("tile_to_shape((2,2):(2,1), (6,4), (1,0))", "((2,3),(2,2)):((2,8),(1,4))"),
        ("tile_to_shape((2,2):(2,1), (6,4), LayoutRight)", "((2,3),(2,2)):((2,8),(1,4))"),
        (
            "tile_to_shape((2,2):(2,1), (6,4,3), (2,0,1))",
            "((2,3),(2,2),(1,3)):((2,24),(1,4),(0,8))",
        ),
        ("blocked_product((2,5):(5,1), 3:1)", "((2,3),(5,1)):((5,10),(1,0))"),
        ("blocked_product((2,2):(1,4), (2,2):(1,2))", "((2,2),(2,2)):((1,2),(4,8))"),
        ("raked_product((32,8):(1,32), (4,1):(1,0))", "((4,32),(1,8)):((256,1),(0,32))"),
    ]);
    check_errors(&[
        (
            "tile_to_shape((2,2):(2,1), (5,4))",
            "tile_to_shape: tile 2 does not divide mode 0 of (5,4): the tiles cover 6 of 5 positions",
        ),
        (
            "tile_to_shape((4,8):(1,4), 128)",
            "the block (4,8):(1,4) has 2 modes, but the shape 128 has 1",
        ),
        ("tile_to_shape((2,2), (4,4), (1,1))", "tile_to_shape: order 1 is given twice"),
        ("tile_to_shape((2,2), (4,4), (1,2,3))", "order (1,2,3) and shape (2,2) differ in rank"),
        ("make_layout_like((2,3):(1,1))", "make_layout_like: order 1 is given twice"),
        ("with_shape(4:1, 8)", "position 7 is outside of 4:1"),
        ("make_identity_layout((4,-1))", "make_identity_layout: extent -1 is negative"),
    ]);
    let allowed = |expression| eval(expression, everything()).unwrap().to_string();
    assert_eq!(allowed("with_shape(4:1, 8)"), "8:1");
    assert_eq!(allowed("make_layout_like((2,2,2,2):(0,20,40,10))"), "(2,2,2,2):(0,2,4,1)");
}

/// The answers of the package that the whitepaper's author has published, where it documents them.
#[test]
fn operations_at_a_mode() {
    check(&[
        ("coalesce[1]((3,(2,6)):(1,(3,6)))", "(3,12):(1,3)"),
        ("coalesce_z[1]((3,(2,6)):(1,(3,6)))", "(3,12):(1,3)"),
        ("composition[1]((4,6):(1,4), 3:2)", "(4,3):(1,8)"),
        ("logical_divide[1]((3,8), 4:2)", "(3,(4,2)):(1,(6,3))"),
        ("logical_divide[0, 1](((3,8),5):((1,3),24), 4:2)", "((3,(4,2)),5):((1,(6,3)),24)"),
        ("logical_divide[-2,-1](((3,8),5):((1,3),24), 4:2)", "((3,(4,2)),5):((1,(6,3)),24)"),
        ("zipped_divide[1]((5,24), 4:2)", "(5,(4,(2,3))):(1,(10,(5,40)))"),
        ("logical_product[0]((3,5):(1,20), 4:1)", "((3,4),5):((1,3),20)"),
        ("coalesce[0](Sw<1,0,3> o ((2,4),3):((1,2),8))", "Sw<1,0,3> o 0 o (8,3):(1,8)"),
        ("flatten[1]((1,((2,3),4)))", "(1,(2,3,4))"),
        ("reverse[1]((1,(2,3)))", "(1,(3,2))"),
        ("sort[0](((2,3),4):((3,1),6))", "((3,2),4):((1,3),6)"),
        ("coalesce[0](8:1)", "8:1"),
        ("size[1]((4,8))", "8"),
        ("shape[1,0]((4,(8,2)))", "8"),
        ("get[1]((4,8):(8,1))", "8:1"),
    ]);
}

#[test]
fn modes_from_the_end_and_by_steps() {
    check(&[
        ("get((4,(2,3)):(6,(3,1)), -1, -2)", "2:3"),
        ("select((4,8,2), -1, 0)", "(2,4)"),
        ("remove((4,8,2), -1)", "(4,8)"),
        ("replace((4,8,2), -2, 7)", "(4,7,2)"),
        ("size((4,8), -1)", "8"),
        ("take((4,8,2,3), 0, -1, 2)", "(4,2)"),
        ("take((4,8,2,3):(1,4,32,64), 1, 4, 2)", "(8,3):(4,64)"),
        ("take((4,8,2,3), -2, -1)", "(2,3)"),
        ("deep_reverse((4,(2,3)):(6,(3,1)))", "((3,2),4):((1,3),6)"),
        ("tiler_to_layout(<4:2,5:3>)", "(4,5):(2@0,3@1)"),
        ("tiler_to_layout((4,(2,3)))", "(4,(2,3)):(1@0,(1@0@1,1@1@1))"),
        ("logical_divide((8,8):(9,1), tiler_to_layout((4,4)))", "((4,4),(2,2)):((9,1),(36,4))"),
        ("abs((4,(-2,0)))", "(4,(2,0))"),
        ("sorted((8,(2,4),-1))", "(-1,2,4,8)"),
        (
            "expand_modes_alike((4,6):(6,1), ((2,2),6):((1,2),4))",
            "(((2,2),6):((6,12),1),((2,2),6):((1,2),4))",
        ),
    ]);
}

#[test]
fn coordinates_of_offsets() {
    check(&[
        ("get_hier_coord((4,(2,3)):(6,(3,1)), 11)", "(1,(1,2))"),
        ("get_flat_coord((4,(2,3)):(6,(3,1)), 11)", "(1,5)"),
        ("get_1d_coord((4,(2,3)):(6,(3,1)), 11)", "21"),
        ("get_hier_coord((4,4):(0,1), 2)", "(0,2)"),
        ("get_hier_coord((2,2):(3,1), 4)", "(1,1)"),
        ("get_hier_coord(4:-1, -2)", "2"),
        ("domain_offset((2,3), (4,8):(8,1))", "((4,8):(8,1),19)"),
    ]);
    check_errors(&[
        (
            "get_hier_coord((4,3):(4,1), 3)",
            "no coordinate of (4,3):(4,1) has offset 3\n\
             divided by the strides it gives (0,0), where the layout is 0",
        ),
        (
            "get_1d_coord(7:1, -1)",
            "no coordinate of 7:1 has offset -1\n\
             divided by the strides it gives -1, which is outside of the shape",
        ),
        ("get_flat_coord((2,3):(1@0,1@1), 3)", "get_flat_coord: stride 1@0 steps along a basis"),
        ("get_1d_coord(7:1, (1,2))", "get_1d_coord: expected an integer, found the tuple (1,2)"),
        (
            "domain_offset((2,3,1), (4,8):(8,1))",
            "domain_offset: (2,3,1) is not a coordinate of (4,8)",
        ),
    ]);
}

#[test]
fn predicates() {
    check(&[
        ("is_bijective((4,8):(8,1))", "true"),
        ("is_bijective((4,8):(1@1,1@0))", "true"),
        ("is_bijective(4:-1)", "false"),
        ("is_bijective((4,8):(9,1))", "false"),
        ("is_contiguous((2,2,2):(1,1,2))", "true"),
        ("is_contiguous((2,2):(1,3))", "false"),
        ("is_contiguous(4:-1)", "true"),
        ("is_compact((4,4):(0,1))", "true"),
        ("is_compact((4,4):(1,1))", "false"),
        ("is_col_major((4,(2,4)):(1,(4,8)))", "true"),
        ("is_col_major((4,1):(1,7))", "true"),
        ("is_row_major((4,8):(8,1))", "true"),
        ("is_row_major((4,8):(1,4))", "false"),
    ]);
}

#[test]
fn leaf_by_leaf() {
    check(&[
        ("shape_mod((4,5,6), 40)", "(4,5,2)"),
        ("common_refinement((4,(2,3)), ((2,2),6))", "((2,2),(2,3))"),
        ("common_coarsening((4,(2,3)), ((2,2),6))", "(4,6)"),
        ("common_coarsening((2,3), (3,2))", "6"),
        ("prefix_product((2,(3,4)))", "(1,(2,6))"),
        ("prefix_product((2,3), 5)", "(5,10)"),
        ("suffix_product((2,(3,4)))", "(12,(4,1))"),
        ("prefix_sum((2,(3,4)))", "(0,(2,5))"),
        ("compact_col_major((2,1,4))", "(1,0,2)"),
        ("compact_row_major((2,(3,4)), 10)", "(120,(40,10))"),
        ("compact_order((2,3,4), (2,0,1))", "(12,1,3)"),
        ("elem_add((1,2), (10,20,30))", "(11,22,30)"),
        ("elem_add(0, (1,(2,3)))", "(1,(2,3))"),
        ("elem_sub(5, 7)", "-2"),
        ("elem_min((4,4), (2,7))", "(2,4)"),
        ("elem_max((4,4), (2,7))", "(4,7)"),
        ("filter_zeros((0,(1,0)), (4,(2,8)))", "(1,(2,1))"),
        ("filter_zeros((0,3))", "(1,3)"),
        ("make_basis_like((4,(2,3)))", "(1@0,(1@0@1,1@1@1))"),
        ("replace_front((2,3,5), (7,8))", "((7,8),3,5)"),
        ("replace_back((2,3):(1,2), 9:5)", "(2,9):(1,5)"),
    ]);
}

#[test]
fn leaves_of_layouts() {
    check(&[
        ("coalesce_z((4,1):(1,0))", "(4,1):(1,0)"),
        ("coalesce_z((4,1):(1,4))", "4:1"),
        ("sort((4,8):(8,1))", "(8,4):(1,8)"),
        ("sort((4,8,2):(1@1,2@0,1@0))", "(2,8,4):(1@0,2@0,1@1)"),
        ("layout_add((4,8):(8,1), 32:100)", "(4,8):(108,401)"),
        ("layout_add((2,3):(0,1), (2,3):(1,1))", "6:1"),
        ("layout_add(12:1@0, (4,3):(1@0,1@0))", "(4,3):(2@0,5@0)"),
        ("layout_add(12:0, (4,3):(1@1,1@0))", "(4,3):(1@1,1@0)"),
        ("equal((4,8), (4,8))", "true"),
        ("equal(make_layout((4,8)), (4,8):(1,4))", "true"),
        ("equal((4,8):(1,4), 32:1)", "false"),
        ("functionally_equal((4,8):(1,4), 32:1)", "true"),
        ("agrees((4,8):(8,1), ((2,2),8):((8,16),1))", "true"),
        ("agrees((4,8):(1,4), (8,4):(1,8))", "false"),
        ("agrees((4,8):(1,4), 32:1)", "false"),
        ("agrees(32:1, (32):(1))", "true"),
        ("agrees((1,8):(5,1), (1,8):(7,1))", "true"),
        ("agrees((4,8):(1@0,1@1), ((2,2),8):((1@0,2@0),1@1))", "true"),
        ("agrees((4,8):(1@0,1@1), (4,8):(1@1,1@0))", "false"),
        ("agrees(Sw<3,0,3> o 0 o (8,64):(64,1), Sw<3,0,3> o 0 o (8,(8,8)):(64,(1,8)))", "true"),
        ("agrees(Sw<2,0,3> o 0 o (4,4):(4,1), (4,4):(4,1))", "false"),
        ("agrees(Sw<2,0,3> o 0 o (2,4):(4,1), (2,4):(4,1))", "true"),
        ("agrees((64,64):(66,1), (66,66):(66,1), 1)", "true"),
        ("agrees((64,64):(66,1), (66,66):(66,1), (1,1))", "true"),
        ("agrees((64,64):(66,1), (67,65):(66,1), ((1,2),(1,0)))", "true"),
        ("agrees((64,64):(66,1), (67,65):(66,1), (1,1))", "false"),
        ("agrees((64,64):(64,1), (66,66):(66,1), 1)", "false"),
        ("agrees(4:1, ((2,4)):((1,2)), ((0,4)))", "true"),
        ("agrees(3:2, (2,3):(1,2), (0,(1,2)))", "false"),
        ("eval(circular(4:64, 8))", "(0,64,128,192,0,64,128,192)"),
        ("live((64,(4,3)):(1,(64,0)), 4)", "true"),
        ("live((64,(4,3)):(1,(64,0)), 5)", "false"),
        ("live((64,(4,3)):(1,(32,0)), 2)", "false"),
        ("live(Sw<3,3,3> o 0 o (64,(4,3)):(1,(64,0)), 4)", "true"),
        ("live((4,8):(8,1), 1)", "true"),
        ("leading_dim((4,(2,8)):(16,(8,1)))", "(1,1)"),
        ("leading_dim((1,8):(1,1))", "1"),
        ("leading_dim(4:1)", "0"),
        ("is_major((4,(2,8)):(16,(8,1)), 1)", "true"),
        ("is_major((4,(2,8)):(16,(8,1)), 1, 0)", "false"),
        ("coprofile((4,8):(1@0,1@1))", "(0,0)"),
        ("coprofile((4,8):(8,1))", "0"),
        ("size_in_bytes((4,8):(8,1), 6)", "24"),
        ("size_in_bytes(5:2, 4)", "5"),
    ]);
}

#[test]
fn parts_of_layouts() {
    check(&[
        ("local_tile((8,12):(12,1), (2,4), (1,1))", "((2,4):(12,1),28)"),
        ("local_tile((8,12):(12,1), (2,4), (1,_))", "((2,4,3):(12,1,4),24)"),
        ("local_tile((8,12):(12,1), (2,4), (1))", "((2,4,3):(12,1,4),24)"),
        ("local_tile(make_identity_layout((8,12)), (2,4), (1,1))", "((2,4):(1@0,1@1),(2,4))"),
        ("outer_partition((8,12):(12,1), (2,4), (1,2))", "((4,3):(24,4),14)"),
        ("local_partition((8,12):(12,1), (2,4), 5)", "((4,3):(24,4),14)"),
        ("local_partition(32:1, 4, 3)", "((8):(4),3)"),
        ("get(local_tile((8,12):(12,1), (2,4), (1,_)), 0)", "(2,4,3):(12,1,4)"),
        ("get(local_tile((8,12):(12,1), (2,4), (1,_)), 1)", "24"),
        ("get(get(local_partition((8,12):(12,1), (2,4), 5), 0), 1)", "3:4"),
    ]);
}
