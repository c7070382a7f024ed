//! Names that may not exist: rustc itself reports a name that it does not find, with the nearest that there is.

use layout_algebra::CollectVec;
use proc_macro2::TokenStream;
use quote::quote;

use super::State;
use super::recovery::{ended, parts};
use crate::names::names_of;
use crate::nearest::nearest;
use crate::syntax::{Input, Name};

impl State {
    /// The invocation in parts, if it uses a name that is nearly one of its own: the layouts up to that one exist before the name is
    /// resolved, so that rustc can name it, and so do those after it that need no such name.
    pub(super) fn parted(&self, input: &Input, names: &[Name]) -> Option<TokenStream> {
        let Input::Definitions(definitions) = input else { return None };
        if !self.resolved.is_empty() || self.language().is_some() {
            return None;
        }
        let items = definitions.iter().filter(|definition| definition.is_item());
        let items = items.map(|definition| definition.name.to_string()).collect_vec();
        let (mut in_doubt, mut near) = (Vec::new(), Vec::new());
        for name in names {
            if let Some(item) = nearest_item(name, &items) {
                in_doubt.push(name.text.clone());
                near.push(item);
            }
        }
        let last = definitions.iter().position(|it| near.contains(&&*it.name.to_string()))?;
        // A local that is defined again is that of one invocation.
        let is_of_items = items.len() == definitions.len();
        let [mut before, mut without, mut with] = <[TokenStream; 3]>::default();
        for (i, tokens) in ended(&self.tokens).into_iter().enumerate() {
            if i <= last {
                before.extend(tokens);
                continue;
            }
            let Some(definition) = definitions.get(i) else {
                with.extend(tokens);
                continue;
            };
            let used = if is_of_items { names_of(definition).unwrap_or_default() } else { vec![] };
            if !is_of_items || used.iter().any(|name| in_doubt.contains(&name.text)) {
                in_doubt.push(definition.name.to_string());
                with.extend(tokens);
            } else {
                without.extend(tokens);
            }
        }
        let mut parts = vec![before, without, with];
        parts.retain(|part| !part.is_empty());
        self.expanded_alone(parts)
    }

    /// The invocation with each definition on its own, if it has several and does not parse: several mistakes are several errors, and the
    /// other definitions are those that they would be without.
    pub(super) fn in_parts(&self) -> Option<TokenStream> {
        if self.is_suggestion || !self.resolved.is_empty() || !self.may_define() {
            return None;
        }
        self.expanded_alone(parts(&self.tokens))
    }

    /// Several invocations of `layout!` in the place of one, if there are several parts.
    fn expanded_alone(&self, parts: Vec<TokenStream>) -> Option<TokenStream> {
        let krate = &self.krate;
        let all = quote!(#(#krate::__private::expand! { [#krate] layout #parts })*);
        if parts.len() > 1 { Some(all) } else { None }
    }
}

/// The item whose name is nearest to a name.
fn nearest_item<'a>(name: &Name, items: &'a [String]) -> Option<&'a str> {
    let mut items = items.iter().map(String::as_str);
    // A word in lower case may be an integer.
    match name.is_run_time_word() {
        true => items.find(|item| item.eq_ignore_ascii_case(&name.text)),
        false => nearest(&name.text, items),
    }
}
