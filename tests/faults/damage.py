"""Damage a section of a 64-bit ELF file, in the same way in every run.

damage.py IN OUT SECTION SEED HOW: `random`: all bytes are random; `some`: one byte in
fifty; `ones`: all bytes are 0xff; `size` or `offset`: the value in the section's
header is wrong.  Exits with 2 if the file has no such section.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import random
import struct
import sys

SECTION_COUNT_AT = 0x3a
SECTION_OFFSET_AT = 0x28
OFFSET_AT, SIZE_AT = 0x18, 0x20  # in the header of a section


def sections(data):
    """The name of each section, and the offset of its header."""
    start, = struct.unpack_from("<Q", data, SECTION_OFFSET_AT)
    size, n, of_names = struct.unpack_from("<HHH", data, SECTION_COUNT_AT)
    names, = struct.unpack_from("<Q", data, start + of_names * size + OFFSET_AT)
    for i in range(n):
        at = start + i * size
        name = names + struct.unpack_from("<I", data, at)[0]
        yield data[name:data.index(0, name)].decode(), at


def damage(data, at, how, rnd):
    """Change the section whose header is at offset `at`."""
    offset, size = struct.unpack_from("<QQ", data, at + OFFSET_AT)
    if how == "random":
        data[offset:offset + size] = rnd.randbytes(size)
    elif how == "some":
        for _ in range(max(1, size // 50)):
            data[offset + rnd.randrange(size)] = rnd.randrange(256)
    elif how == "ones":
        data[offset:offset + size] = b"\xff" * size
    elif how == "size":
        struct.pack_into("<Q", data, at + SIZE_AT, rnd.choice(
            [1, size // 2, size + (1 << 20), 1 << 40]))
    elif how == "offset":
        struct.pack_into("<Q", data, at + OFFSET_AT, rnd.choice(
            [len(data) - 5, 1 << 40]))
    else:
        sys.exit(f"damage.py: {how}: unknown way")


def main():
    """Read, damage, write."""
    source, target, wanted, seed, how = sys.argv[1:]
    with open(source, "rb") as file:
        data = bytearray(file.read())
    places = [at for name, at in sections(data) if name == wanted]
    if not places:
        sys.exit(2)
    damage(data, places[0], how, random.Random(int(seed)))
    with open(target, "wb") as file:
        file.write(data)


main()
