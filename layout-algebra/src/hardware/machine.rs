//! `Machine`: a memory as data.

/// The memory of a machine: the units by which lanes access it, and that move together.
///
/// A machine that is not here is one of these with other numbers:
///
/// ```
/// use layout_algebra::hardware::{Kind, Machine, wavefronts};
///
/// let wide = Machine { name: "64 banks", banks: 64, ..Machine::SM_90 };
/// let lanes: Vec<_> = (0..32).map(|lane| Some(8 * lane)).collect();
/// assert_eq!(wavefronts(&Machine::SM_90, Kind::Load, 4, &lanes).count, 2);
/// assert_eq!(wavefronts(&wide, Kind::Load, 4, &lanes).count, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The name of it.
    pub name: &'static str,
    /// The lanes that one instruction accesses memory for.
    pub lanes: usize,
    /// The most bytes that one instruction moves of a lane, a power of two.
    pub widest: usize,
    /// The banks of shared memory; 0 where there is none, or its banks are not published.
    pub banks: usize,
    /// The banks that stores and loads of one word see; 0 where they see all [`banks`](Machine::banks).
    pub narrow_banks: usize,
    /// The bytes of a word of a bank. A wavefront reads or writes one word of each bank at most.
    pub bank_bytes: usize,
    /// The bytes that global memory moves at least.
    pub sector_bytes: usize,
    /// The bytes of a line of the cache.
    pub line_bytes: usize,
    /// True if loads of more than a word take two groups of lanes at once where each lane has
    /// the address of its neighbour, or each that of the second next.
    pub merges: bool,
    /// The order in which the lanes of a load of 16 bytes are grouped, where that is not their own.
    pub order: &'static [u8],
    /// The most bytes of shared memory that a block may have; 0 where there is none.
    pub shared_bytes: usize,
    /// The publication of the numbers.
    pub source: &'static str,
    /// True if counters of such a machine were compared with what is counted here.
    pub measured: bool,
}

/// The kind of an access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A load.
    Load,
    /// A store.
    Store,
    /// `ldmatrix`: each lane has the address of a row of 16 bytes. `stmatrix` is the same.
    Ldmatrix,
}

impl Kind {
    /// All kinds of accesses.
    pub const ALL: [Kind; 3] = [Kind::Load, Kind::Store, Kind::Ldmatrix];

    /// The name of it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Load => "load",
            Kind::Store => "store",
            Kind::Ldmatrix => "ldmatrix",
        }
    }
}

/// The documents of NVIDIA's machines.
const CUDA: &str = "CUDA C++ Programming Guide, compute capabilities";

impl Machine {
    /// NVIDIA's GPUs of compute capability 9.0. There are 32 banks of 4 bytes (CUDA C++ Programming Guide, "Shared
    /// Memory"), and sectors of 32 bytes in lines of 128. How wide accesses are split and which loads are
    /// merged is as the counters of an H200 show it, for all of the 1,050 accesses of `tests/data/accesses.txt`.
    pub const SM_90: Machine = Machine {
        name: "sm_90",
        lanes: 32,
        widest: 16,
        banks: 32,
        narrow_banks: 0,
        bank_bytes: 4,
        sector_bytes: 32,
        line_bytes: 128,
        merges: true,
        order: &[],
        shared_bytes: 227 * 1024,
        source: "CUDA C++ Programming Guide, and the counters of an H200",
        measured: true,
    };

    /// NVIDIA's GPUs of compute capability 8.0: documented as [`SM_90`](Machine::SM_90) is, not measured.
    pub const SM_80: Machine = Machine {
        name: "sm_80",
        shared_bytes: 163 * 1024,
        source: CUDA,
        measured: false,
        ..Machine::SM_90
    };

    /// NVIDIA's data centre GPUs of compute capability 10.0, Blackwell: documented as [`SM_90`](Machine::SM_90) is, not measured. PTX'
    /// loads of 256 bits of global memory are not among the accesses.
    pub const SM_100: Machine =
        Machine { name: "sm_100", shared_bytes: 227 * 1024, ..Machine::SM_80 };

    /// Compute capability 10.3, Blackwell Ultra: as [`SM_100`](Machine::SM_100).
    pub const SM_103: Machine = Machine { name: "sm_103", ..Machine::SM_100 };

    /// Compute capability 12.0, Blackwell of graphics and workstations: the same banks, and less shared memory.
    pub const SM_120: Machine =
        Machine { name: "sm_120", shared_bytes: 99 * 1024, ..Machine::SM_100 };

    /// AMD's CDNA 3. There are 32 banks of 4 bytes, and wide accesses of the 64 lanes are split into groups, those of loads of
    /// 16 bytes not of lanes in a row (ROCm documentation of Composable Kernel, "Understanding AMD GPU LDS and Bank
    /// Conflicts"); lines are of 128 bytes, of which 64 move at least (AMD CDNA 3 white paper). Not measured.
    pub const GFX942: Machine = Machine {
        name: "gfx942",
        lanes: 64,
        widest: 16,
        banks: 32,
        narrow_banks: 0,
        bank_bytes: 4,
        sector_bytes: 64,
        line_bytes: 128,
        merges: false,
        order: &[
            0, 1, 2, 3, 20, 21, 22, 23, 4, 5, 6, 7, 16, 17, 18, 19, 8, 9, 10, 11, 28, 29, 30, 31,
            12, 13, 14, 15, 24, 25, 26, 27, 32, 33, 34, 35, 52, 53, 54, 55, 36, 37, 38, 39, 48, 49,
            50, 51, 40, 41, 42, 43, 60, 61, 62, 63, 44, 45, 46, 47, 56, 57, 58, 59,
        ],
        shared_bytes: 64 * 1024,
        source: "ROCm documentation of Composable Kernel; AMD CDNA 3 white paper",
        measured: false,
    };

    /// AMD's CDNA 2. There are 32 banks of 4 bytes ("AMD Instinct MI200" Instruction Set Architecture, "Local Data Share"); wide accesses are
    /// split as those of [`GFX942`](Machine::GFX942) are: the same document tells no CDNA from another. Lines are of 128 bytes, of which 64 move
    /// at least (documentation of ROCm Compute Profiler, "L2 cache"). Not measured.
    pub const GFX90A: Machine = Machine {
        name: "gfx90a",
        source: "AMD Instinct MI200 instruction set architecture; ROCm Compute Profiler",
        ..Machine::GFX942
    };

    /// AMD's CDNA 4. There are 64 banks of 4 bytes with 640 words each, 160 KiB (AMD Instinct CDNA 4 Instruction Set Architecture, 2.2.1). Loads of 8
    /// and of 16 bytes are spread over all 64; stores, and loads of a word, meet as if there were 32 (rocRoller's `LDSBankModel`, which
    /// predicts the cycles of rocprofiler, ROCm/rocm-libraries#2157). The four groups of 16 lanes of a load of 16 bytes are those that
    /// Triton and IREE publish (triton-lang/triton#11365, iree-org/iree#24428). Lines as of [`GFX942`](Machine::GFX942). Not measured here.
    pub const GFX950: Machine = Machine {
        name: "gfx950",
        banks: 64,
        narrow_banks: 32,
        order: &[
            0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27, 4, 5, 6, 7, 8, 9, 10, 11,
            16, 17, 18, 19, 28, 29, 30, 31, 32, 33, 34, 35, 44, 45, 46, 47, 52, 53, 54, 55, 56, 57,
            58, 59, 36, 37, 38, 39, 40, 41, 42, 43, 48, 49, 50, 51, 60, 61, 62, 63,
        ],
        shared_bytes: 160 * 1024,
        source: "AMD CDNA 4 instruction set architecture; groups of lanes as measured for Triton, IREE and rocRoller",
        ..Machine::GFX942
    };

    /// AMD's RDNA 4, of waves of 32. A work-group has at most 64 KiB; a pair of SIMDs has 32 of the 64 banks of 4 bytes (RDNA 4
    /// Instruction Set Architecture, "Local Data Share"). That wide accesses are split into groups of lanes in a row, and that lines of 128
    /// bytes move as a whole, is assumed: no document has it. Not measured.
    pub const GFX1200: Machine = Machine {
        name: "gfx1200",
        lanes: 32,
        sector_bytes: 128,
        order: &[],
        shared_bytes: 64 * 1024,
        source: "AMD RDNA 4 instruction set architecture; groups of lanes in a row are assumed",
        ..Machine::GFX942
    };

    /// Intel's Xe2 GPUs, of sub-groups of 16, with lines of 64 bytes. A work-group has at most 128 KiB of shared local memory. The number of
    /// its banks is not published for them: Intel's guide has 16 of 4 bytes for earlier GPUs.
    pub const XE2: Machine = Machine {
        name: "xe2",
        lanes: 16,
        widest: 16,
        banks: 0,
        narrow_banks: 0,
        bank_bytes: 0,
        sector_bytes: 64,
        line_bytes: 64,
        order: &[],
        shared_bytes: 128 * 1024,
        source: "Intel oneAPI GPU Optimization Guide; banks are not published",
        ..Machine::GFX942
    };

    /// CPUs with AVX-512: a thread is a lane of its own, a vector has 64 bytes, and a line of the cache, too, which moves as a whole
    /// (Intel 64 and IA-32 Architectures Optimization Reference Manual, caches of the Skylake server; AMD's Zen 4 has the same).
    /// Neighbouring lines may be fetched in pairs, which is not counted.
    pub const X86_64_AVX512: Machine = Machine {
        name: "x86-64-avx512",
        lanes: 1,
        widest: 64,
        banks: 0,
        narrow_banks: 0,
        bank_bytes: 0,
        sector_bytes: 64,
        line_bytes: 64,
        merges: false,
        order: &[],
        shared_bytes: 0,
        source: "Intel 64 and IA-32 Architectures Optimization Reference Manual",
        measured: false,
    };

    /// Armv9 cores as Arm's Neoverse V2 and V3, with lines of 64 bytes (Arm's technical reference manuals; LLVM's
    /// `AArch64Subtarget` has the same). Vectors are of 16 bytes, as all have; SVE's may be longer, which a core says at run time.
    pub const ARMV9: Machine = Machine {
        name: "armv9",
        widest: 16,
        source: "Arm Neoverse V2 and V3 technical reference manuals",
        ..Machine::X86_64_AVX512
    };

    /// The CPUs of Apple's M series: lines of 128 bytes, as `sysctl hw.cachelinesize` says, vectors of 16. How the threadgroup memory of
    /// their GPUs is split into banks is not published.
    pub const APPLE_M: Machine = Machine {
        name: "apple-m",
        sector_bytes: 128,
        line_bytes: 128,
        source: "sysctl hw.cachelinesize",
        ..Machine::ARMV9
    };

    /// Apple's M4, whose streaming vectors of SME have 64 bytes (`sysctl hw.optional.arm.sme_max_svl_b`).
    pub const APPLE_M4: Machine = Machine {
        name: "apple-m4",
        widest: 64,
        source: "sysctl hw.cachelinesize and hw.optional.arm.sme_max_svl_b",
        ..Machine::APPLE_M
    };

    /// The GPUs of Apple's M series, of SIMD-groups of 32. A threadgroup has at most 32 KiB (Apple, "Metal feature set tables"); the banks of its
    /// memory are not published.
    pub const APPLE_GPU: Machine = Machine {
        name: "apple-gpu",
        lanes: 32,
        widest: 16,
        shared_bytes: 32 * 1024,
        source: "Apple, Metal feature set tables; banks are not published",
        ..Machine::APPLE_M
    };

    /// All machines whose memories are described.
    pub const ALL: &'static [Machine] = &[
        Machine::SM_80,
        Machine::SM_90,
        Machine::SM_100,
        Machine::SM_103,
        Machine::SM_120,
        Machine::GFX90A,
        Machine::GFX942,
        Machine::GFX950,
        Machine::GFX1200,
        Machine::XE2,
        Machine::X86_64_AVX512,
        Machine::ARMV9,
        Machine::APPLE_M,
        Machine::APPLE_M4,
        Machine::APPLE_GPU,
    ];

    /// The machine of a name.
    pub fn named(name: &str) -> Option<&'static Machine> {
        Machine::ALL.iter().find(|machine| machine.name == name)
    }

    /// Returns true if there is shared memory whose banks are known.
    pub fn has_banks(&self) -> bool {
        self.banks > 0
    }

    /// Returns true if the banks, and their bytes, are powers of two, so that bits of an address say
    /// which bank it is in.
    pub(super) fn is_binary(&self) -> bool {
        let narrow = self.banks_of(Kind::Store, self.bank_bytes);
        [self.banks, narrow, self.bank_bytes].iter().all(|of| of.is_power_of_two())
    }

    /// Returns true if `ldmatrix` and `stmatrix` are among its instructions.
    pub fn has_ldmatrix(&self) -> bool {
        self.name.starts_with("sm_")
    }

    /// The bytes of a wavefront at most, of any kind of access.
    pub(crate) fn wavefront_bytes(&self) -> usize {
        self.banks.max(self.narrow_banks).saturating_mul(self.bank_bytes)
    }

    /// The number of banks for accesses of a kind in which each lane moves `bytes` bytes.
    pub(super) fn banks_of(&self, kind: Kind, bytes: usize) -> usize {
        match self.narrow_banks {
            0 => self.banks,
            _ if kind == Kind::Load && bytes > self.bank_bytes => self.banks,
            narrow => narrow,
        }
    }

    /// The lane that is the `place`th of an access.
    pub(super) fn lane(&self, kind: Kind, bytes: usize, place: usize) -> usize {
        match self.order.get(place) {
            Some(&lane) if kind == Kind::Load && bytes == 16 => usize::from(lane),
            _ => place,
        }
    }
}
