# hostile_names.py -- profiles whose every name would take effect if a page did not treat
# it as text.
# SPDX-License-Identifier: GPL-2.0-or-later
"""hostile_names.py TOOL SEED DIRECTORY     writes TOOL.old and TOOL.new there, profiles
      with call paths, and source files; prints the names, a line of JSON for each

TOOL is cachesim or heapprof.  The same seed gives the same names."""

import json
import os
import pathlib
import random
import sys

ADDRESS = 0x1000  # of the first instruction
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "faults"))
# pylint: disable=wrong-import-position
import hostile  # noqa: E402

# Each would set window.taken, load something, or change what a script looks up.
PAYLOADS = [
    "<img src=x onerror=window.taken=1>", "<svg/onload=window.taken=1>",
    "</title><script>window.taken=1</script>", "</style><script>window.taken=1</script>",
    "--></script><script>window.taken=1</script><!--", "javascript:window.taken=1",
    "data:text/html,<script>window.taken=1</script>", "<iframe srcdoc='<b>'>",
    "<style>*{display:none}</style>", "<base href=http://example.invalid/>",
    "<link rel=stylesheet href=http://example.invalid/a.css>",
    "<meta http-equiv=refresh content=0;url=http://example.invalid/>",
    "<form action=http://example.invalid/><input name=quern-data>",
    "<a id=quern-data name=static>", "<main id=static>", "<textarea>", "<plaintext>",
    "\" onmouseover=\"window.taken=1", "' autofocus onfocus='window.taken=1",
    "red;background:url(http://example.invalid/a.png)", "expression(window.taken=1)",
    "${window.taken=1}", "{{window.taken=1}}", "`${window.taken=1}`", "\\u003cb\\u003e",
    "\\x3cscript\\x3e", "&lt;b&gt;", "&#60;b&#62;", "%3Cb%3E", "<![CDATA[<b>]]>",
    "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf",
    "length", "then", "undefined", "null", "NaN", "true", "0", "-1", "1e309",
    "|", "a|b", "#view=tables&q=x", "a&view=heap", ";", "(.*)+$", "[", "((((((((((", "\\",
    "\u2028", "\u202eevitca\u202c", "\u200b", "\u0000x"[1:], "\U0001f4a9", "\ud7ff",
    "e\u0301" * 40, "x" * 3000, " ", "\u00a0", "a  b",
]
PIECES = ["<", ">", "</", "<!--", "-->", "script", "img ", "src=x", " on", "error=", "\"",
          "'", "`", "&", "&lt;", "&#", ";", "=", "(", ")", "{", "}", "[", "]", "\\", "/",
          ":", "::", "|", "#", "%", "?", "+", "*", "^", "$", "~", "operator",
          "javascript:",
          "url(", "\u2028", "\u202e", "\x1b[31m", "\x01", "\x7f", "\u0085", "\u00ad",
          "]]>", "__proto__", "anonymous namespace", " ", "0", "9", ",", ".", "a", "b"]


KNOWN, MADE = 48, 12  # of the list above and of other tests; random


def names(seed):
    """Different names; two seeds in turn have all that are known."""
    known = list(dict.fromkeys(PAYLOADS + hostile.MARKUP))
    start = seed * KNOWN % len(known)
    out = (known + known)[start:start + KNOWN]
    random_names = random.Random(seed)
    while len(out) < KNOWN + MADE:
        pieces = random_names.choices(PIECES, k=random_names.randint(1, 8))
        name = "".join(pieces)
        if name not in out and name.strip():
            out.append(name)
    return out


def as_file(name):
    """A file's name: profiles name files without what would end a line or a directory."""
    return name.replace("\0", "").replace("/", "|")[:200]


def cachesim(all_names, times):
    """A function in a file of each name, called from line 2 of the one before."""
    enc = [hostile.escaped(name.encode("utf-8", "surrogatepass")) for name in all_names]
    files = [hostile.escaped(b"./" + as_file(name).encode("utf-8", "surrogatepass"))
             for name in all_names]
    count = len(enc)
    out = [b"desc: I1 cache:         " + enc[0], b"cmd: " + b" ".join(enc[:3]),
           b"events: Ir D1mr", b"#: cachesim 1", b"#: pid 1",
           b"#: state replaced " + enc[1], b"#: predecessor " + enc[2],
           b"#: instr amd64", b"#: data 1024 D1mr"]
    order = sorted(range(count), key=lambda i: (files[i], enc[i]))
    number = {i: position + 1 for position, i in enumerate(order)}
    for i in order:
        out += [b"fl=" + files[i], b"fn=" + enc[i],
                b"2 %d %d" % ((i + 1) * 10 * times, i + 1)]
    total, reads = count * (count + 1) * 5 * times, count * (count + 1) // 2
    out.append(b"summary: %d %d" % (total, reads))
    out += [b"#: object 01 /o/" + enc[0], b"#: object-counts %d %d" % (total, reads)]
    out.append(b"#: io 1")
    for i in range(count):  # a call of the next function
        out += [b"#: in %d" % number[i], b"#: x 0x%x e8%s 2 %d %d"
                % (ADDRESS + 16 * i, (11).to_bytes(4, "little").hex().encode(),
                   (i + 1) * 10 * times, i + 1)]
    for i, name in enumerate(enc[:4]):
        out += [b"#: region 0 %d " % (i + 1) + name, b"#: counts %d 1" % (i + 1)]
    below = [0] * (count + 1), [0] * (count + 1)
    for i in range(count - 1, -1, -1):
        below[0][i] = below[0][i + 1] + (i + 1) * 10 * times
        below[1][i] = below[1][i + 1] + i + 1
    # Function i is the i-th listed; its arc has the same number.
    for i in range(count):
        out.append(b"#: f %d 1 0x%x 1 %d %d" % (number[i], ADDRESS + 16 * i,
                                                below[0][i], below[1][i]))
    out += [b"#: by 0", b"#: a 0 1 1 %d %d" % (below[0][0], below[1][0])]
    for i in range(1, count):
        out += [b"#: by %d" % i,
                b"#: a 2 %d 1 %d %d" % (i + 1, below[0][i], below[1][i])]
    out.append(b"#: t 0 0 0")
    for i in range(count):
        out.append(b"#: t %d %d 1 %d %d" % (i + 1, i + 1, (i + 1) * 10 * times, i + 1))
    out += data_notes(enc, files, number)
    out.append(b"#: end %d" % count)
    return b"\n".join(out) + b"\n"


def data_notes(enc, files, number):
    """Each function misses on a data object of its name, of every kind in turn; threads
    share the first ones."""
    count = len(enc)
    out = [b"#: ds " + text for text in (*enc, *files)]
    out += [b"#: db - /" + name for name in enc[:3]]
    out += [b"#: df 0x10 1 %d %d 2" % (i + 1, count + i + 1) for i in range(count)]
    for i in range(count):
        out.append((b"#: dh 100 1600 16 16 %d" % (i + 1),
                    b"#: dv s 2 0x%x 16 %d" % (16 * i, i + 1),
                    b"#: dv t 3 0x%x 16 %d" % (16 * i, i + 1),
                    b"#: dk %d %d" % (i + 1, count + i + 1),
                    b"#: dm %d" % (count + i + 1))[i % 5])
    for i in range(count):
        place = b"8" if i % 5 < 3 else b"-"
        out += [b"#: dn %d" % number[i], b"#: d 2 %d %s %d" % (i + 1, place, i + 1)]
    out.append(b"#: sharing 64 3")
    for i in range(0, count - 1, 2):
        out.append(b"#: sl 5")
        for k in range(2):
            out.append(b"#: sa %d 2 %d %d 0 0x%x 900 900"
                       % (number[i + k], k + 1, i + k + 1, 0xff << 8 * k))
    return out


def heapprof(all_names, times):
    """One allocating function of each name, called by all before it."""
    hostile.MARKUP[:] = [name.replace("/", "|") for name in all_names]
    profile = json.loads(hostile.heapprof("markup", times, [], []))
    for i, site in enumerate(profile["pps"]):
        site["fs"] = [i + 1, *range(max(1, i - 3), i + 1)][:4]
    return json.dumps(profile).encode() + b"\n"


def main():
    """Run the program."""
    tool, seed, directory = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])
    found = names(seed)
    write = {"cachesim": cachesim, "heapprof": heapprof}[tool]
    for side, times in (("old", 1), ("new", 3)):
        (directory / f"{tool}.{side}").write_bytes(write(found, times))
    for name in found:
        try:
            with open(os.fsencode(directory) + b"/" + as_file(name).encode(
                    "utf-8", "surrogatepass"), "w", encoding="utf-8",
                    errors="surrogatepass") as file:
                file.write(f"// {name}\n{name}\n*/ {name}\n")
        except OSError:
            pass
        print(json.dumps(name))


if __name__ == "__main__":
    main()
