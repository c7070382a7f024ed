//! Tensor memory of SM100: the loads and stores of a warp, `tcgen05.ld` and `tcgen05.st`, and where `tcgen05.mma` has its operands in it.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Copy, arguments, bits_of};
use crate::Layout;

/// A shape of `tcgen05.ld`: of CUTLASS (commit 7107b05), `include/cute/atom/copy_traits_sm100.hpp`; PTX ISA has figures of each.
struct Shape {
    /// The name in CUTLASS, and that in PTX.
    names: (&'static str, &'static str),
    /// The lanes of tensor memory.
    lanes: i128,
    /// The bits of a lane that are moved once.
    bits: i128,
    /// The most times.
    most: i128,
    /// The threads, as shape and strides, where `r` is the bits of a lane that are moved in all, and `h` their half.
    threads: (&'static str, &'static str),
    /// The bits of a thread that lie together, and the rows after which it has as many again, if it has.
    together: (i128, bool),
}

const SHAPES: &[Shape] = &[
    Shape {
        names: ("16dp64b", "16x64b"),
        lanes: 16,
        bits: 64,
        most: 128,
        threads: ("(2,2,8)", "(8r,32,r)"),
        together: (32, false),
    },
    Shape {
        names: ("16dp128b", "16x128b"),
        lanes: 16,
        bits: 128,
        most: 64,
        threads: ("(4,8)", "(32,r)"),
        together: (32, true),
    },
    Shape {
        names: ("16dp256b", "16x256b"),
        lanes: 16,
        bits: 256,
        most: 32,
        threads: ("(4,8)", "(64,r)"),
        together: (64, true),
    },
    Shape {
        names: ("16dp32b", "16x32bx2"),
        lanes: 16,
        bits: 64,
        most: 128,
        threads: ("(16,2)", "(r,h)"),
        together: (0, false),
    },
    Shape {
        names: ("32dp32b", "32x32b"),
        lanes: 32,
        bits: 32,
        most: 128,
        threads: ("32", "r"),
        together: (0, false),
    },
];

/// The copies of CUTLASS' names, `SM100_TMEM_LOAD_16dp64b1x`, and of PTX': `tcgen05.ld.16x64b.x1`, without the dots
/// `tcgen05_ld_16x64b_x1`. Bit `b` of the tile is in lane `b / r` of tensor memory, where a lane has `r` bits of it. `…_16b` packs pairs of
/// words of 16 bits, which changes where a bit is in tensor memory, and not which thread has it.
pub(super) fn find(name: &str) -> Option<Copy> {
    let (is_load, shape, times) = of_cutlass(name).or_else(|| of_ptx(name))?;
    if times > shape.most || !times.is_positive() || times & (times - 1) != 0 {
        return None;
    }
    let row = shape.bits * times;
    let tile = shape.lanes * row;
    let memory: Layout = format!("(32,{tile}):(0,1)").parse().ok()?;
    let registers: Layout = format!("({},{}", shape.threads.0, shape.values(times)).parse().ok()?;
    let (source, target) = match is_load {
        true => (memory.clone(), registers),
        false => (registers, memory.clone()),
    };
    let threads = Layout::leaf(32, 1).ok()?;
    Some(Copy { name: name.to_owned(), threads, source, target, reference: memory })
}

impl Shape {
    /// The rest of the layout of registers: the values' shape, and all strides.
    fn values(&self, times: i128) -> String {
        let row = self.bits * times;
        let steps = self.threads.1.replace("8r", &format!("{}", 8 * row));
        let steps = steps.replace('r', &format!("{row}")).replace('h', &format!("{}", row / 2));
        let (together, twice) = self.together;
        // The values lie in a row.
        if together == 0 {
            let all = self.bits * self.lanes * times / 32;
            return format!("{all}):({steps},1)");
        }
        let (below, bits) = (8 * row, self.bits);
        match (twice, times) {
            (false, 1) => format!("{together}):({steps},1)"),
            (false, _) => format!("({together},{times})):({steps},(1,{bits}))"),
            (true, 1) => format!("({together},2)):({steps},(1,{below}))"),
            (true, _) => format!("({together},2,{times})):({steps},(1,{below},{bits}))"),
        }
    }
}

/// `SM100_TMEM_LOAD_16dp64b1x`.
fn of_cutlass(name: &str) -> Option<(bool, &'static Shape, i128)> {
    let name = name.rsplit("::").next()?.strip_prefix("SM100_TMEM_")?;
    let (is_load, rest) = match name.strip_prefix("LOAD_") {
        Some(rest) => (true, rest),
        None => (false, name.strip_prefix("STORE_")?),
    };
    let rest = rest.strip_suffix("_16b").unwrap_or(rest).strip_suffix('x')?;
    let found = SHAPES.iter().find_map(|shape| Some((shape, rest.strip_prefix(shape.names.0)?)));
    let (shape, times) = found?;
    Some((is_load, shape, times.parse().ok()?))
}

/// `tcgen05_ld_16x64b_x1`.
fn of_ptx(name: &str) -> Option<(bool, &'static Shape, i128)> {
    let name = name.strip_prefix("tcgen05_")?;
    let (is_load, rest) = match name.strip_prefix("ld_") {
        Some(rest) => (true, rest),
        None => (false, name.strip_prefix("st_")?),
    };
    let (shape, times) = rest.split_once("_x")?;
    let shape = SHAPES.iter().find(|of| of.names.1 == shape)?;
    Some((is_load, shape, times.parse().ok()?))
}

pub(super) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for way in ["LOAD", "STORE"] {
        for shape in SHAPES {
            for times in [1, 2, 4, 8, 16, 32, 64, 128] {
                if times <= shape.most {
                    names.push(format!("SM100_TMEM_{way}_{}{times}x", shape.names.0));
                }
            }
        }
    }
    names
}

/// The lanes and columns of tensor memory where the rows and columns of C are: `UMMA::tmem_frg_1sm<float,128,256>` of the type of C and its M x N, and
/// `UMMA::tmem_frg_2sm` of the part of one of two SMs. An address has the lane above bit 16 and the column below, in words of 32 bits; of
/// smaller elements, addresses count these. From CUTLASS, `cute/atom/mma_traits_sm100_frag.hpp`, `tmem_frg::make`, without the
/// modes of tiles.
pub(super) fn fragment(name: &str) -> Option<Layout> {
    let name = name.strip_prefix("UMMA::").unwrap_or(name);
    let (word, types) = name.split_at(name.find('<')?);
    let [element, m, n] = arguments(types)?[..] else { return None };
    let bits = bits_of(element).filter(|bits| matches!(bits, 16 | 32))?;
    let (m, n): (i128, i128) = (m.parse().ok()?, n.parse().ok()?);
    if !(8..=256).contains(&n) || n % 8 != 0 {
        return None;
    }
    let column = 32 / bits;
    let lane = 65536 * column;
    let half = n / 2;
    match (word, m) {
        // Sixteen of each 32 lanes.
        ("tmem_frg_1sm", 64) => format!("((16,4),{n}):(({lane},{}),{column})", 32 * lane),
        // The right half of the columns is in the lanes below.
        ("tmem_frg_2sm", 64) => {
            format!("(64,({half},2)):({lane},({column},{}))", 64 * lane)
        }
        ("tmem_frg_1sm" | "tmem_frg_2sm", 128) => format!("(128,{n}):({lane},{column})"),
        _ => return None,
    }
    .parse()
    .ok()
}
