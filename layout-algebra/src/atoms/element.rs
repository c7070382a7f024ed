//! The bits of element types.

/// The vectors of CUDA, `float4`: CUDA C++ Programming Guide, "Built-in Vector Types".
const VECTORS: [(&str, i128); 13] = [
    ("char", 8),
    ("uchar", 8),
    ("short", 16),
    ("ushort", 16),
    ("int", 32),
    ("uint", 32),
    ("long", 64),
    ("ulong", 64),
    ("longlong", 64),
    ("ulonglong", 64),
    ("float", 32),
    ("double", 64),
    ("half", 16),
];

/// The bits of a vector of CUDA of one to four numbers.
fn vector(name: &str) -> Option<i128> {
    let count = name.chars().next_back()?.to_digit(10).filter(|count| (1..=4).contains(count))?;
    let word = &name[..name.len() - 1];
    let (_, bits) = VECTORS.iter().find(|(of, _)| *of == word)?;
    // `half` is a number and a pair.
    (*bits != 16 || word != "half" || count == 2).then_some(bits * i128::from(count))
}

/// The bits of an element of a type, by its name in CUTLASS or in Rust, or by their number.
///
/// ```
/// use layout_algebra::atoms::bits_of;
/// assert_eq!(bits_of("half_t"), Some(16));
/// assert_eq!(bits_of("u128"), Some(128));
/// assert_eq!(bits_of("4"), Some(4));
/// assert_eq!(bits_of("uint4"), Some(128));
/// assert_eq!(bits_of("uint_byte_t<16>"), Some(128));
/// assert_eq!(bits_of("string"), None);
/// ```
pub fn bits_of(name: &str) -> Option<i128> {
    if let Ok(bits) = name.parse() {
        return (bits > 0).then_some(bits);
    }
    let name = name.rsplit("::").next().unwrap_or(name);
    if let Some((word, inside)) = name.strip_suffix('>').and_then(|name| name.split_once('<')) {
        let size: i128 = inside.parse().ok().filter(|size| *size > 0)?;
        return match word {
            "uint_bit_t" | "int_bit_t" => Some(size),
            "uint_byte_t" | "int_byte_t" => size.checked_mul(8),
            _ => None,
        };
    }
    if let Some(bits) = vector(name) {
        return Some(bits);
    }
    let named = match name {
        "half_t" | "half" | "__half" | "bfloat16_t" | "__nv_bfloat16" | "bf16" => 16,
        "float" | "tfloat32_t" | "int" | "unsigned" => 32,
        "double" => 64,
        "float_e4m3_t" | "float_e5m2_t" | "float_ue8m0_t" | "float_ue4m3_t" | "char" | "bool" => 8,
        "float_e2m3_t" | "float_e3m2_t" => 6,
        "float_e2m1_t" => 4,
        _ => 0,
    };
    if named > 0 {
        return Some(named);
    }
    let c = |prefix| name.strip_prefix(prefix)?.strip_suffix("_t");
    let cutlass = c("uint").or(c("int")).map(|digits| digits.strip_suffix('b').unwrap_or(digits));
    let rust = || name.strip_prefix(['u', 'i', 'f']);
    let bits = cutlass.or_else(rust)?.parse().ok()?;
    matches!(bits, 1 | 2 | 4 | 6 | 8 | 16 | 32 | 64 | 128 | 256).then_some(bits)
}
