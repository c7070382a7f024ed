//! The tables, in Markdown.

use std::collections::HashMap;
use std::path::Path;

use crate::columns::{Column, Function, load};
use crate::counts::Counts;
use crate::layouts::{Codomain, Entry, LAYOUTS, Layout};

/// The kinds of sweep: by hand and by peers, then with `for_each`, a loop over modes, a loop over 1-D coordinates.
pub const SWEEPS: [&str; 4] = ["", "_for_each", "_at", "_index"];

/// One build of the libraries with what callgrind counted.
struct Build {
    columns: Vec<Column>,
    counts: Counts,
    /// The names of the functions at each address.
    names: HashMap<usize, Vec<String>>,
}

impl Build {
    fn read(folder: &Path) -> Build {
        let columns = load(folder);
        let mut names: HashMap<usize, Vec<String>> = HashMap::new();
        for (column, layout) in columns.iter().flat_map(|c| LAYOUTS.iter().map(move |l| (c, l))) {
            let entries = Entry::ALL.into_iter().flat_map(|entry| {
                ["", "_u32"]
                    .into_iter()
                    .flat_map(move |suffix| column.entries(layout, entry, suffix))
            });
            let sweeps = SWEEPS.iter().flat_map(|kind| column.sweeps(layout, kind));
            for Function { symbol, address } in entries.chain(sweeps) {
                names.entry(address).or_default().push(symbol);
            }
        }
        Build { columns, counts: Counts::read(&folder.join("callgrind.out")), names }
    }

    fn forms(&self, column: usize, layout: &Layout, entry: Entry, suffix: &str) -> Vec<Function> {
        self.columns[column].entries(layout, entry, suffix)
    }

    /// The fewest instructions among some forms of a function, and the name of that form.
    fn best(&self, column: usize, functions: Vec<Function>) -> Option<(f64, String)> {
        let library = &self.columns[column];
        let counted =
            |f: Function| Some((self.counts.instructions(library, &f, &self.names)?, f.symbol));
        functions.into_iter().filter_map(counted).min_by(|a, b| a.0.total_cmp(&b.0))
    }

    fn least(&self, column: usize, functions: Vec<Function>) -> Option<f64> {
        self.best(column, functions).map(|best| best.0)
    }

    /// The counts of an entry in each column.
    fn entry(&self, layout: &Layout, entry: Entry, suffix: &str) -> Vec<Option<f64>> {
        let columns = 0..self.columns.len();
        columns.map(|i| self.least(i, self.forms(i, layout, entry, suffix))).collect()
    }

    /// The counts of an element of a sweep in a column, for each kind.
    fn sweeps(&self, layout: &Layout, column: usize) -> [Option<f64>; 4] {
        SWEEPS.map(|kind| {
            let count = self.least(column, self.columns[column].sweeps(layout, kind));
            count.map(|count| count / layout.size() as f64)
        })
    }
}

const OURS: usize = 0;
const HAND: usize = 1;
const LITERAL: usize = 7;
const CONSTANT: usize = 8;
const GENERATED: usize = 9;

/// The columns of the table, in words of 64 bits and of 32.
const SHOWN: [&[usize]; 2] =
    [&[OURS, HAND, 2, 3, 4, GENERATED, 5, 6], &[OURS, HAND, 2, 3, 4, GENERATED]];

/// The most instructions of an unoptimised function, relative to one by hand.
const LIMIT: f64 = 1.5;

pub fn print(folders: [&Path; 3]) {
    let [release, debug, nodebug] = folders.map(Build::read);
    println!("### Instructions of a call\n");
    entries(&release);
    println!("\n### Instructions of an element, over 4,096 elements and more\n");
    sweeps(&release);
    println!("\n### Constants\n");
    constants(&release);
    println!("\n### Unoptimised builds\n");
    unoptimised(&release, &debug, &nodebug);
}

/// Every layout and entry, in both widths.
fn entries(build: &Build) {
    let mut rows = Vec::new();
    let mut tally = [("by hand", 0, 0), ("CuTe by g++", 0, 0), ("CuTe by clang++", 0, 0)];
    let mut missing = 0;
    let mut c = [0; 3];
    for layout in LAYOUTS {
        for entry in Entry::ALL.into_iter().filter(|entry| layout.has(*entry)) {
            let mut row = format!("| `{}` | {} |", layout.notation(), entry.name());
            for (suffix, shown) in ["", "_u32"].into_iter().zip(SHOWN) {
                let counts = build.entry(layout, entry, suffix);
                if counts[HAND].is_some() && counts[OURS].is_none() {
                    missing += 1;
                }
                for (i, (_, more, of)) in tally.iter_mut().enumerate() {
                    if let (Some(ours), Some(theirs)) = (counts[OURS], counts[i + 1]) {
                        *of += 1;
                        *more += usize::from(ours > theirs);
                    }
                }
                if let (Some(ours), Some(generated)) = (counts[OURS], counts[GENERATED]) {
                    c[0] += usize::from(generated == ours);
                    c[1] += usize::from(generated < ours);
                    c[2] += usize::from(generated > ours);
                }
                row.push_str(&cells(counts[OURS], shown.iter().map(|column| counts[*column])));
            }
            rows.push(row);
        }
    }
    for (name, more, of) in tally {
        println!("- Against {name}: more instructions in **{more}** of {of} functions.");
    }
    let [same, fewer, more] = c;
    let all = same + fewer + more;
    println!(
        "- Generated C by clang: as many instructions as ours in **{same}** of {all} functions, fewer in {fewer}, more in {more}."
    );
    if missing > 0 {
        println!("- {missing} functions are not there yet and are shown as –.");
    }
    println!(
        "\nEach cell is the number of instructions, with the ratio of ours to it where ours is more, in bold.\n"
    );
    println!(
        "| layout | entry | ours | hand | g++ | clang++ | tricks | C | ndarray | mdarray | ours, u32 | hand | g++ | clang++ | tricks | C |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    rows.iter().for_each(|row| println!("{row}"));
}

/// The counts as cells; where ours is more, the ratio too.
fn cells(ours: Option<f64>, counts: impl Iterator<Item = Option<f64>>) -> String {
    let cell = |count: Option<f64>| match (count, ours) {
        (None, _) => " – |".to_owned(),
        (Some(count), Some(ours)) if ours > count => {
            format!(" {} **{:.2}** |", number(count), ours / count)
        }
        (Some(count), _) => format!(" {} |", number(count)),
    };
    counts.map(cell).collect()
}

/// A count, which is whole where the code has no branch.
fn number(count: f64) -> String {
    if (count - count.round()).abs() < 0.005 {
        format!("{count:.0}")
    } else {
        format!("{count:.2}")
    }
}

/// Each layout visited in coordinate order.
fn sweeps(build: &Build) {
    println!(
        "| layout | ours, `for_each` | ours, loop nest with `at` | ours, loop with `index` | hand, loop nest | g++, loop nest | g++, loop | clang++, loop nest | clang++, loop | ndarray | mdarray |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let show = |count: Option<f64>| count.map_or("–".to_owned(), |count| format!("{count:.2}"));
    for layout in LAYOUTS.iter().filter(|layout| layout.codomain != Codomain::Pair) {
        let by = |column| build.sweeps(layout, column);
        let [_, for_each, at, index] = by(OURS);
        let hand = by(HAND)[0];
        let over = match (for_each, hand) {
            (Some(ours), Some(hand)) if ours > hand => format!(" **{:.2}**", ours / hand),
            _ => String::new(),
        };
        let (gxx, clang) = (by(2), by(3));
        let cells = [show(for_each), show(at), show(index), show(hand) + &over]
            .into_iter()
            .chain([gxx[2], gxx[3], clang[2], clang[3], by(5)[0], by(6)[0]].map(show));
        println!("| `{}` | {} |", layout.notation(), cells.collect::<Vec<_>>().join(" | "));
    }
}

/// Layouts whose numbers are all constants, where they differ from those of literals.
fn constants(build: &Build) {
    let (mut same, mut rows) = (0, Vec::new());
    for layout in LAYOUTS {
        for entry in Entry::ALL.into_iter().filter(|entry| layout.has(*entry)) {
            for suffix in ["", "_u32"] {
                let counts = build.entry(layout, entry, suffix);
                let (Some(literal), Some(constant)) = (counts[LITERAL], counts[CONSTANT]) else {
                    continue;
                };
                if literal == constant {
                    same += 1;
                    continue;
                }
                let (notation, entry) = (layout.notation(), entry.name());
                let counts = format!("{} | {}", number(literal), number(constant));
                rows.push(format!("| `{notation}` | {entry}{suffix} | {counts} |"));
            }
        }
    }
    let all = same + rows.len();
    println!("- As many instructions as with literals in **{same}** of {all} functions.");
    if !rows.is_empty() {
        println!("\n| layout | entry | literals | constants |\n|---|---|--:|--:|");
        rows.iter().for_each(|row| println!("{row}"));
    }
}

/// Ours and by hand without optimisation.
fn unoptimised(release: &Build, debug: &Build, nodebug: &Build) {
    let mut rows = Vec::new();
    // How many have more than 1.5 times as many, with debug information and without.
    let mut above = [0, 0];
    for layout in LAYOUTS {
        for entry in Entry::ALL.into_iter().filter(|entry| layout.has(*entry)) {
            for suffix in ["", "_u32"] {
                let best = release.best(HAND, release.forms(HAND, layout, entry, suffix));
                let Some((_, form)) = best else { continue };
                let counts = [debug, nodebug].map(|build| {
                    let mut by_hand = build.forms(HAND, layout, entry, suffix);
                    by_hand.retain(|function| function.symbol == form);
                    let ours = build.least(OURS, build.forms(OURS, layout, entry, suffix));
                    ours.zip(build.least(HAND, by_hand))
                });
                let mut row = format!("| `{}` | {}{} |", layout.notation(), entry.name(), suffix);
                for ((ours, hand), above) in counts.into_iter().flatten().zip(&mut above) {
                    let bold = if ours > LIMIT * hand { "**" } else { "" };
                    *above += usize::from(ours > LIMIT * hand);
                    let ratio = format!("{bold}{:.2}{bold}", ours / hand);
                    row.push_str(&format!(" {} | {} | {ratio} |", number(ours), number(hand)));
                }
                if counts[0].is_some() {
                    rows.push(row);
                }
            }
        }
    }
    println!("Against the form by hand that is best when optimised, also without optimisation:\n");
    println!(
        "- More than {LIMIT} times as many instructions in **{}** of {} functions.",
        above[0],
        rows.len()
    );
    println!("- Without debug information in **{}**.", above[1]);
    println!("\n<details><summary>All functions</summary>\n");
    println!(
        "| layout | entry | ours | hand | ratio | no debug information: ours | hand | ratio |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
    rows.iter().for_each(|row| println!("{row}"));
    println!("\n</details>");
}
