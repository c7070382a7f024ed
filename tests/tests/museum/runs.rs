//! Answers that only Rust shows: views, and layouts whose numbers are known at run time. The page has
//! the body of each function.

use layout_view::{Fixed, Ragged, View, ViewMut, layout};

/// A function and its name.
pub(crate) type Run = (&'static str, fn() -> String);

macro_rules! runs {
    ($($name:ident)*) => { &[$((stringify!($name), $name as fn() -> String)),*] };
}

pub(crate) const ALL: &[Run] = runs! {
    four_at_a_time
    chunks_for_threads
    a_reversed_pair
    a_negative_first_stride
    windows_of_a_reversed_matrix
    a_shared_row
    elements_of_a_large_matrix
    tokens_past_32_bits
};

/// The body of a function of this file.
pub(crate) fn source(name: &str) -> String {
    let file = include_str!("runs.rs");
    let (_, body) = file.split_once(&format!("fn {name}() -> String {{\n")).expect("a function");
    let (body, _) = body.split_once("\n}\n").expect("the end of a function");
    let lines = body.lines().map(|line| line.strip_prefix("    ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

fn four_at_a_time() -> String {
    layout! { struct Line<n> = (n):(1); }
    let source: Vec<f32> = (0..1003_u16).map(f32::from).collect();
    let mut target = vec![0.0; 1003];
    let from = View::new(&source, Line::of(1003));
    let mut to = ViewMut::new(&mut target, Line::of(1003));
    let (mut full, mut rest) = (0, 0);
    let tiles = (Fixed::<4>,);
    for ((_, to), (_, from)) in to.ragged_tiles_mut(tiles).zip(from.ragged_tiles(tiles)) {
        match to.zip(from) {
            Ragged::Full((mut to, from)) => {
                from.copy_to(&mut to); // four floats, by constants
                full += 1;
            }
            Ragged::Edge((mut to, from)) => {
                rest += from.size();
                from.copy_to(&mut to);
            }
        }
    }
    format!("{full} of 4, then {rest}; equal: {}", source == target)
}

fn chunks_for_threads() -> String {
    layout! {
        struct Matrix = (6,6):(6,1);
        struct Chunks = zipped_divide(Matrix, (3,3));
    }
    let mut a = [0; 36];
    let mut matrix = ViewMut::new(&mut a, Matrix);
    std::thread::scope(|scope| {
        for mut chunk in matrix.tiles_mut(Chunks) {
            scope.spawn(move || (0..3).for_each(|i| chunk[(i, i)] = 1));
        }
    });
    a.chunks(6).map(|row| format!("{row:?}")).collect::<Vec<_>>().join("\n")
}

fn a_reversed_pair() -> String {
    let view = View::new(&[1.0, 2.0], layout!(2:-1));
    format!("{:?}", view.iter().collect::<Vec<&f32>>())
}

fn a_negative_first_stride() -> String {
    let s = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    let view = View::new(&s, layout!((2,3,2):(-1,4,2)));
    let block = |i| [0, 1, 2].map(|j| [view[(i, j, 0)], view[(i, j, 1)]]);
    format!("{:?}", [block(0), block(1)])
}

fn windows_of_a_reversed_matrix() -> String {
    let eye = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    let windows = layout!(#[allow(non_injective)] (2,2,(2,2)):(3,-1,(3,-1)));
    let windows = View::new(&eye, windows);
    let at = |i, j| [0, 1].map(|di| [0, 1].map(|dj| windows[(i, j, (di, dj))]));
    format!("{:?}", [at(0, 0), at(0, 1), at(1, 0), at(1, 1)])
}

fn a_shared_row() -> String {
    let rows = layout!(#[allow(non_injective)] (2,3):(0,1));
    let b = View::new(&[1, 2, 3], rows);
    format!("{:?}", [0, 1].map(|i| [b[(i, 0)], b[(i, 1)], b[(i, 2)]]))
}

fn elements_of_a_large_matrix() -> String {
    layout! { struct Rows<m, n> = (m, n):(n, 1); }
    let rows = Rows::of(65384, 65384);
    let last = rows.at(65383, 65383);
    format!("{last}\n{}", rows.narrow().err().map_or_else(String::new, |error| error.to_string()))
}

fn tokens_past_32_bits() -> String {
    layout! { struct Tokens<t> = (t, 4):(8192, 1); }
    let wide = |t| Tokens::of(t).narrow().map(|tokens| tokens.at_u32(t as u32 - 1, 0));
    [262_146, 524_288, 524_289]
        .map(|t| match wide(t) {
            Ok(offset) => format!("{t} tokens: the last one at {offset}"),
            Err(error) => format!("{t} tokens: {error}"),
        })
        .join("\n")
}
