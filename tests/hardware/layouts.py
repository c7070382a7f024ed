"""Prints accesses by layouts, each with counts of 0: `data/layouts.txt` before it is measured."""
import random

random.seed(20)
for number in range(1000):
    op = random.choice(["ld", "ld", "st", "st", "ldmatrix", "ldmatrix", "gld", "gst"])
    bits = random.choice([8, 16, 16, 32])
    width = 16 if op == "ldmatrix" else random.choice([w for w in (2, 4, 8, 16) if 8 * w >= bits])
    vector = 8 * width // bits
    a = random.choice([2, 4, 8, 16, 32])
    b = 32 // a
    # Rows of so many vectors, with padding or a swizzle or neither.
    row = random.choice([4, 8, 8, 16, 32, 64])
    pad = random.choice([0, 0, 1, 2, 4])
    pitch, swizzle = row * vector, ""
    if pad and random.random() < 0.5:
        pitch += pad * vector
    elif random.random() < 0.7:
        base = vector.bit_length() - 1 + random.choice([0, 0, 0, 1])
        flipped = random.choice([1, 2, 3])
        swizzle = f"Sw<{flipped},{base},{random.choice([3, 3, 4, 5])}> o 0 o "
    down, across = random.choice([(pitch, vector), (vector, pitch), (2 * vector, pitch), (pitch, 0), (pitch, 2 * vector)])
    values = f"{vector}:1" if vector > 1 else "1:0"
    shape, stride = (f"({a},{b})", f"({down},{across})") if 1 < a < 32 else ("32", str(down))
    last = int(op == "ldmatrix") and 4 or width
    print(f"{op}{last} 0 {bits} {swizzle}({shape},{values.split(':')[0]}):({stride},{values.split(':')[1]})")
