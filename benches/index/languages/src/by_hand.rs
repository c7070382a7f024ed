//! The functions by hand of `index/hand` in WGSL: the same operations, each in parentheses.

use std::collections::HashMap;

use syn::parse::{Parse, ParseStream};
use syn::{BinOp, Block, Expr, Ident, Lit, Pat, Stmt, Token, UnOp};

const SOURCES: [&str; 2] =
    [include_str!("../../hand/src/power_of_two.rs"), include_str!("../../hand/src/odd.rs")];

/// A function by hand in WGSL.
pub struct Form {
    pub layout: String,
    /// `index`, `at` or `flat`.
    pub entry: String,
    pub text: String,
}

/// All forms but the tricks, which are made for registers of 64 bits.
pub fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for source in SOURCES {
        let file = syn::parse_file(source).expect("Rust");
        for item in file.items {
            let syn::Item::Macro(item) = item else { continue };
            let functions: Functions = syn::parse2(item.mac.tokens).expect("functions by hand");
            for Function { name, coordinates, value } in functions.all {
                if name.contains("_trick") {
                    continue;
                }
                let entry = name.split('_').next().expect("a name").to_owned();
                let text = function(&format!("hand_{name}"), &coordinates, &value);
                forms.push(Form { layout: functions.layout.clone(), entry, text });
            }
        }
    }
    forms
}

/// The content of one `by_hand!`.
struct Functions {
    layout: String,
    all: Vec<Function>,
}

struct Function {
    name: String,
    coordinates: Vec<String>,
    value: Expr,
}

impl Parse for Functions {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let layout = input.parse::<Ident>()?.to_string();
        input.parse::<Token![:]>()?;
        let mut all = Vec::new();
        while !input.is_empty() {
            if input.peek(Token![=>]) {
                // A sweep.
                input.parse::<Token![=>]>()?;
                input.parse::<Ident>()?;
                input.parse::<proc_macro2::Group>()?;
                input.parse::<Expr>()?;
                input.parse::<Token![;]>()?;
                continue;
            }
            let name = input.parse::<Ident>()?.to_string();
            let inside;
            syn::parenthesized!(inside in input);
            let names = inside.parse_terminated(Ident::parse, Token![,])?;
            let coordinates = names.into_iter().map(|name| name.to_string()).collect();
            input.parse::<Token![=]>()?;
            let value = input.parse::<Expr>()?;
            input.parse::<Token![;]>()?;
            all.push(Function { name, coordinates, value });
        }
        Ok(Functions { layout, all })
    }
}

fn function(name: &str, coordinates: &[String], value: &Expr) -> String {
    let mut body = Body { lines: Vec::new() };
    let names = coordinates.iter().map(|name| (name.clone(), Value::Word(name.clone()))).collect();
    let value = body.value(value, &names).word();
    let takes: Vec<String> = coordinates.iter().map(|name| format!("{name}: u32")).collect();
    let lines: String = body.lines.iter().map(|line| format!("    {line}\n")).collect();
    format!("fn {name}({}) -> u32 {{\n{lines}    return {value};\n}}\n", takes.join(", "))
}

/// The value of a name.
#[derive(Clone)]
enum Value {
    /// An expression that may be repeated.
    Word(String),
    Tuple(Vec<Value>),
    Closure(String, Box<Expr>, Names),
}

type Names = HashMap<String, Value>;

impl Value {
    fn word(self) -> String {
        match self {
            Value::Word(word) => word,
            _ => panic!("no integer"),
        }
    }
}

/// The lines before the answer.
struct Body {
    lines: Vec<String>,
}

impl Body {
    fn value(&mut self, expr: &Expr, names: &Names) -> Value {
        let word = match expr {
            Expr::Lit(of) => format!("{}u", number(&of.lit)),
            Expr::Path(of) => {
                let name = of.path.get_ident().expect("a name").to_string();
                return names[&name].clone();
            }
            Expr::Paren(of) => return self.value(&of.expr, names),
            // All words have 32 bits here.
            Expr::Cast(of) => return self.value(&of.expr, names),
            Expr::Unary(of) => match (&of.op, &*of.expr) {
                (UnOp::Not(_), Expr::Lit(of)) => format!("{}u", !(number(&of.lit) as u32)),
                _ => panic!("an operator of numbers alone"),
            },
            Expr::Binary(of) => {
                let a = self.value(&of.left, names).word();
                let b = self.value(&of.right, names).word();
                format!("({a} {} {b})", operator(&of.op))
            }
            Expr::Tuple(of) => {
                return Value::Tuple(of.elems.iter().map(|of| self.value(of, names)).collect());
            }
            Expr::Block(of) => return self.block(&of.block, names),
            Expr::Closure(of) => {
                let name = match of.inputs.first() {
                    Some(Pat::Type(of)) => name_of(&of.pat),
                    Some(of) => name_of(of),
                    None => panic!("a closure takes a coordinate"),
                };
                return Value::Closure(name, of.body.clone(), names.clone());
            }
            Expr::Call(of) => {
                let Value::Closure(name, body, mut inner) = self.value(&of.func, names) else {
                    panic!("no function");
                };
                let argument = of.args.first().expect("an operand");
                let argument = self.value(argument, names);
                let argument = self.named(argument);
                inner.insert(name, argument);
                return self.value(&body, &inner);
            }
            _ => panic!("no word for this expression"),
        };
        Value::Word(word)
    }

    fn block(&mut self, block: &Block, names: &Names) -> Value {
        let mut names = names.clone();
        for stmt in &block.stmts {
            match stmt {
                Stmt::Local(local) => {
                    let value = &local.init.as_ref().expect("a value").expr;
                    let value = self.value(value, &names);
                    match &local.pat {
                        Pat::Wild(_) => {}
                        Pat::Tuple(of) => {
                            let Value::Tuple(values) = value else { panic!("no tuple") };
                            for (pat, value) in of.elems.iter().zip(values) {
                                let value = self.named(value);
                                names.insert(name_of(pat), value);
                            }
                        }
                        pat => {
                            let value = self.named(value);
                            names.insert(name_of(pat), value);
                        }
                    }
                }
                Stmt::Expr(value, None) => return self.value(value, &names),
                _ => panic!("no value"),
            }
        }
        panic!("a block without a value")
    }

    /// A variable with a value, unless that is a name or no integer.
    fn named(&mut self, value: Value) -> Value {
        match value {
            Value::Word(word) if word.starts_with('(') => {
                let name = format!("t{}", self.lines.len());
                self.lines.push(format!("let {name} = {word};"));
                Value::Word(name)
            }
            value => value,
        }
    }
}

fn name_of(pat: &Pat) -> String {
    match pat {
        Pat::Ident(of) => of.ident.to_string(),
        _ => panic!("no name"),
    }
}

fn number(lit: &Lit) -> u64 {
    match lit {
        Lit::Int(of) => of.base10_parse().expect("a number"),
        _ => panic!("no number"),
    }
}

fn operator(op: &BinOp) -> &'static str {
    match op {
        BinOp::Add(_) => "+",
        BinOp::Sub(_) => "-",
        BinOp::Mul(_) => "*",
        BinOp::Div(_) => "/",
        BinOp::Rem(_) => "%",
        BinOp::BitAnd(_) => "&",
        BinOp::BitOr(_) => "|",
        BinOp::BitXor(_) => "^",
        BinOp::Shl(_) => "<<",
        BinOp::Shr(_) => ">>",
        _ => panic!("no operator of integers"),
    }
}
