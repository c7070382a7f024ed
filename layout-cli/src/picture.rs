//! From an expression to what is drawn of it.

use layout_algebra::{Function, Layout};
use layout_codegen::{Evaluated, Value};
use layout_draw::Subject;

use crate::expression::{Mistake, Settings, known, proved};
use crate::with::With;

/// Up to so many cells a layout is drawn in one table where nobody asks.
const ONE_TABLE: i128 = 1 << 10;

/// Whether a layout is so large that tables of blocks are drawn of it, where nobody asks.
pub fn is_by_blocks(subject: &Subject) -> bool {
    subject.is_table() && subject.cells() > ONE_TABLE
}

/// The same without values of symbols.
pub fn without(settings: &Settings) -> Settings {
    Settings { allow: settings.allow, with: With::default() }
}

/// What an expression draws, with the symbols that it has.
pub fn subject(source: &str, settings: &Settings) -> Result<(Subject, Vec<String>), Mistake> {
    // As it is written, for the labels.
    let written = proved(source, &without(settings))?;
    let symbols: Vec<String> = written.symbols.iter().map(|symbol| symbol.name.clone()).collect();
    let given = settings.with.0.iter().filter(|(name, _)| symbols.contains(name)).cloned();
    let settings = Settings { allow: settings.allow, with: With(given.collect()) };
    let evaluated = known(source, &settings)?;
    let wrong = |message: String| Mistake::new(0..source.len(), message);
    let Evaluated { value, bounds, .. } = evaluated;
    let function =
        function(value).ok_or_else(|| wrong("only a layout has a picture".to_owned()))?;
    let subject = Subject::new(&function, bounds).map_err(|error| {
        let mut mistake = wrong(error.to_string());
        mistake.helps.extend(error.way_out().map(str::to_owned));
        mistake
    })?;
    let subject = match domain(&written.value) {
        Some(layout) if written.is_symbolic() => subject.named(&layout, written.value.to_string()),
        _ => subject,
    };
    Ok((subject, symbols))
}

/// A layout, as a function.
pub fn function(value: Value) -> Option<Function> {
    match value {
        Value::Layout(layout) => Some(layout.into()),
        Value::Composed(layout) => Some(layout.into()),
        Value::Swizzle(swizzle) => Some(swizzle.into()),
        _ => None,
    }
}

fn domain(value: &Value) -> Option<Layout> {
    match value {
        Value::Layout(layout) => Some(layout.clone()),
        Value::Composed(layout) => layout.domain().ok().cloned(),
        _ => None,
    }
}
