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
    /// All of these.
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

impl Machine {
    /// NVIDIA's GPUs of compute capability 9.0. There are 32 banks of 4 bytes (CUDA C++ Programming Guide, "Shared
    /// Memory"), and sectors of 32 bytes in lines of 128. How wide accesses are split and which loads are
    /// merged is as the counters of an H200 show it, for all of the 1,050 accesses of `tests/data/accesses.txt`.
    pub const SM_90: Machine = Machine {
        name: "sm_90",
        lanes: 32,
        widest: 16,
        banks: 32,
        bank_bytes: 4,
        sector_bytes: 32,
        line_bytes: 128,
        merges: true,
        order: &[],
    };

    /// NVIDIA's GPUs of compute capability 8.0: documented as [`SM_90`](Machine::SM_90) is, not measured.
    pub const SM_80: Machine = Machine { name: "sm_80", ..Machine::SM_90 };

    /// AMD's CDNA 3. There are 32 banks of 4 bytes, and wide accesses of the 64 lanes are split into groups, those of loads of
    /// 16 bytes not of lanes in a row (ROCm documentation of Composable Kernel, "Understanding AMD GPU LDS and Bank
    /// Conflicts"); lines are of 128 bytes, of which 64 move at least (AMD CDNA 3 white paper). Not measured.
    pub const GFX942: Machine = Machine {
        name: "gfx942",
        lanes: 64,
        widest: 16,
        banks: 32,
        bank_bytes: 4,
        sector_bytes: 64,
        line_bytes: 128,
        merges: false,
        order: &[
            0, 1, 2, 3, 20, 21, 22, 23, 4, 5, 6, 7, 16, 17, 18, 19, 8, 9, 10, 11, 28, 29, 30, 31,
            12, 13, 14, 15, 24, 25, 26, 27, 32, 33, 34, 35, 52, 53, 54, 55, 36, 37, 38, 39, 48, 49,
            50, 51, 40, 41, 42, 43, 60, 61, 62, 63, 44, 45, 46, 47, 56, 57, 58, 59,
        ],
    };

    /// AMD's CDNA 2. There are 32 banks of 4 bytes ("AMD Instinct MI200" Instruction Set Architecture, "Local Data Share"); wide accesses are
    /// split as those of [`GFX942`](Machine::GFX942) are: the same document tells no CDNA from another. Lines are of 128 bytes, of which 64 move
    /// at least (documentation of ROCm Compute Profiler, "L2 cache"). Not measured.
    pub const GFX90A: Machine = Machine { name: "gfx90a", ..Machine::GFX942 };

    /// CPUs with AVX-512: a thread is a lane of its own, a vector has 64 bytes, and a line of the cache, too, which moves as a whole
    /// (Intel 64 and IA-32 Architectures Optimization Reference Manual, caches of the Skylake server; AMD's Zen 4 has the same).
    /// Neighbouring lines may be fetched in pairs, which is not counted.
    pub const X86_64_AVX512: Machine = Machine {
        name: "x86-64-avx512",
        lanes: 1,
        widest: 64,
        banks: 0,
        bank_bytes: 0,
        sector_bytes: 64,
        line_bytes: 64,
        merges: false,
        order: &[],
    };

    /// Armv9 cores as Arm's Neoverse V2 and V3, with lines of 64 bytes (Arm's technical reference manuals; LLVM's
    /// `AArch64Subtarget` has the same). Vectors are of 16 bytes, as all have; SVE's may be longer, which a core says at run time.
    pub const ARMV9: Machine = Machine { name: "armv9", widest: 16, ..Machine::X86_64_AVX512 };

    /// The CPUs of Apple's M series: lines of 128 bytes, as `sysctl hw.cachelinesize` says, vectors of 16. How the threadgroup memory of
    /// their GPUs is split into banks is not published.
    pub const APPLE_M: Machine =
        Machine { name: "apple-m", sector_bytes: 128, line_bytes: 128, ..Machine::ARMV9 };

    /// All of these.
    pub const ALL: &'static [Machine] = &[
        Machine::SM_80,
        Machine::SM_90,
        Machine::GFX90A,
        Machine::GFX942,
        Machine::X86_64_AVX512,
        Machine::ARMV9,
        Machine::APPLE_M,
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
        self.banks.is_power_of_two() && self.bank_bytes.is_power_of_two()
    }

    /// The bytes of a wavefront at most.
    pub(crate) fn wavefront_bytes(&self) -> usize {
        self.banks.saturating_mul(self.bank_bytes)
    }

    /// The lane that is the `place`th of an access.
    pub(super) fn lane(&self, kind: Kind, bytes: usize, place: usize) -> usize {
        match self.order.get(place) {
            Some(&lane) if kind == Kind::Load && bytes == 16 => usize::from(lane),
            _ => place,
        }
    }
}
