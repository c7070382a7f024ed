//! `TiledMma`: a matrix instruction, repeated over threads and over values.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use super::{check_fit, check_numbers, part_of, values_of_mma};
use crate::atoms::Mma;
use crate::ops::{self, OnDomain, Outcome};
use crate::{CollectVec, Error, ErrorAddress, HTuple, Int, IntTuple, Layout, Stride, Terms, Tiler};

/// The operands of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// M x K.
    A,
    /// N x K.
    B,
    /// M x N, what is accumulated.
    C,
}

impl Operand {
    /// The two of M, N and K that are its modes.
    fn modes(self) -> [usize; 2] {
        match self {
            Operand::A => [0, 2],
            Operand::B => [1, 2],
            Operand::C => [0, 1],
        }
    }
}

/// CuTe's `TiledMMA<Atom, AtomLayoutMNK, PermutationMNK>`.
#[derive(Clone, Debug, PartialEq)]
pub struct TiledMma {
    atom: Mma,
    atoms: Layout,
    permutation: [Tiler; 3],
    threads: Layout,
}

const MAKE: &str = "make_tiled_mma";

impl TiledMma {
    /// An instruction for each coordinate of `atoms`, over M, N and K, by threads of its own:
    /// CuTe's `make_tiled_mma`. Each mode of a tile is taken in the order of its permutation,
    /// whose size is the extent of the tile; `_` is as many as the instructions have. Modes that
    /// are left out are `1:0` and `_`.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorKind::TooManyModes`]; [`crate::ErrorKind::NotInjective`] where two
    /// instructions have the same threads; [`crate::ErrorKind::Unfit`] for a permutation of
    /// which the instructions do not take all at once; those of [`ops::tiled_product`].
    ///
    /// ```
    /// use layout_algebra::tiled::{Operand, TiledMma};
    /// use layout_algebra::{Tiler, atoms};
    /// let atom = atoms::mma("SM80_16x8x16_F32F16F16F32_TN").unwrap();
    /// let mma = TiledMma::new(atom, &"(2,2,1):(1,2,4)".parse().unwrap(), &"<_,32,_>".parse().unwrap());
    /// let mma = mma.unwrap();
    /// assert_eq!(mma.tile().unwrap().to_string(), "(32,32,16)");
    /// let c = mma.layout_tv(Operand::C).unwrap();
    /// assert_eq!(c.to_string(), "((4,8,2,2),((2,2),(1,2))):((64,1,16,256),((32,8),(0,512)))");
    /// ```
    pub fn new(atom: Mma, atoms: &Layout, permutation: &Tiler) -> Result<Self, Error> {
        atoms.check_inhabited(MAKE, 1)?;
        let atoms = three(atoms).in_op(MAKE).in_operand(1)?;
        let mut tilers = match permutation {
            Tiler::Modes(tilers) => tilers.clone(),
            other => alloc::vec![other.clone()],
        };
        if tilers.len() > 3 {
            let (tiler, mnk) = (format!("permutation {permutation}"), "(M,N,K)");
            let error = Error::too_many_modes(MAKE, (tiler, tilers.len()), (mnk, 3));
            return Err(error.in_operand(2));
        }
        tilers.resize(3, Tiler::All);
        let Ok(permutation) = <[Tiler; 3]>::try_from(tilers) else { unreachable!() };
        check_numbers(MAKE, 1, &atoms)?;
        let threads =
            ops::tiled_product(&atom.threads, &atoms.clone().into()).in_op(MAKE).in_operand(1)?;
        let mma = TiledMma { atom, atoms, permutation, threads };
        for (mode, name) in ["M", "N", "K"].into_iter().enumerate() {
            let (size, unit) = (mma.extent(mode)?, mma.unit(mode)?);
            let what = format!("the permutation of {name} has");
            check_fit(MAKE, what, &size, format!("{} takes", mma.atom.name), &unit)
                .in_operand(2)
                .under_mode(mode)?;
        }
        Ok(mma)
    }

    /// The matrix instruction that is tiled.
    pub fn atom(&self) -> &Mma {
        &self.atom
    }

    /// The number of the thread `v` of the instruction at `(m, n, k)`: CuTe's
    /// `get_thr_layout_vmnk`.
    pub fn thr_layout_vmnk(&self) -> &Layout {
        &self.threads
    }

    /// The extents of the tile, CuTe's `tile_shape`.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorKind::Overflow`].
    pub fn tile(&self) -> Result<IntTuple, Error> {
        let extent = |mode| Ok::<_, Error>(HTuple::Leaf(self.extent(mode)?));
        Ok(HTuple::Tuple((0..3).map(extent).try_collect_vec()?))
    }

    /// A tensor of an operand as `((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,…)))`, of A and B with K:
    /// CuTe's `thrfrg_A`, `thrfrg_B` and `thrfrg_C`.
    ///
    /// # Errors
    ///
    /// The errors of [`ops::logical_divide`] by the tile; it objects where the tile does not
    /// divide.
    pub fn thrfrg(&self, operand: Operand, tensor: &Layout) -> Result<Outcome, Error> {
        let op = match operand {
            Operand::A => "thrfrg_A",
            Operand::B => "thrfrg_B",
            Operand::C => "thrfrg_C",
        };
        let Outcome { layout: tiled, objection } =
            ops::logical_divide(tensor, &self.tiler_of(operand)?)
                .in_op(op)
                .in_operand(1)?
                .in_op(op);
        let layout = self.tile2thrfrg(&tiled, operand)?;
        Ok(Outcome { layout, objection }.in_operand(1))
    }

    /// The tile of an operand, in the order in which its modes are taken.
    pub(crate) fn tiler_of(&self, operand: Operand) -> Result<Tiler, Error> {
        let [first, second] = operand.modes();
        Ok(Tiler::Modes(alloc::vec![self.tiler(first)?, self.tiler(second)?]))
    }

    /// `((TileM,RestM),(TileN,RestN),…)` as `((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,…)))`.
    pub(crate) fn tile2thrfrg<D: Terms>(
        &self,
        tiled: &Layout<D>,
        operand: Operand,
    ) -> Result<Layout<D>, Error> {
        let [first, second] = operand.modes();
        let atom = Tiler::Modes(alloc::vec![
            run(&Int::new(self.atom.shape[first]))?,
            run(&Int::new(self.atom.shape[second]))?,
        ]);
        let atoms = ops::zipped_divide(tiled, &atom)?.strict()?;
        let layout = match operand {
            Operand::A => &self.atom.a,
            Operand::B => &self.atom.b,
            Operand::C => &self.atom.c,
        };
        let tv = Tiler::Modes(alloc::vec![layout.clone().into(), Tiler::All]);
        let tv = ops::composition_with(&atoms, &tv)?.strict()?;
        let threads = alloc::vec![run(&self.count(first)?)?, run(&self.count(second)?)?];
        let threads = Tiler::Modes(alloc::vec![Tiler::All, Tiler::Modes(threads)]);
        ops::zipped_divide(&tv, &threads)?.strict()
    }

    /// The position in the tile of an operand of the value `v` of thread `t`: CuTe's
    /// `get_layoutA_TV`, `get_layoutB_TV` and `get_layoutC_TV`. Threads that no instruction has, between those that some
    /// have, are where the thread below them is.
    ///
    /// # Errors
    ///
    /// As [`TiledMma::thrfrg`].
    pub fn layout_tv(&self, operand: Operand) -> Result<Layout, Error> {
        let [first, second] = operand.modes();
        let extents = [self.extent(first)?, self.extent(second)?];
        let tile = ops::col_major(&HTuple::Tuple(extents.map(HTuple::Leaf).into()))?;
        self.by_thread(operand, &self.thrfrg(operand, &tile)?.strict()?)
    }

    /// The values of a tensor of an operand, which may be a composed layout, that a thread has, `(FrgV, RestM, RestN, …)`, and the
    /// offset of the first: CuTe's `partition_A`, `partition_B` and `partition_C`.
    ///
    /// # Errors
    ///
    /// As [`TiledMma::thrfrg`]; [`crate::ErrorKind::OutOfBounds`] for a thread that is none.
    ///
    /// ```
    /// use layout_algebra::tiled::{Operand, TiledMma};
    /// use layout_algebra::{Int, Layout, atoms};
    /// let atom = atoms::mma("SM80_16x8x8_F32F16F16F32_TN").unwrap();
    /// let mma = TiledMma::new(atom, &"(2,2):(1,2)".parse().unwrap(), &"_".parse().unwrap()).unwrap();
    /// let tensor: Layout = "(32,16):(16,1)".parse().unwrap();
    /// let part = mma.partition(Operand::C, &tensor, &Int::new(83)).unwrap().strict().unwrap();
    /// assert_eq!((part.0.to_string(), part.1), ("((2,2),1,1):((1,128),0,0)".into(), 78.into()));
    /// ```
    pub fn partition<L: OnDomain<Steps = Stride>>(
        &self,
        operand: Operand,
        tensor: &L,
        thread: &Int,
    ) -> Result<Outcome<L::Part>, Error> {
        let op = match operand {
            Operand::A => "partition_A",
            Operand::B => "partition_B",
            Operand::C => "partition_C",
        };
        let Outcome { layout, objection } = self.thrfrg(operand, tensor.domain()?)?.in_op(op);
        let layout = self.by_thread(operand, &layout)?;
        part_of(op, tensor, Outcome { layout, objection }, thread, values_of_mma)
    }

    /// The registers for what [`TiledMma::partition`] hands to a thread: compact, C in the order
    /// of its modes, A and B in that of the tensor. CuTe's `partition_fragment_A`, `_B` and `_C`.
    ///
    /// # Errors
    ///
    /// As [`TiledMma::partition`].
    pub fn fragment(&self, operand: Operand, tensor: &Layout) -> Result<Outcome, Error> {
        let Outcome { layout: (part, _), objection } =
            self.partition(operand, tensor, &Int::ZERO)?;
        let fragment = match operand {
            Operand::C => ops::col_major(part.shape())?.into(),
            Operand::A | Operand::B => ops::make_fragment_like(&part)?,
        };
        Ok(Outcome { layout: fragment.layout, objection: objection.or(fragment.objection) })
    }

    /// Its threads by their numbers. Threads that differ in what an operand does not have, in N for
    /// A, hold the same: of C, each its own part of the sum.
    pub(crate) fn by_thread<D: Terms>(
        &self,
        operand: Operand,
        thrfrg: &Layout<D>,
    ) -> Result<Layout<D>, Error> {
        let [m, n, k] = [self.count(0)?, self.count(1)?, self.count(2)?];
        let along = |counts: &[&Int], steps: &[&Int]| {
            let shape = counts.iter().map(|count| HTuple::Leaf((*count).clone())).collect_vec();
            let stride =
                steps.iter().map(|step| HTuple::Leaf((*step).clone().into())).collect_vec();
            Ok::<Tiler, Error>(Layout::new(HTuple::Tuple(shape), HTuple::Tuple(stride))?.into())
        };
        let (one, none) = (&Int::ONE, &Int::ZERO);
        let others = match operand {
            Operand::A => Tiler::Modes(alloc::vec![along(&[&m, &n], &[one, none])?, Tiler::All]),
            Operand::B => Tiler::Modes(alloc::vec![along(&[&m, &n], &[none, one])?, Tiler::All]),
            Operand::C if k == Int::ONE => Tiler::All,
            Operand::C => along(&[&m, &n, &k], &[one, &m, none])?,
        };
        let others = Tiler::Modes(alloc::vec![Tiler::All, others]);
        let others = Tiler::Modes(alloc::vec![others, Tiler::All]);
        let layout = ops::composition_with(thrfrg, &others)?.strict()?;
        let threads = Tiler::Modes(alloc::vec![self.thread_of_number()?.into(), Tiler::All]);
        ops::composition_with(&layout, &threads)?.strict()
    }

    /// The layout from the number of a thread to its coordinate in [`TiledMma::thr_layout_vmnk`].
    fn thread_of_number(&self) -> Result<Layout, Error> {
        let free = ops::complement_below(&self.threads)?.strict()?;
        let copies = ops::size(&free)?;
        let all = Layout::from_modes(&[self.threads.clone(), free])?;
        // The copies are where the threads themselves are.
        let size = ops::size(&self.threads)?;
        let pair = |a, b| HTuple::Tuple(alloc::vec![HTuple::Leaf(a), HTuple::Leaf(b)]);
        let once = Layout::new(
            pair(size, copies),
            pair(Int::ONE, Int::ZERO).map(&mut |int| int.clone().into()),
        )?;
        ops::composition(&once, &ops::right_inverse(&all)?)?.strict()
    }

    /// The extent of the tile along M, N or K.
    fn extent(&self, mode: usize) -> Result<Int, Error> {
        match self.permutation[mode].as_layout() {
            Some(layout) => ops::size(&layout?),
            None => self.unit(mode),
        }
    }

    /// The extent that the instructions take at once along M, N or K.
    fn unit(&self, mode: usize) -> Result<Int, Error> {
        Ok(Int::new(self.atom.shape[mode]).mul(&self.count(mode)?)?)
    }

    /// The instructions along M, N or K.
    fn count(&self, mode: usize) -> Result<Int, Error> {
        ops::size(&ops::get(&self.threads, &[mode + 1])?)
    }

    /// The order in which a mode is taken.
    fn tiler(&self, mode: usize) -> Result<Tiler, Error> {
        match &self.permutation[mode] {
            Tiler::All => Ok(Tiler::Size(self.extent(mode)?)),
            tiler => Ok(tiler.clone()),
        }
    }
}

impl fmt::Display for TiledMma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "make_tiled_mma({}, {}, ", self.atom.name, self.atoms)?;
        Tiler::write_modes(&self.permutation, f)?;
        f.write_str(")")
    }
}

/// The first `size` positions.
fn run(size: &Int) -> Result<Tiler, Error> {
    Ok(ops::col_major(&HTuple::Leaf(size.clone()))?.into())
}

/// The atoms in three modes.
fn three(atoms: &Layout) -> Result<Layout, Error> {
    let mut modes: Vec<Layout> =
        if atoms.shape().is_tuple() { atoms.modes() } else { alloc::vec![atoms.clone()] };
    if modes.len() > 3 {
        let layout = format!("layout {atoms}");
        return Err(Error::too_many_modes(MAKE, (layout, modes.len()), ("(M,N,K)", 3)));
    }
    modes.resize(3, Layout::unit());
    Layout::from_modes(&modes)
}
