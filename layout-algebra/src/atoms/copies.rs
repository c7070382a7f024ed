//! The instructions that copy: of a thread, of a warp to and from shared memory, and shuffles.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Copy, arguments, bits_of};
use crate::Layout;

/// CUTLASS 4 (commit 7107b05), `include/cute/atom/copy_traits*.hpp`, `Copy_Traits`; of equal layouts
/// together.
const TABLE: &[Rows] = &[
    Rows {
        names: &["SM100_LOAD_256bit_CACHE_NOALLOCATION", "SM100_STORE_256bit_CACHE_NOALLOCATION"],
        threads: "1:0",
        source: "(1,256):(0,1)",
        target: "(1,256):(0,1)",
        reference: "(1,256):(0,1)",
    },
    Rows {
        names: &["SM100_SU4_DU8x16_x1_LDSM_N", "SM100_SU6_DU8x16_x1_LDSM_N", "SM75_U32x1_LDSM_N"],
        threads: "32:1",
        source: "((8,4),128):((128,0),1)",
        target: "(32,32):(32,1)",
        reference: "(32,32):(32,1)",
    },
    Rows {
        names: &["SM100_SU4_DU8x16_x2_LDSM_N", "SM100_SU6_DU8x16_x2_LDSM_N", "SM75_U32x2_LDSM_N"],
        threads: "32:1",
        source: "((16,2),128):((128,0),1)",
        target: "(32,(32,2)):(32,(1,1024))",
        reference: "(32,(32,2)):(32,(1,1024))",
    },
    Rows {
        names: &["SM100_SU4_DU8x16_x4_LDSM_N", "SM100_SU6_DU8x16_x4_LDSM_N", "SM75_U32x4_LDSM_N"],
        threads: "32:1",
        source: "(32,128):(128,1)",
        target: "(32,(32,4)):(32,(1,1024))",
        reference: "(32,(32,4)):(32,(1,1024))",
    },
    Rows {
        names: &["SM100_U8x16_LDSM_T"],
        threads: "32:1",
        source: "((2,2,4,2),128):((128,1024,256,2048),1)",
        target: "((4,8),(8,2,2,4)):((256,8),(1,128,64,1024))",
        reference: "((4,8),(8,2,2,4)):((256,8),(1,128,64,1024))",
    },
    Rows {
        names: &["SM100_U8x16_STSM_T"],
        threads: "32:1",
        source: "((4,8),(8,2,2,4)):((256,8),(1,128,64,1024))",
        target: "(32,128):(128,1)",
        reference: "((4,8),(8,2,2,4)):((256,8),(1,128,64,1024))",
    },
    Rows {
        names: &["SM100_U8x4_STSM_T"],
        threads: "32:1",
        source: "((4,8),(8,2,2)):((256,8),(1,128,64))",
        target: "((8,4),128):((128,0),1)",
        reference: "((4,8),(8,2,2)):((256,8),(1,128,64))",
    },
    Rows {
        names: &["SM100_U8x8_LDSM_T"],
        threads: "32:1",
        source: "((2,2,4,2),128):((128,1024,256,0),1)",
        target: "((4,8),(8,2,2,2)):((256,8),(1,128,64,1024))",
        reference: "((4,8),(8,2,2,2)):((256,8),(1,128,64,1024))",
    },
    Rows {
        names: &["SM100_U8x8_STSM_T"],
        threads: "32:1",
        source: "((4,8),(8,2,2,2)):((256,8),(1,128,64,1024))",
        target: "((16,2),128):((128,0),1)",
        reference: "((4,8),(8,2,2,2)):((256,8),(1,128,64,1024))",
    },
    Rows {
        names: &["SM100_UTCCP_128dp128bit_1cta"],
        threads: "1:0",
        source: "(1,16384):(0,1)",
        target: "(1,16384):(0,1)",
        reference: "(1,16384):(0,1)",
    },
    Rows {
        names: &["SM100_UTCCP_128dp128bit_2cta"],
        threads: "2:1",
        source: "(2,16384):(0,1)",
        target: "(2,16384):(0,1)",
        reference: "(2,16384):(0,1)",
    },
    Rows {
        names: &["SM100_UTCCP_128dp256bit_1cta"],
        threads: "1:0",
        source: "(1,32768):(0,1)",
        target: "(1,32768):(0,1)",
        reference: "(1,32768):(0,1)",
    },
    Rows {
        names: &["SM100_UTCCP_128dp256bit_2cta"],
        threads: "2:1",
        source: "(2,32768):(0,1)",
        target: "(2,32768):(0,1)",
        reference: "(2,32768):(0,1)",
    },
    Rows {
        names: &["SM100_UTCCP_2x64dp128bitlw0123_1cta"],
        threads: "1:0",
        source: "(1,(32,128,2,2)):(0,(1,32,4096,0))",
        target: "(1,16384):(0,1)",
        reference: "(1,16384):(0,1)",
    },
    Rows {
        names: &["SM100_UTCCP_2x64dp128bitlw0123_2cta"],
        threads: "2:1",
        source: "(2,(32,128,2,2)):(0,(1,32,4096,0))",
        target: "(2,16384):(0,1)",
        reference: "(2,16384):(0,1)",
    },
    Rows {
        names: &["SM100_UTCCP_2x64dp128bitlw0213_1cta"],
        threads: "1:0",
        source: "(1,(64,128,2)):(0,(1,64,0))",
        target: "(1,16384):(0,1)",
        reference: "(1,16384):(0,1)",
    },
    Rows {
        names: &["SM100_UTCCP_2x64dp128bitlw0213_2cta"],
        threads: "2:1",
        source: "(2,(64,128,2)):(0,(1,64,0))",
        target: "(2,16384):(0,1)",
        reference: "(2,16384):(0,1)",
    },
    Rows {
        names: &["SM100_UTCCP_4dp256bit_1cta"],
        threads: "1:0",
        source: "(1,(4,256)):(0,(32,128))",
        target: "(1,(4,256)):(0,(32,128))",
        reference: "(1,(4,256)):(0,(32,128))",
    },
    Rows {
        names: &["SM100_UTCCP_4dp256bit_2cta"],
        threads: "2:1",
        source: "(2,(4,256)):(0,(32,128))",
        target: "(2,(4,256)):(0,(32,128))",
        reference: "(2,(4,256)):(0,(32,128))",
    },
    Rows {
        names: &["SM100_UTCCP_4x32dp128bit_1cta"],
        threads: "1:0",
        source: "(1,(32,128,4)):(0,(1,32,0))",
        target: "(1,16384):(0,1)",
        reference: "(1,16384):(0,1)",
    },
    Rows {
        names: &["SM100_UTCCP_4x32dp128bit_2cta"],
        threads: "2:1",
        source: "(2,(32,128,4)):(0,(1,32,0))",
        target: "(2,16384):(0,1)",
        reference: "(2,16384):(0,1)",
    },
    Rows {
        names: &["SM50_Shuffle_U32_2x2Trans_XOR1"],
        threads: "32:1",
        source: "(32,64):(64,1)",
        target: "((2,16),(32,2)):((32,128),(1,64))",
        reference: "(32,64):(64,1)",
    },
    Rows {
        names: &["SM50_Shuffle_U32_2x2Trans_XOR4"],
        threads: "32:1",
        source: "(32,64):(64,1)",
        target: "((4,2,4),(32,2)):((64,32,512),(1,256))",
        reference: "(32,64):(64,1)",
    },
    Rows {
        names: &["SM75_U16x2_LDSM_T"],
        threads: "32:1",
        source: "((8,4),128):((128,0),1)",
        target: "((4,8),(16,2)):((256,16),(1,128))",
        reference: "((4,8),(16,2)):((256,16),(1,128))",
    },
    Rows {
        names: &["SM75_U16x4_LDSM_T"],
        threads: "32:1",
        source: "((16,2),128):((128,0),1)",
        target: "((4,8),(16,2,2)):((256,16),(1,128,1024))",
        reference: "((4,8),(16,2,2)):((256,16),(1,128,1024))",
    },
    Rows {
        names: &["SM75_U16x8_LDSM_T"],
        threads: "32:1",
        source: "(32,128):(128,1)",
        target: "((4,8),(16,2,4)):((256,16),(1,128,1024))",
        reference: "((4,8),(16,2,4)):((256,16),(1,128,1024))",
    },
    Rows {
        names: &["SM75_U32x1_MOVM_T"],
        threads: "32:1",
        source: "(32,32):(32,1)",
        target: "(32,32):(32,1)",
        reference: "(32,32):(32,1)",
    },
    Rows {
        names: &["SM90_U16x2_STSM_T"],
        threads: "32:1",
        source: "((4,8),(16,2)):((256,16),(1,128))",
        target: "((8,4),128):((128,0),1)",
        reference: "((4,8),(16,2)):((256,16),(1,128))",
    },
    Rows {
        names: &["SM90_U16x4_STSM_T"],
        threads: "32:1",
        source: "((4,8),(16,2,2)):((256,16),(1,128,1024))",
        target: "((16,2),128):((128,0),1)",
        reference: "((4,8),(16,2,2)):((256,16),(1,128,1024))",
    },
    Rows {
        names: &["SM90_U16x8_STSM_T"],
        threads: "32:1",
        source: "((4,8),(16,2,4)):((256,16),(1,128,1024))",
        target: "(32,128):(128,1)",
        reference: "((4,8),(16,2,4)):((256,16),(1,128,1024))",
    },
    Rows {
        names: &["SM90_U32x1_STSM_N"],
        threads: "32:1",
        source: "(32,32):(32,1)",
        target: "((8,4),128):((128,0),1)",
        reference: "(32,32):(32,1)",
    },
    Rows {
        names: &["SM90_U32x2_STSM_N"],
        threads: "32:1",
        source: "(32,(32,2)):(32,(1,1024))",
        target: "((16,2),128):((128,0),1)",
        reference: "(32,(32,2)):(32,(1,1024))",
    },
    Rows {
        names: &["SM90_U32x4_STSM_N"],
        threads: "32:1",
        source: "(32,(32,4)):(32,(1,1024))",
        target: "(32,128):(128,1)",
        reference: "(32,(32,4)):(32,(1,1024))",
    },
];

/// Vectors of one thread, with the bits that they may have; all copies of a thread if there are none.
const VECTORS: &[(&str, &[i128])] = &[
    ("UniversalCopy", &[]),
    ("SM80_CP_ASYNC_CACHEALWAYS", &[32, 64, 128]),
    ("SM80_CP_ASYNC_CACHEALWAYS_ZFILL", &[32, 64, 128]),
    ("SM80_CP_ASYNC_CACHEGLOBAL", &[128]),
    ("SM80_CP_ASYNC_CACHEGLOBAL_ZFILL", &[128]),
];

struct Rows {
    names: &'static [&'static str],
    threads: &'static str,
    source: &'static str,
    target: &'static str,
    reference: &'static str,
}

pub(super) fn find(name: &str) -> Option<Copy> {
    let Some(rows) = TABLE.iter().find(|rows| rows.names.contains(&name)) else {
        return vectorizing(name).or_else(|| vector(name));
    };
    Some(Copy {
        name: name.to_owned(),
        threads: rows.threads.parse().ok()?,
        source: rows.source.parse().ok()?,
        target: rows.target.parse().ok()?,
        reference: rows.reference.parse().ok()?,
    })
}

/// The copies that take as many elements at a time as their layouts allow, and their names: to a tiling they are copies of one
/// element. `include/cute/arch/copy.hpp` has the names, `copy_traits.hpp` the layouts.
fn vectorizing(name: &str) -> Option<Copy> {
    let bits = match name {
        "DefaultCopy" => 8,
        "AutoVectorizingCopy" => 128,
        _ => {
            let inside = arguments(name.strip_prefix("AutoVectorizingCopyWithAssumedAlignment")?)?;
            let [bits] = inside[..] else { return None };
            bits.strip_prefix('_').unwrap_or(bits).parse().ok()?
        }
    };
    // CUTLASS takes whole bytes.
    if bits <= 0 || bits % 8 != 0 {
        return None;
    }
    let one: Layout = "(1,1):(0,0)".parse().ok()?;
    Some(Copy {
        name: name.to_owned(),
        threads: Layout::unit(),
        source: one.clone(),
        target: one.clone(),
        reference: one,
    })
}

/// `UniversalCopy<uint128_t>`, or with a second type, that of what is written.
fn vector(name: &str) -> Option<Copy> {
    let (word, types) = name.split_at(name.find('<')?);
    let (_, allowed) = VECTORS.iter().find(|(vector, _)| *vector == word)?;
    let bits = match arguments(types)?[..] {
        [of] => bits_of(of)?,
        [from, to] if bits_of(from)? == bits_of(to)? => bits_of(from)?,
        _ => return None,
    };
    if !allowed.is_empty() && !allowed.contains(&bits) {
        return None;
    }
    let layout = Layout::new((1, bits), (0, 1)).ok()?;
    Some(Copy {
        name: name.to_owned(),
        threads: Layout::unit(),
        source: layout.clone(),
        target: layout.clone(),
        reference: layout,
    })
}

pub(super) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for rows in TABLE {
        for name in rows.names {
            names.push((*name).to_owned());
        }
    }
    for (word, allowed) in VECTORS {
        let allowed = if allowed.is_empty() { &[8, 16, 32, 64, 128] } else { *allowed };
        for bits in allowed {
            names.push(format!("{word}<uint{bits}_t>"));
        }
    }
    names
}
