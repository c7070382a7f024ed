//! The passes of a kernel whose threads move vectors of units.

use layout_algebra::relayout::{Edge, Pass, Split};

use super::body::Lines;
use super::{Kernel, is_wide};

/// The vectors that a thread reads before it stores one.
const HELD: i64 = 4;

impl Kernel<'_> {
    /// The type of a vector, whose units a thread accesses one by one.
    pub(super) fn vector(&self) -> String {
        let (units, wide) = self.vector_of();
        self.words.vector.replace("%w", wide).replace("%c", &units.to_string())
    }

    /// The units of a vector, and a type of as many bytes.
    fn vector_of(&self) -> (i64, &'static str) {
        let units = self.units.unwrap_or(1);
        (units, self.words.element(units as usize * self.copy.unit()).unwrap_or("uint4"))
    }

    /// The ends of `x` and of `y`, after the lines that compute those of a block at the edge.
    pub(super) fn ends(&self, lines: &mut Lines, number: usize, pass: &Pass) -> [String; 2] {
        let words = self.words;
        let mut ends = pass.extents.map(|extent| self.word(extent));
        for (k, axis) in ["x", "y"].into_iter().enumerate() {
            let Some(Edge { inner, extent, .. }) = &pass.edges[k] else { continue };
            let left =
                format!("{} - {}_before{number}_{axis}(block)", self.word(*extent), self.name);
            let left = match inner {
                1 => left,
                _ => format!("{} * ({left})", self.word(*inner)),
            };
            lines.add(&words.constant(words.word, &format!("{axis}_left"), &left));
            let least = words.least(&format!("{axis}_left"), &ends[k]);
            lines.add(&words.constant(words.word, &format!("{axis}_end"), &least));
            ends[k] = format!("{axis}_end");
        }
        ends
    }

    fn unrolled(&self, lines: &mut Lines, name: &str, count: i64, inner: impl FnOnce(&mut Lines)) {
        lines.add(self.words.unroll);
        lines.block(&self.words.count(name, &self.word(0), count, 1), inner);
    }

    /// An unrolled loop of one line.
    fn unrolled_line(&self, lines: &mut Lines, name: &str, count: i64, line: &str) {
        self.unrolled(lines, name, count, |lines| lines.add(line));
    }

    /// The only pass: of a thread, one square.
    pub(super) fn square(&self, lines: &mut Lines, pass: &Pass, units: i64, steps: [i64; 2]) {
        let (words, k) = (self.words, self.name);
        let (_, wide) = self.vector_of();
        lines.add(&words.constant(words.word, "x", &format!("t % {}", self.word(pass.extents[0]))));
        lines.add(&words.constant(words.word, "y", &format!("t / {}", self.word(pass.extents[0]))));
        let ends = self.ends(lines, 0, pass);
        let edges = ["x", "y"].into_iter().zip(&ends).zip(&pass.edges);
        let is_there: Vec<String> = edges
            .filter(|(_, edge)| edge.is_some())
            .map(|((axis, end), _)| format!("{axis} < {end}"))
            .collect();
        lines.when(&is_there, |lines| {
            for (memory, side) in [("source", "read0"), ("sink", "write0")] {
                let base = words.cast(words.long, &format!("{k}_{memory}(block)"));
                let at = format!("{base} + {k}_{side}_x(x) + {k}_{side}_y(y)");
                lines.add(&words.constant(words.long, &format!("{side}_at"), &at));
            }
            let at = |side: &str, turn: &str, step: i64| {
                let turn = if is_wide(step * units) {
                    words.cast(words.long, turn)
                } else {
                    words.cast(words.int, turn)
                };
                format!("{side}_at + {turn} * {step}")
            };
            lines.add(&format!("union {k}_vector rows[{units}];"));
            let from = at("read0", "row", steps[0]);
            let read = format!("rows[row].all = *(const {wide} *)(source + {from});");
            self.unrolled_line(lines, "row", units, &read);
            self.unrolled(lines, "column", units, |lines| {
                lines.add(&format!("union {k}_vector moved;"));
                self.unrolled_line(lines, "row", units, "moved.one[row] = rows[row].one[column];");
                let at = at("write0", "column", steps[1]);
                lines.add(&format!("*({wide} *)(sink + {at}) = moved.all;"));
            });
        });
    }

    /// Computes the run `y` of a vector, the offset `row` where the run begins, and the place `x` in it where the vector begins, from the number of the
    /// vector, of which each run has `across`.
    fn vector_place(
        &self,
        lines: &mut Lines,
        item: &str,
        [memory, side]: [&str; 2],
        across: i64,
        units: i64,
    ) {
        let (words, k, across) = (self.words, self.name, self.word(across));
        lines.add(&words.constant(words.word, "y", &format!("{item} / {across}")));
        let block = words.cast(words.long, &format!("{k}_{memory}(block)"));
        lines.add(&words.constant(words.long, "row", &format!("{block} + {k}_{side}_y(y)")));
        let x =
            format!("(int)({item} % {across} * {}) - (int)(row & {})", self.word(units), units - 1);
        lines.add(&words.constant(words.int, "x", &x));
    }

    /// Reads the vectors that the runs of the source touch, and stores the units that belong to the runs.
    pub(super) fn read_vectors(&self, lines: &mut Lines, pass: &Pass, units: i64) {
        let (words, k, threads) = (self.words, self.name, self.copy.threads());
        let (_, wide) = self.vector_of();
        let across = pass.vectors(units);
        let total = across * pass.extents[1];
        let turns = (total + threads - 1) / threads;
        let held = turns.min(HELD);
        let [x_end, y_end] = self.ends(lines, 0, pass);
        let place = |lines: &mut Lines| {
            let item = format!("(first + turn * {})", self.word(threads));
            self.vector_place(lines, &item, ["source", "read0"], across, units);
        };
        lines.add("#pragma unroll 1");
        let turns = format!(
            "for (unsigned first = t; first < {}; first += {})",
            self.word(total),
            self.word(held * threads)
        );
        lines.block(&turns, |lines| {
            lines.add(&format!("union {k}_vector moved[{held}];"));
            self.unrolled(lines, "turn", held, |lines| {
                place(lines);
                let is_there = format!("if (y < {y_end} && x < (int){x_end})");
                lines.block(&is_there, |lines| {
                    let read = format!("moved[turn].all = *(const {wide} *)(source + row + x);");
                    if self.last % units == 0 {
                        lines.add(&read);
                        return;
                    }
                    // The last vector reaches past the end of the memory.
                    lines.block_of(&format!("if (row + x <= {})", self.last - units), &read);
                    lines.block("else", |lines| {
                        let read = "moved[turn].one[unit] = source[row + x + unit];";
                        self.unrolled_line(lines, "unit", self.last % units, read);
                    });
                });
            });
            self.unrolled(lines, "turn", held, |lines| {
                place(lines);
                lines.block(&format!("if (y < {y_end})"), |lines| {
                    lines.add(&words.constant(words.int, "at", &format!("skew + {k}_write0_y(y)")));
                    self.unrolled(lines, "unit", units, |lines| {
                        let x = format!("{}x + unit", words.cast(words.word, ""));
                        let store =
                            format!("tile[at + {k}_write0_x({x})] = moved[turn].one[unit];");
                        lines.block_of(&format!("if ({x} < {x_end})"), &store);
                    });
                });
            });
        });
    }

    /// Writes the vectors that the runs of the target touch: whole, and one by one what is at the ends of a run.
    pub(super) fn write_vectors(
        &self,
        lines: &mut Lines,
        pass: &Pass,
        units: i64,
        split: Option<&Split>,
    ) {
        let (words, k, threads) = (self.words, self.name, self.copy.threads());
        let (_, wide) = self.vector_of();
        let across = pass.vectors(units);
        let [x_end, y_end] = self.ends(lines, 1, pass);
        lines.add("#pragma unroll 4");
        let items = format!(
            "for (unsigned item = t; item < {}; item += {})",
            self.word(across * pass.extents[1]),
            self.word(threads)
        );
        lines.block(&items, |lines| {
            self.vector_place(lines, "item", ["sink", "write1"], across, units);
            let (begin, end) = match split {
                None => ("0".to_owned(), format!("(int){x_end}")),
                Some(Split { run, sector, .. }) => {
                    let last = sector - 1;
                    let begin =
                        format!("{k}_part(block) == 0{} ? 0 : (int)(-row & {last})", words.suffix);
                    lines.add(&words.constant(words.int, "begin", &begin));
                    let cut = format!("{run} + (int)(-(row + {run}) & {last})");
                    lines.add(&words.constant(words.int, "cut", &cut));
                    let end = words.least("cut", &format!("(int){x_end}"));
                    lines.add(&words.constant(words.int, "end", &end));
                    ("begin".to_owned(), "end".to_owned())
                }
            };
            lines.add(&words.constant(words.int, "at", &format!("skew + {k}_read1_y(y) + x")));
            lines.block_of(
                &format!("if (y < {y_end} && x >= {begin} && x + {units} <= {end})"),
                &format!("*({wide} *)(sink + row + x) = *(const {wide} *)(tile + at);"),
            );
            lines.block(&format!("else if (y < {y_end})"), |lines| {
                self.unrolled(lines, "unit", units, |lines| {
                    let unit = words.cast(words.int, "unit");
                    let is_there = format!("if (x + {unit} >= {begin} && x + {unit} < {end})");
                    lines.block_of(&is_there, "sink[row + x + unit] = tile[at + unit];");
                });
            });
        });
    }

    /// The place of the beginning of a block's tile in a vector.
    pub(super) fn skew(&self, lines: &mut Lines, units: i64) {
        let words = self.words;
        let skew = words.cast(words.int, &format!("({}_sink(block) & {})", self.name, units - 1));
        lines.add(&words.constant(words.int, "skew", &skew));
    }
}
