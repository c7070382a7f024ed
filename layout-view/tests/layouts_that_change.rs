//! Layouts whose numbers change between two calls of `Layout::geometry`. The trait is safe to implement, so no function that
//! takes a layout may read or write outside of its buffer for them.
//!
//! The functions are found in the sources: one without a case here fails a test.

#![allow(unsafe_code)] // some functions trust their caller for the rest of what they are given

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use layout_view::__private::{ByName, ElementsOf, sum_products};
use layout_view::Over;
use layout_view::bounds::Everywhere;
use layout_view::dlpack::{Managed, ManagedTensor, export, export_read_only, export_unversioned};
use layout_view::packed::{PackedView, PackedViewMut, U4};
use layout_view::{
    Extent, Identity, Layout, Mode, View, ViewMut, agree, fold_1, fold_2, fold_3, fold_4, fold_5,
    layout,
};

/// The extents and strides of two modes.
type Numbers = [(usize, isize); 2];

/// The numbers that fit all buffers here.
const FITTING: Numbers = [(2, 2), (2, 1)];

/// Numbers that fit none of them: too many coordinates, offsets too far, offsets before the first.
const OTHERS: [Numbers; 4] =
    [[(1 << 20, 2), (2, 1)], [(2, 1 << 20), (2, 1)], [(2, 2), (1 << 20, 1)], [(2, -300), (2, 1)]];

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// A layout that has some numbers in the first calls of `geometry`, and others from then on.
#[derive(Clone, Copy, Debug)]
struct Changing {
    first: Numbers,
    calls: usize,
    then: Numbers,
}

impl Layout for Changing {
    type Geometry = (Mode, Mode);
    type Linear = (Mode, Mode);
    type Index = (Mode, Mode);
    type Map = Identity;
    type Bounds = Everywhere;

    fn geometry(&self) -> (Mode, Mode) {
        let call = CALLS.replace(CALLS.get() + 1);
        let numbers = if call < self.calls { self.first } else { self.then };
        let [a, b] = numbers.map(|(extent, stride)| Mode { extent: Extent::new(extent), stride });
        (a, b)
    }
}

/// The addresses of the elements.
fn addresses<T>(elements: &[T]) -> Range<usize> {
    let Range { start, end } = elements.as_ptr_range();
    start as usize..end as usize
}

/// The panic for an element outside of its buffer.
const OUTSIDE: &str = "outside of the buffer";

/// Reads all elements of a view, which are within a buffer.
fn read<T: Copy, L: Layout>(buffer: &Range<usize>, v: View<'_, T, L>) {
    for i in 0..v.size() {
        let element: &T = v.get(i).unwrap();
        assert!(buffer.contains(&(element as *const T as usize)), "element {i} is {OUTSIDE}");
        std::hint::black_box(*element);
    }
}

/// Writes all elements of a view, which are within a buffer.
fn write<T: Copy, L: Layout>(buffer: &Range<usize>, mut v: ViewMut<'_, T, L>) {
    for i in 0..v.size() {
        let element: &mut T = v.get_mut(i).unwrap();
        assert!(buffer.contains(&(element as *mut T as usize)), "element {i} is {OUTSIDE}");
        *element = *std::hint::black_box(&*element);
    }
}

/// Reads all elements of a packed view of a buffer of at most 64.
fn read_packed<L: Layout>(v: PackedView<'_, U4, L>) {
    assert!(v.size() <= 64, "of {} elements some are {OUTSIDE}", v.size());
    for i in 0..v.size() {
        std::hint::black_box(v.at(i));
    }
}

/// Writes all elements of a packed view of a buffer of at most 64.
fn write_packed<L: Layout>(mut v: PackedViewMut<'_, U4, L>) {
    assert!(v.size() <= 64, "of {} elements some are {OUTSIDE}", v.size());
    for i in 0..v.size() {
        v.set(i, 3);
    }
}

/// The words that a case is about.
const WORDS: usize = 16;

/// Several sources, as the functions behind the macros take them.
macro_rules! sources {
    ($v:ident;) => { () };
    ($v:ident; $first:ident $($others:ident)*) => { ($v, sources!($v; $($others)*)) };
}

/// A fold of sources into a view of words, by another layout of it.
macro_rules! fold {
    ($fold:ident: $($source:ident)*) => {
        |l| {
            let (source, mut target) = (words(4), words(WORDS));
            let v = View::new(&source, layout!((2,2):(2,1)));
            let mut target = ViewMut::new(&mut target, layout!((4,4):(4,1)));
            $fold(sources!(v; $($source)*), &mut target, l, |to, $($source),*| {
                *to = to.wrapping_add(0 $(+ *$source)*);
            });
        }
    };
}

/// A case on a view of words.
macro_rules! shared {
    (|$v:ident, $l:ident, $buffer:ident| $body:expr) => {
        |$l| {
            let words = words(WORDS);
            let $buffer = &addresses(&words);
            let $v = View::new(&words, layout!((4,4):(4,1)));
            $body
        }
    };
}

/// A case on an exclusive view of words.
macro_rules! exclusive {
    (|$v:ident, $l:ident, $buffer:ident| $body:expr) => {
        |$l| {
            let mut words = words(WORDS);
            let $buffer = &addresses(&words);
            #[allow(unused_mut)]
            let mut $v = ViewMut::new(&mut words, layout!((4,4):(4,1)));
            $body
        }
    };
}

/// A case on a view of bytes, or of packed elements.
macro_rules! bytes {
    (|$v:ident: $View:ident, $l:ident, $buffer:ident| $body:expr) => {
        |$l| {
            #[allow(unused_mut)]
            let mut bytes = [7u8; 2 * WORDS];
            let $buffer = &addresses(&bytes);
            #[allow(unused_mut)]
            let mut $v = bytes!(@ $View bytes);
            $body
        }
    };
    (@ View $bytes:ident) => { View::new(&$bytes, layout!(32:1)) };
    (@ ViewMut $bytes:ident) => { ViewMut::new(&mut $bytes, layout!(32:1)) };
    (@ PackedView $bytes:ident) => { PackedView::<U4, _>::new(&$bytes, layout!(64:1)) };
    (@ PackedViewMut $bytes:ident) => { PackedViewMut::<U4, _>::new(&mut $bytes, layout!(64:1)) };
}

fn words(count: usize) -> Vec<u32> {
    vec![7; count]
}

/// The elements of an exported tensor, which are those of a buffer.
fn exported<M: Managed>(tensor: ManagedTensor<M>, buffer: &Range<usize>) {
    // SAFETY: the tensor is one of this crate.
    let layout = unsafe { tensor.layout::<2>() }.unwrap();
    // SAFETY: the same.
    read(buffer, unsafe { View::<u32, _>::from_dlpack(&tensor, layout) }.unwrap());
}

type Case = fn(Changing);

/// Each function that takes a layout, by type and name, with what uses its result. A name with `$` is a macro's, and has a case
/// for each function of it.
const CASES: &[(&str, &[Case])] = &[
    (
        "View::new",
        &[|l| {
            let b = words(WORDS);
            read(&addresses(&b), View::new(&b, l));
        }],
    ),
    (
        "View::try_new",
        &[|l| {
            let b = words(WORDS);
            read(&addresses(&b), View::try_new(&b, l).unwrap());
        }],
    ),
    (
        "View::try_from_start",
        &[|l| {
            let b = words(WORDS);
            read(&addresses(&b), View::try_from_start(&b, 4, l).unwrap());
        }],
    ),
    (
        "ViewMut::new",
        &[|l| {
            let mut b = words(WORDS);
            write(&addresses(&b), ViewMut::new(&mut b, l));
        }],
    ),
    (
        "ViewMut::try_new",
        &[|l| {
            let mut b = words(WORDS);
            write(&addresses(&b), ViewMut::try_new(&mut b, l).unwrap());
        }],
    ),
    (
        "ViewMut::try_from_start",
        &[|l| {
            let mut b = words(WORDS);
            write(&addresses(&b), ViewMut::try_from_start(&mut b, 4, l).unwrap());
        }],
    ),
    ("View::with_layout", &[shared!(|v, l, b| read(b, v.with_layout(l)))]),
    ("View::try_with_layout", &[shared!(|v, l, b| read(b, v.try_with_layout(l).unwrap()))]),
    ("View::local_tile", &[shared!(|v, l, b| read(b, v.local_tile(l, 1)))]),
    ("View::local_partition", &[shared!(|v, l, b| read(b, v.local_partition(l, 1)))]),
    ("View::tiles", &[shared!(|v, l, b| v.tiles(l).for_each(|tile| read(b, tile)))]),
    ("ViewMut::with_layout_mut", &[exclusive!(|v, l, b| write(b, v.with_layout_mut(l)))]),
    ("ViewMut::into_layout", &[exclusive!(|v, l, b| write(b, v.into_layout(l)))]),
    ("ViewMut::try_into_layout", &[exclusive!(|v, l, b| write(b, v.try_into_layout(l).unwrap()))]),
    ("ViewMut::tiles_mut", &[exclusive!(|v, l, b| v.tiles_mut(l).for_each(|tile| write(b, tile)))]),
    (
        "ViewMut::into_tiles",
        &[exclusive!(|v, l, b| v.into_tiles(l).for_each(|tile| write(b, tile)))],
    ),
    ("View::recast", &[shared!(|v, l, b| read(b, v.recast::<u8, _>(l)))]),
    ("View::try_recast", &[shared!(|v, l, b| read(b, v.try_recast::<u8, _>(l).unwrap()))]),
    ("ViewMut::recast_mut", &[exclusive!(|v, l, b| write(b, v.recast_mut::<u8, _>(l)))]),
    (
        "ViewMut::try_recast_mut",
        &[exclusive!(|v, l, b| write(b, v.try_recast_mut::<u8, _>(l).unwrap()))],
    ),
    ("PackedView::new", &[|l| read_packed(PackedView::new(&[7; 2 * WORDS], l))]),
    ("PackedView::try_new", &[|l| read_packed(PackedView::try_new(&[7; 2 * WORDS], l).unwrap())]),
    ("PackedView::with_layout", &[bytes!(|v: PackedView, l, _b| read_packed(v.with_layout(l)))]),
    (
        "PackedView::try_with_layout",
        &[bytes!(|v: PackedView, l, _b| read_packed(v.try_with_layout(l).unwrap()))],
    ),
    ("PackedView::local_tile", &[bytes!(|v: PackedView, l, _b| read_packed(v.local_tile(l, 1)))]),
    (
        "PackedView::local_partition",
        &[bytes!(|v: PackedView, l, _b| read_packed(v.local_partition(l, 1)))],
    ),
    ("PackedViewMut::new", &[|l| write_packed(PackedViewMut::new(&mut [7; 2 * WORDS], l))]),
    (
        "PackedViewMut::try_new",
        &[|l| write_packed(PackedViewMut::try_new(&mut [7; 2 * WORDS], l).unwrap())],
    ),
    (
        "PackedViewMut::into_layout",
        &[bytes!(|v: PackedViewMut, l, _b| write_packed(v.into_layout(l)))],
    ),
    (
        "PackedViewMut::try_into_layout",
        &[bytes!(|v: PackedViewMut, l, _b| write_packed(v.try_into_layout(l).unwrap()))],
    ),
    (
        "PackedViewMut::with_layout_mut",
        &[bytes!(|v: PackedViewMut, l, _b| write_packed(v.with_layout_mut(l)))],
    ),
    (
        "$Packed::$recast",
        &[
            bytes!(|v: PackedView, l, _b| read_packed(v.recast::<U4, _>(l))),
            bytes!(|v: PackedViewMut, l, _b| write_packed(v.recast_mut::<U4, _>(l))),
        ],
    ),
    (
        "$Packed::$try_recast",
        &[
            bytes!(|v: PackedView, l, _b| read_packed(v.try_recast::<U4, _>(l).unwrap())),
            bytes!(|v: PackedViewMut, l, _b| write_packed(v.try_recast_mut::<U4, _>(l).unwrap())),
        ],
    ),
    (
        "$Packed::$bytes",
        &[
            bytes!(|v: PackedView, l, b| read(b, v.bytes(l))),
            bytes!(|v: PackedViewMut, l, b| write(b, v.bytes_mut(l))),
        ],
    ),
    (
        "$Packed::$try_bytes",
        &[
            bytes!(|v: PackedView, l, b| read(b, v.try_bytes(l).unwrap())),
            bytes!(|v: PackedViewMut, l, b| write(b, v.try_bytes_mut(l).unwrap())),
        ],
    ),
    (
        "$View::$packed",
        &[
            bytes!(|v: View, l, _b| read_packed(v.packed::<U4, _>(l))),
            bytes!(|v: ViewMut, l, _b| write_packed(v.packed_mut::<U4, _>(l))),
        ],
    ),
    (
        "$View::$try_packed",
        &[
            bytes!(|v: View, l, _b| read_packed(v.try_packed::<U4, _>(l).unwrap())),
            bytes!(|v: ViewMut, l, _b| write_packed(v.try_packed_mut::<U4, _>(l).unwrap())),
        ],
    ),
    (
        "View::from_ndarray",
        &[|l| {
            let array = ndarray::array![[1u32, 2], [3, 4]];
            let b = addresses(array.as_slice().unwrap());
            read(&b, View::from_ndarray(array.view(), l).unwrap());
        }],
    ),
    (
        "View::from_ndarray_dyn",
        &[|l| {
            let array = ndarray::array![[1u32, 2], [3, 4]].into_dyn();
            let b = addresses(array.as_slice().unwrap());
            read(&b, View::from_ndarray_dyn(array.view(), l).unwrap());
        }],
    ),
    (
        "ViewMut::from_ndarray",
        &[|l| {
            let mut array = ndarray::array![[1u32, 2], [3, 4]];
            let b = addresses(array.as_slice().unwrap());
            write(&b, ViewMut::from_ndarray(array.view_mut(), l).unwrap());
        }],
    ),
    (
        "ViewMut::from_ndarray_dyn",
        &[|l| {
            let mut array = ndarray::array![[1u32, 2], [3, 4]].into_dyn();
            let b = addresses(array.as_slice().unwrap());
            write(&b, ViewMut::from_ndarray_dyn(array.view_mut(), l).unwrap());
        }],
    ),
    (
        "View::from_dlpack",
        &[|l| {
            let b = words(4);
            let lent = View::new(&b, layout!((2,2):(2,1))).to_dlpack();
            let tensor = lent.tensor();
            // SAFETY: a tensor of this crate.
            read(&addresses(&b), unsafe { View::<u32, _>::from_dlpack(&tensor, l) }.unwrap());
        }],
    ),
    (
        "ViewMut::from_dlpack",
        &[|l| {
            let mut b = words(4);
            let addresses = addresses(&b);
            let mut v = ViewMut::new(&mut b, layout!((2,2):(2,1)));
            let lent = v.to_dlpack();
            let mut tensor = lent.tensor();
            // SAFETY: a tensor of this crate.
            write(&addresses, unsafe { ViewMut::<u32, _>::from_dlpack(&mut tensor, l) }.unwrap());
        }],
    ),
    (
        "export",
        &[|l| {
            let b = words(WORDS);
            let addresses = addresses(&b);
            exported(export(b, l).unwrap(), &addresses);
        }],
    ),
    (
        "export_unversioned",
        &[|l| {
            let b = words(WORDS);
            let addresses = addresses(&b);
            exported(export_unversioned(b, l).unwrap(), &addresses);
        }],
    ),
    (
        "export_read_only",
        &[|l| {
            let b = words(WORDS);
            let addresses = addresses(&b);
            exported(export_read_only(b, l).unwrap(), &addresses);
        }],
    ),
    (
        "$fold",
        &[
            fold!(fold_1: a),
            fold!(fold_2: a b),
            fold!(fold_3: a b c),
            fold!(fold_4: a b c d),
            fold!(fold_5: a b c d e),
        ],
    ),
    // It reads no elements.
    ("agree", &[|l| agree(l, l).unwrap()]),
    (
        "sum_products",
        &[exclusive!(|v, l, _b| {
            let source = words(4);
            let factor = View::new(&source, layout!((2,2):(2,1)));
            let elements = ElementsOf::NEW;
            let sources = elements.sources().behind(factor).behind(factor);
            sum_products::<u32, _, _, _, false>(elements.target(&mut v), sources, l);
        })],
    ),
    (
        "View::from_ptr",
        &[|l| {
            // SAFETY: a million elements on both sides of nothing are not there: the layout fits in the first call, the
            // only one.
            if l.calls > 0 && l.first == FITTING {
                let b = words(WORDS);
                read(&addresses(&b), unsafe { View::from_ptr(b.as_ptr(), l) });
            }
        }],
    ),
    (
        "ViewMut::from_ptr",
        &[|l| {
            // SAFETY: the same.
            if l.calls > 0 && l.first == FITTING {
                let mut b = words(WORDS);
                write(&addresses(&b), unsafe { ViewMut::from_ptr(b.as_mut_ptr(), l) });
            }
        }],
    ),
    (
        "Over::__layout_over",
        &[
            shared!(|v, l, b| {
                read(b, v.__layout_over(|| layout!((4,4):(4,1)), l));
            }),
            shared!(|v, l, b| {
                // The layout that is given is compared with the view's, and nothing else.
                let part = v.with_layout(layout!((2,2):(2,1)));
                read(b, part.__layout_over(|| l, layout!((2,2):(2,1))));
            }),
        ],
    ),
    (
        "ByName::__layout_by_name",
        &[
            shared!(|v, l, b| {
                read(b, v.__layout_by_name(|| layout!((4,4):(4,1)), l));
            }),
            shared!(|v, l, b| {
                // The layout that is given is compared with the view's, and nothing else.
                let part = v.with_layout(layout!((2,2):(2,1)));
                read(b, part.__layout_by_name(|| l, layout!((2,2):(2,1))));
            }),
        ],
    ),
    (
        "ByName::__layout_by_constant_name",
        &[
            shared!(|v, l, b| {
                read(b, ByName::__layout_by_constant_name(&v, layout!((4,4):(4,1)), l));
            }),
            shared!(|v, l, b| {
                let part = v.with_layout(layout!((2,2):(2,1)));
                read(b, ByName::__layout_by_constant_name(&part, l, layout!((2,2):(2,1))));
            }),
        ],
    ),
    (
        "ViewBase::__layout_by_constant_name",
        &[shared!(|v, l, b| {
            // The layout that is given has the type of the view's, without numbers that could change.
            let whole = v.with_layout(layout!((4,4):(4,1)));
            read(b, whole.__layout_by_constant_name(layout!((4,4):(4,1)), l));
        })],
    ),
    (
        "ByName::__layout_by_constant_name_mut",
        &[exclusive!(|v, l, b| {
            let mut part = v.into_layout(layout!((2,2):(2,1)));
            write(b, ByName::__layout_by_constant_name_mut(&mut part, l).reborrow());
        })],
    ),
    (
        "ViewMut::__layout_by_constant_name_mut",
        &[exclusive!(|v, l, b| {
            let mut part = v.into_layout(layout!((2,2):(2,1)));
            write(b, part.__layout_by_constant_name_mut(layout!((2,2):(2,1))).reborrow());
            let _ = l;
        })],
    ),
    (
        "ByName::__layout_by_name_mut",
        &[exclusive!(|v, l, b| {
            let mut part = v.into_layout(layout!((2,2):(2,1)));
            write(b, part.__layout_by_name_mut(|| l).reborrow());
        })],
    ),
];

/// A layout that a case got wrong, with the text of its panic; nothing where it fits or is refused.
fn wrong(case: Case, layout: Changing, fits: &mut bool) -> Option<String> {
    CALLS.set(0);
    match catch_unwind(AssertUnwindSafe(|| case(layout))) {
        Ok(()) => {
            *fits = true;
            None
        }
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map_or("", |text| text);
            text.contains(OUTSIDE).then(|| format!("{layout:?}: {text}"))
        }
    }
}

#[test]
fn a_layout_whose_numbers_change_reaches_no_element_of_another_buffer() {
    let mut all = Vec::new();
    // Each layout that is refused would be printed.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    for (name, cases) in CASES {
        for (number, case) in cases.iter().enumerate() {
            let mut fits = false;
            // Each case has others of them there.
            let step = if cfg!(miri) { 2 } else { 1 };
            for other in OTHERS.into_iter().skip(number % step).step_by(step) {
                for calls in 0..4 {
                    for (first, then) in [(FITTING, other), (other, FITTING)] {
                        let layout = Changing { first, calls, then };
                        all.extend(
                            wrong(*case, layout, &mut fits)
                                .map(|text| format!("{name} {number}: {text}")),
                        );
                    }
                }
            }
            if !fits {
                all.push(format!("{name} {number} takes no layout"));
            }
        }
    }
    std::panic::set_hook(hook);
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// The files of the crate, without its tests: their names and their code.
fn sources() -> Vec<(String, String)> {
    let mut sources = Vec::new();
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if !name.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap();
                let is_code = |line: &&str| !line.trim_start().starts_with("//");
                sources.push((name, text.lines().filter(is_code).collect::<Vec<_>>().join("\n")));
            }
        }
    }
    sources
}

/// The functions of the sources that take a layout whose numbers may be known at run time, by type and name.
fn functions_that_take_a_layout() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, source) in sources() {
        signatures(&source, &mut found);
    }
    found
}

/// The functions of one file.
fn signatures(source: &str, found: &mut BTreeSet<String>) {
    let code: Vec<&str> = source.lines().collect();
    // What is around a function: the header of an `impl` or a trait, up to its brace.
    let mut around = String::new();
    let mut line = 0;
    while line < code.len() {
        let text = code[line].trim_start();
        let opens = |word: &str| text.starts_with(word) || text.starts_with(&format!("pub {word}"));
        if opens("impl<") || opens("impl ") || opens("trait ") {
            around = until_brace(&code[line..]);
            // An `impl` without items is around nothing.
            if around.trim_end().ends_with('}') {
                around.clear();
            }
        } else if code[line].starts_with('}') {
            around.clear();
        }
        let is_public = text.starts_with("pub ") || around.starts_with("pub trait");
        if is_public && let Some(name) = name_of_function(text) {
            let signature = until_brace(&code[line..]);
            if takes_a_layout(&signature, &around) {
                found.extend(types_of(&around).into_iter().map(|of| match of.as_str() {
                    "" => name.clone(),
                    of => format!("{of}::{name}"),
                }));
            }
        }
        line += 1;
    }
}

/// The lines up to a brace or a semicolon that ends them, as one.
fn until_brace(code: &[&str]) -> String {
    let mut text = String::new();
    for line in code {
        text += line.trim();
        text.push(' ');
        if line.trim_end().ends_with(['{', ';', '}']) {
            break;
        }
    }
    text
}

fn name_of_function(line: &str) -> Option<String> {
    let (before, after) = line.split_once("fn ")?;
    let is_head = before.split_whitespace().all(|word| ["pub", "const", "unsafe"].contains(&word));
    let name = after.split(['<', '(']).next()?;
    is_head.then(|| name.trim().to_owned())
}

/// The names of the types that an `impl` is of, or the name of a trait. An `impl` for all addresses of elements is of two views.
fn types_of(around: &str) -> Vec<String> {
    let names: &[&str] = match around.split_once("ViewBase<").map_or("", |(_, of)| of) {
        of if of.starts_with("&'a T, L, A>") => &["View", "PackedView"],
        of if of.starts_with("&'a mut T, L, A>") => &["ViewMut", "PackedViewMut"],
        _ => return vec![type_of(around)],
    };
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The type that an `impl` is of, or the name of a trait.
fn type_of(around: &str) -> String {
    let text = match around.split_once("trait ") {
        Some((before, after)) if !before.contains("impl") => after.to_owned(),
        _ => {
            let text = around.trim_start().trim_start_matches("impl").to_owned();
            let text = if text.starts_with('<') { after_angles(&text) } else { text };
            text.split_once(" for ").map_or(text.clone(), |(_, of)| of.to_owned())
        }
    };
    let is_name = |c: &char| c.is_alphanumeric() || ['_', '$'].contains(c);
    text.trim_start().chars().take_while(is_name).collect()
}

/// The text after the angles with which it begins.
fn after_angles(text: &str) -> String {
    let mut depth = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text[at + 1..].to_owned();
        }
        before = c;
    }
    String::new()
}

/// Returns true if an argument of a function is a layout, or a function that gives one. A `StaticLayout`, and a layout with a
/// `Profile`, has no numbers at run time.
fn takes_a_layout(signature: &str, around: &str) -> bool {
    let after = signature.split_once("fn ").unwrap().1;
    let name = after.find(['<', '(']).unwrap();
    let after = if after[name..].starts_with('<') {
        after_angles(&after[name..])
    } else {
        after[name..].to_owned()
    };
    let mut depth = 0;
    let end = after.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    let arguments = &after[..end.unwrap_or(after.len())];
    let bounds = format!("{around} {signature}");
    let is_layout = |name: &str| {
        let has = |bound: &str| bounds.contains(&format!("{name}: {bound}"));
        has("Layout")
            && !has("StaticLayout")
            && !has("Layout<Geometry: Profile")
            && !bounds.contains(&format!("{name}::Geometry: Profile"))
    };
    arguments.split([',', '(']).any(|argument| {
        let Some((_, of)) = argument.split_once(':') else {
            return false;
        };
        let of = of.trim().trim_start_matches('&').trim_end_matches(')').trim();
        of.contains("impl Is<") || of.contains("impl Layout") || is_layout(of)
    }) || arguments
        .split("-> ")
        .skip(1)
        .any(|of| is_layout(of.split([',', ')']).next().unwrap().trim()))
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_function_that_takes_a_layout_has_a_case() {
    let expected: BTreeSet<String> = CASES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(functions_that_take_a_layout(), expected);
}

/// Where a layout is asked for its numbers: once, before they are checked, and once for the text of an error.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn layouts_are_asked_in_one_place() {
    let asking = sources().into_iter().flat_map(|(name, source)| {
        source.matches("layout.geometry()").map(|_| name.clone()).collect::<Vec<_>>()
    });
    let mut asking: Vec<String> = asking.collect();
    asking.sort();
    assert_eq!(asking, ["buffer.rs", "checked.rs"]);
}
