@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> filters: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;

const WIDTH = 34u;
const CHANNELS = 8u;
const SIDE = 18u;
const RESULT = 32u;
const FILTERS = 16u;

var<workgroup> window: array<f32, SIDE * SIDE>;

@compute @workgroup_size(16, 16)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(local_invocation_id) place: vec3<u32>,
    @builtin(workgroup_id) block: vec3<u32>,
) {
    var sums: array<f32, FILTERS>;
    for (var c = 0u; c < CHANNELS; c++) {
        for (var i = thread; i < SIDE * SIDE; i += 256u) {
            let x = block.x * 16u + i % SIDE;
            let y = block.y * 16u + i / SIDE;
            window[i] = image[(c * WIDTH + y) * WIDTH + x];
        }
        workgroupBarrier();
        for (var j = 0u; j < 3u; j++) {
            for (var i = 0u; i < 3u; i++) {
                let seen = window[(place.y + j) * SIDE + place.x + i];
                for (var k = 0u; k < FILTERS; k++) {
                    sums[k] += seen * filters[((c * 3u + j) * 3u + i) * FILTERS + k];
                }
            }
        }
        workgroupBarrier();
    }
    for (var k = 0u; k < FILTERS; k++) {
        let x = block.x * 16u + place.x;
        let y = block.y * 16u + place.y;
        result[(k * RESULT + y) * RESULT + x] = sums[k];
    }
}
