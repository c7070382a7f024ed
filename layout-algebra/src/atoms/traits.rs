//! `layout`: layouts that CuTe has a name for.

use crate::{Function, Layout};

use super::{block_scales, plain, scales, shared, sparse, tensor_memory};

/// The layout of a name: of shared memory ([`shared()`]), of scale factors, of tensor memory, of the metadata of sparse products, or a member of the traits of an instruction, as
/// CuTe's headers have them.
///
/// ```
/// use layout_algebra::atoms;
/// let text = |name| atoms::layout(name).unwrap().to_string();
/// assert_eq!(text("Sm1xxBlockScaledBasicChunk<16>::SfAtom"), "((32,4),(16,4)):((16,4),(0,1))");
/// assert_eq!(text("UMMA::tmem_frg_1sm<float,128,256>"), "(128,256):(65536,1)");
/// assert_eq!(text("UMMA::tmem_e_frg<float_e4m3_t,128,64>"), "(128,64):(2097152,1)");
/// assert_eq!(text("MMA_Traits<SM80_16x8x8_F32F16F16F32_TN>::ALayout"), "((4,8),(2,2)):((32,1),(16,8))");
/// assert_eq!(text("Copy_Traits<SM100_TMEM_LOAD_16dp128b1x>::DstLayout"), "((4,8),(32,2)):((32,128),(1,1024))");
/// ```
pub fn layout(name: &str) -> Option<Function> {
    let name = plain(name);
    if let Some(function) = shared(name) {
        return Some(function);
    }
    let known = block_scales::chunk(name).or_else(|| tensor_memory::fragment(name));
    known.or_else(|| sparse::metadata(name)).or_else(|| member(name)).map(Into::into)
}

/// `MMA_Traits<…>::ALayout`, `Copy_Traits<…>::SrcLayout` and the like.
fn member(name: &str) -> Option<Layout> {
    let (of, member) = name.rsplit_once("::")?;
    let inside = |word| of.strip_prefix(word)?.strip_prefix('<')?.strip_suffix('>');
    if let Some(name) = inside("MMA_Traits") {
        let mma = super::mma(name)?;
        let [a, b] = match member {
            "ThrID" => return Some(mma.threads),
            "ALayout" => return Some(mma.a),
            "BLayout" => return Some(mma.b),
            "CLayout" => return Some(mma.c),
            _ => scales(name)?,
        };
        return match member {
            "SFALayout" => Some(a),
            "SFBLayout" => Some(b),
            _ => None,
        };
    }
    let copy = super::copy(inside("Copy_Traits")?)?;
    match member {
        "ThrID" => Some(copy.threads),
        "SrcLayout" => Some(copy.source),
        "DstLayout" => Some(copy.target),
        "RefLayout" => Some(copy.reference),
        _ => None,
    }
}
