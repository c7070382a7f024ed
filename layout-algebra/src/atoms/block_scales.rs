//! Scale factors of blocks of elements, as of MXFP8, MXFP4 and NVFP4: which thread holds which in instructions on registers, and how
//! they lie in global and shared memory for `tcgen05.mma`.

use alloc::format;

use super::{Mma, Rows, arguments};
use crate::{CollectVec, Layout};

const CUTLASS: &str = "CUTLASS, cute/atom/mma_traits_sm120.hpp";
const FLOATS: [&str; 5] =
    ["float_e4m3_t", "float_e5m2_t", "float_e3m2_t", "float_e2m3_t", "float_e2m1_t"];

/// Templates of `mma.sync` of SM120; those that end in `_VS` have scale factors.
const SM120: &[Rows] = &[
    Rows {
        names: &["SM120_16x8x32_TN", "SM120::BLOCKSCALED::SM120_16x8x32_TN_VS"],
        shape: [16, 8, 32],
        threads: "32:1",
        a: "((4,8),(4,2,2)):((64,1),(16,8,256))",
        b: "((4,8),(4,2)):((32,1),(8,128))",
        c: "((4,8),(2,2)):((32,1),(16,8))",
        source: CUTLASS,
    },
    Rows {
        names: &["SM120::BLOCKSCALED::SM120_16x8x64_TN_VS"],
        shape: [16, 8, 64],
        threads: "32:1",
        a: "((4,8),(8,2,2)):((128,1),(16,8,512))",
        b: "((4,8),(8,2)):((64,1),(8,256))",
        c: "((4,8),(2,2)):((32,1),(16,8))",
        source: CUTLASS,
    },
];

/// One name of each kind of types.
pub(super) const NAMES: &[&str] = &[
    "SM120_16x8x32_TN<float_e4m3_t,float_e4m3_t,float>",
    "SM120_16x8x32_TN<float_e5m2_t,float_e5m2_t,half_t>",
    "SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<float_e4m3_t,float_e4m3_t,float,float_ue8m0_t,32>",
    "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,32>",
    "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>",
];

fn sm120(name: &str) -> Option<&'static Rows> {
    let (template, types) = name.split_at(name.find('<')?);
    let short = template.strip_prefix("SM120::BLOCKSCALED::").unwrap_or(template);
    let is_it = |of: &str| of == template || of.rsplit("::").next() == Some(short);
    let rows = SM120.iter().find(|rows| rows.names.iter().any(|of| is_it(of)))?;
    let given = arguments(types)?;
    let given = given.into_iter().map(|of| of.rsplit("::").next().unwrap_or(of)).collect_vec();
    let is_float = |of: &str| FLOATS.contains(&of);
    let is_scaled = template.ends_with("_VS");
    let [_, _, k] = rows.shape;
    let is_right = match (is_scaled, k, &given[..]) {
        (false, _, [a, b, c]) => is_float(a) && is_float(b) && matches!(*c, "float" | "half_t"),
        (true, 32, [a, b, "float", "float_ue8m0_t", "32"]) => is_float(a) && is_float(b),
        (true, 64, ["float_e2m1_t", "float_e2m1_t", "float", "float_ue8m0_t", "16" | "32"])
        | (true, 64, ["float_e2m1_t", "float_e2m1_t", "float", "float_ue4m3_t", "16"]) => true,
        _ => false,
    };
    is_right.then_some(rows)
}

/// The `mma.sync` of SM120 of a name.
pub(super) fn find(name: &str) -> Option<Mma> {
    sm120(name).and_then(|rows| rows.atom(name))
}

/// Threads and values to the positions of A and of B that the scale factors of a thread scale: CuTe's `SFALayout` and `SFBLayout`. `None` for
/// an instruction without.
///
/// ```
/// use layout_algebra::atoms;
/// let name = "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>";
/// let [a, b] = atoms::scales(name).unwrap();
/// assert_eq!((a.to_string(), b.to_string()), ("((2,2,8),64):((8,0,1),16)".into(), "((4,8),64):((0,1),8)".into()));
/// ```
pub fn scales(name: &str) -> Option<[Layout; 2]> {
    let name = super::plain(name);
    let [a, b] = match sm120(name) {
        Some(Rows { shape: [_, _, 32], .. }) if name.contains("_VS<") => {
            ["((2,2,8),32):((8,0,1),16)", "((4,8),32):((0,1),8)"]
        }
        Some(Rows { shape: [_, _, 64], .. }) => {
            ["((2,2,8),64):((8,0,1),16)", "((4,8),64):((0,1),8)"]
        }
        Some(_) => return None,
        // A lane has the factor of 32 elements of its row.
        None if name.starts_with("v_mfma_scale_f32_16x16x128_f8f6f4<") => {
            ["((16,4),32):((1,512),16)"; 2]
        }
        None if name.starts_with("v_mfma_scale_f32_32x32x64_f8f6f4<") => {
            ["((32,2),32):((1,1024),32)"; 2]
        }
        None => return None,
    };
    super::mma(name)?;
    Some([a.parse().ok()?, b.parse().ok()?])
}

/// The factors of 128 rows with 4 blocks each, as `tcgen05.mma` reads them: `Sm1xxBlockScaledBasicChunk<16>::SfAtom`, of CUTLASS,
/// `cutlass/detail/sm100_blockscaled_layout.hpp`. Elements of a block have one factor; the layout of all is `tile_to_shape` of it. cuBLAS'
/// documentation has the same, "1D Block Scaling Factors Layout".
pub(super) fn chunk(name: &str) -> Option<Layout> {
    let name = name.strip_prefix("cutlass::").unwrap_or(name);
    let name = name.strip_prefix("detail::").unwrap_or(name);
    let types = name.strip_prefix("Sm1xxBlockScaledBasicChunk")?.strip_suffix("::SfAtom")?;
    let (vector, major) = match arguments(types)?[..] {
        [vector] => (vector, "K"),
        [vector, major] => (vector, major.rsplit("::").next()?),
        _ => return None,
    };
    let vector: i128 = vector.parse().ok().filter(|of| matches!(of, 16 | 32))?;
    let text = match major {
        "K" => format!("((32,4),({vector},4)):((16,4),(0,1))"),
        "MN" => format!("(({vector},4),(32,4)):((0,1),(16,4))"),
        _ => return None,
    };
    text.parse().ok()
}
