//! Stand-ins for the definitions of an invocation that waits for a name which may not exist.
//!
//! Rustc reports a name that it does not find, and then each use of what was to be defined. A glob import gives way to a definition of the
//! same name, and without one it is what a use finds: a placeholder whose constant is the same call of the name's hidden macro. Rustc shows one
//! of two equal errors, and says nothing of a type whose constant is wrong.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::inherited_attributes::is_conditional;
use super::state::{Compiler, State};
use crate::placeholder;
use crate::syntax::{Form, Input, Name, Visibility};

/// The stand-ins of an invocation.
pub(super) struct StandIns {
    /// The items in front of the call of the name's hidden macro.
    pub(super) items: TokenStream,
    /// The path of the type that is asked whether the name exists.
    pub(super) asked: TokenStream,
}

impl State {
    /// The stand-ins of the definitions, if the next name is the first that no layout of this crate has so far.
    pub(super) fn stand_ins(
        &self,
        input: &Input,
        names: &[Name],
        compiler: &mut dyn Compiler,
    ) -> Option<StandIns> {
        let Input::Definitions(definitions) = input else { return None };
        let first = names.iter().position(|name| !compiler.is_defined(last_word(&name.text)))?;
        if first != self.resolved.len() || !self.may_define() {
            return None;
        }
        let (krate, unique) = (&self.krate, compiler.next());
        let hidden = format_ident!("__layout_in_doubt_{}", unique, span = Span::call_site());
        let asked = format_ident!("__layout_asked_{}", unique, span = Span::call_site());
        let public = Visibility::Public(Ident::new("pub", Span::call_site()));
        let argument = quote!(<#asked as #krate::__private::InDoubt>::NONE);
        let (mut stand_ins, mut is_seen_elsewhere) = (TokenStream::new(), false);
        for definition in definitions {
            let Form::Item(visibility) = &definition.form else { return None };
            if !is_conditional(&definition.attributes) {
                is_seen_elsewhere |= !matches!(visibility, Visibility::Inherited);
                let item = placeholder::item(krate, definition, &public, &argument, &unique);
                stand_ins.extend(item);
            }
        }
        let visibility = is_seen_elsewhere.then(|| quote!(pub(crate)));
        let items = quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, non_snake_case)]
            mod #hidden {
                pub struct #asked;
                #stand_ins
            }
            #[doc(hidden)]
            #[allow(unused_imports)]
            #visibility use #hidden::*;
        };
        (!stand_ins.is_empty()).then(|| StandIns { items, asked: quote!(#hidden::#asked) })
    }
}

/// The name at the end of a path.
fn last_word(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path).trim()
}
