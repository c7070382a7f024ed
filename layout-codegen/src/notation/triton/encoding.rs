//! `Encoding`: a layout of Triton by its parameters, and the linear layout that it is for a shape.
//!
//! The definitions are the functions `toLinearLayout` of Triton's `lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp`
//! (<https://github.com/triton-lang/triton>).

use super::linear::{Linear, Vector, extent_above, is_power, other_than_power};
use layout_algebra::CollectVec;

/// The registers, the lanes, the warps and the blocks, as places of a [`Linear`].
pub(crate) const REGISTER: usize = 0;
pub(crate) const LANE: usize = 1;
pub(crate) const WARP: usize = 2;
pub(crate) const BLOCK: usize = 3;

/// The matrix instruction that holds a result, by its vendor's family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Matrix {
    /// NVIDIA's `mma.sync` (major version 2) and `wgmma` (3).
    Nvidia { major: i128, warps: Vec<i128>, instruction: Vec<i128> },
    /// AMD's MFMA: lanes in wavefronts of 64.
    Mfma {
        warps: Vec<i128>,
        instruction: Vec<i128>,
        is_transposed: bool,
        tiles: Vec<i128>,
        element_bits: i128,
    },
    /// AMD's WMMA: vectors of warps and registers in units of an instruction's tile.
    Wmma {
        version: i128,
        is_transposed: bool,
        registers: Vec<Vector>,
        warps: Vec<Vector>,
        instruction: Vec<i128>,
    },
}

/// A layout of Triton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Registers, then lanes, then warps, each in an order of the dimensions.
    Blocked {
        registers: Vec<i128>,
        lanes: Vec<i128>,
        warps: Vec<i128>,
        order: Vec<usize>,
        blocks: Vec<Vector>,
    },
    /// Another layout without a dimension.
    Slice { dim: usize, parent: Box<Encoding> },
    /// The result of a matrix instruction.
    Matrix { of: Matrix, blocks: Vec<Vector> },
    /// An operand of a matrix instruction.
    Operand { index: i128, parent: Box<Encoding>, k_width: i128 },
    /// Vectors of registers, lanes, warps and blocks.
    Linear(Linear),
    /// Shared memory in which vectors of a row are exchanged by the phase of the row.
    Swizzled { vector: i128, per_phase: i128, phases: i128, order: Vec<usize>, blocks: Vec<Vector> },
    /// Shared memory as `wgmma` and TMA read it.
    Nvmma {
        swizzle: i128,
        is_transposed: bool,
        element_bits: i128,
        is_fp4_padded: bool,
        blocks: Vec<Vector>,
    },
    /// Shared memory of linear layout with padding: pairs of an interval, after each of which padding follows, and the
    /// length of the padding. Without vectors the order says how dimensions follow each other.
    Padded { pairs: Vec<(i128, i128)>, offsets: Padding },
    /// Vectors of offsets.
    SharedLinear(Linear),
}

/// The layout before padding is inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Padding {
    Order { order: Vec<usize>, shape: Vec<i128> },
    Vectors(Vec<Vector>),
}

/// A layout that Triton's definition does not have, or that is not read: the reason.
type Refused = String;

/// The dimensions from the last to the first.
fn last_first(rank: usize) -> Vec<usize> {
    (0..rank).rev().collect_vec()
}

impl Encoding {
    /// Returns whether the layout is of shared memory: its places are offsets.
    pub(crate) fn is_shared(&self) -> bool {
        use Encoding::{Nvmma, Padded, SharedLinear, Swizzled};
        matches!(self, Swizzled { .. } | Nvmma { .. } | Padded { .. } | SharedLinear(_))
    }

    /// The rank of the tensors that have the layout.
    pub(crate) fn rank(&self) -> usize {
        match self {
            Encoding::Blocked { order, .. } | Encoding::Swizzled { order, .. } => order.len(),
            Encoding::Slice { parent, .. } => parent.rank().saturating_sub(1),
            Encoding::Operand { parent, .. } => parent.rank(),
            Encoding::Matrix { of, .. } => match of {
                Matrix::Nvidia { warps, .. } | Matrix::Mfma { warps, .. } => warps.len(),
                Matrix::Wmma { .. } => 2,
            },
            Encoding::Linear(linear) | Encoding::SharedLinear(linear) => linear.rank(),
            Encoding::Nvmma { .. } => 2,
            Encoding::Padded { offsets: Padding::Order { order, .. }, .. } => order.len(),
            Encoding::Padded { offsets: Padding::Vectors(vectors), .. } => {
                vectors.first().map_or(0, Vec::len)
            }
        }
    }

    /// The shape of the layout alone: of what it has once, without repetition in registers. Shared memory mostly has none.
    pub(crate) fn tile(&self) -> Result<Vec<i128>, Refused> {
        match self {
            Encoding::Blocked { registers, lanes, warps, blocks, .. } => {
                Ok(product(&[registers, lanes, warps], blocks))
            }
            Encoding::Slice { dim, parent } => {
                let mut tile = parent.tile()?;
                tile.remove(*dim);
                Ok(tile)
            }
            Encoding::Matrix { of, blocks } => match of {
                Matrix::Nvidia { warps, instruction, .. } => {
                    Ok(product(&[&instruction[..warps.len()], warps], blocks))
                }
                Matrix::Mfma { warps, instruction, tiles, .. } => {
                    Ok(product(&[&instruction[..2], warps, tiles], blocks))
                }
                Matrix::Wmma { registers, warps, instruction, .. } => {
                    let spread = registers.iter().chain(warps).cloned().collect_vec();
                    Ok(product(&[&instruction[..2], &cluster(&spread, 2)], blocks))
                }
            },
            Encoding::Linear(linear) | Encoding::SharedLinear(linear) => Ok(linear.extents.clone()),
            Encoding::Nvmma { swizzle, is_transposed, element_bits, .. } if *swizzle > 0 => {
                let columns = swizzle * 8 / element_bits;
                Ok(if *is_transposed { vec![columns, 8] } else { vec![8, columns] })
            }
            Encoding::Padded { offsets: Padding::Order { shape, .. }, .. } => Ok(shape.clone()),
            Encoding::Padded { offsets: Padding::Vectors(vectors), .. } => {
                Ok(spread(vectors, self.rank()))
            }
            Encoding::Operand { .. } | Encoding::Swizzled { .. } | Encoding::Nvmma { .. } => {
                Err("it has no shape of its own".to_owned())
            }
        }
    }

    /// The linear layout of a shape, with vectors of registers, lanes, warps and blocks, or of offsets. Padding is not in it.
    pub(crate) fn linear(&self, shape: &[i128]) -> Result<Linear, Refused> {
        if shape.len() != self.rank() {
            let (has, rank) = (shape.len(), self.rank());
            return Err(format!("a shape of {has} dimensions, beside a layout of {rank}"));
        }
        if let Some(extent) = other_than_power(shape) {
            return Err(format!("Triton's extents are powers of two, and {extent} is none"));
        }
        match self {
            Encoding::Blocked { registers, lanes, warps, order, blocks } => {
                let mut linear = Linear::new(4, order.len());
                linear.identities(REGISTER, registers, order);
                linear.identities(LANE, lanes, order);
                linear.identities(WARP, warps, order);
                let mut linear = combined(linear, blocks, shape, order)?;
                without_copies(&mut linear);
                Ok(linear)
            }
            Encoding::Slice { dim, parent } => {
                let mut whole = shape.to_vec();
                whole.insert(*dim, 1);
                let mut linear = parent.linear(&whole)?;
                for vector in linear.places.iter_mut().flatten() {
                    vector.remove(*dim);
                }
                linear.extents.remove(*dim);
                without_copies(&mut linear);
                Ok(linear)
            }
            Encoding::Matrix { of, blocks } => of.linear(blocks, shape),
            Encoding::Operand { index, parent, k_width } => match &**parent {
                Encoding::Matrix { of, blocks } => of.operand(*index, *k_width, blocks, shape),
                _ => Err("an operand is one of a matrix instruction".to_owned()),
            },
            Encoding::Linear(linear) => exactly(linear.clone(), shape),
            Encoding::Swizzled { vector, per_phase, phases, order, blocks } => {
                one_block(blocks)?;
                let mut linear = Linear::new(1, order.len());
                let [columns, rows, ..] = order.as_slice() else {
                    linear.identity(0, shape[0], 0);
                    return Ok(linear);
                };
                linear.identity(0, shape[*columns], *columns);
                let first = linear.places[0].len();
                linear.identity(0, shape[*rows], *rows);
                for step in &mut linear.places[0][first..] {
                    let row = step[*rows];
                    step[*columns] = vector * (row / per_phase % phases) % shape[*columns];
                }
                for dim in &order[2..] {
                    linear.identity(0, shape[*dim], *dim);
                }
                Ok(linear)
            }
            Encoding::Nvmma { swizzle, is_transposed, element_bits, is_fp4_padded, blocks } => {
                one_block(blocks)?;
                if *is_fp4_padded {
                    return Err("elements of four bits that are padded are not read".to_owned());
                }
                let (rows, columns) = if *is_transposed { (1, 0) } else { (0, 1) };
                let mut linear = Linear::new(1, 2);
                if *swizzle == 0 {
                    linear.identities(0, shape, &[columns, rows]);
                    return Ok(linear);
                }
                let width = swizzle * 8 / element_bits;
                if shape[columns] < width || shape[rows] < 8 {
                    let (r, c) = (shape[rows], shape[columns]);
                    return Err(format!(
                        "a shape of {r} rows of {c} has no tile of 8 rows of {width}"
                    ));
                }
                linear.identity(0, width, columns);
                let first = linear.places[0].len();
                linear.identity(0, 8, rows);
                // Vectors of 16 bytes are exchanged, by rows of 128 bytes.
                let (vector, per_phase) = (128 / element_bits, 128 / swizzle);
                for step in &mut linear.places[0][first..] {
                    step[columns] = vector * (step[rows] / per_phase % (swizzle / 16));
                }
                linear.fit(shape, &[rows, columns]);
                Ok(linear)
            }
            Encoding::Padded { offsets, .. } => {
                let mut linear = Linear::new(1, shape.len());
                match offsets {
                    Padding::Order { order, shape } => linear.identities(0, shape, order),
                    Padding::Vectors(vectors) => {
                        linear.places[0].clone_from(vectors);
                        linear.extents = spread(vectors, shape.len());
                    }
                }
                exactly(linear, shape)
            }
            Encoding::SharedLinear(linear) => exactly(linear.clone(), shape),
        }
    }
}

/// Makes one of registers that hold the same.
fn without_copies(linear: &mut Linear) {
    linear.places[REGISTER].retain(|vector| vector.iter().any(|step| *step != 0));
}

/// The layout, if its shape is this one.
fn exactly(linear: Linear, shape: &[i128]) -> Result<Linear, Refused> {
    match linear.extents == shape {
        true => Ok(linear),
        false => Err(format!("a shape of {shape:?}, beside a layout of {:?}", linear.extents)),
    }
}

/// The extents that vectors reach.
fn spread(vectors: &[Vector], rank: usize) -> Vec<i128> {
    let mut largest = vec![0; rank];
    for vector in vectors {
        for (largest, step) in largest.iter_mut().zip(vector) {
            *largest = (*largest).max(*step);
        }
    }
    largest.into_iter().map(extent_above).collect_vec()
}

/// The product of the extents of all parts and of the blocks of a cluster, along each dimension.
fn product(parts: &[&[i128]], blocks: &[Vector]) -> Vec<i128> {
    let mut product = cluster(blocks, parts[0].len());
    for part in parts {
        for (extent, factor) in product.iter_mut().zip(*part) {
            *extent *= factor;
        }
    }
    product
}

/// The extents that the vectors of all places reach.
pub(super) fn combined_extents(places: &[Vec<Vector>], rank: usize) -> Vec<i128> {
    spread(&places.concat(), rank)
}

/// The blocks of a cluster along each dimension.
fn cluster(blocks: &[Vector], rank: usize) -> Vec<i128> {
    spread(blocks, rank)
}

fn one_block(blocks: &[Vector]) -> Result<(), Refused> {
    match blocks.len() {
        0 => Ok(()),
        bits => Err(format!(
            "shared memory of {} blocks is not one memory: give the layout of one",
            1i128 << bits
        )),
    }
}

/// The layout of a block, fitted to its part of a shape, and repeated by the blocks of a cluster.
fn combined(
    mut of_block: Linear,
    blocks: &[Vector],
    shape: &[i128],
    order: &[usize],
) -> Result<Linear, Refused> {
    let clusters = cluster(blocks, shape.len());
    let mut part = shape.to_vec();
    for (extent, blocks) in part.iter_mut().zip(&clusters) {
        *extent = (*extent / blocks).max(1);
    }
    of_block.fit(&part, order);
    for mut vector in blocks.iter().cloned() {
        for ((step, part), extent) in vector.iter_mut().zip(&part).zip(shape) {
            *step = if *step * part < *extent { *step * part } else { 0 };
        }
        of_block.places[BLOCK].push(vector);
    }
    of_block.extents = shape.to_vec();
    Ok(of_block)
}

impl Matrix {
    fn linear(&self, blocks: &[Vector], shape: &[i128]) -> Result<Linear, Refused> {
        let rank = shape.len();
        let order = last_first(rank);
        let (m, n) = (rank - 2, rank - 1);
        let mut linear = Linear::new(4, rank);
        match self {
            Matrix::Nvidia { major, warps, instruction } => {
                let (rows, columns) = match major {
                    2 => (instruction[m], instruction[n]),
                    _ => (instruction[0], instruction[1]),
                };
                nvidia_tile(&mut linear, [m, n], [rows, columns], 2)?;
                let warp_order: Vec<usize> =
                    if *major == 3 { (0..rank).collect_vec() } else { order.clone() };
                linear.identities(WARP, warps, &warp_order);
            }
            Matrix::Mfma { warps, instruction, is_transposed, tiles, element_bits } => {
                let (rows, columns) = if *is_transposed { (n, m) } else { (m, n) };
                let shape_of = (instruction[0], instruction[1]);
                match shape_of {
                    (32, 32) => {
                        linear.identity(REGISTER, 4, rows);
                        linear.identity(LANE, 32, columns);
                        linear.identity(LANE, 2, rows);
                        linear.identity(REGISTER, 4, rows);
                    }
                    (16, 16) if *element_bits == 64 => {
                        linear.identity(LANE, 16, columns);
                        linear.identity(LANE, 4, rows);
                        linear.identity(REGISTER, 4, rows);
                    }
                    (16, 16) => {
                        linear.identity(REGISTER, 4, rows);
                        linear.identity(LANE, 16, columns);
                        linear.identity(LANE, 4, rows);
                    }
                    (64, 4) if *is_transposed => {
                        linear.identity(REGISTER, 4, rows);
                        linear.identity(LANE, 64, columns);
                    }
                    (4, 64) if *is_transposed => {
                        linear.identity(REGISTER, 4, rows);
                        linear.identity(LANE, 4, columns);
                        linear.identity(LANE, 16, rows);
                    }
                    (m, n) => {
                        let transposed =
                            if *is_transposed { "" } else { " that is not transposed" };
                        return Err(format!("there is no MFMA of {m}x{n}{transposed}"));
                    }
                }
                // Along the last dimension tiles, warps and repetitions come before those along the other.
                for dim in [n, m] {
                    linear.identity(REGISTER, tiles[dim], dim);
                    linear.identity(WARP, warps[dim], dim);
                    if dim == n && linear.extents[n] < shape[n] {
                        linear.identity(REGISTER, shape[n] / linear.extents[n], n);
                    }
                }
            }
            Matrix::Wmma { version, is_transposed, registers, warps, .. } => {
                let (rows, columns) = if *is_transposed { (n, m) } else { (m, n) };
                match version {
                    1 => {
                        linear.identity(LANE, 16, columns);
                        linear.identity(LANE, 2, rows);
                        linear.identity(REGISTER, 8, rows);
                    }
                    2 | 3 => {
                        linear.identity(REGISTER, 8, rows);
                        linear.identity(LANE, 16, columns);
                        linear.identity(LANE, 2, rows);
                    }
                    _ => {
                        return Err(format!("the version {version} of WMMA is none of 1, 2 and 3"));
                    }
                }
                let tile = linear.extents.clone();
                linear.vectors(REGISTER, registers, &tile);
                linear.vectors(WARP, warps, &tile);
            }
        }
        combined(linear, blocks, shape, &order)
    }

    /// The layout of operand A (0) or B (1), of which a lane holds `k_width` elements next to each other along k.
    fn operand(
        &self,
        index: i128,
        k_width: i128,
        blocks: &[Vector],
        shape: &[i128],
    ) -> Result<Linear, Refused> {
        let rank = shape.len();
        let is_a = index == 0;
        let (k, outer) = if is_a { (rank - 1, rank - 2) } else { (rank - 2, rank - 1) };
        let mut order = vec![k, outer];
        order.extend((0..rank - 2).rev());
        let mut linear = Linear::new(4, rank);
        if !is_power(k_width) {
            return Err(format!("`kWidth` is a power of two, and {k_width} is none"));
        }
        match self {
            Matrix::Nvidia { major, warps, .. } => {
                if *major == 3 && !is_a {
                    return Err("`wgmma` reads B from shared memory".to_owned());
                }
                let rows = if is_a { 16 } else { 8 };
                nvidia_tile(&mut linear, [outer, k], [rows, k_width * 8], k_width)?;
                let warp_order: Vec<usize> =
                    if *major == 3 { (0..rank).collect_vec() } else { last_first(rank) };
                spread_warps(&mut linear, warps, &warp_order, k);
            }
            Matrix::Mfma { warps, instruction, tiles, .. } => {
                let lanes = if is_a { instruction[0] } else { instruction[1] };
                if !(lanes == 16 || lanes == 32) || tiles.iter().max() > Some(&1) {
                    return Err(
                        "operands of MFMA are read of 32x32 and 16x16, with one tile a warp"
                            .to_owned(),
                    );
                }
                linear.identity(REGISTER, k_width, k);
                linear.identity(LANE, lanes, outer);
                linear.identity(LANE, 64 / lanes, k);
                if linear.extents[k] < shape[k] {
                    linear.identity(REGISTER, shape[k] / linear.extents[k], k);
                }
                spread_warps(&mut linear, warps, &last_first(rank), k);
            }
            Matrix::Wmma { version: 2, registers, warps, .. } if registers.is_empty() => {
                if ![4, 8, 16].contains(&k_width) {
                    return Err(format!("`kWidth` of WMMA is 4, 8 or 16, and not {k_width}"));
                }
                linear.identity(REGISTER, k_width, k);
                linear.identity(LANE, 16, outer);
                linear.identity(LANE, 2, k);
                if linear.extents[k] < shape[k] {
                    linear.identity(REGISTER, shape[k] / linear.extents[k], k);
                }
                let mut along: Vec<Vector> = warps.clone();
                along.iter_mut().for_each(|vector| vector[k] = 0);
                let tile = linear.extents.clone();
                linear.vectors(WARP, &along, &tile);
            }
            Matrix::Wmma { version, .. } => {
                return Err(format!(
                    "operands of WMMA are read of version 2 without repeated registers, not of {version}"
                ));
            }
        }
        // Blocks along k hold the same of an operand; those of MFMA are as in the result.
        let mut blocks = blocks.to_vec();
        if !matches!(self, Matrix::Mfma { .. }) {
            blocks.iter_mut().for_each(|vector| vector[k] = 0);
        }
        combined(linear, &blocks, shape, &order)
    }
}

/// The warps of a product along the dimension of an operand: those along the other hold the same.
fn spread_warps(linear: &mut Linear, warps: &[i128], order: &[usize], k: usize) {
    for &dim in order {
        match dim == k {
            true => linear.copies(WARP, warps[dim]),
            false => linear.identity(WARP, warps[dim], dim),
        }
    }
}

/// The tile of rows and columns of one of NVIDIA's instructions: 4 lanes along a row, 8 along a column.
fn nvidia_tile(
    linear: &mut Linear,
    [outer, inner]: [usize; 2],
    [rows, columns]: [i128; 2],
    k_width: i128,
) -> Result<(), Refused> {
    if rows % 8 != 0 || columns % (k_width * 4) != 0 {
        let width = k_width * 4;
        return Err(format!(
            "an instruction of {rows}x{columns} has no rows in eights or columns in {width}s"
        ));
    }
    linear.identity(REGISTER, k_width, inner);
    linear.identity(LANE, 4, inner);
    linear.identity(LANE, 8, outer);
    linear.identity(REGISTER, rows / 8, outer);
    linear.identity(REGISTER, columns / (k_width * 4), inner);
    Ok(())
}

/// The offsets of the bits of each coordinate with padding: after each interval of elements, the places of its padding are left out.
pub(crate) fn padded(offset: i128, pairs: &[(i128, i128)]) -> i128 {
    pairs.iter().fold(offset, |sum, (interval, padding)| sum + offset / interval * padding)
}
