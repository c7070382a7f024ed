//! A program with one call of a tool, or with two of other layouts: `benches/size.sh` measures the code that they add. The tool is the environment's `TOOL`, and
//! the calls are `CALLS`, while this is compiled.

use std::hint::black_box;

use layout_view::{Fixed, View, ViewMut, Windows, einsum, fold, layout, zip_with};

layout! {
    struct Rows<m, n> = (m: m, n: n):(n, 1);
    struct Columns<m, n> = (m: m, n: n):(1, m);
    struct Right<n, p> = (n: n, p: p):(p, 1);
    struct Product<m, p> = (m: m, p: p):(p, 1);
    struct Sums<m> = (m: m):(1);
}

const TOOL: &str = match option_env!("TOOL") {
    Some(tool) => tool,
    None => "",
};

const TWICE: bool =
    matches!(option_env!("CALLS"), Some(calls) if calls.len() == 1 && calls.as_bytes()[0] == b'2');

/// Returns true if the tool has this name, which the compiler knows.
const fn is(name: &str) -> bool {
    let (name, tool) = (name.as_bytes(), TOOL.as_bytes());
    let mut k = 0;
    while k < name.len() && k < tool.len() && name[k] == tool[k] {
        k += 1;
    }
    k == name.len() && k == tool.len()
}

/// A call of the tool with matrices, of which the first has this layout.
macro_rules! call {
    ($Of:ident, $Rows:ident $Right:ident $Product:ident $Sums:ident $pattern:literal, $x:ident, $w:ident, $y:ident, $n:ident) => {
        if const { is("slices") } {
            $y.iter_mut().zip(&$x[..$n]).for_each(|(y, x)| *y += 2.0 * x);
        } else if const { !is("") } {
            let a = View::new(&$x, $Of::new($n, $n).expect("a layout"));
            let b = View::new(&$w, $Rows::new($n, $n).expect("a layout"));
            let mut c = ViewMut::new(&mut $y, $Rows::new($n, $n).expect("a layout"));
            if const { is("copy_to") } {
                a.copy_to(&mut c);
            } else if const { is("zip_with, one source") } {
                c.zip_with(a, |c, a| *c += 2.0 * a);
            } else if const { is("zip_with!, two sources") } {
                zip_with!(c: $Rows, a: $Of, b: $Rows, |c, a, b| *c = 2.0 * a + b);
            } else if const { is("fold!, sums of rows") } {
                let mut c = ViewMut::new(&mut $y, $Sums::new($n).expect("a layout"));
                fold!(a: $Of, c: $Sums, |c, a| *c += a);
            } else if const { is("einsum!, a product") } {
                let b = View::new(&$w, $Right::new($n, $n).expect("a layout"));
                let mut c = ViewMut::new(&mut $y, $Product::new($n, $n).expect("a layout"));
                einsum!($pattern, a: $Of, b: $Right, c: $Product);
            } else if const { is("fold_windows") } {
                c.fold_windows(a, Windows::new([3, 3]), |c, a, _| *c += a);
            } else if const { is("split_mut") } {
                let [mut a, mut b] = c.split_mut(Fixed::<0>);
                for i in 0..$n {
                    (a[i], b[i]) = (a[i] + b[i], a[i] - b[i]);
                }
            } else if const { is("coordinates") } {
                for i in 0..$n {
                    for j in 0..$n {
                        c[(i, j)] = 2.0 * a[(i, j)] + b[(i, j)];
                    }
                }
            }
        }
    };
}

#[allow(unused_mut, unused_variables)]
fn main() {
    let n = std::env::args().count();
    let (m, p) = (n, n);
    let (x, w): (Vec<f32>, Vec<f32>) = (black_box(vec![1.0; n * n]), black_box(vec![2.0; n * n]));
    let mut y = black_box(vec![0.0_f32; n * n]);
    call!(Rows, Rows Right Product Sums "m n, n p -> m p", x, w, y, n);
    if TWICE {
        call!(Columns, Rows Right Product Sums "m n, n p -> m p", x, w, y, n);
    }
    black_box(y);
}
