//! `Reader`: recursive descent over a text, one function for each type.

use alloc::vec::Vec;

use super::error::{MAX_DEPTH, ParseError, Reason};
use crate::{
    ComposedLayout, Coordinate, Crd, Error, Function, HTuple, Int, IntTuple, Layout, ModePath,
    Part, Stride, StrideTuple, Swizzle, Tiler,
};

type Read<T> = Result<T, ParseError>;

/// A text, and how far it is read.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// The whole of a text.
    pub(super) fn all<T>(text: &'a str, read: fn(&mut Self) -> Read<T>) -> Read<T> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let value = read(&mut reader)?;
        match reader.rest() {
            "" => Ok(value),
            _ => Err(reader.expected("the end")),
        }
    }

    pub(super) fn int(&mut self) -> Read<Int> {
        self.number("an integer")
    }

    pub(super) fn ints(&mut self) -> Read<IntTuple> {
        self.tuple("an integer or `(`", Reader::number)
    }

    pub(super) fn strides(&mut self) -> Read<StrideTuple> {
        self.tuple("a stride or `(`", Reader::scaled)
    }

    pub(super) fn stride(&mut self) -> Read<Stride> {
        self.scaled("a stride")
    }

    pub(super) fn coordinate(&mut self) -> Read<Coordinate> {
        self.tuple("an integer, `_` or `(`", |reader, expected| match reader.takes("_") {
            true => Ok(Crd::All),
            false => Ok(Crd::At(reader.number(expected)?)),
        })
    }

    pub(super) fn layout(&mut self) -> Read<Layout> {
        let start = self.start();
        let shape = self.ints()?;
        if !self.takes(":") {
            return Err(self.expected("`:` and the strides"));
        }
        self.layout_of(start, shape)
    }

    pub(super) fn tiler(&mut self) -> Read<Tiler> {
        let start = self.start();
        if self.takes("_") {
            return Ok(Tiler::All);
        }
        if self.takes("<") {
            return Ok(Tiler::Modes(self.list(">", "`,` or `>`", Reader::tiler)?));
        }
        let shape = self.tuple("an integer, `_`, `(` or `<`", Reader::number)?;
        match self.takes(":") {
            true => Ok(Tiler::Layout(self.layout_of(start, shape)?)),
            false => Tiler::from_shape(&shape).map_err(|error| self.invalid(error, [start; 2])),
        }
    }

    pub(super) fn swizzle(&mut self) -> Read<Swizzle> {
        let start = self.start();
        self.token("Sw", "a swizzle")?;
        self.token("<", "`<`")?;
        let bits = self.parameter()?;
        self.token(",", "`,`")?;
        let base = self.parameter()?;
        self.token(",", "`,`")?;
        let shift = self.parameter()?;
        self.token(">", "`>`")?;
        Swizzle::new(bits, base, shift).map_err(|error| self.invalid(error, [start; 2]))
    }

    pub(super) fn composed(&mut self) -> Read<ComposedLayout> {
        match self.function()? {
            Function::Composed(composed) => Ok(composed),
            _ => Err(self.expected("`o`, an offset, `o` and a layout")),
        }
    }

    pub(super) fn function(&mut self) -> Read<Function> {
        let start = self.start();
        let mut function = self.step()?;
        while self.takes("o") {
            let offset = self.int()?;
            self.token("o", "`o`")?;
            let inner = self.step()?;
            let composed = ComposedLayout::new(function, offset, inner);
            function = composed.map_err(|error| self.invalid(error, [start; 2]))?.into();
        }
        Ok(function)
    }

    fn step(&mut self) -> Read<Function> {
        match self.rest().starts_with("Sw") {
            true => Ok(self.swizzle()?.into()),
            false => Ok(self.layout()?.into()),
        }
    }

    /// The layout of a shape at `start`, from its strides on.
    fn layout_of(&mut self, start: usize, shape: IntTuple) -> Read<Layout> {
        let parts = [start, self.start()];
        let stride = self.strides()?;
        Layout::new(shape, stride).map_err(|error| self.invalid(error, parts))
    }

    fn parameter(&mut self) -> Read<i128> {
        Ok(self.int()?.known().unwrap_or_default())
    }

    fn number(&mut self, expected: &'static str) -> Read<Int> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.expected(expected));
        }
        let value = rest[..sign + digits].parse::<i128>();
        let value = value.or(Err(ParseError::new(self.at, Reason::Range)))?;
        self.at += sign + digits;
        Ok(Int::new(value))
    }

    fn scaled(&mut self, expected: &'static str) -> Read<Stride> {
        let (scale, mut path) = (self.number(expected)?, Vec::new());
        while self.takes("@") {
            let index = self.int()?.known().and_then(|index| usize::try_from(index).ok());
            path.push(index.ok_or_else(|| self.expected("the number of a mode before this"))?);
        }
        Ok(Stride::basis(scale, path.into_iter().rev().collect::<ModePath>()))
    }

    fn tuple<T>(
        &mut self,
        expected: &'static str,
        leaf: fn(&mut Self, &'static str) -> Read<T>,
    ) -> Read<HTuple<T>> {
        match self.takes("(") {
            true => Ok(HTuple::Tuple(
                self.list(")", "`,` or `)`", |reader| reader.tuple(expected, leaf))?,
            )),
            false => Ok(HTuple::Leaf(leaf(self, expected)?)),
        }
    }

    /// Reads items up to `end`, between commas.
    fn list<T>(
        &mut self,
        end: &str,
        expected: &'static str,
        item: impl Fn(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        if self.depth == MAX_DEPTH {
            return Err(ParseError::new(self.at - 1, Reason::Depth));
        }
        self.depth += 1;
        let mut items = Vec::new();
        if !self.takes(end) {
            loop {
                items.push(item(self)?);
                if self.takes(end) {
                    break;
                }
                self.token(",", expected)?;
            }
        }
        self.depth -= 1;
        Ok(items)
    }

    fn token(&mut self, token: &str, expected: &'static str) -> Read<()> {
        if self.takes(token) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// Reads a token if it comes next, and returns true if it did.
    fn takes(&mut self, token: &str) -> bool {
        let takes = self.rest().starts_with(token);
        self.at += if takes { token.len() } else { 0 };
        takes
    }

    /// The beginning of the next token.
    fn start(&mut self) -> usize {
        self.rest();
        self.at
    }

    /// The text from the next token on.
    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn expected(&mut self, expected: &'static str) -> ParseError {
        let rest = self.rest();
        ParseError::expected(expected, self.at, rest)
    }

    /// An error of what begins at these places: a shape, and its strides.
    fn invalid(&self, error: Error, [shape, stride]: [usize; 2]) -> ParseError {
        let start = if error.part() == Part::Stride { stride } else { shape };
        let at = mode(&self.text[start..], error.path().indices()).map_or(start, |at| start + at);
        ParseError::new(at, Reason::Invalid(error))
    }
}

/// The beginning of a mode in the text of a tuple.
fn mode(text: &str, path: &[usize]) -> Option<usize> {
    let start = text.len() - text.trim_start().len();
    let [first, path @ ..] = path else { return Some(start) };
    let (mut depth, mut left) = (0usize, *first);
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            b',' if depth == 1 => left = left.checked_sub(1)?,
            _ => continue,
        }
        if depth == 1 && left == 0 {
            return Some(at + 1 + mode(&text[at + 1..], path)?);
        }
    }
    None
}
