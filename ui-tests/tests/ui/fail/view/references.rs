// The element of the target is a mutable reference, those of the sources are shared ones, and no value is used.

use layout_view::{View, ViewMut, layout, zip_with};

layout! { struct Line = (i: 4):(1); }

fn main() {
    let (x, mut y) = ([1.0f32; 4], [0.0f32; 4]);
    let (x, mut y) = (View::new(&x, Line), ViewMut::new(&mut y, Line));
    zip_with!(y: Line, x: Line, |to, from: f32| *to += from);
    zip_with!(y: Line, x: Line, x: Line, |to, a, &mut b| *to += a * b);
    zip_with!(y: Line, x: Line, |to, from: &'static mut f32| *to += *from);
    zip_with!(y: Line, x: Line, |&to, from| to += from);
    zip_with!(y: Line, x: Line, move |to: f32, from| to += from);
    zip_with!(y: Line, x: Line, |to: &f32, from| *to += from);
    zip_with!(y: Line, x: Line, |to, from| *to + from);
    zip_with!(y: Line, 2.0: Line, |to, from| *to *= from);
    zip_with!(y: Line, x: Line, |to: &mut f32, &from: &f32| *to += from);
    zip_with!(y: Line, x: Line, |&mut ref mut to, from: &_| { *to -= from });
    zip_with!(y: Line, x: Line, |to, from| *to = if *from > 0.0 { from + 1.0 } else { -from });
}
