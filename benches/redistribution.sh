#!/usr/bin/env bash
# Redistributions between four ranks of MPI beside ScaLAPACK's `pdgemr2d` and COSTA, in turn in one process. Needs MPICH and Debian's
# libscalapack-mpich-dev; COSTA is compiled from its sources, which are fetched, or those in the folder that COSTA_SOURCE names. Without
# any the table is without COSTA.
#
#     benches/redistribution.sh
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target MPICC=mpicc.mpich

source=${COSTA_SOURCE:-$CARGO_TARGET_DIR/costa/source}
if [ ! -d "$source" ]; then
    git clone --quiet --depth 1 --branch v2.3.2 https://github.com/eth-cscs/COSTA "$source" || rm -rf "$source"
fi
if [ -d "$source" ]; then
    export COSTA=$CARGO_TARGET_DIR/costa/library
    if [ ! -f "$COSTA/libcosta.a" ]; then
        mkdir -p "$COSTA"
        for name in grid2grid/{block,grid2D,interval,scalapack_layout,communication_data,grid_cover,ranks_reordering,utils,transform} \
            layout scalapack pxtran_op/costa_pxtran_op pxgemr2d/{costa_pxgemr2d,prefixed_pxgemr2d}; do
            # As its CMake does for a release.
            mpicxx.mpich -std=c++17 -O3 -DNDEBUG -fopenmp -funroll-loops -fPIC -I"$source/src" -c "$source/src/costa/$name.cpp" \
                -o "$COSTA/${name//\//_}.o"
        done
        mpicxx.mpich -std=c++17 -O3 -DNDEBUG -fopenmp -fPIC -I"$source/src" -c redistribution/src/costa.cpp -o "$COSTA/between.o"
        ar crs "$COSTA/libcosta.a" "$COSTA"/*.o
    fi
fi
cargo build --quiet --locked --release --package redistribution
# COSTA has threads; a rank has one processor.
OMP_NUM_THREADS=1 mpiexec.mpich -n 4 "$CARGO_TARGET_DIR/release/redistribution"
printf '\n4096 x 4096 elements of f64, four ranks on %s processors, %s; medians of 15 in turn, ms.\n' "$(nproc)" \
    "$(lscpu | sed -n 's/^Model name: *//p')"
