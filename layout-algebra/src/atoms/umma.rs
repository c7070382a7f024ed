//! `tcgen05.mma` of SM100 and SM103, by rule: the layouts follow from M, N, K and how many SMs work together.
//!
//! A thread is an SM here, as in CuTe: A and B are in shared memory (`_SS`) or A in tensor memory (`_TS`), C is in tensor memory.
//! Which lane and column of it an element has is what [`layout()`](super::layout()) answers for `UMMA::tmem_frg_1sm<float,128,256>`.
//!
//! A of a sparse product (`_SS_SPARSE`) has half of its elements in memory, and K is twice as long. Its layout counts all of them, those
//! that are 0, too, as in CuTe. [`layout()`](super::layout()) answers where the others are (`UMMA::Layout_K_SW128_SpAtom<half_t,2>`), and where
//! the metadata are that say which they are (`UMMA::tmem_e_frg<half_t,128,32>`).

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Mma, arguments, bits_of};
use crate::{CollectVec, Layout};

/// The sizes of N are those of PTX ISA 9.0, "tcgen05: Matrix shape", where CUTLASS asserts less.
const SOURCE: &str = "CUTLASS, cute/atom/mma_traits_sm100.hpp; PTX ISA, tcgen05 matrix shapes";

/// The operands' bits, which K follows from.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    /// 256 bits, of elements that have exactly this number of bits.
    Bits(i128),
    /// A number of elements, each of at most a number of bits.
    Elements(i128, i128),
}

/// A template of CUTLASS.
struct Operation {
    name: &'static str,
    depth: Depth,
    /// The SMs that work together.
    peers: i128,
    /// Each M, and the step of N.
    sizes: &'static [(i128, i128)],
    /// Types of A, B and C, and of the scale factors if there are any, for the list of names.
    types: &'static str,
    /// The elements to a scale factor, where they are a parameter; of a sparse product half of them.
    vectors: &'static [i128],
}

const ONE: &[(i128, i128)] = &[(64, 8), (128, 16)];
const ONE_OF_BYTES: &[(i128, i128)] = &[(64, 16), (128, 16)];
const TWO: &[(i128, i128)] = &[(128, 16), (256, 16)];
const TWO_BY_32: &[(i128, i128)] = &[(128, 32), (256, 32)];
const HALF: &str = "half_t,half_t,float";
const TF32: &str = "tfloat32_t,tfloat32_t,float";
const BYTES: &str = "int8_t,int8_t,int32_t";
const FP8: &str = "float_e4m3_t,float_e4m3_t,float";
const MXFP8: &str = "float_e4m3_t,float_e4m3_t,float,float_ue8m0_t";
const NVFP4: &str = "float_e2m1_t,float_e2m1_t,float,float_ue4m3_t";

const fn plain(
    name: &'static str,
    depth: Depth,
    peers: i128,
    sizes: &'static [(i128, i128)],
    types: &'static str,
) -> Operation {
    Operation { name, depth, peers, sizes, types, vectors: &[] }
}

const fn four_bits(
    name: &'static str,
    k: i128,
    peers: i128,
    sizes: &'static [(i128, i128)],
) -> Operation {
    let depth = Depth::Elements(k, 4);
    Operation { name, depth, peers, sizes, types: NVFP4, vectors: &[16, 32] }
}

const OPERATIONS: &[Operation] = &[
    plain("SM100_MMA_TF32_SS", Depth::Bits(32), 1, ONE, TF32),
    plain("SM100_MMA_TF32_TS", Depth::Bits(32), 1, ONE, TF32),
    plain("SM100_MMA_F16BF16_SS", Depth::Bits(16), 1, ONE, HALF),
    plain("SM100_MMA_F16BF16_TS", Depth::Bits(16), 1, ONE, HALF),
    plain("SM100_MMA_S8_SS", Depth::Bits(8), 1, ONE_OF_BYTES, BYTES),
    plain("SM100_MMA_S8_TS", Depth::Bits(8), 1, ONE_OF_BYTES, BYTES),
    plain("SM100_MMA_F8F6F4_SS", Depth::Elements(32, 8), 1, ONE, FP8),
    plain("SM100_MMA_F8F6F4_TS", Depth::Elements(32, 8), 1, ONE, FP8),
    plain("SM100_MMA_MXF8F6F4_SS", Depth::Elements(32, 8), 1, &[(128, 8)], MXFP8),
    four_bits("SM100_MMA_MXF4_SS", 64, 1, &[(128, 8)]),
    four_bits("SM103::SM103_MXF4_ULTRA_SS_VS", 96, 1, &[(128, 16)]),
    plain("SM100_MMA_TF32_SS_SPARSE", Depth::Bits(32), 1, ONE, TF32),
    plain("SM100_MMA_F16BF16_SS_SPARSE", Depth::Bits(16), 1, ONE, HALF),
    plain("SM100_MMA_S8_SS_SPARSE", Depth::Bits(8), 1, ONE_OF_BYTES, BYTES),
    plain("SM100_MMA_F8F6F4_SS_SPARSE", Depth::Elements(32, 8), 1, ONE, FP8),
    plain("SM100_MMA_MXF8F6F4_SS_SPARSE", Depth::Elements(32, 8), 1, &[(128, 8)], MXFP8),
    four_bits("SM100_MMA_MXF4NVF4_SS_SPARSE", 64, 1, &[(128, 8)]),
    plain("SM100_MMA_TF32_2x1SM_SS_SPARSE", Depth::Bits(32), 2, TWO, TF32),
    plain("SM100_MMA_F16BF16_2x1SM_SS_SPARSE", Depth::Bits(16), 2, TWO, HALF),
    plain("SM100_MMA_S8_2x1SM_SS_SPARSE", Depth::Bits(8), 2, TWO_BY_32, BYTES),
    plain("SM100_MMA_F8F6F4_2x1SM_SS_SPARSE", Depth::Elements(32, 8), 2, TWO_BY_32, FP8),
    plain("SM100_MMA_MXF8F6F4_2x1SM_SS_SPARSE", Depth::Elements(32, 8), 2, &[(256, 16)], MXFP8),
    four_bits("SM100_MMA_MXF4NVF4_2x1SM_SS_SPARSE", 64, 2, TWO),
    plain("SM100_MMA_TF32_2x1SM_SS", Depth::Bits(32), 2, TWO, TF32),
    plain("SM100_MMA_TF32_2x1SM_TS", Depth::Bits(32), 2, TWO_BY_32, TF32),
    plain("SM100_MMA_F16BF16_2x1SM_SS", Depth::Bits(16), 2, TWO, HALF),
    plain("SM100_MMA_F16BF16_2x1SM_TS", Depth::Bits(16), 2, TWO_BY_32, HALF),
    plain("SM100_MMA_S8_2x1SM_SS", Depth::Bits(8), 2, TWO_BY_32, BYTES),
    plain("SM100_MMA_S8_2x1SM_TS", Depth::Bits(8), 2, TWO_BY_32, BYTES),
    plain("SM100_MMA_F8F6F4_2x1SM_SS", Depth::Elements(32, 8), 2, TWO, FP8),
    plain("SM100_MMA_F8F6F4_2x1SM_TS", Depth::Elements(32, 8), 2, TWO_BY_32, FP8),
    plain("SM100_MMA_MXF8F6F4_2x1SM_SS", Depth::Elements(32, 8), 2, &[(256, 16)], MXFP8),
    four_bits("SM100_MMA_MXF4_2x1SM_SS", 64, 2, TWO),
    four_bits("SM103::SM103_MXF4_ULTRA_2x1SM_SS_VS", 96, 2, TWO),
];

/// The types in names of the form `SM100_128x256x16_F32F16F16_SS`, which tensor-layouts uses, and the template.
const SHORT: &[(&str, &str, &str)] = &[
    ("F16F16F16", "F16BF16", "half_t,half_t,half_t"),
    ("F32F16F16", "F16BF16", HALF),
    ("F32BF16BF16", "F16BF16", "bfloat16_t,bfloat16_t,float"),
    ("F32TF32TF32F32", "TF32", TF32),
];

/// Finds the instruction that CUTLASS calls `SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256,UMMA::Major::K,UMMA::Major::K>`. Its layouts
/// do not depend on whether A and B are K- or MN-major, nor on their signs.
pub(super) fn find(name: &str) -> Option<Mma> {
    let Some((template, _)) = name.split_once('<') else { return short(name) };
    let template = template.strip_prefix("SM100::").unwrap_or(template);
    let is_it =
        |of: &&Operation| of.name == template || of.name.strip_prefix("SM103::") == Some(template);
    let operation = OPERATIONS.iter().find(is_it)?;
    let given = arguments(&name[name.find('<')?..])?;
    let types = operation.types.split(',').count();
    let (types, rest) = given.split_at_checked(types)?;
    let bits = types.iter().map(|of| bits_of(of)).collect_some()?;
    let k = match operation.depth {
        Depth::Bits(of) => (bits[0] == of && bits[1] == of).then_some(256 / of)?,
        Depth::Elements(k, most) => (bits[0] <= most && bits[1] <= most).then_some(k)?,
    } * operation.sparsity();
    let numbers = 2 + usize::from(!operation.vectors.is_empty());
    let (numbers, parameters) = rest.split_at_checked(numbers)?;
    let numbers = numbers.iter().map(|of| of.parse().ok()).collect_some()?;
    let (m, n) = (numbers[0], numbers[1]);
    let vectors = || operation.vectors.iter().map(|of| of * operation.sparsity());
    if numbers.get(2).is_some_and(|vector| !vectors().any(|of| of == *vector))
        || parameters.len() > 5
        || parameters.iter().any(|of| !of.trim_start_matches("cute::").starts_with("UMMA::"))
        || !operation.has(m, n)
    {
        return None;
    }
    operation.atom(name, [m, n, k])
}

impl Operation {
    /// The elements of A, of which one is in memory.
    fn sparsity(&self) -> i128 {
        if self.name.ends_with("_SPARSE") { 2 } else { 1 }
    }

    fn has(&self, m: i128, n: i128) -> bool {
        // Integers have one N more.
        let is_eight = self.depth == Depth::Bits(8) && self.peers == 1 && (m, n) == (64, 8);
        let step = self.sizes.iter().find(|(of, _)| *of == m).map(|(_, step)| *step);
        step.is_some_and(|step| n % step == 0 && (step..=256).contains(&n)) || is_eight
    }

    /// Each SM has its own rows of A and C, and its own half of B.
    fn atom(&self, name: &str, shape: [i128; 3]) -> Option<Mma> {
        let [m, n, k] = shape;
        let parts = |rows: i128, own: i128, columns: i128| {
            let step = if self.peers == 1 { 0 } else { own };
            format!("({},({own},{columns})):({step},(1,{rows}))", self.peers).parse().ok()
        };
        Some(Mma {
            name: name.to_owned(),
            shape,
            threads: Layout::leaf(self.peers, i128::from(self.peers > 1)).ok()?,
            a: parts(m, m / self.peers, k)?,
            b: parts(n, n / self.peers, k)?,
            c: parts(m, m / self.peers, n)?,
            source: SOURCE,
        })
    }
}

/// `SM100_128x256x16_F32F16F16_SS`.
fn short(name: &str) -> Option<Mma> {
    let (sizes, rest) = name.strip_prefix("SM100_")?.split_once('_')?;
    let types = rest.strip_suffix("_SS")?;
    let (_, template, full) = SHORT.iter().find(|(of, ..)| *of == types)?;
    let sizes = sizes.split('x').map(|of| of.parse().ok()).collect_some()?;
    let [m, n, k] = sizes[..] else { return None };
    let found = find(&format!("SM100_MMA_{template}_SS<{full},{m},{n}>"))?;
    (found.shape == [m, n, k]).then(|| Mma { name: name.to_owned(), ..found })
}

pub(super) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for operation in OPERATIONS {
        let vector = match operation.vectors.first() {
            Some(of) => format!(",{}", of * operation.sparsity()),
            None => String::new(),
        };
        for (m, _) in operation.sizes {
            for n in (8..=256).step_by(8) {
                if operation.has(*m, n) {
                    let Operation { name, types, .. } = operation;
                    let major = "UMMA::Major::K,UMMA::Major::K";
                    names.push(format!("{name}<{types},{m},{n}{vector},{major}>"));
                }
            }
        }
    }
    names
}
