//! A plan as a constant of Rust.

use std::fmt::Debug;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::axis::{Axis, Digit, Piece};
use crate::placement::{PartOfAxis, Use};
use crate::section::Section;
use crate::{Cut, Mesh, Placement, Plan, Step, Traffic};

/// The most devices of a plan that is a constant: it has a number for each.
const MAX_DEVICES: usize = 1 << 16;
/// The most sections of a plan that is a constant, in all dimensions.
const MAX_SECTIONS: usize = 1 << 14;

/// Refuses a plan that would be a constant of many megabytes of source.
pub(crate) fn checked(plan: &Plan) -> Result<(), String> {
    let sections = plan.steps().iter().flat_map(|step| step.sections.iter());
    let sections: usize = sections.map(|sections| sections.len()).sum();
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

/// Writes parts of a plan as expressions, each of which is a constant.
pub(crate) struct Writer<'a> {
    /// The path of `layout-mesh`.
    pub(crate) krate: &'a TokenStream,
}

impl Writer<'_> {
    pub(crate) fn static_plan(&self, plan: &Plan) -> TokenStream {
        let krate = self.krate;
        let steps = self.list(&plan.steps, |step| self.step(step));
        let collective = self.variant("Collective", plan.collective());
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

    fn list<T>(&self, items: &[T], item: impl Fn(&T) -> TokenStream) -> TokenStream {
        let krate = self.krate;
        let items = items.iter().map(item);
        quote!(#krate::__private::Cow::Borrowed(&[#(#items),*]))
    }

    fn numbers<T: ToTokens>(&self, numbers: &[T]) -> TokenStream {
        self.list(numbers, ToTokens::to_token_stream)
    }

    /// A variant without data, by its name.
    fn variant(&self, of: &str, variant: impl Debug) -> TokenStream {
        let krate = self.krate;
        let [of, variant] = [of.to_owned(), format!("{variant:?}")]
            .map(|name| Ident::new(&name, Span::call_site()));
        quote!(#krate::#of::#variant)
    }

    fn option(&self, number: Option<usize>) -> TokenStream {
        match number {
            Some(number) => quote!(::core::option::Option::Some(#number)),
            None => quote!(::core::option::Option::None),
        }
    }

    fn step(&self, step: &Step) -> TokenStream {
        let krate = self.krate;
        let (source, target) = (self.placement(&step.source), self.placement(&step.target));
        let sections = self
            .list(&step.sections, |sections| self.list(sections, |section| self.section(section)));
        let node = self.option(step.node);
        quote!(#krate::Step { source: #source, target: #target, sections: #sections, node: #node })
    }

    fn section(&self, section: &Section) -> TokenStream {
        let krate = self.krate;
        let base = section.base;
        let digits = self.list(&section.digits, |(extent, steps)| quote!((#extent, [#(#steps),*])));
        quote!(#krate::__private::Section { base: [#(#base),*], digits: #digits })
    }

    fn placement(&self, placement: &Placement) -> TokenStream {
        let krate = self.krate;
        let mesh = self.mesh(&placement.mesh);
        let shape = self.numbers(&placement.shape);
        let uses: Vec<TokenStream> =
            placement.uses.iter().filter_map(|(axis, used)| self.used(axis, used)).collect();
        let uses = self.numbers(&uses);
        let order = self.variant("Order", placement.order);
        let axes = self.list(&placement.axes, |axis| self.axis(axis));
        let pairs = |pairs: &[(i64, i64)]| self.list(pairs, |(a, b)| quote!((#a, #b)));
        let (copies, sums) = (pairs(&placement.copies), pairs(&placement.sums));
        let part = |part: &PartOfAxis| {
            let PartOfAxis { device, count, places } = part;
            quote!(#krate::__private::PartOfAxis { device: #device, count: #count, places: #places })
        };
        let parts = self.list(&placement.parts, |parts| self.list(parts, part));
        let index = self.numbers(&placement.index);
        quote! {
            #krate::Placement {
                mesh: #mesh, shape: #shape, uses: #uses, order: #order, axes: #axes, copies: #copies,
                sums: #sums, parts: #parts, index: #index,
            }
        }
    }

    fn mesh(&self, mesh: &Mesh) -> TokenStream {
        let krate = self.krate;
        let axes = self.list(&mesh.axes, |(name, extent)| {
            let name = self.text(name);
            quote!((#name, #extent))
        });
        let first = mesh.first;
        quote!(#krate::Mesh { axes: #axes, first: #first })
    }

    fn text(&self, text: &str) -> TokenStream {
        let krate = self.krate;
        quote!(#krate::__private::Cow::Borrowed(#text))
    }

    /// The use of an axis of the mesh, for texts. Notations have no other cuts than these.
    fn used(&self, axis: &str, used: &Use) -> Option<TokenStream> {
        let (krate, axis) = (self.krate, self.text(axis));
        let used = match used {
            Use::Sum => quote!(Sum),
            Use::Cut { dimension, cut } => {
                let cut = match cut {
                    Cut::Block | Cut::Even => self.variant("Cut", cut),
                    Cut::Strided(factor) => quote!(#krate::Cut::Strided(#factor)),
                    _ => return None,
                };
                quote!(Cut { dimension: #dimension, cut: #cut })
            }
        };
        Some(quote!((#axis, #krate::__private::Use::#used)))
    }

    fn axis(&self, axis: &Axis) -> TokenStream {
        let krate = self.krate;
        let extent = axis.extent;
        let pieces = self.list(&axis.pieces, |piece| self.piece(piece));
        quote!(#krate::__private::Axis { extent: #extent, pieces: #pieces })
    }

    fn piece(&self, piece: &Piece) -> TokenStream {
        let krate = self.krate;
        let Piece { first, extent, device, place, digits } = piece;
        let digits = self.list(digits, |Digit { extent, device, place }| {
            quote!(#krate::__private::Digit { extent: #extent, device: #device, place: #place })
        });
        quote! {
            #krate::__private::Piece {
                first: #first, extent: #extent, device: #device, place: #place, digits: #digits,
            }
        }
    }
}
