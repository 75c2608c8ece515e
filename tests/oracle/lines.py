"""lines.py REPORT PROGRAM: files and lines of the program's frames in a report by
hp_annotate --json, and by addr2line.  Prints how many there are, and those that differ.

An address has the line of its innermost function; its other frames have those of calls.
SPDX-License-Identifier: GPL-2.0-or-later"""

import json
import pathlib
import re
import subprocess
import sys


def output(*command, lines=()):
    return subprocess.run(command, input="\n".join(lines), capture_output=True, text=True,
                          check=True).stdout


def text_start(program):
    """Where the program's code is in its file's addresses."""
    return int(re.search(r" \.text +PROGBITS +([0-9a-f]+)",
                         output("readelf", "-SW", program)).group(1), 16)


def innermost(report):
    """{address: (file, line)} of frames that do not follow another of their address."""
    found = {}
    for site in report["sites"]:
        last = None
        for index in site["path"]:
            frame = report["frames"][index]
            if frame["address"] != last and frame["line"] > 0:
                found[int(frame["address"], 16)] = (frame["file"], frame["line"])
            last = frame["address"]
    return found


def main():
    report = json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8"))
    program = str(pathlib.Path(sys.argv[2]).resolve())
    where = next(o for o in report["objects"] if o["path"] == program)
    start, end = int(where["start"], 16), int(where["end"], 16)
    shift = start - text_start(program)
    ours = {address - shift: place for address, place in innermost(report).items()
            if start <= address < end}
    theirs = output("addr2line", "-e", program, lines=[hex(a) for a in ours]).split("\n")
    wrong = []
    for (address, (file, line)), found in zip(ours.items(), theirs):
        name, number = found.split(" ")[0].rsplit(":", 1)
        if (pathlib.Path(file).name, str(line)) != (pathlib.Path(name).name, number):
            wrong.append(f"{address:#x}: {file}:{line}, not {found}")
    print(f"{len(ours)} addresses, {len(wrong)} differ", *wrong, sep="\n")
    return 1 if wrong or not ours else 0


sys.exit(main())
