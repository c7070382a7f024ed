//! Instructions as layouts, and products and copies tiled with them, held against what CuTe answers:
//! `tests/data/conformance/atoms.jsonl` and `tiled.jsonl`.

use std::collections::{BTreeMap, HashSet};

use layout_algebra::ops::{self, Outcome, Part};
use layout_algebra::tiled::{CopyAtom, Operand, Side, TiledCopy, TiledMma};
use layout_algebra::{Error, Int, Layout, Swizzle, atoms};
use layout_tests::one_in;
use layout_view::layout;
use serde_json::Value as Json;

use crate::conformance::text;
use crate::language::{eval, everything};

fn records(file: &str) -> Vec<Json> {
    let path = format!("{}/data/conformance/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the records are in the repository");
    text.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

/// The count of each field that is CuTe's to the letter, and the answers that are not.
#[derive(Default)]
struct Count {
    same: BTreeMap<String, usize>,
    other: Vec<String>,
}

impl Count {
    fn hold(&mut self, record: &Json, field: &str, ours: &str) {
        let theirs = match &record[field] {
            Json::String(text) => text.clone(),
            other => other.to_string(),
        };
        if ours == theirs {
            *self.same.entry(format!("{} {field}", text(record, "kind"))).or_default() += 1;
        } else {
            let id = record["id"].as_str().unwrap_or(text(record, "op"));
            self.other.push(format!("{id} {field}: CuTe {theirs}, here {ours}"));
        }
    }

    fn hold_part(&mut self, record: &Json, of: &str, part: Result<Outcome<Part>, Error>) {
        let (layout, offset) = part.unwrap().strict().unwrap();
        self.hold(record, &format!("{of}_part"), &layout.to_string());
        self.hold(record, &format!("{of}_offset"), &offset.to_string());
    }
}

#[test]
fn instructions_are_those_of_cute() {
    let mut count = Count::default();
    for record in records("atoms.jsonl") {
        let op = text(&record, "op");
        let fields = match text(&record, "kind") {
            "mma" => {
                let mma = atoms::mma(op).unwrap_or_else(|| panic!("there is no {op}"));
                let [m, n, k] = mma.shape;
                count.hold(&record, "shape_mnk", &format!("({m},{n},{k})"));
                vec![("thr", mma.threads), ("a", mma.a), ("b", mma.b), ("c", mma.c)]
            }
            _ => {
                let copy = atoms::copy(op).unwrap_or_else(|| panic!("there is no {op}"));
                let values = [("src_bits", copy.source), ("dst_bits", copy.target)];
                let last = [("thr", copy.threads), ("ref_bits", copy.reference)];
                values.into_iter().chain(last).collect()
            }
        };
        for (field, layout) in fields {
            count.hold(&record, field, &layout.to_string());
        }
    }
    // Its stride is nested otherwise than its shape in CuTe, which is no layout.
    let nested = |op| {
        format!(
            "{op} a: CuTe ((4,8),(32,2)):((512,1),((16,8))), here ((4,8),(32,2)):((512,1),(16,8))"
        )
    };
    let popc = "SM80_16x8x128_S32U1U1S32_TN_";
    assert_eq!(count.other, ["ANDPOPC", "XORPOPC"].map(|end| nested(format!("{popc}{end}"))));
    let same = [
        ("copy dst_bits", 40),
        ("copy ref_bits", 40),
        ("copy src_bits", 40),
        ("copy thr", 40),
        ("mma a", 138),
        ("mma b", 140),
        ("mma c", 140),
        ("mma shape_mnk", 140),
        ("mma thr", 140),
    ];
    assert_eq!(count.same.iter().map(|(f, n)| (f.as_str(), *n)).collect::<Vec<_>>(), same);
}

/// The positions that threads hold, those that hold the same counted once.
fn held(layout: &Layout) -> (Vec<i64>, Layout) {
    let modes = layout.modes();
    let once = Layout::from_modes(&[ops::filter_zeros(&modes[0]).unwrap(), modes[1].clone()]);
    let once = once.unwrap();
    (once.numbers().unwrap().offsets().collect(), once)
}

#[test]
fn warpgroup_instructions_have_their_names_before_cutlass_3_6() {
    let mut count = 0;
    for name in atoms::names().filter(|name| name.contains("GMMA::MMA_64x")) {
        let [of_today, before] =
            [name.clone(), name.replace("SM90::GMMA::MMA_", "SM90_")].map(|name| {
                let mma = atoms::mma(&name).unwrap_or_else(|| panic!("there is no {name}"));
                (mma.shape, mma.threads, mma.a, mma.b, mma.c)
            });
        assert_eq!(of_today, before, "{name}");
        count += 1;
    }
    assert!(count > 700, "{count} names");
}

#[test]
fn each_instruction_covers_its_tile_exactly_once() {
    let (mut mmas, mut copies) = (0, 0);
    let step = one_in(4);
    for name in atoms::names().step_by(step) {
        if let Some(mma) = atoms::mma(&name) {
            let [m, n, k] = mma.shape;
            for (layout, tile) in [(&mma.a, m * k), (&mma.b, n * k), (&mma.c, m * n)] {
                let (positions, once) = held(layout);
                let all: HashSet<i64> = positions.iter().copied().collect();
                let inside = all.iter().all(|position| (0..tile as i64).contains(position));
                let exact = inside && all.len() == positions.len() && all.len() as i128 == tile;
                assert!(exact, "{name}: {layout} does not cover {tile} positions once");
                assert!(ops::is_bijective(&once).unwrap(), "{name}: {layout}");
                let threads = ops::size(&mma.threads).unwrap();
                assert_eq!(ops::size(&layout.get(&[0]).unwrap()).unwrap(), threads, "{name}");
            }
            mmas += 1;
        }
        if let Some(copy) = atoms::copy(&name) {
            let (target, _) = held(&copy.target);
            let (reference, _) = held(&copy.reference);
            let written: HashSet<i64> = target.iter().copied().collect();
            assert_eq!(written.len(), target.len(), "{name} writes a bit twice");
            assert_eq!(written, reference.into_iter().collect(), "{name}");
            // What is read several times, or not by each thread, is read at least.
            let read: HashSet<i64> = held(&copy.source).0.into_iter().collect();
            let is_multicast = name.contains("2x64dp") || name.contains("4x32dp");
            assert_eq!(read == written, !is_multicast, "{name} reads other bits than it writes");
            copies += 1;
        }
    }
    let all = atoms::names().count();
    assert_eq!((all, mmas + copies), (2327, all.div_ceil(step)));
}

/// The layouts of Blackwell's instructions, as CUTLASS' headers have them, and of what tensor-layouts has of them.
#[test]
fn instructions_of_blackwell_are_those_of_cute() {
    let (mut count, mut uncovered) = (Count::default(), Vec::new());
    for record in records("instructions.jsonl") {
        let op = text(&record, "op");
        let kind = text(&record, "kind");
        if kind == "layout" {
            let ours = atoms::layout(op).unwrap_or_else(|| panic!("there is no {op}"));
            let theirs = text(&record, "layout");
            match theirs.split_once("o0o") {
                // No swizzle, which CuTe prints too.
                Some(("Sw<0,4,3>", domain)) => {
                    assert_eq!(ours.to_string(), domain, "{op}");
                    *count.same.entry("layout".into()).or_default() += 1;
                }
                None => count.hold(&record, "layout", &ours.to_string()),
                // CuTe's swizzle is one of addresses of bytes, ours of elements; those of a sparse one share an address.
                Some((swizzle, domain)) => {
                    let types: Vec<&str> = op.split(['<', ',', '>']).collect();
                    let sparsity = types[2].parse::<i64>().unwrap_or(1);
                    let bits = atoms::bits_of(types[1]).unwrap() as i64 / sparsity;
                    let domain = domain.parse::<Layout>().unwrap().numbers().unwrap();
                    let digits = swizzle.split(|c: char| !c.is_ascii_digit());
                    let digits: Vec<i128> = digits.filter_map(|digit| digit.parse().ok()).collect();
                    let swizzle = Swizzle::new(digits[0], digits[1] + 3, digits[2]).unwrap();
                    let ours = ours.numbers().unwrap();
                    for (theirs, ours) in domain.offsets().zip(ours.offsets()) {
                        assert_eq!(
                            swizzle.apply((theirs * bits).into()),
                            (ours * bits).into(),
                            "{op}"
                        );
                    }
                    *count.same.entry("layout swizzled".into()).or_default() += 1;
                }
            }
            continue;
        }
        if kind == "copy" {
            let copy = atoms::copy(op).unwrap_or_else(|| panic!("there is no {op}"));
            let values = [("src_bits", copy.source), ("dst_bits", copy.target)];
            let last = [("thr", copy.threads), ("ref_bits", copy.reference)];
            for (field, layout) in values.into_iter().chain(last) {
                count.hold(&record, field, &layout.to_string());
            }
            continue;
        }
        let mma = atoms::mma(op).unwrap_or_else(|| panic!("there is no {op}"));
        let [m, n, k] = mma.shape;
        count.hold(&record, "shape_mnk", &format!("({m},{n},{k})"));
        // The lanes of tensor-layouts' instructions of gfx950 have the same columns of A.
        let theirs: Layout = text(&record, "a").parse().unwrap();
        let covered: HashSet<i64> = theirs.numbers().unwrap().offsets().collect();
        if covered.len() as i128 != m * k {
            uncovered.push(op.to_owned());
            continue;
        }
        for (field, layout) in [("a", mma.a), ("b", mma.b), ("c", mma.c)] {
            count.hold(&record, field, &layout.to_string());
        }
        if kind == "mma" {
            count.hold(&record, "thr", &mma.threads.to_string());
        }
        if record.get("sfa").is_some() {
            let [a, b] = atoms::scales(op).unwrap_or_else(|| panic!("{op} has scale factors"));
            count.hold(&record, "sfa", &a.to_string());
            count.hold(&record, "sfb", &b.to_string());
        }
    }
    assert_eq!(count.other, Vec::<String>::new());
    assert!(uncovered.iter().all(|op| op.starts_with("v_mfma_")), "{uncovered:?}");
    let same: Vec<String> = count.same.iter().map(|(field, n)| format!("{field} {n}")).collect();
    insta::assert_snapshot!(format!("{}\nuncovered {}", same.join("\n"), uncovered.len()));
}

/// Each element of A and B has a scale factor, and the elements of a block have one.
#[test]
fn each_element_has_a_scale_factor() {
    let mut seen = 0;
    for name in atoms::names() {
        let Some([a, b]) = atoms::scales(&name) else { continue };
        let [m, n, k] = atoms::mma(&name).unwrap().shape;
        for (layout, rows) in [(a, m), (b, n)] {
            let numbers = layout.numbers().unwrap();
            let threads = numbers.extents()[0];
            let scaled: HashSet<i64> = numbers.offsets().collect();
            let tile: HashSet<i64> = (0..(rows * k) as i64).collect();
            assert_eq!(scaled, tile, "{name}: {layout}");
            // A thread has the factors of one row.
            for thread in 0..threads {
                let values = numbers.size() / threads;
                let row = |value: i64| numbers.offset(thread + threads * value) % rows as i64;
                assert!((0..values).all(|value| row(value) == row(0)), "{name}: {layout}");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 11);
}

/// Names that look like instructions, and are none.
#[test]
fn sizes_and_types_that_no_instruction_has_are_refused() {
    for name in [
        "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,8>",
        "SM100_MMA_F16BF16_SS<half_t,half_t,float,64,264>",
        "SM100_MMA_F16BF16_SS<half_t,half_t,float,96,64>",
        "SM100_MMA_F16BF16_SS<float,half_t,float,128,64>",
        "SM100_MMA_F16BF16_SS<half_t,half_t,float>",
        "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,64,int>",
        "SM100_MMA_MXF4_SS<float_e4m3_t,float_e2m1_t,float,float_ue4m3_t,128,64,16>",
        "SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,64,8>",
        "SM100_128x256x8_F32F16F16_SS",
        "SM100_MMA_F16BF16_TS_SPARSE<half_t,half_t,float,128,64>",
        "SM100_MMA_F8F6F4_2x1SM_SS_SPARSE<float_e4m3_t,float_e4m3_t,float,256,16>",
        "SM100_MMA_MXF4NVF4_SS_SPARSE<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,64,16>",
        "SM120_16x8x32_TN<half_t,half_t,float>",
        "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,32>",
        "v_mfma_scale_f32_16x16x128_f8f6f4<fp6,fp6>",
    ] {
        assert_eq!(atoms::mma(name), None, "{name}");
    }
    for name in [
        "SM100_TMEM_LOAD_16dp256b64x",
        "SM100_TMEM_LOAD_32dp32b3x",
        "SM100_TMEM_LOAD_32dp64b1x",
        "SM100_TMEM_LOAD_32dp32b0x",
        "tcgen05_ld_16x256b_x64",
    ] {
        assert_eq!(atoms::copy(name), None, "{name}");
    }
    for name in [
        "UMMA::tmem_frg_1sm<float,32,64>",
        "UMMA::tmem_frg_1sm<float,128,257>",
        "UMMA::tmem_frg_1sm<char,128,256>",
        "Sm1xxBlockScaledBasicChunk<8>::SfAtom",
        "UMMA::Layout_K_SW128_32B_Atom<half_t>",
        "UMMA::Layout_K_SW128_SpAtom<half_t>",
        "UMMA::Layout_K_SW128_SpAtom<half_t,3>",
        "UMMA::Layout_K_SW128_Atom<half_t,2>",
        "UMMA::Layout_K_SW32_Atom<uint256_t>",
        "UMMA::tmem_e_frg<half_t,64,32>",
        "UMMA::tmem_e_frg<half_t,128,64>",
        "Sm1xxGemmSparseConfig<sparse_elem<2,half_t>,RowMajor,sparse_elem<4,uint8_t>>::TensorEAtom",
        "MMA_Traits<SM80_16x8x8_F32F16F16F32_TN>::SFALayout",
        "MMA_Traits<SM80_16x8x8_F32F16F16F32_TN>::DLayout",
    ] {
        assert_eq!(atoms::layout(name), None, "{name}");
    }
}

#[test]
fn tiled_products_and_copies_are_those_of_cute() {
    let mut count = Count::default();
    for record in &records("tiled.jsonl") {
        let layout = |field| text(record, field).parse::<Layout>().unwrap();
        let number = |field: &str| Int::new(record[field].as_i64().unwrap().into());
        let mma = |field| {
            let atom = atoms::mma(text(record, field)).unwrap();
            let permutation = text(record, "permutation").parse().unwrap();
            TiledMma::new(atom, &layout("atoms"), &permutation).unwrap()
        };
        let copy = || {
            let atom = atoms::copy(text(record, "atom")).unwrap();
            CopyAtom::new(&atom, &number("element_bits")).unwrap()
        };
        let thread = number("thread");
        let copy = match text(record, "kind") {
            "tiled_mma" => {
                let mma = mma("atom");
                count.hold(record, "thr_layout_vmnk", &mma.thr_layout_vmnk().to_string());
                count.hold(record, "tile_mnk", &mma.tile().unwrap().to_string());
                let operands = [(Operand::A, "a"), (Operand::B, "b"), (Operand::C, "c")];
                for (operand, of) in operands {
                    let tv = mma.layout_tv(operand).unwrap();
                    count.hold(record, &format!("{of}_tv"), &tv.to_string());
                    count.hold_part(record, of, mma.partition(operand, &layout(of), &thread));
                }
                continue;
            }
            "tiled_copy" => TiledCopy::new(copy(), &layout("threads"), &layout("values")),
            _ => {
                let operand = match text(record, "operand") {
                    "A" => Operand::A,
                    "B" => Operand::B,
                    _ => Operand::C,
                };
                TiledCopy::of_mma(copy(), &mma("mma"), operand)
            }
        };
        let copy = copy.unwrap();
        count.hold(record, "tile_mn", &copy.tile().to_string());
        count.hold(record, "tv", &copy.tv().to_string());
        for (side, of) in [(Side::Source, "src"), (Side::Target, "dst")] {
            count.hold(record, &format!("{of}_tv"), &copy.layout_tv(side).unwrap().to_string());
            count.hold_part(record, of, copy.partition(side, &layout("tensor"), &thread));
        }
    }
    // Threads along K have parts of the sum of the same C, where CuTe's TV layout, other than its
    // partition_C, has them past the tile.
    let along_k = |other: &String| other.contains(" c_tv: ");
    assert!(count.other.iter().all(along_k), "{:#?}", count.other);
    assert_eq!(count.other.len(), 16);
    let same: Vec<String> = count.same.iter().map(|(field, n)| format!("{field} {n}")).collect();
    insta::assert_snapshot!(same.join("\n"));
}

/// Each register that a copy has is, by the product, that of the position to which it copies.
#[test]
fn registers_of_a_product_are_those_of_its_copies() {
    let tensor: Layout = "(64,64):(64,1)".parse().unwrap();
    let registers = |layout: &Layout| layout.numbers().unwrap().offsets().collect::<Vec<i64>>();
    let mut held = 0;
    for (atoms, permutation) in [
        ("(2,2,1):(1,2,4)", "<_,32,_>"),
        ("(1,1,1):(0,0,0)", "<_,16,_>"),
        ("(4,1,1):(1,0,0)", "<_,16,32>"),
    ] {
        let atom = atoms::mma("SM80_16x8x16_F32F16F16F32_TN").unwrap();
        let permutation = permutation.parse().unwrap();
        let mma = TiledMma::new(atom, &atoms.parse().unwrap(), &permutation).unwrap();
        let copies = [
            ("SM75_U32x4_LDSM_N", &[Operand::A, Operand::B] as &[_], Side::Target),
            ("SM75_U16x8_LDSM_T", &[Operand::A, Operand::B], Side::Target),
            ("SM75_U32x1_LDSM_N", &[Operand::A, Operand::B], Side::Target),
            ("SM90_U32x4_STSM_N", &[Operand::C], Side::Source),
            ("UniversalCopy<uint32_t>", &[Operand::A, Operand::B, Operand::C], Side::Source),
        ];
        for (name, operands, side) in copies {
            for &operand in operands {
                let copy = atoms::copy(name).unwrap();
                let copy = CopyAtom::new(&copy, &Int::new(16)).unwrap();
                let copy = TiledCopy::of_mma(copy, &mma, operand).unwrap();
                let fragment = mma.fragment(operand, &tensor).unwrap().strict().unwrap();
                let retiled = copy.retile(&fragment).unwrap();
                for thread in [0, 1, 21, 31] {
                    let thread = Int::new(thread);
                    let start = |offset: &layout_algebra::IntTuple| match offset.leaves()[0].known()
                    {
                        Some(offset) => offset as i64,
                        None => unreachable!(),
                    };
                    let part = mma.partition(operand, &tensor, &thread).unwrap();
                    let (part, first) = part.strict().unwrap();
                    let positions = registers(&part).into_iter().map(|at| at + start(&first));
                    let of: BTreeMap<i64, i64> =
                        registers(&fragment).into_iter().zip(positions).collect();
                    let part = copy.partition(side, &tensor, &thread).unwrap();
                    let (part, first) = part.strict().unwrap();
                    assert_eq!(ops::size(&part).unwrap(), ops::size(&retiled).unwrap());
                    for (register, at) in registers(&retiled).into_iter().zip(registers(&part)) {
                        assert_eq!(of[&register], at + start(&first), "{name} {retiled} {part}");
                        held += 1;
                    }
                }
            }
        }
    }
    assert_eq!(held, 10240);
}

#[test]
fn the_language_answers_the_same() {
    let mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <_,32,_>)";
    let copy = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>, (16,8):(8,1), (1,8))";
    let of_a = format!("make_tiled_copy_A(Copy_Atom<SM75_U16x8_LDSM_T, half_t>, {mma})");
    let cases = [
        (mma.to_owned(), mma),
        (format!("get_thr_layout_vmnk({mma})"), "(32,2,2,1):(1,32,64,128)"),
        (format!("tile_shape({mma})"), "(32,32,16)"),
        (
            format!("get_layoutC_TV({mma})"),
            "((4,8,2,2),((2,2),(1,2))):((64,1,16,256),((32,8),(0,512)))",
        ),
        (
            "get_layoutA_TV(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{})".to_owned(),
            "((4,8),((2,2,2),(1,1))):((32,1),((16,8,128),(0,0)))",
        ),
        (
            "get_layoutC_TV(SM90::GMMA::MMA_64x8x16_F32F16F16_SS<SM90::GMMA::Major::K,\
             SM90::GMMA::Major::K>)"
                .to_owned(),
            "((4,8,4),((2,2,1),(1,1))):((128,1,16),((64,8,512),(0,0)))",
        ),
        (
            "get_layoutC_TV(SM90_64x8x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{})".to_owned(),
            "((4,8,4),((2,2,1),(1,1))):((128,1,16),((64,8,512),(0,0)))",
        ),
        ("get_layoutB_TV(UniversalFMA<float>)".to_owned(), "(1,(1,(1,1))):(0,(0,(0,0)))"),
        (
            format!("thrfrg_C({mma}, (32,32):(32,1))"),
            "(((4,8),(2,2)),((2,2),(1,2))):(((2,32),(512,8)),((1,256),(0,16)))",
        ),
        (
            format!("partition_B({mma}, (32,16):(16,1), 97)"),
            "(((2,2),2,1):((1,8),256,0),130)",
        ),
        (format!("partition_fragment_A({mma}, (64,16))"), "((2,2,2),2,1):((1,2,4),8,0)"),
        (format!("partition_fragment_B({mma}, (64,16))"), "((2,2),4,1):((1,2),4,0)"),
        (format!("partition_fragment_C({mma}, (64,64))"), "((2,2),2,4):((1,2),4,8)"),
        (format!("tile_shape({copy})"), "(16,64)"),
        (format!("get_layout_TV({copy})"), "((8,16),8):((128,1),16)"),
        (format!("get_layoutS_TV({copy})"), "((8,16),(8,1)):((128,1),(16,0))"),
        (format!("get_layoutD_TV({of_a})"), "((4,8,2,2),((2,2,2),1)):((64,1,16,0),((32,8,256),0))"),
        (format!("partition_S({of_a}, (32,48):(1,32), 97)"), "(((8,1),1,3):((1,0),0,512),48)"),
        (
            format!("partition_D({of_a}, (32,48):(1,32), 97)"),
            "((((2,2,2),1),1,3):(((32,8,256),0),0,512),80)",
        ),
        (
            format!("retile({of_a}, partition_fragment_A({mma}, (64,32)))"),
            "((8,1),2,2):((1,0),8,16)",
        ),
        (
            "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))".to_owned(),
            "Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))",
        ),
        ("GMMA::Layout_MN_SW64_Atom<uint8_t>".to_owned(), "Sw<2,4,3> o 0 o (64,8):(1,64)"),
        ("Layout_K_INTER_Atom<float>".to_owned(), "(8,4):(4,1)"),
        (
            "coalesce(relayout(get_layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, 1, <_,16>)), \
             get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN)), (1,1))"
                .to_owned(),
            "(32,8):(1,32)",
        ),
        (
            "relayout_price(get_layoutC_TV(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, 1, <_,16>)), \
             get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN), 32)"
                .to_owned(),
            "(256,0,0)",
        ),
        (
            "relayout_price(get_layoutC_TV(v_mfma_f32_16x16x16_f16), \
             get_layoutA_TV(v_mfma_f32_16x16x16_f16), 64)"
                .to_owned(),
            "(16,240,0)",
        ),
        ("get_layoutC_TV(v_mfma_f32_32x32x8_f16)".to_owned(), "((32,2),((4,4),(1,1))):((32,4),((1,8),(0,0)))"),
        ("get_layoutC_TV(gfx12::v_wmma_f32_16x16x16_f16)".to_owned(), "((16,2),(8,(1,1))):((16,8),(1,(0,0)))"),
        ("get_layoutC_TV(simdgroup_half8x8)".to_owned(), "((2,4,2,2),(2,(1,1))):((16,1,32,4),(8,(0,0)))"),
        ("get_layoutC_TV(XE_8x16x16_F32F16F16F32_TT)".to_owned(), "(16,(8,(1,1))):(8,(1,(0,0)))"),
        ("tile_shape(AMX_16x16x64_S32S8U8S32)".to_owned(), "(16,16,64)"),
    ];
    // Threads that hold the same share a position.
    for (expression, answer) in cases {
        let ours = eval(&expression, everything()).map(|value| value.to_string());
        assert_eq!(ours.as_deref(), Ok(answer), "{expression}");
    }
    let padded = format!("partition_C({mma}, (40,32):(32,1), 5)");
    assert!(eval(&padded, Default::default()).is_err());
    assert!(eval(&padded, everything()).is_ok());
}

/// Layouts of a block's products, by name.
mod block {
    layout_view::layout! {
        pub struct C = (64,32):(32,1);
        pub struct CFragment = partition_fragment_C(
            make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <_,32,_>),
            C,
        );
        pub struct CThreads = get_layoutC_TV(
            make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <_,32,_>)
        );
    }
}

#[test]
fn answers_are_layouts_by_name_and_threads_are_of_the_run() {
    assert_eq!(block::CFragment::NOTATION, "((2,2),2,2):((1,2),4,8)");
    // The registers of all threads hold all of C.
    let mut all = Vec::new();
    for t in 0..128usize {
        let (part, first) = layout!(partition_C(
            make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <_,32,_>),
            block::C,
            t,
        ));
        assert_eq!(part.size(), block::CFragment.size());
        // The tile is column-major, C is row-major.
        let first: usize = first;
        let position = block::CThreads.at(t, 0);
        assert_eq!(first, position % 32 * 32 + position / 32, "thread {t}");
        all.extend(part.indices().map(|index| first + index));
    }
    all.sort_unstable();
    assert!(all.into_iter().eq(0..64 * 32));
}
