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

    /// A line that opens a block, in which the lines up to [`Lines::close`] are.
    pub(super) fn open(&mut self, head: &str) {
        self.add(format!("{head} {{").trim_start());
        self.depth += 1;
    }

    /// The end of the innermost block.
    pub(super) fn close(&mut self) {
        self.depth -= 1;
        self.add("}");
    }

    /// A block of one line.
    pub(super) fn block_of(&mut self, head: &str, line: &str) {
        self.open(head);
        self.add(line);
        self.close();
    }

    /// Opens a block under conditions, if there are any; [`Lines::close_when`] closes it.
    pub(super) fn open_when(&mut self, conditions: &[String]) {
        if !conditions.is_empty() {
            self.open(&format!("if ({})", conditions.join(" && ")));
        }
    }

    pub(super) fn close_when(&mut self, conditions: &[String]) {
        if !conditions.is_empty() {
            self.close();
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
        for side in self.sides.iter().flatten() {
            if let Along::Table(count) = side.along {
                shared.push(self.shared(&side.name, self.int(reach(&side.plans[1])), count));
            }
        }
        let shared = shared.join("\n");
        if words.is_shared_outside {
            lines.add(&shared);
        }
        lines.open(&self.fill(words.head));
        if !words.is_shared_outside {
            lines.add(&shared);
        }
        if words.is_serial {
            let (word, name) = (words.word, self.name);
            lines.open(&format!("for ({word} block = 0; block < {name}_BLOCKS; ++block)"));
            self.work(&mut lines);
            lines.close();
        } else {
            lines.add(&self.fill(words.begin));
            self.work(&mut lines);
        }
        lines.close();
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

    /// Opens the block of what all threads do, after a barrier if there is work before it.
    fn open_part(&self, lines: &mut Lines, is_first: bool) {
        if !is_first && !self.words.barrier.is_empty() {
            lines.add(self.words.barrier);
        }
        let threads = self.words.count("t", &self.word(0), self.copy.threads(), 1);
        lines.open(if self.words.is_serial { &threads } else { "" });
    }

    /// Computes the tables that say where a `y` is; returns whether there is one.
    fn tables(&self, lines: &mut Lines) -> bool {
        let (name, mut has_table) = (self.name, false);
        for Side { name: side, along, .. } in self.sides.iter().flatten() {
            let Along::Table(count) = along else { continue };
            if !has_table {
                self.open_part(lines, true);
            }
            has_table = true;
            let rows = self.words.count("y", "t", *count, self.copy.threads());
            lines.block_of(&rows, &format!("{side}[y] = {name}_{side}_y(y);"));
        }
        if has_table {
            lines.close();
        }
        has_table
    }

    /// The tables and the passes.
    fn work(&self, lines: &mut Lines) {
        let mut is_first = !self.tables(lines);
        let passes = self.copy.passes();
        match (self.copy.access(), passes) {
            (Access::Units, _) => {
                for (number, (pass, sides)) in passes.iter().zip(&self.sides).enumerate() {
                    self.open_part(lines, is_first);
                    self.pass(lines, number, pass, sides);
                    lines.close();
                    is_first = false;
                }
            }
            (Access::Squares { units, from, into }, [pass, ..]) => {
                self.open_part(lines, is_first);
                self.square(lines, pass, *units, [*from, *into]);
                lines.close();
            }
            (Access::Vectors { units, lanes, turned, split }, [first, last]) => {
                self.skew(lines, *units);
                self.open_part(lines, is_first);
                self.read_vectors(lines, first, *units);
                lines.close();
                self.open_part(lines, false);
                self.write_vectors(lines, last, [*units, *lanes, *turned], split.as_ref());
                lines.close();
            }
            _ => {}
        }
    }

    /// A number without a sign.
    pub(super) fn word(&self, number: i64) -> String {
        format!("{number}{}", self.words.suffix)
    }

    /// The elements of a pass that a thread moves: all are read before one is written.
    fn pass(&self, lines: &mut Lines, number: usize, pass: &Pass, sides: &[Side; 2]) {
        let words = self.words;
        let x_extent = self.word(pass.extents[0]);
        let (x, y) = match pass.extents[0] {
            1 => (self.word(0), "t".to_owned()),
            _ => (format!("t % {x_extent}"), format!("t / {x_extent}")),
        };
        lines.add(&words.constant(words.word, "x", &x));
        lines.add(&words.constant(words.word, "y", &y));
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
        lines.open_when(&takes_part);
        let [source, target] = sides;
        let read = self.place(lines, source, &rows, turn, held * rounds);
        let write = self.place(lines, target, &rows, turn, held * rounds);
        if is_more {
            if !words.unroll.is_empty() {
                lines.add("#pragma unroll 1");
            }
            lines.open(&words.count("first", &self.word(0), held * rounds, held));
        }
        lines.add(&words.array.replace("%t", &self.element).replace("%c", &held.to_string()));
        for moved in [format!("moved[turn] = {read};"), format!("{write} = moved[turn];")] {
            if !words.unroll.is_empty() {
                lines.add(words.unroll);
            }
            lines.open(&words.count("turn", &self.word(0), held, 1));
            lines.open_when(&is_there);
            lines.add(&moved);
            lines.close_when(&is_there);
            lines.close();
        }
        if is_more {
            lines.close();
        }
        lines.close_when(&takes_part);
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
