# Writes into PTX how many threads a kernel's blocks have, which Rust has no attribute for: of kernels named in `threads`,
# as in -v threads="attention=384 other=256". The assembler then knows how many registers each thread may have.
BEGIN {
    count = split(threads, pairs, " ")
    for (i = 1; i <= count; i++) { split(pairs[i], pair, "="); bound[pair[1]] = pair[2] }
}
/^\.visible \.entry / { name = $3; sub(/\(.*/, "", name); inside = 1 }
{ print }
inside && /^\)/ { if (name in bound) print ".maxntid " bound[name] ", 1, 1"; inside = 0 }
