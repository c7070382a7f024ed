//! `split_mut`: a view as an array of its slices along a mode.

#![allow(unsafe_code)]

use core::marker::PhantomData;

use super::permute::HasMode;
use super::{Slice, ViewMut};
use crate::__private::made;
use crate::dynamic::ShapeError;
use crate::proofs::Injective;
use crate::{Fixed, Geometry, Layout, SizeIs};
use layout_runtime::internals::{Checks, Message};

/// The layout of a view of `L` without its mode `K`.
pub type Without<const K: isize, L> = Slice<<<L as Layout>::Geometry as HasMode<K>>::Fixing, L>;

/// A mode has `N` coordinates, as far as the compiler knows.
struct Extent<M, const N: usize>(PhantomData<M>);

impl<M: Geometry, const N: usize> Extent<M, N> {
    const SHOWN: () = match M::KNOWN_SIZE {
        Some(extent) if extent != N => {
            let message = Message::new("a mode of extent ")
                .integer(extent as isize)
                .text(" is split into ")
                .integer(N as isize)
                .text(" views: there is one for each of its coordinates");
            message.panic();
        }
        _ => {}
    };
}

impl<'a, T, L: Layout> ViewMut<'a, T, L> {
    /// The slices along a mode, as an array of views of their own:
    ///
    /// ```text
    /// v.split_mut(Fixed::<1>)[i][(c0, c2)] = v[(c0, i, c2)]
    /// ```
    ///
    /// No two of them share an element: the legs of a butterfly, the planes of an image, the parts of a complex number may be borrowed at once, or
    /// go to threads. A function that takes their rows as `&mut` slices is compiled to vectors, where one of coordinates of the whole view is
    /// not, if numbers are known at run time: two coordinates may be of one element. The other modes keep what is known of them. A
    /// mode may be nested, with its 1-D coordinate. Does not compile where the mode is known to have another extent than the array,
    /// or two coordinates of the view to share an element.
    ///
    /// ```
    /// use layout_view::{Fixed, ViewMut, layout};
    ///
    /// layout! { struct Legs<n> = (n, 2):(1, n); }
    ///
    /// let mut data = [1, 2, 3, 10, 20, 30];
    /// let mut v = ViewMut::new(&mut data, Legs::new(3)?);
    /// let [mut a, mut b] = v.split_mut(Fixed::<1>);
    /// for i in 0..3 {
    ///     (a[i], b[i]) = (a[i] + b[i], a[i] - b[i]);
    /// }
    /// assert_eq!(data, [11, 22, 33, -9, -18, -27]);
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    ///
    /// ```compile_fail
    /// # use layout_view::{Fixed, ViewMut, layout};
    /// let mut data = [0; 6];
    /// let mut v = ViewMut::new(&mut data, layout!((3,2):(1,3)));
    /// let [_, _, _] = v.split_mut(Fixed::<1>);    // two columns
    /// ```
    ///
    /// # Panics
    ///
    /// If the mode has another extent at run time, or a stride is not above what the leaves below it reach.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn split_mut<const K: isize, const N: usize>(
        &mut self,
        mode: Fixed<K>,
    ) -> [ViewMut<'_, T, Without<K, L>>; N]
    where
        L::Geometry: HasMode<K>,
        <L::Geometry as HasMode<K>>::Mode: SizeIs<N>,
    {
        let () = Extent::<<L::Geometry as HasMode<K>>::Mode, N>::SHOWN;
        let () = Injective::<L::Geometry>::SHOWN;
        made(self.try_split_mut(mode))
    }

    /// [`ViewMut::split_mut`] for numbers that may be wrong.
    ///
    /// # Errors
    ///
    /// The mode has another extent than the array, or a stride is not above what the leaves below it reach.
    ///
    /// ```
    /// use layout_view::{Fixed, ViewMut, layout};
    ///
    /// layout! { struct Rows<m, n> = (m, n):(n, 1); }
    ///
    /// let mut data = [0; 6];
    /// let mut v = ViewMut::new(&mut data, Rows::new(2, 3)?);
    /// let error = v.try_split_mut::<0, 3>(Fixed::<0>).err().unwrap();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "mode = 0, extent = 2, views = 3 and a view is split into as many as its mode has coordinates"
    /// );
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_split_mut<const K: isize, const N: usize>(
        &mut self,
        mode: Fixed<K>,
    ) -> Result<[ViewMut<'_, T, Without<K, L>>; N], ShapeError>
    where
        L::Geometry: HasMode<K>,
    {
        self.reborrow().try_into_split(mode)
    }

    /// [`ViewMut::try_split_mut`] for as long as this view lives.
    ///
    /// # Errors
    ///
    /// The same.
    #[inline]
    pub fn try_into_split<const K: isize, const N: usize>(
        self,
        _mode: Fixed<K>,
    ) -> Result<[ViewMut<'a, T, Without<K, L>>; N], ShapeError>
    where
        L::Geometry: HasMode<K>,
    {
        let () = Injective::<L::Geometry>::SHOWN;
        let geometry = self.place().geometry();
        let extent = geometry.mode().product::<usize>();
        if extent != N {
            return Err(other_extent(K, extent, N));
        }
        <L::Geometry as Geometry>::Phase::injective(geometry)?;
        let slice = |i: usize| match self.place().slice(L::Geometry::fixing(i)) {
            // SAFETY: no two coordinates of this view share an element, and each slice has another coordinate of the mode. The view ends here.
            Ok(place) => unsafe { ViewMut::from_place(place) },
            Err(_) => unreachable!("a coordinate of the mode"),
        };
        Ok(core::array::from_fn(slice))
    }
}

/// The error of a mode with another extent than the array: a function of its own, out of the way.
#[cold]
fn other_extent(mode: isize, extent: usize, views: usize) -> ShapeError {
    let rule = "a view is split into as many as its mode has coordinates";
    let numbers = [mode as i128, extent as i128, views as i128];
    ShapeError::broken("", rule, &["mode", "extent", "views"], &numbers)
}
