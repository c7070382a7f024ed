//! `Mesh` and `Placement`: which device holds which element, and where.

use std::borrow::Cow;
use std::fmt;

use crate::axis::Axis;
use crate::limits::{MAX_DEVICES, MAX_ELEMENTS};
use crate::section::{SOURCE_DEVICE, SOURCE_PLACE, intersect, size};
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
        let mut mesh = Mesh { axes: Cow::default(), first: 0 };
        for &(name, extent) in axes {
            if mesh.axis(name).is_ok() {
                return Err(ErrorKind::AxisTwice(name.to_owned()).into());
            }
            if extent == 0 {
                return Err(ErrorKind::Zero("extent of an axis").into());
            }
            mesh.axes.to_mut().push((name.to_owned().into(), extent));
            if mesh.extent() > MAX_DEVICES {
                return Err(ErrorKind::TooManyDevices.into());
            }
        }
        Ok(mesh)
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
        self.axes.iter().fold(1, |product, (_, extent)| product.saturating_mul(*extent))
    }

    /// The extent of an axis, and the step of its ranks.
    fn axis(&self, name: &str) -> Result<(i64, i64), Error> {
        let mut stride = 1;
        for (other, extent) in self.axes.iter().rev() {
            if other == name {
                return Ok((as_i64(*extent), as_i64(stride)));
            }
            stride *= extent;
        }
        let axes = self.axes.iter().map(|(name, _)| format!("`{name}`")).collect();
        Err(ErrorKind::Axis { name: name.to_owned(), axes }.into())
    }
}

impl fmt::Display for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, extent)) in self.axes().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{name}={extent}")?;
        }
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

impl Holding {
    /// True for a holding of the same elements.
    pub(crate) fn is_copy_of(&self, other: &Holding) -> bool {
        (&self.parts, self.sum) == (&other.parts, other.sum)
    }
}

const NOTHING: u32 = u32::MAX;

impl Placement {
    /// The whole tensor on each device of a mesh.
    ///
    /// # Errors
    ///
    /// An extent of 0, and more than [`MAX_ELEMENTS`].
    pub fn replicated(mesh: &Mesh, shape: &[usize]) -> Result<Self, Error> {
        let mut elements = 1;
        for extent in shape {
            if *extent == 0 {
                return Err(ErrorKind::Zero("extent of a dimension").into());
            }
            elements = times(elements, as_i64(*extent))?;
        }
        let axes = shape.iter().copied().map(as_i64).map(Axis::whole).collect();
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
        let shape = axes.iter().map(|axis| as_usize(axis.extent)).collect();
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

    /// The placement with the elements of each device in this order of memory.
    ///
    /// # Errors
    ///
    /// [`Order::Strided`], which only layouts have.
    pub fn stored(self, order: Order) -> Result<Self, Error> {
        if order == Order::Strided || self.order == Order::Strided {
            return Err(Error::notation(
                "the places of a layout are its own, and other placements have none",
            ));
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
            return Err(Error::notation("the mesh of a placement is the one on which it was made"));
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
        // Fewer coordinates than devices are no way out.
        let (mut cuts, mut least) = (Vec::new(), devices);
        for (name, of) in &*self.uses {
            if let Use::Cut { dimension: at, cut } = of
                && *at == dimension
                && let Ok((devices, stride)) = self.mesh.axis(name)
            {
                cuts.push((cut, devices, stride));
                least *= devices;
            }
        }
        cuts.push((cut, devices, stride));
        let can_be_cut = |near: &i64| {
            let mut axis = Axis::whole(*near);
            for (cut, devices, stride) in &cuts {
                match axis.cut(dimension, cut, *devices, *stride) {
                    Ok(part) => axis = part,
                    Err(_) => return false,
                }
            }
            *near >= least
        };
        let near = (1..=MAX_NEAR).flat_map(|k| [extent - k, extent + k]).find(can_be_cut);
        Error::new(dimension, cut, ErrorKind::Nested { extent, devices: parts, near })
    }

    /// The use of an axis of the mesh.
    fn use_of(&self, axis: &str) -> Option<&Use> {
        self.uses.iter().find_map(|(used, of)| (used == axis).then_some(of))
    }

    fn free_axis(&self, axis: &str) -> Result<(i64, i64), Error> {
        let found = self.mesh.axis(axis)?;
        match self.use_of(axis) {
            Some(_) => Err(ErrorKind::AxisTwice(axis.to_owned()).into()),
            None => Ok(found),
        }
    }

    /// The placement with copies and summands by the uses of axes, and its index of ranks.
    fn finished(mut self) -> Result<Self, Error> {
        let (mut copies, mut sums) = (Vec::new(), Vec::new());
        for (name, _) in self.mesh.axes.iter() {
            let axis = self.mesh.axis(name)?;
            match self.use_of(name) {
                None => copies.push(axis),
                Some(Use::Sum) => sums.push(axis),
                Some(Use::Cut { .. }) => {}
            }
        }
        (self.copies, self.sums) = (copies.into(), sums.into());
        self.indexed()
    }

    fn indexed(mut self) -> Result<Self, Error> {
        for digits in [&mut self.copies, &mut self.sums] {
            digits.to_mut().retain(|(extent, _)| *extent > 1);
        }
        self.parts = self.axes.iter().map(parts).collect();
        let devices = self.mesh.devices();
        let mut index = vec![NOTHING; devices];
        let mut combinations = self.copies().saturating_mul(self.summands());
        for parts in self.parts.iter() {
            combinations = combinations.saturating_mul(parts.len());
        }
        if combinations > MAX_DEVICES {
            return Err(ErrorKind::TooManyDevices.into());
        }
        for number in 0..combinations {
            let device = self.rank_of(&self.combination(number));
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

    /// The mesh of devices that the tensor is placed on.
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
        as_usize(size(&self.copies))
    }

    /// The number of summands of each element.
    pub fn summands(&self) -> usize {
        as_usize(size(&self.sums))
    }

    /// The extents of a rank's part; none of a rank that holds nothing.
    pub fn local_shape(&self, rank: usize) -> Option<Vec<usize>> {
        let holding = self.holding(rank)?;
        Some(self.parts_of(&holding).map(|part| as_usize(part.places)).collect())
    }

    /// The part of each dimension that a holding has.
    fn parts_of(&self, holding: &Holding) -> impl Iterator<Item = &PartOfAxis> {
        self.parts.iter().zip(&holding.parts).map(|(parts, at)| &parts[*at])
    }

    /// The elements of a rank's memory: the greatest place, and one; 0 of a rank that holds nothing.
    pub fn local_size(&self, rank: usize) -> usize {
        let Some(shape) = self.local_shape(rank) else { return 0 };
        match self.order {
            Order::Strided => shape.iter().sum::<usize>() + 1 - shape.len(),
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
        self.parts_of(&holding).map(|part| part.count).product()
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
        if coordinate.len() != self.axes.len()
            || copy >= self.copies()
            || summand >= self.summands()
        {
            return None;
        }
        let mut device =
            as_i64(self.mesh.first) + step(&self.copies, copy) + step(&self.sums, summand);
        let mut places = Vec::new();
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
        Some(self.combination(usize::try_from(number).ok()?))
    }

    /// The holding of this number: the part of the first dimension is the fastest digit, and the summand the slowest.
    fn combination(&self, number: usize) -> Holding {
        let (mut parts, mut rest) = (Vec::with_capacity(self.parts.len()), number);
        for of_axis in self.parts.iter() {
            parts.push(rest % of_axis.len());
            rest /= of_axis.len();
        }
        Holding { parts, copy: rest % self.copies(), sum: rest / self.copies() }
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
        let device: i64 = self.parts_of(holding).map(|part| part.device).sum();
        let copy = step(&self.copies, holding.copy);
        let device = device + as_i64(self.mesh.first) + copy + step(&self.sums, holding.sum);
        usize::try_from(device).unwrap_or(usize::MAX)
    }

    /// The steps in memory of the places along each dimension.
    pub(crate) fn strides(&self, holding: &Holding) -> Vec<i64> {
        let mut strides: Vec<i64> = self.parts_of(holding).map(|part| part.places).collect();
        match self.order {
            Order::RowMajor => compact(strides.iter_mut().rev()),
            Order::ColumnMajor => compact(strides.iter_mut()),
            Order::Strided => strides.fill(1),
        }
        strides
    }

    /// The placement in which those copies of each element that hold it in `source` share it: one owner each, as far as a digit can be
    /// divided among them.
    pub(crate) fn owners(&self, source: &Placement) -> Result<Placement, Error> {
        let mut sharing = self.copies.to_vec();
        sharing.retain(|digit| source.copies.contains(digit) || source.sums.contains(digit));
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
fn parts(axis: &Axis) -> Cow<'static, [PartOfAxis]> {
    let mut parts: Vec<PartOfAxis> = Vec::new();
    for section in intersect(axis, &Axis::whole(axis.extent)) {
        let mut devices = vec![section.base[SOURCE_DEVICE]];
        let (mut count, mut places) = (1, section.base[SOURCE_PLACE] + 1);
        for (extent, steps) in section.digits.iter() {
            match steps[SOURCE_DEVICE] {
                0 => {
                    count *= extent;
                    places += (extent - 1) * steps[SOURCE_PLACE];
                }
                step => {
                    for device in std::mem::take(&mut devices) {
                        for k in 0..*extent {
                            devices.push(device + k * step);
                        }
                    }
                }
            }
        }
        for device in devices {
            parts.push(PartOfAxis { device, count, places });
        }
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
    parts.into()
}

/// Puts the stride of each extent in its place.
fn compact<'a>(extents: impl Iterator<Item = &'a mut i64>) {
    let mut product = 1;
    for extent in extents {
        product *= std::mem::replace(extent, product);
    }
}

/// The steps of a value of digits, the first digit fastest.
fn step(digits: &[(i64, i64)], value: usize) -> i64 {
    let mut rest = as_i64(value);
    let mut sum = 0;
    for (extent, stride) in digits {
        sum += rest % extent * stride;
        rest /= extent;
    }
    sum
}

/// The elements of a tensor with one dimension more.
pub(crate) fn times(elements: i64, extent: i64) -> Result<i64, ErrorKind> {
    match elements.checked_mul(extent) {
        Some(elements) if elements <= MAX_ELEMENTS => Ok(elements),
        _ => Err(ErrorKind::TooManyElements),
    }
}

pub(crate) fn as_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(crate) fn as_usize(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
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
