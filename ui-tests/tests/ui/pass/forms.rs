// Every form of every macro, in every position.

use layout_view::{StaticLayout, complement, compose, divide, infer_layout, layout, product};

layout! {
    pub struct Tile = (8,8):(8,1);
    struct Quarters = logical_divide(Tile, (4,4));
    struct Inferred = infer_layout(|i, (j, _)| i + j * 4, (4,(2,1)));
}

type Alias = layout!(Tile);

/// A layout where a type stands.
struct Typed<L = layout!((4,8):(1,4))> {
    swizzled: layout!(Sw<1,0,3> o 0 o (8,8):(8,1)),
    padded: layout!(#[expect(padding)] zipped_divide(10:1, 4)),
    named: divide!(Tile, (4,4)),
    own: L,
}

fn typed(own: layout!((4,8):(1,4))) -> Typed {
    Typed {
        swizzled: layout!(Sw<1,0,3> o 0 o (8,8):(8,1)),
        padded: layout!(#[allow(padding)] zipped_divide(10:1, 4)),
        named: divide!(Tile, (4,4)),
        own,
    }
}

trait Named {
    const NAME: &'static str;
}

impl Named for layout!(3:2) {
    const NAME: &'static str = <layout!(3:2)>::NOTATION;
}

static TABLE: [usize; 4] = layout!(eval((2,2):(2,1)));

fn size<L: StaticLayout>(_: L) -> usize {
    L::SIZE
}

macro_rules! forwarded {
    ($name:path, $tile:tt, $($rest:tt)*) => { layout!(composition($name, $tile) $($rest)*) };
}

/// A forwarded expression is one operand.
macro_rules! closure {
    ($i:ident, $j:ident, $body:expr) => { infer_layout!(|$i, $j| 2 * $body, (4, 8)) };
}

fn main() {
    assert_eq!(infer_layout!([0, 4, 2, 6]).size() + infer_layout!(0, 1, 2).size() + Inferred.size(), 15);
    assert_eq!(closure!(i, j, i + j * 4).at(1, 2), 18);
    layout! { let t = composition(Tile, 8:2); }
    layout! { let t2 = composition(t, 2); let t2 = composition(t2, 1); }
    assert_eq!(t2.size(), 1);
    assert_eq!(size(layout!((4,8):(8,1))) + size(t), 40);
    assert_eq!(divide!(Quarters, 4).size() + compose!(Tile, <2, 4>).size(), 72);
    assert_eq!(complement!(4:2, 24).size() + product!(4:1, 3:2).size(), 18);
    assert_eq!(forwarded!(crate::Tile, (4,4),).index(1), 8);
    assert_eq!((TABLE, Alias::SIZE), ([0, 2, 1, 3], 64));
    let all = typed(layout!((4,8):(1,4)));
    assert_eq!(all.swizzled.size() + all.padded.size() + all.named.size() + all.own.size(), 172);
    assert_eq!(<layout!(3:2) as Named>::NAME, "3:2");
    // A layout is called as a macro of the standard library is, and that is one still.
    layout! { let line = 4:1; }
    assert!(line.size() == 4 && line!() > 0);
    match 64 {
        layout!(cosize(Tile)) => {}
        _ => unreachable!(),
    }
}
