//! The number of operations of integers that a function of WGSL has, as naga reads it.

use std::collections::{HashMap, HashSet};

use naga::{BinaryOperator, Block, Expression, Function, Handle, Literal, Module, Statement};

/// The operations of a quotient, and of a remainder, by a number that is no power of two: a multiplication that keeps the
/// upper half and a shift, and for a remainder a multiplication and a difference more.
const QUOTIENT: usize = 2;
const REMAINDER: usize = 4;

/// The functions and entry points of a module by name, with the operations of each: those of a function that it calls are
/// counted at each call. What is computed twice in a function is counted once, as compilers compute it.
pub fn operations(text: &str) -> Vec<(String, usize)> {
    let parsed = naga::front::wgsl::parse_str(text);
    let module = parsed.unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)));
    let functions = module.functions.iter().map(|(_, function)| {
        (function.name.clone().unwrap_or_default(), of_function(&module, function))
    });
    let entries = module
        .entry_points
        .iter()
        .map(|entry| (entry.name.clone(), of_function(&module, &entry.function)));
    functions.chain(entries).collect()
}

fn of_function(module: &Module, function: &Function) -> usize {
    let mut names: HashMap<Handle<Expression>, String> = HashMap::new();
    let (mut seen, mut own) = (HashSet::new(), 0);
    for (handle, expression) in function.expressions.iter() {
        let name = match expression {
            Expression::Binary { op, left, right } => {
                format!("({} {op:?} {})", names[left], names[right])
            }
            Expression::FunctionArgument(_) | Expression::Literal(_) | Expression::Constant(_) => {
                format!("{expression:?}")
            }
            // What is loaded or called may be something else each time.
            _ => format!("{handle:?}"),
        };
        if seen.insert(name.clone()) {
            own += of_expression(module, function, expression);
        }
        names.insert(handle, name);
    }
    own + of_calls(module, &function.body)
}

fn of_expression(module: &Module, function: &Function, expression: &Expression) -> usize {
    match expression {
        Expression::Binary { op, right, .. } => {
            let literal = |of: &Expression| match of {
                Expression::Literal(Literal::U32(by)) => Some(*by),
                _ => None,
            };
            let by = match &function.expressions[*right] {
                Expression::Constant(of) => {
                    literal(&module.global_expressions[module.constants[*of].init])
                }
                of => literal(of),
            };
            match (op, by.is_some_and(u32::is_power_of_two)) {
                (BinaryOperator::Divide, false) => QUOTIENT,
                (BinaryOperator::Modulo, false) => REMAINDER,
                _ => 1,
            }
        }
        Expression::Unary { .. } | Expression::Math { .. } | Expression::Select { .. } => 1,
        _ => 0,
    }
}

fn of_calls(module: &Module, block: &Block) -> usize {
    let of = |statement: &Statement| match statement {
        Statement::Call { function, .. } => of_function(module, &module.functions[*function]),
        Statement::Block(block) => of_calls(module, block),
        Statement::If { accept, reject, .. } => of_calls(module, accept) + of_calls(module, reject),
        Statement::Switch { cases, .. } => {
            cases.iter().map(|case| of_calls(module, &case.body)).sum()
        }
        Statement::Loop { body, continuing, .. } => {
            of_calls(module, body) + of_calls(module, continuing)
        }
        _ => 0,
    };
    block.iter().map(of).sum()
}
