//! Layouts as types of the runtime crate.
//!
//! Every token costs the compiler of the user time: these are few, and pushed one
//! after the other.

use layout_algebra::{CollectVec, HTuple, Int};
use layout_core::MAX_RANK;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;

use super::bounds::bounds_type;
use super::rust::signed;
use crate::plan::{Entry, Join, Leaf, Plan, Program, SymbolicLeaf, Term, bound_leaves};

/// `<$crate::Static::<profile, …> as $crate::__private::ValueOrType>::NEW`: where a value stands, that of
/// a layout, and its type where a type stands.
pub fn expression(krate: &TokenStream, plan: &Plan) -> TokenStream {
    let of = value_type(krate, plan);
    quote! { <#of as #krate::__private::ValueOrType>::NEW }
}

/// The type `$crate::Static::<profile, leaves, linear, index, at, map>`, by a shorter name
/// where the last of these follow from the first.
pub(super) fn value_type(krate: &TokenStream, plan: &Plan) -> TokenStream {
    let mut tokens = Tokens::new(krate);
    let linear = plan.separate_linear();
    let (index, at) = (plan.separate_index(), plan.separate_at());
    let name = match (linear, index, at) {
        _ if !plan.then.is_empty() || !plan.bounds.is_everywhere() => "Static",
        (None, None, None) => "Plain",
        (Some(_), None, None) => "Merged",
        (None, Some(_), None) => "Indexed",
        (None, Some(_), Some(_)) => "Planned",
        _ => "Static",
    };
    if name == "Static" {
        tokens.path(name);
    } else {
        tokens.path("__private");
        tokens.separator();
        tokens.ident(name);
    }
    tokens.separator();
    tokens.punct('<');
    tokens.geometry(plan);
    tokens.punct(',');
    tokens.push(Literal::usize_unsuffixed(plan.profile.leaf_count()));
    let all = name == "Static";
    if all || linear.is_some() {
        tokens.punct(',');
        tokens.linear_of(plan);
    }
    if all || index.is_some() {
        tokens.punct(',');
        tokens.index(plan);
    }
    if all || at.is_some() {
        tokens.punct(',');
        tokens.at(plan);
    }
    if all {
        tokens.punct(',');
        tokens.map(plan);
    }
    if !plan.bounds.is_everywhere() {
        tokens.punct(',');
        tokens.trees.extend(bounds(krate, plan));
    }
    tokens.punct('>');
    tokens.into_stream()
}

/// The types of a named layout.
pub(super) struct Types {
    pub(super) profile: TokenStream,
    pub(super) linear: TokenStream,
    pub(super) index: TokenStream,
    /// The place in the profile; `None` if it is the profile.
    pub(super) at: Option<TokenStream>,
    pub(super) map: TokenStream,
    pub(super) bounds: TokenStream,
}

pub(super) fn types(krate: &TokenStream, plan: &Plan) -> Types {
    Types {
        profile: profile(krate, plan),
        linear: match plan.separate_linear() {
            Some(_) => written(krate, plan, Tokens::linear_of),
            None => quote! { Self::Geometry },
        },
        index: match plan.separate_index() {
            Some(_) => written(krate, plan, Tokens::index),
            None => quote! { Self::Linear },
        },
        at: plan.separate_at().map(|_| written(krate, plan, Tokens::at)),
        map: written(krate, plan, Tokens::map),
        bounds: bounds(krate, plan),
    }
}

/// A type of a plan.
fn written(krate: &TokenStream, plan: &Plan, push: fn(&mut Tokens, &Plan)) -> TokenStream {
    let mut tokens = Tokens::new(krate);
    push(&mut tokens, plan);
    tokens.into_stream()
}

/// The profile of a plan.
pub(super) fn profile(krate: &TokenStream, plan: &Plan) -> TokenStream {
    written(krate, plan, Tokens::geometry)
}

fn bounds(krate: &TokenStream, plan: &Plan) -> TokenStream {
    bounds_type(krate, &plan.bounds, &mut |bound| {
        let mut coordinate = Tokens::new(krate);
        coordinate.profile(&bound_leaves(bound).map(&mut known_leaf));
        let extent = signed(bound.extent().known().unwrap_or(0));
        (coordinate.into_stream(), quote! { #krate::Fixed<#extent> })
    })
}

/// The leaf of a bound whose numbers are known.
fn known_leaf(leaf: &SymbolicLeaf) -> Leaf {
    let number = |int: &Int| i64::try_from(int.known()?).ok();
    let (extent, stride) = (number(&leaf.extent), number(&leaf.stride));
    Leaf { extent: extent.unwrap_or(1).unsigned_abs(), stride: stride.unwrap_or(0) }
}

/// Tokens of types, pushed one after the other.
struct Tokens {
    krate: Vec<TokenTree>,
    leaf: Ident,
    trees: Vec<TokenTree>,
}

impl Tokens {
    fn new(krate: &TokenStream) -> Self {
        Tokens {
            krate: krate.clone().into_iter().collect_vec(),
            leaf: Ident::new("Leaf", Span::call_site()),
            trees: Vec::new(),
        }
    }

    fn push(&mut self, token: impl Into<TokenTree>) {
        self.trees.push(token.into());
    }

    fn punct(&mut self, mark: char) {
        self.push(Punct::new(mark, Spacing::Alone));
    }

    fn separator(&mut self) {
        self.push(Punct::new(':', Spacing::Joint));
        self.punct(':');
    }

    fn ident(&mut self, text: &str) {
        self.push(Ident::new(text, Span::call_site()));
    }

    /// `$crate::name`
    fn path(&mut self, name: &str) {
        self.trees.extend_from_slice(&self.krate);
        self.separator();
        self.ident(name);
    }

    fn into_stream(self) -> TokenStream {
        self.trees.into_iter().collect()
    }

    fn geometry(&mut self, plan: &Plan) {
        self.profile(&plan.profile);
    }

    fn linear_of(&mut self, plan: &Plan) {
        match plan.separate_linear() {
            Some(leaves) => self.linear(leaves),
            None => self.geometry(plan),
        }
    }

    fn index(&mut self, plan: &Plan) {
        match plan.separate_index() {
            Some(entry) => self.plan(entry, &entry.programs[0], entry.constant),
            None => self.linear_of(plan),
        }
    }

    /// A tuple with a plan for each mode; of a profile that is a leaf, its plan.
    fn at(&mut self, plan: &Plan) {
        let Some(entry) = plan.separate_at() else { return self.geometry(plan) };
        if !plan.profile.is_tuple() {
            return self.plan(entry, &entry.programs[0], entry.constant);
        }
        let outside = self.open();
        for (place, program) in entry.programs.iter().enumerate() {
            // The constant is in the first.
            self.plan(entry, program, if place == 0 { entry.constant } else { 0 });
            self.punct(',');
        }
        self.close(outside);
    }

    /// `$crate::Term<…>`, `$crate::Folded<$crate::Term<…>, constant>`
    fn plan(&mut self, entry: &Entry, program: &Program, constant: i64) {
        if entry.join == Join::Add {
            return self.terms(&program.terms);
        }
        self.path("Folded");
        self.punct('<');
        self.terms(&program.terms);
        self.punct(',');
        self.signed(constant);
        self.punct('>');
    }

    /// `$crate::Term<divide_by, mask, times, rest>`
    fn terms(&mut self, terms: &[Term]) {
        let nothing = Term { divide_by: 1, mask: Some(0), times: 1, leaf: 0 };
        let (first, rest) = terms.split_first().unwrap_or((&nothing, &[]));
        self.path("Term");
        self.punct('<');
        self.push(Literal::u64_unsuffixed(first.divide_by));
        self.punct(',');
        self.signed(first.mask.map_or(-1, u64::cast_signed));
        self.punct(',');
        self.signed(first.times);
        if !rest.is_empty() {
            self.punct(',');
            self.terms(rest);
        }
        self.punct('>');
    }

    /// `$crate::Swizzled<bits, base, shift, offset, min, max, before>`, the last outside.
    fn map(&mut self, plan: &Plan) {
        for twist in plan.then.iter().rev() {
            self.path("Swizzled");
            self.punct('<');
            self.push(Literal::u32_unsuffixed(twist.swizzle.bits()));
            self.punct(',');
            self.push(Literal::u32_unsuffixed(twist.swizzle.base()));
            self.punct(',');
            self.signed(twist.swizzle.shift().into());
            for number in [twist.offset, plan.min_offset, plan.max_offset] {
                self.punct(',');
                self.signed(number);
            }
            self.punct(',');
        }
        self.path("Identity");
        plan.then.iter().for_each(|_| self.punct('>'));
    }

    fn signed(&mut self, number: i64) {
        if number < 0 {
            self.punct('-');
        }
        self.push(Literal::u64_unsuffixed(number.unsigned_abs()));
    }

    fn profile(&mut self, profile: &HTuple<Leaf>) {
        match profile {
            HTuple::Leaf(leaf) => self.leaf(*leaf),
            HTuple::Tuple(modes) => {
                let outside = self.open();
                for mode in modes {
                    self.profile(mode);
                    self.punct(',');
                }
                self.close(outside);
            }
        }
    }

    /// A tuple that is continued in its last mode where it is longer than the
    /// traits allow.
    fn linear(&mut self, leaves: &[Leaf]) {
        if let [leaf] = leaves {
            return self.leaf(*leaf);
        }
        let whole = if leaves.len() <= MAX_RANK { leaves.len() } else { MAX_RANK - 1 };
        let (first, rest) = leaves.split_at(whole);
        let outside = self.open();
        for leaf in first {
            self.leaf(*leaf);
            self.punct(',');
        }
        if !rest.is_empty() {
            self.linear(rest);
            self.punct(',');
        }
        self.close(outside);
    }

    /// Opens a tuple, whose modes have a comma behind them, and sets aside what is before it.
    fn open(&mut self) -> Vec<TokenTree> {
        std::mem::take(&mut self.trees)
    }

    /// Closes a tuple, behind what was before it.
    fn close(&mut self, outside: Vec<TokenTree>) {
        let inside = std::mem::replace(&mut self.trees, outside);
        self.push(Group::new(Delimiter::Parenthesis, inside.into_iter().collect()));
    }

    /// `$crate::Leaf<extent, stride>`
    fn leaf(&mut self, leaf: Leaf) {
        self.trees.extend_from_slice(&self.krate);
        self.separator();
        self.push(self.leaf.clone());
        self.punct('<');
        self.push(Literal::u64_unsuffixed(leaf.extent));
        self.punct(',');
        self.signed(leaf.stride);
        self.punct('>');
    }
}
