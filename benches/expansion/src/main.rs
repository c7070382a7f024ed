//! The time that one macro call takes to expand, by stage; a table in Markdown.
//!
//! The stages run as a library, on tokens that are there already. The least of many batches counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use layout_codegen::{Scope, Value, evaluate, expand, parse_expression, plan};
use proc_macro2::TokenStream;

const EXPRESSIONS: [&str; 12] = [
    "4:1",
    "(2,(2,2)):(4,(2,1))",
    "((3,4),(5,7)):((1,15),(3,60))",
    "((4,8),(2,2,2)):((32,1),(16,8,128))",
    "((2,2,2,2,2,2),(2,2,2,2,2,2)):((1,4,16,64,256,1024),(2,8,32,128,512,2048))",
    "coalesce((2,(1,6)):(1,(6,2)))",
    "composition((6,2):(8,2), (4,3):(3,1))",
    "complement((2,2):(1,6), 24)",
    "logical_divide((256,512):(512,1), (128,64))",
    "zipped_divide((256,512):(1,256), (128,64))",
    "blocked_product((2,5):(5,1), (3,4):(1,3))",
    "right_inverse(composition((64,64):(64,1), zipped_divide((64,64), (8,16))))",
];

const DEFINITION: &str = "[krate] layout pub struct Name = ";
const CALL: &str = "[krate] layout ";

fn main() {
    println!("| `layout!(…)` | µs | parsing | algebra | plan | tokens | as `pub struct` |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for expression in EXPRESSIONS {
        let tokens = lex(expression);
        let parsed = parse_expression(tokens.clone()).expect("an expression");
        let Ok(Value::Layout(layout)) = evaluate(&parsed, &Scope::new()) else {
            panic!("{expression} is no layout")
        };

        let parse = least(|| parse_expression(tokens.clone()).is_ok());
        let evaluated = least(|| evaluate(&parsed, &Scope::new()).is_ok());
        let planned = least(|| plan(&layout).is_ok());
        let call = lex(&format!("{CALL}{expression}"));
        let all = least(|| expand(call.clone(), &mut unique).is_empty());
        let definition = lex(&format!("{DEFINITION}{expression};"));
        let item = least(|| expand(definition.clone(), &mut unique).is_empty());

        let rest = all.saturating_sub(parse + evaluated + planned);
        let share = |part: Duration| 100.0 * part.as_secs_f64() / all.as_secs_f64();
        println!(
            "| `{expression}` | {:.1} | {:.0} % | {:.0} % | {:.0} % | {:.0} % | {:.1} |",
            micros(all),
            share(parse),
            share(evaluated),
            share(planned),
            share(rest),
            micros(item),
        );
    }
}

fn lex(text: &str) -> TokenStream {
    text.parse().expect("tokens")
}

fn unique() -> String {
    "0".to_owned()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// The least time of a call over batches.
fn least<T>(mut call: impl FnMut() -> T) -> Duration {
    const CALLS: u32 = 20;
    let batch = |_| {
        let start = Instant::now();
        for _ in 0..CALLS {
            black_box(call());
        }
        start.elapsed() / CALLS
    };
    (0..100).map(batch).min().unwrap_or_default()
}
