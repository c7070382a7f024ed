//! Random layouts, as text.

/// A random layout: its expression, that with numbers for its symbols, and these numbers.
pub(crate) struct Random {
    pub(crate) text: String,
    pub(crate) numbers: String,
    pub(crate) symbols: Vec<(&'static str, u64)>,
}

/// Numbers from a seed (xorshift).
pub(crate) struct Seed(pub(crate) u64);

impl Seed {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % end
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// A layout of one of the kinds that plans treat apart.
    pub(crate) fn layout(&mut self) -> Random {
        let allow = "#[allow(non_injective, padding)] ";
        let plain = |text: String| Random { numbers: text.clone(), text, symbols: Vec::new() };
        match self.below(8) {
            0 => plain(self.compact(&[1, 2, 3, 4, 5, 6, 7, 9, 12], false)),
            1 => plain(self.compact(&[2, 3, 4, 5, 8], true)),
            2 => plain(format!("{allow}{}", self.any())),
            3 => plain(self.compact(&[2, 4, 8], false)),
            4 => {
                let tile = self.compact(&[2, 4, 8], false);
                plain(format!("{} o {} o {tile}", self.swizzle(), self.below(2) * 64))
            }
            5 => {
                let tile = self.compact(&[2, 3, 6, 8], false);
                plain(format!("{} o 0 o {tile}", self.swizzle()))
            }
            6 => {
                let (m, n) = (1 + self.below(20), 1 + self.below(20));
                let (a, b) = (1 + self.below(6), 1 + self.below(6));
                plain(format!("{allow}zipped_divide(({m},{n}):({n},1), ({a},{b}))"))
            }
            _ => self.symbolic(),
        }
    }

    /// A layout without gaps whose leaves are in any order, nested in some way.
    fn compact(&mut self, extents: &[u64], is_reversed: bool) -> String {
        let count = 1 + self.below(5) as usize;
        let mut leaves: Vec<(u64, i64, u64)> = Vec::new();
        for _ in 0..count {
            let order = self.below(1 << 20);
            leaves.push((self.one_of(extents), 0, order));
        }
        let mut places: Vec<usize> = (0..count).collect();
        places.sort_by_key(|&place| leaves[place].2);
        let mut stride = 1;
        for place in places {
            let sign = if is_reversed && self.below(2) == 0 { -1 } else { 1 };
            leaves[place].1 = sign * stride;
            stride *= leaves[place].0.cast_signed();
        }
        let leaves: Vec<_> =
            leaves.into_iter().map(|(extent, stride, _)| (extent, stride)).collect();
        self.nested(&leaves)
    }

    fn any(&mut self) -> String {
        let count = 1 + self.below(4);
        let leaves = (0..count).map(|_| (1 + self.below(7), self.below(40).cast_signed() - 8));
        let leaves: Vec<_> = leaves.collect();
        self.nested(&leaves)
    }

    /// Leaves as a layout, some neighbours in a tuple.
    fn nested(&mut self, leaves: &[(u64, i64)]) -> String {
        let (mut shape, mut stride) = (Vec::new(), Vec::new());
        let mut rest = leaves;
        while !rest.is_empty() {
            let (mode, others) = rest.split_at(1 + self.below(rest.len().min(3) as u64) as usize);
            let tuple = |texts: Vec<String>| match texts.as_slice() {
                [only] => only.clone(),
                all => format!("({})", all.join(",")),
            };
            shape.push(tuple(mode.iter().map(|leaf| leaf.0.to_string()).collect()));
            stride.push(tuple(mode.iter().map(|leaf| leaf.1.to_string()).collect()));
            rest = others;
        }
        format!("({}):({})", shape.join(","), stride.join(","))
    }

    fn swizzle(&mut self) -> String {
        let bits = 1 + self.below(3);
        let shift = bits + self.below(3);
        let sign = self.one_of(&["", "-"]);
        format!("Sw<{bits},{},{sign}{shift}>", self.below(4))
    }

    /// A layout with symbols.
    fn symbolic(&mut self) -> Random {
        let (text, symbols): (_, Vec<(&str, u64)>) = match self.below(6) {
            0 => ("(m,n):(n,1)", vec![("m", 1 + self.below(20)), ("n", 1 + self.below(20))]),
            1 => {
                let (m, n) = (4 * (1 + self.below(5)), 6 * (1 + self.below(4)));
                ("zipped_divide((m,n):(n,1), (4,6))", vec![("m", m), ("n", n)])
            }
            2 => {
                let (m, n) = (1 + self.below(20), 1 + self.below(20));
                ("#[allow(padding)] logical_divide((m,n):(1,m), (4,5))", vec![("m", m), ("n", n)])
            }
            3 => {
                let (m, k) = (2 + self.below(9), 1 + self.below(9));
                ("(m,(k,3)):(-1,(m,m * k))", vec![("m", m), ("k", k)])
            }
            4 => ("Sw<2,1,3> o 0 o (m,16):(16,1)", vec![("m", 1 + self.below(9))]),
            _ => {
                let (m, i) = (1 + self.below(9), 1 + self.below(9));
                ("((m,2),(i,c0)):((2,1),(2 * m,2 * m * i))", vec![("m", m), ("i", i), ("c0", 3)])
            }
        };
        let mut numbers = text.to_owned();
        for (name, value) in &symbols {
            numbers = replace_word(&numbers, name, &value.to_string());
        }
        Random { text: text.to_owned(), numbers, symbols }
    }
}

/// A text with a word replaced where it stands alone.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let is_word = |c: char| c == '_' || c.is_alphanumeric();
    let (mut replaced, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
        let (token, others) = rest.split_at(end);
        replaced.push_str(if token == word { by } else { token });
        rest = others;
    }
    replaced
}
