//! Layouts whose pictures are in the documentation: `test.sh` builds it, and looks for them.
#![no_std]

use layout_view::layout;

layout! {
    /// Said by its author.
    pub struct Nested = ((2,4),(4,2)):((1,8),(2,32));
    pub struct Swizzled = Sw<3,4,3> o 0 o (128,128):(128,1);
    pub struct Coordinates = (4,8):(1@0,1@1);
    pub struct Boxes = (2,3,4):(12,4,1);
    /// Has no picture.
    pub struct Rows<m, n> = (m,n):(n,1);
}
layout! {
    #[allow(padding)]
    pub struct Padded = zipped_divide((10,13):(13,1), (4,8));
}
