//! Layouts as Triton's linear ones.

use layout_algebra::Layout;

use crate::parse::triton::PLACES;

/// The layout, whose modes are the registers, the lanes, the warps and the blocks; or what Triton has no
/// words for.
pub(super) fn write(layout: &Layout) -> Result<String, &'static str> {
    const LONE: &str = "coordinates are not nested there";
    let mut dims = 1;
    for (_, stride) in layout.leaves() {
        match *stride.mode().indices() {
            [] => {}
            [dim] => dims = dims.max(dim + 1),
            _ => return Err(LONE),
        }
    }
    if layout.rank() > PLACES.len() {
        return Err("there are registers, lanes, warps and blocks alone");
    }
    let mut taken = vec![0i128; dims];
    let mut places: [Vec<String>; 4] = Default::default();
    for (mode, vectors) in layout.modes().iter().zip(&mut places) {
        for (extent, stride) in mode.leaves() {
            let (Some(extent), Some(mut step)) = (extent.known(), stride.scale().known()) else {
                return Err("its numbers are known");
            };
            if extent.count_ones() != 1 {
                return Err("extents are powers of two there");
            }
            let dim = stride.mode().indices().first().copied().unwrap_or(0);
            for _ in 0..extent.trailing_zeros() {
                if step < 0 {
                    return Err("strides are not negative there");
                }
                if taken[dim] & step != 0 {
                    return Err(
                        "two of its steps share a bit: their exclusive or is not their sum",
                    );
                }
                taken[dim] |= step;
                let vector: Vec<String> =
                    (0..dims).map(|k| if k == dim { step } else { 0 }.to_string()).collect();
                vectors.push(format!("[{}]", vector.join(", ")));
                // The offsets of a layout fit.
                step = step.saturating_mul(2);
            }
        }
    }
    let places = PLACES.iter().zip(&places);
    let places = places.map(|(place, vectors)| format!("{place} = [{}]", vectors.join(", ")));
    Ok(format!("#ttg.linear<{{{}}}>", places.collect::<Vec<_>>().join(", ")))
}
