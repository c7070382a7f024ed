//! Bounds of padded layouts against their definition, on small layouts whose leaves do not
//! meet however far they are continued.

use std::collections::HashSet;

use layout_algebra::bounds::{self, Bounds, Threads};
use layout_algebra::ops::Packing;
use layout_algebra::{Crd, Error, Facts, HTuple, Int, IntTuple, Layout, Tiler, ops};
use layout_laws as laws;
use layout_tests::{check, extents_of, flat_layout, layout, leaf, one_in, small_shapes, tuple};

/// The distance that keeps the leaves of a layout apart.
const APART: i128 = 1000;

/// Layouts of up to three leaves: of one run, of leaves apart in either order, and of modes
/// that are runs apart.
fn layouts() -> Vec<Layout> {
    let mut layouts = Vec::new();
    // All values of a layout without leaves are 0, also outside of it.
    for shape in small_shapes().into_iter().filter(|shape| (1..4).contains(&shape.leaf_count())) {
        let extents = extents_of(&shape);
        let compact: Vec<i128> =
            (0..extents.len()).map(|k| extents[..k].iter().product()).collect();
        let up: Vec<i128> = (0..extents.len()).map(|k| APART.pow(k as u32)).collect();
        let down: Vec<i128> = up.iter().rev().copied().collect();
        let mut by_mode = Vec::new();
        for (m, mode) in shape.modes().iter().enumerate() {
            let mut step = APART.pow(m as u32);
            for extent in extents_of(mode) {
                by_mode.push(step);
                step *= extent;
            }
        }
        layouts.extend([compact, up, down, by_mode].iter().map(|strides| layout(&shape, strides)));
    }
    layouts
}

/// Tiles of a mode: runs, steps, and tiles with gaps.
fn tiles() -> Vec<Tiler> {
    let sizes = (1..8).chain([12]).map(|size| Tiler::Size(Int::new(size)));
    let steps = [&[(2, 3)][..], &[(3, 2)], &[(2, 1), (2, 4)], &[(2, 4), (3, 1)], &[(3, 1), (2, 6)]];
    sizes.chain(steps.map(|modes| Tiler::Layout(flat_layout(modes)))).collect()
}

/// Tilers of a layout: a tile of the whole, or one a mode, which would continue into the
/// next mode of a run.
fn tilers(layout: &Layout) -> Vec<Tiler> {
    let mut all = tiles();
    if layout.rank() > 1 && !layout.leaves().iter().any(|(_, d)| d.known() >= Some(APART)) {
        return all;
    }
    let pairs = |k: usize| {
        let tiles = tiles();
        tiles.clone().into_iter().zip(tiles.into_iter().cycle().skip(k))
    };
    match layout.rank() {
        1 => all.extend(tiles().into_iter().map(|tile| Tiler::Modes(vec![tile]))),
        2 => {
            all.extend((0..5).flat_map(pairs).map(|(a, b)| Tiler::Modes(vec![a, b])));
            all.extend(tiles().into_iter().map(|tile| Tiler::Modes(vec![Tiler::All, tile])));
        }
        _ => all.extend(pairs(3).map(|(a, b)| Tiler::Modes(vec![a, b]))),
    }
    all
}

/// The number of cases whose bounds were known, and were more than none.
#[derive(Default, Debug)]
struct Count {
    known: usize,
    unknown: usize,
    padded: usize,
}

impl Count {
    fn add(&mut self, origin: &Layout, result: &Layout, offset: &Int, bounds: &Bounds) {
        if *bounds == Bounds::Unknown {
            self.unknown += 1;
            return;
        }
        self.known += 1;
        self.padded += usize::from(!bounds.is_everywhere());
        check(laws::bounds(origin, result, offset, bounds));
    }

    /// Bounds are known but for one case in so many, and there are so many.
    #[track_caller]
    fn expect(&self, rare: usize, padded: usize) {
        assert!(self.unknown * rare <= self.known && self.padded >= padded, "{self:?}");
    }
}

#[test]
fn divides_are_bounded() {
    let mut count = Count::default();
    for layout in layouts().into_iter().step_by(one_in(2)) {
        for tiler in tilers(&layout).into_iter().step_by(37) {
            let Ok(divided) = ops::logical_divide(&layout, &tiler) else { continue };
            let bounds =
                bounds::logical_divide(&layout, &Bounds::EVERYWHERE, &tiler, &divided.layout);
            let exact = divided.objection.is_none();
            assert!(!exact || bounds.is_everywhere() || bounds == Bounds::Unknown);
            count.add(&layout, &divided.layout, &Int::ZERO, &bounds);
            for (packing, packed) in [
                (Packing::Zipped, ops::zipped_divide(&layout, &tiler)),
                (Packing::Tiled, ops::tiled_divide(&layout, &tiler)),
                (Packing::Flat, ops::flat_divide(&layout, &tiler)),
            ] {
                let Ok(packed) = packed else { continue };
                let bounds = bounds::packed_divide(packing, &layout, &Bounds::EVERYWHERE, &tiler);
                count.add(&layout, &packed.layout, &Int::ZERO, &bounds);
            }
        }
    }
    count.expect(25, 2500);
}

/// A comparison for each mode that the tiles do not divide, and no other.
#[test]
fn comparisons_are_the_fewest() {
    let mut count = 0;
    for (m, n) in [(8, 16), (10, 16), (8, 17), (10, 17), (3, 5), (1, 1)] {
        let layout = ops::row_major(&tuple(&[m, n])).unwrap();
        let tiler = Tiler::from_shape(&tuple(&[4, 8])).unwrap();
        let bounds = bounds::packed_divide(Packing::Zipped, &layout, &Bounds::EVERYWHERE, &tiler);
        let expected = usize::from(m % 4 != 0) + usize::from(n % 8 != 0);
        assert_eq!(bounds.within().map(<[_]>::len), Some(expected), "{layout}: {bounds}");
        count += expected;
    }
    assert_eq!(count, 8);
}

/// A layout that is padded, and divided, composed or sliced again.
#[test]
fn bounds_are_carried_on() {
    let mut count = Count::default();
    let again = |layout: &Layout| {
        let mut tilers = tilers(layout);
        tilers.retain(|tiler| ops::logical_divide(layout, tiler).is_ok());
        tilers.into_iter().step_by(5).collect::<Vec<_>>()
    };
    for origin in layouts().into_iter().step_by(29 * one_in(2)) {
        for tiler in tilers(&origin).into_iter().step_by(3) {
            let Ok(padded) = ops::zipped_divide(&origin, &tiler) else { continue };
            let layout = padded.layout;
            if padded.objection.is_none() || !covers(&layout, &origin) {
                continue;
            }
            let bounds =
                bounds::packed_divide(Packing::Zipped, &origin, &Bounds::EVERYWHERE, &tiler);
            for tiler in again(&layout) {
                let divided = ops::logical_divide(&layout, &tiler).unwrap();
                let bounds = bounds::logical_divide(&layout, &bounds, &tiler, &divided.layout);
                // What is continued must not meet what it was padded with.
                if divided.objection.is_none() || ops::check_injective(&divided.layout).is_ok() {
                    count.add(&origin, &divided.layout, &Int::ZERO, &bounds);
                }
            }
            for tiler in tilers(&layout).into_iter().step_by(5) {
                let composed = ops::composition_with(&layout, &tiler);
                let Ok(composed) = composed else { continue };
                if composed.objection.is_some() {
                    continue;
                }
                let bounds = bounds::composition(&layout, &bounds, &tiler, &composed.layout);
                count.add(&origin, &composed.layout, &Int::ZERO, &bounds);
            }
            for position in 0..3 {
                let at = HTuple::Tuple(vec![
                    HTuple::Leaf(Crd::All),
                    HTuple::Leaf(Crd::At(Int::new(position))),
                ]);
                let (slice, offset) = ops::slice_and_offset(&at, &layout).unwrap();
                let bounds = bounds.sliced(&at, &layout);
                let inside = ops::check_bounds(&at, layout.shape()).is_ok();
                assert!(inside || bounds == Bounds::Unknown);
                let HTuple::Leaf(offset) = offset else { unreachable!() };
                if inside {
                    count.add(&origin, &slice, &offset, &bounds);
                }
            }
            for mode in [0, 1] {
                let part = ops::get(&layout, &[mode]).unwrap();
                let bounds = bounds.rearranged(&part, |layout| ops::get(layout, &[mode]));
                count.add(&origin, &part, &Int::ZERO, &bounds);
            }
            let flat = ops::flatten(&layout);
            let same = |layout: &Layout| Ok::<_, Error>(ops::flatten(layout));
            count.add(&origin, &flat, &Int::ZERO, &bounds.rearranged(&flat, same));
        }
    }
    count.expect(5, 2000);
}

/// True if a layout has all values of another.
fn covers(layout: &Layout, other: &Layout) -> bool {
    let values = |layout: &Layout| -> HashSet<IntTuple> {
        let all = 0..layout_tests::size_of(layout.shape());
        all.map(|i| ops::evaluate(&leaf(i), layout).unwrap()).collect()
    };
    values(layout).is_superset(&values(other))
}

#[test]
fn compositions_past_the_end_are_bounded() {
    let mut count = Count::default();
    for layout in layouts() {
        for tiler in tilers(&layout).into_iter().step_by(7) {
            let Ok(composed) = ops::composition_with(&layout, &tiler) else { continue };
            let bounds =
                bounds::composition(&layout, &Bounds::EVERYWHERE, &tiler, &composed.layout);
            count.add(&layout, &composed.layout, &Int::ZERO, &bounds);
        }
    }
    count.expect(50, 1000);
}

fn at(i: i128, j: i128) -> IntTuple {
    tuple(&[i, j])
}

#[test]
fn tiles_and_partitions_are_bounded() {
    let mut count = Count::default();
    let apart = |layout: &Layout| tilers(layout).iter().any(|t| matches!(t, Tiler::Modes(_)));
    let pairs = layouts().into_iter().filter(|layout| layout.rank() == 2 && apart(layout));
    for layout in pairs.step_by(7 * one_in(2)) {
        for tile in [(1, 1), (2, 3), (4, 2), (5, 5)] {
            let tiler = Tiler::from_shape(&at(tile.0, tile.1)).unwrap();
            for (i, j) in [(0, 0), (1, 0), (0, 1), (2, 1), (3, 9)] {
                let crd = at(i, j).map(&mut |i| Crd::At(i.clone()));
                if let Ok(tile) = ops::local_tile(&layout, &tiler, &crd) {
                    let bounds = bounds::local_tile(&layout, &Bounds::EVERYWHERE, &tiler, &crd);
                    let HTuple::Leaf(offset) = &tile.layout.1 else { unreachable!() };
                    count.add(&layout, &tile.layout.0, offset, &bounds);
                }
                if let Ok(part) = ops::outer_partition(&layout, &tiler, &crd) {
                    let by = Threads::At(&tiler, &crd);
                    let bounds = bounds::partition(&layout, &Bounds::EVERYWHERE, &by);
                    let HTuple::Leaf(offset) = &part.layout.1 else { unreachable!() };
                    assert!((i < tile.0 && j < tile.1) || bounds == Bounds::Unknown);
                    if bounds != Bounds::Unknown {
                        count.add(&layout, &part.layout.0, offset, &bounds);
                    }
                }
            }
            let threads = ops::row_major(&at(tile.0, tile.1)).unwrap();
            for index in 0..tile.0 * tile.1 {
                let index = Int::new(index);
                // A mode of two leaves may be left out in part.
                let Ok(part) = ops::local_partition(&layout, &threads, &index) else { continue };
                let part = part.layout;
                let by = Threads::Of(&threads, &index);
                let bounds = bounds::partition(&layout, &Bounds::EVERYWHERE, &by);
                let HTuple::Leaf(offset) = &part.1 else { unreachable!() };
                count.add(&layout, &part.0, offset, &bounds);
            }
        }
    }
    // A tile may be past the last of a mode of several leaves, or of one tile.
    count.expect(4, 2000);
}

/// A result through which bounds cannot be followed has none.
#[test]
fn other_functions_have_none() {
    let layout = flat_layout(&[(10, 1)]);
    let tiler = Tiler::Size(Int::new(4));
    let divided = ops::logical_divide(&layout, &tiler).unwrap().layout;
    let wrong = flat_layout(&[(4, 1), (3, 5)]);
    let bounds = bounds::logical_divide(&layout, &Bounds::EVERYWHERE, &tiler, &wrong);
    assert_eq!(bounds, Bounds::Unknown);
    let bounds = bounds::logical_divide(&layout, &Bounds::EVERYWHERE, &tiler, &divided);
    let of_another_shape = flat_layout(&[(5, 1), (3, 5)]);
    assert_eq!(bounds.rearranged(&of_another_shape, ops::coalesce), Bounds::Unknown);
    assert_eq!(bounds.clone().and(Bounds::Unknown), Bounds::Unknown);
    assert_eq!(bounds.refined(&leaf(12)), Bounds::Unknown);
    assert_eq!(bounds.contain(&leaf(11)).unwrap(), layout_algebra::Truth::False);
}

/// Bounds over symbols, then values, are the bounds of the values.
#[test]
fn symbols_are_bounded_by_their_values() {
    let mut facts = Facts::new();
    ["m", "n", "bm", "bn"].iter().for_each(|name| facts.extent(name));
    ["i", "j"].iter().for_each(|name| facts.natural(name));
    let int = |name: &str| facts.int(name).unwrap();
    let pair = |a: Int, b: Int| HTuple::Tuple(vec![HTuple::Leaf(a), HTuple::Leaf(b)]);
    let strides = || pair(Int::ONE, Int::new(APART)).map(&mut |d| d.clone().into());
    let layout = Layout::new(pair(int("m"), int("n")), strides()).unwrap();
    let run = Layout::new(
        pair(int("m"), Int::new(3)),
        pair(Int::ONE, int("m")).map(&mut |d| d.clone().into()),
    );
    let tilers =
        [pair(Int::new(4), Int::new(3)), pair(int("bm"), Int::new(2)), pair(int("bm"), int("bn"))];
    let mut cases: Vec<(Layout, Layout, Int, Bounds)> = Vec::new();
    for shape in &tilers {
        let tiler = Tiler::from_shape(shape).unwrap();
        let divided = ops::zipped_divide(&layout, &tiler).unwrap().layout;
        let bounds = bounds::packed_divide(Packing::Zipped, &layout, &Bounds::EVERYWHERE, &tiler);
        assert_eq!(bounds.within().map(<[_]>::len), Some(2), "{bounds}");
        let first = ops::get(&divided, &[0]).unwrap();
        let of_first = bounds.rearranged(&first, |layout| ops::get(layout, &[0]));
        cases.push((layout.clone(), divided, Int::ZERO, bounds));
        cases.push((layout.clone(), first, Int::ZERO, of_first));
        let at = pair(int("i"), int("j")).map(&mut |i| Crd::At(i.clone()));
        let (tile, offset) = ops::local_tile(&layout, &tiler, &at).unwrap().layout;
        let bounds = bounds::local_tile(&layout, &Bounds::EVERYWHERE, &tiler, &at);
        let HTuple::Leaf(offset) = offset else { unreachable!() };
        cases.push((layout.clone(), tile, offset, bounds));
    }
    let (run, tile) = (run.unwrap(), Tiler::Size(Int::new(4)));
    let divided = ops::logical_divide(&run, &tile).unwrap().layout;
    let bounds = bounds::logical_divide(&run, &Bounds::EVERYWHERE, &tile, &divided);
    cases.push((run, divided, Int::ZERO, bounds));
    let mut count = Count::default();
    for (m, n) in [(1, 1), (4, 3), (5, 6), (9, 7), (12, 2)] {
        for (bm, bn) in [(1, 2), (3, 5), (4, 1)] {
            for (i, j) in [(0, 0), (1, 2), (3, 0)] {
                let of = |symbol: &layout_algebra::Symbol| {
                    let values = [("m", m), ("n", n), ("bm", bm), ("bn", bn), ("i", i), ("j", j)];
                    let value = values.into_iter().find(|(name, _)| *name == symbol.name());
                    value.map(|(_, value)| Int::new(value))
                };
                for (layout, result, offset, bounds) in &cases {
                    let [layout, result] =
                        [layout, result].map(|layout| layout.substitute(&of).unwrap());
                    let offset = offset.substitute(&of).unwrap();
                    count.add(&layout, &result, &offset, &bounds.substitute(&of).unwrap());
                }
            }
        }
    }
    assert_eq!(count.unknown, 0);
    count.expect(1, 200);
}
