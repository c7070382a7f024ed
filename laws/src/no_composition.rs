//! Refusals of `composition`: exactly where no layout exists.

use layout_algebra::{Error, ErrorKind, Layout, ModePath};

use super::composition::has_composition;
use super::numbers::{EXHAUSTIVE, Steps, digits, size_of, value};
use super::{Law, ensure, text};

/// The point that the error names proves that there is no layout `A∘B`, for
/// integer strides: it is a point of `B`, the values there are as told, and a
/// layout would have another.
///
/// A layout steps evenly over its first mode, and differently after it. So the
/// first mode of a leaf, if it is a layout, is the longest run of equal steps
/// ([`ErrorKind::BrokenRun`]: that does not divide), and what follows adds up
/// from the values at the ends of the runs ([`ErrorKind::NotAdditive`]: it does
/// not). Up to [`EXHAUSTIVE`] points the runs are measured and all
/// factorizations tried.
pub fn no_composition(lhs: &Layout, rhs: &Layout, error: &Error) -> Law {
    let integers = has_integers(lhs) && has_integers(rhs);
    ensure!(integers, "{lhs} o {rhs} is not over the integers");
    let function = Steps::of(lhs, &ModePath::root())?;
    let small = size_of(rhs.shape())? <= EXHAUSTIVE;
    match error.kind() {
        ErrorKind::NotAdditive { lhs: left, rhs: right, coordinate, position, value: at, sum } => {
            let named = *left == lhs.to_string() && *right == rhs.to_string();
            ensure!(named, "operands {lhs} and {rhs} are named otherwise: {error:?}");
            let leaves = Steps::of(rhs, &ModePath::root())?.leaves;
            let coordinate = integers_in(coordinate)?;
            ensure!(coordinate.len() == leaves.len(), "no coordinate of {rhs}: {error:?}");
            let inside = coordinate.iter().zip(&leaves).all(|(c, (s, _))| (0..*s).contains(c));
            ensure!(inside, "not in {rhs}: {error:?}");
            let there: i128 = coordinate.iter().zip(&leaves).map(|(c, (_, d))| c * d).sum();
            ensure!(value(position)? == there, "{rhs} is {there} there: {error:?}");
            check_value(lhs, &function, there, at)?;
            ensure!(sum != at, "no contradiction: {error:?}");
            if small {
                let mut expected = 0;
                for (&c, &(extent, stride)) in coordinate.iter().zip(&leaves) {
                    let Runs { found, broken } = runs(&function, extent, stride);
                    ensure!(broken.is_none(), "mode {extent}:{stride} is none: {error:?}");
                    let lengths: Vec<i128> = found.iter().map(|&(run, _)| run).collect();
                    for (digit, (_, scale)) in digits(c, &lengths).into_iter().zip(found) {
                        expected += digit * function.at(scale);
                    }
                }
                ensure!(*sum == expected.to_string(), "the modes add up to {expected}: {error:?}");
            }
        }
        ErrorKind::BrokenRun { mode, run, extent, position, value: at, expected, .. } => {
            let path = error.path().indices();
            let leaf = rhs.get(path).ok_or_else(|| text(error))?;
            ensure!(*mode == leaf.to_string(), "{rhs} has {leaf} at {path:?}: {error:?}");
            let (run, extent, position) = (value(run)?, value(extent)?, value(position)?);
            ensure!(run > 0 && extent % run != 0, "{run} divides {extent}: {error:?}");
            ensure!(position % run == 0, "the run does not end at {position}: {error:?}");
            check_value(lhs, &function, position, at)?;
            let goes_on = run * function.at(position / run);
            ensure!(*expected == goes_on.to_string(), "it goes on with {goes_on}: {error:?}");
            ensure!(at != expected, "no contradiction: {error:?}");
            if small {
                let leaves = Steps::of(&leaf, &ModePath::root())?.leaves;
                let Runs { broken, .. } = runs(&function, leaves[0].0, leaves[0].1);
                let found = Some((run, position / run, extent));
                ensure!(broken == found, "it breaks at {broken:?}: {error:?}");
            }
        }
        _ => return Err(format!("{lhs} o {rhs}: {error:?}")),
    }
    ensure!(!small || !has_composition(lhs, rhs)?, "{lhs} o {rhs} is a layout: {error:?}");
    Ok(())
}

/// The runs of equal steps of `c ↦ A(stride·c)`, as far as they divide.
struct Runs {
    /// The length and the stride of each.
    found: Vec<(i128, i128)>,
    /// The length, the stride and the extent left where one does not divide.
    broken: Option<(i128, i128, i128)>,
}

fn runs(lhs: &Steps, extent: i128, stride: i128) -> Runs {
    let (mut found, mut left, mut scale) = (Vec::new(), extent, stride);
    while left > 1 {
        let step = lhs.at(scale);
        let run = (1..left).find(|c| lhs.at(scale * c) != c * step).unwrap_or(left);
        if left % run != 0 {
            return Runs { found, broken: Some((run, scale, left)) };
        }
        found.push((run, scale));
        left /= run;
        scale *= run;
    }
    Runs { found, broken: None }
}

fn check_value(lhs: &Layout, function: &Steps, position: i128, told: &str) -> Law {
    let value = function.at(position);
    ensure!(told == value.to_string(), "{lhs} at {position} is {value}, not {told}");
    Ok(())
}

fn has_integers(layout: &Layout) -> bool {
    layout.stride().leaves().iter().all(|stride| stride.mode().is_root())
}

/// The integers of a printed tuple, from left to right.
fn integers_in(tuple: &str) -> Result<Vec<i128>, String> {
    let words = tuple.split(['(', ',', ')']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|error| text(&error))).collect()
}
