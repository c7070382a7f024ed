//! The layouts of shared memory that `wgmma` and TMA read.

use crate::ops::{Outcome, swizzled};
use crate::{ComposedLayout, Function, Int, Layout, Swizzle};

use super::{arguments, bits_of, plain};

/// The layout of shared memory of a name, for elements of the type in `<…>`:
/// `GMMA::Layout_K_SW128_Atom<half_t>`. K- or MN-major, of rows of 16 bytes (`INTER`), 32, 64 and 128,
/// the longer ones swizzled; from CUTLASS, `cute/atom/mma_traits_sm90_gmma.hpp`.
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
    let (bits, row) = match row {
        "INTER" => (0, 128),
        "SW32" => (1, 256),
        "SW64" => (2, 512),
        "SW128" => (3, 1024),
        _ => return None,
    };
    let layout = match major {
        "K" => Layout::new((8, row), (row, 1)),
        "MN" => Layout::new((row, 8), (1, row)),
        _ => return None,
    };
    // Bits of addresses of bytes, where `M` is 4.
    let swizzle = Swizzle::new(bits, 4 + 3, 3).ok()?;
    let function: Function = match bits {
        0 => layout.ok()?.into(),
        _ => ComposedLayout::new(swizzle, Int::ZERO, layout.ok()?).ok()?.into(),
    };
    let Outcome { layout, objection } =
        swizzled::upcast(&function, &Int::new(bits_of(element)?)).ok()?;
    objection.is_none().then_some(layout)
}
