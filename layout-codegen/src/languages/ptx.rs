//! Functions of CUDA C++ whose bodies are inline PTX.

use super::text::{Function, Printer};
use crate::arithmetic::{Arithmetic, Node, Op};
use crate::plan::Division;
use layout_algebra::CollectVec;

/// The most operands that an `asm` statement reads.
const INPUTS: usize = 29;

/// The instructions of a body, as far as they are written.
struct Body<'a> {
    function: &'a Function<'a>,
    bits: u32,
    /// The registers of the variables.
    names: Vec<String>,
    /// The registers of what has no name.
    temporaries: Vec<String>,
    lines: Vec<String>,
}

impl Printer<'_> {
    /// The whole function as inline PTX; none, where an `asm` statement has too few operands.
    pub(super) fn ptx(&self, arithmetic: &Arithmetic) -> Option<String> {
        let word = self.dialect.word(self.bits)?;
        let Function { name, symbols, coordinates, is_signed } = self.function;
        let takes = [*symbols, *coordinates].concat();
        if takes.len() > INPUTS {
            return None;
        }
        let names = arithmetic.names(coordinates, symbols);
        let mut body = Body {
            function: self.function,
            bits: self.bits,
            names,
            temporaries: Vec::new(),
            lines: Vec::new(),
        };
        for (place, variable) in arithmetic.variables.iter().enumerate() {
            let register = body.names[place].clone();
            body.set(&register, &variable.value);
        }
        body.set("%0", &arithmetic.value);
        let registers = [&*body.names, &*body.temporaries].concat().join(", ");
        if !registers.is_empty() {
            body.lines.insert(0, format!(".reg .b{} {registers};", self.bits));
        }
        let answers = if *is_signed { word.signed } else { word.unsigned };
        // The result must not have the name of a parameter.
        let mut answer = "offset".to_owned();
        while takes.contains(&answer) {
            answer.push('_');
        }
        let constraint = if self.bits == u64::BITS { 'l' } else { 'r' };
        let mut text = self.dialect.head(name, &takes, word.unsigned, answers);
        text.push_str(&format!("    {} {answer};\n    asm(\"{{\\n\\t\"\n", word.unsigned));
        for line in &body.lines {
            text.push_str(&format!("        \"{line}\\n\\t\"\n"));
        }
        let inputs = takes.iter().map(|name| format!("\"{constraint}\"({name})"));
        let inputs = inputs.collect_vec().join(", ");
        text.push_str(&format!("        \"}}\" : \"={constraint}\"({answer}) : {inputs});\n"));
        let value = match is_signed {
            true => self.dialect.filled(self.dialect.cast, "", answers, &answer),
            false => answer,
        };
        Some(format!("{text}    return {value};\n{}", self.dialect.end()))
    }
}

impl Body<'_> {
    /// Sets a register to a value.
    fn set(&mut self, register: &str, node: &Node) {
        let bits = self.bits;
        match node {
            Node::Coordinate(_) | Node::Variable(_) | Node::Symbol(_) | Node::Number(_) => {
                let value = self.operand(node);
                self.lines.push(format!("mov.b{bits} {register}, {value};"));
            }
            Node::Negative(of) => self.join(register, "sub.u", &Node::Number(0), of),
            Node::Binary(op, a, b) => self.join(register, operation(*op), a, b),
            Node::Quotient { of, by, division } => match *division {
                Division::Narrow(reciprocal) if reciprocal.in_u32 || bits == u64::BITS => {
                    let product = self.temporary();
                    self.join(&product, "mul.lo.u", of, &Node::Number(reciprocal.multiplier));
                    let shift = reciprocal.shift;
                    self.lines.push(format!("shr.u{bits} {register}, {product}, {shift};"));
                }
                _ => self.join(register, "div.u", of, &Node::Number(*by)),
            },
            Node::Offset(of) => self.set(register, of),
        }
    }

    /// Sets a register to two values, joined.
    fn join(&mut self, register: &str, operation: &str, a: &Node, b: &Node) {
        let (a, b) = (self.operand(a), self.operand(b));
        self.lines.push(format!("{operation}{} {register}, {a}, {b};", self.bits));
    }

    /// A value as an operand of an instruction: `%0` is what the function answers, and its parameters follow.
    fn operand(&mut self, node: &Node) -> String {
        match node {
            Node::Symbol(place) => format!("%{}", 1 + place),
            Node::Coordinate(place) => format!("%{}", 1 + self.function.symbols.len() + place),
            Node::Variable(place) => self.names[*place].clone(),
            Node::Number(number) => match i64::try_from(*number) {
                Ok(number) => number.to_string(),
                Err(_) => format!("{number}U"),
            },
            Node::Offset(of) => self.operand(of),
            Node::Negative(_) | Node::Binary(..) | Node::Quotient { .. } => {
                let register = self.temporary();
                self.set(&register, node);
                register
            }
        }
    }

    fn temporary(&mut self) -> String {
        let (mut number, mut register) = (0, "t0".to_owned());
        while self.names.contains(&register) || self.temporaries.contains(&register) {
            number += 1;
            register = format!("t{number}");
        }
        self.temporaries.push(register.clone());
        register
    }
}

/// The instruction of an operation, but for the bits of its words.
fn operation(op: Op) -> &'static str {
    match op {
        Op::Add => "add.u",
        Op::Sub => "sub.u",
        Op::Mul => "mul.lo.u",
        Op::And => "and.b",
        Op::Or => "or.b",
        Op::Xor => "xor.b",
        Op::Shl => "shl.b",
        Op::Shr => "shr.u",
        Op::Div => "div.u",
        Op::Rem => "rem.u",
        Op::Min => "min.u",
        Op::Max => "max.u",
    }
}
