#!/usr/bin/env python3
"""Builds a sysroot for the target nvptx64-nvidia-cuda, where `rustup target add` cannot be had.

The source text of `core` (and `alloc`) is recovered from the HTML source view that the
`rust-docs` component of the SAME toolchain installs; core, an empty compiler_builtins
and alloc are then compiled with that toolchain's rustc.

    core.py [SYSROOT]                        (default ./target/nvptx-sysroot)
        --toolchain NAME   rustup toolchain (default: stable)
        --cpu sm_NN        -C target-cpu for the library (default: sm_80)
        --panic abort|immediate-abort        (default: abort)
        --no-alloc         leave alloc out
        --force            rebuild even if SYSROOT is already current

Then, with RUSTC_BOOTSTRAP=1, one crate:
    rustc +stable --sysroot SYSROOT --target nvptx64-nvidia-cuda -C target-cpu=sm_90 -O
        --crate-type=lib --emit=asm=k.ptx k.rs
or linked with its dependencies and with core's statics (needed as soon as core::fmt is used):
    ... --crate-type=cdylib -C lto=fat -C linker=/bin/true --emit=asm=k.ptx,link k.rs
Only the Python standard library is used; nothing under ~/.rustup is written.
"""
import argparse
import hashlib
import html
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

TARGET = "nvptx64-nvidia-cuda"
# stdarch modules of other architectures are cfg'd off for nvptx64: not worth extracting
SKIP_ARCH = {"x86", "x86_64", "aarch64", "arm", "arm_shared", "powerpc", "powerpc64",
             "riscv32", "riscv64", "riscv_shared", "wasm32", "mips", "loongarch32",
             "loongarch64", "loongarch_shared", "s390x", "hexagon", "amdgpu"}

# rustc injects `extern crate compiler_builtins` into every #![no_std] crate. An empty one will do:
# the NVPTX backend expands memcpy/memmove/memset itself, and the only other routine that core
# calls by name, memcmp, is removed by PATCHES. (Functions put here would not help: a
# `#![compiler_builtins]` crate takes no part in LTO, and PTX has no other way to link.)
BUILTINS = "#![no_std]\n#![feature(compiler_builtins)]\n#![compiler_builtins]\n#![allow(internal_features)]\n"

# (file, old, new): without these, comparing slices or large arrays leaves `.extern .func memcmp`.
PATCHES = [
    ("core/src/slice/cmp.rs",
     """            let size = crate::intrinsics::unchecked_mul(len, Self::SIZE);
            compare_bytes(lhs as _, rhs as _, size) == 0
""",
     """            let mut idx = 0;
            while idx < len {
                if *lhs.add(idx) != *rhs.add(idx) {
                    return false;
                }
                idx += 1;
            }
            true
"""),
    ("core/src/intrinsics/mod.rs",
     """#[rustc_nounwind]
#[rustc_intrinsic]
#[rustc_const_unstable(feature = "const_cmp", issue = "143800")]
pub const unsafe fn compare_bytes(left: *const u8, right: *const u8, bytes: usize) -> i32;
""",
     """#[rustc_const_unstable(feature = "const_cmp", issue = "143800")]
#[inline]
pub const unsafe fn compare_bytes(left: *const u8, right: *const u8, bytes: usize) -> i32 {
    let mut i = 0;
    while i < bytes {
        // SAFETY: the caller's: both are readable for `bytes` bytes
        let (a, b) = unsafe { (*left.add(i), *right.add(i)) };
        if a != b {
            return a as i32 - b as i32;
        }
        i += 1;
    }
    0
}
"""),
    ("core/src/array/equality.rs",
     """        unsafe { crate::intrinsics::raw_eq(a, crate::mem::transmute(b)) }
""",
     """        if size_of::<[T; N]>() <= 16 {
            unsafe { crate::intrinsics::raw_eq(a, crate::mem::transmute(b)) }
        } else {
            a[..] == b[..]
        }
"""),
]

CHECK = """#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]
use core::arch::nvptx::*;
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! { unsafe { trap() } }
#[no_mangle]
pub unsafe extern "ptx-kernel" fn transpose(inp: *const f32, n_in: usize, out: *mut f32, n_out: usize) {
    let (inp, out) = (core::slice::from_raw_parts(inp, n_in), core::slice::from_raw_parts_mut(out, n_out));
    let i = (_block_idx_x() * _block_dim_x() + _thread_idx_x()) as usize;
    if i < out.len() && inp[..4] != out[..4] { out[i] = inp[(i % 4) * 8 + i / 4]; }
}
"""

LINE_NO = re.compile(r'<a href=#(\d+) id=\1 data-nosnippet>\1</a>')
TAG = re.compile(r'</?[a-z][^>]*>')
# a module's file by system: `#[path = "…"]` or `#[cfg_attr(…, path = "…")]`, up to the `mod` that it is of
PATH = re.compile(r'(?=\bpath = "([^"]+)"[^;{}]*?\bmod (\w+);)')
OPEN, CLOSE = '<pre class="rust"><code>', '</code></pre>'


def page_to_source(page: Path) -> str:
    s = page.read_text(encoding="utf-8")
    i, j = s.index(OPEN) + len(OPEN), s.rindex(CLOSE)
    body, lines = LINE_NO.subn("", s[i:j])
    text = html.unescape(TAG.sub("", body))
    if text.count("\n") + (not text.endswith("\n")) != lines:  # every line had its number
        sys.exit(f"{page}: {lines} numbered lines, {text.count(chr(10))} found; unknown page layout")
    return text


def extract(docs: Path, crate: str, lib: Path):
    """docs/CRATE/a/b.rs.html -> lib/CRATE/src/a/b.rs; vendored crates -> lib/{stdarch,portable-simd}."""
    n = 0
    for page in sorted((docs / crate).rglob("*.rs.html")):
        rel = page.relative_to(docs / crate)
        if rel.parts[0] in ("stdarch", "portable-simd"):
            if rel.parts[0] == "stdarch" and SKIP_ARCH & set(rel.parts):
                continue
            dst = lib / rel
        else:
            dst = lib / crate / "src" / rel
        dst = dst.with_suffix("")                       # drop .html
        dst.parent.mkdir(parents=True, exist_ok=True)
        text = page_to_source(page)
        dst.write_text(text, encoding="utf-8")
        n += 1
        if "include_str!" in text:                      # doc text (some through a macro): empty will do
            for md in re.findall(r'"([\w./-]+\.md)"', text):
                f = Path(os.path.normpath(dst.parent / md))
                f.parent.mkdir(parents=True, exist_ok=True)
                f.touch()
    return n


def other_systems(src: Path):
    """The documentation has the files that its own system compiles. Where another system has another file for the same
    module, and this one alone is there, it is the other's, too: rustc finds the file that the target's cfg names."""
    for source in sorted(src.rglob("*.rs")):
        modules = {}
        for path, name in PATH.findall(source.read_text(encoding="utf-8")):
            modules.setdefault(name, []).append(source.parent / path)
        for files in modules.values():
            there = [file for file in files if file.is_file()]
            if len(there) == 1:
                for file in set(files) - set(there):
                    file.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(there[0], file)
                    print(f"{file.relative_to(src)}: {there[0].name} serves")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("sysroot", nargs="?", default="target/nvptx-sysroot")
    ap.add_argument("--toolchain", default="stable")
    ap.add_argument("--cpu", default="sm_80")
    ap.add_argument("--panic", default="abort", choices=["abort", "immediate-abort"])
    ap.add_argument("--no-alloc", action="store_true")
    ap.add_argument("--force", action="store_true")
    a = ap.parse_args()
    t0 = time.time()
    env = dict(os.environ, RUSTC_BOOTSTRAP="1")
    for k in ("RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER"):
        env.pop(k, None)
    base = ["rustc", f"+{a.toolchain}"]

    def query(*args):
        return subprocess.run(base + list(args), env=env, check=True, text=True, capture_output=True).stdout.strip()

    version = query("-vV")
    host = re.search(r"^host: (\S+)", version, re.M).group(1)
    real = Path(query("--print", "sysroot"))
    docs = real / "share/doc/rust/html/src"
    if not (docs / "core/lib.rs.html").is_file():
        sys.exit(f"no source pages of core under {docs}: the rust-docs component is missing")
    commit = re.search(r"\(([0-9a-f]{9})", version).group(1)
    if commit not in (docs / "core/lib.rs.html").read_text(encoding="utf-8")[:4000]:
        sys.exit(f"{docs} was not made by the installed rustc ({commit})")

    out = Path(a.sysroot).resolve()
    stamp = hashlib.sha256("\0".join([version, a.cpu, a.panic, str(a.no_alloc),
                                      Path(__file__).read_text()]).encode()).hexdigest()
    stamp_file = out / "stamp"
    if not a.force and stamp_file.is_file() and stamp_file.read_text() == stamp:
        print(f"{out}: up to date")
        return

    # a directory of our own, or a new one: never delete anything else
    if out.exists() and any(out.iterdir()) and not (out / "made-by-build-nvptx-core").exists():
        sys.exit(f"{out} is not empty and was not made by this script")
    shutil.rmtree(out, ignore_errors=True)
    rustlib = out / "lib/rustlib"
    libdir = rustlib / TARGET / "lib"
    libdir.mkdir(parents=True)
    (out / "made-by-build-nvptx-core").touch()
    for name in (host, "etc"):                          # host std, rust-lld, debugger scripts
        if (real / "lib/rustlib" / name).exists():
            (rustlib / name).symlink_to(real / "lib/rustlib" / name)
    for so in (real / "lib").glob("*.so"):              # librustc_driver & co., if anything asks
        (out / "lib" / so.name).symlink_to(so)

    src = out / "src"
    crates = ["core"] + ([] if a.no_alloc else ["alloc"])
    n = sum(extract(docs, c, src) for c in crates)
    other_systems(src)
    (src / "compiler_builtins/src").mkdir(parents=True)
    (src / "compiler_builtins/src/lib.rs").write_text(BUILTINS)
    for name, old, new in PATCHES:
        text = (src / name).read_text(encoding="utf-8")
        if text.count(old) == 1:
            (src / name).write_text(text.replace(old, new), encoding="utf-8")
        else:
            print(f"warning: {name}: patch does not apply; comparing slices may need memcmp", file=sys.stderr)
    t1 = time.time()
    print(f"extracted {n} files in {t1 - t0:.1f} s")

    def build(crate, edition, *extra):
        t = time.time()
        cmd = base + [
            "--crate-name", crate, f"--edition={edition}", str(src / crate / "src/lib.rs"),
            "--crate-type", "lib", "--emit=metadata,link", "--target", TARGET, "--sysroot", str(out),
            "-C", f"target-cpu={a.cpu}", "-C", "opt-level=3", "-C", "codegen-units=1",
            "-C", "overflow-checks=off", "-C", "debug-assertions=off", "-C", "debuginfo=0",
            "-C", f"panic={a.panic}", "-Z", "unstable-options", "-Z", "force-unstable-if-unmarked",
            # bodies of every function into the metadata: `--emit=asm` of one crate
            # is then self-contained, whether or not LTO is used
            "-Z", "cross-crate-inline-threshold=always",
            "--cap-lints", "allow", "-C", "metadata=nvptx-" + commit, "-C", "extra-filename=-nvptx",
            "--remap-path-prefix", f"{src}=/rustc-nvptx/library",
            "--out-dir", str(libdir), *extra]
        r = subprocess.run(cmd, env=env)
        if r.returncode:
            sys.exit(f"{crate}: rustc failed:\n{' '.join(cmd)}")
        print(f"built {crate} in {time.time() - t:.1f} s")

    build("core", "2024")
    build("compiler_builtins", "2021")
    if not a.no_alloc:
        build("alloc", "2024", "--cfg", 'feature="compiler-builtins-mem"')
    for f in libdir.glob("*.rmeta"):
        f.unlink()
    (out / "check.rs").write_text(CHECK)
    ptx = out / "check.ptx"
    cmd = base + ["--edition=2021", "--sysroot", str(out), "--target", TARGET, "-C", f"target-cpu={a.cpu}", "-O",
                  "-C", f"panic={a.panic}", "-Z", "unstable-options",
                  "--crate-type=lib", f"--emit=asm={ptx}", str(out / "check.rs")]
    if subprocess.run(cmd, env=env).returncode or ".visible .entry transpose(" not in ptx.read_text() \
            or ".extern" in ptx.read_text():
        sys.exit(f"the check kernel did not compile to self-contained PTX: {' '.join(cmd)}")
    stamp_file.write_text(stamp)
    size = sum(f.stat().st_size for f in libdir.iterdir())
    print(f"{out}: {size / 1e6:.1f} MB of rlibs; {time.time() - t0:.1f} s in all")


if __name__ == "__main__":
    main()
