//! The libraries that are compared, and how their functions are called.

use std::path::Path;

use libloading::Library;

use crate::layouts::{Codomain, Entry, Layout};

/// One library with the functions of one author; those of two peers share one and differ by a prefix.
pub struct Column {
    pub name: &'static str,
    pub library: &'static str,
    prefix: &'static str,
    /// The part of a symbol that distinguishes tricks from plainer forms.
    infix: &'static str,
    loaded: Option<Library>,
}

pub const NAMES: [(&str, &str, &str, &str); 10] = [
    ("ours", "ours.so", "", ""),
    ("hand", "hand.so", "", ""),
    ("g++", "gxx.so", "", ""),
    ("clang++", "clang.so", "", ""),
    ("tricks", "hand.so", "", "_trick"),
    ("ndarray", "peers.so", "ndarray_", ""),
    ("mdarray", "peers.so", "mdarray_", ""),
    ("literal", "constants.so", "literal_", ""),
    ("constant", "constants.so", "constant_", ""),
    ("C", "generated.so", "", ""),
];

/// A function of a column.
pub struct Function {
    pub symbol: String,
    pub address: usize,
}

/// The columns of a folder; libraries that are not there have no functions.
pub fn load(folder: &Path) -> Vec<Column> {
    let column = |&(name, library, prefix, infix): &_| {
        let path = folder.join(library);
        // SAFETY: the libraries are those of this benchmark and run no code when loaded.
        let loaded = path.exists().then(|| unsafe { Library::new(&path) }.expect("a library"));
        if let Some(init) = loaded.as_ref().and_then(|library| address(library, "init")) {
            // SAFETY: the symbol of that name is a function without parameters.
            unsafe { std::mem::transmute::<usize, extern "C" fn()>(init)() };
        }
        Column { name, library, prefix, infix, loaded }
    };
    NAMES.iter().map(column).collect()
}

fn address(library: &Library, symbol: &str) -> Option<usize> {
    // SAFETY: the address is only looked at here.
    unsafe { library.get::<*const ()>(symbol) }.ok().map(|symbol| *symbol as usize)
}

impl Column {
    /// All forms of a function: `name`, `name_2`, …
    pub fn forms(&self, name: &str, suffix: &str) -> Vec<Function> {
        let Some(library) = &self.loaded else { return Vec::new() };
        let form = |n| match n {
            1 => format!("{}{name}{}{suffix}", self.prefix, self.infix),
            n => format!("{}{name}{}_{n}{suffix}", self.prefix, self.infix),
        };
        let found = (1..).map(form).map_while(|symbol| {
            address(library, &symbol).map(|address| Function { symbol, address })
        });
        found.collect()
    }

    /// The functions of a layout's entry, in 64 or 32 bits.
    pub fn entries(&self, layout: &Layout, entry: Entry, suffix: &str) -> Vec<Function> {
        self.forms(&format!("{}_{}", layout.name, entry.name()), suffix)
    }

    /// The functions that visit a layout.
    pub fn sweeps(&self, layout: &Layout, kind: &str) -> Vec<Function> {
        self.forms(&format!("{}_sweep{kind}", layout.name), "")
    }
}

#[repr(C)]
struct Pair(u64, u64);

macro_rules! call {
    ($address:expr, $c:expr, $result:ty: $($n:literal [$($i:tt)+])+) => {
        match $c.len() {
            $($n => {
                let function: extern "C" fn($(call!(@u64 $i)),+) -> $result = std::mem::transmute($address);
                function($($c[$i]),+)
            })+
            _ => unreachable!("no layout has that many coordinates"),
        }
    };
    (@u64 $i:tt) => { u64 };
}

impl Function {
    /// Calls the function. In the C ABI of x86-64 a 32-bit argument is the lower half of a 64-bit one, and so is a result.
    pub fn call(&self, coordinates: &[u64], codomain: Codomain, narrow: bool) -> [u64; 2] {
        // SAFETY: the address is that of a function that takes as many integers, and answers one or two.
        unsafe {
            if codomain == Codomain::Pair {
                let Pair(first, second) = call!(self.address, coordinates, Pair: 1 [0] 2 [0 1]);
                return [first, second];
            }
            let result = call!(self.address, coordinates, u64:
                1 [0] 2 [0 1] 3 [0 1 2] 4 [0 1 2 3] 5 [0 1 2 3 4] 6 [0 1 2 3 4 5]
                12 [0 1 2 3 4 5 6 7 8 9 10 11]);
            [if narrow { result as u32 as u64 } else { result }, 0]
        }
    }
}
