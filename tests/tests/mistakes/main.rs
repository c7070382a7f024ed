//! Mistakes as users make them, in `tests/data/mistakes.txt`, each with the tokens that are
//! wrong: how many are one error, where it stands, and whether its helps repair.
//!
//! The measures are in `tests/data/mistakes.md`; `WRITE=1` writes it anew.

mod alone;
mod calls;
mod compose;
mod edits;
mod generated;
#[path = "../it/invocation.rs"]
#[allow(dead_code)]
mod invocation;
mod programs;
mod proofs;
#[path = "../index_functions/random.rs"]
#[allow(dead_code)]
mod random;
mod ranks;
#[path = "../it/repaired.rs"]
mod repaired;
mod sources;

use std::fmt::Write;
use std::ops::Range;

use invocation::mistakes;
use layout_tests::document;
use repaired::{repair, repaired};

const RECORDS: &str = "tests/data/mistakes.txt";
const TABLE: &str = "tests/data/mistakes.md";

/// An invocation, and the bytes of it that are wrong.
struct Record {
    group: String,
    invocation: String,
    wrong: Range<usize>,
}

fn records() -> Vec<Record> {
    let text = document::read(RECORDS);
    let mut group = "";
    let mut records = Vec::new();
    for line in text.lines().skip(1) {
        if let Some(heading) = line.strip_prefix("# ") {
            group = heading;
            continue;
        }
        let (invocation, wrong) = marked(line);
        records.push(Record { group: group.to_owned(), invocation, wrong });
    }
    records
}

/// A text without its marks, and the bytes between them.
fn marked(line: &str) -> (String, Range<usize>) {
    let (before, rest) = line.split_once('«').expect("the tokens at fault begin with «");
    let (marked, after) = rest.split_once('»').expect("the tokens at fault end with »");
    let at = before.len()..before.len() + marked.len();
    ([before, marked, after].concat(), at)
}

/// The counts of some mistakes.
#[derive(Default)]
struct Count {
    mistakes: usize,
    one: usize,
    exact: usize,
    near: usize,
    helps: usize,
    right: usize,
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.mistakes += other.mistakes;
        self.one += other.one;
        self.exact += other.exact;
        self.near += other.near;
        self.helps += other.helps;
        self.right += other.right;
    }

    fn row(&self, name: &str) -> String {
        let Count { mistakes, one, exact, near, helps, right } = self;
        let wrong = one - exact - near;
        format!(
            "| {name} | {mistakes} | {one} | {exact} / {near} / {wrong} | {right} of {helps} |\n"
        )
    }
}

/// Counts one mistake, and notes what is not as it should be.
fn counted(record: &Record, notes: &mut String) -> Count {
    let Record { invocation, wrong, .. } = record;
    let mut count = Count { mistakes: 1, ..Count::default() };
    let found = mistakes(invocation);
    let [mistake] = found.as_slice() else {
        let _ = writeln!(notes, "- `{invocation}`: {} errors", found.len());
        return count;
    };
    count.one = 1;
    let (at, text) = (&mistake.range, &mistake.text);
    if at == wrong {
        count.exact = 1;
    } else {
        count.near = usize::from(at.start <= wrong.end && wrong.start <= at.end);
        let (found, meant) = (&invocation[at.clone()], &invocation[wrong.clone()]);
        let _ = writeln!(notes, "- `{invocation}`: at `{found}`, not at `{meant}`");
    }
    for help in text.lines().filter_map(|line| line.strip_prefix("help: ")) {
        let Some(better) = repaired(invocation, at, help) else { continue };
        count.helps += 1;
        match repair(&better) {
            Ok(_) => count.right += 1,
            Err(error) => {
                let _ = writeln!(notes, "- `{better}`, as it is told to: {error}");
            }
        }
    }
    count
}

fn table() -> String {
    let mut table = String::from(
        "# What is said of the mistakes in mistakes.txt\n\n\
         | | mistakes | one error | span exact / near / wrong | helps that repair |\n|---|---|---|---|---|\n",
    );
    let (mut all, mut notes) = (Count::default(), String::new());
    let records = records();
    for group in records.chunk_by(|a, b| a.group == b.group) {
        let mut sum = Count::default();
        group.iter().for_each(|record| sum.add(&counted(record, &mut notes)));
        table.push_str(&sum.row(&group[0].group));
        all.add(&sum);
    }
    table.push_str(&all.row("all"));
    format!("{table}\nWhat is otherwise than it is marked:\n\n{notes}")
}

#[test]
fn mistakes_are_measured() {
    let found = table();
    if document::is_asked_for() {
        document::write(TABLE, &found);
    }
    assert_eq!(found, document::read(TABLE), "`WRITE=1` writes {TABLE} anew");
}

/// Expressions as others write them, and the same here.
const SPELLINGS: &[(&str, &str)] = &[
    ("layout!(Layout<Shape<_2,_4>,Stride<_4,_1>>)", "layout!((2,4):(4,1))"),
    (
        "layout!(cute::Layout<Shape<cute::Shape<_2,Int<2>>,_8>,Stride<Stride<_1,_16>,_2>>{})",
        "layout!(((2,2),8):((1,16),2))",
    ),
    ("layout!(size(Layout<Shape<_2,_4>>))", "layout!(size((2,4)))"),
    (
        "layout!(make_layout(make_shape(_4{}, _8{}), LayoutRight{}))",
        "layout!(make_layout((4,8), LayoutRight))",
    ),
    (
        "layout!(make_layout(make_shape(Int<4>{}, n), make_stride(n, _1{})))",
        "layout!(make_layout((4,n), (n,1)))",
    ),
    ("divide!((8,8):(8,1), make_tile(_2{}, _4{}))", "divide!((8,8):(8,1), <2,4>)"),
    ("layout!(crd2idx(make_coord(1, 2), (4,8):(8,1)))", "layout!(crd2idx((1,2), (4,8):(8,1)))"),
    ("layout!(slice_((1,_), (4,8):(8,1)))", "layout!(slice((1,_), (4,8):(8,1)))"),
    ("layout!(group_modes((4,8,2), 0, 2))", "layout!(group((4,8,2), 0, 2))"),
    ("layout!(make_layout(make_shape(Int<4>, Int<8>), GenRowMajor{}))", "layout!((4,8):(8,1))"),
    ("layout!(make_layout(make_shape(cute::C<4>{}, cute::Int<8>{})))", "layout!((4,8))"),
    ("layout!(make_layout(make_shape(4_c, 8_c), make_stride(8_c, 1_c)))", "layout!((4,8):(8,1))"),
    ("layout!((Int<4>, Int<8>):(cute::Int<8>, Int<1>))", "layout!((4,8):(8,1))"),
    ("layout!(((Int<2>, Int<2>), Int<8>):((8, 16), Int<1>))", "layout!(((2,2),8):((8,16),1))"),
    ("layout!(Layout.row_major[4, 8]())", "layout!((4,8):(8,1))"),
    ("layout!(Layout.col_major[4, 8]())", "layout!((4,8):(1,4))"),
    (
        "layout!(cute.local_tile(cute.make_layout((16, 8), stride=(8, 1)), tiler=(4, 2), coord=(1, 2)))",
        "layout!(local_tile((16,8):(8,1), (4,2), (1,2)))",
    ),
    ("layout!(Layout.row_major(IntTuple(4, 8)))", "layout!((4,8):(8,1))"),
    // A word that is an integer at one place is one at all.
    ("divide!((m,n):(n,1), m)", "divide!((m,n):(n,1), m:1)"),
    (
        "layout! { let t = logical_divide((BM,8):(8,1), BM); }",
        "layout! { let t = logical_divide((BM,8):(8,1), BM:1); }",
    ),
];

#[test]
fn spellings_of_others_are_read() {
    for (theirs, ours) in SPELLINGS {
        assert!(mistakes(ours).is_empty(), "{ours}: {:?}", mistakes(ours));
        let texts = [theirs, ours].map(|case| invocation::expansion(case).to_string());
        assert_eq!(texts[0], texts[1], "{theirs}");
    }
}

#[test]
fn extents_that_are_missing_are_those_of_the_strides() {
    for (case, help) in [
        ("layout!((4):(8,1))", "help: write `(4,8)`: the strides are those of rows"),
        ("layout!((4,):(8,1))", "help: write `(4,8)` for `(4,)`: the strides are those of rows"),
        (
            "layout! { struct Rows<m, n> = (m,):(n,1); }",
            "help: write `(m,n)` for `(m,)`: the strides are those of rows",
        ),
    ] {
        let found = mistakes(case);
        assert_eq!(found.len(), 1, "{case}");
        assert!(found[0].text.contains(help), "{case}: {}", found[0].text);
    }
}

#[test]
fn a_lint_is_offered_where_the_invocation_is_right_with_it() {
    let aliased = "struct Blocks = ((4,8),(8,4)):((1,32),(8,128));";
    let contract =
        "#[banks(conflicts = 0, bits = 32, bytes = 4, by(Blocks))] struct Square = (32,32):(1,32);";
    let rows = "struct Rows<m, n> = (m,n):(n,0);";
    let agrees = "#[agrees(Rows)] struct Strided<m, n, ld> = (m,n):(ld,1);";
    for (case, is_offered) in [
        (format!("layout! {{ {aliased} }}"), true),
        (format!("layout! {{ {aliased} {contract} }}"), false),
        (format!("layout! {{ {rows} }}"), true),
        (format!("layout! {{ {rows} {agrees} }}"), false),
        // The other lint is missing then, which the next error offers.
        ("layout!(zipped_divide((5,5):(5,0), (2,2)))".to_owned(), true),
    ] {
        let found = mistakes(&case);
        assert_eq!(found.len(), 1, "{case}");
        let is_found = found[0].text.contains("#[allow(");
        assert_eq!(is_found, is_offered, "{case}: {}", found[0].text);
    }
}

/// Invocations, each with the tokens that are underlined between marks: no more than what has to change.
const UNDERLINED: &[&str] = &[
    "layout!(with_shape((32,32):(32,1), (256,«5»)))",
    "layout!(with_shape((32,32):(32,1), ((16,16),(2,«3»))))",
    "layout! { #[covers((16,16))] struct T = (4,(4,«8»)):(1,(4,16)); }",
    "layout! { #[covers((4,8))] struct T = (4,«7»):(8,1); }",
    "layout!(#[agrees((64,128):(128,1), vector >= «8»)] (64,(4,32)):(4,(1,256)))",
    "layout!(Sw<«4»,4,3> o 0 o (8,64):(64,1))",
    "layout!(Sw<3,4,«2»> o 0 o (8,64):(64,1))",
    "layout!(get_layout_TV(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>, (16,8):(8,1), (1,«3»))))",
    "layout!(tile_to_shape(GMMA::«Layout_K_SW96_Atom»<half_t>, (128,64)))",
    "layout!(make_tiled_copy(Copy_Atom<«SM75_U32x5_LDSM_N», half_t>, (16,8):(8,1), (1,8)))",
    "layout!(select((4,8):(8,1), «dims»=(1,0)))",
    "layout!(local_tile((4,8):(8,1), (2,2), «crd»=(0,1)))",
];

#[test]
fn no_more_is_underlined_than_has_to_change() {
    for line in UNDERLINED {
        let (invocation, wrong) = marked(line);
        let found = mistakes(&invocation);
        assert_eq!(found.len(), 1, "{line}: {found:?}");
        assert_eq!(&invocation[found[0].range.clone()], &invocation[wrong.clone()], "{line}");
        assert_eq!(found[0].range, wrong, "{line}");
    }
}

/// Another invocation goes by the names of the modes: what lacks one may be right here, and wrong there.
#[test]
fn no_help_leaves_out_the_name_of_a_mode() {
    for case in [
        "layout! { struct Image = (row: 6):(8,1); }",
        "layout! { struct Tokens = (head: 2, token: 32, : 16):(512,16,1); }",
    ] {
        let found = mistakes(case);
        assert_eq!(found.len(), 1, "{case}");
        assert!(!found[0].text.contains("leave it out"), "{case}: {}", found[0].text);
        assert!(!found[0].text.contains("8)`: the strides"), "{case}: {}", found[0].text);
    }
}

/// Where the layout has a mistake without it, the attribute is the one that is told.
#[test]
fn an_attribute_without_a_name_is_the_mistake() {
    let case = "layout! { #[(non_injective)] struct Twice = (4,8):(1,1); }";
    let found = mistakes(case);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(&case[found[0].range.clone()], "(non_injective)", "{}", found[0].text);
}

#[test]
fn tokens_in_braces_are_not_exchanged() {
    for case in [
        "layout!(logical_divide((row: 4, col: 8):(8,1), { row: true }))",
        "layout! { struct Tiles = logical_divide((row: 4, col: 8):(8,1), { row: true }); }",
    ] {
        let found = mistakes(case);
        assert_eq!(found.len(), 1, "{case}");
        assert!(!found[0].text.contains("help: write"), "{case}: {}", found[0].text);
    }
}

/// For a look at what is printed: `SHOW=1 cargo test -p layout-tests --test mistakes show -- --nocapture`.
#[test]
fn show() {
    if std::env::var_os("SHOW").is_none() {
        return;
    }
    for Record { invocation, .. } in records() {
        for mistake in mistakes(&invocation) {
            println!("{invocation}\n  at `{}`", &invocation[mistake.range.clone()]);
            mistake.text.lines().for_each(|line| println!("    {line}"));
        }
    }
}
