//! Writing: the encoding that a layout is. Candidates follow from the layout's vectors, and one is taken if its linear layout is this one.

use layout_algebra::{CollectVec, Function, HTuple, IntTuple, Layout, SortFew};

use super::PLACES;
use super::encoding::{BLOCK, Encoding, LANE, Matrix, Padding, REGISTER, WARP};
use super::linear::{Linear, Vector, bits, extent_above, is_power, other_than_power};
use crate::notation::{f2, strides};

const FEW_PLACES: &str = "there are registers, lanes, warps and blocks alone";

/// The layout of offsets, with swizzles: each bit of a register, a lane, a warp or a block has the offset of it alone.
pub(crate) fn write_linear(layout: &Function) -> Result<String, String> {
    if let Function::Layout(layout) = layout {
        return Ok(attribute(&of_registers(layout)?));
    }
    let modes = of_bits(layout)?;
    if modes.len() > PLACES.len() {
        return Err(format!("{} modes: {FEW_PLACES}", modes.len()));
    }
    let mut linear = Linear::new(PLACES.len(), 1);
    for (place, bits) in linear.places.iter_mut().zip(&modes) {
        place.extend(bits.iter().map(|bit| vec![*bit]));
    }
    Ok(attribute(&linear))
}

/// The addend of each bit of each mode.
fn of_bits(layout: &Function) -> Result<Vec<Vec<i128>>, String> {
    if let Function::Swizzle(_) = layout {
        return Err("a swizzle after a layout is written, and not one alone".to_owned());
    }
    let (shape, strides) = f2::bits(layout)?;
    let modes = shape.modes().iter().zip(strides.modes());
    Ok(match (&shape, &strides) {
        (HTuple::Tuple(_), HTuple::Tuple(_)) => modes.map(|(s, d)| each_bit(s, d)).collect_vec(),
        (shape, strides) => vec![each_bit(shape, strides)],
    })
}

/// The offset that each bit of each extent adds.
fn each_bit(shape: &IntTuple, strides: &IntTuple) -> Vec<i128> {
    let mut all = Vec::new();
    match (shape, strides) {
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) => {
            for (shape, strides) in shapes.iter().zip(strides) {
                all.extend(each_bit(shape, strides));
            }
        }
        (_, HTuple::Tuple(bits)) => all.extend(bits.iter().map(known)),
        (shape, stride) => {
            all.extend((0..known(shape).trailing_zeros()).map(|bit| known(stride) << bit));
        }
    }
    all
}

fn known(leaf: &IntTuple) -> i128 {
    match leaf {
        HTuple::Leaf(int) => int.known().unwrap_or(0),
        HTuple::Tuple(_) => 0,
    }
}

/// The vectors of a layout whose modes are the registers, the lanes, the warps and the blocks.
fn of_registers(layout: &Layout) -> Result<Linear, String> {
    let mut dims = 1;
    for (_, stride) in layout.leaves() {
        match *stride.mode().indices() {
            [] => {}
            [dim] => dims = dims.max(dim + 1),
            _ => {
                return Err(format!(
                    "the stride {stride} steps along a part of an axis: coordinates are not nested there"
                ));
            }
        }
    }
    if layout.rank() > PLACES.len() {
        return Err(format!("{} modes: {FEW_PLACES}", layout.rank()));
    }
    let mut linear = Linear::new(PLACES.len(), dims);
    let mut taken = vec![0i128; dims];
    for (mode, vectors) in layout.modes().iter().zip(&mut linear.places) {
        for (extent, stride) in mode.leaves() {
            let (Some(extent), Some(mut step)) = (extent.known(), stride.scale().known()) else {
                return Err(
                    "it has sizes that are known at run time: its numbers are known".to_owned()
                );
            };
            if !is_power(extent) {
                return Err(format!("the extent {extent}: extents are powers of two there"));
            }
            let dim = stride.mode().indices().first().copied().unwrap_or(0);
            for _ in 0..bits(extent) {
                if step < 0 {
                    return Err(format!("the stride {step}: strides are not negative there"));
                }
                if taken[dim] & step != 0 {
                    return Err(format!(
                        "the step {step} and one before it: two of its steps share a bit: their exclusive or is not their sum"
                    ));
                }
                taken[dim] |= step;
                let mut vector = vec![0; dims];
                vector[dim] = step;
                vectors.push(vector);
                // The offsets of a layout fit.
                step = step.saturating_mul(2);
            }
        }
    }
    linear.extents = taken.into_iter().map(extent_above).collect_vec();
    Ok(linear)
}

/// A list of numbers.
fn list<T: ToString>(numbers: &[T]) -> String {
    format!("[{}]", strides::list(numbers, ", "))
}

fn lists(vectors: &[Vector]) -> String {
    format!("[{}]", vectors.iter().map(|vector| list(vector)).collect_vec().join(", "))
}

fn attribute(linear: &Linear) -> String {
    let places = PLACES.iter().zip(&linear.places);
    let places = places.map(|(place, vectors)| format!("{place} = {}", lists(vectors)));
    format!("#ttg.linear<{{{}}}>", places.collect_vec().join(", "))
}

/// The encoding of registers, lanes, warps and blocks in Triton's dialect, with the shape of the tensor.
pub(crate) fn write_registers(layout: &Layout) -> Result<String, String> {
    let linear = of_registers(layout)?;
    let encoding = encoding_of(&linear);
    let shape = extents(&linear.extents);
    Ok(match encoding.tile() {
        Ok(tile) if tile == linear.extents => in_dialect(&encoding),
        _ => format!("tensor<{shape}xf32, {}>", in_dialect(&encoding)),
    })
}

/// The same by a class of Gluon.
pub(crate) fn write_gluon(layout: &Layout) -> Result<String, String> {
    let linear = of_registers(layout)?;
    let encoding = encoding_of(&linear);
    Ok(match encoding.tile() {
        Ok(tile) if tile == linear.extents => in_gluon(&encoding),
        _ => format!("to_linear_layout({}, {})", in_gluon(&encoding), list(&linear.extents)),
    })
}

/// The encoding of shared memory in Triton's dialect, with the shape of the memory.
pub(crate) fn write_shared(layout: &Function) -> Result<String, String> {
    let (encoding, shape) = shared_of(layout)?;
    let element = match encoding {
        Encoding::Nvmma { element_bits: 8, .. } => "i8",
        Encoding::Nvmma { element_bits: 16, .. } => "f16",
        _ => "f32",
    };
    Ok(match encoding.tile() {
        Ok(tile) if tile == shape => in_dialect(&encoding),
        _ => format!(
            "!ttg.memdesc<{}x{element}, {}, #smem, mutable>",
            extents(&shape),
            in_dialect(&encoding)
        ),
    })
}

/// The same by a class of Gluon.
pub(crate) fn write_gluon_shared(layout: &Function) -> Result<String, String> {
    let (encoding, shape) = shared_of(layout)?;
    Ok(match encoding.tile() {
        Ok(tile) if tile == shape => in_gluon(&encoding),
        _ => format!("to_linear_layout({}, {})", in_gluon(&encoding), list(&shape)),
    })
}

fn extents(extents: &[i128]) -> String {
    strides::list(extents, "x")
}

/// The splits of `bits` bits among dimensions, as powers of two.
fn splits(bits: usize, rank: usize) -> Vec<Vec<i128>> {
    if rank == 1 {
        return vec![vec![1 << bits]];
    }
    let mut all = Vec::new();
    for first in 0..=bits {
        for mut rest in splits(bits - first, rank - 1) {
            rest.insert(0, 1 << first);
            all.push(rest);
        }
    }
    all
}

/// The orders of dimensions, the last first foremost.
fn orders(rank: usize) -> Vec<Vec<usize>> {
    fn extend(left: &[usize], order: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if left.is_empty() {
            all.push(order.clone());
        }
        for (place, dim) in left.iter().enumerate().rev() {
            let mut rest = left.to_vec();
            rest.remove(place);
            order.push(*dim);
            extend(&rest, order, all);
            order.pop();
        }
    }
    let mut all = Vec::new();
    extend(&(0..rank).collect_vec(), &mut Vec::new(), &mut all);
    all
}

/// The steps along each dimension, of vectors along one each; how many lead nowhere.
fn along(vectors: &[Vector], rank: usize) -> (Vec<Vec<i128>>, usize) {
    let mut steps = vec![Vec::new(); rank];
    let mut none = 0;
    for vector in vectors {
        match vector.iter().position(|step| *step != 0) {
            Some(dim) => steps[dim].push(vector[dim]),
            None => none += 1,
        }
    }
    (steps, none)
}

/// The blocks of a cluster in units of one block's part.
fn cluster(linear: &Linear) -> Vec<Vector> {
    let rank = linear.rank();
    let (steps, _) = along(&linear.places[BLOCK], rank);
    let mut blocks = linear.places[BLOCK].clone();
    for (dim, steps) in steps.iter().enumerate() {
        let part = steps.iter().min().unwrap_or(&linear.extents[dim]);
        for vector in &mut blocks {
            vector[dim] /= part;
        }
    }
    blocks
}

/// The encoding that a linear layout is: blocked, a matrix instruction's, an operand's, a slice, or vectors.
fn encoding_of(linear: &Linear) -> Encoding {
    let blocks = cluster(linear);
    let mut candidates = Vec::new();
    if linear.rank() <= 3 {
        blocked(linear, &blocks, &mut candidates);
    }
    if linear.rank() == 2 {
        matrices(linear, &blocks, &mut candidates);
    }
    if linear.rank() <= 2 {
        slices(linear, &mut candidates);
    }
    same(candidates, linear, &linear.extents).unwrap_or(Encoding::Linear(linear.clone()))
}

/// The first encoding that is this linear layout.
fn same(candidates: Vec<Encoding>, linear: &Linear, shape: &[i128]) -> Option<Encoding> {
    candidates.into_iter().find(|encoding| encoding.linear(shape).as_ref() == Ok(linear))
}

/// Blocked layouts with these lanes and warps; bits that lead nowhere are of any dimension.
fn blocked(linear: &Linear, blocks: &[Vector], candidates: &mut Vec<Encoding>) {
    let rank = linear.rank();
    let [(registers, _), (lanes, no_lanes), (warps, no_warps)] =
        [REGISTER, LANE, WARP].map(|place| along(&linear.places[place], rank));
    let mut in_tile = Vec::new();
    for (dim, registers) in registers.iter().enumerate() {
        // A register of the tile steps less than lanes and warps do.
        let least = lanes[dim].iter().chain(&warps[dim]).min().unwrap_or(&i128::MAX);
        in_tile.push(1i128 << registers.iter().filter(|step| *step < least).count());
    }
    for order in orders(rank) {
        for lane_at in 0..rank {
            for warp_at in 0..rank {
                candidates.push(Encoding::Blocked {
                    registers: in_tile.clone(),
                    lanes: sizes(&lanes, no_lanes, lane_at),
                    warps: sizes(&warps, no_warps, warp_at),
                    order: order.clone(),
                    blocks: blocks.to_vec(),
                });
            }
        }
    }
}

/// The number of places along each dimension, with the bits that lead nowhere along one of them.
fn sizes(steps: &[Vec<i128>], none: usize, at: usize) -> Vec<i128> {
    let mut sizes = steps.iter().map(|steps| 1i128 << steps.len()).collect_vec();
    sizes[at] <<= none;
    sizes
}

/// The results and operands of matrix instructions, for the warps of a linear layout.
fn matrices(linear: &Linear, blocks: &[Vector], candidates: &mut Vec<Encoding>) {
    let (lanes, warps) = (linear.places[LANE].len(), linear.places[WARP].len());
    let mut results = Vec::new();
    for warps in splits(warps, 2) {
        if lanes == 5 {
            results.push(Matrix::Nvidia {
                major: 2,
                warps: warps.clone(),
                instruction: vec![16, 8],
            });
            if warps[0] % 4 == 0 {
                for bit in (3..=8).rev() {
                    let instruction = vec![16, 1 << bit, 16];
                    results.push(Matrix::Nvidia { major: 3, warps: warps.clone(), instruction });
                }
            }
        }
        if lanes == 6 {
            for (instruction, element_bits) in [
                ([32, 32, 8], 32),
                ([16, 16, 16], 32),
                ([16, 16, 16], 64),
                ([64, 4, 4], 32),
                ([4, 64, 4], 32),
            ] {
                for is_transposed in [false, true] {
                    results.push(Matrix::Mfma {
                        warps: warps.clone(),
                        instruction: instruction.to_vec(),
                        is_transposed,
                        tiles: vec![1, 1],
                        element_bits,
                    });
                }
            }
        }
    }
    if lanes == 5 {
        let mut warps = linear.places[WARP].clone();
        for step in warps.iter_mut().flatten() {
            *step /= 16;
        }
        for version in [2, 1] {
            for is_transposed in [false, true] {
                results.push(Matrix::Wmma {
                    version,
                    is_transposed,
                    registers: Vec::new(),
                    warps: warps.clone(),
                    instruction: vec![16; 3],
                });
            }
        }
    }
    let first = candidates.len();
    for of in results {
        candidates.push(Encoding::Matrix { of, blocks: blocks.to_vec() });
    }
    let parents = candidates[first..].to_vec();
    for parent in &parents {
        for index in [0, 1] {
            for k_width in [2, 1, 4, 8, 16] {
                let parent = Box::new(parent.clone());
                candidates.push(Encoding::Operand { index, parent, k_width });
            }
        }
    }
}

/// Slices of blocked layouts: bits of lanes and warps that lead nowhere are along the dimension that is left out.
fn slices(linear: &Linear, candidates: &mut Vec<Encoding>) {
    for dim in 0..=linear.rank() {
        let mut whole = linear.clone();
        whole.extents.insert(dim, 1);
        for vector in whole.places.iter_mut().flatten() {
            vector.insert(dim, 0);
        }
        let mut parents = Vec::new();
        let blocks = cluster(&whole);
        blocked(&whole, &blocks, &mut parents);
        for parent in parents {
            candidates.push(Encoding::Slice { dim, parent: Box::new(parent) });
        }
    }
}

fn swizzled(order: &[usize], vector: i128, per_phase: i128, phases: i128) -> Encoding {
    Encoding::Swizzled { vector, per_phase, phases, order: order.to_vec(), blocks: Vec::new() }
}

/// The encoding of shared memory that a layout is, and its shape.
fn shared_of(layout: &Function) -> Result<(Encoding, Vec<i128>), String> {
    if let Function::Layout(layout) = layout
        && let Some(padded) = padded_of(layout)?
    {
        return Ok(padded);
    }
    let offsets = of_bits(layout)?;
    // The coordinate of each bit of an offset is the inverse of the offset of each bit of a coordinate.
    let mut coordinates = Linear::new(1, 1);
    let mut shape = Vec::new();
    for bits in &offsets {
        shape.push(1i128 << bits.len());
        coordinates.extents[0] <<= bits.len();
        coordinates.places[0].extend(bits.iter().map(|offset| vec![*offset]));
    }
    let inverse = coordinates
        .inverse()
        .ok_or("some offsets are of two elements, or of none: shared memory has each once")?;
    let mut linear = Linear { places: vec![Vec::new()], extents: shape.clone() };
    for packed in inverse.iter().flatten() {
        let (mut rest, mut vector) = (*packed, Vec::new());
        for extent in &shape {
            vector.push(rest % extent);
            rest /= extent;
        }
        linear.places[0].push(vector);
    }
    let mut candidates = Vec::new();
    let all_orders = if shape.len() <= 4 { orders(shape.len()) } else { Vec::new() };
    for order in &all_orders {
        candidates.push(swizzled(order, 1, 1, 1));
    }
    if shape.len() == 2 {
        for swizzle in [128, 64, 32] {
            for element_bits in [16, 8, 32, 64] {
                for is_transposed in [false, true] {
                    candidates.push(Encoding::Nvmma {
                        swizzle,
                        is_transposed,
                        element_bits,
                        is_fp4_padded: false,
                        blocks: Vec::new(),
                    });
                }
            }
        }
    }
    for order in &all_orders {
        for vector in powers(8) {
            for per_phase in powers(5) {
                for phases in powers(6).skip(1) {
                    candidates.push(swizzled(order, vector, per_phase, phases));
                }
            }
        }
    }
    let found = same(candidates, &linear, &shape);
    Ok((found.unwrap_or(Encoding::SharedLinear(linear)), shape))
}

/// The first powers of two.
fn powers(count: u32) -> impl Iterator<Item = i128> {
    (0..count).map(|bit| 1i128 << bit)
}

/// The padded encoding of a layout with places between its elements, if it has some.
fn padded_of(layout: &Layout) -> Result<Option<(Encoding, Vec<i128>)>, String> {
    let modes = strides::modes(layout)?;
    let shape = strides::extents(&modes);
    if let Some(extent) = other_than_power(&shape) {
        return Err(format!("the extent {extent}: extents are powers of two there"));
    }
    let mut steps: Vec<(i128, Vector)> = Vec::new();
    for (dim, mode) in modes.iter().enumerate() {
        let mut coordinate = 1i128;
        for (extent, stride) in mode {
            for bit in 0..bits(*extent) {
                let mut vector = vec![0; shape.len()];
                vector[dim] = coordinate;
                steps.push((stride << bit, vector));
                coordinate *= 2;
            }
        }
    }
    steps.sort_few();
    let (mut pairs, mut next) = (Vec::new(), 1i128);
    for (place, (step, _)) in steps.iter().enumerate() {
        if *step > next {
            pairs.push((1i128 << place, step - next));
        } else if *step < next {
            return Ok(None);
        }
        next = step * 2;
    }
    if pairs.is_empty() {
        return Ok(None);
    }
    for (interval, padding) in &pairs {
        if !is_power(*padding) {
            return Err(format!(
                "{padding} places of padding after each {interval} elements: paddings are powers of two there"
            ));
        }
    }
    let vectors = steps.into_iter().map(|(_, vector)| vector).collect_vec();
    Ok(Some((Encoding::Padded { pairs, offsets: Padding::Vectors(vectors) }, shape)))
}

/// The blocks of a cluster as a last parameter, if there are some.
fn clustered(blocks: &[Vector]) -> String {
    if blocks.is_empty() { String::new() } else { format!(", CGALayout = {}", lists(blocks)) }
}

/// The attribute of Triton's dialect.
fn in_dialect(encoding: &Encoding) -> String {
    match encoding {
        Encoding::Blocked { registers, lanes, warps, order, blocks } => format!(
            "#ttg.blocked<{{sizePerThread = {}, threadsPerWarp = {}, warpsPerCTA = {}, order = {}{}}}>",
            list(registers),
            list(lanes),
            list(warps),
            list(order),
            clustered(blocks)
        ),
        Encoding::Slice { dim, parent } => {
            format!("#ttg.slice<{{dim = {dim}, parent = {}}}>", in_dialect(parent))
        }
        Encoding::Operand { index, parent, k_width } => {
            format!(
                "#ttg.dot_op<{{opIdx = {index}, parent = {}, kWidth = {k_width}}}>",
                in_dialect(parent)
            )
        }
        Encoding::Matrix { of, blocks } => match of {
            Matrix::Nvidia { major, warps, instruction } => format!(
                "#ttg.nvidia_mma<{{versionMajor = {major}, versionMinor = 0, warpsPerCTA = {}{}, instrShape = {}}}>",
                list(warps),
                clustered(blocks),
                list(instruction)
            ),
            Matrix::Mfma { warps, instruction, is_transposed, element_bits, .. } => format!(
                "#ttg.amd_mfma<{{version = 3, warpsPerCTA = {}, instrShape = {}, isTransposed = {is_transposed}{}{}}}>",
                list(warps),
                list(instruction),
                clustered(blocks),
                if *element_bits == 64 { ", elementBitWidth = 64" } else { "" }
            ),
            Matrix::Wmma { version, is_transposed, warps, .. } => format!(
                "#ttg.amd_wmma<{{version = {version}, isTranspose = {is_transposed}, ctaLayout = {{warp = {}}}{}}}>",
                lists(warps),
                clustered(blocks)
            ),
        },
        Encoding::Linear(linear) => attribute(linear),
        Encoding::Swizzled { vector, per_phase, phases, order, .. } => format!(
            "#ttg.swizzled_shared<{{vec = {vector}, perPhase = {per_phase}, maxPhase = {phases}, order = {}}}>",
            list(order)
        ),
        Encoding::Nvmma { swizzle, is_transposed, element_bits, .. } => format!(
            "#ttg.nvmma_shared<{{swizzlingByteWidth = {swizzle}, transposed = {is_transposed}, elementBitWidth = {element_bits}}}>"
        ),
        Encoding::Padded { pairs, offsets } => {
            let pairs = pairs
                .iter()
                .map(|(interval, padding)| format!("{interval}:+{padding}"))
                .collect_vec();
            let offsets = match offsets {
                Padding::Order { order, shape } => {
                    format!("order = {}, shape = {}", list(order), list(shape))
                }
                Padding::Vectors(vectors) => {
                    format!("offset = {}, block = []", lists(vectors))
                }
            };
            format!("#ttg.padded_shared<[{}] {{{offsets}}}>", pairs.join(", "))
        }
        Encoding::SharedLinear(linear) => {
            format!("#ttg.shared_linear<{{offset = {}}}, alignment = 16>", lists(&linear.places[0]))
        }
    }
}

/// A flag in Python.
fn flag(is: &bool) -> &'static str {
    if *is { "True" } else { "False" }
}

/// The class of Gluon, with all its operands.
fn in_gluon(encoding: &Encoding) -> String {
    match encoding {
        Encoding::Blocked { registers, lanes, warps, order, blocks } => format!(
            "BlockedLayout(size_per_thread={}, threads_per_warp={}, warps_per_cta={}, order={}, cga_layout={})",
            list(registers),
            list(lanes),
            list(warps),
            list(order),
            lists(blocks)
        ),
        Encoding::Slice { dim, parent } => {
            format!("SliceLayout(dim={dim}, parent={})", in_gluon(parent))
        }
        Encoding::Operand { index, parent, k_width } => {
            format!(
                "DotOperandLayout(operand_index={index}, parent={}, k_width={k_width})",
                in_gluon(parent)
            )
        }
        Encoding::Matrix { of, blocks } => match of {
            Matrix::Nvidia { major, warps, instruction } => format!(
                "NVMMADistributedLayout(version=[{major}, 0], warps_per_cta={}, instr_shape={}, cga_layout={})",
                list(warps),
                list(instruction),
                lists(blocks)
            ),
            Matrix::Mfma { warps, instruction, is_transposed, element_bits, tiles } => format!(
                "AMDMFMALayout(version=3, instr_shape={}, transposed={}, warps_per_cta={}, element_bitwidth={element_bits}, \
                 tiles_per_warp={}, cga_layout={})",
                list(instruction),
                flag(is_transposed),
                list(warps),
                list(tiles),
                lists(blocks)
            ),
            Matrix::Wmma { version, is_transposed, warps, registers, instruction } => format!(
                "AMDWMMALayout(version={version}, transposed={}, warp_bases={}, reg_bases={}, instr_shape={}, cga_layout={}, rank=2)",
                flag(is_transposed),
                lists(warps),
                lists(registers),
                list(instruction),
                lists(blocks)
            ),
        },
        Encoding::Linear(linear) => format!(
            "DistributedLinearLayout(reg_bases={}, lane_bases={}, warp_bases={}, block_bases={}, shape={})",
            lists(&linear.places[REGISTER]),
            lists(&linear.places[LANE]),
            lists(&linear.places[WARP]),
            lists(&linear.places[BLOCK]),
            list(&linear.extents)
        ),
        Encoding::Swizzled { vector, per_phase, phases, order, blocks } => format!(
            "SwizzledSharedLayout(vec={vector}, per_phase={per_phase}, max_phase={phases}, order={}, cga_layout={})",
            list(order),
            lists(blocks)
        ),
        Encoding::Nvmma { swizzle, is_transposed, element_bits, blocks, .. } => format!(
            "NVMMASharedLayout(swizzle_byte_width={swizzle}, element_bitwidth={element_bits}, rank=2, transposed={}, fp4_padded=False, cga_layout={})",
            flag(is_transposed),
            lists(blocks)
        ),
        Encoding::Padded { pairs, .. } => {
            let pairs =
                pairs.iter().map(|(interval, padding)| vec![*interval, *padding]).collect_vec();
            let shape = encoding.tile().unwrap_or_default();
            let vectors = match encoding.linear(&shape) {
                Ok(linear) => lists(&linear.places[0]),
                Err(_) => String::new(),
            };
            format!(
                "PaddedSharedLayout(interval_padding_pairs={}, offset_bases={vectors}, cga_layout=[], shape={})",
                lists(&pairs),
                list(&shape)
            )
        }
        Encoding::SharedLinear(linear) => {
            format!(
                "SharedLinearLayout(offset_bases={}, block_bases=[], alignment=16)",
                lists(&linear.places[0])
            )
        }
    }
}
