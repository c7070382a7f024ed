//! Matrix instructions of Intel: DPAS of the Xe GPUs, of 16 threads, and the tiles of AMX, of one core of
//! an x86 processor.

use super::Rows;

const SYCL_TLA: &str = "Intel's SYCL*TLA, cute/atom/mma_traits_xe_legacy.hpp";

/// A tile register holds pairs or fours of B along K; which position of the tile an element is, is said
/// here.
const TENSOR_LAYOUTS: &str = "tensor-layouts 0.3.2, atoms_amx.py, of Intel's ISE, chapter 3";

pub(super) const TABLE: &[Rows] = &[
    Rows {
        names: &[
            "XE_8x16x16_BF16BF16BF16BF16_TT",
            "XE_8x16x16_F32BF16BF16F32_TT",
            "XE_8x16x16_F32F16F16F32_TT",
            "XE_8x16x16_F16F16F16F16_TT",
        ],
        shape: [8, 16, 16],
        threads: "16:1",
        a: "(16,8):(8,1)",
        b: "(16,16):(1,16)",
        c: "(16,8):(8,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &[
            "XE_4x16x16_BF16BF16BF16BF16_TT",
            "XE_4x16x16_F32BF16BF16F32_TT",
            "XE_4x16x16_F32F16F16F32_TT",
            "XE_4x16x16_F16F16F16F16_TT",
        ],
        shape: [4, 16, 16],
        threads: "16:1",
        a: "(16,4):(4,1)",
        b: "(16,16):(1,16)",
        c: "(16,4):(4,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &[
            "XE_2x16x16_BF16BF16BF16BF16_TT",
            "XE_2x16x16_F32BF16BF16F32_TT",
            "XE_2x16x16_F32F16F16F32_TT",
            "XE_2x16x16_F16F16F16F16_TT",
        ],
        shape: [2, 16, 16],
        threads: "16:1",
        a: "(16,2):(2,1)",
        b: "(16,16):(1,16)",
        c: "(16,2):(2,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &[
            "XE_1x16x16_BF16BF16BF16BF16_TT",
            "XE_1x16x16_F32BF16BF16F32_TT",
            "XE_1x16x16_F32F16F16F32_TT",
            "XE_1x16x16_F16F16F16F16_TT",
        ],
        shape: [1, 16, 16],
        threads: "16:1",
        a: "(16,1):(1,1)",
        b: "(16,16):(1,16)",
        c: "(16,1):(1,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &["XE_8x16x32_S32S8S8S32_TT", "XE_8x16x32_S32U8U8S32_TT"],
        shape: [8, 16, 32],
        threads: "16:1",
        a: "(16,(2,8)):(16,(8,1))",
        b: "(16,32):(1,16)",
        c: "(16,8):(8,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &["XE_4x16x32_S32S8S8S32_TT", "XE_4x16x32_S32U8U8S32_TT"],
        shape: [4, 16, 32],
        threads: "16:1",
        a: "(16,(2,4)):(8,(4,1))",
        b: "(16,32):(1,16)",
        c: "(16,4):(4,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &["XE_2x16x32_S32S8S8S32_TT", "XE_2x16x32_S32U8U8S32_TT"],
        shape: [2, 16, 32],
        threads: "16:1",
        a: "(16,(2,2)):(4,(2,1))",
        b: "(16,32):(1,16)",
        c: "(16,2):(2,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &["XE_1x16x32_S32S8S8S32_TT", "XE_1x16x32_S32U8U8S32_TT"],
        shape: [1, 16, 32],
        threads: "16:1",
        a: "(16,(2,1)):(2,(1,1))",
        b: "(16,32):(1,16)",
        c: "(16,1):(1,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &["XE_8x16x8_F32TF32TF32F32_TT"],
        shape: [8, 16, 8],
        threads: "16:1",
        a: "((8,2),4):((8,1),2)",
        b: "(16,8):(1,16)",
        c: "(16,8):(8,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &["XE_4x16x8_F32TF32TF32F32_TT"],
        shape: [4, 16, 8],
        threads: "16:1",
        a: "((8,2),2):((4,1),2)",
        b: "(16,8):(1,16)",
        c: "(16,4):(4,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &["XE_2x16x8_F32TF32TF32F32_TT"],
        shape: [2, 16, 8],
        threads: "16:1",
        a: "((8,2),1):((2,1),0)",
        b: "(16,8):(1,16)",
        c: "(16,2):(2,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &["XE_1x16x8_F32TF32TF32F32_TT"],
        shape: [1, 16, 8],
        threads: "16:1",
        a: "((8,2),1):((1,0),0)",
        b: "(16,8):(1,16)",
        c: "(16,1):(1,1)",
        source: SYCL_TLA,
    },
    Rows {
        names: &["AMX_16x16x32_F32BF16BF16F32", "AMX_16x16x32_F32F16F16F32"],
        shape: [16, 16, 32],
        threads: "1:0",
        a: "(1,(16,32)):(0,(1,16))",
        b: "(1,(16,32)):(0,(1,16))",
        c: "(1,(16,16)):(0,(1,16))",
        source: TENSOR_LAYOUTS,
    },
    Rows {
        names: &[
            "AMX_16x16x64_S32S8S8S32",
            "AMX_16x16x64_S32S8U8S32",
            "AMX_16x16x64_S32U8S8S32",
            "AMX_16x16x64_S32U8U8S32",
        ],
        shape: [16, 16, 64],
        threads: "1:0",
        a: "(1,(16,64)):(0,(1,16))",
        b: "(1,(16,64)):(0,(1,16))",
        c: "(1,(16,16)):(0,(1,16))",
        source: TENSOR_LAYOUTS,
    },
];
