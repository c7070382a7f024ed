//! Layouts as types of the runtime crate.
//!
//! Every token costs the compiler of the user time: these are few, and pushed one
//! after the other.

use layout_algebra::HTuple;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::plan::{Leaf, MAX_RANK, Plan};

/// The value `$crate::Static::<profile, leaves, linear>::NEW`; by a shorter name
/// where the linear profile is the profile.
pub fn expression(krate: &TokenStream, plan: &Plan) -> TokenStream {
    let mut tokens = Tokens::new(krate);
    let linear = plan.separate_linear();
    if linear.is_some() {
        tokens.path("Static");
    } else {
        tokens.path("__private");
        tokens.separator();
        tokens.ident("Plain");
    }
    tokens.separator();
    tokens.punct('<');
    tokens.profile(&plan.profile);
    tokens.punct(',');
    tokens.push(Literal::usize_unsuffixed(plan.at_flat.coordinates));
    if let Some(linear) = linear {
        tokens.punct(',');
        tokens.linear(linear);
    }
    tokens.punct('>');
    tokens.separator();
    tokens.ident("NEW");
    tokens.trees.into_iter().collect()
}

/// The type of a tree of leaves.
pub(super) fn profile(krate: &TokenStream, profile: &HTuple<Leaf>) -> TokenStream {
    let mut tokens = Tokens::new(krate);
    tokens.profile(profile);
    tokens.trees.into_iter().collect()
}

/// The type of the leaves of a coalesced layout.
pub(super) fn linear(krate: &TokenStream, leaves: &[Leaf]) -> TokenStream {
    let mut tokens = Tokens::new(krate);
    tokens.linear(leaves);
    tokens.trees.into_iter().collect()
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
            krate: krate.clone().into_iter().collect(),
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

    fn profile(&mut self, profile: &HTuple<Leaf>) {
        match profile {
            HTuple::Leaf(leaf) => self.leaf(*leaf),
            HTuple::Tuple(modes) => self.tuple(modes.iter(), |tokens, mode| tokens.profile(mode)),
        }
    }

    /// A tuple that is continued in its last mode where it is longer than the
    /// traits allow.
    fn linear(&mut self, leaves: &[Leaf]) {
        match leaves {
            [leaf] => self.leaf(*leaf),
            leaves if leaves.len() <= MAX_RANK => {
                self.tuple(leaves.iter(), |tokens, leaf| tokens.leaf(*leaf));
            }
            leaves => {
                let (first, rest) = leaves.split_at(MAX_RANK - 1);
                let modes = first.iter().map(std::slice::from_ref).chain([rest]);
                self.tuple(modes, Tokens::linear);
            }
        }
    }

    /// `(mode, mode,)`
    fn tuple<T>(&mut self, modes: impl Iterator<Item = T>, push: impl Fn(&mut Self, T)) {
        let outside = std::mem::take(&mut self.trees);
        for mode in modes {
            push(self, mode);
            self.punct(',');
        }
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
        if leaf.stride < 0 {
            self.punct('-');
        }
        self.push(Literal::u64_unsuffixed(leaf.stride.unsigned_abs()));
        self.punct('>');
    }
}
