//! Attention of one token to those before it, whose keys and values are in pages of 16 in any order.

use std::hint::black_box;
use std::sync::Arc;

use layout_view::{View, ViewMut, layout};

use crate::Cases;
use crate::case::{Kernel, input, near};

layout! {
    struct Heads<heads, d> = (heads,d):(d,1);
    struct Pages<pages, page, heads, d> = (pages,page,heads,d):(page*heads*d,heads*d,d,1);
}

/// Heads, the elements of each, tokens, and those of a page.
type Extents = (usize, usize, usize, usize);

pub fn cases() -> Cases {
    vec![Box::new(|| {
        Box::new(case("paged attention, 8 heads of 64, 500 tokens", (8, 64, 500, 16)))
    })]
}

type Run = fn(&mut [f32], [&[f32]; 3], &[usize], Extents);

fn case(name: &str, extents: Extents) -> Kernel<f32> {
    let (heads, d, tokens, page) = extents;
    let pages = tokens.div_ceil(page);
    let inputs = [
        input(heads * d, 7),
        input(pages * page * heads * d, 5),
        input(pages * page * heads * d, 11),
    ];
    let small = |x: Vec<f32>| x.into_iter().map(|x| x / 64.0).collect::<Vec<_>>();
    let inputs = Arc::new(inputs.map(small));
    let table: Arc<Vec<usize>> = Arc::new((0..pages).map(|k| k * 7 % pages).collect());
    assert!(pages % 7 != 0);
    let variant = |run: Run| {
        let (inputs, table) = (inputs.clone(), table.clone());
        Box::new(move |out: &mut [f32]| {
            run(out, [&inputs[0], &inputs[1], &inputs[2]], &table, black_box(extents));
        })
    };
    Kernel {
        name: name.to_string(),
        before: vec![1.0; heads * d],
        views: variant(by_views),
        hand: variant(by_hand),
        others: vec![],
        same: near,
    }
}

#[inline(never)]
fn by_views(
    out: &mut [f32],
    [query, keys, values]: [&[f32]; 3],
    table: &[usize],
    (heads, d, tokens, page): Extents,
) {
    let mut out = ViewMut::new(out, Heads::of(heads, d));
    let query = View::new(query, Heads::of(heads, d));
    let pages = Pages::of(table.len(), page, heads, d);
    let (keys, values) = (View::new(keys, pages), View::new(values, pages));
    let scale = 1.0 / (d as f32).sqrt();
    let mut scores = vec![0.0f32; tokens];
    for h in 0..heads {
        for (t, score) in scores.iter_mut().enumerate() {
            let mut sum = 0.0;
            for i in 0..d {
                sum += query[(h, i)] * keys[(table[t / page], t % page, h, i)];
            }
            *score = sum * scale;
        }
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for score in &mut scores {
            *score = (*score - most).exp();
            total += *score;
        }
        out.slice_mut((h, ..)).fill(0.0);
        for (t, score) in scores.iter().enumerate() {
            let weight = score / total;
            for i in 0..d {
                out[(h, i)] += weight * values[(table[t / page], t % page, h, i)];
            }
        }
    }
}

#[inline(never)]
fn by_hand(
    out: &mut [f32],
    [query, keys, values]: [&[f32]; 3],
    table: &[usize],
    (heads, d, tokens, page): Extents,
) {
    let scale = 1.0 / (d as f32).sqrt();
    let mut scores = vec![0.0f32; tokens];
    for h in 0..heads {
        for (t, score) in scores.iter_mut().enumerate() {
            let mut sum = 0.0;
            for i in 0..d {
                sum += query[h * d + i]
                    * keys[((table[t / page] * page + t % page) * heads + h) * d + i];
            }
            *score = sum * scale;
        }
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for score in &mut scores {
            *score = (*score - most).exp();
            total += *score;
        }
        out[h * d..(h + 1) * d].fill(0.0);
        for (t, score) in scores.iter().enumerate() {
            let weight = score / total;
            for i in 0..d {
                out[h * d + i] +=
                    weight * values[((table[t / page] * page + t % page) * heads + h) * d + i];
            }
        }
    }
}
