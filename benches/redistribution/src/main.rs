//! Redistributions of a matrix between four ranks of MPI: by plans, by ScaLAPACK's `pdgemr2d` and by COSTA, in turn in one process, with medians.
//! Each result is compared with ScaLAPACK's definition before anything is timed.

use std::ffi::c_int;
use std::time::{Duration, Instant};

use layout_mesh::engine::mpi::Mpi;
use layout_mesh::engine::{Engine, Fault};
use layout_mesh::{
    Buffers, Cut, Error, Mesh, Order, Placement, Plan, redistribute, redistribute_into,
};

const EXTENT: usize = 4096;
const ROUNDS: usize = 15;
const RANKS: usize = 4;

unsafe extern "C" {
    fn Cblacs_get(context: c_int, what: c_int, value: *mut c_int);
    fn Cblacs_gridinit(context: *mut c_int, order: *const u8, rows: c_int, columns: c_int);
    fn pdgemr2d_(
        m: *const c_int,
        n: *const c_int,
        a: *const f64,
        ia: *const c_int,
        ja: *const c_int,
        desca: *const c_int,
        b: *mut f64,
        ib: *const c_int,
        jb: *const c_int,
        descb: *const c_int,
        context: *const c_int,
    );
}

#[cfg(costa)]
unsafe extern "C" {
    fn costa_between(
        extent: c_int,
        from: *const c_int,
        a: *const f64,
        to: *const c_int,
        b: *mut f64,
    );
}

/// A distribution of ScaLAPACK: a grid of ranks in column-major order, and the extents of its blocks.
#[derive(Clone, Copy)]
struct Grid {
    ranks: [usize; 2],
    block: [usize; 2],
}

impl Grid {
    fn placement(&self) -> Result<Placement, Error> {
        let mesh = Mesh::new(&[("column", self.ranks[1]), ("row", self.ranks[0])])?;
        Placement::replicated(&mesh, &[EXTENT, EXTENT])?
            .shard(0, "row", Cut::BlockCyclic(self.block[0]))?
            .shard(1, "column", Cut::BlockCyclic(self.block[1]))?
            .stored(Order::ColumnMajor)
    }

    /// A context of BLACS, and the descriptor of a matrix in it.
    fn descriptor(&self, rank: usize) -> Result<[c_int; 9], Fault> {
        let mut context = 0;
        // SAFETY: the context lives until both return, and the order is a text that ends with 0.
        unsafe {
            Cblacs_get(-1, 0, &raw mut context);
            Cblacs_gridinit(
                &raw mut context,
                b"C\0".as_ptr(),
                int(self.ranks[0]),
                int(self.ranks[1]),
            );
        }
        let local = self.placement()?.local_shape(rank).unwrap_or_default();
        let extent = int(EXTENT);
        let [rows, columns] = self.block.map(int);
        Ok([
            1,
            context,
            extent,
            extent,
            rows,
            columns,
            0,
            0,
            local.first().map_or(1, |rows| int(*rows)),
        ])
    }
}

fn int(number: usize) -> c_int {
    c_int::try_from(number).unwrap_or(c_int::MAX)
}

/// The part of a rank by ScaLAPACK's definition, each element the number of its coordinates. All parts are of one size.
fn part(grid: Grid, rank: usize) -> Vec<f64> {
    let at = [rank % grid.ranks[0], rank / grid.ranks[0]];
    let global = |axis: usize, local: usize| {
        let (block, ranks) = (grid.block[axis], grid.ranks[axis]);
        (local / block * ranks + at[axis]) * block + local % block
    };
    let [rows, columns] = grid.ranks.map(|ranks| EXTENT / ranks);
    let column = |column| (0..rows).map(move |row| global(0, row) * EXTENT + global(1, column));
    (0..columns).flat_map(column).map(|number| number as f64).collect()
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn main() -> Result<(), Fault> {
    let mut rank = Mpi::start(Duration::from_secs(60))?;
    let number = rank.rank();
    let rows = Grid { ranks: [4, 1], block: [EXTENT / 4, EXTENT] };
    let columns = Grid { ranks: [1, 4], block: [EXTENT, EXTENT / 4] };
    let cyclic = |block| Grid { ranks: [2, 2], block: [block; 2] };
    let pairs = [
        ("blocks of 32 on 2x2 to rows", cyclic(32), rows),
        ("rows to blocks of 32 on 2x2", rows, cyclic(32)),
        ("rows to columns", rows, columns),
        ("blocks of 32 to blocks of 128, on 2x2", cyclic(32), cyclic(128)),
    ];
    if number == 0 {
        println!(
            "| redistribution | plan | into new memory | COSTA | `pdgemr2d` | of COSTA's | of `pdgemr2d`'s |\n|---|--:|--:|--:|--:|--:|--:|"
        );
    }
    for (name, from, to) in pairs {
        let (source, target) = (from.placement()?, to.placement()?);
        let plan = Plan::of(&source, &target)?;
        let descriptors = [from.descriptor(number)?, to.descriptor(number)?];
        let before = part(from, number);
        let expected = part(to, number);
        let (one, extent) = (1, int(EXTENT));
        let mut after = vec![0.0; expected.len()];
        let mut buffers = Buffers::default();
        let scalapack = |after: &mut [f64]| {
            let [a, b] = &descriptors;
            // SAFETY: the parts have the extents of their descriptors, and all live until it returns.
            unsafe {
                pdgemr2d_(
                    &extent,
                    &extent,
                    before.as_ptr(),
                    &one,
                    &one,
                    a.as_ptr(),
                    after.as_mut_ptr(),
                    &one,
                    &one,
                    b.as_ptr(),
                    &a[1],
                );
            }
        };
        #[cfg(costa)]
        let costa = |after: &mut [f64]| {
            let grid = |grid: Grid, descriptor: [c_int; 9]| {
                let [a, b, c, d] = [grid.ranks, grid.block].concat()[..] else { return [0; 5] };
                [int(a), int(b), int(c), int(d), descriptor[8]]
            };
            let (from, to) = (grid(from, descriptors[0]), grid(to, descriptors[1]));
            // SAFETY: as above.
            unsafe {
                costa_between(
                    extent,
                    from.as_ptr(),
                    before.as_ptr(),
                    to.as_ptr(),
                    after.as_mut_ptr(),
                );
            }
        };
        let libraries: &[&dyn Fn(&mut [f64])] = &[
            &scalapack,
            #[cfg(costa)]
            &costa,
        ];
        for (number, library) in libraries.iter().enumerate() {
            after.fill(-1.0);
            library(&mut after);
            assert!(after == expected, "{name}, by library {number}");
        }
        assert!(redistribute(&plan, &mut rank, &before)? == expected, "{name}, by the plan");
        after = redistribute_into(&plan, &mut rank, &before, after, &mut buffers)?;
        assert!(after == expected, "{name}, by the plan into memory that is there");
        let mut times = vec![Vec::new(); 2 + libraries.len()];
        for _ in 0..ROUNDS {
            for (which, times) in times.iter_mut().enumerate() {
                rank.agree(1)?;
                let begin = Instant::now();
                match which {
                    0 => after = redistribute_into(&plan, &mut rank, &before, after, &mut buffers)?,
                    1 => drop(redistribute(&plan, &mut rank, &before)?),
                    _ => libraries[which - 2](&mut after),
                }
                // A plan ends in an agreement.
                if which > 1 {
                    rank.agree(1)?;
                }
                times.push(begin.elapsed());
            }
        }
        if number == 0 {
            let [plan, new, scalapack] = [0, 1, 2].map(|which| median(&mut times[which]));
            let costa = times.get_mut(3).map(|times| median(times));
            let text = |number: Option<f64>| {
                number.map_or("–".to_owned(), |number| format!("{number:.1}"))
            };
            let ratio = |number: Option<f64>| {
                number.map_or("–".to_owned(), |number| format!("{:.2}", plan / number))
            };
            println!(
                "| {name} | {plan:.1} | {new:.1} | {} | {scalapack:.1} | {} | {} |",
                text(costa),
                ratio(costa),
                ratio(Some(scalapack))
            );
        }
    }
    assert_eq!(rank.size(), RANKS);
    Ok(())
}
