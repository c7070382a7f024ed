//! The body of a kernel: the work of its threads.

use layout_algebra::relayout::{Access, Pass};

use super::{Along, Kernel, Side, is_wide, reach};

/// The bytes that a thread holds, where those are four to eight elements: with more there are fewer threads at a time.
const HELD: i64 = 32;

/// Lines of a body, each as deep as it stands.
pub(super) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    pub(super) fn add(&mut self, line: &str) {
        for line in line.lines() {
            self.text.push_str(&"    ".repeat(self.depth));
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    /// A line that opens a block, what is in it, and its end.
    pub(super) fn block(&mut self, head: &str, inner: impl FnOnce(&mut Lines)) {
        self.add(format!("{head} {{").trim_start());
        self.depth += 1;
        inner(self);
        self.depth -= 1;
        self.add("}");
    }

    /// A block of one line.
    pub(super) fn block_of(&mut self, head: &str, line: &str) {
        self.block(head, |lines| lines.add(line));
    }

    /// Writes `inner` under conditions; as it is without any.
    pub(super) fn when(&mut self, conditions: &[String], inner: impl FnOnce(&mut Lines)) {
        match conditions {
            [] => inner(self),
            _ => self.block(&format!("if ({})", conditions.join(" && ")), inner),
        }
    }
}

impl Kernel<'_> {
    /// The kernel itself, after the functions.
    pub(super) fn body(&mut self) {
        let words = self.words;
        let mut lines = Lines { text: String::new(), depth: 0 };
        // A type of the kernel's own is said where it is used.
        if words.globals.contains("%e") || self.copy.unit() == 16 {
            lines.add(&self.fill(words.globals));
        }
        if self.units.is_some() {
            lines.add(&self.fill(&self.vector()));
        }
        let mut shared = Vec::new();
        if self.copy.buffer() > 0 {
            let tile = self.shared("tile", &self.element, self.copy.buffer());
            shared.push(match self.units {
                Some(_) => tile.replace("__shared__", "__shared__ __align__(16)"),
                None => tile,
            });
        }
        for (side, count) in self.tables() {
            shared.push(self.shared(&side.name, self.int(reach(&side.plans[1])), count));
        }
        let shared = shared.join("\n");
        if words.is_shared_outside {
            lines.add(&shared);
        }
        let serial =
            format!("for ({0} block = 0; block < {1}_BLOCKS; ++block)", words.word, self.name);
        lines.block(&self.fill(words.head), |lines| {
            if !words.is_shared_outside {
                lines.add(&shared);
            }
            if words.is_serial {
                lines.block(&serial, |lines| self.work(lines));
            } else {
                lines.add(&self.fill(words.begin));
                self.work(lines);
            }
        });
        self.out.text.push_str(&lines.text);
    }

    fn fill(&self, text: &str) -> String {
        let mut threads = self.copy.threads().to_string();
        if self.units == Some(2) {
            // With four blocks at a time a thread has all registers that it needs; ptxas would spill some to have more blocks.
            threads.push_str(", 4");
        }
        text.replace("%k", self.name).replace("%e", &self.element).replace("%n", &threads)
    }

    fn shared(&self, name: &str, of: &str, count: i64) -> String {
        let line = self.words.shared.replace("%v", name).replace("%t", of);
        line.replace("%c", &count.to_string())
    }

    /// The type of an integer that may be so far from 0.
    fn int(&self, reach: i64) -> &'static str {
        if is_wide(reach) { self.words.long } else { self.words.int }
    }

    /// The sides of which a table says where a `y` is, and how many of them it has.
    fn tables(&self) -> impl Iterator<Item = (&Side, i64)> {
        self.sides.iter().flatten().filter_map(|side| match side.along {
            Along::Table(count) => Some((side, count)),
            Along::Step(_) => None,
        })
    }

    /// The tables and the passes.
    fn work(&self, lines: &mut Lines) {
        let (words, name) = (self.words, self.name);
        let mut has_before = false;
        let mut part = |lines: &mut Lines, inner: &dyn Fn(&mut Lines)| {
            if has_before && !words.barrier.is_empty() {
                lines.add(words.barrier);
            }
            has_before = true;
            let threads = words.count("t", &self.word(0), self.copy.threads(), 1);
            lines.block(if words.is_serial { &threads } else { "" }, inner);
        };
        if self.tables().next().is_some() {
            part(lines, &|lines| {
                for (Side { name: side, .. }, count) in self.tables() {
                    let rows = words.count("y", "t", count, self.copy.threads());
                    lines.block_of(&rows, &format!("{side}[y] = {name}_{side}_y(y);"));
                }
            });
        }
        match self.copy.access() {
            Access::Units => {}
            Access::Squares { units, from, into } => {
                let pass = &self.copy.passes()[0];
                return part(lines, &|lines| self.square(lines, pass, *units, [*from, *into]));
            }
            Access::Vectors { units, lanes, turned, split } => {
                let [first, last] = self.copy.passes() else { return };
                self.skew(lines, *units);
                part(lines, &|lines| self.read_vectors(lines, first, *units));
                part(lines, &|lines| {
                    self.write_vectors(lines, last, [*units, *lanes, *turned], split.as_ref());
                });
                return;
            }
        }
        for (number, (pass, sides)) in self.copy.passes().iter().zip(&self.sides).enumerate() {
            part(lines, &|lines| self.pass(lines, number, pass, sides));
        }
    }

    /// A number without a sign.
    pub(super) fn word(&self, number: i64) -> String {
        format!("{number}{}", self.words.suffix)
    }

    /// The elements of a pass that a thread moves: all are read before one is written.
    fn pass(&self, lines: &mut Lines, number: usize, pass: &Pass, sides: &[Side; 2]) {
        let words = self.words;
        let mut constant = |name: &str, value: &str| {
            lines.add(&words.constant(words.word, name, value));
        };
        let x_extent = self.word(pass.extents[0]);
        if pass.extents[0] == 1 {
            constant("x", &self.word(0));
            constant("y", "t");
        } else {
            constant("x", &format!("t % {x_extent}"));
            constant("y", &format!("t / {x_extent}"));
        }
        let ends = self.ends(lines, number, pass);
        let mut takes_part = Vec::new();
        if pass.rows * pass.extents[0] < self.copy.threads() {
            takes_part.push(format!("y < {}", self.word(pass.rows)));
        }
        if pass.edges[0].is_some() {
            takes_part.push(format!("x < {}", ends[0]));
        }
        let rows = self.word(pass.rows);
        let held = pass.turns().min((HELD / self.copy.unit() as i64).clamp(4, 8));
        let is_more = pass.turns() > held;
        let rounds = (pass.turns() + held - 1) / held;
        let turn = if is_more { "(first + turn)" } else { "turn" };
        let mut is_there = Vec::new();
        if pass.edges[1].is_some() || pass.extents[1] != pass.rows * held * rounds {
            is_there.push(format!("y + {turn} * {rows} < {}", ends[1]));
        }
        lines.when(&takes_part, |lines| {
            let [read, write] =
                sides.each_ref().map(|side| self.place(lines, side, &rows, turn, held * rounds));
            let some = |lines: &mut Lines| {
                lines.add(
                    &words.array.replace("%t", &self.element).replace("%c", &held.to_string()),
                );
                for moved in [format!("moved[turn] = {read};"), format!("{write} = moved[turn];")] {
                    if !words.unroll.is_empty() {
                        lines.add(words.unroll);
                    }
                    let turns = words.count("turn", &self.word(0), held, 1);
                    lines.block(&turns, |lines| lines.when(&is_there, |lines| lines.add(&moved)));
                }
            };
            if is_more {
                if !words.unroll.is_empty() {
                    lines.add("#pragma unroll 1");
                }
                lines.block(&words.count("first", &self.word(0), held * rounds, held), some);
            } else {
                some(lines);
            }
        });
    }

    /// The element of a turn, after a line that says where the first one is.
    fn place(&self, lines: &mut Lines, side: &Side, rows: &str, turn: &str, turns: i64) -> String {
        let Side { name, memory, plans, along } = side;
        let (kernel, words) = (self.name, self.words);
        let mut first = Vec::new();
        if *memory != "tile" {
            let base = format!("{kernel}_{memory}(block)");
            first.push(words.cast(words.long, &base));
        }
        first.push(format!("{kernel}_{name}_x(x)"));
        let then = match along {
            Along::Step(step) => {
                first.push(format!("{kernel}_{name}_y(y)"));
                let of = self.int(step.saturating_mul(turns));
                format!("{} * {step}", words.cast(of, turn))
            }
            Along::Table(_) => format!("{name}[y + {turn} * {rows}]"),
        };
        let of = match *memory {
            "tile" => self.int(plans.iter().map(reach).sum()),
            _ => words.long,
        };
        lines.add(&words.constant(of, &format!("{name}_at"), &first.join(" + ")));
        let at = format!("{name}_at + {then}");
        if self.twists(memory).is_empty() {
            return format!("{memory}[{at}]");
        }
        // A word without a sign is the same offset modulo what it holds.
        let at = if words.is_wgsl() { words.cast(words.word, &at) } else { at };
        format!("{memory}[{kernel}_{memory}_swizzled({at})]")
    }
}
