//! `blocked_product` and `raked_product`: products that keep the rank.

use alloc::vec::Vec;

use super::{append_to_rank, logical_product};
use crate::explain::{says, step};
use crate::{CollectVec, Error, ErrorAddress, Layout, Terms, Tiler};

/// The block, repeated along each of its modes: mode `i` is `(Aᵢ, Tᵢ)` with `Aᵢ`
/// mode `i` of the block and `Tᵢ` mode `i` of the repetitions `A*∘B` of
/// [`logical_product`]. Modes that one operand lacks are `1:0`.
///
/// Read by 1-D coordinates of its modes, a block stays together: the first
/// coordinates of a mode are those of the block.
///
/// # Errors
///
/// The errors of [`logical_product`]: CuTe answers some layouts whose blocks overlap.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let block: Layout = "(2,5):(5,1)".parse().unwrap();
/// let order: Layout = "(3,4):(1,3)".parse().unwrap();
/// let blocked = ops::blocked_product(&block, &order).unwrap();
/// assert_eq!(blocked.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
/// let raked = ops::raked_product(&block, &order).unwrap();
/// assert_eq!(raked.to_string(), "((3,2),(4,5)):((10,5),(30,1))");
/// ```
pub fn blocked_product<D: Terms>(block: &Layout<D>, order: &Layout) -> Result<Layout<D>, Error> {
    zipped("blocked_product", Pairing::Blocked, block, order)
}

/// The block, interleaved with its repetitions: as [`blocked_product`], but mode
/// `i` is `(Tᵢ, Aᵢ)`. The first coordinates of a mode go from block to block.
///
/// # Errors
///
/// As [`blocked_product`].
///
/// ```
/// use layout_algebra::ops;
/// let raked = ops::raked_product(&"4:1".parse().unwrap(), &"3:1".parse().unwrap()).unwrap();
/// assert_eq!(raked.to_string(), "((3,4)):((4,1))");
/// ```
pub fn raked_product<D: Terms>(block: &Layout<D>, order: &Layout) -> Result<Layout<D>, Error> {
    zipped("raked_product", Pairing::Raked, block, order)
}

fn zipped<D: Terms>(
    op: &'static str,
    pairing: Pairing,
    block: &Layout<D>,
    order: &Layout,
) -> Result<Layout<D>, Error> {
    step!(("{op}({block}, {order})") multiply_and_pair(op, pairing, block, order))
}

fn multiply_and_pair<D: Terms>(
    op: &'static str,
    pairing: Pairing,
    block: &Layout<D>,
    order: &Layout,
) -> Result<Layout<D>, Error> {
    let (block, order) = to_one_rank(block, order)?;
    let product = logical_product(&block, &Tiler::Layout(order.clone())).in_op(op)?;
    says!("modes of the block and of its repetitions, in pairs");
    pairing.pair_up(&product, &order)
}

/// Both layouts with `1:0` for the modes that they lack.
pub(crate) fn to_one_rank<D: Terms>(
    block: &Layout<D>,
    order: &Layout,
) -> Result<(Layout<D>, Layout), Error> {
    let (rank, unit) = (block.rank().max(order.rank()), Layout::unit());
    let block = append_to_rank(block, &Layout::lifted(&unit), rank)?;
    Ok((block, append_to_rank(order, &unit, rank)?))
}

/// The order of block and repetitions within the modes of a product that keeps the rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// `((Aᵢ,Tᵢ),…)`
    Blocked,
    /// `((Tᵢ,Aᵢ),…)`
    Raked,
}

impl Pairing {
    /// The modes of `(A, A*∘B)`, for a block `A` and an order `B` of one rank, in pairs.
    pub(crate) fn pair_up<D: Terms>(
        self,
        product: &Layout<D>,
        order: &Layout,
    ) -> Result<Layout<D>, Error> {
        let modes = product.modes();
        let [block, place] = modes.as_slice() else { return Ok(product.clone()) };
        // A leaf has no modes to pair, and its repetitions may have become several.
        let whole = order.rank() == 1 && !(block.shape().is_tuple() && order.shape().is_tuple());
        let [blocks, places]: [Vec<Layout<D>>; 2] = if whole {
            [alloc::vec![block.clone()], alloc::vec![place.clone()]]
        } else {
            [block.modes(), place.modes()]
        };
        let pairs = blocks.into_iter().zip(places).map(|(block, place)| match self {
            Pairing::Blocked => Layout::from_modes(&[block, place]),
            Pairing::Raked => Layout::from_modes(&[place, block]),
        });
        Layout::from_modes(&pairs.try_collect_vec()?)
    }
}
