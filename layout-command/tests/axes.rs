//! Named axes of values, replicas, and TIRx's notation of both, held against their definitions by loops over coordinates.

use std::collections::{BTreeMap, BTreeSet};

use layout_algebra::{HTuple, VectorLayout};
use layout_codegen::{Evaluated, Notation, Scope, Unevaluated, Value, parse_expression, prove};
use layout_laws::all_cases;

fn evaluated(text: &str) -> Result<Evaluated, String> {
    let tokens = text.parse().map_err(|_| format!("{text} is no tokens"))?;
    let mut expr = parse_expression(tokens).map_err(|error| error.text())?;
    expr.allow = layout_codegen::Allow::all();
    prove(&expr, &Scope::new()).map_err(|wrong| match wrong {
        Unevaluated::Wrong(diagnostic) => diagnostic.text(),
        Unevaluated::Tainted(name) => name.text,
    })
}

fn notation(text: &str) -> String {
    evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}")).notation()
}

fn truth(text: &str) -> bool {
    match evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}")).value {
        Value::Bool(truth) => truth,
        other => panic!("{text} is {other}"),
    }
}

/// Numbers that look like random ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

/// The steps along each axis, none of them 0.
type Place = BTreeMap<String, i128>;

fn moved(place: &Place, steps: i128, axis: &str) -> Place {
    let mut place = place.clone();
    *place.entry(axis.to_owned()).or_insert(0) += steps;
    place.retain(|_, at| *at != 0);
    place
}

/// An extent, a stride and an axis.
type Iter = (i128, i128, &'static str);

/// A layout of TIRx: elements, replicas and an offset.
#[derive(Clone, Debug)]
struct Tirx {
    elements: Vec<Iter>,
    replicas: Vec<Iter>,
    offset: Vec<(&'static str, i128)>,
}

impl Tirx {
    /// TIRx's definition: `{ D(x) + r + O | r in R }` of each coordinate, whose last number is the fastest.
    fn places(&self) -> Vec<BTreeSet<Place>> {
        let size: i128 = self.elements.iter().map(|(extent, ..)| extent).product();
        let origin =
            self.offset.iter().fold(Place::new(), |place, (axis, at)| moved(&place, *at, axis));
        (0..size)
            .map(|flat| {
                let (mut rest, mut place) = (flat, origin.clone());
                for (extent, stride, axis) in self.elements.iter().rev() {
                    place = moved(&place, rest % extent * stride, axis);
                    rest /= extent;
                }
                let mut places = BTreeSet::from([place]);
                for (extent, stride, axis) in &self.replicas {
                    let each = |k| {
                        places
                            .iter()
                            .map(|place| moved(place, k * stride, axis))
                            .collect::<Vec<_>>()
                    };
                    places = (0..*extent).flat_map(each).collect();
                }
                places
            })
            .collect()
    }

    /// As TIRx writes it.
    fn text(&self) -> String {
        let on_axis = |steps: i128, axis: &str| match axis {
            "m" => steps.to_string(),
            axis => format!("{steps}@{axis}"),
        };
        let list = |items: Vec<String>| match items.as_slice() {
            [item] => item.clone(),
            items => format!("({})", items.join(",")),
        };
        let bracketed = |word: &str, iters: &[Iter]| {
            let extents = iters.iter().map(|(extent, ..)| extent.to_string()).collect();
            let strides = iters.iter().map(|(_, stride, axis)| on_axis(*stride, axis)).collect();
            format!("{word}[{}:{}]", list(extents), list(strides))
        };
        let mut text = bracketed("S", &self.elements);
        if !self.replicas.is_empty() {
            text += &format!(" + {}", bracketed("R", &self.replicas));
        }
        let mut offset = self.offset.clone();
        offset.sort();
        offset.iter().for_each(|(axis, at)| text += &format!(" + {}", on_axis(*at, axis)));
        text
    }

    /// As `layout!` writes it, without the offset.
    fn ours(&self) -> String {
        let written = |iters: &[Iter]| {
            let extents: Vec<String> =
                iters.iter().map(|(extent, ..)| extent.to_string()).collect();
            let strides: Vec<String> =
                iters.iter().map(|(_, stride, axis)| format!("{stride}@{axis}")).collect();
            (extents.join(","), strides.join(","))
        };
        let (extents, strides) = written(&self.elements);
        match self.replicas.is_empty() {
            true => format!("({extents}):({strides})"),
            false => {
                let (of, steps) = written(&self.replicas);
                format!("({extents}, copy: ({of})):({strides},({steps}))")
            }
        }
    }
}

/// The places of each coordinate of a value, whose last number is the fastest: those of all coordinates of its mode `copy`.
fn places_of(evaluated: &Evaluated) -> Vec<BTreeSet<Place>> {
    let parts = match &evaluated.value {
        Value::List(parts) => parts.clone(),
        value => vec![value.clone()],
    };
    let layout: VectorLayout = match &parts[0] {
        Value::Layout(layout) => layout.into(),
        Value::Vectors(layout) => layout.clone(),
        other => panic!("{other} is no layout"),
    };
    let axis = |path: &[usize]| match path {
        [] => "m".to_owned(),
        [axis] => evaluated.names.axes()[*axis].clone(),
        _ => panic!("{layout} has modes of axes"),
    };
    let copy = evaluated.names.iter().find(|(_, name)| *name == "copy").map(|(path, _)| path[0]);
    let mut origin = Place::new();
    match parts.get(1) {
        Some(Value::Int(at)) => origin = moved(&origin, at.known().unwrap(), "m"),
        Some(Value::Tuple(HTuple::Tuple(items))) => {
            for (number, item) in items.iter().enumerate() {
                origin = moved(&origin, item.to_string().parse().unwrap(), &axis(&[number]));
            }
        }
        _ => {}
    }
    let (mut elements, mut places) = (vec![origin], vec![Place::new()]);
    for (mode, of) in layout.modes().iter().enumerate() {
        for (extent, stride) in of.leaves() {
            let into = if copy == Some(mode) { &mut places } else { &mut elements };
            let at = |place: &Place, k: i128| {
                let terms = stride.terms().iter();
                terms.fold(place.clone(), |place, term| {
                    moved(&place, k * term.scale().known().unwrap(), &axis(term.mode().indices()))
                })
            };
            let each = |place: &Place| {
                (0..extent.known().unwrap()).map(|k| at(place, k)).collect::<Vec<_>>()
            };
            *into = into.iter().flat_map(each).collect();
        }
    }
    let plus =
        |a: &Place, b: &Place| b.iter().fold(a.clone(), |sum, (axis, at)| moved(&sum, *at, axis));
    elements
        .iter()
        .map(|element| places.iter().map(|place| plus(element, place)).collect())
        .collect()
}

/// Forms that TIRx reads, with what they are: `test_constructor`, `test_constructor_multi_term_offset` and `test_spec_builder` of
/// tests/python/tirx/test_layout.py, and docs/tirx/layout.rst, of TVM at 5d4dc8721307.
#[test]
fn what_tirx_writes_is_read() {
    let of = |text: &str, elements: &[Iter], replicas: &[Iter], offset: &[(&'static str, i128)]| {
        let (elements, replicas, offset) = (elements.to_vec(), replicas.to_vec(), offset.to_vec());
        let expected = Tirx { elements, replicas, offset };
        let read = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(places_of(&read), expected.places(), "{text} is {}", read.notation());
    };
    let memory: [Iter; 3] = [(2, 12, "m"), (3, 4, "m"), (4, 1, "m")];
    of("TileLayout(S[2, 3, 4])", &memory, &[], &[]);
    of("TileLayout(S[(2, 3, 4) : (12, 4, 1)])", &memory, &[], &[]);
    of("TileLayout(S[(2, 3, 4) : (12 @ m, 4 @ m, 1 @ m)])", &memory, &[], &[]);
    let lanes: [Iter; 3] = [(8, 4, "laneid"), (4, 1, "laneid"), (2, 1, "m")];
    of("S[(8, 4, 2) : (4 @ laneid, 1 @ laneid, 1)]", &lanes, &[], &[]);
    of("T.TileLayout(T.S[(8, 4, 2):(4 @ Axis.laneid, 1 @ Axis.laneid, 1)])", &lanes, &[], &[]);
    let eight: [Iter; 1] = [(8, 4, "laneid")];
    let four: [Iter; 1] = [(4, 1, "laneid")];
    of("TileLayout(S[8 : 4 @ laneid] + R[4 : 1 @ laneid])", &eight, &four, &[]);
    of("TileLayout(S[(8,) : (4 @ laneid,)] + R[4 : 1 @ laneid])", &eight, &four, &[]);
    of("TileLayout(S[8 : 4 @ laneid] + 1 @ laneid)", &eight, &[], &[("laneid", 1)]);
    let all = [("laneid", 1), ("warpid", 2), ("m", 64)];
    of("TileLayout(S[8 : 4 @ laneid] + 1 @ laneid + 2 @ warpid + 64)", &eight, &[], &all);
    of("TileLayout(S[8 : 4 @ laneid] + (1 @ laneid + 2 @ warpid + 64))", &eight, &[], &all);
    of("TileLayout(S[8 : 4 @ laneid] + 64)", &eight, &[], &[("m", 64)]);
    let replicas: [Iter; 2] = [(8, 4, "laneid"), (4, 1, "laneid")];
    of(
        "TileLayout(S[(1,) : (1,)] + R[(8, 4) : (4 @ laneid, 1 @ laneid)] + 2 @ warpid)",
        &[(1, 1, "m")],
        &replicas,
        &[("warpid", 2)],
    );
    of(r#"S[8:"laneid"]"#, &[(8, 1, "laneid")], &[], &[]);
    of(r#"S[(8, 4) : ("laneid", 1)]"#, &[(8, 1, "laneid"), (4, 1, "m")], &[], &[]);
    of(r#"S[(8,) : ((4, "laneid"),)]"#, &eight, &[], &[]);
    of(r#"S[1:1] + R[4:"laneid"]"#, &[(1, 1, "m")], &four, &[]);
    of(
        "S[(2,128,112):(112@TCol,1@TLane,1@TCol)]",
        &[(2, 112, "TCol"), (128, 1, "TLane"), (112, 1, "TCol")],
        &[],
        &[],
    );
    of(
        "S[(32,4):(1@TLane,1@TCol)] + R[4:32@TLane]",
        &[(32, 1, "TLane"), (4, 1, "TCol")],
        &[(4, 32, "TLane")],
        &[],
    );
}

/// The table of docs/tirx/layout.rst: lane, warps and place in memory of elements of an (8,16) tile.
#[test]
fn tirx_example_has_its_published_places() {
    let tile = "S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid";
    let places = places_of(&evaluated(tile).unwrap());
    for (i, j, lane, warps, m) in [
        (0, 0, 0, [5, 9], 0),
        (0, 1, 0, [5, 9], 1),
        (0, 2, 1, [5, 9], 0),
        (1, 0, 4, [5, 9], 0),
        (0, 8, 0, [6, 10], 0),
        (7, 15, 31, [6, 10], 1),
    ] {
        let place = |warp| {
            [("laneid", lane), ("warpid", warp), ("m", m)]
                .iter()
                .fold(Place::new(), |at, (axis, steps)| moved(&at, *steps, axis))
        };
        assert_eq!(places[16 * i + j], warps.map(place).into(), "({i}, {j})");
    }
    assert_eq!(
        notation(tile),
        "((8, 2, 4, 2, copy: 2):(4@laneid,1@warpid,1@laneid,1@m,4@warpid),(laneid: 0, warpid: 5, m: 0))"
    );
    assert_eq!(Notation::Tirx.write(&evaluated(tile).unwrap()).unwrap(), tile);
}

fn drawn(numbers: &mut Numbers) -> Tirx {
    let axes = ["laneid", "warpid", "m", "TCol", "device"];
    let iters = |least: usize, numbers: &mut Numbers| {
        let iter = |numbers: &mut Numbers| {
            (
                numbers.of(&[1, 2, 3, 4, 8]),
                numbers.of(&[0, 1, 2, 3, 4, 8, 16, 64, -1]),
                numbers.of(&axes),
            )
        };
        (0..least + numbers.below(3)).map(|_| iter(numbers)).collect::<Vec<_>>()
    };
    let (elements, replicas) = (iters(1, numbers), iters(0, numbers));
    let mut offset = Vec::new();
    for axis in axes {
        if numbers.below(6) == 0 {
            offset.push((axis, numbers.of(&[1, 5, -3, 64])));
        }
    }
    Tirx { elements, replicas, offset }
}

/// Random layouts of TIRx: the same function is read, what is written is read as the same, and it is what was read.
#[test]
fn tirx_round_trips() {
    let mut numbers = Numbers(1);
    for _ in 0..if all_cases() { 10_000 } else { 2_500 } {
        let of = drawn(&mut numbers);
        let text = of.text();
        let read = evaluated(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(places_of(&read), of.places(), "{text} is {}", read.notation());
        let written = Notation::Tirx.write(&read).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = evaluated(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(places_of(&again), of.places(), "{written}, of {text}");
        // A stride of 0 has no axis here.
        if of.elements.iter().chain(&of.replicas).all(|(_, stride, _)| *stride != 0) {
            assert_eq!(written, text);
        }
    }
}

/// The same layout in another form: replicas in another order, and leaves in two.
fn rewritten(of: &Tirx, numbers: &mut Numbers) -> Tirx {
    let mut other = Tirx { offset: Vec::new(), ..of.clone() };
    other.replicas.reverse();
    let at = numbers.below(other.replicas.len().max(1));
    if let Some((extent, stride, axis)) = other.replicas.get(at).copied()
        && extent % 2 == 0
    {
        other.replicas.splice(at..=at, [(2, stride, axis), (extent / 2, 2 * stride, axis)]);
    }
    // Or another layout.
    if numbers.below(3) == 0 {
        let iters = if numbers.below(2) == 0 { &mut other.elements } else { &mut other.replicas };
        if !iters.is_empty() {
            let at = numbers.below(iters.len());
            iters[at].1 = numbers.of(&[1, 2, 4, 8]);
        }
    }
    other
}

/// Layouts agree if each element has the same places, however its replicas are written.
#[test]
fn replicas_are_compared_as_sets() {
    let (mut numbers, mut equal, mut different) = (Numbers(2), 0, 0);
    for _ in 0..3_000 {
        let mut a = drawn(&mut numbers);
        a.offset.clear();
        let b = rewritten(&a, &mut numbers);
        let is_same = a.places() == b.places();
        equal += usize::from(is_same);
        different += usize::from(!is_same);
        let (one, other) = (a.ours(), b.ours());
        assert_eq!(
            truth(&format!("functionally_equal({one}, {other})")),
            is_same,
            "{one} and {other}"
        );
        assert_eq!(truth(&format!("agrees({one}, {other})")), is_same, "{one} and {other}");
    }
    assert!(equal > 500 && different > 500, "{equal} are equal, and {different} are not");
}

/// An inverse leads from each place to the element that is there, whichever of its replicas that is.
#[test]
fn inverses_lead_to_elements() {
    let (mut numbers, mut tried) = (Numbers(3), 0);
    for _ in 0..3_000 {
        let mut of = drawn(&mut numbers);
        of.offset.clear();
        let text = of.ours();
        let places = of.places();
        let mut owners = BTreeMap::<&Place, BTreeSet<usize>>::new();
        // Elements are counted as in `layout!`, the first number of a coordinate the fastest.
        let number = |flat: usize| {
            let (mut rest, mut digits) = (flat as i128, Vec::new());
            for (extent, ..) in of.elements.iter().rev() {
                digits.push(rest % extent);
                rest /= extent;
            }
            let with_extents = digits.iter().rev().zip(&of.elements);
            let (number, _) = with_extents.fold((0, 1), |(sum, weight), (digit, (extent, ..))| {
                (sum + digit * weight, weight * extent)
            });
            number as usize
        };
        for (flat, places) in places.iter().enumerate() {
            for place in places {
                owners.entry(place).or_default().insert(number(flat));
            }
        }
        let shared = owners.values().any(|elements| elements.len() > 1);
        let injective = truth(&format!("is_injective({text})"));
        assert!(!(injective && shared), "{text} is injective");
        let Ok(inverse) = evaluated(&format!("right_inverse({text})")) else { continue };
        let Value::Layout(layout) = &inverse.value else { continue };
        let axes = evaluated(&text).unwrap().names.axes().to_vec();
        let leaves: Vec<(usize, i128, i128)> = layout
            .modes()
            .iter()
            .enumerate()
            .flat_map(|(mode, of)| {
                let leaves = of.leaves().into_iter();
                leaves
                    .map(|(extent, stride)| {
                        (mode, extent.known().unwrap(), stride.known().unwrap())
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
        // Every coordinate of the inverse is a place, along each axis.
        let mut all = vec![(vec![0; axes.len().max(1)], 0)];
        let mut weights = vec![1; axes.len().max(1)];
        for (mode, extent, stride) in leaves {
            let each = |(at, element): &(Vec<i128>, i128)| {
                (0..extent)
                    .map(|k| {
                        let mut at = at.clone();
                        at[mode] += k * weights[mode];
                        (at, element + k * stride)
                    })
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(each).collect();
            weights[mode] *= extent;
        }
        for (at, element) in all {
            let place = axes
                .iter()
                .zip(&at)
                .fold(Place::new(), |place, (axis, at)| moved(&place, *at, axis));
            if axes.is_empty() {
                continue;
            }
            let elements = owners.get(&place).unwrap_or_else(|| {
                panic!("{text} has nothing at {place:?}, where {} leads", inverse.notation())
            });
            assert!(
                elements.contains(&(element as usize)),
                "{text} has {elements:?} at {place:?}, and not {element}"
            );
            tried += 1;
        }
    }
    assert!(tried > 3_000, "{tried} places");
}

/// Axes have the names that are written, through operations.
#[test]
fn names_of_axes_follow() {
    for (text, is) in [
        ("(8,4):(4@lane,1@warp)", "(8,4):(4@lane,1@warp)"),
        ("select((8,4):(4@lane,1@warp), 1, 0)", "(4,8):(1@warp,4@lane)"),
        ("get((8,4):(4@lane,1@warp), 1)", "4:1@warp"),
        (
            "zipped_divide((8,4):(1@device,1@place), (2,4))",
            "((2,4),(4,1)):((1@device,1@place),(2@device,0))",
        ),
        ("right_inverse((8,4):(1@device,1@place))", "(device: 8, place: 4):(1,8)"),
        ("right_inverse((4,8):(1@place,1@device))", "(place: 4, device: 8):(1,4)"),
        ("left_inverse((8, copy: 4):(1@place,1@device))", "(place: 8, device: 4):(1,0)"),
        (
            "composition((8,4):(1@device,1@place), right_inverse((8,4):(1@row,1@col)))",
            "(row: 8, col: 4):(1@device,1@place)",
        ),
        ("composition((row: 4, col: 8):(8,1), 4:1@col)", "4:1"),
        ("composition((row: 4, col: 8):(8,1), (8,4):(1@col,1@row))", "(8,4):(1,8)"),
        ("make_layout(4:1@lane, 8:1@warp)", "(4,8):(1@lane,1@warp)"),
        ("make_layout(get((8,4):(1@lane,1@warp), 1), 8:1@lane)", "(4,8):(1@warp,1@lane)"),
        ("(4,4):(1@time,1@time+1@row)", "(4,4):(1@time,1@time+1@row)"),
        ("4:1@0@lane", "4:1@0@lane"),
        ("(m,n):(n@row,1@col)", "(m,n):(n@row,1@col) where 1 <= m, 1 <= n"),
        ("make_identity_layout((8,4):(1@lane,1@warp))", "(8,4):(1@0,1@1)"),
        ("coshape((8,4):(2@lane,1@warp))", "(15,4)"),
        ("rename((8,4):(1@lane,1@warp), row, col)", "(row: 8, col: 4):(1@lane,1@warp)"),
        ("composition[1]((8,4):(1@lane,1@warp), 2:2)", "(8,2):(1@lane,2@warp)"),
    ] {
        let written = notation(text);
        assert_eq!(written.split(" where ").next(), is.split(" where ").next(), "{text}");
    }
    // Names decide which axes are the same, and not the order in which they are named.
    assert!(truth(
        "functionally_equal((4,8):(1@warp,1@lane), select((8,4):(1@lane,1@warp), 1, 0))"
    ));
    assert!(!truth("functionally_equal((4,8):(1@warp,1@lane), (4,8):(1@lane,1@warp))"));
    assert!(truth("agrees((8,4):(1@lane,1@warp), (8,(2,2)):(1@lane,(1@warp,2@warp)))"));
    // Replicas that are where their element is count once.
    assert!(truth("covers((32, 4, copy: 2):(1,32,0), (32,4))"));
    assert!(!truth("covers((32, 4, 2):(1,32,0), (32,4))"));
    assert!(truth("is_injective((32, copy: 2):(1,0))"));
    assert!(!truth("is_injective((32, copy: 2):(1,1))"));
}

#[test]
fn wrong_axes_are_refused() {
    for (text, says) in [
        ("(8,4):(1@lane,1@1)", "axis 1 has no name, beside `lane`, which has one"),
        ("4:1@lane@0", "`lane` is an axis, and no mode of one"),
        ("4:1@+", "expected the number or the name of an axis after `@`, found `+`"),
        (
            "make_layout((8,4), (4@lane,1@lane))",
            "`lane` is the name of an axis, which stands in the strides of a layout",
        ),
        (
            "composition((row: 4, col: 8):(8,1), 4:1@cols)",
            "composition: `cols` is no mode of (row: 4, col: 8):(8,1), whose modes are `row`, `col`",
        ),
        (
            "composition((4,8):(8,1), (4,2):(1@row,1@col))",
            "composition: the values are coordinates along `row`, `col`, and the modes of (4,8):(8,1) have no names",
        ),
        ("S[(8,4):(4@lane)]", "2 extents stand beside 1 strides"),
        ("S[8:1] + S[8:1]", "`S[…]` stands twice"),
        ("R[8:1]", "replicas stand beside elements"),
    ] {
        let error = evaluated(text).map(|of| of.notation()).unwrap_err();
        assert!(error.starts_with(says), "{text}: {error}");
    }
}
