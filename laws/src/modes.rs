//! The definitions of what rearranges modes, of tuples and of layouts alike.

use layout_algebra::{Error, HTuple, Int, Layout, Nested, ops};

use crate::check::{Answer, Check, Over, Verdict, check, exactly, require, together, verdict};
use crate::convert::AsTree;
use crate::operands::place;
use crate::tree::Tree;
use crate::{Law, text};

/// The first leaf from the left.
pub fn front<T: Clone>(of: &Tree<T>) -> Option<Tree<T>> {
    of.leaves().first().cloned().map(Tree::Leaf)
}

/// The last leaf.
pub fn back<T: Clone>(of: &Tree<T>) -> Option<Tree<T>> {
    of.leaves().pop().map(Tree::Leaf)
}

/// The tuple of the modes from one up to another.
pub fn take<T: Clone>(of: &Tree<T>, begin: usize, end: usize) -> Tree<T> {
    Tree::Tuple(of.modes()[begin..end].to_vec())
}

/// The tuple of the chosen modes.
pub fn select<T: Clone>(of: &Tree<T>, chosen: &[usize]) -> Tree<T> {
    Tree::Tuple(chosen.iter().map(|&i| of.modes()[i].clone()).collect())
}

/// The mode at a path.
pub fn get<T: Clone>(of: &Tree<T>, path: &[usize]) -> Tree<T> {
    path.iter().fold(of.clone(), |mode, &index| mode.modes()[index].clone())
}

/// The tuple with another mode at a place.
pub fn insert<T: Clone>(of: &Tree<T>, at: usize, x: &Tree<T>) -> Tree<T> {
    let mut modes = of.modes();
    modes.insert(at, x.clone());
    Tree::Tuple(modes)
}

/// One mode less.
pub fn remove<T: Clone>(of: &Tree<T>, at: usize) -> Tree<T> {
    let mut modes = of.modes();
    modes.remove(at);
    Tree::Tuple(modes)
}

/// One mode is another; a leaf, the whole.
pub fn replace<T: Clone>(of: &Tree<T>, at: usize, x: &Tree<T>) -> Tree<T> {
    match of {
        Tree::Leaf(_) => x.clone(),
        Tree::Tuple(modes) => {
            let mut modes = modes.clone();
            modes[at] = x.clone();
            Tree::Tuple(modes)
        }
    }
}

/// The tuple with another mode after all.
pub fn append<T: Clone>(of: &Tree<T>, x: &Tree<T>) -> Tree<T> {
    insert(of, of.modes().len(), x)
}

/// The tuple with another mode before all.
pub fn prepend<T: Clone>(of: &Tree<T>, x: &Tree<T>) -> Tree<T> {
    insert(of, 0, x)
}

/// The tuple with as many modes `x` after the others, or before them, as a rank lacks.
pub fn padded<T: Clone>(of: &Tree<T>, x: &Tree<T>, rank: usize, before: bool) -> Tree<T> {
    let mut padded = of.clone();
    while padded.modes().len() < rank {
        padded = if before { prepend(&padded, x) } else { append(&padded, x) };
    }
    padded
}

/// The tuple of `count` modes `x`.
pub fn tuple_repeat<T: Clone>(x: &Tree<T>, count: usize) -> Tree<T> {
    Tree::Tuple(vec![x.clone(); count])
}

/// The tuple of `count` modes `x`, or `x` for one.
pub fn repeat<T: Clone>(x: &Tree<T>, count: usize) -> Tree<T> {
    if count == 1 { x.clone() } else { tuple_repeat(x, count) }
}

/// The profile with `x` in the place of each leaf.
pub fn repeat_like<P, T: Clone>(profile: &Tree<P>, x: &Tree<T>) -> Tree<T> {
    match profile {
        Tree::Leaf(_) => x.clone(),
        Tree::Tuple(modes) => Tree::Tuple(modes.iter().map(|mode| repeat_like(mode, x)).collect()),
    }
}

/// The modes from one up to another in a tuple of their own, if there are some.
pub fn group<T: Clone>(of: &Tree<T>, begin: usize, end: usize) -> Tree<T> {
    let mut modes = of.modes();
    if begin < end {
        let grouped = Tree::Tuple(modes[begin..end].to_vec());
        modes.splice(begin..end, [grouped]);
    }
    Tree::Tuple(modes)
}

/// `get(R, i, j) = get(T, j, i)`; `R` is `T` in a tuple of one if its first mode is a leaf, `T`
/// if it is one, and there is none where the modes have other ranks.
pub fn zip<T: Clone>(of: &Tree<T>) -> Option<Tree<T>> {
    let Tree::Tuple(modes) = of else { return Some(of.clone()) };
    let Tree::Tuple(first) = modes.first()? else { return Some(Tree::Tuple(vec![of.clone()])) };
    let is_alike =
        |mode: &Tree<T>| matches!(mode, Tree::Tuple(inner) if inner.len() == first.len());
    let column = |j: usize| Tree::Tuple(modes.iter().map(|mode| mode.modes()[j].clone()).collect());
    let columns = || Tree::Tuple((0..first.len()).map(column).collect());
    modes.iter().all(is_alike).then(columns)
}

/// The pairs against the leaves of a guide, taken apart: all first halves in mode 0, in mode 1
/// all second halves and, at every level, the modes past the guide.
pub fn zip2_by<P, T: Clone>(of: &Tree<T>, guide: &Tree<P>) -> Option<(Tree<T>, Tree<T>)> {
    match (of, guide) {
        (Tree::Tuple(pair), Tree::Leaf(_)) => match pair.as_slice() {
            [first, second] => Some((first.clone(), second.clone())),
            _ => None,
        },
        (Tree::Tuple(modes), Tree::Tuple(guides)) if modes.len() >= guides.len() => {
            let pairs = modes.iter().zip(guides).map(|(mode, guide)| zip2_by(mode, guide));
            let (first, mut second): (_, Vec<_>) =
                pairs.collect::<Option<Vec<_>>>()?.into_iter().unzip();
            second.extend(modes[guides.len()..].to_vec());
            Some((Tree::Tuple(first), Tree::Tuple(second)))
        }
        _ => None,
    }
}

/// The modes in the opposite order; `R(cₙ,…,c₀) = L(c₀,…,cₙ)`.
pub fn reverse<T: Clone>(of: &Tree<T>) -> Tree<T> {
    match of {
        Tree::Leaf(_) => of.clone(),
        Tree::Tuple(modes) => Tree::Tuple(modes.iter().rev().cloned().collect()),
    }
}

/// The modes in the opposite order, at every level.
pub fn deep_reverse<T: Clone>(of: &Tree<T>) -> Tree<T> {
    match of {
        Tree::Leaf(_) => of.clone(),
        Tree::Tuple(modes) => Tree::Tuple(modes.iter().rev().map(deep_reverse).collect()),
    }
}

/// All leaves in one tuple; a leaf stays.
pub fn flatten<T: Clone>(of: &Tree<T>) -> Tree<T> {
    match of {
        Tree::Leaf(_) => of.clone(),
        Tree::Tuple(_) => Tree::flat(of.leaves()),
    }
}

/// The leaves of a flat tuple, nested as a profile.
pub fn unflatten<P: Clone, T: Clone>(flat: &Tree<T>, profile: &Tree<P>) -> Option<Tree<T>> {
    let mut leaves = flat.leaves().into_iter();
    let nested = profile.map(&mut |_| leaves.next());
    let fits = leaves.next().is_none() && nested.leaves().iter().all(Option::is_some);
    let mut all = nested.leaves().into_iter().flatten();
    fits.then(|| profile.map(&mut |_| all.next().expect("a leaf")))
}

/// The tuple of it, unless it is a tuple.
pub fn wrap<T: Clone>(of: &Tree<T>) -> Tree<T> {
    match of {
        Tree::Leaf(_) => Tree::Tuple(vec![of.clone()]),
        Tree::Tuple(_) => of.clone(),
    }
}

/// No tuple of one around it.
pub fn unwrap<T: Clone>(of: &Tree<T>) -> Tree<T> {
    match of {
        Tree::Tuple(modes) if modes.len() == 1 => unwrap(&modes[0]),
        _ => of.clone(),
    }
}

/// The leaves by stride, then by extent; a leaf stays.
pub fn sort<S: Ord + Clone, D: Ord + Clone>(of: &Tree<(S, D)>) -> Tree<(S, D)> {
    let mut leaves = of.leaves();
    leaves.sort_unstable_by_key(|(s, d)| (d.clone(), s.clone()));
    if let Tree::Leaf(_) = of { of.clone() } else { Tree::flat(leaves) }
}

/// The answer has the modes of the definition, nested alike.
pub(crate) fn is<M: AsTree>(found: &M, expected: &Tree<M::Item>) -> Law {
    require(found.tree() == *expected, || format!("{found} has other modes"))
}

/// The operation has an answer where there is one by the definition, and it is that.
pub(crate) fn defined<M: AsTree>(found: Result<M, Error>, by: Option<Tree<M::Item>>) -> Verdict {
    exactly(by.is_some(), found, |found| by.as_ref().map_or(Ok(()), |by| is(found, by)))
}

fn alone<M: Nested + AsTree>(of: &M) -> Verdict {
    let tree = of.tree();
    let wrapped = ops::wrap(of).and_then(|it| ops::tuple_repeat(&it, 1)).map_err(text)?;
    is(&ops::unwrap(of), &unwrap(&tree))?;
    is(&ops::unwrap(&wrapped), &unwrap(&wrapped.tree()))?;
    // An end that is an empty tuple is no leaf.
    let has_ends = !of.to_string().contains("()");
    together([
        defined(ops::front(of), front(&tree).filter(|_| has_ends)),
        defined(ops::back(of), back(&tree).filter(|_| has_ends)),
        defined(ops::reverse(of), Some(reverse(&tree))),
        defined(ops::deep_reverse(of), Some(deep_reverse(&tree))),
        defined(ops::wrap(of), Some(wrap(&tree))),
    ])
}

fn ranges<M: Nested + AsTree>(of: &M, begin: usize) -> Verdict {
    let (tree, rank) = (of.tree(), of.to_modes().len());
    for end in 0..=rank + 1 {
        let inside = end <= rank && begin <= end;
        let taken = (inside && (begin < end || M::EMPTY)).then(|| take(&tree, begin, end));
        defined(ops::take(of, begin, end), taken)?;
        defined(ops::group(of, begin, end), inside.then(|| group(&tree, begin, end)))?;
        let chosen = [end, begin];
        let selected = (begin.max(end) < rank).then(|| select(&tree, &chosen));
        defined(ops::select(of, &chosen), selected)?;
    }
    Ok(Answer::Found)
}

fn repeated<M: Nested + AsTree>(of: &M, count: usize) -> Verdict {
    let tree = of.tree();
    let profile = HTuple::Tuple(vec![HTuple::Tuple(vec![HTuple::Leaf(0); 2]); count]);
    together([
        defined(ops::repeat(of, count), Some(repeat(&tree, count))),
        defined(ops::tuple_repeat(of, count), Some(tuple_repeat(&tree, count))),
        defined(ops::repeat_like(&profile, of), Some(repeat_like(&profile.tree(), &tree))),
    ])
}

fn extended<M: Nested + AsTree>(of: &M, x: &M, number: i128) -> Verdict {
    let (tree, with, rank) = (of.tree(), x.tree(), of.to_modes().len());
    let to = number as usize % (rank + 3);
    let padded = |before| (to >= rank).then(|| padded(&tree, &with, to, before));
    together([
        defined(ops::append(of, x), Some(append(&tree, &with))),
        defined(ops::prepend(of, x), Some(prepend(&tree, &with))),
        defined(ops::append_to_rank(of, x, to), padded(false)),
        defined(ops::prepend_to_rank(of, x, to), padded(true)),
    ])
}

fn exchanged<M: Nested + AsTree>(of: &M, x: &M, number: i128) -> Verdict {
    let (tree, with, rank) = (of.tree(), x.tree(), of.to_modes().len());
    let at = number as usize % (rank + 2);
    let replaced = |at: usize| (at < rank).then(|| replace(&tree, at, &with));
    together([
        defined(ops::insert(of, at, x), (at <= rank).then(|| insert(&tree, at, &with))),
        defined(ops::replace(of, at, x), replaced(at)),
        defined(ops::replace_front(of, x), replaced(0)),
        defined(ops::replace_back(of, x), rank.checked_sub(1).and_then(replaced)),
    ])
}

fn zipped<M: Nested + AsTree>(of: &M) -> Verdict {
    defined(ops::zip(of), zip(&of.tree()))
}

fn unzipped<P: Clone + PartialEq + core::fmt::Display, M: Nested + AsTree>(
    of: &M,
    guide: &HTuple<P>,
) -> Verdict {
    let halves = zip2_by(&of.tree(), &guide.tree()).map(|(a, b)| Tree::Tuple(vec![a, b]));
    defined(ops::zip2_by(of, guide), halves)
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["transpose"], |x| {
        defined(ops::transpose(x.layout), Some(reverse(&x.layout.tree())))
    }),
    check(Over::Layout, &["front", "back", "reverse", "deep_reverse", "wrap", "unwrap"], |x| {
        together([alone(x.layout), alone(x.layout.shape())])
    }),
    check(Over::Number, &["take", "group", "select"], |x| {
        let begin = place(x, x.layout.rank() + 2);
        together([ranges(x.layout, begin), ranges(x.layout.shape(), begin)])
    }),
    check(Over::Number, &["remove"], |x| {
        let (at, tree, tuple) = (place(x, x.layout.rank() + 2), x.layout.tree(), x.layout.shape());
        let is_mode = at < x.layout.rank();
        together([
            defined(ops::remove(x.layout, at), is_mode.then(|| remove(&tree, at))),
            defined(ops::remove(tuple, at), is_mode.then(|| remove(&tuple.tree(), at))),
        ])
    }),
    check(Over::Number, &["repeat", "tuple_repeat", "repeat_like"], |x| {
        together([repeated(x.layout, place(x, 4)), repeated(x.layout.shape(), place(x, 4))])
    }),
    check(Over::Pair, &["append", "prepend", "append_to_rank", "prepend_to_rank"], |x| {
        let shapes = extended(x.layout.shape(), x.other.shape(), x.number);
        together([extended(x.layout, x.other, x.number), shapes])
    }),
    check(Over::Pair, &["insert", "replace", "replace_front", "replace_back"], |x| {
        let shapes = exchanged(x.layout.shape(), x.other.shape(), x.number);
        together([exchanged(x.layout, x.other, x.number), shapes])
    }),
    check(Over::Pair, &["zip"], |x| {
        let both = Layout::from_modes(&[x.layout.clone(), x.other.clone()]);
        // Too large for a layout.
        let Ok(both) = both else { return Ok(Answer::Undecided) };
        for rows in 1..4 {
            let number = |leaf: &Int, row: i128| Int::new(leaf.known().unwrap_or(0) + 100 * row);
            let row = |row| x.other.shape().map(&mut |leaf| number(leaf, row));
            let grid = HTuple::Tuple((0..rows).map(row).collect());
            together([zipped(&grid), ops::zip(&grid).map_or(Ok(Answer::Found), |r| zipped(&r))])?;
        }
        together([zipped(x.layout), zipped(&both), zipped(both.shape())])
    }),
    check(Over::Pair, &["zip2_by"], |x| {
        let guide = x.other.shape();
        let Ok(pairs) = pairs(x.other, x.layout) else { return Ok(Answer::Undecided) };
        together([unzipped(&pairs, guide), unzipped(pairs.shape(), guide)])
    }),
    check(Over::Pair, &["unflatten", "repeat_like"], |x| {
        let (flat, profile) = (ops::flatten(x.layout), x.other.shape());
        let nested = unflatten(&flat.tree(), &profile.tree());
        let tuple = HTuple::Tuple(flat.shape().modes().to_vec());
        let like = repeat_like(&profile.tree(), &x.layout.tree());
        together([
            defined(ops::unflatten(&flat, profile), nested),
            defined(ops::unflatten(&tuple, profile), unflatten(&tuple.tree(), &profile.tree())),
            verdict(ops::repeat_like(profile, x.layout), |r| is(r, &like), |_| Ok(())),
        ])
    }),
];

/// A pair in the place of every leaf of a guide, and `more` after every tuple.
fn pairs(guide: &Layout, more: &Layout) -> Result<Layout, Error> {
    if !guide.shape().is_tuple() {
        return Layout::from_modes(&[guide.clone(), more.clone()]);
    }
    let modes = guide.modes();
    let mut modes = modes.iter().map(|mode| pairs(mode, more)).collect::<Result<Vec<_>, _>>()?;
    modes.push(more.clone());
    Layout::from_modes(&modes)
}
