//! The pages of errors, one a code.

use super::Page;

/// One for each of [`ErrorKind::CODES`](layout_algebra::ErrorKind::CODES), in their order.
pub(super) const PAGES: &[Page] = &[
    Page {
        code: "L0001",
        title: "shape and stride are not nested alike",
        wrong: Some("(4,8):(1,(2,3))"),
        why: "A layout has one stride for each extent: coordinate i of a mode is multiplied by the stride of the same place. A mode in\n\
              parentheses has parts of its own, so that its stride has as many; `(8)` is a tuple of one mode, `8` is none.",
        right: &["(4,8):(1,4)", "(4,(2,4)):(1,(4,8))"],
    },
    Page {
        code: "L0002",
        title: "an extent below 0, or below 1",
        wrong: Some("(4,-8):(1,4)"),
        why: "An extent is the number of coordinates of a mode. A layout with an extent of 0 is one without elements; beside symbols an extent\n\
              is at least 1. A symbol may be 0 at run time: `(m,n):(n,1)` is rows of nothing then.",
        right: &["(4,8):(1,-4)", "(4,0):(1,4)", "(m,n):(n,1)"],
    },
    Page {
        code: "L0003",
        title: "a size or an offset overflows",
        wrong: Some("3:170141183460469231731687303715884105727"),
        why: "The algebra computes with integers of 127 bits and a sign. A layout whose largest offset is beyond has no answer; one that is\n\
              used in Rust has to fit `isize`, or `u32` where its functions of 32 bits are called.",
        right: &["3:1000000000000"],
    },
    Page {
        code: "L0004",
        title: "a number does not fit 64 bits",
        wrong: Some("sectors((8,8):(999999999999999999999,1), 16, 16)"),
        why: "What counts accesses of memory computes addresses, which have 64 bits.",
        right: &["sectors((8,8):(64,1), 16, 16)"],
    },
    Page {
        code: "L0005",
        title: "an expression over symbols is too large",
        wrong: Some("size((a+b,c+d,e+f,g+h,i+j,k+l,m+n,q+r,s+t,u+v,w+x,y+z))"),
        why: "Integers over symbols are sums of products, which are compared exactly. A product of many sums has too many of them: give a\n\
              sum a name of its own, as a symbol.",
        right: &["size((a,c,e,g,i,k,m,q,s,u,w,y))"],
    },
    Page {
        code: "L0006",
        title: "a quotient that must be exact has a remainder",
        wrong: None,
        why: "A layout over symbols may have quotients, as `m / 4`, which are exact under what it is right under: `where m % 4 == 0`. With\n\
              values for which one has a remainder there is no layout. What it is right under is said first, so that this is rare.",
        right: &["logical_divide(m:1, 4)"],
    },
    Page {
        code: "L0007",
        title: "it is not known whether there is a result",
        wrong: None,
        why: "Whether an operation has a result depends on symbols. Mostly the result is answered with the condition, after `where`, and it is\n\
              checked where the layout is made. Where no condition is found by which it is decided, say what is known of the symbols in front.",
        right: &["#[assume(n % 16 == 0)] logical_divide(n:1, 8)"],
    },
    Page {
        code: "L0008",
        title: "two coordinates share an offset",
        wrong: Some("(4,8):(1,2)"),
        why: "Two coordinates of the layout are one element of memory: what is written at one is read at the other. Mostly a stride is too\n\
              small: each must step over what the modes below it reach. If it is meant, as in a broadcast, say so in front.",
        right: &["(4,8):(1,4)", "#[allow(non_injective)] (4,8):(1,0)"],
    },
    Page {
        code: "L0009",
        title: "coordinates may share an offset",
        wrong: None,
        why: "Whether two coordinates share an offset depends on symbols. Mostly that they do not is answered as a condition, after `where`, and\n\
              checked where the layout is made; what is known of the symbols can be said in front.",
        right: &["(m,n):(k,1)", "#[assume(n <= k)] (m,n):(k,1)"],
    },
    Page {
        code: "L0010",
        title: "a question is not settled",
        wrong: Some("composition((4,n):(2,9), 8:3)"),
        why: "A search has a limit, so that a macro ends, and symbols can be compared only as far as a rule says how. Where extents and strides\n\
              divide each other it is decided; so it is with numbers for the symbols.",
        right: &["composition((4,n):(2,9), 8:4)", "composition((4,6):(2,9), 8:2)"],
    },
    Page {
        code: "L0011",
        title: "a number is needed where a symbol stands",
        wrong: Some("infer_layout([0, n])"),
        why: "What is computed has another form for each value of the symbol, so that it cannot be computed before the value is known.",
        right: &["infer_layout([0, 4])"],
    },
    Page {
        code: "L0012",
        title: "a composition is not a layout: it does not add up",
        wrong: Some("composition((4,3):(3,1), (3,2):(1,3))"),
        why: "A layout is a sum: what one mode adds does not depend on the others. The composition is defined at every coordinate, but at the\n\
              one that is named the modes carry into each other, and no layout is that function.",
        right: &["composition((4,3):(3,1), (4,3):(1,4))", "composition((4,3):(3,1), (2,3):(1,4))"],
    },
    Page {
        code: "L0013",
        title: "modes do not make one swizzled layout",
        wrong: Some("make_layout(Sw<2,0,2> o 0 o 16:1, 3:8)"),
        why: "A swizzle flips bits of the sum of all modes. Put beside a mode that has none, it would have to leave alone what that mode adds.",
        right: &["make_layout(Sw<2,0,2> o 0 o 16:1, Sw<2,0,2> o 0 o 3:16)"],
    },
    Page {
        code: "L0014",
        title: "`_` leaves a mode without a tile",
        wrong: Some("zipped_divide((4,8):(8,1), <_,4:1>)"),
        why: "`_` takes a mode as it is. Where tiles and rests are apart, it is neither: say whether the mode is within the tile or beside it.",
        right: &["zipped_divide((4,8):(8,1), <4:1,4:1>)", "zipped_divide((4,8):(8,1), <1,4:1>)"],
    },
    Page {
        code: "L0015",
        title: "a composition is not a layout: a run breaks",
        wrong: Some("composition((8,8):(8,1), 12:1)"),
        why: "The right operand steps evenly, and the left one has its steps in runs of equal ones. One mode has one stride: the run must\n\
              divide the extent, or be as long.",
        right: &["composition((8,8):(8,1), 16:1)", "composition((8,8):(8,1), 8:1)"],
    },
    Page {
        code: "L0016",
        title: "an operand leaves the layout",
        wrong: Some("composition((4,3):(3,1), 24:1)"),
        why: "A composition takes what the right operand answers as a 1-D coordinate of the left one, which has no such coordinate. CuTe\n\
              continues the last mode; here that is said in front.",
        right: &[
            "composition((4,3):(3,1), 12:1)",
            "#[allow(padding)] composition((4,3):(3,1), 24:1)",
        ],
    },
    Page {
        code: "L0017",
        title: "what is tiled is no multiple of an instruction",
        wrong: Some(
            "tile_shape(make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N, half_t>, (4,4), (1,8)))",
        ),
        why: "An instruction takes a number of threads, of values of each, or of bits at once. What is tiled with it is a whole number of times\n\
              as many.",
        right: &[
            "tile_shape(make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N, half_t>, (32,1), (1,8)))",
        ],
    },
    Page {
        code: "L0018",
        title: "tiles do not divide the layout",
        wrong: Some("logical_divide(10:1, 4)"),
        why: "The last tile reaches past the end: some of its coordinates are no element. If that is meant, say so in front: the result has\n\
              bounds, and `in_bounds` says which coordinates are padding.",
        right: &["logical_divide(10:1, 5)", "#[allow(padding)] logical_divide(10:1, 4)"],
    },
    Page {
        code: "L0019",
        title: "tiles leave positions out",
        wrong: Some("logical_divide(12:1, (2,2):(1,3))"),
        why: "The tile and its repetitions cover every position once where the tile has a complement in the layout. Here there are positions\n\
              between that no repetition reaches.",
        right: &["logical_divide(12:1, (2,2):(1,6))", "logical_divide(12:1, 4:3)"],
    },
    Page {
        code: "L0020",
        title: "modes interleave, and have no complement",
        wrong: Some("complement((2,2):(2,3), 12)"),
        why: "A complement repeats the layout into the offsets that it leaves free. With the strides in order, each must be at least the extent\n\
              times the stride of the one before, or repetitions meet.",
        right: &["complement((2,2):(2,4), 16)"],
    },
    Page {
        code: "L0021",
        title: "a complement leaves offsets free",
        wrong: Some("complement((2,2):(1,3), 12)"),
        why: "A complement covers all offsets below its target with the layout: each stride must be a multiple of the extent times the\n\
              stride of the one before. If holes are meant, say so in front.",
        right: &["complement((2,2):(1,4), 16)", "#[allow(padding)] complement((2,2):(1,3), 12)"],
    },
    Page {
        code: "L0022",
        title: "a negative stride",
        wrong: Some("complement(4:-1, 8)"),
        why: "Complements and left inverses go through the offsets from 0 on. A layout that counts down has the same offsets as one that counts\n\
              up, moved.",
        right: &["complement(4:1, 8)"],
    },
    Page {
        code: "L0023",
        title: "a stride along a basis",
        wrong: Some("upcast(4:1@0, 2)"),
        why: "A stride such as `1@0` steps along a mode of a coordinate: the layout answers coordinates, which are no numbers of elements to\n\
              swizzle or to count in larger ones. Compose a layout of integers with it first.",
        right: &["upcast(4:1, 2)", "composition((8,8):(8,1), 4:1@0)"],
    },
    Page {
        code: "L0024",
        title: "strides do not add up to one coordinate",
        wrong: Some("(4,8):(1@0,1)"),
        why: "All strides of a layout are integers, or all step along leaves of one coordinate. Along a mode and within a mode of it is\n\
              neither: `1@0` and `1@0@0` do not go together.",
        right: &["(4,8):(1@0,1@1)", "(4,8):(1,4)"],
    },
    Page {
        code: "L0025",
        title: "too many modes",
        wrong: Some("logical_divide((8,8):(8,1), (2,2,2))"),
        why: "A tuple by mode has at most one entry for each mode of the layout. Nested modes are entries of one mode.",
        right: &["logical_divide((8,8):(8,1), (2,2))", "logical_divide((8,8,8), (2,2,2))"],
    },
    Page {
        code: "L0026",
        title: "tuples differ in rank or nesting",
        wrong: Some("inner_product((1,2), (1,2,3))"),
        why: "The operation works leaf by leaf, so that both have the same leaves at the same places.",
        right: &["inner_product((1,2), (8,1))"],
    },
    Page {
        code: "L0027",
        title: "sizes differ",
        wrong: Some("layout_add(4:1, 5:1)"),
        why: "What is taken together coordinate by coordinate has as many coordinates on both sides. Extents may be others.",
        right: &["layout_add(4:1, 4:2)"],
    },
    Page {
        code: "L0028",
        title: "there is no such mode",
        wrong: Some("get((4,8):(8,1), 2)"),
        why: "Modes are counted from 0: a layout of rank 2 has modes 0 and 1. Nested modes are reached by further numbers.",
        right: &["get((4,8):(8,1), 1)", "get((4,(2,4)):(8,(1,2)), 1, 0)"],
    },
    Page {
        code: "L0029",
        title: "an empty range of modes",
        wrong: Some("take((2,3):(1,2), 1, 1)"),
        why: "`take` answers the modes from one up to before another. None of them are no layout.",
        right: &["take((2,3):(1,2), 1, 2)"],
    },
    Page {
        code: "L0030",
        title: "not a coordinate of the shape",
        wrong: Some("crd2idx((1,2,3), (4,8):(8,1))"),
        why: "A coordinate is an integer, or has one entry for each mode, which is an integer or nested like the mode.",
        right: &["crd2idx((1,2), (4,8):(8,1))", "crd2idx(9, (4,8):(8,1))"],
    },
    Page {
        code: "L0031",
        title: "a coordinate is outside",
        wrong: Some("crd2idx((5,1), (4,3):(3,1))"),
        why: "Each integer of a coordinate is from 0 up to before its extent. Past it the last mode would be continued, as CuTe does; if that is\n\
              meant, say so in front.",
        right: &["crd2idx((3,1), (4,3):(3,1))", "#[allow(padding)] crd2idx((3,4), (4,3):(3,1))"],
    },
    Page {
        code: "L0032",
        title: "no coordinate has the offset",
        wrong: Some("get_hier_coord((4,3):(4,1), 3)"),
        why: "The layout does not take that offset: it is in a gap, or before the first or past the last.",
        right: &["get_hier_coord((4,3):(4,1), 6)"],
    },
    Page {
        code: "L0033",
        title: "`_` where a number is needed",
        wrong: Some("ceil_div((10,6), <_,4>)"),
        why: "`_` stands for a whole mode. Here a number is computed with it: write the number, or 1 for what changes nothing.",
        right: &["ceil_div((10,6), (1,4))"],
    },
    Page {
        code: "L0034",
        title: "neither of two integers divides the other",
        wrong: Some("shape_div(6, 4)"),
        why: "A shape is divided where one is a multiple of the other; then the quotient is a number of tiles, or 1. `ceil_div` rounds up.",
        right: &["shape_div(8, 4)", "ceil_div(6, 4)"],
    },
    Page {
        code: "L0035",
        title: "an order is given twice",
        wrong: Some("make_ordered_layout((2,3,4), (0,0,1))"),
        why: "The order of a mode says which modes are below it. Two of one order would have one stride, and share offsets.",
        right: &["make_ordered_layout((2,3,4), (0,1,2))"],
    },
    Page {
        code: "L0036",
        title: "there is no left inverse",
        wrong: Some("left_inverse((5,4):(4,7))"),
        why: "A left inverse is a layout that takes each offset back to its coordinate. Here the coordinates of the offsets do not step as the\n\
              modes of a layout do.",
        right: &["left_inverse((5,4):(4,1))"],
    },
    Page {
        code: "L0037",
        title: "no layout has these values",
        wrong: Some("infer_layout([0, 1, 4])"),
        why: "A layout steps evenly along each mode: the values before determine the one that is named, and it is another. No swizzle of a layout\n\
              has them either.",
        right: &["infer_layout([0, 1, 2])", "infer_layout([0, 1, 4, 5])"],
    },
    Page {
        code: "L0038",
        title: "a number below 1",
        wrong: Some("upcast(4:1, 0)"),
        why: "There is at least one element in an element, and one bit.",
        right: &["upcast(4:1, 2)"],
    },
    Page {
        code: "L0039",
        title: "elements are torn apart",
        wrong: Some("upcast((2,2):(1,1), 2)"),
        why: "Several elements become one where they are neighbours and begin at a multiple. At the coordinate that is named an element would\n\
              have to be a part of another one than the modes say.",
        right: &["upcast((2,2):(1,2), 2)"],
    },
    Page {
        code: "L0040",
        title: "there is no one mode of neighbours",
        wrong: Some("downcast((4,4):(2,8), 2)"),
        why: "The parts of an element follow each other along the mode whose stride is 1. A layout without one has no mode to make longer.",
        right: &["downcast((4,4):(1,4), 2)"],
    },
    Page {
        code: "L0041",
        title: "no mode has stride 1",
        wrong: Some("leading_dim((4,8):(2,8))"),
        why: "The leading dimension is the mode whose elements are neighbours.",
        right: &["leading_dim((4,8):(1,4))"],
    },
    Page {
        code: "L0042",
        title: "there is no such swizzle",
        wrong: Some("Sw<3,4,2>"),
        why: "`Sw<B,M,S>` flips B bits from bit M on by those S bits above, or below where S is negative. These must be others: |S| is at least\n\
              B.",
        right: &["Sw<3,4,3>"],
    },
    Page {
        code: "L0043",
        title: "masks are none of a swizzle",
        wrong: Some("make_swizzle(20, 3)"),
        why: "`make_swizzle` takes the bits that flip and the bits that are flipped: adjacent ones, as many in both, and none in both.",
        right: &["make_swizzle(24, 3)"],
    },
    Page {
        code: "L0044",
        title: "two swizzles are not one",
        wrong: Some("Sw<2,0,3> o Sw<2,0,-3>"),
        why: "A swizzle flips adjacent bits by as many, all at one distance. Of two at different distances there is no one that does the same;\n\
              after a layout they may follow each other.",
        right: &["Sw<2,0,3> o Sw<2,0,-3> o (8,8):(8,1)"],
    },
    Page {
        code: "L0045",
        title: "a function without a shape",
        wrong: Some("functionally_equal(Sw<3,0,3>, 64:1)"),
        why: "A swizzle takes any integer, so that it has no size, rank or coordinates. With a layout after `o` it has those of the layout.",
        right: &["functionally_equal(Sw<3,0,3> o 0 o 64:1, 64:1)"],
    },
    Page {
        code: "L0046",
        title: "a layout after the domain",
        wrong: Some("complement(8:1 o 0 o Sw<1,0,1> o 8:1, 8)"),
        why: "What follows the domain may only be swizzles here, which take different offsets to different ones. A layout may not.",
        right: &["complement(2:1, 8)"],
    },
    Page {
        code: "L0047",
        title: "no swizzle repeats the blocks",
        wrong: Some("logical_product((2,2):(2,1), Sw<1,0,1> o 2 o (2,2):(2,1))"),
        why: "The repetitions of a block would have to be moved by the bits that the swizzle looks at, without those of the block among them.",
        right: &["logical_product((2,2):(2,1), (2,2):(2,1))"],
    },
    Page {
        code: "L0048",
        title: "a swizzle tears elements apart",
        wrong: Some("upcast(Sw<1,0,-2> o 4:1, 2)"),
        why: "Elements become one only if they stay together: the swizzle may not flip a bit of the larger element by one inside of it.",
        right: &["upcast(Sw<1,1,2> o 16:1, 2)"],
    },
    Page {
        code: "L0049",
        title: "a swizzle of addresses moves parts of elements",
        wrong: Some("Sw<1,0,3> o smem_ptr[16b](unset) o (8,8):(8,1)"),
        why: "Such a swizzle is of addresses in bytes. An element of 16 bits is two of them, which stay together where bit 0 is left alone: M is\n\
              at least the number of bits within an element.",
        right: &["Sw<1,1,3> o smem_ptr[16b](unset) o (8,8):(8,1)"],
    },
    Page {
        code: "L0050",
        title: "not a power of two",
        wrong: Some("upcast(Sw<3,4,3>, 3)"),
        why: "A swizzle moves blocks whose sizes are powers of two, and so are the elements that it may be asked for.",
        right: &["upcast(Sw<3,4,3>, 4)"],
    },
    Page {
        code: "L0051",
        title: "an offset within an element",
        wrong: Some("upcast(Sw<3,4,3> o 1 o (8,64):(64,1), 2)"),
        why: "The offset before the swizzle is counted in the larger elements then, and must be a whole number of them.",
        right: &["upcast(Sw<3,4,3> o 2 o (8,64):(64,1), 2)"],
    },
    Page {
        code: "L0052",
        title: "no instruction accesses memory so",
        wrong: Some("bank_conflicts((8,8):(64,1), 16, 3)"),
        why: "A lane moves 1, 2, 4, 8 or 16 bytes at a time: whole elements, as many as divide the values of a thread.",
        right: &["bank_conflicts((8,8):(64,1), 16, 16)"],
    },
    Page {
        code: "L0053",
        title: "values of one access are not neighbours",
        wrong: Some("bank_conflicts((8,8):(64,2), 16, 16)"),
        why: "What a lane moves at once lies in one piece. With the bytes of an element it is several accesses.",
        right: &["bank_conflicts((8,8):(64,2), 16, 2)"],
    },
    Page {
        code: "L0054",
        title: "an access is not aligned",
        wrong: Some("sectors((8,8):(60,1), 16, 16)"),
        why: "What a lane moves at once begins at a multiple of its bytes. Pad the rows to such a multiple, or move fewer bytes.",
        right: &["sectors((8,8):(64,1), 16, 16)", "sectors((8,8):(60,1), 16, 8)"],
    },
    Page {
        code: "L0055",
        title: "a stride along several elements of a basis",
        wrong: Some("right_inverse(4:1@0+1@1)"),
        why: "A stride such as 1@0+1@1 steps along several elements of a basis at once: a diagonal. Operations on coordinates take such\n\
              strides: compositions, divides, slices, products of such a block, names. Its values fill no box, so that it has neither an inverse nor\n\
              a complement; and no tile or order of a product is one.",
        right: &["logical_divide(4:1@0+1@1, 2)", "right_inverse(along(4:1@0+1@1, 0))"],
    },
    Page {
        code: "L0056",
        title: "not a permutation",
        wrong: Some("cycles((4,8):(9,1))"),
        why: "Cycles are those of a layout that takes each of its 1-D coordinates once: from 0 to its size, without gaps, and none twice.",
        right: &["cycles((4,8):(8,1))"],
    },
    Page {
        code: "L0057",
        title: "not linear over bits",
        wrong: Some("f2_matrix((4,3):(3,1))"),
        why: "Each bit of an offset is a sum of bits of the coordinate where extents are powers of two and no two steps share a bit of an\n\
              offset. There is a matrix then.",
        right: &["f2_matrix((4,4):(4,1))"],
    },
    Page {
        code: "L0058",
        title: "a layout without coordinates",
        wrong: Some("logical_divide((4,8):(8,1), (2,0))"),
        why: "A layout with an extent of 0 has no coordinates. It is divided, composed with and repeated as any other; but nothing is divided by a\n\
              tile of 0, no swizzle follows such a layout, and what is counted of accesses or vectors needs one.",
        right: &["logical_divide((4,0):(8,1), (2,4))"],
    },
];
