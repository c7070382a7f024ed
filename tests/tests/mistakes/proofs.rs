//! Constants that rustc evaluates once it makes code: their errors name the call in the program.

use super::programs::{Crate, Emit};

/// Copies between packed elements and others, of sizes that differ.
const COPIES: [(&str, &str); 3] = [
    ("copy_to", "v.copy_to(&mut w)"),
    ("copy_from", "p.copy_from(&w)"),
    ("copy_packed", "p.copy_packed(v)"),
];

fn program(call: &str) -> String {
    format!(
        "{}use layout_view::packed::{{PackedView, PackedViewMut, U4}};
use layout_view::*;
fn main() {{
    let (b, mut c, mut d) = ([0; 16], [0; 8], [0; 16]);
    let v = PackedView::<U4, _>::new(&b, layout!(32:1));
    let mut p = PackedViewMut::<U4, _>::new(&mut c, layout!(12:1));
    let mut w = ViewMut::new(&mut d, layout!(16:1));
    {call};
}}
",
        super::programs::ALLOWED
    )
}

#[test]
fn an_error_of_a_constant_is_at_the_call_of_the_program() {
    let made = Crate::new("errors-of-constants");
    for (name, call) in COPIES {
        made.write(name, &program(call));
    }
    let names = COPIES.map(|(name, _)| (name.to_owned(), "2024"));
    let reports = made.reports(Emit::Program, &names);
    for (name, call) in COPIES {
        let errors: Vec<_> = reports[name].iter().filter(|message| message.is_error()).collect();
        assert_eq!(errors.len(), 1, "{name}");
        let shown = reports[name].iter().filter_map(|message| message.rendered.as_deref());
        let shown: String = shown.collect();
        assert!(shown.contains(&format!("{call};")), "{name}: {shown}");
    }
}
