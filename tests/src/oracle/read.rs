//! Reads what the language prints.

use layout_laws::function::{Function, Step};
use layout_laws::tree::{Layout, Tree};

/// A printed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `true`, `false`.
    Bool(bool),
    /// An integer or a tuple of them.
    Tuple(Tree<i128>),
    /// A layout, a swizzle, or some of them one after the other.
    Function(Function),
    /// Several values.
    List(Vec<Value>),
}

/// The value of a notation, or where it ends to be one.
///
/// # Errors
///
/// The rest that is no notation.
pub fn read(text: &str) -> Result<Value, String> {
    let mut reader = Reader { rest: text };
    let value = reader.value();
    match (value, reader.rest) {
        (Some(value), "") => Ok(value),
        (_, rest) => Err(format!("cannot read {text:?} from {rest:?} on")),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(token)?;
        Some(())
    }

    fn integer(&mut self) -> Option<i128> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '-');
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        digits.parse().ok()
    }

    /// `value o value o …`
    fn value(&mut self) -> Option<Value> {
        let mut values = vec![self.item()?];
        while self.skip(" o ").is_some() {
            values.push(self.item()?);
        }
        if let [_] = values.as_slice() {
            return values.pop();
        }
        let mut steps = Vec::new();
        for value in values {
            steps.push(match value {
                Value::Tuple(Tree::Leaf(offset)) => Step::Add(offset),
                Value::Function(Function { mut steps, domain: None }) => steps.pop()?,
                Value::Function(function) => Step::Layout(function.domain?),
                _ => return None,
            });
        }
        let domain = match steps.pop()? {
            Step::Layout(layout) => Some(layout),
            last => {
                steps.push(last);
                None
            }
        };
        Some(Value::Function(Function { steps, domain }))
    }

    /// The item between two ` o `.
    fn item(&mut self) -> Option<Value> {
        for (word, truth) in [("true", true), ("false", false)] {
            if self.skip(word).is_some() {
                return Some(Value::Bool(truth));
            }
        }
        if self.skip("Sw<").is_some() {
            let bits = self.integer()?.try_into().ok()?;
            self.skip(",")?;
            let base = self.integer()?.try_into().ok()?;
            self.skip(",")?;
            let shift = self.integer()?.try_into().ok()?;
            self.skip(">")?;
            let steps = vec![Step::Swizzle(bits, base, shift)];
            return Some(Value::Function(Function { steps, domain: None }));
        }
        let shape = match self.group()? {
            Value::Tuple(shape) if self.skip(":").is_some() => shape,
            value => return Some(value),
        };
        let Value::Tuple(stride) = self.group()? else { return None };
        Some(Value::Function(zipped(&shape, &stride)?.into()))
    }

    /// An integer, or values in parentheses.
    fn group(&mut self) -> Option<Value> {
        if self.skip("(").is_none() {
            return Some(Value::Tuple(Tree::Leaf(self.integer()?)));
        }
        let mut values = Vec::new();
        while self.skip(")").is_none() {
            if !values.is_empty() {
                self.skip(",")?;
            }
            values.push(self.value()?);
        }
        let trees = values.iter().map(|value| match value {
            Value::Tuple(tree) => Some(tree.clone()),
            _ => None,
        });
        let trees: Option<Vec<_>> = trees.collect();
        Some(trees.map_or(Value::List(values), |trees| Value::Tuple(Tree::Tuple(trees))))
    }
}

fn zipped(shape: &Tree<i128>, stride: &Tree<i128>) -> Option<Layout> {
    match (shape, stride) {
        (Tree::Leaf(extent), Tree::Leaf(stride)) => Some(Tree::Leaf((*extent, *stride))),
        (Tree::Tuple(shape), Tree::Tuple(stride)) if shape.len() == stride.len() => {
            let modes = shape.iter().zip(stride).map(|(a, b)| zipped(a, b));
            Some(Tree::Tuple(modes.collect::<Option<_>>()?))
        }
        _ => None,
    }
}
