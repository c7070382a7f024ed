// A variable of a macro, and one of the same name that it is given, are not the same.

use layout_view::layout;

macro_rules! tile {
    ($rows:expr) => {{
        let n = 3;
        layout!(($rows, n):(n, 1))
    }};
}

macro_rules! blocks {
    ($local:ident) => {
        layout! { let q = 4:1; let r = logical_product(q, $local); }
    };
}

macro_rules! item {
    ($m:ident) => {
        layout! { struct Columns<$m> = ($m, m); }
    };
}

item!(m);

fn main() {
    let n = 5;
    let _ = tile!(n);
    layout! { let q = 3:5; }
    blocks!(q);
}
