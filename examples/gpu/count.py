"""Prints a table of what the assembler made of the kernels: count.py kernels.cubin kernels.log, with nvdisasm.

Registers, stack and spills are what ptxas says (kernels.log). Of each kernel with a main loop the loop is counted (the
shortest with most products), of others all: instructions, those on integers, and those of them on 64 bits.
"""

import collections
import os
import re
import subprocess
import sys


def kernels(cubin):
    """The labels and instructions of each function."""
    disassembler = os.environ.get("NVDISASM", "nvdisasm")
    text = subprocess.run([disassembler, "-c", cubin], capture_output=True, text=True, check=True).stdout
    functions, current = {}, None
    for line in text.splitlines():
        if start := re.match(r"\.text\.(\S+):", line.strip()):
            current = functions.setdefault(start[1], [])
        elif current is None:
            continue
        elif label := re.match(r"^\s*(\.L_\S+):", line):
            current.append(("label", label[1]))
        elif instruction := re.match(r"\s*/\*[0-9a-f]+\*/\s+(.*?)\s*;?\s*(/\*.*)?$", line):
            current.append(("instruction", instruction[1]))
    return functions


def operation(instruction):
    return re.sub(r"^@!?U?P[T\d]+\s+", "", instruction).split()[0].rstrip(";")


# Those of tensor cores, or where there are none those of single numbers.
PRODUCTS = ("HMMA", "HGMMA", "QGMMA", "IMMA", "IGMMA"), ("FFMA",)
INTEGERS = ("IADD", "UIADD", "VIADD", "IMAD", "UIMAD", "LEA", "ULEA", "SHF", "USHF", "LOP3", "ULOP3", "ISETP", "UISETP",
            "SEL", "USEL", "PRMT", "VIMNMX", "IABS", "PLOP3", "UPLOP3", "SGXT")


def main_loop(code):
    """The body of the shortest loop with at least half as many products as any has, or all: a loop that waits also jumps
    back, from behind the end."""
    has = lambda kinds: any(kind == "instruction" and operation(text).startswith(kinds) for kind, text in code)
    products = PRODUCTS[0] if has(PRODUCTS[0]) else PRODUCTS[1]
    labels = {name: at for at, (kind, name) in enumerate(code) if kind == "label"}
    loops = []
    for at, (kind, text) in enumerate(code):
        target = re.search(r"\((\.L_\w+)\)", text) if kind == "instruction" and "BRA" in text else None
        if target and labels.get(target[1], at) < at:
            body = [text for kind, text in code[labels[target[1]]:at + 1] if kind == "instruction"]
            loops.append((sum(operation(text).startswith(products) for text in body), body))
    loops = [found for found in loops if found[0]]
    whole = [text for kind, text in code if kind == "instruction" and not text.startswith("NOP")]
    most = max((count for count, _ in loops), default=0)
    loops = [body for count, body in loops if 2 * count >= most]
    return ("loop", min(loops, key=len)) if loops else ("whole", whole)


def counted(body):
    count = collections.Counter()
    for text in body:
        name = operation(text)
        if name.startswith("CALL"):
            count["calls"] += 1
        if name.split(".")[0].startswith(INTEGERS) and ".MOV" not in name:
            count["integer"] += 1
            count["wide"] += any(part in name for part in (".WIDE", ".64", ".X"))
    return count


def assembled(log):
    """Registers, stack and spills, by kernel."""
    found, name = {}, None
    for line in open(log):
        if entry := re.search(r"Compiling entry function '(\w+)'", line):
            name = entry[1]
        elif name and (frame := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores", line)):
            found.setdefault(name, []).extend(frame.groups())
        elif name and (used := re.search(r"Used (\d+) registers", line)):
            found[name].append(used[1])
            name = None
    return found


def main():
    cubin, log = sys.argv[1:]
    resources = assembled(log)
    print("| kernel | registers | stack | spills | counted | instructions | integer | of 64 bits | calls |")
    print("|---|--:|--:|--:|---|--:|--:|--:|--:|")
    for name, code in sorted(kernels(cubin).items()):
        if name in resources and not name.startswith("form_"):
            stack, spills, registers = resources[name][0], resources[name][1], resources[name][-1]
            (what, body) = main_loop(code)
            count = counted(body)
            print(f"| `{name}` | {registers} | {stack} | {spills} | {what} | {len(body)} | {count['integer']} | {count['wide']} | {count['calls']} |")


main()
