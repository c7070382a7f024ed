//! `wgmma` of SM90, by rule: the layouts follow from N, the types, and where A is.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Mma, arguments};
use crate::Layout;

const SOURCE: &str = "CUTLASS, cute/atom/mma_traits_sm90_gmma.hpp";

/// The types of C, A and B with the bits of A, as they stand in names.
const TYPES: &[(&str, i128)] = &[
    ("F16F16F16", 16),
    ("F32F16F16", 16),
    ("F32BF16BF16", 16),
    ("F32TF32TF32", 32),
    ("F16E4M3E4M3", 8),
    ("F16E4M3E5M2", 8),
    ("F16E5M2E4M3", 8),
    ("F16E5M2E5M2", 8),
    ("F32E4M3E4M3", 8),
    ("F32E4M3E5M2", 8),
    ("F32E5M2E4M3", 8),
    ("F32E5M2E5M2", 8),
    ("S32S8S8", 8),
    ("S32S8U8", 8),
    ("S32U8S8", 8),
    ("S32U8U8", 8),
];

/// Finds the instruction that CUTLASS calls `SM90::GMMA::MMA_64x64x16_F32F16F16_SS<…>`, and before 3.6
/// `SM90_64x64x16_F32F16F16_SS<…>`. Its layouts do not depend on whether A and B are K- or MN-major, nor on
/// their signs.
pub(super) fn find(name: &str) -> Option<Mma> {
    let short = name.strip_prefix("SM90::").unwrap_or(name);
    let of_today = short.strip_prefix("GMMA::").and_then(|name| name.strip_prefix("MMA_64x"));
    let rest = of_today.or_else(|| name.strip_prefix("SM90_64x"))?;
    let (rest, parameters) = match rest.split_once('<') {
        Some((rest, _)) => (rest, arguments(&short[short.find('<')?..])?.len()),
        None => (rest, 0),
    };
    let (n, rest) = rest.split_once('x')?;
    let (k, rest) = rest.split_once('_')?;
    let (types, rest) = rest.split_once('_')?;
    let (n, k): (i128, i128) = (n.parse().ok()?, k.parse().ok()?);
    let (_, bits) = TYPES.iter().find(|(of, _)| *of == types)?;
    let (is_wide, is_integer) = (*bits == 16, types.starts_with("S32"));
    // Instructions of 16 bits have both majors, the others are TN.
    let (from, end) = rest.split_at_checked(2)?;
    let is_end = match end {
        "" => is_wide,
        "_TN" => !is_wide,
        "_TN_SATURATE" => is_integer,
        _ => false,
    };
    // Integers have every second N from 16 on, and 24.
    let is_n = (8..=256).contains(&n) && n % 8 == 0 && (!is_integer || n % 16 == 0 || n <= 24);
    if !is_end || !is_n || k * bits != 256 || parameters > 4 {
        return None;
    }
    let a = match from {
        "SS" => format!("(128,(64,{k})):(0,(1,64))"),
        "RS" if *bits == 32 => "((4,8,4),(2,2)):((64,1,16),(8,256))".to_owned(),
        "RS" if is_wide => "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))".to_owned(),
        "RS" => "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))".to_owned(),
        _ => return None,
    };
    Some(Mma {
        name: name.to_owned(),
        shape: [64, n, k],
        threads: Layout::leaf(128, 1).ok()?,
        a: a.parse().ok()?,
        b: format!("(128,({n},{k})):(0,(1,{n}))").parse().ok()?,
        c: format!("((4,8,4),(2,2,{})):((128,1,16),(64,8,512))", n / 8).parse().ok()?,
        source: SOURCE,
    })
}

pub(super) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for (types, bits) in TYPES {
        let (k, tn) = (256 / bits, if *bits == 16 { "" } else { "_TN" });
        for n in (8..=256).step_by(8) {
            if types.starts_with("S32") && n % 16 != 0 && n > 24 {
                continue;
            }
            for from in ["SS", "RS"] {
                names.push(format!("SM90::GMMA::MMA_64x{n}x{k}_{types}_{from}{tn}"));
            }
        }
    }
    names
}
