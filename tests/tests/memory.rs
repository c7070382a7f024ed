//! The memory of each operation of the language at its limits: at most 256 MiB, however many values a layout has.
#![allow(unsafe_code, reason = "an allocator that counts is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout as Block, System};
use std::cell::Cell;
use std::time::Instant;

use layout_algebra::{Layout, Tiler};
use layout_codegen::{GROUPS, Operation, Value};
use layout_tests::all_cases;
use layout_tests::samples::{Sample, calls};

/// The allocator of the system; it counts the bytes that a thread has in use, and the most that there were.
/// A block that another thread frees counts there: an operation starts no thread.
struct Counting;

thread_local! {
    static USED: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn add(bytes: isize) {
    USED.set(USED.get() + bytes);
    PEAK.set(PEAK.get().max(USED.get()));
}

// SAFETY: each function hands its arguments on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, block: Block) -> *mut u8 {
        add(block.size().cast_signed());
        // SAFETY: the caller's.
        unsafe { System.alloc(block) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, block: Block) {
        add(-block.size().cast_signed());
        // SAFETY: the caller's.
        unsafe { System.dealloc(memory, block) }
    }
}

/// The most bytes in use while a function runs, beyond those before.
fn peak<T>(run: impl FnOnce() -> T) -> (isize, T) {
    let before = USED.get();
    PEAK.set(before);
    let answer = run();
    (PEAK.get() - before, answer)
}

/// The most bytes that an operation may use.
const LIMIT: isize = 256 << 20;

#[test]
fn accesses_take_a_bounded_memory() {
    bounded("(4,4194304):(184,10)", |_| true);
}

#[test]
fn accesses_that_all_differ_take_a_bounded_memory() {
    bounded("(3,5,1048576):(162,182,112)", is_quick);
}

#[test]
fn accesses_that_share_lines_take_a_bounded_memory() {
    bounded("(4,1048576):(1048577,1)", |operation| {
        is_quick(operation) || operation.name() == "shared_lines"
    });
}

/// Returns false for the searches, and for what counts access by access, which take most of the time: of one layout they are enough, with the
/// first operands that they answer, but with `CASES=all`.
fn is_quick(operation: &Operation) -> bool {
    let name = operation.name();
    let counts = ["sectors", "bank_conflicts", "vector_bytes", "shared_lines"];
    let is_slow = name.starts_with("find_") || counts.contains(&name);
    all_cases() || !is_slow
}

/// Holds each operation of those chosen, on a layout of the most values, to the limit.
fn bounded(text: &str, chosen: fn(&Operation) -> bool) {
    let (mut report, mut answered) = (Vec::new(), 0);
    let layout: Layout = text.parse().expect("a layout");
    let tiler = Tiler::Size(4.into());
    let sample = Sample { layout: &layout, other: &layout, tiler: &tiler };
    // Instructions, and what is tiled with them, have sizes of their own.
    let groups = GROUPS.iter().filter(|group| !group.title.starts_with("instructions"));
    for operation in groups.flat_map(|group| group.operations).filter(|operation| chosen(operation))
    {
        let (begin, mut most) = (Instant::now(), (0, String::new()));
        for operands in calls(operation, &sample) {
            let (bytes, answer) = peak(|| operation.answer(&operands).is_some());
            answered += usize::from(answer);
            let is_enough = answer && !is_quick(operation);
            if bytes > most.0 {
                let operands: Vec<_> = operands.iter().map(Value::to_string).collect();
                most = (bytes, operands.join(", "));
            }
            if is_enough {
                break;
            }
        }
        let (bytes, operands) = most;
        let (name, mib) = (operation.name(), bytes >> 20);
        println!("{mib:5} MiB {:8.2?} {name} of {text}", begin.elapsed());
        if bytes > LIMIT {
            report.push(format!("{mib} MiB: {name}({operands})"));
        }
    }
    assert!(report.is_empty(), "more than {} MiB:\n{}", LIMIT >> 20, report.join("\n"));
    assert!(answered > 40, "{answered} answers");
}
