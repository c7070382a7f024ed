//! The entry points of a plan as functions.
//!
//! Nothing panics, whatever the coordinate: sums and products wrap, and no overflow
//! is checked where none can be.

use std::borrow::Borrow;

use layout_algebra::HTuple;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::signed;
use crate::plan::{
    BasisPlan, Division, Entry, Join, Moved, Of, Part, Plan, Spread, Stage, Sum, Term, Twist,
    function_names,
};

/// The functions in `usize`, or in `isize` where an offset is negative, and those in
/// `u32` where every coordinate and offset fits.
pub fn functions(plan: &Plan) -> TokenStream {
    functions_of(&HTuple::Leaf(plan))
}

/// The same for a plan for each number of a tuple.
pub fn basis_functions(plan: &BasisPlan) -> TokenStream {
    functions_of(&plan.parts)
}

fn functions_of<T: Borrow<Plan>>(parts: &HTuple<T>) -> TokenStream {
    let plans: Vec<&Plan> = parts.leaves().into_iter().map(T::borrow).collect();
    let signed = plans.iter().any(|plan| plan.is_signed());
    let number = if signed { Number::Isize } else { Number::Usize };
    let mut tokens = functions_in(parts, number);
    if plans.iter().all(|plan| plan.fits_u32()) {
        tokens.extend(functions_in(parts, Number::U32));
    }
    tokens
}

fn functions_in<T: Borrow<Plan>>(parts: &HTuple<T>, number: Number) -> TokenStream {
    let of = [
        "the 1-D coordinate `i`",
        "a 1-D coordinate for each mode",
        "the natural coordinate, one integer for each leaf",
    ];
    let functions = number.names().into_iter().zip(of).enumerate().map(|(k, (name, of))| {
        let what = match (parts.is_tuple(), number) {
            (true, _) => "value",
            (false, Number::Isize) => "offset",
            (false, Number::Usize | Number::U32) => "index",
        };
        let bits = if number == Number::U32 { ", in 32 bits" } else { "" };
        let doc = format!(" The {what} of {of}{bits}.");
        let entries = parts.leaves().into_iter().map(|plan| plan.borrow().entries()[k]);
        let count = entries.clone().next().map_or(0, Entry::coordinates);
        let coordinates: Vec<Ident> = (0..count)
            .map(|c| {
                let unused = if entries.clone().any(|entry| entry.uses(c)) { "" } else { "_" };
                let number = if k == 0 { String::from("i") } else { format!("c{c}") };
                format_ident!("{unused}{number}", span = Span::mixed_site())
            })
            .collect();
        let value_of = |plan: &T| value(plan.borrow().entries()[k], &coordinates, number);
        let function = function(name, parts, &value_of, &coordinates, number);
        quote! { #[doc = #doc] #function }
    });
    functions.collect()
}

/// What a function computes in.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    Usize,
    Isize,
    U32,
}

impl Number {
    /// The names of the functions.
    fn names(self) -> [&'static str; 3] {
        match self {
            Number::Usize | Number::Isize => function_names(self == Number::Isize),
            Number::U32 => ["index_u32", "at_u32", "at_flat_u32"],
        }
    }

    /// The type of coordinates.
    fn coordinate(self) -> TokenStream {
        match self {
            Number::Usize | Number::Isize => quote! { usize },
            Number::U32 => quote! { u32 },
        }
    }

    /// The type of offsets.
    fn offset(self) -> TokenStream {
        match self {
            Number::Isize => quote! { isize },
            number => number.coordinate(),
        }
    }

    /// The magnitude of a factor, modulo what the number holds.
    fn factor(self, times: i64) -> u64 {
        match self {
            Number::Usize | Number::Isize => times.unsigned_abs(),
            Number::U32 => times.unsigned_abs() & u64::from(u32::MAX),
        }
    }
}

/// The function of a name that answers a tuple nested like `parts`, each of what is
/// computed before its value, and the value.
fn function<T>(
    name: &str,
    parts: &HTuple<T>,
    value_of: &dyn Fn(&T) -> (TokenStream, TokenStream),
    coordinates: &[Ident],
    number: Number,
) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    let body = tuple(parts, &|part| match value_of(part) {
        (statements, value) if !parts.is_tuple() => quote! { #statements #value },
        (statements, value) if statements.is_empty() => value,
        (statements, value) => quote! { { #statements #value } },
    });
    let result = tuple(parts, &|_| number.offset());
    let takes = number.coordinate();
    quote! {
        #[inline(always)]
        #[must_use]
        pub const fn #name(self, #(#coordinates: #takes),*) -> #result { #body }
    }
}

/// A tuple nested like another.
pub(super) fn tuple<T>(of: &HTuple<T>, leaf: &dyn Fn(&T) -> TokenStream) -> TokenStream {
    match of {
        HTuple::Leaf(value) => leaf(value),
        HTuple::Tuple(items) => {
            let items = items.iter().map(|item| tuple(item, leaf));
            quote! { (#(#items,)*) }
        }
    }
}

/// What is computed before the value of an entry, and the value.
fn value(entry: &Entry, coordinates: &[Ident], number: Number) -> (TokenStream, TokenStream) {
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
        body.add(Some(Operand::atom(constant)));
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
                    quote! { ((#dividend as u64).wrapping_mul(#multiplier) >> #shift_by) as #number }
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

    fn digit(&self, quotient: &Quotient, term: &Term) -> Operand {
        let mut digit = quotient.operand();
        if let Some(mask) = term.mask {
            let bits = digit.bits & mask;
            let (digits, mask) = (digit.receiver(), Literal::u64_unsuffixed(mask));
            digit = Operand { bits, ..Operand::binary(quote! { #digits & #mask }) };
        }
        if self.number == Number::Isize {
            let (bits, unsigned) = (digit.bits, digit.receiver());
            digit = Operand { bits, ..Operand::binary(quote! { #unsigned as isize }) };
        }
        digit
    }

    /// The steps for all bits at once, each a variable.
    fn spread(&mut self, spread: &Spread, coordinates: &[Ident]) {
        let word = format_ident!("word", span = Span::mixed_site());
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
                    let flipped = format_ident!("flipped", span = Span::mixed_site());
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
        parts.reduce(|sum, part| self.join.of(sum, part))
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
                parts.reduce(|sum, part| self.join.of(part, sum))?
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
            let offset =
                Operand { negative: twist.offset < 0, ..Operand::atom(quote! { #offset }) };
            self.join = Join::Add;
            self.add(Some(offset));
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
        let x = if digit && !of.binary { of.tokens } else { self.variable(of) };
        let flipped = moved(&x, twist.moves(shift));
        digits.push(vec![Operand::atom(x)]);
        let sum = self.joined(&sum, &digits)?.receiver();
        Some(Operand::binary(quote! { #sum ^ #flipped }))
    }

    /// A variable of the value.
    fn variable(&mut self, value: Operand) -> TokenStream {
        let (x, number) = (format_ident!("x", span = Span::mixed_site()), self.number.offset());
        let value = value.value();
        self.statements.extend(quote! { let #x: #number = #value; });
        quote! { #x }
    }

    /// Joins an operand to the others.
    fn add(&mut self, operand: Option<Operand>) {
        self.sum = match (self.sum.take(), operand) {
            (Some(sum), Some(operand)) => Some(self.join.of(sum, operand)),
            (sum, operand) => sum.or(operand),
        };
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

impl Join {
    /// Two operands, joined.
    fn of(self, a: Operand, b: Operand) -> Operand {
        let bits = a.bits | b.bits;
        if self == Join::Xor {
            let (a, b) = (a.receiver(), b.receiver());
            return Operand { bits, ..Operand::binary(quote! { #a ^ #b }) };
        }
        if !a.negative && !b.negative && a.bits & b.bits == 0 {
            // What cannot carry is the same instruction optimised, and less than a call if not.
            let (a, b) = (a.receiver(), b.receiver());
            return Operand { bits, ..Operand::binary(quote! { #a | #b }) };
        }
        let negative = a.negative && b.negative;
        let (a, b, differ) = match (a.negative, b.negative) {
            (true, false) => (b, a, true),
            (a_is, b_is) => (a, b, a_is != b_is),
        };
        let (a, b) = (a.receiver(), b.tokens);
        let tokens = if differ {
            quote! { #a.wrapping_sub(#b) }
        } else {
            quote! { #a.wrapping_add(#b) }
        };
        Operand { negative, ..Operand::atom(tokens) }
    }
}

impl Quotient {
    fn operand(&self) -> Operand {
        let of = &self.of;
        match self.shift {
            0 => Operand { bits: self.bits, ..Operand::atom(quote! { #of }) },
            shift => {
                let (bits, shift) = (self.bits >> shift, Literal::u32_unsuffixed(shift));
                Operand { bits, ..Operand::binary(quote! { #of >> #shift }) }
            }
        }
    }
}

#[derive(Clone)]
struct Operand {
    tokens: TokenStream,
    /// Whether an operator binds weaker than a method call.
    binary: bool,
    /// Whether the negative of the tokens is meant.
    negative: bool,
    /// The bits that may be set.
    bits: u64,
}

impl Operand {
    fn atom(tokens: TokenStream) -> Self {
        Operand { tokens, binary: false, negative: false, bits: u64::MAX }
    }

    fn binary(tokens: TokenStream) -> Self {
        Operand { tokens, binary: true, negative: false, bits: u64::MAX }
    }

    /// The operand times a factor, or the negative of that.
    fn times(self, times: u64, minus: bool) -> Self {
        let negative = self.negative != minus;
        if times == 1 {
            return Operand { negative, ..self };
        }
        let (bits, receiver) = (self.bits, self.receiver());
        let product = if times.is_power_of_two() {
            let bits = bits << times.trailing_zeros();
            let shift = Literal::u32_unsuffixed(times.trailing_zeros());
            Operand { bits, ..Operand::binary(quote! { #receiver << #shift }) }
        } else {
            let times = Literal::u64_unsuffixed(times);
            Operand::atom(quote! { #receiver.wrapping_mul(#times) })
        };
        Operand { negative, ..product }
    }

    /// The operand on its own, with its sign.
    fn value(self) -> TokenStream {
        let (negative, receiver) = (self.negative, self.binary);
        let tokens = self.tokens;
        match (negative, receiver) {
            (false, _) => tokens,
            (true, false) => quote! { #tokens.wrapping_neg() },
            (true, true) => quote! { (#tokens).wrapping_neg() },
        }
    }

    /// The operand where a method is called on it, or beside an operator.
    fn receiver(self) -> TokenStream {
        let tokens = self.tokens;
        if self.binary {
            quote! { (#tokens) }
        } else {
            tokens
        }
    }
}
