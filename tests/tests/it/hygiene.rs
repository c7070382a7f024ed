//! Expansions name nothing that a user could have given another meaning.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::expand::FORMS;
use crate::invocation::{KRATE, NAMED, expansion};

/// The attributes that the compiler itself knows.
const ATTRIBUTES: [&str; 10] = [
    "allow",
    "automatically_derived",
    "derive",
    "doc",
    "inline",
    "macro_export",
    "macro_use",
    "must_use",
    "track_caller",
    "warn",
];

/// Finds the paths that an expansion leaves to the scope of its user.
#[derive(Default)]
struct Walker {
    /// The names that the expansion itself defines, or takes from the invocation.
    local: BTreeSet<String>,
    strangers: Vec<String>,
    /// True if functions of the names of parameters are imported around.
    is_guarded: bool,
    /// The identifiers of the invocation.
    own: BTreeSet<String>,
}

impl Walker {
    fn check(&mut self, path: &syn::Path) {
        let first = path.segments.first().map(|segment| segment.ident.to_string());
        let first = first.unwrap_or_default();
        let is_absolute = path.leading_colon.is_some() && first == "core";
        let is_known =
            [KRATE, "Self", "self"].contains(&first.as_str()) || self.local.contains(&first);
        if !is_absolute && (path.leading_colon.is_some() || !is_known) {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string());
            self.strangers.push(segments.collect::<Vec<_>>().join("::"));
        }
    }
}

impl<'ast> Visit<'ast> for Walker {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.check(path);
        visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        let name = attribute.path().get_ident().map(ToString::to_string).unwrap_or_default();
        if !ATTRIBUTES.contains(&name.as_str()) {
            self.strangers.push(format!("#[{name}]"));
        }
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        // The rules of a hidden macro call what they are given, or an error.
        if item.mac.path.is_ident("macro_rules") {
            let rules = item.mac.tokens.to_string().replace(' ', "");
            let rules = rules.replace("::core::compile_error!", "");
            if rules.matches('!').any(|_| !rules.contains("$($__layout_k)*!")) {
                self.strangers.push(rules);
            }
            item.attrs.iter().for_each(|attribute| self.visit_attribute(attribute));
            return;
        }
        visit::visit_item_macro(self, item);
    }

    // A pattern of the name of a constant would mean that constant.
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        let name = pattern.ident.to_string();
        let is_plain = !name.starts_with("__layout_") && !self.own.contains(&name);
        if is_plain && !(self.is_guarded && is_parameter(&name)) {
            self.strangers.push(format!("the variable {name}"));
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        let before = self.is_guarded;
        self.is_guarded |= item.ident == "_"
            && quote::ToTokens::to_token_stream(&item.expr).to_string().contains("parameters :: *");
        visit::visit_item_const(self, item);
        self.is_guarded = before;
    }

    fn visit_use_path(&mut self, path: &'ast syn::UsePath) {
        let name = path.ident.to_string();
        if name != KRATE && !self.local.contains(&name) {
            self.strangers.push(format!("use {}", path.ident));
        }
    }

    // `pub(crate)` is no item of anybody's.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}
}

/// True if the runtime crate has a function of this name for a parameter.
fn is_parameter(name: &str) -> bool {
    let plain = name.strip_prefix('_').unwrap_or(name);
    let leaf = plain.strip_prefix('c').and_then(|leaf| leaf.parse::<usize>().ok());
    plain == "i"
        || name == "coordinate"
        || leaf.is_some_and(|leaf| leaf < layout_codegen::MAX_LEAVES)
}

/// Every identifier that tokens define: items, parameters and locals.
struct Definitions(BTreeSet<String>);

impl<'ast> Visit<'ast> for Definitions {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_mod(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_type(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.0.insert(item.ident.to_string());
        visit::visit_item_const(self, item);
    }

    fn visit_const_param(&mut self, parameter: &'ast syn::ConstParam) {
        self.0.insert(parameter.ident.to_string());
        visit::visit_const_param(self, parameter);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.insert(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }
}

/// The identifiers of an invocation: what they mean is the user's business.
fn identifiers(tokens: TokenStream, into: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => identifiers(group.stream(), into),
            TokenTree::Ident(ident) => {
                into.insert(ident.to_string());
            }
            _ => {}
        }
    }
}

fn strangers(invocation: &str, expansion: &TokenStream) -> Vec<String> {
    let block: syn::Block = syn::parse2(quote::quote!({ #expansion })).expect("statements");
    let mut definitions = Definitions(BTreeSet::new());
    definitions.visit_block(&block);
    let mut walker = Walker { local: definitions.0, ..Walker::default() };
    identifiers(invocation.parse().expect("tokens"), &mut walker.local);
    identifiers(invocation.parse().expect("tokens"), &mut walker.own);
    // The symbols of a layout that is named are those in scope.
    for (_, answer) in NAMED.iter().filter(|(name, _)| invocation.contains(name)) {
        identifiers(answer.parse().expect("tokens"), &mut walker.local);
        identifiers(answer.parse().expect("tokens"), &mut walker.own);
    }
    walker.visit_block(&block);
    walker.strangers
}

#[test]
fn expansions_name_only_what_is_absolute_or_their_own() {
    for (_, invocation) in FORMS {
        assert_eq!(strangers(invocation, &expansion(invocation)), [""; 0], "{invocation}");
    }
}

#[test]
fn names_of_the_prelude_are_found() {
    let found = |text: &str| strangers("layout!(4)", &text.parse().expect("tokens"));
    assert_eq!(found("Some(1)"), ["Some"]);
    assert_eq!(found("let x: Option<usize> = x;"), ["the variable x", "Option", "usize"]);
    assert_eq!(found("let __layout_x = 1;"), [""; 0]);
    assert_eq!(found("impl S { fn f(self, i: S) {} } struct S;"), ["the variable i"]);
    assert_eq!(found("impl Clone for u8 {}"), ["Clone", "u8"]);
    assert_eq!(found("struct S { x: ::core::primitive::u8 }"), [""; 0]);
    assert_eq!(found("core::mem::swap()"), ["core::mem::swap"]);
    assert_eq!(found("::std::mem::swap()"), ["std::mem::swap"]);
    assert_eq!(found("println!()"), ["println"]);
    assert_eq!(found("#[serde(x)] struct S;"), ["#[serde]"]);
    assert_eq!(found("use other::thing as it;"), ["use other"]);
    assert_eq!(found("struct S; impl ::core::marker::Copy for S {}"), [""; 0]);
}
