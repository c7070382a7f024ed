//! "Did you mean": the known word nearest to a misspelled one.

/// The shortest word that a longer beginning of another one stands for.
const BEGINNING: usize = 4;

/// The candidate with the fewest edits, if they are few for its length; else the
/// first that begins with the word.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let length = word.chars().count();
    let limit = (length / 4).max(1);
    let edited = candidates.iter().map(|candidate| (edits(word, candidate), *candidate));
    let fewest = edited.filter(|(edits, _)| *edits <= limit).min_by_key(|(edits, _)| *edits);
    let begins = |candidate: &&str| length >= BEGINNING && candidate.starts_with(word);
    fewest.map(|(_, candidate)| candidate).or_else(|| candidates.into_iter().find(begins))
}

/// The Levenshtein distance.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, a) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
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
        assert_eq!(nearest("compose", ops), None);
        assert_eq!(nearest("compl", ops), Some("complement"));
        assert_eq!(nearest("frobnicate", ops), None);
    }
}
