//! Words in tables, and "did you mean": the known word nearest to a misspelled one.

use layout_algebra::CollectVec;

use crate::report::Diagnostic;

/// The shortest word that a longer beginning of another one stands for.
const BEGINNING: usize = 4;

/// The value of a word in a table.
pub(crate) fn lookup<'a, V>(table: &'a [(&str, V)], word: &str) -> Option<&'a V> {
    Some(&table.iter().find(|(known, _)| *known == word)?.1)
}

impl Diagnostic {
    /// The error of a misspelled word, with the known word that is nearest to it, if one is near.
    pub(crate) fn nearest(self, word: &str, known: &[&str]) -> Self {
        match nearest_of(word, known) {
            Some(near) => self.meant(near),
            None => self,
        }
    }
}

/// The candidate with the fewest edits, if they are few for its length; else the
/// first that begins with the word.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    nearest_of(word, &candidates.into_iter().collect_vec())
}

/// [`nearest`], once for all kinds of iterators.
fn nearest_of<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let length = word.chars().count();
    let (mut near, mut limit) = (None, (length / 4).max(1) + 1);
    for candidate in candidates {
        // A word takes as many edits as it has letters more or less.
        if candidate.chars().count().abs_diff(length) < limit {
            let edits = edits(word, candidate);
            if edits < limit {
                (near, limit) = (Some(*candidate), edits);
            }
        }
    }
    if near.is_some() || length < BEGINNING {
        return near;
    }
    candidates.iter().copied().find(|candidate| candidate.starts_with(word))
}

/// The number of letters that are added, left out, changed, or two that are exchanged, from one word to another.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect_vec(), b.chars().collect_vec());
    // The row before the last, and the last.
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect_vec();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let changed = row[j] + usize::from(a[i] != b[j]);
            let mut fewest = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                fewest = fewest.min(above[j - 1] + 1);
            }
            next.push(fewest);
        }
        above = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_takes_the_fewest_edits() {
        let ops = ["composition", "complement", "coalesce", "get"];
        assert_eq!(nearest("compositon", ops), Some("composition"));
        assert_eq!(nearest("colesce", ops), Some("coalesce"));
        assert_eq!(nearest("complment", ops), Some("complement"));
        assert_eq!(nearest("gte", ops), Some("get"));
        assert_eq!(nearest("compose", ops), None);
        assert_eq!(nearest("compl", ops), Some("complement"));
        assert_eq!(nearest("frobnicate", ops), None);
    }
}
