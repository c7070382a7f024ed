//! `Launched`: a layout that is an argument of a kernel.

use std::fmt;
use std::marker::PhantomData;

use cubecl::prelude::*;
use layout_runtime::bounds::{Bounds, Known};
use layout_runtime::dynamic::check_u32;
use layout_runtime::{Geometry, Layout, ShapeError};

use crate::numbers::{Computer, Launched as Kept, Numbers, Value};
use crate::{CubeGeometry, Number};

/// A layout that is an argument of a kernel: its run-time numbers are given at each launch, and the kernel is compiled once for
/// all of them.
///
/// Numbers that the type of the layout knows are constants in the kernel. Extents and strides that are known only at run time are
/// arguments: the kernel computes none of them. The obligations of the layout are checked where it is made; that 32 bits hold
/// its functions is checked where it is made an argument.
///
/// ```
/// use cubecl::prelude::*;
/// use layout_cubecl::*;
/// use layout_runtime::layout;
///
/// layout! {
///     pub struct Rows<m, n> = (m, n):(n, 1);
///     pub struct Columns<m, n> = (m, n):(1, m);
/// }
///
/// #[cube(launch)]
/// fn turn(input: &[f32], output: &mut [f32], from: Launched<Rows>, to: Launched<Columns>) {
///     let (i, j) = (ABSOLUTE_POS_Y, ABSOLUTE_POS_X);
///     output[to.at_u32(i, j) as usize] = input[from.at_u32(i, j) as usize];
/// }
///
/// # fn main() -> Result<(), layout_runtime::ShapeError> {
/// let from = Launched::new(Rows::new(640, 480)?)?;
/// assert_eq!(from.at_u32(2, 3), 2 * 480 + 3);
/// assert!(Launched::new(Rows::new(1 << 20, 1 << 20)?).is_err());
/// # Ok(())
/// # }
/// ```
///
/// Any layout may be one: a named one, one of constants, or [`strided`](layout_runtime::dynamic::strided) of the shape and the
/// strides of another library's tensor.
///
/// `index_u32`, `at_u32` of up to six modes, `crd2idx_u32` and `in_bounds_u32` of natural coordinates have the same names in
/// kernels and on the host. In a kernel, a coordinate past an extent has some index, and a layout of size 0 has no coordinate.
///
/// A kernel over any layout has it as a parameter, which is a [`LaunchedLayout`]:
///
/// ```
/// use cubecl::prelude::*;
/// use layout_cubecl::*;
///
/// #[cube(launch)]
/// fn relayout<From: LaunchedLayout, To: LaunchedLayout>(
///     input: &[f32],
///     output: &mut [f32],
///     from: Launched<From>,
///     to: Launched<To>,
///     size: u32,
/// ) {
///     let i = ABSOLUTE_POS as u32;
///     if i < size {
///         output[to.index_u32(i) as usize] = input[from.index_u32(i) as usize];
///     }
/// }
/// # fn main() {}
/// ```
#[derive(Clone, Copy)]
pub struct Launched<L: Layout, G = <L as Layout>::Geometry> {
    layout: L,
    geometry: PhantomData<fn() -> G>,
}

/// A layout that may be [`Launched`], which every layout is.
///
/// cubecl drops the `where` of a kernel: bounds are written at the parameter.
pub trait LaunchedLayout:
    Layout<Geometry: CubeGeometry, Linear: CubeGeometry> + Send + Sync + 'static
{
}

impl<L> LaunchedLayout for L where
    L: Layout<Geometry: CubeGeometry, Linear: CubeGeometry> + Send + Sync + 'static
{
}

impl<L: Layout> Launched<L> {
    /// The argument of a layout.
    ///
    /// # Errors
    ///
    /// The size or what bounds of padding compare does not fit an `i32`, or an offset is negative or does not fit a `u32`.
    pub fn new(layout: L) -> Result<Self, ShapeError> {
        check_u32(&layout)?;
        Ok(Launched { layout, geometry: PhantomData })
    }
}

impl<L: Layout, G> Launched<L, G> {
    /// The layout that the kernel was launched with.
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The index of the 1-D coordinate `i`.
    pub fn index_u32(&self, i: u32) -> u32 {
        self.layout.index(i as usize) as u32
    }

    /// The index of a natural coordinate.
    pub fn crd2idx_u32(&self, at: <L::Geometry as Geometry>::Natural<u32>) -> u32 {
        let (geometry, mut at) = (self.layout.geometry(), at);
        let mut wide = geometry.digits_last::<usize>(0);
        for leaf in 0..<L::Geometry as Geometry>::LEAVES {
            *L::Geometry::digit(&mut wide, leaf) = *L::Geometry::digit(&mut at, leaf) as usize;
        }
        self.layout.crd2idx(wide) as u32
    }

    /// Returns true if a natural coordinate is no padding.
    pub fn in_bounds_u32(&self, at: <L::Geometry as Geometry>::Natural<u32>) -> bool
    where
        L::Bounds: Known,
    {
        self.layout.bounds().contain::<u32>(&self.layout.geometry(), at)
    }
}

impl<L: Layout + fmt::Debug, G> fmt::Debug for Launched<L, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layout.fmt(f)
    }
}

/// The values that cubecl computes with in the place of a [`Launched`].
pub struct LaunchedExpand<L: Layout, G = <L as Layout>::Geometry> {
    numbers: Numbers<Value>,
    layout: PhantomData<fn() -> (L, G)>,
}

/// The numbers of a layout that a kernel knows, and is compiled for.
#[derive(Clone, Debug)]
pub struct Compiled(Numbers<Option<u32>>);

impl Compiled {
    fn numbers(&self) -> impl PartialEq + std::hash::Hash {
        let mut all = Vec::new();
        drop(self.0.map(|number| all.push(*number)));
        (all, self.0.linear.as_ref().map(Vec::len), self.0.bounds.len())
    }
}

impl PartialEq for Compiled {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
    }
}

impl Eq for Compiled {}

impl std::hash::Hash for Compiled {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.numbers().hash(state);
    }
}

impl<L: Layout + 'static, G: 'static> CubeType for Launched<L, G> {
    type ExpandType = LaunchedExpand<L, G>;
}

impl<L: LaunchedLayout, G: 'static> LaunchArg for Launched<L, G> {
    type RuntimeArg = Self;
    type CompilationArg = Compiled;

    fn register(arg: Self, launcher: &mut KernelLauncher) -> Compiled {
        Compiled(Numbers::of(&arg.layout).map(|number: &Kept| {
            let known = number.known();
            if known.is_none() {
                <u32 as LaunchArg>::register(number.number(), launcher);
            }
            known
        }))
    }

    fn expand(arg: &Compiled, builder: &mut KernelBuilder) -> LaunchedExpand<L, G> {
        let numbers = arg.0.map(|number| match *number {
            Some(number) => Value::Known(number),
            None => Value::Given(<u32 as LaunchArg>::expand(&(), builder)),
        });
        LaunchedExpand { numbers, layout: PhantomData }
    }
}

impl<L: Layout, G> LaunchedExpand<L, G>
where
    L::Geometry: CubeGeometry,
{
    /// [`Launched::index_u32`] in a kernel.
    #[doc(hidden)]
    pub fn __expand_index_u32_method(&self, scope: &Scope, i: Number) -> Number {
        let linear = self.numbers.linear.as_ref().unwrap_or(&self.numbers.modes);
        let (computer, mut digits) = (Computer(scope), Vec::new());
        computer.digits(linear, i, &mut digits);
        computer.mapped::<L::Map>(computer.offset(linear, &digits))
    }

    /// [`Launched::crd2idx_u32`] in a kernel.
    #[doc(hidden)]
    pub fn __expand_crd2idx_u32_method(
        &self,
        scope: &Scope,
        at: <L::Geometry as CubeGeometry>::Coordinate,
    ) -> Number {
        let (computer, mut leaves) = (Computer(scope), Vec::new());
        L::Geometry::leaves(at, &mut leaves);
        computer.mapped::<L::Map>(computer.offset(&self.numbers.modes, &leaves))
    }

    /// [`Launched::in_bounds_u32`] in a kernel.
    #[doc(hidden)]
    pub fn __expand_in_bounds_u32_method(
        &self,
        scope: &Scope,
        at: <L::Geometry as CubeGeometry>::Coordinate,
    ) -> NativeExpand<bool>
    where
        L::Bounds: Known,
    {
        let mut leaves = Vec::new();
        L::Geometry::leaves(at, &mut leaves);
        Computer(scope).contain(&self.numbers.bounds, &leaves)
    }

    /// The index of an integer for each mode.
    pub(crate) fn at(&self, scope: &Scope, ranks: &[usize], modes: &[Number]) -> Number {
        let (computer, mut digits) = (Computer(scope), Vec::new());
        for (leaves, c) in ranks.iter().zip(modes) {
            let from = digits.len();
            computer.digits(&self.numbers.modes[from..from + leaves], *c, &mut digits);
        }
        computer.mapped::<L::Map>(computer.offset(&self.numbers.modes, &digits))
    }
}

#[cfg(feature = "cubecl-std")]
impl<L: Layout, G> LaunchedExpand<L, G> {
    /// The number of coordinates of each mode.
    pub(crate) fn sizes(&self, scope: &Scope, ranks: &[usize]) -> Vec<Number> {
        let (computer, mut from) = (Computer(scope), 0);
        let size = |leaves: &usize| {
            let extents = self.numbers.modes[from..from + leaves].iter().map(|(extent, _)| *extent);
            from += leaves;
            computer.product(extents)
        };
        ranks.iter().map(size).collect()
    }

    /// Returns true if an integer for each mode is below its size.
    pub(crate) fn within(
        &self,
        scope: &Scope,
        ranks: &[usize],
        modes: &[Number],
    ) -> NativeExpand<bool> {
        let below = self.sizes(scope, ranks).into_iter().zip(modes);
        let below = below.map(|(size, c)| crate::expand::less::expand(scope, *c, size));
        let all = below.reduce(|all, one| crate::expand::both::expand(scope, all, one));
        all.unwrap_or(NativeExpand::from(true))
    }

    /// Returns true if an integer for each mode is no padding.
    pub(crate) fn contains(
        &self,
        scope: &Scope,
        ranks: &[usize],
        modes: &[Number],
    ) -> NativeExpand<bool> {
        let (computer, mut digits) = (Computer(scope), Vec::new());
        for (leaves, c) in ranks.iter().zip(modes) {
            let from = digits.len();
            computer.digits(&self.numbers.modes[from..from + leaves], *c, &mut digits);
        }
        computer.contain(&self.numbers.bounds, &digits)
    }
}

macro_rules! at {
    (usize $c:ident) => { usize };
    ($($M:ident $c:ident),+) => {
        impl<$($M: Geometry),+, L: Layout<Geometry = ($($M,)+)>> Launched<L, ($($M,)+)>
        where
            ($($M,)+): Geometry,
            ($(at!(usize $c),)+): layout_runtime::Coordinate<($($M,)+)>,
        {
            /// The index of an integer for each mode.
            #[allow(clippy::too_many_arguments)] // One a mode.
            pub fn at_u32(&self, $($c: u32),+) -> u32 {
                self.layout.crd2idx(($($c as usize,)+)) as u32
            }
        }

        impl<$($M: CubeGeometry),+, L: Layout<Geometry = ($($M,)+)>> LaunchedExpand<L, ($($M,)+)>
        where
            ($($M,)+): CubeGeometry,
        {
            /// `at_u32` in a kernel.
            #[doc(hidden)]
            #[allow(clippy::too_many_arguments)] // One a mode.
            pub fn __expand_at_u32_method(&self, scope: &Scope, $($c: Number),+) -> Number {
                self.at(scope, &[$($M::LEAVES),+], &[$($c),+])
            }
        }
    };
}

at!(M0 c0);
at!(M0 c0, M1 c1);
at!(M0 c0, M1 c1, M2 c2);
at!(M0 c0, M1 c1, M2 c2, M3 c3);
at!(M0 c0, M1 c1, M2 c2, M3 c3, M4 c4);
at!(M0 c0, M1 c1, M2 c2, M3 c3, M4 c4, M5 c5);

impl<L: Layout, G> Clone for LaunchedExpand<L, G> {
    fn clone(&self) -> Self {
        LaunchedExpand { numbers: self.numbers.clone(), layout: PhantomData }
    }
}

impl<L: Layout, G> IntoExpand for LaunchedExpand<L, G> {
    type Expand = Self;

    fn into_expand(self, _: &Scope) -> Self {
        self
    }
}

impl<L: Layout, G> ExpandTypeClone for LaunchedExpand<L, G> {
    fn clone_unchecked(&self) -> Self {
        self.clone()
    }
}

impl<L: Layout, G> IntoMut for LaunchedExpand<L, G> {
    fn into_mut(self, _: &Scope) -> Self {
        self
    }
}

impl<L: Layout, G> CubeDebug for LaunchedExpand<L, G> {}

impl<L: Layout, G> AsRefExpand for LaunchedExpand<L, G> {
    fn __expand_ref_method(&self, _: &Scope) -> &Self {
        self
    }
}

impl<L: Layout, G> AsMutExpand for LaunchedExpand<L, G> {
    fn __expand_ref_mut_method(&mut self, _: &Scope) -> &mut Self {
        self
    }
}
