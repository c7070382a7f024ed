//! Patches of an image as the rows of a matrix, with stride, padding and dilation: a border of zeros is copied around the
//! image by views, and asked for by hand, as ggml does.

use std::hint::black_box;
use std::sync::Arc;

use layout_view::{View, ViewMut, layout};

use crate::Cases;
use crate::case::{Kernel, equal, input};

layout! {
    struct Image<c, h, w> = (c,h,w):(h*w,w,1);
    /// Rows of patches of a bordered image: columns and rows of a patch, channels, and where the patch is.
    #[allow(non_injective)]
    struct Patches<s, r, c, ow, oh, h, w, step, d> =
        (s,r,c,ow,oh):(d,d*w,h*w,step,step*w);
    struct Matrix<s, r, c, ow, oh> = (s,r,c,ow,oh);
}

#[derive(Clone, Copy)]
struct Shape {
    channels: usize,
    height: usize,
    width: usize,
    /// Rows and columns of a patch.
    r: usize,
    s: usize,
    stride: usize,
    padding: usize,
    dilation: usize,
}

impl Shape {
    /// The rows and columns of patches.
    fn patches(self) -> (usize, usize) {
        let count = |n: usize, k: usize| {
            (n + 2 * self.padding - self.dilation * (k - 1) - 1) / self.stride + 1
        };
        (count(self.height, self.r), count(self.width, self.s))
    }
}

pub fn cases() -> Cases {
    let shape = Shape {
        channels: 16,
        height: 56,
        width: 57,
        r: 3,
        s: 3,
        stride: 1,
        padding: 1,
        dilation: 1,
    };
    vec![
        Box::new(move || Box::new(case("im2col 16x56x57, 3x3", shape))),
        Box::new(move || {
            let shape = Shape { stride: 2, padding: 2, dilation: 2, ..shape };
            Box::new(case("im2col 16x56x57, 3x3, stride and dilation 2", shape))
        }),
    ]
}

type Run = fn(&mut [f32], &[f32], Shape);

fn case(name: &str, shape: Shape) -> Kernel<f32> {
    let image = Arc::new(input(shape.channels * shape.height * shape.width, 7));
    let (oh, ow) = shape.patches();
    let variant = |run: Run| {
        let image = image.clone();
        Box::new(move |out: &mut [f32]| run(out, &image, black_box(shape)))
    };
    Kernel {
        name: name.to_string(),
        before: vec![1.0; oh * ow * shape.channels * shape.r * shape.s],
        views: variant(by_views),
        hand: variant(by_hand),
        others: vec![],
        same: equal,
    }
}

#[inline(never)]
fn by_views(out: &mut [f32], image: &[f32], shape: Shape) {
    let Shape { channels: c, height: h, width: w, r, s, stride, padding: p, dilation } = shape;
    let (oh, ow) = shape.patches();
    let image = View::new(image, Image::of(c, h, w));
    let (h2, w2) = (h + 2 * p, w + 2 * p);
    let mut bordered = vec![0.0; c * h2 * w2];
    let mut inner = ViewMut::new(&mut bordered, Image::of(c, h2, w2));
    image.copy_to(&mut inner.slice_mut((.., p..p + h, p..p + w)));
    View::new(&bordered, Patches::of(s, r, c, ow, oh, h2, w2, stride, dilation))
        .copy_to(&mut ViewMut::new(out, Matrix::of(s, r, c, ow, oh)));
}

#[inline(never)]
fn by_hand(out: &mut [f32], image: &[f32], shape: Shape) {
    let Shape { channels, height, width, r, s, stride, padding, dilation } = shape;
    let (oh, ow) = shape.patches();
    for y in 0..oh {
        for x in 0..ow {
            for c in 0..channels {
                for i in 0..r {
                    for j in 0..s {
                        let row = (y * stride + i * dilation).wrapping_sub(padding);
                        let column = (x * stride + j * dilation).wrapping_sub(padding);
                        out[((y * ow + x) * channels + c) * r * s + i * s + j] =
                            if row < height && column < width {
                                image[(c * height + row) * width + column]
                            } else {
                                0.0
                            };
                    }
                }
            }
        }
    }
}
