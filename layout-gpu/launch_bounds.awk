# Writes the bounds of kernels' launches into PTX, where the assembler reads them: rustc has no attributes for them. Each kernel has its
# own as comments, which `thread::<384>()`, `bound_launch` and `cluster::<2>()` leave in it. The file is read twice:
#
#   awk -f launch_bounds.awk unbound.ptx unbound.ptx >kernels.ptx
#
# An older version of PTX than 8.4, in which `mma.sync` has no products of fp8, becomes 8.4.
FNR == 1 { pass++; name = "" }
/^\.(visible )?\.?func/ { name = "" }
/^\.visible \.entry / { name = $3; sub(/\(.*/, "", name) }
pass == 1 && name != "" && match($0, /\/\/ \.(maxntid|minnctapersm|reqnctapercluster) .*/) {
    bound = substr($0, RSTART + 3)
    split(bound, words, " ")
    if ((name, words[1]) in bounds && bounds[name, words[1]] != bound) {
        print name " has two bounds: " bounds[name, words[1]] " and " bound >"/dev/stderr"
        exit failed = 1
    }
    bounds[name, words[1]] = bound
}
pass == 2 && name != "" && /^\{/ {
    if ((name, ".maxntid") in bounds) print bounds[name, ".maxntid"]
    if ((name, ".minnctapersm") in bounds) print bounds[name, ".minnctapersm"]
    if ((name, ".reqnctapercluster") in bounds) print ".explicitcluster\n" bounds[name, ".reqnctapercluster"]
    name = ""
}
pass == 2 && /^\.version (7\.[0-9]|8\.[0-3])$/ { $0 = ".version 8.4" }
pass == 2 { print }
END { exit failed }
