//! Placements as others write them: layouts of (device, place), DTensor's placements, JAX's `PartitionSpec`.

use std::collections::HashMap;

use layout_algebra::{Vector, VectorLayout, ops};

use crate::axis::{Axis, Digit, Piece};
use crate::{Cut, Error, ErrorKind, Mesh, Placement};

/// The meaning of a mode of a layout of (device, place).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A dimension of the tensor.
    Dimension,
    /// Devices that hold the same.
    Copy,
    /// Devices that hold summands.
    Sum,
}

impl Role {
    /// The meaning of a mode by its name.
    pub fn of_name(name: Option<&str>) -> Self {
        match name {
            Some("copy") => Role::Copy,
            Some("sum") => Role::Sum,
            _ => Role::Dimension,
        }
    }
}

/// The most coordinates among which two of one place are looked for.
const MAX_SEARCH: i64 = 1 << 20;

impl Placement {
    /// The placement of a layout whose values are (device, place): its strides step along `@0`, devices, and `@1`, places. A mode is a
    /// dimension, or by `roles` one of copies or summands; modes without a role are dimensions. `shape` has smaller extents where the
    /// last coordinates of modes are padding.
    ///
    /// ```
    /// use layout_mesh::{Collective, Placement, Plan};
    /// let placement = |layout: &str| {
    ///     let layout: layout_algebra::Layout = layout.parse()?;
    ///     Ok::<_, Box<dyn std::error::Error>>(Placement::from_layout(&layout.into(), &[], None)?)
    /// };
    /// let rows = placement("((4,8),48):((48@1,1@0),1@1)")?;
    /// let columns = placement("(32,(6,8)):(6@1,(1@1,1@0))")?;
    /// let plan = Plan::of(&rows, &columns)?;
    /// assert_eq!((plan.devices(), plan.collective()), (8, Collective::AllToAll));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Symbols, negative strides, strides along both axes or another one, two coordinates of one place, and places that the algebra
    /// cannot tell apart.
    pub fn from_layout(
        layout: &VectorLayout,
        roles: &[Role],
        shape: Option<&[usize]>,
    ) -> Result<Self, Error> {
        let wrong = |text: String| Error::from(ErrorKind::Notation(text));
        let (mut axes, mut copies, mut sums) = (Vec::new(), Vec::new(), Vec::new());
        let mut devices = 1;
        for (mode, of_mode) in layout.modes().iter().enumerate() {
            let leaves = of_mode.leaves();
            let leaf = |(extent, stride): &(&layout_algebra::Int, &Vector)| {
                let extent = extent.to_string().parse::<i64>().ok().filter(|extent| *extent > 0);
                let Some(extent) = extent else {
                    return Err(wrong(format!(
                        "mode {mode} of {layout} has no known extent above 0"
                    )));
                };
                digit(extent, stride)
                    .ok_or_else(|| wrong(format!("the stride {stride} of {layout} is no number of devices `@0` or places `@1`")))
            };
            let digits = leaves.iter().map(leaf).collect::<Result<Vec<Digit>, Error>>()?;
            devices += digits.iter().map(|digit| (digit.extent - 1) * digit.device).sum::<i64>();
            let over_devices = || match digits.iter().find(|digit| digit.place != 0) {
                Some(digit) => Err(wrong(format!(
                    "mode {mode} of {layout} has copies or summands in places of one device, {}@1 apart",
                    digit.place
                ))),
                None => {
                    Ok(digits.iter().map(|digit| (digit.extent, digit.device)).collect::<Vec<_>>())
                }
            };
            match roles.get(mode).copied().unwrap_or(Role::Dimension) {
                Role::Copy => copies.extend(over_devices()?),
                Role::Sum => sums.extend(over_devices()?),
                Role::Dimension => {
                    let full = digits.iter().map(|digit| digit.extent).product();
                    let asked = shape.map(|shape| shape.get(axes.len()).copied());
                    let extent = match asked {
                        None => full,
                        Some(extent) => extent
                            .and_then(|extent| i64::try_from(extent).ok())
                            .filter(|extent| (1..=full).contains(extent))
                            .ok_or_else(|| wrong(format!("mode {mode} of {layout} has {full} coordinates, and the shape needs more, or none")))?,
                    };
                    let pieces = vec![Piece::new(0, extent, digits)].into();
                    axes.push(Axis { extent, pieces });
                }
            }
        }
        if let Some(shape) = shape.filter(|shape| shape.len() != axes.len()) {
            return Err(wrong(format!(
                "{layout} has {} dimensions, and the shape {}",
                axes.len(),
                shape.len()
            )));
        }
        let elements = axes.iter().try_fold(1i64, |product, axis| product.checked_mul(axis.extent));
        if elements.is_none_or(|elements| elements > crate::MAX_ELEMENTS) {
            return Err(ErrorKind::TooManyElements.into());
        }
        let devices = usize::try_from(devices).unwrap_or(usize::MAX);
        exclusive(layout, &axes)?;
        Placement::of_layout(devices, axes, copies, sums)
    }
}

fn digit(extent: i64, stride: &Vector) -> Option<Digit> {
    if extent == 1 {
        return Some(Digit::in_places(1, 0));
    }
    match stride.terms() {
        [] => Some(Digit::in_places(extent, 0)),
        [term] => {
            let step = term.scale().to_string().parse::<i64>().ok().filter(|step| *step >= 0)?;
            match term.mode().indices() {
                [0] => Some(Digit::on_devices(extent, step)),
                [1] => Some(Digit::in_places(extent, step)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Proves that no two coordinates share a place.
fn exclusive(layout: &VectorLayout, axes: &[Axis]) -> Result<(), Error> {
    let unknown =
        |why: String| ErrorKind::Notation(format!("places of {layout} are not told apart: {why}"));
    match ops::is_injective(layout) {
        Ok(true) => return Ok(()),
        Ok(false) => {}
        Err(error) => return Err(unknown(error.to_string()).into()),
    }
    let size: i64 = axes.iter().map(|axis| axis.extent).product();
    if size > MAX_SEARCH {
        return Err(unknown("two coordinates of the whole layout share one".to_owned()).into());
    }
    let mut seen: HashMap<(i64, i64), Vec<i64>> = HashMap::new();
    for number in 0..size {
        let (mut rest, mut coordinate) = (number, Vec::new());
        let (mut device, mut place) = (0, 0);
        for axis in axes {
            let at = rest % axis.extent;
            rest /= axis.extent;
            coordinate.push(at);
            let [on, along] = axis.at(at).unwrap_or([0, 0]);
            device += on;
            place += along;
        }
        if let Some(first) = seen.insert((device, place), coordinate.clone()) {
            return Err(ErrorKind::SharedPlace { first, second: coordinate, device, place }.into());
        }
    }
    // Copies or summands share devices, which the index of ranks tells; or padding shares places, which does no harm.
    Ok(())
}

/// The placement of a `DTensor`: one word for each axis of the mesh, as `Shard(0), Replicate()`, `_StridedShard(0, split_factor=2)` and
/// `Partial()`, in brackets or without, and with `dim=`.
///
/// ```
/// use layout_mesh::{Mesh, dtensor};
/// let mesh = Mesh::new(&[("dp", 4), ("tp", 2)])?;
/// let rows = dtensor("(Shard(dim=0), Replicate())", &mesh, &[10, 8])?;
/// assert_eq!(rows.local_shape(7), Some(vec![1, 8]));
/// # Ok::<(), layout_mesh::Error>(())
/// ```
///
/// # Errors
///
/// Another number of words than axes, a word that is none of these, a reduction other than `sum`, and the errors of
/// [`Placement::shard`].
pub fn dtensor(text: &str, mesh: &Mesh, shape: &[usize]) -> Result<Placement, Error> {
    let wrong = |text: String| Error::from(ErrorKind::Notation(text));
    let words = items(text)?;
    let axes = mesh.axes().count();
    if words.len() != axes {
        return Err(wrong(format!(
            "there are {} placements for the {} axes of {mesh}",
            words.len(),
            axes
        )));
    }
    let mut placement = Placement::replicated(mesh, shape)?;
    for (word, (axis, _)) in words.iter().zip(mesh.axes()) {
        let (name, arguments) = call(word).unwrap_or((word.as_str(), Vec::new()));
        let number = |at: usize, keys: &[&str]| {
            let argument = arguments
                .iter()
                .find_map(|(key, value)| key.filter(|key| keys.contains(key)).map(|_| *value));
            let argument = argument.or_else(|| {
                arguments.get(at).filter(|(key, _)| key.is_none()).map(|(_, value)| *value)
            });
            argument.and_then(|value| value.parse::<i64>().ok())
        };
        let dimension = || {
            let rank = i64::try_from(shape.len()).unwrap_or(i64::MAX);
            let at =
                number(0, &["dim"]).ok_or_else(|| wrong(format!("`{word}` has no dimension")))?;
            let from_front = if at < 0 { at + rank } else { at };
            usize::try_from(from_front)
                .map_err(|_| wrong(format!("`{word}` is for no dimension of {rank}")))
        };
        placement = match name {
            "Replicate" | "R" => placement,
            "Shard" | "S" => {
                placement.shard(dimension()?, axis, Cut::Block).map_err(Error::in_notation)?
            }
            "_StridedShard" | "StridedShard" => {
                let factor = number(1, &["sf", "split_factor"])
                    .and_then(|factor| usize::try_from(factor).ok());
                let factor =
                    factor.ok_or_else(|| wrong(format!("`{word}` has no split_factor")))?;
                let cut = Cut::Strided(factor);
                placement.shard(dimension()?, axis, cut).map_err(Error::in_notation)?
            }
            "Partial" | "P" => {
                let op =
                    arguments.first().map_or("sum", |(_, value)| value.trim_matches(['\'', '"']));
                if op != "sum" {
                    return Err(wrong(format!(
                        "`{word}` is reduced by `{op}`, and here by `sum` alone"
                    )));
                }
                placement.partial(axis)?
            }
            _ => {
                return Err(wrong(format!(
                    "`{word}` is none of Shard(dim), _StridedShard(dim, split_factor), Replicate() and Partial()"
                )));
            }
        };
    }
    Ok(placement)
}

/// The placement of a `PartitionSpec` of JAX: for each dimension the axis or the axes that divide it, as `P('x', ('y', 'z'), None)`.
///
/// ```
/// use layout_mesh::{Mesh, jax};
/// let mesh = Mesh::new(&[("x", 4), ("y", 2)])?;
/// let both = jax("P(('x', 'y'), None)", &mesh, &[16, 8])?;
/// assert_eq!(both.local_shape(3), Some(vec![2, 8]));
/// assert_eq!(
///     jax("PartitionSpec('x')", &mesh, &[10, 8]).map_err(|error| error.to_string()).err().as_deref(),
///     Some("10 is no multiple of 4: the last part would have 1 of 3 (dimension 0)"),
/// );
/// # Ok::<(), layout_mesh::Error>(())
/// ```
///
/// # Errors
///
/// More entries than dimensions, an axis that the mesh does not have, and a dimension that its axes do not divide, as in JAX.
pub fn jax(text: &str, mesh: &Mesh, shape: &[usize]) -> Result<Placement, Error> {
    let trimmed = text.trim();
    let inner = ["PartitionSpec", "P"]
        .iter()
        .find_map(|name| trimmed.strip_prefix(name))
        .unwrap_or(trimmed);
    let entries = items(inner)?;
    if entries.len() > shape.len() {
        let (dimension, rank) = (entries.len() - 1, shape.len());
        return Err(ErrorKind::Dimension { dimension, rank }.into());
    }
    let mut placement = Placement::replicated(mesh, shape)?;
    for (dimension, entry) in entries.iter().enumerate() {
        if entry == "None" {
            continue;
        }
        for axis in items(entry)? {
            let axis = axis.trim_matches(['\'', '"']);
            placement = placement.shard(dimension, axis, Cut::Even).map_err(Error::in_notation)?;
        }
    }
    Ok(placement)
}

/// The placement in the notation of JAX or of DTensor, whichever the text is in; none of a text in neither.
///
/// ```
/// use layout_mesh::{Mesh, notation};
/// let mesh = Mesh::new(&[("dp", 4), ("tp", 2)])?;
/// assert!(notation("P('dp')", &mesh, &[8, 8]).is_some_and(|placement| placement.is_ok()));
/// assert!(notation("Shard(0), Replicate()", &mesh, &[8, 8]).is_some());
/// assert!(notation("(8,8):(1,8)", &mesh, &[8, 8]).is_none());
/// # Ok::<(), layout_mesh::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`jax`] and [`dtensor`].
pub fn notation(text: &str, mesh: &Mesh, shape: &[usize]) -> Option<Result<Placement, Error>> {
    let text = text.trim();
    if ["P(", "PartitionSpec("].iter().any(|name| text.starts_with(name)) {
        return Some(jax(text, mesh, shape));
    }
    let is_dtensor = ["Shard", "Replicate", "Partial"].iter().any(|word| text.contains(word));
    is_dtensor.then(|| dtensor(text, mesh, shape))
}

/// The items of a list that commas separate, without the brackets around it.
fn items(text: &str) -> Result<Vec<String>, Error> {
    let text = text.trim();
    let inner = match (text.chars().next(), text.chars().last()) {
        (Some('('), Some(')')) | (Some('['), Some(']')) => &text[1..text.len() - 1],
        _ => text,
    };
    let (mut depth, mut item, mut items) = (0i32, String::new(), Vec::new());
    for c in inner.chars() {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        if depth < 0 {
            break;
        }
        match c {
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            c => item.push(c),
        }
    }
    if depth != 0 {
        return Err(ErrorKind::Notation(format!("the brackets of `{text}` do not match")).into());
    }
    items.push(item);
    let items = items.into_iter().map(|item| item.trim().to_owned());
    Ok(items.filter(|item| !item.is_empty()).collect())
}

/// The name and the arguments, some with keys, of a call.
#[allow(clippy::type_complexity)]
fn call(word: &str) -> Option<(&str, Vec<(Option<&str>, &str)>)> {
    let (name, rest) = word.split_once('(')?;
    let arguments =
        rest.strip_suffix(')')?.split(',').map(str::trim).filter(|text| !text.is_empty());
    let arguments = arguments.map(|text| match text.split_once('=') {
        Some((key, value)) => (Some(key.trim()), value.trim()),
        None => (None, text),
    });
    Some((name.trim(), arguments.collect()))
}
