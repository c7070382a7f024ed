//! The language in a page: a question in, an answer as JSON out.
//!
//! The page writes the fields of a question, each ended by U+0001, to where [`input`] says, and reads the
//! answer of [`answer`] at [`output`]. What is answered comes from `layout-command`, so that the page says what
//! the command says.

mod json;

use std::cell::RefCell;

use layout_algebra::{Function, Int, IntTuple, ops};
use layout_codegen::{Allow, Evaluated, Language, Lint, Print};
use layout_command::bindings::{self, Bindings};
use layout_command::expression::{
    Mistake, Settings, evaluate, evaluate_known, evaluate_single, has_symbol, text,
};
use layout_command::steps::{trace_steps, write as write_steps};
use layout_command::views::{
    default_picture, function, index_functions, plan, subject, table, undrawn, without_bindings,
};
use layout_draw::{Banks, Format, banks, write};

use json::Object;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a question of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Answers the question, and says how many bytes that takes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let answer = INPUT.with_borrow(|input| match std::str::from_utf8(input) {
        Ok(question) => answer_to(question),
        Err(_) => Object::default().text("message", "the question is no UTF-8").end(),
    });
    OUTPUT.replace(answer.into_bytes());
    OUTPUT.with_borrow(Vec::len)
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// The most offsets that are listed, to be followed.
const FOLLOWED: i128 = 1 << 12;

/// A request of the page.
struct Question<'a> {
    view: &'a str,
    /// The language of the view `text`, the bits of an element of the view `banks`.
    option: &'a str,
    source: &'a str,
    settings: Settings,
}

impl<'a> Question<'a> {
    fn read(text: &'a str) -> Result<Self, Mistake> {
        let wrong = |message: String| Mistake::new(0..0, message);
        let fields: Vec<&str> = text.split('\u{1}').collect();
        let &[view, option, allow, with, source, ..] = fields.as_slice() else {
            return Err(wrong("a question has five fields".to_owned()));
        };
        let mut lints = Allow::default();
        for lint in Lint::ALL.into_iter().filter(|lint| allow.split(',').any(|a| a == lint.name()))
        {
            lints.permit(lint);
        }
        let values = with.split(',').filter(|value| !value.trim().is_empty());
        let values = values.map(bindings::parse).collect::<Result<Vec<_>, _>>();
        let values = values.map_err(|reason| wrong(format!("values of symbols: {reason}")))?;
        if let Some((name, first, second)) = bindings::duplicate(&values) {
            return Err(wrong(format!("`{name}` has two values, {first} and {second}")));
        }
        let settings = Settings { allow: lints, bindings: Bindings(values) };
        Ok(Question { view, option, source, settings: of_symbols(source, settings) })
    }
}

/// The settings without values for what is no symbol of an expression: the page has one list for two.
fn of_symbols(source: &str, settings: Settings) -> Settings {
    if settings.bindings.0.is_empty() {
        return settings;
    }
    let Ok(evaluated) = evaluate(source, &without_bindings(&settings)) else { return settings };
    let Bindings(mut values) = settings.bindings;
    values.retain(|(name, _)| has_symbol(&evaluated, name));
    Settings { allow: settings.allow, bindings: Bindings(values) }
}

fn answer_to(text: &str) -> String {
    let question = match Question::read(text) {
        Ok(question) => question,
        Err(mistake) => return mistaken("", &mistake),
    };
    let source = question.source;
    let evaluated = evaluate_single(source, &question.settings);
    let object = match &evaluated {
        Ok(evaluated) => facts(evaluated),
        Err(mistake) if question.view == "steps" => error(source, mistake),
        Err(mistake) => return mistaken(source, mistake),
    };
    match view(&question) {
        Ok((name, shown)) => {
            let object = object.text(name, &shown);
            let object = match name {
                "svg" => followed(object, &question),
                "text" if question.view == "text" => {
                    object.text("languages", &Language::ALL.map(Language::name).join(","))
                }
                _ => object,
            };
            object.end()
        }
        // There is a value, but no such view of it.
        Err(mistake) => object.text("none", &full(&mistake)).end(),
    }
}

/// The kind of the content that a view shows, and the content.
fn view(question: &Question<'_>) -> Result<(&'static str, String), Mistake> {
    let (source, settings) = (question.source, &question.settings);
    let svg = |picture| ("svg", write(&picture, Format::Svg));
    match question.view {
        "table" => Ok(("text", table(source, settings)?)),
        "plan" => Ok(("text", plan(source, settings)?.to_string())),
        "steps" => Ok(("text", write_steps(&trace_steps(source, settings).0))),
        "text" => {
            let language = question.option.parse().map_err(|_| {
                Mistake::new(0..0, format!("no language is called `{}`", question.option))
            })?;
            let print = Print { language, bits: None };
            let text = index_functions(print, "layout", source, settings)?;
            Ok(("text", print.preamble().to_owned() + &text))
        }
        "banks" => {
            let bits = question.option.parse().unwrap_or(32);
            let (subject, _) = subject(source, settings)?;
            let picture = banks(&[subject], Banks { count: 32, bits, vector: 1 }, None);
            Ok(svg(picture.map_err(|error| undrawn(source, &error))?))
        }
        _ => Ok(svg(default_picture(source, settings)?)),
    }
}

/// The value, and what is known of a layout.
fn facts(evaluated: &Evaluated) -> Object {
    let mut object = Object::default().text("value", &text(evaluated));
    let symbols: Vec<&str> = evaluated.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
    object = object.text("symbols", &symbols.join(","));
    let Some(function) = function(evaluated.value.clone()) else { return object };
    let shape = match &function {
        Function::Layout(layout) => Some(layout.shape().clone()),
        Function::Composed(layout) => layout.shape().ok().cloned(),
        Function::Swizzle(_) => None,
    };
    let Some(shape) = shape else { return object };
    let cosize = match &function {
        Function::Layout(layout) => ops::cosize(layout).ok(),
        Function::Composed(layout) => ops::swizzled::cosize(layout).ok(),
        Function::Swizzle(_) => None,
    };
    let mut facts = vec![format!("rank {}", shape.rank()), format!("depth {}", shape.depth())];
    facts.extend(ops::product(&shape).ok().map(|size| format!("size {size}")));
    facts.extend(cosize.map(|cosize| format!("cosize {cosize}")));
    object.text("facts", &facts.join(" · "))
}

/// The extents of the modes and the offsets at 1-D coordinates, of a layout that is followed.
fn followed(object: Object, question: &Question<'_>) -> Object {
    let Ok(evaluated) = evaluate_known(question.source, &question.settings) else { return object };
    let Some(function) = function(evaluated.value) else { return object };
    let (shape, numbers) = match &function {
        Function::Layout(layout) => (layout.shape().clone(), layout.numbers()),
        Function::Composed(layout) => match layout.shape() {
            Ok(shape) => (shape.clone(), layout.numbers()),
            Err(_) => return object,
        },
        Function::Swizzle(_) => return object,
    };
    let Some(extents) = extents(&shape) else { return object };
    let Ok(numbers) = numbers else { return object };
    if extents.iter().product::<i128>() > FOLLOWED {
        return object;
    }
    let offsets: Vec<i128> = numbers.offsets().map(i128::from).collect();
    object.numbers("extents", &extents).numbers("offsets", &offsets)
}

/// The size of each mode.
fn extents(shape: &IntTuple) -> Option<Vec<i128>> {
    let sizes = shape.modes();
    sizes.iter().map(|mode| ops::product(mode).ok().as_ref().and_then(Int::known)).collect()
}

fn mistaken(source: &str, mistake: &Mistake) -> String {
    error(source, mistake).end()
}

/// The mistake with the line that it is in, and carets.
fn error(source: &str, mistake: &Mistake) -> Object {
    let helps: Vec<String> = mistake.helps.iter().map(|help| format!("help: {help}")).collect();
    let (start, end) = (mistake.range.start.min(source.len()), mistake.range.end.min(source.len()));
    let begins = source.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let ends =
        source.get(start..).and_then(|rest| rest.find('\n')).map_or(source.len(), |at| start + at);
    let columns =
        |range: std::ops::Range<usize>| source.get(range).map_or(0, |text| text.chars().count());
    let carets = columns(start..end.min(ends).max(start)).max(1);
    let marked = format!("{}{}", " ".repeat(columns(begins..start)), "^".repeat(carets));
    Object::default()
        .text("message", &mistake.message)
        .text("line", source.get(begins..ends).unwrap_or_default())
        .text("carets", &marked)
        .text("helps", &helps.join("\n"))
}

fn full(mistake: &Mistake) -> String {
    let mut text = mistake.message.clone();
    for help in &mistake.helps {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    text
}
