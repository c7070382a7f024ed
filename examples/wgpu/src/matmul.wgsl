@group(0) @binding(0) var<storage, read> left: array<f32>;
@group(0) @binding(1) var<storage, read> right: array<f32>;
@group(0) @binding(2) var<storage, read_write> product: array<f32>;

var<workgroup> rows: array<f32, Shared_COSIZE>;
var<workgroup> columns: array<f32, Shared_COSIZE>;

// 16 by 16 threads make a tile of 64 by 64, each 4 by 4 of it, 16 apart.
@compute @workgroup_size(16, 16)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(local_invocation_id) place: vec3<u32>,
    @builtin(workgroup_id) block: vec3<u32>,
) {
    var sums: array<array<f32, 4>, 4>;
    for (var step = 0u; step < a_SHAPE_3; step++) {
        for (var i = thread; i < Shared_SIZE; i += 256u) {
            let m = load_a_0_index(i);
            let k = load_a_1_index(i);
            rows[Shared_at(m, k)] = left[a_at_flat(m, k, block.y, step)];
        }
        for (var i = thread; i < Shared_SIZE; i += 256u) {
            let n = load_b_0_index(i);
            let k = load_b_1_index(i);
            columns[Shared_at(n, k)] = right[b_at_flat(n, k, block.x, step)];
        }
        workgroupBarrier();
        for (var k = 0u; k < 16u; k++) {
            for (var i = 0u; i < 4u; i++) {
                let factor = rows[Shared_at(place.y + 16u * i, k)];
                for (var j = 0u; j < 4u; j++) {
                    sums[i][j] += factor * columns[Shared_at(place.x + 16u * j, k)];
                }
            }
        }
        workgroupBarrier();
    }
    for (var i = 0u; i < 4u; i++) {
        for (var j = 0u; j < 4u; j++) {
            let at = c_at_flat(place.y + 16u * i, place.x + 16u * j, block.y, block.x);
            product[at] = sums[i][j];
        }
    }
}
