//! The passes of a kernel whose threads move vectors of units.

use layout_algebra::relayout::{Edge, HELD, Pass, Split};

use super::body::Lines;
use super::{Kernel, is_wide};

/// Words of a vector of which the first was loaded as word `turned`, each moved to its place.
const TURN_BACK: &str = "\
if (turned & 1u) {
    const unsigned last = moved.all.w;
    moved.all.w = moved.all.z;
    moved.all.z = moved.all.y;
    moved.all.y = moved.all.x;
    moved.all.x = last;
}
if (turned & 2u) {
    const unsigned x = moved.all.x, y = moved.all.y;
    moved.all.x = moved.all.z;
    moved.all.y = moved.all.w;
    moved.all.z = x;
    moved.all.w = y;
}";

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

    /// The vector at an offset. As an element of vectors it is one access; through a pointer of its own nvcc stores it in four.
    fn whole(&self, memory: &str, at: &str, units: i64) -> String {
        let (_, wide) = self.vector_of();
        format!("(({wide} *){memory})[({at}) >> {}]", units.ilog2())
    }

    /// Opens an unrolled loop.
    fn open_unrolled(&self, lines: &mut Lines, name: &str, count: i64) {
        lines.add(self.words.unroll);
        lines.open(&self.words.count(name, &self.word(0), count, 1));
    }

    /// The offset of a turn of a square, from that of its first.
    fn square_at(&self, side: &str, turn: &str, step: i64, units: i64) -> String {
        let of = if is_wide(step * units) { self.words.long } else { self.words.int };
        format!("{side}_at + {} * {step}", self.words.cast(of, turn))
    }

    /// The only pass: of a thread, one square.
    pub(super) fn square(&self, lines: &mut Lines, pass: &Pass, units: i64, steps: [i64; 2]) {
        let (words, k) = (self.words, self.name);
        let (_, wide) = self.vector_of();
        lines.add(&words.constant(words.word, "x", &format!("t % {}", self.word(pass.extents[0]))));
        lines.add(&words.constant(words.word, "y", &format!("t / {}", self.word(pass.extents[0]))));
        let ends = self.ends(lines, 0, pass);
        let mut is_there = Vec::new();
        for ((axis, end), edge) in ["x", "y"].into_iter().zip(&ends).zip(&pass.edges) {
            if edge.is_some() {
                is_there.push(format!("{axis} < {end}"));
            }
        }
        lines.open_when(&is_there);
        for (memory, side) in [("source", "read0"), ("sink", "write0")] {
            let base = words.cast(words.long, &format!("{k}_{memory}(block)"));
            let at = format!("{base} + {k}_{side}_x(x) + {k}_{side}_y(y)");
            lines.add(&words.constant(words.long, &format!("{side}_at"), &at));
        }
        lines.add(&format!("union {k}_vector rows[{units}];"));
        self.open_unrolled(lines, "row", units);
        let at = self.square_at("read0", "row", steps[0], units);
        lines.add(&format!("rows[row].all = *(const {wide} *)(source + {at});"));
        lines.close();
        self.open_unrolled(lines, "column", units);
        lines.add(&format!("union {k}_vector moved;"));
        self.open_unrolled(lines, "row", units);
        lines.add("moved.one[row] = rows[row].one[column];");
        lines.close();
        let at = self.square_at("write0", "column", steps[1], units);
        lines.add(&format!("*({wide} *)(sink + {at}) = moved.all;"));
        lines.close();
        lines.close_when(&is_there);
    }

    /// The offset where the run `y` of a block's tile begins.
    fn row(&self, lines: &mut Lines, [memory, side]: [&str; 2]) {
        let (words, k) = (self.words, self.name);
        let block = words.cast(words.long, &format!("{k}_{memory}(block)"));
        lines.add(&words.constant(words.long, "row", &format!("{block} + {k}_{side}_y(y)")));
    }

    /// Reads the vectors that the runs of the source touch.
    pub(super) fn read_vectors(&self, lines: &mut Lines, pass: &Pass, units: i64) {
        let (words, k, threads) = (self.words, self.name, self.copy.threads());
        // The threads of a run, the runs that all threads read at a time, and the times.
        let across = pass.vectors(units).min(threads);
        let rows = (threads / across).min(pass.extents[1]);
        let turns = (pass.extents[1] + rows - 1) / rows;
        let held = turns.min(HELD);
        let [x_end, y_end] = self.ends(lines, 0, pass);
        let starts = words.constant(words.word, "start", &format!("t / {}", self.word(across)));
        let column = words.constant(
            words.int,
            "column",
            &format!("(int)(t % {} * {})", self.word(across), self.word(units)),
        );
        lines.add(&starts);
        lines.add(&column);
        let is_there = match across * rows < threads {
            true => vec![format!("start < {}", self.word(rows))],
            false => Vec::new(),
        };
        lines.open_when(&is_there);
        let is_looped = pass.vectors(units) > threads;
        if is_looped {
            lines.add("#pragma unroll 1");
            lines.open(&format!(
                "for (int from = column; from < (int){x_end} + {}; from += {})",
                units - 1,
                threads * units
            ));
        } else {
            lines.add(&words.constant(words.int, "from", "column"));
        }
        lines.add("#pragma unroll 1");
        let step = self.word(held * rows);
        lines.open(&format!("for (unsigned first = start; first < {y_end}; first += {step})"));
        lines.add(&format!("union {k}_vector moved[{held}];"));
        for is_read in [true, false] {
            self.open_unrolled(lines, "turn", held);
            let y = format!("first + turn * {}", self.word(rows));
            lines.add(&words.constant(words.word, "y", &y));
            self.row(lines, ["source", "read0"]);
            let x = format!("from - (int)(row & {})", units - 1);
            lines.add(&words.constant(words.int, "x", &x));
            lines.open(&format!("if (y < {y_end} && x < (int){x_end})"));
            if is_read {
                self.read_vector(lines, units);
            } else {
                let at = format!("skew + {k}_write0_y(y) + x");
                lines.add(&format!("{} = moved[turn].all;", self.whole("tile", &at, units)));
            }
            lines.close();
            lines.close();
        }
        lines.close();
        if is_looped {
            lines.close();
        }
        lines.close_when(&is_there);
    }

    /// Reads the vector at `x` of a run.
    fn read_vector(&self, lines: &mut Lines, units: i64) {
        let (_, wide) = self.vector_of();
        let read = format!("moved[turn].all = *(const {wide} *)(source + row + x);");
        if self.last % units == 0 {
            return lines.add(&read);
        }
        // The last vector reaches past the end of the memory.
        lines.block_of(&format!("if (row + x <= {})", self.last - units), &read);
        lines.open("else");
        self.open_unrolled(lines, "unit", self.last % units);
        lines.add("moved[turn].one[unit] = source[row + x + unit];");
        lines.close();
        lines.close();
    }

    /// Puts together the whole vectors of the runs of the target, and writes them; then the units at both ends of the runs, which
    /// neighbouring threads write at a time, so that the ends of a run are one access each.
    pub(super) fn write_vectors(
        &self,
        lines: &mut Lines,
        pass: &Pass,
        [units, lanes, turned]: [i64; 3],
        split: Option<&Split>,
    ) {
        let (words, k, last) = (self.words, self.name, units - 1);
        let ends = self.ends(lines, 1, pass);
        if turned > 0 {
            // The run of the lane, of as many as a vector has words.
            let run = format!("t / {lanes}u & 3u");
            lines.add(&words.constant(words.word, "turned", &run));
        }
        self.open_runs(lines, &ends, [units, lanes], split);
        lines.add("#pragma unroll 1");
        lines.open(&format!(
            "for (int x = head + (int)(t % {lanes}u * {units}u); x + {units} <= end; x += {})",
            lanes * units
        ));
        let place = self.gathered(lines, units);
        lines.add(&format!("union {k}_vector moved;"));
        if turned == 0 {
            self.open_unrolled(lines, "unit", units);
            lines.add(&format!("moved.one[unit] = tile[{place}];"));
            lines.close();
        } else {
            self.open_unrolled(lines, "step", units);
            let unit = format!("(step + turned * {turned}u) & {last}u");
            lines.add(&words.constant(words.word, "unit", &unit));
            lines.add(&format!("moved.one[step] = tile[{place}];"));
            lines.close();
            lines.add(TURN_BACK);
        }
        lines.add(&format!("{} = moved.all;", self.whole("sink", "row + x", units)));
        lines.close();
        lines.close();
        let [x_end, _] = &ends;
        // Whole sectors have no ends: only the first and the last part of a run has one.
        let has_ends = match split {
            None => Vec::new(),
            Some(Split { run, sector, .. }) => vec![format!(
                "{k}_part(block) == 0{} || {x_end} < {}",
                words.suffix,
                self.word(run + sector - 1)
            )],
        };
        lines.open_when(&has_ends);
        self.open_runs(lines, &ends, [units, 2 * units], split);
        let unit = format!("(int)(t % {})", self.word(2 * units));
        lines.add(&words.constant(words.int, "unit", &unit));
        // A run within one vector has no tail.
        let tail = format!("end - (int)((row + end) & {last})");
        lines.add(&words.constant(words.int, "tail", &tail));
        let after = format!("(tail < head ? head : tail) + unit - {units}");
        let place = format!("unit < {units} ? begin + unit : {after}");
        lines.add(&words.constant(words.int, "place", &place));
        // Without the row, which has 64 bits: ptxas spills none for more blocks.
        let to = format!("(sink + {k}_sink(block))[{k}_write1_y(y) + place]");
        let store = format!("{to} = tile[at + {k}_read1_x((unsigned)place)];");
        let is_there = format!("if (place < (unit < {units} && head < end ? head : end))");
        lines.block_of(&is_there, &store);
        lines.close();
        lines.close_when(&has_ends);
    }

    /// Opens the loop over the runs of the target, of which a group of lanes writes one at a time, and says where each begins and ends,
    /// and where its first whole vector is.
    fn open_runs(
        &self,
        lines: &mut Lines,
        [x_end, y_end]: &[String; 2],
        [units, lanes]: [i64; 2],
        split: Option<&Split>,
    ) {
        let (words, k) = (self.words, self.name);
        lines.add("#pragma unroll 1");
        let step = self.word(self.copy.threads() / lanes);
        lines.open(&format!("for (unsigned y = t / {lanes}u; y < {y_end}; y += {step})"));
        self.row(lines, ["sink", "write1"]);
        let (begin, end) = match split {
            None => ("0".to_owned(), format!("(int){x_end}")),
            Some(Split { run, sector, .. }) => {
                let last = sector - 1;
                let begin =
                    format!("{k}_part(block) == 0{} ? 0 : (int)(-row & {last})", words.suffix);
                let cut = format!("{run} + (int)(-(row + {run}) & {last})");
                lines.add(&words.constant(words.int, "cut", &cut));
                (begin, words.least("cut", &format!("(int){x_end}")))
            }
        };
        lines.add(&words.constant(words.int, "begin", &begin));
        lines.add(&words.constant(words.int, "end", &end));
        lines.add(&words.constant(words.int, "at", &format!("skew + {k}_read1_y(y)")));
        let head = format!("begin + (int)(-(row + begin) & {})", units - 1);
        lines.add(&words.constant(words.int, "head", &head));
    }

    /// The place in shared memory of unit `unit` of the vector that begins at `x` of a run, after the lines that compute what all units have in common. Units of
    /// a vector have one digit that counts them, or two if it begins anew: at `next`.
    fn gathered(&self, lines: &mut Lines, units: i64) -> String {
        let (words, k) = (self.words, self.name);
        match self.sides[1][0].plans[0].linear.as_slice() {
            [] => "at".to_owned(),
            [one] => format!("at + (x + (int)unit) * {}", one.stride),
            [first, ..] if first.extent as i64 >= units => {
                let (extent, step) = (first.extent as i64, first.stride);
                let from = format!("(unsigned)(x + {extent})");
                lines.add(&words.constant(
                    words.word,
                    "next",
                    &format!("{from} / {extent}u * {extent}u"),
                ));
                lines.add(&words.constant(words.word, "digit", &format!("{from} - next")));
                let before = format!("at + {k}_read1_x(next - {extent}u) + (int)digit * {step}");
                lines.add(&words.constant(words.int, "before", &before));
                let after = format!("at + {k}_read1_x(next) + ((int)digit - {extent}) * {step}");
                lines.add(&words.constant(words.int, "after", &after));
                format!("(unit < {extent}u - digit ? before : after) + (int)unit * {step}")
            }
            _ => format!("at + {k}_read1_x((unsigned)(x + (int)unit))"),
        }
    }

    /// The place of the beginning of a block's tile in a vector of the source.
    pub(super) fn skew(&self, lines: &mut Lines, units: i64) {
        let words = self.words;
        let skew = words.cast(words.int, &format!("({}_source(block) & {})", self.name, units - 1));
        lines.add(&words.constant(words.int, "skew", &skew));
    }
}
