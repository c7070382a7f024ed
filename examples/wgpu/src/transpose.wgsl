@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> transposed: array<f32>;

var<workgroup> tile: array<f32, Shared_COSIZE>;

// 32 by 8 threads move a tile; neighbours read neighbours, and write neighbours.
@compute @workgroup_size(32, 8)
fn main(
    @builtin(local_invocation_id) thread: vec3<u32>,
    @builtin(workgroup_id) block: vec3<u32>,
) {
    for (var row = thread.y; row < 32u; row += 8u) {
        tile[Shared_at(row, thread.x)] = source[from_at_flat(row, thread.x, block.y, block.x)];
    }
    workgroupBarrier();
    for (var column = thread.y; column < 32u; column += 8u) {
        transposed[to_at_flat(thread.x, column, block.y, block.x)] = tile[Shared_at(thread.x, column)];
    }
}
