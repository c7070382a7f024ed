//! The access that a view gives is that of its reference: what is `Copy`, `Send` and `Sync`, and what lives for a shorter time.

extern crate std;

use core::cell::Cell;
use core::marker::PhantomData;
use std::boxed::Box;
use std::rc::Rc;
use std::sync::MutexGuard;
use std::vec::Vec;

use crate::packed::{PackedView, PackedViewMut, U4};
use crate::{Layout, View, ViewMut, layout};

layout! { struct Row = 8:1; }

/// True if a type implements traits: of two methods of one name, the inherent one is called where its bound holds.
macro_rules! implements {
    ($type:ty: $($bound:tt)+) => {{
        struct Probe<V>(PhantomData<V>);
        #[allow(dead_code)]
        trait No {
            fn answer(&self) -> bool {
                false
            }
        }
        impl<V> No for &Probe<V> {}
        #[allow(dead_code)]
        impl<V: $($bound)+> Probe<V> {
            fn answer(&self) -> bool {
                true
            }
        }
        (&Probe::<$type>(PhantomData)).answer()
    }};
}

#[test]
fn shared_views_alone_are_copied() {
    assert!(implements!(View<'static, Vec<u8>, Row>: Copy));
    assert!(implements!(PackedView<'static, U4, Row>: Copy));
    assert!(!implements!(ViewMut<'static, u8, Row>: Copy));
    assert!(!implements!(ViewMut<'static, u8, Row>: Clone));
    assert!(!implements!(PackedViewMut<'static, U4, Row>: Copy));
    assert!(!implements!(PackedViewMut<'static, U4, Row>: Clone));
}

/// A view goes to another thread as its reference does: `&T` where `T: Sync`, and `&mut T` where `T: Send`.
#[test]
fn views_are_sent_as_references_are() {
    macro_rules! check {
        ($($T:ty)+) => { $(
            assert_eq!(implements!(View<'static, $T, Row>: Send), implements!(&'static $T: Send));
            assert_eq!(implements!(View<'static, $T, Row>: Sync), implements!(&'static $T: Sync));
            assert_eq!(implements!(ViewMut<'static, $T, Row>: Send), implements!(&'static mut $T: Send));
            assert_eq!(implements!(ViewMut<'static, $T, Row>: Sync), implements!(&'static mut $T: Sync));
        )+ };
    }
    check!(u8 Cell<u8> Rc<u8> MutexGuard<'static, u8>);
    assert!(!implements!(View<'static, Cell<u8>, Row>: Send));
    assert!(implements!(ViewMut<'static, Cell<u8>, Row>: Send));
    assert!(!implements!(ViewMut<'static, Rc<u8>, Row>: Send));
    assert!(!implements!(ViewMut<'static, Cell<u8>, Row>: Sync));
    assert!(implements!(PackedView<'static, U4, Row>: Send + Sync));
    assert!(implements!(PackedViewMut<'static, U4, Row>: Send + Sync));
}

/// Each function compiles where a type is covariant: in its lifetime, and a shared view in its elements too.
#[test]
fn views_live_for_a_shorter_time() {
    fn shared<'a, L: Layout>(v: View<'static, &'static u8, L>) -> View<'a, &'a u8, L> {
        v
    }
    fn exclusive<'a, T, L: Layout>(v: ViewMut<'static, T, L>) -> ViewMut<'a, T, L> {
        v
    }
    fn packed<'a, L: Layout>(v: PackedView<'static, U4, L>) -> PackedView<'a, U4, L> {
        v
    }
    fn packed_exclusive<'a, L: Layout>(
        v: PackedViewMut<'static, U4, L>,
    ) -> PackedViewMut<'a, U4, L> {
        v
    }
    assert_eq!(shared(View::new(&[&7; 8], Row)).size(), 8);
    assert_eq!(exclusive(ViewMut::new(Box::leak(Box::new([7; 8])), Row)).size(), 8);
    assert_eq!(packed(PackedView::new(&[7; 4], Row)).size(), 8);
    assert_eq!(packed_exclusive(PackedViewMut::new(Box::leak(Box::new([7; 4])), Row)).size(), 8);
}

/// A view is as large as a pointer where all of its layout is known to the compiler.
#[test]
fn views_are_pointers() {
    assert_eq!(size_of::<View<'_, u8, Row>>(), size_of::<&u8>());
    assert_eq!(size_of::<Option<ViewMut<'_, u8, Row>>>(), size_of::<&mut u8>());
}

/// An exclusive view is lent, and is back afterwards; its parts and what it lends have the elements in the meantime.
#[test]
fn exclusive_views_are_lent() {
    let mut buffer = [0; 8];
    let mut v = ViewMut::new(&mut buffer, Row);
    v.reborrow()[1] = 1;
    v.slice_mut(2..4).fill(2);
    assert_eq!((v.as_view()[1], v[3]), (1, 2));
    assert!(v.into_view().iter().eq(&[0, 1, 2, 2, 0, 0, 0, 0]));

    let mut bytes = [0; 4];
    let mut v = PackedViewMut::<U4, _>::new(&mut bytes, Row);
    v.reborrow().set(1, 1);
    v.slice_mut(2..4).fill(2);
    let mut part = v.try_slice_mut(4..8).unwrap();
    part.set(0, 3);
    assert!(v.into_view().iter().eq([0, 1, 2, 2, 3, 0, 0, 0]));
    assert_eq!(bytes, [0x10, 0x22, 0x03, 0]);
}
