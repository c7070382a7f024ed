//! The operations of generated WGSL and of WGSL by hand, as naga reads them.

use layout_codegen::Language;

use crate::by_hand::{Form, forms};
use crate::layouts::{Codomain, Entry, LAYOUTS};
use crate::operations::operations;
use crate::printed;

pub fn table() -> String {
    let forms = forms();
    let (mut rows, mut more, mut all) = (String::new(), 0, 0);
    for layout in LAYOUTS.iter().filter(|layout| matches!(layout.codomain, Codomain::Index(_))) {
        let text = printed(Language::Wgsl, None, "ours", &layout.notation());
        let ours = operations(&text);
        for (place, entry) in Entry::ALL.into_iter().enumerate() {
            if !layout.has(entry) {
                continue;
            }
            let name = format!("ours_{}", ["index", "at", "at_flat"][place]);
            let (_, ours) = ours.iter().find(|(of, _)| *of == name).expect("a function");
            let is_of = |form: &&Form| form.layout == layout.name && form.entry == entry.name();
            let by_hand = forms.iter().filter(is_of).map(|form| operations(&form.text)[0].1);
            let by_hand = by_hand.min().expect("a form by hand");
            let (notation, entry) = (layout.notation(), entry.name());
            let mark = if *ours > by_hand { "**" } else { "" };
            rows.push_str(&format!(
                "| `{notation}` | {entry} | {mark}{ours}{mark} | {by_hand} |\n"
            ));
            more += usize::from(*ours > by_hand);
            all += 1;
        }
    }
    format!(
        "- Generated WGSL has more operations than by hand in **{more}** of {all} functions.\n\n\
         <details><summary>All functions</summary>\n\n\
         | layout | entry | operations | by hand |\n|---|---|--:|--:|\n{rows}\n</details>\n"
    )
}
