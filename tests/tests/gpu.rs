//! The kernels of `examples/gpu`, without a GPU: that they build, and what is in them.
//!
//! Where the target or the assembler cannot be had, the test says so and passes. `PTXAS` and `NVDISASM` name NVIDIA's
//! assembler and disassembler; with both, on Rust 1.95 and the `ptxas` that it names, the counts are held to `examples/gpu/INSTRUCTIONS.md`, which `WRITE=1`
//! writes anew; `TILES=few` builds, and expects, a few tiles of the tuned kernels alone. Local memory, spills and what `ptxas` calls a potential loss of performance are errors of every compiler.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The kernels whose sizes are arguments.
const ANY_SIZE: &[&str] = &[
    "gemm_gelu",
    "gemm_bf16",
    "gemm_bf16_192",
    "gemm_bf16_128",
    "gemm_bf16_64",
    "fp8_blocks",
    "fp8_blocks_128",
    "gemm_grouped",
    "gemm_split_k",
    "w4a16",
    "decode",
    "conv_128x64",
    "conv_256x64",
    "conv_128x128",
    "conv_192x128",
    "conv_128x256",
    "conv_shared_128x64",
    "conv_shared_128x128",
    "conv_shared_192x128",
    "conv_128_by_2",
    "conv_128_by_4",
    "conv_64_by_2",
    "conv_64_by_4",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/gpu")
}

/// A tool that a variable names, or that is at hand.
fn tool(variable: &str, name: &str) -> Option<OsString> {
    let is_there = |tool: &OsString| Command::new(tool).arg("--version").output().is_ok();
    env::var_os(variable).or_else(|| Some(name.into())).filter(is_there)
}

/// The body of each kernel in PTX.
fn kernels(ptx: &str) -> Vec<(&str, &str)> {
    let entries = ptx.split(".visible .entry ").skip(1);
    entries
        .map(|entry| {
            let name = entry.split('(').next().unwrap_or_default();
            let body = entry.split("\n}").next().unwrap_or_default();
            (name.trim(), body)
        })
        .collect()
}

#[test]
fn kernels_hold_nothing_that_their_layouts_should_not_cost() {
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gpu");
    let mut build = Command::new("bash");
    build.arg(folder().join("build.sh")).env("CARGO_TARGET_DIR", &out);
    // Flags of the tests are not those of the kernels.
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        build.env_remove(variable);
    }
    let Ok(built) = build.output() else {
        println!("skipped: no bash");
        return;
    };
    let said = String::from_utf8_lossy(&built.stderr);
    if built.status.code() == Some(77) {
        println!("skipped: {said}");
        return;
    }
    assert!(built.status.success(), "{said}");

    let ptx =
        fs::read_to_string(out.join("kernels.ptx")).expect("the script says that it is there");
    let all = kernels(&ptx);
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let others = [
        "transpose",
        "transpose_any",
        "transpose_passed",
        "transpose_views",
        "sgemm",
        "sgemm_any",
        "attention",
        "attention_causal",
        "attention_64",
        "attention_64_causal",
        "gemv_bf16",
        "w4a16_by_2",
        "w4a16_by_4",
        "w4a16_by_8",
        "gemm_bf16_8x64",
        "gemm_bf16_8x64_by_2",
        "gemm_bf16_8x64_by_4",
        "gemm_bf16_16x64",
        "gemm_bf16_16x64_by_2",
        "gemm_bf16_16x64_by_4",
        "gemm_bf16_32x64",
        "gemm_bf16_32x64_by_2",
        "gemm_bf16_32x64_by_4",
        "gemm_bf16_64x64",
        "gemm_bf16_64x64_by_2",
        "gemm_bf16_64x64_by_4",
        "gemm_bf16_64x128",
        "gemm_bf16_96x64_by_2",
        "gemm_bf16_128x64_by_2",
        "gemm_bf16_160x64_by_2",
        "gemm_bf16_192x64_by_2",
        "gemm_bf16_208x64_by_2",
        "gemm_bf16_256x64_by_2",
        "gemm_bf16_128x128_by_2",
        "gemm_bf16_64x64_multicast_1x4",
        "gemm_bf16_96x64_multicast_1x4",
        "gemm_bf16_128x64_multicast_1x2",
        "gemm_bf16_128x64_multicast_1x4",
        "gemm_bf16_144x64_multicast_1x2",
        "gemm_bf16_192x64_multicast_1x4",
        "gemm_bf16_64x128_multicast_2x1",
        "gemm_bf16_80x128_multicast_2x1",
        "gemm_bf16_96x128_multicast_1x4",
        "gemm_bf16_96x128_multicast_2x2",
        "gemm_bf16_112x128_multicast_1x2",
        "gemm_bf16_128x128_multicast_1x2",
        "gemm_bf16_128x128_multicast_2x1",
        "gemm_bf16_128x128_multicast_1x4",
        "gemm_bf16_128x128_multicast_2x2",
        "gemm_bf16_144x128_multicast_1x2",
        "gemm_bf16_160x128_multicast_1x2",
        "gemm_bf16_176x128_multicast_1x2",
        "gemm_bf16_192x128_multicast_1x2",
        "gemm_bf16_224x128_multicast_1x2",
        "gemm_bf16_256x128_multicast_1x2",
        "gemm_bf16_176x192_multicast_2x1",
        "attention_rows",
        "attention_backward",
        "attention_backward_causal",
        "attention_round",
        "attention_64_rows",
        "attention_64_backward",
        "attention_64_backward_causal",
        "attention_64_round",
        "mma_gemm",
        "wgmma_gemm",
        "wgmma_gemm_steps",
        "wgmma_fp8",
        "softmax",
        "lu",
        "functions",
        "conversions",
        "histogram",
        "first_of",
        "rms_norm",
        "layer_norm",
    ];
    let few_tiles = env::var("TILES").is_ok_and(|tiles| tiles == "few");
    let is_tuned = |name: &str| {
        let tile = name.strip_prefix("gemm_bf16_").unwrap_or_default();
        tile.contains('x') || name.starts_with("conv_")
    };
    for name in ANY_SIZE.iter().chain(&others) {
        let is_built = names.contains(name) || few_tiles && is_tuned(name);
        assert!(is_built, "{name} is not among {names:?}");
    }
    for (name, body) in all.clone() {
        let lines = || body.lines().map(str::trim);
        let have = |what: &str| lines().filter(|line| line.starts_with(what)).count();
        assert_eq!(have(".local"), 0, "{name} has memory of its own");
        // Those whose sizes are arguments divide for a tile, not for an element of it.
        let any_size = ANY_SIZE.contains(&name);
        assert!(have("div.") + have("rem.") == 0 || any_size, "{name} divides");
        // A view's check of a coordinate has a call that is never made, for the block and for the thread.
        let calls =
            lines().filter(|line| line.contains("call.uni") || line.starts_with("call")).count();
        assert!(calls == 0 || name == "transpose_views", "{name} calls");
        if !["transpose_any", "transpose_views", "sgemm_any"].contains(&name) {
            assert_eq!(have("trap"), 0, "{name} can trap");
            // The first pixel of a tile of a convolution is divided into a row, column and image by reciprocals of 64 bits, once for a tile.
            let of_tile = if name.starts_with("conv_") { 4 } else { 0 };
            assert!(
                have("mul.lo.s64") + have("mul.hi.u64") <= of_tile,
                "{name} multiplies 64 bits by 64"
            );
        }
    }

    // Each of these is one instruction.
    for (kernel, instructions) in [
        (
            "functions",
            &[
                "rcp.approx",
                "ex2.approx",
                "lg2.approx",
                "sqrt.approx",
                "rsqrt.approx",
                "tanh.approx",
            ][..],
        ),
        (
            "conversions",
            &[
                "cvt.rn.bf16x2.f32",
                "cvt.rn.f16x2.f32",
                "cvt.rn.bf16.f32",
                "cvt.rn.f16.f32",
                "cvt.f32.f16",
            ],
        ),
        (
            "histogram",
            &[
                "red.relaxed.cta.shared.add.u32",
                "red.relaxed.gpu.global.add.u32",
                "red.relaxed.gpu.global.add.f32",
                "red.relaxed.gpu.global.max.u32",
                "red.relaxed.gpu.global.min.s32",
                "atom.relaxed.gpu.global.add.u32",
            ],
        ),
        ("first_of", &["cp.async.cg.shared.global"]),
        ("sums_of_cluster", &["mapa.shared::cluster.u32", "ld.shared::cluster.v4.b32"]),
        (
            "fp8_blocks",
            &[
                "barrier.cluster.arrive.release;",
                "barrier.cluster.wait.acquire;",
                ".multicast::cluster",
                "mbarrier.arrive.shared::cluster.b64",
            ],
        ),
        (
            "gemm_split_k",
            &[
                "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile",
                "ld.acquire.gpu.global.u32",
                "cp.async.bulk.wait_group 0;",
            ],
        ),
        (
            "attention_backward",
            &[
                "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16",
                "stmatrix.sync.aligned.m8n8.x4.shared.b16",
                "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes",
            ],
        ),
        ("gemm_bf16", &[".multicast::cluster", "mbarrier.arrive.shared::cluster.b64"]),
        (
            "conv_128x128",
            &[
                "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [",
                "prefetch.tensormap",
            ],
        ),
        (
            "conv_shared_128x128",
            &[
                "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster",
            ],
        ),
        ("conv_64_by_4", &["mapa.shared::cluster.u32", ".im2col."]),
        (
            "gemm_bf16_64x64_multicast_1x4",
            &[
                ".multicast::cluster",
                "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16",
                "ld.acquire.gpu.global.u32",
            ],
        ),
        (
            "gemm_bf16_8x64_by_2",
            &["wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16", "mapa.shared::cluster"],
        ),
        (
            "w4a16",
            &[
                "griddepcontrol.wait;",
                "griddepcontrol.launch_dependents;",
                "lop3.b32",
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes",
            ],
        ),
        (
            "w4a16_by_4",
            &["griddepcontrol.wait;", "mapa.shared::cluster.u32", "ld.shared::cluster.v4.b32"],
        ),
        ("decode", &["cp.async.bulk.tensor.3d.shared", "atom.acq_rel.gpu.global.inc.u32"]),
        (
            "kind_s8",
            &["wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8", "m16n8k32.row.col.s32.s8.s8.s32"],
        ),
        (
            "kind_u8",
            &["wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.u8", "m16n8k32.row.col.s32.u8.u8.s32"],
        ),
        (
            "kind_e5m2",
            &[
                "wgmma.mma_async.sync.aligned.m64n64k32.f32.e5m2.e5m2",
                "m16n8k32.row.col.f32.e5m2.e5m2.f32",
            ],
        ),
        (
            "kind_e4m3",
            &[
                "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3",
                "m16n8k32.row.col.f32.e4m3.e4m3.f32",
            ],
        ),
        (
            "kind_tf32",
            &[
                "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32",
                "m16n8k8.row.col.f32.tf32.tf32.f32",
            ],
        ),
    ] {
        let (_, body) = all.iter().find(|(name, _)| *name == kernel).expect("it is there");
        for instruction in instructions {
            assert!(body.contains(instruction), "{kernel} has no {instruction}");
        }
    }
    // The bounds of a launch are those of the kernel's own `thread`.
    for (kernel, bound) in [
        ("wgmma_gemm", ".maxntid 384, 1, 1\n{"),
        ("transpose", ".maxntid 256, 1, 1\n{"),
        ("sgemm_any", ".maxntid 256, 1, 1\n.minnctapersm 2\n{"),
        ("fp8_blocks", ".maxntid 384, 1, 1\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n{"),
    ] {
        let (_, body) = all.iter().find(|(name, _)| *name == kernel).expect("it is there");
        assert!(body.contains(bound), "{kernel} is not bounded by {bound}");
    }

    let rustc = Command::new(option_env!("RUSTC").unwrap_or("rustc")).arg("--version").output();
    let version = String::from_utf8(rustc.expect("rustc").stdout).expect("a version");
    if !version.starts_with("rustc 1.95.") {
        println!("not counted: the counts are those of Rust 1.95, and this is {version}");
        return;
    }
    let (assembled, disassembler) = (out.join("kernels.cubin"), tool("NVDISASM", "nvdisasm"));
    if !assembled.exists() || disassembler.is_none() {
        println!("not counted: no `ptxas` or no `nvdisasm`");
        return;
    }
    let mut count = Command::new("python3");
    count.arg(folder().join("count.py")).arg(assembled).arg(out.join("kernels.log"));
    let counted = count.output().expect("Python is there, as it built `core` or counts");
    assert!(counted.status.success(), "{}", String::from_utf8_lossy(&counted.stderr));
    let table = String::from_utf8_lossy(&counted.stdout);
    let page = folder().join("INSTRUCTIONS.md");
    let assembler =
        Command::new(tool("PTXAS", "ptxas").expect("it assembled")).arg("--version").output();
    let said = String::from_utf8(assembler.expect("ptxas").stdout).expect("a version");
    let release = said.split("release ").nth(1).and_then(|rest| rest.split(',').next());
    let release = release.expect("a release").trim();
    let text = format!(
        "# What the assembler makes of the kernels\n\n\
         By `ptxas` {release} for `sm_90a`, of Rust 1.95: `examples/gpu/build.sh`, then `count.py`. Of kernels with a main loop the \
         loop is counted, of others all.\n\n{table}"
    );
    if env::var_os("WRITE").is_some() {
        fs::write(page, text).expect("the page can be written");
        return;
    }
    let recorded = fs::read_to_string(page).unwrap_or_default();
    if !recorded.contains(&format!("By `ptxas` {release} ")) {
        println!("not compared: the counts are those of another `ptxas` than {release}");
        return;
    }
    assert_eq!(recorded, text, "`WRITE=1` writes the page anew");
}
