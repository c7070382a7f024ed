//! `Error`: why there is no placement or no plan.

use std::fmt;
use std::ops::Range;

use crate::Cut;

/// The mistake of a placement or a redistribution, with its numbers and, where there is one, the nearest that is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The dimension and the cut of it, of an error of a cut; without the cut where a notation has other words for it.
    context: Option<Box<(usize, Option<Cut>)>>,
    /// The part of a text in the notation of a library; boxes, so that results stay small.
    range: Option<Box<Range<usize>>>,
    kind: ErrorKind,
}

/// The kind of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A cut into equal parts of an extent that they do not divide.
    Uneven {
        /// The number of coordinates.
        extent: i64,
        /// The number of parts.
        parts: i64,
    },
    /// A second cut of a dimension whose first cut left devices parts that are neither equal nor consecutive.
    Nested {
        /// The number of coordinates of the dimension.
        extent: i64,
        /// The devices of the second cut.
        devices: i64,
        /// The nearest number of coordinates that can be cut so.
        near: Option<i64>,
    },
    /// Lengths whose sum is another than the extent of the dimension.
    Lengths {
        /// The sum.
        sum: i64,
        /// The extent.
        extent: i64,
    },
    /// A device of a piece that the mesh axis does not have.
    BeyondAxis {
        /// The device.
        device: usize,
        /// The devices of the axis.
        devices: i64,
    },
    /// A number that must not be 0.
    Zero(&'static str),
    /// A mesh with more than [`MAX_DEVICES`](crate::limits::MAX_DEVICES).
    TooManyDevices,
    /// A tensor with more than [`MAX_ELEMENTS`](crate::limits::MAX_ELEMENTS).
    TooManyElements,
    /// A dimension that the tensor does not have.
    Dimension {
        /// The dimension.
        dimension: usize,
        /// The number of dimensions.
        rank: usize,
    },
    /// An axis that the mesh does not have.
    Axis {
        /// The name.
        name: String,
        /// The axes of the mesh.
        axes: Vec<String>,
    },
    /// A mesh axis that is used twice.
    AxisTwice(String),
    /// A device outside of the mesh.
    BeyondMesh {
        /// The device.
        device: usize,
        /// The devices of the mesh.
        devices: usize,
    },
    /// A device that two combinations of the digits of devices lead to.
    SharedDevice {
        /// The device.
        device: usize,
    },
    /// Two coordinates of one place.
    SharedPlace {
        /// One coordinate.
        first: Vec<i64>,
        /// The other one.
        second: Vec<i64>,
        /// The device.
        device: i64,
        /// The place.
        place: i64,
    },
    /// Tensors of different shapes.
    Shapes {
        /// The shape of the source.
        source: Vec<usize>,
        /// The shape of the target.
        target: Vec<usize>,
    },
    /// A target that is a sum of other summands than the source.
    SumNeverAdded {
        /// The summands of an element of the source.
        source: usize,
        /// The summands of an element of the target.
        target: usize,
    },
    /// A layout whose values are over other axes than devices and places.
    OtherAxis {
        /// The axis.
        axis: String,
        /// The axes of a placement.
        axes: [String; 2],
    },
    /// A layout with bounds of padding, of which it is not known which dimension they are of.
    Bounds,
    /// A layout with these symbols.
    Symbols(Vec<String>),
    /// A dimension along which two placements meet in more sections than [`MAX_SECTIONS`](crate::limits::MAX_SECTIONS).
    TooManySections {
        /// The dimension.
        dimension: usize,
    },
    /// A text in the notation of a library, without the mesh whose axes it names.
    NoMesh,
    /// A text in the notation of a library, for a tensor whose shape neither a number nor the other placement says.
    NoShape,
    /// A layout or a notation that is no placement.
    Notation(String),
}

impl Error {
    pub(crate) fn new(dimension: usize, cut: &Cut, kind: ErrorKind) -> Self {
        Error { context: Some((dimension, Some(cut.clone())).into()), ..kind.into() }
    }

    pub(crate) fn notation(text: impl Into<String>) -> Self {
        ErrorKind::Notation(text.into()).into()
    }

    /// The same error in a notation that has no word for the cut.
    pub(crate) fn in_notation(self) -> Self {
        Error { context: self.context.map(|context| (context.0, None).into()), ..self }
    }

    /// The same error at a part of a text, unless it knows a smaller one.
    pub(crate) fn at(self, range: Range<usize>) -> Self {
        Error { range: self.range.or(Some(range.into())), ..self }
    }

    /// The bytes at fault, of a text in the notation of DTensor or JAX.
    ///
    /// ```
    /// use layout_mesh::{Mesh, jax};
    /// let mesh = Mesh::new(&[("x", 4)])?;
    /// let error = jax("P(None, 'w')", &mesh, &[8, 8]).unwrap_err();
    /// assert_eq!((error.to_string().as_str(), error.range()), ("the mesh has no axis `w`", Some(9..10)));
    /// # Ok::<(), layout_mesh::Error>(())
    /// ```
    pub fn range(&self) -> Option<Range<usize>> {
        self.range.as_deref().cloned()
    }

    /// The dimension of the tensor, of an error of a cut.
    #[cfg(feature = "language")]
    pub(crate) fn dimension(&self) -> Option<usize> {
        self.context.as_ref().map(|context| context.0)
    }

    /// The kind, with the numbers.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// A way out, which was tried where it names numbers.
    pub fn help(&self) -> Option<String> {
        match &self.kind {
            ErrorKind::Uneven { extent, parts } => {
                // Division is the proof.
                let divisors = |n: &i64| extent % n == 0;
                let fewer = (1..*parts).rev().find(divisors);
                let more = (parts + 1..=*extent).find(divisors);
                let devices = Vec::from_iter(fewer.into_iter().chain(more));
                let devices = devices.iter().map(i64::to_string).collect::<Vec<_>>().join(" and ");
                let padded = (extent / parts + 1) * parts;
                let help = format!("{devices} divide {extent}, and {parts} divides {padded}");
                Some(match self.context.as_deref() {
                    Some((_, Some(Cut::Even))) => {
                        help + "; `Cut::Block` and `Cut::Balanced` have parts of different lengths"
                    }
                    _ => help,
                })
            }
            ErrorKind::Nested { near, .. } => {
                near.map(|near| format!("{near} coordinates can be cut so"))
            }
            ErrorKind::Axis { axes, .. } => Some(format!("the axes are {}", axes.join(", "))),
            ErrorKind::OtherAxis { axes: [device, place], .. } => {
                Some(format!("they are `{device}` and `{place}`"))
            }
            ErrorKind::Bounds => Some("the shape gives the extents of the tensor".to_owned()),
            ErrorKind::Symbols(_) => {
                Some("`Plan::of` makes a plan when the program runs".to_owned())
            }
            ErrorKind::AxisTwice(_) => Some("give each axis of the mesh one use".to_owned()),
            ErrorKind::SumNeverAdded { .. } => {
                Some("a target that is partial along no axis has the sums".to_owned())
            }
            _ => None,
        }
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Error { context: None, range: None, kind }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::Uneven { extent, parts } => write!(
                f,
                "{extent} is no multiple of {parts}: the last part would have {} of {}",
                extent % (extent / parts + 1).max(1),
                extent / parts + 1
            ),
            ErrorKind::Nested { extent, devices, .. } => write!(
                f,
                "the parts of {extent} coordinates are neither equal nor consecutive, and are not cut again over {devices} devices"
            ),
            ErrorKind::Lengths { sum, extent } => {
                write!(f, "the lengths add up to {sum}, and the extent is {extent}")
            }
            ErrorKind::BeyondAxis { device, devices } => {
                write!(f, "a piece is on device {device} of {devices}")
            }
            ErrorKind::Zero(what) => write!(f, "the {what} is 0"),
            ErrorKind::TooManyDevices => {
                write!(f, "there are more than {} devices", crate::limits::MAX_DEVICES)
            }
            ErrorKind::TooManyElements => {
                write!(f, "there are more than {} elements", crate::limits::MAX_ELEMENTS)
            }
            ErrorKind::Dimension { dimension, rank } => {
                write!(f, "dimension {dimension} of a tensor that has {rank}")
            }
            ErrorKind::Axis { name, .. } => write!(f, "the mesh has no axis `{name}`"),
            ErrorKind::AxisTwice(name) => write!(f, "axis `{name}` of the mesh is used twice"),
            ErrorKind::BeyondMesh { device, devices } => {
                write!(f, "device {device} is outside of a mesh of {devices} devices")
            }
            ErrorKind::SharedDevice { device } => write!(
                f,
                "two parts of the tensor are on device {device}: coordinates of the modes along devices share it"
            ),
            ErrorKind::SharedPlace { first, second, device, place } => write!(
                f,
                "coordinates {first:?} and {second:?} share place {place} of device {device}"
            ),
            ErrorKind::Shapes { source, target } => {
                write!(f, "the source has shape {source:?}, and the target {target:?}")
            }
            ErrorKind::SumNeverAdded { source: 1, target } => write!(
                f,
                "the target has each element as {target} summands, and the source has it whole: summands are added, and not made"
            ),
            ErrorKind::SumNeverAdded { source, target } => write!(
                f,
                "the target has each element as {target} summands, and the source as {source} over other axes: all are added, or none"
            ),
            ErrorKind::OtherAxis { axis, .. } => write!(f, "`{axis}` is no axis of a placement"),
            ErrorKind::Bounds => {
                f.write_str("the bounds of a layout are not read as those of a placement")
            }
            ErrorKind::Symbols(symbols) => {
                write!(f, "the placement has symbols: {}", symbols.join(", "))
            }
            ErrorKind::TooManySections { dimension } => write!(
                f,
                "dimension {dimension} is cut in more than {} sections by the two placements",
                crate::limits::MAX_SECTIONS
            ),
            ErrorKind::NoMesh => f.write_str("a placement of DTensor or JAX is for a mesh"),
            ErrorKind::NoShape => f.write_str(
                "a placement of DTensor or JAX is for a shape, and none of the two is a layout, which has one",
            ),
            ErrorKind::Notation(text) => f.write_str(text),
        }?;
        match self.context.as_deref() {
            Some((dimension, Some(cut))) => write!(f, " (dimension {dimension}, {cut})"),
            Some((dimension, None)) => write!(f, " (dimension {dimension})"),
            None => Ok(()),
        }
    }
}
