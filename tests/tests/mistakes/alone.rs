//! Mistakes whose errors are rustc's alone: programs without any crate that have the same one, at the same place and as often, as proof that no
//! library can report it otherwise.

use super::programs::{ALLOWED, Crate, Diagnostic, Judge, Program, marked_twice, measured};

/// Programs of the lists, and kinds of generated ones, each with what is left of it without a crate, the place that rustc underlines, and true if that is one error.
const ALONE: [(&str, &str, bool); 36] = [
    (
        "cute2_semicolons",
        "macro_rules! m { ($($t:tt)*) => {}; }\nm! {\n    a = f(g(1);\n«}»\nfn main() {}",
        true,
    ),
    ("np2_bracket_colon", "fn f(v: fn((u8, u8))) { v((1, 0«:»4)); }\nfn main() {}", true),
    ("np2_ellipsis", "fn f(v: fn((u8, u8))) { v((«...», 3)); }\nfn main() {}", false),
    ("np2_scalar_add", "struct V;\nfn f(mut x: V) { «x += 1.0»; }\nfn main() {}", true),
    (
        "rs2_trait_object",
        "trait L { const N: usize; }\nfn sizes(of: &[Box<«dyn L»>]) -> usize { of.len() }\nfn main() {}",
        false,
    ),
    (
        "rs2_generic_args",
        "struct T<const M: usize, const N: usize>;\nfn f<const M: usize>() { let t = T::<M, { «M» * 2 }>; }\nfn main() {}",
        true,
    ),
    (
        "rs2_thread_escape",
        "struct V<'a>(&'a mut [f32]);\nimpl V<'_> { fn tiles(&mut self) -> std::slice::IterMut<'_, f32> { self.0.iter_mut() } }\n\
         fn clear(mut v: V<'_>) {\n    for x in «v».tiles() {\n        std::thread::spawn(move || *x = 0.0);\n    }\n}\nfn main() {}",
        false,
    ),
    (
        "rs2_index_assign",
        "struct V([u8; 4]);\nimpl std::ops::Index<usize> for V { type Output = u8; fn index(&self, i: usize) -> &u8 { &self.0[i] } }\n\
         fn set(v: V) { «v[1] = 3»; }\nfn main() {}",
        true,
    ),
    (
        "rs2_of_types",
        "struct R;\nimpl R { fn of(m: usize, n: usize) {} }\nfn main() { let shape = (4, 8); «R::of»(shape); }",
        true,
    ),
    (
        "rs2_ragged_index",
        "fn f(v: impl Iterator<Item = (u8, [f32; 4])>) -> f32 { v.map(|tile| tile«[0]»).sum() }\nfn main() {}",
        true,
    ),
    ("rs2_impl_layout", "trait L {}\nfn tile() -> «impl L» { 3 }\nfn main() {}", true),
    (
        "gpu2_mma_shape",
        "fn mma<T>(c: u8, a: u8) {}\nfn f(c: u8, a: u8) { «mma::<u8>»(c, a, c) }\nfn main() {}",
        true,
    ),
    (
        "gpu2_kernel_generic",
        "macro_rules! kernel { ($(pub fn $name:ident($($a:tt)*) $body:block)*) => {}; }\nkernel! { pub fn copy«<»T>(from: T) {} }\nfn main() {}",
        true,
    ),
    (
        "rs2_lower_name",
        "macro_rules! ask { ($path:ident) => { $path! {} }; }\nask! { «tile» }\nfn main() {}",
        true,
    ),
    (
        "np3_for_view",
        "fn f(x: &[f32]) -> f32 {\n    let mut s = 0.0;\n    for row in x { s += row«[0]»; }\n    s\n}\nfn main() {}",
        true,
    ),
    (
        "np3_permute_method",
        "trait Order {}\nstruct V;\nimpl V { fn permute<S: Order>(&self, order: S) {} }\n\
         fn f(x: V) { x.permute(«2», 0, 1); }\nfn main() {}",
        false,
    ),
    (
        "rs3_named_arguments",
        "struct R;\nimpl R { fn of(m: u8, n: u8) {} }\nfn main() { «R::of(m: 4, n: 8)»; }",
        true,
    ),
    (
        "rs3_turbofish",
        "struct T<const M: usize>;\nimpl<const M: usize> T<M> { fn size(self) {} }\nfn main() { T«<»4>.size(); }",
        true,
    ),
    (
        "rs3_view_swapped",
        "trait L {}\nstruct B<A: L>(A);\ntype V<A> = B<A>;\nimpl<A: L> B<A> { fn size(&self) {} }\n\
         fn f(v: «V<f32>») { v.size() }\nfn main() {}",
        false,
    ),
    (
        "gpu3_mma_type",
        "trait M { type Sum; }\nfn mma<T: M>(c: &mut [T::Sum; 4]) {}\nfn f(c: &mut [f32; 4]) { mma::<«f32»>(c); }\nfn main() {}",
        false,
    ),
    (
        "np4_zip_no_star",
        "fn zip(f: impl FnMut(&mut f32, &f32)) {}\nfn main() { zip(|x, y| x = «*y»); }",
        true,
    ),
    (
        "np4_slice_call",
        "trait Slicer {}\nstruct V;\nimpl V { fn slice<S: Slicer>(&self, slicer: S) {} }\nfn f(x: V) { x.slice(«0», ..); }\nfn main() {}",
        false,
    ),
    (
        "np4_window_rank",
        "struct W<const N: usize>([u8; N]);\nimpl<const N: usize> W<N> { fn new(of: [u8; N]) -> Self { W(of) } }\n\
         fn f(of: W<2>) {}\nfn main() { f(W::new(«[3]»)); }",
        true,
    ),
    ("rs4_packed_index", "struct V;\nfn f(v: V) -> u8 { v«[3]» }\nfn main() {}", true),
    // A part of an index that is wrong: so are `rs2_tuple_rank` and `np3_index_range`.
    (
        "rs2_usize_cast",
        "trait C {}\nimpl C for usize {}\nimpl<A: C, B: C> C for (A, B) {}\nstruct V([u8; 4]);\n\
         impl<I: C> std::ops::Index<I> for V { type Output = u8; fn index(&self, i: I) -> &u8 { &self.0[0] } }\n\
         fn at(v: V, i: i32) -> u8 { «v[(i, 2)]» }\nfn main() {}",
        true,
    ),
    // A part of an argument on whose type the result's depends.
    (
        "np5_slice_step",
        "trait S<G> { type K; }\nimpl<G> S<G> for u8 { type K = (); }\n\
         impl<P, Q, A: S<P>, B: S<Q>> S<(P, Q)> for (A, B) { type K = (A::K, B::K); }\n\
         struct V<G>(G);\nimpl<G> V<G> { fn slice<A: S<G>>(&self, a: A) -> V<A::K> { loop {} } }\n\
         fn f(x: V<(u8, u8)>) { x.«slice»(((0..4).step_by(2), 1u8)); }\nfn main() {}",
        true,
    ),
    ("cute5_slice_arrow", "struct T;\nfn f(t: T) { «t»(1, 2); }\nfn main() {}", true),
    (
        "np6_block_argument",
        "struct F<const N: usize>;\nfn f(block: usize) { let _ = F::<«block»>; }\nfn main() {}",
        false,
    ),
    (
        "gpu6_read_type",
        "fn read() -> [f32; 4] { [0.0; 4] }\nfn main() { let values: [f64; 4] = «read()»; }",
        true,
    ),
    (
        "rs6_view_question",
        "struct V;\nfn view() -> V { V }\nfn f() -> Option<u8> {\n    let v = «view()?»;\n    None\n}\nfn main() {}",
        true,
    ),
    (
        "bang_left_out",
        "macro_rules! m { ($($t:tt)*) => {}; }\nfn main() {\n    m { «struct» A<m, n> = (m, 3); }\n}",
        false,
    ),
    (
        "other_brackets",
        "macro_rules! m { (struct $t:ident;) => { struct $t; }; }\nfn main() {\n    m!(struct A;)«»\n    let a = A;\n}",
        false,
    ),
    (
        "own_macro_rules",
        "macro_rules! m { () => { «compile_error!(\"\")» }; }\nmacro_rules! twice { () => { m!() }; }\nfn main() { twice!(); twice!(); }",
        false,
    ),
    ("closure_arity", "fn main() { (0..4).for_each(|| drop(«i»)); }", false),
    // The element of the buffer is known by what is done with the view.
    (
        "exchanged_arguments",
        "trait L {}\nimpl L for u8 {}\nstruct E<const N: u8>;\ntrait Is<A, T> {}\nimpl<A: L, T> Is<A, T> for A {}\nimpl<B> Is<(), E<0>> for &B {}\nimpl<B> Is<(), E<1>> for &B {}\n\
         fn view<T, A: L>(buffer: &[T], layout: impl Is<A, T>) -> T { loop {} }\nfn main() { let x: f32 = view(«8u8», &[0.0]); }",
        false,
    ),
    (
        "rs5_packed_u4",
        "enum U {}\nstruct V<T>(T);\nimpl<T: Copy> V<T> { fn new(x: u8) {} }\nstruct C;\nfn f() { V::<C>::new(«U»); }\nfn main() {}",
        false,
    ),
];

#[test]
fn rustc_says_the_same_without_a_library() {
    let made = Crate::new("rustc-alone");
    let mut programs = Vec::new();
    for (name, text, _) in ALONE {
        let (text, wrong, _) = marked_twice(text);
        let wrong = ALLOWED.len() + wrong.start..ALLOWED.len() + wrong.end;
        programs.push(Program {
            group: "alone".to_owned(),
            name: name.to_owned(),
            text: [ALLOWED, &text].concat(),
            wrong: vec![wrong],
            first_marked: None,
            around: Vec::new(),
            edition: "2024",
        });
    }
    let judge = Judge { is_mistake: |_| true, is_wrong: Diagnostic::is_error };
    let (counts, notes) = measured(&made, &programs, &judge);
    for (((name, _, is_one), count), note) in ALONE.iter().zip(counts).zip(notes) {
        assert_eq!((count.one == 1, count.exact), (*is_one, 1), "{name}: {note}");
    }
}
