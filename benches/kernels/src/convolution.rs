//! Convolutions of 3 x 3, from channels apart to channels in blocks of eight, filters blocked alike.

use std::hint::black_box;
use std::sync::Arc;

use layout_view::{View, ViewMut, layout};

use crate::Cases;
use crate::case::{Kernel, equal, input};

layout! {
    struct Nchw<n, c, h, w> = (n,c,h,w):(c*h*w,h*w,w,1);
    struct NChw8c<n, o8, h, w> = (n,o8,h,w,8):(o8*h*w*8,h*w*8,w*8,8,1);
    struct Filters<o8, c, r, s> = (o8,c,r,s,8):(c*r*s*8,r*s*8,s*8,8,1);
}

/// Images, channels, blocks of eight, height and width of the result, of a filter.
type Extents = (usize, usize, usize, usize, usize, usize, usize);

pub fn cases() -> Cases {
    vec![
        Box::new(|| {
            Box::new(case(
                "conv2d 1x16x28x27, four pixels at once",
                (1, 16, 2, 28, 27, 3, 3),
                four,
                four_by_hand,
            ))
        }),
        Box::new(|| {
            Box::new(case(
                "conv2d 2x32x56x113, four pixels at once",
                (2, 32, 4, 56, 113, 3, 3),
                four,
                four_by_hand,
            ))
        }),
        Box::new(|| {
            Box::new(case(
                "conv2d 1x16x28x27, added up in place",
                (1, 16, 2, 28, 27, 3, 3),
                in_place,
                in_place_by_hand,
            ))
        }),
    ]
}

type Run = fn(&mut [f32], &[f32], &[f32], Extents);

fn case(name: &str, extents: Extents, views: Run, hand: Run) -> Kernel<f32> {
    let (n, c, o8, h, w, r, s) = extents;
    let image = Arc::new(input(n * c * (h + r - 1) * (w + s - 1), 7));
    let filters = Arc::new(input(o8 * c * r * s * 8, 5));
    let variant = |run: Run| {
        let (image, filters) = (image.clone(), filters.clone());
        Box::new(move |out: &mut [f32]| run(out, &image, &filters, black_box(extents)))
    };
    Kernel {
        name: name.to_string(),
        before: vec![0.0; n * o8 * h * w * 8],
        views: variant(views),
        hand: variant(hand),
        others: vec![],
        same: equal,
    }
}

/// Four pixels at once, whose sums stay in registers.
#[inline(never)]
fn four(out: &mut [f32], image: &[f32], filters: &[f32], (n, c, o8, h, w, r, s): Extents) {
    let mut out = ViewMut::new(out, NChw8c::of(n, o8, h, w));
    let image = View::new(image, Nchw::of(n, c, h + r - 1, w + s - 1));
    let filters = View::new(filters, Filters::of(o8, c, r, s));
    for n in 0..n {
        for o in 0..o8 {
            for y in 0..h {
                for x in (0..w).step_by(4) {
                    let pixels = (w - x).min(4);
                    let mut sums = [[0.0; 8]; 4];
                    for c in 0..c {
                        for i in 0..r {
                            for j in 0..s {
                                for (x, sums) in (x..x + pixels).zip(&mut sums) {
                                    let value = image[(n, c, y + i, x + j)];
                                    for l in 0..8 {
                                        sums[l] += value * filters[(o, c, i, j, l)];
                                    }
                                }
                            }
                        }
                    }
                    for (x, sums) in (x..x + pixels).zip(&sums) {
                        for l in 0..8 {
                            out[(n, o, y, x, l)] = sums[l];
                        }
                    }
                }
            }
        }
    }
}

#[inline(never)]
fn four_by_hand(out: &mut [f32], image: &[f32], filters: &[f32], (n, c, o8, h, w, r, s): Extents) {
    let (height, width) = (h + r - 1, w + s - 1);
    for n in 0..n {
        for o in 0..o8 {
            for y in 0..h {
                for x in (0..w).step_by(4) {
                    let pixels = (w - x).min(4);
                    let mut sums = [[0.0; 8]; 4];
                    for k in 0..c {
                        for i in 0..r {
                            for j in 0..s {
                                for (x, sums) in (x..x + pixels).zip(&mut sums) {
                                    let value =
                                        image[((n * c + k) * height + y + i) * width + x + j];
                                    for l in 0..8 {
                                        sums[l] += value
                                            * filters[(((o * c + k) * r + i) * s + j) * 8 + l];
                                    }
                                }
                            }
                        }
                    }
                    for (x, sums) in (x..x + pixels).zip(&sums) {
                        for l in 0..8 {
                            out[(((n * o8 + o) * h + y) * w + x) * 8 + l] = sums[l];
                        }
                    }
                }
            }
        }
    }
}

/// Pixel by pixel, added up where the result is.
#[inline(never)]
fn in_place(out: &mut [f32], image: &[f32], filters: &[f32], (n, c, o8, h, w, r, s): Extents) {
    let mut out = ViewMut::new(out, NChw8c::of(n, o8, h, w));
    let image = View::new(image, Nchw::of(n, c, h + r - 1, w + s - 1));
    let filters = View::new(filters, Filters::of(o8, c, r, s));
    out.fill(0.0);
    for n in 0..n {
        for o in 0..o8 {
            for c in 0..c {
                for y in 0..h {
                    for i in 0..r {
                        for j in 0..s {
                            for x in 0..w {
                                let value = image[(n, c, y + i, x + j)];
                                for l in 0..8 {
                                    out[(n, o, y, x, l)] += value * filters[(o, c, i, j, l)];
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[inline(never)]
fn in_place_by_hand(
    out: &mut [f32],
    image: &[f32],
    filters: &[f32],
    (n, c, o8, h, w, r, s): Extents,
) {
    let (height, width) = (h + r - 1, w + s - 1);
    out.fill(0.0);
    for n in 0..n {
        for o in 0..o8 {
            for k in 0..c {
                for y in 0..h {
                    for i in 0..r {
                        for j in 0..s {
                            for x in 0..w {
                                let value = image[((n * c + k) * height + y + i) * width + x + j];
                                for l in 0..8 {
                                    out[(((n * o8 + o) * h + y) * w + x) * 8 + l] +=
                                        value * filters[(((o * c + k) * r + i) * s + j) * 8 + l];
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
