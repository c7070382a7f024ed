//! Generated C: the functions that `layout emit --lang c` prints, each called by a symbol that a library exports.

use layout_codegen::{Language, Print};

use crate::layouts::{Codomain, Entry, LAYOUTS, Layout};
use crate::printed;

/// The type that a layout's functions return, of 32 or 64 bits.
struct Word {
    of: &'static str,
    bits: u32,
    /// The suffix of the names of the symbols.
    suffix: &'static str,
}

const WORDS: [Word; 2] = [
    Word { of: "uint64_t", bits: 64, suffix: "" },
    Word { of: "uint32_t", bits: 32, suffix: "_u32" },
];

pub fn program() -> String {
    let print = Print { language: Language::C, bits: None };
    let mut text = print.preamble().to_owned();
    text.push_str("struct pair { uint64_t first, second; };\n");
    for layout in LAYOUTS {
        for word in &WORDS {
            // The others have no functions of 32 bits, either.
            if word.bits == 64 || matches!(layout.codomain, Codomain::Index(_)) {
                text.push_str(&functions(layout, word));
            }
        }
    }
    text
}

fn functions(layout: &Layout, word: &Word) -> String {
    let name = format!("generated_{}{}", layout.name, word.suffix);
    let mut text = printed(Language::C, Some(word.bits), &name, &layout.notation());
    for entry in Entry::ALL.into_iter().filter(|entry| layout.has(*entry)) {
        let count = layout.coordinates(entry, 0).len();
        let coordinates: Vec<String> = (0..count).map(|c| format!("c{c}")).collect();
        let takes: Vec<String> = coordinates.iter().map(|c| format!("{} {c}", word.of)).collect();
        let (takes, coordinates) = (takes.join(", "), coordinates.join(", "));
        let symbol = format!("{}_{}{}", layout.name, entry.name(), word.suffix);
        let place = Entry::ALL.iter().position(|other| *other == entry).unwrap_or(0);
        let index = ["index", "at", "at_flat"][place];
        let offset = ["offset", "offset_at", "offset_at_flat"][place];
        text.push_str(&match layout.codomain {
            Codomain::Index(_) => {
                let of = word.of;
                format!("{of} {symbol}({takes}) {{ return {name}_{index}({coordinates}); }}\n")
            }
            Codomain::Signed => {
                format!("int64_t {symbol}({takes}) {{ return {name}_{offset}({coordinates}); }}\n")
            }
            Codomain::Pair => format!(
                "struct pair {symbol}({takes}) {{\n    \
                 return (struct pair){{ {name}_0_{index}({coordinates}), {name}_1_{index}({coordinates}) }};\n}}\n"
            ),
        });
    }
    text
}
