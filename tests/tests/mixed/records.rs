//! CuTe's records over symbols, which `it/conformance_mixed` has written.

use layout_view::layout;

use crate::{Answer, answer, run};

layout! {
    #[allow(non_injective, padding)]
    struct Record10561<x0> = coalesce((2,1,6):(1,x0,2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10599<x0, x1> = coalesce(((6,2),7):((24,64),12), ((x0,x1),2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10688<x0, x1, x2, x3, x4> = composition(((12,4),(2,8)):((x0,8),(x1,x2)), <<((2),2):((6),x3),_>,(1):(x4)>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10759<x0> = logical_divide((4,2):(2,x0), (4,3));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10780<x0> = logical_divide(((24,4)):((x0,1)), (1):(24));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10563<x0, x1, x2> = coalesce((x0,4,6):(1,x1,x2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10566<x0> = coalesce((x0,4,6):(24,6,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10569<x0, x1> = coalesce((2,x0,3):(x1,3,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10572<x0, x1> = coalesce((1,x0):(0,x1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10575<x0, x1, x2> = coalesce((x0,x1,6):(1,x2,2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10578<x0, x1, x2, x3, x4> = coalesce((x0,3,x1,3):(x2,x3,x4,216));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10582<x0> = coalesce(((7,x0,1,1)):((8,0,0,2)));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10585<x0, x1, x2, x3, x4> = coalesce(((5,1),x0):((x1,0),x2), (x3,x4));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10588<x0, x1> = coalesce((2,x0):(x1,2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10591<x0, x1, x2, x3, x4, x5, x6, x7, x8, x9> = coalesce((x0,x1,x2,x3,x4):(x5,x6,x7,x8,x9));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10594<x0, x1, x2> = coalesce((1,x0):(x1,x2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10597<x0, x1, x2, x3, x4, x5> = coalesce((x0,x1,x2):(0,x3,1), (x4,x5,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10602<x0, x1, x2, x3, x4, x5, x6, x7, x8> = coalesce((x0,(x1),x2):(x3,(x4),x5), (x6,x7,x8));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10606<x0, x1, x2, x3> = coalesce((x0,x1):(x2,x3));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10609<x0> = coalesce((x0,4,1):(1,3,5), (2,1,2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10612<x0, x1, x2, x3> = coalesce((x0,4,2):(x1,x2,x3));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10615<x0> = complement(1:2, (2,x0));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10618<x0, x1> = complement(x0:1, 1 * x1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10621<x0, x1, x2> = complement(x0:x1, 1 * x2);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10624<x0, x1> = complement(x0:2, 1 * x1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10627<x0, x1, x2> = complement(x0:x1, 1 * x2);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10630<x0> = complement(x0:1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10633<x0, x1> = complement((x0,x1):(1,9));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10637<x0> = complement(64:1, (32,4,x0));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10640<x0> = complement(((8),x0):((8),1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10644<x0, x1> = complement((x0,x1):(32,3));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10648<x0, x1> = complement((x0,2,16):(2,1,8), 1 * x1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10653<x0, x1, x2> = complement((x0,(x1,x2)):(48,(6,1)));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10657<x0, x1, x2> = complement((((x0,x1),x2)):(((1,4),16)));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10661<x0> = complement((((x0),4)):(((4),1)), 24);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10665<x0, x1> = complement((x0,x1):(1,10));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10671<x0, x1> = composition(x0:x1, 4:1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10674<x0> = composition(x0:1, 4:1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10678<x0, x1, x2, x3, x4, x5> = composition((x0,x1,x2):(1,x3,x4), x5:1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10684<x0> = composition((3,5):(1,3), <x0:1,1>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10690<x0, x1, x2> = composition((x0,x1):(4,13), (3,x2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10694<x0, x1, x2> = composition((8,x0):(1,8), (x1,7):(x2,16));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10699<x0, x1, x2, x3, x4, x5, x6, x7, x8, x9> = composition(((x0,x1),x2):((x3,x4),x5), ((x6,x7)):((x8,x9)));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10714<x0, x1, x2> = composition((x0,16,x1):(1,8,132), 1 * x2);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10717<x0, x1, x2> = composition((x0):(x1), <x2:1>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10723<x0, x1, x2, x3> = composition((10,x0,x1):(1,10,x2), <2,x3:1,_>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10727<x0> = composition((8,64):(64,1), <(x0,1):(1,0),(9):(1)>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10735<x0, x1, x2> = composition((x0):(1), <((x1,1,9),1):((0,0,x2),0)>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10740<x0> = filter(((x0,2,9)):((0,1,2)));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10747<x0> = logical_divide(x0:1, 32:1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10750<x0> = logical_divide(x0:1, 48:1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10753<x0, x1, x2, x3, x4, x5> = logical_divide((x0,x1,x2):(x3,x4,x5), 32:2);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10761<x0, x1, x2> = logical_divide((4,x0):(x1,x2), <(2):(2)>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10766<x0> = logical_divide((x0,5):(5,1), ((1),2,(1),1):((2),0,(8),40));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10769<x0> = logical_divide((1,(2,12,x0)):(0,(192,2,48)), (1):(1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10775<x0, x1, x2, x3> = logical_divide(((x0,x1)):((x2,x3)), <_>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10782<x0, x1> = logical_divide(((8,x0,1)):((2,1,x1)), ((2,2,1)));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10787<x0, x1, x2, x3, x4> = logical_divide(((3,x0,x1),(1)):((2,x2,x3),(x4)), (1,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10792<x0, x1, x2, x3> = logical_divide((x0,(x1,x2)):(72,(3,x3)), <(1):(1),<(12,1):(1,24),3:1>>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10797<x0, x1, x2> = logical_product((x0,6,x1):(0,6,1), ((8,x2)):((3,24)));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10803<x0, x1, x2, x3> = logical_product((16,(x0),1):(1,(16),1), (x1,x2):(1,x3));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10806<x0, x1> = make_layout(((x0,3),(6),(x1,1)), LayoutLeft);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10809<x0, x1> = make_layout((x0,x1), LayoutLeft);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10812<x0, x1, x2> = make_layout((x0,x1,x2), LayoutRight);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10815<x0> = make_layout((15,(x0),7), LayoutLeft);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10835<x0, x1> = right_inverse((1,x0):(x1,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10841<x0, x1, x2, x3> = slice((_,(4,_)), (x0,(5,24)):(x1,(x2,x3)));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10844<x0, x1, x2, x3, x4, x5> = slice((7,_,_,2), (x0,x1,1,x2):(x3,6,x4,x5));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10847<x0, x1, x2, x3, x4, x5> = tiled_divide((x0,x1):(x2,x3), (x4,x5));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10850<x0, x1, x2, x3> = tiled_divide((((x0),(2,1)),x1):(((x2),(3,x3)),540), <_,2>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10853<x0, x1> = tiled_divide((x0):(x1), <(2,2,(5)):(10,5,(1))>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10856<x0, x1, x2, x3> = zipped_divide((x0,x1):(x2,x3), <(1,1,1,9,1):(0,0,0,1,0),(1,2,1,1):(1,1,1,2)>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10864<x0, x1, x2, x3, x4> = zipped_divide((x0,x1,x2):(36,x3,x4), (3,2,2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10868<x0, x1, x2, x3, x4, x5> = zipped_divide((((x0,x1),x2)):(((x3,x4),x5)), <_>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10873<x0, x1, x2, x3, x4, x5> = zipped_divide((x0,x1,x2):(x3,x4,x5), (16,2,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10878<x0, x1, x2, x3, x4, x5, x6, x7> = zipped_divide((x0,x1,(x2,x3)):(x4,x5,(x6,x7)), (1,5):(150,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Record10881<x0, x1, x2> = zipped_divide(((1,x0,x1,4,x2)):((1,3,5,17,5)), <<1:1,(3,5):(5,1),(4,1,1):(1,0,5),4:1,1>>);
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x1 + 1 <= 1)]
    struct Record10645<x0, x1, x2> = complement((15,(x0,1,1)):(1,(15,0,x1)), 1 * x2);
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x1 + 1 <= 8)]
    struct Record10680<x0, x1, x2, x3, x4, x5> = composition((x0,(x1,x2)):(x3,(x4,x5)), (3,8));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x0 == 4, x1 == 2, x10 == 384, x2 == 8, x3 == 12, x4 == 1, x5 == 4, x6 == 96, x7 == 4, x8 == 2, x9 == 1)]
    struct Record10693<x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10> = composition((x0,(x1,x2),x3,x4):(1,(384,x5),32,0), ((x6,(x7)),(x8)):((4,(x9)),(x10)));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x0 + 1 <= x5)]
    struct Record10701<x0, x1, x2, x3, x4, x5, x6, x7> = composition(((x0,2),(x1,1)):((x2,x3),(1,1)), (x4,(x5,1),1):(x6,(1,210),x7));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x0 + 1 <= 2)]
    struct Record10708<x0, x1, x2, x3, x4> = composition(((x0,1,6),(1,3)):((x1,x2,x3),(0,x4)), (2):(1));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x0 + 1 <= x10 * x12 - x12 + 1)]
    struct Record10718<x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13> = composition((x0,x1,x2,x3,x4):(x5,x6,x7,x8,x9), (x10,x11):(x12,x13));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x1 + 1 <= x6)]
    struct Record10731<x0, x1, x2, x3, x4, x5, x6> = composition(((x0),(x1,15),x2):((x3),(x4,x5),12), (1,x6));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x1 + 1 <= 1)]
    struct Record10739<x0, x1, x2> = filter(((x0),1):((x1),x2));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(15 % x0 == 0)]
    struct Record10758<x0, x1, x2> = logical_divide((x0,5):(x1,x2), (15,1):(1,1));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x0 == 2)]
    struct Record10771<x0, x1, x2, x3, x4, x5> = logical_divide((((x0),x1),(x2)):(((x3),x4),(x5)), <16,((3),8):((1),3)>);
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(48 % (x0 * x1) == 0, 8 % x0 == 0)]
    struct Record10778<x0, x1, x2, x3> = logical_divide((x0,x1,x2):(24,x3,1), (2,4,6):(1,2,8));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(2 % x0 == 0)]
    struct Record10789<x0, x1, x2> = logical_divide((x0,x1,(x2)):(0,1,(2)), 2:1);
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x3 % (5 / x1) == 0, 5 / x1 + 1 <= x2)]
    struct Record10798<x0, x1, x2, x3> = logical_product(((x0),6,x1):((30),5,1), (6,x2):(x3,1));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(x2 + 1 <= x0)]
    struct Record10831<x0, x1, x2> = right_inverse((x0,x1):(1,x2));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(24 % (x0 * x1 * x2 * x3) == 0, 6 % x0 == 0)]
    struct Record10859<x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11> = zipped_divide(((x0,x1,x2,x3,x4,x5)):((x6,x7,x8,x9,x10,x11)), (4,6):(6,1));
}

layout! {
    #[allow(non_injective, padding)]
    #[assume(168 % x0 == 0)]
    struct Record10875<x0, x1, x2, x3, x4, x5, x6, x7> = zipped_divide((x0,x1,x2,x3):(x4,x5,x6,x7), (24,7):(1,24));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10645<x0, x1, x2> = complement((15,(x0,1,1)):(1,(15,0,x1)), 1 * x2);
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10680<x0, x1, x2, x3, x4, x5> = composition((x0,(x1,x2)):(x3,(x4,x5)), (3,8));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10693<x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10> = composition((x0,(x1,x2),x3,x4):(1,(384,x5),32,0), ((x6,(x7)),(x8)):((4,(x9)),(x10)));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10701<x0, x1, x2, x3, x4, x5, x6, x7> = composition(((x0,2),(x1,1)):((x2,x3),(1,1)), (x4,(x5,1),1):(x6,(1,210),x7));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10708<x0, x1, x2, x3, x4> = composition(((x0,1,6),(1,3)):((x1,x2,x3),(0,x4)), (2):(1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10718<x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13> = composition((x0,x1,x2,x3,x4):(x5,x6,x7,x8,x9), (x10,x11):(x12,x13));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10731<x0, x1, x2, x3, x4, x5, x6> = composition(((x0),(x1,15),x2):((x3),(x4,x5),12), (1,x6));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10739<x0, x1, x2> = filter(((x0),1):((x1),x2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10758<x0, x1, x2> = logical_divide((x0,5):(x1,x2), (15,1):(1,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10771<x0, x1, x2, x3, x4, x5> = logical_divide((((x0),x1),(x2)):(((x3),x4),(x5)), <16,((3),8):((1),3)>);
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10778<x0, x1, x2, x3> = logical_divide((x0,x1,x2):(24,x3,1), (2,4,6):(1,2,8));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10789<x0, x1, x2> = logical_divide((x0,x1,(x2)):(0,1,(2)), 2:1);
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10798<x0, x1, x2, x3> = logical_product(((x0),6,x1):((30),5,1), (6,x2):(x3,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10831<x0, x1, x2> = right_inverse((x0,x1):(1,x2));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10859<x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11> = zipped_divide(((x0,x1,x2,x3,x4,x5)):((x6,x7,x8,x9,x10,x11)), (4,6):(6,1));
}

layout! {
    #[allow(non_injective, padding)]
    struct Usual10875<x0, x1, x2, x3, x4, x5, x6, x7> = zipped_divide((x0,x1,x2,x3):(x4,x5,x6,x7), (24,7):(1,24));
}

pub(crate) fn answers() -> Vec<Answer> {
    vec![
        answer("pub-10561", "Record", Record10561::new(run(7))),
        answer("pub-10599", "Record", Record10599::new(run(2), run(0))),
        answer("pub-10688", "Record", Record10688::new(run(64), run(32), run(1), run(1), run(2))),
        answer("pub-10759", "Record", Record10759::new(run(1))),
        answer("pub-10780", "Record", Record10780::new(run(5))),
        answer("pub-10563", "Record", Record10563::new(run(2), run(2), run(8))),
        answer("pub-10566", "Record", Record10566::new(run(2))),
        answer("pub-10569", "Record", Record10569::new(run(1), run(3))),
        answer("pub-10572", "Record", Record10572::new(run(2), run(1))),
        answer("pub-10575", "Record", Record10575::new(run(2), run(1), run(0))),
        answer("pub-10578", "Record", Record10578::new(run(4), run(3), run(3), run(36), run(1))),
        answer("pub-10582", "Record", Record10582::new(run(1))),
        answer("pub-10585", "Record", Record10585::new(run(2), run(59), run(48), run(1), run(1))),
        answer("pub-10588", "Record", Record10588::new(run(16), run(1))),
        answer("pub-10591", "Record", Record10591::new(run(1), run(6), run(1), run(1), run(8), run(0), run(20), run(0), run(0), run(8))),
        answer("pub-10594", "Record", Record10594::new(run(2), run(0), run(2))),
        answer("pub-10597", "Record", Record10597::new(run(1), run(3), run(3), run(3), run(1), run(1))),
        answer("pub-10602", "Record", Record10602::new(run(2), run(3), run(8), run(1), run(5), run(6), run(1), run(1), run(2))),
        answer("pub-10606", "Record", Record10606::new(run(7), run(1), run(1), run(0))),
        answer("pub-10609", "Record", Record10609::new(run(3))),
        answer("pub-10612", "Record", Record10612::new(run(10), run(8), run(2), run(1))),
        answer("pub-10615", "Record", Record10615::new(run(2))),
        answer("pub-10618", "Record", Record10618::new(run(12), run(1))),
        answer("pub-10621", "Record", Record10621::new(run(12), run(1), run(1))),
        answer("pub-10624", "Record", Record10624::new(run(12), run(1))),
        answer("pub-10627", "Record", Record10627::new(run(12), run(2), run(1))),
        answer("pub-10630", "Record", Record10630::new(run(12))),
        answer("pub-10633", "Record", Record10633::new(run(3), run(6))),
        answer("pub-10637", "Record", Record10637::new(run(4))),
        answer("pub-10640", "Record", Record10640::new(run(8))),
        answer("pub-10644", "Record", Record10644::new(run(3), run(9))),
        answer("pub-10648", "Record", Record10648::new(run(4), run(100))),
        answer("pub-10653", "Record", Record10653::new(run(4), run(8), run(6))),
        answer("pub-10657", "Record", Record10657::new(run(4), run(4), run(5))),
        answer("pub-10661", "Record", Record10661::new(run(9))),
        answer("pub-10665", "Record", Record10665::new(run(4), run(2))),
        answer("pub-10671", "Record", Record10671::new(run(12), run(1))),
        answer("pub-10674", "Record", Record10674::new(run(12))),
        answer("pub-10678", "Record", Record10678::new(run(48), run(24), run(5), run(128), run(3072), run(32))),
        answer("pub-10684", "Record", Record10684::new(run(1))),
        answer("pub-10690", "Record", Record10690::new(run(3), run(5), run(1))),
        answer("pub-10694", "Record", Record10694::new(run(16), run(16), run(1))),
        answer("pub-10699", "Record", Record10699::new(run(4), run(32), run(2), run(64), run(2), run(1), run(2), run(2), run(2), run(1))),
        answer("pub-10714", "Record", Record10714::new(run(4), run(12), run(4))),
        answer("pub-10717", "Record", Record10717::new(run(4), run(1), run(4))),
        answer("pub-10723", "Record", Record10723::new(run(2), run(2), run(20), run(2))),
        answer("pub-10727", "Record", Record10727::new(run(2))),
        answer("pub-10735", "Record", Record10735::new(run(9), run(1), run(1))),
        answer("pub-10740", "Record", Record10740::new(run(2))),
        answer("pub-10747", "Record", Record10747::new(run(2))),
        answer("pub-10750", "Record", Record10750::new(run(32))),
        answer("pub-10753", "Record", Record10753::new(run(128), run(4), run(3), run(1), run(512), run(0))),
        answer("pub-10761", "Record", Record10761::new(run(2), run(1), run(16))),
        answer("pub-10766", "Record", Record10766::new(run(8))),
        answer("pub-10769", "Record", Record10769::new(run(2))),
        answer("pub-10775", "Record", Record10775::new(run(2), run(6), run(6), run(1))),
        answer("pub-10782", "Record", Record10782::new(run(2), run(0))),
        answer("pub-10787", "Record", Record10787::new(run(1), run(8), run(0), run(6), run(0))),
        answer("pub-10792", "Record", Record10792::new(run(2), run(24), run(3), run(1))),
        answer("pub-10797", "Record", Record10797::new(run(3), run(2), run(7))),
        answer("pub-10803", "Record", Record10803::new(run(4), run(2), run(16), run(7))),
        answer("pub-10806", "Record", Record10806::new(run(4), run(3))),
        answer("pub-10809", "Record", Record10809::new(run(12), run(2))),
        answer("pub-10812", "Record", Record10812::new(run(4), run(2), run(4))),
        answer("pub-10815", "Record", Record10815::new(run(4))),
        answer("pub-10835", "Record", Record10835::new(run(4), run(1))),
        answer("pub-10841", "Record", Record10841::new(run(7), run(16), run(12), run(64))),
        answer("pub-10844", "Record", Record10844::new(run(16), run(10), run(6), run(60), run(0), run(1))),
        answer("pub-10847", "Record", Record10847::new(run(10), run(4), run(4), run(1), run(10), run(2))),
        answer("pub-10850", "Record", Record10850::new(run(15), run(2), run(18), run(0))),
        answer("pub-10853", "Record", Record10853::new(run(24), run(1))),
        answer("pub-10856", "Record", Record10856::new(run(10), run(2), run(16), run(4))),
        answer("pub-10864", "Record", Record10864::new(run(15), run(4), run(4), run(3), run(540))),
        answer("pub-10868", "Record", Record10868::new(run(2), run(3), run(4), run(0), run(2), run(6))),
        answer("pub-10873", "Record", Record10873::new(run(2), run(6), run(8), run(0), run(2), run(12))),
        answer("pub-10878", "Record", Record10878::new(run(5), run(1), run(15), run(1), run(15), run(0), run(1), run(0))),
        answer("pub-10881", "Record", Record10881::new(run(15), run(1), run(1))),
        answer("pub-10645", "Record", Record10645::new(run(16), run(0), run(240))),
        answer("pub-10680", "Record", Record10680::new(run(12), run(4), run(8), run(59), run(13), run(1))),
        answer("pub-10693", "Record", Record10693::new(run(4), run(2), run(8), run(12), run(1), run(4), run(96), run(4), run(2), run(1), run(384))),
        answer("pub-10701", "Record", Record10701::new(run(7), run(15), run(15), run(105), run(1), run(14), run(1), run(210))),
        answer("pub-10708", "Record", Record10708::new(run(1), run(0), run(5), run(17), run(4))),
        answer("pub-10718", "Record", Record10718::new(run(2), run(2), run(1), run(1), run(16), run(1), run(2), run(0), run(0), run(4), run(2), run(1), run(2), run(1))),
        answer("pub-10731", "Record", Record10731::new(run(1), run(4), run(16), run(0), run(1), run(100), run(60))),
        answer("pub-10739", "Record", Record10739::new(run(1), run(0), run(1))),
        answer("pub-10758", "Record", Record10758::new(run(3), run(4), run(13))),
        answer("pub-10771", "Record", Record10771::new(run(2), run(1), run(24), run(0), run(0), run(2))),
        answer("pub-10778", "Record", Record10778::new(run(2), run(12), run(2), run(2))),
        answer("pub-10789", "Record", Record10789::new(run(1), run(2), run(2))),
        answer("pub-10798", "Record", Record10798::new(run(2), run(5), run(2), run(2))),
        answer("pub-10831", "Record", Record10831::new(run(3), run(8), run(1))),
        answer("pub-10859", "Record", Record10859::new(run(1), run(12), run(1), run(1), run(2), run(1), run(24), run(2), run(0), run(0), run(0), run(0))),
        answer("pub-10875", "Record", Record10875::new(run(24), run(7), run(1), run(1), run(7), run(1), run(168), run(5))),
        answer("pub-10645", "Usual", Usual10645::new(run(16), run(0), run(240))),
        answer("pub-10680", "Usual", Usual10680::new(run(12), run(4), run(8), run(59), run(13), run(1))),
        answer("pub-10693", "Usual", Usual10693::new(run(4), run(2), run(8), run(12), run(1), run(4), run(96), run(4), run(2), run(1), run(384))),
        answer("pub-10701", "Usual", Usual10701::new(run(7), run(15), run(15), run(105), run(1), run(14), run(1), run(210))),
        answer("pub-10708", "Usual", Usual10708::new(run(1), run(0), run(5), run(17), run(4))),
        answer("pub-10718", "Usual", Usual10718::new(run(2), run(2), run(1), run(1), run(16), run(1), run(2), run(0), run(0), run(4), run(2), run(1), run(2), run(1))),
        answer("pub-10731", "Usual", Usual10731::new(run(1), run(4), run(16), run(0), run(1), run(100), run(60))),
        answer("pub-10739", "Usual", Usual10739::new(run(1), run(0), run(1))),
        answer("pub-10758", "Usual", Usual10758::new(run(3), run(4), run(13))),
        answer("pub-10771", "Usual", Usual10771::new(run(2), run(1), run(24), run(0), run(0), run(2))),
        answer("pub-10778", "Usual", Usual10778::new(run(2), run(12), run(2), run(2))),
        answer("pub-10789", "Usual", Usual10789::new(run(1), run(2), run(2))),
        answer("pub-10798", "Usual", Usual10798::new(run(2), run(5), run(2), run(2))),
        answer("pub-10831", "Usual", Usual10831::new(run(3), run(8), run(1))),
        answer("pub-10859", "Usual", Usual10859::new(run(1), run(12), run(1), run(1), run(2), run(1), run(24), run(2), run(0), run(0), run(0), run(0))),
        answer("pub-10875", "Usual", Usual10875::new(run(24), run(7), run(1), run(1), run(7), run(1), run(168), run(5))),
    ]
}
