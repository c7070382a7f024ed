//! Random loops over windows: by `fold_windows` or `zip_windows`, and by hand, by passes over rows and by all elements of a window at once.

use std::fmt::Write;

use crate::{AXES, Random};

/// Weighted sums over the windows of an image of two or three axes, the last one contiguous. The windows have constant extents.
pub struct Windows {
    id: usize,
    /// By `fold_windows`, or by `zip_windows`.
    is_fold: bool,
    /// The image has a border, so that no window reaches past it.
    has_border: bool,
    is_constant: bool,
    /// The extents of the target and of a window.
    extents: Vec<usize>,
    window: Vec<usize>,
}

impl Windows {
    pub fn random(random: &mut Random, id: usize, is_fold: bool) -> Windows {
        loop {
            let rank = 2 + random.below(2);
            let all = [5, 8, 12, 16, 24, 31, 32, 48, 64, 100, 128, 256];
            let extents: Vec<usize> = (0..rank).map(|_| random.one_of(&all)).collect();
            let window: Vec<usize> = (0..rank).map(|_| random.one_of(&[1, 2, 3, 3, 5])).collect();
            let elements: usize = extents.iter().product();
            let points: usize = window.iter().product();
            if points > 1 && (1 << 10..1 << 15).contains(&elements) && elements * points < 1 << 19 {
                let (has_border, is_constant) = (random.below(2) == 0, random.below(3) == 0);
                return Windows { id, is_fold, has_border, is_constant, extents, window };
            }
        }
    }

    fn rank(&self) -> usize {
        self.extents.len()
    }

    /// An extent of the target as the program writes it.
    fn extent(&self, k: usize) -> String {
        if self.is_constant { self.extents[k].to_string() } else { AXES[k].to_string() }
    }

    /// The same of the image.
    fn image_extent(&self, k: usize) -> String {
        let more = if self.has_border { self.window[k] - 1 } else { 0 };
        match self.is_constant {
            true => (self.extents[k] + more).to_string(),
            false => format!("({} + {more})", AXES[k]),
        }
    }

    /// The distance from the begin of an element's window to the element.
    fn before(&self, k: usize) -> usize {
        if self.has_border { 0 } else { self.window[k] / 2 }
    }

    pub fn name(&self) -> String {
        let mark = if self.is_constant { "" } else { "?" };
        let extents: Vec<String> = self.extents.iter().map(|n| format!("{n}{mark}")).collect();
        let window: Vec<String> = self.window.iter().map(usize::to_string).collect();
        let kind = if self.is_fold { "fold_windows" } else { "zip_windows" };
        let border = if self.has_border { "border" } else { "edges" };
        format!("{kind} `{}` of `{}`, {border}", window.join(" x "), extents.join(" x "))
    }

    fn parameters(&self) -> String {
        "x: &[f32], w: &[f32], y: &mut [f32], [a, b, c, d, e]: [usize; 5]".into()
    }

    /// The number of a weight, from the coordinates of a window.
    fn weight(&self, r: &[String]) -> String {
        let all = r.iter().zip(&self.window);
        let at = all.fold("0".to_string(), |at, (r, n)| format!("({at} * {n} + {r})"));
        format!("w[{at}]")
    }

    /// The functions by layouts and by hand.
    pub fn functions(&self) -> String {
        self.ours() + &self.hand(false) + &self.hand(true)
    }

    fn ours(&self) -> String {
        let (rank, id) = (self.rank(), self.id);
        let points: usize = self.window.iter().product();
        let mut text = String::from("layout! {\n");
        let symbols = match self.is_constant {
            true => String::new(),
            false => format!(
                "<{}>",
                (0..rank).map(|k| AXES[k].to_string()).collect::<Vec<_>>().join(", ")
            ),
        };
        // In parentheses an extent would be a mode.
        let layout = |extents: Vec<String>| {
            let bare = |text: &String| text.trim_matches(['(', ')']).replace(" + 0", "");
            let strides: Vec<String> = (0..rank)
                .map(|k| match &extents[k + 1..] {
                    [] => "1".to_string(),
                    [one] => bare(one),
                    all => all.join(" * "),
                })
                .collect();
            let extents: Vec<String> = extents.iter().map(bare).collect();
            format!("({}):({})", extents.join(", "), strides.join(", "))
        };
        let image = layout((0..rank).map(|k| self.image_extent(k)).collect());
        let target = layout((0..rank).map(|k| self.extent(k)).collect());
        writeln!(text, "    struct Image{id}{symbols} = {image};\n    struct Target{id}{symbols} = {target};\n}}").expect("text");
        let value = |name: &str| match self.is_constant {
            true => format!("{name}{id}"),
            false => {
                let symbols = symbols.trim_matches(['<', '>']);
                format!("{name}{id}::new({symbols}).expect(\"a layout\")")
            }
        };
        writeln!(text, "#[inline(never)]\nfn ours_{id}({}) {{", self.parameters()).expect("text");
        writeln!(text, "let w: &[f32; {points}] = w.try_into().expect(\"weights\");")
            .expect("text");
        writeln!(
            text,
            "let x = View::new(x, {}); let mut y = ViewMut::new(y, {});",
            value("Image"),
            value("Target")
        )
        .expect("text");
        let r: Vec<String> = (0..rank).map(|k| format!("r{k}")).collect();
        let first: Vec<String> = (0..rank).map(|k| format!("-{}", self.before(k))).collect();
        let (r_list, first, weight) = (r.join(", "), first.join(", "), self.weight(&r));
        if self.is_fold {
            writeln!(
                text,
                "let windows = Windows {{ first: [{first}], ..Windows::new({:?}) }};\n\
                 y.fold_windows(x, windows, |y, x, [{r_list}]| *y += {weight} * x);",
                self.window
            )
        } else {
            let size: String = self.window.iter().map(|n| format!("Fixed::<{n}>, ")).collect();
            let loops: String =
                (0..rank).map(|k| format!("for r{k} in 0..{} {{ ", self.window[k])).collect();
            writeln!(
                text,
                "y.zip_windows(x, ({size}), [{first}], {:?}, 0.0, |y, v| {{ let mut sum = *y; {loops} \
                 sum += {weight} * v.at(({r_list})); {} *y = sum; }});",
                vec![1; rank],
                "}".repeat(rank)
            )
        }
        .expect("text");
        writeln!(text, "let _ = (a, b, c, d, e);\n}}").expect("text");
        text
    }

    /// By hand: the row of the target with one row of windows after the other or, where they are inside, with all at once.
    fn hand(&self, is_at_once: bool) -> String {
        let (rank, id) = (self.rank(), self.id);
        let (outer, inner) = (rank - 1, rank - 1);
        let (n, size, before) = (self.extent(inner), self.window[inner], self.before(inner));
        let of = self.image_extent(inner);
        let mut text = String::new();
        writeln!(
            text,
            "#[inline(never)]\nfn hand_{id}_{}({}) {{",
            usize::from(is_at_once),
            self.parameters()
        )
        .expect("text");
        let points: usize = self.window.iter().product();
        writeln!(text, "let w: &[f32; {points}] = w.try_into().expect(\"weights\");")
            .expect("text");
        for k in 0..outer {
            writeln!(text, "for i{k} in 0usize..{} {{", self.extent(k)).expect("text");
        }
        let at = |coordinate: &dyn Fn(usize) -> String, extent: &dyn Fn(usize) -> String| {
            (0..outer).fold("0".to_string(), |at, k| {
                format!("({at} * {} + {})", extent(k), coordinate(k))
            })
        };
        let target = at(&|k| format!("i{k}"), &|k| self.extent(k));
        writeln!(text, "let row = &mut y[{target} * {n}..][..{n}];").expect("text");
        // The elements whose windows are inside along the row.
        let (low, high) = match self.has_border {
            true => ("0".to_string(), n.clone()),
            false => (before.to_string(), format!("({n} - {})", size - 1 - before)),
        };
        let one_element = |i: &str, r: &str| {
            let weight = self.weight(
                &(0..rank)
                    .map(|k| if k == inner { "s".into() } else { format!("r{k}") })
                    .collect::<Vec<_>>(),
            );
            format!(
                "for s in 0..{size}usize {{ let at = ({i} + s).wrapping_sub({before}); if at < {of} {{ row[{i}] += {weight} * {r}[at]; }} }}"
            )
        };
        let by_rows = {
            let mut text = String::new();
            for k in 0..outer {
                writeln!(
                    text,
                    "for r{k} in 0..{}usize {{ let p{k} = (i{k} + r{k}).wrapping_sub({}); if p{k} >= {} {{ continue; }}",
                    self.window[k], self.before(k), self.image_extent(k)
                )
                .expect("text");
            }
            let from = at(&|k| format!("p{k}"), &|k| self.image_extent(k));
            writeln!(text, "let from = &x[{from} * {of}..][..{of}];").expect("text");
            if !self.has_border {
                writeln!(
                    text,
                    "for i in (0usize..{low}).chain({high}..{n}) {{ {} }}",
                    one_element("i", "from")
                )
                .expect("text");
            }
            let weights: Vec<String> = (0..size)
                .map(|s| {
                    self.weight(
                        &(0..rank)
                            .map(|k| if k == inner { s.to_string() } else { format!("r{k}") })
                            .collect::<Vec<_>>(),
                    )
                })
                .collect();
            let sum: Vec<String> =
                weights.iter().enumerate().map(|(s, w)| format!("{w} * x[{s}]")).collect();
            writeln!(text, "for (y, x) in row[{low}..{high}].iter_mut().zip(from.windows({size})) {{ *y += {}; }}", sum.join(" + ")).expect("text");
            text.push_str(&"}".repeat(outer));
            text
        };
        if is_at_once {
            let is_inside: Vec<String> = (0..outer)
                .map(|k| {
                    let after = self.window[k] - 1 - self.before(k);
                    format!(
                        "i{k} >= {} && i{k} + {after} < {}",
                        self.before(k),
                        self.image_extent(k)
                    )
                })
                .collect();
            let is_inside =
                if self.has_border { "true".to_string() } else { is_inside.join(" && ") };
            writeln!(text, "if {is_inside} {{").expect("text");
            let rows: usize = self.window[..outer].iter().product();
            let mut sum = Vec::new();
            for row in 0..rows {
                let mut r = vec![0; outer];
                let mut rest = row;
                for k in (0..outer).rev() {
                    r[k] = rest % self.window[k];
                    rest /= self.window[k];
                }
                let from = at(&|k| format!("(i{k} + {} - {})", r[k], self.before(k)), &|k| {
                    self.image_extent(k)
                });
                writeln!(text, "let whole{row} = &x[{from} * {of}..][..{of}]; let s{row} = &whole{row}[..{high} - {low} + {}];", size - 1).expect("text");
                for s in 0..size {
                    let weight = self
                        .weight(&r.iter().chain([&s]).map(ToString::to_string).collect::<Vec<_>>());
                    sum.push(format!("{weight} * s{row}[i + {s}]"));
                }
                if !self.has_border {
                    let constants: String =
                        (0..outer).map(|k| format!("let r{k} = {}usize;", r[k])).collect();
                    writeln!(
                        text,
                        "for i in (0usize..{low}).chain({high}..{n}) {{ {constants} {} }}",
                        one_element("i", &format!("whole{row}"))
                    )
                    .expect("text");
                }
            }
            writeln!(
                text,
                "for (i, y) in row[{low}..{high}].iter_mut().enumerate() {{ *y += {}; }}",
                sum.join(" + ")
            )
            .expect("text");
            writeln!(text, "}} else {{ {by_rows} }}").expect("text");
        } else {
            text.push_str(&by_rows);
        }
        text.push_str(&"}".repeat(outer));
        writeln!(text, "let _ = (a, b, c, d, e);\n}}").expect("text");
        text
    }

    /// The entry of the table of cases.
    pub fn entry(&self) -> String {
        let id = self.id;
        let more = |k: usize| if self.has_border { self.window[k] - 1 } else { 0 };
        let image: usize = (0..self.rank()).map(|k| self.extents[k] + more(k)).product();
        let points: usize = self.window.iter().product();
        let mut extents = self.extents.clone();
        extents.resize(5, 1);
        let call = |name: String| format!("|x, y, n| {name}(&x[0], &x[1], y, n)");
        format!(
            "Case {{ name: {:?}, is_added: true, sources: &[{image}, {points}], target: {}, extents: {extents:?}, ours: {}, hands: &[{}, {}], parts: &[] }},\n",
            self.name(),
            self.extents.iter().product::<usize>(),
            call(format!("ours_{id}")),
            call(format!("hand_{id}_0")),
            call(format!("hand_{id}_1"))
        )
    }
}
