//! `layout import TEXT…`.

use crate::command::{Run, run};

#[track_caller]
fn check(arguments: &[&str], layout: &str) {
    let Run { status, out, err } = run(&[&["import"], arguments].concat());
    assert_eq!((status, out.as_str(), err.as_str()), (0, format!("{layout}\n").as_str(), ""));
}

#[test]
fn notations_of_other_libraries_are_read() {
    check(&["Layout<Shape<_4,_8>,Stride<_8,_1>>{}"], "(4,8):(8,1)");
    check(&["cute.make_layout((4, 8), stride=(8, 1))"], "(4,8):(8,1)");
    check(&["Layout((4, 8), (8, 1))"], "(4,8):(8,1)");
    check(&["Swizzle::<3, 4, 7>"], "Sw<3,4,3>");
    check(&["torch.as_strided(x, (4, 8), (8, 1))"], "(4,8):(8,1)");
    let linear = "#ttg.linear<{register = [[1]], lane = [[2], [4]], warp = [], block = []}>";
    check(&[linear], "(2,4,1,1):(1,2,0,0)");
}

#[test]
fn texts_with_quotes_and_divisions_of_python_are_read() {
    check(&["FixedLayout('cuda:0', torch.float32, size=[4, 8], stride=[8, 1])"], "(4,8):(8,1)");
    check(
        &["{'data': (0, False), 'strides': (64, 8), 'typestr': '<f8', 'shape': (4, 8)}"],
        "(4,8):(8,1)",
    );
    let transformed = "layout_transform((2, 32, 7), 'NCW', 'NCW16c')";
    check(&[transformed], "(2,(16,2),7):(224,(1,112),16)");
    let fragment = "Fragment([8, 8] -> [2], replicate: 1, thread: 32, forward_thread: _i * 4 + _j // 2, forward_index: [_j % 2])";
    check(&[fragment], "(8,(2,4)):(4,(32,1))");
}

#[test]
fn aliases_of_a_dump_are_read_with_the_type_behind_them() {
    let aliases = "#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>\n\
                   #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n#smem = #ttg.shared_memory\n";
    let of = |kind: &str| format!("{aliases}{kind}");
    check(&[&of("tensor<32x16xf16, #blocked>")], "(4,(4,8),4,1):(1@1,(4@1,1@0),8@0,0)");
    check(
        &[&of("tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>")],
        "(1,(4,8),4,1):(0,(0,1),8,0)",
    );
    check(
        &[&of("!ttg.memdesc<8x64xf16, #shared, #smem, mutable>")],
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
    );
}

#[test]
fn tensors_that_cute_prints_are_read_without_their_pointers() {
    let plain = "(8,64):(64,1)";
    let swizzled = "Sw<3,3,3> o 0 o (8,64):(64,1)";
    for (text, pointer, layout) in [
        ("gmem_ptr[16b](0x7f0000000010) o (8,64):(64,_1)", "gmem_ptr[16b](0x7f0000000010)", plain),
        (
            "smem_ptr[16b](0x7f0000000000) o (_8,_64):(_64,_1)",
            "smem_ptr[16b](0x7f0000000000)",
            plain,
        ),
        ("ptr[32b](0x7ffe) o (8,64):(64,1):\n  1.00  2.00", "ptr[32b](0x7ffe)", plain),
        ("tmem_[32b](0x0000.0000) o (8,64):(64,1)", "tmem_[32b](0x0000.0000)", plain),
        ("ArithTuple(_0,64) o (8,64):(_1@0,_1@1)", "ArithTuple(_0,64)", "(8,64):(1@0,1@1)"),
        (
            "Sw<3,4,3>_smem_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)",
            "Sw<3,4,3>_smem_ptr[16b](0x7f0000000400)",
            swizzled,
        ),
        (
            "smem_Sw<3,4,3>_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)",
            "smem_Sw<3,4,3>_ptr[16b](0x7f0000000400)",
            swizzled,
        ),
        (
            "Sw<3,4,3> o smem_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)",
            "smem_ptr[16b](0x7f0000000400)",
            swizzled,
        ),
        (
            "tensor<ptr<bf16, smem, align<1024>, S<3,4,3>> o (8,64):(64,1)>",
            "ptr<bf16, smem, align<1024>, S<3,4,3>>",
            swizzled,
        ),
        ("tensor<ptr<f32, gmem> o (8,64):(64,1)>", "ptr<f32, gmem>", plain),
        ("tensor<(0,0) o (8,64):(1@0,1@1)>", "(0,0)", "(8,64):(1@0,1@1)"),
        (
            "tensor<ptr<f16, smem, align<16>> o S<3,3,3> o 0 o (8,64):(64,1)>",
            "ptr<f16, smem, align<16>>",
            swizzled,
        ),
        (
            "raw_ptr(0x000000000736b0c0: f32, generic, align<4>) o (8,64):(64,1) =\n  ( 1.0, 2.0 )",
            "raw_ptr(0x000000000736b0c0: f32, generic, align<4>)",
            plain,
        ),
        (
            "tensor(raw_ptr(0x000072986ea00000: f32, gmem, align<4>) o (8,64):(64,1), data=\n       [[ 0.0,  1.0, ..., ],\n        [ 64.0, ..., ]])",
            "raw_ptr(0x000072986ea00000: f32, gmem, align<4>)",
            plain,
        ),
        (
            "tensor(raw_ptr(0x000072986ea00000: f32, gmem, align<4>) o (8,64):(64,1), data=",
            "raw_ptr(0x000072986ea00000: f32, gmem, align<4>)",
            plain,
        ),
    ] {
        let Run { status, out, err } = run(&["import", text]);
        let note = format!("note: the pointer `{pointer}` is no part of the layout\n");
        assert_eq!((status, out, err), (0, format!("{layout}\n"), note), "{text}");
    }
    let Run { status, out, .. } = run(&["import", "--format", "json", "ptr[32b](0x7ffe) o 8:1"]);
    assert_eq!((status, out.as_str()), (0, "{\"expression\":\"8:1\",\"value\":\"8:1\"}\n"));
}

#[test]
fn tensors_are_read_by_shape_and_strides() {
    check(&["--shape", "(4, 8)", "--strides", "(64, 4)", "--itemsize", "4"], "(4,8):(16,1)");
    check(&["--shape", "2,3,4", "--strides", "12,4,1"], "(2,3,4):(12,4,1)");
    check(&["--shape", "(4,)", "--strides", "(-8,)", "--itemsize", "8"], "(4):(-1)");
    check(&["--shape", "[4, 2]", "--strides", "[1, 4]"], "(4,2):(1,4)");
}

#[test]
fn what_is_no_layout_says_why() {
    let errors = |arguments: &[&str]| {
        let Run { status, out, err } = run(&[&["import"], arguments].concat());
        assert_eq!((status, out.as_str()), (1, ""));
        err
    };
    insta::assert_snapshot!(
        [
            errors(&["Swizzle::<5, 0, 4>"]),
            errors(&["--shape", "(4, 8)", "--strides", "(30, 4)", "--itemsize", "4"]),
            errors(&["--shape", "(4, 8)", "--strides", "(8,)"]),
            errors(&["Sw<3,4,3>_smem_ptr[16b](0x7f0000000410) o (_8,_64):(_64,_1)"]),
        ]
        .concat()
    );
}
