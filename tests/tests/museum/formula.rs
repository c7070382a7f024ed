//! Arithmetic on integers with names, as an author of kernels would write an index by hand:
//! `^`, `&`, `+`, `-`, `*`, `/`, `%`, parentheses and `ceil_div`, with Rust's precedence.

/// The numbers that names stand for.
pub(crate) type Names<'a> = &'a [(String, i128)];

/// The value of a formula.
pub(crate) fn value(text: &str, names: Names<'_>) -> Result<i128, String> {
    let mut reader = Reader { rest: text, names };
    let value = reader.binary(0)?;
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(format!("`{}` of `{text}` is not read", reader.rest)),
    }
}

/// The operators of each precedence, from the loosest on.
const OPERATORS: [&[char]; 4] = [&['^'], &['&'], &['+', '-'], &['*', '/', '%']];

struct Reader<'a> {
    rest: &'a str,
    names: Names<'a>,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> Result<(), String> {
        match self.peek() {
            Some(found) if found == wanted => {
                self.rest = &self.rest[found.len_utf8()..];
                Ok(())
            }
            found => Err(format!("`{wanted}` is missing, there is {found:?}")),
        }
    }

    fn binary(&mut self, level: usize) -> Result<i128, String> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.peek().filter(|found| operators.contains(found)) {
            self.take(operator)?;
            let right = self.binary(level + 1)?;
            let result = match operator {
                '^' => Some(left ^ right),
                '&' => Some(left & right),
                '+' => left.checked_add(right),
                '-' => left.checked_sub(right),
                '*' => left.checked_mul(right),
                '/' => left.checked_div(right),
                _ => left.checked_rem(right),
            };
            left = result.ok_or_else(|| format!("{left} {operator} {right} has no value"))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<i128, String> {
        match self.peek() {
            Some('-') => {
                self.take('-')?;
                Ok(-self.unary()?)
            }
            Some('(') => {
                self.take('(')?;
                let value = self.binary(0)?;
                self.take(')')?;
                Ok(value)
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<i128, String> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        if word == "ceil_div" {
            self.take('(')?;
            let numerator = self.binary(0)?;
            self.take(',')?;
            let denominator = self.binary(0)?;
            self.take(')')?;
            return Ok((numerator + denominator - 1) / denominator);
        }
        if let Ok(number) = word.parse() {
            return Ok(number);
        }
        let found = self.names.iter().find(|(name, _)| name == word);
        found.map(|&(_, value)| value).ok_or_else(|| format!("`{word}` has no value"))
    }
}

#[test]
fn formulas_have_the_precedence_of_rust() {
    let names = [("i".to_owned(), 13), ("n".to_owned(), 5)];
    for (text, expected) in [
        ("i % 5 * 8 + i / 4", 13 % 5 * 8 + 13 / 4),
        ("i ^ i & 6 + n", 13 ^ 13 & (6 + 5)),
        ("-(i - n) * -2", 16),
        ("ceil_div(i, n) * 2", 6),
    ] {
        assert_eq!(value(text, &names), Ok(expected), "{text}");
    }
    for text in ["i +", "i / (n - 5)", "k", "(i", "i i", ""] {
        assert!(value(text, &names).is_err(), "{text}");
    }
}
