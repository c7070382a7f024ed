# Writes into PTX how many threads a kernel's blocks have, and how many blocks a multiprocessor runs at once, which Rust has no attributes
# for: of kernels named in `threads`, as in -v threads="attention=384 sgemm_any=256/2". The assembler then knows how many registers each
# thread may have.
BEGIN {
    count = split(threads, pairs, " ")
    for (i = 1; i <= count; i++) { split(pairs[i], pair, "="); bound[pair[1]] = pair[2] }
}
/^\.visible \.entry / { name = $3; sub(/\(.*/, "", name); inside = 1 }
{ print }
inside && /^\)/ {
    if (name in bound) {
        split(bound[name], numbers, "/")
        print ".maxntid " numbers[1] ", 1, 1"
        if (2 in numbers) print ".minnctapersm " numbers[2]
    }
    inside = 0
}
