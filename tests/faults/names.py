"""Names that break formats, for 33-names.sh.

names.py mark               a name for a function of the same length, to compile
names.py patch FILE         puts the odd name in its place, in an ELF file
names.py argv PROFILE       checks that the profile has the command, byte for byte
names.py long PROFILE N     or the one that is N times 100,000 bytes long
names.py frames PROFILE...  checks that cachesim's or heapprof's profiles, or what
                            hp_annotate --json or hp_export --format=folded wrote of
                            them, have all names, byte for byte

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import re
import sys

FUNCTION = b'odd:#=\n"\\x41 \\ a\xff\'<b>(f.c:3)'
MARK = b"PLACEHOLDER" + b"_" * (len(FUNCTION) - len(b"PLACEHOLDER"))
DIRECTORY = b'di r:#=\n"\\x41\'\xff'
SOURCE = b'we:ird #=\nna me\\x"\xff.c'
LIBRARY = b'lib:#=\n\\x"\xff.so'
ARGUMENTS = [b"a\nb=:#\\x41 \xff\"'", b"two words", b"", b"\x1b[31m", b"\\"]


def plain(text):
    """The bytes of text of ours: each \\xHH is one."""
    if isinstance(text, str):
        text = text.encode()
    return re.sub(rb"\\x([0-9a-f]{2})", lambda m: bytes([int(m[1], 16)]), text)


def command_of(path):
    """The command in a profile."""
    data = open(path, "rb").read()
    if data.startswith(b"{"):
        return plain(json.loads(data)["cmd"])
    whole = re.search(rb"^#: cmd (.*)$", data, re.M)
    return plain((whole or re.search(rb"^cmd: (.*)$", data, re.M))[1])


def names_of(path):
    """What a file has of names of functions, and of files with directories."""
    data = open(path, "rb").read()
    if data.startswith(b"desc:"):
        return ([plain(n) for n in re.findall(rb"^fn=(.*)$", data, re.M)],
                [plain(n) for n in re.findall(rb"^fl=(.*)$", data, re.M)])
    if not data.startswith(b"{"):  # folded stacks
        return [plain(step) for line in data.splitlines()
                for step in line.rsplit(b" ", 1)[0].split(b";")], None
    profile = json.loads(data)
    if "ftbl" not in profile:  # a report
        return ([plain(f["function"]) for f in profile["frames"]],
                [plain(f["file"] or "") for f in profile["frames"]])
    functions, files = [], []
    own = profile["heapprof"]
    libraries = [plain(path) for _, _, path in own["objects"]]
    if not any(name.endswith(DIRECTORY + b"/" + LIBRARY) for name in libraries):
        sys.exit(f"{path}: no {LIBRARY}: {libraries}")
    for text, of in zip(profile["ftbl"][1:], own["ftbl_dirs"][1:]):
        frame = re.fullmatch(rb"0x[0-9A-F]+: (.*) \((?:in )?(.*?)(?::\d+)?\)",
                             plain(text), re.S)
        functions.append(frame[1])
        files.append(plain(own["dirs"][of]) + b"/" + frame[2])
    return functions, files


def check_frames(paths):
    """Every name is there."""
    for path in paths:
        functions, files = names_of(path)
        if FUNCTION not in functions:
            sys.exit(f"{path}: no {FUNCTION}: {functions}")
        if files is not None and not any(
                name.endswith(DIRECTORY + b"/" + SOURCE) for name in files):
            sys.exit(f"{path}: no {DIRECTORY}/{SOURCE}")


def check_argv(path, arguments):
    """The command is the program and its arguments, between blanks."""
    found = command_of(path)
    expected = b" " + b" ".join(arguments)
    if not found.endswith(expected):
        sys.exit(f"{path}: {found[:200]} is not ...{expected[:200]}")


def main():
    """See above."""
    what, rest = sys.argv[1], sys.argv[2:]
    if what == "mark":
        print(MARK.decode())
    elif what == "patch":
        data = open(rest[0], "rb").read()
        assert MARK in data
        open(rest[0], "wb").write(data.replace(MARK, FUNCTION))
    elif what == "argv":
        check_argv(rest[0], ARGUMENTS)
    elif what == "long":
        check_argv(rest[0], [b"x" * 100000 + b"\n"] * int(rest[1]))
    else:
        check_frames(rest)


main()
