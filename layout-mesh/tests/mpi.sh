#!/usr/bin/env bash
# The engine on MPI with four ranks: the examples, which compare each element, that a communicator of another size is an error in
# time, and the bytes on the wire, at most 1.02 of the least. Ends with 77 if there is no MPI and none can be installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v mpicc >/dev/null || ! command -v mpiexec >/dev/null; then
    if ! { apt-get update && apt-get install -y --no-install-recommends mpich libmpich-dev; } >/dev/null 2>&1; then
        echo "no MPI can be installed: not run"
        exit 77
    fi
fi
built=${CARGO_TARGET_DIR:-$PWD/target}/debug/examples
# With the macros as the other tests have them, so that they are built once.
cargo build --locked -p layout-mesh -p layout-view --features layout-mesh/mpi,layout-view/rank-16 --examples
for example in transpose block_cyclic tensor_parallel fused_weights halo static_plan; do
    timeout 60 mpiexec -n 4 "$built/$example"
done
if timeout 60 mpiexec -n 3 "$built/transpose" 2>/tmp/layout-mesh.$$; then
    echo "three ranks ran a plan for four" >&2
    exit 1
fi
grep -q 'Size { ranks: 3, devices: 4 }' /tmp/layout-mesh.$$
rm -f /tmp/layout-mesh.$$
# MPICH over TCP instead of shared memory; Open MPI has other switches.
if mpiexec --version | grep -q HYDRA; then
    # UCX was seen to wait forever in `MPI_Finalize` over TCP, after all was measured: what is printed decides.
    MPIR_CVAR_NOLOCAL=1 UCX_TLS=tcp,self UCX_NET_DEVICES=lo FI_PROVIDER=tcp timeout 40 mpiexec -n 4 "$built/wire" |
        tee /tmp/layout-mesh.$$ || true
    grep -q 'not measured' /tmp/layout-mesh.$$ || [ "$(grep -c 'on the wire' /tmp/layout-mesh.$$)" -eq 4 ]
    rm -f /tmp/layout-mesh.$$
fi
echo "MPI: four ranks agree, and three are refused"
