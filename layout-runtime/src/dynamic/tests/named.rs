//! What an expansion of a named layout is, by hand.

extern crate std;

use core::ops::Deref;
use std::string::ToString;

use super::{Dynamic, Extent, Fixed, Mode, ShapeError};
use crate::__private::Exact;

/// `(m,(8,k/8)):(k,(1,8))` for `k % 8 == 0`, which is `(m,k):(k,1)` in 1-D coordinates.
#[derive(Clone, Copy)]
struct Global {
    k: usize,
    layout: Dynamic<Modes, 3, Linear>,
}

type Modes = (Mode, (Mode<Fixed<8>, Fixed<1>>, Mode<Extent, Fixed<8>>));
type Linear = (Mode, Mode<Extent, Fixed<1>>);

impl Global {
    fn new(m: usize, k: usize) -> Result<Self, ShapeError> {
        let name = "Global";
        let (sm, sk) = (Exact::of(m), Exact::of(k));
        if !sk.is_multiple_of(Exact::int(8)) {
            let rule = "k must be a multiple of 8";
            return Err(ShapeError::broken(name, rule, &["m", "k"], &[m as i128, k as i128]));
        }
        let extent = Extent::new(sm.to_extent(name, &["m"])?);
        let stride = sk.to_stride(name, &["k"])?;
        let blocks = sk.exact_div(Exact::int(8)).to_extent(name, &["k/8"])?;
        let row = Mode { extent, stride };
        let block = Mode { extent: Fixed, stride: Fixed };
        let rest = Mode { extent: Extent::new(blocks), stride: Fixed };
        let all = Mode { extent: Extent::new(k), stride: Fixed };
        let layout = Dynamic::coalesced((row, (block, rest)), (row, all));
        layout.map(|layout| Global { k, layout }).map_err(|error| error.of_layout(name))
    }

    #[track_caller]
    fn of(m: usize, k: usize) -> Self {
        match Global::new(m, k) {
            Ok(global) => global,
            Err(error) => error.panic(),
        }
    }
}

impl Deref for Global {
    type Target = Dynamic<Modes, 3, Linear>;

    fn deref(&self) -> &Self::Target {
        &self.layout
    }
}

#[test]
fn named_layouts_are_their_numbers() {
    let global = Global::of(3, 16);
    super::check(*global);
    assert_eq!((global.k, global.to_string()), (16, "(3,(8,2)):(16,(1,8))".into()));
    assert_eq!((global.at(2, 11), global.index(2 + 3 * 11)), (43, 43));
}

#[test]
fn named_errors_say_the_name() {
    let error = |m, k| Global::new(m, k).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error(3, 12), "Global: m = 3, k = 12 and k must be a multiple of 8");
    assert_eq!(error(3, 0), "Global: k/8 = 0 and an extent must be at least 1 and fit `isize`");
    assert_eq!(
        error(1 << 40, 1 << 30),
        "Global: leaf = 0, extent = 1099511627776, stride = 1073741824 \
         and every offset must fit `isize`"
    );
}
