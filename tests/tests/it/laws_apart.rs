//! Injectivity in bounds against its definition: padded divides of small matrices, each
//! mode of which is taken in orders of its own.

use layout_algebra::bounds::{self, Bounds};
use layout_algebra::ops::Packing;
use layout_algebra::{
    Condition, Crd, Error, ErrorKind, Facts, HTuple, Int, Layout, Symbol, Tiler, ops, prove,
};
use layout_laws as laws;
use layout_tests::{check, flat_layout, layout, size_of, tuple};

/// Every layout of a size whose values are 0, 1, … in some order: those of the smallest
/// factors, and of larger ones.
fn orders(size: i128) -> Vec<Layout> {
    fn add(left: i128, factors: &mut Vec<i128>, all: &mut Vec<Vec<i128>>) {
        if left == 1 {
            all.push(factors.clone());
        }
        for factor in (2..=left).filter(|factor| left % factor == 0) {
            factors.push(factor);
            add(left / factor, factors, all);
            factors.pop();
        }
    }
    fn permute(modes: &[(i128, i128)], chosen: &mut Vec<(i128, i128)>, all: &mut Vec<Layout>) {
        if chosen.len() == modes.len() {
            all.push(flat_layout(chosen));
        }
        for &mode in modes {
            if !chosen.contains(&mode) {
                chosen.push(mode);
                permute(modes, chosen, all);
                chosen.pop();
            }
        }
    }
    let (mut factored, mut all) = (Vec::new(), Vec::new());
    add(size, &mut Vec::new(), &mut factored);
    for factors in factored {
        let step = |k: usize| factors[..k].iter().product();
        let modes: Vec<(i128, i128)> =
            factors.iter().enumerate().map(|(k, &factor)| (factor, step(k))).collect();
        match modes.is_empty() {
            true => all.push(flat_layout(&[(1, 0)])),
            false => permute(&modes, &mut Vec::new(), &mut all),
        }
    }
    all
}

/// Some values, in an order, of a tile: what is left of it has gaps, or meets itself.
fn parts(size: i128) -> Vec<Layout> {
    let tiles = [&[(2, 2)][..], &[(2, 3)], &[(2, 1), (2, 3)], &[(2, 3), (2, 1)], &[(2, 1), (2, 1)]];
    let reach = |modes: &[(i128, i128)]| modes.iter().map(|(s, d)| (s - 1) * d).sum::<i128>();
    tiles.iter().filter(|modes| reach(modes) < size).map(|modes| flat_layout(modes)).collect()
}

/// Matrices whose columns or rows come after each other, are apart, or meet.
fn matrices() -> Vec<Layout> {
    let mut all = Vec::new();
    for m in 1..8 {
        for n in 1..5 {
            let strides =
                [(1, m), (1, m + 2), (1, m - 1), (n, 1), (n + 1, 1), (n - 1, 1), (2, 3), (-1, m)];
            all.extend(strides.map(|(d, e)| layout(&tuple(&[m, n]), &[d, e])));
        }
    }
    all
}

/// The number of cases where padding alone shares offsets, and where more does.
#[derive(Default, Debug)]
struct Count {
    freed: usize,
    met: usize,
    unknown: usize,
}

impl Count {
    fn add(&mut self, layout: &Layout, bounds: &Bounds) {
        if *bounds == Bounds::Unknown {
            self.unknown += 1;
            return;
        }
        let found = bounds.find_collision(layout).unwrap();
        check(laws::collision_in(layout, bounds, found.as_ref()));
        match found {
            Some(_) => self.met += 1,
            None => {
                self.freed += usize::from(ops::find_collision(layout).unwrap().is_some());
            }
        }
    }
}

/// The composition of a padded layout with a tiler, with its bounds.
fn composed(layout: &Layout, bounds: &Bounds, tiler: &Tiler) -> Option<(Layout, Bounds)> {
    let composed = ops::composition_with(layout, tiler).ok()?.layout;
    let bounds = bounds::composition(layout, bounds, tiler, &composed);
    Some((composed, bounds))
}

#[test]
fn tiles_in_every_order_are_decided() {
    let mut count = Count::default();
    for matrix in matrices() {
        for (tm, tn) in [(2, 1), (4, 1), (2, 2), (3, 2), (4, 3), (6, 2), (1, 4)] {
            let tiler = Tiler::from_shape(&tuple(&[tm, tn])).unwrap();
            let Ok(tiles) = ops::zipped_divide(&matrix, &tiler) else { continue };
            let bounds =
                bounds::packed_divide(Packing::Zipped, &matrix, &Bounds::EVERYWHERE, &tiler);
            count.add(&tiles.layout, &bounds);
            for order in orders(tm * tn).into_iter().chain(parts(tm * tn)) {
                let tiler = Tiler::Modes(vec![Tiler::Layout(order), Tiler::All]);
                let Some((threads, bounds)) = composed(&tiles.layout, &bounds, &tiler) else {
                    continue;
                };
                count.add(&threads, &bounds);
                for at in [0, 1] {
                    let at = HTuple::Leaf(Crd::At(Int::new(at)));
                    let at = HTuple::Tuple(vec![at, HTuple::Leaf(Crd::All)]);
                    if ops::check_bounds(&at, threads.shape()).is_ok() {
                        let (part, _) = ops::slice_and_offset(&at, &threads).unwrap();
                        count.add(&part, &bounds.sliced(&at, &threads));
                    }
                }
            }
        }
    }
    assert!(count.freed > 3000 && count.met > 3000, "{count:?}");
    // A part that goes from the rows of a tile into its columns has no bounds.
    assert!(count.unknown * 2 < count.freed, "{count:?}");
}

#[test]
fn modes_in_every_order_are_decided() {
    let mut count = Count::default();
    for matrix in matrices().into_iter().step_by(3) {
        for (tm, tn) in [(4, 1), (2, 3), (3, 4), (6, 2)] {
            let tiler = Tiler::from_shape(&tuple(&[tm, tn])).unwrap();
            let Ok(tiles) = ops::logical_divide(&matrix, &tiler) else { continue };
            let tiles = tiles.layout;
            let bounds = bounds::logical_divide(&matrix, &Bounds::EVERYWHERE, &tiler, &tiles);
            let size = |mode: &[usize]| size_of(ops::get(&tiles, mode).unwrap().shape());
            let mode = |m: usize| {
                let (tile, rest) = (size(&[m, 0]), size(&[m, 1]));
                let orders = [orders(tile), parts(tile), orders(tile * rest), parts(tile * rest)];
                orders.into_iter().flatten().collect::<Vec<_>>()
            };
            let (rows, columns) = (mode(0), mode(1));
            for (i, row) in rows.iter().enumerate() {
                for column in columns.iter().skip(i % 2).step_by(2) {
                    let of = [row, column].map(|order| Tiler::Layout(order.clone()));
                    if let Some((layout, bounds)) =
                        composed(&tiles, &bounds, &Tiler::Modes(of.into()))
                    {
                        count.add(&layout, &bounds);
                    }
                }
            }
        }
    }
    assert!(count.freed > 1000 && count.met > 1000, "{count:?}");
    assert!(count.unknown * 20 < count.freed, "{count:?}");
}

/// Padded, then padded again.
#[test]
fn tiles_of_tiles_are_decided() {
    let mut count = Count::default();
    for matrix in matrices() {
        for (outer, inner) in [((4, 3), (3, 2)), ((4, 2), (2, 1)), ((3, 3), (2, 2))] {
            let [outer, inner] =
                [outer, inner].map(|(tm, tn)| Tiler::from_shape(&tuple(&[tm, tn])).unwrap());
            let Ok(tiles) = ops::zipped_divide(&matrix, &outer) else { continue };
            let bounds =
                bounds::packed_divide(Packing::Zipped, &matrix, &Bounds::EVERYWHERE, &outer);
            for tiler in [
                inner.clone(),
                Tiler::Modes(vec![inner.clone(), Tiler::All]),
                Tiler::Modes(vec![inner.clone(), Tiler::Modes(vec![Tiler::Size(Int::new(2))])]),
            ] {
                let Ok(again) = ops::logical_divide(&tiles.layout, &tiler) else { continue };
                let bounds = bounds::logical_divide(&tiles.layout, &bounds, &tiler, &again.layout);
                count.add(&again.layout, &bounds);
            }
        }
    }
    assert!(count.freed > 100 && count.met > 100, "{count:?}");
}

/// A matrix over symbols, in tiles that are taken in an order: what is injective in bounds
/// under conditions is so where they hold, and, as nothing of the tiles is left out, only
/// there.
#[test]
fn conditions_over_symbols_are_those_of_the_values() {
    let mut facts = Facts::new();
    ["m", "n", "bm"].iter().for_each(|name| facts.extent(name));
    ["d", "e"].iter().for_each(|name| facts.natural(name));
    let (mut held, mut broken, mut undecided) = (0, 0, 0);
    for (rows, columns) in [(false, 1), (false, 4), (false, 6), (true, 2), (true, 3)] {
        let size = if rows { columns } else { 2 * columns };
        for order in orders(size) {
            let proved = prove(&facts, |facts| {
                let int = |name: &str| facts.int(name).unwrap();
                let pair = |a: Int, b: Int| HTuple::Tuple(vec![HTuple::Leaf(a), HTuple::Leaf(b)]);
                let strides = pair(int("d"), int("e")).map(&mut |d| d.clone().into());
                let matrix = Layout::new(pair(int("m"), int("n")), strides)?;
                // A symbol for the rows of a tile, whose columns are then in an order.
                let tile = if rows { int("bm") } else { Int::new(2) };
                let tiler = Tiler::from_shape(&pair(tile, Int::new(columns)))?;
                let tiles = ops::zipped_divide(&matrix, &tiler)?.layout;
                let of =
                    bounds::packed_divide(Packing::Zipped, &matrix, &Bounds::EVERYWHERE, &tiler);
                let order = Tiler::Layout(order.clone());
                let tiler = match rows {
                    true => Tiler::Modes(vec![Tiler::Modes(vec![Tiler::All, order]), Tiler::All]),
                    false => Tiler::Modes(vec![order, Tiler::All]),
                };
                let threads = ops::composition_with(&tiles, &tiler)?.layout;
                let of = bounds::composition(&tiles, &of, &tiler, &threads);
                assert!(of.find_collision(&threads)?.is_none());
                Ok((threads, of))
            });
            // Where a factor goes through rows and columns, there is no answer yet.
            let Ok(proved) = proved else {
                undecided += 1;
                continue;
            };
            let (threads, of) = proved.value;
            for (m, n) in [(1, 1), (2, 3), (3, 5), (5, 3), (7, 7), (4, 12)] {
                for (d, e) in
                    [(1, m), (1, m - 1), (1, m + 2), (n, 1), (n - 1, 1), (n + 3, 1), (0, 1), (2, 3)]
                {
                    for bm in [1, 2, 4] {
                        let value_of = |symbol: &Symbol| {
                            let values = [("m", m), ("n", n), ("d", d), ("e", e), ("bm", bm)];
                            let value = values.into_iter().find(|(name, _)| *name == symbol.name());
                            value.map(|(_, value)| Int::new(value))
                        };
                        let holds = |condition: &Condition| condition.holds_at(&value_of).unwrap();
                        let holds = proved.obligations.iter().all(|need| holds(&need.condition));
                        let layout = threads.substitute(&value_of).unwrap();
                        let bounds = of.substitute(&value_of).unwrap();
                        let apart = laws::collision_in(&layout, &bounds, None);
                        assert_eq!(
                            apart.is_ok(),
                            holds,
                            "{threads} with m = {m}, n = {n}, d = {d}, e = {e}, bm = {bm}: {:?}",
                            proved.obligations
                        );
                        *if holds { &mut held } else { &mut broken } += 1;
                    }
                }
            }
        }
    }
    assert!(held > 1000 && broken > 500, "{held} hold, {broken} do not");
    assert!(undecided < 10, "{undecided} have no answer");
}

/// Parts of tiles, tiles of tiles, and the tile at a coordinate over symbols: what is
/// injective in bounds under conditions is so where they hold.
#[test]
fn conditions_over_symbols_suffice() {
    let mut facts = Facts::new();
    ["m", "n", "bm"].iter().for_each(|name| facts.extent(name));
    ["d", "e", "i"].iter().for_each(|name| facts.natural(name));
    let int = |facts: &Facts, name: &str| facts.int(name).unwrap();
    let pair = |a: Int, b: Int| HTuple::Tuple(vec![HTuple::Leaf(a), HTuple::Leaf(b)]);
    let matrix = |facts: &Facts| {
        let strides = pair(int(facts, "d"), int(facts, "e")).map(&mut |d| d.clone().into());
        Layout::new(pair(int(facts, "m"), int(facts, "n")), strides)
    };
    let tiles = |facts: &Facts, tiler: &Tiler| -> Result<(Layout, Bounds), Error> {
        let matrix = matrix(facts)?;
        let of = bounds::packed_divide(Packing::Zipped, &matrix, &Bounds::EVERYWHERE, tiler);
        Ok((ops::zipped_divide(&matrix, tiler)?.layout, of))
    };
    type Make<'a> = Box<dyn Fn(&Facts) -> Result<(Layout, Bounds), Error> + 'a>;
    let mut cases: Vec<Make<'_>> = Vec::new();
    for (tm, tn) in [(4, 3), (6, 2), (1, 6)] {
        let tiler = Tiler::from_shape(&tuple(&[tm, tn])).unwrap();
        for part in parts(tm * tn) {
            let tiler = tiler.clone();
            cases.push(Box::new(move |facts| {
                let (tiles, of) = tiles(facts, &tiler)?;
                let tiler = Tiler::Modes(vec![Tiler::Layout(part.clone()), Tiler::All]);
                let part = ops::composition_with(&tiles, &tiler)?.layout;
                let of = bounds::composition(&tiles, &of, &tiler, &part);
                Ok((part, of))
            }));
        }
        let again = Tiler::from_shape(&tuple(&[3, 2])).unwrap();
        cases.push(Box::new(move |facts| {
            let (tiles, of) = tiles(facts, &tiler)?;
            let tiler = Tiler::Modes(vec![again.clone(), Tiler::All]);
            let divided = ops::logical_divide(&tiles, &tiler)?.layout;
            let of = bounds::logical_divide(&tiles, &of, &tiler, &divided);
            Ok((divided, of))
        }));
    }
    for columns in [1, 2, 5] {
        cases.push(Box::new(move |facts| {
            let tiler = Tiler::from_shape(&pair(int(facts, "bm"), Int::new(columns)))?;
            let at = pair(int(facts, "i"), Int::ONE).map(&mut |at| Crd::At(at.clone()));
            let matrix = matrix(facts)?;
            let (tile, _) = ops::local_tile(&matrix, &tiler, &at)?.layout;
            let of = bounds::local_tile(&matrix, &Bounds::EVERYWHERE, &tiler, &at);
            Ok((tile, of))
        }));
        cases.push(Box::new(move |facts| {
            let tiler = Tiler::from_shape(&pair(int(facts, "bm"), Int::new(columns)))?;
            let (tiles, of) = tiles(facts, &tiler)?;
            let at = HTuple::Leaf(Crd::At(int(facts, "i")));
            let at = HTuple::Tuple(vec![
                HTuple::Leaf(Crd::All),
                HTuple::Tuple(vec![at, HTuple::Leaf(Crd::All)]),
            ]);
            let (row, _) = ops::slice_and_offset(&at, &tiles)?;
            Ok((row, of.sliced(&at, &tiles)))
        }));
    }
    let (mut held, mut strict, mut undecided) = (0, 0, 0);
    for case in cases {
        let proved = prove(&facts, |facts| {
            let (layout, of) = case(facts)?;
            of.check_injective(&layout)?;
            Ok((layout, of))
        });
        let Ok(proved) = proved else {
            undecided += 1;
            continue;
        };
        let (layout, of) = proved.value;
        for (m, n) in [(1, 1), (2, 3), (3, 5), (5, 3), (7, 7), (4, 12)] {
            for (d, e) in [(1, m), (1, m - 1), (1, 2), (n, 1), (n - 1, 1), (3, 1), (0, 1), (2, 3)] {
                for (bm, i) in [(1, 0), (1, 2), (2, 1), (4, 0), (4, 1)] {
                    let value_of = |symbol: &Symbol| {
                        let values = [("m", m), ("n", n), ("d", d), ("e", e), ("bm", bm), ("i", i)];
                        let value = values.into_iter().find(|(name, _)| *name == symbol.name());
                        value.map(|(_, value)| Int::new(value))
                    };
                    let needs = &proved.obligations;
                    let holds =
                        needs.iter().all(|need| need.condition.holds_at(&value_of) == Ok(true));
                    let at = layout.substitute(&value_of).unwrap();
                    let apart = laws::collision_in(&at, &of.substitute(&value_of).unwrap(), None);
                    assert!(apart.is_ok() || !holds, "{layout} within {of} is {at}: {needs:?}");
                    held += usize::from(holds);
                    strict += usize::from(apart.is_ok() && !holds);
                }
            }
        }
    }
    assert!(held > 2000 && strict < held / 2, "{held} hold, {strict} need not");
    assert!(undecided < 4, "{undecided} are open");
}

/// A refusal tells coordinates of the layout itself.
#[test]
fn what_is_refused_is_the_layout() {
    // A row starts before the one above it ends.
    let rows = layout(&tuple(&[7, 6]), &[5, 1]);
    let tiler = Tiler::from_shape(&tuple(&[4, 4])).unwrap();
    let tiles = ops::zipped_divide(&rows, &tiler).unwrap().layout;
    let of = bounds::packed_divide(Packing::Zipped, &rows, &Bounds::EVERYWHERE, &tiler);
    let order = Tiler::Layout(flat_layout(&[(2, 2), (2, 1), (4, 4)]));
    let tiler = Tiler::Modes(vec![order, Tiler::All]);
    let (threads, of) = composed(&tiles, &of, &tiler).unwrap();
    let error = of.check_injective(&threads).unwrap_err();
    let ErrorKind::NotInjective { layout, first, second, offset } = error.kind() else {
        panic!("{error}");
    };
    assert_eq!(*layout, threads.to_string());
    // Row 1 at column 0, and row 0 at column 5.
    let [first, second] = [first, second].map(String::as_str);
    assert_eq!([first, second, offset], ["((0,1,0),(0,0))", "((0,0,1),(0,1))", "5"]);
}
