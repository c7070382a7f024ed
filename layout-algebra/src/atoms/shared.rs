//! The layouts of shared memory that `wgmma` and TMA read.

use crate::{ComposedLayout, Function, Int, Layout, Swizzle};

use super::{arguments, bits_of, plain};

/// The layout of shared memory of a name, for elements of the type in `<…>`:
/// `GMMA::Layout_K_SW128_Atom<half_t>`. K- or MN-major, of rows of 16 bytes (`INTER`), 32, 64 and 128,
/// the longer ones swizzled; from CUTLASS, `cute/atom/mma_traits_sm90_gmma.hpp`. SM100 has the same as `UMMA::…`, and one more,
/// `UMMA::Layout_MN_SW128_32B_Atom`, whose swizzle moves 32 bytes (`mma_traits_sm100.hpp`).
///
/// `Layout_K_SW128_SpAtom<half_t,2>` is that of A of a sparse product, of which one element in two is in memory: offsets count all of
/// them, and both of a pair are where the one is (`mma_traits_sm90_gmma_sparse.hpp`). Four bits have `<uint8_t,4>`, pairs in a byte.
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
    let (rest, element, sparsity) = match (rest.strip_suffix("_SpAtom"), &arguments(types)?[..]) {
        (Some(rest), &[element, sparsity]) => (rest, element, sparsity.parse().ok()?),
        (None, &[element]) => (rest.strip_suffix("_Atom")?, element, 1i128),
        _ => return None,
    };
    let (major, row) = rest.split_once('_')?;
    // Swizzles of addresses of bytes, and the bits of a row.
    let (swizzle, row) = match row {
        "INTER" => ((0, 4, 3), 128),
        "SW32" => ((1, 4, 3), 256),
        "SW64" => ((2, 4, 3), 512),
        "SW128" => ((3, 4, 3), 1024),
        "SW128_32B" if major == "MN" => ((2, 5, 2), 1024),
        _ => return None,
    };
    let element = bits_of(element).filter(|bits| row % bits == 0)?;
    let (bits, base, shift) = swizzle;
    let rows = if base == 5 { 4 } else { 8 };
    let columns = row / element;
    let layout = match (major, sparsity) {
        ("K", 1) => Layout::new((rows, columns), (columns, 1)),
        ("MN", 1) => Layout::new((columns, rows), (1, columns)),
        ("K", 2 | 4) => {
            Layout::new(((1, rows), (sparsity, columns)), ((0, sparsity * columns), (1, sparsity)))
        }
        ("MN", 2 | 4) => {
            Layout::new(((1, columns), (sparsity, rows)), ((0, sparsity), (1, sparsity * columns)))
        }
        _ => return None,
    };
    let layout = layout.ok()?;
    if bits == 0 {
        return Some(layout.into());
    }
    // The swizzle moves bytes; an offset counts elements, of which those in memory are every second or fourth one.
    let base = base + 3 + i128::from(sparsity.ilog2()) - i128::from(element.ilog2());
    let swizzle = Swizzle::new(bits, base, shift).ok()?;
    ComposedLayout::new(swizzle, Int::ZERO, layout).ok().map(Into::into)
}
