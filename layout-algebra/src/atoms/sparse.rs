//! Metadata of sparse products of `tcgen05.mma`, which say which elements of A are in memory: where they lie in global and in tensor memory.
//!
//! Both layouts count elements of A, of which a byte of metadata describes 4 of 32 bits, 8 of 16 or 8, and 16 of 4. They are divided by that
//! number for places of bytes.

use alloc::format;

use super::{arguments, bits_of};
use crate::Layout;

/// The metadata of a name: `UMMA::tmem_e_frg<half_t,128,32>`, of the type of A, 128 rows and the K of one instruction, and
/// `Sm1xxGemmSparseConfig<sparse_elem<2,half_t>,RowMajor,sparse_elem<8,uint8_t>>::TensorEAtom`, of the elements of A, its major, and the
/// elements that a byte describes.
pub(super) fn metadata(name: &str) -> Option<Layout> {
    let plain =
        name.strip_prefix("UMMA::").or_else(|| name.strip_prefix("cutlass::")).unwrap_or(name);
    if let Some(types) = plain.strip_prefix("tmem_e_frg") {
        let [element, m, k] = arguments(types)?[..] else { return None };
        return (m == "128").then(|| fragment(bits_of(element)?, k.parse().ok()?)).flatten();
    }
    let types = plain.strip_prefix("Sm1xxGemmSparseConfig")?.strip_suffix("::TensorEAtom")?;
    let [a, major, e] = arguments(types)?[..] else { return None };
    let is_major = matches!(major.rsplit("::").next()?, "RowMajor" | "ColumnMajor");
    let ((sparsity, a), (described, e)) = (sparse_element(a)?, sparse_element(e)?);
    if !is_major || bits_of(e) != Some(8) {
        return None;
    }
    atom(sparsity, bits_of(a)?, described)
}

/// `sparse_elem<2,half_t>`: the elements of which one is in memory, and its type.
fn sparse_element(text: &str) -> Option<(i128, &str)> {
    let [count, element] =
        arguments(text.strip_prefix("cute::").unwrap_or(text).strip_prefix("sparse_elem")?)?[..]
    else {
        return None;
    };
    Some((count.parse().ok()?, element))
}

/// Lanes and columns of tensor memory: CUTLASS, `cute/atom/mma_traits_sm100_frag.hpp`, `tmem_e_frg::make`, without the modes of tiles.
fn fragment(bits: i128, k: i128) -> Option<Layout> {
    let (k_of_one, described) = match bits {
        32 => (16, 4i128),
        16 => (32, 8),
        8 => (64, 8),
        4 => (128, 16),
        _ => return None,
    };
    if k != k_of_one {
        return None;
    }
    let lane = described << 18;
    if bits < 16 {
        return format!("(128,{k}):({lane},1)").parse().ok();
    }
    // Rows eight apart lie behind one another in a lane, and the halves of K in lanes that are eight apart.
    let half = k / 2;
    format!("((8,2,8),({half},2)):(({lane},{half},{}),(1,{}))", 16 * lane, 8 * lane).parse().ok()
}

/// 128 rows in global memory, of 16 bytes each: CUTLASS, `cutlass/gemm/collective/builders/sm1xx_sparse_config.inl`.
fn atom(sparsity: i128, bits: i128, described: i128) -> Option<Layout> {
    let text = match (sparsity, bits, described) {
        (4, 8, 16) => "(128,256):(256,1)",
        (2, 4 | 6 | 8, 8) => "(128,128):(128,1)",
        (2, 16, 8) => "((8,2,8),(16,2,4)):((128,16,2048),(1,1024,32))",
        (2, 32, 4) => "((8,2,8),(8,2,4)):((64,8,1024),(1,512,16))",
        _ => return None,
    };
    text.parse().ok()
}
