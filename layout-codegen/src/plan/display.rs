//! Plans as text: one line for each fact and each function.

use std::fmt::{self, Write};

use super::{Entry, Join, Leaf, MAX_LEAVES, Plan, Program, Twist};

impl fmt::Display for Plan {
    /// One line for each fact and each function, with what a call of it costs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.notation)?;
        writeln!(f, "rank {}, depth {}, size {}", self.rank, self.depth, self.size)?;
        writeln!(f, "cosize {}, offsets {}..={}", self.cosize, self.min_offset, self.max_offset)?;
        let linear: Vec<String> = self.linear.iter().map(Leaf::to_string).collect();
        writeln!(f, "linear {}", linear.join(", "))?;
        let names = if self.is_signed() {
            ["offset", "offset_at", "offset_at_flat"]
        } else {
            ["index", "at", "at_flat"]
        };
        let coordinates: Vec<String> = (0..MAX_LEAVES).map(|i| format!("c{i}")).collect();
        let one = ["i".to_owned()];
        let takes = [one.as_slice(), &coordinates, &coordinates];
        for ((name, entry), takes) in names.into_iter().zip(self.entries()).zip(takes) {
            let takes = &takes[..entry.coordinates()];
            let text = entry.text(takes);
            writeln!(f, "{name}({}) = {text}  [{}]", takes.join(", "), entry.cost())?;
        }
        Ok(())
    }
}

impl Entry {
    /// The expression of a function of these coordinates.
    pub fn text(&self, coordinates: &[String]) -> String {
        let mut joined = String::new();
        for (program, coordinate) in self.programs.iter().zip(coordinates) {
            program.write(&mut joined, self.join, coordinate);
        }
        if self.constant != 0 {
            let plus = match (joined.is_empty(), self.join) {
                (true, _) => "",
                (false, Join::Add) => " + ",
                (false, Join::Xor) => " ^ ",
            };
            let _ = write!(joined, "{plus}{}", self.constant);
        }
        if joined.is_empty() {
            joined.push('0');
        }
        self.then.iter().fold(joined, |text, twist| twist.text(&text))
    }
}

impl Twist {
    /// The expression of the twist at another.
    fn text(&self, at: &str) -> String {
        match self.offset {
            0 => format!("{}({at})", self.swizzle),
            offset => format!("{}({at} + {offset})", self.swizzle),
        }
    }
}

impl Program {
    /// Appends the terms: sums with `*` and `/`, moves of bits with shifts.
    fn write(&self, text: &mut String, join: Join, coordinate: &str) {
        let mut quotient = coordinate.to_owned();
        let mut shift = 0;
        for term in &self.terms {
            let mut negative = false;
            let mut item = match join {
                Join::Add => {
                    if term.divide_by != 1 {
                        let _ = write!(quotient, "/{}", term.divide_by);
                    }
                    negative = term.times < 0;
                    match term.mask {
                        Some(mask) => format!("({quotient} & {mask})"),
                        None => quotient.clone(),
                    }
                }
                Join::Xor => {
                    shift += term.divide_by.trailing_zeros();
                    let moved = match shift {
                        0 => quotient.clone(),
                        shift => format!("{quotient} >> {shift}"),
                    };
                    match term.mask {
                        Some(mask) if shift == 0 => format!("({moved} & {mask})"),
                        Some(mask) => format!("({moved}) & {mask}"),
                        None => moved,
                    }
                }
            };
            match (term.times.unsigned_abs(), join) {
                (1, _) => {}
                (times, Join::Add) => _ = write!(item, "*{times}"),
                (times, Join::Xor) => _ = write!(item, " << {}", times.trailing_zeros()),
            }
            let plus = match (text.is_empty(), join, negative) {
                (true, _, false) => "",
                (true, _, true) => "-",
                (false, Join::Add, false) => " + ",
                (false, Join::Add, true) => " - ",
                (false, Join::Xor, _) => " ^ ",
            };
            if join == Join::Xor && item.contains(") &") {
                item = format!("({item})");
            }
            let _ = write!(text, "{plus}{item}");
        }
    }
}
