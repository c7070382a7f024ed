//! `Dialect`: how a language spells numbers, types, constants and functions.

use layout_algebra::CollectVec;
use std::fmt;
use std::str::FromStr;

/// A language that functions are printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// C99 and later.
    C,
    /// C++14 and later.
    Cpp,
    /// CUDA C++, for host and device.
    Cuda,
    /// GLSL 3.30 and later, and ES 3.00.
    Glsl,
    /// HIP, for host and device.
    Hip,
    /// HLSL; words of 64 bits from shader model 6.0 on.
    Hlsl,
    /// The shading language of Metal.
    Metal,
    /// OpenCL C.
    OpenCl,
    /// CUDA C++ whose functions are inline PTX, for the device.
    Ptx,
    /// Python: for integers, and for arrays of numpy.
    Python,
    /// Slang.
    Slang,
    /// The shading language of WebGPU.
    Wgsl,
}

/// Spelling of a language. `%n` stands for a name, `%t` for a type, `%v` for a value.
pub(super) struct Dialect {
    language: Language,
    name: &'static str,
    pub(super) comment: &'static str,
    /// The text before all functions.
    pub(super) preamble: &'static str,
    /// The types of 32 and 64 bits without a sign and with one, and what ends a number.
    words: [Option<Word>; 2],
    /// The bits of a word where nobody asks for others.
    pub(super) bits: u32,
    constant: &'static str,
    /// The words before the type that a function answers.
    function: &'static str,
    /// A variable that is set once.
    pub(super) variable: &'static str,
    /// A word as one of the type with a sign.
    pub(super) cast: &'static str,
    /// The type of a truth.
    pub(super) truth: &'static str,
    /// The form of functions.
    pub(super) style: Style,
    /// True if integers have any size.
    pub(super) is_unbounded: bool,
    /// True if the bodies of functions are inline PTX.
    pub(super) is_ptx: bool,
    /// True if the target multiplies and adds in one instruction.
    pub(super) is_fused: bool,
}

/// The words of a width.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) unsigned: &'static str,
    pub(super) signed: &'static str,
    /// The suffix of a number.
    pub(super) suffix: &'static str,
}

/// Form of functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `uint f(uint a) { … }`
    C,
    /// `fn f(a: u32) -> u32 { … }`
    Wgsl,
    /// `def f(a):`
    Python,
}

const fn word(unsigned: &'static str, signed: &'static str, suffix: &'static str) -> Option<Word> {
    Some(Word { unsigned, signed, suffix })
}

/// The common ground of most languages of the family of C.
const SHADER: Dialect = Dialect {
    language: Language::Slang,
    name: "slang",
    comment: "//",
    preamble: "",
    words: [word("uint", "int", "u"), word("uint64_t", "int64_t", "ull")],
    bits: 32,
    constant: "static const %t %n = %v;",
    function: "",
    variable: "const %t %n = %v;",
    cast: "(%t)(%v)",
    truth: "bool",
    style: Style::C,
    is_unbounded: false,
    is_ptx: false,
    is_fused: true,
};

const CUDA: Dialect = Dialect {
    language: Language::Cuda,
    name: "cuda",
    words: [word("unsigned", "int", "u"), word("unsigned long long", "long long", "ull")],
    constant: "constexpr %t %n = %v;",
    function: "__host__ __device__ __forceinline__ constexpr ",
    ..SHADER
};

const DIALECTS: [Dialect; 12] = [
    Dialect {
        language: Language::C,
        name: "c",
        preamble: "#include <stdbool.h>\n#include <stdint.h>\n",
        words: [word("uint32_t", "int32_t", "u"), word("uint64_t", "int64_t", "u")],
        bits: 64,
        constant: "#define %n %v",
        function: "static inline ",
        is_fused: false,
        ..SHADER
    },
    Dialect {
        language: Language::Cpp,
        name: "cpp",
        preamble: "#include <cstdint>\n",
        words: [
            word("std::uint32_t", "std::int32_t", "u"),
            word("std::uint64_t", "std::int64_t", "u"),
        ],
        bits: 64,
        constant: "constexpr %t %n = %v;",
        function: "constexpr ",
        is_fused: false,
        ..SHADER
    },
    CUDA,
    Dialect {
        language: Language::Glsl,
        name: "glsl",
        words: [word("uint", "int", "u"), None],
        constant: "const %t %n = %v;",
        // `const` is for what is constant while the shader is compiled.
        variable: "%t %n = %v;",
        // There are no other casts.
        cast: "%t(%v)",
        ..SHADER
    },
    Dialect { language: Language::Hip, name: "hip", ..CUDA },
    Dialect { language: Language::Hlsl, name: "hlsl", ..SHADER },
    Dialect {
        language: Language::Metal,
        name: "metal",
        words: [word("uint", "int", "u"), word("ulong", "long", "ul")],
        constant: "constant constexpr %t %n = %v;",
        function: "static inline ",
        ..SHADER
    },
    Dialect {
        language: Language::OpenCl,
        name: "opencl",
        words: [word("uint", "int", "u"), word("ulong", "long", "ul")],
        constant: "#define %n %v",
        function: "static inline ",
        ..SHADER
    },
    Dialect {
        language: Language::Ptx,
        name: "ptx",
        function: "__device__ __forceinline__ ",
        is_ptx: true,
        ..CUDA
    },
    Dialect {
        language: Language::Python,
        name: "python",
        comment: "#",
        words: [word("", "", ""), word("", "", "")],
        bits: 64,
        constant: "%n = %v",
        variable: "%n = %v",
        cast: "%v",
        style: Style::Python,
        is_unbounded: true,
        ..SHADER
    },
    SHADER,
    Dialect {
        language: Language::Wgsl,
        name: "wgsl",
        words: [word("u32", "i32", "u"), None],
        constant: "const %n: %t = %v;",
        variable: "let %n = %v;",
        cast: "%t(%v)",
        style: Style::Wgsl,
        ..SHADER
    },
];

/// Words that mean something in one of the languages, and may name a symbol in Rust.
pub(super) const RESERVED: &[&str] = &[
    "alias",
    "and",
    "array",
    "asm",
    "assert",
    "atomic",
    "attribute",
    "auto",
    "bitcast",
    "bool",
    "buffer",
    "case",
    "catch",
    "centroid",
    "char",
    "class",
    "coherent",
    "column_major",
    "compile",
    "constant",
    "constexpr",
    "decltype",
    "def",
    "default",
    "del",
    "delete",
    "device",
    "diagnostic",
    "discard",
    "double",
    "elif",
    "enable",
    "enum",
    "except",
    "explicit",
    "export",
    "f16",
    "f32",
    "f64",
    "filter",
    "finally",
    "fixed",
    "flat",
    "float",
    "friend",
    "from",
    "function",
    "global",
    "goto",
    "group",
    "half",
    "highp",
    "i32",
    "image",
    "import",
    "inline",
    "inout",
    "input",
    "int",
    "interface",
    "invariant",
    "is",
    "kernel",
    "lambda",
    "layout",
    "line",
    "local",
    "long",
    "lowp",
    "mat",
    "matrix",
    "mediump",
    "module",
    "namespace",
    "new",
    "noexcept",
    "noinline",
    "nonlocal",
    "not",
    "null",
    "nullptr",
    "of",
    "operator",
    "or",
    "out",
    "output",
    "packed",
    "pass",
    "patch",
    "point",
    "precise",
    "precision",
    "private",
    "property",
    "protected",
    "ptr",
    "public",
    "raise",
    "readonly",
    "register",
    "requires",
    "resource",
    "row_major",
    "sample",
    "sampler",
    "shared",
    "short",
    "signed",
    "sizeof",
    "smooth",
    "static_assert",
    "subroutine",
    "switch",
    "target",
    "template",
    "texture",
    "this",
    "thread",
    "threadgroup",
    "throw",
    "triangle",
    "typedef",
    "typename",
    "u32",
    "uint",
    "uniform",
    "union",
    "unsigned",
    "using",
    "var",
    "varying",
    "vec",
    "vector",
    "vertex",
    "void",
    "volatile",
    "with",
    "workgroup",
    "writeonly",
    "xor",
];

impl Language {
    /// All, in the order of their names.
    pub const ALL: [Language; DIALECTS.len()] = {
        let mut all = [Language::C; DIALECTS.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = DIALECTS[i].language;
            i += 1;
        }
        all
    };

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.dialect().name
    }

    /// The bits of the words that it has.
    pub fn bits(self) -> impl Iterator<Item = u32> {
        [u32::BITS, u64::BITS].into_iter().filter(move |bits| self.dialect().has(*bits))
    }

    pub(super) fn dialect(self) -> &'static Dialect {
        // All are in the list, which a test holds.
        DIALECTS.iter().find(|dialect| dialect.language == self).unwrap_or(&DIALECTS[0])
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Language::ALL.into_iter().find(|language| language.name() == name);
        found.ok_or(format!("`{name}` is no language that functions are printed in"))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Dialect {
    /// The words of `bits` bits, if there are any.
    pub(super) fn word(&self, bits: u32) -> Option<Word> {
        match bits {
            u32::BITS => self.words[0],
            u64::BITS => self.words[1],
            _ => None,
        }
    }

    pub(super) fn has(&self, bits: u32) -> bool {
        self.word(bits).is_some()
    }

    /// The line of a constant.
    pub(super) fn constant(&self, name: &str, value: i128, bits: u32) -> String {
        let Some(word) = self.word(bits) else { return String::new() };
        let (of, value) = match value {
            0.. => (word.unsigned, format!("{value}{}", word.suffix)),
            _ => (word.signed, value.to_string()),
        };
        let value = if value.starts_with('-') && self.constant.starts_with('#') {
            format!("({value})")
        } else {
            value
        };
        self.filled(self.constant, name, of, &value) + "\n"
    }

    /// A line with a name, a type and a value in their places.
    pub(super) fn filled(&self, line: &str, name: &str, of: &str, value: &str) -> String {
        line.replace("%t", of).replace("%n", name).replace("%v", value)
    }

    /// The head of a function, up to its body.
    pub(super) fn head(&self, name: &str, takes: &[String], of: &str, answers: &str) -> String {
        let parameter = |name: &String| match self.style {
            Style::C => format!("{of} {name}"),
            Style::Wgsl => format!("{name}: {of}"),
            Style::Python => name.clone(),
        };
        let takes = takes.iter().map(parameter).collect_vec().join(", ");
        match self.style {
            Style::C => format!("{}{answers} {name}({takes}) {{\n", self.function),
            Style::Wgsl => format!("fn {name}({takes}) -> {answers} {{\n"),
            Style::Python => format!("def {name}({takes}):\n"),
        }
    }

    /// The end of a function.
    pub(super) fn end(&self) -> &'static str {
        if self.style == Style::Python { "\n" } else { "}\n" }
    }

    /// The end of a statement.
    pub(super) fn stop(&self) -> &'static str {
        if self.style == Style::Python { "" } else { ";" }
    }
}
