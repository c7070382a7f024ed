#!/usr/bin/env python3
"""Writes instructions.jsonl: the layouts of Blackwell's and CDNA 4's instructions, as CUTLASS' headers and tensor-layouts have them.

    instructions.py CUTLASS CUDA_INCLUDE...

CUTLASS is a checkout (commit 7107b05), the folders are those of CUDA's headers, as in NVIDIA's wheels nvidia-cuda-runtime-cu12,
nvidia-cuda-nvcc-cu12 and nvidia-cuda-cccl-cu12. g++ compiles them; tensor-layouts 0.3.2 is imported.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

K, MN = "UMMA::Major::K,UMMA::Major::K", "UMMA::Major::MN,UMMA::Major::MN"
HALF, BF16, TF32 = "half_t,half_t,float", "bfloat16_t,bfloat16_t,float", "tfloat32_t,tfloat32_t,float"
S8, U8 = "int8_t,int8_t,int32_t", "uint8_t,uint8_t,int32_t"
E4, E2, UE8, UE4 = "float_e4m3_t", "float_e2m1_t", "float_ue8m0_t", "float_ue4m3_t"
FP8 = f"{E4},{E4},float"


def products():
    def of(template, types, sizes, tail=K):
        return [f"{template}<{types},{m},{n},{tail}>" for m, n in sizes]

    one, two = [(64, 64), (64, 256), (128, 64), (128, 256)], [(128, 32), (128, 256), (256, 32), (256, 256)]
    for mode in ("SS", "TS"):
        yield from of(f"SM100_MMA_F16BF16_{mode}", HALF, one)
        yield from of(f"SM100_MMA_TF32_{mode}", TF32, one)
        yield from of(f"SM100_MMA_S8_{mode}", S8, one)
        yield from of(f"SM100_MMA_F8F6F4_{mode}", FP8, one)
        yield from of(f"SM100_MMA_F16BF16_2x1SM_{mode}", BF16, two)
        yield from of(f"SM100_MMA_TF32_2x1SM_{mode}", TF32, two)
        yield from of(f"SM100_MMA_S8_2x1SM_{mode}", U8, two)
        yield from of(f"SM100_MMA_F8F6F4_2x1SM_{mode}", FP8, two)
    yield from of("SM100_MMA_F16BF16_SS", "half_t,half_t,half_t", [(64, 8), (64, 24)], MN)
    yield from of("SM100_MMA_MXF8F6F4_SS", f"{FP8},{UE8}", [(128, 64), (128, 256)])
    yield from of("SM100_MMA_MXF8F6F4_2x1SM_SS", f"{FP8},{UE8}", [(256, 64), (256, 256)])
    for m, sms in ((128, ""), (256, "2x1SM_")):
        for template in (f"SM100_MMA_MXF4_{sms}SS", f"SM103::SM103_MXF4_ULTRA_{sms}SS_VS"):
            for vector, scale in ((16, UE4), (32, UE8)):
                sizes = [(m, 64), (m, 256)]
                yield from of(template, f"{E2},{E2},float,{scale}", sizes, f"{vector},{K}")
    for sms, sizes in (("", one), ("2x1SM_", two)):
        yield from of(f"SM100_MMA_F16BF16_{sms}SS_SPARSE", HALF, sizes)
        yield from of(f"SM100_MMA_TF32_{sms}SS_SPARSE", TF32, sizes)
        yield from of(f"SM100_MMA_S8_{sms}SS_SPARSE", S8, sizes)
        yield from of(f"SM100_MMA_F8F6F4_{sms}SS_SPARSE", FP8, sizes)
    for m, sms in ((128, ""), (256, "2x1SM_")):
        yield from of(f"SM100_MMA_MXF8F6F4_{sms}SS_SPARSE", f"{FP8},{UE8}", [(m, 64), (m, 256)])
        for vector, scale in ((32, UE4), (64, UE8)):
            types = f"{E2},{E2},float,{scale}"
            yield from of(f"SM100_MMA_MXF4NVF4_{sms}SS_SPARSE", types, [(m, 64), (m, 256)], f"{vector},{K}")
    yield f"SM120_16x8x32_TN<{FP8}>"
    yield f"SM120_16x8x32_TN<{E2},float_e3m2_t,float>"
    yield f"SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<{FP8},{UE8},32>"
    yield f"SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<{E2},{E2},float,{UE8},32>"
    yield f"SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<{E2},{E2},float,{UE4},16>"


PROGRAM = """
#include <cute/tensor.hpp>
#include <cute/atom/copy_traits_sm100.hpp>
#include <cute/atom/mma_traits_sm100.hpp>
#include <cute/atom/mma_traits_sm120.hpp>
#include <cutlass/detail/sm100_blockscaled_layout.hpp>
#include <cutlass/gemm/collective/builders/sm1xx_sparse_config.inl>
#include <iostream>
#include <sstream>
using namespace cute;
using namespace cutlass;

template <class T> void field(char const* name, T const& value) {
  std::stringstream text;
  text << value;
  std::cout << name << "\\t";
  for (char c : text.str()) if (c != '_' && c != ' ') std::cout << c;
  std::cout << "\\t";
}
template <class T> void mma(char const* name) {
  std::cout << "mma\\t" << name << "\\t";
  field("shape_mnk", typename T::Shape_MNK{}); field("thr", typename T::ThrID{});
  field("a", typename T::ALayout{}); field("b", typename T::BLayout{}); field("c", typename T::CLayout{});
  if constexpr (requires { typename T::SFALayout; }) {
    field("sfa", typename T::SFALayout{}); field("sfb", typename T::SFBLayout{});
  }
  std::cout << "\\n";
}
template <class T> void copy_of(char const* name) {
  std::cout << "copy\\t" << name << "\\t";
  field("thr", typename T::ThrID{}); field("src_bits", typename T::SrcLayout{});
  field("dst_bits", typename T::DstLayout{}); field("ref_bits", typename T::RefLayout{});
  std::cout << "\\n";
}
template <class T> void layout_of(char const* name, T const& layout) {
  std::cout << "layout\\t" << name << "\\t";
  field("layout", layout);
  std::cout << "\\n";
}
int main() {
"""


def of_cutlass(root, includes):
    traits = (root / "include/cute/atom/copy_traits_sm100.hpp").read_text()
    copies = re.findall(r"struct Copy_Traits<(SM100_TMEM_(LOAD|STORE)_\d+dp\d+b\d+x(?:_16b)?)>", traits)
    lines = [f'copy_of<Copy_Traits<SM100::TMEM::{way}::{name}>>("{name}");' for name, way in copies]
    lines += [f'mma<MMA_Traits<{name}>>("{name}");' for name in products()]
    for vector in (16, 32):
        for major in ("K", "MN"):
            name = f"Sm1xxBlockScaledBasicChunk<{vector},UMMA::Major::{major}>::SfAtom"
            lines.append(f'layout_of("{name}", cutlass::detail::{name}{{}});')
    for element in ("float", "half_t"):
        tiles = [("1sm", m, n) for m, n in ((64, 8), (64, 64), (64, 256), (128, 16), (128, 256))]
        tiles += [("2sm", m, n) for m, n in ((64, 32), (64, 256), (128, 64), (128, 256))]
        for sms, m, n in tiles:
            shape = f"Shape<Shape<Int<{m}>,Int<{n}>>,_1,_1>{{}}"
            made = f"get<0>(UMMA::tmem_frg_{sms}<{element}>::make({shape}).layout())"
            lines.append(f'layout_of("UMMA::tmem_frg_{sms}<{element},{m},{n}>", {made});')
    for element in ("half_t", "float", "float_e4m3_t"):
        name = f"UMMA::Layout_MN_SW128_32B_Atom<{element}>"
        lines.append(f'layout_of("{name}", {name}{{}});')
    for element, k in (("float", 16), ("half_t", 32), ("uint8_t", 64), ("float_e2m1_t", 128)):
        made = f"get<0>(UMMA::tmem_e_frg<{element}>::make(Shape<Shape<_128,Int<{k}>>,_1,_1>{{}}).layout())"
        lines.append(f'layout_of("UMMA::tmem_e_frg<{element},128,{k}>", {made});')
    for element, described in (("tfloat32_t", 4), ("half_t", 8), ("int8_t", 8), ("float_e2m3_t", 8)):
        types = f"sparse_elem<2,{element}>,layout::RowMajor,sparse_elem<{described},uint8_t>"
        name = f"Sm1xxGemmSparseConfig<{types}>::TensorEAtom"
        lines.append(f'layout_of("{name}", {name}{{}});')
    name = "Sm1xxGemmSparseConfig<sparse_elem<4,uint8_t>,layout::RowMajor,sparse_elem<16,uint8_t>>::TensorEAtom"
    lines.append(f'layout_of("{name}", {name}{{}});')
    for rows in ("INTER", "SW32", "SW64", "SW128"):
        for types in ("half_t,2", "tfloat32_t,2", "float_e4m3_t,2", "uint8_t,4"):
            for major in ("K", "MN"):
                name = f"UMMA::Layout_{major}_{rows}_SpAtom<{types}>"
                lines.append(f'layout_of("{name}", {name}{{}});')
    name = "UMMA::Layout_MN_SW128_32B_SpAtom<tfloat32_t,2>"
    lines.append(f'layout_of("{name}", {name}{{}});')
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "of.cpp"), pathlib.Path(folder, "of")
        source.write_text(PROGRAM + "\n".join(lines) + "\n}\n")
        flags = [f"-I{path}" for path in [root / "include", *includes]]
        subprocess.run(["g++", "-std=c++20", "-w", "-O0", *flags, source, "-o", program], check=True)
        for line in subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines():
            kind, name, *fields = line.rstrip("\t").split("\t")
            yield {"kind": kind, "op": name, **dict(zip(fields[::2], fields[1::2]))}


def of_tensor_layouts():
    from tensor_layouts import atoms_amd, atoms_nv

    def text(layout):
        return str(layout).replace(" ", "").replace(",)", ")")

    # PTX has no product of bfloat16 in halves.
    real = [atom for atom in atoms_nv.MMA_ATOMS_SM100_UMMA if "F16BF16BF16_SS" not in atom.name]
    amd = [
        atom for name, atom in sorted(vars(atoms_amd).items())
        if name.startswith("CDNA3P_") and hasattr(atom, "a_layout")
    ]
    for atom in real + amd:
        m, n, k = atom.shape_mnk
        name = re.sub(r"x(\d+)(f16|bf16|i8)$", r"x\1_\2", atom.inst if hasattr(atom, "inst") else atom.ptx)
        op = name.split()[0] if name.startswith("v_mfma") else atom.name
        yield {
            "kind": "tensor_layouts", "op": op, "shape_mnk": f"({m},{n},{k})",
            "a": text(atom.a_layout), "b": text(atom.b_layout), "c": text(atom.c_layout),
        }


if __name__ == "__main__":
    root, includes = pathlib.Path(sys.argv[1]), sys.argv[2:]
    records = [*of_cutlass(root, includes), *of_tensor_layouts()]
    out = pathlib.Path(__file__).with_name("instructions.jsonl")
    out.write_text("".join(json.dumps(record) + "\n" for record in records))
