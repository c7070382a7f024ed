//! Reading: the encodings of Triton's compiler and Gluon's classes, by one table of their parameters.

use layout_algebra::CollectVec;
use proc_macro2::TokenTree;

use super::encoding::{Encoding, Matrix, Padding, combined_extents};
use super::linear::{Linear, Vector, check_vector};
use super::{PLACES, at, of_registers, text};
use crate::cursor::Cursor;
use crate::notation::scan::{self, Arguments, Fields, Item, Parameter, Value, is_mark, word_at};
use crate::report::{At, Diagnostic, SpanRange};
use crate::token::is_ident;

/// The dialects of MLIR that have the encodings: the name of today, and the one before.
const DIALECTS: [&str; 2] = ["ttg", "triton_gpu"];

/// An encoding's name in Triton's dialect and in Gluon, with the parameters of each; those in Gluon in their order.
struct Kind {
    name: &'static str,
    parameters: &'static [Parameter],
    gluon: &'static str,
    of_gluon: &'static [Parameter],
}

/// The blocks of a cluster, as Triton writes them today, and before.
const CGA: Parameter = Parameter::free("CGALayout");
const CTAS: Parameter = Parameter::free("CTAsPerCGA");
const SPLIT: Parameter = Parameter::free("CTASplitNum");
const CTA_ORDER: Parameter = Parameter::free("CTAOrder");
const CGA_LAYOUT: Parameter = Parameter::free("cga_layout");

#[rustfmt::skip]
const KINDS: &[Kind] = &[
    Kind {
        name: "amd_mfma",
        parameters: &[
            Parameter::free("version"), Parameter::free("versionMajor"), Parameter::free("versionMinor"), Parameter::needed("warpsPerCTA"), Parameter::needed("instrShape"), Parameter::needed("isTransposed"),
            Parameter::free("tilesPerWarp"), Parameter::free("elementBitWidth"), Parameter::free("elementType"), CGA, CTAS, SPLIT, CTA_ORDER,
        ],
        gluon: "AMDMFMALayout",
        of_gluon: &[
            Parameter::needed("version"), Parameter::needed("instr_shape"), Parameter::needed("transposed"), Parameter::needed("warps_per_cta"), Parameter::free("element_bitwidth"),
            Parameter::free("tiles_per_warp"), CGA_LAYOUT,
        ],
    },
    Kind {
        name: "amd_wmma",
        parameters: &[Parameter::needed("version"), Parameter::needed("isTranspose"), Parameter::needed("ctaLayout"), Parameter::free("instrShape"), CGA],
        gluon: "AMDWMMALayout",
        of_gluon: &[
            Parameter::needed("version"), Parameter::needed("transposed"), Parameter::needed("warp_bases"), Parameter::free("reg_bases"), Parameter::free("instr_shape"), CGA_LAYOUT, Parameter::free("rank"),
        ],
    },
    Kind {
        name: "blocked",
        parameters: &[Parameter::needed("sizePerThread"), Parameter::needed("threadsPerWarp"), Parameter::needed("warpsPerCTA"), Parameter::needed("order"), CGA, CTAS, SPLIT, CTA_ORDER],
        gluon: "BlockedLayout",
        of_gluon: &[Parameter::needed("size_per_thread"), Parameter::needed("threads_per_warp"), Parameter::needed("warps_per_cta"), Parameter::needed("order"), CGA_LAYOUT],
    },
    Kind {
        name: "dot_op",
        parameters: &[Parameter::needed("opIdx"), Parameter::needed("parent"), Parameter::free("kWidth")],
        gluon: "DotOperandLayout",
        of_gluon: &[Parameter::needed("operand_index"), Parameter::needed("parent"), Parameter::needed("k_width")],
    },
    Kind {
        name: "linear",
        parameters: &[Parameter::free("register"), Parameter::free("lane"), Parameter::free("warp"), Parameter::free("block")],
        gluon: "DistributedLinearLayout",
        of_gluon: &[Parameter::free("reg_bases"), Parameter::free("lane_bases"), Parameter::free("warp_bases"), Parameter::free("block_bases"), Parameter::free("shape")],
    },
    Kind {
        name: "nvidia_mma",
        parameters: &[
            Parameter::needed("versionMajor"), Parameter::free("versionMinor"), Parameter::needed("warpsPerCTA"), Parameter::needed("instrShape"), CGA, CTAS, SPLIT, CTA_ORDER,
        ],
        gluon: "NVMMADistributedLayout",
        of_gluon: &[Parameter::needed("version"), Parameter::needed("warps_per_cta"), Parameter::needed("instr_shape"), CGA_LAYOUT],
    },
    Kind {
        name: "nvmma_shared",
        parameters: &[
            Parameter::needed("swizzlingByteWidth"), Parameter::needed("transposed"), Parameter::needed("elementBitWidth"), Parameter::free("fp4Padded"), Parameter::free("rank"), CGA, CTAS, SPLIT,
            CTA_ORDER,
        ],
        gluon: "NVMMASharedLayout",
        of_gluon: &[
            Parameter::needed("swizzle_byte_width"), Parameter::needed("element_bitwidth"), Parameter::free("rank"), Parameter::free("transposed"), Parameter::free("fp4_padded"), CGA_LAYOUT,
        ],
    },
    Kind {
        name: "padded_shared",
        parameters: &[Parameter::needed("intervals"), Parameter::free("order"), Parameter::free("shape"), Parameter::free("offset"), Parameter::free("block")],
        gluon: "PaddedSharedLayout",
        of_gluon: &[Parameter::needed("interval_padding_pairs"), Parameter::needed("offset_bases"), Parameter::needed("cga_layout"), Parameter::needed("shape")],
    },
    Kind {
        name: "shared_linear",
        parameters: &[Parameter::needed("offset"), Parameter::free("block"), Parameter::free("alignment")],
        gluon: "SharedLinearLayout",
        of_gluon: &[Parameter::needed("offset_bases"), Parameter::free("block_bases"), Parameter::free("alignment")],
    },
    Kind {
        name: "slice",
        parameters: &[Parameter::needed("dim"), Parameter::needed("parent")],
        gluon: "SliceLayout",
        of_gluon: &[Parameter::needed("dim"), Parameter::needed("parent")],
    },
    Kind {
        name: "swizzled_shared",
        parameters: &[Parameter::needed("vec"), Parameter::needed("perPhase"), Parameter::needed("maxPhase"), Parameter::needed("order"), CGA, CTAS, SPLIT, CTA_ORDER],
        gluon: "SwizzledSharedLayout",
        of_gluon: &[Parameter::needed("vec"), Parameter::needed("per_phase"), Parameter::needed("max_phase"), Parameter::needed("order"), CGA_LAYOUT],
    },
];

/// The parameters of Gluon's linear layout, one for each of [`PLACES`].
const BASES: [&str; 4] = ["reg_bases", "lane_bases", "warp_bases", "block_bases"];

/// Attributes that name a space of memory, and no layout.
const SPACES: [&str; 2] = ["shared_memory", "tensor_memory"];

/// Gluon's function of a layout and a shape.
const TO_LINEAR: &str = "to_linear_layout";

/// An alias of a dump, `#blocked`, and what it stands for.
type Alias = (String, Value);

/// Returns whether an attribute of Triton, an alias of one, or a type that has one comes next.
pub(crate) fn is_next(cursor: &mut Cursor) -> bool {
    let Some(word) = word_at(cursor, 1) else { return is_type_next(cursor) };
    let is_dialect = DIALECTS.contains(&word.as_str());
    match is_mark(cursor, 0, '#') {
        true => is_dialect || is_mark(cursor, 2, '=') && is_mark(cursor, 3, '#'),
        false => is_mark(cursor, 0, '!') && is_dialect && is_mark(cursor, 2, '.'),
    }
}

/// Returns whether `tensor<` or `!ttg.memdesc<` comes next.
fn is_type_next(cursor: &mut Cursor) -> bool {
    let is_tensor = is_ident(cursor.ahead(0), "tensor");
    is_tensor && is_mark(cursor, 1, '<') && scan::is_dimensions(cursor, 2)
        || is_mark(cursor, 0, '!') && scan::is_word(cursor, 1, &DIALECTS)
}

/// Returns whether one of Gluon's classes is called next.
pub(crate) fn is_gluon_next(cursor: &mut Cursor) -> bool {
    let Some(word) = scan::call_name(cursor) else { return false };
    word == TO_LINEAR || KINDS.iter().any(|kind| kind.gluon == word)
}

/// The layout of a class of Gluon, or of one and a shape: `to_linear_layout(BlockedLayout(…), [128, 64])`.
pub(crate) fn read_gluon(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let value = scan::value(cursor)?;
    match &value.item {
        Item::Call(name, fields) if name == TO_LINEAR => {
            const PARAMETERS: [Parameter; 2] =
                [Parameter::needed("layout"), Parameter::needed("shape")];
            let arguments = Arguments::new(TO_LINEAR, &PARAMETERS, fields, value.range)?;
            let (Some(layout), Some(shape)) = (arguments.get("layout"), arguments.get("shape"))
            else {
                return Err(at(value.range, "a layout and a shape are expected"));
            };
            of_shape(layout, &[], Some(shape.ints()?), value.range)
        }
        _ => of_shape(&value, &[], None, value.range),
    }
}

/// The layout of an attribute or a type, with the aliases in front of it.
pub(crate) fn read(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    let mut aliases: Vec<Alias> = Vec::new();
    while is_mark(cursor, 0, '#') && word_at(cursor, 1).is_some() && is_mark(cursor, 2, '=') {
        cursor.next();
        let name = format!("#{}", cursor.ident("the name of an alias")?);
        cursor.next();
        aliases.push((name, scan::value(cursor)?));
    }
    if is_type_next(cursor) {
        return of_type(cursor, &aliases);
    }
    let layout = match is_mark(cursor, 0, '#') {
        true => scan::value(cursor)?,
        // The last alias that is a layout.
        false => match aliases.iter().rev().find(|alias| is_layout(&alias.1)) {
            Some((_, value)) => value.clone(),
            None => return Err(at(cursor.since(start), "the aliases name no layout")),
        },
    };
    of_shape(&layout, &aliases, None, layout.range)
}

/// Returns whether a value is an attribute other than a space of memory.
fn is_layout(value: &Value) -> bool {
    let Item::Call(name, _) = &value.item else { return false };
    !SPACES.contains(&name.rsplit('.').next().unwrap_or_default())
}

/// `tensor<128x64xf16, #blocked>` or `!ttg.memdesc<64x64xf16, #shared, #smem, mutable>`.
fn of_type(cursor: &mut Cursor, aliases: &[Alias]) -> Result<String, Diagnostic> {
    let start = cursor.here();
    if cursor.eat_punct('!') {
        cursor.next();
        scan::marks(cursor, ".")?;
        let what = "the types of Triton that have a layout";
        scan::one_of(cursor, "`memdesc`", what, &["memdesc"])?;
    } else {
        cursor.next();
    }
    scan::marks(cursor, "<")?;
    let (shape, _) = scan::dimensions(cursor)?;
    scan::marks(cursor, ",")?;
    let layout = scan::value(cursor)?;
    while cursor.eat_punct(',') {
        let place = cursor.here();
        match cursor.peek() {
            Some(TokenTree::Literal(_)) => {
                let (allocated, _) = scan::dimensions(cursor)?;
                if allocated != shape {
                    let message = format!(
                        "a part of {shape:?} of a memory of {allocated:?}: give the layout of the whole"
                    );
                    return Err(at(cursor.since(place), message));
                }
            }
            _ => drop(scan::value(cursor)?),
        }
    }
    scan::marks(cursor, ">")?;
    of_shape(&layout, aliases, Some(shape), cursor.since(start))
}

/// The layout of an encoding for a shape, or for its tile.
fn of_shape(
    value: &Value,
    aliases: &[Alias],
    shape: Option<Vec<i128>>,
    range: SpanRange,
) -> Result<String, Diagnostic> {
    let encoding = encoding(value, aliases)?;
    if let (Encoding::Linear(linear), None) = (&encoding, &shape) {
        return match of_registers(linear) {
            Ok(text) => Ok(text),
            Err((reason, (place, index))) => Err(at(vector_range(value, place, index), reason)),
        };
    }
    let tile = match shape {
        Some(shape) => Ok(shape),
        None => encoding.tile(),
    };
    let shape = match tile {
        Ok(shape) => shape,
        Err(reason) => {
            let help = if encoding.is_shared() {
                "write the type of the memory: `!ttg.memdesc<64x64xf16, #ttg.…, #smem>`, or in Gluon `to_linear_layout(…, [64, 64])`"
            } else {
                "write the type of the tensor: `tensor<64x64xf16, #ttg.…>`, or in Gluon `to_linear_layout(…, [64, 64])`"
            };
            return Err(at(range, format!("a layout for a shape: {reason}")).help(help));
        }
    };
    text(&encoding, &shape).at(range)
}

/// The place of one vector of a linear layout.
fn vector_range(value: &Value, place: usize, index: usize) -> SpanRange {
    let Item::Call(_, fields) = &value.item else { return value.range };
    let by_name = fields.get(PLACES[place]).or(fields.get(BASES[place]));
    let list = match (by_name, fields.all.get(place)) {
        (Some(list), _) | (None, Some((_, list))) => list,
        (None, None) => return value.range,
    };
    match &list.item {
        Item::List(vectors) if index < vectors.len() => vectors[index].range,
        _ => value.range,
    }
}

/// The encoding of an attribute, an alias of one, or a class.
fn encoding(value: &Value, aliases: &[Alias]) -> Result<Encoding, Diagnostic> {
    let (name, fields) = match &value.item {
        Item::Call(name, fields) => (name, fields),
        Item::Word(word) => {
            return match aliases.iter().position(|(alias, _)| alias == word) {
                // An alias is of what stands before it.
                Some(place) => encoding(&aliases[place].1, &aliases[..place]),
                None => {
                    if aliases.is_empty() {
                        let message = format!("the alias `{word}` is not defined");
                        let help =
                            format!("write its line in front: `{word} = #ttg.blocked<{{…}}>`");
                        return Err(at(value.range, message).help(help));
                    }
                    let names = aliases.iter().map(|(alias, _)| alias.as_str()).collect_vec();
                    Err(scan::unknown(word, value.range, "the aliases in front", &names))
                }
            };
        }
        _ => return Err(at(value.range, "expected a layout, such as `#ttg.blocked<{…}>`")),
    };
    let (is_gluon, name) = match name.rsplit_once('.') {
        Some((dialect, name)) if DIALECTS.contains(&dialect) => (false, name),
        _ => (true, name.as_str()),
    };
    // Before `swizzled_shared` was called so.
    let (name, fields) = match name {
        "shared" if !is_gluon => ("swizzled_shared", &without_offset(fields)?),
        name => (name, fields),
    };
    let names =
        KINDS.iter().map(|kind| if is_gluon { kind.gluon } else { kind.name }).collect_vec();
    let Some(place) = names.iter().position(|known| *known == name) else {
        let what = if is_gluon { "Gluon's layouts" } else { "the layouts of `#ttg`" };
        return Err(scan::unknown(name, value.range, what, &names));
    };
    let kind = &KINDS[place];
    let parameters = if is_gluon { kind.of_gluon } else { kind.parameters };
    let arguments = Arguments::new(name, parameters, fields, value.range)?;
    let of = EncodingOperands { arguments, range: value.range, aliases };
    if is_gluon { of.gluon(kind.name) } else { of.attribute(kind.name) }
}

/// The parameters of the older `#ttg.shared`, whose offset must not lead.
fn without_offset(fields: &Fields) -> Result<Fields, Diagnostic> {
    let mut all = Vec::new();
    for (key, value) in &fields.all {
        match key {
            Some((key, _)) if key == "hasLeadingOffset" => {
                if value.flag().unwrap_or(true) {
                    let message = "a leading offset is written as `nvmma_shared` today";
                    return Err(at(value.range, message));
                }
            }
            _ => all.push((key.clone(), value.clone())),
        }
    }
    Ok(Fields { all })
}

/// The operands of an encoding.
struct EncodingOperands<'a> {
    arguments: Arguments<'a>,
    range: SpanRange,
    aliases: &'a [Alias],
}

impl EncodingOperands<'_> {
    fn value(&self, name: &str) -> Result<&Value, Diagnostic> {
        match self.arguments.get(name) {
            Some(value) => Ok(value),
            None => Err(at(self.range, format!("`{name}` is missing"))),
        }
    }

    /// The error of a parameter.
    fn refused<T>(&self, name: &str, message: String) -> Result<T, Diagnostic> {
        Err(at(self.value(name)?.range, message))
    }

    /// Refuses the vectors of several blocks.
    fn one_block(&self, blocks: &str) -> Result<(), Diagnostic> {
        if self.vectors(blocks, None)?.is_empty() {
            return Ok(());
        }
        let message = "shared memory of several blocks is not one memory: give the layout of one";
        self.refused(blocks, message.to_owned())
    }

    fn int(&self, name: &str) -> Result<i128, Diagnostic> {
        self.value(name)?.int()
    }

    fn int_or(&self, name: &str, default: i128) -> Result<i128, Diagnostic> {
        self.arguments.get(name).map_or(Ok(default), Value::int)
    }

    fn flag_or(&self, name: &str, default: bool) -> Result<bool, Diagnostic> {
        self.arguments.get(name).map_or(Ok(default), Value::flag)
    }

    /// Powers of two.
    fn sizes(&self, name: &str) -> Result<Vec<i128>, Diagnostic> {
        let mut sizes = Vec::new();
        for item in self.value(name)?.list()? {
            let size = item.int()?;
            if !super::linear::is_power(size) {
                let message = format!("`{name}` has powers of two, and {size} is none");
                return Err(at(item.range, message));
            }
            sizes.push(size);
        }
        Ok(sizes)
    }

    /// Powers of two, as many as there are dimensions.
    fn sizes_of(&self, name: &str, rank: usize) -> Result<Vec<i128>, Diagnostic> {
        let sizes = self.sizes(name)?;
        if sizes.len() == rank {
            return Ok(sizes);
        }
        self.refused(
            name,
            format!("`{name}` has {} numbers, beside {rank} dimensions", sizes.len()),
        )
    }

    /// The dimensions, each once.
    fn order(&self, name: &str) -> Result<Vec<usize>, Diagnostic> {
        let value = self.value(name)?;
        let dims = value.ints()?;
        if let Some(order) = scan::permutation(&dims, dims.len()) {
            return Ok(order);
        }
        Err(at(value.range, format!("`{name}` has each dimension once, and not {dims:?}")))
    }

    /// Vectors of one rank; none if the parameter is not there.
    fn vectors(&self, name: &str, rank: Option<usize>) -> Result<Vec<Vector>, Diagnostic> {
        let Some(value) = self.arguments.get(name) else { return Ok(Vec::new()) };
        vectors(value, rank)
    }

    /// The vectors of the blocks of a cluster, by `CGALayout` or by the older numbers of them.
    fn blocks(&self, rank: usize) -> Result<Vec<Vector>, Diagnostic> {
        for name in ["CGALayout", "cga_layout"] {
            if let Some(value) = self.arguments.get(name) {
                return vectors(value, Some(rank));
            }
        }
        if self.arguments.get("CTAsPerCGA").is_none() {
            return Ok(Vec::new());
        }
        let blocks = self.sizes_of("CTAsPerCGA", rank)?;
        let split = match self.arguments.get("CTASplitNum") {
            Some(_) => self.sizes_of("CTASplitNum", rank)?,
            None => blocks.clone(),
        };
        let order = match self.arguments.get("CTAOrder") {
            Some(_) => self.order("CTAOrder")?,
            None => (0..rank).rev().collect_vec(),
        };
        let mut linear = Linear::new(1, rank);
        for dim in order {
            linear.identity(0, split[dim], dim);
            linear.copies(0, blocks[dim] / split[dim].max(1));
        }
        Ok(linear.places.remove(0))
    }

    fn parent(&self) -> Result<Box<Encoding>, Diagnostic> {
        encoding(self.value("parent")?, self.aliases).map(Box::new)
    }

    fn blocked(&self, [registers, lanes, warps]: [&str; 3]) -> Result<Encoding, Diagnostic> {
        let order = self.order("order")?;
        let rank = order.len();
        Ok(Encoding::Blocked {
            registers: self.sizes_of(registers, rank)?,
            lanes: self.sizes_of(lanes, rank)?,
            warps: self.sizes_of(warps, rank)?,
            blocks: self.blocks(rank)?,
            order,
        })
    }

    fn slice(&self) -> Result<Encoding, Diagnostic> {
        let parent = self.parent()?;
        let (value, rank) = (self.value("dim")?, parent.rank());
        match usize::try_from(value.int()?) {
            Ok(0) if rank == 1 => Err(at(value.range, "a layout of one dimension has no slice")),
            Ok(dim) if dim < rank => Ok(Encoding::Slice { dim, parent }),
            _ => {
                self.refused("dim", format!("the dimension {} of a layout of {rank}", value.int()?))
            }
        }
    }

    fn operand(&self, index: &str, k_width: &str) -> Result<Encoding, Diagnostic> {
        let (value, parent) = (self.value(index)?, self.parent()?);
        let index = value.int()?;
        if !(0..2).contains(&index) {
            return Err(at(value.range, format!("the operand {index}: A is 0 and B is 1")));
        }
        if parent.rank() < 2 {
            return Err(at(self.range, "an operand has rows and columns"));
        }
        // A blocked parent has operands without k; its own is then the message.
        Ok(Encoding::Operand { index, parent, k_width: self.int_or(k_width, 1)? })
    }

    fn nvidia(&self, major: i128, [warps, shape]: [&str; 2]) -> Result<Encoding, Diagnostic> {
        let warps = self.sizes(warps)?;
        let instruction = self.sizes(shape)?;
        let rank = warps.len();
        if !(2..=3).contains(&major) {
            let message = format!("the major version {major} is none of 2 and 3");
            return Err(at(self.range, message));
        }
        if rank < 2 || instruction.len() < if major == 3 { 2 } else { rank } {
            let count = instruction.len();
            let message = format!("an instruction of {count} extents, beside {rank} dimensions");
            return self.refused(shape, message);
        }
        Ok(Encoding::Matrix {
            blocks: self.blocks(rank)?,
            of: Matrix::Nvidia { major, warps, instruction },
        })
    }

    fn mfma(
        &self,
        [shape, transposed, warps, bits, tiles]: [&str; 5],
    ) -> Result<Encoding, Diagnostic> {
        let (warps, instruction) = (self.sizes(warps)?, self.sizes(shape)?);
        let rank = warps.len();
        if rank != 2 || instruction.len() < 2 {
            return Err(at(self.range, format!("MFMA of {rank} dimensions: those of 2 are read")));
        }
        let tiles = match self.arguments.get(tiles) {
            Some(_) => self.sizes_of(tiles, rank)?,
            None => vec![1; rank],
        };
        let of = Matrix::Mfma {
            warps,
            instruction,
            is_transposed: self.value(transposed)?.flag()?,
            tiles,
            element_bits: self.int_or(bits, 32)?,
        };
        Ok(Encoding::Matrix { of, blocks: self.blocks(rank)? })
    }

    fn wmma(
        &self,
        registers: Vec<Vector>,
        warps: Vec<Vector>,
        [transposed, shape]: [&str; 2],
    ) -> Result<Encoding, Diagnostic> {
        let instruction = match self.arguments.get(shape) {
            Some(_) => self.sizes(shape)?,
            None => vec![16; 3],
        };
        if instruction.len() < 2 || instruction[..2] != [16, 16] {
            let message = format!("WMMA of {instruction:?}: those of 16x16 are read");
            return Err(at(self.range, message));
        }
        let is_transposed = self.value(transposed)?.flag()?;
        let of = Matrix::Wmma {
            version: self.int("version")?,
            is_transposed,
            registers,
            warps,
            instruction,
        };
        Ok(Encoding::Matrix { of, blocks: self.blocks(2)? })
    }

    fn swizzled(&self, [per_phase, phases]: [&str; 2]) -> Result<Encoding, Diagnostic> {
        let order = self.order("order")?;
        let mut numbers = [0; 3];
        for (number, name) in numbers.iter_mut().zip(["vec", per_phase, phases]) {
            *number = self.int(name)?;
            if !super::linear::is_power(*number) {
                let message = format!("`{name}` is a power of two, and {number} is none");
                return self.refused(name, message);
            }
        }
        let [vector, per_phase, phases] = numbers;
        Ok(Encoding::Swizzled {
            vector,
            per_phase,
            phases,
            blocks: self.blocks(order.len())?,
            order,
        })
    }

    fn nvmma(
        &self,
        [swizzle, bits, transposed, padded]: [&str; 4],
    ) -> Result<Encoding, Diagnostic> {
        let widths = [0, 32, 64, 128];
        let value = self.int(swizzle)?;
        if !widths.contains(&value) {
            let message = format!("`{swizzle}` is 0, 32, 64 or 128, and not {value}");
            return self.refused(swizzle, message);
        }
        let element_bits = self.int(bits)?;
        if ![8, 16, 32, 64].contains(&element_bits) {
            let message = format!("`{bits}` is 8, 16, 32 or 64, and not {element_bits}");
            return self.refused(bits, message);
        }
        let rank = self.int_or("rank", 2)?;
        if rank != 2 {
            let message = format!("`nvmma_shared` of {rank} dimensions: those of 2 are read");
            return Err(at(self.range, message));
        }
        let (is_transposed, is_fp4_padded) =
            (self.flag_or(transposed, false)?, self.flag_or(padded, false)?);
        Ok(Encoding::Nvmma {
            swizzle: value,
            is_transposed,
            element_bits,
            is_fp4_padded,
            blocks: self.blocks(2)?,
        })
    }

    fn padded(&self, pairs: &str, offsets: Padding, blocks: &str) -> Result<Encoding, Diagnostic> {
        let value = self.value(pairs)?;
        let mut all = Vec::new();
        for pair in value.list()? {
            match pair.ints()?.as_slice() {
                [interval, padding] if super::linear::is_power(*interval) && *padding >= 0 => {
                    all.push((*interval, *padding))
                }
                other => {
                    let message = format!("{other:?} is no interval, a power of two, and padding");
                    return Err(at(pair.range, message));
                }
            }
        }
        self.one_block(blocks)?;
        Ok(Encoding::Padded { pairs: all, offsets })
    }

    fn linear(&self, names: [&str; 4], shape: Option<Vec<i128>>) -> Result<Encoding, Diagnostic> {
        let mut places = Vec::new();
        let mut rank = shape.as_ref().map(Vec::len);
        for name in names {
            let vectors = self.vectors(name, rank)?;
            rank = rank.or(vectors.first().map(Vec::len));
            places.push(vectors);
        }
        let extents = shape.unwrap_or_else(|| combined_extents(&places, rank.unwrap_or(1)));
        Ok(Encoding::Linear(Linear { places, extents }))
    }

    fn shared_linear(&self, [offsets, blocks]: [&str; 2]) -> Result<Encoding, Diagnostic> {
        self.one_block(blocks)?;
        let places = vec![self.vectors(offsets, None)?];
        let rank = places[0].first().map_or(1, Vec::len);
        Ok(Encoding::SharedLinear(Linear { extents: combined_extents(&places, rank), places }))
    }

    /// The encoding of an attribute of this name.
    fn attribute(&self, name: &str) -> Result<Encoding, Diagnostic> {
        match name {
            "amd_mfma" => self.mfma([
                "instrShape",
                "isTransposed",
                "warpsPerCTA",
                "elementBitWidth",
                "tilesPerWarp",
            ]),
            "amd_wmma" => {
                let value = self.value("ctaLayout")?;
                let Item::Call(_, fields) = &value.item else {
                    return Err(at(value.range, "expected `{register = […], warp = […]}`"));
                };
                const PARAMETERS: [Parameter; 2] =
                    [Parameter::free("register"), Parameter::free("warp")];
                let of = Arguments::new("ctaLayout", &PARAMETERS, fields, value.range)?;
                let of = EncodingOperands { arguments: of, ..*self };
                let (registers, warps) =
                    (of.vectors("register", Some(2))?, of.vectors("warp", Some(2))?);
                self.wmma(registers, warps, ["isTranspose", "instrShape"])
            }
            "blocked" => self.blocked(["sizePerThread", "threadsPerWarp", "warpsPerCTA"]),
            "dot_op" => self.operand("opIdx", "kWidth"),
            "nvidia_mma" => self.nvidia(self.int("versionMajor")?, ["warpsPerCTA", "instrShape"]),
            "nvmma_shared" => {
                self.nvmma(["swizzlingByteWidth", "elementBitWidth", "transposed", "fp4Padded"])
            }
            "padded_shared" => {
                let offsets = match self.arguments.get("offset") {
                    Some(value) => Padding::Vectors(vectors(value, None)?),
                    None => {
                        let order = self.order("order")?;
                        Padding::Order { shape: self.sizes_of("shape", order.len())?, order }
                    }
                };
                self.padded("intervals", offsets, "block")
            }
            "shared_linear" => self.shared_linear(["offset", "block"]),
            "slice" => self.slice(),
            "swizzled_shared" => self.swizzled(["perPhase", "maxPhase"]),
            _ => self.linear(PLACES, None),
        }
    }

    /// The encoding of the class of Gluon for this attribute.
    fn gluon(&self, name: &str) -> Result<Encoding, Diagnostic> {
        match name {
            "amd_mfma" => self.mfma([
                "instr_shape",
                "transposed",
                "warps_per_cta",
                "element_bitwidth",
                "tiles_per_warp",
            ]),
            "amd_wmma" => {
                let registers = self.vectors("reg_bases", Some(2))?;
                let warps = self.vectors("warp_bases", Some(2))?;
                self.wmma(registers, warps, ["transposed", "instr_shape"])
            }
            "blocked" => self.blocked(["size_per_thread", "threads_per_warp", "warps_per_cta"]),
            "dot_op" => self.operand("operand_index", "k_width"),
            "nvidia_mma" => {
                let version = self.value("version")?;
                let [major, ..] = version.ints()?[..] else {
                    return Err(at(version.range, "expected a version such as `[2, 0]`"));
                };
                self.nvidia(major, ["warps_per_cta", "instr_shape"])
            }
            "nvmma_shared" => {
                self.nvmma(["swizzle_byte_width", "element_bitwidth", "transposed", "fp4_padded"])
            }
            "padded_shared" => {
                let rank = self.sizes("shape")?.len();
                let offsets = Padding::Vectors(self.vectors("offset_bases", Some(rank))?);
                self.padded("interval_padding_pairs", offsets, "cga_layout")
            }
            "shared_linear" => self.shared_linear(["offset_bases", "block_bases"]),
            "slice" => self.slice(),
            "swizzled_shared" => self.swizzled(["per_phase", "max_phase"]),
            _ => {
                let shape = match self.arguments.get("shape") {
                    Some(_) => Some(self.sizes("shape")?),
                    None => None,
                };
                self.linear(BASES, shape)
            }
        }
    }
}

/// The vectors of a list, all of one rank.
fn vectors(value: &Value, rank: Option<usize>) -> Result<Vec<Vector>, Diagnostic> {
    let mut all: Vec<Vector> = Vec::new();
    for item in value.list()? {
        let vector = item.ints()?;
        let rank = rank.or(all.first().map(Vec::len)).unwrap_or(vector.len());
        if vector.len() != rank || vector.is_empty() {
            let message = format!("a vector of {} numbers, beside those of {rank}", vector.len());
            return Err(at(item.range, message));
        }
        check_vector(&vector).at(item.range)?;
        all.push(vector);
    }
    Ok(all)
}
