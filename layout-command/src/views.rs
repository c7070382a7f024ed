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

/// The most cells of a layout that is drawn as one table by default.
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
    let mut given = settings.bindings.0.clone();
    given.retain(|(name, _)| symbols.contains(name));
    let settings = Settings { allow: settings.allow, bindings: Bindings(given) };
    let Evaluated { value, bounds, .. } = evaluate_known(source, &settings)?;
    let Some(function) = function(value) else {
        return Err(Mistake::whole(source, "only a layout has a picture"));
    };
    let subject = drawn(source, Subject::new(&function, bounds))?;
    let subject = match domain(&written.value) {
        Some(layout) if written.is_symbolic() => subject.named(&layout, written.value.to_string()),
        _ => subject,
    };
    Ok((subject, symbols))
}

/// A tiled product or copy: which thread holds which elements of its operands.
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
        Err(error) => return Err(Mistake::whole(source, error)),
    };
    let mut parts = Vec::new();
    for layout in layouts {
        parts.push(Mistake::of(source, Subject::new(&layout.into(), Bounds::EVERYWHERE))?);
    }
    let mut extents = Vec::new();
    for extent in tile.leaves() {
        let Some(Ok(extent)) = extent.known().map(usize::try_from) else {
            return Err(Mistake::whole(source, "the extents of the tile are not known"));
        };
        extents.push(extent);
    }
    Ok(Some(Tiling { title: value.to_string(), parts, tile: extents, atoms }))
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
            cell.atom = atoms.get(place).into_iter().flatten().nth(offset).copied().unwrap_or(0);
        }
    }
    if atoms.iter().flatten().any(|atom| *atom > 0) {
        picture.caption.push_str(" Thick lines are around what one instruction takes at once.");
    }
    Ok(Picture { title: title.clone(), ..picture })
}

/// The mistake of an expression of which a picture is not drawn.
pub fn undrawn(source: &str, error: &layout_draw::Error) -> Mistake {
    let mut mistake = Mistake::whole(source, error);
    mistake.helps.extend(error.help_text().map(str::to_owned));
    mistake
}

/// The result, whose error is the mistake of an expression of which a picture is not drawn.
pub(crate) fn drawn<T>(source: &str, result: Result<T, layout_draw::Error>) -> Result<T, Mistake> {
    result.map_err(|error| undrawn(source, &error))
}

/// The layouts of threads and values, the tile, and the instruction of each element of a part.
type Parts = (Vec<Layout>, IntTuple, Vec<Vec<usize>>);

/// The parts of a tiling; none of an instruction that copies bits.
fn layouts_of(tiled: &Tiled) -> Result<Option<Parts>, layout_algebra::Error> {
    let (mut layouts, mut atoms) = (Vec::new(), Vec::new());
    let one;
    let mma = match tiled {
        Tiled::Product(mma) => &**mma,
        Tiled::Mma(atom) => {
            one = TiledMma::new(atom.clone(), &Layout::unit(), &Tiler::All)?;
            &one
        }
        Tiled::Copying(copy) => {
            for side in [Side::Source, Side::Target] {
                let tv = copy.layout_tv(side)?;
                atoms.push(instructions(&tv, &copy.atom().sizes(side)?)?);
                layouts.push(tv);
            }
            return Ok(Some((layouts, copy.tile().clone(), atoms)));
        }
        Tiled::Bits(_) | Tiled::Copy(_) => return Ok(None),
    };
    let tile = mma.tile()?;
    for (operand, [a, b]) in [(Operand::A, [0, 2]), (Operand::B, [1, 2]), (Operand::C, [0, 1])] {
        layouts.push(mma.layout_tv(operand)?);
        let extents = vec![tile.modes()[a].clone(), tile.modes()[b].clone()];
        let of_operand = ops::col_major(&HTuple::Tuple(extents))?;
        let parts = mma.thrfrg(operand, &of_operand)?.strict()?;
        let size = |mode| ops::size(&ops::get(&parts, &[mode, 0])?);
        atoms.push(instructions(&parts, &[size(0)?, size(1)?])?);
    }
    Ok(Some((layouts, tile, atoms)))
}

/// The number of the instruction of each element that is a value of a layout of threads and values, where `sizes` of both belong to one
/// instruction; none of more elements than are drawn.
fn instructions(tv: &Layout, sizes: &[Int; 2]) -> Result<Vec<usize>, layout_algebra::Error> {
    let numbers = tv.numbers()?;
    let sizes = sizes.each_ref().map(|size| size.known().map(i64::try_from));
    let (&[all, _], [Some(Ok(threads @ 1..)), Some(Ok(values @ 1..))]) =
        (&numbers.extents()[..], sizes)
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
        _ => return Err(Mistake::whole(source, "only a layout has a table")),
    };
    let message = format!(
        "{value} has no table\n\
         a table takes integers, or steps along a basis, and few enough coordinates to read"
    );
    table.or_else(|| tables(value, bounds)).ok_or(Mistake::whole(source, message))
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
    match plan_evaluated(&evaluated) {
        Some(plan) => Mistake::of(source, plan.map(Planned::factored)),
        None => Err(Mistake::whole(source, "only a layout has a plan")),
    }
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
    Mistake::of(source, print.evaluated(name, &evaluate_single(source, settings)?))
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
    Mistake::of(source, print.sweep(&evaluate_single(source, settings)?, body))
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
    Mistake::of(source, print.host(name, &evaluate_single(source, settings)?))
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
    let of_matrix = numbered(0, evaluate_single(matrix, settings))?;
    let of_tile = numbered(1, evaluate_known(tile, &without_bindings(settings)))?;
    let Some(of_tile) = function(of_tile.value) else {
        return Err((1, Mistake::whole(tile, "a tile is a layout")));
    };
    match print.tensor_map(name, &of_matrix, &of_tile, element) {
        Ok(text) => Ok(text),
        Err(reason @ Unprintable::Tile { .. }) => Err((1, Mistake::whole(tile, reason))),
        Err(reason) => Err((0, Mistake::whole(matrix, reason))),
    }
}

/// The result, whose mistake is in the expression of this number.
fn numbered<T>(place: usize, result: Result<T, Mistake>) -> Result<T, (usize, Mistake)> {
    result.map_err(|mistake| (place, mistake))
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
    let from = numbered(0, copied(source, &[Lint::Padding], settings))?;
    let into = numbered(1, copied(target, &Lint::ALL, settings))?;
    numbered(1, Mistake::of(target, print.relayout(name, &from, &into, bytes)))
}

/// A layout that a kernel copies. It copies none of these lints, so that to allow them is no way out.
fn copied(source: &str, refused: &[Lint], settings: &Settings) -> Result<Function, Mistake> {
    let evaluated = match evaluate_known(source, settings) {
        Ok(evaluated) => evaluated,
        Err(mistake) => return Err(mistake.without_allowing(refused)),
    };
    if !evaluated.bounds.is_everywhere() {
        return Err(Mistake::whole(source, "a copy of a layout with padding has no kernel"));
    }
    function(evaluated.value).ok_or(Mistake::whole(source, "only a layout is copied by a kernel"))
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
