//! Operations over symbols: the answers, and what they ask for.

use layout_algebra::{
    ComposedLayout, Condition, Error, Facts, HTuple, Int, IntTuple, Layout, StrideTuple, Swizzle,
    Symbol, Tiler, Truth, ops, prove,
};

fn extents(names: &[&str]) -> Facts {
    let mut facts = Facts::new();
    names.iter().for_each(|name| facts.extent(name));
    facts
}

fn tuple(leaves: &[Int]) -> IntTuple {
    HTuple::Tuple(leaves.iter().cloned().map(HTuple::Leaf).collect())
}

fn strides(leaves: &[Int]) -> StrideTuple {
    tuple(leaves).map(&mut |d| d.clone().into())
}

fn layout(extents: &[Int], steps: &[Int]) -> Layout {
    Layout::new(tuple(extents), strides(steps)).unwrap()
}

fn int(value: i128) -> Int {
    Int::new(value)
}

/// The result and its obligations as text.
fn proved(
    facts: &Facts,
    attempt: impl Fn(&dyn Fn(&str) -> Int) -> Result<Layout, Error>,
) -> (String, Vec<String>) {
    let proved = prove(facts, |facts| attempt(&|name| facts.int(name).unwrap()));
    match proved {
        Ok(proved) => {
            let needs = proved.obligations.iter().map(|o| o.condition.assumption()).collect();
            (proved.value.to_string(), needs)
        }
        Err(error) => (error.to_string(), Vec::new()),
    }
}

#[track_caller]
fn check(
    names: &[&str],
    attempt: impl Fn(&dyn Fn(&str) -> Int) -> Result<Layout, Error>,
    result: &str,
    needs: &[&str],
) {
    let (found, obligations) = proved(&extents(names), attempt);
    assert_eq!((found.as_str(), obligations.as_slice()), (result, needs.map_strings().as_slice()));
}

trait MapStrings {
    fn map_strings(&self) -> Vec<String>;
}

impl MapStrings for [&str] {
    fn map_strings(&self) -> Vec<String> {
        self.iter().map(|text| (*text).to_owned()).collect()
    }
}

#[test]
fn divides() {
    check(
        &["m"],
        |s| ops::logical_divide(&layout(&[s("m")], &[int(1)]), &Tiler::Size(int(128)))?.strict(),
        "(128,m / 128):(1,128)",
        &["m % 128 == 0"],
    );
    check(
        &["m", "n"],
        |s| {
            let global = layout(&[s("m"), s("n")], &[s("n"), int(1)]);
            let tiler = Tiler::Modes(vec![Tiler::Size(int(128)), Tiler::Size(int(64))]);
            ops::zipped_divide(&global, &tiler)?.strict()
        },
        "((128,64),(m / 128,n / 64)):((n,1),(128 * n,64))",
        &["m % 128 == 0", "n % 64 == 0"],
    );
    // The whole layout: the tile takes of the first mode.
    check(
        &["m", "n"],
        |s| {
            let global = layout(&[s("m"), s("n")], &[s("n"), int(1)]);
            ops::logical_divide(&global, &Tiler::Size(int(128)))?.strict()
        },
        "(128,(m / 128,n)):(n,(128 * n,1))",
        &["m % 128 == 0"],
    );
    // Column-major is contiguous, so the tile divides the size.
    check(
        &["m", "n"],
        |s| {
            let global = layout(&[s("m"), s("n")], &[int(1), s("m")]);
            ops::logical_divide(&global, &Tiler::Size(int(128)))?.strict()
        },
        "(128,m * n / 128):(1,128)",
        &["m * n % 128 == 0"],
    );
    // A tile that is a symbol too.
    check(
        &["m", "n", "bm", "bk"],
        |s| {
            let global = layout(&[s("m"), s("n")], &[s("n"), int(1)]);
            let tiler = Tiler::Modes(vec![Tiler::Size(s("bm")), Tiler::Size(s("bk"))]);
            ops::zipped_divide(&global, &tiler)?.strict()
        },
        "((bm,bk),(m / bm,n / bk)):((n,1),(n * bm,bk))",
        &["m % bm == 0", "n % bk == 0"],
    );
    // Padding is wanted: no obligation.
    check(
        &["m"],
        |s| {
            let vector = layout(&[s("m")], &[int(3)]);
            Ok(ops::logical_divide(&vector, &Tiler::Size(int(128)))?.layout)
        },
        "(128,ceil_div(m, 128)):(3,384)",
        &[],
    );
    // A nested mode takes its share of the tile.
    check(
        &["m"],
        |s| {
            let vector = layout(&[int(4), s("m")], &[int(1), int(8)]);
            ops::logical_divide(&vector, &Tiler::Size(int(32)))?.strict()
        },
        "((4,8),m / 8):((1,8),64)",
        &["m % 8 == 0"],
    );
}

#[test]
fn compositions() {
    check(
        &["m", "n"],
        |s| {
            let global = layout(&[s("m"), s("n")], &[s("n"), int(1)]);
            ops::composition(&global, &Layout::leaf(int(64), int(1))?)?.strict()
        },
        "64:n",
        &["64 <= m"],
    );
    check(
        &["m", "n"],
        |s| {
            let global = layout(&[s("m"), s("n")], &[s("n"), int(1)]);
            let all = Layout::leaf(s("m").mul(&s("n"))?, int(1))?;
            ops::composition(&global, &all)?.strict()
        },
        "(m,n):(n,1)",
        &[],
    );
    // Every second row.
    check(
        &["m", "n"],
        |s| {
            let global = layout(&[s("m"), s("n")], &[s("n"), int(1)]);
            let half = Layout::leaf(s("m").mul(&s("n"))?.div_floor(&int(2))?, int(2))?;
            ops::composition(&global, &half)?.strict()
        },
        "(m / 2,n):(2 * n,1)",
        &["m % 2 == 0"],
    );
}

/// Below 0 the digits are those above, negated, as the values of the symbols have them.
#[test]
fn compositions_below_zero() {
    let facts = extents(&["m", "n", "k"]);
    let s = |name: &str| facts.int(name).unwrap();
    let minus = |int: Int| Int::ZERO.sub(&int).unwrap();
    let rows = layout(&[s("m"), s("n")], &[s("n"), int(1)]);
    let four = layout(&[int(4), s("n")], &[s("m"), int(1)]);
    let twice = s("m").mul(&int(2)).unwrap();
    for (lhs, rhs, expected) in [
        (&four, layout(&[int(4)], &[int(-1)]), "(4):(-m)"),
        (&four, layout(&[int(8)], &[int(-1)]), "((4,2)):((-m,-1))"),
        (&four, layout(&[s("k")], &[int(-4)]), "(k):(-1)"),
        (&rows, layout(&[s("k")], &[minus(s("m"))]), "(k):(-1)"),
        (&rows, layout(&[int(3), int(2)], &[minus(twice.clone()), s("m")]), "(3,2):(-2,1)"),
        (&four, layout(&[int(2), s("k")], &[int(-1), int(-4)]), "(2,k):(-m,-1)"),
        (&four, layout(&[int(2), int(3)], &[int(1), int(-1)]), "(2,3):(m,-m)"),
    ] {
        let composed = ops::composition(lhs, &rhs).unwrap();
        assert_eq!(composed.layout.to_string(), expected, "{lhs} o {rhs}");
        assert!(composed.objection.is_some(), "{lhs} o {rhs}");
        for (m, n, k) in [(2, 3, 5), (4, 4, 1), (3, 7, 4), (1, 2, 2)] {
            let of = |symbol: &Symbol| {
                let values = [("m", m), ("n", n), ("k", k)];
                values.into_iter().find(|(name, _)| *name == symbol.name()).map(|it| int(it.1))
            };
            let [lhs, rhs, result] =
                [lhs, &rhs, &composed.layout].map(|layout| layout.substitute(&of).unwrap());
            assert!(ops::compatible(rhs.shape(), result.shape()).unwrap());
            for i in 0..ops::size(&rhs).unwrap().known().unwrap() {
                let inner = ops::evaluate(&int(i).into(), &rhs).unwrap();
                let expected = ops::evaluate(&inner, &lhs).unwrap();
                let found = ops::evaluate(&int(i).into(), &result).unwrap();
                assert_eq!(found, expected, "{lhs} o {rhs} at {i}");
            }
        }
    }
    // From whole rows back into the row before: no layout, unless there is one row.
    let back = |extent, step| {
        let rhs = layout(&[extent, int(2)], &[int(-4 * step), int(step)]);
        ops::composition(&four, &rhs).unwrap_err()
    };
    assert!(back(int(2), 1).to_string().contains("cannot decide"));
    assert!(back(int(2), -1).to_string().contains("cannot decide"));
    let condition = back(s("k"), 1).condition().map(Condition::assumption);
    assert_eq!(condition.as_deref(), Some("4 * k - 2 <= 4"));
}

#[test]
fn complements_and_products() {
    check(
        &["m", "n", "ld"],
        |s| {
            let matrix = layout(&[s("m"), s("n")], &[int(1), s("ld")]);
            ops::complement(&matrix, &HTuple::Leaf(s("ld").mul(&s("n"))?))?.strict()
        },
        "ld / m:m",
        &["ld % m == 0"],
    );
    // With gaps, and none at all: what is between the columns.
    check(
        &["m", "n", "ld"],
        |s| {
            let matrix = layout(&[s("m"), s("n")], &[int(1), s("ld")]);
            Ok(ops::complement(&matrix, &HTuple::Leaf(s("ld").mul(&s("n"))?))?.layout)
        },
        "ld / m:m",
        &["m <= ld"],
    );
    check(
        &["m", "n"],
        |s| {
            let tile = layout(&[int(4), int(2)], &[int(2), int(1)]);
            let order = ops::col_major(&tuple(&[s("m"), s("n")]))?;
            ops::blocked_product(&tile, &order)
        },
        "((4,m),(2,n)):((2,8),(1,8 * m))",
        &[],
    );
    check(
        &["m", "n"],
        |s| {
            let tile = layout(&[int(4), int(2)], &[int(2), int(1)]);
            ops::tile_to_shape(&tile, &tuple(&[s("m"), s("n")]), &ops::ModeOrder::ColMajor)?
                .strict()
        },
        "((4,m / 4),(2,n / 2)):((2,8),(1,2 * m))",
        &["m % 4 == 0", "n % 2 == 0"],
    );
}

#[test]
fn inverses() {
    check(
        &["m", "n"],
        |s| ops::right_inverse(&layout(&[s("m"), s("n")], &[s("n"), int(1)])),
        "(n,m):(m,1)",
        &[],
    );
    check(
        &["m", "n"],
        |s| ops::left_inverse(&layout(&[s("m"), s("n")], &[s("n"), int(1)])),
        "(n,m):(m,1)",
        &[],
    );
    check(
        &["m", "n", "ld"],
        |s| ops::left_inverse(&layout(&[s("m"), s("n")], &[int(1), s("ld")])),
        "(ld,n):(1,m)",
        &["m <= ld"],
    );
}

/// A layout of symbols by their names.
type Make<'a> = &'a dyn Fn(&dyn Fn(&str) -> Int) -> Layout;

#[test]
fn injectivity() {
    let check = |names: &[&str], make: Make<'_>, needs: &[&str]| {
        let proved = prove(&extents(names), |facts| {
            ops::check_injective(&make(&|name| facts.int(name).unwrap()))
        });
        let found: Vec<String> =
            proved.unwrap().obligations.iter().map(|o| o.condition.assumption()).collect();
        assert_eq!(found, needs.map_strings());
    };
    check(&["m", "n"], &|s| layout(&[s("m"), s("n")], &[s("n"), int(1)]), &[]);
    let cube = |s: &dyn Fn(&str) -> Int| {
        layout(&[s("m"), s("n"), s("k")], &[int(1), s("m"), s("m").mul(&s("n")).unwrap()])
    };
    check(&["m", "n", "k"], &cube, &[]);
    // Also of rows that meet there are injective ones, such as three and two apart by 2.
    let columns = |s: &dyn Fn(&str) -> Int| layout(&[s("m"), s("n")], &[int(1), s("ld")]);
    check(&["m", "n", "ld"], &columns, &["injective((m,n):(1,ld))"]);
    // Known modes that interleave, under a symbol.
    let interleaved =
        |s: &dyn Fn(&str) -> Int| layout(&[int(3), int(2), s("m")], &[int(2), int(3), int(9)]);
    check(&["m"], &interleaved, &[]);
    check(
        &["m", "n", "a", "b"],
        &|s| layout(&[s("m"), s("n")], &[s("a"), s("b")]),
        &["injective((m,n):(a,b))"],
    );
    // Broadcast: refused, whatever the extent.
    let facts = extents(&["m", "n"]);
    let broadcast = layout(&[facts.int("m").unwrap(), facts.int("n").unwrap()], &[int(0), int(1)]);
    assert!(ops::find_collision(&broadcast).unwrap().is_some());
}

#[test]
fn contradictions_are_errors_at_once() {
    let mut facts = extents(&["m"]);
    let m = facts.int("m").unwrap();
    facts.assume(&Condition::at_most(&m, &int(100))).unwrap();
    let proved = prove(&facts, |facts| {
        let vector = Layout::leaf(facts.int("m").unwrap(), int(1))?;
        ops::logical_divide(&vector, &Tiler::Size(int(128)))?.strict()
    });
    let error = proved.unwrap_err();
    assert!(error.condition().is_none(), "{error}");
    assert!(facts.assume(&Condition::at_most(&int(101), &facts.int("m").unwrap())).is_err());
}

#[test]
fn forms_are_normal_and_read_well() {
    let mut facts = extents(&["m", "n", "k"]);
    facts.assume(&Condition::divides(&int(128), &facts.int("m").unwrap())).unwrap();
    let [m, n, k] = ["m", "n", "k"].map(|name| facts.int(name).unwrap());
    let text = |int: Result<Int, layout_algebra::Overflow>| int.unwrap().to_string();
    assert_eq!(text(int(2).mul(&n).unwrap().mul(&k)), "2 * n * k");
    assert_eq!(text(n.div_ceil(&int(128))), "ceil_div(n, 128)");
    assert_eq!(text(n.rem_floor(&int(4))), "n % 4");
    assert_eq!(text(m.rem_floor(&int(4))), "0");
    assert_eq!(text(n.add(&int(130)).unwrap().rem_floor(&int(128))), "(n + 2) % 128");
    assert_eq!(text(m.div_floor(&int(128)).unwrap().mul(&int(128))), "m");
    assert_eq!(text(m.div_floor(&int(32)).unwrap().sub(&n)), "-n + m / 32");
    assert_eq!(text(n.div_floor(&int(3)).unwrap().div_floor(&int(5))), "n / 15");
    assert_eq!(text(n.mul(&k).unwrap().div_floor(&k)), "n");
    assert_eq!(text(n.div_ceil(&Int::ONE)), "n");
    assert_eq!(text(n.lesser(&k)), "min(n, k)");
    let covered = n.div_ceil(&int(4)).unwrap().mul(&int(4)).unwrap();
    assert_eq!(n.at_most(&covered), Truth::True);
    assert_eq!(covered.less(&n.add(&int(4)).unwrap()), Truth::True);
    assert_eq!(covered.less(&n.add(&int(3)).unwrap()), Truth::Unknown);
    assert_eq!(int(64).divides(&m.mul(&k).unwrap()), Truth::True);
    assert_eq!(int(64).divides(&m.add(&int(1)).unwrap()), Truth::False);
    assert_eq!(int(64).divides(&n), Truth::Unknown);
    assert_eq!(int(256).less(&m), Truth::Unknown);
    assert_eq!(int(127).less(&m), Truth::True);
}

#[test]
fn a_symbol_of_one_value_is_a_number() {
    let mut facts = extents(&["m", "n"]);
    let m = facts.int("m").unwrap();
    facts.assume(&Condition::equal(&m, &int(1))).unwrap();
    assert_eq!(facts.int("m"), Some(Int::ONE));
    let rows = layout(&[facts.int("m").unwrap(), facts.int("n").unwrap()], &[int(7), int(1)]);
    assert_eq!(ops::coalesce(&rows).unwrap().to_string(), "n:1");
    // What was made before is bound to it.
    assert_eq!(facts.bind(&m.add(&int(3)).unwrap()), Ok(int(4)));
}

#[test]
fn a_stride_that_may_be_zero_is_asked_for() {
    let mut facts = Facts::new();
    facts.integer("d");
    let d = facts.int("d").unwrap();
    let filtered = |facts: &Facts| {
        proved(facts, |s| ops::filter(&layout(&[int(4), int(3)], &[s("d"), int(5)])))
    };
    let of = |text: &str, needs: &[&str]| (text.to_owned(), needs.map_strings());
    assert_eq!(filtered(&facts), of("(4,3):(d,5)", &["1 <= d"]));
    facts.assume(&Condition::at_most(&d, &int(0))).unwrap();
    assert_eq!(filtered(&facts), of("(4,3):(d,5)", &["d <= -1"]));
    facts.assume(&Condition::at_most(&int(0), &d)).unwrap();
    assert_eq!(filtered(&facts), of("3:5", &[]));
}

#[test]
fn digits_that_divide_do_not_carry() {
    check(
        &["m", "k"],
        |s| {
            let rows = layout(&[s("m"), int(8)], &[int(8), int(1)]);
            ops::logical_divide(&rows, &Tiler::Size(s("k")))?.strict()
        },
        "(k,(m / k,8)):(8,(8 * k,1))",
        &["m % k == 0"],
    );
}

#[test]
fn steps_beside_those_of_another_mode_stay_in_theirs() {
    let tile = layout(&[int(32), int(128)], &[int(128), int(1)]);
    let part = |extents: [Int; 2], steps: [i128; 2]| {
        ops::composition(&tile, &layout(&extents, &steps.map(int)))?.strict()
    };
    check(&["m"], |s| part([s("m"), int(128)], [1, 32]), "(m,128):(128,1)", &["m <= 32"]);
    check(&["m"], |s| part([int(128), s("m")], [32, 1]), "(128,m):(1,128)", &["m <= 32"]);
}

#[test]
fn swizzled_layouts_are_divided_under_what_their_layouts_need() {
    let facts = extents(&["m"]);
    let swizzle = Swizzle::new(3, 4, 3).unwrap();
    let rows =
        |m: Int| ComposedLayout::new(swizzle, Int::ZERO, layout(&[m, int(64)], &[int(64), int(1)]));
    let tiles = |m: Int| -> Result<ComposedLayout, Error> {
        let (rows, tiler) = (rows(m)?, Tiler::from_shape(&tuple(&[int(8), int(16)]))?);
        let tiles = rows.with_domain(ops::zipped_divide(rows.domain()?, &tiler)?.strict()?)?;
        ops::swizzled::check_injective(&tiles)?;
        Ok(tiles)
    };
    let proved = prove(&facts, |facts| tiles(facts.int("m").unwrap())).unwrap();
    assert_eq!(proved.value.to_string(), "Sw<3,4,3> o 0 o ((8,16),(m / 8,4)):((64,1),(512,16))");
    assert_eq!(proved.obligations.len(), 1);
    for m in [16, 24, 40] {
        let at = |_: &Symbol| Some(int(m));
        assert_eq!(proved.value.substitute(&at).unwrap(), tiles(int(m)).unwrap());
    }
    // Two that collide do so after a swizzle as well.
    let still = ComposedLayout::new(
        swizzle,
        Int::ZERO,
        layout(&[facts.int("m").unwrap(), int(64)], &[int(64), int(0)]),
    );
    let error = ops::swizzled::check_injective(&still.unwrap()).unwrap_err();
    assert!(error.to_string().contains("share offset 0"), "{error}");
}
