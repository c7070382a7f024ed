//! Integers in the place of symbols.

use alloc::vec::Vec;

use crate::{
    CollectVec, ComposedLayout, Coordinate, Crd, Error, HTuple, Int, IntTuple, Overflow, Step,
    Stride, StrideTuple, Symbol, Tiler,
};

/// The integer that a symbol stands for, if it has one.
type Values<'a> = &'a dyn Fn(&Symbol) -> Option<Int>;

impl HTuple<Int> {
    /// The tuple with integers in the place of its symbols.
    ///
    /// # Errors
    ///
    /// As [`Int::substitute`].
    pub fn substitute(&self, value_of: Values<'_>) -> Result<IntTuple, Overflow> {
        self.try_flat_map(&mut |int| int.substitute(value_of).map(HTuple::Leaf))
    }
}

impl HTuple<Stride> {
    /// The tuple with integers in the place of its symbols.
    ///
    /// # Errors
    ///
    /// As [`Int::substitute`].
    pub fn substitute(&self, value_of: Values<'_>) -> Result<StrideTuple, Overflow> {
        self.try_flat_map(&mut |stride| {
            let scale = stride.scale().substitute(value_of)?;
            Ok(HTuple::Leaf(Stride::basis(scale, stride.mode().clone())))
        })
    }
}

impl HTuple<Crd> {
    /// The coordinate with integers in the place of its symbols.
    ///
    /// # Errors
    ///
    /// As [`Int::substitute`].
    pub fn substitute(&self, value_of: Values<'_>) -> Result<Coordinate, Overflow> {
        self.try_flat_map(&mut |crd| {
            Ok(HTuple::Leaf(match crd {
                Crd::At(position) => Crd::At(position.substitute(value_of)?),
                Crd::All => Crd::All,
            }))
        })
    }
}

impl ComposedLayout {
    /// The layout with integers in the place of its symbols.
    ///
    /// # Errors
    ///
    /// As [`crate::Layout::substitute`].
    pub fn substitute(&self, value_of: Values<'_>) -> Result<ComposedLayout, Error> {
        let mut outer = Vec::new();
        for (step, at) in self.outer() {
            outer.push((step.substitute(value_of)?, at.substitute(value_of)?));
        }
        Ok(self.of_steps(outer, self.inner().substitute(value_of)?))
    }
}

impl Step {
    fn substitute(&self, value_of: Values<'_>) -> Result<Step, Error> {
        match self {
            Step::Swizzle(swizzle) => Ok(Step::Swizzle(*swizzle)),
            Step::Layout(layout) => layout.substitute(value_of).map(Step::Layout),
        }
    }
}

impl Tiler {
    /// The tiler with integers in the place of its symbols.
    ///
    /// # Errors
    ///
    /// As [`crate::Layout::substitute`].
    pub fn substitute(&self, value_of: Values<'_>) -> Result<Tiler, Error> {
        Ok(match self {
            Tiler::Layout(layout) => Tiler::Layout(layout.substitute(value_of)?),
            Tiler::Size(size) => Tiler::Size(size.substitute(value_of)?),
            Tiler::Modes(modes) => {
                let modes = modes.iter().map(|mode| mode.substitute(value_of));
                Tiler::Modes(modes.try_collect_vec::<_, Error>()?)
            }
            Tiler::All => Tiler::All,
        })
    }
}
