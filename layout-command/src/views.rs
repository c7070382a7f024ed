//! The views of an expression: its picture, table, plan, and functions in another language.

use layout_algebra::bounds::Bounds;
use layout_algebra::hardware::TensorElement;
use layout_algebra::tiled::{Operand, Side, TiledMma};
use layout_algebra::{Function, HTuple, Int, IntTuple, Layout, Tiler, atoms, ops};
use layout_codegen::{
    Evaluated, Lint, Planned, Print, Tiled, Unprintable, Value, plan_evaluated, plan_value,
    print_composed, print_layout,
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
    /// The number of the instruction that takes each element of a part, in the order of offsets.
    pub atoms: Vec<Vec<usize>>,
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
    let (layouts, tile, atoms) = match layouts_of(tiled) {
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
    let tile = tile.ok_or_else(unknown)?;
    Ok(Some(Tiling { title: value.to_string(), parts, tile, atoms }))
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
    let Tiling { title, parts, tile, atoms } = tiling;
    let mut picture = match (parts.as_slice(), tile.as_slice()) {
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
    // B is beside A, and its columns go down.
    let places = if parts.len() == 3 { vec![1, 0, 2] } else { vec![0, 1] };
    for (panel, place) in picture.panels.iter_mut().zip(places) {
        let (rows, columns, is_b) =
            (panel.rows.size, panel.columns.size, parts.len() == 3 && place == 1);
        for (at, cell) in panel.cells.iter_mut().enumerate() {
            let (row, column) = (at / columns.max(1), at % columns.max(1));
            let offset = if is_b { column + columns * row } else { row + rows * column };
            cell.atom = atoms.get(place).and_then(|of| of.get(offset)).copied().unwrap_or(0);
        }
    }
    if atoms.iter().flatten().any(|atom| *atom > 0) {
        picture.caption.push_str(" Thick lines are around what one instruction takes at once.");
    }
    Ok(Picture { title: title.clone(), ..picture })
}

/// The mistake of an expression of which a picture is not drawn.
pub fn undrawn(source: &str, error: &layout_draw::Error) -> Mistake {
    let mut mistake = Mistake::new(0..source.len(), error.to_string());
    mistake.helps.extend(error.help_text().map(str::to_owned));
    mistake
}

/// The layouts of threads and values, the tile, and the instruction of each element of a part.
type Parts = (Vec<Layout>, IntTuple, Vec<Vec<usize>>);

/// The parts of a tiling; none of an instruction that copies bits.
fn layouts_of(tiled: &Tiled) -> Result<Option<Parts>, layout_algebra::Error> {
    let one;
    let mma = match tiled {
        Tiled::Product(mma) => &**mma,
        Tiled::Mma(atom) => {
            one = TiledMma::new(atom.clone(), &Layout::unit(), &Tiler::All)?;
            &one
        }
        Tiled::Copying(copy) => {
            let sides = [Side::Source, Side::Target];
            let layouts = sides.iter().map(|side| copy.layout_tv(*side));
            let layouts: Vec<Layout> = layouts.collect::<Result<_, _>>()?;
            let atoms = sides.iter().zip(&layouts);
            let atoms = atoms.map(|(side, tv)| instructions(tv, &copy.atom().sizes(*side)?));
            let atoms = atoms.collect::<Result<_, _>>()?;
            return Ok(Some((layouts, copy.tile().clone(), atoms)));
        }
        Tiled::Bits(_) | Tiled::Copy(_) => return Ok(None),
    };
    let operands = [(Operand::A, [0, 2]), (Operand::B, [1, 2]), (Operand::C, [0, 1])];
    let layouts = operands.iter().map(|(operand, _)| mma.layout_tv(*operand));
    let layouts = layouts.collect::<Result<_, _>>()?;
    let tile = mma.tile()?;
    let atoms = operands.iter().map(|(operand, modes)| {
        let extents = modes.map(|mode| tile.modes()[mode].clone());
        let of_operand = ops::col_major(&HTuple::Tuple(extents.to_vec()))?;
        let parts = mma.thrfrg(*operand, &of_operand)?.strict()?;
        let size = |mode| ops::size(&ops::get(&parts, &[mode, 0])?);
        instructions(&parts, &[size(0)?, size(1)?])
    });
    let atoms = atoms.collect::<Result<_, _>>()?;
    Ok(Some((layouts, tile, atoms)))
}

/// The number of the instruction of each element that a layout of threads and values answers, where so many of both are one's; none
/// of more elements than are drawn.
fn instructions(tv: &Layout, sizes: &[Int; 2]) -> Result<Vec<usize>, layout_algebra::Error> {
    let numbers = tv.numbers()?;
    let known = |size: &Int| i64::try_from(size.known()?).ok().filter(|size| *size > 0);
    let (&[all, _], [Some(threads), Some(values)]) =
        (&numbers.extents()[..], sizes.each_ref().map(known))
    else {
        return Ok(Vec::new());
    };
    if numbers.size() > layout_draw::MAX_BLOCKED as i64 {
        return Ok(Vec::new());
    }
    let mut atoms = Vec::new();
    for at in 0..numbers.size() {
        let (thread, value) = (at % all, at / all);
        let atom = thread / threads + (all / threads).max(1) * (value / values);
        let Ok(offset) = usize::try_from(numbers.offset(at)) else { continue };
        if offset >= layout_draw::MAX_BLOCKED {
            continue;
        }
        if atoms.len() <= offset {
            atoms.resize(offset + 1, usize::MAX);
        }
        // Of several that read an element, as those along another mode do, the first.
        atoms[offset] = atoms[offset].min(atom as usize);
    }
    Ok(atoms)
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

/// The text of an expression's layout in another language.
fn text_of(
    source: &str,
    settings: &Settings,
    text: impl FnOnce(&Evaluated) -> Result<String, Unprintable>,
) -> Result<String, Mistake> {
    let evaluated = evaluate_single(source, settings)?;
    text(&evaluated).map_err(|reason| Mistake::new(0..source.len(), reason.to_string()))
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
    text_of(source, settings, |evaluated| print.evaluated(name, evaluated))
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
    text_of(source, settings, |evaluated| print.sweep(evaluated, body))
}

/// The functions by which a host passes the layout of an expression to a kernel.
///
/// # Errors
///
/// The errors of [`evaluate_single`] and [`Print::host`].
pub fn host(
    print: Print,
    name: &str,
    source: &str,
    settings: &Settings,
) -> Result<String, Mistake> {
    text_of(source, settings, |evaluated| print.host(name, evaluated))
}

/// The function by which a host makes the tensor map of a matrix, for tiles of shared memory.
///
/// # Errors
///
/// The number of the expression, 0 or 1, with its mistake: those of [`evaluate_single`] and [`evaluate_known`], and what has no tensor map.
pub fn tensor_map(
    print: Print,
    name: &str,
    [matrix, tile]: [&str; 2],
    element: TensorElement,
    settings: &Settings,
) -> Result<String, (usize, Mistake)> {
    let of_matrix = evaluate_single(matrix, settings).map_err(|mistake| (0, mistake))?;
    let of_tile =
        evaluate_known(tile, &without_bindings(settings)).map_err(|mistake| (1, mistake))?;
    let wrong = |message: &str| (1, Mistake::new(0..tile.len(), message));
    let of_tile = function(of_tile.value).ok_or_else(|| wrong("a tile is a layout"))?;
    print.tensor_map(name, &of_matrix, &of_tile, element).map_err(|reason| {
        let (place, text) = match reason {
            Unprintable::Tile { .. } => (1, tile),
            _ => (0, matrix),
        };
        (place, Mistake::new(0..text.len(), reason.to_string()))
    })
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
    // No kernel copies them, so that to allow them is no way out.
    let refused = [&[Lint::Padding][..], &Lint::ALL];
    let layout = |place: usize, text: &str| {
        let wrong = |message: &str| (place, Mistake::new(0..text.len(), message));
        let evaluated = evaluate_known(text, settings);
        match evaluated.map_err(|mistake| (place, mistake.without_allowing(refused[place])))? {
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

#[cfg(test)]
mod tests {
    use super::*;
    use layout_codegen::Allow;

    /// C of four instructions of 16x8, each outlined; one instruction alone is not.
    #[test]
    fn cells_of_a_tiling_know_their_instruction() {
        let settings = Settings { allow: Allow::all(), bindings: Bindings::default() };
        let picture = |source: &str| {
            let tiling = tiling(source, &settings).ok().flatten().expect("a tiling");
            tiling_picture(&tiling, None).expect("a picture")
        };
        let four = picture("make_tiled_mma(SM80_16x8x8_F32F16F16F32_TN, (2,2,1))");
        for (at, cell) in four.panels[2].cells.iter().enumerate() {
            assert_eq!(cell.atom, at / 16 / 16 + 2 * (at % 16 / 8), "{at}");
        }
        assert!(four.caption.contains("Thick lines"));
        // B is drawn with its columns down: two instructions beside each other.
        let columns = four.panels[0].columns.size;
        for (at, cell) in four.panels[0].cells.iter().enumerate() {
            assert_eq!(cell.atom > 0, at % columns >= 8, "{at}");
        }
        let one = picture("SM80_16x8x8_F32F16F16F32_TN");
        assert!(one.panels.iter().all(|panel| panel.cells.iter().all(|cell| cell.atom == 0)));
    }
}
