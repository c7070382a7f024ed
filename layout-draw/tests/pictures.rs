//! Pictures say what the algebra says, in every format, and are well-formed and small.

use layout_algebra::bounds::Bounds;
use layout_algebra::{Function, HTuple, Int, IntTuple, Layout, ops};
use layout_draw::{
    Banks, Format, MAX_CELLS, OffsetsOptions, Picture, State, Subject, banks, blocks, copy, gemm,
    mma, offsets, thread_values, write,
};
use roxmltree::Document;

const FORMATS: [Format; 4] = [Format::Svg, Format::Html, Format::Tikz, Format::Text];

fn subject(text: &str) -> Subject {
    Subject::new(&text.parse().expect(text), Bounds::EVERYWHERE).expect(text)
}

fn plain(text: &str) -> Picture {
    offsets(&[subject(text)], &OffsetsOptions::default()).expect(text)
}

/// One picture of each kind.
fn samples() -> Vec<Picture> {
    let tiled =
        OffsetsOptions { tile: Some("(4,8)".parse().unwrap()), ..OffsetsOptions::default() };
    let sliced =
        OffsetsOptions { slice: Some("(1,_)".parse().unwrap()), ..OffsetsOptions::default() };
    let ordered = OffsetsOptions { order: true, ..OffsetsOptions::default() };
    let halves = Banks { count: 32, bits: 16, vector: 8 };
    let access = "(_,16)".parse().unwrap();
    let (a, b) = ("((4,8),(2,2,2)):((32,1),(16,8,128))", "((4,8),(2,2)):((16,1),(8,64))");
    let c = "((4,8),(2,2)):((32,1),(16,8))";
    let mma_of = [&subject(a), &subject(b), &subject(c)];
    let rows = subject("(32,8):(1,32)");
    let pairs = subject("((4,8),(2,4)):((64,1),(32,8))");
    vec![
        plain("((2,4),(4,2)):((1,8),(2,32))"),
        plain("(4,(2,3)):(1@0,(1@1,2@1))"),
        plain("(2,3,2):(-1,2,6)"),
        plain("100:3"),
        plain("():()"),
        offsets(&[subject("(10,13):(13,1)")], &tiled).unwrap(),
        offsets(&[subject("(4,8):(1,4)"), subject("(4,8):(8,1)")], &sliced).unwrap(),
        offsets(&[subject("(8,8):(8,1)")], &ordered).unwrap(),
        banks(&[subject("(8,64):(64,1)")], halves, Some(&access)).unwrap(),
        blocks(&subject("Sw<3,4,3> o 0 o (128,128):(128,1)")).unwrap(),
        thread_values(&subject(c), (16, 10), Some(5)).unwrap(),
        copy([&rows, &pairs], (32, 8), 5).unwrap(),
        mma(mma_of, (16, 8, 16), Some(5)).unwrap(),
    ]
}

/// The numbers of a picture of one panel, row by row, found by where they are.
fn drawn(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("it is XML");
    let mut cells = Vec::new();
    for group in document.descendants().filter(|node| node.has_tag_name("g")) {
        for row in group.children().filter(|node| node.is_element()) {
            let y: usize = row.attribute("y").unwrap().parse().unwrap();
            for cell in row.children().filter(|node| node.is_element()) {
                let x: usize = cell.attribute("x").unwrap().parse().unwrap();
                cells.push((y, x, cell.text().unwrap().to_owned()));
            }
        }
    }
    cells.sort();
    cells.into_iter().map(|(_, _, text)| text).collect()
}

/// A generator of small numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % end
    }

    /// A mode of one to three levels.
    fn mode(&mut self) -> (IntTuple, HTuple<layout_algebra::Stride>) {
        let levels = self.below(3) + 1;
        let leaves = (0..levels).map(|_| (self.below(4) as i128 + 1, self.below(200) as i128 - 60));
        let (extents, strides): (Vec<_>, Vec<_>) = leaves.unzip();
        let extents = extents.into_iter().map(|n| HTuple::Leaf(Int::new(n))).collect();
        let strides = strides.into_iter().map(|d| HTuple::Leaf(Int::new(d).into())).collect();
        (HTuple::Tuple(extents), HTuple::Tuple(strides))
    }
}

#[test]
fn every_number_is_the_offset_of_its_cell_in_every_format() {
    let mut numbers = Numbers(7);
    let mut cells = 0;
    for _ in 0..200 {
        let ((m, dm), (n, dn)) = (numbers.mode(), numbers.mode());
        let layout = Layout::new(HTuple::Tuple(vec![m, n]), HTuple::Tuple(vec![dm, dn])).unwrap();
        let size = |mode: usize| ops::size(&layout.modes()[mode]).unwrap().known().unwrap();
        let (rows, columns) = (size(0), size(1));
        let places = (0..rows).flat_map(|m| (0..columns).map(move |n| (m, n)));
        let expected = places
            .map(|(m, n)| ops::evaluate(&IntTuple::from((m, n)), &layout).unwrap().to_string());
        let expected: Vec<String> = expected.collect();
        cells += expected.len();
        let subject = Subject::new(&Function::Layout(layout), Bounds::EVERYWHERE).unwrap();
        let picture = offsets(&[subject], &OffsetsOptions::default()).unwrap();
        assert_eq!(drawn(&write(&picture, Format::Svg)), expected);
        let html = write(&picture, Format::Html);
        let between = |text: &str, open: &str, close: &str| {
            let parts = text.split(open).skip(1).filter_map(|rest| rest.split_once(close));
            parts.map(|(inside, _)| inside.to_owned()).filter(|t| !t.is_empty()).collect()
        };
        let tables: Vec<String> = between(&html, "<td>", "</td>");
        assert_eq!(tables, expected);
        let text = write(&picture, Format::Text);
        let lines = text.lines().filter(|line| line.ends_with('|'));
        let table = lines.flat_map(|line| line.split(['|', '║']).skip(1));
        let table = table.map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty());
        assert_eq!(table.collect::<Vec<_>>(), expected);
        // Labels have fonts.
        let tikz = write(&picture, Format::Tikz);
        let nodes = tikz.lines().filter(|line| line.starts_with("\\node at"));
        let nodes = nodes.flat_map(|line| between(line, "{", "}"));
        assert_eq!(nodes.collect::<Vec<String>>(), expected);
    }
    assert!(cells > 2000, "{cells} cells");
}

#[test]
fn blocks_add_up_to_the_layout() {
    for text in ["Sw<3,4,3> o 0 o (128,128):(128,1)", "((8,16),(16,8)):((16,128),(1,2048))"] {
        let of = subject(text);
        let picture = blocks(&of).unwrap();
        let function: Function = text.parse().unwrap();
        let numbers = function.numbers().unwrap();
        let number = |panel: usize, row: usize, column: usize| -> i64 {
            let cell = picture.panels[panel].cell(row, column).unwrap();
            cell.text.lines().next().unwrap().parse().unwrap()
        };
        let first = &picture.panels[0];
        let (m, n) = (128 / first.rows.size, 128 / first.columns.size);
        for row in 0..128 {
            for column in 0..128 {
                let block = first.cell(row / m, column / n).unwrap();
                let table = match block.paint {
                    layout_draw::Paint::Class(kind) => usize::from(kind) + 1,
                    _ => 1,
                };
                let sum = number(0, row / m, column / n) + number(table, row % m, column % n);
                assert_eq!(Some(sum), numbers.at(&[row as i64, column as i64]));
            }
        }
    }
}

#[test]
fn threads_hold_what_the_layout_says() {
    let text = "((4,8),(2,2)):((32,1),(16,8))";
    let picture = thread_values(&subject(text), (16, 8), None).unwrap();
    let layout: Layout = text.parse().unwrap();
    for thread in 0..32i128 {
        for value in 0..4i128 {
            let at = ops::evaluate(&IntTuple::from((thread, value)), &layout).unwrap();
            let HTuple::Leaf(at) = at else { panic!("an offset") };
            let at = at.known().unwrap() as usize;
            let cell = picture.panels[0].cell(at % 16, at / 16).unwrap();
            assert_eq!(cell.text, format!("T{thread}\nV{value}"));
        }
    }
}

#[test]
fn a_conflict_is_counted() {
    let halves = Banks { count: 32, bits: 16, vector: 8 };
    let access = "(_,16)".parse().unwrap();
    let says = |text: &str| {
        let picture = banks(&[subject(text)], halves, Some(&access)).unwrap();
        let alarmed = picture.panels[0].cells.iter().filter(|cell| cell.state == State::Alarm);
        (alarmed.count(), picture.panels[0].foot.clone())
    };
    assert_eq!(says("(8,64):(64,1)"), (8, "8-way conflict: 8 in 1 of 8 groups".to_owned()));
    let swizzled = says("Sw<3,3,3> o 0 o (8,64):(64,1)");
    assert_eq!(swizzled, (0, "no conflict: 8 in 8 groups".to_owned()));
    // Eight vectors at a time: that others are in other groups does not help those that meet in one.
    let turns = says("((8,8),64):((64,520),1)");
    assert_eq!(turns, (8, "8-way conflict: 64 in 8 of 8 groups".to_owned()));
}

#[test]
fn padding_is_hatched_and_counted() {
    let tile = Some("(4,8)".parse().unwrap());
    let shown = OffsetsOptions { tile, ..OffsetsOptions::default() };
    let picture = offsets(&[subject("(10,13):(13,1)")], &shown).unwrap();
    let padded = picture.panels[0].cells.iter().filter(|cell| cell.state == State::Pad);
    assert_eq!(padded.count(), 12 * 16 - 10 * 13);
    assert!(picture.caption.contains("62 places"), "{}", picture.caption);
    assert_eq!(write(&picture, Format::Text).matches('·').count(), 62);
}

#[test]
fn svg_and_html_are_well_formed_with_ids_of_their_own() {
    for picture in samples() {
        let svg = write(&picture, Format::Svg);
        let document = Document::parse(&svg).expect(&picture.title);
        let mut ids: Vec<_> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!((ids.len(), ids.len() > 2), (count, true));
        for name in document.root_element().attribute("aria-labelledby").unwrap().split(' ') {
            assert!(ids.contains(&name));
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        let html = write(&picture, Format::Html);
        let page = html.strip_prefix("<!DOCTYPE html>\n").unwrap();
        Document::parse(page).expect(&picture.title);
        for word in ["<script", "http-equiv", "href", "url(http"] {
            assert!(!html.contains(word), "{word}");
        }
    }
}

#[test]
fn all_words_and_cells_are_inside_of_the_picture() {
    for picture in samples() {
        let svg = write(&picture, Format::Svg);
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        let side = |name: &str| root.attribute(name).unwrap().parse::<usize>().unwrap();
        let (width, height) = (side("width"), side("height"));
        for node in document.descendants().filter(|node| node.has_tag_name("text")) {
            let number = |name: &str| node.attribute(name).map(|x| x.parse::<usize>().unwrap());
            assert!(number("y").is_none_or(|y| y <= height));
            let (Some(x), Some(text)) = (number("x"), node.text()) else { continue };
            let size: f64 = node.attribute("font-size").unwrap().parse().unwrap();
            let digits = node.attribute("font-family").is_none();
            let advance = if digits { 0.602 } else { 0.5 } * size;
            let end = x + (text.chars().count() as f64 * advance) as usize;
            assert!(end <= width, "{text}: {end} of {width}");
        }
    }
}

#[test]
fn a_picture_is_the_same_every_time() {
    for (first, second) in samples().into_iter().zip(samples()) {
        for format in FORMATS {
            assert_eq!(write(&first, format), write(&second, format));
        }
    }
}

#[test]
fn words_are_escaped() {
    let mut picture = plain("(2,2):(1,2)");
    picture.title = "a<b>&\"c\" \\input{x}%$#_^~\u{1}]]>".to_owned();
    picture.caption = "</desc><script>".to_owned();
    let svg = write(&picture, Format::Svg);
    let document = Document::parse(&svg).unwrap();
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("a<b>&\"c\" \\input{x}%$#_^~ ]]>"));
    assert!(!document.descendants().any(|node| node.has_tag_name("script")));
    let html = write(&picture, Format::Html);
    assert!(!html.contains("<script") && !html.contains("a<b>"));
    let tikz = write(&picture, Format::Tikz);
    let title = tikz.lines().find(|line| line.contains("bfseries]")).unwrap();
    let escaped = "a\\textless{}b\\textgreater{}\\&\"c\" \\textbackslash{}input\\{x\\}\\%\\$\\#\\_\
                   \\textasciicircum{}\\textasciitilde{} ]]\\textgreater{}";
    assert!(title.contains(escaped), "{title}");
}

#[test]
fn sizes_are_bounded() {
    for text in ["(128,128):(128,1)", "(128,128):(1,128)", "Sw<3,4,3> o 0 o (128,128):(128,1)"] {
        let picture = blocks(&subject(text)).unwrap();
        for format in FORMATS {
            let size = write(&picture, format).len();
            assert!(size <= 200_000, "{text} takes {size} bytes of {format:?}");
        }
        assert!(write(&picture, Format::Svg).len() <= 50_000);
    }
    // As many cells as a picture has.
    let picture = plain("(64,64):(64,1)");
    assert_eq!(picture.cells(), MAX_CELLS);
    assert!(write(&picture, Format::Svg).len() <= 200_000);
}

#[test]
fn what_is_too_large_says_by_how_much() {
    let error =
        |text: &str| offsets(&[subject(text)], &OffsetsOptions::default()).unwrap_err().to_string();
    assert!(error("(65,64):(1,65)").starts_with("(65,64):(1,65) has 4160 cells"));
    assert!(error("(2,2,17):(1,2,4)").contains("17 panels"));
    let shown =
        OffsetsOptions { tile: Some("(4000,4000)".parse().unwrap()), ..OffsetsOptions::default() };
    let error = offsets(&[subject("(2,2):(1,2)")], &shown).unwrap_err().to_string();
    assert!(error.contains("16000000 cells"), "{error}");
    let error = blocks(&subject("(1000000,1000000):(1,1000000)")).unwrap_err().to_string();
    assert!(error.contains("1000000 x 1000000"), "{error}");
    let error = thread_values(&subject("(32,4):(1,32)"), (4, 4), None).unwrap_err().to_string();
    assert!(error.contains("outside of the tile (4,4)"), "{error}");
    let none = Banks { count: 0, bits: 16, vector: 8 };
    assert!(banks(&[subject("(2,2):(1,2)")], none, None).is_err());
    let three = Banks { count: 32, bits: 24, vector: 1 };
    assert!(banks(&[subject("(2,2):(1,2)")], three, None).is_err());
    let columns = Banks { count: 32, bits: 16, vector: 8 };
    assert!(banks(&[subject("(8,8):(2,16)")], columns, None).is_err());
}

#[test]
fn text_says_what_colour_says() {
    let tile = Some("(1,2)".parse().unwrap());
    let shown = OffsetsOptions { tile, ..OffsetsOptions::default() };
    let picture = offsets(&[subject("(2,4):(4,1)")], &shown).unwrap();
    let table = "\
    +---+---+---+---+
 0  | 0 | 1 ║ 2 | 3 |
    +===+===+===+===+
 1  | 4 | 5 ║ 6 | 7 |
    +---+---+---+---+
";
    assert!(write(&picture, Format::Text).ends_with(table), "{}", write(&picture, Format::Text));
    let picture = blocks(&subject("Sw<3,4,3> o 0 o (128,128):(128,1)")).unwrap();
    let text = write(&picture, Format::Text);
    assert!(text.contains("| 576 A |") || text.contains("|   576 A |"), "{text}");
    assert!(text.contains("added in a block B: 64 of 128"));
}

#[cfg(feature = "png")]
#[test]
fn png_is_the_picture_at_twice_its_size() {
    let picture = plain("(4,8):(8,1)");
    let bytes = layout_draw::png(&picture).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()).to_string();
    let svg = write(&picture, Format::Svg);
    let document = Document::parse(&svg).unwrap();
    let twice = |name: &str| {
        (document.root_element().attribute(name).unwrap().parse::<u32>().unwrap() * 2).to_string()
    };
    assert_eq!((side(16), side(20)), (twice("width"), twice("height")));
}

#[test]
fn no_two_panels_have_one_place() {
    let several = [
        ["(2,2,3):(1,2,4)", "(2,2):(1,2)"],
        ["(2,2):(1,2)", "(2,2,3):(1,2,4)"],
        ["(2,2):(1,2)", "(3,3):(1,3)"],
    ];
    for layouts in several {
        let picture = offsets(&layouts.map(subject), &OffsetsOptions::default()).unwrap();
        let mut places: Vec<_> = picture.panels.iter().map(|panel| panel.place).collect();
        places.sort();
        places.dedup();
        assert_eq!(places.len(), picture.panels.len());
    }
}

#[test]
fn a_picture_within_a_page_follows_the_page_and_has_no_empty_line() {
    for picture in samples() {
        let (file, inline) = (write(&picture, Format::Svg), write(&picture, Format::Inline));
        Document::parse(&inline).expect(&picture.title);
        assert!(inline.lines().all(|line| !line.trim().is_empty()), "{inline}");
        let dark = ":root:is([data-theme=dark],[data-theme=ayu],.navy,.coal,.ayu)";
        assert!(!inline.contains("prefers-color-scheme"));
        assert_eq!(inline.replace(dark, "@media(prefers-color-scheme:dark)"), file);
    }
}

/// The notes of a product overlap neither each other nor the panel below.
#[test]
fn notes_have_room() {
    let long = "((4,8,2,2),((2,2),(1,1))):((64,1,16,0),((32,8),(0,0)))";
    let b = "((4,8,2,2),(2,(1,1))):((32,1,0,8),(16,(0,0)))";
    let c = "((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))";
    let of = [subject(long), subject(b), subject(c)];
    let svg = write(&mma(of.each_ref(), (32, 16, 8), None).unwrap(), Format::Svg);
    let document = Document::parse(&svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let place = |node: &roxmltree::Node| {
        let number = |name: &str| node.attribute(name).unwrap().parse::<usize>().unwrap();
        (number("x"), number("y"))
    };
    let notes: Vec<_> = texts
        .clone()
        .filter(|node| node.attribute("font-size") == Some("12") && node.attribute("x").is_some())
        .filter(|node| node.attribute("font-family").is_none())
        .collect();
    assert!(notes.len() > 4, "{} lines", notes.len());
    let ys: Vec<usize> = notes.iter().map(|note| place(note).1).collect();
    assert!(ys.windows(2).all(|pair| pair[0] + 16 <= pair[1]), "{ys:?}");
    let below =
        texts.clone().find(|node| node.text().is_some_and(|text| text.starts_with("A, 32")));
    assert!(ys.last().unwrap() + 16 < place(&below.unwrap()).1);
}

#[test]
fn operands_of_a_product_meet() {
    let of = ["((2,2),3):((1,6),2)", "(5,3):(3,1)", "(4,5):(1,4)"].map(subject);
    let picture = gemm(of.each_ref()).unwrap();
    let places: Vec<_> = picture.panels.iter().map(|panel| panel.place).collect();
    assert_eq!(places, [(1, 0), (0, 1), (1, 1)]);
    let [a, b, c] = &picture.panels[..] else { panic!("three panels") };
    for (m, n, k) in [(0, 0, 0), (3, 4, 2), (1, 3, 1)] {
        let number = |panel: &layout_draw::Panel, i, j| panel.cell(i, j).unwrap().text.clone();
        assert_eq!(number(a, m, k), (m % 2 + m / 2 * 6 + 2 * k).to_string());
        assert_eq!(number(b, k, n), (3 * n + k).to_string());
        assert_eq!(number(c, m, n), (m + 4 * n).to_string());
    }
    let wrong = |layouts: [&str; 3]| gemm(layouts.map(subject).each_ref()).unwrap_err().to_string();
    assert!(
        wrong(["(4,3):(1,4)", "(3,5):(1,3)", "(4,5):(1,4)"])
            .starts_with("A of 4 x 3, B of 3 x 5 and C of 4 x 5")
    );
    assert!(wrong(["(4,3):(1,4)", "(5,3):(1,5)", "(4,5,1):(1,4,0)"]).contains("has 3 modes"));
}

/// The text at an element of a picture by blocks: that of its block, and what is added in it.
fn of_block(picture: &Picture, (rows, columns): (usize, usize), at: (usize, usize)) -> [String; 2] {
    let first = &picture.panels[0];
    let (m, n) = (rows / first.rows.size, columns / first.columns.size);
    let block = first.cell(at.0 / m, at.1 / n).unwrap();
    let mut lines = block.text.lines();
    let begin = lines.next().unwrap().to_owned();
    let kind = lines.next().map_or(0, |letter| usize::from(letter.as_bytes()[0] - b'A'));
    let added = picture.panels[1 + kind].cell(at.0 % m, at.1 % n).unwrap();
    [begin, added.text.clone()]
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<i64> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '-'));
    parts.filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
}

fn sum([begin, added]: [String; 2]) -> Vec<i64> {
    numbers(&begin).iter().zip(numbers(&added)).map(|(a, b)| a + b).collect()
}

#[test]
fn holders_of_a_large_tile_add_up() {
    for (text, tile) in [
        ("((4,8,2,2),((2,2),(4,8))):((256,1,16,1024),((128,8),(32,2048)))", (128, 128)),
        ("((4,8,8),((2,2,32),(1,1))):((256,1,16),((128,8,1024),(0,0)))", (128, 256)),
    ] {
        let picture = thread_values(&subject(text), tile, None).unwrap();
        let layout: Layout = text.parse().unwrap();
        let size = |mode: usize| ops::size(&layout.modes()[mode]).unwrap().known().unwrap();
        for thread in 0..size(0) {
            for value in 0..size(1) {
                let at = ops::evaluate(&IntTuple::from((thread, value)), &layout).unwrap();
                let HTuple::Leaf(at) = at else { panic!("an offset") };
                let at = at.known().unwrap() as usize;
                let place = (at % tile.0, at / tile.0);
                assert_eq!(sum(of_block(&picture, tile, place)), [thread as i64, value as i64]);
            }
        }
        assert!(write(&picture, Format::Svg).len() <= 100_000);
        let outlined = thread_values(&subject(text), tile, Some(5)).unwrap_err();
        assert!(outlined.to_string().starts_with("thread 5 of a tile of"), "{outlined}");
    }
    // Several hold an element, or nobody.
    for text in ["((128,2),128):((1,0),128)", "(64,128):(1,128)"] {
        assert!(thread_values(&subject(text), (128, 128), None).is_err(), "{text}");
    }
}

#[test]
fn coordinates_of_a_large_layout_add_up() {
    let text = "((8,16),128):((1@0@1,1@1@1),1@0)";
    let picture = blocks(&subject(text)).unwrap();
    for row in 0..128i64 {
        for column in 0..128i64 {
            let place = (row as usize, column as usize);
            let [begin, added] = of_block(&picture, (128, 128), place);
            assert!(begin.ends_with("))") && added.ends_with("))"), "{begin} {added}");
            assert_eq!(sum([begin, added]), [column, row % 8, row / 8]);
        }
    }
}
