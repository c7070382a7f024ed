//! Writes random loops: each by `einsum!`, `zip_with!`, `fold!` or windows, and by hand with each axis as the innermost loop, or with windows
//! row by row and all at once, or with channels of pixels each in a loop and all in one.

#[path = "build/pixels.rs"]
mod pixels;
#[path = "build/windows.rs"]
mod windows;

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use pixels::Pixels;
use windows::Windows;

/// The cases of each kind.
const CASES: usize = 24;

const AXES: [char; 5] = ['a', 'b', 'c', 'd', 'e'];

/// Numbers by a linear congruence, the same in each build.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % n
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn shuffled(&mut self, mut all: Vec<usize>) -> Vec<usize> {
        for i in 1..all.len() {
            all.swap(i, self.below(i + 1));
        }
        all
    }
}

/// A tool that a loop is written by.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Einsum,
    /// A function of two sources or more.
    ZipWith,
    /// A function of one source.
    Map,
    Fold,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Einsum, Kind::ZipWith, Kind::Map, Kind::Fold];

    fn name(self) -> &'static str {
        match self {
            Kind::Einsum => "einsum",
            Kind::ZipWith => "zip_with",
            Kind::Map => "map",
            Kind::Fold => "fold",
        }
    }

    /// Returns true if some axes are summed.
    fn is_sum(self) -> bool {
        matches!(self, Kind::Einsum | Kind::Fold)
    }
}

/// A loop over axes with extents, which are constants where they are so in the program. An operand has axes in the order in which it lies in
/// memory, the last one contiguous.
struct Case {
    id: usize,
    kind: Kind,
    extents: Vec<usize>,
    is_constant: Vec<bool>,
    sources: Vec<Vec<usize>>,
    target: Vec<usize>,
}

impl Case {
    fn random(random: &mut Random, id: usize, kind: Kind) -> Case {
        loop {
            let rank = 1 + random.below(5);
            if kind == Kind::Fold && rank == 1 {
                continue;
            }
            // Products of all extents from a first-level cache to a second.
            let work = 1usize << (10 + random.below(9));
            let mut extents = Vec::new();
            for _ in 0..rank {
                extents.push(
                    random.one_of(&[3, 4, 5, 7, 8, 12, 16, 24, 31, 32, 48, 64, 100, 128, 256, 512]),
                );
            }
            let product: usize = extents.iter().product();
            if product < work / 2 || product > 2 * work {
                continue;
            }
            let all: Vec<usize> = (0..rank).collect();
            let constants = random.below(3);
            let is_constant = (0..rank).map(|_| match constants {
                0 => false,
                1 => random.below(2) == 0,
                _ => true,
            });
            let is_constant = is_constant.collect();
            let count = match kind {
                Kind::Einsum => 1 + random.below(3),
                Kind::ZipWith => 2 + random.below(2),
                Kind::Map | Kind::Fold => 1,
            };
            let mut target = random.shuffled(all.clone());
            if kind.is_sum() {
                // A fold has a target with an axis.
                let summed = 1 + random.below(rank - usize::from(kind == Kind::Fold));
                target.truncate(rank - summed);
            }
            let mut sources: Vec<Vec<usize>> = Vec::new();
            for k in 0..count {
                let is_whole = kind != Kind::Einsum && k == 0;
                let axes: Vec<usize> =
                    all.iter().copied().filter(|_| is_whole || random.below(3) > 0).collect();
                // Elementwise operands mostly lie as the target does.
                let like = |axes: Vec<usize>| {
                    target.iter().copied().filter(|k| axes.contains(k)).collect()
                };
                let is_like = matches!(kind, Kind::ZipWith | Kind::Map);
                let axes =
                    if is_like && random.below(4) > 0 { like(axes) } else { random.shuffled(axes) };
                sources.push(axes);
            }
            let has_all = all.iter().all(|k| sources.iter().any(|axes| axes.contains(k)));
            if has_all && sources.iter().all(|axes| !axes.is_empty()) {
                return Case { id, kind, extents, is_constant, sources, target };
            }
        }
    }

    /// An extent as the program writes it.
    fn extent(&self, k: usize) -> String {
        if self.is_constant[k] { self.extents[k].to_string() } else { AXES[k].to_string() }
    }

    /// The stride of an axis of an operand, as an expression.
    fn stride(&self, axes: &[usize], k: usize) -> String {
        let at = axes.iter().position(|a| *a == k).expect("an axis");
        let inner = &axes[at + 1..];
        let constant: usize =
            inner.iter().filter(|k| self.is_constant[**k]).map(|k| self.extents[*k]).product();
        let mut factors: Vec<String> = Vec::new();
        if constant != 1 || inner.iter().all(|k| self.is_constant[*k]) {
            factors.push(constant.to_string());
        }
        factors.extend(inner.iter().filter(|k| !self.is_constant[**k]).map(|k| self.extent(*k)));
        factors.join("*")
    }

    /// The generic arguments of an operand's layout: its extents at run time.
    fn symbols(&self, axes: &[usize]) -> Vec<String> {
        let mut symbols: Vec<usize> =
            axes.iter().copied().filter(|k| !self.is_constant[*k]).collect();
        symbols.sort_unstable();
        symbols.iter().map(|k| self.extent(*k)).collect()
    }

    fn operands(&self) -> Vec<&Vec<usize>> {
        self.sources.iter().chain([&self.target]).collect()
    }

    fn layout(&self, operand: usize) -> String {
        let symbols = self.symbols(self.operands()[operand]);
        let name = format!("L{}x{operand}", self.id);
        if symbols.is_empty() { name } else { format!("{name}<{}>", symbols.join(", ")) }
    }

    fn pattern(&self) -> String {
        let words = |axes: &Vec<usize>| {
            let words: Vec<String> = axes.iter().map(|k| AXES[*k].to_string()).collect();
            if words.is_empty() { "1".to_string() } else { words.join(" ") }
        };
        let sources: Vec<String> = self.sources.iter().map(words).collect();
        format!("{} -> {}", sources.join(", "), words(&self.target))
    }

    fn name(&self) -> String {
        let extents = (0..self.extents.len()).map(|k| {
            let mark = if self.is_constant[k] { "" } else { "?" };
            format!("{}={}{mark}", AXES[k], self.extents[k])
        });
        format!(
            "{} `{}` {}",
            self.kind.name(),
            self.pattern(),
            extents.collect::<Vec<_>>().join(" ")
        )
    }

    fn parameters(&self) -> String {
        let sources: String = (0..self.sources.len()).map(|s| format!("x{s}: &[f32], ")).collect();
        format!("{sources}y: &mut [f32], [a, b, c, d, e]: [usize; 5]")
    }

    /// The function by layouts.
    fn ours(&self) -> String {
        let mut text = String::from("layout! {\n");
        for (operand, axes) in self.operands().into_iter().enumerate() {
            let shape: Vec<String> =
                axes.iter().map(|k| format!("{}: {}", AXES[*k], self.extent(*k))).collect();
            let strides: Vec<String> = axes.iter().map(|k| self.stride(axes, *k)).collect();
            let layout = self.layout(operand);
            match axes.is_empty() {
                true => writeln!(text, "    struct {layout} = 1:1;"),
                false => writeln!(
                    text,
                    "    struct {layout} = ({}):({});",
                    shape.join(", "),
                    strides.join(", ")
                ),
            }
            .expect("text");
        }
        writeln!(text, "}}\n#[inline(never)]\nfn ours_{}({}) {{", self.id, self.parameters())
            .expect("text");
        for (operand, axes) in self.operands().into_iter().enumerate() {
            let (name, symbols) = (format!("L{}x{operand}", self.id), self.symbols(axes));
            let value = match symbols.is_empty() {
                true => name,
                false => format!("{name}::new({}).expect(\"a layout\")", symbols.join(", ")),
            };
            if operand < self.sources.len() {
                writeln!(text, "    let x{operand} = View::new(x{operand}, {value});")
                    .expect("text");
            } else {
                writeln!(text, "    let mut y = ViewMut::new(y, {value});").expect("text");
            }
        }
        let sources: Vec<String> =
            (0..self.sources.len()).map(|s| format!("x{s}: {}", self.layout(s))).collect();
        let target = format!("y: {}", self.layout(self.sources.len()));
        match self.kind {
            Kind::Einsum => {
                writeln!(
                    text,
                    "    einsum!({:?}, {}, {target});",
                    self.pattern(),
                    sources.join(", ")
                )
            }
            Kind::Fold => writeln!(text, "    fold!({}, {target}, |y, x0| *y += x0);", sources[0]),
            Kind::ZipWith | Kind::Map => {
                let names: Vec<String> = (0..self.sources.len()).map(|s| format!("x{s}")).collect();
                writeln!(
                    text,
                    "    zip_with!({target}, {}, |y, {}| *y = {});",
                    sources.join(", "),
                    names.join(", "),
                    self.function(&names.iter().map(|name| format!("*{name}")).collect::<Vec<_>>())
                )
            }
        }
        .expect("text");
        writeln!(text, "    let _ = (a, b, c, d, e);\n}}").expect("text");
        text
    }

    /// The elementwise function of values.
    fn function(&self, x: &[String]) -> String {
        match x {
            [x] => format!("{x} * 2.5 + 1.0"),
            [x, w] => format!("{x} * 2.5 + {w}"),
            _ => format!("{} * {} + {}", x[0], x[1], x[2]),
        }
    }

    /// The offset of an operand from the axes that loops outside have set.
    fn offset(&self, axes: &[usize], but: usize) -> String {
        let terms: Vec<String> = axes
            .iter()
            .filter(|k| **k != but)
            .map(|k| format!("i{}*({})", AXES[*k], self.stride(axes, *k)))
            .collect();
        if terms.is_empty() { "0".to_string() } else { terms.join(" + ") }
    }

    /// Returns true if elements of all sources are next to each other along a summed axis, or the same.
    fn is_line_of_sums(&self, inner: usize) -> bool {
        let is_line = |axes: &Vec<usize>| !axes.contains(&inner) || self.stride(axes, inner) == "1";
        self.kind.is_sum() && !self.target.contains(&inner) && self.sources.iter().all(is_line)
    }

    /// The function by hand with an axis innermost: rows of the target, or sums, in 16 parts if they may be.
    fn hand(&self, inner: usize, is_in_parts: bool) -> String {
        let mut text = String::new();
        let n = self.extent(inner);
        let name = self.hand_name(inner, is_in_parts);
        writeln!(text, "#[inline(never)]\nfn {name}({}) {{", self.parameters()).expect("text");
        let is_summed = |k: usize| !self.target.contains(&k);
        let written = self.target.iter().copied().filter(|k| *k != inner);
        for k in written {
            writeln!(text, "for i{} in 0..{} {{", AXES[k], self.extent(k)).expect("text");
        }
        let target_offset = self.offset(&self.target, inner);
        let is_row = !is_summed(inner);
        let stride = |axes: &Vec<usize>| axes.contains(&inner).then(|| self.stride(axes, inner));
        let sums: Vec<usize> =
            (0..self.extents.len()).filter(|k| is_summed(*k) && *k != inner).collect();
        // The largest summed loop is the innermost of them.
        let mut sums = sums;
        sums.sort_by_key(|k| self.extents[*k]);
        // A fold adds to what there is.
        let (is_sum, is_added) = (self.kind.is_sum(), self.kind == Kind::Fold);
        let is_buffered = is_row && is_sum && stride(&self.target).as_deref() != Some("1");
        let set = if is_added { "+=" } else { "=" };
        if is_row && is_sum {
            match is_buffered {
                true => {
                    writeln!(text, "let mut buffer = [0f32; 512]; let row = &mut buffer[..{n}];")
                }
                false => writeln!(text, "let row = &mut y[{target_offset}..][..{n}];"),
            }
            .expect("text");
            if !is_buffered && !is_added {
                text.push_str("row.fill(0.0);\n");
            }
        } else if is_row {
            writeln!(text, "let at = {target_offset};").expect("text");
        } else {
            writeln!(text, "let mut sum = 0f32; let mut parts = [0f32; 16];").expect("text");
        }
        for k in &sums {
            writeln!(text, "for i{} in 0..{} {{", AXES[*k], self.extent(*k)).expect("text");
        }
        let mut values = Vec::new();
        for (s, axes) in self.sources.iter().enumerate() {
            let offset = self.offset(axes, inner);
            match stride(axes).as_deref() {
                None => {
                    writeln!(text, "let s{s} = x{s}[{offset}];").expect("text");
                    values.push(format!("s{s}"));
                }
                Some("1") => {
                    writeln!(text, "let s{s} = &x{s}[{offset}..][..{n}];").expect("text");
                    values.push(format!("s{s}[i]"));
                }
                Some(step) => {
                    writeln!(text, "let s{s} = &x{s}[{offset}..];").expect("text");
                    values.push(format!("s{s}[i*({step})]"));
                }
            }
        }
        let product = values.join(" * ");
        if is_row && is_sum {
            writeln!(text, "for (i, to) in row.iter_mut().enumerate() {{ *to += {product}; }}")
                .expect("text");
        } else if is_row {
            let value = self.function(&values);
            match stride(&self.target).as_deref() {
                Some("1") => writeln!(
                    text,
                    "for (i, to) in y[at..][..{n}].iter_mut().enumerate() {{ *to = {value}; }}"
                ),
                step => writeln!(
                    text,
                    "let to = &mut y[at..]; for i in 0..{n} {{ to[i*({})] = {value}; }}",
                    step.expect("an axis of the target")
                ),
            }
            .expect("text");
        } else if is_in_parts && self.is_line_of_sums(inner) {
            // Parts of a sum, so that it is one of vectors.
            let of = |i: &str| product.replace("[i]", &format!("[{i}]"));
            writeln!(
                text,
                "let mut at = 0; while at + 16 <= {n} {{ for l in 0..16 {{ parts[l] += {}; }} at += 16; }}\n\
                 for i in at..{n} {{ sum += {product}; }}",
                of("at + l")
            )
            .expect("text");
        } else {
            writeln!(text, "for i in 0..{n} {{ sum += {product}; }}").expect("text");
        }
        for _ in &sums {
            text.push_str("}\n");
        }
        if is_buffered {
            let step = stride(&self.target).expect("an axis of the target");
            writeln!(
                text,
                "let to = &mut y[{target_offset}..]; for (i, sum) in row.iter().enumerate() {{ to[i*({step})] {set} *sum; }}"
            )
            .expect("text");
        } else if !is_row {
            writeln!(text, "y[{target_offset}] {set} sum + parts.iter().sum::<f32>();")
                .expect("text");
        }
        for _ in self.target.iter().filter(|k| **k != inner) {
            text.push_str("}\n");
        }
        writeln!(text, "let _ = (a, b, c, d, e);\n}}").expect("text");
        text
    }

    fn hand_name(&self, inner: usize, is_in_parts: bool) -> String {
        let suffix = if is_in_parts { "_parts" } else { "" };
        format!("hand_{}_{inner}{suffix}", self.id)
    }

    /// The ways by hand: the axis innermost, and true for sums in parts. A fold calls its function in an order of the elements, so that parts, which
    /// are another sum of `f32`, are apart.
    fn ways(&self) -> (Vec<(usize, bool)>, Vec<(usize, bool)>) {
        let axes = 0..self.extents.len();
        if self.kind != Kind::Fold {
            return (axes.map(|k| (k, true)).collect(), Vec::new());
        }
        let parts = axes.clone().filter(|k| self.is_line_of_sums(*k)).map(|k| (k, true));
        (axes.map(|k| (k, false)).collect(), parts.collect())
    }

    /// The entry of the table of cases.
    fn entry(&self) -> String {
        let size = |axes: &Vec<usize>| axes.iter().map(|k| self.extents[*k]).product::<usize>();
        let sizes: Vec<usize> = self.sources.iter().map(size).collect();
        let mut extents = self.extents.clone();
        extents.resize(5, 1);
        let arguments: String = (0..self.sources.len()).map(|s| format!("&x[{s}], ")).collect();
        let call = |name: String| format!("|x, y, n| {name}({arguments}y, n)");
        let calls = |ways: Vec<(usize, bool)>| {
            let calls = ways.into_iter().map(|(k, parts)| call(self.hand_name(k, parts)));
            calls.collect::<Vec<_>>().join(", ")
        };
        let (hands, parts) = self.ways();
        format!(
            "Case {{ name: {:?}, is_added: {}, sources: &{sizes:?}, target: {}, extents: {extents:?}, ours: {}, hands: &[{}], parts: &[{}] }},\n",
            self.name(),
            self.kind == Kind::Fold,
            size(&self.target),
            call(format!("ours_{}", self.id)),
            calls(hands),
            calls(parts)
        )
    }
}

/// The loops with elements of a type, and how these are made and compared.
fn of_type(text: &str, element: &str) -> String {
    let text = text.replace("f32", element);
    let (text, value, is_same) = match element {
        "f32" | "f64" => {
            let is_same = "(x - y).abs() <= 1e-3 * (1.0 + y.abs())";
            (text, "(i * 7919 % 97) as Element / 64.0 - 0.7", is_same)
        }
        "i32" | "u8" => {
            let mut text = text.replace("0.0", "0").replace("1.0", "1").replace("2.5", "3");
            for digit in 2..=5 {
                text = text.replace(&format!("0.{digit}"), &digit.to_string());
            }
            let value = match element {
                "i32" => "(i * 7919 % 97) as Element - 45",
                _ => "(i * 7919 % 97) as Element",
            };
            (text, value, "x == y")
        }
        _ => panic!("ELEMENT is f32, f64, i32 or u8, not {element}"),
    };
    format!(
        "{text}\npub type Element = {element};\n\
         pub fn value(i: usize) -> Element {{ {value} }}\n\
         pub fn is_same(x: Element, y: Element) -> bool {{ {is_same} }}\n"
    )
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    // Other loops with another `SEED`.
    println!("cargo::rerun-if-env-changed=SEED");
    let seed = env::var("SEED").map_or(7, |seed| seed.parse().expect("a number"));
    let random = &mut Random(seed);
    let mut cases = Vec::new();
    for kind in Kind::ALL {
        for _ in 0..CASES {
            cases.push(Case::random(random, cases.len(), kind));
        }
    }
    let windows: Vec<Windows> =
        (0..2 * CASES).map(|k| Windows::random(random, cases.len() + k, k < CASES)).collect();
    let others = cases.len() + windows.len();
    let pixels: Vec<Pixels> = (0..CASES).map(|k| Pixels::random(random, others + k)).collect();
    // With `KIND` those of some kinds alone, with commas between them, which compile sooner.
    println!("cargo::rerun-if-env-changed=KIND");
    let kind = env::var("KIND").unwrap_or_default();
    let is_of_kind = |name: &String| {
        kind.is_empty() || kind.split(',').any(|kind| name.split(' ').next() == Some(kind))
    };
    cases.retain(|case| is_of_kind(&case.name()));
    let windows: Vec<Windows> =
        windows.into_iter().filter(|case| is_of_kind(&case.name())).collect();
    let pixels: Vec<Pixels> = pixels.into_iter().filter(|case| is_of_kind(&case.name())).collect();
    let mut text = String::new();
    for case in &cases {
        text.push_str(&case.ours());
        let (hands, parts) = case.ways();
        hands.into_iter().chain(parts).for_each(|(k, parts)| text.push_str(&case.hand(k, parts)));
    }
    windows.iter().for_each(|case| text.push_str(&case.functions()));
    pixels.iter().for_each(|case| text.push_str(&case.functions()));
    text.push_str("pub static CASES: &[Case] = &[\n");
    cases.iter().for_each(|case| text.push_str(&case.entry()));
    windows.iter().for_each(|case| text.push_str(&case.entry()));
    pixels.iter().for_each(|case| text.push_str(&case.entry()));
    text.push_str("];\n");
    // Elements of another type with `ELEMENT`.
    println!("cargo::rerun-if-env-changed=ELEMENT");
    let element = env::var("ELEMENT").unwrap_or("f32".into());
    let text = of_type(&text, &element);
    let out = env::var_os("OUT_DIR").expect("OUT_DIR");
    fs::write(Path::new(&out).join("cases.rs"), text).expect("a file");
}
