// The same of layouts with run-time numbers, in each way to make a view.

use layout_view::{View, ViewMut, layout};

layout! { #[allow(padding)] struct Fours<m> = logical_divide((m):(1), 4); }

fn main() {
    let (fours, buffer, elements) = (Fours::of(10), &[0; 12], &mut [0; 12]);
    let _ = View::new(buffer, fours);
    let _ = View::try_new(buffer, *fours);
    let _ = unsafe { View::from_ptr(buffer.as_ptr(), fours) };
    let _ = ViewMut::new(elements, fours);
    let _ = ViewMut::try_new(elements, *fours);
    let _ = unsafe { ViewMut::from_ptr(elements.as_mut_ptr(), fours) };
}
