//! `layout explain EXPR…`.

use layout_algebra::explain::{Line, Step};
use layout_codegen::Allow;
use layout_command::bindings::Bindings;
use layout_command::expression::{Settings, evaluate};
use layout_command::steps::trace_steps;
use layout_laws::all_cases;

use crate::command::{Run, run};

/// The output of `layout explain` for an expression, with its error if there is one.
fn explain(expression: &str) -> String {
    let Run { out, err, .. } = run(&["explain", expression]);
    format!("{out}{err}")
}

#[test]
fn a_divide() {
    insta::assert_snapshot!(explain("logical_divide(24:2, 4:2)"));
}

#[test]
fn threads_that_do_not_cover_a_tile() {
    insta::assert_snapshot!(explain("covers((32,(2,2)):(2,(1,32)), (16,8))"));
    insta::assert_snapshot!(explain("covers((8,2):(4,1), (4,8))"));
    insta::assert_snapshot!(explain("covers(Sw<1,0,3> o 0 o (8,4):(5,1), (4,8))"));
    insta::assert_snapshot!(explain("covers((8,4):(4,1), (4,8))"));
}

#[test]
fn tiles_that_instructions_take() {
    let mut all = String::new();
    for question in [
        "is_gmma_canonical(tile_to_shape(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (128,64)), 16, 64)",
        "is_gmma_canonical((128,64):(64,1), 16, 64)",
        "is_tma_encodable(Sw<3,3,3> o 0 o (32,(64,2)):(64,(1,2048)), 16, (1000,4096):(4096,1))",
        "is_tma_encodable((32,64):(64,1), 16, (1000,4100):(4100,1))",
        "is_tma_encodable((32,64):(72,1), 16)",
        "is_ldmatrix_source(((16,2),8):((64,8),1), 16)",
        "is_ldmatrix_source((8,8):(68,1), 16)",
        "is_ldmatrix_source((12,8):(64,1), 16)",
    ] {
        all += &explain(question);
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_divide_by_modes() {
    insta::assert_snapshot!(explain("zipped_divide((4,8):(8,1), (2,4))"));
}

#[test]
fn a_divide_over_symbols() {
    insta::assert_snapshot!(explain("logical_divide((m,n):(n,1), (32,16))"));
}

#[test]
fn a_tile_that_does_not_divide() {
    insta::assert_snapshot!(explain("logical_divide(10:1, 4)"));
}

#[test]
fn a_tile_that_leaves_positions_out() {
    insta::assert_snapshot!(explain("logical_divide(6:1, 2:2)"));
}

#[test]
fn a_composition_whose_digits_do_not_carry() {
    insta::assert_snapshot!(explain("composition((6,2):(8,2), (4,3):(3,1))"));
}

#[test]
fn a_composition_of_a_negative_stride() {
    insta::assert_snapshot!(explain("composition((4,8):(8,1), (2,2):(-1,6))"));
}

#[test]
fn a_composition_with_a_broken_run() {
    insta::assert_snapshot!(explain("composition((4,8):(1,5), (2,3):(1,3))"));
}

#[test]
fn a_composition_whose_modes_do_not_add_up() {
    insta::assert_snapshot!(explain("composition((4,8):(1,5), (2,2):(3,2))"));
}

#[test]
fn a_complement_of_a_call() {
    insta::assert_snapshot!(explain("complement(logical_divide(24:2, 4:2), 100)"));
}

#[test]
fn a_complement_with_a_hole() {
    insta::assert_snapshot!(explain("complement((2,2):(2,3), 12)"));
}

#[test]
fn a_product() {
    insta::assert_snapshot!(explain("logical_product(4:1, 3:2)"));
}

#[test]
fn a_product_in_pairs() {
    insta::assert_snapshot!(explain("blocked_product((2,5):(5,1), (3,4):(1,3))"));
}

#[test]
fn a_right_inverse() {
    insta::assert_snapshot!(explain("right_inverse((4,8):(8,1))"));
}

#[test]
fn a_left_inverse() {
    insta::assert_snapshot!(explain("left_inverse((4,8):(16,1))"));
}

#[test]
fn a_left_inverse_that_is_sought() {
    insta::assert_snapshot!(explain("size(left_inverse((2,2):(2,3)))"));
}

#[test]
fn a_swizzled_layout() {
    insta::assert_snapshot!(explain("Sw<3,3,3> o 0 o (8,64):(64,1)"));
}

#[test]
fn a_layout_with_a_collision() {
    insta::assert_snapshot!(explain("(4,8):(7,1)"));
}

#[test]
fn a_layout_whose_leaves_interleave() {
    insta::assert_snapshot!(explain("(3,3):(4,5)"));
}

#[test]
fn what_is_not_in_the_language() {
    insta::assert_snapshot!(explain("logical_divide(24:2, )"));
}

#[test]
fn several_expressions() {
    let run = run(&["explain", "4:1", "cosize(4:2)"]);
    assert_eq!((run.status, run.out.matches("value: ").count()), (0, 2));
}

#[test]
fn the_largest_numbers_are_explained() {
    for expression in [
        "(3,3,2):(1,85070591730234615865843651857942052864,3)",
        "(2,170141183460469231731687303715884105727):(1,2)",
        "composition((2,3):(170141183460469231731687303715884105727,5), 3:3)",
        "complement(2:170141183460469231731687303715884105727, 9)",
        "left_inverse((2,2):(1,170141183460469231731687303715884105726))",
    ] {
        let (explained, evaluated) = (run(&["explain", expression]), run(&["eval", expression]));
        assert_eq!((explained.status, &explained.err), (evaluated.status, &evaluated.err));
        assert!(explained.out.ends_with(&evaluated.out), "{expression}");
    }
}

fn settings(allow: Allow) -> Settings {
    Settings { allow, bindings: Bindings::default() }
}

/// Evaluates each statement of the steps, and returns how many there are.
fn check(source: &str, lines: &[Line]) -> usize {
    let value = |expression: &str, allow| {
        let evaluated = evaluate(expression, &settings(allow));
        evaluated.map(|evaluated| evaluated.value.to_string()).map_err(|mistake| mistake.message)
    };
    let mut count = 0;
    for line in lines {
        match line {
            Line::Says(sentence) => assert!(!sentence.is_empty(), "{source}"),
            Line::Equals(expression, said) => {
                assert_eq!(
                    value(expression, Allow::all()).as_ref(),
                    Ok(said),
                    "{source}: {expression}"
                );
                count += 1;
            }
            Line::Step(Step { expression, lines, answer }) => {
                match answer {
                    Ok(said) => {
                        let value = value(expression, Allow::all());
                        assert_eq!(value.as_ref(), Ok(said), "{source}: {expression}");
                    }
                    Err(error) => {
                        let value = value(expression, Allow::default());
                        assert!(value.is_err(), "{source}: {expression} is {value:?}, not {error}");
                    }
                }
                count += 1 + check(source, lines);
            }
        }
    }
    count
}

/// Numbers that look random, the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize]
    }

    fn layout(&mut self, extents: &[i64], strides: &[i64]) -> String {
        let rank = 1 + self.below(3);
        let modes: Vec<(i64, i64)> =
            (0..rank).map(|_| (self.of(extents), self.of(strides))).collect();
        let list = |pick: fn(&(i64, i64)) -> i64| {
            modes.iter().map(|mode| pick(mode).to_string()).collect::<Vec<_>>().join(",")
        };
        match modes.as_slice() {
            [(extent, stride)] => format!("{extent}:{stride}"),
            _ => format!("({}):({})", list(|mode| mode.0), list(|mode| mode.1)),
        }
    }
}

/// The explained value is the evaluated one, and each step that is stated evaluates to what is said, also on the way to an error.
#[test]
fn law_what_is_explained_is_so() {
    let small: (&[i64], &[i64]) = (&[1, 2, 3, 4, 6], &[0, 1, 2, 3, 4, 6, 8, 12, -1]);
    let large: (&[i64], &[i64]) =
        (&[1, 2, 8, 24, 48, 128, 1000], &[1, 2, 8, 24, 128, 1024, 3000, 1 << 20]);
    let binary = [
        "composition",
        "logical_divide",
        "zipped_divide",
        "tiled_divide",
        "flat_divide",
        "logical_product",
        "zipped_product",
        "blocked_product",
        "raked_product",
    ];
    let unary = ["right_inverse", "left_inverse", "coalesce", "is_injective", "complement"];
    let mut random = Random(23);
    let (mut stated, mut answers, mut errors) = (0, 0, 0);
    let rounds = if all_cases() { 3000 } else { 300 };
    for round in 0..rounds {
        let (extents, strides) = if round % 3 == 0 { large } else { small };
        let a = random.layout(extents, strides);
        let source = match random.below(4) {
            0 => format!("{}({a})", random.of(&unary)),
            1 => {
                let tile = (random.of(extents), random.of(extents));
                format!("{}({a}, <{}, {}>)", random.of(&binary[..5]), tile.0, tile.1)
            }
            2 => format!("complement({a}, {})", random.of(&[24, 96, 1000])),
            _ => format!("{}({a}, {})", random.of(&binary), random.layout(extents, strides)),
        };
        let allow = if round % 2 == 0 { Allow::all() } else { Allow::default() };
        let evaluated = evaluate(&source, &settings(allow));
        let (lines, explained) = trace_steps(&source, &settings(allow));
        match (evaluated, explained) {
            (Ok(evaluated), Ok(explained)) => {
                assert_eq!(evaluated.value.to_string(), explained.value.to_string(), "{source}");
                answers += 1;
            }
            (Err(evaluated), Err(explained)) => {
                assert_eq!(evaluated.message, explained.message, "{source}");
                errors += 1;
            }
            (evaluated, explained) => {
                panic!("{source}: {:?} {:?}", evaluated.is_ok(), explained.is_ok())
            }
        }
        stated += check(&source, &lines);
    }
    let enough = 15 * answers > 4 * rounds && 10 * errors > rounds && 3 * stated > 10 * rounds;
    assert!(enough, "{answers} {errors} {stated}");
}
