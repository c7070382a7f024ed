// Each way to make a view of a buffer refuses a padded layout.

use layout_view::Array;
use layout_view::{View, ViewMut, layout};

layout! {
    #[allow(padding)]
    struct Fours = zipped_divide((10):(1), 4);
}

fn main() {
    let mut array = [0; 12];
    let _ = View::new(&array, Fours);
    let _ = View::try_new(&array, Fours);
    let _ = View::from_array(&array, Fours);
    let _ = unsafe { View::from_ptr(array.as_ptr(), Fours) };
    let _ = ViewMut::new(&mut array, Fours);
    let _ = ViewMut::try_new(&mut array, Fours);
    let _ = ViewMut::from_array(&mut array, Fours);
    let _ = unsafe { ViewMut::from_ptr(array.as_mut_ptr(), Fours) };
    let _ = Array::new(array, Fours);
    let _: Array<_, _, 12> = Array::filled(0, Fours);
    let _ = View::from_ndarray(ndarray::Array2::<u8>::zeros((4, 3)).view(), Fours);
    let _ = ViewMut::from_ndarray(ndarray::Array2::<u8>::zeros((4, 3)).view_mut(), Fours);
}
