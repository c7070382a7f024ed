//! The language of layouts as an extension of Python, without its face: `python/layouts/*.py` has that.
//!
//! Answers come from `layout-command`, so that Python says what the command says. A layout keeps its numbers: its
//! offsets are computed without reading a text.

use layout_algebra::{Function, HTuple, Int, IntTuple, Numbers, Stride, Vector};
use layout_codegen::{
    Allow, Argument, Evaluated, GROUPS, Language, Lint, Notation, Print, TupleLeaf, Value,
};
use layout_command::bindings::Bindings;
use layout_command::drawing::default_picture;
use layout_command::expression::{
    Mistake, Settings, evaluate_known, evaluate_single, format_value, text,
};
use layout_command::printed_tensor;
use layout_command::redistribution::{Redistribution, Shown, elements, transfers};
use layout_command::steps::{trace_steps, write as write_steps};
use layout_command::views::{function, index_functions, table};
use layout_draw::{Format, write};
use layout_mesh_plan::{Mesh, Plan, Step, Traffic, Written};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

/// A `Program` of `python/layouts/_language.py`: an expression with what is allowed in it and the values of its symbols.
#[derive(FromPyObject)]
struct Program {
    source: String,
    allow: Vec<String>,
    bindings: Vec<(String, i128)>,
}

/// A program whose lints are known.
struct Question {
    source: String,
    settings: Settings,
}

impl Program {
    fn question(self) -> PyResult<Question> {
        let settings = Settings { allow: lints(&self.allow)?, bindings: Bindings(self.bindings) };
        Ok(Question { source: self.source, settings })
    }
}

/// The lints of these names.
fn lints(names: &[String]) -> PyResult<Allow> {
    let mut lints = Allow::default();
    for name in names {
        let lint = Lint::ALL.into_iter().find(|lint| lint.name() == name);
        let names = || Lint::ALL.map(Lint::name).join(", ");
        let unknown = || PyValueError::new_err(format!("no lint is called {name:?}: {}", names()));
        lints.permit(lint.ok_or_else(unknown)?);
    }
    Ok(lints)
}

impl Question {
    fn evaluated(&self, py: Python<'_>) -> PyResult<Evaluated> {
        self.answer(py, evaluate_single(&self.source, &self.settings))
    }

    /// The answer, or its mistake as an exception.
    fn answer<T>(&self, py: Python<'_>, answer: Result<T, Mistake>) -> PyResult<T> {
        answer.map_err(|mistake| exception(py, &self.source, mistake).unwrap_or_else(|error| error))
    }
}

/// A mistake as a `LayoutError`, whose places count characters.
fn exception(py: Python<'_>, source: &str, mistake: Mistake) -> PyResult<PyErr> {
    let place = |byte: usize| source.get(..byte).map_or(0, |before| before.chars().count());
    let Mistake { range, message, helps, repairs, code } = mistake;
    let repairs = repairs.into_iter();
    let repairs = repairs.map(|of| (place(of.range.start), place(of.range.end), of.text, of.help));
    let class = py.import("layouts._error")?.getattr("LayoutError")?;
    let fields = (message, source, place(range.start), place(range.end), helps);
    let error = class.call1((
        fields.0,
        fields.1,
        fields.2,
        fields.3,
        fields.4,
        repairs.collect::<Vec<_>>(),
        code,
    ))?;
    Ok(PyErr::from_value(error))
}

/// A value that is no integer, truth value, text, tuple or list of Python: a layout, or what only the language has.
#[pyclass(frozen, module = "layouts._native")]
struct Evaluation {
    /// The word for its kind.
    #[pyo3(get)]
    kind: &'static str,
    /// Its notation, which reads back.
    #[pyo3(get)]
    text: String,
    /// The notation without bounds and conditions.
    #[pyo3(get)]
    notation: String,
    /// The bounds of a padded layout.
    #[pyo3(get)]
    bounds: Option<String>,
    /// The names of the symbols.
    #[pyo3(get)]
    symbols: Vec<String>,
    shape: Option<IntTuple>,
    stride: Option<HTuple<Vector>>,
    numbers: Option<Numbers>,
    /// The value as an operand; none with symbols, bounds or names of modes, which are in the text.
    function: Option<Function>,
}

#[pymethods]
impl Evaluation {
    /// The shape of a layout; `None` of what has none.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.shape.as_ref().map(|shape| tuple(py, shape, &mut |int| integer(py, int))).transpose()
    }

    /// The strides of a layout; `None` of what has none.
    #[getter]
    fn stride<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let leaf = &mut |stride: &Vector| leaf(py, &TupleLeaf::from(stride.clone()));
        self.stride.as_ref().map(|stride| tuple(py, stride, leaf)).transpose()
    }

    /// The number of coordinates; `None` where it or an offset is not known, or no integer of 64 bits.
    #[getter]
    fn size(&self) -> Option<i64> {
        self.numbers.as_ref().map(Numbers::size)
    }

    /// The offset at a 1-D coordinate.
    fn offset(&self, coordinate: i64) -> PyResult<i64> {
        let numbers = self.numbers()?;
        match (0..numbers.size()).contains(&coordinate) {
            true => Ok(numbers.offset(coordinate)),
            false => Err(outside(coordinate, numbers)),
        }
    }

    /// The offset at a coordinate of integers, nested like the shape or coarser; `None` where one is no integer of Python.
    fn at(&self, coordinate: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
        let (Some(shape), Some(numbers)) = (&self.shape, &self.numbers) else { return Ok(None) };
        let index = self.index(shape, coordinate)?;
        Ok(index.map(|index| numbers.offset(index)))
    }

    /// The offsets at many 1-D coordinates.
    fn offsets<'py>(
        &self,
        py: Python<'py>,
        coordinates: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let numbers = self.numbers()?;
        let domain = 0..numbers.size();
        let offset = |&coordinate: &i64| match domain.contains(&coordinate) {
            true => Ok(numbers.offset(coordinate)),
            false => Err(outside(coordinate, numbers)),
        };
        let offsets = coordinates.as_array().iter().map(offset).collect::<PyResult<_>>()?;
        Ok(PyArray1::from_vec(py, offsets))
    }

    /// The offsets at all 1-D coordinates.
    fn all_offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let offsets = self.numbers()?.table();
        let offsets = offsets.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        Ok(PyArray1::from_vec(py, offsets))
    }
}

impl Evaluation {
    /// The 1-D coordinate in a shape.
    fn index(&self, shape: &IntTuple, coordinate: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
        let size = extent(shape);
        if coordinate.is_exact_instance_of::<PyInt>() {
            let index: i64 = coordinate.extract()?;
            return match (0..size).contains(&index) {
                true => Ok(Some(index)),
                false => Err(PyIndexError::new_err(format!(
                    "index {index} is outside of 0..{size}, a mode of {}",
                    self.text
                ))),
            };
        }
        let Ok(parts) = coordinate.cast_exact::<PyTuple>() else { return Ok(None) };
        let modes = shape.modes();
        if parts.len() != modes.len() {
            return Err(PyIndexError::new_err(format!(
                "the coordinate {coordinate} has {} modes, {shape} of {} has {}",
                parts.len(),
                self.text,
                modes.len(),
            )));
        }
        let (mut index, mut step) = (0, 1);
        for (part, mode) in parts.iter().zip(modes) {
            let Some(digit) = self.index(mode, &part)? else { return Ok(None) };
            index += step * digit;
            step *= extent(mode);
        }
        Ok(Some(index))
    }

    fn numbers(&self) -> PyResult<&Numbers> {
        let none = || PyTypeError::new_err(format!("{} has no offsets of 64 bits", self.text));
        self.numbers.as_ref().ok_or_else(none)
    }

    fn new(evaluated: &Evaluated) -> Self {
        let Evaluated { value, bounds, names, symbols, obligations } = evaluated;
        let function = function(value.clone());
        let (shape, stride) = match (&function, value) {
            (Some(Function::Layout(layout)), _) => {
                let stride = layout.stride().map(&mut |stride: &Stride| stride.clone().into());
                (Some(layout.shape().clone()), Some(stride))
            }
            (Some(Function::Composed(layout)), _) => (layout.shape().ok().cloned(), None),
            (_, Value::Vectors(layout)) => {
                (Some(layout.shape().clone()), Some(layout.stride().clone()))
            }
            _ => (None, None),
        };
        Evaluation {
            kind: match value {
                Value::Layout(_) | Value::Composed(_) | Value::Vectors(_) => "layout",
                Value::Swizzle(_) => "swizzle",
                Value::Tiler(_) => "tiler",
                Value::Tiled(_) => "instruction",
                Value::Closure(_) => "closure",
                _ => "value",
            },
            text: text(evaluated),
            notation: evaluated.notation(),
            bounds: (!bounds.is_everywhere()).then(|| bounds.to_string()),
            symbols: symbols.iter().map(|symbol| symbol.name.clone()).collect(),
            shape,
            stride,
            numbers: function.as_ref().and_then(|function| function.numbers().ok()),
            function: function.filter(|_| {
                let has_all = bounds.is_everywhere() && names.is_none();
                has_all && symbols.is_empty() && obligations.is_empty()
            }),
        }
    }

    /// The notation of a value that Python has none for.
    fn word<'py>(py: Python<'py>, text: String) -> PyResult<Bound<'py, PyAny>> {
        let notation = text.clone();
        let word = Evaluation {
            kind: "value",
            text,
            notation,
            bounds: None,
            symbols: Vec::new(),
            shape: None,
            stride: None,
            numbers: None,
            function: None,
        };
        Ok(Bound::new(py, word)?.into_any())
    }
}

/// The size of a shape of which it is known to fit.
fn extent(shape: &IntTuple) -> i64 {
    let leaves = shape.leaves().into_iter();
    leaves
        .map(|leaf| leaf.known().and_then(|known| i64::try_from(known).ok()).unwrap_or(0))
        .product()
}

fn outside(coordinate: i64, numbers: &Numbers) -> PyErr {
    PyIndexError::new_err(format!("coordinate {coordinate} is outside of 0..{}", numbers.size()))
}

fn integer<'py>(py: Python<'py>, int: &Int) -> PyResult<Bound<'py, PyAny>> {
    match int.known() {
        Some(known) => Ok(known.into_pyobject(py)?.into_any()),
        None => Evaluation::word(py, int.to_string()),
    }
}

fn leaf<'py>(py: Python<'py>, leaf: &TupleLeaf) -> PyResult<Bound<'py, PyAny>> {
    match leaf {
        TupleLeaf::Int(int) => integer(py, int),
        other => Evaluation::word(py, other.to_string()),
    }
}

fn tuple<'py, T>(
    py: Python<'py>,
    of: &HTuple<T>,
    leaf: &mut impl FnMut(&T) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match of {
        HTuple::Leaf(of) => leaf(of),
        HTuple::Tuple(items) => {
            let items =
                items.iter().map(|item| tuple(py, item, leaf)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyTuple::new(py, items)?.into_any())
        }
    }
}

/// A value as one of Python's, or an [`Evaluation`].
fn object<'py>(py: Python<'py>, evaluated: Evaluated) -> PyResult<Bound<'py, PyAny>> {
    match &evaluated.value {
        Value::Bool(truth) => Ok(truth.into_pyobject(py)?.to_owned().into_any()),
        Value::Int(int) if int.known().is_some() => integer(py, int),
        Value::Tuple(of) => tuple(py, of, &mut |of| leaf(py, of)),
        Value::Text(text) => Ok(text.as_ref().into_pyobject(py)?.into_any()),
        Value::List(values) => {
            // What holds of the list holds of each: of its first, where it is a part and its offset.
            let each = values.iter().map(|value| {
                let (value, annotations) = match value {
                    Value::Annotated(value, annotations) => ((**value).clone(), Some(annotations)),
                    value => (value.clone(), None),
                };
                let mut one = Evaluated { value, ..evaluated.clone() };
                if let Some(annotations) = annotations {
                    one.bounds = annotations.bounds.clone();
                    one.names = annotations.names.clone();
                } else if !matches!(
                    one.value,
                    Value::Layout(_) | Value::Composed(_) | Value::Vectors(_)
                ) {
                    one.bounds = layout_algebra::bounds::Bounds::EVERYWHERE;
                }
                object(py, one)
            });
            Ok(PyList::new(py, each.collect::<PyResult<Vec<_>>>()?)?.into_any())
        }
        _ => Ok(Bound::new(py, Evaluation::new(&evaluated))?.into_any()),
    }
}

/// Evaluates an expression with the definitions before it.
#[pyfunction]
fn evaluate<'py>(py: Python<'py>, program: Program) -> PyResult<Bound<'py, PyAny>> {
    object(py, program.question()?.evaluated(py)?)
}

/// The value of an operation of operands that are held, without their texts; `None` where one has more than its numbers, or where
/// there is a mistake, which is an error of the text.
#[pyfunction]
fn apply<'py>(
    py: Python<'py>,
    operation: &str,
    operands: Vec<Bound<'py, PyAny>>,
    allow: Vec<String>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let arguments: Option<Vec<Argument>> = operands.iter().map(argument).collect();
    let Some(arguments) = arguments else { return Ok(None) };
    match layout_codegen::apply(operation, arguments, lints(&allow)?) {
        Ok(evaluated) => object(py, evaluated).map(Some),
        Err(_) => Ok(None),
    }
}

/// An operand that is held: a layout, or integers.
fn argument(operand: &Bound<'_, PyAny>) -> Option<Argument> {
    match operand.cast_exact::<Evaluation>() {
        Ok(evaluation) => evaluation.get().function.clone().map(Argument::Function),
        Err(_) => integers(operand).map(Argument::Integers),
    }
}

fn integers(operand: &Bound<'_, PyAny>) -> Option<IntTuple> {
    if let Ok(parts) = operand.cast_exact::<PyTuple>() {
        // Of no integers there is no shape.
        let parts: Vec<IntTuple> =
            parts.iter().map(|part| integers(&part)).collect::<Option<_>>()?;
        return (!parts.is_empty()).then_some(HTuple::Tuple(parts));
    }
    let integer = operand.is_exact_instance_of::<PyInt>();
    let integer: i128 = integer.then(|| operand.extract().ok()).flatten()?;
    Some(HTuple::Leaf(Int::new(integer)))
}

/// The steps by which an expression comes to its value.
#[pyfunction]
fn explain(py: Python<'_>, program: Program) -> PyResult<String> {
    let question = program.question()?;
    let (lines, answer) = trace_steps(&question.source, &question.settings);
    let value = question.answer(py, answer)?;
    Ok(format!("{}value: {}\n", write_steps(&lines), text(&value)))
}

/// The index functions of a layout in another language.
#[pyfunction]
#[pyo3(signature = (program, language, name, bits))]
fn emit(
    py: Python<'_>,
    program: Program,
    language: &str,
    name: &str,
    bits: Option<u32>,
) -> PyResult<String> {
    let question = program.question()?;
    let unknown = |_| {
        let names = Language::ALL.map(Language::name).join(", ");
        PyValueError::new_err(format!("no language is called {language:?}: {names}"))
    };
    let print = Print { language: language.parse().map_err(unknown)?, bits };
    let functions = index_functions(print, name, &question.source, &question.settings);
    Ok(print.preamble().to_owned() + &question.answer(py, functions)?)
}

/// The value in the notation of another library.
#[pyfunction]
fn notation(py: Python<'_>, program: Program, name: &str) -> PyResult<String> {
    let question = program.question()?;
    let notation = Notation::ALL.into_iter().find(|notation| notation.name() == name);
    let unknown = || {
        let names = Notation::ALL.map(Notation::name).join(", ");
        PyValueError::new_err(format!("no notation is called {name:?}: {names}"))
    };
    let notation = notation.ok_or_else(unknown)?;
    let evaluated = question.evaluated(py)?;
    question.answer(py, format_value(&question.source, &evaluated, Some(notation)))
}

/// The picture of a layout or of a tiling, as SVG.
#[pyfunction]
fn svg(py: Python<'_>, program: Program) -> PyResult<String> {
    let question = program.question()?;
    let picture = default_picture(&question.source, &question.settings);
    Ok(write(&question.answer(py, picture)?, Format::Svg))
}

/// The table of a layout, as CuTe prints it.
#[pyfunction]
fn print_layout(py: Python<'_>, program: Program) -> PyResult<String> {
    let question = program.question()?;
    question.answer(py, evaluate_known(&question.source, &question.settings).map(drop))?;
    question.answer(py, table(&question.source, &question.settings))
}

/// The layout of a tensor that CuTe printed, as an expression; `None` of another text.
#[pyfunction]
fn layout_of_tensor(text: &str) -> PyResult<Option<String>> {
    let printed = printed_tensor::read(text).transpose().map_err(PyValueError::new_err)?;
    Ok(printed.map(|printed| printed.layout))
}

/// The name, the words of the operands, the operands as they are written, the equation and an example of each operation.
#[pyfunction]
fn operations() -> Vec<(&'static str, Vec<&'static str>, String, &'static str, &'static str)> {
    let rows = GROUPS.iter().flat_map(|group| group.operations);
    rows.map(|row| {
        let words = row.operands().iter().map(|operand| operand.word()).collect();
        (row.name(), words, row.usage(), row.equation(), row.example())
    })
    .collect()
}

/// The axes of a mesh with their devices, and its first rank.
type Axes = (Vec<(String, usize)>, usize);

/// The most devices of a matrix of who sends to whom.
const MAX_MATRIX: usize = 1 << 12;

/// The plan of a redistribution; see `python/layouts/mesh.py`.
#[pyclass(frozen, module = "layouts._native")]
struct MeshPlan {
    plan: Plan,
    bytes: u8,
}

/// A message: the ranks that send and receive, the elements, and the transfers with the first place and the layout on both sides.
type MessageParts = (usize, usize, i64, Vec<(i64, String, i64, String)>);

#[pymethods]
impl MeshPlan {
    /// The name of the collective operation.
    #[getter]
    fn collective(&self) -> String {
        self.plan.collective().to_string()
    }

    /// The number of ranks.
    #[getter]
    fn devices(&self) -> usize {
        self.plan.devices()
    }

    /// The ranks of a node, if the plan knows.
    #[getter]
    fn node(&self) -> Option<usize> {
        self.plan.node()
    }

    /// The bytes that stay, that move inside of nodes, and that move between them.
    #[getter]
    fn traffic(&self) -> (i64, i64, i64) {
        let shown = Shown { plan: &self.plan, bytes: self.bytes, rank: 0 };
        let Traffic { kept, inside, between } = shown.bytes_moved();
        (kept, inside, between)
    }

    /// For each step, true if elements are added to each other.
    #[getter]
    fn steps(&self) -> Vec<bool> {
        self.plan.steps().iter().map(Step::adds).collect()
    }

    /// The shapes of a rank's parts before and after; `None` of one that holds nothing.
    fn local_shapes(&self, rank: usize) -> (Option<Vec<usize>>, Option<Vec<usize>>) {
        let shape = |placement: &layout_mesh_plan::Placement| placement.local_shape(rank);
        (shape(self.plan.source()), shape(self.plan.target()))
    }

    /// The messages that a rank sends to others in a step.
    fn messages(&self, step: usize, rank: usize) -> PyResult<Vec<MessageParts>> {
        let messages = self.step(step)?.sends(self.rank(rank)?);
        let parts = messages.iter().map(|message| {
            let transfers = transfers(message).into_iter();
            let transfers =
                transfers.map(|[(from, source), (to, target)]| (from, source, to, target));
            (message.source, message.target, message.elements(), transfers.collect())
        });
        Ok(parts.collect())
    }

    /// The elements from each rank to each rank in a step.
    fn elements<'py>(&self, py: Python<'py>, step: usize) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let devices = self.plan.devices();
        if devices > MAX_MATRIX {
            let text =
                format!("a matrix is of at most {MAX_MATRIX} devices, and the plan has {devices}");
            return Err(PyValueError::new_err(text));
        }
        Ok(PyArray2::from_vec2(py, &elements(self.step(step)?, devices))?)
    }

    /// The plan with the messages of a rank, as `layout mesh` prints it.
    fn text(&self, rank: usize) -> PyResult<String> {
        Ok(self.shown(rank)?.to_string())
    }

    /// The same as JSON.
    fn json(&self, rank: usize) -> PyResult<String> {
        Ok(self.shown(rank)?.json().to_string())
    }

    /// The picture of who sends to whom; `None` of more devices than a picture has.
    fn svg(&self) -> PyResult<Option<String>> {
        Ok(self.shown(0)?.picture().map(|picture| write(&picture, Format::Svg)))
    }
}

impl MeshPlan {
    fn step(&self, step: usize) -> PyResult<&Step> {
        let steps = self.plan.steps();
        let none = || PyIndexError::new_err(format!("step {step} of {}", steps.len()));
        steps.get(step).ok_or_else(none)
    }

    fn rank(&self, rank: usize) -> PyResult<usize> {
        match self.plan.devices() {
            devices if rank < devices => Ok(rank),
            devices => Err(PyIndexError::new_err(format!("rank {rank} of {devices} devices"))),
        }
    }

    fn shown(&self, rank: usize) -> PyResult<Shown<'_>> {
        Ok(Shown { plan: &self.plan, bytes: self.bytes, rank: self.rank(rank)? })
    }
}

/// Returns true if a text is a placement in the notation of DTensor or JAX.
#[pyfunction]
fn is_notation(text: &str) -> bool {
    Written::text(text).is_some()
}

/// The plan between the placements of two programs, on their meshes.
#[pyfunction]
#[pyo3(signature = (source, target, meshes, shape, node, bytes))]
fn mesh_plan(
    py: Python<'_>,
    source: Program,
    target: Program,
    meshes: (Option<Axes>, Option<Axes>),
    shape: Option<Vec<usize>>,
    node: Option<usize>,
    bytes: u8,
) -> PyResult<MeshPlan> {
    let wrong = |error: layout_mesh_plan::Error| PyValueError::new_err(error.to_string());
    let mesh = |axes: Option<Axes>| -> PyResult<Option<Mesh>> {
        let Some((axes, first)) = axes else { return Ok(None) };
        let axes: Vec<(&str, usize)> =
            axes.iter().map(|(name, extent)| (name.as_str(), *extent)).collect();
        Ok(Some(Mesh::new(&axes).and_then(|mesh| mesh.starting_at(first)).map_err(wrong)?))
    };
    let meshes = [mesh(meshes.0)?, mesh(meshes.1)?];
    let (source, target) = (source.question()?, target.question()?);
    let sources = [source.source.as_str(), target.source.as_str()];
    let redistribution = Redistribution {
        sources,
        meshes: [meshes[0].as_ref(), meshes[1].as_ref()],
        shape: shape.as_deref(),
        node,
    };
    match redistribution.plan(&source.settings) {
        Ok(plan) => Ok(MeshPlan { plan, bytes }),
        Err((mistake, side)) => Err(exception(py, sources[side], mistake)?),
    }
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Evaluation>()?;
    module.add_class::<MeshPlan>()?;
    module.add("languages", Language::ALL.map(Language::name).to_vec())?;
    module.add("notations", Notation::ALL.map(Notation::name).to_vec())?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(apply, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)?;
    module.add_function(wrap_pyfunction!(emit, module)?)?;
    module.add_function(wrap_pyfunction!(notation, module)?)?;
    module.add_function(wrap_pyfunction!(svg, module)?)?;
    module.add_function(wrap_pyfunction!(print_layout, module)?)?;
    module.add_function(wrap_pyfunction!(layout_of_tensor, module)?)?;
    module.add_function(wrap_pyfunction!(is_notation, module)?)?;
    module.add_function(wrap_pyfunction!(mesh_plan, module)?)?;
    module.add_function(wrap_pyfunction!(operations, module)?)
}
