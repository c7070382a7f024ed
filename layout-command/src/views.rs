//! The views of an expression: its picture, table, plan, and functions in another language.

use layout_algebra::bounds::Bounds;
use layout_algebra::tiled::{Operand, Side, TiledMma};
use layout_algebra::{Function, IntTuple, Layout, Tiler, atoms};
use layout_codegen::{
    Evaluated, Planned, Print, Tiled, Value, plan_evaluated, plan_value, print_composed,
    print_layout,
};
use layout_draw::{Format, OffsetsOptions, Picture, Subject, copy, mma, offsets, write};

use crate::bindings::Bindings;
use crate::expression::{Mistake, Settings, evaluate, evaluate_known, evaluate_single};

/// Up to so many cells a layout is drawn in one table where nobody asks.
const ONE_TABLE: i128 = 1 << 10;

/// Returns `true` if a layout is drawn as tables of blocks where no kind of picture is given: it has two modes and more than
/// 1,024 cells.
pub fn suits_blocks(subject: &Subject) -> bool {
    subject.is_table() && subject.cells() > ONE_TABLE
}

/// The settings without values of symbols.
pub fn without_bindings(settings: &Settings) -> Settings {
    Settings { allow: settings.allow, bindings: Bindings::default() }
}

/// The layout that is drawn of an expression, and the names of its symbols.
///
/// # Errors
///
/// A mistake in the expression, a symbol without a value, a value that is no layout, and the errors of [`Subject::new`].
pub fn subject(source: &str, settings: &Settings) -> Result<(Subject, Vec<String>), Mistake> {
    // As it is written, for the labels.
    let written = evaluate(source, &without_bindings(settings))?;
    let symbols: Vec<String> = written.symbols.iter().map(|symbol| symbol.name.clone()).collect();
    let given = settings.bindings.0.iter().filter(|(name, _)| symbols.contains(name)).cloned();
    let settings = Settings { allow: settings.allow, bindings: Bindings(given.collect()) };
    let evaluated = evaluate_known(source, &settings)?;
    let wrong = |message: String| Mistake::new(0..source.len(), message);
    let Evaluated { value, bounds, .. } = evaluated;
    let function =
        function(value).ok_or_else(|| wrong("only a layout has a picture".to_owned()))?;
    let subject = Subject::new(&function, bounds).map_err(|error| undrawn(source, &error))?;
    let subject = match domain(&written.value) {
        Some(layout) if written.is_symbolic() => subject.named(&layout, written.value.to_string()),
        _ => subject,
    };
    Ok((subject, symbols))
}

/// A product or a copy that is tiled: who holds what of its operands.
pub struct Tiling {
    /// The title of the picture.
    pub title: String,
    /// The layouts of threads and values: of A, B and C, or of the source and the destination.
    pub parts: Vec<Subject>,
    /// The extents of the tile: M, N and K, or M and N.
    pub tile: Vec<usize>,
}

/// The tiling of an expression; `None`, if its value is none. The name of a matrix instruction is
/// a tiling by one instruction.
///
/// # Errors
///
/// A tiling whose layouts or extents are not known.
pub fn tiling(source: &str, settings: &Settings) -> Result<Option<Tiling>, Mistake> {
    let name: String = source.chars().filter(|c| !c.is_whitespace()).collect();
    let value = match atoms::mma(&name) {
        Some(atom) => Tiled::Mma(atom).into(),
        None => match evaluate(source, &without_bindings(settings)) {
            Ok(evaluated) => evaluated.value,
            // Who draws it says why.
            Err(_) => return Ok(None),
        },
    };
    let Value::Tiled(tiled) = &value else { return Ok(None) };
    let (layouts, tile) = match layouts_of(tiled) {
        Ok(Some(found)) => found,
        Ok(None) => return Ok(None),
        Err(error) => return Err(Mistake::new(0..source.len(), error.to_string())),
    };
    let wrong = |error: layout_draw::Error| Mistake::new(0..source.len(), error.to_string());
    let parts = layouts.into_iter().map(|layout| Subject::new(&layout.into(), Bounds::EVERYWHERE));
    let parts = parts.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    let extents = tile.leaves().into_iter();
    let tile = extents.map(|extent| usize::try_from(extent.known()?).ok()).collect();
    let tile: Option<Vec<usize>> = tile;
    let unknown = || Mistake::new(0..source.len(), "the extents of the tile are not known");
    Ok(Some(Tiling { title: value.to_string(), parts, tile: tile.ok_or_else(unknown)? }))
}

/// The picture of a tiled product or copy: the thread and the value that hold each element of its operands. A given thread is
/// outlined; of a copy thread 0, if none is given.
///
/// # Errors
///
/// The errors of [`mma`] and [`copy`].
pub fn tiling_picture(
    tiling: &Tiling,
    thread: Option<usize>,
) -> Result<Picture, layout_draw::Error> {
    let Tiling { title, parts, tile } = tiling;
    let picture = match (parts.as_slice(), tile.as_slice()) {
        ([a, b, c], &[m, n, k]) => mma([a, b, c], (m, n, k), thread)?,
        ([source, destination], &[m, ref rest @ ..]) if rest.len() < 2 => {
            let tile = (m, rest.first().copied().unwrap_or(1));
            copy([source, destination], tile, thread.unwrap_or(0))?
        }
        _ => {
            let rank = tile.len();
            let message = format!("a tile of {rank} modes\na picture has rows and columns");
            return Err(layout_draw::Error::new(message));
        }
    };
    Ok(Picture { title: title.clone(), ..picture })
}

/// The mistake of an expression of which a picture is not drawn.
pub fn undrawn(source: &str, error: &layout_draw::Error) -> Mistake {
    let mut mistake = Mistake::new(0..source.len(), error.to_string());
    mistake.helps.extend(error.help_text().map(str::to_owned));
    mistake
}

/// The layouts of threads and values, and the tile; none of an instruction that copies bits.
fn layouts_of(tiled: &Tiled) -> Result<Option<(Vec<Layout>, IntTuple)>, layout_algebra::Error> {
    let one;
    let mma = match tiled {
        Tiled::Product(mma) => &**mma,
        Tiled::Mma(atom) => {
            one = TiledMma::new(atom.clone(), &Layout::unit(), &Tiler::All)?;
            &one
        }
        Tiled::Copying(copy) => {
            let sides = [Side::Source, Side::Target].into_iter();
            let layouts = sides.map(|side| copy.layout_tv(side)).collect::<Result<_, _>>()?;
            return Ok(Some((layouts, copy.tile().clone())));
        }
        Tiled::Bits(_) | Tiled::Copy(_) => return Ok(None),
    };
    let operands = [Operand::A, Operand::B, Operand::C].into_iter();
    let layouts = operands.map(|operand| mma.layout_tv(operand)).collect::<Result<_, _>>()?;
    Ok(Some((layouts, mma.tile()?)))
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

/// The most cells of a table of a plan.
const MAX_CELLS: u64 = 4096;

/// The table of the layout of an expression.
///
/// # Errors
///
/// The errors of [`evaluate_known`], a value that is no layout, and a layout with too many cells.
pub fn table(source: &str, settings: &Settings) -> Result<String, Mistake> {
    let Evaluated { value, bounds, .. } = evaluate_known(source, settings)?;
    let table = match &value {
        Value::Layout(layout) => print_layout(layout),
        Value::Composed(layout) => print_composed(layout),
        Value::Vectors(_) => match plan_value(&value) {
            Some(Ok(Planned::Basis(plan))) => plan.table(MAX_CELLS),
            _ => None,
        },
        _ => return Err(Mistake::new(0..source.len(), "only a layout has a table")),
    };
    let notation = value.to_string();
    table.or_else(|| tables(value, bounds)).ok_or_else(|| {
        let message = format!(
            "{notation} has no table\n\
             a table takes integers, or steps along a basis, and few enough coordinates to read"
        );
        Mistake::new(0..source.len(), message)
    })
}

/// The tables of a layout that CuTe has none of: more than two modes, or strides over a basis.
fn tables(value: Value, bounds: Bounds) -> Option<String> {
    let subject = Subject::new(&function(value)?, bounds).ok()?;
    let picture = offsets(&[subject], &OffsetsOptions::default()).ok()?;
    Some(write(&picture, Format::Text))
}

/// The plan of the layout of an expression.
///
/// # Errors
///
/// The errors of [`evaluate_single`], a value that is no layout, and a layout without index functions.
pub fn plan(source: &str, settings: &Settings) -> Result<Planned, Mistake> {
    let evaluated = evaluate_single(source, settings)?.settled();
    let mistake = |message| Mistake::new(0..source.len(), message);
    let plan = plan_evaluated(&evaluated);
    let plan = plan.ok_or_else(|| mistake("only a layout has a plan".to_owned()))?;
    plan.map(Planned::factored).map_err(|reason| mistake(reason.to_string()))
}

/// The functions of the layout of an expression in another language.
///
/// # Errors
///
/// The errors of [`evaluate_single`], and a layout that the language or its words cannot express.
pub fn index_functions(
    print: Print,
    name: &str,
    source: &str,
    settings: &Settings,
) -> Result<String, Mistake> {
    let evaluated = evaluate_single(source, settings)?;
    print
        .evaluated(name, &evaluated)
        .map_err(|reason| Mistake::new(0..source.len(), reason.to_string()))
}

/// Loops over all coordinates of the layout of an expression, around lines of another language.
///
/// # Errors
///
/// The errors of [`index_functions`].
pub fn sweep_loops(
    print: Print,
    body: &str,
    source: &str,
    settings: &Settings,
) -> Result<String, Mistake> {
    let evaluated = evaluate_single(source, settings)?;
    print
        .sweep(&evaluated, body)
        .map_err(|reason| Mistake::new(0..source.len(), reason.to_string()))
}

/// A kernel that copies elements of `bytes` bytes from the first layout to the second.
///
/// # Errors
///
/// The number of the expression, 0 or 1, with its mistake: those of [`evaluate_known`], padding, a value that is no layout, and
/// layouts that no kernel copies.
pub fn relayout(
    print: Print,
    name: &str,
    [source, target]: [&str; 2],
    bytes: usize,
    settings: &Settings,
) -> Result<String, (usize, Mistake)> {
    let layout = |place: usize, text: &str| {
        let wrong = |message: &str| (place, Mistake::new(0..text.len(), message));
        match evaluate_known(text, settings).map_err(|mistake| (place, mistake))? {
            Evaluated { bounds, .. } if !bounds.is_everywhere() => {
                Err(wrong("a copy of a layout with padding has no kernel"))
            }
            Evaluated { value, .. } => {
                function(value).ok_or_else(|| wrong("only a layout is copied by a kernel"))
            }
        }
    };
    let (from, into) = (layout(0, source)?, layout(1, target)?);
    print
        .relayout(name, &from, &into, bytes)
        .map_err(|reason| (1, Mistake::new(0..target.len(), reason.to_string())))
}
