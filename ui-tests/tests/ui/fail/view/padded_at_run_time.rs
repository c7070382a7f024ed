// The same of layouts with numbers of the run, in each way to make a view.

use layout_runtime::view::{DynamicView, DynamicViewMut};
use layout_runtime::layout;

layout! { #[allow(padding)] struct Fours<m> = logical_divide((m):(1), 4); }

fn main() {
    let (fours, buffer, elements) = (Fours::of(10), &[0; 12], &mut [0; 12]);
    let _ = DynamicView::new(buffer, fours);
    let _ = DynamicView::try_new(buffer, *fours);
    let _ = unsafe { DynamicView::from_ptr(buffer.as_ptr(), &fours) };
    let _ = DynamicViewMut::new(elements, fours);
    let _ = DynamicViewMut::try_new(elements, *fours);
    let _ = unsafe { DynamicViewMut::from_ptr(elements.as_mut_ptr(), &fours) };
}
