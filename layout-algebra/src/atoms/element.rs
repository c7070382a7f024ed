//! The bits of element types.

/// The bits of an element of a type, by its name in CUTLASS or in Rust, or by their number.
///
/// ```
/// use layout_algebra::atoms::bits_of;
/// assert_eq!(bits_of("half_t"), Some(16));
/// assert_eq!(bits_of("u128"), Some(128));
/// assert_eq!(bits_of("4"), Some(4));
/// assert_eq!(bits_of("string"), None);
/// ```
pub fn bits_of(name: &str) -> Option<i128> {
    if let Ok(bits) = name.parse() {
        return (bits > 0).then_some(bits);
    }
    let name = name.rsplit("::").next().unwrap_or(name);
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
