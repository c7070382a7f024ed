"""DTensor's and JAX's rows to columns on the GPUs of one host: medians of 21 rounds, 16384 by 16384.

    python3 benches/redistribution/peers.py [GPUS]
"""

import os
import statistics
import sys
import time

EXTENT, ROUNDS = 16384, 21


def dtensor(rank: int, gpus: int) -> None:
    import torch
    import torch.distributed as dist
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor import DTensor, Shard

    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29517", RANK=str(rank), WORLD_SIZE=str(gpus))
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl")
    mesh = init_device_mesh("cuda", (gpus,))
    for dtype in (torch.bfloat16, torch.float64):
        whole = torch.ones(EXTENT // gpus, EXTENT, device="cuda", dtype=dtype) * (rank + 1)
        rows = DTensor.from_local(whole, mesh, [Shard(0)])
        times = []
        for _ in range(ROUNDS + 3):
            torch.cuda.synchronize()
            dist.barrier()
            torch.cuda.synchronize()
            begin = time.perf_counter()
            columns = rows.redistribute(mesh, [Shard(1)])
            torch.cuda.synchronize()
            times.append(time.perf_counter() - begin)
        local = columns.to_local()
        for other in range(gpus):
            part = local[other * EXTENT // gpus : (other + 1) * EXTENT // gpus]
            assert (part == other + 1).all()
        if rank == 0:
            print(f"DTensor {torch.__version__}: rows to columns, {dtype}: {1000 * statistics.median(times[3:]):.3f} ms", flush=True)
    dist.destroy_process_group()


def jax_rows_to_columns(gpus: int) -> None:
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    mesh = Mesh(jax.devices()[:gpus], ("x",))
    for dtype in (jnp.bfloat16, jnp.float64):
        value = jax.device_put(jnp.arange(EXTENT * 8, dtype=dtype).reshape(-1, 8), NamedSharding(mesh, P("x", None)))
        whole = jax.jit(lambda v: jnp.tile(v[:EXTENT], (1, EXTENT // 8)), out_shardings=NamedSharding(mesh, P("x", None)))(value)
        move = jax.jit(lambda v: v, out_shardings=NamedSharding(mesh, P(None, "x")))
        times = []
        for _ in range(ROUNDS + 3):
            whole.block_until_ready()
            begin = time.perf_counter()
            columns = move(whole).block_until_ready()
            times.append(time.perf_counter() - begin)
        assert (columns == whole).all()
        print(f"JAX {jax.__version__}: rows to columns, {dtype.__name__}: {1000 * statistics.median(times[3:]):.3f} ms", flush=True)


if __name__ == "__main__":
    import torch.multiprocessing as processes

    gpus = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    processes.spawn(dtensor, args=(gpus,), nprocs=gpus)
    jax_rows_to_columns(gpus)
