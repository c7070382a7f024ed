//! `shared_lines`: the lines of a cache that several threads write.

use alloc::vec::Vec;
use core::fmt;

use crate::{Error, ErrorKind, Int, Numbers};

const OP: &str = "shared_lines";

/// The most values that are looked at, and half of the most lines that they are in.
const MAX: i64 = 1 << 22;

/// The lines that several threads have elements in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedLines {
    /// The number of them.
    pub count: usize,
    /// The first of them, if there is one.
    pub first: Option<FalseSharing>,
}

/// Two threads that have elements in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FalseSharing {
    /// The number of the line: that of offset 0 is 0.
    pub line: i64,
    /// The threads, and the least offset that each has there.
    pub threads: [(i64, i64); 2],
}

/// `line 0 has offset 0 of thread 0 and offset 12 of thread 1`.
impl fmt::Display for FalseSharing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FalseSharing { line, threads: [(a, x), (b, y)] } = self;
        write!(f, "line {line} has offset {x} of thread {a} and offset {y} of thread {b}")
    }
}

/// The lines of `line_bytes` bytes that have elements of several threads of a layout `(thread, values)`, of `bits` bits each. Threads of a
/// CPU that write into one line at once wait for each other, though no two write the same element: false sharing. Offset 0 begins a line.
///
/// # Errors
///
/// [`ErrorKind::Access`] for lines or elements of no bits; [`ErrorKind::Undecided`] for more than 4.2 million values, or values in more than
/// 8.4 million lines.
///
/// ```
/// use layout_algebra::Function;
/// use layout_algebra::hardware::{FalseSharing, Machine, shared_lines};
///
/// let line = Machine::X86_64_AVX512.line_bytes;
/// let shared = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     shared_lines(&layout.numbers().unwrap(), 32, line).unwrap()
/// };
/// // Two threads, of columns of a matrix of 3 rows of 24 words: those of 12 do not begin where lines do.
/// let halves = shared("(2,(12,3)):(12,(1,24))");
/// assert_eq!(halves.count, 4);
/// assert_eq!(halves.first, Some(FalseSharing { line: 0, threads: [(0, 0), (1, 12)] }));
/// assert_eq!(shared("(2,(16,3)):(16,(1,32))").count, 0);
/// ```
pub fn shared_lines(
    layout: &Numbers,
    bits: usize,
    line_bytes: usize,
) -> Result<SharedLines, Error> {
    layout.check_inhabited(OP)?;
    let threads = layout.extents().first().copied().unwrap_or(1).max(1);
    if bits == 0 || line_bytes == 0 {
        let values = Int::new((layout.size() / threads).into());
        let (bytes, bits) = (Int::new(line_bytes as i128), Int::new(bits as i128));
        return Err(Error::new(OP, ErrorKind::Access { bytes, bits, values }));
    }
    if layout.size() > MAX {
        return Err(Error::undecided(OP, format_args!("{} values share lines", layout.size())));
    }
    let mut count = 0i128;
    for offset in layout.offsets() {
        let (first, last) = lines(offset, bits, line_bytes).ok_or_else(wide)?;
        count += i128::from(last) - i128::from(first) + 1;
        if count > i128::from(2 * MAX) {
            return Err(Error::undecided(OP, format_args!("elements of {bits} bits share lines")));
        }
    }
    // Counted before: a list that grows takes three times its memory.
    let mut touched: Vec<(i64, i64, i64)> = Vec::new();
    if touched.try_reserve_exact(count as usize).is_err() {
        return Err(wide());
    }
    for (place, offset) in (0..).zip(layout.offsets()) {
        let (first, last) = lines(offset, bits, line_bytes).ok_or_else(wide)?;
        for line in first..=last {
            touched.push((line, place % threads, offset));
        }
    }
    touched.sort_unstable();
    touched.dedup_by_key(|(line, thread, _)| (*line, *thread));
    let mut shared = SharedLines { count: 0, first: None };
    for threads in touched.chunk_by(|a, b| a.0 == b.0) {
        if let [(line, a, x), (_, b, y), ..] = *threads {
            shared.count += 1;
            shared.first.get_or_insert(FalseSharing { line, threads: [(a, x), (b, y)] });
        }
    }
    Ok(shared)
}

/// The first and the last line that an element is in; none if they do not fit 64 bits.
fn lines(offset: i64, bits: usize, line_bytes: usize) -> Option<(i64, i64)> {
    let line = (line_bytes as i128).checked_mul(8)?;
    let first = i128::from(offset).checked_mul(bits as i128)?;
    let last = first.checked_add(bits as i128 - 1)?;
    let (first, last) = (first.div_euclid(line), last.div_euclid(line));
    Some((i64::try_from(first).ok()?, i64::try_from(last).ok()?))
}

fn wide() -> Error {
    Error::new(OP, ErrorKind::Wide)
}
