//! `Linear`: a linear layout, by what each bit of the number of a register, a lane, a warp or a block, or of an offset, adds.

use layout_algebra::CollectVec;

/// A vector: a number for each dimension of a tensor.
pub(crate) type Vector = Vec<i128>;

/// A linear layout: a number leads to the exclusive or of the vectors of the bits that are set in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    /// The vectors of each place, the lowest bit first.
    pub(crate) places: Vec<Vec<Vector>>,
    /// The extent of each dimension, a power of two.
    pub(crate) extents: Vec<i128>,
}

/// The number of bits of a power of two.
pub(crate) fn bits(extent: i128) -> u32 {
    extent.trailing_zeros()
}

/// Refuses a step below 0.
pub(crate) fn check_vector(vector: &Vector) -> Result<(), String> {
    match vector.iter().find(|step| **step < 0) {
        Some(step) => Err(format!("a vector has numbers from 0 on, and not {step}")),
        None => Ok(()),
    }
}

/// Returns whether an extent is a power of two.
pub(crate) fn is_power(extent: i128) -> bool {
    extent > 0 && extent.count_ones() == 1
}

/// The first extent that is no power of two.
pub(crate) fn other_than_power(extents: &[i128]) -> Option<i128> {
    extents.iter().copied().find(|extent| !is_power(*extent))
}

/// The least power of two above a number, the extent of a dimension that vectors reach so far in.
pub(crate) fn extent_above(reach: i128) -> i128 {
    (reach as u128 + 1).next_power_of_two() as i128
}

impl Linear {
    /// The layout of `places` kinds of places that has one coordinate of this rank.
    pub(crate) fn new(places: usize, rank: usize) -> Self {
        Linear { places: vec![Vec::new(); places], extents: vec![1; rank] }
    }

    /// The rank of the tensor.
    pub(crate) fn rank(&self) -> usize {
        self.extents.len()
    }

    /// Multiplies by the identity of an extent from a place to a dimension.
    pub(crate) fn identity(&mut self, place: usize, extent: i128, dim: usize) {
        for _ in 0..bits(extent) {
            let mut vector = vec![0; self.rank()];
            vector[dim] = self.extents[dim];
            self.places[place].push(vector);
            self.extents[dim] *= 2;
        }
    }

    /// Multiplies by extents from a place to all dimensions, the first of the order fastest.
    pub(crate) fn identities(&mut self, place: usize, extents: &[i128], order: &[usize]) {
        for &dim in order {
            self.identity(place, extents[dim], dim);
        }
    }

    /// Multiplies by copies: numbers of a place that lead nowhere.
    pub(crate) fn copies(&mut self, place: usize, extent: i128) {
        for _ in 0..bits(extent) {
            self.places[place].push(vec![0; self.extents.len()]);
        }
    }

    /// Gives a place vectors in units of a tile.
    pub(crate) fn vectors(&mut self, place: usize, vectors: &[Vector], tile: &[i128]) {
        for vector in vectors {
            let mut scaled = vector.clone();
            for ((step, unit), extent) in scaled.iter_mut().zip(tile).zip(&mut self.extents) {
                *step *= unit;
                *extent = (*extent).max(*step * 2);
            }
            self.places[place].push(scaled);
        }
    }

    /// Gives the first place more bits, so that each dimension has at least an extent; and leaves of all places no step
    /// beyond it. Dimensions grow in an order.
    pub(crate) fn fit(&mut self, shape: &[i128], order: &[usize]) {
        for &dim in order {
            if self.extents[dim] < shape[dim] {
                self.identity(0, shape[dim] / self.extents[dim], dim);
            }
        }
        for vector in self.places.iter_mut().flatten() {
            for (step, extent) in vector.iter_mut().zip(shape) {
                if *step >= *extent {
                    *step = 0;
                }
            }
        }
        self.extents = shape.to_vec();
    }

    /// The offset that each bit of each coordinate has, if the places are one, of offsets, and each coordinate is at one.
    pub(crate) fn inverse(&self) -> Option<Vec<Vec<i128>>> {
        let [offsets] = self.places.as_slice() else { return None };
        let count: usize = self.extents.iter().map(|extent| bits(*extent) as usize).sum();
        if offsets.len() != count || count > 64 {
            return None;
        }
        let mut rows: Vec<(u128, i128)> = Vec::new();
        for (bit, vector) in offsets.iter().enumerate() {
            rows.push((self.packed(vector), 1i128 << bit));
        }
        for bit in 0..count {
            let pivot = (bit..count).find(|row| rows[*row].0 >> bit & 1 == 1)?;
            rows.swap(bit, pivot);
            let (coordinate, offset) = rows[bit];
            for (row, (other, sum)) in rows.iter_mut().enumerate() {
                if row != bit && *other >> bit & 1 == 1 {
                    *other ^= coordinate;
                    *sum ^= offset;
                }
            }
        }
        let (mut rest, mut inverse) = (rows.into_iter().map(|row| row.1), Vec::new());
        for extent in &self.extents {
            inverse.push(rest.by_ref().take(bits(*extent) as usize).collect_vec());
        }
        Some(inverse)
    }

    /// The coordinate of a vector, with all dimensions in one number.
    fn packed(&self, vector: &Vector) -> u128 {
        let (mut all, mut shift) = (0, 0);
        for (step, extent) in vector.iter().zip(&self.extents) {
            all |= (*step as u128) << shift;
            shift += bits(*extent);
        }
        all
    }
}
