//! A walk through CuTe's layouts, from the first table to divides and products.
//!
//! Every step prints an expression, its value in CuTe's notation, and what the
//! value does as a function: the numbers come from the layout's own index
//! functions. The examples are those of CuTe's documentation and of the notes
//! that people write while they learn it.
//!
//! ```text
//! cargo run --example notes
//! ```

use layout_view::{Coordinate, Layout, StaticLayout, complement, compose, divide, layout, product};

// Layouts that have a name can be used in any other expression.
layout! {
    /// Two rows of four, with the columns in two pairs.
    struct Nested = (2,(2,2)):(4,(2,1));
    /// A matrix in column-major order, the order without strides.
    struct Matrix = (256,512);
}

/// Prints a layout as the function of one integer that it is.
macro_rules! vector {
    ($says:literal, $($expr:tt)+) => {
        print_vector($says, stringify!($($expr)+), layout!($($expr)+))
    };
}

/// Prints a layout of two modes as a table, as CuTe's `print_layout` does.
macro_rules! matrix {
    ($says:literal, #[allow($lint:ident)] $($expr:tt)+) => {
        print_matrix(
            $says,
            stringify!(#[allow($lint)] $($expr)+),
            layout!(#[allow($lint)] $($expr)+),
            [
                layout!(#[allow($lint)] size($($expr)+, 0)),
                layout!(#[allow($lint)] size($($expr)+, 1)),
            ],
        )
    };
    ($says:literal, $($expr:tt)+) => {
        print_matrix(
            $says,
            stringify!($($expr)+),
            layout!($($expr)+),
            [layout!(size($($expr)+, 0)), layout!(size($($expr)+, 1))],
        )
    };
}

/// Prints only the notation: for layouts that are too large to draw.
macro_rules! notation {
    ($says:literal, $($expr:tt)+) => {
        print_notation($says, stringify!($($expr)+), layout!($($expr)+))
    };
}

/// Prints an integer, a boolean or a tuple.
macro_rules! value {
    ($says:literal, $($expr:tt)+) => {
        println!("\n{}\n    {} = {:?}", $says, stringify!($($expr)+), layout!($($expr)+))
    };
}

fn main() {
    layouts();
    coordinates();
    tuples();
    constructors();
    compatibility();
    slices();
    coalesce();
    complements();
    compositions();
    divides();
    products();
}

fn layouts() {
    heading("Layouts");
    matrix!(
        "A layout is shape:stride. The strides say how far one step in each mode goes.",
        (2,4):(1,2)
    );
    matrix!("The strides need not be compact: here the rows are 12 apart.", (2,4):(12,1));
    matrix!("Column-major is one choice of strides: the left mode is the fast one.", (4,2):(1,4));
    matrix!("Row-major is another: the right mode is the fast one.", (4,2):(2,1));
    matrix!("A mode can be a tuple itself, with a stride for each part.", (2,(2,2)):(1,(2,4)));
    matrix!("That makes orders that are neither row-major nor column-major.", (2,(2,2)):(4,(2,1)));
    matrix!("The rows can be nested as well.", ((2,2),2):((4,1),2));
    matrix!("Four rows of eight: the columns in pairs, the pairs 8 apart.", (4,(2,4)):(2,(1,8)));

    vector!("A layout of one mode is a vector.", 8:1);
    vector!("With stride 2 it takes every other place.", 8:2);
    vector!("With a negative stride it runs backwards, to offsets below 0.", 8:-1);
    vector!("One mode of two parts is still a vector: the left part runs first.", ((4,2)):((2,1)));
    vector!("This one is the same function as 8:1.", ((4,2)):((1,4)));
    matrix!(
        "Two coordinates with one offset are an error, unless they are meant.",
        #[allow(non_injective)] (2,4):(0,1)
    );
}

fn coordinates() {
    heading("Coordinates");
    vector!("Every layout takes a single integer, which counts from the left mode up.", Nested);
    println!("\nOne integer for each mode, for each leaf, or a tuple nested like the shape:");
    println!("    Nested.index(5)             = {}", Nested.index(5));
    println!("    Nested.at(1, 2)             = {}", Nested.at(1, 2));
    println!("    Nested.at_flat([1, 0, 1])   = {}", Nested.at_flat([1, 0, 1]));
    println!("    Nested.crd2idx((1, (0, 1))) = {}", Nested.crd2idx((1, (0, 1))));
    println!("and back from the integer to the nested coordinate:");
    println!("    Nested.idx2crd(5)           = {:?}", Nested.idx2crd(5));
    value!(
        "A 2x3 row-major tile inside of a 4x5 column-major grid of tiles, at one element.",
        crd2idx(((1, 2), (2, 1)), ((2,4),(3,5)):((3,6),(1,24)))
    );
}

fn tuples() {
    heading("Shapes are tuples");
    value!("The rank is the number of modes,", rank(((1, 2), (3, 4))));
    value!("the depth counts the levels of nesting,", depth(((1, 2), (3, 4))));
    value!("the size is the product of all extents,", size(((1, 2), (3, 4))));
    value!("and `get` takes a mode.", get(((1, 2), (3, 4)), 1));
    value!("The size of a layout is its number of coordinates,", size(4:2));
    value!("its cosize the number of offsets from the first to the last.", cosize(4:2));
    value!("Without holes the two are the same.", cosize(((2,4),(3,5)):((3,6),(1,24))));
}

fn constructors() {
    heading("Strides from shapes");
    matrix!("A shape alone is column-major: the left mode is the fastest.", (2, 4));
    matrix!(
        "LayoutRight makes the right mode the fastest: row-major.",
        make_layout((2, 4), LayoutRight)
    );
    matrix!(
        "An order ranks the modes from the fastest, 0, up.",
        make_ordered_layout((2, (2, 2)), (0, (1, 2)))
    );
    matrix!(
        "Reversed, it is row-major through all levels.",
        make_ordered_layout((2, (2, 2)), (2, (1, 0)))
    );
    vector!("Any order will do.", make_ordered_layout((2, 2, 2, 2), (0, 2, 3, 1)));
}

fn compatibility() {
    heading("Compatible shapes");
    println!(
        "\nA is compatible with B if they have one size and every coordinate of A is one of B:"
    );
    println!("B may split the modes of A, and never joins them.");
    value!("Two sizes:", compatible(24, 32));
    value!("One mode split in two:", compatible(24, (4, 6)));
    value!("and again:", compatible((4, 6), ((2, 2), 6)));
    value!("and again:", compatible(((2, 2), 6), ((2, 2), (3, 2))));
    value!("Modes of other sizes:", compatible(((2, 2), (3, 2)), ((2, 3), 4)));
    value!("An integer becomes a tuple of one,", compatible(24, (24)));
    value!("but no tuple an integer.", compatible((24), 24));
}

fn slices() {
    heading("Slices");
    matrix!(
        "An integer fixes a mode and `_` keeps it, with its extent and stride.",
        #[allow(non_injective)] slice((_,1,_), (5,2,3):(1,4,3))
    );
    notation!("Parts of a mode can be fixed, too.", slice((1,(_,2)), (4,(2,3)):(59,(13,1))));
    value!(
        "The offset of the slice is that of the fixed coordinate.",
        crd2idx((1,(0,2)), (4,(2,3)):(59,(13,1)))
    );
}

fn coalesce() {
    heading("Coalesce");
    vector!(
        "`coalesce` joins modes that continue each other: fewer modes, the same function.",
        coalesce((2,(1,6)):(1,(6,2)))
    );
    vector!("Where they do not, it only flattens.", coalesce((2,(2,2)):(4,(2,1))));
}

fn complements() {
    heading("Complement");
    vector!(
        "The complement of a layout repeats it up to a size: 6 times 4 elements are 24.",
        complement(4:1, 24)
    );
    vector!("Where the layout has holes, it fills them first.", complement(6:4, 24));
    matrix!("Or both: fill every other place, then repeat three times.", complement(4:2, 24));
    vector!("Where nothing is left to do, it is a single element.", complement((4,6):(1,4), 24));
    matrix!("Without a size, the complement ends with the layout.", complement((2,4,8):(8,1,64)));
    println!("\nThe macro `complement!` is short for it: {}", complement!(4:2, 24).notation());
}

fn compositions() {
    heading("Composition");
    matrix!("A o B is the function c -> A(B(c)): B selects coordinates of A.", 20:2 o (4,5):(1,4));
    matrix!(
        "The shape is that of B, the strides are what A makes of its steps.",
        (20,2):(16,4) o (4,5):(1,4)
    );
    vector!("Every other element of a vector with stride 2 has stride 4.", 4:2 o 2:2);
    vector!("A matrix read as a vector.", (4,3) o 12:1);
    vector!(
        "The same for one that is not contiguous: the result needs two parts.",
        (4,3):(3,1) o 12:1
    );
    println!("\nThe macro `compose!` is short for it: {}", compose!(20:2, (4,5):(1,4)).notation());
}

fn divides() {
    heading("Divides");
    matrix!(
        "A divide cuts a layout into tiles: mode 0 is within a tile, mode 1 from tile to tile.",
        logical_divide(24:2, 4:2)
    );
    println!("\nIt is the composition with the tile and its complement:");
    let by_hand = compose!(24:2, (4,(2,3)):(2,(1,8)));
    println!("    24:2 o (4:2, complement(4:2, 24)) = {}", by_hand.notation());
    notation!(
        "A tuple of tilers cuts mode by mode: each mode is (within, from tile to tile).",
        logical_divide((6,(4,6)):(2,(16,70)), <2:3, (2,3):(1,8)>)
    );
    notation!("Integers take that many elements in a row.", logical_divide(Matrix, (128, 64)));
    notation!(
        "`zipped_divide` puts the tile into mode 0 and the grid of tiles into mode 1.",
        zipped_divide(Matrix, (128, 64))
    );
    notation!(
        "`tiled_divide` has a mode for each dimension of the grid.",
        tiled_divide(Matrix, (128, 64))
    );
    matrix!(
        "A small one to look at: each column is a 2x2 tile of a 4x6 matrix.",
        zipped_divide((4,6):(6,1), (2,2))
    );
    println!(
        "\nThe macro `divide!` is short for `logical_divide`: {}",
        divide!(24:2, 4:2).notation()
    );
}

fn products() {
    heading("Products");
    matrix!(
        "A product repeats a layout: mode 0 is the layout, mode 1 the repetitions.",
        logical_product((2,2):(4,1), 6:1)
    );
    matrix!(
        "The second layout orders the repetitions in the space that the first leaves free.",
        logical_product(4:1, 3:2)
    );
    notation!(
        "32x8 threads, each with 4 values: the values lie 256 apart.",
        logical_product((32,8), (4,1):(1,0))
    );
    println!("\nThe macro `product!` is short for it: {}", product!((2,2):(4,1), 6:1).notation());
}

fn heading(title: &str) {
    println!("\n\n{title}\n{}", "=".repeat(title.len()));
}

fn print_notation<L: StaticLayout>(says: &str, expression: &str, _: L) {
    // `stringify!` drops the space between a name and a parenthesis.
    let expression = expression.replace(" o(", " o (");
    println!("\n{says}");
    if expression == L::NOTATION {
        println!("    {expression}");
    } else {
        println!("    {expression} = {}", L::NOTATION);
    }
}

/// The offsets of all 1-D coordinates.
fn print_vector<L: StaticLayout>(says: &str, expression: &str, layout: L) {
    print_notation(says, expression, layout);
    let row = |name: &str, offset: &dyn Fn(usize) -> isize| {
        print!("    {name:<7}");
        for i in 0..L::SIZE {
            print!("{:4}", offset(i));
        }
        println!();
    };
    row("coord", &|i| i as isize);
    row("offset", &|i| layout.offset(i));
}

/// The offsets of all pairs of coordinates, for the sizes of the two modes.
fn print_matrix<L: StaticLayout>(
    says: &str,
    expression: &str,
    layout: L,
    [rows, columns]: [usize; 2],
) where
    (usize, usize): Coordinate<L::Geometry>,
{
    print_notation(says, expression, layout);
    let width = L::MAX_OFFSET.to_string().len();
    let line = format!("         +{}", format!("-{}-+", "-".repeat(width)).repeat(columns));
    let numbers: String = (0..columns).map(|n| format!("  {n:>width$} ")).collect();
    println!("         {}\n{line}", numbers.trim_end());
    for m in 0..rows {
        let row = (0..columns).map(|n| format!(" {:>width$} |", layout.crd2idx((m, n))));
        println!("    {m:4} |{}\n{line}", row.collect::<String>());
    }
}
