//! `Constructor`: how a layout is made of its symbols.
use layout_algebra::{CollectVec, HTuple, Int};

use super::check::Check;
use super::compile_time::{CompileTime, Constant};
use super::empty_domain::EmptyDomain;
use super::leaf::{Leaves, are_constant, bound_leaves};
use super::mode::{Mode, ValueBound};
use super::number::{Number, Numbers};
use super::size::Size;
use crate::evaluated::Obligation;

/// Constructor of a layout from its symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constructor {
    /// A type, of these numbers, which rustc computes. Each stands once.
    Type(Vec<Int>),
    /// A value.
    Value(Box<LayoutValue>),
}

/// A layout as a value of symbols that are known at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutValue {
    /// The numbers that are computed first.
    pub numbers: ValueNumbers,
    /// The leaves, nested like the shape.
    pub modes: HTuple<Mode>,
    /// The leaves that a 1-D coordinate is split over, if they are others.
    pub linear: Option<HTuple<Mode>>,
    /// The coordinates that are no padding; none where it is not known.
    pub bounds: Option<Vec<ValueBound>>,
}

/// The numbers of a value whose symbols are known at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueNumbers {
    /// The numbers that rustc computes.
    pub constants: Vec<Constant>,
    /// The size, if the only condition of the numbers is that it fits.
    pub size: Option<Size>,
    /// The others, in the order in which they are computed.
    pub numbers: Vec<Number>,
}

impl Leaves<'_> {
    /// The obligations with the check of each, and the construction of the layout.
    pub(super) fn made(&self) -> (Vec<(Obligation, Check)>, Constructor) {
        let is_type = are_constant(self.symbols);
        // A type divides nothing by them.
        let demanded = if is_type { &[] } else { self.obligations };
        let mut known = CompileTime::new(self.symbols, demanded);
        known.note_leaves(self.profile, is_type);
        if let Some(linear) = self.linear {
            known.note_leaves(linear, is_type);
        }
        for bound in self.bounds.within().unwrap_or_default() {
            known.note_leaves(&bound_leaves(bound), is_type);
            known.note(bound.extent());
        }
        if is_type {
            let checks = self.checks(&known, None);
            let numbers = known.constants.into_iter().map(|constant| constant.of);
            return (checks, Constructor::Type(numbers.collect_vec()));
        }
        known.note_divisors(self.obligations);
        self.value(known)
    }

    fn checks(
        &self,
        known: &CompileTime<'_>,
        empty_domain: Option<&EmptyDomain<'_>>,
    ) -> Vec<(Obligation, Check)> {
        self.obligations.iter().map(|of| Check::of(known, empty_domain, of)).collect_vec()
    }

    fn value(&self, known: CompileTime<'_>) -> (Vec<(Obligation, Check)>, Constructor) {
        let size = Size::of(&known, self.profile);
        let checks = self.checks(&known, Some(&EmptyDomain::of(&known, self)));
        let extents = self.profile.leaves().iter().map(|leaf| leaf.extent.clone()).collect_vec();
        let mut numbers = Numbers { known: &known, size: size.as_ref(), extents, all: Vec::new() };
        let modes = numbers.modes(self.profile);
        let linear = self.linear.map(|linear| numbers.modes(linear));
        let bounds = self.bounds.within();
        let bounds = bounds.map(|within| within.iter().map(|it| numbers.bound(it)).collect_vec());
        let numbers = numbers.all;
        let numbers = ValueNumbers { constants: known.constants, size, numbers };
        (checks, Constructor::Value(Box::new(LayoutValue { numbers, modes, linear, bounds })))
    }
}
