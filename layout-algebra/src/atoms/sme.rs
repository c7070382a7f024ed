//! Outer products of Arm's SME, of one core: `za += a·bᵀ` of whole vectors, with a tile of ZA whose rows are vectors. The layouts are those of
//! streaming vectors of 512 bits, as Apple's M4 has (`sysctl hw.optional.arm.sme_max_svl_b` says 64); the architecture has 128 to 2048.

use super::Rows;

/// A widening instruction multiplies 2 or 4 elements of each lane of 32 bits: they are neighbours along K.
const ARM: &str = "Arm Architecture Reference Manual for A-profile, SME: FMOPA, BFMOPA, SMOPA, UMOPA; names of ACLE's intrinsics";

pub(super) const TABLE: &[Rows] = &[
    Rows {
        names: &["sme512::svmopa_za32_f32_m"],
        shape: [16, 16, 1],
        threads: "1:0",
        a: "(1,16):(0,1)",
        b: "(1,16):(0,1)",
        c: "(1,(16,16)):(0,(16,1))",
        source: ARM,
    },
    Rows {
        names: &["sme512::svmopa_za64_f64_m"],
        shape: [8, 8, 1],
        threads: "1:0",
        a: "(1,8):(0,1)",
        b: "(1,8):(0,1)",
        c: "(1,(8,8)):(0,(8,1))",
        source: ARM,
    },
    Rows {
        names: &[
            "sme512::svmopa_za32_f16_m",
            "sme512::svmopa_za32_bf16_m",
            "sme512::svmopa_za32_s16_m",
            "sme512::svmopa_za32_u16_m",
        ],
        shape: [16, 16, 2],
        threads: "1:0",
        a: "(1,(2,16)):(0,(16,1))",
        b: "(1,(2,16)):(0,(16,1))",
        c: "(1,(16,16)):(0,(16,1))",
        source: ARM,
    },
    Rows {
        names: &["sme512::svmopa_za32_s8_m", "sme512::svmopa_za32_u8_m"],
        shape: [16, 16, 4],
        threads: "1:0",
        a: "(1,(4,16)):(0,(16,1))",
        b: "(1,(4,16)):(0,(16,1))",
        c: "(1,(16,16)):(0,(16,1))",
        source: ARM,
    },
    Rows {
        names: &["sme512::svmopa_za64_s16_m", "sme512::svmopa_za64_u16_m"],
        shape: [8, 8, 4],
        threads: "1:0",
        a: "(1,(4,8)):(0,(8,1))",
        b: "(1,(4,8)):(0,(8,1))",
        c: "(1,(8,8)):(0,(8,1))",
        source: ARM,
    },
];
