//! The laws of layouts that agree, by every coordinate of up to [`EXHAUSTIVE`].

use layout_algebra::ops::swizzled::{self, Disagreement, Halo};
use layout_algebra::{self as algebra, Function, HTuple, Int, IntTuple, Layout, Terms, ops};

use crate::check::{Answer, Check, Over, Verdict, always, check, require};
use crate::convert::AsFunction;
use crate::function::Function as Values;
use crate::numbers::digits;
use crate::operands::{composed_of, leaf, tuple};
use crate::tree::{Tree, at_modes, size_of};
use crate::vectors::with_terms;
use crate::{EXHAUSTIVE, Law, ensure, text};

/// A function that is written and one that is read, with the coordinates that are read before each mode of the first, and after it.
struct Pair<'a> {
    written: &'a Values,
    read: &'a Values,
    halo: &'a [(i128, i128)],
}

/// The first way in which two functions differ: their ranks, the coordinates of a mode, or the values at one coordinate for each mode.
#[derive(Debug, PartialEq)]
enum Difference {
    Rank,
    Extent(usize),
    Values { at: Vec<i128>, written: i128, read: i128 },
}

impl Pair<'_> {
    /// The value that is written at one coordinate for each mode, and the one that is read there: past the halo, and from the value
    /// at which that begins.
    fn at(&self, at: &[i128]) -> (i128, i128) {
        let value = |of: &Values, at: &[i128]| of.after(at_modes(&of.domain().modes(), at));
        let origin: Vec<i128> = self.halo.iter().map(|(before, _)| *before).collect();
        let there: Vec<i128> = at.iter().zip(&origin).map(|(at, before)| at + before).collect();
        let none = self.halo.iter().all(|halo| *halo == (0, 0));
        let base = if none { 0 } else { value(self.read, &origin) };
        (value(self.written, at), value(self.read, &there).wrapping_sub(base))
    }

    /// The first difference, mode 0 first; of more than [`EXHAUSTIVE`] coordinates, one at some of them.
    fn difference(&self) -> Option<Difference> {
        let extents = |of: &Values| of.domain().modes().iter().map(size_of).collect::<Vec<_>>();
        let (written, read) = (extents(self.written), extents(self.read));
        if written.len() != read.len() {
            return Some(Difference::Rank);
        }
        let with_halo = |mode: usize| self.halo[mode].0 + written[mode] + self.halo[mode].1;
        if let Some(mode) = (0..written.len()).find(|&mode| with_halo(mode) != read[mode]) {
            return Some(Difference::Extent(mode));
        }
        self.written.points().into_iter().find_map(|i| {
            let at = digits(i, &written);
            let (written, read) = self.at(&at);
            (written != read).then_some(Difference::Values { at, written, read })
        })
    }
}

/// The answer is the first coordinate at which the function that is read is not the one that is written; or the first mode that has
/// not as many coordinates more as the halo has.
fn find_disagreement(pair: &Pair, answer: Option<&Disagreement>) -> Law {
    let (written, read) = (pair.written, pair.read);
    let natural = |at: &[i128]| match (&written.domain, at) {
        (Some(Tree::Leaf(_)), [at]) => leaf(*at),
        _ => tuple(at),
    };
    let expected = pair.difference();
    let holds = match (&expected, answer) {
        (None, None) => true,
        (Some(Difference::Rank), Some(Disagreement::Rank { written: a, read: b })) => {
            (*a, *b) == (written.domain().modes().len(), read.domain().modes().len())
        }
        (Some(Difference::Extent(mode)), Some(Disagreement::Extent { mode: answer, .. })) => {
            mode == answer
        }
        (_, Some(Disagreement::Offset { coordinate, written: a, read: b }))
            if written.size() > EXHAUSTIVE =>
        {
            let at: Vec<i128> = coordinate.leaves().iter().filter_map(|at| at.known()).collect();
            let (x, y) = pair.at(&at);
            x != y && (a, b) == (&leaf(x), &leaf(y))
        }
        (
            Some(Difference::Values { at, written: x, read: y }),
            Some(Disagreement::Offset { coordinate, written: a, read: b }),
        ) => (coordinate, a, b) == (&natural(at), &leaf(*x), &leaf(*y)),
        _ => false,
    };
    require(holds, || format!("{written} and {read}: {expected:?}, and the answer is {answer:?}"))
}

/// The answer is true exactly if there is no difference.
fn agree(pair: &Pair, answer: bool) -> Law {
    let (written, read, halo) = (pair.written, pair.read, pair.halo);
    let difference = pair.difference();
    let some = written.size() > EXHAUSTIVE;
    let holds = answer == difference.is_none() || some && !answer;
    require(holds, || format!("{written} and {read} with {halo:?}: {difference:?}, not {answer}"))
}

/// Two of some, with no halo and with one of each mode.
fn with_halos<T: AsFunction>(
    written: &T,
    read: &T,
    holds: impl Fn(&Pair, &Halo) -> Verdict,
) -> Law {
    let [of_written, of_read] = [written.function()?, read.function()?];
    let rank = of_written.domain().modes().len();
    for halo in [vec![(0, 0); rank], (0..rank).map(|mode| (mode as i128 % 2, 1)).collect()] {
        let of_mode = |(before, after): &(i128, i128)| -> IntTuple { tuple(&[*before, *after]) };
        let of = Halo::new(&HTuple::Tuple(halo.iter().map(of_mode).collect())).map_err(text)?;
        holds(&Pair { written: &of_written, read: &of_read, halo: &halo }, &of)?;
    }
    Ok(())
}

/// The first with each of some, both ways.
fn both_ways<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter().flat_map(|other| [(&all[0], other), (other, &all[0])])
}

/// The functions of which the first agrees with others, or not.
fn agreements(all: &[Function]) -> Law {
    both_ways(all).try_for_each(|(written, read)| {
        with_halos(written, read, |pair, halo| {
            let found = swizzled::find_disagreement(written, read, halo);
            always(found.clone(), |r| find_disagreement(pair, r.as_ref()))?;
            always(swizzled::agrees(written, read, halo), |r| {
                require(found == Ok(None) || !*r, || format!("{written} and {read}"))
            })
        })
    })
}

/// Each of some layouts with each of them.
fn layouts_agree<D: Terms>(all: &[algebra::Layout<D>]) -> Law {
    for (written, read) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        with_halos(written, read, |pair, halo| {
            always(swizzled::layouts_agree(written, read, halo), |r| agree(pair, *r))
        })?;
    }
    Ok(())
}

/// The first 1-D coordinate at which the first differs from others, both ways.
fn differences(all: &[Function]) -> Law {
    let in_one_mode = |of: &Function| {
        let of = of.function()?;
        Ok::<_, String>(of.on(Tree::Tuple(vec![of.domain()])))
    };
    both_ways(all).try_for_each(|(a, b)| {
        let pair = Pair { written: &in_one_mode(a)?, read: &in_one_mode(b)?, halo: &[(0, 0)] };
        always(swizzled::find_difference(a, b), |r| find_disagreement(&pair, r.as_ref())).map(drop)
    })
}

/// Layouts alone differ where they do as functions.
fn layouts_differ(all: &[Layout]) -> Law {
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        let (f, g) = (a.clone().into(), b.clone().into());
        let found = swizzled::find_disagreement_of_terms(a, b, &Halo::NONE);
        let same = found == swizzled::find_disagreement(&f, &g, &Halo::NONE);
        ensure!(same, "{a} and {b} differ, as layouts: {found:?}");
        let found = swizzled::find_difference_of_terms(a, b);
        ensure!(found == swizzled::find_difference(&f, &g), "{a} and {b} differ: {found:?}");
        let equal = swizzled::layouts_functionally_equal(a, b);
        ensure!(equal == swizzled::functionally_equal(&f, &g), "{a} and {b} are one: {equal:?}");
    }
    Ok(())
}

/// Agreement is an equivalence: of any three, each agrees with itself, both ways, and through another.
fn equivalence(all: &[Function]) -> Law {
    let agrees = |a: &Function, b: &Function| {
        swizzled::agrees(a, b, &Halo::NONE).map_err(|error| error.to_string())
    };
    let mut table = Vec::new();
    for a in all {
        table.push(all.iter().map(|b| agrees(a, b)).collect::<Vec<_>>());
    }
    let holds = |i: usize, j: usize| table[i][j] == Ok(true);
    let fails = |i: usize, j: usize| table[i][j] == Ok(false);
    for i in 0..all.len() {
        ensure!(!fails(i, i), "{} does not agree with itself", all[i]);
        for j in 0..all.len() {
            ensure!(!(holds(i, j) && fails(j, i)), "{} and {}: one way alone", all[i], all[j]);
            for k in 0..all.len() {
                let through = holds(i, j) && holds(j, k) && fails(i, k);
                ensure!(!through, "{} and {} agree with {}", all[i], all[k], all[j]);
            }
        }
    }
    Ok(())
}

fn is_of_integers(layout: &Layout) -> bool {
    layout.leaves().iter().all(|(_, stride)| stride.as_int().is_some())
}

/// A layout with one coordinate more in each mode that is a leaf, before it where the mode is odd, and one after it.
fn larger(layout: &Layout) -> Result<Layout, String> {
    let more = layout.modes().into_iter().enumerate().map(|(mode, of)| {
        let of = ops::coalesce(&of).map_err(text)?;
        let (extent, stride) = match (of.shape(), of.stride()) {
            (HTuple::Leaf(extent), HTuple::Leaf(stride)) => (extent, stride),
            _ => return Ok(of),
        };
        let extent = extent.add(&Int::new(1 + mode as i128 % 2)).map_err(text)?;
        Layout::leaf(extent, stride.clone()).map_err(text)
    });
    let more = more.collect::<Result<Vec<_>, String>>()?;
    if !layout.shape().is_tuple() {
        return more.into_iter().next().ok_or_else(|| "a leaf is a mode".to_owned());
    }
    Layout::from_modes(&more).map_err(text)
}

/// The laws of functions that agree, over each of some that have coordinates.
fn functions(all: &[Function]) -> Verdict {
    agreements(all)?;
    differences(all)?;
    equivalence(all)?;
    Ok(Answer::Found)
}

/// The operations of layouts alone, which are functions, too.
const OF_TERMS: &[&str] = &[
    "swizzled::find_difference_of_terms",
    "swizzled::find_disagreement_of_terms",
    "swizzled::layouts_functionally_equal",
];

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Pair, &["swizzled::layouts_agree"], |x| {
        let coalesced = ops::coalesce(x.layout).map_err(text)?;
        let rows = ops::row_major(x.layout.shape()).map_err(text)?;
        let mut all = vec![x.layout.clone(), x.other.clone(), coalesced, rows];
        all.extend(larger(x.layout).ok());
        layouts_agree(&all)?;
        let terms: Result<Vec<_>, _> = all.iter().map(|of| with_terms(of, 0)).collect();
        layouts_agree(&terms?)?;
        Ok(Answer::Found)
    }),
    check(Over::Pair, OF_TERMS, |x| {
        if !is_of_integers(x.layout) || !is_of_integers(x.other) {
            return Ok(Answer::Undecided);
        }
        let coalesced = ops::coalesce(x.layout).map_err(text)?;
        layouts_differ(&[x.layout.clone(), x.other.clone(), coalesced])?;
        Ok(Answer::Found)
    }),
    check(
        Over::Pair,
        &["swizzled::agrees", "swizzled::find_disagreement", "swizzled::find_difference"],
        |x| {
            if !is_of_integers(x.layout) || !is_of_integers(x.other) {
                return Ok(Answer::Undecided);
            }
            let by_mode = match x.layout.shape() {
                HTuple::Leaf(_) => ops::coalesce(x.layout),
                HTuple::Tuple(modes) => {
                    let profile: IntTuple = HTuple::Tuple(modes.iter().map(|_| leaf(1)).collect());
                    ops::coalesce_by_mode(x.layout, &profile)
                }
            };
            let coalesced = ops::coalesce(x.layout).map_err(text)?;
            let rows = ops::row_major(x.layout.shape()).map_err(text)?;
            let mut all =
                vec![x.layout.clone(), x.other.clone(), by_mode.map_err(text)?, coalesced, rows];
            all.extend(larger(x.layout).ok());
            functions(&all.into_iter().map(Function::from).collect::<Vec<_>>())
        },
    ),
    check(
        Over::Swizzle,
        &["swizzled::agrees", "swizzled::find_disagreement", "swizzled::find_difference"],
        |x| {
            if !is_of_integers(x.layout) {
                return Ok(Answer::Undecided);
            }
            let composed = composed_of(x)?;
            let rows = ops::row_major(x.layout.shape()).map_err(text)?;
            let by_rows = composed.with_domain(rows.clone()).map_err(text)?;
            functions(&[composed.into(), by_rows.into(), rows.into(), x.layout.clone().into()])
        },
    ),
];
