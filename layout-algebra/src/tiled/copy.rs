//! `TiledCopy`: an instruction that copies, repeated over threads and over values.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::{Operand, TiledMma, check_fit, check_numbers, modes_of, part_of, values_of_copy};
use crate::atoms::{self, Copy};
use crate::ops::{self, OnDomain, Outcome};
use crate::{
    Error, ErrorAddress, HTuple, Int, IntTuple, Layout, Stride, StrideTuple, Terms, Tiler,
};

/// The source or the target of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// CuTe's `S`.
    Source,
    /// CuTe's `D`.
    Target,
}

/// A copy of elements, CuTe's `Copy_Atom<Op, T>`: threads and values to values.
#[derive(Clone, Debug, PartialEq)]
pub struct CopyAtom {
    name: String,
    bits: Int,
    source: Layout,
    target: Layout,
    reference: Layout,
}

impl CopyAtom {
    /// A copy of elements of `bits` bits.
    ///
    /// # Errors
    ///
    /// The errors of [`ops::upcast`], and its objection, where an element is not copied whole;
    /// [`crate::ErrorKind::Unfit`] where it holds more than a thread copies.
    pub fn new(atom: &Copy, bits: &Int) -> Result<Self, Error> {
        const OP: &str = "Copy_Atom";
        let values = |layout: &Layout| {
            let values = ops::get(layout, &[1])?;
            let size = ops::size(&values)?;
            // If a copy chooses how much it takes at a time, an element is a value, of whatever
            // bits.
            if *values.stride() == StrideTuple::Leaf(Stride::zero()) && size == Int::ONE {
                return Ok(layout.clone());
            }
            let what = format!("the bits of a thread of {} are", atom.name);
            check_fit(OP, what, &size, "an element has".into(), bits)?;
            ops::upcast(layout, bits).and_then(Outcome::strict).in_op(OP)
        };
        Ok(CopyAtom {
            name: atom.name.clone(),
            bits: bits.clone(),
            source: values(&atom.source)?,
            target: values(&atom.target)?,
            reference: values(&atom.reference)?,
        })
    }

    /// The copy of a name, `Copy_Atom<SM75_U32x4_LDSM_N,half_t>`, without spaces; none for another
    /// name.
    ///
    /// # Errors
    ///
    /// As [`CopyAtom::new`].
    ///
    /// ```
    /// use layout_algebra::tiled::CopyAtom;
    /// let atom = CopyAtom::find("Copy_Atom<SM75_U32x4_LDSM_N,half_t>").unwrap().unwrap();
    /// assert_eq!(atom.name(), "SM75_U32x4_LDSM_N");
    /// assert!(CopyAtom::find("Copy_Atom<SM75_U32x1_LDSM_N,double>").unwrap().is_err());
    /// ```
    pub fn find(name: &str) -> Option<Result<Self, Error>> {
        let name = name.strip_prefix("cute::").unwrap_or(name);
        let [op, element] = atoms::arguments(name.strip_prefix("Copy_Atom")?)?[..] else {
            return None;
        };
        let bits = Int::new(atoms::bits_of(element)?);
        Some(CopyAtom::new(&atoms::copy(op)?, &bits))
    }

    /// The name of the copy instruction in CuTe.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of threads of one instruction, and of the values that each has on a side.
    ///
    /// # Errors
    ///
    /// The errors of [`ops::size`].
    ///
    /// ```
    /// use layout_algebra::tiled::{CopyAtom, Side};
    /// let atom = CopyAtom::find("Copy_Atom<SM75_U32x2_LDSM_N,half_t>").unwrap().unwrap();
    /// assert_eq!(atom.sizes(Side::Source).unwrap(), [32.into(), 8.into()]);
    /// assert_eq!(atom.sizes(Side::Target).unwrap(), [32.into(), 4.into()]);
    /// ```
    pub fn sizes(&self, side: Side) -> Result<[Int; 2], Error> {
        let size = |mode| ops::size(&ops::get(self.of(side), &[mode])?);
        Ok([size(0)?, size(1)?])
    }

    fn of(&self, side: Side) -> &Layout {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }
}

impl fmt::Display for CopyAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Copy_Atom<{},{}>", self.name, self.bits)
    }
}

/// CuTe's `TiledCopy<Atom, Layout_TV, Tiler>`.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledCopy {
    atom: CopyAtom,
    tv: Layout,
    tile: IntTuple,
}

const MAKE: &str = "make_tiled_copy";

/// The tile that threads with some values each lie over, and the layout `(thread, value)` of the positions in it: CuTe's
/// `make_layout_tv`. With `MN = raked_product(threads, values)`, the tile is `product_each(shape(MN))` and the layout
/// `right_inverse(MN) o (size(threads),size(values))`.
///
/// # Errors
///
/// The errors of [`ops::raked_product`], [`ops::right_inverse`] and [`ops::with_shape`]; its
/// objection, where some number of threads and values is missing.
///
/// ```
/// let (threads, values) = ("(4,32):(32,1)".parse().unwrap(), "(4,4):(4,1)".parse().unwrap());
/// let (tile, tv) = layout_algebra::tiled::layout_tv(&threads, &values).unwrap();
/// assert_eq!(tile.to_string(), "(16,128)");
/// assert_eq!(tv.to_string(), "((32,4),(4,4)):((64,4),(16,1))");
/// ```
pub fn layout_tv(threads: &Layout, values: &Layout) -> Result<(IntTuple, Layout), Error> {
    let mn = ops::raked_product(threads, values)?;
    let sizes = [ops::size(threads)?, ops::size(values)?];
    let shape = HTuple::Tuple(sizes.map(HTuple::Leaf).into());
    let tv = ops::with_shape(&ops::right_inverse(&mn)?, &shape)?.strict()?;
    Ok((ops::product_each(mn.shape())?, tv))
}

impl TiledCopy {
    /// Threads that lie over a tile as `threads` numbers them, each with the values of `values`:
    /// CuTe's `make_tiled_copy`.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorKind::NotInjective`] where two coordinates have one number, of threads or of
    /// values, [`crate::ErrorKind::NoCoordinate`] with a number that none has, and
    /// [`crate::ErrorKind::Unfit`] where the copy takes more threads, or more values of one.
    ///
    /// ```
    /// use layout_algebra::tiled::{CopyAtom, Side, TiledCopy};
    /// use layout_algebra::{Int, atoms};
    /// let atom = atoms::copy("UniversalCopy<uint128_t>").unwrap();
    /// let atom = CopyAtom::new(&atom, &Int::new(16)).unwrap();
    /// let (threads, values) = ("(16,8):(8,1)".parse().unwrap(), "(1,8):(0,1)".parse().unwrap());
    /// let copy = TiledCopy::new(atom, &threads, &values).unwrap();
    /// assert_eq!(copy.tile().to_string(), "(16,64)");
    /// assert_eq!(copy.tv().to_string(), "((8,16),8):((128,1),16)");
    /// ```
    pub fn new(atom: CopyAtom, threads: &Layout, values: &Layout) -> Result<Self, Error> {
        for (operand, layout) in [(1, threads), (2, values)] {
            check_numbers(MAKE, operand, layout)?;
            layout.check_inhabited(MAKE, operand)?;
            if !ops::is_bijective(layout)? {
                // Some number is missing; asking for it says so.
                let missing = ops::first_hole(layout).in_op(MAKE).in_operand(operand)?;
                ops::get_flat_coord(layout, &missing).in_op(MAKE).in_operand(operand)?;
            }
        }
        let (tile, tv) = layout_tv(threads, values).in_op(MAKE)?;
        TiledCopy::of(MAKE, atom, tv, tile)
    }

    /// A copy of what each thread has of an operand of a product: CuTe's `make_tiled_copy_A`, `_B`
    /// and `_C`.
    ///
    /// # Errors
    ///
    /// The errors of [`TiledMma::layout_tv`], and [`crate::ErrorKind::Unfit`].
    pub fn of_mma(atom: CopyAtom, mma: &TiledMma, operand: Operand) -> Result<Self, Error> {
        let (op, modes) = match operand {
            Operand::A => ("make_tiled_copy_A", [0, 2]),
            Operand::B => ("make_tiled_copy_B", [1, 2]),
            Operand::C => ("make_tiled_copy_C", [0, 1]),
        };
        let tile = ops::select(&mma.tile()?, &modes)?;
        TiledCopy::of(op, atom, mma.layout_tv(operand).in_op(op).in_operand(1)?, tile)
    }

    fn of(op: &'static str, atom: CopyAtom, tv: Layout, tile: IntTuple) -> Result<Self, Error> {
        for (mode, of) in ["threads", "values of a thread"].into_iter().enumerate() {
            let found = ops::size(&ops::get(&tv, &[mode])?)?;
            let unit = ops::size(&ops::get(&atom.reference, &[mode])?)?;
            let by = format!("{} takes", atom.name);
            let fits = check_fit(op, format!("of {of} there are"), &found, by, &unit);
            // The operands of `make_tiled_copy` are the atom, the threads and the values; of the others, the product has both.
            fits.in_operand(if op == MAKE { mode + 1 } else { 0 })?;
        }
        Ok(TiledCopy { atom, tv, tile })
    }

    /// The copy instruction that is tiled.
    pub fn atom(&self) -> &CopyAtom {
        &self.atom
    }

    /// The extents of the tile, CuTe's `Tiler_MN`.
    pub fn tile(&self) -> &IntTuple {
        &self.tile
    }

    /// The position in the tile of the value `v` of thread `t`, in the copy's reference: CuTe's
    /// `TiledLayout_TV`.
    pub fn tv(&self) -> &Layout {
        &self.tv
    }

    /// A tensor as `(Thr,(FrgV,FrgX),(RestM,RestN,…))`: CuTe's `tidfrg_S` and `tidfrg_D`.
    ///
    /// # Errors
    ///
    /// The errors of [`ops::zipped_divide`] by the tile; it objects where the tile does not divide.
    pub fn tidfrg(&self, side: Side, tensor: &Layout) -> Result<Outcome, Error> {
        let op = match side {
            Side::Source => "tidfrg_S",
            Side::Target => "tidfrg_D",
        };
        let tile = Tiler::from_shape(&self.tile)?;
        let Outcome { layout, objection } =
            ops::zipped_divide(tensor, &tile).in_op(op).in_operand(1)?.in_op(op);
        let layout = self.tile2thrfrg(&layout, side)?;
        Ok(Outcome { layout, objection }.in_operand(1))
    }

    /// The position in the tile of the value `v` of thread `t`, where it is read or written: CuTe's
    /// `get_layoutS_TV` and `get_layoutD_TV`.
    ///
    /// # Errors
    ///
    /// The errors of [`ops::composition`].
    pub fn layout_tv(&self, side: Side) -> Result<Layout, Error> {
        let tile = ops::col_major(&self.tile)?;
        let tile = Layout::from_modes(&[tile, Layout::unit()])?;
        ops::take(&self.tile2thrfrg(&tile, side)?, 0, 2)
    }

    /// The values of a tensor, which may be a composed layout, that a thread reads or writes, `((FrgV,FrgX),RestM,RestN,…)`, and
    /// the offset of the first: CuTe's `partition_S` and `partition_D`.
    ///
    /// # Errors
    ///
    /// As [`TiledCopy::tidfrg`]; [`crate::ErrorKind::OutOfBounds`] for a thread that is none.
    ///
    /// ```
    /// use layout_algebra::tiled::{CopyAtom, Side, TiledCopy};
    /// use layout_algebra::{ComposedLayout, Int, Layout, atoms};
    /// let atom = atoms::copy("UniversalCopy<uint32_t>").unwrap();
    /// let atom = CopyAtom::new(&atom, &Int::new(16)).unwrap();
    /// let (threads, values) = ("(16,8):(1,16)".parse().unwrap(), "(2,1):(1,0)".parse().unwrap());
    /// let copy = TiledCopy::new(atom, &threads, &values).unwrap();
    /// let tensor: Layout = "(64,8):(8,1)".parse().unwrap();
    /// let part = copy.partition(Side::Source, &tensor, &Int::new(53)).unwrap().strict().unwrap();
    /// assert_eq!((part.0.to_string(), part.1), ("((2,1),2,1):((8,0),256,0)".into(), 83.into()));
    /// // The two values are rows 10 and 11, which the swizzle permutes alike in both halves.
    /// let tensor: ComposedLayout = "Sw<3,0,3> o 0 o (64,8):(8,1)".parse().unwrap();
    /// let part = copy.partition(Side::Source, &tensor, &Int::new(53)).unwrap().strict().unwrap();
    /// assert_eq!((part.0.to_string(), part.1), ("((2,1),2,1):((7,0),256,0)".into(), 81.into()));
    /// ```
    pub fn partition<L: OnDomain<Steps = Stride>>(
        &self,
        side: Side,
        tensor: &L,
        thread: &Int,
    ) -> Result<Outcome<L::Part>, Error> {
        let op = match side {
            Side::Source => "partition_S",
            Side::Target => "partition_D",
        };
        let values = self.tidfrg(side, tensor.domain()?)?.in_op(op);
        part_of(op, tensor, values, thread, values_of_copy)
    }

    /// The registers of a thread, `(V, M, N, …)` as a product has them, as this copy has them: CuTe's
    /// `retile_S` and `retile_D`.
    ///
    /// # Errors
    ///
    /// The errors of [`ops::upcast`] and [`ops::zipped_divide`], with their objections, where the
    /// registers are not those of whole tiles.
    pub fn retile(&self, fragment: &Layout) -> Result<Layout, Error> {
        const OP: &str = "retile";
        let values = ops::size(&ops::get(fragment, &[0])?)?;
        let threads = ops::size(&ops::get(&self.tv, &[0])?)?;
        // The tile by which `V` values of a thread it is. Positions of the same are one element here,
        // which may have room for threads that hold the same: no padding.
        let mn = ops::with_shape(&ops::right_inverse(&self.tv)?, &self.tile)?.strict();
        let mn =
            mn.and_then(|mn| ops::upcast(&mn, &threads.mul(&values)?)).in_op(OP).in_operand(1)?;
        let mn = mn.layout;
        let v = ops::col_major(&HTuple::Leaf(values.clone()))?;
        let all = ops::logical_product(&v, &ops::right_inverse(&mn)?.into())?;
        let unit = ops::size(&ops::get(&self.atom.reference, &[1])?)?;
        let unit = ops::col_major(&HTuple::Leaf(unit))?;
        let order = ops::zipped_divide(&all, &unit.into()).and_then(Outcome::strict);
        let order = order.in_op(OP).in_operand(1)?;
        let tile = ops::prepend(&ops::product_each(mn.shape())?, &HTuple::Leaf(values))?;
        let tiled = ops::zipped_divide(fragment, &Tiler::from_shape(&tile)?);
        let tiled = tiled.and_then(Outcome::strict).in_op(OP).in_operand(1)?;
        let tiler = Tiler::Modes(alloc::vec![order.into(), Tiler::All]);
        let tiled = ops::composition_with(&tiled, &tiler)?.strict()?;
        let mut modes = alloc::vec![ops::get(&tiled, &[0])?];
        modes.extend(modes_of(&tiled, &[1])?.into_iter().skip(1));
        Layout::from_modes(&modes)
    }

    /// `((TileM,TileN,…),Rest)` as `(Thr,(FrgV,FrgX),Rest)`: CuTe's `tile2thrfrg`.
    pub(crate) fn tile2thrfrg<D: Terms>(
        &self,
        tiles: &Layout<D>,
        side: Side,
    ) -> Result<Layout<D>, Error> {
        let reference = &self.atom.reference;
        let threads = ops::size(&ops::get(reference, &[0])?)?;
        let values = ops::size(&ops::get(reference, &[1])?)?;
        let atom = HTuple::Tuple([HTuple::Leaf(threads), HTuple::Leaf(values)].into());
        let atom = Tiler::from_shape(&atom)?;
        let atoms = ops::zipped_divide(&self.tv, &atom)?.strict()?;
        // From the threads and values of this side to those of the reference.
        let to = ops::composition(&ops::right_inverse(reference)?, self.atom.of(side))?.strict()?;
        let to = Tiler::Modes(alloc::vec![to.into(), Tiler::All]);
        let atoms = ops::composition_with(&atoms, &to)?.strict()?;
        let pair = alloc::vec![HTuple::Leaf(1i128); 2];
        let profile = HTuple::Tuple(alloc::vec![HTuple::Leaf(1i128), HTuple::Tuple(pair)]);
        let tv = ops::coalesce_by_mode(&ops::zip(&atoms)?, &profile)?;
        let tv = Tiler::Modes(alloc::vec![tv.into(), Tiler::All]);
        let tiles = ops::composition_with(tiles, &tv)?.strict()?;
        let mut modes = modes_of(&tiles, &[0])?;
        modes.push(ops::get(&tiles, &[1])?);
        Layout::from_modes(&modes)
    }
}

impl fmt::Display for TiledCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TiledCopy<{},{},{}>", self.atom, self.tv, self.tile)
    }
}
