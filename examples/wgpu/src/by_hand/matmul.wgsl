@group(0) @binding(0) var<storage, read> left: array<f32>;
@group(0) @binding(1) var<storage, read> right: array<f32>;
@group(0) @binding(2) var<storage, read_write> product: array<f32>;

const K = 96u;
const N = 192u;
const PITCH = 65u;

var<workgroup> rows: array<f32, 1039>;
var<workgroup> columns: array<f32, 1039>;

@compute @workgroup_size(16, 16)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(local_invocation_id) place: vec3<u32>,
    @builtin(workgroup_id) block: vec3<u32>,
) {
    var sums: array<array<f32, 4>, 4>;
    for (var step = 0u; step < K / 16u; step++) {
        for (var i = thread; i < 1024u; i += 256u) {
            let m = i / 16u;
            let k = i % 16u;
            rows[k * PITCH + m] = left[(block.y * 64u + m) * K + step * 16u + k];
        }
        for (var i = thread; i < 1024u; i += 256u) {
            let n = i % 64u;
            let k = i / 64u;
            columns[k * PITCH + n] = right[(step * 16u + k) * N + block.x * 64u + n];
        }
        workgroupBarrier();
        for (var k = 0u; k < 16u; k++) {
            for (var i = 0u; i < 4u; i++) {
                let factor = rows[k * PITCH + place.y + 16u * i];
                for (var j = 0u; j < 4u; j++) {
                    sums[i][j] += factor * columns[k * PITCH + place.x + 16u * j];
                }
            }
        }
        workgroupBarrier();
    }
    for (var i = 0u; i < 4u; i++) {
        for (var j = 0u; j < 4u; j++) {
            let row = block.y * 64u + place.y + 16u * i;
            product[row * N + block.x * 64u + place.x + 16u * j] = sums[i][j];
        }
    }
}
