//! `agrees`: whether what is written by one layout is what is read by another.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

use super::agree::{Points, bits_below, few_points};
use super::evaluate;
use crate::exact::known;
use crate::exact::step_sum::BUDGET;
use crate::explain::says;
use crate::ops::{self, coalesce, size};
use crate::{
    CollectVec, ComposedLayout, Error, ErrorKind, Function, HTuple, Int, IntTuple, Layout,
    Overflow, Swizzle, Terms, decide,
};

const OP: &str = "agrees";

/// The numbers of coordinates that are read before each mode of the written layout, and after it.
///
/// The halo of a stencil, and the rows past an edge that a last tile reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halo {
    modes: Vec<(Int, Int)>,
    /// The halo of the modes after these.
    rest: (Int, Int),
}

impl Halo {
    /// The halo of a reader of the written coordinates alone.
    pub const NONE: Halo = Halo { modes: Vec::new(), rest: (Int::ZERO, Int::ZERO) };

    /// A halo of an integer for each mode, which is read before it and after it, or of a pair
    /// `(before, after)`; a lone integer is the halo of every mode.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Factor`] for a number below 0, [`ErrorKind::Mismatch`] for an entry that is
    /// neither an integer nor a pair.
    ///
    /// ```
    /// use layout_algebra::{Int, HTuple, ops::swizzled::Halo};
    /// let tuple = "(1,(0,3))".parse().unwrap();
    /// let halo = Halo::new(&tuple).unwrap();
    /// assert_eq!(halo.of(1), (Int::ZERO, Int::new(3)));
    /// ```
    pub fn new(tuple: &IntTuple) -> Result<Self, Error> {
        Ok(match tuple {
            HTuple::Leaf(_) => Halo { modes: Vec::new(), rest: Halo::of_mode((0, tuple))? },
            HTuple::Tuple(items) => {
                let modes = items.iter().enumerate().map(Halo::of_mode).try_collect_vec()?;
                Halo { modes, ..Halo::NONE }
            }
        })
    }

    /// The halo of one mode: an integer, or one before and one after.
    fn of_mode((mode, of): (usize, &IntTuple)) -> Result<(Int, Int), Error> {
        let (before, after) = match of {
            HTuple::Leaf(both) => (both.clone(), both.clone()),
            HTuple::Tuple(items) => match items.as_slice() {
                [HTuple::Leaf(before), HTuple::Leaf(after)] => (before.clone(), after.clone()),
                _ => {
                    let (left, right) = (alloc::format!("{of}"), "(before,after)".into());
                    let error = Error::new(OP, ErrorKind::Mismatch { left, right });
                    return Err(error.under_mode(mode).in_operand(2));
                }
            },
        };
        for count in [&before, &after] {
            if !decide::at_most(OP, &Int::ZERO, count)? {
                let error = Error::new(OP, ErrorKind::Factor { factor: count.clone() });
                return Err(error.under_mode(mode).in_operand(2));
            }
        }
        Ok((before, after))
    }

    /// The numbers of coordinates that are read before a mode, and after it.
    pub fn of(&self, mode: usize) -> (Int, Int) {
        self.modes.get(mode).unwrap_or(&self.rest).clone()
    }

    /// Returns true if nothing is read beyond what is written.
    pub fn is_none(&self) -> bool {
        let nothing = |(before, after): &(Int, Int)| *before == Int::ZERO && *after == Int::ZERO;
        self.modes.iter().chain([&self.rest]).all(nothing)
    }
}

/// The first difference between two layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// Different numbers of modes, so that coordinates mean different things.
    Rank {
        /// The number of modes that are written.
        written: usize,
        /// The number of modes that are read.
        read: usize,
    },
    /// A mode has other coordinates: these are those of what is written, and how many are read.
    Extent {
        /// The mode.
        mode: usize,
        /// The coordinates that are written.
        written: Int,
        /// The coordinates that are read.
        read: Int,
        /// The coordinates that may be read before and after.
        halo: (Int, Int),
    },
    /// A coordinate, one integer for each mode, is written at one offset and read at another.
    Offset {
        /// The first coordinate of what is written, mode 0 first.
        coordinate: IntTuple,
        /// The offset at which it is written.
        written: IntTuple,
        /// The offset at which it is read.
        read: IntTuple,
    },
}

/// `(1,0) is written at 128 and read at 1`.
impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disagreement::Rank { written, read } => {
                let (ones, others) =
                    (if *written == 1 { "" } else { "s" }, if *read == 1 { "" } else { "s" });
                write!(f, "{written} mode{ones} are written and {read} mode{others} read")
            }
            Disagreement::Extent { mode, written, read, halo: (before, after) } => {
                write!(f, "mode {mode} is written at {written} coordinates and read at {read}")?;
                match (*before == Int::ZERO, *after == Int::ZERO) {
                    (true, true) => Ok(()),
                    _ => write!(f, ", of which {before} may be before and {after} after"),
                }
            }
            Disagreement::Offset { coordinate, written, read } => {
                write!(f, "{coordinate} is written at {written} and read at {read}")
            }
        }
    }
}

/// Returns true if data written by one layout can be read by another: both have as many modes, each
/// mode has as many coordinates, and `read(c) = written(c)` at each of them, one 1-D coordinate a
/// mode.
///
/// This is an equivalence. Nesting within a mode does not matter, the order of the modes does:
/// `(4,8):(1,4)` and `(8,4):(1,8)` are one function of 1-D coordinates and do not agree, since
/// `(1,1)` means two elements.
///
/// With a [`Halo`], further coordinates are read before and after each mode, `b` before: of `read`,
/// `read(b + c) = read(b) + written(c)`. So what is written begins at the offset `read(b)` of what is read.
///
/// # Errors
///
/// [`ErrorKind::Undecided`] for composed layouts and halos of more than 65536 coordinates that are no functions of bits;
/// [`ErrorKind::NoDomain`] for a swizzle alone; [`ErrorKind::Unproved`] where symbols decide.
///
/// ```
/// use layout_algebra::{Function, ops::swizzled::{self, Halo}};
///
/// let agrees = |written: &str, read: &str, halo: &str| {
///     let [written, read]: [Function; 2] = [written, read].map(|text| text.parse().unwrap());
///     let halo = Halo::new(&halo.parse().unwrap()).unwrap();
///     swizzled::agrees(&written, &read, &halo).unwrap()
/// };
/// assert!(agrees("(4,8):(8,1)", "((2,2),8):((8,16),1)", "(0,0)"));
/// assert!(!agrees("(4,8):(1,4)", "(8,4):(1,8)", "(0,0)"));
/// // A tile of 4x8 within rows of 10, and one more to each side of it.
/// assert!(agrees("(4,8):(10,1)", "(6,10):(10,1)", "(1,1)"));
/// ```
pub fn agrees(written: &Function, read: &Function, halo: &Halo) -> Result<bool, Error> {
    let found = find(written, read, halo, Steps::Asked)?;
    let agrees = found.is_none();
    if !agrees {
        says!("{}", found.as_ref().map(|found| alloc::format!("{found}")).unwrap_or_default());
    }
    Ok(agrees)
}

/// The first coordinate at which two layouts do not agree, mode 0 first, or the first mode; none where they [`agrees`].
///
/// Over symbols there may be no such coordinate: `(m):(1)` and `(m):(3)` differ at 1, and agree where `m` is 1.
///
/// # Errors
///
/// The errors of [`agrees`].
///
/// ```
/// use layout_algebra::{Function, ops::swizzled::{self, Halo}};
///
/// let rows: Function = "(4,8):(8,1)".parse().unwrap();
/// let columns: Function = "(4,8):(1,4)".parse().unwrap();
/// let found = swizzled::find_disagreement(&rows, &columns, &Halo::NONE).unwrap().unwrap();
/// assert_eq!(found.to_string(), "(1,0) is written at 8 and read at 1");
/// ```
pub fn find_disagreement(
    written: &Function,
    read: &Function,
    halo: &Halo,
) -> Result<Option<Disagreement>, Error> {
    find(written, read, halo, Steps::Assumed)
}

/// The treatment of leaves of other steps, where symbols decide if they have a second coordinate.
#[derive(Clone, Copy, PartialEq)]
enum Steps {
    /// A condition of the answer.
    Asked,
    /// A condition that goes without saying.
    Assumed,
}

impl Steps {
    fn has_second(self, extent: &Int) -> Result<bool, Error> {
        match (self, extent.known()) {
            (Steps::Assumed, None) => Ok(true),
            _ => decide::at_most(OP, &Int::new(2), extent),
        }
    }
}

fn find(
    written: &Function,
    read: &Function,
    halo: &Halo,
    steps: Steps,
) -> Result<Option<Disagreement>, Error> {
    let (wrote, reads) = (written.domain(OP, 0)?, read.domain(OP, 1)?);
    if let Some(found) = other_coordinates(wrote, reads, halo)? {
        return Ok(Some(found));
    }
    if wrote.is_empty() {
        return Ok(None);
    }
    let at = match (written, read) {
        (Function::Layout(a), Function::Layout(b)) => by_mode(a, b, halo, steps)?,
        (Function::Composed(f), Function::Composed(g))
            if f.outer() == g.outer() && halo.is_none() =>
        {
            match by_mode(wrote, reads, halo, steps)? {
                None => None,
                // Swizzles take different offsets to different ones.
                at if f.only_swizzles() => at,
                _ => pointwise(written, read, halo)?,
            }
        }
        _ => pointwise(written, read, halo)?,
    };
    let Some(coordinate) = at else { return Ok(None) };
    offsets(
        coordinate,
        origin(reads, halo),
        halo,
        [&|at| value(written, at), &|at| value(read, at)],
    )
    .map(Some)
}

/// Returns true if layouts of strides of any number of terms agree: [`agrees`] of layouts alone.
///
/// # Errors
///
/// The errors of [`agrees`].
///
/// ```
/// use layout_algebra::{VectorLayout, ops::swizzled::{self, Halo}};
///
/// let of = |text: &str| VectorLayout::from(&text.parse().unwrap());
/// let [rows, columns] = ["(4,8):(1@0,1@1)", "((2,2),8):((1@0,2@0),1@1)"].map(of);
/// assert!(swizzled::layouts_agree(&rows, &columns, &Halo::NONE).unwrap());
/// ```
pub fn layouts_agree<D: Terms>(
    written: &Layout<D>,
    read: &Layout<D>,
    halo: &Halo,
) -> Result<bool, Error> {
    let found = find_in_layouts(written, read, halo, Steps::Asked)?;
    let agree = found.is_none();
    if !agree {
        says!("{}", found.as_ref().map(|found| alloc::format!("{found}")).unwrap_or_default());
    }
    Ok(agree)
}

/// The first coordinate at which layouts of strides of any number of terms differ: [`find_disagreement`] of layouts alone.
///
/// # Errors
///
/// The errors of [`agrees`].
///
/// ```
/// use layout_algebra::{VectorLayout, ops::swizzled::{self, Halo}};
///
/// let of = |text: &str| VectorLayout::from(&text.parse().unwrap());
/// let [rows, columns] = ["(4,8):(1@0,1@1)", "(4,8):(1@1,1@0)"].map(of);
/// let found = swizzled::find_disagreement_of_terms(&rows, &columns, &Halo::NONE).unwrap();
/// assert_eq!(found.unwrap().to_string(), "(1,0) is written at (1,0) and read at (0,1)");
/// ```
pub fn find_disagreement_of_terms<D: Terms>(
    written: &Layout<D>,
    read: &Layout<D>,
    halo: &Halo,
) -> Result<Option<Disagreement>, Error> {
    find_in_layouts(written, read, halo, Steps::Assumed)
}

fn find_in_layouts<D: Terms>(
    written: &Layout<D>,
    read: &Layout<D>,
    halo: &Halo,
    steps: Steps,
) -> Result<Option<Disagreement>, Error> {
    if let Some(found) = other_coordinates(written, read, halo)? {
        return Ok(Some(found));
    }
    if written.is_empty() {
        return Ok(None);
    }
    let Some(coordinate) = by_mode(written, read, halo, steps)? else { return Ok(None) };
    offsets(
        coordinate,
        origin(read, halo),
        halo,
        [&|at| ops::evaluate(at, written), &|at| ops::evaluate(at, read)],
    )
    .map(Some)
}

/// The first 1-D coordinate at which two functions differ, in one mode, or their sizes; none where they are
/// [`functionally_equal`](super::functionally_equal).
///
/// # Errors
///
/// The errors of [`agrees`].
///
/// ```
/// use layout_algebra::ops::swizzled;
/// let [a, b] = ["Sw<1,0,2> o 0 o 8:1", "8:1"].map(|text| text.parse().unwrap());
/// let found = swizzled::find_difference(&a, &b).unwrap().unwrap();
/// assert_eq!(found.to_string(), "(4) is written at 5 and read at 4");
/// ```
pub fn find_difference(a: &Function, b: &Function) -> Result<Option<Disagreement>, Error> {
    if let (Function::Swizzle(a), Function::Swizzle(b)) = (a, b) {
        return Ok(difference_of_swizzles(a, b));
    }
    find(&in_one_mode(a, 0)?, &in_one_mode(b, 1)?, &Halo::NONE, Steps::Assumed)
}

/// The function whose coordinates are one mode.
fn in_one_mode(of: &Function, operand: usize) -> Result<Function, Error> {
    let domain = Layout::from_modes(core::slice::from_ref(of.domain(OP, operand)?))?;
    match of {
        Function::Composed(of) => Ok(of.with_domain(domain)?.into()),
        _ => Ok(domain.into()),
    }
}

/// The first integer that two swizzles take to different ones: both are the exclusive or of what they do to its bits.
fn difference_of_swizzles(a: &Swizzle, b: &Swizzle) -> Option<Disagreement> {
    let bit = bits_below(i128::MAX).find(|bit| a.apply(*bit) != b.apply(*bit))?;
    let coordinate = HTuple::Leaf(Int::new(bit));
    let written = HTuple::Leaf(Int::new(a.apply(bit)));
    let read = HTuple::Leaf(Int::new(b.apply(bit)));
    Some(Disagreement::Offset { coordinate, written, read })
}

/// The first 1-D coordinate at which layouts of strides of any number of terms differ: [`find_difference`] of layouts alone.
///
/// # Errors
///
/// The errors of [`agrees`].
pub fn find_difference_of_terms<D: Terms>(
    a: &Layout<D>,
    b: &Layout<D>,
) -> Result<Option<Disagreement>, Error> {
    let a = Layout::from_modes(core::slice::from_ref(a))?;
    let b = Layout::from_modes(core::slice::from_ref(b))?;
    find_in_layouts(&a, &b, &Halo::NONE, Steps::Assumed)
}

/// The value at a coordinate.
type ValueAt<'a> = &'a dyn Fn(&IntTuple) -> Result<IntTuple, Error>;

/// The disagreement at a coordinate: the offsets that are written and read there, from the offset
/// at which the written layout begins.
fn offsets(
    coordinate: IntTuple,
    base: IntTuple,
    halo: &Halo,
    [written, read]: [ValueAt<'_>; 2],
) -> Result<Disagreement, Error> {
    let there = read(&sum(&base, &coordinate)?)?;
    let read = match halo.is_none() {
        true => there,
        false => difference(&there, &read(&base)?)?,
    };
    Ok(Disagreement::Offset { written: written(&coordinate)?, read, coordinate })
}

/// A difference in the coordinates themselves.
fn other_coordinates<D: Terms>(
    wrote: &Layout<D>,
    reads: &Layout<D>,
    halo: &Halo,
) -> Result<Option<Disagreement>, Error> {
    if wrote.rank() != reads.rank() {
        let (written, read) = (wrote.rank(), reads.rank());
        return Ok(Some(Disagreement::Rank { written, read }));
    }
    if halo.modes.len() > wrote.rank() {
        let found = ("the halo", halo.modes.len());
        return Err(Error::too_many_modes(OP, found, (wrote, wrote.rank())).in_operand(2));
    }
    for (mode, (a, b)) in wrote.modes().iter().zip(reads.modes()).enumerate() {
        let ((before, after), written, read) = (halo.of(mode), size(a)?, size(&b)?);
        if !decide::equal(OP, &before.add(&written)?.add(&after)?, &read)? {
            let halo = (before, after);
            return Ok(Some(Disagreement::Extent { mode, written, read, halo }));
        }
    }
    Ok(None)
}

/// The coordinate of what is read at which what is written begins.
fn origin<D: Terms>(read: &Layout<D>, halo: &Halo) -> IntTuple {
    coordinate(read, &|mode| halo.of(mode).0)
}

/// A coordinate of one integer for each mode.
fn coordinate<D: Terms>(of: &Layout<D>, each: &dyn Fn(usize) -> Int) -> IntTuple {
    match of.shape() {
        HTuple::Leaf(_) => HTuple::Leaf(each(0)),
        HTuple::Tuple(modes) => {
            HTuple::Tuple((0..modes.len()).map(|mode| HTuple::Leaf(each(mode))).collect_vec())
        }
    }
}

/// Two coordinates of one integer for each mode, which may be called `i` or `(i)` where there is one.
fn sum(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    zip(a, b, Int::add)
}

fn difference(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    zip(a, b, Int::sub)
}

fn zip(
    a: &IntTuple,
    b: &IntTuple,
    op: fn(&Int, &Int) -> Result<Int, Overflow>,
) -> Result<IntTuple, Error> {
    let mut leaves = Vec::new();
    for (a, b) in a.leaves().into_iter().zip(b.leaves()) {
        leaves.push(op(a, b)?);
    }
    Ok(a.with_leaves(leaves))
}

fn value(function: &Function, at: &IntTuple) -> Result<IntTuple, Error> {
    match function {
        Function::Layout(layout) => ops::evaluate(at, layout),
        Function::Composed(layout) => Ok(HTuple::Leaf(evaluate(at, layout)?)),
        Function::Swizzle(_) => Ok(at.clone()),
    }
}

/// A layout is the sum of its modes: two agree where each mode does.
fn by_mode<D: Terms>(
    a: &Layout<D>,
    b: &Layout<D>,
    halo: &Halo,
    steps: Steps,
) -> Result<Option<IntTuple>, Error> {
    for (mode, (of, other)) in a.modes().iter().zip(b.modes()).enumerate() {
        let (before, _) = halo.of(mode);
        let (one, two) = (coalesce(of)?, coalesce(&other)?);
        let at = match before == Int::ZERO || !two.shape().is_tuple() {
            true => in_mode(&one, &two, steps)?,
            false => in_middle(of, &other, &before)?,
        };
        if let Some(at) = at {
            let at = |other: usize| if other == mode { at.clone() } else { Int::ZERO };
            return Ok(Some(coordinate(a, &at)));
        }
    }
    Ok(None)
}

/// The first 1-D coordinate at which two coalesced layouts differ, of those that the first has; the second has no fewer.
///
/// While their leaves are alike, `k` of them, both are one function below the product `P` of the extents. If the strides of
/// the next ones differ, they differ at `P`, not below. If those are alike and the extents are `s < t`, the first difference is at
/// `s·P`, where the first layout goes on with another stride than `s` times that of the leaf: it is coalesced. Over symbols it may
/// not be, and a leaf may have one coordinate.
fn in_mode<D: Terms>(a: &Layout<D>, b: &Layout<D>, steps: Steps) -> Result<Option<Int>, Error> {
    let (mut a, mut b, mut place) = (leaves(a), leaves(b), Int::ONE);
    while let (Some((extent, stride)), Some((other, step))) = (a.pop_front(), b.pop_front()) {
        // A mode of one coordinate does not step.
        if extent == Int::ONE && a.is_empty() {
            return Ok(None);
        }
        if !same_stride(&stride, &step)? {
            match (steps.has_second(&extent)?, steps.has_second(&other)?) {
                (true, true) => return Ok(Some(place)),
                (true, false) => a.push_front((extent, stride)),
                (false, true) => b.push_front((other, step)),
                (false, false) => {}
            }
            continue;
        }
        let (ends, others) = (extent.mul(&place)?, other.mul(&place)?);
        // The rest of the longer leaf stands against what comes next.
        if extent.equals(&other).is_true() {
            place = ends;
        } else if a.is_empty() && extent.at_most(&other).is_true() {
            return Ok(None);
        } else if extent.divides(&other).is_true() {
            b.push_front((other.div_floor(&extent)?, step.times(&extent)?));
            place = ends;
        } else if other.divides(&extent).is_true() {
            a.push_front((extent.div_floor(&other)?, stride.times(&other)?));
            place = others;
        } else if let (Some(one), Some(two)) = (extent.known(), other.known()) {
            let (rest, shorter, ends) = match one < two {
                true => (&mut a, &extent, ends),
                false => (&mut b, &other, others),
            };
            let Some((next, jump)) = rest.pop_front() else { return Ok(Some(ends)) };
            let joined = if same_stride(&jump, &stride.times(shorter)?)? {
                shorter.mul(&next)?
            } else if steps.has_second(&next)? {
                return Ok(Some(ends));
            } else {
                shorter.clone()
            };
            rest.push_front((joined, stride.clone()));
            match one < two {
                true => b.push_front((other, step)),
                false => a.push_front((extent, stride)),
            }
        } else if decide::equal(OP, &extent, &other)? {
            place = ends;
        } else {
            let question = format_args!("{extent}:{stride} goes on as {other}:{step} does");
            return Err(Error::undecided(OP, question));
        }
    }
    Ok(None)
}

fn leaves<D: Terms>(layout: &Layout<D>) -> VecDeque<(Int, D)> {
    let mut leaves = VecDeque::new();
    for (extent, stride) in layout.leaves() {
        leaves.push_back((extent.clone(), stride.clone()));
    }
    leaves
}

fn same_stride<D: Terms>(a: &D, b: &D) -> Result<bool, Error> {
    if a == b {
        return Ok(true);
    }
    // Nothing along any element of the basis is the same.
    for terms in [a.terms(), b.terms()] {
        for term in terms {
            if !decide::equal(OP, &a.along(term.mode()), &b.along(term.mode()))? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The first coordinate of a mode that is not as far from the first as it is read; by every point.
fn in_middle<D: Terms>(a: &Layout<D>, b: &Layout<D>, before: &Int) -> Result<Option<Int>, Error> {
    let count = known(&size(a)?)?;
    if count > BUDGET as i128 {
        return Err(Error::undecided(OP, format_args!("{a} is {b} from {before} on")));
    }
    let at = |of: &Layout<D>, place: &Int| ops::evaluate(&HTuple::Leaf(place.clone()), of);
    let base = at(b, before)?;
    for place in (0..count).map(Int::new) {
        if difference(&at(b, &before.add(&place)?)?, &base)? != at(a, &place)? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Finds a coordinate at which they differ, by the bits of the coordinates, or by every point.
fn pointwise(written: &Function, read: &Function, halo: &Halo) -> Result<Option<IntTuple>, Error> {
    let (of, other) = (written.domain(OP, 0)?, read.domain(OP, 1)?);
    // One 1-D coordinate a mode.
    let sizes = of.modes().iter().map(size).try_collect_vec()?;
    let shape = coordinate(of, &|mode| sizes[mode].clone());
    let unravel = |place: i128| ops::idx2crd(&HTuple::Leaf(Int::new(place)), &shape);
    if halo.is_none() {
        let (f, g) = (Points::of(&composed(written)?)?, Points::of(&composed(read)?)?);
        if let (Some(bits), Some(others)) = (f.bitwise(), g.bitwise()) {
            if bits == others {
                return Ok(None);
            }
            // Both are the exclusive or of what they do to 0 and to each bit.
            let size = known(&size(of)?)?;
            for place in core::iter::once(0).chain(bits_below(size)) {
                if f.at(place)? != g.at(place)? {
                    return unravel(place).map(Some);
                }
            }
        }
    }
    let Some(count) = few_points(of)? else {
        return Err(Error::undecided(OP, format_args!("{written} and {read} agree")));
    };
    let base = origin(other, halo);
    let first = match halo.is_none() {
        true => None,
        false => Some(value(read, &base)?),
    };
    for place in 0..count {
        let at = unravel(place)?;
        let there = value(read, &sum(&base, &at)?)?;
        let there = match &first {
            Some(first) => difference(&there, first)?,
            None => there,
        };
        if there != value(written, &at)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// A layout as what is composed with nothing.
fn composed(function: &Function) -> Result<ComposedLayout, Error> {
    match function {
        Function::Composed(layout) => Ok(layout.clone()),
        function => ComposedLayout::new(Swizzle::new(0, 0, 0)?, Int::ZERO, function.clone()),
    }
}
