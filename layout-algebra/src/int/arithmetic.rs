//! Sums, products, and the lesser and greater of two.

use super::atom::Node;
use super::poly::Poly;
use super::{Int, Overflow, Repr, Truth};

impl Int {
    /// `self + other`.
    #[inline]
    pub fn add(&self, other: &Int) -> Result<Int, Overflow> {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => checked(a.checked_add(*b)),
            (Repr::Symbolic(_), Repr::Known(0)) => Ok(self.clone()),
            (Repr::Known(0), Repr::Symbolic(_)) => Ok(other.clone()),
            (Repr::Symbolic(poly), Repr::Known(value))
            | (Repr::Known(value), Repr::Symbolic(poly)) => Int::of(poly.plus(*value)?),
            _ => self.of_polys(other, Poly::add),
        }
    }

    /// `self - other`.
    #[inline]
    pub fn sub(&self, other: &Int) -> Result<Int, Overflow> {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => checked(a.checked_sub(*b)),
            (Repr::Symbolic(poly), Repr::Known(value)) => {
                Int::of(poly.plus(value.checked_neg().ok_or(Overflow::Range)?)?)
            }
            _ => self.of_polys(other, Poly::sub),
        }
    }

    /// `self * other`.
    #[inline]
    pub fn mul(&self, other: &Int) -> Result<Int, Overflow> {
        match (&self.0, &other.0) {
            (Repr::Known(a), Repr::Known(b)) => checked(a.checked_mul(*b)),
            (Repr::Known(1), Repr::Symbolic(_)) => Ok(other.clone()),
            (Repr::Symbolic(_), Repr::Known(1)) => Ok(self.clone()),
            _ => self.of_polys(other, Poly::mul),
        }
    }

    #[cold]
    fn of_polys(
        &self,
        other: &Int,
        op: fn(&Poly, &Poly) -> Result<Poly, Overflow>,
    ) -> Result<Int, Overflow> {
        Int::of(op(&self.poly(), &other.poly())?)
    }

    /// `|self|`.
    pub fn abs(&self) -> Result<Int, Overflow> {
        match &self.0 {
            Repr::Known(value) => checked(value.checked_abs()),
            Repr::Symbolic(_) => self.greater(&Int::ZERO.sub(self)?),
        }
    }

    /// The lesser of both.
    pub fn lesser(&self, other: &Int) -> Result<Int, Overflow> {
        self.one_of(other, [self, other], Node::Min)
    }

    /// The greater of both.
    pub fn greater(&self, other: &Int) -> Result<Int, Overflow> {
        self.one_of(other, [other, self], Node::Max)
    }

    /// The first of two if `self <= other`, else the second; a node of both where that is open.
    fn one_of(
        &self,
        other: &Int,
        [first, second]: [&Int; 2],
        node: fn(Int, Int) -> Node,
    ) -> Result<Int, Overflow> {
        match self.at_most(other) {
            Truth::True => Ok(first.clone()),
            Truth::False => Ok(second.clone()),
            Truth::Unknown if other.at_most(self).is_true() => Ok(second.clone()),
            Truth::Unknown => {
                let (a, b) = if self <= other { (self, other) } else { (other, self) };
                Int::of_node(node(a.clone(), b.clone()))
            }
        }
    }
}

#[inline]
pub(super) fn checked(value: Option<i128>) -> Result<Int, Overflow> {
    value.map(Int::new).ok_or(Overflow::Range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_is_an_error() {
        let max = Int::new(i128::MAX);
        let min = Int::new(i128::MIN);
        assert_eq!(max.add(&Int::ONE), Err(Overflow::Range));
        assert_eq!(min.sub(&Int::ONE), Err(Overflow::Range));
        assert_eq!(max.mul(&Int::new(2)), Err(Overflow::Range));
        assert_eq!(min.abs(), Err(Overflow::Range));
        assert_eq!(min.div_floor(&Int::new(-1)), Err(Overflow::Range));
        assert_eq!(Int::ONE.div_ceil(&Int::ZERO), Err(Overflow::Range));
        assert!(Int::ZERO.divides(&Int::ONE).is_false());
    }
}
