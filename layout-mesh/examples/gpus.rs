//! Redistributions between GPUs of one host, compared element by element, and their times beside a plain copy to the peer and NCCL.
//!
//! `cargo run --release -p layout-mesh --features nccl --example gpus`, with the number of GPUs as an argument (2).

use std::sync::Arc;
use std::time::{Duration, Instant};

use cudarc::driver::CudaStream;
use cudarc::nccl::{Comm, Id, group_end, group_start};
use layout_mesh::engine::gpu::{self, Gpu, Link};
use layout_mesh::engine::{Engine, Fault};
use layout_mesh::{Cut, Element, Error, Mesh, Order, Placement, Plan, redistribute};

const LIMIT: Duration = Duration::from_secs(60);

/// Rounds of which the median is taken.
const ROUNDS: usize = 21;

fn main() -> Result<(), Fault> {
    let gpus: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2);
    let ordinals: Vec<usize> = (0..gpus).collect();
    for link in [Link::Peer, Link::Nccl] {
        for (shape, block) in [([64, 48], 4), ([1001, 515], 7), ([256, 1024], 16)] {
            let plans = plans(gpus, shape, block)?;
            let results = gpu::run(link, &ordinals, LIMIT, |mut gpu| {
                for (name, plan) in &plans {
                    check(&mut gpu, plan)?;
                    if gpu.rank() == 0 {
                        println!("{link:?}: {name} of {shape:?}");
                    }
                }
                Ok(())
            })?;
            results.into_iter().collect::<Result<Vec<()>, Fault>>()?;
        }
    }
    for link in [Link::Peer, Link::Nccl] {
        faults(link, &ordinals)?;
    }
    for link in [Link::Peer, Link::Nccl] {
        let id = || Id::new().map_err(|error| Fault::Library(format!("{error:?}")));
        let ids = [id()?, id()?];
        let results = gpu::run(link, &ordinals, LIMIT, |mut gpu| {
            times::<u16>(&mut gpu, link, ids[0])?;
            times::<f64>(&mut gpu, link, ids[1])
        })?;
        results.into_iter().collect::<Result<Vec<()>, Fault>>()?;
    }
    Ok(())
}

/// The redistributions of the other examples, and some that are harder.
fn plans(gpus: usize, shape: [usize; 2], block: usize) -> Result<Vec<(&'static str, Plan)>, Error> {
    let mesh = Mesh::new(&[("x", gpus)])?;
    let whole = || Placement::replicated(&mesh, &shape);
    let rows = whole()?.shard(0, "x", Cut::Block)?;
    let columns = whole()?.shard(1, "x", Cut::Block)?;
    let cyclic = whole()?.shard(0, "x", Cut::BlockCyclic(block))?;
    let turned = columns.clone().stored(Order::ColumnMajor)?;
    let sums = whole()?.partial("x")?;
    Ok(vec![
        ("rows to columns", Plan::of(&rows, &columns)?),
        ("block-cyclic to rows", Plan::of(&cyclic, &rows)?),
        ("rows to block-cyclic", Plan::of(&rows, &cyclic)?),
        ("rows to columns in column-major order", Plan::of(&rows, &turned)?),
        ("columns in column-major order to rows", Plan::of(&turned, &rows)?),
        ("sums to rows", Plan::of(&sums, &rows)?),
        ("sums to copies", Plan::of(&sums, &whole()?)?),
        ("rows to copies", Plan::of(&rows, &whole()?)?),
    ])
}

/// The part of a rank: each element is its number, and a summand that of its turn times it.
fn part(placement: &Placement, rank: usize, summands: bool) -> Vec<f32> {
    let mut part = vec![0.0; placement.local_size(rank)];
    let [rows, columns] = [placement.shape()[0], placement.shape()[1]];
    let turns = if summands { placement.summands() } else { 1 };
    for number in 0..rows * columns {
        for (copy, sum) in
            (0..placement.copies()).flat_map(|copy| (0..turns).map(move |sum| (copy, sum)))
        {
            match placement.at(&[number / columns, number % columns], copy, sum) {
                Some((device, place)) if device == rank => {
                    part[place] = ((number % 4099) * (sum + 1)) as f32;
                }
                _ => {}
            }
        }
    }
    part
}

/// Compares the part after a plan with the definition, in the memory of the GPU and through that of the host.
fn check(gpu: &mut Gpu, plan: &Plan) -> Result<(), Fault> {
    let rank = gpu.rank();
    let before = part(plan.source(), rank, true);
    let mut after = part(plan.target(), rank, false);
    let factor: usize = (1..=plan.source().summands()).sum();
    after.iter_mut().for_each(|element| *element *= factor as f32);
    let stream = Arc::clone(gpu.stream());
    let source = stream.clone_htod(&before).map_err(driver)?;
    let target = gpu.redistribute(plan, &source)?;
    let got = stream.clone_dtoh(&target).map_err(driver)?;
    stream.synchronize().map_err(driver)?;
    assert_eq!(got.iter().zip(&after).position(|(a, b)| a != b), None, "rank {rank}, on the GPU");
    let got = redistribute(plan, gpu, &before)?;
    assert_eq!(got.iter().zip(&after).position(|(a, b)| a != b), None, "rank {rank}, by the host");
    Ok(())
}

/// A source of another length on one rank, a plan for more ranks, other plans, and a rank that ends before it takes part or in the middle: an error
/// on each rank in time, and no target.
fn faults(link: Link, ordinals: &[usize]) -> Result<(), Fault> {
    let ranks = ordinals.len();
    let limit = Duration::from_secs(5);
    let plan = |ranks: usize, extent: usize| {
        Ok::<_, Error>(plans(ranks, [extent; 2], 4)?.swap_remove(0).1)
    };
    let (right, other, more) = (plan(ranks, 4096)?, plan(ranks, 2048)?, plan(ranks + 1, 4096)?);
    for case in ["length", "plans", "size", "ended"] {
        let begin = Instant::now();
        let results = gpu::run(link, ordinals, limit, |mut gpu| {
            let rank = gpu.rank();
            let plan = match case {
                "plans" if rank == 0 => &other,
                "size" => &more,
                _ => &right,
            };
            let surplus = usize::from(case == "length" && rank == 0);
            let source = vec![1.0_f32; plan.source().local_size(rank) + surplus];
            let source = gpu.stream().clone_htod(&source).map_err(driver)?;
            if case == "ended" && rank == 0 {
                return Err(Fault::Library("it fails".to_owned()));
            }
            gpu.redistribute(plan, &source).map(drop)
        })?;
        assert!(results.iter().all(Result::is_err), "{link:?}, {case}: {results:?}");
        assert!(begin.elapsed() < limit * 3, "{link:?}, {case}: {:?}", begin.elapsed());
        println!("{link:?}: {case}: an error on each rank, {:?}", results[ranks - 1]);
    }
    Ok(())
}

fn driver(error: cudarc::driver::DriverError) -> Fault {
    Fault::Library(format!("{error:?}"))
}

/// The median time of a function that all ranks call, from the first to the last.
fn median(
    gpu: &mut Gpu,
    mut function: impl FnMut(&mut Gpu) -> Result<(), Fault>,
) -> Result<Duration, Fault> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS + 3 {
        gpu.agree(0)?;
        let begin = Instant::now();
        function(gpu)?;
        gpu.agree(0)?;
        times.push(begin.elapsed());
    }
    let mut times = times.split_off(3);
    times.sort_unstable();
    Ok(times[ROUNDS / 2])
}

/// The times of rows to columns and of block-cyclic to rows, 16384 by 16384.
fn times<T: Element + From<u16>>(gpu: &mut Gpu, link: Link, id: Id) -> Result<(), Fault> {
    let (rank, ranks) = (gpu.rank(), gpu.size());
    let stream: Arc<CudaStream> = Arc::clone(gpu.stream());
    for (name, plan) in plans(ranks, [16384, 16384], 128)?.into_iter().take(2) {
        let local = plan.source().local_size(rank);
        let value = |number: usize| (number.wrapping_mul(2_654_435_761) >> 7) as u16;
        let mut before = vec![T::from(0); local];
        // Rows of either cut follow each other in memory.
        for row in 0..16384 {
            if let Some((_, place)) =
                plan.source().at(&[row, 0], 0, 0).filter(|(device, _)| *device == rank)
            {
                for column in 0..16384 {
                    before[place + column] = T::from(value(row * 16384 + column));
                }
            }
        }
        let source = stream.clone_htod(&before).map_err(driver)?;
        let mut target = Some(stream.clone_htod(&before).map_err(driver)?);
        let time = median(gpu, |gpu| {
            let Some(memory) = target.take() else { return Ok(()) };
            target = Some(gpu.redistribute_into(&plan, &source, memory)?);
            Ok(())
        })?;
        let after = stream.clone_dtoh(&target.take().ok_or(Fault::Plans)?).map_err(driver)?;
        stream.synchronize().map_err(driver)?;
        for sample in 0..400_000_usize {
            let number = sample.wrapping_mul(2_654_435_761) % (16384 * 16384);
            let at = plan.target().at(&[number / 16384, number % 16384], 0, 0);
            if let Some((_, place)) = at.filter(|(device, _)| *device == rank) {
                assert_eq!(after[place], T::from(value(number)), "{name}, element {number}");
            }
        }
        let bytes = usize::try_from(plan.moved()).unwrap_or(0) / ranks * size_of::<T>();
        if rank == 0 {
            println!(
                "{link:?}: {name}, {} bytes: {bytes} bytes sent a rank in {time:?}",
                size_of::<T>()
            );
        }
    }
    // The same bytes without a plan: to the next rank by a copy, to all by NCCL.
    let bytes = 16384 * 16384 / ranks / ranks * size_of::<T>();
    let own = stream.clone_htod(&vec![1_u8; bytes * ranks]).map_err(driver)?;
    let mut other = stream.clone_htod(&vec![2_u8; bytes * ranks]).map_err(driver)?;
    if link == Link::Peer && ranks == 2 {
        use cudarc::driver::DevicePtr;
        let mine = vec![other.device_ptr(&stream).0];
        let words = gpu.send_receive((1 - rank, mine), (1 - rank, vec![0]))?;
        let time = median(gpu, |_| {
            // SAFETY: both memories have so many bytes, and live until all ranks have agreed.
            #[allow(unsafe_code)]
            unsafe {
                cudarc::driver::result::memcpy_dtod_async(
                    words[0],
                    own.device_ptr(&stream).0,
                    bytes,
                    stream.cu_stream(),
                )
            }
            .map_err(driver)?;
            stream.synchronize().map_err(driver)
        })?;
        if rank == 0 {
            println!("a copy to the peer, both at a time: {bytes} bytes in {time:?}");
        }
    }
    if link == Link::Nccl {
        let library =
            |error: cudarc::nccl::result::NcclError| Fault::Library(format!("{:?}", error.0));
        let comm = Comm::from_rank(Arc::clone(&stream), rank, ranks, id).map_err(library)?;
        {
            let piece = bytes;
            let time = median(gpu, |_| {
                group_start().map_err(library)?;
                for peer in 0..ranks {
                    let to = i32::try_from(peer).unwrap_or(0);
                    comm.send(&own.slice(peer * bytes..peer * bytes + piece), to)
                        .map_err(library)?;
                    comm.recv(&mut other.slice_mut(peer * bytes..peer * bytes + piece), to)
                        .map_err(library)?;
                }
                group_end().map_err(library)?;
                stream.synchronize().map_err(driver)
            })?;
            if rank == 0 {
                println!("NCCL's all-to-all: {piece} bytes to each rank in {time:?}");
            }
        }
    }
    Ok(())
}
