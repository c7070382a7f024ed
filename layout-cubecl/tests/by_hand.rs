//! The shaders that cubecl makes of kernels with layouts, beside those of the same kernels written by hand.
#![allow(missing_docs)]

use std::process::Command;

use cubecl::prelude::*;
use layout_cubecl::*;
use layout_runtime::layout;

layout! {
    pub struct Rows = (32,32):(32,1);
    pub struct Columns = (32,32);
    pub struct Tile = Sw<5,0,5> o 0 o (32,32):(32,1);
    pub struct RowMajor<m, n> = (m,n):(n,1);
    pub struct ColumnMajor<m, n> = (m,n):(1,m);
}

/// A transpose, by a tile in which neither a row nor a column meets itself in a bank.
#[cube(launch)]
fn transpose(input: &[f32], output: &mut [f32]) {
    let mut tile = Shared::<[f32]>::new_slice(1024usize);
    let (x, y) = (UNIT_POS_X, UNIT_POS_Y);
    tile[Tile.at_u32(y, x) as usize] = input[Rows.at_u32(y, x) as usize];
    sync_cube();
    output[Columns.at_u32(x, y) as usize] = tile[Tile.at_u32(x, y) as usize];
}

#[cube(launch)]
fn by_hand_transpose(input: &[f32], output: &mut [f32]) {
    let mut tile = Shared::<[f32]>::new_slice(1024usize);
    let (x, y) = (UNIT_POS_X, UNIT_POS_Y);
    tile[(y * 32 + (x ^ y)) as usize] = input[(y * 32 + x) as usize];
    sync_cube();
    output[(y * 32 + x) as usize] = tile[(x * 32 + (y ^ x)) as usize];
}

/// A transpose of a matrix whose sizes are known only at run time.
#[cube(launch)]
fn turn(input: &[f32], output: &mut [f32], from: Launched<RowMajor>, to: Launched<ColumnMajor>) {
    let (i, j) = (ABSOLUTE_POS_Y, ABSOLUTE_POS_X);
    output[to.at_u32(i, j) as usize] = input[from.at_u32(i, j) as usize];
}

#[cube(launch)]
fn by_hand_turn(input: &[f32], output: &mut [f32], m: u32, n: u32) {
    let (i, j) = (ABSOLUTE_POS_Y, ABSOLUTE_POS_X);
    output[(i + j * m) as usize] = input[(i * n + j) as usize];
}

/// The same by 1-D coordinates.
#[cube(launch)]
fn line(input: &[f32], output: &mut [f32], from: Launched<RowMajor>) {
    let i = ABSOLUTE_POS as u32;
    output[i as usize] = input[from.index_u32(i) as usize];
}

#[cube(launch)]
fn by_hand_line(input: &[f32], output: &mut [f32], m: u32, n: u32) {
    let i = ABSOLUTE_POS as u32;
    output[i as usize] = input[(i % m * n + i / m) as usize];
}

/// A transpose by tiles of 32 x 32, as `relayout` makes it of its plan.
#[cube(launch)]
fn by_hand_relayout(input: &[f32], output: &mut [f32]) {
    let mut tile = Shared::<[f32]>::new_slice(1056usize);
    let block = CUBE_POS as u32;
    let (row, column) = (block / 8 * 32, block % 8 * 32);
    let (x, y) = (UNIT_POS % 32, UNIT_POS / 32);
    #[unroll]
    for turn in 0..4u32 {
        let line = y + 8 * turn;
        tile[(line * 33 + x) as usize] = input[((row + line) * 256 + column + x) as usize];
    }
    sync_cube();
    #[unroll]
    for turn in 0..4u32 {
        let line = y + 8 * turn;
        output[((column + line) * 512 + row + x) as usize] = tile[(x * 33 + line) as usize];
    }
}

/// The device of this machine. cubecl panics where there is none.
fn client() -> Option<cubecl::client::Client> {
    let client = std::panic::catch_unwind(|| cubecl::Device::default().client());
    client.map_err(|_| println!("skipped: cubecl finds no device")).ok()
}

/// The numbers that a kernel writes for those from 0 on.
fn answers(
    client: &cubecl::client::Client,
    size: usize,
    launch: impl FnOnce(BufferArg, BufferArg),
) -> Vec<f32> {
    let input: Vec<f32> = (0..size).map(|i| i as f32).collect();
    let source = client.create_from_slice(f32::as_bytes(&input));
    let target = client.create_from_slice(f32::as_bytes(&vec![-1.0; size]));
    #[allow(unsafe_code)] // The buffers have as many elements.
    let (from, to) = unsafe {
        (BufferArg::from_raw_parts(source, size), BufferArg::from_raw_parts(target.clone(), size))
    };
    launch(from, to);
    f32::from_bytes(&client.read_one_unchecked(target)).to_vec()
}

#[test]
fn kernels_and_those_by_hand_have_the_same_answers() {
    let Some(client) = client() else { return };
    let (one, threads) = (CubeCount::Static(1, 1, 1), CubeDim::new_2d(32, 32));
    let tile =
        answers(&client, 1024, |a, b| transpose::launch(&client, one.clone(), threads, a, b));
    let hand =
        answers(&client, 1024, |a, b| by_hand_transpose::launch(&client, one, threads, a, b));
    assert_eq!(tile, hand);
    assert_eq!((tile[1], tile[32]), (32.0, 1.0));

    let [rows, columns] =
        ["(512,256):(256,1)", "(512,256):(1,512)"].map(|text| text.parse().unwrap());
    let copied = Copied::new(&rows, &columns, 4).unwrap();
    let ours = answers(&client, 512 * 256, |a, b| {
        relayout::launch::<f32>(&client, copied.cubes(), copied.threads(), a, b, copied.clone());
    });
    let hand = answers(&client, 512 * 256, |a, b| {
        by_hand_relayout::launch(&client, CubeCount::Static(128, 1, 1), CubeDim::new_1d(256), a, b);
    });
    assert_eq!(ours, hand);
    assert_eq!((ours[1], ours[512]), (256.0, 1.0));

    for (m, n) in [(64, 48), (16, 80)] {
        let (from, to) = (RowMajor::new(m, n).unwrap(), ColumnMajor::new(m, n).unwrap());
        let (from, to) = (Launched::new(from).unwrap(), Launched::new(to).unwrap());
        let (size, m, n) = (m * n, m as u32, n as u32);
        let (cubes, threads) = (CubeCount::Static(n / 16, m / 16, 1), CubeDim::new_2d(16, 16));
        let turned = answers(&client, size, |a, b| {
            turn::launch(&client, cubes.clone(), threads, a, b, from, to);
        });
        let hand = answers(&client, size, |a, b| {
            by_hand_turn::launch(&client, cubes, threads, a, b, m, n);
        });
        assert_eq!(turned, hand);
        assert_eq!((turned[1], turned[m as usize]), (n as f32, 1.0));

        let (cubes, threads) = (CubeCount::Static(m * n / 64, 1, 1), CubeDim::new_1d(64));
        let in_line = answers(&client, size, |a, b| {
            line::launch(&client, cubes.clone(), threads, a, b, from);
        });
        let hand = answers(&client, size, |a, b| {
            by_hand_line::launch(&client, cubes, threads, a, b, m, n);
        });
        assert_eq!((&in_line, &in_line), (&hand, &turned));
    }
}

/// The shader of a kernel in what cubecl logs: its entry point has the kernel's name, and a number. A kernel is compiled
/// once, whatever the sizes of its layouts are.
fn shader<'a>(log: &'a str, kernel: &str) -> &'a str {
    let is_of = |text: &&str| text.contains(&format!("fn {kernel}_"));
    let shaders = log.split("```wgsl\n").skip(1).map(|text| text.split("```").next().unwrap());
    let shaders: Vec<&str> = shaders.filter(is_of).collect();
    assert_eq!(shaders.len(), 1, "shaders of {kernel} in\n{log}");
    shaders[0]
}

/// The number of operations of a shader, and of those that divide.
fn operations(shader: &str) -> (usize, usize) {
    let of = |ops: &[&str]| ops.iter().map(|op| shader.matches(&format!(" {op} ")).count()).sum();
    (of(&["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"]), of(&["/", "%"]))
}

#[test]
fn shaders_have_no_more_operations_than_by_hand() {
    if client().is_none() {
        return;
    }
    // cubecl reads once what it logs, so another process launches the kernels.
    let launched = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kernels_and_those_by_hand_have_the_same_answers", "--nocapture"])
        .env("CUBECL_DEBUG_LOG", "stdout")
        .output()
        .unwrap();
    assert!(launched.status.success());
    let log = String::from_utf8(launched.stdout).unwrap();
    for kernel in ["transpose", "turn", "line", "relayout"] {
        let ours = operations(shader(&log, kernel));
        let by_hand = operations(shader(&log, &format!("by_hand_{kernel}")));
        println!("{kernel}: {ours:?} operations and divisions, by hand {by_hand:?}");
        assert!(ours.1 <= by_hand.1, "{kernel} divides {} times, by hand {}", ours.1, by_hand.1);
        // The plan's tiles are others than those by hand.
        if kernel != "line" && kernel != "relayout" {
            assert!(
                ours.0 <= by_hand.0,
                "{kernel} has {} operations, by hand {}",
                ours.0,
                by_hand.0
            );
        }
    }
}
