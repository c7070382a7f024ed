@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> filters: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;

// What 16 by 16 places of the result see of one channel.
var<workgroup> window: array<f32, Window_COSIZE>;

// A thread has one place of the result, in all its channels.
@compute @workgroup_size(16, 16)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(local_invocation_id) place: vec3<u32>,
    @builtin(workgroup_id) block: vec3<u32>,
) {
    var sums: array<f32, Filters_SHAPE_3>;
    for (var c = 0u; c < Filters_SHAPE_2; c++) {
        for (var i = thread; i < Window_SIZE; i += 256u) {
            window[Window_index(i)] = image[Windows_at(i, c, block.x, block.y)];
        }
        workgroupBarrier();
        for (var j = 0u; j < 3u; j++) {
            for (var i = 0u; i < 3u; i++) {
                let seen = window[Taps_at_flat(place.x, place.y, i, j)];
                for (var k = 0u; k < Filters_SHAPE_3; k++) {
                    sums[k] += seen * filters[Filters_at(i, j, c, k)];
                }
            }
        }
        workgroupBarrier();
    }
    for (var k = 0u; k < Filters_SHAPE_3; k++) {
        result[tiles_at_flat(place.x, place.y, block.x, block.y, k)] = sums[k];
    }
}
