//! Names that may not exist: rustc itself reports a name that it does not find, with the nearest that there is.

use layout_algebra::CollectVec;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::State;
use super::recovery::parts;
use crate::nearest::nearest;
use crate::syntax::{Form, Input, Name};

impl State {
    /// The invocation in two, if it uses a name that is nearly one of its own: the layouts up to that one exist before the name is
    /// resolved, so that rustc can name it.
    pub(super) fn parted(&self, input: &Input, names: &[Name]) -> Option<TokenStream> {
        let Input::Definitions(definitions) = input else { return None };
        if !self.resolved.is_empty() || self.language().is_some() {
            return None;
        }
        let items =
            definitions.iter().filter(|definition| matches!(definition.form, Form::Item(_)));
        let items = items.map(|definition| definition.name.to_string()).collect_vec();
        let nearest_item = |name: &Name| {
            let mut items = items.iter().map(String::as_str);
            // A word in lower case may be an integer.
            match name.is_run_time_word() {
                true => items.find(|item| item.eq_ignore_ascii_case(&name.text)),
                false => nearest(&name.text, items),
            }
        };
        let near = names.iter().filter_map(nearest_item);
        let is_near = near.collect_vec();
        let last = definitions.iter().position(|it| is_near.iter().any(|near| it.name == near))?;
        let (mut before, mut after, mut ended) = (TokenStream::new(), TokenStream::new(), 0);
        for token in self.tokens.clone() {
            let is_end = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == ';');
            if ended > last { &mut after } else { &mut before }.extend([token]);
            ended += usize::from(is_end);
        }
        let is_two = last + 1 < definitions.len() && !after.is_empty();
        is_two.then(|| self.expanded_alone([before, after]))
    }

    /// The invocation with each definition on its own, if it has several and does not parse: several mistakes are several errors, and the
    /// other definitions are those that they would be without.
    pub(super) fn in_parts(&self) -> Option<TokenStream> {
        if self.is_suggestion || !self.resolved.is_empty() || !self.may_define() {
            return None;
        }
        let parts = parts(&self.tokens);
        (parts.len() > 1).then(|| self.expanded_alone(parts))
    }

    /// Invocations of `layout!` in the place of one.
    fn expanded_alone(&self, parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
        let krate = &self.krate;
        let expand =
            |tokens: TokenStream| quote!(#krate::__private::expand! { [#krate] layout #tokens });
        parts.into_iter().map(expand).collect()
    }
}
