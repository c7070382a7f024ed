//! Results of macros, which equal those that the algebra computes now, at every point.
//!
//! A case is written once: its tokens go to the macro, their text to the algebra.

use layout_algebra::{Function, HTuple, Int, IntTuple, ops};
use layout_codegen::Value;
use layout_view::{Layout, StaticLayout, layout};

use crate::language::{eval, everything};

/// A layout as its expansion answers.
struct Compiled<'a> {
    text: &'a str,
    notation: &'a str,
    shape: &'a [usize],
    stride: &'a [isize],
    facts: [usize; 4],
    range: [isize; 2],
    /// Offsets: of a 1-D coordinate, of one for each mode, of one for each leaf,
    /// and of the natural coordinate of a 1-D one.
    index: &'a dyn Fn(usize) -> isize,
    at: &'a dyn Fn(&[usize]) -> isize,
    at_flat: &'a dyn Fn(&[usize]) -> isize,
    crd2idx: &'a dyn Fn(usize) -> isize,
    /// The natural coordinate, as it prints.
    idx2crd: &'a dyn Fn(usize) -> String,
}

/// Every coordinate below the extents, colexicographically.
fn coordinates(extents: &[usize]) -> Vec<Vec<usize>> {
    extents.iter().fold(vec![Vec::new()], |all, &extent| {
        let longer = |c| all.iter().map(move |crd: &Vec<usize>| [crd.as_slice(), &[c]].concat());
        (0..extent).flat_map(longer).collect()
    })
}

fn leaf(c: usize) -> IntTuple {
    HTuple::Leaf(Int::new(c as i128))
}

fn check(compiled: &Compiled<'_>) {
    let text = compiled.text;
    let composed = match eval(text, everything()).expect("a value") {
        Value::Layout(layout) => Function::Layout(layout),
        Value::Composed(layout) => Function::Composed(layout),
        _ => panic!("no layout: {text}"),
    };
    let layout = match &composed {
        Function::Composed(composed) => composed.domain().expect("a domain"),
        Function::Layout(layout) => layout,
        Function::Swizzle(_) => panic!("no layout: {text}"),
    };
    let number = |int: Int| usize::try_from(int.known().expect("known")).expect("a count");
    let at = |coordinate: &IntTuple| {
        let offset = match &composed {
            Function::Composed(composed) => ops::swizzled::evaluate(coordinate, composed).ok(),
            _ => match ops::evaluate(coordinate, layout) {
                Ok(HTuple::Leaf(offset)) => Some(offset),
                _ => None,
            },
        };
        offset.and_then(|offset| offset.known()).unwrap_or_else(|| panic!("{text} at {coordinate}"))
    };
    let size = number(ops::size(layout).expect("a size"));
    let (cosize, notation) = match &composed {
        Function::Composed(composed) => (ops::swizzled::cosize(composed), composed.to_string()),
        _ => (ops::cosize(layout), layout.to_string()),
    };
    let cosize = number(cosize.expect("a cosize"));
    assert_eq!(compiled.notation, notation);
    assert_eq!(compiled.facts, [layout.rank(), layout.depth(), size, cosize], "{text}");

    let leaves = layout.leaves().into_iter();
    let (shape, stride): (Vec<_>, Vec<_>) =
        leaves.map(|(s, d)| (s.known().expect("known"), d.known().expect("known"))).unzip();
    assert!(shape.iter().copied().eq(compiled.shape.iter().map(|&s| s as i128)), "{text}");
    assert!(stride.iter().copied().eq(compiled.stride.iter().map(|&d| d as i128)), "{text}");

    let mut offsets = Vec::new();
    for i in 0..size {
        let offset = at(&leaf(i));
        assert_eq!((compiled.index)(i) as i128, offset, "{text} at {i}");
        assert_eq!((compiled.crd2idx)(i) as i128, offset, "{text} at the coordinate of {i}");
        let natural = ops::idx2crd(&leaf(i), layout.shape()).expect("a coordinate");
        assert_eq!((compiled.idx2crd)(i), natural.to_string(), "{text} at {i}");
        offsets.push(offset);
    }
    let range = [offsets.iter().min(), offsets.iter().max()].map(|end| *end.expect("a point"));
    assert_eq!(compiled.range.map(|end| end as i128), range, "{text}");

    let sizes: Vec<usize> =
        layout.modes().iter().map(|mode| number(ops::size(mode).expect("a size"))).collect();
    for crd in coordinates(&sizes) {
        let coordinate = match layout.shape() {
            HTuple::Leaf(_) => leaf(crd[0]),
            HTuple::Tuple(_) => HTuple::Tuple(crd.iter().map(|&c| leaf(c)).collect()),
        };
        assert_eq!((compiled.at)(&crd) as i128, at(&coordinate), "{text} at {crd:?}");
    }
    for crd in coordinates(compiled.shape) {
        let mut digits = crd.iter().map(|&c| Int::new(c as i128));
        let natural = layout.shape().map(&mut |_| digits.next().expect("a digit"));
        assert_eq!((compiled.at_flat)(&crd) as i128, at(&natural), "{text} at {crd:?}");
    }
}

/// As a tuple of the algebra prints.
fn printed(coordinate: impl std::fmt::Debug) -> String {
    format!("{coordinate:?}").replace(' ', "").replace(",)", ")")
}

/// Checks a case: `[tokens] at(a name for each mode) flat(a name for each leaf)`,
/// then the methods that answer, which must agree with one another.
macro_rules! check {
    ([$($tokens:tt)*] $($case:tt)*) => {{
        // Without a name, and with one.
        check!(@ [$($tokens)*] layout!(#[allow(non_injective, padding)] $($tokens)*); $($case)*);
        layout! { #[allow(non_injective, padding)] struct Named = $($tokens)*; }
        check!(@ [$($tokens)*] Named; $($case)*);
    }};
    (@ [$($tokens:tt)*] $layout:expr; at($($c:ident)*) flat($($f:ident)*)
        $index:ident $at:ident $at_flat:ident $crd2idx:ident $width:ident) => {{
        let l = $layout;
        fn of<L: StaticLayout>(l: L) -> (&'static [usize], &'static [isize], [usize; 4], [isize; 2]) {
            assert_eq!((l.size(), l.cosize()), (L::SIZE, L::COSIZE));
            let facts = [L::RANK, L::DEPTH, L::SIZE, L::COSIZE];
            (L::SHAPE, L::STRIDE, facts, [L::MIN_OFFSET, L::MAX_OFFSET])
        }
        let (shape, stride, facts, range) = of(l);
        check(&Compiled {
            text: stringify!($($tokens)*),
            notation: l.notation(),
            shape,
            stride,
            facts,
            range,
            index: &|i| {
                let index = l.$index(i) as isize;
                assert_eq!((l.offset(i), Layout::offset(l, i)), (index, index));
                check!(@$width l.index_u32(i as u32), index);
                index
            },
            at: &|crd| {
                let &[$($c),*] = crd else { panic!("{} modes", crd.len()) };
                let index = l.$at($($c),*) as isize;
                assert_eq!(l.offset_at($($c),*), index);
                check!(@$width l.at_u32($($c as u32),*), index);
                index
            },
            at_flat: &|crd| {
                let &[$($f),*] = crd else { panic!("{} leaves", crd.len()) };
                let index = l.$at_flat([$($f),*]) as isize;
                assert_eq!(l.offset_at_flat([$($f),*]), index);
                check!(@$width l.at_flat_u32([$($f as u32),*]), index);
                index
            },
            crd2idx: &|i| {
                let index = l.$crd2idx(l.idx2crd(i)) as isize;
                assert_eq!((l.crd2offset(l.idx2crd(i)), l.crd2offset(i)), (index, index));
                index
            },
            idx2crd: &|i| printed(l.idx2crd(i)),
        });
    }};
    (@u32 $answer:expr, $index:ident) => { assert_eq!($answer as isize, $index) };
    (@wide $answer:expr, $index:ident) => {};
}

/// A layout without negative offsets: `index` and its kin, and those in 32 bits.
macro_rules! unsigned {
    ($($case:tt)*) => { check!($($case)* index at at_flat crd2idx u32) };
}

/// A layout with negative offsets: `offset` and its kin alone.
macro_rules! signed {
    ($($case:tt)*) => { check!($($case)* offset offset_at offset_at_flat crd2offset wide) };
}

#[test]
fn macros_answer_as_the_algebra() {
    unsigned! { [8:1] at(a) flat(a) }
    unsigned! { [(24):(1)] at(a) flat(a) }
    unsigned! { [4:0] at(a) flat(a) }
    unsigned! { [1:0] at(a) flat(a) }
    unsigned! { [(4,8):(8,1)] at(a b) flat(a b) }
    unsigned! { [(4,8):(1,4)] at(a b) flat(a b) }
    unsigned! { [(4,8)] at(a b) flat(a b) }
    unsigned! { [(4,8):(1,0)] at(a b) flat(a b) }
    unsigned! { [(3,6):(1,1)] at(a b) flat(a b) }
    unsigned! { [(4,1,8):(1,9,4)] at(a b c) flat(a b c) }
    unsigned! { [(4,8):(33,4)] at(a b) flat(a b) }
    unsigned! { [(2,(2,2)):(4,(2,1))] at(a b) flat(a b c) }
    unsigned! { [((2,2),(2,2)):((1,4),(2,8))] at(a b) flat(a b c d) }
    unsigned! { [(((2,2)),2):(((1,2)),4)] at(a b) flat(a b c) }
    unsigned! { [(5,7,3):(21,3,1)] at(a b c) flat(a b c) }
    unsigned! { [(2,3,2,2):(12,1,3,6)] at(a b c d) flat(a b c d) }
    unsigned! { [(((3),2),(1,5)):(((1),3),(7,6))] at(a b) flat(a b c d) }
    unsigned! { [logical_divide((8,8):(8,1), (2,4))] at(a b) flat(a b c d) }
    unsigned! { [zipped_divide((8,12):(12,1), (4,6))] at(a b) flat(a b c d) }
    unsigned! { [tiled_divide((8,12):(12,1), (4,6))] at(a b c) flat(a b c d) }
    unsigned! { [flat_divide((8,12):(12,1), (4,6))] at(a b c d) flat(a b c d) }
    unsigned! { [logical_divide(16:1, 4:4)] at(a b) flat(a b) }
    unsigned! { [logical_divide(10:1, 4)] at(a b) flat(a b) }
    unsigned! { [logical_product((2,2):(2,1), 6:1)] at(a b) flat(a b c) }
    unsigned! { [zipped_product((2,2):(1,2), (4,2))] at(a b) flat(a b c d) }
    unsigned! { [flat_product((2,2):(1,2), (4,2))] at(a b c d) flat(a b c d) }
    unsigned! { [complement(4:2, 24)] at(a b) flat(a b) }
    unsigned! { [complement((2,2):(1,3), 12)] at(a) flat(a) }
    unsigned! { [composition((6,2):(8,2), (4,3):(3,1))] at(a b) flat(a b c) }
    unsigned! { [composition((4,8):(8,1), <2, 4>)] at(a b) flat(a b) }
    unsigned! { [(4,8):(8,1) o (2,4):(1,8) o (2,2):(1,2)] at(a b) flat(a b) }
    unsigned! { [coalesce((2,(1,6)):(1,(6,2)))] at(a) flat(a) }
    unsigned! { [filter((2,(1,6)):(1,(6,2)))] at(a) flat(a) }
    unsigned! { [flatten((2,(2,2)):(4,(2,1)))] at(a b c) flat(a b c) }
    unsigned! { [get(((2,2),8):((1,4),8), 0)] at(a b) flat(a b) }
    unsigned! { [make_ordered_layout((2,3,4), (2,0,1))] at(a b c) flat(a b c) }
    unsigned! { [make_layout((4,8), LayoutRight)] at(a b) flat(a b) }
    unsigned! { [make_layout(4:1, 8:4)] at(a b) flat(a b) }
    unsigned! { [slice((_,(1,_)), (2,(2,2)):(4,(2,1)))] at(a b) flat(a b) }
    unsigned! { [concat((2,2):(1,2), 3:4)] at(a b) flat(a b c) }
}

#[test]
fn macros_answer_as_the_algebra_by_every_plan() {
    unsigned! { [(32,32):(33,1)] at(a b) flat(a b) }
    unsigned! { [((4,8),(4,8)):((1,16),(4,128))] at(a b) flat(a b c d) }
    unsigned! { [((4,32),8):((256,1),32)] at(a b) flat(a b c) }
    unsigned! { [((4,8),(2,2,2)):((32,1),(16,8,128))] at(a b) flat(a b c d e) }
    unsigned! { [((2,2,2),(2,2,2)):((1,4,16),(2,8,32))] at(a b) flat(a b c d e f) }
    unsigned! { [((2,2,2,2),(2,2,2,2)):((1,4,16,64),(2,8,32,128))] at(a b) flat(a b c d e f g h) }
    unsigned! { [((2,2,2),(2,2,2),(2,2,2)):((1,8,64),(2,16,128),(4,32,256))]
    at(a b c) flat(a b c d e f g h i) }
    unsigned! { [(4,4,4):(1,16,4)] at(a b c) flat(a b c) }
    unsigned! { [((4,2),4):((1,16),4)] at(a b) flat(a b c) }
    unsigned! { [((3,4),(5,7)):((1,15),(3,60))] at(a b) flat(a b c d) }
    unsigned! { [(7,8,9):(72,1,8)] at(a b c) flat(a b c) }
    unsigned! { [(16,6,32):(6,1,96)] at(a b c) flat(a b c) }
    unsigned! { [((8,3),(3,8)):((3,1),(24,72))] at(a b) flat(a b c d) }
    unsigned! { [(4,3,(4,4)):(0,1,(3,12))] at(a b c) flat(a b c d) }
    unsigned! { [(3,1024):(100000,1)] at(a b) flat(a b) }
}

#[test]
fn macros_answer_as_the_algebra_with_swizzles() {
    unsigned! { [Sw<3,4,3> o 0 o (8,64):(64,1)] at(a b) flat(a b) }
    unsigned! { [Sw<3,4,3> o 0 o ((8,4),(64,1)):((64,512),(1,0))] at(a b) flat(a b c d) }
    unsigned! { [Sw<1,0,2> o 0 o ((2,2,2),(2,2)):((4,8,16),(1,2))] at(a b) flat(a b c d e) }
    unsigned! { [composition(Sw<2,1,3>, (16,8):(8,1))] at(a b) flat(a b) }
    unsigned! { [Sw<2,0,-3> o 64 o (4,8):(8,1)] at(a b) flat(a b) }
    unsigned! { [Sw<2,0,3> o 1 o (4,8):(8,1)] at(a b) flat(a b) }
    unsigned! { [Sw<2,0,3> o 32 o ((2,4),3):((4,8),1)] at(a b) flat(a b c) }
    unsigned! { [Sw<3,0,3> o 0 o (5,7):(7,1)] at(a b) flat(a b) }
    unsigned! { [Sw<1,0,1> o 0 o 4:1] at(a) flat(a) }
    unsigned! { [Sw<0,0,0> o 3 o (4):(1)] at(a) flat(a) }
    unsigned! { [Sw<1,0,2> o 0 o Sw<1,1,2> o 0 o (4,8):(8,1)] at(a b) flat(a b) }
    unsigned! { [Sw<2,0,2> o 0 o (4,(1,4)):(4,(9,1))] at(a b) flat(a b c) }
    signed! { [Sw<1,0,2> o 5 o Sw<1,1,2> o -4 o (4,4):(8,1)] at(a b) flat(a b) }
    signed! { [Sw<2,0,2> o 0 o (4,3):(-4,1)] at(a b) flat(a b) }
    // An offset from which a sum is subtracted.
    unsigned! { [Sw<2,1,-3> o 200 o (6,10):(-10,-1)] at(a b) flat(a b) }
    signed! { [Sw<2,1,-3> o 20 o (6,10):(-10,-1)] at(a b) flat(a b) }
}

/// The plan of a swizzled layout is made for its coalesced leaves: the digits of the
/// others need not be ones of the plan.
#[test]
fn macros_answer_as_the_algebra_where_leaves_are_one_digit() {
    unsigned! { [Sw<3,4,3> o 0 o (24,32):(1,24)] at(a b) flat(a b) }
    unsigned! { [Sw<1,0,1> o 0 o (3,5):(1,3)] at(a b) flat(a b) }
    unsigned! { [Sw<3,2,3> o 0 o ((2,6),3):((1,2),12)] at(a b) flat(a b c) }
    unsigned! { [Sw<3,2,3> o 0 o ((3,5),4):((1,3),16)] at(a b) flat(a b c) }
    unsigned! { [Sw<2,1,3> o 0 o (8,(1,3,5,1)):(1,(7,8,24,0))] at(a b) flat(a b c d e) }
    unsigned! { [Sw<1,0,1> o 0 o Sw<1,1,2> o 0 o (6,1,7):(1,2,6)] at(a b c) flat(a b c) }
    unsigned! { [Sw<2,0,2> o 0 o ((3,4),(3,2)):((0,0),(1,3))] at(a b) flat(a b c d) }
}

/// The largest size and offsets of 32 bits: quotients of full width, factors that are
/// multiplied out, and a negative one that is as large.
#[test]
fn named_functions_reach_all_of_32_bits() {
    layout! {
        struct Columns = (65535,65537):(65537,1);
        struct Bits = ((2,5),(65536,6553)):((6553,13106),(65530,1));
    }
    let edges = |size: usize| {
        let starts = [0, 1, 2, 65_534, 65_535, 65_536, 1 << 31, (1 << 32) - 65_538].into_iter();
        starts.flat_map(|start| start..start + 9).chain(size - 9..size).filter(move |i| *i < size)
    };
    for i in edges(Columns.size()) {
        let (row, column) = Columns.idx2crd(i);
        let offset = row * 65537 + column;
        assert_eq!((Columns.index(i), Columns.index_u32(i as u32) as usize), (offset, offset));
        assert_eq!(Columns.at_u32(row as u32, column as u32) as usize, offset);
    }
    for i in edges(Bits.size()) {
        let ((a, b), (c, d)) = Bits.idx2crd(i);
        let offset = a * 6553 + b * 13106 + c * 65530 + d;
        let flat = Bits.at_flat_u32([a as u32, b as u32, c as u32, d as u32]) as usize;
        assert_eq!(
            (Bits.index(i), Bits.index_u32(i as u32) as usize, flat),
            (offset, offset, offset)
        );
    }
}

#[test]
fn swizzled_layouts_have_names() {
    layout! { struct Rows = (8,64):(64,1); struct Banked = Sw<3,4,3> o Rows; }
    assert_eq!(Banked.at(2, 0), 128 ^ 16);
    assert_eq!(Banked.crd2idx((2, 0)), 128 ^ 16);
    // By name in another invocation: its first columns.
    let columns = layout!(composition(Banked, (8,2):(1,8)));
    assert_eq!((columns.at(3, 1), columns.size()), (Banked.at(3, 1), 16));
    const LAST: usize = layout!(Banked).index(511);
    assert_eq!(LAST, Banked.at(7, 63));
    assert_eq!((Banked::COSIZE, Banked::NOTATION), (512, "Sw<3,4,3> o 0 o (8,64):(64,1)"));
}

#[test]
fn macros_answer_as_the_algebra_below_zero() {
    signed! { [4:-3] at(a) flat(a) }
    signed! { [(4,3):(-1,4)] at(a b) flat(a b) }
    signed! { [(4,(2,3)):(-59,(13,0))] at(a b) flat(a b c) }
    signed! { [composition(10:-2, (2,5):(5,1))] at(a b) flat(a b) }
    signed! { [logical_divide((8,4):(-1,8), (2,2))] at(a b) flat(a b c d) }
}

layout! {
    struct Plain = (4,8):(8,1);
    #[derive(Debug, PartialEq, Eq, Hash, Default)]
    struct Derived<const P: usize> = (P,4):(4,1);
    struct OfConstant<const P: usize> = (P,4):(4,1);
    #[cfg_attr(all(), derive(Debug))]
    struct Conditional = (2,2):(1,2);
    struct OverBasis = make_identity_layout((2,3));
    struct OfRunTime<m> = (m,4):(4,1);
}

/// A layout prints as its notation; a named one has its name for debugging, unless its author derives that.
#[test]
fn layouts_print_what_can_be_pasted() {
    let value = layout!((2,(2,2)):(4,(2,1)));
    assert_eq!(
        format!("{value} {value:?} {value:>20}").split_whitespace().collect::<Vec<_>>(),
        ["(2,(2,2)):(4,(2,1))"; 3]
    );
    assert_eq!(format!("{:?} {}", Plain, *Plain), "Plain((4,8):(8,1)) (4,8):(8,1)");
    assert_eq!(format!("{:?}", OfConstant::<3>), "OfConstant((3,4):(4,1))");
    assert_eq!(format!("{:?}", OverBasis), "OverBasis((2,3):(1@0,1@1))");
    assert_eq!(format!("{:?}", OfRunTime::of(5)), "OfRunTime((5,4):(4,1))");
    assert_eq!(format!("{:?} {:?}", Derived::<3>, Conditional), "Derived Conditional");
    assert_eq!(<Derived<3> as Default>::default(), Derived);
}
