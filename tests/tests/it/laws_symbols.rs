//! Evaluation over symbols, then substitution, is substitution, then evaluation.
//!
//! Random operands, of which some leaves are symbols, go through every operation
//! twice: over symbols, with what the proof lacks as obligations, and with the values.
//! Where the obligations hold, both must be the same function. `PROPTEST_CASES` sets
//! the number of cases, each of which is some 45 evaluations:
//!
//! ```text
//! PROPTEST_CASES=10000 cargo test --release -p layout-tests --test it laws_symbols
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use layout_algebra::ops::vectors;
use layout_algebra::{
    Condition, Coordinate, Crd, Error, ErrorKind, Facts, HTuple, Int, IntTuple, Layout, Need,
    Obligation, Overflow, Stride, Symbol, Terms, Tiler, Vector, VectorLayout, ops, prove,
};
use layout_laws as laws;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// One leaf: its extent and its stride, and which of them are symbols.
#[derive(Clone, Debug)]
struct Leaf {
    extent: i128,
    stride: i128,
    symbolic: (bool, bool),
    /// A divisor that is declared for the extent, if it is one.
    declared: i128,
}

/// The origin of the strides of a layout.
#[derive(Clone, Copy, Debug)]
enum Strides {
    ColMajor,
    RowMajor,
    Given,
    /// A row-major layout whose rows are so many longer.
    Padded(i128),
}

#[derive(Clone, Debug)]
struct Spec {
    leaves: Vec<Leaf>,
    strides: Strides,
    /// True if the first two leaves are one mode.
    nested: bool,
}

/// The operands of one case.
#[derive(Clone, Debug)]
struct Case {
    a: Spec,
    b: Spec,
    /// A tile for each mode, and whether they are symbols.
    tile: Vec<(i128, bool)>,
    /// A position, and whether it is a symbol.
    position: (i128, bool),
}

fn leaf() -> impl Strategy<Value = Leaf> {
    let extent = prop::sample::select(vec![1i128, 2, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16]);
    let stride = prop::sample::select(vec![0i128, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, -1, -4]);
    let declared = prop::sample::select(vec![1i128, 1, 2, 4]);
    (extent, stride, any::<(bool, bool)>(), declared).prop_map(
        |(extent, stride, symbolic, declared)| Leaf { extent, stride, symbolic, declared },
    )
}

fn spec(most: usize) -> impl Strategy<Value = Spec> {
    let strides = prop_oneof![
        3 => Just(Strides::ColMajor),
        3 => Just(Strides::RowMajor),
        2 => Just(Strides::Given),
        2 => (1i128..4).prop_map(Strides::Padded),
    ];
    (prop::collection::vec(leaf(), 1..=most), strides, any::<bool>())
        .prop_map(|(leaves, strides, nested)| Spec { leaves, strides, nested })
}

fn case() -> impl Strategy<Value = Case> {
    let tile = prop::sample::select(vec![1i128, 2, 2, 3, 4, 4, 6, 8]);
    let symbolic = prop::bool::weighted(0.3);
    let tiles = prop::collection::vec((tile, symbolic), 3..=3);
    (spec(3), spec(2), tiles, (0i128..24, any::<bool>())).prop_map(|(a, b, tile, position)| Case {
        a,
        b,
        tile,
        position,
    })
}

/// Gives a named integer: a symbol, or its value.
type Make<'a> = &'a dyn Fn(&str, i128, bool) -> Int;

fn tuple(items: Vec<Int>) -> IntTuple {
    HTuple::Tuple(items.into_iter().map(HTuple::Leaf).collect())
}

impl Spec {
    fn layout(&self, name: &str, make: Make<'_>) -> Result<Layout, Error> {
        let extents: Vec<Int> = (0..)
            .zip(&self.leaves)
            .map(|(i, leaf)| make(&format!("{name}s{i}"), leaf.extent, leaf.symbolic.0))
            .collect();
        let strides: Vec<Int> = match self.strides {
            Strides::Given => (0..)
                .zip(&self.leaves)
                .map(|(i, leaf)| make(&format!("{name}d{i}"), leaf.stride, leaf.symbolic.1))
                .collect(),
            Strides::ColMajor => running(&extents, Int::ONE)?,
            Strides::RowMajor | Strides::Padded(_) => {
                let mut reversed = extents.clone();
                reversed.reverse();
                let first = match self.strides {
                    Strides::Padded(by) => make(&format!("{name}p"), by, true),
                    _ => Int::ONE,
                };
                let mut strides = running(&reversed, first)?;
                strides.reverse();
                strides
            }
        };
        let strides = strides.into_iter().map(|d| HTuple::Leaf(d.into())).collect();
        let shape = self.nest(tuple(extents));
        Layout::new(shape, self.nest(HTuple::Tuple(strides)))
    }

    fn nest<T: Clone>(&self, flat: HTuple<T>) -> HTuple<T> {
        match flat {
            HTuple::Tuple(mut items) if self.nested && items.len() > 2 => {
                let rest = items.split_off(2);
                let first = HTuple::Tuple(items);
                HTuple::Tuple(std::iter::once(first).chain(rest).collect())
            }
            flat => flat,
        }
    }
}

/// The exclusive prefix products.
fn running(extents: &[Int], first: Int) -> Result<Vec<Int>, Error> {
    let mut next = first;
    let mut products = Vec::new();
    for extent in extents {
        products.push(next.clone());
        next = next.mul(extent)?;
    }
    Ok(products)
}

/// The operands, made.
struct Operands {
    a: Layout,
    b: Layout,
    tile: Vec<Int>,
    position: Int,
}

impl Case {
    fn operands(&self, make: Make<'_>) -> Result<Operands, Error> {
        let tile = (0..).zip(&self.tile);
        Ok(Operands {
            a: self.a.layout("a", make)?,
            b: self.b.layout("b", make)?,
            tile: tile.map(|(i, &(tile, s))| make(&format!("t{i}"), tile, s)).collect(),
            position: make("x", self.position.0, self.position.1),
        })
    }

    /// The symbols with their values, and which values are never below 1.
    fn symbols(&self) -> (Facts, BTreeMap<String, i128>) {
        let made = Mutex::new((Facts::new(), BTreeMap::new()));
        let note = |name: &str, value: i128, symbolic: bool| {
            if symbolic {
                let mut made = made.lock().expect("no panic");
                // A stride may be any integer; that it is positive is then to be assumed.
                let any = value < 1 || name == "x" || name.ends_with("d1");
                if any {
                    made.0.integer(name)
                } else {
                    made.0.extent(name)
                }
                made.1.insert(name.to_owned(), value);
            }
            Int::new(value)
        };
        // Without a layout of the values there are no operands; the case is skipped.
        let _ = self.operands(&note);
        let (mut facts, values) = made.into_inner().expect("no panic");
        for (name, spec) in [("a", &self.a), ("b", &self.b)] {
            for (i, leaf) in spec.leaves.iter().enumerate() {
                if leaf.extent % leaf.declared == 0
                    && let Some(extent) = facts.int(&format!("{name}s{i}"))
                {
                    let declared = Condition::divides(&Int::new(leaf.declared), &extent);
                    facts.assume(&declared).expect("it holds");
                }
            }
        }
        (facts, values)
    }
}

/// The answer of an operation.
#[derive(Clone, Debug)]
enum Answer {
    Layout(VectorLayout),
    Tuple(IntTuple),
    Is(bool),
}

impl Answer {
    fn at(&self, value_of: &dyn Fn(&Symbol) -> Option<Int>) -> Result<Answer, Error> {
        Ok(match self {
            Answer::Layout(layout) => Answer::Layout(layout.substitute(value_of)?),
            Answer::Tuple(tuple) => Answer::Tuple(tuple.substitute(value_of)?),
            Answer::Is(is) => Answer::Is(*is),
        })
    }

    /// Holds if both are the same function.
    fn agrees(&self, other: &Answer) -> Result<(), String> {
        match (self, other) {
            (Answer::Layout(a), Answer::Layout(b)) => {
                let (count, size) = (size(a), size(b));
                if count != size {
                    return Err(format!("{a} has size {count}, {b} has size {size}"));
                }
                match (0..count).find(|&i| value_at(a, i) != value_at(b, i)) {
                    Some(at) => Err(format!("{a} and {b} differ at {at}")),
                    None => Ok(()),
                }
            }
            (Answer::Tuple(a), Answer::Tuple(b)) if a == b => Ok(()),
            (Answer::Is(a), Answer::Is(b)) if a == b => Ok(()),
            _ => Err(format!("{self:?} and {other:?} differ")),
        }
    }
}

/// The numbers of a value that are not 0, with their places: what no leaf steps along nests no value.
fn value_at<D: Terms>(layout: &Layout<D>, index: i128) -> Vec<(String, Int)> {
    let value =
        ops::evaluate(&HTuple::Leaf(Int::new(index)), layout).expect("an index has a value");
    let numbers = value.leaf_paths().into_iter().filter(|(_, number)| **number != Int::ZERO);
    numbers.map(|(path, number)| (path.to_string(), number.clone())).collect()
}

fn size<D: Terms>(layout: &Layout<D>) -> i128 {
    ops::size(layout).unwrap().known().expect("a size is known")
}

/// An operation of a tuple of tiles and another, of which leaves may be the same.
fn tuples<T>(o: &Operands, op: fn(&IntTuple, &IntTuple) -> Result<T, Error>) -> Result<T, Error> {
    let [first, second, last] = [0, 1, 2].map(|i| o.tile[i].clone());
    let most = first.greater(&Int::new(4))?;
    op(&tuple(vec![most, second, last.clone()]), &tuple(vec![first, o.position.clone(), last]))
}

fn by_mode(o: &Operands) -> Tiler {
    Tiler::Modes(o.tile.iter().take(o.a.rank()).cloned().map(Tiler::Size).collect())
}

fn layout(layout: Result<impl Into<VectorLayout>, Error>) -> Result<Answer, Error> {
    layout.map(|layout| Answer::Layout(layout.into()))
}

fn outcome<L: Into<VectorLayout>>(
    outcome: Result<ops::Outcome<L>, Error>,
) -> Result<Answer, Error> {
    layout(outcome.and_then(ops::Outcome::strict))
}

/// The layout with its steps along one axis, and those of the opposite leaf along another.
fn skewed(layout: &Layout) -> Result<VectorLayout, Error> {
    let along = |stride: &Stride, axis: usize| -> Vector {
        Stride::basis(stride.scale().clone(), [axis].into_iter().collect()).into()
    };
    let strides = layout.stride().leaves();
    let mut others = strides.iter().rev();
    let strides = layout.stride().try_flat_map(&mut |stride| {
        let other = others.next().map_or(Vector::none(), |other| along(other, 1));
        Ok::<_, Overflow>(HTuple::Leaf(along(stride, 0).plus(&other)?))
    });
    Layout::of(layout.shape().clone(), strides?)
}

fn number(int: Result<Int, Error>) -> Result<Answer, Error> {
    int.map(|int| Answer::Tuple(HTuple::Leaf(int)))
}

type Op = fn(&Operands) -> Result<Answer, Error>;

/// Every operation, and whether its result is the same function whatever the form of
/// its operands: where an extent is 1, an operation that looks at leaves may answer
/// another layout that is right, too.
const OPERATIONS: &[(&str, Op)] = &[
    ("coalesce", |o| layout(ops::coalesce(&o.a))),
    ("coalesce by mode", |o| layout(ops::coalesce_by_mode(&o.a, o.a.shape()))),
    ("filter", |o| layout(ops::filter(&o.a))),
    ("flatten", |o| layout(Ok(ops::flatten(&o.a)))),
    ("size", |o| number(ops::size(&o.a))),
    ("cosize", |o| number(ops::cosize(&o.a))),
    ("offset_range", |o| {
        ops::offset_range(&o.a).map(|(least, most)| Answer::Tuple(tuple(vec![least, most])))
    }),
    ("row_major", |o| layout(ops::row_major(o.a.shape()))),
    ("make_ordered_layout", |o| {
        let order = (0..).take(o.a.rank()).map(|i| Int::new((i + 1) % 3)).collect();
        outcome(ops::make_ordered_layout(o.a.shape(), &tuple(order)))
    }),
    ("make_layout_like", |o| outcome(ops::make_layout_like(&o.a))),
    ("crd2idx", |o| ops::evaluate(&HTuple::Leaf(o.position.clone()), &o.a).map(Answer::Tuple)),
    ("idx2crd", |o| {
        ops::idx2crd(&HTuple::Leaf(o.position.clone()), o.a.shape()).map(Answer::Tuple)
    }),
    ("slice_and_offset", |o| {
        let at = |i| if i == 0 { Crd::At(o.position.clone()) } else { Crd::All };
        let coordinate: Coordinate =
            HTuple::Tuple((0..o.a.rank()).map(at).map(HTuple::Leaf).collect());
        ops::slice_and_offset(&coordinate, &o.a).map(|(_, offset)| Answer::Tuple(offset))
    }),
    ("slice", |o| {
        let at = |i| if i == 0 { Crd::At(o.position.clone()) } else { Crd::All };
        let coordinate: Coordinate =
            HTuple::Tuple((0..o.a.rank()).map(at).map(HTuple::Leaf).collect());
        layout(ops::slice(&coordinate, &o.a))
    }),
    ("composition", |o| outcome(ops::composition(&o.a, &o.b))),
    ("composition by mode", |o| outcome(ops::composition_with(&o.a, &by_mode(o)))),
    ("complement", |o| outcome(ops::complement(&o.b, o.a.shape()))),
    ("complement of a tile", |o| {
        let tile = Layout::leaf(o.tile[0].clone(), o.tile[1].clone())?;
        outcome(ops::complement(&tile, &HTuple::Leaf(ops::size(&o.a)?)))
    }),
    ("logical_divide", |o| outcome(ops::logical_divide(&o.a, &Tiler::Size(o.tile[0].clone())))),
    ("logical_divide by layout", |o| {
        outcome(ops::logical_divide(&o.a, &Tiler::Layout(o.b.clone())))
    }),
    ("logical_divide by mode", |o| outcome(ops::logical_divide(&o.a, &by_mode(o)))),
    ("zipped_divide", |o| outcome(ops::zipped_divide(&o.a, &by_mode(o)))),
    ("flat_divide", |o| outcome(ops::flat_divide(&o.a, &by_mode(o)))),
    ("padded divide by mode", |o| {
        layout(ops::logical_divide(&o.a, &by_mode(o)).map(|outcome| outcome.layout))
    }),
    ("padded divide", |o| {
        let divided = ops::logical_divide(&o.a, &Tiler::Size(o.tile[0].clone()));
        layout(divided.map(|outcome| outcome.layout))
    }),
    ("logical_product", |o| layout(ops::logical_product(&o.a, &Tiler::Layout(o.b.clone())))),
    ("blocked_product", |o| layout(ops::blocked_product(&o.a, &o.b))),
    ("raked_product", |o| layout(ops::raked_product(&o.b, &o.a))),
    ("tile_to_shape", |o| {
        let target = o.a.shape().modes().iter().zip(&o.tile);
        let target = target.map(|(mode, tile)| ops::product(mode)?.mul(tile).map_err(Error::from));
        let target = tuple(target.collect::<Result<Vec<_>, Error>>()?);
        let block = ops::col_major(&tuple(o.tile.iter().take(o.a.rank()).cloned().collect()))?;
        outcome(ops::tile_to_shape(&block, &target, &ops::ModeOrder::ColMajor))
    }),
    ("tile_to_shape of any", |o| {
        let block = ops::col_major(&tuple(o.tile.iter().take(o.a.rank()).cloned().collect()))?;
        outcome(ops::tile_to_shape(&block, o.a.shape(), &ops::ModeOrder::RowMajor))
    }),
    ("sort", |o| layout(ops::sort(&o.a))),
    ("right_inverse", |o| layout(ops::right_inverse(&o.a))),
    ("left_inverse", |o| layout(ops::left_inverse(&o.a))),
    ("find_collision", |o| {
        let found = ops::find_collision(&o.a).map_err(Error::as_case)?;
        Ok(Answer::Is(found.is_some()))
    }),
    ("is_compact", |o| ops::is_compact(&o.a).map(Answer::Is)),
    ("is_contiguous", |o| ops::is_contiguous(&o.a).map(Answer::Is)),
    ("is_row_major", |o| ops::is_row_major(&o.a).map(Answer::Is)),
    ("ceil_div", |o| {
        let tile = tuple(o.tile.iter().take(o.a.rank()).cloned().collect());
        ops::ceil_div(o.a.shape(), &tile).map(Answer::Tuple)
    }),
    ("shape_div", |o| {
        ops::shape_div(o.a.shape(), &HTuple::Leaf(o.tile[0].clone())).map(Answer::Tuple)
    }),
    ("round_up", |o| {
        let sizes = ops::product_each(o.a.shape())?;
        let tile = tuple(o.tile.iter().take(sizes.rank()).cloned().collect());
        ops::round_up(&sizes, &tile).map(Answer::Tuple)
    }),
    ("evenly_divides", |o| ops::evenly_divides(o.a.shape(), &by_mode(o)).map(Answer::Is)),
    ("weakly_compatible", |o| {
        ops::weakly_compatible(&HTuple::Leaf(o.tile[0].clone()), o.a.shape()).map(Answer::Is)
    }),
    ("max_common_vector", |o| number(ops::max_common_vector(&o.a, &o.b))),
    ("upcast", |o| outcome(ops::upcast(&o.a, &Int::new(2)))),
    ("downcast", |o| layout(ops::downcast(&o.a, &Int::new(2)))),
    ("max", |o| number(ops::max(o.a.shape()))),
    ("filter_zeros", |o| layout(ops::filter_zeros(&o.a))),
    ("nullspace", |o| layout(ops::nullspace(&o.a))),
    ("leading_dim", |o| {
        let path = ops::leading_dim(&o.a)?;
        Ok(Answer::Tuple(tuple(path.indices().iter().map(|&i| Int::new(i as i128)).collect())))
    }),
    ("is_major", |o| ops::is_major(&o.a, &[0]).map(Answer::Is)),
    ("elem_min", |o| tuples(o, ops::elem_min).map(Answer::Tuple)),
    ("elem_max", |o| tuples(o, ops::elem_max).map(Answer::Tuple)),
    ("elem_less", |o| tuples(o, ops::elem_less).map(Answer::Is)),
    ("lex_less", |o| tuples(o, ops::lex_less).map(Answer::Is)),
    ("colex_less", |o| tuples(o, ops::colex_less).map(Answer::Is)),
    ("layout_add", |o| layout(vectors::layout_add(&skewed(&o.a)?, &skewed(&o.a)?))),
    ("layout_add of another shape", |o| {
        let mut extents: Vec<Int> = o.a.shape().leaves().into_iter().cloned().collect();
        extents.reverse();
        let other = ops::col_major(&tuple(extents))?;
        layout(vectors::layout_add(&o.a.clone().into(), &other.into()))
    }),
    ("coalesce of several terms", |o| layout(ops::coalesce(&skewed(&o.a)?))),
    ("composition of several terms", |o| outcome(ops::composition(&skewed(&o.a)?, &o.b))),
    ("slice of several terms", |o| {
        let at = |i| if i == 0 { Crd::At(o.position.clone()) } else { Crd::All };
        let coordinate: Coordinate =
            HTuple::Tuple((0..o.a.rank()).map(at).map(HTuple::Leaf).collect());
        layout(ops::slice(&coordinate, &skewed(&o.a)?))
    }),
    ("divide of several terms", |o| outcome(ops::logical_divide(&skewed(&o.a)?, &by_mode(o)))),
    ("with_shape of several terms", |o| outcome(ops::with_shape(&skewed(&o.a)?, o.a.shape()))),
    ("find_collision of several terms", |o| {
        let found = ops::find_collision(&skewed(&o.a)?).map_err(Error::as_case)?;
        Ok(Answer::Is(found.is_some()))
    }),
];

/// The outcome of an operation in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    /// Without an obligation, the same function.
    Shown,
    /// With obligations that hold, the same function.
    Holds,
    /// An extent is 1, and another layout that satisfies the definition.
    Degenerate,
    /// An obligation does not hold, and there is no answer for the values, either.
    Refused,
    /// The values are of another case than the obligations; assumed to be what they are, the
    /// same function.
    Other,
    /// The same, of which some symbols are what they are, is not decided; with all it is.
    OtherOfAll,
    /// It could not be decided over symbols.
    Undecided,
    /// Refused over symbols for certain, although there is an answer where symbols
    /// happen to be such that modes merge.
    Strict,
    /// Refused over symbols and for the values.
    Neither,
}

/// Holds if the answer satisfies the definition of the operation.
fn lawful(name: &str, o: &Operands, answer: &Answer) -> Result<(), String> {
    // A broadcast over a symbol counts as one.
    if name.starts_with("find_collision") && matches!(answer, Answer::Is(true)) {
        return Ok(());
    }
    // A smaller vector that both layouts have.
    if name == "max_common_vector"
        && let (Answer::Tuple(HTuple::Leaf(ours)), Ok(most)) =
            (answer, ops::max_common_vector(&o.a, &o.b))
        && ours.divides(&most).is_true()
    {
        return Ok(());
    }
    let Answer::Layout(answer) = answer else { return Err("no layout".into()) };
    if name == "divide of several terms" {
        let of = skewed(&o.a).map_err(|error| error.to_string())?;
        return laws::logical_divide(&of, &by_mode(o), &answer.clone().into());
    }
    let answer = &answer.clone().into_layout().map_err(|answer| format!("{name}: {answer}"))?;
    let tiler = match name {
        "logical_divide" => Tiler::Size(o.tile[0].clone()),
        "logical_divide by layout" => Tiler::Layout(o.b.clone()),
        _ => by_mode(o),
    };
    match name {
        "complement" => complements(&o.b, answer, &ops::size(&o.a).unwrap()),
        "complement of a tile" => {
            let tile = Layout::leaf(o.tile[0].clone(), o.tile[1].clone()).unwrap();
            complements(&tile, answer, &ops::size(&o.a).unwrap())
        }
        "padded divide" | "padded divide by mode" => {
            let missing = offsets(&o.a).into_iter().find(|at| !offsets(answer).contains(at));
            missing.map_or(Ok(()), |at| Err(format!("{answer} does not cover offset {at}")))
        }
        "right_inverse" => laws::right_inverse(&o.a, answer),
        "left_inverse" => laws::left_inverse(&o.a, answer),
        "logical_product" => {
            apart(&ops::logical_product(&o.a, &Tiler::Layout(o.b.clone())), answer)
        }
        "blocked_product" => apart(&ops::blocked_product(&o.a, &o.b), answer),
        "raked_product" => apart(&ops::raked_product(&o.b, &o.a), answer),
        "logical_divide" | "logical_divide by layout" | "logical_divide by mode" => {
            laws::logical_divide(&o.a, &tiler, &answer.clone().into())
        }
        _ => Err(format!("{name} has no law")),
    }
}

/// The values of a layout.
fn offsets(layout: &Layout) -> BTreeSet<String> {
    (0..size(layout)).map(|i| format!("{:?}", value_at(layout, i))).collect()
}

/// As many blocks, none of which meet unless those for the values do; a mode of extent
/// 1 of the block may have them elsewhere.
fn apart(known: &Result<Layout, Error>, answer: &Layout) -> Result<(), String> {
    let apart = || ops::check_injective(answer).map_err(|error| error.to_string());
    let Ok(known) = known else { return apart() };
    if size(known) != size(answer) {
        return Err(format!("{answer} is not of the size of {known}"));
    }
    match ops::check_injective(known) {
        Ok(()) => apart(),
        Err(_) => Ok(()),
    }
}

/// Together injective, and up to the cotarget; a mode of extent 1 of the layout may
/// have made the complement larger than it need be.
fn complements(layout: &Layout, rest: &Layout, target: &Int) -> Result<(), String> {
    let moving = ops::filter_zeros(layout).map_err(|error| error.to_string())?;
    let both = Layout::from_modes(&[moving, rest.clone()]).map_err(|error| error.to_string())?;
    ops::check_injective(&both).map_err(|error| error.to_string())?;
    match ops::cosize(&both).unwrap().less(target).is_true() {
        true => Err(format!("{both} ends below {target}")),
        false => Ok(()),
    }
}

/// The facts, and that symbols are what they are.
fn pinned(
    facts: &Facts,
    values: &BTreeMap<String, i128>,
    is_pinned: &dyn Fn(&str) -> bool,
) -> Result<Facts, String> {
    let mut pinned = facts.clone();
    for (name, value) in values.iter().filter(|(name, _)| is_pinned(name)) {
        let equal = Condition::equal(&facts.int(name).expect("a symbol"), &Int::new(*value));
        pinned.assume(&equal).map_err(|why| format!("{equal}: {why:?}"))?;
    }
    Ok(pinned)
}

fn run(case: &Case, name: &str, op: Op) -> Result<Option<Found>, String> {
    let (facts, values) = case.symbols();
    let value_of = |symbol: &Symbol| values.get(symbol.name()).map(|&value| Int::new(value));
    let Ok(known) = case.operands(&|_, value, _| Int::new(value)) else { return Ok(None) };
    let expected = op(&known);
    let mut attempts = 0;
    let mut evaluated = |facts: &Facts| {
        prove(facts, |facts| {
            attempts += 1;
            op(&case.operands(&|name, value, symbolic| match symbolic {
                true => facts.int(name).expect("a symbol"),
                false => Int::new(value),
            })?)
        })
    };
    let holds = |condition: &Condition| -> Result<bool, Overflow> { condition.holds_at(&value_of) };
    let mut facts = facts;
    let mut assumed: BTreeSet<String> = BTreeSet::new();
    let proved = loop {
        let proved = evaluated(&facts);
        let Ok(found) = &proved else { break proved };
        let broken = found.obligations.iter().find(|o| holds(&o.condition) == Ok(false));
        let Some(Obligation { condition, reason }) = broken else { break proved };
        match (reason.need(), &expected) {
            (_, Err(_)) => return Ok(Some(Found::Refused)),
            (Need::Must, Ok(answer)) => {
                return Err(format!("{condition} is demanded, and there is {answer:?}"));
            }
            (Need::Case, Ok(_)) => {}
        }
        // As the message says: the symbols of the condition are what they are.
        let before = assumed.len();
        for symbol in condition.integers().flat_map(Int::symbols) {
            assumed.insert(symbol.name().to_owned());
        }
        if assumed.len() == before {
            return Err(format!("{condition} is a case still where {assumed:?} are known"));
        }
        facts = pinned(&facts, &values, &|name| assumed.contains(name))?;
    };
    let proved = match proved {
        Ok(proved) => proved,
        // Of some numbers an operation asks for the others, and says so.
        Err(error) if !assumed.is_empty() && expected.is_ok() => {
            let all = pinned(&facts, &values, &|_| true)?;
            let whole = evaluated(&all).map_err(|error| format!("where all are known: {error}"))?;
            expected.as_ref().map_err(|e| e.to_string())?.agrees(&whole.value)?;
            println!("{name} where {assumed:?} are known: {error}");
            return Ok(Some(Found::OtherOfAll));
        }
        Err(error) => {
            use ErrorKind::{Inexact, MayCollide, NotKnown, TooManyTerms, Undecided, Unproved};
            let unknown = error.condition().is_some()
                || attempts > 1
                // Where an extent may be above 1, one of 1 counts as such.
                || values.values().any(|value| *value == 1)
                || matches!(
                    error.kind(),
                    Undecided { .. }
                        | NotKnown { .. }
                        | Unproved
                        | MayCollide { .. }
                        | TooManyTerms
                        | Inexact
                );
            return match expected {
                Err(_) => Ok(Some(Found::Neither)),
                Ok(_) if unknown => Ok(Some(Found::Undecided)),
                Ok(_) => Ok(Some(Found::Strict)),
            };
        }
    };
    let needs: Vec<String> = proved.obligations.iter().map(|o| o.condition.assumption()).collect();
    let shown = format!("{:?} if {needs:?}", proved.value);
    // One that divides by 0 cannot be answered; it is there beside one that does not hold.
    let met: Vec<_> = proved.obligations.iter().map(|o| holds(&o.condition)).collect();
    if let Some(error) = met.into_iter().find_map(Result::err) {
        return Err(format!("{shown}: {error:?}"));
    }
    let at = proved.value.at(&value_of).map_err(|error| format!("{shown}: {error}"))?;
    let difference = match &expected {
        Ok(expected) => at.agrees(expected).err(),
        Err(error) => Some(format!("{at:?}, but there is none: {error}")),
    };
    match difference {
        None if !assumed.is_empty() => Ok(Some(Found::Other)),
        None if needs.is_empty() => Ok(Some(Found::Shown)),
        None => Ok(Some(Found::Holds)),
        // An extent of 1 vanishes, and a stride of 0 lets modes merge.
        Some(_)
            if values.values().any(|value| matches!(value, 0 | 1))
                && lawful(name, &known, &at).is_ok() =>
        {
            Ok(Some(Found::Degenerate))
        }
        Some(difference) => Err(format!("{shown}\n{difference}\nvalues {values:?}")),
    }
}

/// The complement of (8,2):(1,d) below 10 is d/8:8, which has a hole unless 8 divides d,
/// although it reaches 10 for every d from 8 on.
#[test]
fn a_gap_must_be_divided_where_the_rest_reaches_the_cotarget() {
    let mut facts = Facts::new();
    facts.extent("d");
    let proved = prove(&facts, |facts| {
        let strides = [Int::ONE, facts.int("d").expect("a symbol")];
        let modes = [8, 2].into_iter().zip(strides);
        let modes: Result<Vec<_>, Error> =
            modes.map(|(extent, stride)| Layout::leaf(Int::new(extent), stride)).collect();
        let layout = Layout::from_modes(&modes?)?;
        ops::complement(&layout, &HTuple::Leaf(Int::new(10)))?.strict()
    });
    let proved = proved.expect("a complement");
    let needs: Vec<_> = proved.obligations.iter().map(|o| o.condition.assumption()).collect();
    assert_eq!((proved.value.to_string().as_str(), needs), ("d / 8:8", vec!["d % 8 == 0".into()]));
}

/// The conditions of this product contradict each other, which does not show: from such facts each
/// sign of a divisor follows, and no evaluation may go back and forth between them.
#[test]
fn contradictory_conditions_end() {
    let mut facts = Facts::new();
    facts.extent("p");
    facts.extent("s");
    let proved = prove(&facts, |facts| {
        let symbol = |name| facts.int(name).expect("a symbol");
        let leaf = |extent, stride| Layout::leaf(extent, stride);
        let block = [leaf(symbol("s"), Int::new(4))?, leaf(Int::new(2), Int::new(16))?];
        let p = symbol("p");
        let tiler = [leaf(Int::new(8), Int::new(16).mul(&p)?)?, leaf(Int::new(16), p)?];
        ops::raked_product(&Layout::from_modes(&block)?, &Layout::from_modes(&tiler)?)
    });
    let values = |symbol: &Symbol| Some(Int::new(if symbol.name() == "s" { 3 } else { 4 }));
    let met = |proved: layout_algebra::Proved<Layout>| {
        proved.obligations.iter().all(|it| it.condition.holds_at(&values) == Ok(true))
    };
    assert!(!proved.is_ok_and(met), "no values meet them");
}

#[test]
fn law_substitution() {
    let tally: Mutex<BTreeMap<(&str, Found), usize>> = Mutex::new(BTreeMap::new());
    // A case is one set of operands, for every operation.
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    // The same cases every time.
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&case(), |case| {
        for (name, op) in OPERATIONS {
            let found = run(&case, name, *op).map_err(|why| {
                let value = |_: &str, value: i128, _: bool| Int::new(value);
                let known = case
                    .operands(&value)
                    .map(|o| format!("a {} b {} t {:?} x {}", o.a, o.b, o.tile, o.position));
                TestCaseError::fail(format!("{name} of {known:?}: {why}"))
            })?;
            if let Some(found) = found {
                *tally.lock().expect("no panic").entry((name, found)).or_default() += 1;
            }
        }
        Ok(())
    });
    let tally = tally.into_inner().expect("no panic");
    let mut total: BTreeMap<Found, usize> = BTreeMap::new();
    for (&(name, found), n) in &tally {
        println!("{name}: {found:?} {n}");
        *total.entry(found).or_default() += n;
    }
    println!("{total:?}");
    outcome.unwrap_or_else(|error| panic!("{error}"));
    // A refusal is never a wrong answer, but it should have a reason.
    let strict = total.get(&Found::Strict).copied().unwrap_or(0);
    assert!(strict * 200 < total.values().sum(), "{strict} refusals that are too strict");
    let of = |found| total.get(&found).copied().unwrap_or(0);
    let (other, of_all) = (of(Found::Other), of(Found::OtherOfAll));
    assert!(
        other > 20 && of_all * 10 < other,
        "{other} of other cases, {of_all} only if all is known"
    );
    for (name, _) in OPERATIONS {
        let answered = |found| tally.get(&(*name, found)).copied().unwrap_or(0);
        assert!(answered(Found::Shown) + answered(Found::Holds) > 4, "{name} is hardly tried");
    }
}
