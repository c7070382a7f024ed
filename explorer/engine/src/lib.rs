//! The language in a page: a question in, an answer as JSON out.
//!
//! The page writes the fields of a question, each ended by U+0001, to where [`input`] says, and reads the
//! answer of [`answer`] at [`output`]. What is answered comes from `layout-command`, so that the page says what
//! the command says.

use std::cell::RefCell;

use layout_algebra::{Function, Int, IntTuple, atoms, ops};
use layout_codegen::{Allow, Evaluated, Language, Lint, Print, operation_names};
use layout_command::bindings::{self, Bindings};
use layout_command::drawing::{Drawing, Kind};
use layout_command::expression::{
    Mistake, Repair, Settings, evaluate, evaluate_known, evaluate_single, has_symbol, text,
};
use layout_command::object::Object;
use layout_command::operands::operand_pictures;
use layout_command::steps::{trace_steps, write as write_steps};
use layout_command::views::{function, index_functions, plan, table, without_bindings};
use layout_draw::{Format, Picture, write};

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
        Err(_) => Object::default().text("message", "the question is no UTF-8").to_string(),
    });
    OUTPUT.replace(answer.into_bytes());
    OUTPUT.with_borrow(Vec::len)
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// The most offsets that are listed, to be followed.
const FOLLOWED: i128 = 1 << 12;

/// The values that symbols are tried with where they have none: the first with which all conditions hold.
const SAMPLES: [i128; 9] = [8, 16, 32, 64, 128, 4, 12, 24, 256];

/// A request of the page.
struct Question<'a> {
    view: &'a str,
    /// The language of the view `text`, the bits of an element of the view `banks`.
    option: &'a str,
    source: &'a str,
    settings: Settings,
    /// The options of pictures; none where nobody asks for anything.
    drawing: Option<Drawing>,
    /// The values of symbols that have none, as `m=8,n=8`.
    sample: String,
}

impl<'a> Question<'a> {
    fn read(text: &'a str) -> Result<Self, Mistake> {
        let wrong = |message: String| Mistake::new(0..0, message);
        let fields: Vec<&str> = text.split('\u{1}').collect();
        let &[view, option, allow, with, source, ref drawing @ ..] = fields.as_slice() else {
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
        // Plans, steps and functions of other languages are of all values.
        let is_drawn = !matches!(view, "plan" | "steps" | "text");
        let (settings, sample) = of_symbols(source, settings, is_drawn);
        let drawing = drawing_of(drawing)?;
        Ok(Question { view, option, source, settings, drawing, sample })
    }
}

/// The settings without values for what is no symbol of an expression: the page has one list for two. Where numbers are drawn, symbols without a
/// value get one with which all conditions hold, if there is one among a few; these are the second answer.
fn of_symbols(source: &str, settings: Settings, is_drawn: bool) -> (Settings, String) {
    let Ok(evaluated) = evaluate(source, &without_bindings(&settings)) else {
        return (settings, String::new());
    };
    let allow = settings.allow;
    let Bindings(mut values) = settings.bindings;
    values.retain(|(name, _)| has_symbol(&evaluated, name));
    let names = evaluated.symbols.iter().map(|symbol| &symbol.name);
    let open: Vec<&String> =
        names.filter(|name| values.iter().all(|(other, _)| other != *name)).collect();
    if is_drawn && !open.is_empty() {
        for sample in SAMPLES {
            let all = open.iter().map(|name| ((*name).clone(), sample));
            let bindings = Bindings(values.iter().cloned().chain(all).collect());
            let sampled = Settings { allow, bindings };
            if evaluate_known(source, &sampled).is_ok() {
                let text: Vec<String> =
                    open.iter().map(|name| format!("{name}={sample}")).collect();
                return (sampled, text.join(","));
            }
        }
    }
    (Settings { allow, bindings: Bindings(values) }, String::new())
}

/// The options of pictures: the kind, a tile, a slice, a thread, and `order` and `coordinates`; none where all is empty.
fn drawing_of(fields: &[&str]) -> Result<Option<Drawing>, Mistake> {
    let wrong = |message: String| Mistake::new(0..0, message);
    let field = |at: usize| fields.get(at).map_or("", |field| field.trim());
    if (0..5).all(|at| field(at).is_empty()) {
        return Ok(None);
    }
    let given = |at: usize| Some(field(at)).filter(|text| !text.is_empty());
    let parsed =
        |what: &str, text: &str, reason: String| wrong(format!("{what} `{text}`: {reason}"));
    let tile = given(1).map(|text| {
        text.parse().map_err(|error: layout_algebra::ParseError| {
            parsed("the tile", text, error.to_string())
        })
    });
    let slice = given(2).map(|text| {
        text.parse().map_err(|error: layout_algebra::ParseError| {
            parsed("the slice", text, error.to_string())
        })
    });
    let thread = given(3)
        .map(|text| text.parse().map_err(|_| wrong(format!("the thread `{text}` is no number"))));
    let flag = |name: &str| field(4).split(',').any(|flag| flag == name);
    Ok(Some(Drawing {
        kind: Kind::ALL.into_iter().find(|kind| kind.name() == field(0)),
        tile: tile.transpose()?,
        slice: slice.transpose()?,
        thread: thread.transpose()?,
        order: flag("order"),
        coordinates: flag("coordinates"),
        ..Drawing::default()
    }))
}

fn answer_to(text: &str) -> String {
    if text == "names" {
        return names().to_string();
    }
    let question = match Question::read(text) {
        Ok(question) => question,
        Err(mistake) => return error("", &mistake).to_string(),
    };
    let source = question.source;
    let evaluated = evaluate_single(source, &question.settings);
    let object = match &evaluated {
        Ok(evaluated) => facts(evaluated, &question),
        Err(mistake) if question.view == "steps" => error(source, mistake),
        Err(mistake) => return error(source, mistake).to_string(),
    };
    match view(&question) {
        Ok(Shown::Text(shown)) if question.view == "text" => {
            let languages = Language::ALL.map(Language::name).join(",");
            object.text("text", &shown).text("languages", &languages).to_string()
        }
        Ok(Shown::Text(shown)) => object.text("text", &shown).to_string(),
        Ok(Shown::Pictures { picture, operands, colours }) => {
            let object = object.text("svg", &write(&picture, Format::Svg));
            let operands: Vec<String> =
                operands.iter().map(|picture| write(picture, Format::Svg)).collect();
            let object = object.texts("operands", operands.iter().map(String::as_str));
            followed(object.text("colours", colours), &question).to_string()
        }
        // There is a value, but no such view of it.
        Err(mistake) => object.text("none", &full(&mistake)).to_string(),
    }
}

/// The words that are completed: operations and instructions.
fn names() -> Object {
    let instructions: Vec<String> = atoms::names().collect();
    let object = Object::default().texts("operations", operation_names());
    object.texts("instructions", instructions.iter().map(String::as_str))
}

/// The content of a view.
enum Shown {
    Text(String),
    Pictures {
        picture: Picture,
        /// The operands of the outermost operation.
        operands: Vec<Picture>,
        /// A sentence on the colours that all of them share, if they do.
        colours: &'static str,
    },
}

fn view(question: &Question<'_>) -> Result<Shown, Mistake> {
    let (source, settings) = (question.source, &question.settings);
    let drawn = |drawing: &Drawing| -> Result<Shown, Mistake> {
        let picture = drawing.picture(&[source.to_owned()], settings);
        let picture = picture.map_err(|(mistake, _)| mistake)?;
        Ok(Shown::Pictures { picture, operands: Vec::new(), colours: "" })
    };
    match question.view {
        "table" => Ok(Shown::Text(table(source, settings)?)),
        "plan" => Ok(Shown::Text(plan(source, settings)?.to_string())),
        "steps" => Ok(Shown::Text(write_steps(&trace_steps(source, settings).0))),
        "text" => {
            let language = question.option.parse().map_err(|_| {
                Mistake::new(0..0, format!("no language is called `{}`", question.option))
            })?;
            let print = Print { language, bits: None };
            let text = index_functions(print, "layout", source, settings)?;
            Ok(Shown::Text(print.preamble().to_owned() + &text))
        }
        "banks" => {
            let bits = question.option.parse().unwrap_or(32);
            let slice = question.drawing.as_ref().and_then(|drawing| drawing.slice.clone());
            drawn(&Drawing { banks: Some(32), bits, slice, ..Drawing::default() })
        }
        _ => match &question.drawing {
            Some(drawing) => drawn(drawing),
            None => match operand_pictures(source, settings) {
                Some(beside) => Ok(Shown::Pictures {
                    picture: beside.result,
                    operands: beside.operands,
                    colours: beside.colours,
                }),
                None => drawn(&Drawing::default()),
            },
        },
    }
}

/// The value, and what is known of a layout.
fn facts(evaluated: &Evaluated, question: &Question<'_>) -> Object {
    let mut object = Object::default();
    // With symbols first what holds for all of their values.
    let written = evaluate(question.source, &without_bindings(&question.settings)).ok();
    match written.filter(|written| !written.symbols.is_empty()) {
        Some(written) => {
            let symbols = written.symbols.iter().map(|symbol| symbol.name.as_str());
            object = object.texts("symbols", symbols).text("sample", &question.sample);
            object = object.text("value", &text(&written)).text("known", &text(evaluated));
        }
        None => object = object.text("value", &text(evaluated)),
    }
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
    object.list("extents", &extents).list("offsets", &offsets)
}

/// The size of each mode.
fn extents(shape: &IntTuple) -> Option<Vec<i128>> {
    let sizes = shape.modes();
    sizes.iter().map(|mode| ops::product(mode).ok().as_ref().and_then(Int::known)).collect()
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
        .list("repairs", mistake.repairs.iter().map(repair))
}

/// Other text for the bytes from `start` to before `end`.
fn repair(repair: &Repair) -> Object {
    let object = Object::default().member("start", repair.range.start);
    object.member("end", repair.range.end).text("text", &repair.text).text("help", &repair.help)
}

fn full(mistake: &Mistake) -> String {
    let mut text = mistake.message.clone();
    for help in &mistake.helps {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    text
}
