//! `DynamicLayout`: what a view takes as a layout with numbers of the run.

use core::ops::Deref;

use crate::dynamic::check::Range;
use crate::dynamic::ready::Ready;
use crate::dynamic::{Dynamic, Modes, ShapeError};
use crate::{Identity, Map};

mod sealed {
    pub trait Sealed {}
}

/// A layout with numbers of the run: a [`Dynamic`], or what dereferences to one, as a named layout
/// does.
///
/// Views rest on the numbers that it says, so only this crate implements it.
///
/// ```
/// use layout_runtime::layout;
/// use layout_runtime::view::DynamicView;
///
/// layout! { struct Rows<m, n> = (m, n):(n, 1); }
///
/// let (m, n) = (2, 3);
/// let v = DynamicView::new(b"abcdef", Rows::new(m, n)?);
/// assert_eq!((v[(1, 0)], v.size()), (b'd', 6));
/// let v = DynamicView::new(b"abcdef", layout!((m, n):(1, m)));
/// assert_eq!(v[(1, 0)], b'b');
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout with numbers of the run",
    note = "one whose numbers the compiler knows has views by `View::new(buffer, layout)`"
)]
pub trait DynamicLayout: sealed::Sealed {
    /// The extents and strides.
    type Modes: Modes;
    /// What follows them.
    type Map: Map;
    /// Which coordinates are padding.
    type Bounds;

    /// What a view rests on: computed from the numbers, whatever the layout was made with.
    #[doc(hidden)]
    fn evidence(&self) -> Result<Evidence<Self::Modes>, ShapeError>;

    /// What it was made with.
    #[doc(hidden)]
    fn claimed(&self) -> Evidence<Self::Modes>;
}

/// The modes of a layout, and their range.
#[doc(hidden)]
pub struct Evidence<M: Modes> {
    pub(super) modes: Ready<M>,
    pub(super) range: Range,
}

impl<M: Modes, const LEAVES: usize, Linear: Modes, O: Map, B> sealed::Sealed
    for Dynamic<M, LEAVES, Linear, O, B>
{
}

impl<M: Modes, const LEAVES: usize, Linear: Modes, O: Map, B> DynamicLayout
    for Dynamic<M, LEAVES, Linear, O, B>
{
    type Modes = M;
    type Map = O;
    type Bounds = B;

    #[inline]
    fn evidence(&self) -> Result<Evidence<M>, ShapeError> {
        let (modes, range) = Dynamic::evidence(self)?;
        Ok(Evidence { modes, range })
    }

    #[inline(always)]
    fn claimed(&self) -> Evidence<M> {
        let (modes, range) = Dynamic::claimed(self);
        Evidence { modes, range }
    }
}

impl<D: Deref<Target: DynamicLayout> + ?Sized> sealed::Sealed for D {}

// What neither is nor dereferences to a layout is told that, and not what `Deref` is.
#[diagnostic::do_not_recommend]
impl<D: Deref<Target: DynamicLayout> + ?Sized> DynamicLayout for D {
    type Modes = <D::Target as DynamicLayout>::Modes;
    type Map = <D::Target as DynamicLayout>::Map;
    type Bounds = <D::Target as DynamicLayout>::Bounds;

    #[inline(always)]
    fn evidence(&self) -> Result<Evidence<Self::Modes>, ShapeError> {
        (**self).evidence()
    }

    #[inline(always)]
    fn claimed(&self) -> Evidence<Self::Modes> {
        (**self).claimed()
    }
}

/// No swizzle follows the modes.
#[diagnostic::on_unimplemented(
    message = "a dynamic view has no layout with a swizzle",
    label = "this layout has a swizzle",
    note = "a swizzled layout whose numbers the compiler knows has views by `View::new`; \
            of this one, `buffer[layout.crd2idx(c)]` is the element at a coordinate"
)]
pub trait Unswizzled: Map {}

impl Unswizzled for Identity {}
