//! The functions of a case, one macro for layouts of constants and one for those with
//! run-time numbers.

/// The functions in `usize`, `isize` and `u32` of a layout that the compiler knows, without a
/// name, with one, and in generic code.
macro_rules! fixed {
    ($name:ident [$($tokens:tt)*] at($($c:ident)*) flat($($f:ident)*) by $by_mode:tt natural $natural:tt
        $sign:ident $width:ident $sweep:ident($of:ident) $case:expr) => {
        fn $name() {
            static CASE: Case = $case;
            let e = &CASE.expected();
            let l = layout_view::layout!(#[allow(non_injective, padding)] $($tokens)*);
            layout_view::layout! { #[allow(non_injective, padding)] struct Named = $($tokens)*; }
            e.told(l.notation(), l.size(), l.shape(), l.stride());
            e.index("offset", &|i| l.offset(i));
            e.index("crd2offset", &|i| l.crd2offset(i));
            e.by_mode("offset_at", &|c| { let &[$($c),*] = c else { panic!() }; l.offset_at($($c),*) });
            e.by_mode("crd2offset by mode", &|c| { let &[$($c),*] = c else { panic!() }; l.crd2offset($by_mode) });
            e.by_leaf("offset_at_flat", &|c| { let &[$($f),*] = c else { panic!() }; l.offset_at_flat([$($f),*]) });
            e.by_leaf("crd2offset by leaf", &|c| { let &[$($f),*] = c else { panic!() }; l.crd2offset($natural) });
            e.in_bounds(&|i, modes, leaves| {
                let (&[$($c),*], &[$($f),*]) = (modes, leaves) else { panic!() };
                [l.in_bounds(i), l.in_bounds($by_mode), l.in_bounds($natural)]
            });
            e.natural(&|i| l.idx2crd(i));
            generic(e, l);
            generic(e, Named);
            fixed!(@$of $sweep e, l, Named);
            fixed!(@$sign e, l, Named; at($($c)*) flat($($f)*) $by_mode $natural);
            fixed!(@$width e, l, Named; at($($c)*) flat($($f)*) $by_mode $natural);
        }
    };
    (@nameless $sweep:ident $e:ident, $l:ident, $Named:ident) => { $sweep($e, $l); };
    (@named $sweep:ident $e:ident, $l:ident, $Named:ident) => { $sweep($e, $Named); };
    (@signed $e:ident, $l:ident, $Named:ident; at($($c:ident)*) flat($($f:ident)*) $by_mode:tt $natural:tt) => {
        $e.index("named offset", &|i| $Named.offset(i));
        $e.by_mode("named offset_at", &|c| { let &[$($c),*] = c else { panic!() }; $Named.offset_at($($c),*) });
        $e.by_leaf("named offset_at_flat", &|c| { let &[$($f),*] = c else { panic!() }; $Named.offset_at_flat([$($f),*]) });
    };
    (@unsigned $e:ident, $l:ident, $Named:ident; at($($c:ident)*) flat($($f:ident)*) $by_mode:tt $natural:tt) => {
        $e.index("index", &|i| $l.index(i) as isize);
        $e.index("crd2idx", &|i| $l.crd2idx(i) as isize);
        $e.by_mode("at", &|c| { let &[$($c),*] = c else { panic!() }; $l.at($($c),*) as isize });
        $e.by_mode("crd2idx by mode", &|c| { let &[$($c),*] = c else { panic!() }; $l.crd2idx($by_mode) as isize });
        $e.by_leaf("at_flat", &|c| { let &[$($f),*] = c else { panic!() }; $l.at_flat([$($f),*]) as isize });
        $e.by_leaf("crd2idx by leaf", &|c| { let &[$($f),*] = c else { panic!() }; $l.crd2idx($natural) as isize });
        $e.index("named index", &|i| $Named.index(i) as isize);
        $e.by_mode("named at", &|c| { let &[$($c),*] = c else { panic!() }; $Named.at($($c),*) as isize });
        $e.by_leaf("named at_flat", &|c| { let &[$($f),*] = c else { panic!() }; $Named.at_flat([$($f),*]) as isize });
        generic_unsigned($e, $l);
        generic_unsigned($e, $Named);
    };
    (@wide $($rest:tt)*) => {};
    (@narrow $e:ident, $l:ident, $Named:ident; at($($c:ident)*) flat($($f:ident)*) $by_mode:tt $natural:tt) => {
        $e.index("index_u32", &|i| $l.index_u32(i as u32) as isize);
        $e.index("crd2idx_u32", &|i| $l.crd2idx_u32(i as u32) as isize);
        $e.by_mode("at_u32", &|c| { let &[$($c),*] = c else { panic!() }; $(let $c = $c as u32;)* $l.at_u32($($c),*) as isize });
        $e.by_mode("crd2idx_u32 by mode", &|c| { let &[$($c),*] = c else { panic!() }; $(let $c = $c as u32;)* $l.crd2idx_u32($by_mode) as isize });
        $e.by_leaf("at_flat_u32", &|c| { let &[$($f),*] = c else { panic!() }; $(let $f = $f as u32;)* $l.at_flat_u32([$($f),*]) as isize });
        $e.by_leaf("crd2idx_u32 by leaf", &|c| { let &[$($f),*] = c else { panic!() }; $(let $f = $f as u32;)* $l.crd2idx_u32($natural) as isize });
        $e.index("named index_u32", &|i| $Named.index_u32(i as u32) as isize);
        $e.by_mode("named at_u32", &|c| { let &[$($c),*] = c else { panic!() }; $(let $c = $c as u32;)* $Named.at_u32($($c),*) as isize });
        $e.by_leaf("named at_flat_u32", &|c| { let &[$($f),*] = c else { panic!() }; $(let $f = $f as u32;)* $Named.at_flat_u32([$($f),*]) as isize });
        generic_narrow($e, $l);
        generic_narrow($e, $Named);
    };
}

/// The same of a layout with run-time numbers; what is narrow is asked of it.
macro_rules! of_the_run {
    ($name:ident [$($tokens:tt)*] symbols($($symbol:ident = $value:literal)*)
        at($($c:ident)*) flat($($f:ident)*) by $by_mode:tt natural $natural:tt $map:ident $case:expr) => {
        fn $name() {
            static CASE: Case = $case;
            let e = &CASE.expected();
            $(let $symbol: usize = std::hint::black_box($value);)*
            let l = layout_view::layout!(#[allow(non_injective, padding)] $($tokens)*);
            layout_view::layout! {
                #[allow(non_injective, padding)] struct Named<$($symbol),*> = $($tokens)*;
            }
            let named = Named::new($($symbol),*).expect("a layout");
            of_the_run!(@all e, l; at($($c)*) flat($($f)*) $by_mode $natural);
            of_the_run!(@all e, named; at($($c)*) flat($($f)*) $by_mode $natural);
            dynamic(e, &l);
            dynamic(e, &named);
            of_the_run!(@$map e, l, named);
        }
    };
    (@all $e:ident, $l:ident; at($($c:ident)*) flat($($f:ident)*) $by_mode:tt $natural:tt) => {
        $e.by_mode("offset_at", &|c| { let &[$($c),*] = c else { panic!() }; $l.offset_at($($c),*) });
        $e.by_mode("crd2offset by mode", &|c| { let &[$($c),*] = c else { panic!() }; $l.crd2offset($by_mode) });
        $e.by_leaf("offset_at_flat", &|c| { let &[$($f),*] = c else { panic!() }; $l.offset_at_flat([$($f),*]) });
        $e.by_leaf("crd2offset by leaf", &|c| { let &[$($f),*] = c else { panic!() }; $l.crd2offset($natural) });
        $e.in_bounds(&|i, modes, leaves| {
            let (&[$($c),*], &[$($f),*]) = (modes, leaves) else { panic!() };
            [$l.in_bounds(i), $l.in_bounds($by_mode), $l.in_bounds($natural)]
        });
        if $l.min_offset() >= 0 {
            $e.by_mode("at", &|c| { let &[$($c),*] = c else { panic!() }; $l.at($($c),*) as isize });
            $e.by_mode("crd2idx by mode", &|c| { let &[$($c),*] = c else { panic!() }; $l.crd2idx($by_mode) as isize });
            $e.by_leaf("at_flat", &|c| { let &[$($f),*] = c else { panic!() }; $l.at_flat([$($f),*]) as isize });
            $e.by_leaf("crd2idx by leaf", &|c| { let &[$($f),*] = c else { panic!() }; $l.crd2idx($natural) as isize });
        }
        if let Ok(narrow) = $l.narrow() {
            $e.by_mode("at_u32", &|c| { let &[$($c),*] = c else { panic!() }; $(let $c = $c as u32;)* narrow.at_u32($($c),*) as isize });
            $e.by_mode("crd2idx_u32 by mode", &|c| { let &[$($c),*] = c else { panic!() }; $(let $c = $c as u32;)* narrow.crd2idx_u32($by_mode) as isize });
            $e.by_leaf("at_flat_u32", &|c| { let &[$($f),*] = c else { panic!() }; $(let $f = $f as u32;)* narrow.at_flat_u32([$($f),*]) as isize });
            $e.by_leaf("crd2idx_u32 by leaf", &|c| { let &[$($f),*] = c else { panic!() }; $(let $f = $f as u32;)* narrow.crd2idx_u32($natural) as isize });
        }
    };
    (@plain $e:ident, $l:ident, $named:ident) => {
        dynamic_sweeps($e, &$l);
        dynamic_sweeps($e, &$named);
    };
    (@swizzled $e:ident, $l:ident, $named:ident) => {};
}
