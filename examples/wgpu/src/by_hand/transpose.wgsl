@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> transposed: array<f32>;

const ROWS = 512u;
const COLUMNS = 256u;

var<workgroup> tile: array<f32, 1024>;

@compute @workgroup_size(32, 8)
fn main(
    @builtin(local_invocation_id) thread: vec3<u32>,
    @builtin(workgroup_id) block: vec3<u32>,
) {
    for (var row = thread.y; row < 32u; row += 8u) {
        let read = (block.y * 32u + row) * COLUMNS + block.x * 32u + thread.x;
        tile[row * 32u + (thread.x ^ row)] = source[read];
    }
    workgroupBarrier();
    for (var column = thread.y; column < 32u; column += 8u) {
        let write = (block.x * 32u + column) * ROWS + block.y * 32u + thread.x;
        transposed[write] = tile[thread.x * 32u + (column ^ thread.x)];
    }
}
