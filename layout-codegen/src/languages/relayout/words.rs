//! `Words`: how a language spells a kernel.

use crate::languages::Language;

/// Spelling of a kernel in a language. `%k` stands for its name, `%e` for the type of an element, `%n` for the threads of a block.
pub(super) struct Words {
    /// The bytes of memory that every machine has for a block.
    pub(super) shared_bytes: usize,
    /// The types of elements of 1, 2, 4, 8 and 16 bytes.
    elements: [Option<&'static str>; 5],
    /// Words of 32 bits without a sign and with one, and the widest with one.
    pub(super) word: &'static str,
    pub(super) int: &'static str,
    pub(super) long: &'static str,
    /// The suffix of a number without a sign.
    pub(super) suffix: &'static str,
    /// The text before the kernel.
    pub(super) globals: &'static str,
    pub(super) head: &'static str,
    /// Memory of a block: `%v` is its name, `%t` the type of its `%c` elements.
    pub(super) shared: &'static str,
    /// True if that memory is declared outside of the kernel.
    pub(super) is_shared_outside: bool,
    /// The text after it, which finds the number of the block and of the thread.
    pub(super) begin: &'static str,
    pub(super) barrier: &'static str,
    pub(super) unroll: &'static str,
    /// The type of a vector, `%w`, of `%c` elements; nothing where threads move no vectors.
    pub(super) vector: &'static str,
    /// The elements that a thread holds.
    pub(super) array: &'static str,
    /// True if the work of the threads is a loop.
    pub(super) is_serial: bool,
    /// True if the language is spelled as WGSL is.
    is_wgsl: bool,
}

const C: Words = Words {
    shared_bytes: 32 << 10,
    elements: [
        Some("uint8_t"),
        Some("uint16_t"),
        Some("uint32_t"),
        Some("uint64_t"),
        Some("struct %k_unit"),
    ],
    word: "uint32_t",
    int: "int32_t",
    long: "int64_t",
    suffix: "u",
    globals: "struct %k_unit { uint64_t low, high; };",
    head: "static inline void %k(const %e *source, %e *sink)",
    shared: "%t %v[%c];",
    is_shared_outside: false,
    begin: "",
    barrier: "",
    unroll: "",
    vector: "",
    array: "%t moved[%c];",
    is_serial: true,
    is_wgsl: false,
};

const CUDA: Words = Words {
    shared_bytes: 32 << 10,
    elements: [
        Some("unsigned char"),
        Some("unsigned short"),
        Some("unsigned"),
        Some("uint2"),
        Some("uint4"),
    ],
    word: "unsigned",
    int: "int",
    long: "long long",
    suffix: "u",
    globals: "",
    head: "extern \"C\" __global__ void __launch_bounds__(%n)\n\
           %k(const %e *__restrict__ source, %e *__restrict__ sink)",
    shared: "__shared__ %t %v[%c];",
    is_shared_outside: false,
    begin: "const unsigned block = blockIdx.x + blockIdx.y * %k_BLOCKS_X;\n\
            if (block >= %k_BLOCKS) return;\n\
            const unsigned t = threadIdx.x;",
    barrier: "__syncthreads();",
    unroll: "#pragma unroll",
    vector: "union %k_vector {\n    %w all;\n    %e one[%c];\n    __device__ %k_vector() {}\n};",
    array: "%t moved[%c];",
    is_serial: false,
    is_wgsl: false,
};

const METAL: Words = Words {
    elements: [Some("uchar"), Some("ushort"), Some("uint"), Some("uint2"), Some("uint4")],
    word: "uint",
    long: "long",
    head: "kernel void %k(device const %e *source [[buffer(0)]], device %e *sink [[buffer(1)]],\n    \
           uint3 group [[threadgroup_position_in_grid]], uint t [[thread_index_in_threadgroup]])",
    shared: "threadgroup %t %v[%c];",
    begin: "const uint block = group.x + group.y * %k_BLOCKS_X;\n\
            if (block >= %k_BLOCKS) return;",
    barrier: "threadgroup_barrier(mem_flags::mem_threadgroup);",
    unroll: "",
    vector: "",
    ..CUDA
};

const OPENCL: Words = Words {
    head: "__attribute__((reqd_work_group_size(%n, 1, 1)))\n\
           kernel void %k(global const %e *restrict source, global %e *restrict sink)",
    shared: "local %t %v[%c];",
    begin: "const uint block = get_group_id(0) + get_group_id(1) * %k_BLOCKS_X;\n\
            if (block >= %k_BLOCKS) return;\n\
            const uint t = get_local_id(0);",
    barrier: "barrier(CLK_LOCAL_MEM_FENCE);",
    ..METAL
};

const WGSL: Words = Words {
    shared_bytes: 16 << 10,
    elements: [None, None, Some("u32"), Some("vec2<u32>"), Some("vec4<u32>")],
    word: "u32",
    int: "i32",
    long: "i32",
    suffix: "u",
    globals: "@group(0) @binding(0) var<storage, read> source: array<%e>;\n\
              @group(0) @binding(1) var<storage, read_write> sink: array<%e>;",
    head: "@compute @workgroup_size(%n)\n\
           fn %k(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) t: u32)",
    shared: "var<workgroup> %v: array<%t, %c>;",
    is_shared_outside: true,
    begin: "let block = group.x + group.y * %k_BLOCKS_X;\n\
            if (block >= %k_BLOCKS) { return; }",
    barrier: "workgroupBarrier();",
    unroll: "",
    vector: "",
    array: "var moved: array<%t, %c>;",
    is_serial: false,
    is_wgsl: true,
};

/// The words of a language that has kernels.
pub(super) fn words(language: Language) -> Option<&'static Words> {
    match language {
        Language::C | Language::Cpp => Some(&C),
        Language::Cuda | Language::Hip => Some(&CUDA),
        Language::Metal => Some(&METAL),
        Language::OpenCl => Some(&OPENCL),
        Language::Wgsl => Some(&WGSL),
        _ => None,
    }
}

impl Words {
    /// The type of an element of `bytes` bytes.
    pub(super) fn element(&self, bytes: usize) -> Option<&'static str> {
        *self.elements.get(bytes.trailing_zeros() as usize)?
    }

    /// Returns whether the language is spelled as WGSL is, which converts no number by itself.
    pub(super) fn is_wgsl(&self) -> bool {
        self.is_wgsl
    }

    /// A variable that is set once.
    pub(super) fn constant(&self, of: &str, name: &str, value: &str) -> String {
        match self.is_wgsl {
            true => format!("let {name} = {value};"),
            false => format!("const {of} {name} = {value};"),
        }
    }

    /// The head of a loop.
    pub(super) fn count(&self, name: &str, from: &str, to: i64, by: i64) -> String {
        let (of, u) = if self.is_wgsl { ("var", self.suffix) } else { (self.word, self.suffix) };
        format!("for ({of} {name} = {from}; {name} < {to}{u}; {name} += {by}{u})")
    }

    /// A value as another type.
    pub(super) fn cast(&self, of: &str, value: &str) -> String {
        if self.is_wgsl { format!("{of}({value})") } else { format!("({of}){value}") }
    }

    /// The lesser of two.
    pub(super) fn least(&self, a: &str, b: &str) -> String {
        if self.is_wgsl { format!("min({a}, {b})") } else { format!("{a} < {b} ? {a} : {b}") }
    }
}
