//! The layout, the size and the extents of every view.

use super::packed::{PackedElement, PackedView, PackedViewMut};
use super::{Part, View, ViewMut};
use crate::{Geometry, Layout, Map};

/// The functions of one kind of view.
macro_rules! measures {
    ($View:ident<$E:ident $(: $bound:path)?>) => {
        impl<$E $(: $bound)?, L: Layout> $View<'_, $E, L> {
            /// The layout. Where it is swizzled, that of a part is the one that the part would have at
            /// coordinate 0: the view itself knows where the part begins.
            #[inline(always)]
            #[must_use]
            pub fn layout(&self) -> Part<L, L::Geometry> {
                <L::Map as Map>::layout(*self.place().geometry())
            }

            /// The number of coordinates.
            #[inline(always)]
            #[must_use]
            pub fn size(&self) -> usize {
                self.place().size()
            }

            /// The number of coordinates of each mode; constants where they are known at compile time.
            #[inline(always)]
            #[must_use]
            pub fn extents(&self) -> <L::Geometry as Geometry>::Extents<usize> {
                self.place().geometry().extents()
            }
        }
    };
}

measures!(View<T>);
measures!(ViewMut<T>);
measures!(PackedView<E: PackedElement>);
measures!(PackedViewMut<E: PackedElement>);
