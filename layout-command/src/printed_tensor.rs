//! Tensors as CuTe prints them: a pointer or an iterator, `o`, the layout, and perhaps the elements.

/// A tensor as it is printed.
#[derive(Debug, PartialEq, Eq)]
pub struct PrintedTensor<'a> {
    /// The layout as an expression; with the swizzle of the pointer, if it has one.
    pub layout: String,
    /// The text of the pointer, which is no part of the layout.
    pub pointer: &'a str,
}

/// A pointer: the bits of an element, the address where it is printed, and the swizzle of addresses.
#[derive(Default)]
struct Pointer<'a> {
    bits: &'a str,
    address: Option<u128>,
    swizzle: Option<&'a str>,
}

/// Reads a tensor; none of another text.
///
/// # Errors
///
/// A swizzle of addresses at an address that it changes: the layout of the elements depends on it.
///
/// ```
/// use layout_command::printed_tensor::read;
///
/// let printed = read("Sw<3,4,3>_smem_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)").unwrap()?;
/// assert_eq!(printed.layout, "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
/// assert_eq!(printed.pointer, "Sw<3,4,3>_smem_ptr[16b](0x7f0000000400)");
/// assert!(read("(8,64):(64,1)").is_none());
/// # Ok::<(), String>(())
/// ```
pub fn read(text: &str) -> Option<Result<PrintedTensor<'_>, String>> {
    let text = text.trim();
    let inside = text.strip_prefix("tensor<");
    let text = match (inside, text.strip_prefix("tensor(")) {
        (Some(inside), _) => inside.strip_suffix('>')?,
        // The elements stand behind `data=`; of a copied first line they are missing.
        (None, Some(inside)) => inside.split_once(", data=")?.0,
        (None, None) => text,
    };
    let (head, rest) = text.split_once(" o ")?;
    let (outer, head, rest) = match swizzle(head) {
        Some((numbers, "")) => {
            let (head, rest) = rest.split_once(" o ")?;
            (Some(numbers), head, rest)
        }
        _ => (None, head, rest),
    };
    // A tensor of coordinates begins at one.
    let is_coordinate = inside.is_some() && head.starts_with('(');
    let mut pointer = if is_coordinate { Pointer::default() } else { pointer(head)? };
    pointer.swizzle = pointer.swizzle.or(outer);
    // The elements stand behind `=` or on the next lines.
    let line = rest.lines().next()?;
    let layout = line.split(" =").next()?.trim_end().trim_end_matches(':');
    let layout = match pointer.swizzle {
        None => layout.to_owned(),
        Some(numbers) => {
            if let Some(error) = pointer.unaligned(numbers) {
                return Some(Err(error));
            }
            format!("Sw<{numbers}> o smem_ptr[{}b](unset) o {layout}", pointer.bits)
        }
    };
    Some(Ok(PrintedTensor { layout, pointer: head }))
}

impl Pointer<'_> {
    /// The error of an address that is no multiple of the bytes after which a swizzle of addresses begins again.
    fn unaligned(&self, numbers: &str) -> Option<String> {
        let numbers = numbers.split(',').map(str::trim).map(str::parse::<i64>);
        let [bits, base, shift] = numbers.collect::<Result<Vec<_>, _>>().ok()?.try_into().ok()?;
        let period = 1u128.checked_shl(
            u32::try_from(bits.saturating_add(base).saturating_add(shift.saturating_abs())).ok()?,
        )?;
        let address = self.address?;
        (address % period != 0).then_some(format!(
            "the address {address:#x} is no multiple of {period}, the bytes after which Sw<{bits},{base},{shift}> begins again\n\
             the swizzle is one of addresses: the layout of the elements depends on where they begin"
        ))
    }
}

/// The numbers of a swizzle at the beginning of a text, and the text behind it.
fn swizzle(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix("Sw<").or_else(|| text.strip_prefix("S<"))?;
    inside.split_once('>')
}

/// A pointer or an iterator that is a whole text.
fn pointer(text: &str) -> Option<Pointer<'_>> {
    if text.starts_with("ArithTuple(") || text.starts_with("counting_iter(") {
        return text.ends_with(')').then(Pointer::default);
    }
    if let Some(inside) = text.strip_prefix("ptr<") {
        return of_types(inside.strip_suffix('>')?, None);
    }
    if let Some(inside) = text.strip_prefix("raw_ptr(") {
        let (address, types) = inside.strip_suffix(')')?.split_once(':')?;
        return of_types(types, number(address));
    }
    let (mut rest, mut numbers) = (text, None);
    // A swizzle stands in front of the memory's name, or behind it.
    loop {
        if let Some((of, behind)) = swizzle(rest) {
            (numbers, rest) = (Some(of), behind.strip_prefix('_')?);
            continue;
        }
        match rest.split_once('_') {
            Some(("smem" | "gmem" | "rmem" | "tmem", behind)) => rest = behind,
            _ => break,
        }
    }
    let inside = rest.strip_prefix("ptr").unwrap_or(rest).strip_prefix('[')?;
    let (bits, place) = inside.split_once("b](")?;
    Some(Pointer { bits, address: number(place.strip_suffix(')')?), swizzle: numbers })
}

/// A pointer of CuTe's DSL, of `f16, smem, align<1024>, S<3,4,3>`.
fn of_types<'a>(types: &'a str, address: Option<u128>) -> Option<Pointer<'a>> {
    let (element, rest) = types.trim().split_once(',').unwrap_or((types.trim(), ""));
    let mut digits = element.split(|c: char| !c.is_ascii_digit());
    let bits = digits.find(|digits| !digits.is_empty()).unwrap_or_default();
    let (_, swizzles) = rest.split_once("S<").unwrap_or_default();
    let numbers = swizzles.split_once('>').unzip().0;
    Some(Pointer { bits, address, swizzle: numbers })
}

fn number(text: &str) -> Option<u128> {
    u128::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok()
}
