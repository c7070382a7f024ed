//! `Mesh` and `Placement`: which device holds which element, and where.

use std::borrow::Cow;
use std::fmt;

use crate::axis::Axis;
use crate::limits::{MAX_DEVICES, MAX_ELEMENTS};
use crate::section::{SOURCE_DEVICE, SOURCE_PLACE, intersect};
use crate::{Cut, Error, ErrorKind};

/// The greatest distance from an extent to one that can be cut in its place.
const MAX_NEAR: i64 = 1 << 10;
/// Devices in a grid with named axes; the last axis steps from one rank to the next, as in MPI, DTensor and JAX.
///
/// ```
/// use layout_mesh::Mesh;
/// let mesh = Mesh::new(&[("dp", 4), ("tp", 2)])?;
/// assert_eq!((mesh.devices(), mesh.to_string()), (8, "dp=4,tp=2".to_owned()));
/// # Ok::<(), layout_mesh::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mesh {
    #[doc(hidden)]
    pub axes: Cow<'static, [(Cow<'static, str>, usize)]>,
    #[doc(hidden)]
    pub first: usize,
}

impl Mesh {
    /// A mesh of these axes, which begins with rank 0.
    ///
    /// # Errors
    ///
    /// A name that is used twice, an axis without devices, and more than [`MAX_DEVICES`].
    pub fn new(axes: &[(&str, usize)]) -> Result<Self, Error> {
        let mut devices = 1usize;
        for (place, (name, extent)) in axes.iter().enumerate() {
            if axes.iter().take(place).any(|(other, _)| other == name) {
                return Err(ErrorKind::AxisTwice((*name).to_owned()).into());
            }
            if *extent == 0 {
                return Err(ErrorKind::Zero("extent of an axis").into());
            }
            let product = devices.checked_mul(*extent).filter(|product| *product <= MAX_DEVICES);
            devices = product.ok_or(ErrorKind::TooManyDevices)?;
        }
        let axes = axes.iter().map(|(name, extent)| ((*name).to_owned().into(), *extent)).collect();
        Ok(Mesh { axes, first: 0 })
    }

    /// The same mesh with this first rank, as for a second one in one communicator.
    ///
    /// # Errors
    ///
    /// Ranks past [`MAX_DEVICES`].
    pub fn starting_at(self, rank: usize) -> Result<Self, Error> {
        match rank.checked_add(self.extent()) {
            Some(end) if end <= MAX_DEVICES => Ok(Mesh { first: rank, ..self }),
            _ => Err(ErrorKind::TooManyDevices.into()),
        }
    }

    /// The number of ranks up to the last one of the mesh.
    pub fn devices(&self) -> usize {
        self.first + self.extent()
    }

    /// The names of the axes with their extents.
    pub fn axes(&self) -> impl Iterator<Item = (&str, usize)> {
        self.axes.iter().map(|(name, extent)| (&**name, *extent))
    }

    fn extent(&self) -> usize {
        self.axes.iter().map(|(_, extent)| extent).product()
    }

    /// The extent of an axis, and the step of its ranks.
    fn axis(&self, name: &str) -> Result<(i64, i64), Error> {
        let Some(place) = self.axes.iter().position(|(other, _)| other == name) else {
            let axes = self.axes.iter().map(|(name, _)| format!("`{name}`")).collect();
            return Err(ErrorKind::Axis { name: name.to_owned(), axes }.into());
        };
        let stride: usize = self.axes.iter().skip(place + 1).map(|(_, extent)| extent).product();
        Ok((as_i64(self.axes[place].1), as_i64(stride)))
    }
}

impl fmt::Display for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axes: Vec<String> =
            self.axes().map(|(name, extent)| format!("{name}={extent}")).collect();
        f.write_str(&axes.join(","))?;
        if self.first > 0 { write!(f, " from rank {}", self.first) } else { Ok(()) }
    }
}

/// The order of a device's elements in its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The last dimension is contiguous, as in C, NumPy and PyTorch.
    RowMajor,
    /// The first dimension is contiguous, as in Fortran, BLAS and ScaLAPACK.
    ColumnMajor,
    /// Places are the sums of the places along the dimensions: those of a layout.
    Strided,
}

/// A use of a mesh axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Use {
    /// A cut of a dimension.
    Cut {
        /// The dimension.
        dimension: usize,
        /// The cut.
        cut: Cut,
    },
    /// Summands.
    Sum,
}

/// A tensor over the devices of a mesh: a function from coordinates to (device, place).
///
/// A placement is made of a mesh and a cut for some of its axes. Along the other axes the tensor is replicated.
///
/// ```
/// use layout_mesh::{Cut, Mesh, Placement};
/// let mesh = Mesh::new(&[("dp", 4), ("tp", 2)])?;
/// // Rows over `dp`; each device of `tp` has one summand of all columns.
/// let rows = Placement::replicated(&mesh, &[10, 8])?.shard(0, "dp", Cut::Balanced)?.partial("tp")?;
/// assert_eq!(rows.local_shape(0), Some(vec![3, 8]));
/// assert_eq!(rows.local_shape(6), Some(vec![2, 8]));
/// # Ok::<(), layout_mesh::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placement {
    #[doc(hidden)]
    pub mesh: Mesh,
    #[doc(hidden)]
    pub shape: Cow<'static, [usize]>,
    #[doc(hidden)]
    pub uses: Cow<'static, [(Cow<'static, str>, Use)]>,
    #[doc(hidden)]
    pub order: Order,
    #[doc(hidden)]
    pub axes: Cow<'static, [Axis]>,
    /// Extents and strides of devices that hold the same, and of those that hold summands.
    #[doc(hidden)]
    pub copies: Cow<'static, [(i64, i64)]>,
    #[doc(hidden)]
    pub sums: Cow<'static, [(i64, i64)]>,
    #[doc(hidden)]
    pub parts: Cow<'static, [Cow<'static, [PartOfAxis]>]>,
    /// The number of the combination of parts, copy and summand that each rank holds.
    #[doc(hidden)]
    pub index: Cow<'static, [u32]>,
}

/// The part of a dimension that some devices hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartOfAxis {
    /// The device, before copies, summands and the other dimensions.
    pub device: i64,
    /// The number of coordinates.
    pub count: i64,
    /// The places along the dimension: the greatest, and one.
    pub places: i64,
}

/// The combination that a rank holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Holding {
    /// Numbers of parts, by dimension.
    pub(crate) parts: Vec<usize>,
    pub(crate) copy: usize,
    pub(crate) sum: usize,
}

const NOTHING: u32 = u32::MAX;

impl Placement {
    /// The whole tensor on each device of a mesh.
    ///
    /// # Errors
    ///
    /// An extent of 0, and more than [`MAX_ELEMENTS`].
    pub fn replicated(mesh: &Mesh, shape: &[usize]) -> Result<Self, Error> {
        let mut elements = 1i64;
        for extent in shape {
            if *extent == 0 {
                return Err(ErrorKind::Zero("extent of a dimension").into());
            }
            let extent =
                i64::try_from(*extent).ok().and_then(|extent| elements.checked_mul(extent));
            let extent = extent.filter(|elements| *elements <= MAX_ELEMENTS);
            elements = extent.ok_or(ErrorKind::TooManyElements)?;
        }
        let axes = shape.iter().map(|extent| Axis::whole(as_i64(*extent))).collect();
        Placement::of_axes(mesh.clone(), shape.to_vec(), axes).finished()
    }

    fn of_axes(mesh: Mesh, shape: Vec<usize>, axes: Vec<Axis>) -> Self {
        Placement {
            mesh,
            shape: shape.into(),
            uses: Cow::default(),
            order: Order::RowMajor,
            axes: axes.into(),
            copies: Cow::default(),
            sums: Cow::default(),
            parts: Cow::default(),
            index: Cow::default(),
        }
    }

    /// The placement of a layout whose axes are taken as they are.
    pub(crate) fn of_layout(
        devices: usize,
        axes: Vec<Axis>,
        copies: Vec<(i64, i64)>,
        sums: Vec<(i64, i64)>,
    ) -> Result<Self, Error> {
        let mesh = Mesh::new(&[("device", devices)])?;
        let shape = axes.iter().map(|axis| usize::try_from(axis.extent).unwrap_or(0)).collect();
        let placement = Placement::of_axes(mesh, shape, axes);
        let (copies, sums) = (copies.into(), sums.into());
        Placement { copies, sums, order: Order::Strided, ..placement }.indexed()
    }

    /// Divides a dimension over an axis of the mesh. Where it is divided over another axis already, the part of each device is divided.
    ///
    /// # Errors
    ///
    /// A dimension or an axis that there is not, an axis that is used already, and a cut that does not divide.
    pub fn shard(mut self, dimension: usize, axis: &str, cut: Cut) -> Result<Self, Error> {
        let (devices, stride) = self.free_axis(axis)?;
        let rank = self.axes.len();
        let Some(along) = self.axes.to_mut().get_mut(dimension) else {
            return Err(ErrorKind::Dimension { dimension, rank }.into());
        };
        *along = match along.cut(dimension, &cut, devices, stride) {
            Ok(axis) => axis,
            Err(error) => return Err(self.with_near(error, dimension, &cut, (devices, stride))),
        };
        self.uses.to_mut().push((axis.to_owned().into(), Use::Cut { dimension, cut }));
        self.finished()
    }

    /// Makes an axis of the mesh one of summands: an element is the sum of what its devices along this axis hold.
    ///
    /// # Errors
    ///
    /// An axis that there is not, and one that is used already.
    pub fn partial(mut self, axis: &str) -> Result<Self, Error> {
        self.free_axis(axis)?;
        self.uses.to_mut().push((axis.to_owned().into(), Use::Sum));
        self.finished()
    }

    /// The same devices with this order of elements in memory.
    ///
    /// # Errors
    ///
    /// [`Order::Strided`], which only layouts have.
    pub fn stored(self, order: Order) -> Result<Self, Error> {
        if order == Order::Strided || self.order == Order::Strided {
            let text = "the places of a layout are its own, and other placements have none";
            return Err(ErrorKind::Notation(text.to_owned()).into());
        }
        Ok(Placement { order, ..self })
    }

    /// The placement of a layout on a mesh, whose ranks its devices are; other ranks of it hold nothing.
    ///
    /// ```
    /// use layout_mesh::{Mesh, Placement};
    /// let layout: layout_algebra::Layout = "(4,8):(1@0,1@1)".parse()?;
    /// let rows = Placement::from_layout(&layout.into(), &[], None)?;
    /// assert_eq!(rows.clone().on(&Mesh::new(&[("x", 8)])?)?.local_size(7), 0);
    /// assert_eq!(
    ///     rows.on(&Mesh::new(&[("x", 3)])?).err().map(|error| error.to_string()).as_deref(),
    ///     Some("device 3 is outside of a mesh of 3 devices"),
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A device that the mesh does not have, and a placement that is no layout's: it was made on a mesh.
    pub fn on(self, mesh: &Mesh) -> Result<Self, Error> {
        if self.order != Order::Strided {
            let text = "the mesh of a placement is the one on which it was made";
            return Err(ErrorKind::Notation(text.to_owned()).into());
        }
        Placement { mesh: mesh.clone(), ..self }.indexed()
    }

    /// An error of a second cut, with the nearest extent that can be cut so.
    fn with_near(
        &self,
        error: Error,
        dimension: usize,
        cut: &Cut,
        (devices, stride): (i64, i64),
    ) -> Error {
        let ErrorKind::Nested { extent, devices: parts, .. } = *error.kind() else { return error };
        let cuts = |extent: i64| {
            let mut along = Axis::whole(extent);
            for (name, of) in &*self.uses {
                match of {
                    Use::Cut { dimension: at, cut } if *at == dimension => {
                        let (devices, stride) = self.mesh.axis(name).ok()?;
                        along = along.cut(dimension, cut, devices, stride).ok()?;
                    }
                    _ => {}
                }
            }
            along.cut(dimension, cut, devices, stride).ok()
        };
        // Fewer coordinates than devices are no way out.
        let cut_over = self.uses.iter().filter_map(|(name, of)| match of {
            Use::Cut { dimension: at, .. } if *at == dimension => {
                Some(self.mesh.axis(name).ok()?.0)
            }
            _ => None,
        });
        let least = cut_over.product::<i64>() * devices;
        let around = (1..=MAX_NEAR).flat_map(|k| [extent - k, extent + k]);
        let near = around.filter(|near| *near >= least).find(|near| cuts(*near).is_some());
        Error::new(dimension, cut, ErrorKind::Nested { extent, devices: parts, near })
    }

    fn free_axis(&self, axis: &str) -> Result<(i64, i64), Error> {
        let found = self.mesh.axis(axis)?;
        match self.uses.iter().any(|(used, _)| used == axis) {
            true => Err(ErrorKind::AxisTwice(axis.to_owned()).into()),
            false => Ok(found),
        }
    }

    /// The placement with copies and summands by the uses of axes, and its index of ranks.
    fn finished(mut self) -> Result<Self, Error> {
        let (mut copies, mut sums) = (Vec::new(), Vec::new());
        for (name, _) in self.mesh.axes.iter() {
            let axis = self.mesh.axis(name)?;
            match self.uses.iter().find(|(used, _)| used == name) {
                None => copies.push(axis),
                Some((_, Use::Sum)) => sums.push(axis),
                Some((_, Use::Cut { .. })) => {}
            }
        }
        (self.copies, self.sums) = (copies.into(), sums.into());
        self.indexed()
    }

    fn indexed(mut self) -> Result<Self, Error> {
        for digits in [&mut self.copies, &mut self.sums] {
            digits.to_mut().retain(|(extent, _)| *extent > 1);
        }
        self.parts = self.axes.iter().map(|axis| parts(axis).into()).collect();
        let devices = self.mesh.devices();
        let mut index = vec![NOTHING; devices];
        let (copies, sums) = (steps(&self.copies), steps(&self.sums));
        let counts = self.parts.iter().map(|parts| parts.len()).chain([copies.len(), sums.len()]);
        let combinations = counts.clone().try_fold(1usize, usize::checked_mul);
        let counts: Vec<usize> = counts.collect();
        let Some(combinations) = combinations.filter(|count| *count <= MAX_DEVICES) else {
            return Err(ErrorKind::TooManyDevices.into());
        };
        for number in 0..combinations {
            let digits = digits(number, &counts);
            let mut device = as_i64(self.mesh.first) + copies[digits[counts.len() - 2]];
            device += sums[digits[counts.len() - 1]];
            device +=
                self.parts.iter().zip(&digits).map(|(parts, &at)| parts[at].device).sum::<i64>();
            let device = usize::try_from(device).unwrap_or(usize::MAX);
            match index.get_mut(device) {
                Some(entry) if *entry == NOTHING => {
                    *entry = u32::try_from(number).unwrap_or(NOTHING)
                }
                Some(_) => return Err(ErrorKind::SharedDevice { device }.into()),
                None => return Err(ErrorKind::BeyondMesh { device, devices }.into()),
            }
        }
        self.index = index.into();
        Ok(self)
    }

    /// The mesh.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The shape of the whole tensor.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of ranks, from rank 0 up to the last one of the mesh.
    pub fn devices(&self) -> usize {
        self.index.len()
    }

    /// The number of devices that hold the same, for each element.
    pub fn copies(&self) -> usize {
        self.copies.iter().map(|(extent, _)| usize::try_from(*extent).unwrap_or(1)).product()
    }

    /// The number of summands of each element.
    pub fn summands(&self) -> usize {
        self.sums.iter().map(|(extent, _)| usize::try_from(*extent).unwrap_or(1)).product()
    }

    /// The extents of a rank's part; none of a rank that holds nothing.
    pub fn local_shape(&self, rank: usize) -> Option<Vec<usize>> {
        let holding = self.holding(rank)?;
        let places = |(parts, &at): (&Cow<'_, [PartOfAxis]>, &usize)| parts[at].places;
        let extents = self.parts.iter().zip(&holding.parts).map(places);
        Some(extents.map(|extent| usize::try_from(extent).unwrap_or(0)).collect())
    }

    /// The elements of a rank's memory: the greatest place, and one; 0 of a rank that holds nothing.
    pub fn local_size(&self, rank: usize) -> usize {
        let Some(shape) = self.local_shape(rank) else { return 0 };
        match self.order {
            Order::Strided => shape.iter().map(|extent| extent - 1).sum::<usize>() + 1,
            Order::RowMajor | Order::ColumnMajor => shape.iter().product(),
        }
    }

    /// Returns true if the memory of a rank has no gaps: the rank holds as many elements of the tensor as its
    /// [`local_size`](Placement::local_size).
    ///
    /// ```
    /// use layout_mesh::{Cut, Mesh, Placement};
    /// let mesh = Mesh::new(&[("x", 3)])?;
    /// let rows = Placement::replicated(&mesh, &[6, 4])?.shard(0, "x", Cut::Block)?;
    /// assert!(rows.is_whole(2));
    /// # Ok::<(), layout_mesh::Error>(())
    /// ```
    pub fn is_whole(&self, rank: usize) -> bool {
        usize::try_from(self.held(rank)) == Ok(self.local_size(rank))
    }

    /// The elements of the tensor that a rank holds.
    pub(crate) fn held(&self, rank: usize) -> i64 {
        let Some(holding) = self.holding(rank) else { return 0 };
        self.parts.iter().zip(&holding.parts).map(|(parts, &at)| parts[at].count).product()
    }

    /// The device and the place of an element, as one of its copies and one of its summands have it.
    ///
    /// ```
    /// use layout_mesh::{Cut, Mesh, Placement};
    /// let mesh = Mesh::new(&[("x", 3)])?;
    /// let rows = Placement::replicated(&mesh, &[6, 4])?.shard(0, "x", Cut::Cyclic)?;
    /// assert_eq!(rows.at(&[4, 2], 0, 0), Some((1, 6)));
    /// # Ok::<(), layout_mesh::Error>(())
    /// ```
    pub fn at(&self, coordinate: &[usize], copy: usize, summand: usize) -> Option<(usize, usize)> {
        let (copies, sums) = (steps(&self.copies), steps(&self.sums));
        let mut device = as_i64(self.mesh.first) + copies.get(copy)? + sums.get(summand)?;
        let mut places = Vec::new();
        if coordinate.len() != self.axes.len() {
            return None;
        }
        for (axis, &at) in self.axes.iter().zip(coordinate) {
            let [along, place] = axis.at(i64::try_from(at).ok()?)?;
            device += along;
            places.push(place);
        }
        let device = usize::try_from(device).ok()?;
        let strides = self.strides(&self.holding(device)?);
        let place: i64 = places.iter().zip(&strides).map(|(place, stride)| place * stride).sum();
        Some((device, usize::try_from(place).ok()?))
    }

    /// The holding of a rank.
    pub(crate) fn holding(&self, rank: usize) -> Option<Holding> {
        let number = *self.index.get(rank)?;
        if number == NOTHING {
            return None;
        }
        let counts =
            self.parts.iter().map(|parts| parts.len()).chain([self.copies(), self.summands()]);
        let counts: Vec<usize> = counts.collect();
        let mut parts = digits(usize::try_from(number).ok()?, &counts);
        let (sum, copy) = (parts.pop()?, parts.pop()?);
        Some(Holding { parts, copy, sum })
    }

    /// All that makes the placement, as text: two that differ have different ones.
    #[doc(hidden)]
    pub fn signature(&self) -> String {
        let Placement { mesh, shape, order, axes, copies, sums, .. } = self;
        format!("{mesh:?} {shape:?} {order:?} {axes:?} {copies:?} {sums:?}")
    }

    /// The first rank of the mesh.
    pub(crate) fn first(&self) -> usize {
        self.mesh.first
    }

    /// The device of a part of a dimension, before copies, summands and the other dimensions.
    pub(crate) fn part_device(&self, dimension: usize, part: usize) -> i64 {
        self.parts[dimension][part].device
    }

    /// The number of the part of a dimension that is on a device.
    pub(crate) fn part_of(&self, dimension: usize, device: i64) -> usize {
        self.parts[dimension].partition_point(|part| part.device < device)
    }

    /// The rank of a holding.
    pub(crate) fn rank_of(&self, holding: &Holding) -> usize {
        let parts = holding.parts.iter().enumerate();
        let device: i64 = parts.map(|(dimension, &at)| self.part_device(dimension, at)).sum();
        let copy = step(&self.copies, holding.copy);
        let device = device + as_i64(self.mesh.first) + copy + step(&self.sums, holding.sum);
        usize::try_from(device).unwrap_or(usize::MAX)
    }

    /// The steps in memory of the places along each dimension.
    pub(crate) fn strides(&self, holding: &Holding) -> Vec<i64> {
        let places = self.parts.iter().zip(&holding.parts).map(|(parts, &at)| parts[at].places);
        let mut strides: Vec<i64> = places.collect();
        let mut product = 1;
        let each = |places: &mut i64| {
            let extent = *places;
            *places = product;
            product *= extent;
        };
        match self.order {
            Order::RowMajor => strides.iter_mut().rev().for_each(each),
            Order::ColumnMajor => strides.iter_mut().for_each(each),
            Order::Strided => strides.fill(1),
        }
        strides
    }

    /// The placement in which those copies of each element that hold it in `source` share it: one owner each, as far as a digit can be
    /// divided among them.
    pub(crate) fn owners(&self, source: &Placement) -> Result<Placement, Error> {
        let holds =
            |digit: &&(i64, i64)| source.copies.contains(digit) || source.sums.contains(digit);
        let mut sharing: Vec<(i64, i64)> = self.copies.iter().filter(holds).copied().collect();
        if sharing.is_empty() {
            sharing = self.copies.to_vec();
        }
        let mut axes = self.axes.to_vec();
        for axis in &mut axes {
            for (devices, stride) in &mut sharing {
                let (shared, factor) = axis.share(*devices, *stride);
                *axis = shared;
                *devices /= factor;
                *stride *= factor;
            }
        }
        let compacted: Option<Vec<Axis>> = axes.iter().map(Axis::compacted).collect();
        let order = match self.order {
            Order::Strided if compacted.is_some() => Order::RowMajor,
            order => order,
        };
        let axes = compacted.unwrap_or(axes).into();
        let (copies, sums) = (Cow::default(), Cow::default());
        Placement { axes, copies, sums, order, ..self.clone() }.indexed()
    }
}

/// The parts of a dimension, by device.
fn parts(axis: &Axis) -> Vec<PartOfAxis> {
    let mut parts: Vec<PartOfAxis> = Vec::new();
    for section in intersect(axis, &Axis::whole(axis.extent)) {
        let mut stays: Vec<i64> = vec![section.base[SOURCE_DEVICE]];
        let (mut count, mut places) = (1, section.base[SOURCE_PLACE] + 1);
        for (extent, steps) in section.digits.iter() {
            match steps[SOURCE_DEVICE] {
                0 => {
                    count *= extent;
                    places += (extent - 1) * steps[SOURCE_PLACE];
                }
                step => {
                    let each =
                        |device: &i64| (0..*extent).map(move |k| (*device, k)).collect::<Vec<_>>();
                    stays =
                        stays.iter().flat_map(each).map(|(device, k)| device + k * step).collect();
                }
            }
        }
        parts.extend(stays.into_iter().map(|device| PartOfAxis { device, count, places }));
    }
    parts.sort_by_key(|part| part.device);
    parts.dedup_by(|part, kept| {
        let same = part.device == kept.device;
        if same {
            kept.count += part.count;
            kept.places = kept.places.max(part.places);
        }
        same
    });
    parts
}

/// The steps of the values of digits, the first digit fastest.
fn steps(digits: &[(i64, i64)]) -> Vec<i64> {
    let count: i64 = digits.iter().map(|(extent, _)| extent).product();
    (0..usize::try_from(count).unwrap_or(0)).map(|value| step(digits, value)).collect()
}

fn step(digits: &[(i64, i64)], value: usize) -> i64 {
    let mut rest = as_i64(value);
    let mut sum = 0;
    for (extent, stride) in digits {
        sum += rest % extent * stride;
        rest /= extent;
    }
    sum
}

/// The digits of a number, the first one fastest.
fn digits(mut number: usize, counts: &[usize]) -> Vec<usize> {
    let mut next = |count: &usize| {
        let digit = number % count;
        number /= count;
        digit
    };
    counts.iter().map(&mut next).collect()
}

pub(crate) fn as_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} on {}", self.shape, self.mesh)?;
        for (axis, used) in &*self.uses {
            match used {
                Use::Cut { dimension, cut } => write!(f, ", {dimension} over {axis}: {cut}")?,
                Use::Sum => write!(f, ", sums over {axis}")?,
            }
        }
        Ok(())
    }
}
