//! One question to the language: an operation, its operands as they are printed, and the
//! answer as it is printed.

use std::fmt;

use layout_laws::function::{Function, Within, same};
use layout_laws::tree::{Layout, Tiler, Tree};

use super::ask::{Answer, Found, ask};
use super::read::Value;
use super::{Law, Operation, define};

/// An operand besides the first layout.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A layout or a swizzle, and which of its coordinates are no padding.
    Function(Function, Within),
    /// A tiler.
    Tiler(Tiler),
    /// An integer or a tuple.
    Tuple(Tree<i128>),
    /// A coordinate, `None` for `_`.
    Coordinate(Tree<Option<i128>>),
}

impl Operand {
    /// An integer.
    pub fn number(number: usize) -> Self {
        Operand::Tuple(Tree::Leaf(number as i128))
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Function(function, _) => write!(f, "{function}"),
            Operand::Tiler(tiler) => write!(f, "{tiler}"),
            Operand::Tuple(tuple) => write!(f, "{tuple}"),
            Operand::Coordinate(coordinate) => {
                let words = coordinate.map(&mut |c| c.map_or("_".to_owned(), |c| c.to_string()));
                write!(f, "{words}")
            }
        }
    }
}

/// An operation and its operands.
#[derive(Clone)]
pub struct Question {
    /// The operation.
    pub op: &'static Operation,
    /// The layout that it is mainly of.
    pub layout: Function,
    /// Its coordinates that are no padding.
    pub within: Within,
    /// The other operands, in their order.
    pub others: Vec<Operand>,
    /// The notations of the operands, the layout first.
    pub words: Vec<String>,
    /// True if `#[allow(padding)]` stands in front.
    pub padding: bool,
}

/// A question and its answer.
pub struct Case {
    /// The question.
    pub of: Question,
    /// The answer as it is printed.
    pub answer: Found,
}

impl Question {
    fn call(&self, mut words: Vec<String>) -> String {
        let layout = words.remove(0);
        words.insert(self.op.place.min(words.len()), layout);
        format!("{}({})", self.op.name, words.join(", "))
    }

    /// The expression as it is written.
    pub fn text(&self) -> String {
        self.call(self.words.clone())
    }

    /// The expression with its operands as they are printed.
    pub fn flat(&self) -> String {
        let others = self.others.iter().map(Operand::to_string);
        self.call([self.layout.to_string()].into_iter().chain(others).collect())
    }

    /// True if an integer of it is a symbol: which form an answer has may then depend on what
    /// is known of the symbol.
    pub fn is_symbolic(&self) -> bool {
        let is_symbol = |pair: &[u8]| b"mn".contains(&pair[0]) && pair[1].is_ascii_digit();
        self.words.iter().any(|word| word.as_bytes().windows(2).any(is_symbol))
    }

    /// The functions among the operands.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        let others = self.others.iter().filter_map(|operand| match operand {
            Operand::Function(function, _) => Some(function),
            _ => None,
        });
        [&self.layout].into_iter().chain(others)
    }

    /// Takes the functions among the operands as they are under the conditions of an answer,
    /// where they may have other forms. Whether one of them has.
    fn assume(&mut self, answer: &Found) -> bool {
        let assumed = format!("#[assume({})]", answer.conditions.join(", "));
        let asked = |word: &String| match ask(&format!("{assumed} {word}"), self.padding) {
            Ok(Answer::Found(Found { value: Value::Function(function), .. })) => Some(function),
            _ => None,
        };
        let found: Vec<_> = self.words.iter().map(asked).collect();
        let functions =
            [&mut self.layout].into_iter().map(Some).chain(self.others.iter_mut().map(|operand| {
                match operand {
                    Operand::Function(function, _) => Some(function),
                    _ => None,
                }
            }));
        let mut changed = false;
        for (function, found) in functions.zip(found) {
            if let (Some(function), Some(found)) = (function, found) {
                changed |= *function != found;
                *function = found;
            }
        }
        changed
    }

    /// The answer of the language to these operands in another operation, held against the
    /// definition of that.
    ///
    /// # Errors
    ///
    /// The point at which the definition fails.
    pub fn related(&self, name: &str) -> Result<Option<Case>, String> {
        Question { op: define::find(name), ..self.clone() }.answered()
    }

    /// The same question to the operands as they are printed, without symbols.
    ///
    /// # Errors
    ///
    /// The point at which the definition fails.
    pub fn printed(&self) -> Result<Option<Case>, String> {
        let others = self.others.iter().map(Operand::to_string);
        let words = [self.layout.to_string()].into_iter().chain(others).collect();
        Question { words, padding: true, ..self.clone() }.answered()
    }

    /// Holds if a mode is another one as it is; over symbols, a leaf of extent 1 may have
    /// another stride.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn keeps(&self, mode: &Layout, found: &Layout) -> layout_laws::Law {
        let [before, after] = [mode, found].map(|of| Function::from(of.clone()));
        match self.is_symbolic() {
            _ if mode == found => Ok(()),
            true => same(&before, &after),
            false => Err(format!("mode {before} became {after}")),
        }
    }

    fn answered(self) -> Result<Option<Case>, String> {
        let text = self.text();
        let Answer::Found(answer) = ask(&text, self.padding)? else { return Ok(None) };
        let mut case = Case { of: self, answer };
        case.holds().map_err(|why| format!("in {text}: {why}"))?;
        Ok(Some(case))
    }
}

impl Case {
    /// Holds the answer against the definition of its operation. What fails over symbols is
    /// held once more with the operands as they are under the conditions of the answer.
    ///
    /// # Errors
    ///
    /// The point at which the definition fails.
    pub fn holds(&mut self) -> Law {
        match (self.of.op.holds)(self) {
            Err(why) if self.of.is_symbolic() && self.of.assume(&self.answer) => {
                (self.of.op.holds)(self).map_err(|_| why)
            }
            held => held,
        }
    }

    /// The answer where it is a function.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn function(&self) -> Result<&Function, String> {
        match &self.answer.value {
            Value::Function(function) => Ok(function),
            other => Err(format!("{other:?} is no layout")),
        }
    }

    /// The layout of operand and answer, where the same steps follow both; else none.
    ///
    /// # Errors
    ///
    /// If the answer is no layout.
    pub fn domains(&self) -> Result<Option<(&Layout, &Layout)>, String> {
        let (before, after) = (&self.of.layout, self.function()?);
        Ok(match (&before.domain, &after.domain) {
            (Some(a), Some(r)) if before.steps == after.steps => Some((a, r)),
            _ => None,
        })
    }

    /// Holds if the answer is this layout, followed by what follows the operand.
    ///
    /// # Errors
    ///
    /// If it is another one.
    pub fn is(&self, expected: &Layout) -> Law {
        let (expected, found) = (self.of.layout.on(expected.clone()), self.function()?);
        if self.of.is_symbolic() {
            return same(&expected, found).map(|()| true);
        }
        if expected.shape() != found.shape() {
            return Err(format!("the shape is not that of {expected}"));
        }
        if expected.steps == found.steps && expected != *found {
            return Err(format!("it is not {expected}"));
        }
        same(&expected, found).map(|()| true)
    }
}
