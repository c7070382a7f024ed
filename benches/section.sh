#!/usr/bin/env bash
# Replaces a section of benches/README.md, which is between `<!-- NAME -->` and `<!-- /NAME -->`, by a file.
#
#     benches/section.sh NAME FILE
set -euo pipefail
readme=$(dirname "$0")/README.md
grep -q "^<!-- $1 -->$" "$readme"
awk -v name="$1" -v file="$2" '
    $0 == "<!-- /" name " -->" { within = 0 }
    !within
    $0 == "<!-- " name " -->" { within = 1; print ""; while ((getline line < file) > 0) print line; print "" }' \
    "$readme" > "$readme.new"
mv "$readme.new" "$readme"
