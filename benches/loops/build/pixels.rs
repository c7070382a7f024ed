//! Random loops over pixels, whose channels lie next to each other or in a plane each: by `zip_with!`, and by hand, pixel by pixel and plane by plane.

use std::fmt::Write;

use crate::{AXES, Random};

/// Where the channels of a pixel are.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Interleaved,
    Planar,
}

/// A function of an image whose pixels have a constant number of channels.
pub struct Pixels {
    id: usize,
    channels: usize,
    /// The rows and columns.
    extents: [usize; 2],
    is_constant: bool,
    /// The channels of the image, and those of the target, which has as many or none: a weighted sum of them.
    source: Order,
    target: Option<Order>,
    /// A source more has a factor for each channel.
    is_scaled: bool,
}

impl Pixels {
    pub fn random(random: &mut Random, id: usize) -> Pixels {
        loop {
            let extents = [0; 2].map(|_| random.one_of(&[8, 12, 24, 31, 48, 64, 100, 128, 256]));
            let channels = random.one_of(&[2, 3, 3, 4]);
            let (source, target) = random.one_of(&[
                (Order::Interleaved, None),
                (Order::Interleaved, Some(Order::Planar)),
                (Order::Planar, Some(Order::Interleaved)),
                (Order::Interleaved, Some(Order::Interleaved)),
            ]);
            let is_scaled = target.is_some() && random.below(2) == 0;
            let is_constant = random.below(3) == 0;
            if (1 << 10..1 << 16).contains(&(extents[0] * extents[1] * channels)) {
                return Pixels { id, channels, extents, is_constant, source, target, is_scaled };
            }
        }
    }

    pub fn name(&self) -> String {
        let order = |order| match order {
            Some(Order::Interleaved) => "h w c",
            Some(Order::Planar) => "c h w",
            None => "h w",
        };
        let (mark, [h, w]) = (if self.is_constant { "" } else { "?" }, self.extents);
        let scale = if self.is_scaled { ", c" } else { "" };
        let (from, to) = (order(Some(self.source)), order(self.target));
        format!("pixels `{from}{scale} -> {to}` h={h}{mark} w={w}{mark} c={}", self.channels)
    }

    /// The rows and columns as the program writes them.
    fn extents(&self) -> [String; 2] {
        std::array::from_fn(|k| match self.is_constant {
            true => self.extents[k].to_string(),
            false => AXES[k].to_string(),
        })
    }

    /// The element of the target for one of each source.
    fn function(&self, x: &str, s: &str) -> String {
        if self.is_scaled { format!("{x} * {s} + 1.0") } else { format!("{x} * 2.5 + 1.0") }
    }

    /// The weighted sum of channels.
    fn sum(&self, channel: impl Fn(usize) -> String) -> String {
        let terms = (0..self.channels).map(|k| format!("{} * 0.{}", channel(k), k + 2));
        terms.collect::<Vec<_>>().join(" + ")
    }

    /// The functions by layouts and by hand.
    pub fn functions(&self) -> String {
        self.ours() + &self.by_pixels() + &self.by_planes()
    }

    fn ours(&self) -> String {
        let (id, c, [h, w]) = (self.id, self.channels, self.extents());
        let symbols = if self.is_constant { "" } else { "<a, b>" };
        let value = |name: &str| match self.is_constant {
            true => format!("{name}{id}"),
            false => format!("{name}{id}::new(a, b).expect(\"a layout\")"),
        };
        let name = |order: Order| match order {
            Order::Interleaved => "Pixels",
            Order::Planar => "Planes",
        };
        let (from, to) = (name(self.source), self.target.map_or("Plane", name));
        let mut text = format!(
            "layout! {{
                struct Pixels{id}{symbols} = (h: {h}, w: {w}, c: {c}):({c}*{w}, {c}, 1);
                struct Planes{id}{symbols} = (c: {c}, h: {h}, w: {w}):({h}*{w}, {w}, 1);
                struct Plane{id}{symbols} = (h: {h}, w: {w}):({w}, 1);
                struct Channel{id}{symbols} = (h: {h}, w: {w}):({c}*{w}, {c});
                struct Scale{id} = (c: {c}):(1);
            }}
            #[inline(never)]
            fn ours_{id}(x: &[f32], s: &[f32], y: &mut [f32], [a, b, ..]: [usize; 5]) {{
                let (x, mut y) = (View::new(x, {}), ViewMut::new(y, {}));\n",
            value(from),
            value(to)
        );
        let call = if self.target.is_none() {
            let channels: String =
                (0..c).map(|k| format!("x.slice((.., .., {k})): Channel{id}{symbols}, ")).collect();
            let names = (0..c).map(|k| format!("x{k}")).collect::<Vec<_>>().join(", ");
            let sum = self.sum(|k| format!("x{k}"));
            format!("zip_with!(y: Plane{id}{symbols}, {channels} |y, {names}| *y = {sum});")
        } else {
            let (scale, name) = match self.is_scaled {
                true => (format!("View::new(s, Scale{id}): Scale{id}, "), ", s"),
                false => (String::new(), ""),
            };
            let places = format!("y: {to}{id}{symbols}, x: {from}{id}{symbols}, {scale}");
            format!("zip_with!({places} |y, x{name}| *y = {});", self.function("x", "s"))
        };
        writeln!(text, "{call}\n}}").expect("text");
        text
    }

    /// By hand, the channels of a pixel after each other.
    fn by_pixels(&self) -> String {
        let (id, c) = (self.id, self.channels);
        // Planes are slices of their own; the elements of a pixel in a loop over them all are `p[k]`, or `p0`, `p1`, … of planes.
        let planes = |slice: &str, split: &str| {
            let splits: String =
                (0..c - 1).map(|k| format!("let (p{k}, rest) = rest.{split}(n);\n")).collect();
            format!("let rest = {slice};\n{splits}let p{} = rest;\n", c - 1)
        };
        let nested = |last: &str| (0..c).fold(last.to_string(), |all, k| format!("({all}, p{k})"));
        let zipped =
            |first: &str| (0..c).fold(first.to_string(), |all, k| format!("{all}.zip(p{k})"));
        let body = match (self.source, self.target) {
            (_, None) => format!(
                "for (p, y) in x.chunks_exact({c}).zip(y) {{ *y = {}; }}",
                self.sum(|k| format!("p[{k}]"))
            ),
            (Order::Interleaved, Some(Order::Planar)) => {
                let each: String = (0..c)
                    .map(|k| {
                        format!(
                            "*p{k} = {};",
                            self.function(&format!("x[{k}]"), &format!("s[{k}]"))
                        )
                    })
                    .collect();
                let (rows, pattern) = (zipped(&format!("x.chunks_exact({c})")), nested("x"));
                format!("{}for {pattern} in {rows} {{ {each} }}", planes("y", "split_at_mut"))
            }
            (Order::Planar, _) => {
                let each: String = (0..c)
                    .map(|k| {
                        format!("y[{k}] = {};", self.function(&format!("p{k}"), &format!("s[{k}]")))
                    })
                    .collect();
                let (rows, pattern) = (zipped(&format!("y.chunks_exact_mut({c})")), nested("y"));
                format!("{}for {pattern} in {rows} {{ {each} }}", planes("x", "split_at"))
            }
            _ => format!(
                "for (y, x) in y.chunks_exact_mut({c}).zip(x.chunks_exact({c})) {{ for k in 0..{c} {{ y[k] = {}; }} }}",
                self.function("x[k]", "s[k]")
            ),
        };
        self.hand(0, id, &body)
    }

    /// By hand, plane after plane.
    fn by_planes(&self) -> String {
        let c = self.channels;
        let at = |order: Order| match order {
            Order::Interleaved => format!("{c} * i + k"),
            Order::Planar => "k * n + i".to_string(),
        };
        let from = at(self.source);
        let body = match self.target {
            None => format!(
                "let y = &mut y[..n]; y.fill(0.0); for k in 0..{c} {{ for i in 0..n {{ y[i] += x[{from}] * [{}][k]; }} }}",
                (0..c).map(|k| format!("0.{}", k + 2)).collect::<Vec<_>>().join(", ")
            ),
            Some(target) => format!(
                "for k in 0..{c} {{ for i in 0..n {{ y[{}] = {}; }} }}",
                at(target),
                self.function(&format!("x[{from}]"), "s[k]")
            ),
        };
        self.hand(1, self.id, &body)
    }

    fn hand(&self, way: usize, id: usize, body: &str) -> String {
        let [h, w] = self.extents();
        let c = self.channels;
        let scale = match self.is_scaled {
            true => format!("let s: &[f32; {c}] = s.try_into().expect(\"factors\");"),
            false => String::new(),
        };
        format!(
            "#[inline(never)]
            fn hand_{id}_{way}(x: &[f32], s: &[f32], y: &mut [f32], [a, b, ..]: [usize; 5]) {{
                let n = {h} * {w};
                let x = &x[..{c} * n];
                {scale}
                {body}
            }}\n"
        )
    }

    /// The entry of the table of cases.
    pub fn entry(&self) -> String {
        let (id, c, [h, w]) = (self.id, self.channels, self.extents);
        let target = if self.target.is_some() { c * h * w } else { h * w };
        let call = |name: String| format!("|x, y, n| {name}(&x[0], &x[1], y, n)");
        format!(
            "Case {{ name: {:?}, is_added: false, sources: &[{}, {c}], target: {target}, extents: [{h}, {w}, 1, 1, 1], ours: {}, hands: &[{}, {}], parts: &[] }},\n",
            self.name(),
            c * h * w,
            call(format!("ours_{id}")),
            call(format!("hand_{id}_0")),
            call(format!("hand_{id}_1"))
        )
    }
}
