//! The shorthands: macros for one operation.

/// A macro whose input is the operands of one operation.
#[derive(Clone, Copy, Debug)]
pub struct Shorthand {
    /// The name of the macro.
    pub name: &'static str,
    /// The operation.
    pub op: &'static str,
}

impl Shorthand {
    /// Every shorthand.
    pub const ALL: [Shorthand; 5] = [
        Shorthand { name: "divide", op: "logical_divide" },
        Shorthand { name: "compose", op: "composition" },
        Shorthand { name: "complement", op: "complement" },
        Shorthand { name: "product", op: "logical_product" },
        Shorthand { name: "infer_layout", op: "infer_layout" },
    ];

    /// The shorthand of a macro, unless it is `layout!` itself.
    pub(crate) fn of(name: &str) -> Option<Shorthand> {
        Self::ALL.into_iter().find(|shorthand| shorthand.name == name)
    }
}
