//! The value of an entry point: the statements before it, and the expression.
//!
//! Each coordinate is divided down to its digits, and these are joined as the plan's sum
//! says, or moved to their places all at once. Offsets and swizzles follow.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::number::Number;
use super::operand::Operand;
use crate::emit::{local, signed};
use crate::plan::{Division, Entry, Join, Moved, Of, Part, Spread, Stage, Sum, Term, Twist};
use crate::primitive::U64;

/// What is computed before the value of an entry, and the value.
pub(super) fn value(
    entry: &Entry,
    coordinates: &[Ident],
    number: Number,
) -> (TokenStream, TokenStream) {
    let mut body = Body { number, join: entry.join, statements: TokenStream::new(), sum: None };
    let mut digits: Vec<Vec<Operand>> = Vec::new();
    // Two digits of one coordinate are joined as well by an or, where no address computation
    // does it. Of what else is known in range alone, nothing is made.
    let bits = match (&entry.programs[..], &entry.sum.0[..]) {
        ([program], [a, b]) if a.is_moved() && b.is_moved() => below(program.size),
        _ => u64::MAX,
    };
    for (program, coordinate) in entry.programs.iter().zip(coordinates) {
        let mut quotient = Quotient { of: coordinate.clone(), shift: 0, bits };
        let digit = |(term, division): (&Term, Division)| {
            body.divide(&mut quotient, term.divide_by, division);
            body.digit(&quotient, term)
        };
        digits.push(program.steps().map(digit).collect());
    }
    let bits = if number == Number::U32 { u32::BITS } else { u64::BITS };
    let mut then = entry.then.as_slice();
    match (&entry.spread, entry.source, then) {
        (Some(spread), ..) if spread.width() <= bits => body.spread(spread, coordinates),
        (_, Some(source), [first, others @ ..]) => {
            body.sum = body.swizzled(&entry.sum, source, digits, first);
            then = others;
        }
        _ => body.sum = body.joined(&entry.sum, &digits),
    }
    if entry.constant != 0 {
        let constant = signed(entry.constant);
        body.add(Operand::atom(constant));
    }
    then.iter().for_each(|twist| body.twist(twist));
    let value = body.sum.map(Operand::value);
    (body.statements, value.unwrap_or_else(|| quote! { 0 }))
}

/// A function's body as far as it is written.
struct Body {
    number: Number,
    join: Join,
    statements: TokenStream,
    sum: Option<Operand>,
}

/// A quotient: what a variable holds, and how far it is to be shifted.
struct Quotient {
    of: Ident,
    shift: u32,
    /// The bits that may be set before that.
    bits: u64,
}

impl Quotient {
    fn operand(&self) -> Operand {
        let of = &self.of;
        Operand::atom(quote! { #of }).with_bits(self.bits).shifted(self.shift)
    }
}

impl Body {
    /// Divides a quotient. What is more than a shift takes a variable.
    fn divide(&mut self, quotient: &mut Quotient, divisor: u64, division: Division) {
        let value = match division {
            Division::None => return,
            Division::Shift(shift) => {
                quotient.shift += shift;
                return;
            }
            Division::Narrow { multiplier, shift, in_u32 } => {
                let dividend = quotient.operand().receiver();
                let multiplier = Literal::u64_unsuffixed(multiplier);
                let shift_by = Literal::u32_unsuffixed(shift);
                if self.number == Number::U32 && in_u32 && shift < u32::BITS {
                    quote! { #dividend.wrapping_mul(#multiplier) >> #shift_by }
                } else {
                    let number = self.number.coordinate();
                    quote! { ((#dividend as #U64).wrapping_mul(#multiplier) >> #shift_by) as #number }
                }
            }
            Division::Wide => {
                let dividend = quotient.operand().receiver();
                let divisor = Literal::u64_unsuffixed(divisor);
                quote! { #dividend / #divisor }
            }
        };
        let divided = format_ident!("{}_{divisor}", quotient.of, span = Span::mixed_site());
        self.statements.extend(quote! { let #divided = #value; });
        let bits = below((quotient.bits >> quotient.shift) / divisor + 1);
        *quotient = Quotient { of: divided, shift: 0, bits };
    }

    /// The digit of a term, in the type of offsets.
    fn digit(&self, quotient: &Quotient, term: &Term) -> Operand {
        let mut digit = quotient.operand();
        if let Some(mask) = term.mask {
            digit = digit.masked(mask);
        }
        match self.number {
            Number::Isize => digit.cast(&self.number.offset()),
            Number::Usize | Number::U32 => digit,
        }
    }

    /// The steps for all bits at once, each a variable.
    fn spread(&mut self, spread: &Spread, coordinates: &[Ident]) {
        let word = local("word");
        let moved = |of: &Ident, sign: TokenStream, by: u32| match by {
            0 => quote! { #of },
            by => {
                let by = Literal::u32_unsuffixed(by);
                quote! { #of #sign #by }
            }
        };
        let masked = |value: TokenStream, mask: Option<u64>| match mask.map(Literal::u64_unsuffixed)
        {
            Some(mask) => quote! { (#value) & #mask },
            None => value,
        };
        let copies = spread.copies.iter().map(|&(c, by)| moved(&coordinates[c], quote! { << }, by));
        let placed = masked(quote! { #(#copies)|* }, spread.mask);
        self.statements.extend(quote! { let #word = #placed; });
        for stage in &spread.stages {
            let stage = match *stage {
                Stage::Spread(shift, mask) => {
                    let both = moved(&word, quote! { << }, shift);
                    masked(quote! { #word | #both }, Some(mask))
                }
                Stage::Exchange(distance, mask) => {
                    let flipped = local("flipped");
                    let above = moved(&word, quote! { >> }, distance);
                    let value = masked(quote! { #word ^ #above }, Some(mask));
                    self.statements.extend(quote! { let #flipped = #value; });
                    // A factor of 3, 5 or 9 is an address computation.
                    let both = Literal::u64_unsuffixed((1 << distance) + 1);
                    quote! { #word ^ #flipped.wrapping_mul(#both) }
                }
            };
            self.statements.extend(quote! { let #word = #stage; });
        }
        let folds = std::iter::once(&0).chain(&spread.folds);
        let folds = folds.map(|by| moved(&word, quote! { >> }, *by));
        self.sum = Some(Operand::binary(masked(quote! { #(#folds)|* }, spread.last_mask)));
    }

    /// The digits of a function, joined from the left: what is multiplied by 2, 4 or 8 is
    /// then added in one instruction.
    fn joined(&self, sum: &Sum, digits: &[Vec<Operand>]) -> Option<Operand> {
        let parts = sum.0.iter().filter_map(|part| self.part(part, digits));
        parts.reduce(|sum, part| sum.joined(self.join, part))
    }

    /// A part of a sum. One that is a sum is joined from the right: LLVM multiplies it out
    /// if an operand of the outermost addition is a product.
    fn part(&self, part: &Part, digits: &[Vec<Operand>]) -> Option<Operand> {
        let times = self.number.factor(part.times);
        if times == 0 {
            return None;
        }
        let of = match &part.of {
            &Of::Digit { program, term } => digits[program][term].clone(),
            Of::Sum(sum) => {
                let parts = sum.0.iter().rev().filter_map(|part| self.part(part, digits));
                parts.reduce(|sum, part| part.joined(self.join, sum))?
            }
        };
        Some(of.times(times, part.times < 0))
    }

    /// Moves and swizzles the value so far, which takes a variable.
    fn twist(&mut self, twist: &Twist) {
        if twist.offset != 0 {
            // With its type: it is what a negative sum is subtracted from.
            let magnitude = twist.offset.unsigned_abs();
            let offset = match self.number {
                Number::Usize => Literal::usize_suffixed(magnitude as usize),
                Number::Isize => Literal::isize_suffixed(magnitude as isize),
                Number::U32 => Literal::u32_suffixed(magnitude as u32),
            };
            self.join = Join::Add;
            self.add(Operand::atom(quote! { #offset }).times(1, twist.offset < 0));
        }
        if twist.swizzle.is_identity() {
            return;
        }
        let Some(value) = self.sum.take() else { return };
        let x = self.variable(value);
        let flipped = moved(&x, twist.moves(0));
        self.sum = Some(Operand::binary(quote! { #x ^ #flipped }));
    }

    /// The digits of a function, swizzled. The swizzle reads the bits of what a part
    /// multiplies, which takes a variable if it is computed.
    fn swizzled(
        &mut self,
        sum: &Sum,
        source: usize,
        mut digits: Vec<Vec<Operand>>,
        twist: &Twist,
    ) -> Option<Operand> {
        let (mut sum, shift) = (sum.clone(), sum.0[source].times.trailing_zeros());
        let read = Of::Digit { program: digits.len(), term: 0 };
        let of = std::mem::replace(&mut sum.0[source].of, read);
        let digit = matches!(of, Of::Digit { .. });
        let of = self.joined(&Sum(vec![Part { times: 1, of }]), &digits)?;
        let x = if digit && of.is_atom() { of.value() } else { self.variable(of) };
        let flipped = moved(&x, twist.moves(shift));
        digits.push(vec![Operand::atom(x)]);
        let sum = self.joined(&sum, &digits)?.receiver();
        Some(Operand::binary(quote! { #sum ^ #flipped }))
    }

    /// A variable of the value.
    fn variable(&mut self, value: Operand) -> TokenStream {
        let (x, number) = (local("x"), self.number.offset());
        let value = value.value();
        self.statements.extend(quote! { let #x: #number = #value; });
        quote! { #x }
    }

    /// Joins an operand to the others.
    fn add(&mut self, operand: Operand) {
        self.sum = Some(match self.sum.take() {
            Some(sum) => sum.joined(self.join, operand),
            None => operand,
        });
    }
}

/// The bits of the numbers below another.
fn below(number: u64) -> u64 {
    u64::MAX.checked_shr((number - 1).leading_zeros()).unwrap_or(0)
}

/// Bits of a variable, moved, where an operator is beside them.
fn moved(x: &TokenStream, moved: Moved) -> TokenStream {
    let (mask, by) = (Literal::u64_unsuffixed(moved.mask), moved.left.unsigned_abs());
    let by = Literal::u32_unsuffixed(by);
    match moved.left {
        0 => quote! { (#x & #mask) },
        1.. => quote! { ((#x & #mask) << #by) },
        _ => quote! { ((#x & #mask) >> #by) },
    }
}
