// A redistribution by COSTA between two grids. Its `costa_pdgemr2d` of version 2.3.2 takes the grid of one context for both matrices.
#include <costa/grid2grid/scalapack_layout.hpp>
#include <costa/grid2grid/transform.hpp>
#include <mpi.h>

// The extents of the matrix, and for each side the extents of the grid, those of its blocks, and the rows in memory.
extern "C" void costa_between(int extent, const int *from, const double *a, const int *to, double *b) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    auto layout = [&](const int *grid, const double *memory) {
        return costa::get_scalapack_layout<double>(
            grid[4], {extent, extent}, {1, 1}, {extent, extent}, {grid[2], grid[3]}, {grid[0], grid[1]},
            costa::scalapack::ordering::column_major, {0, 0}, memory, 'C', rank);
    };
    auto source = layout(from, a), target = layout(to, b);
    costa::transform<double>(source, target, MPI_COMM_WORLD);
}
