//! `Scope`: the names that an expression may use, and what is known where it is evaluated.

use std::collections::HashMap;
use std::rc::Rc;

use layout_algebra::Facts;

use crate::allow::Allow;
use crate::evaluated::Given;
use crate::value::{Annotations, Value};

/// The meaning of a name in one invocation.
#[derive(Clone, Debug)]
pub enum Binding {
    /// A layout or a composed layout, with its padding and the names of its modes.
    Layout(Value, Annotations),
    /// A layout with symbols.
    Symbolic(Rc<Given>),
    /// A layout whose own definition failed: its error is reported there.
    Invalid,
}

impl Binding {
    /// The binding of a layout with its annotations; `None` for another value.
    pub(crate) fn new(value: Value, annotations: Annotations) -> Option<Self> {
        value.is_layout().then_some(Binding::Layout(value, annotations))
    }
}

/// The names in scope.
pub type Scope = HashMap<String, Binding>;

/// Evaluates under what is allowed, and known of symbols.
pub(crate) struct Evaluator<'a> {
    pub(crate) scope: &'a Scope,
    pub(crate) allow: Allow,
    pub(crate) facts: Option<&'a Facts>,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(scope: &'a Scope, allow: Allow, facts: Option<&'a Facts>) -> Self {
        Evaluator { scope, allow, facts }
    }
}
