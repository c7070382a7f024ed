//! The layouts of shared memory that `wgmma` and TMA read.

use crate::ops::{Outcome, swizzled};
use crate::{ComposedLayout, Function, Int, Layout, Swizzle};

use super::{arguments, bits_of, plain};

/// The layout of shared memory of a name, for elements of the type in `<…>`:
/// `GMMA::Layout_K_SW128_Atom<half_t>`. K- or MN-major, of rows of 16 bytes (`INTER`), 32, 64 and 128,
/// the longer ones swizzled; from CUTLASS, `cute/atom/mma_traits_sm90_gmma.hpp`. SM100 has the same as `UMMA::…`, and one more,
/// `UMMA::Layout_MN_SW128_32B_Atom`, whose swizzle moves 32 bytes (`mma_traits_sm100.hpp`).
///
/// ```
/// use layout_algebra::atoms;
/// let tile = atoms::shared("GMMA::Layout_K_SW128_Atom<half_t>").unwrap();
/// assert_eq!(tile.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
/// ```
pub fn shared(name: &str) -> Option<Function> {
    let name = plain(name);
    let name = name.strip_prefix("SM90::").or_else(|| name.strip_prefix("UMMA::")).unwrap_or(name);
    let rest = name.strip_prefix("GMMA::").unwrap_or(name).strip_prefix("Layout_")?;
    let (rest, types) = rest.split_at(rest.find('<')?);
    let [element] = arguments(types)?[..] else { return None };
    let (major, row) = rest.strip_suffix("_Atom")?.split_once('_')?;
    // Swizzles of addresses of bytes, and the bits of a row.
    let (swizzle, row) = match row {
        "INTER" => ((0, 4, 3), 128),
        "SW32" => ((1, 4, 3), 256),
        "SW64" => ((2, 4, 3), 512),
        "SW128" => ((3, 4, 3), 1024),
        "SW128_32B" if major == "MN" => ((2, 5, 2), 1024),
        _ => return None,
    };
    let (bits, base, shift) = swizzle;
    let rows = if base == 5 { 4 } else { 8 };
    let layout = match major {
        "K" => Layout::new((rows, row), (row, 1)),
        "MN" => Layout::new((row, rows), (1, row)),
        _ => return None,
    };
    let swizzle = Swizzle::new(bits, base + 3, shift).ok()?;
    let function: Function = match bits {
        0 => layout.ok()?.into(),
        _ => ComposedLayout::new(swizzle, Int::ZERO, layout.ok()?).ok()?.into(),
    };
    let Outcome { layout, objection } =
        swizzled::upcast(&function, &Int::new(bits_of(element)?)).ok()?;
    objection.is_none().then_some(layout)
}
