//! A plan as a constant of Rust.

use std::borrow::Cow;
use std::fmt::Debug;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::axis::{Axis, Digit, Piece};
use crate::placement::{PartOfAxis, Use};
use crate::section::Section;
use crate::{Cut, Mesh, Order, Placement, Plan, Step, Traffic};

/// The most devices of a plan that is a constant: it has a number for each.
const MAX_DEVICES: usize = 1 << 16;
/// The most sections of a plan that is a constant, in all dimensions.
const MAX_SECTIONS: usize = 1 << 14;

/// Refuses a plan that would be a constant of many megabytes of source.
pub(crate) fn checked(plan: &Plan) -> Result<(), String> {
    let mut sections = 0;
    for of_dimension in plan.steps().iter().flat_map(Step::sections) {
        sections += of_dimension.len();
    }
    if plan.devices() > MAX_DEVICES {
        return Err(format!(
            "redistribute!: the plan has {} devices: one that is a constant has at most {MAX_DEVICES}",
            plan.devices()
        ));
    }
    if sections > MAX_SECTIONS {
        return Err(format!(
            "redistribute!: the placements have {sections} sections in common: a plan that is a constant has at most {MAX_SECTIONS}"
        ));
    }
    Ok(())
}

/// A part of a plan, which is written as an expression that is a constant.
trait Constant {
    /// The expression; `krate` is the path of `layout-mesh`.
    fn constant(&self, krate: &TokenStream) -> TokenStream;
}

pub(crate) fn static_plan(plan: &Plan, krate: &TokenStream) -> TokenStream {
    let steps = plan.steps.constant(krate);
    let collective = variant("Collective", plan.collective(), krate);
    let Traffic { kept, inside, between } = plan.traffic();
    quote! {{
        const PLAN: &#krate::Plan = &#krate::Plan { steps: #steps };
        #krate::StaticPlan {
            plan: PLAN,
            traffic: #krate::Traffic { kept: #kept, inside: #inside, between: #between },
            collective: #collective,
        }
    }}
}

/// A variant without data, by its name.
fn variant(of: &str, variant: impl Debug, krate: &TokenStream) -> TokenStream {
    let of = Ident::new(of, Span::call_site());
    let variant = Ident::new(&format!("{variant:?}"), Span::call_site());
    quote!(#krate::#of::#variant)
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Constant for $number {
            fn constant(&self, _: &TokenStream) -> TokenStream {
                quote!(#self)
            }
        })*
    };
}

numbers!(u32 i64 usize);

impl<T: Constant + Clone> Constant for Cow<'_, [T]> {
    fn constant(&self, krate: &TokenStream) -> TokenStream {
        let items = self.iter().map(|item| item.constant(krate));
        quote!(#krate::__private::Cow::Borrowed(&[#(#items),*]))
    }
}

impl Constant for Cow<'_, str> {
    fn constant(&self, krate: &TokenStream) -> TokenStream {
        quote!(#krate::__private::Cow::Borrowed(#self))
    }
}

impl<A: Constant, B: Constant> Constant for (A, B) {
    fn constant(&self, krate: &TokenStream) -> TokenStream {
        let (a, b) = (self.0.constant(krate), self.1.constant(krate));
        quote!((#a, #b))
    }
}

impl Constant for [i64; 4] {
    fn constant(&self, _: &TokenStream) -> TokenStream {
        let [a, b, c, d] = self;
        quote!([#a, #b, #c, #d])
    }
}

/// A struct, by its path after that of `layout-mesh`, and its fields, each of which is a constant.
macro_rules! structs {
    ($($of:ident: $($path:ident)::+ { $($field:ident),* })*) => {
        $(impl Constant for $of {
            fn constant(&self, krate: &TokenStream) -> TokenStream {
                $(let $field = self.$field.constant(krate);)*
                quote!(#krate::$($path)::+ { $($field: #$field),* })
            }
        })*
    };
}

structs! {
    Step: Step { source, target, sections, node }
    Section: __private::Section { base, digits }
    Placement: Placement { mesh, shape, uses, order, axes, copies, sums, parts, index }
    Mesh: Mesh { axes, first }
    PartOfAxis: __private::PartOfAxis { device, count, places }
    Axis: __private::Axis { extent, pieces }
    Piece: __private::Piece { first, extent, device, place, digits }
    Digit: __private::Digit { extent, device, place }
}

impl Constant for Option<usize> {
    fn constant(&self, _: &TokenStream) -> TokenStream {
        match self {
            Some(number) => quote!(::core::option::Option::Some(#number)),
            None => quote!(::core::option::Option::None),
        }
    }
}

impl Constant for Order {
    fn constant(&self, krate: &TokenStream) -> TokenStream {
        variant("Order", self, krate)
    }
}

/// The uses of axes of the mesh, for texts. Notations have no other cuts than these.
impl Constant for Cow<'_, [(Cow<'_, str>, Use)]> {
    fn constant(&self, krate: &TokenStream) -> TokenStream {
        let mut uses = Vec::new();
        for (axis, used) in self.iter() {
            let used = match used {
                Use::Sum => quote!(Sum),
                Use::Cut { dimension, cut } => {
                    let cut = match cut {
                        Cut::Block | Cut::Even => variant("Cut", cut, krate),
                        Cut::Strided(factor) => quote!(#krate::Cut::Strided(#factor)),
                        _ => continue,
                    };
                    quote!(Cut { dimension: #dimension, cut: #cut })
                }
            };
            let axis = axis.constant(krate);
            uses.push(quote!((#axis, #krate::__private::Use::#used)));
        }
        quote!(#krate::__private::Cow::Borrowed(&[#(#uses),*]))
    }
}
