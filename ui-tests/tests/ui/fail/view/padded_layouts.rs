// Each way to see a view by another layout refuses a padded one.

use layout_view::{View, ViewMut, layout};

layout! {
    struct Twelve = 12:1;
    #[allow(padding)]
    struct Fours = zipped_divide((10):(1), 4);
}

fn main() {
    let v = View::new(&[0; 12], Twelve);
    let _ = v.with_layout(Fours);
    let _ = v.local_tile(Fours, 0);
    let _ = v.local_partition(Fours, 0);
    let _ = v.tiles(Fours);
    let _ = v.recast::<i32, _>(Fours);
    let _ = v.try_recast::<i32, _>(Fours);

    let buffer = &mut [0; 12];
    let mut v = ViewMut::new(buffer, Twelve);
    let _ = v.with_layout_mut(Fours);
    let _ = v.tiles_mut(Fours);
    let _: [_; 3] = v.split_tiles_mut(Fours);
    let _ = v.recast_mut::<i32, _>(Fours);
    let _ = v.try_recast_mut::<i32, _>(Fours);
    let _ = v.reborrow().into_layout(Fours);
    let _ = v.into_tiles(Fours);
}
