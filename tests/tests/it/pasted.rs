//! Results with symbols: what is printed of them can be pasted, with its conditions, and means the same.

use layout_algebra::{Int, Symbol};
use layout_codegen::{Evaluated, Scope, Unevaluated, parse_expression, prove};
use layout_tests::oracle::bytes_of;
use layout_tests::oracle::draw::{self, Dice};
use proc_macro2::TokenStream;

/// The value of an expression, or the message of its error.
fn evaluated(text: &str) -> Result<Evaluated, String> {
    let tokens: TokenStream = text.parse().map_err(|error| format!("{error}"))?;
    let message = |diagnostic: layout_codegen::Diagnostic| diagnostic.message;
    let parsed = parse_expression(tokens).map_err(message)?;
    prove(&parsed, &Scope::new()).map_err(|error| match error {
        Unevaluated::Wrong(diagnostic) => message(diagnostic),
        Unevaluated::Tainted(name) => panic!("{} has no definition", name.text),
    })
}

/// A value as it is printed, with its conditions.
fn printed(evaluated: &Evaluated) -> String {
    let conditions = evaluated.conditions().into_iter().map(|condition| condition.assumption());
    match conditions.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => evaluated.notation(),
        conditions => format!("{} where {conditions}", evaluated.notation()),
    }
}

/// The value where its symbols have values, if these are accepted.
fn at(evaluated: &Evaluated, value_of: &dyn Fn(&Symbol) -> Option<Int>) -> Option<String> {
    let mut obligations = evaluated.obligations.iter();
    let holds = obligations.all(|it| it.condition.holds_at(value_of) == Ok(true));
    holds.then(|| evaluated.value.substitute(value_of).ok().map(|value| value.to_string()))?
}

/// A random expression over symbols.
fn expression(dice: &mut Dice) -> String {
    let layout = draw::layout(dice);
    let mut text = draw::symbolic(dice, &layout);
    for _ in 0..dice.of(&[1, 1, 2, 3]) {
        let (a, b) = (dice.of(&[2, 3, 4, 8, 5]), dice.of(&[2, 4, 3]));
        text = match dice.below(16) {
            0 => format!("coalesce({text})"),
            1 => format!("logical_divide({text}, {a})"),
            2 => format!("zipped_divide({text}, <{a},{b}>)"),
            3 => format!("tile_to_shape({text}, (m, n))"),
            4 => format!("tile_to_shape(({a},{b}):({b},1), (m, n), LayoutRight)"),
            5 => format!("composition({text}, {a})"),
            6 => format!("right_inverse({text})"),
            7 => format!("with_shape({text}, ({a}, m))"),
            8 => format!("logical_product({text}, ({a}))"),
            9 => format!("blocked_product({text}, ({a},{b}))"),
            10 => format!("sort({text})"),
            11 => format!("flatten({text})"),
            12 => format!("append({text}, (k):({a}))"),
            13 => format!("logical_divide({text}, (m))"),
            14 => format!("upcast({text}, {b})"),
            _ => format!("reverse({text})"),
        };
    }
    text
}

#[test]
fn printed_conditions_are_read_back_and_accept_the_same_values() {
    let (mut pasted, mut unread, mut conditional, mut accepted, mut refused) = (0, 0, 0, 0, 0);
    for seed in 0..150 {
        let bytes = bytes_of(seed);
        let mut dice = Dice::new(&bytes);
        let attribute = dice.of(&["#[allow(non_injective)] ", ""]);
        let written = format!("{attribute}{}", expression(&mut dice));
        let Ok(result) = evaluated(&written) else { continue };
        if !result.is_symbolic() {
            continue;
        }
        let text = format!("{attribute}{}", printed(&result));
        // A quotient in a condition may have a divisor of which nothing is known before the condition.
        let Ok(again) = evaluated(&text) else {
            unread += 1;
            continue;
        };
        pasted += 1;
        conditional += usize::from(text.contains(" where "));
        for round in 0..60u64 {
            let value_of = |symbol: &Symbol| {
                let name = symbol.name().bytes().fold(round, |sum, byte| {
                    (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3).rotate_left(17)
                });
                Some(Int::new([0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 40][(name % 12) as usize]))
            };
            let (before, after) = (at(&result, &value_of), at(&again, &value_of));
            assert_eq!(before, after, "{written}\n  {text}");
            accepted += usize::from(before.is_some());
            refused += usize::from(before.is_none());
        }
    }
    println!(
        "{pasted} pasted, {unread} not read, {conditional} with conditions; {accepted} values accepted, {refused} refused"
    );
    assert!(unread * 20 < pasted);
    assert!(pasted > 20 && conditional > 10 && accepted > 100 && refused > 100);
}

#[test]
fn conditions_stand_after_a_layout_and_mean_assumptions() {
    let printed_of = |text: &str| evaluated(text).map(|value| printed(&value));
    let text = "((8,m / 8),((16,2),n / 32)):((16,8 * n),((1,128),256)) where 1 <= m, 1 <= n, m % 8 == 0, n % 32 == 0";
    assert_eq!(
        printed_of("tile_to_shape((8,(16,2)):(16,(1,128)), (m,n), (1,0))").as_deref(),
        Ok(text)
    );
    assert_eq!(printed_of(text).as_deref(), Ok(text));
    let assumed = printed_of("#[assume(m % 8 == 0)] logical_divide((m):(1), 8)");
    assert_eq!(printed_of("logical_divide((m):(1), 8) where m % 8 == 0"), assumed);
    for (text, message) in [
        ("(m):(1) where", "expected a condition such as `m % 128 == 0`, found the end"),
        ("(m):(1) where m", "expected a comparison"),
        ("(m):(1) where m = 3", "`=` assigns, and a condition compares"),
        ("(m):(1) where m == 3 && m == 4", "conditions stand beside each other"),
        ("(m):(1) where m == 3; 4", "expected the end of the expression, found `;`"),
    ] {
        let error = printed_of(text).expect_err(text);
        assert!(error.starts_with(message), "{text}: {error}");
    }
}
