// A view of elements that threads cannot share is not sent to another one.

use std::cell::Cell;
use std::thread;

use layout_view::{View, layout};

fn main() {
    let buffer = [const { Cell::new(0) }; 8];
    let v = View::new(&buffer, layout!(8:1));
    thread::scope(|scope| {
        scope.spawn(move || v[0].set(1));
    });
}
