"""Runs single accesses, each in a launch of its own, for a profiler to count. A line of the list is
`operation address …`, the byte addresses of the lanes, `-` for one that does not take part."""
import ctypes, sys
cu = ctypes.CDLL("libcuda.so.1")
def ok(r, what=""):
    if r: raise SystemExit(f"{what}: CUDA error {r}")
LOADS = {2: ("ld.{s}.u16 h, [{a}]; cvt.u32.u16 r0, h;", 1), 4: ("ld.{s}.u32 r0, [{a}];", 1),
         8: ("ld.{s}.v2.u32 {{r0, r1}}, [{a}];", 2), 16: ("ld.{s}.v4.u32 {{r0, r1, r2, r3}}, [{a}];", 4)}
STORES = {2: "cvt.u16.u32 h, t; st.{s}.u16 [{a}], h;", 4: "st.{s}.u32 [{a}], t;",
          8: "st.{s}.v2.u32 [{a}], {{t, t}};", 16: "st.{s}.v4.u32 [{a}], {{t, t, t, t}};"}
def body(op):
    kind, width = op[:-len(op.lstrip("abcdefghijklmnopqrstuvwxyz_"))] if 0 else op.rstrip("0123456789"), None
    digits = op[len(kind):]
    if kind in ("ld", "st"):
        w = int(digits)
        text = LOADS[w][0] if kind == "ld" else STORES[w]
        return "@p " + text.replace("; ", "; @p ").format(s="shared", a="s")
    if kind in ("gld", "gst"):
        w = int(digits)
        text = LOADS[w][0] if kind == "gld" else STORES[w]
        return "@p " + text.replace("; ", "; @p ").format(s="global", a="g")
    if kind in ("ldmatrix", "ldmatrixt"):
        t = ".trans" if kind.endswith("t") else ""
        regs = {1: "{r0}", 2: "{r0, r1}", 4: "{r0, r1, r2, r3}"}[int(digits)]
        return f"ldmatrix.sync.aligned.m8n8.x{digits}{t}.shared.b16 {regs}, [s];"
    raise SystemExit(op)
def ptx(ops):
    out = [".version 7.8", ".target sm_80", ".address_size 64", ".const .align 4 .b8 places[128];"]
    for op in ops:
        out.append(f""".visible .entry {op}(.param .u64 base, .param .u32 never) {{
 .reg .u32 t, o, s, m, n, x, r0, r1, r2, r3; .reg .u64 g, b, k, c; .reg .u16 h; .reg .pred p, q;
 .shared .align 1024 .b8 memory[49152];
 mov.u32 t, %tid.x; mul.wide.u32 c, t, 4; mov.u64 k, places; add.u64 k, k, c; ld.const.u32 o, [k];
 ld.param.u64 b, [base]; ld.param.u32 n, [never];
 setp.ne.u32 p, o, 0xffffffff; @!p mov.u32 o, 0;
 mov.u32 m, memory; add.u32 s, m, o; cvt.u64.u32 g, o; add.u64 g, g, b;
 mov.u32 r0, t; mov.u32 r1, t; mov.u32 r2, t; mov.u32 r3, t;
 {body(op)}
 xor.b32 x, r0, r1; xor.b32 x, x, r2; xor.b32 x, x, r3; setp.eq.u32 q, x, n; @q st.global.u32 [b], x;
 ret; }}""")
    return "\n".join(out)
lines = [l.split("|")[0].split() for l in open(sys.argv[1]) if l.strip() and l[0] != "#"]
ops = sorted({l[0] for l in lines})
ok(cu.cuInit(0)); dev = ctypes.c_int(); ok(cu.cuDeviceGet(ctypes.byref(dev), 0))
ctx = ctypes.c_void_p(); ok(cu.cuCtxCreate_v2(ctypes.byref(ctx), 0, dev))
mod = ctypes.c_void_p(); text = ptx(ops).encode()
log = ctypes.create_string_buffer(8192)
opts = (ctypes.c_int * 2)(5, 6); vals = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), 8192)
r = cu.cuModuleLoadDataEx(ctypes.byref(mod), text, 2, opts, vals)
if r: print(log.value.decode()); ok(r, "module")
base = ctypes.c_uint64(); ok(cu.cuMemAlloc_v2(ctypes.byref(base), 1 << 24)); ok(cu.cuMemsetD32_v2(base, 0, 1 << 22))
fun, table = {}, {}
for op in ops:
    f = ctypes.c_void_p(); ok(cu.cuModuleGetFunction(ctypes.byref(f), mod, op.encode())); fun[op] = f
at, size = ctypes.c_uint64(), ctypes.c_size_t()
ok(cu.cuModuleGetGlobal_v2(ctypes.byref(at), ctypes.byref(size), mod, b"places"))
never = ctypes.c_uint32(0x9e3779b9)
for op, *places in lines:
    row = [0xffffffff if p == "-" else int(p) for p in places]; row += [0xffffffff] * (32 - len(row))
    ok(cu.cuMemcpyHtoD_v2(at, (ctypes.c_uint32 * 32)(*row), 128))
    args = (ctypes.c_void_p * 2)(ctypes.addressof(base), ctypes.addressof(never))
    ok(cu.cuLaunchKernel(fun[op], 1, 1, 1, 32, 1, 1, 0, None, args, None), op)
ok(cu.cuCtxSynchronize()); print(len(lines), "accesses ran")
