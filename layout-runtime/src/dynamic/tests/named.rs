//! The expansion of a named layout, by hand.

extern crate std;

use core::ops::Deref;
use std::string::ToString;

use super::{Dynamic, Extent, Fixed, Mode, ShapeError};
use crate::__private::refused;
use crate::geometry::evaluate::Evaluate;
use crate::phase::RunTime;

/// `(m,(8,k/8)):(k,(1,8))` for `k % 8 == 0`, which is `(m,k):(k,1)` in 1-D coordinates.
#[derive(Clone, Copy)]
struct Global {
    k: usize,
    layout: Dynamic<Rows, 3, Linear>,
}

type Rows = (Mode, (Mode<Fixed<8>, Fixed<1>>, Mode<Extent, Fixed<8>>));
type Linear = (Mode, Mode<Extent, Fixed<1>>);

impl Global {
    fn new(m: usize, k: usize) -> Result<Self, ShapeError> {
        let layout = if k.is_multiple_of(8) & (k <= isize::MAX as usize) {
            let row = Mode { extent: Extent::new(m), stride: k as isize };
            let block = Mode { extent: Fixed, stride: Fixed };
            let rest = Mode { extent: Extent::new(k / 8), stride: Fixed };
            let all = Mode { extent: Extent::new(k), stride: Fixed };
            let (modes, linear): (Rows, Linear) = ((row, (block, rest)), (row, all));
            Dynamic::checked(
                modes,
                RunTime::flow::<_, usize>(&modes),
                linear,
                RunTime::flow::<_, usize>(&linear),
            )
        } else {
            None
        };
        let rules =
            "8 #1 divides: k must be a multiple of 8\n#1 fits: k must fit `isize`, as a stride";
        layout
            .map(|layout| Global { k, layout })
            .ok_or_else(|| refused("Global", &["m", "k"], rules, &[m, k]))
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
    type Target = Dynamic<Rows, 3, Linear>;

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
    assert_eq!(error(3, 12), "Global: k = 12 and k must be a multiple of 8");
    assert_eq!(
        error(1 << 40, 1 << 63),
        "Global: k = 9223372036854775808 and k must fit `isize`, as a stride"
    );
    assert_eq!(
        error(1 << 40, 1 << 30),
        "Global: m = 1099511627776, k = 1073741824 and its size and offsets must fit `isize`, with 1 for \
         each extent that is 0"
    );
    assert!(Global::new(3, 0).is_ok() && Global::new(0, 1 << 62).is_ok());
}
