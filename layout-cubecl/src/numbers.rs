//! The numbers of a layout in a kernel, each known while the kernel is compiled or given at its launch, and what is computed with them.

use cubecl::prelude::*;
use layout_runtime::bounds::Bounds;
use layout_runtime::{Geometry, Layout, OffsetMap};

use crate::CubeGeometry;
use crate::Number;
use crate::expand::{add, and, below, both, div, mul, shl, shr, sub, xor};

/// A number: an extent, a stride, or a part of a bound.
#[derive(Clone, Copy)]
pub(crate) enum Value {
    Known(u32),
    Given(Number),
}

/// The extents and strides of the leaves, those of the same function of 1-D coordinates, if they are others, and the bounds: for each the
/// strides of the leaves, and the extent. `V` is a [`Value`] in a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Numbers<V> {
    pub(crate) modes: Vec<(V, V)>,
    pub(crate) linear: Option<Vec<(V, V)>>,
    pub(crate) bounds: Vec<(Vec<V>, V)>,
}

/// A number at a launch: its value, and whether kernels are compiled for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Launched {
    number: u32,
    is_known: bool,
}

impl Launched {
    /// The number, if kernels are compiled for it.
    pub(crate) fn known(self) -> Option<u32> {
        self.is_known.then_some(self.number)
    }

    /// The number, which a kernel gets as an argument if it is not compiled for it.
    pub(crate) fn number(self) -> u32 {
        self.number
    }
}

impl<V> Numbers<V> {
    /// The same with each number made another, in one order.
    pub(crate) fn map<U>(&self, mut f: impl FnMut(&V) -> U) -> Numbers<U> {
        let mut leaves = |leaves: &Vec<(V, V)>| leaves.iter().map(|(s, d)| (f(s), f(d))).collect();
        let modes = leaves(&self.modes);
        let linear = self.linear.as_ref().map(&mut leaves);
        let mut bounds = Vec::new();
        for (strides, extent) in &self.bounds {
            let strides = strides.iter().map(&mut f).collect();
            bounds.push((strides, f(extent)));
        }
        Numbers { modes, linear, bounds }
    }
}

impl Numbers<Launched> {
    /// The numbers of a layout whose functions fit 32 bits: all are taken modulo 2^32.
    pub(crate) fn of<L>(layout: &L) -> Self
    where
        L: Layout<Geometry: CubeGeometry, Linear: CubeGeometry>,
    {
        let modes = leaves(&layout.geometry());
        let linear = leaves(&layout.linear().modes);
        let is_known = modes.iter().all(|(s, d)| s.is_known && d.is_known);
        let linear = (linear != modes).then_some(linear);
        Numbers { modes, linear, bounds: bounds::<L>(layout, is_known) }
    }
}

fn leaves<G: CubeGeometry>(geometry: &G) -> Vec<(Launched, Launched)> {
    struct Numbers<'a> {
        known: &'a [(bool, bool)],
        leaves: Vec<(Launched, Launched)>,
    }

    impl layout_runtime::dynamic::Leaves for Numbers<'_> {
        fn leaf(&mut self, extent: usize, stride: isize) {
            let (extent_is_known, stride_is_known) = self.known[self.leaves.len()];
            self.leaves.push((
                Launched { number: extent as u32, is_known: extent_is_known },
                Launched { number: stride as u32, is_known: stride_is_known },
            ));
        }
    }

    let mut known = Vec::new();
    G::known(&mut known);
    let mut numbers = Numbers { known: &known, leaves: Vec::new() };
    geometry.visit(&mut numbers);
    numbers.leaves
}

/// Panics where 32 bits do not hold what the bounds of a layout compare.
pub(crate) fn assert_bounds_fit<L: Layout>(layout: &L) {
    let fit = layout.bounds().fit_u32(&layout.geometry());
    assert!(
        fit,
        "in_bounds_u32 of a layout of size {}: what its bounds compare must fit `i32`; compare in wider words, by \
         `in_bounds`",
        layout.size()
    );
}

/// The bounds, each a sum whose strides are its values at the coordinates of a single 1. Kernels
/// are compiled for the strides that are 0 or 1, so that a leaf that a bound does not look at costs nothing.
pub(crate) fn bounds<L: Layout>(layout: &L, is_known: bool) -> Vec<(Vec<Launched>, Launched)> {
    type Of<L> = <L as Layout>::Geometry;
    let (geometry, all) = (layout.geometry(), layout.bounds());
    let mut found: Vec<(Vec<Launched>, Launched)> = Vec::new();
    let zero = || <Of<L> as Geometry>::digits_last::<usize>(&geometry, 0);
    all.each(&geometry, zero(), &mut |_, extent| {
        found.push((Vec::new(), Launched { number: extent as u32, is_known }));
    });
    for leaf in 0..<Of<L> as Geometry>::LEAVES {
        let mut at = zero();
        *<Of<L> as Geometry>::digit(&mut at, leaf) = 1;
        let mut bound = 0;
        all.each(&geometry, at, &mut |stride, _| {
            let is_known = is_known || stride <= 1;
            found[bound].0.push(Launched { number: stride as u32, is_known });
            bound += 1;
        });
    }
    found
}

/// Computations with numbers in a kernel.
pub(crate) struct Computer<'a>(pub(crate) &'a Scope);

impl Computer<'_> {
    fn constant(number: u32) -> Number {
        NativeExpand::from(number)
    }

    /// A product, but with what is known to be 0.
    fn times(&self, c: Number, by: Value) -> Option<Number> {
        match by {
            Value::Known(0) => None,
            Value::Known(1) => Some(c),
            Value::Known(by) if by.is_power_of_two() => {
                Some(shl::expand(self.0, c, Self::constant(by.trailing_zeros())))
            }
            Value::Known(by) => Some(mul::expand(self.0, c, Self::constant(by))),
            Value::Given(by) => Some(mul::expand(self.0, c, by)),
        }
    }

    /// The remainder by an extent, and the quotient.
    fn split(&self, c: Number, extent: Value) -> (Number, Number) {
        match extent {
            Value::Known(extent) if extent.is_power_of_two() => (
                and::expand(self.0, c, Self::constant(extent - 1)),
                shr::expand(self.0, c, Self::constant(extent.trailing_zeros())),
            ),
            extent => {
                let by = match extent {
                    Value::Known(extent) => Self::constant(extent),
                    Value::Given(extent) => extent,
                };
                let quotient = div::expand(self.0, c, by);
                let whole = mul::expand(self.0, quotient, by);
                (sub::expand(self.0, c, whole), quotient)
            }
        }
    }

    /// The product of extents.
    #[cfg(feature = "cubecl-std")]
    pub(crate) fn product(&self, extents: impl Iterator<Item = Value>) -> Number {
        let (mut known, mut product) = (1, None);
        for extent in extents {
            match (extent, product) {
                (Value::Known(extent), _) => known *= extent,
                (Value::Given(extent), None) => product = Some(extent),
                (Value::Given(extent), Some(all)) => {
                    product = Some(mul::expand(self.0, all, extent));
                }
            }
        }
        match product {
            None => Self::constant(known),
            Some(product) => self.times(product, Value::Known(known)).unwrap_or(Self::constant(0)),
        }
    }

    /// The sum of the integers of a coordinate, each by its stride.
    fn sum(&self, terms: impl Iterator<Item = (Number, Value)>) -> Number {
        let mut sum = None;
        for (c, stride) in terms {
            let Some(term) = self.times(c, stride) else { continue };
            sum = Some(match sum {
                Some(sum) => add::expand(self.0, sum, term),
                None => term,
            });
        }
        sum.unwrap_or(Self::constant(0))
    }

    /// The offset of an integer for each leaf.
    pub(crate) fn offset(&self, leaves: &[(Value, Value)], at: &[Number]) -> Number {
        self.sum(at.iter().copied().zip(leaves.iter().map(|(_, stride)| *stride)))
    }

    /// The integers of the leaves of one mode, from the mode's coordinate; the last one has no end.
    pub(crate) fn digits(&self, leaves: &[(Value, Value)], c: Number, digits: &mut Vec<Number>) {
        let mut rest = c;
        let (_, before) = leaves.split_last().expect("a mode has a leaf");
        for (extent, _) in before {
            let (digit, quotient) = self.split(rest, *extent);
            digits.push(digit);
            rest = quotient;
        }
        digits.push(rest);
    }

    /// The offset after the swizzles of a layout.
    pub(crate) fn mapped<O: OffsetMap>(&self, offset: Number) -> Number {
        if O::IDENTITY {
            return offset;
        }
        let mut x = self.mapped::<O::Before>(offset);
        if O::OFFSET != 0 {
            x = add::expand(self.0, x, Self::constant(O::OFFSET as u32));
        }
        if O::SWIZZLE.is_identity() {
            return x;
        }
        let by = Self::constant(O::SWIZZLE.shift().unsigned_abs());
        let flipping = and::expand(self.0, x, Self::constant(O::SWIZZLE.y_mask() as u32));
        let flips = match O::SWIZZLE.shift() >= 0 {
            true => shr::expand(self.0, flipping, by),
            false => shl::expand(self.0, flipping, by),
        };
        xor::expand(self.0, x, flips)
    }

    /// Returns true if an integer for each leaf is no padding.
    pub(crate) fn contain(
        &self,
        bounds: &[(Vec<Value>, Value)],
        at: &[Number],
    ) -> NativeExpand<bool> {
        let mut all: Option<NativeExpand<bool>> = None;
        for (strides, extent) in bounds {
            let number = self.sum(at.iter().copied().zip(strides.iter().copied()));
            let extent = match *extent {
                Value::Known(extent) => Self::constant(extent),
                Value::Given(extent) => extent,
            };
            let is_below = below::expand(self.0, number, extent);
            all = Some(match all {
                Some(all) => both::expand(self.0, all, is_below),
                None => is_below,
            });
        }
        all.unwrap_or(NativeExpand::from(true))
    }
}
