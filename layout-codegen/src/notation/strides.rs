//! Extents and strides of modes, which most notations come down to.

use layout_algebra::{CollectVec, HTuple, Layout, SortFew};

/// The leaves of a mode, an extent and a stride each, the fastest first.
pub(crate) type Mode = Vec<(i128, i128)>;

/// The entries of a mode in CuTe's notation: one alone, or several in a tuple; `none` of a mode without entries.
pub(crate) fn entries(of: &[String], none: &str) -> String {
    match of {
        [] => none.to_owned(),
        [one] => one.clone(),
        several => format!("({})", several.join(",")),
    }
}

/// Numbers, with a mark between them.
pub(crate) fn list<T: ToString>(numbers: &[T], between: &str) -> String {
    numbers.iter().map(ToString::to_string).collect_vec().join(between)
}

/// The layout of modes in CuTe's notation.
pub(crate) fn text(modes: &[Mode]) -> String {
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for mode in modes {
        let shape = mode.iter().map(|leaf| leaf.0.to_string()).collect_vec();
        let steps = mode.iter().map(|leaf| leaf.1.to_string()).collect_vec();
        extents.push(entries(&shape, "1"));
        strides.push(entries(&steps, "0"));
    }
    match modes {
        // One mode of several leaves, and not several modes.
        [mode] if mode.len() > 1 => format!("({}):({})", extents[0], strides[0]),
        _ => format!("{}:{}", entries(&extents, "()"), entries(&strides, "()")),
    }
}

/// The mode without leaves of one coordinate, with leaves that go on in one another joined.
pub(crate) fn joined(mode: &[(i128, i128)]) -> Mode {
    let mut all: Mode = Vec::new();
    for &(extent, stride) in mode {
        match all.last_mut() {
            _ if extent == 1 => {}
            Some((before, step)) if before.checked_mul(*step) == Some(stride) => *before *= extent,
            _ => all.push((extent, stride)),
        }
    }
    all
}

/// The modes, each [`joined`].
pub(crate) fn all_joined(modes: &[Mode]) -> Vec<Mode> {
    modes.iter().map(|mode| joined(mode)).collect_vec()
}

/// Modes of one leaf each.
pub(crate) fn of_leaves(extents: &[i128], strides: &[i128]) -> Vec<Mode> {
    extents.iter().zip(strides).map(|(extent, stride)| vec![(*extent, *stride)]).collect_vec()
}

/// The modes of a layout of known integers, each [`joined`].
pub(crate) fn joined_modes(layout: &Layout) -> Result<Vec<Mode>, String> {
    Ok(all_joined(&modes(layout)?))
}

/// The number of coordinates of a mode.
pub(crate) fn extent(mode: &Mode) -> i128 {
    mode.iter().map(|leaf| leaf.0).product()
}

/// The number of coordinates of each mode.
pub(crate) fn extents(modes: &[Mode]) -> Vec<i128> {
    modes.iter().map(extent).collect_vec()
}

/// The modes of a layout of known integers.
pub(crate) fn modes(layout: &Layout) -> Result<Vec<Mode>, String> {
    match layout.shape() {
        HTuple::Leaf(_) => Ok(vec![mode(layout)?]),
        HTuple::Tuple(_) => layout.modes().iter().map(mode).try_collect_vec(),
    }
}

fn mode(of: &Layout) -> Result<Mode, String> {
    let mut mode = Vec::new();
    for (extent, stride) in of.leaves() {
        let stride =
            stride.as_int().ok_or("its strides step along axes: strides are integers there")?;
        let (Some(extent), Some(stride)) = (extent.known(), stride.known()) else {
            return Err("it has sizes that are known at run time: all are numbers there".to_owned());
        };
        mode.push((extent, stride));
    }
    Ok(mode)
}

/// The modes of a layout in which each mode has one leaf, with all its extents.
pub(crate) fn flat(layout: &Layout) -> Result<Mode, String> {
    let mut flat = Vec::new();
    for (place, mode) in joined_modes(layout)?.iter().enumerate() {
        flat.push(match mode[..] {
            [] => (1, 0),
            [one] => one,
            _ => {
                let count = mode.len();
                return Err(format!("mode {place} has {count} strides: a dimension has one there"));
            }
        });
    }
    Ok(flat)
}

/// The strides of extents, of which the last is fastest.
pub(crate) fn row_major(extents: &[i128]) -> Vec<i128> {
    let mut strides = vec![1; extents.len()];
    for place in (1..extents.len()).rev() {
        strides[place - 1] = strides[place] * extents[place];
    }
    strides
}

/// Digits of dimensions as they lie in memory, the slowest first: a dimension and an extent, or of the slowest one the rest of it.
pub(crate) type Digits = Vec<(usize, Option<i128>)>;

/// The product of the digits of a dimension, but the rest of it.
pub(crate) fn block(digits: &[(usize, Option<i128>)], dim: usize) -> i128 {
    digits.iter().filter(|digit| digit.0 == dim).filter_map(|digit| digit.1).product()
}

/// Returns whether one of the digits is a block, and not the rest of a dimension.
pub(crate) fn has_block(digits: &[(usize, Option<i128>)]) -> bool {
    digits.iter().any(|(_, block)| block.is_some())
}

/// The modes of extents whose digits lie in memory in an order, with no places between; the reason if a dimension is no multiple of its digits.
pub(crate) fn of_digits(extents: &[i128], digits: &Digits) -> Result<Vec<Mode>, String> {
    let mut places = Vec::new();
    for (at, (dim, extent)) in digits.iter().enumerate() {
        let extent = match extent {
            Some(extent) => *extent,
            None => {
                let (whole, block) = (extents[*dim], block(digits, *dim));
                if whole % block != 0 {
                    let next = (whole / block + 1) * block;
                    return Err(format!(
                        "dimension {dim} has {whole} elements, which is no multiple of its blocks of {block}: write {next}, of \
                         which the last {} are padding",
                        next - whole
                    ));
                }
                whole / block
            }
        };
        // Digits further in are of lower places.
        places.push(Digit { dim: *dim, extent, place: block(&digits[at + 1..], *dim) });
    }
    of_places(extents.len(), &places)
}

/// A digit of a dimension: its number of values, and the difference of coordinates between two of them.
#[derive(Clone, Copy)]
pub(crate) struct Digit {
    pub(crate) dim: usize,
    pub(crate) extent: i128,
    pub(crate) place: i128,
}

/// The modes of `rank` dimensions whose digits lie in memory in an order, the slowest first, with no places between.
pub(crate) fn of_places(rank: usize, digits: &[Digit]) -> Result<Vec<Mode>, String> {
    let mut modes: Vec<Vec<(i128, i128, i128)>> = vec![Vec::new(); rank];
    let mut stride = 1i128;
    for Digit { dim, extent, place } in digits.iter().rev() {
        modes[*dim].push((*place, *extent, stride));
        stride =
            stride.checked_mul(*extent).ok_or("it has more elements than an integer counts")?;
    }
    let in_order = modes.into_iter().map(|mut digits| {
        digits.sort_few_by_key(|digit| digit.0);
        digits.iter().map(|(_, extent, stride)| (*extent, *stride)).collect_vec()
    });
    Ok(all_joined(&in_order.collect_vec()))
}

/// The digits of a layout that has each place once; the reason if it has not, or if a dimension's faster digit lies outside of a slower one.
pub(crate) fn digits(modes: &[Mode]) -> Result<Digits, String> {
    let mut all: Vec<(i128, i128, usize, bool)> = Vec::new();
    for (dim, mode) in modes.iter().enumerate() {
        let mode = joined(mode);
        if !mode.is_sorted_by_key(|(_, stride)| *stride) {
            return Err(format!("of mode {dim} a faster digit lies outside of a slower one"));
        }
        for (place, (extent, stride)) in mode.iter().enumerate() {
            all.push((*stride, *extent, dim, place + 1 == mode.len()));
        }
        if mode.is_empty() {
            // A dimension of one element lies anywhere: outside of all.
            all.push((i128::MAX, 1, dim, true));
        }
    }
    all.sort_few_by_key(|(stride, _, dim, _)| (*stride, std::cmp::Reverse(*dim)));
    let mut next = 1;
    for (stride, extent, dim, _) in &all {
        if *stride != next && *stride != i128::MAX {
            return Err(format!(
                "mode {dim} steps by {stride} where the elements before fill {next} places: there are no places between"
            ));
        }
        next *= extent;
    }
    let digits = all.iter().rev();
    let digits = digits.map(|(_, extent, dim, is_last)| (*dim, (!is_last).then_some(*extent)));
    Ok(digits.collect_vec())
}
