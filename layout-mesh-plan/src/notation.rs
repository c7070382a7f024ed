//! Placements as others write them: layouts of (device, place), DTensor's placements, JAX's `PartitionSpec`.

use std::collections::HashMap;
use std::ops::Range;

use layout_algebra::{Int, Vector, VectorLayout, ops};

use crate::axis::{Axis, Digit, Piece, size};
use crate::placement::{as_i64, times};
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
        let (mut axes, mut copies, mut sums) = (Vec::new(), Vec::new(), Vec::new());
        let mut devices = 1;
        for (mode, of_mode) in layout.modes().iter().enumerate() {
            let mut digits = Vec::new();
            for (extent, stride) in of_mode.leaves() {
                let Some(extent @ 1..) = number(extent) else {
                    return Err(Error::notation(format!(
                        "mode {mode} of {layout} has no known extent above 0"
                    )));
                };
                let Some(digit) = digit(extent, stride) else {
                    return Err(Error::notation(format!(
                        "the stride {stride} of {layout} is no number of devices `@0` or places `@1`"
                    )));
                };
                devices += (digit.extent - 1) * digit.device;
                digits.push(digit);
            }
            let over_devices = match roles.get(mode) {
                Some(Role::Copy) => &mut copies,
                Some(Role::Sum) => &mut sums,
                Some(Role::Dimension) | None => {
                    let full = size(digits.iter().copied());
                    let extent = match shape.map(|shape| shape.get(axes.len())) {
                        None => full,
                        Some(Some(&extent)) if (1..=full).contains(&as_i64(extent)) => {
                            as_i64(extent)
                        }
                        Some(_) => {
                            return Err(Error::notation(format!(
                                "mode {mode} of {layout} has {full} coordinates, and the shape needs more, or none"
                            )));
                        }
                    };
                    let pieces = vec![Piece::new(0, extent, digits)].into();
                    axes.push(Axis { extent, pieces });
                    continue;
                }
            };
            for Digit { extent, device, place } in digits {
                if place != 0 {
                    return Err(Error::notation(format!(
                        "mode {mode} of {layout} has copies or summands in places of one device, {place}@1 apart"
                    )));
                }
                over_devices.push((extent, device));
            }
        }
        let rank = axes.len();
        if let Some(shape) = shape
            && shape.len() != rank
        {
            return Err(Error::notation(format!(
                "{layout} has {rank} dimensions, and the shape {}",
                shape.len()
            )));
        }
        let mut elements = 1;
        for axis in &axes {
            elements = times(elements, axis.extent)?;
        }
        let devices = usize::try_from(devices).unwrap_or(usize::MAX);
        exclusive(layout, &axes, elements)?;
        Placement::of_layout(devices, axes, copies, sums)
    }
}

/// The value of an integer that is known.
fn number(int: &Int) -> Option<i64> {
    int.to_string().parse().ok()
}

fn digit(extent: i64, stride: &Vector) -> Option<Digit> {
    if extent == 1 {
        return Some(Digit::in_places(1, 0));
    }
    match stride.terms() {
        [] => Some(Digit::in_places(extent, 0)),
        [term] => match (term.mode().indices(), number(term.scale())?) {
            ([0], step @ 0..) => Some(Digit::on_devices(extent, step)),
            ([1], step @ 0..) => Some(Digit::in_places(extent, step)),
            _ => None,
        },
        _ => None,
    }
}

/// Proves that no two coordinates share a place.
fn exclusive(layout: &VectorLayout, axes: &[Axis], size: i64) -> Result<(), Error> {
    let why = match ops::is_injective(layout) {
        Ok(true) => return Ok(()),
        Ok(false) if size <= MAX_SEARCH => return search(axes, size),
        Ok(false) => "two coordinates of the whole layout share one".to_owned(),
        Err(error) => error.to_string(),
    };
    Err(Error::notation(format!("places of {layout} are not told apart: {why}")))
}

/// Looks for two coordinates of one place.
fn search(axes: &[Axis], size: i64) -> Result<(), Error> {
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
/// `Partial()`, in brackets or without, and with `dim=`. Letters are read, too: `S(0), R, _S(0, 2), P(sum)`.
///
/// ```
/// use layout_mesh::{Mesh, dtensor};
/// let mesh = Mesh::new(&[("dp", 4), ("tp", 2)])?;
/// let rows = dtensor("(Shard(dim=0), Replicate())", &mesh, &[10, 8])?;
/// assert_eq!(rows.local_shape(7), Some(vec![1, 8]));
/// let error = dtensor("Shard(0), Shard(2)", &mesh, &[10, 8]).unwrap_err();
/// assert_eq!((error.to_string().as_str(), error.range()), ("dimension 2 of a tensor that has 2", Some(10..18)));
/// # Ok::<(), layout_mesh::Error>(())
/// ```
///
/// # Errors
///
/// Another number of words than axes, a word that is none of these, a reduction other than `sum`, and the errors of
/// [`Placement::shard`]; each with the part of the text.
pub fn dtensor(text: &str, mesh: &Mesh, shape: &[usize]) -> Result<Placement, Error> {
    let all = Part::of(text);
    let words = all.items()?;
    let axes = mesh.axes().count();
    if words.len() != axes {
        let count = words.len();
        return Err(
            all.wrong(format!("there are {count} placements for the {axes} axes of {mesh}"))
        );
    }
    let mut placement = Placement::replicated(mesh, shape)?;
    for (word, (axis, _)) in words.iter().zip(mesh.axes()) {
        placement = word.located(along(placement, word, axis))?;
    }
    Ok(placement)
}

/// The placement with the use of a mesh axis that a word of DTensor says.
fn along(placement: Placement, word: &Part<'_>, axis: &str) -> Result<Placement, Error> {
    let call = word.call()?;
    let cut = match call.name {
        "Replicate" | "R" => return Ok(placement),
        "Shard" | "S" => Cut::Block,
        "_StridedShard" | "StridedShard" | "_S" => {
            match call.number(1, &["sf", "split_factor"]).map(usize::try_from) {
                Some(Ok(factor)) => Cut::Strided(factor),
                _ => return Err(word.refused("has no split_factor")),
            }
        }
        "Partial" | "P" => {
            let op = call.argument(0, &["reduce_op"]).map(Part::unquoted).transpose()?;
            match op.map_or("sum", |op| op.text) {
                "sum" => return placement.partial(axis),
                op => {
                    let why = format!("is reduced by `{op}`, and here by `sum` alone");
                    return Err(word.refused(&why));
                }
            }
        }
        _ => {
            return Err(word.refused(
                "is none of Shard(dim), _StridedShard(dim, split_factor), Replicate() and Partial()",
            ));
        }
    };
    let rank = placement.shape().len();
    let Some(at) = call.number(0, &["dim"]) else {
        return Err(word.refused("has no dimension"));
    };
    let from_front = if at < 0 { at + as_i64(rank) } else { at };
    match usize::try_from(from_front) {
        Ok(dimension) => placement.shard(dimension, axis, cut).map_err(Error::in_notation),
        Err(_) => Err(word.refused(&format!("is for no dimension of {rank}"))),
    }
}

/// The placement of a `PartitionSpec` of JAX: for each dimension the axis or the axes that divide it, as `P('x', ('y', 'z'), None)`. Axes
/// that are `unreduced` have summands.
///
/// ```
/// use layout_mesh::{Mesh, jax};
/// let mesh = Mesh::new(&[("x", 4), ("y", 2)])?;
/// let both = jax("P(('x', 'y'), None)", &mesh, &[16, 8])?;
/// assert_eq!(both.local_shape(3), Some(vec![2, 8]));
/// assert_eq!(jax("PartitionSpec('x', unreduced={'y'})", &mesh, &[16, 8])?.summands(), 2);
/// assert_eq!(
///     jax("PartitionSpec('x')", &mesh, &[10, 8]).map_err(|error| error.to_string()).err().as_deref(),
///     Some("10 is no multiple of 4: the last part would have 1 of 3 (dimension 0)"),
/// );
/// # Ok::<(), layout_mesh::Error>(())
/// ```
///
/// # Errors
///
/// More entries than dimensions, an axis that the mesh does not have, and a dimension that its axes do not divide, as in JAX; each with the
/// part of the text.
pub fn jax(text: &str, mesh: &Mesh, shape: &[usize]) -> Result<Placement, Error> {
    let all = Part::of(text);
    let entries = match all.text.split_once('(') {
        Some((name, _)) if SPECS.contains(&name.trim()) => all.after(name.len()).items()?,
        _ => all.items()?,
    };
    let mut placement = Placement::replicated(mesh, shape)?;
    for (dimension, entry) in entries.iter().enumerate() {
        if let Some((key, value)) = entry.keyed() {
            if key != "unreduced" {
                return Err(entry.wrong(format!("`{key}` is not read: `unreduced` alone is")));
            }
            for axis in value.items()? {
                let axis = axis.unquoted()?;
                placement = axis.located(placement.partial(axis.text))?;
            }
            continue;
        }
        let rank = shape.len();
        if dimension >= rank {
            return Err(Error::from(ErrorKind::Dimension { dimension, rank }).at(entry.range()));
        }
        if entry.text == "None" {
            continue;
        }
        for axis in entry.items()? {
            let axis = axis.unquoted()?;
            let cut = placement.shard(dimension, axis.text, Cut::Even);
            placement = axis.located(cut.map_err(Error::in_notation))?;
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
    match Library::of(text)? {
        Library::Jax => Some(jax(text, mesh, shape)),
        Library::DTensor => Some(dtensor(text, mesh, shape)),
    }
}

/// A library that has a notation for placements.
pub(crate) enum Library {
    DTensor,
    Jax,
}

impl Library {
    /// The library whose notation a text is in.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let words = Part::of(text).items().unwrap_or_default();
        match words.as_slice() {
            // One word: `P(sum), R` is DTensor's.
            [one] if SPECS.contains(&one.name()) => Some(Library::Jax),
            all => all.iter().any(Part::is_of_dtensor).then_some(Library::DTensor),
        }
    }
}

/// The names of a `PartitionSpec` of JAX.
const SPECS: [&str; 2] = ["PartitionSpec", "P"];

/// A part of a text in the notation of a library.
#[derive(Clone, Copy)]
struct Part<'a> {
    /// The byte of the whole text where it begins.
    first: usize,
    text: &'a str,
}

/// A name and the arguments, some with keys, of a call.
struct Call<'a> {
    name: &'a str,
    arguments: Vec<(Option<&'a str>, Part<'a>)>,
}

impl<'a> Call<'a> {
    /// The argument with one of these keys, or else the one at this place, if it has no key.
    fn argument(&self, at: usize, keys: &[&str]) -> Option<Part<'a>> {
        for (key, value) in &self.arguments {
            if matches!(key, Some(key) if keys.contains(key)) {
                return Some(*value);
            }
        }
        match self.arguments.get(at)? {
            (None, value) => Some(*value),
            _ => None,
        }
    }

    fn number(&self, at: usize, keys: &[&str]) -> Option<i64> {
        self.argument(at, keys)?.text.parse().ok()
    }
}

impl<'a> Part<'a> {
    fn of(text: &'a str) -> Self {
        Part { first: 0, text }.trimmed()
    }

    fn range(&self) -> Range<usize> {
        self.first..self.first + self.text.len()
    }

    fn wrong(&self, text: String) -> Error {
        Error::notation(text).at(self.range())
    }

    /// The error of a word that is quoted before the reason.
    fn refused(&self, why: &str) -> Error {
        self.wrong(format!("`{}` {why}", self.text))
    }

    /// The result with an error at the part.
    fn located<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        result.map_err(|error| error.at(self.range()))
    }

    /// The name of a call, or all of another text.
    fn name(&self) -> &'a str {
        self.text.split('(').next().unwrap_or_default()
    }

    /// Returns true for a placement of DTensor along an axis.
    fn is_of_dtensor(&self) -> bool {
        ["R", "S", "_S", "P"].contains(&self.name())
            || self.text.contains("Shard")
            || self.text.contains("Replicate")
            || self.text.contains("Partial")
    }

    /// The bytes of the part from one on, without blanks around them.
    fn after(self, byte: usize) -> Self {
        Part { first: self.first + byte, text: &self.text[byte..] }.trimmed()
    }

    fn before(self, byte: usize) -> Self {
        Part { text: &self.text[..byte], ..self }.trimmed()
    }

    fn trimmed(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        Part { first: self.first + start, text: self.text.trim() }
    }

    /// The text within quotes, if it has some.
    fn unquoted(self) -> Result<Self, Error> {
        let quote = |mark: char| mark == '\'' || mark == '"';
        let [first, last] = [self.text.chars().next(), self.text.chars().next_back()];
        match (first.filter(|mark| quote(*mark)), last.filter(|mark| quote(*mark))) {
            (None, None) => Ok(self),
            (first, last) if first == last && self.text.len() > 1 => {
                Ok(self.before(self.text.len() - 1).after(1))
            }
            _ => Err(self.wrong(format!("the quotes of `{}` do not match", self.text))),
        }
    }

    /// The key and the value of `key=value`.
    fn keyed(self) -> Option<(&'a str, Self)> {
        let (key, _) = self.text.split_once('=')?;
        let is_key = key.trim().chars().all(|c| c.is_alphanumeric() || c == '_');
        is_key.then_some((key.trim(), self.after(key.len() + 1)))
    }

    fn call(self) -> Result<Call<'a>, Error> {
        let mut call = Call { name: self.name().trim(), arguments: Vec::new() };
        for argument in self.after(self.name().len()).items()? {
            call.arguments.push(match argument.keyed() {
                Some((key, value)) => (Some(key), value),
                None => (None, argument),
            });
        }
        Ok(call)
    }

    /// The items of a list that commas separate, without the brackets around it.
    fn items(self) -> Result<Vec<Self>, Error> {
        let inner = match self.text.as_bytes() {
            [b'(' | b'[' | b'{', .., b')' | b']' | b'}'] => {
                self.before(self.text.len() - 1).after(1).separated()
            }
            _ => None,
        };
        // `(…), (…)` has no brackets around it.
        match inner.or_else(|| self.separated()) {
            Some(items) => Ok(items),
            None => Err(self.wrong(format!("the brackets of `{}` do not match", self.text))),
        }
    }

    /// The parts between commas that are outside of brackets; none, if the brackets do not match.
    fn separated(self) -> Option<Vec<Self>> {
        let (mut depth, mut first, mut items) = (0usize, 0, Vec::new());
        for (at, c) in self.text.char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.checked_sub(1)?,
                ',' if depth == 0 => {
                    items.push(self.before(at).after(first));
                    first = at + 1;
                }
                _ => {}
            }
        }
        items.push(self.after(first));
        items.retain(|item| !item.text.is_empty());
        (depth == 0).then_some(items)
    }
}
